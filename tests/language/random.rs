//! Random bytes under many grammars, and random slips in grammars: nothing
//! panics, and what is read twice reads the same.

use std::fs;
use std::path::Path;

use crate::harness::{compiled, compiled_files, deep, findings, get_with, schema_of, whole};
use fmtview::decode::Limits;
use fmtview::schema::Schema;
use fmtview::tree::Options;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Grammars that between them use everything.
const GRAMMARS: &[&str] = &[
    "
seq:
- {id: n, type: u1}
- {id: list, type: item(_index), repeat: expr, repeat-expr: n % 20}
- {id: rest, type: item(7), repeat: eos}
types:
  item:
    params: [{id: p, type: u4}]
    seq:
    - {id: kind, type: b3, enum: kind}
    - {id: flag, type: b1}
    - {id: low, type: b4}
    - id: body
      type:
        switch-on: kind
        cases:
          kind::number: u2be
          kind::text: strz
          kind::nested: item(p + 1)
          kind::sized: sized
      if: flag
    instances:
      sum: {value: 'low + p * 2 - (flag ? 1 : 0)'}
      back: {pos: low, type: u4, if: low < 9}
  sized:
    seq:
    - {id: len, type: s1}
    - {id: body, size: len, type: item(0), process: xor(len)}
enums: {kind: {0: number, 1: text, 2: nested, 3: sized}}
",
    "
seq:
- {id: a, terminator: 0x20, include: true, consume: false, eos-error: false}
- {id: b, type: str, size: 6, pad-right: 0x20, terminator: 0x2e}
- {id: c, type: strz, encoding: UTF-16LE, repeat: until, repeat-until: '_.length == 0 or _io.eof'}
- {id: d, size-eos: true, process: zlib, type: all}
types:
  all: {seq: [{id: bytes, size-eos: true}]}
instances:
  number: {value: b.to_i}
  part: {value: 'b.substring(1, 3) + b.reverse'}
  text: {value: 'a.to_s(\"Shift_JIS\")'}
",
    "
meta:
  id: main
  bit-endian: le
  endian: {switch-on: mark, cases: {0: le, 1: be, _: be}}
seq:
- {id: x, type: b3}
- {id: y, type: b13}
- {id: z, type: u2, valid: {min: 3, max: 60000}}
- {id: w, type: f4, repeat: expr, repeat-expr: x}
- {id: v, type: s8, valid: {any-of: [1, 2]}}
- {id: tree, type: node}
instances:
  mark: {pos: _io.size / 2, type: u1}
  biggest: {value: 'w.max.to_i'}
types:
  node:
    seq:
    - {id: left, type: u1}
    - {id: right, type: u1}
    instances:
      l: {pos: left, type: node}
      r: {pos: right, type: node, if: right != 0}
      up: {value: _parent}
",
    "
seq:
- {id: rows, type: row, repeat: until, repeat-until: _.cells.first == 0 or _io.eof}
- {id: sum, type: u4, -fmtview-checksum: {algorithm: adler-32, over: rows}}
types:
  row:
    seq:
    - {id: len, type: u1, valid: {expr: _ < 16}}
    - {id: cells, type: u1, repeat: expr, repeat-expr: len + 1}
    - {id: tail, type: b1, repeat: expr, repeat-expr: 8}
    -fmtview-check: []
-fmtview-check:
- {that: 'rows.all(_.cells.size == _.len + 1)', else: '{rows.size} rows'}
- {that: 'rows.unique(_.len)', else: same}
- {that: 'rows.sum(_.len) / (rows.size - 1) > 2', else: '{rows[0].len:hex}', at: 'rows[0]', severity: note}
",
    "
seq: [{id: more, type: u1}, {id: in, type: main, if: more % 2 == 1}, {id: after, type: u2}]
instances:
  depth: {value: '(more % 2 == 1 ? in.depth : 0) + 1'}
  again: {pos: more % 8, type: main, if: more % 3 == 0}
  raw: {io: in._io, pos: 0, size: more, if: more % 2 == 1}
",
];

/// Bounds that are soon met.
fn small() -> Limits {
    Limits {
        depth: 60,
        elements: 5000,
        stream_bytes: 1 << 16,
        steps: 1 << 14,
        ..Limits::default()
    }
}

/// Whether something is read wherever its stream happens to stand: then what is
/// there depends on what was read before.
fn reads_anywhere(schema: &Schema) -> bool {
    let mut instances = schema.types.iter().flat_map(|ty| &ty.instances);
    instances.any(|instance| instance.pos.is_none() && instance.value.is_none())
}

/// Everything that is done with a file.
fn read(schema: &Schema, data: &[u8]) {
    let again = !reads_anywhere(schema);
    let mut roots = Vec::new();
    for strict in [true, false] {
        let options = Options {
            limits: small(),
            strict,
            ..Options::default()
        };
        let exprs = ["_root", "_io.pos", "_root"];
        let got = get_with(schema, data, &exprs, options.clone());
        if again {
            assert_eq!(got.results[0], got.results[2]);
        }
        roots.push(got.results[0].clone());
        let found = findings(schema, data, options);
        for finding in found {
            assert!(!finding.message.is_empty());
        }
    }
    if again {
        assert_eq!(roots[0], roots[1]);
    }
}

/// Bytes of which many are small.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![3 => 0..8_u8, 1 => 0x20..0x7f_u8, 2 => any::<u8>()];
    prop::collection::vec(byte, 0..120)
}

/// A slip: at some place so many characters go, and others come.
type Slip = (Index, usize, &'static str);

fn slips() -> impl Strategy<Value = Vec<Slip>> {
    let words = select(&[
        "",
        "",
        "a",
        "-",
        ":",
        " ",
        "\n",
        "  ",
        "{",
        "}",
        "[",
        "]",
        "'",
        "\"",
        ",",
        "#",
        "&",
        "*",
        "0",
        "1",
        "0x",
        "-1",
        ".",
        "..",
        "(",
        ")",
        "_",
        "_root",
        "_parent",
        "_io",
        "_index",
        " + ",
        " == ",
        " ? ",
        "::",
        "not ",
        "u4",
        "b7",
        "str",
        "strz",
        "seq: ",
        "type: ",
        "size: ",
        "if: ",
        "repeat: eos",
        "repeat-expr: 3",
        "null",
        "~",
        "true",
        "é",
        "\t",
    ] as &[&str]);
    prop::collection::vec((any::<Index>(), 0..9_usize, words), 1..4)
}

fn slipped(text: &str, slips: &[Slip]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (place, gone, come) in slips {
        let start = place.index(chars.len() + 1);
        let end = (start + gone).min(chars.len());
        chars.splice(start..end, come.chars());
    }
    chars.into_iter().collect()
}

/// The built-in grammars.
fn built_in() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars");
    let mut texts: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    texts.sort();
    texts
}

/// So many cases; more if `PROPTEST_CASES` asks for more than its usual 256.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: cases.saturating_mul(default.cases) / 256,
        failure_persistence: None,
        ..default
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn bytes_of_all_kinds_are_read(which in 0..GRAMMARS.len(), data in bytes()) {
        let schema = schema_of(compiled(GRAMMARS[which]));
        deep(|| read(&schema, &data));
    }

    #[test]
    fn slips_in_grammars_are_told(
        which in 0..GRAMMARS.len(),
        slips in slips(),
        data in bytes(),
    ) {
        let compiled = compiled(&slipped(GRAMMARS[which], &slips));
        for problem in &compiled.problems {
            prop_assert!(!problem.message.is_empty());
        }
        if let Some(schema) = compiled.schema {
            deep(|| read(&schema, &data));
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn built_in_grammars_read_anything(which: Index, data in bytes()) {
        let texts = built_in();
        let text = &texts[which.index(texts.len())];
        let compiled = compiled_files(&[("main.ksy", text)]);
        if let Some(schema) = compiled.schema {
            deep(|| read(&schema, &data));
        }
    }

    #[test]
    fn slips_in_built_in_grammars_are_told(which: Index, slips in slips(), data in bytes()) {
        let texts = built_in();
        let text = slipped(&texts[which.index(texts.len())], &slips);
        let compiled = compiled_files(&[("main.ksy", &text)]);
        for problem in &compiled.problems {
            prop_assert!(!problem.message.is_empty());
        }
        if let Some(schema) = compiled.schema {
            deep(|| read(&schema, &data));
        }
    }
}

#[test]
fn what_the_grammars_are_for() {
    // Else the tests above would test little.
    for grammar in GRAMMARS {
        let schema = schema_of(compiled(grammar));
        assert!(whole(&schema, &[0; 64]).len() > 40);
    }
}
