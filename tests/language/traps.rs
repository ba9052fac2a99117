//! What implementations of the language most often get wrong, one test each.

use crate::harness::{check_all, check_error, check_fault, check_files, check_rejected};

#[test]
fn trap_01_padding_that_is_the_terminator_is_not_stripped() {
    check_all(
        "
seq:
- {id: a, size: 5, terminator: 0x40, pad-right: 0x40, include: true}
- {id: b, type: str, size: 5, terminator: 0x40, pad-right: 0x40, include: true}
- {id: c, type: part, size: 5, terminator: 0x40, pad-right: 0x40, include: true}
- {id: d, type: str, size-eos: true, terminator: 0x40, pad-right: 0x40, include: true}
types: {part: {seq: [{id: x, type: str, size-eos: true}]}}
",
        b"ab@@@cd@@@ef@@@gh@@",
        &[
            ("a", r#"{"bytes":"616240"}"#),
            ("b", r#""cd@""#),
            ("c.x", r#""ef@""#),
            ("d", r#""gh@""#),
        ],
    );
}

#[test]
fn trap_02_include_and_consume_skip_the_terminator_once() {
    check_all(
        "
seq:
- {id: a, terminator: 0x3b, include: true, consume: true}
- {id: b, type: str, terminator: 0x3b, include: true}
- {id: c, type: part, terminator: 0x3b, include: true}
- {id: list, terminator: 0x3b, include: true, repeat: expr, repeat-expr: 2}
- {id: parts, type: part, terminator: 0x3b, include: true, repeat: eos}
types: {part: {seq: [{id: x, type: str, size-eos: true}]}}
",
        b"a;b;c;d;;e;f;",
        &[
            ("a", r#"{"bytes":"613b"}"#),
            ("b", r#""b;""#),
            ("c.x", r#""c;""#),
            ("list", r#"[{"bytes":"643b"},{"bytes":"3b"}]"#),
            ("parts[0].x", r#""e;""#),
            ("parts[1].x", r#""f;""#),
            ("parts.size", "2"),
        ],
    );
}

#[test]
fn trap_03_wide_terminators_lie_at_even_offsets_only() {
    check_all(
        "
meta: {id: main, encoding: UTF-16LE}
seq:
- {id: a, type: strz}
- {id: b, type: strz, size: 8}
- {id: c, type: strz, encoding: UTF-32LE}
",
        b"\x41\x00\x00\x02\0\0\x00\x03\x00\x04\0\0zz\0\0\x01\0\0\0\0\0",
        &[
            ("a", "\"A\u{200}\""),
            ("b", "\"\u{300}\u{400}\""),
            ("c.length", "1"),
        ],
    );
}

#[test]
fn trap_04_integers_that_a_float_cannot_hold() {
    check_all(
        "
seq:
- {id: a, type: u8}
- {id: b, type: b4}
- {id: c, type: b60be}
- {id: d, type: u8, enum: e}
enums: {e: {18446744073709551614: nearly, 9007199254740993: odd}}
instances:
  literal: {value: 9007199254740993}
",
        &[
            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        ],
        &[
            ("a", "18446744073709551615"),
            ("a - 1 == d.to_i", "true"),
            ("c", "1152921504606846975"),
            (
                "d",
                r#"{"enum":"e","name":"nearly","value":18446744073709551614}"#,
            ),
            ("literal", "9007199254740993"),
        ],
    );
}

#[test]
fn trap_05_division_floors_and_to_i_truncates() {
    check_all(
        "
seq: [{id: n, type: s4}, {id: f, type: f4}]
",
        b"\x9b\xff\xff\xff\0\0\x60\xc0",
        &[
            ("n", "-101"),
            ("n / 10", "-11"),
            ("n % 10", "9"),
            ("f", "-3.5"),
            ("f.to_i", "-3"),
        ],
    );
}

#[test]
fn trap_06_instances_are_lazy() {
    // `here` is where the stream stands when it is first asked for.
    check_all(
        "
seq:
- {id: a, type: item, repeat: expr, repeat-expr: 2}
- {id: b, type: u1, repeat: until, repeat-until: here == 3 or _ == 9}
types:
  item: {seq: [{id: x, type: u1}], instances: {at: {value: _io.pos}}}
instances:
  here: {value: _io.pos}
",
        &[1, 2, 3, 4],
        &[
            ("b", "[3]"),
            ("here", "3"),
            ("a[0].at", "3"),
            ("a[1].at", "3"),
        ],
    );
}

#[test]
fn trap_07_instances_give_the_position_back() {
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: part, type: part, size: 2}
- {id: b, size: far}
- {id: c, size: elsewhere}
- {id: d, size: 'none == 1 ? 0 : 1', if: a == 9}
- {id: e, type: u1}
instances:
  far: {pos: 0, type: u1}
  elsewhere: {io: part._io, pos: 1, type: {switch-on: a, cases: {1: u1}}}
  none: {pos: 5000, type: u1, if: a == 9}
types: {part: {seq: [{id: x, type: u1}]}}
",
        &[1, 7, 1, 2, 3, 4],
        &[
            ("b", r#"{"bytes":"02"}"#),
            ("c", r#"{"bytes":"03"}"#),
            ("e", "4"),
            ("none", "null"),
        ],
    );
}

#[test]
fn trap_08_byte_arrays_are_not_integer_arrays() {
    check_all(
        "
seq:
- {id: raw, size: 2, repeat: until, 'repeat-until': '_ == [7, 8]'}
- {id: list, type: u1, repeat: expr, repeat-expr: 2}
- {id: t, type: 't(list)'}
types:
  t: {params: [{id: p, type: 'u1[]'}], instances: {last: {value: 'p[1]'}}}
",
        &[1, 2, 7, 8, 5, 6],
        &[
            ("raw.size", "2"),
            ("list", "[5,6]"),
            ("t.last", "6"),
            ("[list[0], 6].as<bytes>", r#"{"bytes":"0506"}"#),
            ("[list[0] + 0, 6]", "[5,6]"),
        ],
    );
    check_rejected(
        "
seq: [{id: raw, size: 2}]
instances: {x: {value: 'raw == [1, 2 + 0]'}}
",
        "/instances/x/value",
        "",
    );
}

#[test]
fn trap_09_roots_stop_at_imports_and_pass_through_recursion() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: leaf}
seq:
- {id: n, type: u1}
- {id: next, type: main, if: n > 1}
- {id: leaf, type: leaf, if: n == 1}
- {id: orphan, type: orphan, parent: false, if: n == 3}
instances:
  top: {value: _root.n}
types:
  orphan: {instances: {top: {value: _root.n}}}
",
            ),
            (
                "leaf.ksy",
                "
meta: {id: leaf}
seq: [{id: m, type: u1}, {id: in, type: inner}]
types:
  inner: {instances: {top: {value: _root.m}, up: {value: _parent.m}}}
",
            ),
        ],
        &[3, 2, 1, 9],
        &[
            ("next.next.top", "3"),
            ("next.next.leaf.in.top", "9"),
            ("next.next.leaf.in.up", "9"),
            ("next.next.leaf._parent", "null"),
            ("orphan._parent", "null"),
            ("orphan.top", "3"),
        ],
    );
}

#[test]
fn trap_10_a_switch_without_a_match() {
    check_all(
        "
seq:
- id: sized
  size: 1
  type: {switch-on: _index, cases: {1: part}}
  repeat: expr
  repeat-expr: 2
- {id: unsized, type: {switch-on: 5, cases: {1: part}}}
- {id: to_end, size-eos: true, type: {switch-on: 5, cases: {1: part}}}
types: {part: {seq: [{id: x, type: u1}]}}
",
        &[1, 2, 3, 4],
        &[
            ("sized", r#"[{"bytes":"01"},{"x":2}]"#),
            ("unsized", "null"),
            ("to_end", r#"{"bytes":"0304"}"#),
        ],
    );
}

#[test]
fn trap_11_unknown_enum_values_live_on() {
    check_all(
        "
seq: [{id: a, type: u1, enum: e}]
enums: {e: {1: one}}
",
        &[99],
        &[
            ("a", r#"{"enum":"e","name":null,"value":99}"#),
            ("a.to_i * 2", "198"),
            ("a == e::one", "false"),
        ],
    );
    check_fault(
        "
seq: [{id: a, type: u1, enum: e, valid: {in-enum: true}}]
enums: {e: {1: one}}
",
        &[99],
        "validation-not-in-enum /seq/0",
        "99",
        &[("a.to_i", "99")],
    );
}

#[test]
fn trap_12_bit_fields() {
    check_all(
        "
seq:
- {id: a, type: b1}
- {id: b, type: b1, enum: e}
- {id: at, type: b2, if: _io.pos == 1 and not _io.eof}
- {id: nothing, size: 0}
- {id: c, type: b4}
- {id: rest, type: b1, repeat: eos}
enums: {e: {1: yes}}
",
        &[0b1110_1111, 0b0101_1001],
        &[
            ("a", "true"),
            ("b.to_i", "1"),
            ("at", "2"),
            ("c", "5"),
            ("rest", "[true,false,false,true]"),
        ],
    );
    check_fault(
        "seq: [{id: a, type: b6}, {id: b, type: b19}]",
        &[0, 0],
        "unexpected-eof /seq/1",
        "3 bytes wanted, only 1 left",
        &[("a", "0")],
    );
}

#[test]
fn trap_13_a_computed_byte_order_is_each_object_s_own() {
    let grammar = "
meta: {id: main}
seq: [{id: a, type: doc, repeat: expr, repeat-expr: 2}]
types:
  doc:
    seq: [{id: mark, type: u1}, {id: body, type: body}]
  body:
    meta: {endian: {switch-on: _parent.mark, cases: {1: le, 2: be}}}
    seq: [{id: x, type: u2}, {id: in, type: inner}]
    instances: {again: {pos: 1, type: u2}}
    types:
      inner:
        seq: [{id: y, type: u2}]
        instances: {again: {pos: 1, type: u2}}
";
    check_all(
        grammar,
        b"\x01\x01\0\x02\0\x02\0\x01\0\x02",
        &[
            ("a[0].body.x", "1"),
            ("a[0].body.in.y", "2"),
            ("a[1].body.x", "1"),
            ("a[1].body.in.y", "2"),
            ("a[0].body.again", "1"),
            ("a[1].body.again", "256"),
            ("a[1].body.in.again", "256"),
        ],
    );
    check_fault(
        grammar,
        b"\x01\x01\0\x02\0\x03\0\x01\0\x02",
        "undecided-endianness /types/body",
        "3",
        &[("a[0].body.x", "1"), ("a[1].mark", "3")],
    );
}

#[test]
fn trap_14_valid_holds_for_each_element_and_on_use() {
    let grammar = "
seq:
- {id: a, type: u1, valid: {max: 5}, repeat: expr, repeat-expr: 3}
- {id: b, contents: no, if: false}
- {type: u1, valid: 1}
instances:
  magic: {pos: 0, contents: [1, 2]}
";
    check_all(
        grammar,
        &[1, 2, 5, 1],
        &[
            ("a", "[1,2,5]"),
            ("b", "null"),
            ("magic", r#"{"bytes":"0102"}"#),
        ],
    );
    check_fault(
        grammar,
        &[1, 6, 5, 1],
        "validation-greater-than /seq/0",
        "6",
        &[],
    );
    check_fault(
        grammar,
        &[1, 2, 5, 2],
        "validation-not-equal /seq/2",
        "2",
        &[],
    );
    check_error(
        grammar,
        &[3, 2, 5, 1],
        "magic",
        "validation-not-equal /instances/magic",
        "03 02",
    );
}

#[test]
fn trap_15_arguments_are_evaluated_for_each_element() {
    check_all(
        "
seq:
- {id: a, size: 1, process: 'xor(_io.pos)', repeat: expr, repeat-expr: 3}
- {id: b, type: 't(_index, _io.pos)', repeat: expr, repeat-expr: 2}
- id: c
  type: {switch-on: '_io.pos % 2', cases: {0: u1, 1: u2}}
  repeat: expr
  repeat-expr: 2
types:
  t:
    params: [{id: i, type: u1}, {id: pos, type: u1}]
    seq: [{id: x, type: u1}]
",
        &[0, 0, 0, 7, 8, 1, 0, 2, 0],
        &[
            ("a", r#"[{"bytes":"01"},{"bytes":"02"},{"bytes":"03"}]"#),
            ("b[0]", r#"{"x":7}"#),
            ("b[0].pos", "3"),
            ("b[1].i", "1"),
            ("b[1].pos", "4"),
            ("c", "[1,2]"),
        ],
    );
}
