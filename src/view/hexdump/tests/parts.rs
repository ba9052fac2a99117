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
