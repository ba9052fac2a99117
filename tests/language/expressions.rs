//! Operators: what binds tighter, and what they do to which values.

use crate::harness::{check_all, check_error, check_rejected};

/// Expressions over a few fields, by their values.
const GRAMMAR: &str = "
seq:
- {id: five, type: u1}
- {id: minus, type: s2}
- {id: big, type: u8}
- {id: half, type: f4}
- {id: text, type: str, size: 2}
- {id: raw, size: 2}
- {id: list, type: u2, repeat: expr, repeat-expr: 2}
- {id: none, type: u1, if: false}
- {id: e, type: u1, enum: e}
- {id: t, type: t}
- {id: u, type: u}
types:
  t: {seq: [{id: x, type: u1}]}
  u: {seq: [{id: y, type: u1}]}
enums:
  e: {1: one, 2: two}
";

const DATA: &[u8] =
    b"\x05\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x3fabxy\x01\0\x2c\x01\x01\x07\x08";

/// Expressions and what they give.
#[track_caller]
fn gives(cases: &[(&str, &str)]) {
    check_all(GRAMMAR, DATA, cases);
}

/// An expression that a grammar cannot hold.
#[track_caller]
fn wrong(expr: &str) {
    let grammar = format!(
        "{GRAMMAR}instances: {{x: {{value: '{}'}}}}\n",
        expr.replace('\'', "''")
    );
    check_rejected(&grammar, "/instances/x/value", "");
}

/// An expression that fails on these data.
#[track_caller]
fn fails(expr: &str, kind: &str, words: &str) {
    check_error(GRAMMAR, DATA, expr, kind, words);
}

#[test]
fn arithmetic() {
    gives(&[
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("five - minus", "8"),
        ("-five", "-5"),
        ("+five", "5"),
        ("- -five", "5"),
        ("2 - -3", "5"),
        ("big + 1", "18446744073709551616"),
        ("five * half", "2.5"),
        ("1e3 + 1", "1001.0"),
    ]);
}

#[test]
fn division_goes_toward_minus_infinity() {
    gives(&[
        ("7 / 2", "3"),
        ("-7 / 2", "-4"),
        ("7 / -2", "-4"),
        ("-7 / -2", "3"),
        ("-6 / 3", "-2"),
        ("minus / 2", "-2"),
        ("7 / 2.0", "3.5"),
        ("-7.0 / 2", "-3.5"),
    ]);
}

#[test]
fn the_remainder_is_not_negative_for_a_positive_divisor() {
    gives(&[
        ("7 % 3", "1"),
        ("-7 % 3", "2"),
        ("minus % 2", "1"),
        ("-6 % 3", "0"),
        ("(-7 / 3) * 3 + -7 % 3", "-7"),
    ]);
}

#[test]
fn division_by_zero() {
    fails("five / 0", "expression", "divided by 0");
    fails("five % (five - 5)", "expression", "divided by 0");
    gives(&[
        ("five / 0.0", r#"{"float":"Infinity"}"#),
        ("-five / 0.0", r#"{"float":"-Infinity"}"#),
    ]);
}

#[test]
fn bits() {
    gives(&[
        ("0b1100 & 0b1010", "8"),
        ("0b1100 | 0b1010", "14"),
        ("0b1100 ^ 0b1010", "6"),
        ("~five", "-6"),
        ("1 << 10", "1024"),
        ("1024 >> 3", "128"),
        ("-1 >> 1", "-1"),
        ("big >> 60", "15"),
        ("big << 8 >> 8 == big", "true"),
        ("minus & 0xffff", "65533"),
    ]);
}

#[test]
fn precedence_of_bits_and_arithmetic() {
    gives(&[
        ("1 | 2 ^ 3 & 4", "3"),
        ("1 << 2 + 1", "8"),
        ("6 & 3 << 1", "6"),
        ("1 + 2 << 1", "6"),
        ("-1 + 2", "1"),
        ("~1 + 2", "0"),
        ("~1 & 3", "2"),
    ]);
}

#[test]
fn comparisons_bind_looser_than_bits() {
    gives(&[
        ("five & 1 == 1", "true"),
        ("4 | 1 == five", "true"),
        ("five ^ 1 != 4", "false"),
        ("1 << 2 > 3", "true"),
    ]);
}

#[test]
fn not_and_or() {
    gives(&[
        ("not true", "false"),
        ("not five == 4", "true"),
        ("true or false and false", "true"),
        ("(true or false) and false", "false"),
        ("not true or true", "true"),
        ("not (true or true)", "false"),
        ("not not true", "true"),
        ("five == 5 and minus < 0", "true"),
        ("five == 4 or minus < 0", "true"),
    ]);
}

#[test]
fn and_and_or_stop_early() {
    gives(&[
        ("false and none / 0 == 1", "false"),
        ("true or 1 / 0 == 1", "true"),
        ("five == 5 or list[9] == 1", "true"),
    ]);
    fails("true and 1 / 0 == 1", "expression", "divided by 0");
}

#[test]
fn comparisons() {
    gives(&[
        ("five < 6", "true"),
        ("five <= 5", "true"),
        ("five > 5", "false"),
        ("five >= 5", "true"),
        ("five == 5.0", "true"),
        ("half < 1", "true"),
        ("minus < big", "true"),
        ("text == \"ab\"", "true"),
        ("text < \"b\"", "true"),
        ("text < \"ab0\"", "true"),
        ("text >= \"a\"", "true"),
        ("raw == [0x78, 0x79]", "true"),
        ("raw < [0x78, 0x7a]", "true"),
        ("raw > [0x78]", "true"),
        ("raw < [0xff]", "true"),
        ("true == false", "false"),
        ("true != false", "true"),
        ("e == e::one", "true"),
        ("e != e::two", "true"),
    ]);
}

#[test]
fn comparisons_are_not_chained() {
    wrong("1 < 2 < 3");
    wrong("1 == 1 == true");
}

#[test]
fn what_cannot_be_compared() {
    for expr in [
        "five == \"5\"",
        "five == true",
        "text == raw",
        "true < false",
        "e < e::two",
        "e == 1",
        "raw == five",
        "list == raw",
        "text < 1",
    ] {
        wrong(expr);
    }
}

#[test]
fn strings_are_joined() {
    gives(&[
        ("text + \"c\"", r#""abc""#),
        ("text + text + text", r#""ababab""#),
        ("\"n\" + five.to_s", r#""n5""#),
    ]);
    wrong("text - text");
    wrong("text + five");
    wrong("raw + raw");
}

#[test]
fn operators_have_operands() {
    for expr in [
        "true + 1",
        "-text",
        "~half",
        "half & 1",
        "half << 1",
        "1 << half",
        "not 1",
        "-true",
        "1 and true",
        "true or 0",
        "five + raw",
        "e + 1",
        "list + list",
        "-e",
    ] {
        wrong(expr);
    }
}

#[test]
fn choice() {
    gives(&[
        ("five == 5 ? 1 : 2", "1"),
        ("five == 4 ? 1 : 2", "2"),
        ("five == 4 ? 1 : five == 5 ? 2 : 3", "2"),
        ("(five == 5 ? 1 : 2) + 1", "2"),
        ("true ? five == 5 ? 7 : 8 : 9", "7"),
        ("false ? 1 : 0", "0"),
        ("false ? 1 : -0", "0"),
        ("false ? \"a\" : \"\"", r#""""#),
        ("true ? [1] : raw", r#"{"bytes":"01"}"#),
        ("true ? 1 : 1.5", "1.0"),
        ("false ? 1 : 1.5", "1.5"),
        (
            "true ? e : e::two",
            r#"{"enum":"e","name":"one","value":1}"#,
        ),
        ("true ? true : false", "true"),
        ("five == 5 ? 1 : 1 / 0", "1"),
        ("true ? list : list", "[1,300]"),
    ]);
}

#[test]
fn a_choice_between_objects() {
    gives(&[
        ("(true ? t : t).x", "7"),
        ("(true ? t : u)._io.size == _io.size", "true"),
        ("(true ? t : u)._parent.as<main>.five", "5"),
    ]);
    let grammar = format!("{GRAMMAR}instances: {{x: {{value: '(true ? t : u).x'}}}}\n");
    check_rejected(&grammar, "/instances/x/value", "x");
}

#[test]
fn a_choice_of_two_kinds() {
    for expr in [
        "true ? 1 : \"a\"",
        "true ? text : raw",
        "true ? true : 1",
        "true ? e : 1",
        "true ? t : 1",
        "1 ? 2 : 3",
        "text ? 1 : 2",
    ] {
        wrong(expr);
    }
}

#[test]
fn absent_fields() {
    gives(&[("none", "null")]);
    fails("none + 1", "expression", "absent");
    fails("none < 1", "expression", "absent");
}

#[test]
fn subscripts() {
    gives(&[
        ("list[0]", "1"),
        ("list[five - 4]", "300"),
        ("raw[1]", "121"),
        ("[10, 20, 30][1]", "20"),
        ("[10, 20, 300][2]", "300"),
        ("list[list[0] - 1]", "1"),
    ]);
    fails("list[2]", "expression", "index 2");
    fails("list[-1]", "expression", "index -1");
    fails("list[big]", "expression", "18446744073709551615");
    wrong("five[0]");
    wrong("text[0]");
    wrong("list[text]");
    wrong("list[1.5]");
    wrong("list[]");
}

#[test]
fn blanks() {
    gives(&[
        ("1+2", "3"),
        ("  1  +\n2 ", "3"),
        ("five . to_s", r#""5""#),
        ("list [ 0 ]", "1"),
        ("text . substring ( 0 , 1 )", r#""a""#),
        ("1 + \\\n 2", "3"),
    ]);
    check_error(GRAMMAR, DATA, "1 +\t2", "compile", "");
}

#[test]
fn keywords_are_words() {
    check_all(
        "
seq:
- {id: notable, type: u1}
- {id: order, type: u1}
- {id: android, type: u1}
- {id: truest, type: u1}
",
        &[1, 2, 3, 4],
        &[("notable + order + android + truest", "10")],
    );
}

#[test]
fn syntax_errors() {
    for expr in [
        "",
        "1 +",
        "+",
        "1 2",
        "(1",
        "1)",
        "[1",
        "a..b",
        "five.",
        ".five",
        "five.(1)",
        "1 === 2",
        "five && true",
        "five || true",
        "!true",
        "five ? 1",
        "five ? 1 :",
        "? 1 : 2",
        "a :: b",
        "five::",
        "\"a",
        "'a",
        "0x",
        "0b2",
        "$five",
        "five;",
        "five.as<",
        "five.as<u1",
        "null",
        "1..2",
        "@",
        "{1}",
        "five = 5",
        "five++",
    ] {
        let told = crate::harness::compiled(&format!(
            "{GRAMMAR}instances: {{x: {{value: '{}'}}}}\n",
            expr.replace('\'', "''")
        ));
        assert!(told.schema.is_none(), "{expr} is accepted");
    }
}

#[test]
fn mistakes_from_other_languages_are_named() {
    for (expr, words) in [
        ("five == 5 && true", "and"),
        ("five == 5 || true", "or"),
        ("!true", "not"),
    ] {
        let grammar = format!("{GRAMMAR}instances: {{x: {{value: '{expr}'}}}}\n");
        check_rejected(&grammar, "/instances/x/value", words);
    }
}

#[test]
fn huge_numbers() {
    gives(&[
        ("0xffffffffffffffff", "18446744073709551615"),
        (
            "0x7fffffffffffffffffffffffffffffff",
            "170141183460469231731687303715884105727",
        ),
        ("-0x7fffffffffffffffffffffffffffffff - 1 < 0", "true"),
    ]);
    fails(
        "0x7fffffffffffffffffffffffffffffff + 1",
        "expression",
        "too large",
    );
    fails(
        "-(-0x7fffffffffffffffffffffffffffffff - 1)",
        "expression",
        "too large",
    );
    fails(
        "(-0x7fffffffffffffffffffffffffffffff - 1) / -1",
        "expression",
        "too large",
    );
    fails(
        "0x7fffffffffffffffffffffffffffffff * 2",
        "expression",
        "too large",
    );
    wrong("0x80000000000000000000000000000000");
}

#[test]
fn shift_counts() {
    gives(&[
        ("1 << 0", "1"),
        ("1 << 126 > 0", "true"),
        ("0 << 1000", "0"),
        ("1 >> 1000", "0"),
        ("-1 >> 1000000000000", "-1"),
        ("1 >> big", "0"),
    ]);
    fails("1 << 127", "expression", "too large");
    fails("1 << 1000", "expression", "too large");
    fails("1 << big", "expression", "too large");
    fails("1 << -1", "expression", "below 0");
    fails("1 >> -1", "expression", "below 0");
}
