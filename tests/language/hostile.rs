//! Grammars and data made to hang, to fill memory or to crash: each gives a
//! message that names a limit.

use crate::harness::{check_error, compiled, in_time, schema_of, whole};
use fmtview::decode::Limits;
use fmtview::tree::{Options, Tree};
use pretty_assertions::assert_eq;

/// What `check` finds: `kind path: message`.
pub(crate) fn found_with(grammar: &str, data: &[u8], limits: Limits) -> Vec<String> {
    let (grammar, data) = (grammar.to_owned(), data.to_vec());
    in_time(move || {
        let schema = schema_of(compiled(&grammar));
        let options = Options {
            limits,
            ..Options::default()
        };
        crate::harness::findings(&schema, &data, options)
            .iter()
            .map(|it| format!("{} {}: {}", it.kind.name(), short(&it.path), it.message))
            .collect()
    })
}

pub(crate) fn found(grammar: &str, data: &[u8]) -> Vec<String> {
    found_with(grammar, data, crate::harness::deep_limits())
}

/// Long paths are not compared.
fn short(path: &str) -> &str {
    if path.len() > 40 { "…" } else { path }
}

/// The first finding begins with this and has these words; the file as JSON,
/// the view and the tree come to an end as well.
#[track_caller]
pub(crate) fn check(grammar: &str, data: &[u8], kind_and_path: &str, words: &str) {
    let found = found(grammar, data);
    let first = found.first().map_or("nothing", String::as_str);
    assert!(
        first.starts_with(&format!("{kind_and_path}: ")) && first.contains(words),
        "{found:#?}"
    );
    check_json(grammar, data);
}

/// View and tree come to an end; gives what they print, in full last.
#[track_caller]
pub(crate) fn views(grammar: &str, data: &[u8]) -> Vec<String> {
    let (grammar, data) = (grammar.to_owned(), data.to_vec());
    in_time(move || {
        let schema = schema_of(compiled(&grammar));
        let shown = [false, true].map(|full| crate::harness::views(&schema, &data, full));
        shown.into_iter().flatten().collect()
    })
}

/// The words of a view, without what stands between the lines of a text.
pub(crate) fn words(shown: &str) -> String {
    let words = shown.split_whitespace();
    let words: Vec<&str> = words.filter(|word| !matches!(*word, "|" | ":")).collect();
    words.join(" ")
}

/// View and tree say where the same bytes are described again and again.
#[track_caller]
pub(crate) fn check_views(grammar: &str, data: &[u8]) {
    for shown in views(grammar, data) {
        let end = &shown[shown.len().saturating_sub(2000)..];
        assert!(
            words(&shown).contains("--max-fields raises the limit"),
            "{end}"
        );
    }
}

/// The file as JSON, the view and the tree come to an end.
#[track_caller]
pub(crate) fn check_json(grammar: &str, data: &[u8]) {
    views(grammar, data);
    check_alone(grammar, data);
}

/// The file as JSON comes to an end.
#[track_caller]
fn check_alone(grammar: &str, data: &[u8]) {
    let (grammar, data) = (grammar.to_owned(), data.to_vec());
    let told = in_time(move || whole(&schema_of(compiled(&grammar)), &data));
    assert!(
        told.ends_with(['}', ']']),
        "{}",
        &told[..told.len().min(200)]
    );
}

#[test]
fn nothing_to_the_end() {
    check(
        "
seq: [{id: a, type: t, repeat: eos}]
types: {t: {}}
",
        b"abc",
        "no-progress a",
        "element 0 takes no bytes",
    );
    for nothing in [
        "size: 0",
        "type: str, size: 0",
        "terminator: 0x61, consume: false",
    ] {
        check(
            &format!("seq: [{{id: a, {nothing}, repeat: eos}}]"),
            b"abc",
            "no-progress a",
            "element 0 takes no bytes",
        );
    }
    check(
        "seq: [{id: a, type: {switch-on: 1, cases: {2: u1}}, repeat: eos}]",
        b"abc",
        "no-progress a",
        "element 0 takes no bytes",
    );
}

#[test]
fn nothing_until_never() {
    for nothing in ["size: 0", "type: t", "type: {switch-on: 1, cases: {2: u1}}"] {
        check(
            &format!(
                "
seq: [{{id: a, {nothing}, repeat: until, repeat-until: false}}]
types: {{t: {{}}}}
"
            ),
            b"abc",
            "no-progress a",
            "takes no bytes",
        );
    }
}

#[test]
fn a_million_of_nothing() {
    let grammar = "
seq: [{id: a, type: t, repeat: expr, repeat-expr: 1000000}, {id: b, type: u1}]
types: {t: {}}
";
    assert_eq!(found(grammar, &[5]), [""; 0]);
    crate::harness::check_all(grammar, &[5], &[("a.size", "1000000"), ("b", "5")]);
    check_json(grammar, &[5]);
}

#[test]
fn absurd_counts() {
    for nothing in ["size: 0", "type: t"] {
        check(
            &format!(
                "
seq: [{{id: a, {nothing}, repeat: expr, repeat-expr: 0x7fffffffffffffff}}]
types: {{t: {{}}}}
"
            ),
            b"abc",
            "limit-exceeded a",
            "9223372036854775807 elements",
        );
    }
    for (count, least) in [
        ("0x7fffffffffffffff", "element 3"),
        ("0xffffffffffffffff", "element 3"),
        ("1 << 100", "element 3"),
    ] {
        for ty in ["u1", "t", "u"] {
            check(
                &format!(
                    "
seq: [{{id: a, type: {ty}, repeat: expr, repeat-expr: {count}}}]
types:
  t: {{seq: [{{id: x, type: u1}}]}}
  u: {{seq: [{{id: x, type: u1, if: true}}]}}
"
                ),
                b"abc",
                match ty {
                    "u1" => "unexpected-eof a",
                    _ => "unexpected-eof a[3].x",
                },
                if ty == "u1" { least } else { "1 byte wanted" },
            );
        }
    }
}

#[test]
fn absurd_sizes_and_positions() {
    for size in [
        "0x7fffffffffffffff",
        "0xffffffffffffffff",
        "1 << 100",
        "least",
        "least << 10",
    ] {
        let least = "instances: {least: {value: -0x8000000000000000 + (_io.size - 3)}}";
        for keys in ["type: str", "type: t", "process: zlib", "pad-right: 0"] {
            check(
                &format!("seq: [{{id: a, size: {size}, {keys}}}]\ntypes: {{t: {{}}}}\n{least}"),
                b"abc",
                "unexpected-eof a",
                "",
            );
        }
        check(
            &least.replace("{least", &format!("{{a: {{pos: {size}, type: u1}}, least")),
            b"abc",
            "unexpected-eof a",
            "",
        );
        check(
            &least.replace("{least", &format!("{{a: {{pos: 0, size: {size}}}, least")),
            b"abc",
            "unexpected-eof a",
            "",
        );
    }
}

#[test]
fn absurd_sizes_of_elements() {
    check(
        "seq: [{id: a, size: 0x7fffffffffffffff, repeat: expr, repeat-expr: 0x7fffffffffffffff}]",
        b"abc",
        "unexpected-eof a",
        "",
    );
    check(
        "seq: [{id: a, size: 0x1fffffffffffffff, repeat: eos}]",
        b"abc",
        "unexpected-eof a",
        "",
    );
    check(
        "
seq: [{id: a, type: t, repeat: eos}]
types: {t: {seq: [{id: x, size: 0x7fffffffffffffff}, {id: y, size: 0x7fffffffffffffff}]}}
",
        b"abc",
        "unexpected-eof a[0].x",
        "",
    );
}

#[test]
fn instances_in_circles() {
    let found = found(
        "
instances:
  a: {value: b + 1}
  b: {value: 'c[0]'}
  c: {pos: a, type: u1, repeat: expr, repeat-expr: a}
  d: {value: d}
",
        b"abc",
    );
    assert_eq!(found.len(), 4, "{found:#?}");
    for told in &found {
        assert!(
            told.starts_with("expression ") && told.contains("refers to itself"),
            "{told}"
        );
    }
}

#[test]
fn types_that_only_hold_one_another() {
    check(
        "
seq: [{id: a, type: t}]
types:
  t: {seq: [{id: b, type: u}]}
  u: {seq: [{id: c, type: t}]}
",
        b"abc",
        "limit-exceeded …",
        "--max-depth",
    );
    check(
        "seq: [{id: a, type: main}]",
        b"",
        "limit-exceeded …",
        "12000 levels",
    );
    check(
        "seq: [{id: a, size-eos: true, type: main}]",
        b"abc",
        "limit-exceeded …",
        "--max-depth",
    );
}

#[test]
fn ten_thousand_levels_of_data() {
    let grammar = "
seq: [{id: more, type: u1}, {id: in, type: main, if: more != 0}]
";
    let mut data = vec![1; 10_000];
    data.push(0);
    assert_eq!(found(grammar, &data), [""; 0]);
    let expr = format!("{}more", "in.".repeat(200));
    crate::harness::deep(|| crate::harness::check_all(grammar, &data, &[(&expr, "1")]));
    check_json(grammar, &data);
    check(
        grammar,
        &[1; 20_000],
        "limit-exceeded …",
        "nested more than 12000 levels",
    );
}

#[test]
fn types_that_double_without_taking_bytes() {
    let types = |leaf: &str, cond: &str| {
        let doubled: String = (0..40)
            .map(|i| {
                format!(
                    "  t{i}: {{seq: [{{id: a, type: t{n}{cond}}}, {{id: b, type: t{n}}}]}}\n",
                    n = i + 1
                )
            })
            .collect();
        format!("seq: [{{id: a, type: t0}}]\ntypes:\n{doubled}  t40: {{{leaf}}}\n")
    };
    let empty = "the grammar never moves on";
    let again = "the same bytes again and again";
    let valid = "seq: [{id: x, size: 0, valid: '[].as<bytes>'}]";
    for (leaf, cond, end) in [
        ("", "", empty),
        ("", ", if: true", empty),
        // Of fixed layout: not read, but walked through.
        (valid, "", again),
        (valid, ", if: true", again),
    ] {
        let grammar = types(leaf, cond);
        let limits = Limits {
            fields: 1 << 17,
            ..crate::harness::deep_limits()
        };
        let found = found_with(&grammar, b"abc", limits);
        assert!(
            found.first().is_some_and(|first| first.contains(end)),
            "{leaf} {cond}: {found:#?}"
        );
        check_alone(&grammar, b"abc");
    }
}

#[test]
fn the_tree_of_what_cannot_be_read() {
    let schema = schema_of(compiled("seq: [{id: a, size: 1 << 70}, {id: b, type: u1}]"));
    let tree = Tree::new(&schema, b"ab", Options::default());
    let root = tree.root();
    assert!(root.is_broken());
    assert!(root.member("b").unwrap().value().is_err());
}

#[test]
fn expressions_from_outside() {
    let grammar = "seq: [{id: a, type: u1}]";
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    check_error(grammar, &[1], &deep, "compile", "nested too deeply");
    check_error(grammar, &[1], &"-".repeat(100_000), "compile", "");
    check_error(
        grammar,
        &[1],
        &format!("{}1", "1 + ".repeat(100_000)),
        "compile",
        "deep",
    );
}

#[test]
fn objects_that_never_move_on_fail_the_read() {
    let grammar = "
seq: [{id: a, type: r(0)}]
types:
  r:
    params: [{id: n, type: u4}]
    seq:
    - {id: l, type: r(n + 1), if: n < 40}
    - {id: m, type: r(n + 1), if: n < 40}
";
    let schema = crate::harness::schema_of(crate::harness::compiled(grammar));
    let got = crate::harness::deep(|| crate::harness::get(&schema, b"abc", &["true"], true));
    assert!(
        got.faults.iter().any(|it| it.starts_with("no-progress ")),
        "{:#?}",
        got.faults
    );
}

#[test]
fn views_of_ways_that_double() {
    let doubled: String = (0..40)
        .map(|i| {
            format!(
                "  t{i}: {{instances: {{a: {{pos: 0, type: t{n}}}, b: {{pos: 0, type: t{n}}}}}}}\n",
                n = i + 1
            )
        })
        .collect();
    check_views(
        &format!(
            "seq: [{{id: a, type: t0}}]\ntypes:\n{doubled}  t40: {{seq: [{{id: x, type: u1}}]}}\n"
        ),
        &[7; 64],
    );
}

#[test]
fn views_of_elements_of_nothing() {
    let shown = views(
        "
seq: [{id: a, type: t, repeat: expr, repeat-expr: 60000}]
types:
  t: {seq: [{id: b, type: u, repeat: expr, repeat-expr: 60000}]}
  u: {}
",
        &[7],
    );
    assert!(
        shown[0].contains("9,987 more, 0 bytes: a[50012] to a[59998], not checked"),
        "{}",
        shown[0]
    );
    assert!(shown[1].contains("59,989 more"), "{}", shown[1]);
    assert!(shown[2].contains("--max-fields"), "{}", shown[2]);
    assert!(shown[3].contains("--max-fields"), "{}", shown[3]);
}

#[test]
fn what_is_too_deep_for_a_view_is_said() {
    let mut data = vec![1; 300];
    data.push(0);
    let shown = views(
        "seq: [{id: more, type: u1}, {id: in, type: main, if: more != 0}]",
        &data,
    );
    assert!(
        shown[0].contains("too deep to be opened here"),
        "{}",
        shown[0]
    );
    assert!(
        words(&shown[1]).contains("more than 200 levels: --full or --at goes on"),
        "{}",
        shown[1]
    );
    assert_eq!(shown[3].matches(" more ").count(), 301, "{}", shown[3]);
}

#[test]
fn a_view_of_streams_in_streams() {
    let shown = views(
        "seq: [{id: n, type: u1}]\ninstances: {a: {pos: 0, size: 4, process: xor(1), type: main}}",
        &[1, 2, 3, 4],
    );
    for shown in &shown[..1] {
        assert!(
            words(shown).contains("nested more than 12,000 levels"),
            "{shown}"
        );
        assert!(shown.lines().count() < 200, "{shown}");
    }
}
