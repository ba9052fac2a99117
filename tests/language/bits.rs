//! Bit fields: order, alignment, booleans, positions between bytes.

use crate::harness::{
    check, check_all, check_clean, check_fault, check_files, check_rejected, check_warned,
};

#[test]
fn big_endian_from_the_high_bit() {
    let grammar = "
seq:
- {id: a, type: b3}
- {id: b, type: b7}
- {id: c, type: b6}
";
    // 101 10011 | 01 110001
    check_all(
        grammar,
        &[0b1011_0011, 0b0111_0001],
        &[("a", "5"), ("b", "77"), ("c", "49")],
    );
}

#[test]
fn little_endian_from_the_low_bit() {
    let grammar = "
meta: {id: main, bit-endian: le}
seq:
- {id: a, type: b3}
- {id: b, type: b7}
- {id: c, type: b6}
";
    // a = 011, b = 01 10110, c = 011100
    check_all(
        grammar,
        &[0b1011_0011, 0b0111_0001],
        &[("a", "3"), ("b", "54"), ("c", "28")],
    );
}

#[test]
fn own_order_wins_over_the_default() {
    let grammar = "
meta: {id: main, bit-endian: le}
seq:
- {id: a, type: b4be}
- {id: pad, type: u1}
- {id: b, type: b4le}
- {id: pad2, type: u1}
- {id: c, type: b4}
";
    check_all(
        grammar,
        &[0x12, 0, 0x34, 0, 0x56],
        &[("a", "1"), ("b", "4"), ("c", "6")],
    );
}

#[test]
fn a_change_of_order_within_a_byte_is_told() {
    let grammar = "
meta: {id: main, bit-endian: le}
seq: [{id: a, type: b4be}, {id: b, type: b4}]
types:
  t: {seq: [{id: a, type: b9be}, {id: b, type: b7be}, {id: c, type: b3}, {id: d, type: b5}]}
  u: {seq: [{id: a, type: b3}, {id: b, type: u1}, {id: c, type: b3be}]}
";
    check_warned(
        grammar,
        "/seq/1/type",
        "the bit order changes within a byte",
    );
    check_clean(&grammar.replace("b4be", "b8be"));
    // the rest of the first byte is dropped
    check_all(grammar, &[0x12, 0x34], &[("a", "1"), ("b", "4")]);
}

#[test]
fn nested_types_take_the_default_of_the_type_around() {
    let grammar = "
meta: {id: main, bit-endian: le}
seq:
- {id: a, type: plain}
- {id: b, type: other}
types:
  plain:
    seq: [{id: x, type: b4}]
  other:
    meta: {bit-endian: be}
    seq: [{id: x, type: b4}]
";
    check_all(grammar, &[0x12, 0x34], &[("a.x", "2"), ("b.x", "3")]);
}

#[test]
fn an_imported_type_has_its_own_default() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, bit-endian: le, imports: other}
seq:
- {id: a, type: b4}
- {id: b, type: other}
",
            ),
            ("other.ksy", "{meta: {id: other}, seq: [{id: x, type: b4}]}"),
        ],
        &[0x12, 0x34],
        &[("a", "2"), ("b.x", "3")],
    );
}

#[test]
fn one_bit_is_a_boolean() {
    let grammar = "
seq:
- {id: a, type: b1}
- {id: b, type: b1}
- {id: rest, type: b6, if: a and not b}
";
    check_all(
        grammar,
        &[0b1010_1010],
        &[
            ("a", "true"),
            ("b", "false"),
            ("a.to_i", "1"),
            ("rest", "42"),
        ],
    );
}

#[test]
fn one_bit_with_an_enum_is_zero_or_one() {
    let grammar = "
seq:
- {id: a, type: b1, enum: state}
- {id: b, type: b1, enum: state}
enums:
  state: {0: off, 1: lit}
";
    check_all(
        grammar,
        &[0b1000_0000],
        &[
            ("a", r#"{"enum":"state","name":"lit","value":1}"#),
            ("b", r#"{"enum":"state","name":"off","value":0}"#),
            ("a.to_i", "1"),
            ("a == state::lit", "true"),
        ],
    );
}

#[test]
fn wide_fields() {
    let grammar = "
seq:
- {id: a, type: b4}
- {id: wide, type: b64}
- {id: b, type: b4}
";
    let data = [0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf2];
    check_all(
        grammar,
        &data,
        &[("a", "1"), ("wide", "18446744073709551615"), ("b", "2")],
    );
    check(
        "
meta: {id: main, bit-endian: le}
seq:
- {id: a, type: b4}
- {id: wide, type: b33}
",
        &[0x1a, 0x32, 0x54, 0x76, 0x98],
        "wide",
        "6566527777",
    );
}

#[test]
fn widths_are_1_to_64() {
    check_rejected("seq: [{id: a, type: b65}]", "/seq/0/type", "64");
    check_rejected("seq: [{id: a, type: b0}]", "/seq/0/type", "b0");
    check_rejected("seq: [{id: a, type: b8ge}]", "/seq/0/type", "b8ge");
}

#[test]
fn byte_aligned_fields_drop_the_rest_of_the_byte() {
    for (what, moved) in [
        ("type: u1", 1),
        ("size: 0", 0),
        ("size: 1", 1),
        ("{type: str, size: 1}", 1),
        ("type: empty", 0),
        ("type: byte", 1),
        ("{type: strz}", 1),
    ] {
        let what = what.trim_matches(['{', '}']);
        let grammar = format!(
            "
seq:
- {{id: a, type: b4}}
- {{id: between, {what}}}
- {{id: b, type: b4}}
types:
  empty: {{}}
  byte: {{seq: [{{id: x, type: u1}}]}}
"
        );
        let mut data = vec![0x12; 1];
        data.resize(1 + moved, 0);
        data.push(0x56);
        check_all(&grammar, &data, &[("a", "1"), ("b", "5")]);
    }
}

#[test]
fn an_absent_byte_aligned_field_drops_the_rest_too() {
    let grammar = "
seq:
- {id: a, type: b4}
- {id: between, type: u1, if: false}
- {id: b, type: b4}
- {id: c, type: b2, if: false}
- {id: d, type: b2}
";
    check_all(
        grammar,
        &[0x12, 0x34],
        &[("a", "1"), ("b", "3"), ("d", "1")],
    );
}

#[test]
fn an_object_after_a_bit_field_begins_a_byte() {
    for cond in ["", ", if: true"] {
        let grammar = format!(
            "
seq:
- {{id: a, type: b4}}
- {{id: b, type: nibble}}
types:
  nibble: {{seq: [{{id: x, type: b4{cond}}}]}}
"
        );
        check_all(&grammar, &[0x12, 0x34], &[("a", "1"), ("b.x", "3")]);
    }
}

#[test]
fn an_instance_in_between_takes_no_bits() {
    let grammar = "
seq:
- {id: a, type: b4}
- {id: b, type: b4, if: far == 9}
instances:
  far: {pos: 1, type: u1}
";
    check_all(grammar, &[0x12, 9], &[("a", "1"), ("b", "2"), ("far", "9")]);
}

#[test]
fn repeated_bits() {
    let grammar = "
seq:
- {id: a, type: b3, repeat: expr, repeat-expr: 5}
- {id: b, type: b1}
";
    // 001 010 011 100 101 1
    check_all(
        grammar,
        &[0b0010_1001, 0b1100_1011],
        &[("a", "[1,2,3,4,5]"), ("b", "true"), ("a[3]", "4")],
    );
}

#[test]
fn eos_goes_on_while_bits_are_left() {
    let grammar = "
seq:
- {id: lead, type: b5}
- {id: flags, type: b1, repeat: eos}
";
    check_all(
        grammar,
        &[0b1111_1010],
        &[("flags", "[false,true,false]"), ("flags.size", "3")],
    );
    check_fault(
        "seq: [{id: a, type: b3, repeat: eos}]",
        &[0],
        "unexpected-eof /seq/0",
        "",
        &[("a.size", "2")],
    );
}

#[test]
fn until_over_bits() {
    let grammar = "
seq:
- {id: a, type: b2, repeat: until, repeat-until: _ == 3}
- {id: b, type: b2}
";
    check_all(grammar, &[0b0110_1100, 0], &[("a", "[1,2,3]"), ("b", "0")]);
}

#[test]
fn a_position_with_pending_bits_is_past_the_byte() {
    let grammar = "
seq:
- {id: a, type: b4}
- {id: b, type: b2, if: _io.pos == 1}
- {id: c, type: 'at(_io.pos, _io.eof)'}
types:
  at:
    params:
    - {id: pos, type: u4}
    - {id: ended, type: bool}
";
    // arguments are evaluated after the rest of the byte is dropped
    check_all(
        grammar,
        &[0x18],
        &[("b", "2"), ("c.pos", "1"), ("c.ended", "true")],
    );
}

#[test]
fn the_end_comes_when_no_bits_are_left() {
    let grammar = "
seq:
- {id: a, type: b4}
- {id: b, type: b4, if: not _io.eof}
- {id: c, type: b4, if: not _io.eof}
";
    check_all(grammar, &[0x12], &[("b", "2"), ("c", "null")]);
}

#[test]
fn the_end_in_a_bit_field_tells_the_bytes_still_needed() {
    check_fault(
        "
seq:
- {id: a, type: b4}
- {id: b, type: b29}
",
        &[0x12, 0x34],
        "unexpected-eof /seq/1",
        "4 bytes wanted, only 1 left",
        &[("a", "1")],
    );
}

#[test]
fn bit_fields_take_enums_and_valid() {
    let grammar = "
seq:
- {id: a, type: b2, enum: suit, valid: suit::hearts}
- {id: b, type: b6, valid: {max: 3}}
enums:
  suit: {2: hearts}
";
    check_all(grammar, &[0b1000_0011], &[("a.to_i", "2"), ("b", "3")]);
    check_fault(
        grammar,
        &[0b1000_0100],
        "validation-greater-than /seq/1",
        "3",
        &[],
    );
}

#[test]
fn what_follows_an_object_goes_on_within_its_last_byte() {
    for cond in ["", ", if: true"] {
        let grammar = format!(
            "
seq:
- {{id: a, type: nibble}}
- {{id: b, type: b4}}
- {{id: c, type: nibble, repeat: expr, repeat-expr: 3}}
- {{id: d, type: outer}}
- {{id: e, type: b4}}
- {{id: f, type: nibble}}
- {{id: g, type: u1}}
types:
  nibble: {{seq: [{{id: x, type: b4{cond}}}], instances: {{twice: {{value: x * 2}}}}}}
  outer: {{seq: [{{id: in, type: nibble}}]}}
"
        );
        let data = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc];
        check_all(
            &grammar,
            &data,
            &[
                ("a.x", "1"),
                ("b", "2"),
                ("c[0].x", "3"),
                ("c[2].twice", "10"),
                ("d.in.x", "6"),
                ("e", "7"),
                ("f.x", "9"),
                ("g", "188"),
            ],
        );
    }
}

#[test]
fn many_objects_within_bytes() {
    let grammar = "
seq:
- {id: lead, type: b3}
- {id: skipped, type: u1}
- {id: a, type: five, repeat: expr, repeat-expr: 800}
- {id: b, type: b3}
types:
  five: {seq: [{id: x, type: b2}, {id: y, type: b3}]}
";
    // ten bits a pair: 01 010 10 101
    let bits: String = "0101010101".repeat(400);
    let mut data = vec![0, 0];
    for byte in bits.as_bytes().chunks(8) {
        let byte = std::str::from_utf8(byte).unwrap();
        data.push(u8::from_str_radix(byte, 2).unwrap());
    }
    data.push(0b1110_0000);
    check_all(
        grammar,
        &data,
        &[
            ("a[0].y", "2"),
            ("a[799].y", "5"),
            ("a[798].x", "1"),
            ("a[400].y", "2"),
            ("b", "7"),
        ],
    );
}

#[test]
fn a_stream_of_its_own_may_end_within_a_byte() {
    for cond in ["", ", if: true"] {
        let grammar = format!(
            "
seq: [{{id: a, type: part, size: 1, repeat: expr, repeat-expr: 2}}]
types:
  part:
    seq: [{{id: x, type: b3{cond}}}]
    instances:
      ended: {{value: _io.eof}}
      more: {{type: b5}}
"
        );
        check_all(
            &grammar,
            &[0x25, 0x46],
            &[
                ("a[0].ended", "false"),
                ("a[0]._io.eof", "false"),
                ("a[1].more", "6"),
            ],
        );
    }
}
