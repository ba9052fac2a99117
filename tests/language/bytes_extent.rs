//! Where runs of bytes end: sizes, terminators, padding; and substreams.

use crate::harness::{check, check_all, check_error, check_fault, check_rejected};

/// JSON of a byte array.
fn bytes(hex: &str) -> String {
    format!(r#"{{"bytes":"{hex}"}}"#)
}

/// One field `a` of the text `ab|cd|ef` or of `data`, and what follows it as
/// `rest`.
#[track_caller]
fn check_run(keys: &str, data: &[u8], a: &str, rest: &str) {
    let grammar = format!(
        "
seq:
- {{id: a, {keys}}}
- {{id: rest, size-eos: true}}
"
    );
    check_all(&grammar, data, &[("a", &bytes(a)), ("rest", &bytes(rest))]);
}

#[test]
fn size() {
    check_run("size: 2", b"abc", "6162", "63");
    check_run("size: 0", b"abc", "", "616263");
    check_run("size: 1 + 2", b"abc", "616263", "");
    check_run("size: '_io.size - 1'", b"abc", "6162", "63");
}

#[test]
fn size_from_an_earlier_field() {
    check_all(
        "
seq:
- {id: len_a, type: u1}
- {id: a, size: len_a * 2}
",
        b"\x02wxyz!",
        &[("a", &bytes("7778797a"))],
    );
}

#[test]
fn size_eos() {
    check(
        "seq: [{id: a, size-eos: true}]",
        b"abc",
        "a",
        &bytes("616263"),
    );
    check("seq: [{id: a, size-eos: true}]", b"", "a", &bytes(""));
}

#[test]
fn a_run_needs_an_end_and_only_one() {
    check_rejected("seq: [{id: a}]", "/seq/0", "size");
    check_rejected("seq: [{id: a, size: 1, size-eos: true}]", "/seq/0", "size");
    check_rejected("seq: [{id: a, include: true}]", "/seq/0", "size");
}

#[test]
fn a_false_size_eos_is_none() {
    check(
        "seq: [{id: a, size-eos: false, size: 1}]",
        b"ab",
        "a",
        &bytes("61"),
    );
}

#[test]
fn terminator() {
    check_run("terminator: 0x7c", b"ab|cd", "6162", "6364");
    check_run("terminator: 0x7c, consume: true", b"ab|cd", "6162", "6364");
    check_run(
        "terminator: 0x7c, consume: false",
        b"ab|cd",
        "6162",
        "7c6364",
    );
    check_run(
        "terminator: 0x7c, include: true",
        b"ab|cd",
        "61627c",
        "6364",
    );
    check_run("terminator: 0x7c", b"|cd", "", "6364");
    check_run("terminator: 0x7c", b"ab|", "6162", "");
}

#[test]
fn include_without_consume_does_not_skip() {
    check_run(
        "terminator: 0x7c, include: true, consume: false",
        b"ab|cd",
        "61627c",
        "7c6364",
    );
}

#[test]
fn include_and_consume_skip_once() {
    check_run(
        "terminator: 0x7c, include: true, consume: true",
        b"ab||cd",
        "61627c",
        "7c6364",
    );
}

#[test]
fn no_terminator_is_an_error() {
    check_fault(
        "seq: [{id: a, terminator: 0x7c}]",
        b"abcd",
        "no-terminator /seq/0",
        "7c",
        &[],
    );
}

#[test]
fn no_terminator_may_mean_the_end() {
    check_run(
        "terminator: 0x7c, eos-error: false",
        b"abcd",
        "61626364",
        "",
    );
    check_run("terminator: 0x7c, eos-error: false", b"", "", "");
    check_run(
        "terminator: 0x7c, eos-error: false, include: true",
        b"abcd",
        "61626364",
        "",
    );
    check_run(
        "terminator: 0x7c, eos-error: false",
        b"ab|cd",
        "6162",
        "6364",
    );
}

#[test]
fn a_terminator_is_one_byte() {
    check_rejected(
        "seq: [{id: a, terminator: 256}]",
        "/seq/0/terminator",
        "255",
    );
    check_rejected("seq: [{id: a, terminator: -1}]", "/seq/0/terminator", "");
    check_rejected(
        "seq: [{id: a, size: 1, pad-right: 256}]",
        "/seq/0/pad-right",
        "255",
    );
    check_rejected(
        "seq: [{id: a, size: 1, pad-right: x}]",
        "/seq/0/pad-right",
        "",
    );
}

#[test]
fn a_terminator_within_a_size() {
    check_run("size: 4, terminator: 0x7c", b"a|bcdef", "61", "646566");
    check_run("size: 4, terminator: 0x7c", b"abcdef", "61626364", "6566");
    check_run(
        "size: 4, terminator: 0x7c, include: true",
        b"a|bcdef",
        "617c",
        "646566",
    );
}

#[test]
fn consume_and_eos_error_do_not_count_within_a_size() {
    check_run(
        "size: 4, terminator: 0x7c, consume: false",
        b"a|bcdef",
        "61",
        "646566",
    );
    check_run(
        "size: 4, terminator: 0x7c, eos-error: true",
        b"abcdef",
        "61626364",
        "6566",
    );
}

#[test]
fn padding_goes_from_the_right() {
    check_run("size: 5, pad-right: 0x20", b"a b  c", "612062", "63");
    check_run("size: 3, pad-right: 0x20", b"   x", "", "78");
    check_run("size-eos: true, pad-right: 0", b"ab\0\0", "6162", "");
}

#[test]
fn padding_goes_before_the_terminator_is_looked_for() {
    check_run(
        "size: 6, pad-right: 0x2e, terminator: 0x7c",
        b"ab|c..",
        "6162",
        "",
    );
    check_run(
        "size: 6, pad-right: 0x2e, terminator: 0x7c",
        b"ab....",
        "6162",
        "",
    );
    check_run(
        "size: 6, pad-right: 0x2e, terminator: 0x7c, include: true",
        b"ab|...",
        "61627c",
        "",
    );
    check_run(
        "size-eos: true, pad-right: 0x2e, terminator: 0x7c",
        b"a.|b.",
        "612e",
        "",
    );
}

#[test]
fn padding_like_the_terminator_is_not_stripped() {
    check_run(
        "size: 6, pad-right: 0x7c, terminator: 0x7c, include: true",
        b"ab||||",
        "61627c",
        "",
    );
    check_run(
        "size: 6, pad-right: 0x7c, terminator: 0x7c",
        b"a||bc|",
        "61",
        "",
    );
}

#[test]
fn too_few_bytes() {
    check_fault(
        "
seq:
- {id: a, size: 2}
- {id: b, size: 9}
",
        b"abcd",
        "unexpected-eof /seq/1",
        "9 bytes wanted, only 2 left",
        &[("a", &bytes("6162"))],
    );
}

#[test]
fn a_size_below_zero() {
    check_fault(
        "
seq:
- {id: len, type: s1}
- {id: a, size: len}
",
        b"\xffabcd",
        "unexpected-eof /seq/1",
        "-1",
        &[("len", "-1")],
    );
}

#[test]
fn a_user_type_with_a_size_has_its_own_stream() {
    let grammar = "
seq:
- {id: lead, type: u1}
- {id: a, type: part, size: 3}
- {id: rest, type: u1}
types:
  part:
    seq: [{id: x, type: u1}]
    instances:
      size: {value: _io.size}
      left: {value: _io.size - _io.pos}
      last: {pos: 2, type: u1}
";
    check_all(
        grammar,
        b"\x01\x02\x03\x04\x05",
        &[
            ("a.x", "2"),
            ("a.size", "3"),
            ("a.left", "2"),
            ("a.last", "4"),
            ("rest", "5"),
            ("a._io.eof", "false"),
            ("_io.size", "5"),
            ("_io.pos", "5"),
        ],
    );
}

#[test]
fn a_user_type_without_a_size_shares_the_stream() {
    let grammar = "
seq:
- {id: lead, type: u1}
- {id: a, type: part}
- {id: rest, type: u1}
types:
  part:
    seq: [{id: x, type: u1}]
    instances:
      size: {value: _io.size}
      first: {pos: 0, type: u1}
";
    check_all(
        grammar,
        b"\x01\x02\x03",
        &[("a.size", "3"), ("a.first", "1"), ("rest", "3")],
    );
}

#[test]
fn a_user_type_cannot_read_past_its_size() {
    check_fault(
        "
seq:
- {id: a, type: part, size: 2}
- {id: b, type: u1}
types:
  part: {seq: [{id: x, type: u4}]}
",
        b"\x01\x02\x03\x04",
        "unexpected-eof /types/part/seq/0",
        "4 bytes wanted, only 2 left",
        &[("b", "3")],
    );
}

#[test]
fn a_user_type_with_a_terminator() {
    let grammar = "
seq:
- {id: a, type: part, terminator: 0x3b}
- {id: b, type: part, terminator: 0x3b, include: true}
- {id: c, type: part, terminator: 0x3b, consume: false}
- {id: semicolon, type: u1}
- {id: d, type: part, terminator: 0x3b, eos-error: false}
types:
  part: {seq: [{id: x, size-eos: true}]}
";
    check_all(
        grammar,
        b"ab;cd;ef;gh",
        &[
            ("a.x", &bytes("6162")),
            ("b.x", &bytes("63643b")),
            ("c.x", &bytes("6566")),
            ("semicolon", "59"),
            ("d.x", &bytes("6768")),
        ],
    );
}

#[test]
fn a_user_type_with_size_padding_and_terminator() {
    let grammar = "
seq:
- {id: a, type: part, size: 5, pad-right: 0x2e, terminator: 0x3b}
- {id: b, type: part, size-eos: true, pad-right: 0x2e}
types:
  part: {seq: [{id: x, size-eos: true}]}
";
    check_all(
        grammar,
        b"ab;..cd..",
        &[
            ("a.x", &bytes("6162")),
            ("a._io.size", "2"),
            ("b.x", &bytes("6364")),
        ],
    );
}

#[test]
fn a_user_type_need_not_use_all_of_its_size() {
    check_all(
        "
seq:
- {id: a, type: part, size: 4}
- {id: b, type: u1}
types:
  part: {seq: [{id: x, type: u1}]}
",
        b"\x01\xff\xff\xff\x02",
        &[("a.x", "1"), ("b", "2")],
    );
}

#[test]
fn streams_within_streams() {
    let grammar = "
seq:
- {id: lead, type: u1}
- {id: a, type: outer, size: 4}
types:
  outer:
    seq:
    - {id: lead, type: u1}
    - {id: b, type: inner, size: 2}
  inner:
    seq: [{id: x, type: u1}]
    instances:
      own: {pos: 0, type: u1}
      outer: {pos: 0, type: u1, io: _parent._io}
      file: {pos: 0, type: u1, io: _root._io}
";
    check_all(
        grammar,
        b"\x0a\x0b\x0c\x0d\x0e",
        &[
            ("a.b.own", "12"),
            ("a.b.outer", "11"),
            ("a.b.file", "10"),
            ("a.b.x", "12"),
        ],
    );
}

#[test]
fn keys_that_have_no_meaning_for_numbers() {
    for key in ["size: 1", "size-eos: true", "pad-right: 0", "process: zlib"] {
        let name = key.split(':').next().unwrap_or_default();
        check_rejected(
            &format!("seq: [{{id: a, type: u1, {key}}}]"),
            &format!("/seq/0/{name}"),
            name,
        );
    }
    // legal but idle, as elsewhere
    check(
        "seq: [{id: a, type: u1, terminator: 0, consume: true}]",
        b"\x05",
        "a",
        "5",
    );
}

#[test]
fn a_size_must_be_an_integer() {
    check_rejected("seq: [{id: a, size: '\"x\"'}]", "/seq/0/size", "integer");
    check_rejected("seq: [{id: a, size: 1.5}]", "/seq/0/size", "integer");
    check_rejected("seq: [{id: a, size: true}]", "/seq/0/size", "integer");
    check_rejected("seq: [{id: a, size: }]", "/seq/0/size", "");
}

#[test]
fn subscripts_of_bytes() {
    let grammar = "seq: [{id: a, size: 3}]";
    check_all(grammar, b"abc", &[("a[0]", "97"), ("a[2]", "99")]);
    check_error(grammar, b"abc", "a[3]", "expression", "3");
    check_error(grammar, b"abc", "a[-1]", "expression", "-1");
}
