//! Tests of what is said of places that are found by their position: where they
//! lie, how big they are, who points to them.

use pretty_assertions::assert_eq;

use super::super::super::ViewOptions;
use super::{lines, options, schema};

/// Checks the rows that say who points to something, cut after it.
#[track_caller]
fn check_at(width: usize, grammar: &str, file: &[u8], expected: &[&str]) {
    let options = ViewOptions { width, ..options() };
    let lines = lines(&schema(grammar), file, &options);
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim()).collect();
    let told: Vec<String> = text
        .iter()
        .filter(|text| text.contains('←'))
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(told, expected, "{text:#?}");
}

#[track_caller]
fn check(grammar: &str, file: &[u8], expected: &[&str]) {
    check_at(110, grammar, file, expected);
}

#[test]
fn an_object_that_its_own_holder_points_to() {
    check(
        "seq: [{id: ofs, type: u1}]
instances: {far: {pos: ofs, type: pair}}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}",
        &[2, 0, 7, 8],
        &["▌ 0x2..0x4 ← ofs at 0x0 far pair · 2 bytes"],
    );
}

#[test]
fn a_pointer_in_another_structure() {
    check(
        "seq: [{id: head, type: head}]
instances: {far: {pos: head.ofs + 1, type: pair}}
types:
  head: {seq: [{id: len, type: u1}, {id: ofs, type: u1}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}",
        &[0, 2, 0, 7, 8],
        &["▌ 0x3..0x5 ← head.ofs at 0x1 far pair · 2 bytes"],
    );
}

#[test]
fn of_several_fields_that_of_its_own_holder() {
    check(
        "seq: [{id: base, type: u1}, {id: item, type: item}]
types:
  item:
    seq: [{id: ofs, type: u1}]
    instances: {far: {pos: _root.base + ofs, type: pair}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}",
        &[1, 2, 0, 7, 8],
        &["▌ 0x3..0x5 ← item.ofs at 0x1 item.far pair · 2 bytes"],
    );
}

#[test]
fn a_pointer_behind_computed_values() {
    check(
        "seq: [{id: sector, type: u1}]
instances:
  start: {value: 'sector > 0 ? sector * 2 : 0'}
  far: {pos: start, type: pair}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}",
        &[1, 0, 7, 8],
        &["▌ 0x2..0x4 ← sector at 0x0 far pair · 2 bytes"],
    );
}

#[test]
fn an_array_of_pointers() {
    check(
        "seq: [{id: offsets, type: u1, repeat: expr, repeat-expr: 2}]
instances:
  entries: {pos: 2, type: entry(_index), repeat: expr, repeat-expr: 2}
types:
  entry:
    params: [{id: i, type: u4}]
    instances: {body: {pos: '_root.offsets[i]', type: pair}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}",
        &[2, 4, 7, 8, 9, 10],
        &[
            "▌ 0x2..0x4 ← offsets[0] at 0x0 entries[0].body pair · 2 bytes",
            "▌ 0x4..0x6 ← offsets[1] at 0x1 entries[1].body pair · 2 bytes",
        ],
    );
}

#[test]
fn arrays_and_values() {
    check(
        "seq: [{id: ofs_items, type: u1}, {id: ofs_table, type: u1}, {id: ofs_name, type: u1}]
instances:
  items: {pos: ofs_items, type: item, repeat: expr, repeat-expr: 2}
  table: {pos: ofs_table, type: u1, repeat: expr, repeat-expr: 3}
  name: {pos: ofs_name, type: str, size: 2, encoding: ASCII}
types: {item: {seq: [{id: a, type: u1}]}}",
        &[3, 5, 8, 1, 2, 3, 4, 5, b'o', b'k'],
        &[
            "▌ 0x3..0x5 ← ofs_items at 0x0 items 2 × item · 2 bytes",
            "▌ ← ofs_table at 0x1",
            "00000008 6f 6b ok name \"ok\" ← ofs_name",
        ],
    );
}

#[test]
fn two_pointers_to_one_place() {
    check(
        "seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]
types:
  item:
    seq: [{id: ofs, type: u1}]
    instances: {far: {pos: ofs, type: pair}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u2}]}",
        &[2, 2, 7, 8, 9],
        &[
            "▌ 0x2..0x5 ← items[0].ofs at 0x0 items[0].far pair · 3 bytes",
            "▌ 0x2..0x5 also items[1].far pair ← items[1].ofs at 0x1",
        ],
    );
}

#[test]
fn narrow_rows_say_it_under_the_name() {
    let grammar = "seq: [{id: ofs_of_the_pair, type: u1}]
instances: {the_pair_far_away: {pos: ofs_of_the_pair, type: pair}}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}";
    check_at(
        44,
        grammar,
        &[2, 0, 7, 8],
        &["▌ 0x2..0x4 ← ofs_of_the_pair at 0x0"],
    );
    check_at(
        30,
        grammar,
        &[2, 0, 7, 8],
        &["▌ 0x2..0x4 ← ofs_of_the_pair"],
    );
}

#[test]
fn an_object_on_bytes_that_were_shown_is_listed_in_full() {
    let grammar = "seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]
types:
  item:
    seq: [{id: ofs, type: u1}]
    instances: {far: {pos: ofs, type: pair}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u2}, {id: rest, type: u1, repeat: expr, repeat-expr: 2}]}";
    let file = [2, 2, 7, 8, 9, 3, 4];
    let rows = |full| -> Vec<String> {
        let options = ViewOptions { full, ..options() };
        let lines = lines(&schema(grammar), &file, &options);
        let lines = lines.iter().skip(2);
        lines
            .map(|line| line.text().trim_end().to_owned())
            .collect()
    };
    let first = [
        "▌ 0x2..0x7  ← items[0].ofs at 0x0                                             items[0].far pair · 5 bytes",
        "▌ 00000002       07                                           •                 a         7",
        "▌ 00000003          08 09                                      •⇥               b         2,057",
        "▌ 00000005                03 04                                  ••             rest      3, 4",
    ];
    assert_eq!(rows(false)[..4], first);
    assert_eq!(
        rows(false)[4..],
        ["▌ 0x2..0x7 also items[1].far  pair  ← items[1].ofs at 0x1"]
    );
    assert_eq!(rows(true)[..4], first);
    assert_eq!(
        rows(true)[4..],
        [
            "▌ 0x2..0x7  ← items[1].ofs at 0x1                                             also items[1].far pair · 5 bytes",
            "▌ 00000002                                                                      a         7",
            "▌ 00000003                                                                      b         2,057",
            "▌ 00000005                                                                      rest      3, 4",
        ]
    );
}

#[test]
fn what_is_listed_again_and_again_comes_to_an_end() {
    let grammar = "seq: [{id: items, type: item, repeat: expr, repeat-expr: 2000}]
types:
  item:
    seq: [{id: x, type: u1}]
    instances: {far: {pos: 0, type: all}}
  all: {seq: [{id: numbers, type: number, repeat: eos}]}
  number: {seq: [{id: a, type: u1}], instances: {b: {value: a + 1}}}";
    let full = ViewOptions {
        full: true,
        ..options()
    };
    let lines = lines(&schema(grammar), &[1; 4000], &full);
    assert!(lines.len() < 300_000, "{}", lines.len());
    let text: Vec<&str> = lines.iter().map(|line| line.text()).collect();
    assert!(text.iter().any(|text| text.contains(", not checked")));
    assert!(
        text.iter()
            .any(|text| text.contains("also items[1999].far"))
    );
}
