//! Grammars made to hang or to crash the compiler.

use crate::harness::{compiled, in_time};
use fmtview::grammar::Compiled;

/// Compiles in time.
fn compile(grammar: String) -> Compiled {
    in_time(move || compiled(&grammar))
}

/// A grammar with an error that has these words; `schema` says whether it is
/// good all the same.
#[track_caller]
fn check(grammar: String, words: &str) {
    let compiled = compile(grammar);
    let told: Vec<&str> = compiled
        .problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    assert!(
        told.iter().any(|it| it.contains(words)),
        "{:?}",
        told.iter().take(5).collect::<Vec<_>>()
    );
    assert!(compiled.schema.is_none());
}

/// A grammar that is large and good.
#[track_caller]
fn check_good(grammar: String) {
    let compiled = compile(grammar);
    let first = compiled.problems.first();
    assert!(compiled.schema.is_some(), "{first:?}");
}

/// A value instance with an expression.
fn value(expr: &str) -> String {
    format!("instances: {{a: {{value: '{expr}'}}, b: {{value: '[1, 2]'}}}}\n")
}

const MANY: usize = 100_000;

#[test]
fn expressions_in_one_another() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("-", "1", ""),
        ("~", "1", ""),
        ("not ", "true", ""),
        ("true ? ", "1", " : 1"),
        ("b[", "0", "]"),
        ("b.as<bytes>[", "0", "]"),
        ("f\"{", "1", "}\""),
    ] {
        let expr = format!("{}{inner}{}", open.repeat(MANY), close.repeat(MANY));
        check(value(&expr), "nested too deeply");
    }
}

#[test]
fn expressions_after_one_another() {
    for (first, more) in [
        ("1", " + 1"),
        ("1", " | 1"),
        ("true", " and true"),
        ("true", " or true"),
        ("\"a\"", " + \"a\""),
        ("_root", "._root"),
        ("b", "[0]"),
        ("1", ".as<u1>"),
        ("1", ".to_s.to_i"),
    ] {
        let expr = format!("{first}{}", more.repeat(MANY));
        check(value(&expr), "nested too deeply");
    }
    check(
        value(&format!("{}1", "false ? 1 : ".repeat(MANY))),
        "nested too deeply",
    );
}

#[test]
fn long_names_and_literals() {
    let long = "x".repeat(MANY);
    check(value(&long), "there is no field");
    check(
        format!("seq: [{{id: a, type: {long}}}]"),
        "there is no type",
    );
    check(value(&format!("a::{long}")), "no enum");
    check(value(&"a::".repeat(MANY)), "");
    check(value(&"9".repeat(MANY)), "");
    check(value(&format!("0x{}", "f".repeat(MANY))), "");
    check_good(value(&format!("\"{long}\"")));
    check_good(value(&format!("\"{long}\"").repeat(3)));
    check_good(value(&format!("1.{}", "0".repeat(MANY))));
    check_good(value(&format!("[{}1]", "1, ".repeat(MANY))));
}

#[test]
fn yaml_in_one_another() {
    for (open, close) in [("[", "]"), ("{a: ", "}")] {
        check(
            format!("-x: {}{}\n", open.repeat(MANY), close.repeat(MANY)),
            "more than 100 lists and maps in one another",
        );
        check(format!("-x: {}\n", open.repeat(MANY)), "");
    }
    check(
        format!(
            "types: {}{{}}{}\n",
            "{t: {types: ".repeat(MANY),
            "}}".repeat(MANY)
        ),
        "more than 100 lists and maps in one another",
    );
    let steps: String = (0..2000)
        .map(|i| format!("{}a:\n", " ".repeat(i)))
        .collect();
    check(format!("-x:\n{steps}").replace("\na:", "\n a:"), "");
    check(format!("-x:\n {}1\n", "- ".repeat(MANY)), "");
}

#[test]
fn anchors_that_double() {
    let laughs: String = (0..30)
        .map(|i| format!("-a{n}: &a{n} [*a{i}, *a{i}]\n", n = i + 1))
        .collect();
    check(format!("-a0: &a0 x\n{laughs}"), "anchors");
}

#[test]
fn many_of_everything() {
    let lines =
        |count: usize, line: &dyn Fn(usize) -> String| -> String { (0..count).map(line).collect() };
    check_good(format!(
        "seq:\n{}",
        lines(20_000, &|i| format!("- {{id: a{i}, type: u1}}\n"))
    ));
    check_good(format!(
        "enums:\n  e:\n{}",
        lines(20_000, &|i| format!("    {i}: n{i}\n"))
    ));
    check_good(format!(
        "types:\n{}",
        lines(5_000, &|i| format!(
            "  t{i}: {{seq: [{{id: x, type: u1}}]}}\n"
        ))
    ));
    check_good(format!(
        "instances:\n{}",
        lines(5_000, &|i| format!("  a{i}: {{value: {i}}}\n"))
    ));
    check_good(format!(
        "seq:\n- id: a\n  type:\n    switch-on: 1\n    cases:\n{}",
        lines(5_000, &|i| format!("      {i}: u1\n"))
    ));
}

#[test]
fn more_members_than_can_be_counted() {
    let lines = |line: &dyn Fn(usize) -> String| -> String { (0..65_536).map(line).collect() };
    check(
        format!("params:\n{}", lines(&|i| format!("- {{id: a{i}}}\n"))),
        "a type has at most 65535 parameters, found 65536",
    );
}

#[test]
fn long_chains() {
    let values: String = (0..5_000)
        .map(|i| format!("  v{i}: {{value: v{} + 1}}\n", i + 1))
        .collect();
    check_good(format!("instances:\n{values}  v5000: {{value: 1}}\n"));
    let types: String = (0..5_000)
        .map(|i| format!("  t{i}: {{seq: [{{id: x, type: t{}}}]}}\n", i + 1))
        .collect();
    check_good(format!(
        "instances: {{n: {{value: sizeof<t0>}}}}\ntypes:\n{types}  t5000: {{seq: [{{id: x, type: u1}}]}}\n"
    ));
    let arguments: String = (0..2_000)
        .map(|i| {
            format!(
                "  t{i}: {{params: [{{id: p, type: u1}}], seq: [{{id: x, type: t{}(p)}}]}}\n",
                i + 1
            )
        })
        .collect();
    check_good(format!(
        "types:\n{arguments}  t2000: {{params: [{{id: p, type: u1}}]}}\n"
    ));
}

#[test]
fn circles() {
    check_good("instances: {a: {value: b}, b: {value: a}}\n".into());
    check_good("types: {t: {seq: [{id: x, type: u}]}, u: {seq: [{id: x, type: t}]}}\n".into());
    check("types: {t: {seq: [{id: x, size: sizeof<t>}]}}\n".into(), "");
    check(
        "types: {t: {seq: [{id: x, size: sizeof<u>}]}, u: {seq: [{id: x, size: sizeof<t>}]}}\n"
            .into(),
        "",
    );
}

#[test]
fn many_errors() {
    let errors: String = (0..5_000)
        .map(|i| format!("- {{id: a{i}, size: nothing{i} + other{i}, type: t{i}, if: {i}}}\n"))
        .collect();
    let compiled = compile(format!("seq:\n{errors}"));
    assert!(
        compiled.problems.len() >= 100,
        "{}",
        compiled.problems.len()
    );
    assert!(compiled.schema.is_none());
}

#[test]
fn types_that_double() {
    // The names of the parts of 2^60 objects are not gone through.
    let types: String = (0..60)
        .map(|i| {
            format!(
                "  t{i}: {{seq: [{{id: a, type: t{n}}}, {{id: b, type: t{n}}}]}}\n",
                n = i + 1
            )
        })
        .collect();
    check_good(format!(
        "instances: {{n: {{value: 'bitsizeof<t40>'}}}}\ntypes:\n{types}  t60: {{seq: [{{id: x, type: u1}}]}}\n"
    ));
    check(
        format!(
            "instances: {{n: {{value: 'sizeof<t0>'}}}}\ntypes:\n{types}  t60: {{seq: [{{id: x, size: 0x7fffffff}}]}}\n"
        ),
        "",
    );
}

#[test]
fn control_characters() {
    for text in [
        "\u{0}",
        "\u{1b}[2J",
        "\u{202e}",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
    ] {
        let _ = compile(format!("seq: [{{id: 'a{text}', type: u1}}]"));
        let _ = compile(format!("doc: \"{text}\"\n"));
        let _ = compile(format!("{text}seq: []\n"));
        let compiled = compile(value(&format!("a{text}b")));
        assert!(compiled.schema.is_none(), "{text:?}");
    }
}
