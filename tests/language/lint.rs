//! What is warned of, and what a grammar must not say of types.

use crate::harness::{check, check_clean, check_rejected, check_warned, compiled};
use pretty_assertions::assert_eq;

#[test]
fn a_length_is_called_len() {
    check_warned(
        "
seq:
- {id: size_of_a, type: u1}
- {id: a, size: size_of_a}
",
        "/seq/0/id",
        "len_a",
    );
    check_clean(
        "
seq:
- {id: len_a, type: u1}
- {id: a, size: len_a}
",
    );
}

#[test]
fn a_count_is_called_num() {
    check_warned(
        "
seq:
- {id: entries, type: u1}
- {id: a, type: u1, repeat: expr, repeat-expr: entries}
",
        "/seq/0/id",
        "num_a",
    );
    check_clean(
        "
seq:
- {id: num_a, type: u1}
- {id: a, type: u1, repeat: expr, repeat-expr: num_a}
",
    );
}

#[test]
fn a_computed_length_too() {
    check_warned(
        "
seq:
- {id: raw, type: u1}
- {id: a, size: total}
instances:
  total: {value: raw * 2}
",
        "/instances/total",
        "len_a",
    );
}

#[test]
fn a_number_used_for_more_has_any_name() {
    check_clean(
        "
seq:
- {id: n, type: u1}
- {id: a, size: n}
- {id: b, size: n}
- {id: c, type: u1, if: n > 1}
",
    );
}

#[test]
fn warnings_do_not_stop_anything() {
    let compiled = compiled(
        "
seq:
- {id: n, type: u1}
- {id: a, size: n}
- {id: s, type: strz, encoding: utf8}
",
    );
    assert!(compiled.schema.is_some());
    assert_eq!(compiled.problems.len(), 2);
}

#[test]
fn several_errors_are_all_told() {
    let compiled = compiled(
        "
seq:
- {id: A, type: u1}
- {id: b, type: nothing}
- {id: c, size: b +}
- {id: d, type: u1, if: 5}
- {id: e, type: u1, enum: nothing}
instances:
  f: {value: g}
",
    );
    let paths: Vec<&str> = compiled
        .problems
        .iter()
        .map(|it| it.path.as_str())
        .collect();
    for path in [
        "/seq/0/id",
        "/seq/1/type",
        "/seq/2/size",
        "/seq/3/if",
        "/seq/4/enum",
        "/instances/f/value",
    ] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
}

#[test]
fn problems_point_at_the_words() {
    let text = "meta: {id: main}\nseq:\n- {id: a, size: 1 + nothing}\n";
    let compiled = compiled(text);
    let loc = compiled.problems[0].loc;
    assert_eq!(&text[loc.start as usize..loc.end as usize], "nothing");
}

#[test]
fn conditions_sizes_and_counts_have_types() {
    for (attr, path) in [
        ("{id: a, type: u1, if: 1}", "/seq/0/if"),
        ("{id: a, size: true}", "/seq/0/size"),
        (
            "{id: a, type: u1, repeat: expr, repeat-expr: true}",
            "/seq/0/repeat-expr",
        ),
        (
            "{id: a, type: u1, repeat: until, repeat-until: 1}",
            "/seq/0/repeat-until",
        ),
        ("{id: a, size: 1, process: 'xor(true)'}", "/seq/0/process"),
    ] {
        check_rejected(&format!("seq: [{attr}]"), path, "");
    }
}

#[test]
fn names_that_are_not_there() {
    for (attr, path) in [
        ("{id: a, type: nothing}", "/seq/0/type"),
        ("{id: a, size: nothing}", "/seq/0/size"),
        ("{id: a, type: u1, enum: nothing}", "/seq/0/enum"),
        ("{id: a, type: u1, if: nothing}", "/seq/0/if"),
        ("{id: a, type: u1, valid: nothing}", "/seq/0/valid"),
        (
            "{id: a, type: {switch-on: nothing, cases: {1: u1}}}",
            "/seq/0/type/switch-on",
        ),
        (
            "{id: a, type: {switch-on: 1, cases: {nothing: u1}}}",
            "/seq/0/type/cases/nothing",
        ),
        ("{id: a, size: 1, process: xor(nothing)}", "/seq/0/process"),
        (
            "{id: a, type: main, size: 1, parent: nothing}",
            "/seq/0/parent",
        ),
        ("{id: a, size: 'sizeof<nothing>'}", "/seq/0/size"),
        ("{id: a, size: '1.as<nothing>'}", "/seq/0/size"),
    ] {
        check_rejected(&format!("seq: [{attr}]"), path, "nothing");
    }
}

#[test]
fn the_item_and_the_index_have_their_places() {
    check_rejected("seq: [{id: a, size: _}]", "/seq/0/size", "_");
    check_rejected("seq: [{id: a, size: _index}]", "/seq/0/size", "_index");
    check_rejected("instances: {a: {value: _}}", "/instances/a/value", "_");
    check_rejected("seq: [{id: a, type: u1, if: _ == 1}]", "/seq/0/if", "_");
    check_rejected(
        "seq: [{id: a, type: u1, if: _foo == 1}]",
        "/seq/0/if",
        "_foo",
    );
}

#[test]
fn an_unused_type_is_checked_as_well() {
    check_rejected(
        "types: {t: {seq: [{id: a, size: nothing}]}}",
        "/types/t/seq/0/size",
        "nothing",
    );
}

#[test]
fn keys_of_a_switch() {
    check_rejected(
        "seq: [{id: a, type: {cases: {1: u1}}}]",
        "/seq/0/type",
        "switch-on",
    );
    check_rejected(
        "seq: [{id: a, type: {switch-on: 1}}]",
        "/seq/0/type",
        "cases",
    );
    check_rejected(
        "seq: [{id: a, type: {switch-on: 1, cases: {1: u1}, more: 1}}]",
        "/seq/0/type/more",
        "more",
    );
    check(
        "seq: [{id: a, type: {switch-on: 1, cases: {1: u1}, -note: 1}}]",
        b"\x05",
        "a",
        "5",
    );
}

#[test]
fn cases_have_no_keys_to_be_ignored() {
    check_rejected(
        "
seq:
- {id: code, type: u1}
- {id: a, type: {switch-on: code, cases: {-note: u1}}}
",
        "/seq/1/type/cases/-note",
        "note",
    );
}

#[test]
fn cases_have_the_type_of_what_is_compared() {
    let told = |case: &str| {
        format!(
            "
seq:
- {{id: code, type: u1}}
- {{id: a, type: {{switch-on: code, cases: {{{case}: u1}}}}}}
enums: {{e: {{1: one}}}}
"
        )
    };
    check_rejected(&told("'\"x\"'"), "/seq/1/type/cases/\"x\"", "");
    check_rejected(&told("e::one"), "/seq/1/type/cases/e::one", "");
}

#[test]
fn a_case_names_a_type_and_nothing_more() {
    check_rejected(
        "seq: [{id: a, type: {switch-on: 1, cases: {1: {type: u1, size: 1}}}}]",
        "/seq/0/type/cases/1",
        "",
    );
}

#[test]
fn a_type_that_does_not_exist() {
    check_rejected(
        "seq: [{id: a, type: {switch-on: 1, cases: {1: nothing}}}]",
        "/seq/0/type/cases/1",
        "nothing",
    );
}
