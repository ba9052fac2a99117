//! `to-string`: an object in one line.

use crate::harness::{check, check_rejected, compiled, schema_of};
use fmtview::tree::{Options, Tree};
use pretty_assertions::assert_eq;

/// The line of the object called `a`.
#[track_caller]
fn check_line(grammar: &str, data: &[u8], expected: Option<&str>) {
    let schema = schema_of(compiled(grammar));
    let tree = Tree::new(&schema, data, Options::default());
    let node = tree.root().member("a").unwrap();
    assert_eq!(node.to_text().as_deref(), expected);
}

#[test]
fn to_string_custom() {
    check_line(
        "
seq: [{id: a, type: point}]
types:
  point:
    to-string: '\"x = \" + x.to_s + \", \" + name'
    seq: [{id: x, type: u1}, {id: y, type: u1}]
    instances: {name: {value: 'y == 0 ? \"flat\" : \"steep\"'}}
",
        &[5, 0],
        Some("x = 5, flat"),
    );
}

#[test]
fn with_expressions_in_it() {
    check_line(
        "
seq: [{id: a, type: point}]
types:
  point:
    to-string: 'f\"({x}, {y})\"'
    seq: [{id: x, type: u1}, {id: y, type: u1}]
",
        &[5, 6],
        Some("(5, 6)"),
    );
}

#[test]
fn of_its_parameters_and_parents() {
    check_line(
        "
seq:
- {id: n, type: u1}
- {id: a, type: t(7)}
types:
  t:
    params: [{id: p, type: u1}]
    to-string: 'p.to_s + _parent.n.to_s + _root.n.to_s'
",
        &[5],
        Some("755"),
    );
}

#[test]
fn that_cannot_be_computed() {
    check_line(
        "
seq: [{id: a, type: t}]
types:
  t:
    to-string: '(1 / x).to_s'
    seq: [{id: x, type: u1}]
",
        &[0],
        None,
    );
}

#[test]
fn none() {
    check_line(
        "
seq: [{id: a, type: t}]
types: {t: {seq: [{id: x, type: u1}]}}
",
        &[0],
        None,
    );
}

#[test]
fn is_a_string() {
    check_rejected(
        "
to-string: x
seq: [{id: x, type: u1}]
",
        "/to-string",
        "string",
    );
    check_rejected("to-string: '\"a\" +'", "/to-string", "");
    check_rejected("to-string: nothing", "/to-string", "nothing");
}

#[test]
fn does_not_change_the_value() {
    check(
        "
seq: [{id: a, type: t}]
types:
  t:
    to-string: '\"T\"'
    seq: [{id: x, type: u1}]
",
        &[5],
        "a",
        r#"{"x":5}"#,
    );
}

#[test]
fn the_web_ide_s_form_is_taken_as_well() {
    check_line(
        "
seq: [{id: a, type: t}]
types:
  t:
    -webide-representation: 'x={x:dec} y={y:hex}'
    seq: [{id: x, type: u1}, {id: y, type: u1}]
",
        &[10, 10],
        Some("x=10 y=0xa"),
    );
}
