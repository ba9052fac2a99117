//! Invalid grammars, and programs as `process` routines.

use super::*;

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


"#]],
        str![[r#"
fmtview: --text: a at 0x0: process-failed: my_tr: false failed: exit status: 1
fmtview: --text: a at 0x0: process-failed: my_tr: false failed: exit status: 1

"#]],
    );
    check(
        get(&[]),
        1,
        str![[r#"


"#]],
        str![[r#"
fmtview: --text: a at 0x0: process-failed: my_tr: no routine for it; give one with --process my_tr=COMMAND
fmtview: --text: a at 0x0: process-failed: my_tr: no routine for it; give one with --process my_tr=COMMAND

"#]],
    );
}

#[test]
fn grammars_in_folders_are_found_by_magic_and_name() {
    let here = pairs("own-folders");
    let own = here.join("own/sub");
    fs::create_dir_all(&own).unwrap();
    let grammar = |id: &str, meta: &str, seq: &str| {
        let text = format!("meta: {{id: {id}{meta}}}\nseq: [{seq}]\n");
        fs::write(own.join(format!("{id}.ksy")), text).unwrap();
    };
    grammar("mine", "", "{id: mark, contents: MINE}, {id: n, type: u1}");
    grammar("named", ", file-extension: nm", "{id: n, type: u1}");
    grammar("broken", ", file-extension: br", "{id: n, type: u9}");
    grammar("none", "", "{id: n, type: u1}");
    fs::write(own.join("no-grammar.ksy"), "a: [").unwrap();
    fs::write(here.join("a"), "MINE\u{1}").unwrap();
    fs::write(here.join("b.nm"), "\u{2}").unwrap();
    fs::write(here.join("c.br"), "\u{3}").unwrap();
    let get = |file: &str| fmtview(&here).args(["get", "-I", "own", file, "n"]);
    check(get("a"), 0, "1\n", "");
    check(get("b.nm"), 0, "2\n", "");
    check(
        get("c.br"),
        2,
        str![],
        str![[r#"
fmtview: note: own/sub/broken.ksy fits, but is passed over: it has 1 error
  `fmtview lint own/sub/broken.ksy` shows what is wrong.
fmtview: c.br: no known format fits
  Tried magic numbers and file names of all built-in formats and of 3 grammars in -I folders, and decoding it as bxa, deck, deckstring.
  It begins with 03.
  Name one with -f NAME (see `fmtview formats`), or give a grammar with -f PATH.ksy.
  `fmtview hex c.br` shows the bytes without a grammar.

"#]],
    );
}

#[test]
fn grammars_in_folders_come_before_built_in_ones() {
    let here = folder("own-first");
    fs::create_dir(here.join("own")).unwrap();
    let grammar = |id: &str, mark: &str| {
        let text = format!("meta: {{id: {id}}}\nseq: [{{id: mark, contents: {mark}}}]\n");
        fs::write(here.join(format!("own/{id}.ksy")), text).unwrap();
    };
    grammar("rl", "RL");
    fs::write(here.join("a"), include_bytes!("../../samples/dungeon")).unwrap();
    let check_valid = |format: &str| {
        let output = fmtview(&here).args(["check", "-I", "own", "a"]).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(text.ends_with(&format!(" ({format})\n")), "{text}");
    };
    check_valid("dungeon");
    grammar("rlg", "RLG327");
    check_valid("rlg");
    // of two that fit, the one with fewer errors
    let text = "meta: {id: better}\nseq: [{contents: RLG327}, {size-eos: true}]\n";
    fs::write(here.join("own/x.ksy"), text).unwrap();
    fs::write(
        here.join("own/a.ksy"),
        "meta: {id: worse}\nseq: [{contents: RLG327}, {size: 99999}]\n",
    )
    .unwrap();
    fs::remove_file(here.join("own/rlg.ksy")).unwrap();
    check_valid("better");
}
