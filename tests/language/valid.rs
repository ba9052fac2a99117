//! `valid`: rules, what they apply to, and when they are tested.

use crate::harness::{
    check, check_all, check_error, check_fault, check_rejected, compiled, findings, get, schema_of,
};
use fmtview::tree::Options;
use pretty_assertions::assert_eq;

/// One `u1` with a rule: which value passes, which does not and how.
#[track_caller]
fn check_rule(rule: &str, good: &[u8], bad: &[(u8, &str)]) {
    let grammar = format!("seq: [{{id: a, type: u1, valid: {rule}}}]");
    for byte in good {
        check(&grammar, &[*byte], "a", &byte.to_string());
    }
    for (byte, kind) in bad {
        check_fault(
            &grammar,
            &[*byte],
            &format!("{kind} /seq/0"),
            &byte.to_string(),
            &[],
        );
    }
}

#[test]
fn equal() {
    check_rule("5", &[5], &[(4, "validation-not-equal")]);
    check_rule("{eq: 5}", &[5], &[(6, "validation-not-equal")]);
    check_rule("2 + 3", &[5], &[(0, "validation-not-equal")]);
}

#[test]
fn least_and_greatest() {
    check_rule("{min: 5}", &[5, 255], &[(4, "validation-less-than")]);
    check_rule("{max: 5}", &[0, 5], &[(6, "validation-greater-than")]);
    check_rule(
        "{min: 5, max: 7}",
        &[5, 6, 7],
        &[(4, "validation-less-than"), (8, "validation-greater-than")],
    );
}

#[test]
fn any_of() {
    check_rule(
        "{any-of: [1, 3, 4 + 1]}",
        &[1, 3, 5],
        &[(2, "validation-not-any-of")],
    );
}

#[test]
fn expression() {
    check_rule(
        "{expr: '_ % 2 == 0 and _ > 2'}",
        &[4, 254],
        &[(2, "validation-expr"), (5, "validation-expr")],
    );
}

#[test]
fn in_enum() {
    let grammar = "
seq: [{id: a, type: u1, enum: e, valid: {in-enum: true}}]
enums: {e: {1: one, 3: three}}
";
    check(grammar, &[3], "a.to_i", "3");
    check_fault(grammar, &[2], "validation-not-in-enum /seq/0", "2", &[]);
}

#[test]
fn enum_values() {
    let grammar = "
seq:
- {id: a, type: u1, enum: e, valid: e::one}
- {id: b, type: u1, enum: e, valid: {any-of: ['e::one', 'e::three']}}
enums: {e: {1: one, 3: three}}
";
    check(grammar, &[1, 3], "b.to_i", "3");
    check_fault(grammar, &[3, 3], "validation-not-equal /seq/0", "one", &[]);
    check_fault(grammar, &[1, 7], "validation-not-any-of /seq/1", "7", &[]);
}

#[test]
fn floats_strings_bytes() {
    let grammar = "
seq:
- {id: f, type: f4, valid: {min: 0.5, max: 1.5}}
- {id: s, type: str, size: 2, valid: {any-of: ['\"ab\"', '\"cd\"']}}
- {id: t, type: str, size: 1, valid: {min: '\"b\"'}}
- {id: x, size: 2, valid: '[1, 2]'}
- {id: y, size: 1, valid: {max: '[5].as<bytes>'}}
";
    let data = |f: f32, rest: &[u8]| [&f.to_le_bytes(), rest].concat();
    check(grammar, &data(1.0, b"cdc\x01\x02\x05"), "s", r#""cd""#);
    for (f, rest, fault) in [
        (0.25, b"cdc\x01\x02\x05", "validation-less-than /seq/0"),
        (1.75, b"cdc\x01\x02\x05", "validation-greater-than /seq/0"),
        (1.0, b"xxc\x01\x02\x05", "validation-not-any-of /seq/1"),
        (1.0, b"cda\x01\x02\x05", "validation-less-than /seq/2"),
        (1.0, b"cdc\x01\x03\x05", "validation-not-equal /seq/3"),
        (1.0, b"cdc\x01\x02\x06", "validation-greater-than /seq/4"),
    ] {
        check_fault(grammar, &data(f, rest), fault, "", &[]);
    }
}

#[test]
fn booleans() {
    let grammar = "
seq:
- {id: a, type: b1, valid: true}
- {id: b, type: b7}
";
    check(grammar, &[0x80], "a", "true");
    check_fault(grammar, &[0], "validation-not-equal /seq/0", "false", &[]);
}

#[test]
fn rules_may_look_at_other_fields() {
    let grammar = "
seq:
- {id: len, type: u1, valid: _io.size}
- {id: a, type: u1}
- {id: b, type: u1, valid: {min: a, max: len}}
- {id: c, type: u1, valid: {expr: _ != a}}
";
    check(grammar, &[4, 1, 4, 2], "b", "4");
    check_fault(
        grammar,
        &[5, 1, 1, 2],
        "validation-not-equal /seq/0",
        "the size of the file",
        &[],
    );
    check_fault(
        grammar,
        &[4, 1, 0, 2],
        "validation-less-than /seq/2",
        "1",
        &[],
    );
    check_fault(
        grammar,
        &[4, 1, 5, 2],
        "validation-greater-than /seq/2",
        "4",
        &[],
    );
    check_fault(grammar, &[4, 1, 1, 1], "validation-expr /seq/3", "1", &[]);
}

#[test]
fn rules_that_do_not_go_together() {
    check_rejected(
        "seq: [{id: a, type: u1, valid: {min: 1, any-of: [1]}}]",
        "/seq/0/valid/any-of",
        "min",
    );
    check_rejected(
        "seq: [{id: a, contents: x, valid: 1}]",
        "/seq/0",
        "contents",
    );
}

#[test]
fn a_bad_value_does_not_stop_the_read() {
    check_fault(
        "
seq:
- {id: a, type: u1, valid: 1}
- {id: b, type: u1, valid: 1}
- {id: c, type: u1}
",
        &[2, 3, 4],
        "validation-not-equal /seq/0",
        "found 2; expected 1",
        &[("c", "4")],
    );
    let schema = schema_of(compiled(
        "seq: [{id: a, type: u1, valid: 1}, {id: b, type: u1, valid: 1}]",
    ));
    let paths: Vec<String> = findings(&schema, &[2, 3], Options::default())
        .into_iter()
        .map(|finding| format!("{} {}", finding.kind.name(), finding.path))
        .collect();
    assert_eq!(paths, ["validation-not-equal a", "validation-not-equal b"]);
}

#[test]
fn each_element_of_a_repeated_field() {
    for repeat in [
        "repeat: expr, repeat-expr: 3",
        "repeat: eos",
        "repeat: until, repeat-until: _ == 9",
    ] {
        let grammar = format!("seq: [{{id: a, type: u1, valid: {{min: 2}}, {repeat}}}]");
        check(&grammar, &[2, 3, 9], "a", "[2,3,9]");
        check_fault(
            &grammar,
            &[2, 1, 9],
            "validation-less-than /seq/0",
            "1",
            &[],
        );
    }
    for repeat in ["repeat: expr, repeat-expr: 2", "repeat: eos"] {
        let grammar = format!("seq: [{{id: a, contents: ab, {repeat}}}]");
        check(&grammar, b"abab", "a[1]", r#"{"bytes":"6162"}"#);
        check_fault(
            &grammar,
            b"abax",
            "validation-not-equal /seq/0",
            "61 78",
            &[],
        );
    }
}

#[test]
fn elements_are_tested_before_repeat_until() {
    // The element that ends the repetition is tested too.
    check_fault(
        "seq: [{id: a, type: u1, valid: {max: 8}, repeat: until, repeat-until: _ == 9}]",
        &[2, 9],
        "validation-greater-than /seq/0",
        "9",
        &[],
    );
}

#[test]
fn nothing_is_tested_when_if_is_false() {
    check(
        "
seq:
- {id: a, type: u1, valid: 1, if: false}
- {id: b, contents: abc, if: false}
- {id: c, type: u1}
",
        &[7],
        "c",
        "7",
    );
}

#[test]
fn instances_are_tested_on_use() {
    let grammar = "
seq: [{id: a, type: u1}]
instances:
  far: {pos: 1, type: u1, valid: 5}
  magic: {pos: 2, contents: xy}
  several: {pos: 1, type: u1, valid: 5, repeat: expr, repeat-expr: 2}
";
    check_all(
        grammar,
        b"\x01\x05\x78\x79",
        &[("far", "5"), ("magic", r#"{"bytes":"7879"}"#)],
    );
    check(grammar, b"\x01\x06zz", "a", "1");
    check_error(
        grammar,
        b"\x01\x06zz",
        "far",
        "validation-not-equal /instances/far",
        "6",
    );
    check_error(
        grammar,
        b"\x01\x05zz",
        "magic",
        "validation-not-equal /instances/magic",
        "7a 7a",
    );
    check_error(
        grammar,
        b"\x01\x05\x07z",
        "several",
        "validation-not-equal /instances/several",
        "7",
    );
}

#[test]
fn value_instances_have_no_valid() {
    check_rejected(
        "instances: {a: {value: 1, valid: 1}}",
        "/instances/a/valid",
        "valid",
    );
}

#[test]
fn fields_inside_other_types() {
    let grammar = "
seq: [{id: a, type: part, repeat: expr, repeat-expr: 2}]
types:
  part: {seq: [{id: x, type: u1, valid: {max: 3}}]}
";
    check(grammar, &[1, 3], "a[1].x", "3");
    check_fault(
        grammar,
        &[1, 4],
        "validation-greater-than /types/part/seq/0",
        "4",
        &[("a[0].x", "1")],
    );
}

#[test]
fn an_entry_without_id_is_tested_all_the_same() {
    let grammar = "
seq:
- {contents: hi}
- {type: u1, valid: 5}
- {id: b, type: u1}
";
    check_all(
        grammar,
        b"hi\x05\x06",
        &[
            ("_unnamed0", r#"{"bytes":"6869"}"#),
            ("_unnamed1", "5"),
            ("b", "6"),
        ],
    );
    check_fault(
        grammar,
        b"ho\x05\x06",
        "validation-not-equal /seq/0",
        "68 6f",
        &[],
    );
    check_fault(
        grammar,
        b"hi\x04\x06",
        "validation-not-equal /seq/1",
        "4",
        &[],
    );
}

#[test]
fn rules_have_the_field_s_type() {
    check_rejected(
        "seq: [{id: a, type: u1, valid: '\"x\"'}]",
        "/seq/0/valid",
        "",
    );
    check_rejected(
        "seq: [{id: a, type: u1, valid: {min: '\"x\"'}}]",
        "/seq/0/valid/min",
        "",
    );
    check_rejected(
        "seq: [{id: a, type: u1, valid: {any-of: [1, '\"x\"']}}]",
        "/seq/0/valid/any-of/1",
        "",
    );
    check_rejected(
        "seq: [{id: a, type: u1, valid: {expr: _ + 1}}]",
        "/seq/0/valid/expr",
        "",
    );
    check_rejected(
        "seq: [{id: a, type: u1, valid: {in-enum: true}}]",
        "/seq/0/valid/in-enum",
        "enum",
    );
}

#[test]
fn unknown_rules() {
    check_rejected(
        "seq: [{id: a, type: u1, valid: {less: 1}}]",
        "/seq/0/valid/less",
        "less",
    );
    check_rejected(
        "seq: [{id: a, type: u1, valid: {in-enum: 7}}]",
        "/seq/0/valid/in-enum",
        "",
    );
    check_rejected("seq: [{id: a, type: u1, valid: [1]}]", "/seq/0/valid", "");
}

#[test]
fn fields_inside_an_instance_are_tested_on_use() {
    for size in ["", "size: 2, "] {
        let grammar = format!(
            "
instances:
  far: {{pos: 1, {size}type: part}}
  several: {{pos: 1, {size}type: part, repeat: expr, repeat-expr: 1}}
types:
  part:
    seq:
    - {{id: x, type: u1, valid: {{max: 3}}}}
    - {{id: y, type: u1, if: x != 2}}
"
        );
        check(&grammar, &[0, 3, 5], "far.x", "3");
        for expr in ["far.x", "several[0].x"] {
            check_error(
                &grammar,
                &[0, 4, 5],
                expr,
                "validation-greater-than /types/part/seq/0",
                "4",
            );
        }
    }
}

#[test]
fn a_rule_may_name_its_own_field() {
    check_all(
        "
seq:
- {id: a, type: u1, valid: {expr: a == _}}
- {id: b, type: u1, repeat: expr, repeat-expr: 2, valid: {expr: 'b[_index] == _'}}
",
        &[1, 2, 3],
        &[("a", "1"), ("b", "[2,3]")],
    );
}

#[test]
fn a_rule_of_fixed_layout_may_name_its_own_field() {
    let grammar = "
seq: [{id: g, type: t, repeat: expr, repeat-expr: 1}]
instances: {z: {pos: 0, type: u1, valid: {expr: z == _}}}
types:
  t: {seq: [{id: x, type: b1, valid: x}, {id: y, type: b7, valid: {expr: x and y == _}}]}
";
    let (x, y) = ("g[0].x", "g[0].y");
    check_all(grammar, &[0x85], &[(x, "true"), (y, "5"), ("z", "133")]);
}

#[test]
fn what_a_rule_expects_is_said() {
    for (attr, words) in [
        (
            "size: 2, valid: '[0x50, 0x4b]'",
            "found 41 42 (\"AB\"); expected 50 4b (\"PK\")",
        ),
        (
            "type: u1, valid: {expr: '_  % 2  ==  0'}",
            "found 65; expected `_ % 2 == 0`",
        ),
        (
            "type: u1, enum: e, valid: {in-enum: true}",
            "found 65; expected a value of the enum main::e: one (1), two (2)",
        ),
    ] {
        let grammar = format!("seq: [{{id: a, {attr}}}]\nenums: {{e: {{1: one, 2: two}}}}");
        let schema = schema_of(compiled(&grammar));
        let got = get(&schema, b"AB", &[], true);
        let told = got.faults.join("\n");
        assert!(told.ends_with(words), "{told}");
    }
}
