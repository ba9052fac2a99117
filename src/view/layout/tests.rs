//! Small grammars in each style.

use std::ops::ControlFlow;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::{LayoutOptions, Style, layout};
use crate::grammar::{GrammarText, Loader, compile};
use crate::schema::Schema;
use crate::text;
use crate::tree::{Options, Tree};
use crate::view::doc::Line;

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("no {import}"))
    }
}

fn schema(text: &str) -> Schema {
    let text = format!("meta:\n  id: top\n  endian: be\n{text}");
    let name = "top.ksy".into();
    let compiled = compile(GrammarText { name, text }, &Alone);
    compiled
        .schema
        .unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

fn draw(grammar: &str, file: Option<&[u8]>, options: &LayoutOptions) -> String {
    let schema = schema(grammar);
    let tree = file.map(|file| Tree::new(&schema, file, Options::default()));
    let mut lines = Vec::new();
    let flow = layout(&schema, tree.as_ref(), options, &mut |line: &Line| {
        assert_eq!(line.width(), text::width(line.text()));
        lines.push(line.text().to_owned());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    // without the title and the line after it
    lines.split_off(2).join("\n")
}

fn options(style: Style) -> LayoutOptions {
    LayoutOptions {
        style,
        width: 80,
        ascii: false,
        row: 4,
        markdown: false,
    }
}

#[track_caller]
fn check(style: Style, grammar: &str, expected: &str) {
    let found = draw(grammar, None, &options(style));
    assert_eq!(found, expected.trim_matches('\n'));
}

#[track_caller]
fn check_file(style: Style, grammar: &str, file: &[u8], expected: &str) {
    let found = draw(grammar, Some(file), &options(style));
    assert_eq!(found, expected.trim_matches('\n'));
}

const BITS: &str = "
seq:
  - {id: kind, type: b3}
  - {id: is_last, type: b1}
  - {id: size, type: b12}
  - {id: flags, type: b4}
  - {id: pad, type: b4}
  - {id: body, size: size}
";

const LOW_BITS: &str = "
  bit-endian: le
seq:
  - {id: low, type: b3}
  - {id: middle, type: b7}
  - {id: high, type: b6}
";

const VARIABLE: &str = "
seq:
  - {id: magic, contents: [0x7f, AB]}
  - {id: len, type: u1}
  - {id: name, size: len, type: str, encoding: ASCII}
  - {id: count, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: count}
  - {id: rest, type: strz, encoding: UTF-8}
  - {id: crc, type: u4le}
types:
  item:
    seq:
      - {id: x, type: u1}
      - {id: y, type: u1}
";

#[test]
fn bit_fields_are_drawn_to_their_bits() {
    check(
        Style::Packet,
        BITS,
        "
    0                   1                   2                   3
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   ┌─────┬─┬───────────────────────┬───────┬───────┬───────────────┐
 0 │kind │a│         size          │ flags │  pad  │               │
   ├─────┴─┴───────────────────────┴───────┴───────┘               │
   ╎                       body (size bytes)                       ╎
   └───────────────────────────────────────────────────────────────┘
  a is_last: 1 bit
",
    );
    check(
        Style::Ruler,
        BITS,
        "
top, 3 + size bytes
  kind   is_last size     flags  pad    body
  0.0──2 0.3     0.4──1.7 2.0──3 2.4──7 3──(2 + size)
  0.0 is the high bit of byte 0.
",
    );
}

#[test]
fn objects_share_bytes_as_their_bit_fields_do() {
    check(
        Style::Table,
        "
seq:
  - {id: a, type: nibble}
  - {id: b, type: nibble}
  - {id: c, type: nibble, repeat: expr, repeat-expr: 3}
  - {id: d, type: u1}
types:
  nibble: {seq: [{id: x, type: b4}]}
",
        "
top, 4 bytes
  Bytes    Size     Field  Values
  0.0–3    4 bits   a      nibble
  0.4–7    4 bits   b      nibble
  1.0–2.3  12 bits  c      nibble
  3        1        d      unsigned 8-bit
  0.0 is the high bit of byte 0.

nibble, in a, in b, each of c, 1 byte
  0.0–3    4 bits   x      4 bits
  0.0 is the high bit of byte 0.
",
    );
}

#[test]
fn bits_counted_from_the_low_one_may_lie_in_pieces() {
    check(
        Style::Packet,
        LOW_BITS,
        "
    0                   1                   2                   3
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   ┌─────────┬─────┬───────────┬───┐
 0 │    a    │ low │   high    │ a │
   └─────────┴─────┴───────────┴───┘
  a middle: 7 bits
",
    );
}

#[test]
fn variable_parts_have_a_broken_edge() {
    let mut wanted = options(Style::Packet);
    wanted.ascii = true;
    let found = draw(VARIABLE, None, &wanted);
    let expected = "
    0                   1                   2                   3
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 0 |               magic = 7f 41 42                |      len      |
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
   /                       name (len bytes)                        /
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
+0 |             count             |                               |
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+                               |
   /                    items (2 * count bytes)                    /
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
+0 /                         rest (varies)                         /
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
+0 |                              crc                              |
   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
  name: ASCII text
  count: unsigned 16-bit big-endian
  items: x, y, unsigned 8-bit each
  rest: UTF-8 text, ends with a zero byte
  crc: unsigned 32-bit little-endian
";
    assert_eq!(found, expected.trim_matches('\n'));
}

#[test]
fn ranges_are_expressions_or_follow_what_varies() {
    check(
        Style::Table,
        VARIABLE,
        "
  Bytes                 Size       Field  Values
  0–2                   3          magic  7f 41 42
  3                     1          len    unsigned 8-bit
  4–(3 + len)           len        name   ASCII text
  0–1 after name        2          count  unsigned 16-bit big-endian
  2–(1 + 2 × count)     2 × count  items  x, y, unsigned 8-bit each
  after name
  after items           varies     rest   UTF-8 text, ends with a zero byte
  0–3 after rest        4          crc    unsigned 32-bit little-endian
",
    );
}

#[test]
fn a_file_has_values_and_real_offsets() {
    let file = b"\x7fAB\x03abc\x00\x02\x01\x02\x03\x04end\x00\x78\x56\x34\x12";
    check_file(
        Style::Table,
        VARIABLE,
        file,
        "
  Bytes  Size   Field     Values
  0–2    3      magic     7f 41 42
  3      1      len       3; unsigned 8-bit
  4–6    3      name      \"abc\"
  7–8    2      count     2; unsigned 16-bit big-endian
  9–12   2 × 2  items     x, y, unsigned 8-bit each
  9–10   2      items[0]  x=1 y=2
  11–12  2      items[1]  x=3 y=4
  13–16  4      rest      \"end\"
  17–20  4      crc       305,419,896; unsigned 32-bit little-endian
",
    );
    check_file(
        Style::Brackets,
        VARIABLE,
        file,
        "
  7f 41 42       ┌─────────→ magic  7f 41 42
  03             ├─────────→ len    3
  61 62 63       ├─────────→ name   \"abc\"
  00 02          └─────────→ count  2
  01 02        ┐                    x=1 y=2
  03 04        ┴───────────→ items  x=3 y=4
  65 6e 64 00    ┌─────────→ rest   \"end\"
  78 56 34 12    └─────────→ crc    305,419,896
",
    );
}

#[test]
fn variants_say_what_differs() {
    check(
        Style::Table,
        "
seq:
  - id: mark
    type: str
    encoding: ASCII
    size: len_mark
    valid: {any-of: ['\"AB\"', '\"ABC\"']}
  - {id: width, type: u1, if: kind != kind::old}
  - {id: cells, type: u1, repeat: expr, repeat-expr: 'kind == kind::old ? 8 : width'}
  - {id: end, type: u1}
  - {id: more, type: u1}
instances:
  len_mark: {value: 'kind_byte == 0x43 ? 3 : 2'}
  kind_byte: {pos: 2, type: u1, -fmtview-show: none}
  kind: {value: 'mark == \"AB\" ? (width > 99 ? 2 : 1) : 0', enum: kind}
enums:
  kind: {0: old, 1: small, 2: {id: large, doc: Over 99.}}
",
        "
Large, if width > 99, 5 + width bytes. Over 99.
  Bytes          Size   Field  Values
  0–1            2      mark   \"AB\"
  2              1      width  unsigned 8-bit
  3–(2 + width)  width  cells  unsigned 8-bit each
  0 after cells  1      end    unsigned 8-bit
  1 after cells  1      more   unsigned 8-bit

Small, unless width > 99, otherwise as Large

Old, 13 bytes
  0–2            3      mark   \"ABC\"
  3–10           8      cells  unsigned 8-bit each
  11             1      end    unsigned 8-bit
  12             1      more   unsigned 8-bit
",
    );
}

#[test]
fn what_lies_elsewhere_says_where() {
    check(
        Style::Ruler,
        "
seq:
  - {id: ofs, type: u4}
  - {id: count, type: u4}
instances:
  entries:
    pos: ofs
    type: entry
    repeat: expr
    repeat-expr: count
    if: count > 0
-fmtview-check:
  - {that: ofs + 4 * count == _io.size, else: not at the end}
types:
  entry:
    seq:
      - {id: at, type: u4}
    instances:
      thing: {pos: at, type: thing}
  thing:
    seq:
      - {id: size, type: u2}
      - {id: data, size: size}
",
        "
header, at 0, 8 bytes
  ofs  count
  0──3 4───7

thing, at each entry, 2 + size bytes
  size data
  0──1 2──(1 + size)

entries, at ofs, the last 4 × count bytes of the file
  entries[0] entries[1] … entries[count − 1]
  0────────3 4────────7 … the file's last 4 bytes
  entries: at, unsigned 32-bit
",
    );
}

#[test]
fn choices_and_conditions_are_in_words() {
    check(
        Style::Table,
        "
seq:
  - {id: kind, type: u1, enum: kind}
  - id: body
    type:
      switch-on: kind
      cases: {kind::text: strz, kind::number: u4, kind::other: u4}
  - {id: extra, type: u1, if: has_extra}
  - {id: rest, size-eos: true, if: not _io.eof}
instances:
  has_extra: {value: kind != kind::text, -fmtview-show: none, doc: Whether more is said.}
enums:
  kind: {0: text, 1: number, 2: other}
"
        .replace("strz", "text")
        .replace(
            "enums:",
            "types:\n  text:\n    seq: [{id: t, type: strz, encoding: ASCII}]\nenums:",
        )
        .as_str(),
        "
top
  Bytes               Size      Field  Values
  0                   1         kind   unsigned 8-bit: 0 text, 1 number, 2 other
  1–…                 varies    body   by kind: text → text, number or other →
                                       unsigned 32-bit
  0 after body        1         extra  unsigned 8-bit; if more is said
  after extra to end  the rest  rest   bytes; if more follows

text, in body
  0–…                 varies    t      ASCII text, ends with a zero byte
",
    );
}

#[test]
fn markdown_is_a_table_whose_text_stands_for_itself() {
    let mut wanted = options(Style::Table);
    wanted.markdown = true;
    let found = draw(
        "
seq:
  - {id: a_b, type: u2, doc: 'One of <x> | *y*.'}
  - {id: rest, size-eos: true}
",
        None,
        &wanted,
    );
    let expected = "
| Bytes | Size | Field | Values |
| --- | --- | --- | --- |
| 0–1 | 2 | `a_b` | unsigned 16-bit. One of &lt;x&gt; \\| \\*y\\*. |
| 2–end | the rest | `rest` | bytes |
";
    assert_eq!(found, expected.trim_matches('\n'));
}

#[test]
fn broken_files_and_types_that_hold_themselves_are_drawn() {
    let deep = "
seq:
  - {id: len, type: u1}
  - {id: next, type: top, if: len > 0}
  - {id: none, size: 0}
";
    for style in [Style::Table, Style::Ruler, Style::Brackets, Style::Packet] {
        let text = draw(deep, Some(&[1; 300]), &options(style));
        assert!(text.contains("next.next"), "{text}");
        assert!(text.lines().count() < 2000);
        draw(VARIABLE, Some(b"\x7fAB\xffabc"), &options(style));
        draw(VARIABLE, Some(b""), &options(style));
        draw("seq: []", Some(b"x"), &options(style));
        draw("seq: []", None, &options(style));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn lines_keep_to_the_width(
        width in 20usize..200,
        file in proptest::collection::vec(any::<u8>(), 0..80),
        ascii: bool,
        style in prop_oneof![
            Just(Style::Table), Just(Style::Ruler), Just(Style::Brackets), Just(Style::Packet)
        ],
    ) {
        for grammar in [VARIABLE, BITS, LOW_BITS] {
            for file in [None, Some(&file[..])] {
                let wanted = LayoutOptions { width, ascii, ..options(style) };
                let text = draw(grammar, file, &wanted);
                for line in text.lines() {
                    prop_assert!(text::width(line) <= width, "{line}");
                    prop_assert_eq!(line.trim_end(), line);
                    prop_assert!(!ascii || line.is_ascii(), "{}", line);
                }
            }
        }
    }
}

#[test]
fn places_that_lead_back_by_many_ways_come_to_an_end() {
    let grammar = "
seq:
  - {id: a, type: u1}
instances:
  x: {pos: 0, type: top}
  y: {pos: 0, type: top}
  z: {pos: 1, type: top, repeat: expr, repeat-expr: 9}
";
    for style in [Style::Table, Style::Ruler, Style::Brackets, Style::Packet] {
        let text = draw(grammar, Some(&[1; 300]), &options(style));
        assert!(text.lines().count() < 2000, "{}", text.lines().count());
    }
}

#[test]
fn of_big_elements_fewer_are_shown() {
    let shown = |size: usize| {
        let grammar = format!(
            "seq:\n  - {{id: all, type: one, repeat: eos}}\ntypes:\n  one:\n    \
             seq:\n      - {{id: data, size: {size}}}\n      - {{id: more, type: u1, if: 'data[0] == 0'}}\n"
        );
        let text = draw(&grammar, Some(&vec![1; 20 * size]), &options(Style::Table));
        text.lines().filter(|line| line.contains("  all[")).count()
    };
    assert_eq!(shown(64), 16);
    assert_eq!(shown(65), 7);
}
