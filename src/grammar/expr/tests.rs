//! Text → syntax tree → text.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::{
    Kind, Node, Piece, parse, parse_message, parse_process, parse_representation, parse_type_call,
};

/// The tree with every operator in parentheses.
fn full(node: &Node) -> String {
    let op = super::infix;
    match &node.kind {
        Kind::Binary(o, a, b) => format!("({} {} {})", full(a), op(*o), full(b)),
        Kind::And(a, b) => format!("({} and {})", full(a), full(b)),
        Kind::Or(a, b) => format!("({} or {})", full(a), full(b)),
        Kind::Ternary(a, b, c) => format!("({} ? {} : {})", full(a), full(b), full(c)),
        Kind::Unary(o, a) => format!("({o:?} {})", full(a)),
        Kind::Member(a, name) => format!("{}.{}", full(a), name.text),
        Kind::Subscript(a, i) => format!("{}[{}]", full(a), full(i)),
        _ => node.to_string(),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = match parse(text) {
        Ok(node) => full(&node),
        Err(e) => format!("{}..{}: {e}", e.span.start, e.span.end),
    };
    assert_eq!(found, expected, "for {text}");
}

#[test]
fn operators_bind_as_in_kaitai() {
    check("a & 1 == 0", "((a & 1) == 0)");
    check("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)");
    check("1 | 2 ^ 3 & 4 << 5", "(1 | (2 ^ (3 & (4 << 5))))");
    check("not a == b and c", "((Not (a == b)) and c)");
    check("not not a", "(Not (Not a))");
    check("a or b and not c", "(a or (b and (Not c)))");
    check(
        "a ? b ? 1 : 2 : c ? 3 : 4",
        "(a ? (b ? 1 : 2) : (c ? 3 : 4))",
    );
    check("-a.b[1] + ~c", "((Neg a.b[1]) + (Invert c))");
    check("+3", "3");
    check("a-1", "(a - 1)");
    check("(a + b) * c", "((a + b) * c)");
    check("a ? x::y : ::z::w", "(a ? x::y : ::z::w)");
    check("a\n+ \\\n b", "(a + b)");
}

#[test]
fn numbers() {
    check("0x12_34_56_78", "305419896");
    check("0b01_1", "3");
    check("0o17", "15");
    check("1_000", "1000");
    check("18446744073709551615", "18446744073709551615");
    check("-9223372036854775808", "(Neg 9223372036854775808)");
    check("1.5", "1.5");
    check(".5", "0.5");
    check("1.", "1.0");
    check("4e2", "400.0");
    check("4.2E-1", "0.42");
    check("1.foo", "1.foo");
    check("1 . foo", "1.foo");
    check("1.5.to_i", "1.5.to_i");
}

#[test]
fn strings() {
    check(r"'a\n'", r#""a\\n""#);
    check(
        r#""\a\b\t\n\v\f\r\e\'\"\\""#,
        r#""\u0007\u0008\t\n\u000b\u000c\r\u001b'\"\\""#,
    );
    check(r#""\101\0\u0041\ud83d\ude00""#, "\"A\\u0000A\u{1f600}\"");
    check(r#""a" 'b' "c""#, r#""abc""#);
    check(r#"f"a{1 + b}c{"d"}""#, r#"f"a{1 + b}c{"d"}""#);
}

#[test]
fn atoms_and_postfixes() {
    check("[1, 2,]", "[1, 2]");
    check("[].as<bytes>", "[].as<bytes>");
    check("[1].as<u1[]>", "[1].as<u1[]>");
    check("a.as < b :: c > . d", "a.as<b::c>.d");
    check(
        "sizeof<a::b> + bitsizeof<b13>",
        "(sizeof<a::b> + bitsizeof<b13>)",
    );
    check("sizeof", "sizeof");
    check("a.substring(1, b)", "a.substring(1, b)");
    check("::a::b", "::a::b");
    check("[0..21]", "[0 .. 21]");
    check("a[1 .. n]", "a[1 .. n]");
    check("f", "f");
}

#[test]
fn errors_say_where_what_and_a_guess() {
    check(
        "a && b",
        "2..4: expected an operator or the end, found `&&`; did you mean `and`?",
    );
    check(
        "a = b",
        "2..3: expected an operator or the end, found `=`; did you mean `==`?",
    );
    check(
        "!a",
        "0..1: expected a value, found `!`; did you mean `not`?",
    );
    check("1 *", "3..3: expected a value, found the end");
    check("", "0..0: expected a value, found the end");
    check("(1 + 5", "6..6: expected `)`, found the end");
    check("\"hello ", "7..7: expected `\"`, found the end");
    check(
        "a < b < c",
        "6..7: comparisons can't be chained: join two of them by `and`",
    );
    check(
        "1 + not a",
        "4..7: `not` binds loosely: put it in parentheses here",
    );
    check(
        "a ? b",
        "5..5: expected `:` and the other branch, found the end",
    );
    check(
        "007",
        "0..3: a decimal number can't begin with 0 (octal is `0o`)",
    );
    check("0xfg", "2..4: expected digits, found `fg`");
    check("12ab", "2..4: expected an operator or the end, found `ab`");
    check("a.1", "2..3: expected a name, found `1`");
    check("^AHEM", "0..1: expected a value, found `^`");
    check("a(1)", "1..2: only a method can be called");
    check(
        "sizeof(a)",
        "6..7: expected `<` and a type, found `(`; did you mean `sizeof<type>`?",
    );
    check("\ta", "0..1: expected a value, found `\t`");
    check(
        &"9".repeat(60),
        "0..60: `9999999999999999999999999999999999999999…` is too large: numbers have at most 128 bits",
    );
}

#[test]
fn depth_is_limited() {
    let deep = 100_000;
    let texts = [
        "(".repeat(deep),
        "-".repeat(deep),
        "not ".repeat(deep),
        format!("1{}", "+1".repeat(deep)),
        format!("a{}", ".b".repeat(deep)),
        "a?".repeat(deep),
        "a[".repeat(deep),
        "f\"{".repeat(deep),
        format!("{}1{}", "(".repeat(60), ")*1".repeat(60)).replace("*1", &"*1".repeat(100)),
    ];
    for text in texts {
        let error = parse(&text).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the expression is nested too deeply",
            "for {}",
            &text[..10]
        );
    }
    assert!(parse(&format!("1{}", "+1".repeat(200))).is_ok());
    assert!(parse(&format!("{}1{}", "(".repeat(50), ")".repeat(50))).is_ok());
}

#[test]
fn calls() {
    let call = parse_type_call("a :: b ( 1 , c )").unwrap();
    assert_eq!((call.name.text(), call.args.len()), ("a::b".to_owned(), 2));
    assert_eq!(parse_type_call("a(2 + 3, )").unwrap_err().span, 9..10);
    assert_eq!(parse_type_call("really(").unwrap_err().span, 7..7);
    let process = parse_process("nested.deeply.custom_fx(7, key)").unwrap();
    assert_eq!(
        (process.name.as_str(), process.args.len()),
        ("nested.deeply.custom_fx", 2)
    );
}

#[track_caller]
fn check_pieces(pieces: &[Piece], expected: &str) {
    let piece = |p: &Piece| match p {
        Piece::Text(text) => text.clone(),
        Piece::Value(node, format) => format!("<{node}|{format}>"),
    };
    let found: Vec<String> = pieces.iter().map(piece).collect();
    assert_eq!(found.join("^"), expected);
}

#[test]
fn templates() {
    check_pieces(
        &parse_message("w is {w.x + 1:hex}, {{not}}").unwrap(),
        "w is ^<w.x + 1|hex>^, {not}",
    );
    check_pieces(&parse_message("{a ? b : c}").unwrap(), "<a ? b : c|>");
    check_pieces(
        &parse_representation("{a.b:dec} of {*}{c}"),
        "<a.b|dec>^ of {*}^<c|>",
    );
    assert_eq!(parse_message("ab {w").unwrap_err().span, 5..5);
    assert_eq!(
        parse_message("ab {1 +}").unwrap_err().to_string(),
        "expected a value, found `}`"
    );
}

proptest! {
    #[test]
    fn any_text_gives_a_tree_or_an_error(text in "[a-c0-9_.:,()\\[\\]<>{}?+*&|=!'\"\\\\ \nénot fasu-]{0,40}") {
        match parse(&text) {
            Ok(node) => {
                let printed = node.to_string();
                prop_assert_eq!(parse(&printed).unwrap().to_string(), printed);
            }
            Err(e) => prop_assert!(text.get(e.span.clone()).is_some(), "{:?} in {:?}", e.span, text),
        }
        let _ = parse_message(&text);
        let _ = parse_representation(&text);
        let _ = parse_type_call(&text);
    }

    #[test]
    fn printing_keeps_the_tree(text in expression()) {
        let node = parse(&text).unwrap();
        let printed = node.to_string();
        prop_assert_eq!(full(&parse(&printed).unwrap()), full(&node), "{}", printed);
    }
}

/// Texts of expressions, with parentheses at random.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..300u32).prop_map(|n| n.to_string()),
        Just("a".to_owned()),
        Just("b::c".to_owned()),
        Just("1.5".to_owned()),
        Just("\"x{\\n\"".to_owned()),
        Just("f\"x{a}\"".to_owned()),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let op = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "|", "^", "&", "<<", ">>", "<", "==", "and", "or",
        ]);
        prop_oneof![
            (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            inner.clone().prop_map(|a| format!("(not {a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.clone().prop_map(|a| format!("({a}).m")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a})[{b}]")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a}).f([{b}])")),
        ]
    })
}
