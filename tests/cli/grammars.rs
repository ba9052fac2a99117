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
