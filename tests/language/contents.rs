//! `contents`.

use crate::harness::{check, check_fault, check_rejected};

#[test]
fn contents_as_text_or_list() {
    for contents in [
        "RIF\u{e9}",
        "'RIF\u{e9}'",
        "[0x52, 0x49, 0x46, 0xc3, 0xa9]",
        "[82, 'IF', 195, 0xa9]",
        "[RIF, 0xc3, 0xa9]",
    ] {
        check(
            &format!("seq: [{{id: a, contents: {contents}}}]"),
            "RIF\u{e9}".as_bytes(),
            "a",
            r#"{"bytes":"524946c3a9"}"#,
        );
    }
}

#[test]
fn contents_that_look_like_a_number_are_text() {
    check(
        "seq: [{id: a, contents: '12'}]",
        b"12",
        "a",
        r#"{"bytes":"3132"}"#,
    );
}

#[test]
fn contents_that_differ() {
    check_fault(
        "
seq:
- {id: a, contents: RIFF}
- {id: b, type: u1}
",
        b"RIFX\x07",
        "validation-not-equal /seq/0",
        "52 49 46 58",
        &[("b", "7")],
    );
}

#[test]
fn contents_that_are_not_there() {
    check_fault(
        "seq: [{id: a, contents: RIFF}]",
        b"RI",
        "unexpected-eof /seq/0",
        "4 bytes wanted, only 2 left",
        &[],
    );
}

#[test]
fn empty_contents() {
    check_rejected(
        "seq: [{id: a, contents: []}]",
        "/seq/0/contents",
        "at least one",
    );
}

#[test]
fn contents_are_bytes() {
    check_rejected(
        "seq: [{id: a, contents: [256]}]",
        "/seq/0/contents/0",
        "255",
    );
    check_rejected("seq: [{id: a, contents: {a: 1}}]", "/seq/0/contents", "");
    check_rejected(
        "seq: [{id: a, type: u1, contents: [1]}]",
        "/seq/0/contents",
        "type",
    );
    check_rejected(
        "seq: [{id: a, type: str, size: 1, contents: x}]",
        "/seq/0/contents",
        "type",
    );
}
