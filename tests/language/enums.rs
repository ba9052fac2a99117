//! Enums: keys, names, values without a name, and where they are found.

use crate::harness::{check, check_all, check_error, check_rejected};

#[test]
fn names_for_integers() {
    check_all(
        "
seq:
- {id: a, type: u1, enum: pet}
- {id: b, type: u4be, enum: pet}
- {id: c, type: s1, enum: pet}
enums:
  pet: {4: dog, 7: cat, -1: fish}
",
        b"\x04\0\0\0\x07\xff",
        &[
            ("a", r#"{"enum":"pet","name":"dog","value":4}"#),
            ("b", r#"{"enum":"pet","name":"cat","value":7}"#),
            ("c", r#"{"enum":"pet","name":"fish","value":-1}"#),
            ("a == pet::dog", "true"),
            ("a != pet::cat", "true"),
            ("a == b", "false"),
            ("b.to_i + 1", "8"),
            ("pet::fish.to_i", "-1"),
        ],
    );
}

#[test]
fn a_value_without_a_name_lives_on() {
    check_all(
        "
seq: [{id: a, type: u1, enum: pet}]
instances:
  known: {value: a == pet::dog}
  other: {value: a != pet::dog}
  number: {value: a.to_i}
enums: {pet: {4: dog}}
",
        &[9],
        &[
            ("a", r#"{"enum":"pet","name":null,"value":9}"#),
            ("known", "false"),
            ("other", "true"),
            ("number", "9"),
        ],
    );
}

#[test]
fn keys_of_any_size_and_sign() {
    check_all(
        "
seq:
- {id: a, type: u8, enum: e}
- {id: b, type: s8, enum: e}
- {id: c, type: u4, enum: e}
- {id: d, type: u1, enum: e}
enums:
  e:
    18446744073709551615: greatest
    -9223372036854775808: least
    0x12_34_56_78: hexadecimal
    0b01_1: binary
",
        b"\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\x80\x78\x56\x34\x12\x03",
        &[
            ("a == e::greatest", "true"),
            ("b == e::least", "true"),
            ("c == e::hexadecimal", "true"),
            ("d == e::binary", "true"),
            ("e::greatest.to_i", "18446744073709551615"),
        ],
    );
}

#[test]
fn entries_may_be_maps() {
    check_all(
        "
seq: [{id: a, type: u1, enum: e}]
enums:
  e:
    1: {id: one, doc: the first, doc-ref: 'https://example.org', -orig-id: ONE}
    2: two
",
        &[1],
        &[
            ("a", r#"{"enum":"e","name":"one","value":1}"#),
            ("e::two.to_i", "2"),
        ],
    );
}

#[test]
fn keys_with_a_minus_are_numbers_or_wrong() {
    check_rejected("enums: {e: {-note: x}}", "/enums/e", "-note");
    check_rejected("enums: {e: {one: 1}}", "/enums/e", "one");
    check_rejected("enums: {e: {1.5: half}}", "/enums/e", "1.5");
}

#[test]
fn names_are_identifiers_and_unique() {
    check_rejected("enums: {e: {1: Two}}", "/enums/e/1", "Two");
    check_rejected("enums: {E: {1: two}}", "/enums/E", "E");
    check_rejected("enums: {e: {1: one, 2: one}}", "/enums/e/2", "one");
    check_rejected("enums: {e: {1: {doc: x}}}", "/enums/e/1", "id");
}

#[test]
fn the_same_number_twice() {
    check_rejected(
        "enums: {e: {1: one, 0x1: eins}}",
        "/enums/e/1",
        "second time",
    );
}

#[test]
fn looked_up_from_the_inside_out() {
    check_all(
        "
seq:
- {id: a, type: outer}
- {id: b, type: u1, enum: e}
enums: {e: {1: far}}
types:
  outer:
    seq:
    - {id: x, type: u1, enum: e}
    - {id: c, type: inner}
    enums: {e: {1: near}}
    types:
      inner:
        seq: [{id: x, type: u1, enum: e}]
        instances: {is_near: {value: 'x == e::near'}}
",
        &[1, 1, 1],
        &[
            ("a.x", r#"{"enum":"e","name":"near","value":1}"#),
            ("a.c.x", r#"{"enum":"e","name":"near","value":1}"#),
            ("a.c.is_near", "true"),
            ("b", r#"{"enum":"e","name":"far","value":1}"#),
        ],
    );
}

#[test]
fn by_path() {
    check_all(
        "
seq:
- {id: a, type: u1, enum: 'outer::e'}
- {id: b, type: u1, enum: 'outer::inner::e'}
- {id: c, type: u1, enum: 'main::outer::e'}
instances:
  yes: {value: 'b == outer::inner::e::deep'}
  top: {value: '::main::outer::e::one.to_i'}
types:
  outer:
    enums: {e: {1: one}}
    types:
      inner: {enums: {e: {1: deep}}}
",
        &[1, 1, 1],
        &[
            ("a", r#"{"enum":"e","name":"one","value":1}"#),
            ("b", r#"{"enum":"e","name":"deep","value":1}"#),
            ("c", r#"{"enum":"e","name":"one","value":1}"#),
            ("yes", "true"),
            ("top", "1"),
        ],
    );
}

#[test]
fn what_does_not_exist() {
    check_rejected("seq: [{id: a, type: u1, enum: pet}]", "/seq/0/enum", "pet");
    check_rejected(
        "
instances: {a: {value: 'e::two'}}
enums: {e: {1: one}}
",
        "/instances/a/value",
        "two",
    );
    check_rejected(
        "instances: {a: {value: 'x::two'}}",
        "/instances/a/value",
        "x",
    );
}

#[test]
fn an_enum_is_not_an_integer() {
    let told = |expr: &str| {
        format!(
            "
seq: [{{id: a, type: u1, enum: e}}, {{id: b, type: u1, enum: f}}]
instances: {{x: {{value: '{expr}'}}}}
enums: {{e: {{1: one}}, f: {{1: one}}}}
"
        )
    };
    for expr in [
        "a + 1",
        "a == 1",
        "a == b",
        "a < e::one",
        "a == f::one",
        "not a",
        "-a",
    ] {
        check_rejected(&told(expr), "/instances/x/value", "");
    }
}

#[test]
fn only_integers_have_enums() {
    check_rejected(
        "
seq: [{id: a, type: f4, enum: e}]
enums: {e: {1: one}}
",
        "/seq/0/enum",
        "integer",
    );
    check_rejected(
        "
instances: {a: {value: '\"x\"', enum: e}}
enums: {e: {1: one}}
",
        "/instances/a/enum",
        "integer",
    );
}

#[test]
fn an_array_of_enums() {
    check_all(
        "
seq: [{id: a, type: u1, enum: e, repeat: eos}]
enums: {e: {1: one}}
",
        &[1, 2],
        &[
            (
                "a",
                r#"[{"enum":"e","name":"one","value":1},{"enum":"e","name":null,"value":2}]"#,
            ),
            ("a[0] == e::one", "true"),
            ("a[1].to_i", "2"),
        ],
    );
}

#[test]
fn a_method_that_enums_do_not_have() {
    check_error(
        "
seq: [{id: a, type: u1, enum: e}]
enums: {e: {1: one}}
",
        &[1],
        "a.length",
        "compile",
        "length",
    );
    check(
        "
seq: [{id: a, type: u1, enum: e}]
enums: {e: {}}
",
        &[1],
        "a.to_i",
        "1",
    );
}
