//! Arrays with so many elements that only the first are decoded while reading:
//! the others are found by their size or measured.

use crate::harness::{check_all, check_fault};

/// `n` of an element, each written in `element(i)`.
fn many(n: u32, element: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    (0..n).flat_map(element).collect()
}

#[test]
fn many_elements_of_one_size() {
    check_all(
        "seq: [{id: a, type: u4, repeat: eos}]",
        &many(100_000, |i| i.to_le_bytes().to_vec()),
        &[
            ("a.size", "100000"),
            ("a[99999]", "99999"),
            ("a[50000]", "50000"),
            ("a.last", "99999"),
        ],
    );
}

#[test]
fn many_elements_of_any_size() {
    check_all(
        "
seq:
- {id: a, type: item, repeat: expr, repeat-expr: 10000}
- {id: end, type: u1}
types:
  item:
    seq:
    - {id: n, type: u2}
    - {id: pad, size: n % 3}
",
        &[
            many(10_000, |i| {
                let mut bytes = (i as u16).to_le_bytes().to_vec();
                bytes.resize(2 + (i % 3) as usize, 0xee);
                bytes
            }),
            vec![7],
        ]
        .concat(),
        &[
            ("a.size", "10000"),
            ("a[9999].n", "9999"),
            ("a[64].n", "64"),
            ("a[5000].pad.size", "2"),
            ("end", "7"),
        ],
    );
}

/// its `x` is 0xaa.
#[track_caller]
fn check_many(seq: &str, types: &str, element: &[u8], last: &[u8]) {
    let grammar = format!(
        "
seq:
- {{id: lead, type: u1}}
- {{id: a, type: item, repeat: expr, repeat-expr: 300}}
- {{id: end, type: u1}}
types:
  item:
    seq:
{seq}
{types}
"
    );
    let mut data = vec![9];
    for _ in 0..299 {
        data.extend(element);
    }
    data.extend(last);
    data.push(0xbb);
    check_all(
        &grammar,
        &data,
        &[("end", "187"), ("a[299].x", "170"), ("a.size", "300")],
    );
}

#[test]
fn many_elements_with_parts_that_may_be_absent() {
    check_many(
        "
    - {id: flag, type: u1}
    - {id: more, type: u2, if: flag == 1}
    - {id: x, type: u1}",
        "",
        &[1, 0, 0, 3],
        &[0, 0xaa],
    );
}

#[test]
fn many_elements_with_bits_before_an_absent_field() {
    check_many(
        "
    - {id: flag, type: b4}
    - {id: more, type: u2, if: flag == 1}
    - {id: rest, type: b4}
    - {id: x, type: u1}",
        "",
        &[0x10, 0, 0, 0x50, 0x03],
        &[0x00, 0x70, 0xaa],
    );
}

#[test]
fn many_elements_with_both_bit_orders() {
    check_many(
        "
    - {id: a, type: b3be}
    - {id: b, type: b3le}
    - {id: len, type: b8le}
    - {id: pad, size: len & 1}
    - {id: x, type: u1}",
        "",
        &[0x20, 0x0a, 0x00, 0xff, 0x03],
        &[0x20, 0x02, 0x00, 0xaa],
    );
}

#[test]
fn many_elements_with_terminators() {
    check_many(
        "
    - {id: name, type: strz}
    - {id: line, terminator: 0xaa, consume: false}
    - {id: x, type: u1}",
        "",
        b"abc\0de\xaa",
        b"\0\xaa",
    );
}

#[test]
fn many_elements_with_a_switch() {
    check_many(
        "
    - {id: kind, type: u1}
    - id: body
      type:
        switch-on: kind
        cases: {1: one, 2: u4, 3: strz}
    - {id: x, type: u1}",
        "  one: {seq: [{id: q, type: u2}]}",
        &[1, 0, 0, 5],
        &[7, 0xaa],
    );
}

#[test]
fn many_elements_with_arrays() {
    check_many(
        "
    - {id: n, type: u1}
    - {id: list, type: u2, repeat: expr, repeat-expr: n}
    - {id: until, type: u1, repeat: until, repeat-until: _ == 0}
    - {id: x, type: u1}",
        "",
        &[2, 1, 0, 2, 0, 5, 6, 0, 3],
        &[0, 0, 0xaa],
    );
}

#[test]
fn many_elements_that_look_outside() {
    check_many(
        "
    - {id: pad, size: _parent.lead - 7}
    - {id: pad2, size: _root.lead - 8}
    - {id: x, type: u1}",
        "",
        &[1, 2, 3, 4],
        &[1, 2, 3, 0xaa],
    );
}

#[test]
fn many_elements_with_types_inside() {
    check_many(
        "
    - {id: head, type: head}
    - {id: body, size: head.len + head.half}
    - {id: x, type: u1}",
        "  head:
    seq: [{id: len, type: u2be}]
    instances: {half: {value: len / 2}}",
        &[0, 2, 0xcc, 0xcc, 0xcc, 4],
        &[0, 0, 0xaa],
    );
}

#[test]
fn the_last_of_many_elements_fails() {
    let mut data = [2, 5, 5].repeat(5000);
    data.extend([4, 5]);
    check_fault(
        "
seq: [{id: a, type: item, repeat: eos}]
types:
  item:
    seq: [{id: len, type: u1}, {id: body, size: len}]
",
        &data,
        "unexpected-eof /types/item/seq/1",
        "4 bytes wanted, only 1 left",
        &[("a.size", "5001"), ("a[5000].len", "4")],
    );
}
