//! Tests of values that are wider than their column: numbers are whole, texts
//! end with a mark.

use pretty_assertions::assert_eq;

use super::super::super::ViewOptions;
use super::{lines, options, schema};

#[track_caller]
fn check(width: usize, full: bool, grammar: &str, file: &[u8], expected: &[&str]) {
    let options = ViewOptions {
        width,
        full,
        computed: true,
        ..options()
    };
    let lines = lines(&schema(grammar), file, &options);
    let text: Vec<&str> = lines.iter().map(|line| line.text().trim_end()).collect();
    assert_eq!(text, expected);
}

#[test]
fn numbers_go_on_in_the_next_row() {
    check(
        50,
        false,
        "seq: [{id: number_of_all, type: u8}, {id: b, type: u4}]",
        &[0xff; 12],
        &[
            "  00000000 ff ff ff ff  number_of_all",
            "  00000004 ff ff ff ff  18,446,744,073,709,551,615",
            "  00000008 ff ff ff ff  b",
            "                          4,294,967,295",
        ],
    );
}

#[test]
fn members_on_a_row_go_on_between_them() {
    check(
        50,
        false,
        "seq: [{id: pair, type: pair, repeat: expr, repeat-expr: 1}]
types: {pair: {seq: [{id: left, type: u4}, {id: right, type: u2}]}}",
        &[0xff; 6],
        &[
            "▌ 00000000 ff ff ff ff  pair[0]",
            "▌ 00000004 ff ff          left=4,294,967,295",
            "▌                         right=65,535",
        ],
    );
}

#[test]
fn texts_end_with_a_mark_and_are_whole_if_wanted() {
    let grammar = "seq: [{id: name, type: str, size: 3, encoding: ASCII}]
instances: {long: {value: '\"one two three and 1234567 of it\"'}}";
    check(
        50,
        false,
        grammar,
        b"abc",
        &[
            "  00000000 61 62 63     name        \"abc\"",
            "                        long        = \"one two th…",
        ],
    );
    check(
        50,
        true,
        grammar,
        b"abc",
        &[
            "  00000000 61 62 63     name        \"abc\"",
            "                        long        = \"one two",
            "                                    three and",
            "                                    1234567 of it\"",
        ],
    );
}

#[test]
fn an_array_that_is_cut_short_stands_once() {
    check(
        90,
        false,
        "seq: [{id: n, type: u4}, {id: xs, type: u1, repeat: expr, repeat-expr: n}]",
        b"\x20\0\0\0abc",
        &[
            "  00000000 20 00 00 00                                      n           536,870,912",
            "  00000004             61 62 63                             xs        ✗ 97, 98, 99",
            "                                                              element 3: 1 byte wanted,",
            "                                                              only 0 left before the end",
        ],
    );
}
