//! Objects written by machines come out as those decoded in the usual way.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::tests::schema;
use super::*;
use crate::schema::Schema;
use crate::tree::Options;

fn write(schema: &Schema, file: &[u8], endian: Option<Endian>) -> (String, u64) {
    let options = Options {
        endian,
        ..Options::default()
    };
    let tree = Tree::new(schema, file, options);
    let mut out = Vec::new();
    let mut json = Json::new(&mut out, &tree, JsonOptions::default());
    json.tree_line(&tree.root()).unwrap();
    let errors = json.finish().unwrap();
    (String::from_utf8(out).unwrap(), errors)
}

/// With a byte order given, no machine runs.
#[track_caller]
fn check(grammar: &str, file: &[u8]) {
    let schema = schema(grammar);
    let usual = write(&schema, file, Some(Endian::Be));
    assert_eq!(write(&schema, file, None), usual);
}

const MIXED: &str = "
seq:
  - {id: kind, type: u1, enum: kinds}
  - {id: items, type: 'item(kind.to_i & 3)', repeat: eos}
enums:
  kinds: {0: none, 1: some, 200: many}
types:
  item:
    params: [{id: scale, type: u1}]
    seq:
      - {id: tag, type: u1, enum: kinds}
      - {id: wide, type: s2, if: tag != kinds::none}
      - {id: flags, type: flags}
      - {id: len, type: b3}
      - {id: low, type: b5le}
      - {id: secret, type: u1, if: len > 2, -fmtview-show: none}
      - {id: name, type: str, size: len, encoding: ASCII}
      - {id: body, size: 'len * scale', type: {switch-on: tag, cases: {'kinds::some': pair, _: rest}}}
      - {id: more, type: u1, repeat: until, repeat-until: '_ < 128 or _io.eof'}
      - {id: inner, type: item(1), if: low == 7}
    instances:
      double: {value: wide * 2, if: tag == kinds::some}
      label: {value: '(len < 3 ? \"short \" : name) + len.to_s'}
      first: {value: 'more[0] + more.size'}
      again: {value: double + 1, if: double > 10 or low == 3}
      sibling: {value: _root.kind}
      far: {pos: len, type: pair, if: low < 4}
      bytes: {pos: low, size: 2, repeat: expr, repeat-expr: len}
      half: {value: 'low > 9 ? low / 2.0 : 1.5'}
  flags:
    seq: [{id: a, type: b1}, {id: b, type: b7}, {id: c, type: u1}]
  pair:
    seq: [{id: a, type: u1}, {id: b, type: u2, enum: kinds}]
    instances:
      sum: {value: a + b.to_i + _parent.len}
  rest:
    seq: [{id: all, size-eos: true}]
";

const GROUPS: &str = "
seq: [{id: numbers, type: number, repeat: eos}]
types:
  number:
    seq:
      - id: groups
        type: 'group(_index != 0 ? groups[_index - 1].so_far : 0)'
        repeat: until
        repeat-until: not _.more
    instances:
      count: {value: groups.size}
      value: {value: groups.last.so_far}
      top: {value: 'groups[0].value * count'}
  group:
    params: [{id: before, type: u8}]
    seq: [{id: more, type: b1}, {id: value, type: b7}]
    instances:
      so_far: {value: before * 128 + value}
";

/// Types that hold one another, as deep as the bytes say.
const NESTED: &str = "
seq:
  - {id: b, type: u1}
  - {id: wide, type: {switch-on: b, cases: {200: u2, 201: u4, 202: strs}}}
  - {id: list, type: top, repeat: expr, repeat-expr: b & 7, if: is_list}
instances:
  is_list: {value: b & 0x90 == 0x80}
  parent_b: {value: 'is_list ? b : -b'}
types:
  strs:
    seq: [{id: word, type: strz, encoding: UTF-8}]
    instances:
      outer: {value: _parent.b}
";

/// Objects that share bytes.
const SHARED: &str = "
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: n, type: b3}
      - {id: a, type: nibble}
      - {id: b, type: nibble, repeat: expr, repeat-expr: n}
      - {id: c, type: b1}
      - {id: d, type: u1, if: n > 1}
      - {id: e, type: both, repeat: expr, repeat-expr: n & 1}
      - {id: f, type: nibble, if: n == 2}
  nibble: {seq: [{id: x, type: b4}]}
  both: {seq: [{id: y, type: nibble}, {id: z, type: b4}], instances: {sum: {value: y.x + z}}}
";

/// Elements that look at what has no code: another place, which holds text.
const OUTSIDE: &str = "
seq:
  - {id: head, type: head}
  - {id: items, type: item, repeat: eos}
instances:
  other: {value: head}
  is_wide: {value: 'other.n > 5 and other.bytes.size == 2'}
  names: {pos: 3, size: head.n, type: names}
types:
  head: {seq: [{id: n, type: u1}, {id: bytes, type: u1, repeat: expr, repeat-expr: 2}]}
  names: {seq: [{id: all, type: strz, encoding: ASCII, repeat: eos}]}
  item:
    seq: [{id: at, type: u1}, {id: wide, type: u2, if: _root.is_wide}]
    instances:
      name: {io: _root.names._io, pos: at, type: strz, encoding: ASCII, if: at < 9}
      sum: {value: 'at + _root.other.n + _parent.head.bytes[1]'}
";

#[test]
fn ends_of_file() {
    let file: Vec<u8> = (0..120_u8).map(|i| i.wrapping_mul(41)).collect();
    for end in 0..file.len() {
        check(MIXED, &file[..end]);
    }
}

#[test]
fn long_arrays() {
    let file: Vec<u8> = (0..3000_u32).map(|i| (i * i % 251) as u8).collect();
    check(MIXED, &file);
    check(GROUPS, &file);
    check(SHARED, &file);
    check(
        OUTSIDE,
        &[&[12, 1, 2][..], b"ab\0cd\0efghijkl\0", &file].concat(),
    );
    check(NESTED, &[&[0x87][..], &[0x83; 200], &[1; 900]].concat());
}

#[test]
fn arrays_that_end_in_an_object() {
    let mut file = vec![0x81; 100];
    file.extend([5; 30]);
    check(NESTED, &file);
    check(GROUPS, &[0xff; 300]);
}

#[test]
fn places_that_hold_themselves() {
    let grammar = "
seq: [{id: nodes, type: node, repeat: expr, repeat-expr: 3}]
types:
  node:
    seq: [{id: next, type: u1}]
    instances:
      target: {pos: next, type: node, if: next < 200}
";
    check(grammar, &[0, 1, 2, 200]);
    check(grammar, &[1, 2, 0]);
    check(grammar, &[3, 4, 5, 200, 200, 9]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_bytes(file in proptest::collection::vec(any::<u8>(), 0..400)) {
        for grammar in [MIXED, GROUPS, NESTED, SHARED, OUTSIDE] {
            let schema = schema(grammar);
            let usual = write(&schema, &file, Some(Endian::Be));
            prop_assert_eq!(write(&schema, &file, None), usual);
        }
    }

    #[test]
    fn small_bytes(file in proptest::collection::vec(0_u8..12, 0..600)) {
        for grammar in [MIXED, GROUPS, NESTED, SHARED, OUTSIDE] {
            let schema = schema(grammar);
            let usual = write(&schema, &file, Some(Endian::Be));
            prop_assert_eq!(write(&schema, &file, None), usual);
        }
    }
}
