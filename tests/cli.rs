//! The program from outside: exit status, what goes where, the environment.
#![cfg(all(unix, feature = "cli"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

use pretty_assertions::assert_eq;
use snapbox::cmd::{Command, cargo_bin};
use snapbox::{IntoData, str};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The program in a folder, with an environment that says nothing.
fn fmtview(folder: &PathBuf) -> Command {
    Command::new(cargo_bin!("fmtview"))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env("TERM", "xterm-256color")
        .env("HOME", folder)
}

/// Runs it and compares exit status, standard output and standard error.
/// `SNAPSHOTS=overwrite cargo test --test cli` writes what it finds.
#[track_caller]
fn check(command: Command, code: i32, stdout: impl IntoData, stderr: impl IntoData) {
    let assert = command.assert().code(code);
    let (stdout, stderr) = (stdout.into_data().raw(), stderr.into_data().raw());
    assert.stdout_eq(stdout).stderr_eq(stderr);
}

const ROW: &str = "00000000  41 42 43                                          ABC\n";

#[test]
fn bytes_come_from_a_file_standard_input_or_text() {
    let here = folder("sources");
    fs::write(here.join("abc"), "ABC").unwrap();
    check(fmtview(&here).args(["hex", "abc"]), 0, ROW, "");
    check(fmtview(&here).args(["hex", "abc", "--no-mmap"]), 0, ROW, "");
    check(fmtview(&here).args(["hex", "-"]).stdin("ABC"), 0, ROW, "");
    check(fmtview(&here).args(["hex", "--text", "ABC"]), 0, ROW, "");
}

#[test]
fn what_cannot_be_read_says_why() {
    let here = folder("unreadable");
    fs::create_dir(here.join("sub")).unwrap();
    fs::write(here.join("empty"), "").unwrap();
    check(
        fmtview(&here).args(["hex", "nothing"]),
        2,
        "",
        "fmtview: nothing: no such file\n",
    );
    check(
        fmtview(&here).args(["hex", "sub"]),
        2,
        "",
        "fmtview: sub: is a directory, not a file\n  Name a file in it.\n",
    );
    check(fmtview(&here).args(["hex", "empty"]), 0, "", "");
    check(
        fmtview(&here).args(["hex", "a\u{1b}[2J\nb"]),
        2,
        "",
        "fmtview: a\\x1b[2J\\nb: no such file\n",
    );
    check(
        fmtview(&here).args(["hexx"]),
        2,
        "",
        "fmtview: hexx: no such file\n  Did you mean the command hex?\n",
    );
}

#[test]
fn a_file_of_no_known_format_says_how_to_go_on() {
    let here = folder("unknown");
    fs::write(here.join("x.bin"), b"\xff\xfe\xfd\xfc\x00\x01\x02\x03\x04").unwrap();
    fs::write(here.join("empty"), "").unwrap();
    let output = fmtview(&here).arg("x.bin").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "fmtview: x.bin: no built-in format fits\n",
        "It begins with ff fe fd fc 00 01 02 03 ….",
        "-f NAME",
        "fmtview formats",
        "`fmtview hex x.bin`",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    check(
        fmtview(&here).arg("empty"),
        2,
        "",
        "fmtview: empty: is empty, so nothing tells its format\n  \
         Name a grammar with -f to see what it expects.\n",
    );
}

#[track_caller]
fn check_color(option: &[&str], environment: &[(&str, &str)], expected: bool) {
    let here = folder("color");
    let mut command = fmtview(&here).args(["hex", "--text", "A"]).args(option);
    for (name, value) in environment {
        command = command.env(name, value);
    }
    let output = command.output().unwrap();
    assert_eq!(
        output.stdout.contains(&0x1b),
        expected,
        "{option:?} {environment:?}"
    );
}

#[test]
fn colour_is_for_those_who_want_it() {
    check_color(&[], &[], false); // standard output is no terminal here
    check_color(&["--color", "always"], &[], true);
    check_color(&["--color", "always"], &[("NO_COLOR", "1")], true);
    check_color(&[], &[("CLICOLOR_FORCE", "1")], true);
    check_color(&[], &[("CLICOLOR_FORCE", "0")], false);
    check_color(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false);
    check_color(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], true);
    check_color(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let here = folder("pipe");
    let noise: Vec<u8> = (0..1_000_000_u32)
        .flat_map(|n| n.wrapping_mul(7919).to_le_bytes())
        .collect();
    fs::write(here.join("big"), noise).unwrap();
    let mut child = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "big"])
        .current_dir(&here)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let output = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "--text", "A"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("fmtview: cannot write: "), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_usage_is_two() {
    let here = folder("usage");
    for words in [
        &["hex"][..],
        &["--bad"],
        &["hex", "--range", "x", "f"],
        &["tree", "--width", "3", "f"],
    ] {
        let output = fmtview(&here).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    let output = fmtview(&here).arg("--help").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Exit status:"));
}

#[test]
fn a_mistyped_command_is_guessed() {
    let here = folder("mistyped");
    check(
        fmtview(&here).args(["tre", "x"]),
        2,
        str![],
        str![[r#"
fmtview: tre is no command, and one file is expected
  Did you mean the command tree?

"#]],
    );
    check(
        fmtview(&here).args(["a", "b"]),
        2,
        str![],
        str![[r#"
fmtview: a is no command, and one file is expected
  `fmtview --help` lists the commands.

"#]],
    );
    check(
        fmtview(&here).args(["--col\u{1b}or", "x"]),
        2,
        str![],
        str![[r#"
fmtview: unexpected argument '--colr' found

  tip: a similar argument exists: '--color'

Usage: fmtview [OPTIONS] FILE
       fmtview COMMAND [OPTIONS] …

For more information, try '--help'.

"#]],
    );
}

#[test]
fn completions_and_manual_are_made() {
    let here = folder("made");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = fmtview(&here)
            .args(["completions", shell])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("fmtview"),
            "{shell}"
        );
    }
    let output = fmtview(&here).arg("man").output().unwrap();
    let page = String::from_utf8_lossy(&output.stdout);
    assert!(page.contains(".SH \"FMTVIEW CHECK\""), "{page}");
}

const GRAMMAR: &str = "\
meta:
  id: pairs
  endian: be
seq:
  - {id: count, type: u1, valid: {max: 3}}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: count}
types:
  pair:
    seq:
      - {id: kind, type: u1, enum: animal}
      - {id: size, type: u2}
enums:
  animal: {7: cat}
";

/// A folder with a grammar and a good, a short and a wrong file.
fn pairs(name: &str) -> PathBuf {
    let here = folder(name);
    fs::write(here.join("pairs.ksy"), GRAMMAR).unwrap();
    fs::write(here.join("good"), b"\x01\x07\x01\x02").unwrap();
    fs::write(here.join("short"), b"\x02\x07\x01\x02\x07").unwrap();
    fs::write(here.join("wrong"), b"\x04\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    here
}

#[test]
fn get_prints_a_line_for_each_expression() {
    let here = pairs("get");
    let get = |words: &[&str]| fmtview(&here).args(["get", "-f", "pairs.ksy"]).args(words);
    check(
        get(&[
            "good",
            "count",
            "pairs[0].kind",
            "pairs[0].size + 1",
            "[1, 255]",
            "'\"a\\tb\"'",
            "pairs[0]",
        ]),
        0,
        str![[r#"
1
cat
259
01 ff
"a\tb"
{"kind":{"enum":"animal","name":"cat","value":7},"size":258}

"#]],
        str![],
    );
    check(
        get(&["--json", "good", "--", "-1", "pairs[0].kind", "[1, 255]"]),
        0,
        str![[r#"
-1
{"enum":"animal","name":"cat","value":7}
{"bytes":"01ff"}

"#]],
        str![],
    );
    check(
        get(&["-", "count"]).stdin("\x01\x07\x01\x02"),
        0,
        str![[r#"
1

"#]],
        str![],
    );
    check(
        get(&["--text", "\x01\x07\x01\x02", "count"]),
        0,
        str![[r#"
1

"#]],
        str![],
    );
    check(
        get(&["good"]),
        2,
        str![],
        str![[r#"
fmtview: no expression given
  Usage: fmtview get FILE EXPR…

"#]],
    );
}

#[test]
fn get_tells_what_failed() {
    let here = pairs("get-fails");
    let get = |words: &[&str]| fmtview(&here).args(["get", "-f", "pairs.ksy"]).args(words);
    check(
        get(&["good", "nope", "pairs[9].size", "count"]),
        1,
        str![[r#"
error: expression: there is no field `nope` in `pairs`
error: expression: index 9 is outside: there are 1 elements, 0 to 0
1

"#]],
        str![],
    );
    check(
        get(&["--json", "short", "count"]),
        1,
        str![[r#"
2

"#]],
        str![[r#"
{"error":{"kind":"unexpected-eof","message":"2 bytes wanted, only 0 left before the end","at":5,"path":"/types/pair/seq/1"}}

"#]],
    );
    check(
        get(&["--json", "wrong", "count", "pairs[0].size"]),
        1,
        str![[r#"
4
0

"#]],
        str![[r#"
{"error":{"kind":"validation-greater-than","message":"found 4; expected at most 3","at":0,"path":"/seq/0"}}

"#]],
    );
}

#[test]
fn json_says_by_its_exit_status_whether_all_was_read() {
    let here = pairs("json");
    let json = |words: &[&str]| {
        fmtview(&here)
            .args(["json", "-f", "pairs"])
            .args(["-I", "."])
            .args(words)
    };
    check(
        json(&["good"]),
        0,
        str![[r#"
{"count":1,"pairs":[{"kind":{"enum":"animal","name":"cat","value":7},"size":258}]}

"#]],
        str![],
    );
    check(
        json(&["short"]),
        1,
        str![[r#"
{"count":2,"pairs":[{"kind":{"enum":"animal","name":"cat","value":7},"size":258},{"kind":{"enum":"animal","name":"cat","value":7},"size":{"error":{"kind":"unexpected-eof","message":"2 bytes wanted, only 0 left before the end","at":5,"path":"/types/pair/seq/1"}}}]}

"#]],
        str![],
    );
}

#[test]
fn check_judges_files() {
    let here = pairs("check");
    let run = |words: &[&str]| {
        fmtview(&here)
            .args(["check", "-f", "pairs.ksy"])
            .args(words)
    };
    check(
        run(&["good"]),
        0,
        str![[r#"
good: valid (pairs)

"#]],
        str![],
    );
    check(
        run(&["good", "wrong", "nothing", "good"]),
        2,
        str![[r#"
good: valid (pairs)
wrong:0x0: error: count: found 4; expected at most 3 [validation-greater-than]
wrong: 1 error (pairs)
good: valid (pairs)

"#]],
        str![[r#"
fmtview: nothing: no such file

"#]],
    );
    check(
        run(&["--json", "wrong"]),
        1,
        str![[r#"
{"severity":"error","kind":"validation-greater-than","path":"count","offset":0,"length":1,"found":4,"expected":3,"message":"found 4; expected at most 3","hint":null,"format":"pairs","file":"wrong"}

"#]],
        str![],
    );
    check(
        run(&["short"]),
        1,
        str![[r#"
short:0x5: error: pairs[1].size: 2 bytes wanted, only 0 left before the end [unexpected-eof]
short: 1 error (pairs)

"#]],
        str![],
    );
}

const BAD: &str = "\
error: there is no type `u9` to be seen from `bad`
  ╭▸ bad.ksy:5:11
  │
5 │     type: u9
  ╰╴          ━━ /seq/0/type

";

#[test]
fn a_bad_grammar_is_told_the_same_way_by_all() {
    let here = pairs("bad-grammar");
    fs::write(
        here.join("bad.ksy"),
        "meta:\n  id: bad\nseq:\n  - id: a\n    type: u9\n",
    )
    .unwrap();
    check(
        fmtview(&here).args(["lint", "bad.ksy"]),
        1,
        str![[r#"
error: there is no type `u9` to be seen from `bad`
  ╭▸ bad.ksy:5:11
  │
5 │     type: u9
  ╰╴          ━━ /seq/0/type

bad.ksy: 1 error

"#]],
        str![],
    );
    for command in ["view", "tree", "json", "check"] {
        check(
            fmtview(&here).args([command, "-f", "bad.ksy", "good"]),
            2,
            str![],
            BAD,
        );
    }
    check(
        fmtview(&here).args(["lint", "pairs.ksy"]),
        0,
        str![[r#"
warning: `count` is better called `num_pairs`
  ╭▸ pairs.ksy:5:10
  │
5 │   - {id: count, type: u1, valid: {max: 3}}
  │          ━━━━━ /seq/0/id
  │
  ╰ help: it is only used as the count of `pairs`

pairs.ksy: 1 warning

"#]],
        str![],
    );
    check(
        fmtview(&here).args(["lint", "--json", "bad.ksy"]),
        1,
        str![[r#"
{"severity":"error","path":"/seq/0/type","line":5,"column":11,"message":"there is no type `u9` to be seen from `bad`","file":"bad.ksy"}

"#]],
        str![],
    );
    check(
        fmtview(&here).args(["check", "-f", "pears", "-I", ".", "good"]),
        2,
        str![],
        str![[r#"
fmtview: no grammar is called pears
  Expected a built-in grammar (`fmtview formats` lists them), a grammar in a -I folder, or the path of a .ksy file.

"#]],
    );
}

#[test]
fn custom_routines_are_programs() {
    let here = folder("process");
    fs::write(
        here.join("p.ksy"),
        "meta:\n  id: p\nseq:\n  - id: a\n    size-eos: true\n    process: my_tr(1, \"x\")\n",
    )
    .unwrap();
    let get = |hook: &[&str]| {
        fmtview(&here)
            .args(["get", "-f", "p.ksy", "--text", "abc"])
            .args(hook)
            .arg("a")
    };
    check(
        get(&["--process", "my_tr=sh -c 'tr a-c A-C; printf \"$0$1\"'"]),
        0,
        str![[r#"
41 42 43 31 22 78 22

"#]],
        str![],
    );
    check(
        get(&["--process", "my_tr=false"]),
        1,
        str![[r#"
error: process-failed: my_tr: false failed: exit status: 1

"#]],
        str![[r#"
fmtview: text: a at 0x0: process-failed: my_tr: false failed: exit status: 1

"#]],
    );
    check(
        get(&[]),
        1,
        str![[r#"
error: process-failed: my_tr: no routine for it; give one with --process my_tr=COMMAND

"#]],
        str![[r#"
fmtview: text: a at 0x0: process-failed: my_tr: no routine for it; give one with --process my_tr=COMMAND

"#]],
    );
}
