//! Strings: where they end, and what they are.

use crate::harness::{check, check_all, check_error, check_fault, check_rejected};

#[test]
fn a_size() {
    check_all(
        "
seq:
- {id: a, type: str, size: 3}
- {id: b, type: str, size-eos: true}
",
        "xyz€".as_bytes(),
        &[("a", r#""xyz""#), ("b", r#""€""#), ("b.length", "1")],
    );
}

#[test]
fn a_zero_byte_ends_strz() {
    check_all(
        "
seq:
- {id: a, type: strz}
- {id: b, type: strz, include: true}
- {id: c, type: strz, consume: false}
- {id: zero, type: u1}
- {id: d, type: strz, eos-error: false}
",
        b"ab\0cd\0ef\0gh",
        &[
            ("a", r#""ab""#),
            ("b", r#""cd\u0000""#),
            ("c", r#""ef""#),
            ("zero", "0"),
            ("d", r#""gh""#),
        ],
    );
}

#[test]
fn strz_within_a_size() {
    check_all(
        "
seq:
- {id: a, type: strz, size: 4}
- {id: b, type: strz, size: 2}
- {id: c, type: strz, size-eos: true}
",
        b"a\0bcdefg\0",
        &[("a", r#""a""#), ("b", r#""de""#), ("c", r#""fg""#)],
    );
}

#[test]
fn strz_without_an_end() {
    check_fault(
        "seq: [{id: a, type: strz}]",
        b"abc",
        "no-terminator /seq/0",
        "00",
        &[],
    );
}

#[test]
fn strz_with_another_terminator() {
    check_all(
        "
seq:
- {id: a, type: strz, terminator: 0x2c}
- {id: b, type: u1}
",
        b"x\0y,!",
        &[("a", r#""x\u0000y""#), ("b", "33")],
    );
}

#[test]
fn str_with_a_terminator() {
    check_all(
        "
seq:
- {id: a, type: str, terminator: 0x0a}
- {id: b, type: str, terminator: 0x0a, eos-error: false}
",
        b"one\ntwo",
        &[("a", r#""one""#), ("b", r#""two""#)],
    );
}

#[test]
fn padding_and_terminator() {
    check_all(
        "
seq:
- {id: a, type: str, size: 6, pad-right: 0x2e}
- {id: b, type: str, size: 6, pad-right: 0x2e, terminator: 0x2d}
- {id: c, type: str, size: 3, pad-right: 0x2d, terminator: 0x2d, include: true}
- {id: d, type: str, size-eos: true, pad-right: 0x2e}
",
        b"a.b...ab-c..x--q.",
        &[
            ("a", r#""a.b""#),
            ("b", r#""ab""#),
            ("c", r#""x-""#),
            ("d", r#""q""#),
        ],
    );
}

#[test]
fn a_string_needs_an_end() {
    check_rejected("seq: [{id: a, type: str}]", "/seq/0", "size");
}

#[test]
fn a_string_needs_an_encoding() {
    check_rejected(
        "
meta: {id: main}
seq:
- {id: a, type: u1}
- {id: b, type: str, size: 1}
",
        "/seq/1",
        "encoding",
    );
}

#[test]
fn strings_have_no_other_type_s_keys() {
    check_rejected(
        "seq: [{id: a, type: strz, process: zlib}]",
        "/seq/0/process",
        "process",
    );
    check_rejected("seq: [{id: a, type: strz, enum: x}]", "/seq/0/enum", "enum");
    check_rejected(
        "seq: [{id: a, type: u1, encoding: UTF-8}]",
        "/seq/0/encoding",
        "encoding",
    );
}

#[test]
fn control_characters_stay_data() {
    check(
        "seq: [{id: a, type: strz}]",
        b"\x1b[31m\x07\0",
        "a",
        r#""\u001b[31m\u0007""#,
    );
}

#[test]
fn an_empty_string() {
    check_all(
        "
seq:
- {id: a, type: str, size: 0}
- {id: b, type: strz}
",
        b"\0",
        &[
            ("a", r#""""#),
            ("b", r#""""#),
            ("a == b", "true"),
            ("a.length", "0"),
        ],
    );
}

#[test]
fn lengths_count_code_points() {
    check_all(
        "seq: [{id: a, type: strz}]",
        "aé推😀\0".as_bytes(),
        &[
            ("a.length", "4"),
            ("a.reverse", r#""😀推éa""#),
            ("a.substring(1, 3)", r#""é推""#),
            ("a.substring(4, 4)", r#""""#),
        ],
    );
}

#[test]
fn a_substring_outside() {
    let grammar = "seq: [{id: a, type: strz}]";
    check_error(
        grammar,
        b"abc\0",
        "a.substring(1, 4)",
        "expression",
        "3 characters",
    );
    check_error(
        grammar,
        b"abc\0",
        "a.substring(2, 1)",
        "expression",
        "2 to 1",
    );
    check_error(grammar, b"abc\0", "a.substring(-1, 1)", "expression", "-1");
}

#[test]
fn strings_compare_by_code_point() {
    // U+FFFD is below U+10000, though its UTF-16 form is above.
    check_all(
        "
seq:
- {id: a, type: str, size: 4, encoding: UTF-16LE}
- {id: b, type: str, size: 2, encoding: UTF-16LE}
- {id: c, type: str, size: 4}
",
        b"\x00\xd8\x00\xdc\xfd\xff\xf0\x90\x80\x80",
        &[("a > b", "true"), ("a == c", "true"), ("b < c", "true")],
    );
}
