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
