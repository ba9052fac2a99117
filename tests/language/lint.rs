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

#[test]
fn instances_that_need_themselves() {
    for (instances, path, words) in [
        (
            "e: {value: e + 1}",
            "/instances/e/value",
            "`e` needs itself,",
        ),
        ("e: {value: '_root.e.as<u1>'}", "/instances/e/value", "`e`"),
        ("e: {pos: e.length, size: 1}", "/instances/e/pos", "`e`"),
        ("e: {pos: 0, size: e.length}", "/instances/e/size", "`e`"),
        ("e: {value: 1, if: e == 1}", "/instances/e/if", "`e`"),
        ("e: {value: 'e > 1 ? 1 : 2'}", "/instances/e/value", "`e`"),
        (
            "{e: {value: f}, f: {value: 'g + e'}, g: {value: 1}}",
            "/instances/e/value",
            "`e` and `f` need each other",
        ),
        (
            "{a: {value: b}, b: {value: c}, c: {value: d}, d: {value: b}}",
            "/instances/b/value",
            "each needs the next: `b`, `c`, `d`, `b`",
        ),
    ] {
        let grammar = format!("instances:\n  {instances}");
        check_warned(&grammar, path, words);
        assert_eq!(compiled(&grammar).problems.len(), 1, "{instances}");
    }
}

#[test]
fn instances_that_may_need_themselves() {
    for instances in [
        "e: {value: 'x > 1 ? e : 1'}",
        "e: {value: 'x > 1 and e'}",
        "e: {value: e + 1, if: x > 1}",
        "e: {pos: 0, size: 'e[0].length', repeat: expr, repeat-expr: x + 1}",
        "{e: {value: 'x > 1 ? f : 1'}, f: {value: 'x > 1 ? 1 : e'}}",
        "e: {value: '_parent.as<main>.e'}",
    ] {
        check_clean(&format!(
            "seq: [{{id: x, type: u1}}]\ninstances:\n  {instances}"
        ));
    }
}

#[test]
fn a_process_whose_name_is_nearly_a_known_one() {
    for (process, words) in [
        ("zlibb", "did you mean `zlib`?"),
        ("Zlib", "did you mean `zlib`?"),
        ("xr(5)", "did you mean `xor`?"),
        ("bas64", "did you mean `base64`?"),
    ] {
        let grammar = format!("seq: [{{id: a, size: 1, process: {process}}}]");
        check_warned(&grammar, "/seq/0/process", words);
    }
    check_clean("seq: [{id: a, size: 1, process: my.zlib}]");
    check_clean("seq: [{id: a, size: 1, process: decrypt(1)}]");
}

#[test]
fn keys_of_a_terminator_that_do_nothing() {
    for (attr, key, words) in [
        ("type: u1, terminator: 0", "terminator", "on an integer"),
        ("type: b4, consume: false", "consume", "on an integer"),
        ("type: f4be, include: true", "include", "on a float"),
        ("size: 1, include: true", "include", "without `terminator`"),
        ("type: part, eos-error: false", "eos-error", "without"),
        (
            "size: 1, terminator: 0, consume: false",
            "consume",
            "beside a size",
        ),
        (
            "type: strz, encoding: ASCII, size-eos: true, eos-error: false",
            "eos-error",
            "beside a size",
        ),
    ] {
        let grammar = format!("seq: [{{id: a, {attr}}}]\ntypes: {{part: {{}}}}");
        check_warned(&grammar, &format!("/seq/0/{key}"), words);
        assert_eq!(compiled(&grammar).problems.len(), 1, "{attr}");
    }
}

#[test]
fn keys_of_a_terminator_that_do_something() {
    for attr in [
        "terminator: 0, consume: false, include: true, eos-error: false",
        "type: strz, encoding: ASCII, consume: false",
        "size: 5, terminator: 0, include: true",
        "type: part, terminator: 0, eos-error: false",
        "type: {switch-on: 1, cases: {1: strz}}, include: true",
    ] {
        check_clean(&format!(
            "meta: {{id: main, encoding: ASCII}}\nseq: [{{id: a, {attr}}}]\ntypes: {{part: {{}}}}"
        ));
    }
}

#[test]
fn rules_that_no_value_can_keep() {
    for (attr, words) in [
        ("type: u1, valid: 300", "0 to 255, so 300"),
        ("type: s1, valid: 200", "-128 to 127, so 200"),
        ("type: b4, valid: {any-of: [1, 16]}", "0 to 15, so 16"),
        ("type: u2be, valid: {min: 65536}", "so 65536"),
        ("type: u1, valid: {max: -1}", "so -1"),
        (
            "type: u1, valid: {min: 5, max: 3}",
            "nothing is at least 5 and at most 3",
        ),
    ] {
        let grammar = format!("seq: [{{id: a, {attr}}}]");
        check_warned(&grammar, "/seq/0/valid", words);
        assert_eq!(compiled(&grammar).problems.len(), 1, "{attr}");
    }
    for attr in [
        "type: u1, valid: 255",
        "type: u8be, valid: 18446744073709551615",
        "type: s8be, valid: -9223372036854775808",
        "type: u1, valid: {min: 0, max: 256}",
        "type: b64, valid: {min: 5, max: 5}",
        "type: f4be, valid: {max: -5}",
    ] {
        check_clean(&format!("seq: [{{id: a, {attr}}}]"));
    }
}
