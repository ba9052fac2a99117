//! Grammars and files that are measured. They are made here, so that a figure
//! means the same on every machine.
#![allow(dead_code, reason = "each bench uses a part of it")]

use fmtview::formats::{self, Library};
use fmtview::grammar::{GrammarText, compile};
use fmtview::schema::Schema;

/// Elements of fixed size: nothing is kept of them.
pub(crate) const ROOMS: &str = "
meta: {id: rooms, endian: be}
seq:
  - {id: magic, contents: ROOMS}
  - {id: rooms, type: room, repeat: eos}
types:
  room:
    seq:
      - {id: x, type: u1, valid: {max: 79}}
      - {id: y, type: u1, valid: {max: 20}}
      - {id: level, type: u2}
";

/// Elements whose size is in their bytes: a pass over all finds the last.
pub(crate) const VARINTS: &str = "
meta: {id: varints}
seq:
  - {id: items, type: varint, repeat: eos}
types:
  varint:
    seq:
      - {id: groups, type: u1, repeat: until, repeat-until: _ < 128}
    instances:
      value: {value: '(groups[0] & 127) + (groups.size > 1 ? (groups[1] & 127) << 7 : 0)'}
";

/// Records with a length, a choice and a text.
pub(crate) const RECORDS: &str = "
meta: {id: records, endian: le, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len, type: u2}
      - id: body
        size: len
        type:
          switch-on: kind
          cases: {'kind::text': text, 'kind::point': point}
  text:
    seq:
      - {id: value, type: str, size-eos: true}
  point:
    seq:
      - {id: x, type: s4}
      - {id: y, type: s4}
enums:
  kind: {0: text, 1: point}
";

/// A grammar's schema.
pub(crate) fn schema(text: &str) -> Schema {
    let grammar = GrammarText {
        name: "bench.ksy".to_owned(),
        text: text.to_owned(),
    };
    let compiled = compile(grammar, &Library::default());
    compiled.schema.expect("the grammar has no mistake")
}

/// A built-in grammar's schema.
pub(crate) fn built_in(id: &str) -> Schema {
    let format = formats::by_id(id).expect("it is built in");
    format.schema().expect("a test compares it with its text")
}

/// So many rooms of four bytes.
pub(crate) fn rooms(count: usize) -> Vec<u8> {
    let room = |i: usize| [(i % 80) as u8, (i % 21) as u8, (i >> 8) as u8, i as u8];
    b"ROOMS"
        .iter()
        .copied()
        .chain((0..count).flat_map(room))
        .collect()
}

/// So many numbers of one to three bytes.
pub(crate) fn varints(count: usize) -> Vec<u8> {
    let varint = |i: usize| {
        let long: &[u8] = match i % 3 {
            0 => &[],
            1 => &[0x85],
            _ => &[0x91, 0xa2],
        };
        long.iter().copied().chain([(i % 128) as u8])
    };
    (0..count).flat_map(varint).collect()
}

/// So many records: texts of up to 40 bytes, and points.
pub(crate) fn records(count: usize) -> Vec<u8> {
    let mut file = Vec::new();
    for i in 0..count {
        let text = i % 2 == 0;
        let len = if text { i % 41 } else { 8 };
        file.push(u8::from(!text));
        file.extend((len as u16).to_le_bytes());
        file.extend((0..len).map(|at| {
            if text {
                b'a' + (at % 26) as u8
            } else {
                (i + at) as u8
            }
        }));
    }
    file
}

/// Bytes of all kinds, with runs of zeros.
pub(crate) fn mixed(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..len)
        .map(|at| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if at / 64 % 4 == 0 { 0 } else { state as u8 }
        })
        .collect()
}
