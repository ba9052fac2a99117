//! Integers: widths, signs, byte orders, and numbers that a 64-bit float cannot
//! hold.

use crate::harness::{check, check_all, check_error, check_fault, check_rejected};

#[test]
fn one_byte() {
    let grammar = "
seq:
- {id: plain, type: u1}
- {id: signed, type: s1}
";
    check_all(grammar, b"\xfe\xfe", &[("plain", "254"), ("signed", "-2")]);
}

#[test]
fn default_byte_order() {
    let seq = "
seq:
- {id: a, type: u2}
- {id: b, type: u4}
- {id: c, type: u8}
";
    let data = b"\x01\x02\x01\x02\x03\x04\x01\x02\x03\x04\x05\x06\x07\x08";
    check_all(
        &format!("meta: {{id: main, endian: le}}{seq}"),
        data,
        &[("a", "513"), ("b", "67305985"), ("c", "578437695752307201")],
    );
    check_all(
        &format!("meta: {{id: main, endian: be}}{seq}"),
        data,
        &[("a", "258"), ("b", "16909060"), ("c", "72623859790382856")],
    );
}

#[test]
fn own_byte_order_wins_over_the_default() {
    let grammar = "
seq:
- {id: a, type: u2be}
- {id: b, type: s4be}
- {id: c, type: u8le}
";
    let data = b"\x01\x02\xff\xff\xff\xfe\x09\0\0\0\0\0\0\0";
    check_all(grammar, data, &[("a", "258"), ("b", "-2"), ("c", "9")]);
}

#[test]
fn own_byte_order_needs_no_default() {
    let grammar = "
meta: {id: main}
seq:
- {id: a, type: u1}
- {id: b, type: s2be}
- {id: c, type: s2le}
";
    check_all(
        grammar,
        b"\x05\xff\x00\xff\x00",
        &[("a", "5"), ("b", "-256"), ("c", "255")],
    );
}

#[test]
fn no_byte_order_is_an_error_for_several_bytes() {
    check_rejected(
        "
meta: {id: main}
seq:
- {id: a, type: u1}
- {id: b, type: u4}
",
        "/seq/1/type",
        "byte order",
    );
}

#[test]
fn limits_of_each_width() {
    let grammar = "
seq:
- {id: a, type: s1}
- {id: b, type: s2}
- {id: c, type: s4}
- {id: d, type: s8}
- {id: e, type: u8}
- {id: f, type: s8}
";
    let data = b"\x80\0\x80\0\0\0\x80\0\0\0\0\0\0\0\x80\
        \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
    check_all(
        grammar,
        data,
        &[
            ("a", "-128"),
            ("b", "-32768"),
            ("c", "-2147483648"),
            ("d", "-9223372036854775808"),
            ("e", "18446744073709551615"),
            ("f", "9223372036854775807"),
        ],
    );
}

#[test]
fn integers_are_exact_over_two_to_the_53() {
    let grammar = "
seq:
- {id: a, type: u8}
- {id: b, type: u8}
instances:
  difference: {value: b - a}
  next: {value: a + 1}
  product: {value: a * 1024}
";
    // 2^53 and 2^53 + 1 are the same float
    let data = b"\0\0\0\0\0\0\x20\0\x01\0\0\0\0\0\x20\0";
    check_all(
        grammar,
        data,
        &[
            ("difference", "1"),
            ("next", "9007199254740993"),
            ("a == b", "false"),
            ("product", "9223372036854775808"),
        ],
    );
}

#[test]
fn negating_the_least_and_the_greatest() {
    let grammar = "
seq:
- {id: least, type: s8}
- {id: greatest, type: u8}
";
    let data = b"\0\0\0\0\0\0\0\x80\xff\xff\xff\xff\xff\xff\xff\xff";
    check_all(
        grammar,
        data,
        &[
            ("-least", "9223372036854775808"),
            ("-greatest", "-18446744073709551615"),
            ("~greatest", "-18446744073709551616"),
            ("greatest + 1", "18446744073709551616"),
        ],
    );
}

#[test]
fn there_is_no_width_but_1_2_4_8() {
    for ty in ["u3", "u0", "s16", "u2me", "u1le", "s1be"] {
        check_rejected(&format!("seq: [{{id: a, type: {ty}}}]"), "/seq/0/type", ty);
    }
}

#[test]
fn the_end_in_the_middle_of_a_number() {
    check_fault(
        "
seq:
- {id: a, type: u2}
- {id: b, type: u4}
",
        b"\x01\x00\x02\x00\x03",
        "unexpected-eof /seq/1",
        "4 bytes wanted, only 3 left",
        &[("a", "1")],
    );
}

#[test]
fn nothing_is_left_for_a_number() {
    check_fault(
        "seq: [{id: a, type: u1}]",
        b"",
        "unexpected-eof /seq/0",
        "1 byte wanted, only 0 left",
        &[],
    );
}

#[test]
fn a_byte_has_no_byte_order() {
    check(
        "
meta: {id: main}
seq:
- {id: a, type: s1}
",
        b"\xff",
        "a",
        "-1",
    );
}

#[test]
fn a_number_out_of_range_of_all_arithmetic_is_an_error() {
    let grammar = "
seq:
- {id: a, type: u8}
instances:
  square: {value: a * a}
  cube: {value: a * a * a}
";
    let data = &[0xff; 8];
    check_all(
        grammar,
        &[0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        &[("square", "18446744056529682436")],
    );
    check_error(grammar, data, "cube", "expression", "too large");
}
