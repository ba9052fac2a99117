//! Parameters: their types, and what fits them.

use crate::harness::{check, check_all, check_fault, check_rejected};

/// A type with one parameter `p`, given an argument.
fn grammar(ty: &str, argument: &str) -> String {
    format!(
        "
seq:
- {{id: n, type: u1}}
- {{id: s, type: str, size: 2}}
- {{id: b, size: 2}}
- {{id: list, type: u2, repeat: expr, repeat-expr: 2}}
- {{id: o, type: other}}
- {{id: e, type: u1, enum: e}}
- {{id: a, type: '{t}({argument})'}}
types:
  t: {{params: [{{id: p, type: '{ty}'}}]}}
  other: {{seq: [{{id: x, type: u1}}]}}
enums: {{e: {{1: one}}}}
",
        t = "t",
    )
}

const DATA: &[u8] = b"\x05hixy\x01\0\x02\0\x07\x01";

#[track_caller]
fn fits(ty: &str, argument: &str, expr: &str, expected: &str) {
    check(&grammar(ty, argument), DATA, expr, expected);
}

#[track_caller]
fn does_not_fit(ty: &str, argument: &str) {
    check_rejected(&grammar(ty, argument), "/seq/6/type", "");
}

#[test]
fn integers() {
    for ty in ["u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "b2", "b64"] {
        fits(ty, "n + 300", "a.p", "305");
    }
    does_not_fit("u4", "1.5");
    does_not_fit("u4", "\"x\"");
    does_not_fit("u4", "true");
}

#[test]
fn floats() {
    fits("f4", "1.5", "a.p", "1.5");
    fits("f8", "n * 0.5", "a.p", "2.5");
    does_not_fit("f8", "1");
}

#[test]
fn booleans() {
    fits("bool", "n == 5", "a.p", "true");
    fits("b1", "false", "a.p", "false");
    does_not_fit("bool", "1");
}

#[test]
fn strings_and_bytes() {
    fits("str", "s + \"!\"", "a.p", r#""hi!""#);
    fits("bytes", "b", "a.p", r#"{"bytes":"7879"}"#);
    fits("bytes", "[1, 2]", "a.p", r#"{"bytes":"0102"}"#);
    does_not_fit("str", "b");
    does_not_fit("bytes", "s");
    does_not_fit("bytes", "[1, 300]");
}

#[test]
fn a_parameter_without_a_type_is_bytes() {
    check(
        "
seq: [{id: a, type: 't([1, 2])'}]
types: {t: {params: [{id: p}]}}
",
        b"",
        "a.p",
        r#"{"bytes":"0102"}"#,
    );
}

#[test]
fn objects() {
    fits("other", "o", "a.p.x", "7");
    fits("struct", "o", "a.p.as<other>.x", "7");
    fits("struct", "_root", "a.p.as<main>.n", "5");
    does_not_fit("other", "n");
    does_not_fit("other", "_root");
}

#[test]
fn streams() {
    fits("io", "_io", "a.p.size", "11");
    does_not_fit("io", "n");
}

#[test]
fn anything() {
    fits("any", "n", "a.p", "5");
    fits("any", "s", "a.p", r#""hi""#);
    fits("any", "o", "a.p.as<other>.x", "7");
}

#[test]
fn arrays() {
    fits("u2[]", "list", "a.p", "[1,2]");
    fits("u2[]", "list", "a.p[1]", "2");
    fits("u4[]", "[n + 0, 300]", "a.p", "[5,300]");
    fits("bool[]", "[true, false]", "a.p", "[true,false]");
    fits("f8[]", "[1.5]", "a.p", "[1.5]");
    does_not_fit("u2[]", "n");
    does_not_fit("str[]", "list");
}

#[test]
fn arrays_of_objects() {
    check_all(
        "
seq:
- {id: items, type: item, repeat: eos}
instances:
  sum: {pos: 0, type: sum(items)}
types:
  item: {seq: [{id: x, type: u1}]}
  sum:
    params: [{id: p, type: 'item[]'}]
    instances:
      total: {value: 'p[0].x + p[1].x + p.last.x'}
      count: {value: p.size}
",
        &[1, 2, 3],
        &[("sum.total", "6"), ("sum.count", "3")],
    );
}

#[test]
fn enums() {
    check_all(
        "
seq:
- {id: n, type: u1, enum: e}
- {id: a, type: t(n)}
- {id: b, type: 't(e::two)'}
types:
  t:
    params: [{id: p, type: u1, enum: e}]
    instances: {is_two: {value: p == e::two}}
enums: {e: {1: one, 2: two}}
",
        &[1],
        &[
            ("a.p", r#"{"enum":"e","name":"one","value":1}"#),
            ("a.is_two", "false"),
            ("b.is_two", "true"),
        ],
    );
}

#[test]
fn arguments_are_evaluated_in_the_reader() {
    check_all(
        "
seq:
- {id: n, type: u1}
- {id: a, type: 'outer(n, n * 2)'}
types:
  outer:
    params: [{id: x, type: u1}, {id: y, type: u1}]
    seq: [{id: b, type: 'inner(x + y)'}]
  inner:
    params: [{id: x, type: u1}]
    seq: [{id: body, size: x}]
",
        b"\x01abc",
        &[
            ("a.y", "2"),
            ("a.b.x", "3"),
            ("a.b.body", r#"{"bytes":"616263"}"#),
        ],
    );
}

#[test]
fn blanks_in_a_call() {
    check(
        "
seq:
- {id: a, type: 'outer :: inner ( 1 , 2 )'}
types:
  outer:
    types:
      inner: {params: [{id: x, type: u1}, {id: y, type: u1}]}
",
        b"",
        "a.y",
        "2",
    );
}

#[test]
fn parameters_in_every_place() {
    check_all(
        "
seq:
- {id: a, type: 'part(2, true, 0x20)'}
types:
  part:
    params:
    - {id: n, type: u1}
    - {id: there, type: bool}
    - {id: key, type: u1}
    seq:
    - {id: list, type: u1, repeat: expr, repeat-expr: n}
    - {id: some, type: u1, if: there}
    - {id: none, type: u1, if: not there}
    - {id: text, size: n, process: xor(key)}
    - id: body
      type: {switch-on: n, cases: {2: u2}}
    instances:
      far: {pos: n, type: u1}
",
        b"\x01\x02\x03AB\x01\x01",
        &[
            ("a.list", "[1,2]"),
            ("a.some", "3"),
            ("a.none", "null"),
            ("a.text", r#"{"bytes":"6162"}"#),
            ("a.body", "257"),
            ("a.far", "3"),
        ],
    );
}

#[test]
fn the_number_of_arguments() {
    let told = |call: &str| {
        format!(
            "
seq: [{{id: a, type: '{call}'}}]
types: {{t: {{params: [{{id: p, type: u1}}]}}, none: {{}}}}
"
        )
    };
    check_rejected(&told("t"), "/seq/0/type", "1");
    check_rejected(&told("t(1, 2)"), "/seq/0/type", "1");
    check_rejected(&told("none(1)"), "/seq/0/type", "");
    check_rejected(&told("t(nothing)"), "/seq/0/type", "nothing");
    check_rejected(&told("t(1"), "/seq/0/type", "");
}

#[test]
fn parameters_have_no_byte_order() {
    check_rejected("params: [{id: p, type: u2le}]", "/params/0/type", "u2le");
    check_rejected(
        "params: [{id: p, type: nothing}]",
        "/params/0/type",
        "nothing",
    );
    check_rejected(
        "params: [{id: p, type: u1, enum: nothing}]",
        "/params/0/enum",
        "nothing",
    );
}

#[test]
fn params_def() {
    // A root type with parameters: nobody gives them.
    check_all(
        "
params:
- {id: len, type: u4}
- {id: flag, type: bool}
seq:
- {id: a, type: u1}
instances:
  b: {pos: 1, type: u1}
",
        &[1, 2],
        &[("a", "1"), ("b", "2"), ("len", "null"), ("flag", "null")],
    );
}

#[test]
fn params_def_used_by_the_seq() {
    crate::harness::check_fault(
        "
params: [{id: len, type: u4}]
seq:
- {id: a, type: u1}
- {id: b, size: len}
",
        &[1, 2],
        "expression /seq/1",
        "",
        &[("a", "1")],
    );
}

#[test]
fn a_recursive_root_with_params_takes_them() {
    check_all(
        "
params: [{id: depth, type: u1}]
seq:
- {id: a, type: u1}
instances:
  inner: {pos: 1, type: main(3)}
",
        &[1, 2],
        &[
            ("inner.depth", "3"),
            ("inner.a", "2"),
            ("inner.inner.a", "2"),
        ],
    );
}

/// Elements of one size whose parameter is made of elements of their own array.
fn own_elements(argument: &str) -> String {
    format!(
        "
seq: [{{id: items, type: 'it({argument})', repeat: eos}}]
types:
  it:
    params: [{{id: p, type: s4}}]
    seq: [{{id: h, type: u1}}]
    instances: {{sum: {{value: h + p}}}}
instances: {{first: {{value: 'items[0].h'}}}}
"
    )
}

#[test]
fn elements_are_given_what_is_made_of_those_before() {
    let grammar = own_elements("_index == 0 ? 0 : items[_index - 1].sum");
    let data = [1; 3000];
    check_all(
        &grammar,
        &data,
        &[
            ("items[0].sum", "1"),
            ("items[2].sum", "3"),
            ("items[2999].sum", "3000"),
        ],
    );
}

#[test]
fn elements_that_need_themselves_are_told() {
    for (argument, at) in [
        ("_root.items[0].h", "expression "),
        ("first", "expression /instances/first"),
        ("items[(_index + 3) % 60].h", "expression "),
        ("items[_index > 0 ? _index - 1 : 0].h", "expression "),
        ("items.last.h", "expression "),
    ] {
        let grammar = own_elements(argument);
        check_fault(&grammar, &[1; 100], at, "no elements", &[]);
    }
}
