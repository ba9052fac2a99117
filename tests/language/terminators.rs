//! Searches for terminators in long runs, which are kept.

use crate::harness::check_all;

#[test]
fn strings_that_share_their_end() {
    let mut data = [b'a'; 1500];
    data[1400] = 0;
    check_all(
        "
instances:
  far: {pos: 300, type: strz, encoding: ASCII}
  near: {pos: 1000, type: strz, encoding: ASCII}
  before: {pos: 20, type: strz, encoding: ASCII}
  cut: {pos: 10, size: 600, type: text}
  after: {pos: 1401, type: strz, encoding: ASCII, eos-error: false}
types:
  text: {seq: [{id: a, type: strz, encoding: ASCII, eos-error: false}]}
",
        &data,
        &[
            ("far.length", "1100"),
            ("near.length", "400"),
            ("before.length", "1380"),
            ("cut.a.length", "600"),
            ("after.length", "99"),
        ],
    );
}

#[test]
fn strings_of_streams_that_follow_one_another() {
    let mut data = Vec::new();
    let lengths = [300_u16, 400, 350, 600];
    for length in lengths {
        data.extend((length + 1).to_le_bytes());
        data.extend(vec![b'a' ^ 1; length.into()]);
        data.push(1);
    }
    let cases: Vec<(String, String)> = (0..)
        .zip(lengths)
        .map(|(i, length)| (format!("all[{i}].body.a.length"), length.to_string()))
        .collect();
    let cases: Vec<(&str, &str)> = cases.iter().map(|(a, b)| (&**a, &**b)).collect();
    check_all(
        "
seq: [{id: all, type: one, repeat: eos}]
types:
  one:
    seq: [{id: n, type: u2le}, {id: body, size: n, process: xor(1), type: text}]
  text: {seq: [{id: a, type: strz, encoding: ASCII}]}
",
        &data,
        &cases,
    );
}
