//! Nothing that `check` finds is left out of the view: of every broken file,
//! and of the samples cut off anywhere.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use fmtview::decode::FaultKind;
use fmtview::formats::detect;
use fmtview::schema::Schema;
use fmtview::tree::{Finding, Options, Tree, check};
use fmtview::view::doc::{Line, Role};
use fmtview::view::{Base, Part, ViewOptions, hexdump};
use pretty_assertions::assert_eq;

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_str().unwrap().to_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() > 10, "{}", files.len());
    files
}

fn schema(name: &str, bytes: &[u8]) -> Option<Schema> {
    let found = detect(bytes, Some(name)).ok()?;
    found.format.schema()
}

/// Text without what a line break or a comma between digits adds.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != ',')
        .collect()
}

/// What a view says in the colours of findings; of gaps, their names.
fn words<'a>(tree: &Tree<'a>, part: &Part<'a>, width: usize, full: bool) -> String {
    let options = ViewOptions {
        name: "file",
        by: "",
        width,
        ascii: false,
        full,
        computed: true,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    };
    let mut text = String::new();
    let flow = hexdump(tree, part, &options, &mut |line: &Line| {
        let told = |role| matches!(role, Role::Error | Role::Warning | Role::Note | Role::Gap);
        text.extend(
            line.spans()
                .filter(|span| told(span.role))
                .map(|span| span.text),
        );
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    squeezed(&text)
}

fn findings(tree: &Tree<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let flow = check(tree, &mut |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    findings
}

/// Whether a view says what a finding says: beside a value that was found,
/// without it.
fn is_told(words: &str, finding: &Finding) -> bool {
    match finding.kind {
        FaultKind::TrailingBytes => return words.contains("trailing"),
        FaultKind::UnclaimedBytes => return words.contains("unclaimed"),
        _ => {}
    }
    let message = fmtview::text::escape(&finding.message).into_owned();
    let short = match message.split_once("; ") {
        Some((found, rest)) if found.starts_with("found ") => rest,
        _ => &message,
    };
    words.contains(&squeezed(short))
}

fn check_file(
    name: &str,
    schema: &Schema,
    bytes: &[u8],
    widths: &[usize],
    missing: &mut Vec<String>,
) {
    let tree = Tree::new(schema, bytes, Options::default());
    let findings = findings(&tree);
    if findings.is_empty() {
        return;
    }
    for &width in widths {
        for full in [false, true] {
            let words = words(&tree, &Part::Whole, width, full);
            for finding in &findings {
                if !is_told(&words, finding) {
                    missing.push(format!(
                        "{name} ({} bytes) width {width} full {full}: {}: {}",
                        bytes.len(),
                        finding.path,
                        finding.message
                    ));
                }
            }
        }
    }
}

#[test]
fn broken_files_show_all_that_is_wrong() {
    let mut missing = Vec::new();
    let mut count = 0;
    for (name, bytes) in files("tests/data/broken") {
        let Some(schema) = schema(&name, &bytes) else {
            continue;
        };
        count += 1;
        check_file(&name, &schema, &bytes, &[40, 100], &mut missing);
    }
    assert_eq!(missing, [""; 0]);
    assert!(count > 60, "{count}");
}

#[test]
fn cut_files_show_all_that_is_wrong() {
    let mut missing = Vec::new();
    for (name, bytes) in files("samples") {
        let schema = schema(&name, &bytes).unwrap();
        // many lengths of short files, a few of long ones
        let cuts = if bytes.len() > 3_000 { 2 } else { 40 };
        let step = (bytes.len() / cuts).max(1);
        for len in (0..bytes.len()).step_by(step) {
            check_file(&name, &schema, &bytes[..len], &[100], &mut missing);
        }
    }
    assert_eq!(missing, [""; 0]);
}
