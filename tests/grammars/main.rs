//! What the built-in grammars say of the sample files: the decisive values of
//! good ones, everything that is wrong with broken ones.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod findings;
mod lint;
mod values;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fmtview::decode::FaultKind;
use fmtview::export::json::{Json, JsonOptions};
use fmtview::formats::by_id;
use fmtview::grammar::Queries;
use fmtview::schema::{Schema, Severity};
use fmtview::tree::{Finding, Hint, Options, Tree, check};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn schema(format: &str) -> Schema {
    by_id(format).unwrap().schema().unwrap()
}

/// Evaluates an expression against a file, as `fmtview get` does.
fn get(schema: &Schema, file: &[u8], expression: &str) -> String {
    get_with(schema, file, expression, Options::default())
}

fn get_with(schema: &Schema, file: &[u8], expression: &str, options: Options) -> String {
    let queries = Queries::new(schema);
    let expression = queries.compile(schema.root, expression, true).unwrap();
    let tree = Tree::new(schema, file, options);
    let mut out = Vec::new();
    let mut json = Json::new(&mut out, &tree, JsonOptions::default());
    json.result_line(&tree.eval(&expression)).unwrap();
    json.finish().unwrap();
    String::from_utf8(out).unwrap().trim_end().to_owned()
}

/// What is wrong with a file, a line each: where, how bad, which kind, which
/// field, what the grammar tells the reader, and what the cause is.
fn findings(format: &str, file: &[u8]) -> Vec<String> {
    let schema = schema(format);
    let tree = Tree::new(&schema, file, Options::default());
    let mut lines = Vec::new();
    let flow = check(&tree, &mut |finding| {
        lines.push(line(&finding));
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    lines
}

fn line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let place = finding.span.map_or_else(String::new, |span| {
        let stream = finding.stream.as_ref().map_or("", |_| "+");
        format!("{stream}{:#x} ", span.start_byte())
    });
    let path = match &*finding.path {
        "" => String::new(),
        path => format!(" {path}"),
    };
    // The engine's own wording is its own tests' concern.
    let message = match finding.kind {
        FaultKind::CheckFailed => format!(": {}", finding.message),
        _ => String::new(),
    };
    let hint = match &finding.hint {
        None => String::new(),
        Some(Hint::ByteSwapped { value, .. }) => format!(" [swapped: {value}]"),
        Some(Hint::OffBy { difference, .. }) => format!(" [off by {difference}]"),
        Some(Hint::CutOff { missing }) => format!(" [missing: {missing}]"),
        Some(Hint::EndsEarly { missing, .. }) => format!(" [wanting: {missing}]"),
        Some(Hint::Moved { by, .. }) => format!(" [moved: {by}]"),
        Some(Hint::OtherWidth { width, value }) => format!(" [{width} bytes: {value}]"),
    };
    format!(
        "{place}{severity} {}{path}{message}{hint}",
        finding.kind.name()
    )
}

fn read(name: &str) -> Vec<u8> {
    fs::read(path(name)).unwrap()
}
