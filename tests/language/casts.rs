//! `.as<T>`: the grammar is believed.

use crate::harness::{check_all, check_error, check_rejected};

#[test]
fn switch_cast() {
    // `.as<>` is believed: no check at run time.
    let grammar = "
seq:
- {id: items, type: item, repeat: eos}
types:
  item:
    seq:
    - {id: code, type: u1}
    - {id: body, type: {switch-on: code, cases: {0x49: int, 0x53: text}}}
  int: {seq: [{id: value, type: u1}]}
  text: {seq: [{id: value, type: strz}, {id: tail, type: u1}]}
instances:
  first: {value: 'items[0].body.as<text>.value'}
  second: {value: 'items[1].body.as<int>.value'}
  wrong: {value: 'items[1].body.as<text>.tail'}
  whole: {value: 'items[0].body.as<text>'}
  tail: {value: whole.tail}
";
    check_all(
        grammar,
        b"Shi\0\x07I\x05",
        &[("first", r#""hi""#), ("second", "5"), ("tail", "7")],
    );
    check_error(grammar, b"Shi\0\x07I\x05", "wrong", "expression", "tail");
}

#[test]
fn no_byte_order_where_nothing_is_read() {
    for expr in [
        "a.as<u2le>",
        "sizeof<u4be>",
        "bitsizeof<f8le>",
        "a.as<b4be[]>",
    ] {
        check_rejected(
            &format!(
                "
seq: [{{id: a, type: u2}}]
instances: {{x: {{value: '{expr}'}}}}
"
            ),
            "/instances/x/value",
            "no bytes are read here",
        );
    }
}

#[test]
fn bytes_of_small_integers() {
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: b, type: s1}
- {id: raw, size: 2}
",
        &[5, 6, 7, 8],
        &[
            ("[a]", r#"{"bytes":"05"}"#),
            ("[a, 1]", r#"{"bytes":"0501"}"#),
            ("[raw[1], a]", r#"{"bytes":"0805"}"#),
            ("[a, b].as<bytes>", r#"{"bytes":"0506"}"#),
            ("[a + 0]", "[5]"),
        ],
    );
    check_error(
        "seq: [{id: b, type: s1}]",
        &[0xff],
        "[b, 1]",
        "expression",
        "-1 is no byte",
    );
}
