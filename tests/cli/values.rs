//! `get`, `json` and `check` on small files.

use super::*;

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
        get(&["good", "nope", "pairs[9].size", "pairs[0].nope", "count"]),
        1,
        str![[r#"



1

"#]],
        str![[r#"
fmtview: good: nope: expression: there is no field `nope` in `pairs`, only count, pairs
fmtview: good: pairs[9].size: expression: index 9 is outside: there is 1 element, 0
fmtview: good: pairs[0].nope: expression: there is no field `nope` in `pairs::pair`, only kind, size

"#]],
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
fn check_goes_through_folders() {
    let here = pairs("check-folders");
    for folder in ["saves/old", "saves/.hidden", "empty", "texts"] {
        fs::create_dir_all(here.join(folder)).unwrap();
    }
    let size = include_bytes!("../data/broken/dungeon-size-swapped.rlg327");
    fs::write(here.join("saves/b"), size).unwrap();
    fs::write(here.join("saves/.hidden/a"), size).unwrap();
    let dungeon = include_bytes!("../../samples/dungeon");
    fs::write(here.join("saves/old/a"), dungeon).unwrap();
    for name in ["saves/readme.md", "texts/a", "texts/b"] {
        fs::write(here.join(name), "Saved games.\n").unwrap();
    }
    std::os::unix::fs::symlink("..", here.join("saves/up")).unwrap();
    let run = |words: &[&str]| fmtview(&here).arg("check").args(words);
    check(
        run(&["saves/old", "saves/old/a"]),
        0,
        str![[r#"
saves/old/a: valid (dungeon)
saves/old/a: valid (dungeon)
2 files checked: all valid

"#]],
        str![],
    );
    check(
        run(&["saves"]),
        1,
        str![[r#"
saves/b:0xa: error: file_size: found 3120955392; expected 1722 (the size of the file); little-endian it reads 1722, the size of the file: written without htonl()/htobe32()? [validation-not-equal]
saves/b: 1 error (dungeon)
saves/old/a: valid (dungeon)
2 files checked, 1 with errors, 1 of no known format left out

"#]],
        str![],
    );
    check(run(&["--json", "saves/old", "texts"]), 0, str![], str![]);
    for (words, told) in [
        (&["empty"][..], "empty: no file in it was checked\n"),
        (
            &["texts"][..],
            "texts: no file in it has a known format\n  Name the grammar with -f.\n",
        ),
    ] {
        check(run(words), 2, "", format!("fmtview: {told}"));
    }
    check(
        run(&["-f", "pairs.ksy", "--strict", "texts"]),
        1,
        str![[r#"
texts/a:0x0: error: count: found 83; expected at most 3 [validation-greater-than]
texts/a:0xd: error: pairs[4].kind: 1 byte wanted, only 0 left before the end [unexpected-eof]
texts/a: 2 errors (pairs)
texts/b:0x0: error: count: found 83; expected at most 3 [validation-greater-than]
texts/b:0xd: error: pairs[4].kind: 1 byte wanted, only 0 left before the end [unexpected-eof]
texts/b: 2 errors (pairs)
2 files checked, 2 with errors

"#]],
        str![],
    );
}

#[test]
fn overlaps_are_noted_on_request() {
    let here = folder("overlaps");
    fs::write(
        here.join("o.ksy"),
        "meta: {id: o}\nseq: [{id: a, size: 4}, {id: c, type: u1, repeat: eos}]\n\
         instances: {b: {pos: 2, size: 2}, d: {pos: 3, size: 3}}\n",
    )
    .unwrap();
    fs::write(here.join("file"), "abcdef").unwrap();
    let run = |words: &[&str]| {
        let words = [&["check", "-f", "o.ksy", "file"], words].concat();
        fmtview(&here).args(words)
    };
    check(run(&[]), 0, "file: valid (o)\n", "");
    check(
        run(&["--overlaps"]),
        0,
        str![[r#"
file:0x2: note: b: lies on 2 bytes that a has too [overlap]
file:0x3: note: d: lies on 3 bytes that the fields from a to c[1] have too [overlap]
file: valid, 2 notes (o)

"#]],
        str![],
    );
}

#[test]
fn long_paths_are_cut_in_text_alone() {
    let here = folder("long-paths");
    let name = |i| format!("{}{i}", "field".repeat(20));
    let types: String = (1..9)
        .map(|i| {
            let ty = if i < 8 {
                format!("t{}", i + 1)
            } else {
                "u4be".to_owned()
            };
            format!("  t{i}: {{seq: [{{id: {}, type: {ty}}}]}}\n", name(i))
        })
        .collect();
    let grammar = format!("meta: {{id: long}}\nseq: [{{id: start, type: t1}}]\ntypes:\n{types}");
    fs::write(here.join("long.ksy"), grammar).unwrap();
    fs::write(here.join("short"), "ab").unwrap();
    let told = |words: &[&str]| {
        let mut command = fmtview(&here);
        command = command
            .args(["check", "-f", "long.ksy", "short"])
            .args(words);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let text = told(&[]);
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("short:0x0: error: start.fieldfield"),
        "{first}"
    );
    assert!(
        first.contains("…eldfield") && first.contains("field8: 4 bytes"),
        "{first}"
    );
    assert!(first.len() < 350, "{first}");
    let text = told(&["--ascii"]);
    assert!(text.is_ascii() && text.contains("..."), "{text}");
    let json = told(&["--json"]);
    for i in 1..9 {
        assert!(json.contains(&name(i)), "{json}");
    }
}

#[test]
fn standard_input_is_checked_once() {
    let here = pairs("check-stdin");
    check(
        fmtview(&here)
            .args(["check", "-f", "pairs.ksy", "-", "good", "-"])
            .stdin("\x01\x07\x01\x02"),
        2,
        str![],
        str![[r#"
fmtview: `-` is given more than once
  Standard input can be read once: name the other files.

"#]],
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
short:0x5: error: pairs[1].size: 2 bytes wanted, only 0 left before the end; the file may be cut off: it ends at 5, and 2 bytes are wanting [unexpected-eof]
short: 1 error (pairs)

"#]],
        str![],
    );
}
