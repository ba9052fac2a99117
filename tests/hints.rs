//! What is said of numbers that cannot be right where they are used: which
//! field, and what the other byte order reads.

use std::ops::ControlFlow;

use fmtview::grammar::{GrammarText, Loader, compile};
use fmtview::tree::{Hint, Options, Tree, check as findings};
use pretty_assertions::assert_eq;

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("{import} is not there"))
    }
}

/// Each finding as `OFFSET PATH KIND: HINT`.
#[track_caller]
fn check(grammar: &str, file: &[u8], expected: &[&str]) {
    let text = format!("meta: {{id: t, endian: be}}\n{grammar}");
    let name = "t.ksy".to_owned();
    let compiled = compile(GrammarText { name, text }, &Alone);
    let Some(schema) = compiled.schema else {
        panic!("{:?}", compiled.problems);
    };
    let tree = Tree::new(&schema, file, Options::default());
    let mut found = Vec::new();
    let flow = findings(&tree, &mut |finding| {
        let offset = finding.span.map_or(u64::MAX, |span| span.start_byte());
        let hint = match finding.hint {
            Some(Hint::ByteSwapped { value, .. }) => format!(": swapped {value}"),
            Some(Hint::OffBy { difference, .. }) => format!(": off by {difference}"),
            Some(Hint::CutOff { missing }) => format!(": {missing} missing"),
            Some(Hint::EndsEarly { end, missing }) => format!(": {missing} wanting at {end}"),
            Some(Hint::Moved { by, .. }) => format!(": moved by {by}"),
            Some(Hint::OtherWidth { width, value }) => format!(": {value} in {width}"),
            None => String::new(),
        };
        let kind = finding.kind.name();
        found.push(format!("{offset} {} {kind}{hint}", finding.path));
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    assert_eq!(found, expected);
}

#[test]
fn a_size_beyond_the_data() {
    let grammar = "seq: [{id: len, type: u2}, {id: body, size: len}]";
    check(grammar, &[0, 2, 7, 7], &[]);
    check(
        grammar,
        &[2, 0, 7, 7],
        &["0 len unexpected-eof: swapped 2", "2 body unexpected-eof"],
    );
    // No order fits.
    check(grammar, &[3, 3, 7, 7], &["2 body unexpected-eof"]);
}

#[test]
fn a_file_shorter_than_it_says() {
    let grammar = "
seq: [{id: len, type: u2, valid: _io.size}, {id: body, size: 5}, {id: rest, size-eos: true}]";
    check(grammar, &[0, 8, 7, 7, 7, 7, 7, 7], &[]);
    check(
        grammar,
        &[0, 8, 7, 7],
        &[
            "0 len validation-not-equal: 4 missing",
            "2 body unexpected-eof",
        ],
    );
    // Nothing is missing, so the size is what is wrong.
    check(
        grammar,
        &[0, 9, 7, 7, 7, 7, 7],
        &["0 len validation-not-equal"],
    );
}

#[test]
fn a_count_beyond_the_data() {
    let grammar = "
seq: [{id: n, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: n}]
types: {item: {seq: [{id: len, type: u1}, {id: body, size: len}]}}";
    check(
        grammar,
        &[2, 0, 0, 0, 1, 9, 0],
        &[
            "0 n unexpected-eof: swapped 2",
            "7 items[2].len unexpected-eof",
        ],
    );
}

#[test]
fn a_position_beyond_the_data() {
    let grammar = "
seq: [{id: ofs, type: u2}]
instances: {there: {pos: ofs, type: u1}}";
    check(
        grammar,
        &[2, 0, 7],
        &[
            "0 ofs unexpected-eof: swapped 2",
            "512 there unexpected-eof",
        ],
    );
}

#[test]
fn a_computed_size_beyond_the_data() {
    let grammar = "seq: [{id: words, type: u2}, {id: body, size: words * 2 - 2}]";
    check(
        grammar,
        &[2, 0, 7, 7],
        &["0 words unexpected-eof: swapped 2", "2 body unexpected-eof"],
    );
}

#[test]
fn a_size_in_another_object() {
    let grammar = "
seq: [{id: head, type: head}, {id: body, size: head.len}]
types: {head: {seq: [{id: len, type: u2}]}}";
    check(grammar, &[1, 0, 7], &["2 body unexpected-eof: swapped 1"]);
}

#[test]
fn an_enum_value_that_exists_only_swapped() {
    let grammar = "
seq: [{id: kind, type: u2, enum: kind}]
enums: {kind: {1: one, 2: two}}";
    check(grammar, &[0, 2], &[]);
    check(grammar, &[0, 9], &[]);
    check(
        grammar,
        &[2, 0],
        &["0 kind validation-not-in-enum: swapped 2"],
    );
}

#[test]
fn a_rule_that_the_other_order_keeps() {
    check(
        "seq: [{id: n, type: u2, valid: {max: 9}}]",
        &[3, 0],
        &["0 n validation-greater-than: swapped 3"],
    );
    check(
        "seq: [{id: n, type: s4le, valid: {expr: _ == _io.size}}]",
        &[0, 0, 0, 4],
        &["0 n validation-expr: swapped 4"],
    );
}

#[test]
fn a_size_that_is_off_by_a_known_amount() {
    let grammar = "seq: [{id: head, size: 4}, {id: len, type: u2, valid: _io.size}, {id: rest, size-eos: true}]";
    check(grammar, &[1, 1, 1, 1, 0, 8, 0, 0], &[]);
    check(
        grammar,
        &[1, 1, 1, 1, 0, 7, 0, 0],
        &["4 len validation-not-equal: off by -1"],
    );
    // What stands before the rest is not counted.
    check(
        grammar,
        &[1, 1, 1, 1, 0, 2, 0, 0],
        &["4 len validation-not-equal: off by -6"],
    );
    // Nothing explains these.
    check(
        grammar,
        &[1, 1, 1, 1, 0, 0, 0, 0],
        &["4 len validation-not-equal"],
    );
    check(
        grammar,
        &[1, 1, 1, 1, 0, 4, 0, 0],
        &["4 len validation-not-equal"],
    );
    check(
        grammar,
        &[1, 1, 1, 1, 7, 0, 0, 0],
        &["4 len validation-not-equal: swapped 7"],
    );
}

#[test]
fn an_int_where_a_byte_belongs() {
    check(
        "seq: [{id: n, type: u1, valid: _io.size - 1}, {id: rest, size-eos: true}]",
        &[0, 0, 0, 4, 1],
        &["0 n validation-not-equal: 4 in 4"],
    );
}

#[test]
fn places_beyond_the_end_of_a_file_that_is_cut_off() {
    let table = "
seq: [{id: ofs, type: u1}, {id: n, type: u1}, {id: rest, size: 2}]
instances:
  table: {pos: ofs, type: entry, repeat: expr, repeat-expr: n}
  last: {pos: ofs + 4, type: u2}
types: {entry: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}";
    let file = [6, 2, 7, 7, 7, 7, 1, 1, 1, 1, 7, 7];
    check(table, &file, &["4  unclaimed-bytes"]);
    check(
        table,
        &file[..9],
        &[
            "9 table[1].b unexpected-eof: 1 wanting at 9",
            "10 last unexpected-eof: 3 wanting at 9",
        ],
    );
    check(
        table,
        &file[..5],
        &[
            "5 table[0].a unexpected-eof: 5 wanting at 5",
            "10 last unexpected-eof: 7 wanting at 5",
        ],
    );
    // A field ends where the file does, so nothing is cut off.
    check(
        table,
        &file[..4],
        &["4 table[0].a unexpected-eof", "10 last unexpected-eof"],
    );
    // So long a file it never was.
    check(
        table,
        &[250, 1, 7, 7, 7],
        &["5 table[0].a unexpected-eof", "254 last unexpected-eof"],
    );
}

#[test]
fn numbers_that_are_compared_with_the_size_of_the_file() {
    let grammar = "
seq: [{id: ofs, type: u2}, {id: n, type: u2}, {id: rest, size-eos: true}]
-fmtview-check:
  - {that: ofs >= 4 and ofs <= _io.size, else: beyond, at: ofs}
  - {that: ofs > _io.size or ofs + n * 2 == _io.size, else: not the last, at: ofs}";
    check(grammar, &[0, 6, 0, 1, 7, 7, 7, 7], &[]);
    check(
        grammar,
        &[0, 8, 0, 1, 7, 7],
        &["0 ofs check-failed: 4 wanting at 6"],
    );
    check(
        grammar,
        &[0, 8, 0, 1, 7, 7, 7, 7],
        &["0 ofs check-failed: 2 wanting at 8"],
    );
    check(
        "seq: [{id: ofs, type: u2, valid: {max: _io.size - 1}}]",
        &[0, 7],
        &["0 ofs validation-greater-than: 6 wanting at 2"],
    );
}

#[test]
fn what_begins_a_byte_too_late_is_not_swapped() {
    let grammar = "
seq: [{id: ofs, type: u2}, {id: gap, size: 3}]
instances:
  there: {pos: ofs, type: part}
types: {part: {seq: [{contents: P}, {id: n, type: u2le, valid: {max: 9}}, {id: m, type: u2le, valid: {max: 9}}]}}";
    let mut file = [0, 5, 7, 7, 7, b'P', 3, 0, 2, 0, 0];
    check(grammar, &file, &["10  trailing-bytes"]);
    file[1] = 6;
    check(
        grammar,
        &file,
        &[
            "6 there._unnamed0 validation-not-equal: moved by -1",
            "7 there.n validation-greater-than",
            "5  unclaimed-bytes",
        ],
    );
    file[1] = 4;
    check(
        grammar,
        &file,
        &[
            "4 there._unnamed0 validation-not-equal: moved by 1",
            "5 there.n validation-greater-than",
            "7 there.m validation-greater-than",
            "9  trailing-bytes",
        ],
    );
    // The mark is where it should be, so the order is what is wrong.
    check(
        grammar,
        &[0, 5, 7, 7, 7, b'P', 0, 3, 0, 2],
        &[
            "6 there.n validation-greater-than: swapped 3",
            "8 there.m validation-greater-than: swapped 2",
        ],
    );
}

#[test]
fn a_table_that_begins_a_byte_too_late_is_not_swapped() {
    let grammar = "
seq: [{id: ofs, type: u2}, {id: gap, size: 2}]
instances:
  table: {pos: ofs, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry:
    seq: [{id: n, type: u2le}]
    -fmtview-check: [{that: n < 9, else: too large, at: n}]
-fmtview-check:
  - {that: ofs > _io.size or ofs + 4 == _io.size, else: not the last, at: ofs}";
    check(grammar, &[0, 4, 7, 7, 3, 0, 2, 0], &[]);
    check(
        grammar,
        &[0, 5, 7, 7, 3, 0, 2, 0],
        &[
            "0 ofs check-failed: off by 1",
            "5 table[0].n check-failed",
            "7 table[1].n unexpected-eof",
        ],
    );
    check(
        grammar,
        &[0, 4, 7, 7, 0, 3, 0, 2],
        &[
            "4 table[0].n check-failed: swapped 3",
            "6 table[1].n check-failed: swapped 2",
        ],
    );
}

#[test]
fn a_count_that_has_no_room_in_the_other_order_is_not_swapped() {
    let grammar = "
seq:
  - {id: len, type: u1}
  - {id: name, size: len}
  - {id: n, type: u4le, valid: {max: 99}}
  - {id: xs, type: u2, repeat: expr, repeat-expr: n}";
    let mut file = [2, 7, 7, 2, 0, 0, 0, 5, 1, 0, 0];
    check(grammar, &file, &[]);
    // One byte of the count is taken for the name.
    file[0] = 3;
    check(
        grammar,
        &file,
        &["4 n validation-greater-than", "10 xs unexpected-eof"],
    );
    check(
        grammar,
        &[2, 7, 7, 0, 0, 0, 2, 5, 1, 0, 0],
        &[
            "3 n validation-greater-than: swapped 2",
            "11 xs unexpected-eof",
        ],
    );
}

#[test]
fn a_constant_that_stands_near() {
    check(
        "seq: [{contents: MAGIC}, {id: n, type: u1}, {id: rest, size-eos: true}]",
        b"\xef\xbb\xbfMAGIC\x01",
        &["0 _unnamed0 validation-not-equal: moved by 3"],
    );
    // Few bytes may stand anywhere by chance.
    check(
        "seq: [{contents: M}, {id: n, type: u1}]",
        b"\0M",
        &["0 _unnamed0 validation-not-equal"],
    );
}
