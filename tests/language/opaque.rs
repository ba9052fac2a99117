//! Opaque types: types that no file defines or imports.

use crate::harness::{check_files, check_problem, compiled_files};

const MAIN: &str = "
meta: {id: main, ks-opaque-types: true}
seq:
- {id: a, type: elsewhere}
- {id: b, type: u1}
";

#[test]
fn found_beside_the_grammar() {
    check_files(
        &[
            ("main.ksy", MAIN),
            (
                "elsewhere.ksy",
                "{meta: {id: elsewhere}, seq: [{id: x, type: u1}]}",
            ),
        ],
        &[1, 2],
        &[("a.as<elsewhere>.x", "1"), ("a.x", "1"), ("b", "2")],
    );
}

#[test]
fn found_in_an_import_folder() {
    check_files(
        &[
            ("main.ksy", MAIN),
            (
                "lib/elsewhere.ksy",
                "{meta: {id: elsewhere}, seq: [{id: x, type: u1}]}",
            ),
        ],
        &[1, 2],
        &[("a.x", "1"), ("b", "2")],
    );
}

#[test]
fn not_allowed_without_the_key() {
    let compiled = compiled_files(&[
        (
            "main.ksy",
            "{meta: {id: main}, seq: [{id: a, type: elsewhere}]}",
        ),
        ("elsewhere.ksy", "meta: {id: elsewhere}"),
    ]);
    check_problem(&compiled, "error", "/seq/0/type", "elsewhere");
    let compiled = compiled_files(&[(
        "main.ksy",
        "
meta: {id: main, ks-opaque-types: false}
seq: [{id: a, type: elsewhere}]
",
    )]);
    check_problem(&compiled, "error", "/seq/0/type", "elsewhere");
}

#[test]
fn opaque_with_param() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, ks-opaque-types: true, encoding: ASCII}
seq:
- {id: n, type: u1}
- {id: a, type: 'text(n, \"!\", false)'}
- {id: list, type: 'text(1, \"?\", true)', repeat: expr, repeat-expr: 2}
",
            ),
            (
                "text.ksy",
                "
meta: {id: text, encoding: ASCII}
params:
- {id: len, type: u4}
- {id: mark, type: str}
- {id: twice, type: bool}
seq:
- {id: s, type: str, size: len}
instances:
  all: {value: 's + mark + (twice ? mark : \"\")'}
",
            ),
        ],
        b"\x02hixy",
        &[
            ("a.as<text>.all", r#""hi!""#),
            ("list[1].as<text>.all", r#""y??""#),
            ("a.as<text>.len", "2"),
        ],
    );
}

#[test]
fn opaque_external_type_with_parent() {
    // Its parent and root are its own file's, as with an import.
    check_files(
        &[
            ("main.ksy", MAIN),
            (
                "elsewhere.ksy",
                "
meta: {id: elsewhere}
seq: [{id: x, type: u1}, {id: in, type: inner}]
types:
  inner:
    instances:
      up: {value: _parent.x}
      top: {value: _root.x}
",
            ),
        ],
        &[7, 2],
        &[
            ("a.as<elsewhere>.in.up", "7"),
            ("a.as<elsewhere>.in.top", "7"),
            ("b", "2"),
        ],
    );
}

#[test]
fn in_a_switch_and_in_an_array() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, ks-opaque-types: true}
seq:
- id: a
  type: {switch-on: _index, cases: {0: elsewhere, 1: own}}
  repeat: expr
  repeat-expr: 2
types:
  own: {seq: [{id: y, type: u1}]}
",
            ),
            (
                "elsewhere.ksy",
                "{meta: {id: elsewhere}, seq: [{id: x, type: u1}]}",
            ),
        ],
        &[1, 2],
        &[("a[0].as<elsewhere>.x", "1"), ("a[1].as<own>.y", "2")],
    );
}

#[test]
fn found_nowhere() {
    let compiled = compiled_files(&[("main.ksy", MAIN)]);
    // Nothing can be read of it, but the grammar is none the worse.
    assert!(compiled.schema.is_some(), "{:?}", compiled.problems);
}
