//! Holds the table of built-in grammars equal to what `grammars/` says.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use fmtview::formats::Library;
use fmtview::grammar::compile;
use fmtview::schema::{DataType, ExprKind, Repeat, Schema, Severity, ValidRule};
use snapbox::{Data, assert_data_eq};

const HEAD: &str = "\
//! The built-in grammars. Made from `grammars/` by a test: do not edit, run
//! `SNAPSHOTS=overwrite cargo test --test formats`.

use super::Format;

#[rustfmt::skip]
pub(super) static FORMATS: &[Format] = &[
";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars")
}

/// Names of all grammars, without `.ksy`, sorted.
fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ksy"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[track_caller]
fn schema(name: &str) -> Schema {
    let path = folder().join(format!("{name}.ksy"));
    let library = Library::default();
    let compiled = compile(library.find(path.to_str().unwrap()).unwrap(), &library);
    let errors: Vec<&str> = compiled
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(errors, [""; 0], "{name}");
    compiled.schema.unwrap()
}

/// `contents` of the first field, if the grammar names no magic number.
fn magic(schema: &Schema) -> Vec<(u64, Vec<u8>)> {
    if !schema.detect.magic.is_empty() {
        let given = &schema.detect.magic;
        return given
            .iter()
            .map(|(offset, bytes)| (*offset, bytes.to_vec()))
            .collect();
    }
    let Some(first) = schema.root_type().seq.first() else {
        return Vec::new();
    };
    let always = first.cond.is_none() && matches!(first.repeat, Repeat::Once);
    let bytes = matches!(first.data, DataType::Bytes(_)).then(|| {
        first.valid.iter().find_map(|valid| match &valid.rule {
            ValidRule::Eq(expr) => match &expr.kind {
                ExprKind::Bytes(bytes) => Some(bytes.to_vec()),
                _ => None,
            },
            _ => None,
        })
    });
    let known = bytes.flatten().filter(|bytes| always && !bytes.is_empty());
    known.into_iter().map(|bytes| (0, bytes)).collect()
}

fn file_names(schema: &Schema) -> Vec<String> {
    let mut names: Vec<String> = schema
        .detect
        .names
        .iter()
        .map(ToString::to_string)
        .collect();
    for extension in &schema.file_extensions {
        let pattern = format!("*.{extension}");
        if !names.contains(&pattern) {
            names.push(pattern);
        }
    }
    names
}

#[test]
fn the_table_is_current() {
    let mut table = HEAD.to_owned();
    for name in names() {
        let schema = schema(&name);
        assert_eq!(*schema.id, *name, "meta/id is the file's name");
        let magic: Vec<String> = magic(&schema)
            .iter()
            .map(|(offset, bytes)| {
                format!(
                    "super::Magic {{ offset: {offset}, bytes: b\"{}\" }}",
                    bytes.escape_ascii()
                )
            })
            .collect();
        let title = schema.title.as_deref().unwrap_or_default();
        assert!(!title.is_empty(), "{name} has no meta/title");
        writeln!(table, "    Format {{").unwrap();
        writeln!(table, "        id: {name:?},").unwrap();
        writeln!(table, "        title: {title:?},").unwrap();
        writeln!(
            table,
            "        text: include_str!(\"../../grammars/{name}.ksy\"),"
        )
        .unwrap();
        writeln!(table, "        names: &{:?},", file_names(&schema)).unwrap();
        writeln!(table, "        magic: &[{}],", magic.join(", ")).unwrap();
        writeln!(table, "        trial: {},", schema.detect.trial).unwrap();
        writeln!(table, "    }},").unwrap();
    }
    table.push_str("];\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats/table.rs");
    assert_data_eq!(table, Data::read_from(&path, None).raw());
}
