//! `process`: what is done with bytes before they are looked at.

use std::rc::Rc;

use crate::harness::{
    check, check_all, check_fault, check_rejected, compiled, get_with, schema_of,
};
use fmtview::decode::Value;
use fmtview::tree::Options;
use pretty_assertions::assert_eq;

/// What `process` makes of four bytes.
#[track_caller]
fn check_four(process: &str, data: &[u8; 4], expected: &str) {
    let grammar = format!("seq: [{{id: a, size: 4, process: '{process}'}}]");
    check(&grammar, data, "a", &format!(r#"{{"bytes":"{expected}"}}"#));
}

/// Text as zlib packs it: one stored block.
fn zlib(data: &[u8]) -> Vec<u8> {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    let len = data.len() as u16;
    let mut packed = vec![0x78, 0x01, 1];
    packed.extend(len.to_le_bytes());
    packed.extend((!len).to_le_bytes());
    packed.extend(data);
    packed.extend((b << 16 | a).to_be_bytes());
    packed
}

#[test]
fn xor_with_a_byte() {
    check_four("xor(0x20)", b"AbCd", "61426344");
    check_four("xor(0)", b"AbCd", "41624364");
    check_four("xor(0xff)", &[0, 255, 1, 0xf0], "ff00fe0f");
}

#[test]
fn xor_with_bytes() {
    check_four("xor([1, 2])", &[0, 0, 0, 0], "01020102");
    check_four("xor([1, 2, 3, 4, 5])", &[0, 0, 0, 0], "01020304");
}

#[test]
fn rotation() {
    check_four("rol(1)", &[0x80, 0x01, 0xc0, 0], "01028100");
    check_four("ror(1)", &[0x80, 0x01, 0xc0, 0], "40806000");
    check_four("rol(8)", &[0x80, 0x01, 0xc0, 0], "8001c000");
    check_four("rol(0)", &[0x80, 0x01, 0xc0, 0], "8001c000");
    check_four("ror(3)", &[0x80, 0x01, 0xc0, 0], "10201800");
}

#[test]
fn arguments_are_expressions() {
    check_all(
        "
seq:
- {id: key, type: u1}
- {id: n, type: u1}
- {id: a, size: 2, process: xor(key + 1)}
- {id: b, size: 1, process: rol(n)}
- {id: c, size: 1, process: ror(n * 2)}
- {id: keys, size: 2}
- {id: d, size: 2, process: xor(keys)}
",
        b"\x1f\x02AB\x01\x10\x01\x02\x00\x00",
        &[
            ("a", r#"{"bytes":"6162"}"#),
            ("b", r#"{"bytes":"04"}"#),
            ("c", r#"{"bytes":"01"}"#),
            ("d", r#"{"bytes":"0102"}"#),
        ],
    );
}

#[test]
fn a_zlib_stream() {
    let mut data = zlib(b"hello");
    data.push(9);
    check_all(
        &format!(
            "
seq:
- {{id: a, size: {}, process: zlib}}
- {{id: b, type: u1}}
",
            data.len() - 1
        ),
        &data,
        &[("a", r#"{"bytes":"68656c6c6f"}"#), ("b", "9")],
    );
}

#[test]
fn a_broken_zlib_stream() {
    check_fault(
        "
seq:
- {id: a, size: 4, process: zlib}
- {id: b, type: u1}
",
        b"\x78\x01zz\x05",
        "process-failed /seq/0",
        "zlib",
        &[("b", "5")],
    );
}

#[test]
fn base64_and_hex() {
    check_all(
        "
seq:
- {id: a, size: 4, process: base64}
- {id: b, size: 4, process: hex}
",
        b"aGk=0aFf",
        &[("a", r#"{"bytes":"6869"}"#), ("b", r#"{"bytes":"0aff"}"#)],
    );
}

#[test]
fn after_padding_and_terminator() {
    check_all(
        "
seq:
- {id: a, size: 5, pad-right: 0x2e, process: xor(1)}
- {id: b, size: 5, terminator: 0x7c, process: xor(1)}
- {id: c, terminator: 0x7c, process: xor(1)}
- {id: d, size: 5, pad-right: 0x2e, terminator: 0x7c, include: true, process: xor(1)}
",
        b"ab...ab|xxab|ab|..",
        &[
            ("a", r#"{"bytes":"6063"}"#),
            ("b", r#"{"bytes":"6063"}"#),
            ("c", r#"{"bytes":"6063"}"#),
            ("d", r#"{"bytes":"60637d"}"#),
        ],
    );
}

#[test]
fn the_substream_lies_over_the_result() {
    let packed = zlib(b"\x05hello");
    let grammar = format!(
        "
seq:
- {{id: head, type: u1}}
- {{id: a, size: {}, process: zlib, type: part}}
- {{id: b, size: 3, process: xor(1), type: part}}
- {{id: c, terminator: 0, process: ror(4), type: tail}}
types:
  part:
    seq: [{{id: len, type: u1}}]
    instances:
      size: {{value: _io.size}}
      text: {{pos: 1, size: len}}
  tail: {{seq: [{{id: all, size-eos: true}}]}}
",
        packed.len()
    );
    let mut data = vec![9];
    data.extend(packed);
    data.extend([3, 0x60, 0x61, 0x16, 0x26, 0]);
    check_all(
        &grammar,
        &data,
        &[
            ("a.size", "6"),
            ("a.text", r#"{"bytes":"68656c6c6f"}"#),
            ("b.len", "2"),
            ("b.text", r#"{"bytes":"6160"}"#),
            ("c.all", r#"{"bytes":"6162"}"#),
            ("a._io.size", "6"),
        ],
    );
}

#[test]
fn arguments_are_evaluated_for_each_element_after_its_bytes() {
    check_all(
        "
seq:
- {id: a, size: 2, process: xor(_index), repeat: expr, repeat-expr: 3}
- {id: b, size: 2, process: xor(_io.pos), type: part, repeat: expr, repeat-expr: 2}
- {id: c, size: 2, process: 'rol(_index == 1 ? 4 : 0)', repeat: eos}
types: {part: {seq: [{id: x, type: u1}, {id: y, type: u1}]}}
",
        &[0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 0x12, 0, 0x12, 0],
        &[
            (
                "a",
                r#"[{"bytes":"0000"},{"bytes":"0101"},{"bytes":"0202"}]"#,
            ),
            ("b[0].x", "0"),
            ("b[0].y", "1"),
            ("b[1].x", "0"),
            ("b[1].y", "1"),
            ("c", r#"[{"bytes":"1200"},{"bytes":"2100"}]"#),
        ],
    );
}

#[test]
fn what_can_be_processed() {
    check_rejected(
        "seq: [{id: a, type: u1, process: zlib}]",
        "/seq/0/process",
        "process",
    );
    check_rejected(
        "
seq: [{id: a, type: t, process: zlib}]
types: {t: {}}
",
        "/seq/0",
        "size",
    );
}

#[test]
fn arguments_of_the_known_ones() {
    check_rejected(
        "seq: [{id: a, size: 1, process: xor}]",
        "/seq/0/process",
        "xor",
    );
    check_rejected(
        "seq: [{id: a, size: 1, process: 'xor(1, 2)'}]",
        "/seq/0/process",
        "xor",
    );
    check_rejected(
        "seq: [{id: a, size: 1, process: 'xor(\"x\")'}]",
        "/seq/0/process",
        "",
    );
    check_rejected(
        "seq: [{id: a, size: 1, process: 'rol([1, 2])'}]",
        "/seq/0/process",
        "",
    );
    check_rejected(
        "seq: [{id: a, size: 1, process: zlib(1)}]",
        "/seq/0/process",
        "zlib",
    );
    check_rejected(
        "seq: [{id: a, size: 1, process: 'xor(1'}]",
        "/seq/0/process",
        "",
    );
    check_rejected("seq: [{id: a, size: 1, process: ''}]", "/seq/0/process", "");
}

#[test]
fn a_key_that_is_no_byte() {
    check_fault(
        "
seq:
- {id: key, type: u2}
- {id: a, size: 1, process: xor(key)}
",
        &[0, 1, 5],
        "expression /seq/1",
        "256",
        &[("key", "256")],
    );
}

#[test]
fn custom_routines() {
    let schema = schema_of(compiled(
        "
seq:
- {id: n, type: u1}
- {id: a, size: 2, process: 'my.own.swap'}
- {id: b, size: 2, process: 'add(n, [1, 2], \"x\", true)', type: part}
- {id: c, size: 1, process: fails}
types: {part: {seq: [{id: all, type: u1, repeat: eos}]}}
",
    ));
    let hook = |name: &str, data: &[u8], args: &[Value<'_>]| match (name, args) {
        ("my.own.swap", []) => Ok(data.iter().rev().copied().collect()),
        (
            "add",
            [
                Value::Int(n),
                Value::Bytes(bytes),
                Value::Str(text),
                Value::Bool(true),
            ],
        ) => {
            let more = *n as u8 + bytes.as_slice()[1] + text.len() as u8;
            Ok(data.iter().map(|byte| byte + more).chain([99]).collect())
        }
        _ => Err(format!("{name} is not in order")),
    };
    let options = Options {
        process: Some(Rc::new(hook)),
        ..Options::default()
    };
    let got = get_with(&schema, b"\x05ab\x01\x02z", &["a", "b.all", "c"], options);
    let results: Vec<&str> = got
        .results
        .iter()
        .map(|it| it.as_ref().map_or_else(String::as_str, String::as_str))
        .collect();
    assert_eq!(
        results,
        [
            r#"{"bytes":"6261"}"#,
            "[9,10,99]",
            "process-failed /seq/3: fails: fails is not in order",
        ]
    );
}

#[test]
fn a_custom_routine_that_is_not_given() {
    check_fault(
        "
seq:
- {id: a, size: 2, process: my.routine(1)}
- {id: b, type: u1}
",
        b"ab\x05",
        "process-failed /seq/0",
        "--process my.routine=",
        &[("b", "5")],
    );
}
