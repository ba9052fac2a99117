//! Imports: where files are looked for, what of them can be used, and circles.

use crate::harness::{check_files, check_problem, compiled_files};

const OTHER: &str = "
meta: {id: other, endian: be}
seq: [{id: x, type: u2}]
types:
  part: {seq: [{id: y, type: u1}]}
enums:
  e: {1: one}
";

#[test]
fn a_list_or_one() {
    for imports in ["other", "[other]", "'other'"] {
        let main = format!(
            "
meta: {{id: main, imports: {imports}}}
seq:
- {{id: a, type: other}}
- {{id: b, type: 'other::part'}}
- {{id: c, type: u1, enum: 'other::e'}}
instances:
  one: {{value: 'c == other::e::one'}}
"
        );
        check_files(
            &[("main.ksy", &main), ("other.ksy", OTHER)],
            &[0, 1, 7, 1],
            &[("a.x", "1"), ("b.y", "7"), ("one", "true")],
        );
    }
}

#[test]
fn inner_types_need_their_file_s_name() {
    let compiled = compiled_files(&[
        (
            "main.ksy",
            "
meta: {id: main, imports: other}
seq: [{id: a, type: part}]
",
        ),
        ("other.ksy", OTHER),
    ]);
    check_problem(&compiled, "error", "/seq/0/type", "part");
}

#[test]
fn the_name_is_the_file_s_own_id() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: file_name}
seq: [{id: a, type: own_id}]
",
            ),
            (
                "file_name.ksy",
                "{meta: {id: own_id}, seq: [{id: x, type: u1}]}",
            ),
        ],
        &[5],
        &[("a.x", "5")],
    );
}

#[test]
fn absolute_and_relative_in_a_chain() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: [sub/a, /b]}
seq: [{id: a, type: a}, {id: b, type: b}]
",
            ),
            (
                "sub/a.ksy",
                "{meta: {id: a, imports: [c, /x/d]}, seq: [{id: c, type: c}, {id: d, type: d}]}",
            ),
            ("sub/c.ksy", "{meta: {id: c}, seq: [{id: v, type: u1}]}"),
            (
                "lib/x/d.ksy",
                "{meta: {id: d, imports: [near, ../up]}, seq: [{id: n, type: near}, {id: u, type: up}]}",
            ),
            (
                "lib/x/near.ksy",
                "{meta: {id: near}, seq: [{id: v, type: u1}]}",
            ),
            ("lib/up.ksy", "{meta: {id: up}, seq: [{id: v, type: u1}]}"),
            ("lib/b.ksy", "{meta: {id: b}, seq: [{id: v, type: u1}]}"),
        ],
        &[1, 2, 3, 4],
        &[
            ("a.c.v", "1"),
            ("a.d.n.v", "2"),
            ("a.d.u.v", "3"),
            ("b.v", "4"),
        ],
    );
}

#[test]
fn circles() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: a}
seq: [{id: n, type: u1}, {id: a, type: a, if: n != 0}]
",
            ),
            (
                "a.ksy",
                "
meta: {id: a, imports: main}
seq: [{id: n, type: u1}, {id: m, type: main, if: n != 0}]
",
            ),
        ],
        &[1, 2, 3, 0],
        &[("a.m.a.n", "0"), ("a.m.a.m", "null")],
    );
}

#[test]
fn importing_itself() {
    check_files(
        &[(
            "main.ksy",
            "
meta: {id: main, imports: main}
seq: [{id: n, type: u1}, {id: m, type: main, if: n != 0}]
",
        )],
        &[1, 0],
        &[("m.n", "0")],
    );
}

#[test]
fn one_file_by_two_ways_is_one_type() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: [a, other]}
seq: [{id: a, type: a}, {id: b, type: 't(a.o)'}]
types:
  t: {params: [{id: o, type: other}], instances: {x: {value: o.x}}}
",
            ),
            (
                "a.ksy",
                "{meta: {id: a, imports: other}, seq: [{id: o, type: other}]}",
            ),
            ("other.ksy", OTHER),
        ],
        &[0, 1],
        &[("a.o.x", "1"), ("b.x", "1")],
    );
}

#[test]
fn parameters_of_imported_types() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: other}
seq: [{id: n, type: u1}, {id: a, type: other(n + 1)}]
",
            ),
            (
                "other.ksy",
                "
meta: {id: other}
params: [{id: len, type: u1}]
seq: [{id: body, size: len}]
",
            ),
        ],
        b"\x01xy",
        &[("a.body", r#"{"bytes":"7879"}"#)],
    );
}

#[test]
fn an_import_that_is_not_there() {
    let compiled = compiled_files(&[(
        "main.ksy",
        "
meta: {id: main, imports: [nowhere]}
seq: [{id: a, type: nowhere}]
",
    )]);
    check_problem(&compiled, "error", "/meta/imports/0", "nowhere");
    // what the missing file would define is not reported as well
    pretty_assertions::assert_eq!(compiled.problems.len(), 1);
}

#[test]
fn an_error_in_an_imported_file() {
    let compiled = compiled_files(&[
        (
            "main.ksy",
            "
meta: {id: main, imports: other}
seq: [{id: a, type: other}]
",
        ),
        ("other.ksy", "{meta: {id: other}, seq: [{id: x, type: u2}]}"),
    ]);
    check_problem(&compiled, "error", "/seq/0/type", "byte order");
    let problem = &compiled.problems[0];
    let name = &compiled.sources.get(problem.loc.file).unwrap().name;
    pretty_assertions::assert_eq!(&**name, "other.ksy");
}

#[test]
fn the_form_of_imports() {
    for (imports, path) in [
        ("[]", ""),
        ("{a: 1}", "/meta/imports"),
        ("[[a]]", "/meta/imports/0"),
        ("null", "/meta/imports"),
    ] {
        let main = format!("meta: {{id: main, imports: {imports}}}");
        let compiled = compiled_files(&[("main.ksy", &main)]);
        if path.is_empty() {
            assert!(compiled.schema.is_some());
        } else {
            check_problem(&compiled, "error", path, "");
        }
    }
}

#[test]
fn many_files() {
    // Two hundred files in a chain, and each imports the first as well.
    let names: Vec<String> = (0..200).map(|i| format!("g{i}.ksy")).collect();
    let texts: Vec<String> = (0..200)
        .map(|i| {
            if i == 199 {
                format!("{{meta: {{id: g{i}}}, seq: [{{id: v, type: u1}}]}}")
            } else {
                format!(
                    "{{meta: {{id: g{i}, imports: [g{n}, g0]}}, seq: [{{id: n, type: g{n}}}]}}",
                    n = i + 1
                )
            }
        })
        .collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let expr = format!("{}v", "n.".repeat(199));
    crate::harness::deep(|| check_files(&files, &[5], &[(&expr, "5")]));
}
