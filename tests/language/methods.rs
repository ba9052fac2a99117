//! Methods of each kind of value.

use crate::harness::{check_all, check_error, check_rejected};

const GRAMMAR: &str = "
seq:
- {id: n, type: s1}
- {id: f, type: f4}
- {id: flag, type: b1}
- {id: s, type: strz}
- {id: digits, type: strz}
- {id: b, size: 3}
- {id: list, type: s2, repeat: expr, repeat-expr: 3}
- {id: words, type: strz, repeat: expr, repeat-expr: 2}
- {id: e, type: u1, enum: e}
- {id: t, type: t}
types:
  t: {seq: [{id: x, type: u2}]}
enums: {e: {7: seven}}
";

const DATA: &[u8] =
    b"\xfb\0\0\x20\xc0\x80a\xc3\xa9z\0-12\0\x03\x09\x01\x05\0\xff\xff\x07\0pq\0b\0\x07\x02\x01";

#[track_caller]
fn gives(cases: &[(&str, &str)]) {
    check_all(GRAMMAR, DATA, cases);
}

#[track_caller]
fn wrong(expr: &str) {
    let grammar = format!("{GRAMMAR}instances: {{x: {{value: '{expr}'}}}}\n");
    check_rejected(&grammar, "/instances/x/value", "");
}

#[track_caller]
fn fails(expr: &str, kind: &str, words: &str) {
    check_error(GRAMMAR, DATA, expr, kind, words);
}

#[test]
fn of_integers() {
    gives(&[
        ("n.to_s", r#""-5""#),
        ("(n * n).to_s", r#""25""#),
        ("255.to_s", r#""255""#),
        ("0x10.to_s", r#""16""#),
    ]);
    wrong("n.length");
    wrong("n.to_i");
    wrong("n.to_s(16)");
}

#[test]
fn of_floats() {
    gives(&[
        ("f", "-2.5"),
        ("f.to_i", "-2"),
        ("(-f).to_i", "2"),
        ("2.9.to_i", "2"),
    ]);
    wrong("f.to_s");
}

#[test]
fn of_booleans() {
    gives(&[
        ("flag.to_i", "1"),
        ("(not flag).to_i", "0"),
        ("true.to_i", "1"),
    ]);
    wrong("flag.to_s");
}

#[test]
fn of_enums() {
    gives(&[("e.to_i", "7"), ("e::seven.to_i + 1", "8")]);
    wrong("e.to_s");
}

#[test]
fn of_strings() {
    gives(&[
        ("s.length", "3"),
        ("s.reverse", r#""zéa""#),
        ("s.substring(0, 2)", r#""aé""#),
        ("s.substring(1, s.length)", r#""éz""#),
        ("s.substring(1, 1)", r#""""#),
        ("digits.to_i", "-12"),
        ("digits.to_i + 1", "-11"),
        ("\"ff\".to_i(16)", "255"),
        ("\"-101\".to_i(2)", "-5"),
        ("\"zz\".to_i(36)", "1295"),
        ("\"+7\".to_i", "7"),
        ("\"007\".to_i", "7"),
        ("\"\".length", "0"),
        ("\"abc\".reverse.reverse == \"abc\"", "true"),
    ]);
    wrong("s.size");
    wrong("s.first");
    wrong("s.to_s");
    wrong("s.substring(1)");
    wrong("s.to_i(1, 2)");
}

#[test]
fn a_string_that_is_no_number() {
    for text in [
        "", "12x", " 12", "12 ", "1.5", "0x10", "--1", "+", "-", "é", "1_000",
    ] {
        fails(
            &format!("\"{text}\".to_i"),
            "conversion",
            "no integer in base 10",
        );
    }
    fails("s.to_i", "conversion", "aéz");
    fails("\"19\".to_i(8)", "conversion", "base 8");
    fails("\"2\".to_i(2)", "conversion", "base 2");
    fails("\"1\".to_i(1)", "conversion", "base 1");
    fails("\"1\".to_i(37)", "conversion", "base 37");
    fails(
        "\"999999999999999999999999999999999999999999\".to_i",
        "conversion",
        "",
    );
}

#[test]
fn of_bytes() {
    gives(&[
        ("b.length", "3"),
        ("b.size", "3"),
        ("b.first", "3"),
        ("b.last", "1"),
        ("b.min", "1"),
        ("b.max", "9"),
        ("b[1]", "9"),
        ("[0x41, 0x42].as<bytes>.to_s(\"ASCII\")", r#""AB""#),
        ("[0xe9].as<bytes>.to_s(\"ISO-8859-1\")", r#""é""#),
        ("[1, 2].length", "2"),
    ]);
    wrong("b.to_s");
    wrong("b.to_s(1)");
    wrong("b.to_i");
    wrong("b.reverse");
}

#[test]
fn the_encoding_is_a_literal() {
    wrong("b.to_s(s)");
    wrong("b.to_s(\"A\" + \"B\")");
}

#[test]
fn of_arrays() {
    gives(&[
        ("list.size", "3"),
        ("list.first", "5"),
        ("list.last", "7"),
        ("list.min", "-1"),
        ("list.max", "7"),
        ("words.min", r#""b""#),
        ("words.max", r#""pq""#),
        ("words.last.length", "1"),
        ("[3, 1, 2000].max", "2000"),
        ("[1.5, 0.5].min", "0.5"),
        ("[\"b\", \"a\"].first", r#""b""#),
        ("[n, 1000].min", "-5"),
    ]);
    wrong("list.length");
    wrong("list.to_s");
    wrong("list.reverse");
    wrong("list.size(1)");
}

#[test]
fn of_objects() {
    gives(&[
        ("t.x", "258"),
        ("t._io.size == _io.size", "true"),
        ("t._parent.n", "-5"),
        ("t._root.n", "-5"),
        ("t._sizeof", "2"),
        ("t.x._sizeof", "2"),
    ]);
    wrong("t.size");
    wrong("t.y");
}

#[test]
fn of_streams() {
    gives(&[("_io.size", "32"), ("_io.pos", "32"), ("_io.eof", "true")]);
    wrong("_io.length");
    wrong("_io.read");
}

#[test]
fn sizes_of_types() {
    gives(&[
        ("sizeof<u1>", "1"),
        ("sizeof<s8>", "8"),
        ("sizeof<f4>", "4"),
        ("sizeof<t>", "2"),
        ("sizeof<b1>", "1"),
        ("sizeof<b9>", "2"),
        ("bitsizeof<b9>", "9"),
        ("bitsizeof<u2>", "16"),
        ("bitsizeof<t>", "16"),
        ("n._sizeof", "1"),
        ("f._sizeof", "4"),
        ("flag._sizeof", "1"),
        ("b._sizeof", "3"),
        ("e._sizeof", "1"),
    ]);
    wrong("s._sizeof");
    wrong("sizeof<str>");
    wrong("sizeof<nothing>");
    wrong("sizeof<main>");
    wrong("_root._sizeof");
}

#[test]
fn sizes_of_sized_and_nested_types() {
    check_all(
        "
seq:
- {id: a, type: inner, size: 7}
- {id: b, type: outer}
types:
  inner: {seq: [{id: x, type: b3}, {id: y, type: b7}]}
  outer:
    seq:
    - {id: p, type: inner}
    - {id: q, type: u2, repeat: expr, repeat-expr: 3}
    - {id: r, size: 3}
",
        &[0; 18],
        &[
            ("a._sizeof", "7"),
            ("sizeof<inner>", "2"),
            ("bitsizeof<inner>", "10"),
            ("sizeof<outer>", "11"),
            ("b._sizeof", "11"),
        ],
    );
}

#[test]
fn dynamic_sizes_are_unknown() {
    for body in [
        "{id: x, size-eos: true}",
        "{id: x, type: strz, encoding: ASCII}",
        "{id: x, type: u1, if: true}",
        "{id: x, type: u1, repeat: eos}",
        "{id: x, size: n}",
    ] {
        check_rejected(
            &format!(
                "
seq: [{{id: a, type: t(1)}}]
instances: {{x: {{value: sizeof<t>}}}}
types: {{t: {{params: [{{id: n, type: u1}}], seq: [{body}]}}}}
"
            ),
            "/instances/x/value",
            "",
        );
    }
}

#[test]
fn unknown_methods_are_guessed() {
    let grammar = format!("{GRAMMAR}instances: {{x: {{value: s.lenght}}}}\n");
    check_rejected(&grammar, "/instances/x/value", "length");
    let grammar = format!("{GRAMMAR}instances: {{x: {{value: list.count}}}}\n");
    check_rejected(&grammar, "/instances/x/value", "count");
}

#[test]
fn arguments_where_there_are_none() {
    gives(&[("s.length", "3")]);
    wrong("s.length(1)");
    wrong("n.to_s(1)");
    wrong("t.x(1)");
}

#[test]
fn text_to_bytes_and_where_bytes_are() {
    gives(&[
        ("s.to_b(\"UTF-16BE\")", r#"{"bytes":"006100e9007a"}"#),
        ("\"AB\".to_b(\"ASCII\")", r#"{"bytes":"4142"}"#),
        ("b.index_of([9])", "1"),
        ("b.index_of([7])", "-1"),
    ]);
}
