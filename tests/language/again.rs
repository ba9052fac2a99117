//! Places that lead back to themselves, or to the same bytes by many ways: a
//! walk comes to an end.

use crate::harness::{compiled, schema_of, view_of, whole};
use crate::hostile::{check, found, found_with, words};
use fmtview::decode::Limits;
use fmtview::tree::{Options, Tree};
use fmtview::view::Part;
use fmtview::view::locate::deepest;
use pretty_assertions::assert_eq;

/// The file as JSON, and nothing to find but bytes that nobody claims.
#[track_caller]
fn check_json(grammar: &str, data: &[u8], expected: &str) {
    assert_eq!(whole(&schema_of(compiled(grammar)), data), expected);
    let found = found(grammar, data);
    assert!(found.iter().all(|it| it.contains("-bytes ")), "{found:#?}");
}

#[test]
fn an_instance_that_is_its_own_object() {
    check_json(
        "
seq: [{id: n, type: u1}]
instances: {a: {pos: 0, type: main}, b: {pos: n, type: main}}
",
        &[1, 0],
        r#"{"n":1,"a":{"ref":"_root"},"b":{"n":0,"a":{"ref":"_root"},"b":{"ref":"_root"}}}"#,
    );
}

#[test]
fn elements_that_are_their_own_objects() {
    check_json(
        "
seq: [{id: n, type: u1}]
instances: {a: {pos: 0, type: main, repeat: expr, repeat-expr: 2}}
",
        &[1, 2],
        r#"{"n":1,"a":[{"ref":"_root"},{"n":2,"a":[{"ref":"_root"},{"ref":"a[1]"}]}]}"#,
    );
}

#[test]
fn a_circle_of_pointers() {
    check_json(
        "
seq: [{id: first, type: u1}]
instances: {list: {pos: first, type: node}}
types:
  node:
    seq: [{id: next, type: u1}]
    instances: {to: {pos: next, type: node}}
",
        &[1, 2, 3, 1],
        r#"{"first":1,"list":{"next":2,"to":{"next":3,"to":{"next":1,"to":{"ref":"list"}}}}}"#,
    );
}

#[test]
fn a_smaller_part_of_the_same_bytes_is_another_place() {
    check_json(
        "
seq: [{id: n, type: u1}]
instances: {a: {pos: 0, size: _io.size - 1, type: main, if: _io.size > 1}}
",
        &[5, 6],
        r#"{"n":5,"a":{"n":5,"a":null}}"#,
    );
}

#[test]
fn ways_that_double() {
    let doubled: String = (0..40)
        .map(|i| {
            format!(
                "  t{i}: {{instances: {{a: {{pos: 0, type: t{n}}}, b: {{pos: 0, type: t{n}}}}}}}\n",
                n = i + 1
            )
        })
        .collect();
    check(
        &format!(
            "
seq: [{{id: a, type: t0}}]
types:
{doubled}  t40: {{seq: [{{id: x, type: u1, valid: 7}}]}}
"
        ),
        &[7],
        "limit-exceeded ",
        "the same bytes again and again",
    );
}

#[test]
fn decoded_streams_within_decoded_streams() {
    let limits = || Limits {
        depth: 200,
        ..Limits::default()
    };
    for instances in [
        "{a: {pos: 0, size: 4, process: xor(1), type: main}}",
        "{a: {pos: 0, size: 4, process: xor(n), type: main, repeat: expr, repeat-expr: 1}}",
    ] {
        let grammar = format!("seq: [{{id: n, type: u1}}]\ninstances: {instances}\n");
        let found = found_with(&grammar, &[1, 2, 3, 4], limits());
        assert!(
            found[0].contains("nested more than 200 levels"),
            "{found:#?}"
        );
    }
}

#[test]
fn parameters_that_count() {
    // Each object has another parameter, and all lie at the same place.
    let found = found(
        "
seq: [{id: t, type: t(0)}]
types:
  t:
    params: [{id: p, type: u8}]
    seq: [{id: x, type: u1}]
    instances: {a: {pos: 0, type: t(p + 1)}, b: {pos: 0, type: t(p + 2)}}
",
        &[1],
    );
    assert_eq!(found, [""; 0]);
}

#[test]
fn the_same_bytes_for_each_of_many_objects() {
    let grammar = "
seq: [{id: a, type: r, repeat: eos}]
types:
  r:
    seq: [{id: n, type: u1}]
    instances:
      i: {pos: 0, type: u1, repeat: until, repeat-until: _ == 77}
";
    let limits = Limits {
        steps: 1000,
        ..crate::harness::deep_limits()
    };
    let found = found_with(grammar, &[0; 100], limits);
    // 52 arrays of 100 elements come to no more than 32 a byte and 2000
    assert_eq!(
        found[0],
        "limit-exceeded a[52].i: more than 5200 elements to go through again and again; --max-steps raises the limit"
    );
    assert_eq!(found.len(), 1 + 52);
    for told in &found[1..] {
        assert!(told.starts_with("unexpected-eof "), "{told}");
    }
}

#[test]
fn a_field_at_an_offset_that_has_many() {
    let doubled: String = (0..40)
        .map(|i| {
            let next = i + 1;
            format!(
                "  t{i}: {{instances: {{a: {{pos: 0, type: t{next}}}, b: {{pos: 0, type: t{next}}}}}}}\n"
            )
        })
        .collect();
    let grammar = format!(
        "seq: [{{id: a, type: t0}}]\ntypes:\n{doubled}  t40: {{seq: [{{id: x, type: u1}}]}}\n"
    );
    let schema = schema_of(compiled(&grammar));
    let options = Options {
        limits: Limits {
            fields: 1000,
            ..crate::harness::deep_limits()
        },
        ..Options::default()
    };
    let tree = Tree::new(&schema, &[7; 64], options);
    let found = deepest(&tree, 0);
    assert!(found.node.is_some_and(|node| node.path().ends_with(".x")));
    assert!(!found.complete);
    let shown = words(&view_of(&tree, &Part::Offset(0), false));
    assert!(
        shown.contains("another field may have this byte: more than"),
        "{shown}"
    );
}
