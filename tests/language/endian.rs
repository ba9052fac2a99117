//! Default byte orders, fixed and decided by the data.

use crate::harness::{check, check_all, check_fault, check_files, check_rejected};

#[test]
fn nested_types_take_the_order_of_the_type_around() {
    check_all(
        "
meta: {id: main, endian: be}
seq:
- {id: a, type: plain}
- {id: b, type: other}
types:
  plain: {seq: [{id: x, type: u2}]}
  other:
    meta: {endian: le}
    seq: [{id: x, type: u2}, {id: deep, type: deep}]
    types:
      deep: {seq: [{id: x, type: u2}]}
",
        b"\0\x01\0\x01\0\x01",
        &[("a.x", "1"), ("b.x", "256"), ("b.deep.x", "256")],
    );
}

#[test]
fn the_order_is_lexical_and_not_of_the_reader() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, endian: le, imports: other}
seq: [{id: a, type: other}]
",
            ),
            (
                "other.ksy",
                "{meta: {id: other, endian: be}, seq: [{id: x, type: u2}]}",
            ),
        ],
        b"\0\x01",
        &[("a.x", "1")],
    );
    // A type defined here and read from a type with another order.
    check(
        "
meta: {id: main, endian: be}
seq: [{id: a, type: outer}]
types:
  outer:
    meta: {endian: le}
    seq: [{id: b, type: inner}]
  inner: {seq: [{id: x, type: u2}]}
",
        b"\0\x01",
        "a.b.x",
        "1",
    );
}

const SWITCHED: &str = "
meta: {id: main}
seq: [{id: a, type: doc, repeat: eos}]
types:
  doc:
    meta:
      endian:
        switch-on: mark
        cases:
          '[0x49, 0x49]': le
          '[0x4d, 0x4d]': be
    seq:
    - {id: x, type: u2}
    - {id: fixed, type: u2be}
    - {id: b, type: inner}
    instances:
      mark: {pos: _io.pos - _io.pos, size: 2}
      far: {pos: 2, type: u2}
    types:
      inner:
        seq: [{id: x, type: u2}]
        instances: {far: {pos: 2, type: u2}}
";

#[test]
fn decided_by_the_data() {
    let cases = [
        ("a[0].fixed", "1"),
        ("a[0].x", "19789"),
        ("a[0].b.x", "2"),
        ("a[0].far", "1"),
        ("a[0].b.far", "1"),
    ];
    check_all(SWITCHED, b"MM\0\x01\0\x02", &cases);
    let cases = [
        ("a[0].fixed", "1"),
        ("a[0].x", "18761"),
        ("a[0].b.x", "512"),
        ("a[0].far", "256"),
        ("a[0].b.far", "256"),
    ];
    check_all(SWITCHED, b"II\0\x01\0\x02", &cases);
}

#[test]
fn decided_for_each_object() {
    check_all(
        "
meta: {id: main}
seq:
- {id: a, type: 'item', repeat: expr, repeat-expr: 2}
types:
  item:
    seq:
    - {id: mark, type: u1}
    - {id: body, type: body}
    types:
      body:
        meta:
          endian: {switch-on: _parent.mark, cases: {1: le, 2: be}}
        seq: [{id: x, type: u2}]
",
        b"\x01\0\x01\x02\0\x01",
        &[("a[0].body.x", "256"), ("a[1].body.x", "1")],
    );
}

#[test]
fn no_case_fits() {
    check_fault(
        SWITCHED,
        b"XX\0\x01\0\x02",
        "undecided-endianness /types/doc",
        "58 58",
        &[],
    );
}

#[test]
fn no_case_fits_though_nothing_needs_the_order() {
    check_fault(
        "
meta: {id: main}
seq:
- {id: n, type: u1}
- {id: a, type: t}
types:
  t:
    meta: {endian: {switch-on: _parent.n, cases: {1: le}}}
    seq: [{id: x, type: u2be}]
",
        b"\x05\0\x01",
        "undecided-endianness /types/t",
        "5",
        &[("n", "5")],
    );
}

#[test]
fn the_default_case() {
    let grammar = "
meta: {id: main}
seq:
- {id: n, type: u1}
- {id: a, type: t}
types:
  t:
    meta: {endian: {switch-on: _root.n, cases: {_: le, 7: be}}}
    seq: [{id: x, type: u2}]
";
    check(grammar, b"\x07\0\x01", "a.x", "1");
    check(grammar, b"\x00\0\x01", "a.x", "256");
}

#[test]
fn decided_for_the_whole_file() {
    let grammar = "
meta:
  id: main
  endian: {switch-on: mark, cases: {1: le, 2: be}}
seq:
- {id: skipped, type: u1}
- {id: x, type: u2}
- {id: t, type: t}
instances:
  mark: {pos: 0, type: u1}
types:
  t: {seq: [{id: x, type: u4}]}
";
    check_all(
        grammar,
        b"\x01\0\x01\0\0\0\x02",
        &[("x", "256"), ("t.x", "33554432")],
    );
    check_all(
        grammar,
        b"\x02\0\x01\0\0\0\x02",
        &[("x", "1"), ("t.x", "2")],
    );
    check_fault(
        grammar,
        b"\x03\0\x01\0\0\0\x02",
        "undecided-endianness ",
        "3",
        &[],
    );
}

#[test]
fn a_nested_type_may_fix_what_is_switched_around_it() {
    check_all(
        "
meta:
  id: main
  endian: {switch-on: 1, cases: {1: le}}
seq: [{id: t, type: t}]
types:
  t:
    meta: {endian: be}
    seq: [{id: x, type: u2}, {id: u, type: u}]
    types: {u: {seq: [{id: x, type: u2}]}}
",
        b"\0\x01\0\x01",
        &[("t.x", "1"), ("t.u.x", "1")],
    );
}

#[test]
fn strings_decide_as_well() {
    check(
        "
meta:
  id: main
  encoding: ASCII
  endian:
    switch-on: mark
    cases:
      '\"LE\"': le
      '\"BE\"': be
seq: [{id: skipped, size: 2}, {id: x, type: u2}]
instances:
  mark: {pos: 0, type: str, size: 2}
",
        b"BE\0\x01",
        "x",
        "1",
    );
}

#[test]
fn orders_have_names() {
    check_rejected("meta: {id: main, endian: little}", "/meta/endian", "le");
    check_rejected(
        "meta: {id: main, bit-endian: middle}",
        "/meta/bit-endian",
        "le",
    );
    check_rejected(
        "meta: {id: main, endian: {switch-on: 1, cases: {1: up}}}",
        "/meta/endian/cases/1",
        "le",
    );
    check_rejected(
        "meta: {id: main, endian: {switch-on: 1}}",
        "/meta/endian",
        "cases",
    );
    check_rejected(
        "meta: {id: main, endian: {switch-on: nothing, cases: {1: le}}}",
        "/meta/endian/switch-on",
        "nothing",
    );
    check_rejected(
        "meta: {id: main, bit-endian: {switch-on: 1, cases: {1: le}}}",
        "/meta/bit-endian",
        "",
    );
}
