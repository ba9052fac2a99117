//! What is typed, right and wrong.

use pretty_assertions::assert_eq;

use super::*;

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
fn a_grammar_for_the_plain_hexdump_says_what_to_type() {
    let here = folder("hex-grammar");
    check(
        fmtview(&here).args(["hex", "-f", "bxb", "a.bxb"]),
        2,
        str![],
        str![[r#"
fmtview: hex shows bytes alone and takes no grammar
  Fields beside their bytes: fmtview view -f bxb a.bxb

"#]],
    );
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

#[test]
fn a_format_in_place_of_a_file_says_where_such_files_are() {
    let here = folder("format-name");
    check(
        fmtview(&here).arg("dungeon"),
        2,
        str![],
        str![[r#"
fmtview: dungeon: no such file
  `dungeon` is a format: RLG327 dungeon.
  Such a file usually lies at ~/.rlg327/dungeon.
  Its structure: fmtview layout dungeon

"#]],
    );
    check(
        fmtview(&here).arg("bxb"),
        2,
        str![],
        str![[r#"
fmtview: bxb: no such file
  `bxb` is a format: Box-pushing level group.
  Its structure: fmtview layout bxb

"#]],
    );
    fs::create_dir(here.join(".rlg327")).unwrap();
    fs::write(here.join(".rlg327/dungeon"), "").unwrap();
    let output = fmtview(&here).arg("dungeon").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("Such a file is here: fmtview /"), "{text}");
    assert!(text.contains("/.rlg327/dungeon\n"), "{text}");
}

#[test]
fn formats_are_listed_and_shown() {
    let here = folder("formats");
    let output = fmtview(&here).arg("formats").output().unwrap();
    let list = String::from_utf8_lossy(&output.stdout);
    assert!(list.contains("bxb  "), "{list}");
    let output = fmtview(&here).args(["formats", "bxb"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("marked by  \\x02BOX at 0x4\n"), "{text}");
    let output = fmtview(&here)
        .args(["formats", "bxb", "--source"])
        .output()
        .unwrap();
    let source = include_str!("../../grammars/bxb.ksy");
    assert_eq!(String::from_utf8_lossy(&output.stdout), source);
    check(
        fmtview(&here).args(["formats", "bxc"]),
        2,
        str![],
        str![[r#"
fmtview: no built-in grammar is called bxc
  Did you mean bxa?

"#]],
    );
}

#[test]
fn a_place_that_is_not_there_is_said_so() {
    let here = folder("no-such-place");
    fs::write(here.join("five"), "FIVE!").unwrap();
    fs::write(
        here.join("five.ksy"),
        "meta: {id: five}\nseq: [{id: letters, type: u1, repeat: expr, repeat-expr: 5}]\n",
    )
    .unwrap();
    let view = |words: &[&str]| fmtview(&here).args(["-f", "five.ksy", "five"]).args(words);
    check(
        view(&["--range", "5.."]),
        2,
        str![],
        str![[r#"
fmtview: --range 0x5..: begins at or beyond the end of the file, 0x5

"#]],
    );
    check(
        view(&["--at", "letters[5]"]),
        2,
        str![],
        str![[r#"
fmtview: --at letters[5]: index 5 is outside: there are 5 elements, 0 to 4

"#]],
    );
    for (at, message) in [
        ("5", "--at 5: beyond the end of the file, at 0x5"),
        (
            "18446744073709551616",
            "--at 18446744073709551616: beyond the end of the file, at 0x5",
        ),
        (
            "1..2",
            "--at 1..2: a range, not an offset\n  Bytes from A to B are shown by --range A..B.",
        ),
        (
            "0x",
            "--at 0x: no offset\n  Expected a path such as header.size or rooms[3], \
             or an offset such as 500 or 0x1f.",
        ),
        (
            "",
            "--at names no place: it is empty\n  Expected a path such as header.size or rooms[3], \
             or an offset such as 500 or 0x1f.",
        ),
        (
            "letters[",
            "--at letters[: expected a value, found the end\n  Expected a path such as \
             header.size or rooms[3], or an offset such as 500 or 0x1f.",
        ),
    ] {
        let expected = format!("fmtview: {message}\n");
        check(view(&["--at", at]), 2, "", expected);
    }
    check(
        fmtview(&here).args(["tree", "-f", "five.ksy", "five", "--at", "5"]),
        2,
        str![],
        str![[r#"
fmtview: --at 5: a value, not a place in the file
  Expected a path such as header.size or rooms[3].

"#]],
    );
    check(
        fmtview(&here).args(["hex", "--range", "0..", "/dev/null"]),
        0,
        "",
        "",
    );
}

#[test]
fn help_is_given_like_a_command_too() {
    let here = folder("help");
    let asked = |words: &[&str]| fmtview(&here).args(words).output().unwrap();
    for (words, same) in [
        (&["help", "view"][..], &["view", "--help"][..]),
        (&["help"], &["--help"]),
    ] {
        let (output, same) = (asked(words), asked(same));
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(output.stdout, same.stdout, "{words:?}");
    }
    check(
        fmtview(&here).args(["help", "vew"]),
        2,
        str![],
        str![[r#"
fmtview: vew is no command
  Did you mean the command view?

"#]],
    );
}

#[test]
fn a_folder_is_no_file_and_no_grammar() {
    let here = folder("folders");
    fs::create_dir(here.join("sub")).unwrap();
    check(
        fmtview(&here).arg("sub"),
        2,
        str![],
        str![[r#"
fmtview: sub: is a directory, not a file
  Name a file in it.

"#]],
    );
    for name in ["sub", "sub/"] {
        let text = format!(
            "fmtview: {name}: is a directory, not a grammar\n  Name the grammars in it: sub/*.ksy\n"
        );
        check(fmtview(&here).args(["lint", name]), 2, "", &*text);
    }
    check(
        fmtview(&here).args(["lint", "-"]),
        2,
        str![],
        str![[r#"
fmtview: no grammar is called -
  A grammar is not read from standard input: give the path of a .ksy file.

"#]],
    );
}

#[test]
fn what_is_no_file_may_be_like_one_or_like_a_format() {
    let here = folder("like");
    fs::write(here.join("save.bin"), "\u{1}").unwrap();
    check(
        fmtview(&here).arg("svae.bin"),
        2,
        str![],
        str![[r#"
fmtview: svae.bin: no such file
  Did you mean save.bin?

"#]],
    );
    check(
        fmtview(&here).arg("dungon"),
        2,
        str![],
        str![[r#"
fmtview: dungon: no such file
  The format dungeon has a similar name; its structure: fmtview layout dungeon

"#]],
    );
}

#[test]
fn a_theme_that_is_set_to_nothing_is_none() {
    let here = folder("no-theme");
    fs::write(here.join("a"), "abc").unwrap();
    let run = |theme: &str| {
        let command = fmtview(&here).env("FMTVIEW_THEME", theme);
        command.args(["hex", "a"]).output().unwrap()
    };
    assert_eq!(run(""), run("auto"));
    assert_eq!(run("").status.code(), Some(0));
}

#[test]
fn a_theme_that_is_not_known_is_told_where_it_was_given() {
    let here = folder("bogus-theme");
    fs::write(here.join("a"), "abc").unwrap();
    let run = |words: &[&str]| {
        let command = fmtview(&here).env("FMTVIEW_THEME", "bogus");
        let output = command.args(["hex", "a"]).args(words).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (by_variable, by_option) = (run(&[]), run(&["--theme=other"]));
    assert!(
        by_variable.contains("invalid value 'bogus' for the environment variable FMTVIEW_THEME\n"),
        "{by_variable}"
    );
    assert!(by_variable.contains("dark, light, mono"), "{by_variable}");
    assert!(
        by_option.contains("invalid value 'other' for '--theme <NAME>'"),
        "{by_option}"
    );
}

#[test]
fn the_other_byte_order_is_that_which_was_not_read() {
    let here = folder("forced-order");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/konka.bxb");
    for command in ["view", "check"] {
        let output = fmtview(&here)
            .args([command, "--endian", "be", sample])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.contains("2 fields read sensibly as little-endian: level_count, address_table"),
            "{text}"
        );
    }
}

#[test]
fn where_all_places_are_faulty_the_first_are_shown() {
    let here = folder("faulty-places");
    let grammar = "
meta: {id: g}
seq: [{id: count, type: u2le}, {id: all, type: pointer(_index), repeat: expr, repeat-expr: count}]
types:
  pointer:
    params: [{id: i, type: u2}]
    seq: [{id: tag, type: u1}]
    instances: {to: {pos: 602 + 2 * i, type: pair}}
  pair: {seq: [{id: a, type: u1, valid: 1}, {id: b, type: u1}]}
";
    fs::write(here.join("g.ksy"), grammar).unwrap();
    let mut file = vec![88, 2];
    file.resize(602 + 1200, 0);
    fs::write(here.join("f"), file).unwrap();
    let output = fmtview(&here).args(["-f", "g.ksy", "f"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("all[598].to, not checked"), "{text}");
    // the others are named at the end
    assert_eq!(text.matches("expected 1").count(), 600);
}

#[test]
fn a_folder_of_grammars_that_is_not_there_is_said_so() {
    let here = folder("no-folder");
    fs::write(
        here.join("g.ksy"),
        "meta: {id: g}\nseq: [{id: a, type: u1}]",
    )
    .unwrap();
    for words in [
        &["view", "-f", "g.ksy", "-I", "nope", "g.ksy"][..],
        &["lint", "-I", "nope", "g.ksy"],
    ] {
        check(
            fmtview(&here).args(words),
            2,
            "",
            "fmtview: nope: is not there\n  -I takes a folder in which .ksy files are looked for.\n",
        );
    }
}
