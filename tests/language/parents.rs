//! `_parent`, `_root` and `parent`.

use crate::harness::{check, check_all, check_files, check_rejected};

#[test]
fn the_parent_is_the_object_that_reads() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: outer}
types:
  outer:
    seq:
    - {id: m, type: u1}
    - {id: b, type: inner}
  inner:
    instances:
      up: {value: _parent.m}
      upup: {value: _parent._parent.n}
      top: {value: _root.n}
",
        &[1, 2],
        &[("a.b.up", "2"), ("a.b.upup", "1"), ("a.b.top", "1")],
    );
}

#[test]
fn the_parent_of_an_element_is_the_array_s_object() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: item, repeat: expr, repeat-expr: 2}
- {id: b, type: item2, size: 1, repeat: expr, repeat-expr: 1}
types:
  item: {instances: {up: {value: _parent.n}}}
  item2: {instances: {up: {value: _parent.n}}}
",
        &[7, 0],
        &[("a[1].up", "7"), ("b[0].up", "7")],
    );
}

#[test]
fn the_parent_of_an_instance_is_its_object() {
    check(
        "
seq: [{id: n, type: u1}]
instances: {a: {pos: 0, type: t}}
types: {t: {instances: {up: {value: _parent.n}}}}
",
        &[7],
        "a.up",
        "7",
    );
}

#[test]
fn the_root_has_no_parent() {
    check_all(
        "seq: [{id: n, type: u1}]",
        &[7],
        &[
            ("_parent", "null"),
            ("_root.n", "7"),
            ("_root._root.n", "7"),
        ],
    );
}

#[test]
fn no_parent() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: t, parent: false}
- {id: b, type: t, parent: 'false'}
types: {t: {instances: {top: {value: _root.n}}}}
",
        &[7],
        &[("a._parent", "null"), ("a.top", "7"), ("b._parent", "null")],
    );
}

#[test]
fn another_parent() {
    check_all(
        "
seq:
- {id: first, type: holder}
- {id: second, type: user}
types:
  holder: {seq: [{id: n, type: u1}]}
  user:
    seq:
    - {id: m, type: u1}
    - {id: t, type: t, parent: _root.first}
    - {id: list, type: t, parent: _parent.first, repeat: expr, repeat-expr: 2}
  t: {instances: {up: {value: _parent.n}}}
",
        &[7, 8],
        &[("second.t.up", "7"), ("second.list[1].up", "7")],
    );
}

#[test]
fn a_parent_is_an_object() {
    check_rejected(
        "
seq: [{id: n, type: u1}, {id: a, type: t, parent: n}]
types: {t: {}}
",
        "/seq/1/parent",
        "",
    );
}

#[test]
fn parents_of_two_types() {
    // What both have is known of neither: the grammar must say which it is.
    check_rejected(
        "
seq: [{id: a, type: one}, {id: b, type: two}]
types:
  one: {seq: [{id: n, type: u1}, {id: t, type: t}]}
  two: {seq: [{id: n, type: u1}, {id: t, type: t}]}
  t: {instances: {up: {value: _parent.n}}}
",
        "/types/t/instances/up/value",
        "_parent",
    );
    check_all(
        "
seq: [{id: a, type: one}, {id: b, type: two}]
types:
  one: {seq: [{id: n, type: u1}, {id: t, type: t}]}
  two: {seq: [{id: m, type: u1}, {id: t, type: t}]}
  t: {instances: {at: {value: _parent._io.size}, up: {value: _parent.as<one>.n}}}
",
        &[7, 8],
        &[("a.t.up", "7"), ("b.t.at", "2")],
    );
}

#[test]
fn parents_of_a_type_that_is_not_used() {
    check_rejected(
        "
types:
  t: {instances: {up: {value: _parent.n}}}
",
        "/types/t/instances/up/value",
        "_parent",
    );
}

#[test]
fn recursion_through_the_own_top_type() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: next, type: main, if: n != 0}
instances:
  from_root: {value: _root.n}
",
        &[3, 2, 0],
        &[
            ("next.next.n", "0"),
            ("next.next.from_root", "3"),
            ("next.next._parent.as<main>.n", "2"),
            ("next._parent.as<main>.n", "3"),
        ],
    );
}

#[test]
fn an_imported_type_begins_a_root_of_its_own() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, imports: other}
seq: [{id: n, type: u1}, {id: a, type: other}]
",
            ),
            (
                "other.ksy",
                "
meta: {id: other}
seq: [{id: m, type: u1}, {id: b, type: inner}]
types:
  inner:
    instances:
      top: {value: _root.m}
      up: {value: _parent.m}
",
            ),
        ],
        &[1, 2],
        &[
            ("a._parent", "null"),
            ("a._root.as<other>.m", "2"),
            ("a.b.top", "2"),
            ("a.b.up", "2"),
        ],
    );
}

#[test]
fn what_an_object_and_an_untyped_one_have() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: t(_root)}
types:
  t:
    params: [{id: p, type: struct}]
    instances:
      size: {value: p._io.size}
",
        &[1],
        &[("a.size", "1"), ("a.p._parent", "null")],
    );
}

#[test]
fn members_that_do_not_exist() {
    check_rejected(
        "instances: {a: {value: nothing}}",
        "/instances/a/value",
        "nothing",
    );
    check_rejected(
        "
seq: [{id: t, type: t}]
types: {t: {instances: {a: {value: _root.t.nothing}}}}
",
        "/types/t/instances/a/value",
        "nothing",
    );
    check_rejected(
        "
seq: [{id: t, type: t}]
instances: {a: {value: t.colour}}
types: {t: {seq: [{id: color, type: u1}]}}
",
        "/instances/a/value",
        "color",
    );
}

#[test]
fn an_object_can_be_named_while_it_is_read() {
    check_all(
        "
seq: [{id: box, type: box}]
instances:
  late: {pos: 0, type: late}
types:
  box: {seq: [{id: len, type: u1}, {id: rest, type: rest}]}
  rest: {seq: [{id: all, size: _root.box.len}]}
  late: {seq: [{id: len, type: u1}, {id: text, type: str, encoding: ASCII, size: _root.late.len}]}
",
        b"\x02ab",
        &[
            ("box.rest.all", r#"{"bytes":"6162"}"#),
            ("late.text", r#""ab""#),
        ],
    );
}
