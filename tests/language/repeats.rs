//! Repetition: by count, to the end, until a condition.

use crate::harness::{
    check, check_all, check_error, check_fault, check_rejected, compiled, schema_of, whole,
};
use pretty_assertions::assert_eq;

#[test]
fn by_count() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: u2, repeat: expr, repeat-expr: n}
- {id: b, type: u1}
",
        b"\x02\x01\0\x02\0\x09",
        &[("a", "[1,2]"), ("a.size", "2"), ("b", "9")],
    );
}

#[test]
fn no_elements() {
    let grammar = "
seq:
- {id: a, type: u1, repeat: expr, repeat-expr: 0}
- {id: b, type: u1, repeat: eos}
";
    check_all(grammar, b"", &[("a", "[]"), ("b", "[]"), ("a.size", "0")]);
    check_error(grammar, b"", "a.first", "expression", "no elements");
    check_error(grammar, b"", "a[0]", "expression", "no elements");
    check_error(grammar, b"", "a.max", "expression", "no elements");
}

#[test]
fn to_the_end() {
    check_all(
        "
seq:
- {id: lead, type: u1}
- {id: a, type: u2, repeat: eos}
",
        b"\x00\x01\0\x02\0",
        &[("a", "[1,2]"), ("_io.eof", "true")],
    );
    check_fault(
        "seq: [{id: a, type: u2, repeat: eos}]",
        b"\x01\0\x02",
        "unexpected-eof /seq/0",
        "2 bytes wanted, only 1 left",
        &[("a.size", "1"), ("a[0]", "1")],
    );
}

#[test]
fn to_the_end_of_the_own_stream() {
    check_all(
        "
seq:
- {id: a, type: part, size: 3}
- {id: b, type: u1}
types:
  part: {seq: [{id: x, type: u1, repeat: eos}]}
",
        b"\x01\x02\x03\x04",
        &[("a.x", "[1,2,3]"), ("b", "4")],
    );
}

#[test]
fn until_keeps_the_last() {
    check_all(
        "
seq:
- {id: a, type: s1, repeat: until, repeat-until: _ < 0}
- {id: b, type: u1}
",
        b"\x05\x06\xff\x09",
        &[("a", "[5,6,-1]"), ("b", "9")],
    );
}

#[test]
fn until_never_comes() {
    check_fault(
        "seq: [{id: a, type: u1, repeat: until, repeat-until: _ == 0}]",
        b"\x01\x02",
        "unexpected-eof /seq/0",
        "1 byte wanted, only 0 left",
        &[("a.size", "2"), ("a[1]", "2")],
    );
}

#[test]
fn until_over_objects_strings_and_bytes() {
    check_all(
        "
seq:
- {id: a, type: pair, repeat: until, repeat-until: _.x == _.y}
- {id: b, type: strz, repeat: until, repeat-until: _ == \"end\"}
- {id: c, size: 2, repeat: until, 'repeat-until': '_ == [0, 0]'}
- {id: d, terminator: 0x2c, repeat: until, repeat-until: _.length == 0}
types:
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
",
        b"\x01\x02\x03\x03ab\0end\0\x01\0\0\0xy,z,,",
        &[
            ("a.size", "2"),
            ("b", r#"["ab","end"]"#),
            ("c", r#"[{"bytes":"0100"},{"bytes":"0000"}]"#),
            ("d", r#"[{"bytes":"7879"},{"bytes":"7a"},{"bytes":""}]"#),
        ],
    );
}

#[test]
fn until_may_look_at_fields_the_stream_and_the_index() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: u1, repeat: until, repeat-until: _index == n - 1}
- {id: b, type: u1, repeat: until, repeat-until: _io.eof}
",
        b"\x02\x0a\x0b\x0c\x0d",
        &[("a", "[10,11]"), ("b", "[12,13]")],
    );
}

#[test]
fn the_index_counts_from_zero() {
    check_all(
        "
seq:
- {id: a, size: _index + 1, repeat: expr, repeat-expr: 3}
- {id: b, type: with(_index), repeat: expr, repeat-expr: 2}
- id: c
  type:
    switch-on: _index
    cases: {0: u1, 1: u2}
  repeat: expr
  repeat-expr: 2
- {id: d, size: 1, process: xor(_index), repeat: expr, repeat-expr: 3}
types:
  with:
    params: [{id: n, type: u1}]
    seq: [{id: x, size: n}]
",
        b"abbcccX\x05\x06\x00AAA",
        &[
            (
                "a",
                r#"[{"bytes":"61"},{"bytes":"6262"},{"bytes":"636363"}]"#,
            ),
            ("b[0].n", "0"),
            ("b[1].n", "1"),
            ("b[1].x", r#"{"bytes":"58"}"#),
            ("c", "[5,6]"),
            ("d", r#"[{"bytes":"41"},{"bytes":"40"},{"bytes":"43"}]"#),
        ],
    );
}

#[test]
fn the_index_inside_an_element_is_not_the_array_s() {
    check_rejected("seq: [{id: a, size: _index}]", "/seq/0/size", "_index");
}

#[test]
fn elements_of_any_size() {
    let grammar = "
seq: [{id: a, type: item, repeat: eos}]
types:
  item:
    seq:
    - {id: len, type: u1}
    - {id: body, type: str, size: len}
";
    check_all(
        grammar,
        b"\x01a\x00\x03bcd",
        &[
            ("a.size", "3"),
            ("a[0].body", r#""a""#),
            ("a[1].body", r#""""#),
            ("a.last.body", r#""bcd""#),
        ],
    );
}

#[test]
fn first_last_least_greatest() {
    let grammar = "
seq:
- {id: a, type: s1, repeat: eos}
instances:
  span: {value: a.max - a.min}
";
    check_all(
        grammar,
        b"\x05\xfe\x7f",
        &[
            ("a.first", "5"),
            ("a.last", "127"),
            ("a.min", "-2"),
            ("a.max", "127"),
            ("span", "129"),
        ],
    );
    check_error(grammar, b"\x05", "a[1]", "expression", "index 1");
    check_error(grammar, b"\x05", "a[-1]", "expression", "index -1");
}

#[test]
fn an_array_ends_at_the_element_that_fails() {
    check_fault(
        "
seq: [{id: a, type: item, repeat: expr, repeat-expr: 5}]
types:
  item: {seq: [{id: x, type: u1}, {id: y, type: u2}]}
",
        b"\x01\x02\0\x03",
        "unexpected-eof /types/item/seq/1",
        "2 bytes wanted, only 0 left",
        &[("a.size", "2"), ("a[0].y", "2"), ("a[1].x", "3")],
    );
}

#[test]
fn an_element_is_not_there_while_it_is_read() {
    check_all(
        "
seq: [{id: a, type: item(_index), repeat: expr, repeat-expr: 3}]
types:
  item:
    params: [{id: i, type: u1}]
    seq:
    - {id: x, size: '_parent.a.size'}
    instances:
      before: {value: 'i == 0 ? -1 : _parent.a[i - 1].i'}
",
        b"abb",
        &[
            ("a[0].x", r#"{"bytes":""}"#),
            ("a[1].x", r#"{"bytes":"61"}"#),
            ("a[2].x", r#"{"bytes":"6262"}"#),
            ("a[2].before", "1"),
        ],
    );
}

/// Elements of a type read many times, the last of which must be where it is:
#[test]
fn a_negative_count_is_none() {
    check_all(
        "
seq:
- {id: n, type: s1}
- {id: a, type: u1, repeat: expr, repeat-expr: n}
- {id: b, type: u1}
",
        b"\xfe\x05",
        &[("a", "[]"), ("b", "5")],
    );
}

#[test]
fn a_count_beyond_the_end() {
    check_fault(
        "seq: [{id: a, type: u1, repeat: expr, repeat-expr: 5}]",
        b"\x01\x02",
        "unexpected-eof /seq/0",
        "1 byte wanted, only 0 left",
        &[("a.size", "2"), ("a[1]", "2")],
    );
}

#[test]
fn keys_that_belong_together() {
    check_rejected(
        "seq: [{id: a, type: u1, repeat: expr}]",
        "/seq/0/repeat",
        "repeat-expr",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat: until}]",
        "/seq/0/repeat",
        "repeat-until",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat-expr: 1}]",
        "/seq/0/repeat-expr",
        "repeat: expr",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat: eos, repeat-expr: 1}]",
        "/seq/0/repeat-expr",
        "eos",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat: forever}]",
        "/seq/0/repeat",
        "forever",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat: expr, repeat-expr: '\"x\"'}]",
        "/seq/0/repeat-expr",
        "integer",
    );
    check_rejected(
        "seq: [{id: a, type: u1, repeat: until, repeat-until: _}]",
        "/seq/0/repeat-until",
        "boolean",
    );
}

#[test]
fn a_repeated_instance() {
    check_all(
        "
seq: [{id: n, type: u1}]
instances:
  a: {pos: 1, type: u1, repeat: expr, repeat-expr: n}
  b: {pos: 2, type: u1, repeat: eos}
  c: {pos: 0, type: u1, repeat: until, repeat-until: _ == 7}
",
        b"\x02\x05\x06\x07",
        &[
            ("a", "[5,6]"),
            ("b", "[6,7]"),
            ("c", "[2,5,6,7]"),
            ("_io.pos", "1"),
        ],
    );
}

#[test]
fn a_repeated_value_instance_is_rejected() {
    check_rejected(
        "instances: {a: {value: 1, repeat: eos}}",
        "/instances/a/repeat",
        "repeat",
    );
}

#[test]
fn an_absent_array() {
    check(
        "seq: [{id: a, type: u1, repeat: eos, if: false}]",
        b"",
        "a",
        "null",
    );
}

#[test]
fn the_position_in_elements_that_are_not_read_yet() {
    let grammar = "
seq: [{id: a, type: part, size: 4, repeat: expr, repeat-expr: 2}]
types:
  part:
    seq: [{id: x, type: u1}]
    instances: {left: {value: _io.size - _io.pos}, next: {type: u1}}
";
    check_all(
        grammar,
        b"abcdefgh",
        &[
            ("a[1].left", "3"),
            ("a[0]._io.pos", "1"),
            ("a[1].next", "102"),
        ],
    );
    assert_eq!(
        whole(&schema_of(compiled(grammar)), b"abcdefgh"),
        r#"{"a":[{"x":97,"left":3,"next":98},{"x":101,"left":3,"next":102}]}"#
    );
}
