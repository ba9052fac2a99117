//! Instances: computed or read when first used, then kept.

use crate::harness::{
    check, check_all, check_error, check_fault, check_rejected, compiled, get, schema_of,
};
use pretty_assertions::assert_eq;

#[test]
fn computed() {
    check_all(
        "
seq: [{id: a, type: u1}]
instances:
  twice: {value: a * 2}
  fourfold: {value: twice * 2}
  text: {value: '\"n=\" + a.to_s'}
  flag: {value: a > 3}
  list: {value: '[a, twice, 1000]'}
  raw: {value: '[0x41, 0x42]'}
  half: {value: a / 2.0}
",
        &[5],
        &[
            ("fourfold", "20"),
            ("text", r#""n=5""#),
            ("flag", "true"),
            ("list", "[5,10,1000]"),
            ("raw", r#"{"bytes":"4142"}"#),
            ("half", "2.5"),
        ],
    );
}

#[test]
fn computed_with_a_condition() {
    check_all(
        "
seq: [{id: a, type: u1}]
instances:
  big: {value: a, if: a > 9}
  small: {value: a, if: a <= 9}
",
        &[5],
        &[("big", "null"), ("small", "5")],
    );
}

#[test]
fn computed_with_an_enum() {
    check_all(
        "
seq: [{id: a, type: u1}]
instances:
  kind: {value: a & 3, enum: e}
enums: {e: {1: one}}
",
        &[5],
        &[
            ("kind", r#"{"enum":"e","name":"one","value":1}"#),
            ("kind == e::one", "true"),
        ],
    );
}

#[test]
fn the_keys_of_a_computed_one() {
    for key in [
        "pos: 1",
        "size: 1",
        "type: u1",
        "io: _io",
        "repeat: eos",
        "contents: x",
    ] {
        let name = key.split(':').next().unwrap_or_default();
        check_rejected(
            &format!("instances: {{a: {{value: 1, {key}}}}}"),
            &format!("/instances/a/{name}"),
            name,
        );
    }
    check(
        "instances: {a: {value: 1, doc: one, doc-ref: 'https://example.org', -note: x}}",
        b"",
        "a",
        "1",
    );
}

#[test]
fn a_name_is_not_given_by_id() {
    check_rejected("instances: {a: {id: a, value: 1}}", "/instances/a/id", "id");
}

#[test]
fn read_at_a_position() {
    check_all(
        "
seq:
- {id: ofs, type: u1}
- {id: a, type: u1}
instances:
  far: {pos: ofs, type: u2}
  text: {pos: ofs + 2, type: strz}
  raw: {pos: 1, size: 2}
  part: {pos: 1, type: part}
  sized: {pos: 1, type: part, size: 1}
types:
  part: {seq: [{id: x, type: u1}], instances: {n: {value: _io.size}}}
",
        b"\x02\x09\x01\x02ab\0",
        &[
            ("far", "513"),
            ("text", r#""ab""#),
            ("raw", r#"{"bytes":"0901"}"#),
            ("part.x", "9"),
            ("part.n", "7"),
            ("sized.n", "1"),
            ("_io.pos", "2"),
        ],
    );
}

#[test]
fn the_position_is_given_back() {
    // Used in the middle of a seq; after it, reading goes on where it was.
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: b, type: u1, if: far == 7}
- {id: c, type: u1}
instances:
  far: {pos: 3, type: u1}
",
        &[1, 2, 3, 7],
        &[("b", "2"), ("c", "3")],
    );
}

#[test]
fn the_position_of_another_stream_is_given_back() {
    check_all(
        "
seq:
- {id: a, type: part, size: 3}
- {id: b, type: u1, if: far == 3}
- {id: c, type: u1}
instances:
  far: {io: a._io, pos: 2, type: {switch-on: 1, cases: {1: u1}}}
types:
  part: {seq: [{id: x, type: u1}], instances: {at: {value: _io.pos}}}
",
        &[1, 2, 3, 4, 5],
        &[
            ("b", "4"),
            ("c", "5"),
            ("a.at", "1"),
            ("far", "3"),
            ("_io.pos", "5"),
        ],
    );
}

#[test]
fn the_position_is_given_back_after_a_failure() {
    let schema = schema_of(compiled(
        "
seq: [{id: a, type: u1}]
instances:
  beyond: {pos: 2, type: u4}
  outside: {pos: 100, type: u1}
  here: {type: u1}
",
    ));
    let got = get(
        &schema,
        &[1, 2, 3],
        &["beyond", "_io.pos", "outside", "_io.pos", "here"],
        true,
    );
    let short: Vec<String> = got
        .results
        .into_iter()
        .map(|result| match result {
            Ok(value) => value,
            Err(told) => told.split(':').next().unwrap_or_default().to_owned(),
        })
        .collect();
    assert_eq!(
        short,
        [
            "unexpected-eof /instances/beyond",
            "1",
            "unexpected-eof /instances/outside",
            "1",
            "2",
        ]
    );
}

#[test]
fn without_a_position_it_reads_where_the_stream_is() {
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: b, type: u1, if: next == 2}
- {id: c, type: u1}
instances:
  next: {type: u1}
",
        &[1, 2, 3, 4],
        &[("next", "2"), ("b", "3"), ("c", "4")],
    );
}

#[test]
fn the_position_is_taken_at_the_first_use() {
    let types = "
instances:
  at: {value: _io.pos}
  next: {pos: _io.pos, type: u1}
";
    check_all(
        &format!(
            "
seq:
- {{id: a, type: u1}}
- {{id: b, size: at}}
- {{id: c, type: u1}}
{types}"
        ),
        &[1, 2, 3, 4],
        &[
            ("b", r#"{"bytes":"02"}"#),
            ("at", "1"),
            ("c", "3"),
            ("next", "4"),
        ],
    );
    check_all(
        &format!(
            "
seq:
- {{id: a, type: u1}}
- {{id: b, type: u1, if: next == 2}}
- {{id: c, type: u1}}
{types}"
        ),
        &[1, 2, 3],
        &[("b", "2"), ("next", "2"), ("at", "3")],
    );
}

#[test]
fn a_value_is_kept() {
    // `at` is the same before and after more is read.
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: first, type: note(at)}
- {id: b, type: u1}
- {id: second, type: note(at)}
instances:
  at: {value: _io.pos}
types:
  note: {params: [{id: n, type: u4}]}
",
        &[1, 2],
        &[("first.n", "1"), ("second.n", "1"), ("at", "1")],
    );
}

#[test]
fn from_another_stream() {
    check_all(
        "
seq:
- {id: head, type: u1}
- {id: part, type: part, size: 2}
instances:
  x: {io: part._io, pos: 1, type: u1}
  all: {io: part._io, pos: 0, size-eos: true}
types:
  part:
    seq: [{id: x, type: u1}]
    instances:
      head: {io: _root._io, pos: 0, type: u1}
      size: {io: _parent._io, pos: 0, size-eos: true}
",
        &[9, 2, 3],
        &[
            ("x", "3"),
            ("all", r#"{"bytes":"0203"}"#),
            ("part.head", "9"),
            ("part.size.size", "3"),
        ],
    );
}

#[test]
fn without_io_it_is_the_object_s_own_stream() {
    check(
        "
seq:
- {id: head, type: u1}
- {id: part, type: part, size: 2}
types:
  part: {instances: {x: {pos: 0, type: u1}}}
",
        &[9, 2, 3],
        "part.x",
        "2",
    );
}

#[test]
fn absent_means_no_seek_and_no_io() {
    check_all(
        "
seq:
- {id: a, type: u1}
- {id: part, type: part, if: false}
instances:
  far: {pos: 1000000, type: u1, if: a == 0}
  elsewhere: {io: part._io, pos: 0, type: u1, if: a == 0}
types: {part: {}}
",
        &[1],
        &[("far", "null"), ("elsewhere", "null"), ("_io.pos", "1")],
    );
}

#[test]
fn io_of_what_is_absent() {
    check_error(
        "
seq: [{id: part, type: part, if: false}]
instances:
  x: {io: part._io, pos: 0, type: u1}
types: {part: {}}
",
        b"a",
        "x",
        "expression",
        "",
    );
}

#[test]
fn io_and_pos_have_their_types() {
    check_rejected(
        "instances: {a: {io: 1, pos: 0, type: u1}}",
        "/instances/a/io",
        "stream",
    );
    check_rejected(
        "instances: {a: {pos: '\"x\"', type: u1}}",
        "/instances/a/pos",
        "integer",
    );
    check_rejected(
        "instances: {a: {pos: 1.5, type: u1}}",
        "/instances/a/pos",
        "integer",
    );
}

#[test]
fn pos_and_io_are_not_for_seq() {
    check_rejected(
        "seq: [{id: a, type: u1, pos: 1}]",
        "/seq/0/pos",
        "instances",
    );
    check_rejected(
        "seq: [{id: a, type: u1, io: _io}]",
        "/seq/0/io",
        "instances",
    );
    check_rejected("seq: [{id: a, value: 1}]", "/seq/0/value", "instances");
}

#[test]
fn positions_that_cannot_be() {
    let grammar = "
seq: [{id: a, type: s1}]
instances:
  x: {pos: a, type: u1}
  end: {pos: _io.size, size: 0}
  beyond: {pos: _io.size + 1, size: 0}
";
    check_error(grammar, &[0xff], "x", "unexpected-eof /instances/x", "-1");
    check_error(grammar, &[0x7f], "x", "unexpected-eof /instances/x", "127");
    check(grammar, &[0], "end", r#"{"bytes":""}"#);
}

#[test]
fn an_instance_that_needs_itself() {
    let grammar = "
instances:
  a: {value: b + 1}
  b: {value: a + 1}
  c: {pos: c, type: u1}
  d: {value: 5}
";
    check_error(grammar, b"", "a", "expression", "itself");
    check_error(grammar, b"", "c", "expression /instances/c", "itself");
    check(grammar, b"", "d", "5");
}

#[test]
fn a_failed_instance_in_a_condition_stops_the_read() {
    check_fault(
        "
seq:
- {id: a, type: u1}
- {id: b, type: u1, if: far == 1}
- {id: c, type: u1}
instances:
  far: {pos: 50, type: u1}
",
        &[1, 2, 3],
        "unexpected-eof /instances/far",
        "50",
        &[("a", "1")],
    );
}

#[test]
fn instances_of_objects_in_arrays() {
    check_all(
        "
seq: [{id: a, type: item, repeat: eos}]
types:
  item:
    seq: [{id: ofs, type: u1}]
    instances:
      at: {pos: ofs, type: u1}
      double: {value: at * 2}
",
        &[2, 1, 0],
        &[("a[0].at", "0"), ("a[1].at", "1"), ("a[2].double", "4")],
    );
}

#[test]
fn bit_fields_at_a_position() {
    check_all(
        "
seq: [{id: a, type: b4}, {id: b, type: b4}]
instances:
  x: {pos: 1, type: b3}
  flags: {pos: 1, type: flags}
types:
  flags: {seq: [{id: hi, type: b1}, {id: lo, type: b7}]}
",
        &[0x12, 0b1010_0001],
        &[
            ("x", "5"),
            ("flags.hi", "true"),
            ("flags.lo", "33"),
            ("b", "2"),
        ],
    );
}

#[test]
fn a_failure_is_not_kept() {
    // It is asked for too early, and again when its field is there.
    let schema = schema_of(compiled(
        "
seq:
- {id: a, type: u1, valid: {expr: late == 1}}
- {id: b, type: u1}
instances: {late: {value: b}}
",
    ));
    let got = get(&schema, &[1, 2], &["late", "b"], true);
    assert!(got.faults[0].contains("b is unknown"), "{:?}", got.faults);
    assert_eq!(got.results, [Ok("2".to_owned()), Ok("2".to_owned())]);
}
