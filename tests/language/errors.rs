//! What goes wrong while reading: kinds, places, and what is still there.

use crate::harness::{
    check_all, check_error, check_fault, compiled, findings, get, schema_of, whole,
};
use fmtview::tree::Options;
use pretty_assertions::assert_eq;

/// `kind path` of all findings.
fn found(grammar: &str, data: &[u8]) -> Vec<String> {
    let schema = schema_of(compiled(grammar));
    findings(&schema, data, Options::default())
        .iter()
        .map(|finding| format!("{} {}", finding.kind.name(), finding.path))
        .collect()
}

#[test]
fn the_end_tells_what_was_wanted_and_what_is_left() {
    check_fault(
        "seq: [{id: a, type: u8}]",
        b"123",
        "unexpected-eof /seq/0",
        "8 bytes wanted, only 3 left",
        &[],
    );
    check_fault(
        "seq: [{id: a, size: 1000}]",
        b"123",
        "unexpected-eof /seq/0",
        "1000 bytes wanted, only 3 left",
        &[],
    );
    check_fault(
        "seq: [{id: a, type: str, size: 4}]",
        b"123",
        "unexpected-eof /seq/0",
        "4 bytes wanted, only 3 left",
        &[],
    );
}

#[test]
fn what_was_read_before_stays() {
    let grammar = "
seq:
- {id: a, type: u1}
- {id: b, type: t}
- {id: c, type: u1}
types:
  t:
    seq:
    - {id: x, type: u1}
    - {id: y, type: u4}
    - {id: z, type: u1}
";
    check_fault(
        grammar,
        b"\x01\x02\x03\x04",
        "unexpected-eof /types/t/seq/1",
        "4 bytes wanted, only 2 left",
        &[("a", "1"), ("b.x", "2")],
    );
    let schema = schema_of(compiled(grammar));
    let got = get(&schema, b"\x01\x02\x03\x04", &["b.y", "b.z", "c"], true);
    let short: Vec<&str> = got
        .results
        .iter()
        .map(|it| it.as_ref().unwrap_err().split(':').next().unwrap())
        .collect();
    assert_eq!(short[0], "unexpected-eof /types/t/seq/1");
    assert!(short[1].starts_with("expression"), "{}", short[1]);
    assert!(short[2].starts_with("expression"), "{}", short[2]);
}

#[test]
fn debug_mode_changes_nothing() {
    check_fault(
        "
meta: {id: main, endian: le, ks-debug: true}
seq: [{id: a, type: u1}, {id: b, type: u4}]
",
        b"\x01\x02",
        "unexpected-eof /seq/1",
        "4 bytes wanted",
        &[("a", "1")],
    );
}

#[test]
fn one_fault_is_found_once() {
    assert_eq!(
        found(
            "
seq:
- {id: a, type: t}
- {id: b, type: u1}
types: {t: {seq: [{id: x, type: u4}, {id: y, type: u1}]}}
",
            b"\x01\x02",
        ),
        ["unexpected-eof a.x"]
    );
}

#[test]
fn reading_goes_on_after_a_sized_part() {
    let grammar = "
seq:
- {id: a, type: part, size: 2}
- {id: b, type: part, size: 4}
types: {part: {seq: [{id: x, type: u4}]}}
";
    check_fault(
        grammar,
        b"\x01\x02\x01\0\0\0",
        "unexpected-eof /types/part/seq/0",
        "",
        &[("b.x", "1")],
    );
}

#[test]
fn reading_goes_on_after_an_element_with_a_size() {
    let grammar = "
seq:
- {id: a, size: 2, type: part, repeat: expr, repeat-expr: 3}
- {id: b, type: u1}
types: {part: {seq: [{id: len, type: u1}, {id: body, size: len}]}}
";
    check_fault(
        grammar,
        b"\x01x\x09y\x01z\x05",
        "unexpected-eof /types/part/seq/1",
        "9 bytes wanted, only 1 left",
        &[("a[2].body", r#"{"bytes":"7a"}"#), ("b", "5")],
    );
    assert_eq!(
        found(grammar, b"\x01x\x09y\x01z\x05"),
        ["unexpected-eof a[1].body"]
    );
}

#[test]
fn each_kind_of_rule() {
    let grammar = "
seq:
- {id: a, type: u1, valid: 1}
- {id: b, type: u1, valid: {min: 1}}
- {id: c, type: u1, valid: {max: 1}}
- {id: d, type: u1, valid: {any-of: [1]}}
- {id: e, type: u1, enum: e, valid: {in-enum: true}}
- {id: f, type: u1, valid: {expr: _ == 1}}
- {id: g, contents: x}
enums: {e: {1: one}}
";
    assert_eq!(
        found(grammar, &[2, 0, 2, 2, 2, 2, 2]),
        [
            "validation-not-equal a",
            "validation-less-than b",
            "validation-greater-than c",
            "validation-not-any-of d",
            "validation-not-in-enum e",
            "validation-expr f",
            "validation-not-equal g",
        ]
    );
    assert_eq!(found(grammar, b"\x01\x01\x01\x01\x01\x01x"), [""; 0]);
}

#[test]
fn findings_have_places() {
    let schema = schema_of(compiled(
        "
seq:
- {id: a, type: t, repeat: expr, repeat-expr: 2}
types: {t: {seq: [{id: x, type: u1}, {id: y, type: u2, valid: {max: 9}}]}}
",
    ));
    let found = findings(&schema, &[1, 2, 0, 3, 4, 1], Options::default());
    let span = found[0].span.unwrap();
    assert_eq!(
        (found[0].path.as_str(), span.start_byte(), span.end_byte()),
        ("a[1].y", 4, 6)
    );
}

#[test]
fn a_fault_in_a_decoded_stream_names_it() {
    let schema = schema_of(compiled(
        "
seq:
- {id: pad, type: u1}
- {id: a, size: 2, process: xor(1), type: part}
types: {part: {seq: [{id: x, type: u1}, {id: y, type: u1, valid: 0}]}}
",
    ));
    let found = findings(&schema, &[9, 1, 2], Options::default());
    let span = found[0].span.unwrap();
    assert_eq!(
        (found[0].path.as_str(), span.start_byte(), span.end_byte()),
        ("a.y", 1, 2)
    );
    assert_eq!(found[0].stream.as_deref(), Some("a"));
}

#[test]
fn bytes_that_nobody_claims() {
    assert_eq!(
        found("seq: [{id: a, type: u1}]", &[1, 2]),
        ["trailing-bytes "]
    );
    assert_eq!(
        found(
            "
seq: [{id: a, type: u1}]
instances: {b: {pos: 3, type: u1}}
",
            &[1, 2, 3, 4],
        ),
        ["unclaimed-bytes "]
    );
}

#[test]
fn instances_that_fail_are_found() {
    assert_eq!(
        found(
            "
seq: [{id: a, type: u1}]
instances:
  far: {pos: 90, type: u1}
  none: {value: 1 / (a - 1)}
",
            &[1],
        ),
        ["unexpected-eof far", "expression none"]
    );
}

#[test]
fn a_negative_count_is_found() {
    assert_eq!(
        found(
            "seq: [{id: n, type: s1}, {id: a, type: u1, repeat: expr, repeat-expr: n}]",
            b"\xfe",
        ),
        ["expression a"]
    );
}

#[test]
fn an_error_inside_an_expression_names_the_attribute() {
    check_fault(
        "
seq:
- {id: a, type: u1}
- {id: b, size: 10 / a}
- {id: c, type: u1}
",
        &[0, 1],
        "expression /seq/1",
        "divided by 0",
        &[("a", "0")],
    );
    check_error(
        "
seq: [{id: a, type: strz}]
instances: {b: {value: a.to_i}}
",
        b"x\0",
        "b",
        "conversion /instances/b",
        "\"x\" is no integer",
    );
}

#[test]
fn a_field_that_is_not_read_yet() {
    check_fault(
        "
seq:
- {id: a, size: b}
- {id: b, type: u1}
",
        &[1, 2],
        "expression /seq/0",
        "b is unknown",
        &[],
    );
}

#[test]
fn fields_after_a_fault_are_left_out_of_json() {
    let schema = schema_of(compiled(
        "seq: [{id: a, type: u1}, {id: b, type: u4}, {id: c, type: u1}]",
    ));
    let told = whole(&schema, &[1, 2]);
    assert!(
        told.starts_with(r#"{"a":1,"b":{"error":{"kind":"unexpected-eof""#),
        "{told}"
    );
    assert!(!told.contains(r#""c""#), "{told}");
}

#[test]
fn the_whole_file_as_json() {
    let grammar = "
seq:
- {id: a, type: u1}
- {id: list, type: t, repeat: expr, repeat-expr: 2}
- {id: none, type: u1, if: false}
- {id: rest, size-eos: true}
instances:
  twice: {value: a * 2}
types:
  t:
    seq: [{id: x, type: u1, enum: e}]
    instances: {up: {value: _parent}}
enums: {e: {2: two}}
";
    let expected = r#"{"a":1,"list":[{"x":{"enum":"e","name":"two","value":2},"up":{"ref":"_root"}},{"x":{"enum":"e","name":null,"value":3},"up":{"ref":"_root"}}],"none":null,"rest":{"bytes":"7a"},"twice":2}"#;
    assert_eq!(
        whole(&schema_of(compiled(grammar)), b"\x01\x02\x03z"),
        expected
    );
    check_all(grammar, b"\x01\x02\x03z", &[("_root", expected)]);
}

#[test]
fn everything_is_read_at_an_empty_file() {
    assert_eq!(found("seq: [{id: a, type: u1}]", b""), ["unexpected-eof a"]);
    assert_eq!(found("seq: [{id: a, size-eos: true}]", b""), [""; 0]);
    assert_eq!(found("types: {}", b""), [""; 0]);
}

#[test]
fn an_unknown_encoding_is_found() {
    let grammar = "seq: [{id: s, type: str, size: 2, encoding: KLINGON}]";
    assert_eq!(found(grammar, b"ab"), ["invalid-text s"]);
}

#[test]
fn only_equal_values_are_not_unique() {
    let grammar = "
seq:
- {id: text, type: str, size: 48, encoding: ASCII, repeat: expr, repeat-expr: 2}
- {id: one, type: part, repeat: expr, repeat-expr: 2}
types: {part: {seq: [{id: p, type: u1}]}}
-fmtview-check:
- {that: text.unique, else: text}
- {that: one.unique, else: one}
- {that: one.unique(_.p), else: p}
";
    let mut data = [b'x'; 98];
    assert_eq!(found(grammar, &data), ["check-failed ", "check-failed "]);
    (data[47], data[97]) = (b'y', b'y');
    assert_eq!(found(grammar, &data), [""; 0]);
}
