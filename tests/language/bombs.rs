//! Small grammars and data that come to much: each meets a limit.

use crate::hostile::{check, found, found_with};
use fmtview::decode::Limits;
use pretty_assertions::assert_eq;

#[test]
fn texts_that_double() {
    for join in ["a{} + a{}", "f\"{a{}}{a{}}\""] {
        let doubled: String = (1..60)
            .map(|i| {
                let value = join.replace("a{}", &format!("a{}", i - 1));
                format!("  a{i}: {{value: '{value}'}}\n")
            })
            .collect();
        check(
            &format!("instances:\n  a0: {{value: '\"12345678\"'}}\n{doubled}"),
            b"",
            "limit-exceeded a18",
            "1048576",
        );
    }
}

#[test]
fn lists_that_double() {
    let lists = |value: &dyn Fn(usize) -> String| {
        let doubled: String = (1..80)
            .map(|i| format!("  a{i}: {{value: '{}'}}\n", value(i - 1)))
            .collect();
        format!("instances:\n  a0: {{value: '[1.5]'}}\n{doubled}")
    };
    check(
        &lists(&|i| format!("[a{i}, a{i}]")),
        b"",
        "limit-exceeded a19",
        "1048576",
    );
    check(
        &lists(&|i| format!("[a{i}]")),
        b"",
        "limit-exceeded a64",
        "64 lists",
    );
}

#[test]
fn values_that_double() {
    // Each is computed once, also when another value is tried for `n`.
    let doubled: String = (0..60)
        .map(|i| format!("  v{i}: {{value: v{n} + v{n}}}\n", n = i + 1))
        .collect();
    check(
        &format!(
            "
seq: [{{id: n, type: u4, valid: {{expr: v0 == 1}}}}]
instances:
{doubled}  v60: {{value: n}}
"
        ),
        &[0, 0, 0, 1],
        "validation-expr n",
        "",
    );
}

#[test]
fn a_long_chain_of_values() {
    let chain: String = (0..2000)
        .map(|i| format!("  v{i}: {{value: v{} + 1}}\n", i + 1))
        .collect();
    let grammar = format!("seq: [{{id: n, type: u1}}]\ninstances:\n{chain}  v2000: {{value: n}}\n");
    assert_eq!(found(&grammar, &[7]), [""; 0]);
    let limits = Limits {
        depth: 500,
        ..crate::harness::deep_limits()
    };
    let found = found_with(&grammar, &[7], limits);
    assert!(
        found[0].contains("nested more than 500 levels"),
        "{}",
        found[0]
    );
}

/// Bytes that inflate to as many zeros.
fn bomb(zeros: usize) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let chunk = [0; 1 << 16];
    let mut left = zeros;
    while left > 0 {
        let now = left.min(chunk.len());
        packed.write_all(&chunk[..now]).unwrap();
        left -= now;
    }
    packed.finish().unwrap()
}

/// Streams of at most a mebibyte.
fn small_streams() -> Limits {
    Limits {
        stream_bytes: 1 << 20,
        held_bytes: 4 << 20,
        ..crate::harness::deep_limits()
    }
}

#[test]
fn a_stream_that_inflates_to_too_much() {
    let found = found_with(
        "seq: [{id: a, size-eos: true, process: zlib}]",
        &bomb(20 << 20),
        small_streams(),
    );
    assert!(
        found[0].starts_with("limit-exceeded a: ") && found[0].contains("--max-stream"),
        "{found:#?}"
    );
}

#[test]
fn many_streams_that_are_held_at_once() {
    let packed = bomb(1 << 20);
    let fields: String = (0..10)
        .map(|i| format!("- {{id: a{i}, size: {}, process: zlib}}\n", packed.len()))
        .collect();
    let found = found_with(
        &format!("seq:\n{fields}"),
        &packed.repeat(10),
        small_streams(),
    );
    assert!(
        found[0].starts_with("limit-exceeded a4: ")
            && found[0].contains(" bytes at once; --max-memory"),
        "{found:#?}"
    );
}

#[test]
fn many_streams_one_after_the_other() {
    let packed = bomb(1 << 20);
    for element in ["", ", type: t"] {
        let grammar = format!(
            "
seq: [{{id: a, size: {}, process: zlib{element}, repeat: eos}}]
types: {{t: {{seq: [{{id: x, type: u1, repeat: eos}}]}}}}
",
            packed.len()
        );
        assert_eq!(
            found_with(&grammar, &packed.repeat(20), small_streams()),
            [""; 0]
        );
    }
}

#[test]
fn a_run_of_the_file_is_decoded_whole() {
    for process in ["xor(1)", "rol(1)", "base64", "hex"] {
        let found = found_with(
            &format!("seq: [{{id: a, size-eos: true, process: {process}}}]"),
            &b"00".repeat(1 << 20),
            small_streams(),
        );
        assert_eq!(found, [""; 0]);
    }
}

#[test]
fn loops_of_checks() {
    let check = |that: &str| {
        let limits = Limits {
            steps: 1 << 16,
            ..crate::harness::deep_limits()
        };
        let grammar = format!(
            "
seq: [{{id: a, type: u1}}]
-fmtview-check:
- {{that: '{that}', else: wrong}}
"
        );
        found_with(&grammar, &[1], limits)
    };
    for that in [
        "[0..1 << 100].all(_ >= 0)",
        "[0..1000].all([0..1000].all(_ >= 0))",
        "[0..1 << 40].unique",
        "[0..1 << 40].sum == 0",
        "[0..1 << 40].any(_ < 0)",
        "[0..1 << 40].count(_ < 0) == 0",
    ] {
        let found = check(that);
        assert!(
            found.len() == 1 && (found[0].contains("--max-steps") || found[0].contains("1048576")),
            "{that}: {found:#?}"
        );
    }
}
