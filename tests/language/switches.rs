//! Type switches: what is compared, what is read, and what happens when no case
//! fits.

use crate::harness::{check, check_all, check_fault};

#[test]
fn on_an_integer() {
    let grammar = "
seq:
- {id: code, type: u1}
- id: body
  type:
    switch-on: code
    cases:
      1: u2
      0x10: one
      -1: u1
types:
  one: {seq: [{id: x, type: strz}]}
";
    check(grammar, b"\x01\x05\x00", "body", "5");
    check(grammar, b"\x10hi\0", "body.as<one>.x", r#""hi""#);
    check(grammar, b"\x03", "body", "null");
}

#[test]
fn negative_cases() {
    check(
        "
seq:
- {id: code, type: s1}
- id: body
  type: {switch-on: code, cases: {-1: u1, -2: u2}}
",
        b"\xfe\x05\x01",
        "body",
        "261",
    );
}

#[test]
fn on_an_enum() {
    let grammar = "
seq:
- {id: code, type: u1, enum: kind}
- id: body
  type:
    switch-on: code
    cases:
      kind::number: u4
      kind::text: strz
enums:
  kind: {7: number, 9: text}
";
    check(grammar, b"\x07\x01\0\0\0", "body", "1");
    check(grammar, b"\x09a\0", "body", r#""a""#);
    check(grammar, b"\x08", "body", "null");
}

#[test]
fn on_a_string() {
    let grammar = "
seq:
- {id: code, type: str, size: 1}
- id: body
  type:
    switch-on: code
    cases:
      '\"I\"': u1
      '\"S\"': strz
      _: u2
";
    check(grammar, b"I\x05", "body", "5");
    check(grammar, b"Sa\0", "body", r#""a""#);
    check(grammar, b"X\x05\x01", "body", "261");
}

#[test]
fn on_bytes() {
    let grammar = "
seq:
- {id: code, size: 2}
- id: body
  type:
    switch-on: code
    cases:
      '[1, 2]': u1
      '[0x61, 0x62]': u2
";
    check(grammar, b"\x01\x02\x07", "body", "7");
    check(grammar, b"ab\x07\x01", "body", "263");
    check(grammar, b"zz", "body", "null");
}

#[test]
fn on_a_boolean() {
    let grammar = "
seq:
- {id: wide, type: u1}
- id: body
  type:
    switch-on: wide != 0
    cases: {true: u2, false: u1}
";
    check(grammar, b"\x01\x05\x01", "body", "261");
    check(grammar, b"\x00\x05\x01", "body", "5");
}

#[test]
fn the_default_case() {
    let grammar = "
seq:
- {id: code, type: u1}
- {id: body, type: {switch-on: code, cases: {_: u1, 1: u2}}}
";
    check(grammar, b"\x01\x05\x01", "body", "261");
    check(grammar, b"\x02\x05", "body", "5");
}

#[test]
fn cases_are_expressions() {
    check(
        "
seq:
- {id: code, type: u1}
- {id: other, type: u1}
- {id: body, type: {switch-on: code, cases: {other: u1, other + 1: u2}}}
",
        b"\x03\x02\x05\x01",
        "body",
        "261",
    );
}

#[test]
fn no_case_without_a_size_reads_nothing() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: body, type: {switch-on: code, cases: {1: u2}}}
- {id: next, type: u1}
",
        b"\x09\x05",
        &[("body", "null"), ("next", "5")],
    );
}

#[test]
fn no_case_with_a_size_gives_the_bytes() {
    let types = "types: {one: {seq: [{id: x, type: u1}]}}";
    check_all(
        &format!(
            "
seq:
- {{id: code, type: u1}}
- {{id: body, size: 2, type: {{switch-on: code, cases: {{1: one}}}}}}
- {{id: next, type: u1}}
{types}
"
        ),
        b"\x09ab\x05",
        &[("body", r#"{"bytes":"6162"}"#), ("next", "5")],
    );
    check(
        &format!(
            "
seq:
- {{id: code, type: u1}}
- {{id: body, size-eos: true, type: {{switch-on: code, cases: {{1: one}}}}}}
{types}
"
        ),
        b"\x09ab\x05",
        "body",
        r#"{"bytes":"616205"}"#,
    );
}

#[test]
fn a_case_with_a_size_has_its_own_stream() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: body, size: 3, type: {switch-on: code, cases: {1: one}}}
- {id: next, type: u1}
types: {one: {seq: [{id: x, type: u1}], instances: {n: {value: _io.size}}}}
",
        b"\x01\x07zz\x05",
        &[
            ("body.as<one>.x", "7"),
            ("body.as<one>.n", "3"),
            ("next", "5"),
        ],
    );
}

#[test]
fn process_applies_whether_a_case_fits_or_not() {
    let grammar = "
seq:
- {id: code, type: u1}
- {id: body, size: 2, process: xor(0x20), type: {switch-on: code, cases: {1: one}}}
types: {one: {seq: [{id: x, type: u1}]}}
";
    check(grammar, b"\x01AB", "body.as<one>.x", "97");
    check(grammar, b"\x02AB", "body", r#"{"bytes":"6162"}"#);
}

#[test]
fn no_case_in_a_repetition_adds_no_element() {
    check_all(
        "
seq:
- id: a
  type: {switch-on: '_index % 2', cases: {1: u1}}
  repeat: expr
  repeat-expr: 5
- {id: next, type: u1}
",
        b"\x05\x06\x07",
        &[("a", "[5,6]"), ("next", "7")],
    );
}

#[test]
fn typed_and_raw_elements_mix() {
    check_all(
        "
seq:
- id: a
  size: 2
  type: {switch-on: '_index', cases: {1: one}}
  repeat: expr
  repeat-expr: 3
types: {one: {seq: [{id: x, type: u1}]}}
",
        b"abcdef",
        &[
            ("a[0]", r#"{"bytes":"6162"}"#),
            ("a[1].as<one>.x", "99"),
            ("a", r#"[{"bytes":"6162"},{"x":99},{"bytes":"6566"}]"#),
        ],
    );
}

#[test]
fn each_element_is_switched_for_itself() {
    check_all(
        "
seq:
- id: a
  type: item
  repeat: eos
types:
  item:
    seq:
    - {id: code, type: u1}
    - {id: body, type: {switch-on: code, cases: {1: u1, 2: u2}}}
",
        b"\x01\x05\x02\x06\x00\x01\x07",
        &[("a[0].body", "5"), ("a[1].body", "6"), ("a[2].body", "7")],
    );
}

#[test]
fn one_case_for_all_elements() {
    let grammar = "
seq:
- {id: code, type: u1}
- id: a
  type: {switch-on: code, cases: {1: xy, 2: yx}}
  repeat: expr
  repeat-expr: 2
- {id: next, type: u1}
types:
  xy: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  yx: {seq: [{id: y, type: u1}, {id: x, type: u1}]}
";
    check_all(
        grammar,
        b"\x01\x05\x06\x07\x08\x09",
        &[("a[1].as<xy>.x", "7"), ("next", "9")],
    );
    check_all(
        grammar,
        b"\x02\x05\x06\x07\x08\x09",
        &[("a[1].as<yx>.x", "8"), ("next", "9")],
    );
    check_all(grammar, b"\x03\x05", &[("a", "[]"), ("next", "5")]);
}

#[test]
fn a_switch_of_one_kind_has_that_type() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: n, type: {switch-on: code, cases: {1: u1, 2: u2, 4: u4be}}}
- {id: s, type: {switch-on: code, cases: {1: strz, _: strz}}}
instances:
  twice: {value: n * 2}
  len: {value: s.length}
",
        b"\x02\x05\x01ab\0",
        &[("twice", "522"), ("len", "2")],
    );
}

#[test]
fn integers_and_floats_in_one_switch() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: n, type: {switch-on: code, cases: {1: u1, 2: f4}}}
instances:
  more: {value: n + 1}
",
        b"\x01\x05",
        &[("n", "5"), ("more", "6")],
    );
}

#[test]
fn members_that_all_objects_have() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: body, type: {switch-on: code, cases: {1: one, 2: two}}}
types:
  one: {seq: [{id: x, type: u1}]}
  two: {seq: [{id: y, type: u2}]}
instances:
  pos: {value: body._io.pos}
",
        b"\x01\x05",
        &[("pos", "2")],
    );
}

#[test]
fn arguments_in_a_case() {
    check(
        "
seq:
- {id: code, type: u1}
- {id: body, type: {switch-on: code, cases: {1: 'part(code + 1)', _: part(0)}}}
types:
  part:
    params: [{id: n, type: u1}]
    seq: [{id: x, size: n}]
",
        b"\x01ab",
        "body.as<part>.x",
        r#"{"bytes":"6162"}"#,
    );
}

#[test]
fn bit_fields_in_a_switch() {
    check_all(
        "
seq:
- {id: code, type: u1}
- {id: a, type: {switch-on: code, cases: {1: b4, 2: b12}}}
- {id: b, type: b4}
",
        &[1, 0x5a],
        &[("a", "5"), ("b", "10")],
    );
}

#[test]
fn byte_orders_in_a_switch() {
    check(
        "
seq:
- {id: code, type: u1}
- {id: a, type: {switch-on: code, cases: {1: u2, 2: u2be}}}
",
        b"\x02\x01\x00",
        "a",
        "256",
    );
}

#[test]
fn no_case_with_a_terminator_alone_reads_nothing() {
    let grammar = "
seq:
- {id: code, type: u1}
- {id: body, terminator: 0x3b, type: {switch-on: code, cases: {1: one}}}
- {id: next, type: u1}
types: {one: {seq: [{id: x, size-eos: true}]}}
";
    check_all(grammar, b"\x02ab;", &[("body", "null"), ("next", "97")]);
    check_all(
        grammar,
        b"\x01ab;c",
        &[("body.as<one>.x", r#"{"bytes":"6162"}"#), ("next", "99")],
    );
}

#[test]
fn the_end_in_a_case() {
    check_fault(
        "
seq:
- {id: code, type: u1}
- {id: a, type: {switch-on: code, cases: {1: u4}}}
",
        b"\x01\x02",
        "unexpected-eof /seq/1",
        "4 bytes wanted, only 1 left",
        &[("code", "1")],
    );
}

#[test]
fn a_switch_in_an_instance() {
    check_all(
        "
seq: [{id: code, type: u1}]
instances:
  far: {pos: 1, type: {switch-on: code, cases: {1: u1, 2: u2}}}
  none: {pos: 1, type: {switch-on: code, cases: {9: u1}}}
",
        b"\x02\x05\x01",
        &[("far", "261"), ("none", "null"), ("_io.pos", "1")],
    );
}

#[test]
fn elements_after_turns_without_a_case_are_found_again() {
    let grammar = "
seq:
- id: a
  type: {switch-on: _index % 2 == 0, cases: {true: u1}}
  repeat: expr
  repeat-expr: 200
";
    let data: Vec<u8> = (1..=100).collect();
    let all: Vec<String> = data.iter().map(u8::to_string).collect();
    let all = format!("[{}]", all.join(","));
    check_all(
        grammar,
        &data,
        &[
            ("a", &all),
            ("a.size", "100"),
            ("a[1]", "2"),
            ("a[99]", "100"),
        ],
    );
}
