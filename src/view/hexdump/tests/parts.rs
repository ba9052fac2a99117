//! Tests of hexdumps of a part of a file.

use pretty_assertions::assert_eq;

use super::{lines_of, options, schema};
use crate::view::Part;

#[track_caller]
fn check_part(grammar: &str, file: &[u8], part: &Part<'_>, expected: &[&str]) {
    let lines = lines_of(&schema(grammar), file, part, &options());
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert_eq!(text, expected);
}

#[test]
fn a_byte_that_is_asked_for_is_never_elided() {
    let grammar = "seq: [{id: blob, size: 5000}]";
    check_part(
        grammar,
        &[7; 5000],
        &Part::Offset(0x333),
        &[
            "  00000000 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••  blob        5,000 × 07",
            "  00000010 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  …        768 more bytes (--full)",
            "  00000320 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  00000330 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  00000340 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  …        4,152 more bytes (--full)",
        ],
    );
    check_part(
        grammar,
        &[7; 5000],
        &Part::Offset(0x1387),
        &[
            "  00000000 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••  blob        5,000 × 07",
            "  00000010 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  …        4,944 more bytes (--full)",
            "  00001370 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07  ••••••••••••••••",
            "  00001380 07 07 07 07 07 07 07 07                          ••••••••",
        ],
    );
}

#[test]
fn a_range_shows_what_is_said_of_it_alone() {
    let grammar = "
seq: [{id: a, type: u1}, {id: b, type: u1}, {id: c, type: u1, valid: 1}]
instances: {sum: {value: a + b + c}}
-fmtview-check: [{that: b == 1, else: b is wrong, at: b}]
";
    check_part(
        grammar,
        &[7, 8, 9],
        &Part::Range(0..1),
        &[
            "  00000000 07                                               •                 a           7",
        ],
    );
    check_part(
        grammar,
        &[7, 8, 9],
        &Part::Range(1..3),
        &[
            "  00000001    08                                             •                b         ✗ 8",
            "                                                                                b is wrong",
            "  00000002       09                                           ⇥               c         ✗ 9",
            "                                                                                expected 1",
        ],
    );
}

#[test]
fn a_field_whose_bytes_stand_above_says_where_it_begins() {
    check_part(
        "
seq: [{id: a, type: u4}, {id: b, type: u4}]
instances:
  head: {pos: 2, type: head}
types:
  head: {seq: [{id: x, type: u4}, {id: y, type: u2}]}
",
        &[1, 2, 3, 4, 5, 6, 7, 8],
        &Part::Whole,
        &[
            "  00000000 01 02 03 04                                      ••••              a           16,909,060",
            "▌ 0x2..0x8                                                                    head        6 bytes",
            "▌ 00000004             05 06                                    ••              x         50,595,078  (from",
            "▌                                                                                         0x2)",
            "▌ 00000006                   07 08                                ••            y         1,800",
            "  00000004                                                                    b           84,281,096  (at 0x4,",
            "                                                                                          above)",
        ],
    );
    check_part(
        "
seq: [{id: a, type: u1}, {id: v, type: u1, repeat: expr, repeat-expr: 2}]
instances:
  raw: {pos: 0, size: 2}
",
        &[1, 2, 3],
        &Part::Whole,
        &[
            "  00000000 01                                               •                 a           1",
            "  00000001    02                                             •                raw         2 bytes  (from 0x0)",
            "  00000002       03                                           •               v           2, 3  (from 0x1)",
        ],
    );
}

#[test]
fn a_run_that_others_cut_says_where_it_begins_and_its_size() {
    check_part(
        "
seq: [{id: a, size: 3}, {id: b, size: 6}, {id: c, size: 5}]
instances:
  over: {pos: 2, type: pair}
  under: {pos: 7, type: pair}
  first: {pos: 9, type: u1, repeat: expr, repeat-expr: 2}
types:
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
",
        &[7; 14],
        &Part::Whole,
        &[
            "  00000000 07 07                                            ••                a           2 bytes of 3 bytes",
            "▌ 0x2..0x4                                                                    over        pair · 2 bytes",
            "▌ 00000002       07                                           •                 x         7",
            "▌ 00000003          07                                         •                y         7",
            "  00000004             07 07 07                                 •••           b           3 bytes of 6 bytes",
            "                                                                                          (from 0x3)",
            "▌ 0x7..0x9                                                                    under       pair · 2 bytes",
            "▌ 00000007                      07                                 •            x         7",
            "▌ 00000008                         07                               •           y         7",
            "  00000009                                                                    c           5 bytes  (below)",
            "▌ 00000009                            07 07                          ••       first       7, 7",
            "  0000000b                                  07 07 07                   •••    c           3 bytes (continued)",
        ],
    );
    check_part(
        "
seq: [{id: a, size: 1}, {id: b, size: 2}, {id: c, size: 3}]
instances:
  over: {pos: 0, type: three}
  next: {pos: 3, type: u1, repeat: expr, repeat-expr: 2}
types:
  three: {seq: [{id: x, type: u1}, {id: y, type: u2}]}
",
        &[7; 6],
        &Part::Whole,
        &[
            "  00000000 07                                               •                 a           1 byte",
            "▌ 0x0..0x3                                                                    over        three · 3 bytes",
            "▌ 00000000                                                                      x         7  (at 0x0, above)",
            "▌ 00000001    07 07                                          ••                 y         1,799",
            "  00000001                                                                    b           2 × 07  (at 0x1,",
            "                                                                                          above)",
            "  00000003                                                                    c           3 bytes  (below)",
            "▌ 00000003          07 07                                      ••             next        7, 7",
            "  00000005                07                                     •            c           1 byte (continued)",
        ],
    );
}

#[test]
fn what_shares_bytes_is_told_in_full() {
    let grammar = "
seq: [{id: a, type: u1}, {id: b, type: u1}, {id: c, type: u1}]
instances:
  big: {pos: 0, type: big}
  time: {pos: 1, type: time}
types:
  big: {seq: [{id: x, type: u1}, {id: y, type: u1}, {id: high, type: b4}, {id: low, type: b4}, {id: z, type: u1}]}
  time: {-webide-representation: '{h:dec}:{m:dec}', seq: [{id: h, type: b5}, {id: m, type: u1}]}
";
    check_part(
        grammar,
        &[7; 5],
        &Part::Range(0..5),
        &[
            "  00000000 07                                               •                 a           7",
            "▌ 0x0..0x4                                                                    big         4 bytes",
            "▌ 00000000                                                                      x         7  (at 0x0, above)",
            "▌ 00000001    07                                             •                  y         7",
            "▌ 0x1..0x3                                                                    time        0:7 · 2 bytes",
            "▌ 00000001                                                                      h         0000 0···  0  (at",
            "▌                                                                                         0x1, above)",
            "▌ 00000002       07                                           •                 m         7",
            "▌                                                                             big         4 bytes (continued)",
            "▌ 00000002                                                                      high      0000 ····  0  (at",
            "▌                                                                                         0x2, above)",
            "▌ 00000002                                                                      low       ···· 0111  7  (at",
            "▌                                                                                         0x2, above)",
            "▌ 00000003          07                                         •                z         7",
            "  00000001                                                                    b           7  (at 0x1, above)",
            "  00000002                                                                    c           7  (at 0x2, above)",
            "  00000004             07                                       •             trailing    1 byte",
        ],
    );
    check_part(
        "
seq: [{id: a, type: u8}]
instances:
  time: {pos: 1, type: time}
types:
  time: {-webide-representation: '{h:dec}:{m:dec}', seq: [{id: h, type: b5}, {id: m, type: b3}, {id: s, type: u1}]}
",
        &[7; 8],
        &Part::Range(0..8),
        &[
            "  00000000 07 07 07 07 07 07 07 07                          ••••••••          a",
            "                                                                                506,381,209,866,536,711",
            "▌ 0x1..0x3                                                                    also time   0:7 · 2 bytes",
            "▌ 00000001                                                                      h         0000 0···  0",
            "▌             7654 3210                                                         m         ···· ·111  7",
            "▌ 00000002                                                                      s         7",
        ],
    );
}

#[test]
fn structures_that_others_part_are_named_again() {
    check_part(
        "
seq: [{id: xs, type: outer, repeat: expr, repeat-expr: 1}]
instances:
  part: {pos: 1, type: pair}
types:
  outer: {seq: [{id: a, type: u1}, {id: in, type: inner}, {id: b, type: u1}]}
  inner: {seq: [{id: x, type: u1}, {id: y, type: u2}, {id: z, type: pair}]}
  pair: {seq: [{id: p, type: u1}, {id: q, type: u1}]}
",
        &[7; 7],
        &Part::Range(0..7),
        &[
            "▌                                                                             xs[0]       outer · 7 bytes",
            "▌ 00000000 07                                               •                   a         7",
            "▌                                                                               in        inner · 5 bytes",
            "▌ 00000001    07                                             •                    x       7",
            "▌ 0x1..0x3                                                                    part        pair · 2 bytes",
            "▌ 00000001                                                                      p         7  (at 0x1, above)",
            "▌ 00000002       07                                           •                 q         7",
            "▌                                                                             xs[0]       outer ·… (continued)",
            "▌                                                                               in        inner ·… (continued)",
            "▌ 00000003          07                                         •                  y       1,799  (from 0x2)",
            "▌                                                                                 z       pair · 2 bytes",
            "▌ 00000004             07                                       •                   p     7",
            "▌ 00000005                07                                     •                  q     7",
            "▌ 00000006                   07                                   •             b         7",
        ],
    );
}

#[test]
fn numbers_that_stand_above_are_told_alike_wherever_they_lie() {
    for pad in [1, 13] {
        let grammar = format!(
            "
seq: [{{id: pad, size: {pad}}}, {{id: all, type: str, encoding: ASCII, size: 20}}]
instances: {{xs: {{pos: {pad}, type: u1, repeat: expr, repeat-expr: 6}}}}
"
        );
        let file = vec![7; pad + 20];
        let part = Part::Range(0..file.len() as u64);
        let lines = lines_of(&schema(&grammar), &file, &part, &options());
        let last = lines.last().expect("a line").text().trim_end();
        let beside = last.strip_prefix(&format!("▌ {pad:08x} "));
        let expected = Some("also xs     7, 7, 7, 7, 7, 7");
        assert_eq!(beside.map(str::trim_start), expected);
    }
}

#[test]
fn what_is_wrong_where_nothing_is_shown_says_where_it_is() {
    let grammar = "
seq: [{id: xs, type: u1, repeat: eos}]
instances:
  a: {pos: 1000, type: s}
  b: {pos: 1100, type: u1, valid: 3}
types:
  s: {seq: [{id: p, type: u2, valid: 5}]}
";
    let lines = lines_of(&schema(grammar), &[0; 2000], &Part::Whole, &options());
    let last = lines.iter().rev().take(2).rev();
    let text: Vec<&str> = last.map(|line| line.text().trim_end()).collect();
    assert_eq!(
        text,
        [
            "  ✗ a.p at 0x3e8: found 0; expected 5",
            "  ✗ b at 0x44c: found 0; expected 3",
        ]
    );
}
