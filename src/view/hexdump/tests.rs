//! Tests of whole hexdumps, and of the promise that every byte stands in them
//! once.

mod parts;
mod pointers;
mod values;

use std::ops::ControlFlow;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::hexdump;
use crate::grammar::{GrammarText, Loader, compile};
use crate::schema::Schema;
use crate::tree::{Options, Tree};
use crate::view::doc::{Line, Role};
use crate::view::{Base, Part, ViewOptions};

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("no {import}"))
    }
}

fn schema(text: &str) -> Schema {
    let text = format!("meta:\n  id: top\n  endian: be\n{text}");
    let compiled = compile(
        GrammarText {
            name: "top.ksy".into(),
            text,
        },
        &Alone,
    );
    compiled
        .schema
        .unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

fn options<'a>() -> ViewOptions<'a> {
    ViewOptions {
        name: "file",
        by: "",
        width: 110,
        ascii: false,
        full: false,
        computed: false,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    }
}

/// The lines of a hexdump after the ruler.
fn lines(schema: &Schema, file: &[u8], options: &ViewOptions<'_>) -> Vec<Line> {
    lines_of(schema, file, &Part::Whole, options)
}

fn lines_of(schema: &Schema, file: &[u8], part: &Part<'_>, options: &ViewOptions<'_>) -> Vec<Line> {
    let tree = Tree::new(schema, file, Options::default());
    let mut lines = Vec::new();
    let part = match part {
        Part::Range(range) => Part::Range(range.clone()),
        Part::Offset(offset) => Part::Offset(*offset),
        Part::Whole | Part::Node(_) => Part::Whole,
    };
    let flow = hexdump(&tree, &part, options, &mut |line: &Line| {
        lines.push(line.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    let is_ruler = |line: &Line| line.text().contains("offset  ");
    let ruler = lines.iter().position(is_ruler).unwrap();
    lines.split_off(ruler + 1)
}

#[track_caller]
fn check_with(grammar: &str, file: &[u8], options: &ViewOptions<'_>, expected: &[&str]) {
    let lines = lines(&schema(grammar), file, options);
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert_eq!(text, expected);
}

#[track_caller]
fn check(grammar: &str, file: &[u8], expected: &[&str]) {
    check_with(grammar, file, &options(), expected);
}

#[test]
fn fields_stand_beside_their_bytes() {
    check(
        "seq: [{id: marker, contents: RLG}, {id: count, type: u2}, {id: rest, size-eos: true}]",
        b"RLG\x06\xb2\0\0\0\0\0\0\0\0\0\0\0\0\0",
        &[
            "  00000000 52 4c 47                                         RLG               marker      \"RLG\"",
            "  00000003          06 b2                                      •×             count       1,714",
            "  00000005                00 00 00 00 00 00 00 00 00 00 00       ···········  rest        13 × 00",
            "  00000010 00 00                                            ··",
        ],
    );
}

#[test]
fn narrow_output_drops_columns() {
    let grammar =
        "seq: [{id: count, type: u4}, {id: text, type: str, encoding: ASCII, size-eos: true}]";
    let file = b"\0\0\0\x09ninebytes";
    check_with(
        grammar,
        file,
        &ViewOptions {
            width: 80,
            ..options()
        },
        &[
            "  00000000 00 00 00 09              ···⇥      count       9",
            "  00000004             6e 69 6e 65      nine  text        \"ninebytes\"",
            "  00000008 62 79 74 65 73           bytes",
        ],
    );
    check_with(
        grammar,
        file,
        &ViewOptions {
            width: 50,
            ascii: true,
            ..options()
        },
        &[
            "  00000000 00 00 00 09  count       9",
            "  00000004 6e 69 6e 65  text        \"ninebytes\"",
            "  00000008 62 79 74 65",
            "  0000000c 73",
        ],
    );
}

#[test]
fn what_is_wrong_stands_under_its_field() {
    check(
        "seq: [{id: size, type: u4, valid: 5}, {id: x, type: u1, valid: {max: 3}}]",
        &[0, 0, 0, 5, 9],
        &[
            "  00000000 00 00 00 05                                      ···•              size        5",
            "  00000004             09                                       ⇥             x         ✗ 9",
            "                                                                                expected at most 3",
        ],
    );
}

#[test]
fn bits_are_drawn_and_their_byte_stands_once() {
    check(
        "seq: [{id: flag, type: b1}, {id: kind, type: b3}, {id: low, type: b4}]",
        &[0b1101_0011],
        &[
            "  00000000 d3                                               ×                 flag        1··· ····  true",
            "           7654 3210                                                          kind        ·101 ····  5",
            "                                                                              low         ···· 0011  3",
        ],
    );
}

#[test]
fn positioned_places_and_gaps_stand_where_they_lie() {
    check(
        "seq: [{id: at, type: u1}]
instances:
  far: {pos: at, type: pair}
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}",
        &[3, 0, 0, 7, 8, 9],
        &[
            "  00000000 03                                               •                 at          0x3 → far",
            "  00000001    00 00                                          ··               unclaimed • 2 × 00",
            "▌ 0x3..0x5  ← at at 0x0                                                       far         pair · 2 bytes",
            "▌ 00000003          07                                         •                a         7",
            "▌ 00000004             08                                       •               b         8",
            "  00000005                09                                     ⇥            trailing  ⚠ 1 byte",
        ],
    );
}

#[test]
fn long_arrays_are_elided_but_not_their_errors() {
    let grammar = "seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: a, type: u1, valid: {max: 9}}, {id: b, type: u1}]}";
    let mut file = [0; 200];
    file[120] = 10;
    let lines = lines(&schema(grammar), &file, &options());
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert_eq!(
        text[24..],
        [
            "▌ … 36 more, 72 bytes: items[24] to items[59], nothing wrong (--full, or --at 'items[24]')",
            "▌ 00000078                         0a 00                            ↵·        items[60] ✗ a=10 b=0",
            "▌                                                                               a: found 10; expected at most",
            "▌                                                                               9",
            "▌ … 38 more, 76 bytes: items[61] to items[98], nothing wrong (--full, or --at 'items[61]')",
            "▌ 000000c6                   00 00                                ··          items[99]   a=0 b=0",
        ]
    );
}

#[test]
fn decoded_streams_follow_their_source() {
    check(
        "seq: [{id: code, process: hex, size: 4, type: pair}]
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}",
        b"0aff",
        &[
            "▌ 00000000 30 61 66 66                                      0aff              code        hex → 2 bytes",
            "▌ ┆ 00000000 0a                                               ↵                   a         10",
            "▌ ┆ 00000001    ff                                             ×                  b         255",
        ],
    );
}

/// Bytes of the file that a dump shows, by its rows: offset and value.
fn shown(lines: &[Line]) -> Vec<(u64, u8)> {
    let mut bytes = Vec::new();
    for line in lines {
        let mut spans = line.spans().filter(|span| !span.text.trim().is_empty());
        let mut offset = None;
        for span in &mut spans {
            match span.role {
                Role::Section(_) => {}
                Role::Offset => offset = u64::from_str_radix(span.text, 16).ok(),
                // no bytes stand on this row
                Role::Comment => offset = None,
                _ => break,
            }
        }
        let Some(offset) = offset else { continue };
        // the cells: from the offset's end to the text column
        let text = line.text().replace('│', " ");
        let cells = &text[text.find(&format!("{offset:08x}")).unwrap() + 9..];
        let cells: String = cells.chars().take(48).collect();
        for (column, cell) in cells.as_bytes().chunks(3).enumerate() {
            if let Ok(byte) = u8::from_str_radix(std::str::from_utf8(cell).unwrap().trim(), 16) {
                bytes.push((offset - offset % 16 + column as u64, byte));
            }
        }
    }
    bytes
}

const GRAMMARS: [&str; 6] = [
    "seq: [{id: a, type: u2}, {id: n, type: u1}, {id: b, size: n}, {id: c, type: u4, repeat: eos}]",
    "seq: [{id: a, type: b3}, {id: b, type: b11}, {id: c, type: b2le}, {id: d, type: u1}]",
    "seq: [{id: p, type: u1}, {id: q, type: u1}]
instances:
  x: {pos: p, size: 5}
  y: {pos: q, type: thing}
  z: {pos: q + 3, type: u2, repeat: expr, repeat-expr: 3}
types:
  thing:
    seq: [{id: at, type: u1}, {id: t, type: strz, encoding: ASCII, eos-error: false}]
    instances: {deep: {pos: at, type: u4}}",
    "seq: [{id: blob, size-eos: true}]
instances:
  part: {pos: 4, type: part}
  other: {pos: 9, type: part}
types:
  part: {seq: [{id: a, type: u2}, {id: b, type: u2}, {id: c, size: 3}]}",
    "seq: [{id: boxes, type: box, repeat: until, repeat-until: _.n == 0 or _io.eof}]
types:
  box:
    seq: [{id: n, type: u1}, {id: body, size: n, type: body}]
  body:
    seq: [{id: v, type: u1, if: not _io.eof}]",
    "seq: [{id: len, type: u1}, {id: items, size: len, type: items, terminator: 0}, {id: z, type: u1}]
types:
  items: {seq: [{id: i, type: s2le, repeat: eos}]}",
];

proptest! {
    #[test]
    fn every_byte_stands_once(
        grammar in 0..GRAMMARS.len(),
        dense: bool,
        file in proptest::collection::vec(prop_oneof![0u8..20, any::<u8>()], 0..80),
    ) {
        let schema = schema(GRAMMARS[grammar]);
        let full = ViewOptions { full: true, dense, ..options() };
        let lines = lines(&schema, &file, &full);
        let expected: Vec<(u64, u8)> = (0..).zip(file.iter().copied()).collect();
        prop_assert_eq!(shown(&lines), expected);
    }

    #[test]
    fn no_line_is_too_wide(
        grammar in 0..GRAMMARS.len(),
        width in 40usize..300,
        dense: bool,
        file in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let schema = schema(GRAMMARS[grammar]);
        for line in lines(&schema, &file, &ViewOptions { width, dense, ..options() }) {
            prop_assert!(line.width() <= width, "{:?}", line.text());
        }
    }
}

#[test]
fn what_a_holder_says_of_a_structure_stands_under_its_name() {
    let grammar = "
seq: [{id: list, type: list}]
types: {list: {seq: [{id: n, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: n}]},
  item: {seq: [{id: len, type: u1}, {id: data, size: len}]}}
-fmtview-check: [{that: list.n > 1, else: 'only {list.n} in the list', at: list}]
";
    check(
        grammar,
        &[1, 2, 3, 4],
        &[
            "▌                                                                             list          4 bytes",
            "▌                                                                               ✗ only 1 in the list",
            "▌ 00000000 01                                               •                   n           1",
            "▌                                                                               items[0]    item · 3 bytes",
            "▌ 00000001    02                                             •                    len       2",
            "▌ 00000002       03 04                                        ••                  data      2 bytes",
        ],
    );
}

#[test]
fn a_field_without_bytes_at_the_end_is_shown() {
    check(
        "seq: [{id: a, type: u1}, {id: b, type: u2}, {id: c, type: u1}]",
        b"\x01",
        &[
            "  00000000 01                                               •                 a           1",
            "  00000001                                                                    b         ✗ unknown",
            "                                                                                2 bytes wanted, only 0 left",
            "                                                                                before the end",
            "                                                                              … not reached: c",
        ],
    );
}

#[test]
fn a_place_beyond_the_file_is_shown_with_its_fault() {
    check(
        "seq: [{id: ofs, type: u1}]\ninstances: {idx: {pos: ofs, type: index}}\ntypes: {index: {seq: [{id: n, type: u1}]}}",
        b"\x08",
        &[
            "  00000000 08                                               •                 ofs         0x8 → idx",
            "  ← ofs at 0x0                                                                idx         index",
            "  00000001                                                                      n       ✗ unknown",
            "                                                                                  1 byte wanted, position 8 is",
            "                                                                                  past the end of the stream",
            "                                                                                  of 1 byte",
        ],
    );
}

#[test]
fn a_field_that_ran_past_the_end_gives_way() {
    let schema = schema(
        "seq: [{id: len, type: u1}, {id: name, type: str, size: len, encoding: ASCII}]
instances: {mark: {pos: 4, type: u2be}}",
    );
    let lines = lines(&schema, &[200, 65, 66, 67, 1, 2, 68], &options());
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert!(text.iter().any(|line| line.ends_with("  258")), "{text:#?}");
    assert_eq!(
        shown(&lines),
        [(0, 200), (1, 65), (2, 66), (3, 67), (4, 1), (5, 2), (6, 68)]
    );
}

#[test]
fn elements_read_again_are_what_they_were_at_first() {
    let schema = schema(
        "seq: [{id: e, type: ent, repeat: until, repeat-until: _io.eof}]
types:
  ent: {seq: [{id: d, size: _parent.e.size + 1}]}",
    );
    let file: Vec<u8> = (0..10).collect();
    let lines = lines(&schema, &file, &options());
    let sizes: Vec<&str> = lines
        .iter()
        .filter_map(|line| {
            line.text()
                .split_once("ent · ")
                .map(|(_, size)| size.trim())
        })
        .collect();
    assert_eq!(sizes, ["1 byte", "2 bytes", "3 bytes", "4 bytes"]);
}

/// Names and colours of the rows of fields.
fn colours_of(grammar: &str, file: &[u8]) -> Vec<(String, u8)> {
    let schema = schema(grammar);
    let lines = lines(&schema, file, &options());
    let names = lines.iter().filter_map(|line| {
        line.spans()
            .filter(|span| span.text.chars().any(char::is_alphabetic))
            .find_map(|span| match span.role {
                Role::Field(n) if !span.text.starts_with('(') => {
                    Some((span.text.trim().to_owned(), n))
                }
                _ => None,
            })
    });
    names.collect()
}

#[test]
fn a_field_keeps_its_colour_and_differs_from_its_neighbours() {
    let grammar = "\
seq:
  - {id: num, type: u2}
  - {id: records, type: record, repeat: expr, repeat-expr: 4}
  - {id: last, type: u1}
types:
  record:
    seq:
      - {id: kind, type: u1}
      - {id: extra, type: u1, if: kind == 1}
      - {id: a, type: u2}
      - {id: b, type: u1}
      - {id: c, type: u2}
      - {id: d, type: u1}
      - {id: e, type: u1, repeat: expr, repeat-expr: 2}
";
    let mut file = vec![0x80, 0x80];
    for kind in [0x80, 1, 1, 0x80] {
        file.push(kind);
        file.extend(vec![0x80; 8 + usize::from(kind == 1)]);
    }
    file.push(0x80);
    let found = colours_of(grammar, &file);
    assert_eq!(found.len(), 2 + 4 * 6 + 2);
    let mut by_name = std::collections::HashMap::new();
    for (name, colour) in &found {
        assert_eq!(by_name.entry(name).or_insert(colour), &colour, "{name}");
    }
    for pair in found.windows(2) {
        assert_ne!(pair[0].1, pair[1].1, "{pair:?}");
    }
}

#[test]
fn bytes_are_written_as_the_grammar_asks() {
    check(
        "seq:
- {id: nums, type: u1, repeat: expr, repeat-expr: 3}
- {id: dec, size: 2, -fmtview-show: dec}
- {id: hex, size: 2, -fmtview-show: hex}
- {id: bin, size: 2, -fmtview-show: bin}
- {id: chr, size: 2, -fmtview-show: char}",
        b"\x01\x02\x03\x01\xff\x01\xff\x01\xff\x01b",
        &[
            "  00000000 01 02 03                                         •••               nums        1, 2, 3",
            "  00000003          01 ff                                      •×             dec         1 255",
            "  00000005                01 ff                                  •×           hex         01 ff",
            "  00000007                      01 ff                              •×         bin         00000001 11111111",
            "  00000009                            01 62                          •b       chr         \"\\x01b\"",
        ],
    );
}

#[test]
fn long_arrays_of_numbers_are_drawn() {
    let file: Vec<u8> = (0..47).collect();
    let lines = lines(
        &schema("seq: [{id: ramp, type: u1, repeat: eos}]"),
        &file,
        &options(),
    );
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert_eq!(
        text[..2],
        [
            "           ▁▁▁▁▁▁▂▂▂▂▂▂▃▃▃▃▃▃▄▄▄▄▄▅▅▅▅▅▅▆▆▆▆▆▆▇▇▇▇▇▇██████                    ramp        0 to 46",
            "  00000000 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ·••••••••⇥↵•••••  ramp[0]     0, 1, 2, 3, 4, 5, …",
        ]
    );
    assert_eq!(text.len(), 4);
}

#[test]
fn times_and_sizes_in_words() {
    check(
        "seq: [{id: at, type: u4, -fmtview-show: unix-time}, {id: len, type: u4, -fmtview-show: size}]",
        &[0x65, 0x53, 0xf1, 0, 0, 0, 0x10, 0],
        &[
            "  00000000 65 53 f1 00                                      eS×·              at          2023-11-14 22:13:20",
            "                                                                                          UTC (1,700,000,000)",
            "  00000004             00 00 10 00                              ··•·          len         4 KiB (4,096)",
        ],
    );
}
