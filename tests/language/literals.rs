//! Literals: numbers, strings with every escape, arrays, names.

use crate::harness::{check, check_all, check_error, check_rejected};

#[track_caller]
fn gives(cases: &[(&str, &str)]) {
    check_all("seq: [{id: a, type: u1}]", &[5], cases);
}

#[track_caller]
fn wrong(expr: &str, words: &str) {
    check_error("seq: [{id: a, type: u1}]", &[5], expr, "compile", words);
}

#[test]
fn integers() {
    gives(&[
        ("0", "0"),
        ("1_000_000", "1000000"),
        ("0xff", "255"),
        ("0xDEAD_beef", "3735928559"),
        ("0o17", "15"),
        ("0o1_0", "8"),
        ("0b101", "5"),
        ("0b1111_0000", "240"),
        ("18446744073709551615", "18446744073709551615"),
        ("-9223372036854775808", "-9223372036854775808"),
    ]);
    wrong("0x", "");
    wrong("0b12", "");
    wrong("0o8", "");
    wrong("1a", "");
}

#[test]
fn floats() {
    gives(&[
        ("1.5", "1.5"),
        (".5", "0.5"),
        ("1.", "1.0"),
        ("4e2", "400.0"),
        ("4.2E-1", "0.42"),
        ("1e+3", "1000.0"),
        ("1.5e3.to_i", "1500"),
        ("-0.0", "-0.0"),
    ]);
}

#[test]
fn a_point_after_an_integer_may_begin_a_method() {
    gives(&[("1.to_s", r#""1""#), ("12.to_s.length", "2")]);
}

#[test]
fn booleans() {
    gives(&[("true", "true"), ("false", "false")]);
    wrong("True", "");
}

#[test]
fn strings_in_single_quotes_are_raw() {
    gives(&[
        (r"'a\nb'", r#""a\\nb""#),
        (r#"'say "hi"'"#, r#""say \"hi\"""#),
        ("''", r#""""#),
        ("'é'", r#""é""#),
    ]);
}

#[test]
fn every_escape() {
    gives(&[
        (
            r#""\a\b\t\n\v\f\r\e""#,
            r#""\u0007\u0008\t\n\u000b\u000c\r\u001b""#,
        ),
        (r#""\'\"\\""#, r#""'\"\\""#),
        (r#""\0""#, r#""\u0000""#),
        (r#""\101\102""#, r#""AB""#),
        (r#""\1018""#, r#""A8""#),
        (r#""\u0041\u00e9""#, r#""Aé""#),
        (r#""\u20ac""#, r#""€""#),
    ]);
}

#[test]
fn escapes_that_do_not_exist() {
    wrong(r#""\q""#, "");
    wrong(r#""\x41""#, "");
    wrong(r#""\u41""#, "");
    wrong(r#""\""#, "");
    wrong(r#""\9""#, "");
}

#[test]
fn escapes_within_yaml() {
    // The grammar's own quotes come off first.
    check(
        r#"
instances:
  a: {value: '"x\ty"'}
"#,
        b"",
        "a",
        r#""x\ty""#,
    );
    check(
        r#"
instances:
  a: {value: "\"x\\ty\""}
"#,
        b"",
        "a",
        r#""x\ty""#,
    );
    check(
        r#"
instances:
  a:
    value: |
      "x" +
      "y"
"#,
        b"",
        "a",
        r#""xy""#,
    );
}

#[test]
fn neighbouring_strings_are_joined() {
    gives(&[
        (r#""a" "b""#, r#""ab""#),
        (r#""a" 'b\n' "c""#, r#""ab\\nc""#),
    ]);
}

#[test]
fn strings_with_expressions() {
    gives(&[
        (r#"f"a={a}!""#, r#""a=5!""#),
        (r#"f"{a + 1}{a}""#, r#""65""#),
        (r#"f"plain""#, r#""plain""#),
        (r#"f"{"x" + "y"}""#, r#""xy""#),
        (r#"f"\t{a}\n""#, r#""\t5\n""#),
        (r#"f"{a}".length"#, "1"),
    ]);
    wrong(r#"f"{a""#, "");
    wrong(r#"f"{nothing}""#, "nothing");
    wrong(r#"f"{a == 5}""#, "");
    wrong(r#"f"{1.5}""#, "");
    wrong(r#"f"{[1]}""#, "");
}

#[test]
fn byte_arrays() {
    gives(&[
        ("[1, 2]", r#"{"bytes":"0102"}"#),
        ("[0xff]", r#"{"bytes":"ff"}"#),
        ("[1, 2,]", r#"{"bytes":"0102"}"#),
        ("[0, 255]", r#"{"bytes":"00ff"}"#),
        ("[a].as<bytes>", r#"{"bytes":"05"}"#),
        ("[a, 7].as<bytes>", r#"{"bytes":"0507"}"#),
    ]);
}

#[test]
fn integer_arrays() {
    gives(&[
        ("[256]", "[256]"),
        ("[-1]", "[-1]"),
        ("[0 + 1, 2]", "[1,2]"),
        ("[1, 2, 300]", "[1,2,300]"),
        ("[a + 0]", "[5]"),
        ("[300, a]", "[300,5]"),
    ]);
}

#[test]
fn bytes_and_integers_are_never_equal() {
    wrong("[1, 2] == [1, 300]", "");
    wrong("[1, 2] == [0 + 1, 2]", "");
    gives(&[
        ("[1, 2] == [1, 2]", "true"),
        ("[1, 300].size == [1, 2].size", "true"),
    ]);
}

#[test]
fn other_arrays() {
    gives(&[
        ("[1.5, 2.5]", "[1.5,2.5]"),
        ("[1, 2.5]", "[1,2.5]"),
        (r#"["a", "b"]"#, r#"["a","b"]"#),
        ("[true, false]", "[true,false]"),
        ("[[1, 2], [3]]", r#"[{"bytes":"0102"},{"bytes":"03"}]"#),
    ]);
    wrong(r#"[1, "a"]"#, "");
    wrong("[true, 1]", "");
}

#[test]
fn an_empty_array_needs_a_type() {
    wrong("[]", "");
    gives(&[
        ("[].as<bytes>", r#"{"bytes":""}"#),
        ("[].as<u4[]>", "[]"),
        ("[].as<bytes>.size", "0"),
    ]);
}

#[test]
fn enum_members() {
    let grammar = "
seq: [{id: t, type: t}]
enums: {e: {1: one}}
types:
  t:
    enums: {f: {2: two}}
    types:
      u: {enums: {g: {3: three}}}
";
    check_all(
        grammar,
        b"",
        &[
            ("e::one.to_i", "1"),
            ("t::f::two.to_i", "2"),
            ("t::u::g::three.to_i", "3"),
            ("::main::e::one.to_i", "1"),
            ("main::t::f::two.to_i", "2"),
            ("e :: one", r#"{"enum":"e","name":"one","value":1}"#),
        ],
    );
    check_error(grammar, b"", "f::two", "compile", "f");
}

#[test]
fn there_is_no_null() {
    check_rejected(
        "instances: {a: {value: 'null'}}",
        "/instances/a/value",
        "null",
    );
}

#[test]
fn numbers_in_yaml_are_expressions() {
    check_all(
        "
seq:
- {id: a, size: 0b1_0}
- {id: b, size: 0x01}
- {id: c, type: u1, repeat: expr, repeat-expr: 0o2}
- {id: d, terminator: 0x2c}
",
        b"abcdexy,",
        &[
            ("a", r#"{"bytes":"6162"}"#),
            ("b", r#"{"bytes":"63"}"#),
            ("c", "[100,101]"),
            ("d", r#"{"bytes":"7879"}"#),
        ],
    );
}
