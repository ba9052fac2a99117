//! Floats.

use crate::harness::{check, check_all, check_error, check_fault, check_rejected};

#[test]
fn both_widths_and_orders() {
    let grammar = "
seq:
- {id: a, type: f4}
- {id: b, type: f4be}
- {id: c, type: f8}
- {id: d, type: f8be}
";
    let mut data = Vec::new();
    data.extend(1.5_f32.to_le_bytes());
    data.extend((-0.25_f32).to_be_bytes());
    data.extend(1e100_f64.to_le_bytes());
    data.extend(0.1_f64.to_be_bytes());
    check_all(
        grammar,
        &data,
        &[("a", "1.5"), ("b", "-0.25"), ("c", "1e+100"), ("d", "0.1")],
    );
}

#[test]
fn what_is_no_number() {
    let grammar = "
seq:
- {id: a, type: f4}
- {id: b, type: f8}
- {id: c, type: f8}
";
    let mut data = Vec::new();
    data.extend(f32::NAN.to_le_bytes());
    data.extend(f64::INFINITY.to_le_bytes());
    data.extend(f64::NEG_INFINITY.to_le_bytes());
    check_all(
        grammar,
        &data,
        &[
            ("a", r#"{"float":"NaN"}"#),
            ("b", r#"{"float":"Infinity"}"#),
            ("c", r#"{"float":"-Infinity"}"#),
            ("a == a", "false"),
            ("b > c", "true"),
        ],
    );
    check_error(grammar, &data, "a.to_i", "conversion", "NaN is no integer");
    check_error(grammar, &data, "b.to_i", "conversion", "no integer");
}

#[test]
fn to_i_cuts_toward_zero() {
    let grammar = "
seq:
- {id: a, type: f4}
- {id: b, type: f8}
";
    let mut data = Vec::new();
    data.extend(2.75_f32.to_le_bytes());
    data.extend((-2.75_f64).to_le_bytes());
    check_all(
        grammar,
        &data,
        &[
            ("a.to_i", "2"),
            ("b.to_i", "-2"),
            ("(b - 0.25).to_i", "-3"),
            ("1e9.to_i", "1000000000"),
        ],
    );
}

#[test]
fn integers_and_floats_mix() {
    let grammar = "
seq:
- {id: f, type: f8}
- {id: n, type: u1}
instances:
  sum: {value: f + n}
  quotient: {value: n / f}
  half: {value: n / 2.0}
  whole: {value: n / 2}
  less: {value: f < n}
";
    let mut data = 0.5_f64.to_le_bytes().to_vec();
    data.push(7);
    check_all(
        grammar,
        &data,
        &[
            ("sum", "7.5"),
            ("quotient", "14.0"),
            ("half", "3.5"),
            ("whole", "3"),
            ("less", "true"),
            ("-f", "-0.5"),
            ("f * 2 == 1", "true"),
        ],
    );
}

#[test]
fn a_float_fits_no_integer() {
    check_rejected(
        "
seq:
- {id: f, type: f4}
- {id: a, size: f}
",
        "/seq/1/size",
        "integer",
    );
}

#[test]
fn no_byte_order() {
    check_rejected(
        "
meta: {id: main}
seq:
- {id: a, type: f8}
",
        "/seq/0/type",
        "byte order",
    );
}

#[test]
fn the_end_in_a_float() {
    check_fault(
        "seq: [{id: a, type: f8}]",
        b"1234567",
        "unexpected-eof /seq/0",
        "8 bytes wanted, only 7 left",
        &[],
    );
}

#[test]
fn negative_zero() {
    check("seq: [{id: a, type: f4}]", b"\0\0\0\x80", "a", "-0.0");
}

#[test]
fn an_integer_among_floats_is_a_float() {
    check_all(
        "
seq:
- {id: kind, type: u1}
- {id: n, type: {switch-on: kind, cases: {1: u1, 2: f4}}}
instances:
  mixed: {value: '1 / (kind == 1 ? 4 : 0.5)'}
  rest: {value: '(kind == 1 ? n : 0.5) % 2.0'}
  half: {value: n / 2}
",
        b"\x01\x03",
        &[("mixed", "0.25"), ("rest", "1.0"), ("half", "1.5")],
    );
}
