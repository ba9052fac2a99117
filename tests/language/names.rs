//! Names: how identifiers are written, and where types are found.

use crate::harness::{check, check_all, check_rejected};

#[test]
fn names_are_unique_over_all_members() {
    check_rejected(
        "
seq: [{id: a, type: u1}]
instances: {a: {value: 1}}
",
        "/instances/a",
        "a",
    );
    check_rejected(
        "
seq: [{id: a, type: u1}, {id: a, type: u1}]
",
        "/seq/1/id",
        "a",
    );
    check_rejected(
        "
params: [{id: a, type: u1}]
seq: [{id: a, type: u1}]
",
        "/seq/0/id",
        "a",
    );
    check_rejected(
        "
params: [{id: a, type: u1}, {id: a, type: u1}]
",
        "/params/1/id",
        "a",
    );
}

#[test]
fn identifiers() {
    for id in ["A", "1a", "_a", "a-b", "a b", "\u{e9}", "aB", "''"] {
        check_rejected(&format!("seq: [{{id: {id}, type: u1}}]"), "/seq/0/id", "");
    }
    check("seq: [{id: a_1__b, type: u1}]", &[5], "a_1__b", "5");
    check_rejected("types: {Foo: {}}", "/types/Foo", "Foo");
    check_rejected("instances: {Foo: {value: 1}}", "/instances/Foo", "Foo");
    check_rejected("params: [{id: Foo, type: u1}]", "/params/0/id", "Foo");
    check_rejected("meta: {id: Foo}", "/meta/id", "Foo");
}

#[test]
fn identifiers_that_yaml_reads_as_something_else() {
    check_all(
        "
seq:
- {id: y, type: u1}
- {id: no, type: u1}
- {id: on, type: u1}
",
        &[1, 2, 3],
        &[("y + no + on", "6")],
    );
}

#[test]
fn entries_without_id_are_numbered() {
    check_all(
        "
seq:
- {type: u1}
- {id: a, type: u1}
- {type: u2}
",
        &[1, 2, 3, 0],
        &[("_unnamed0", "1"), ("a", "2"), ("_unnamed2", "3")],
    );
}

#[test]
fn types_are_looked_up_from_the_inside_out() {
    check_all(
        "
seq:
- {id: a, type: outer}
- {id: b, type: t}
types:
  t: {seq: [{id: far, type: u1}]}
  outer:
    seq:
    - {id: c, type: t}
    - {id: d, type: inner}
    types:
      t: {seq: [{id: near, type: u1}]}
      inner:
        seq: [{id: e, type: t}, {id: f, type: 'main::t'}, {id: g, type: sibling}]
  sibling: {seq: [{id: x, type: u1}]}
",
        &[1, 2, 3, 4, 5],
        &[
            ("a.c.near", "1"),
            ("a.d.e.near", "2"),
            ("a.d.f.far", "3"),
            ("a.d.g.x", "4"),
            ("b.far", "5"),
        ],
    );
}

#[test]
fn a_path_goes_down_from_where_its_first_word_is_found() {
    check_all(
        "
seq:
- {id: a, type: 'x::y'}
- {id: b, type: 'main::x::y'}
- {id: c, type: x}
types:
  x:
    seq: [{id: d, type: y}]
    types:
      y: {seq: [{id: n, type: u1}]}
",
        &[1, 2, 3],
        &[("a.n", "1"), ("b.n", "2"), ("c.d.n", "3")],
    );
    check_rejected(
        "
seq: [{id: a, type: y}]
types: {x: {types: {y: {}}}}
",
        "/seq/0/type",
        "y",
    );
    check_rejected(
        "
seq: [{id: a, type: 'x::z'}]
types: {x: {}}
",
        "/seq/0/type",
        "x::z",
    );
}

#[test]
fn a_type_called_like_the_file() {
    check_all(
        "
seq: [{id: a, type: main}]
types: {main: {seq: [{id: x, type: u1}]}}
",
        &[7],
        &[("a.x", "7")],
    );
}

#[test]
fn a_type_can_be_used_inside_itself() {
    check_all(
        "
seq: [{id: a, type: list}]
types:
  list:
    seq:
    - {id: value, type: u1}
    - {id: next, type: list, if: value != 0}
",
        &[2, 1, 0],
        &[("a.next.next.value", "0"), ("a.next.next.next", "null")],
    );
}

#[test]
fn an_unknown_type_is_guessed() {
    check_rejected(
        "
seq: [{id: a, type: heder}]
types: {header: {}}
",
        "/seq/0/type",
        "header",
    );
}

#[test]
fn fields_may_have_names_that_expressions_use() {
    check_all(
        "
seq:
- {id: size, type: u1}
- {id: length, type: u1}
- {id: a, size: size + length}
- {id: t, type: t}
types:
  t: {seq: [{id: first, type: u1}, {id: to_s, type: u1}]}
",
        b"\x01\x01xy\x05\x06",
        &[
            ("a", r#"{"bytes":"7879"}"#),
            ("t.first", "5"),
            ("t.to_s", "6"),
        ],
    );
}
