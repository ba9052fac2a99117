//! Objects look the same whether a machine went through them or the tree gave
//! them.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::{options, render, schema};
use crate::paint::Theme;
use crate::view::{Part, ViewOptions};

/// Records of many shapes.
const RECORDS: &str = "
meta: {id: top, endian: le, encoding: UTF-8}
seq:
  - {id: first, type: record, repeat: expr, repeat-expr: 2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: tag, type: u1, enum: tag}
      - {id: flags, type: flags}
      - {id: body, type: {switch-on: tag, cases: {
          tag::text: text, tag::pairs: pairs, tag::far: far, tag::magic: magic, tag::box: boxed, tag::when: when}}}
    instances:
      is_text: {value: tag == tag::text}
      twice: {value: flags.low.to_i * 2, if: flags.high != 0}
  flags:
    seq: [{id: high, type: b3}, {id: mid, type: b1}, {id: low, type: b4, enum: tag}]
    instances:
      len: {value: _parent.body.as<text>.len, if: _parent.tag == tag::text}
      kind: {value: _parent.tag}
  text:
    seq:
      - {id: len, type: u1, valid: {max: 200}}
      - {id: word, type: str, size: len % 7}
      - {id: line, type: strz}
    instances: {said: {value: 'word + \" !\"'}}
  pairs:
    seq:
      - {id: count, type: u1}
      - {id: pairs, type: pair, repeat: expr, repeat-expr: count % 4}
      - {id: words, type: strz, repeat: expr, repeat-expr: count % 3}
      - {id: bytes, type: u1, repeat: expr, repeat-expr: count % 5}
  pair:
    seq: [{id: x, type: u1}, {id: y, type: s2be}]
  far:
    seq: [{id: ofs, type: u1}, {id: other, type: u2, -fmtview-show: hex}]
    instances:
      there: {pos: ofs, type: pair, if: ofs < 120}
      raw: {pos: other % 90, size: 3}
      clock: {pos: ofs / 2, type: when, if: other % 3 == 0}
      halves: {pos: ofs % 50, type: halves, if: other % 2 == 0}
  halves:
    seq: [{id: a, type: b4}, {id: b, type: b4}, {id: at, type: when}]
  magic:
    seq: [{contents: [0, 1]}, {id: three, type: u1, valid: {any-of: [0, 1, 2]}}]
  boxed:
    seq: [{id: len, type: u1}, {id: part, type: short, size: len % 9},
      {id: skipped, type: short, size: 2, -fmtview-show: none}]
  short:
    seq: [{id: a, type: u1}, {id: f, type: f4, if: a < 3}]
  when:
    -webide-representation: '{h:dec}:{m:dec}'
    seq: [{id: h, type: u1, valid: {max: 23}}, {id: m, type: u1}]
enums:
  tag: {0: text, 1: pairs, 2: far, 3: magic, 4: box, 5: when, 9: nothing}
";

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![6 => 0u8..6, 2 => b'a'..b'e', 1 => any::<u8>()];
    proptest::collection::vec(byte, 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn records_look_as_the_tree_gives_them(
        file in bytes(),
        width in 40usize..200,
        (ascii, computed) in (any::<bool>(), any::<bool>()),
        depth in proptest::option::weighted(0.1, 0usize..4),
    ) {
        let schema = schema(RECORDS.to_owned());
        let options = ViewOptions { width, ascii, computed, depth, ..options() };
        let theme = Some(Theme::Dark.into());
        let (expected, _) = render(&schema, &file, &Part::Whole, &options, theme, false);
        let (found, _) = render(&schema, &file, &Part::Whole, &options, theme, true);
        prop_assert_eq!(found, expected);
    }
}

/// The rows of a file of such records, of which most are not made one by one.
#[track_caller]
fn check(file: &[u8]) {
    let schema = schema(RECORDS.to_owned());
    let options = ViewOptions {
        computed: true,
        ..options()
    };
    let theme = Some(Theme::Dark.into());
    let (expected, all) = render(&schema, file, &Part::Whole, &options, theme, false);
    let (found, lines) = render(&schema, file, &Part::Whole, &options, theme, true);
    assert_eq!(found, expected);
    assert!(lines < all, "{lines} of {all} lines in the general way");
}

#[test]
fn records_of_one_kind() {
    check(&b"\x00\x15\x03abcline\x00".repeat(20));
    check(&b"\x01\x20\x06\x01\x02\x03\x04\x05\x06".repeat(20));
    check(&b"\x02\x00\x08\x30\x01".repeat(20));
    check(&b"\x03\x00\x00\x01\x02".repeat(20));
    check(&b"\x04\x00\x07\x02\x00\x00\x80\x3f\x01\x02".repeat(20));
    check(&b"\x05\x09\x10\x20".repeat(20));
    check(&b"\x05\x09\x30\x20".repeat(20));
}

#[test]
fn what_lies_among_sound_elements_may_be_wrong() {
    let schema = schema(
        "
meta: {id: top}
seq: [{id: items, type: item, repeat: eos}]
instances: {other: {pos: 1, type: other}}
types:
  item:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1}
      - {id: c, type: u1}
      - {id: d, type: u1}
      - {id: e, type: u1}
      - {id: f, type: u1}
      - {id: g, type: u1}
  other: {seq: [{id: x, type: u1}, {id: magic, type: u1, valid: 7}]}
"
        .to_owned(),
    );
    for direct in [true, false] {
        let (found, _) = render(&schema, &[1; 14], &Part::Whole, &options(), None, direct);
        assert!(found.contains("magic   ✗ 1"), "{found}");
    }
}

#[test]
fn long_texts_without_end_are_left_to_the_tree() {
    let schema = schema(
        "
meta: {id: top}
seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]
types:
  item: {seq: [{id: parts, type: part, repeat: expr, repeat-expr: 60}]}
  part:
    seq: [{id: x, type: u1}]
    instances:
      a: {value: '\"0123456789abcdef0123456789abcdef\" + x.to_s'}
      b: {value: a + a + a + a + a + a + a + a}
      c: {value: b + b + b + b + b + b + b + b}
      d: {value: c + c + c + c + c + c + c + c}
"
        .to_owned(),
    );
    let options = ViewOptions {
        computed: true,
        ..options()
    };
    let file = [7; 120];
    let (expected, _) = render(&schema, &file, &Part::Whole, &options, None, false);
    let (found, _) = render(&schema, &file, &Part::Whole, &options, None, true);
    assert_eq!(found, expected);
}

#[test]
fn decoded_streams_come_with_their_bytes() {
    let schema = schema(
        "
meta: {id: top}
seq: [{id: items, type: item, size: 100, repeat: eos}]
types:
  item:
    seq:
      - {id: plain, type: pair}
      - {id: coded, size: 40, process: xor(1), type: coded}
      - {id: raw, size: 50, process: rol(3)}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u2le}]}
  coded:
    seq: [{id: pairs, type: pair, repeat: expr, repeat-expr: 5}, {id: name, type: strz, encoding: UTF-8}]
"
        .to_owned(),
    );
    let file: Vec<u8> = (0..=255).cycle().take(1_000).collect();
    let theme = Some(Theme::Dark.into());
    let (expected, _) = render(&schema, &file, &Part::Whole, &options(), theme, false);
    let (found, _) = render(&schema, &file, &Part::Whole, &options(), theme, true);
    assert_eq!(found, expected);
    assert!(found.contains("xor"), "{found}");
}
