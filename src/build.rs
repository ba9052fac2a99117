//! Compiles the built-in grammars when the program is built: what marks the
//! files of each stands in a table, and what it means is packed beside it.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    clippy::print_stdout,
    reason = "a part of the library, built for one use; cargo reads what is printed"
)]

mod diag;
mod grammar;
mod schema;
mod text;

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use grammar::{GrammarText, Loader, compile};
use schema::{DataType, ExprKind, Repeat, Schema, ValidRule};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("grammars");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut table = "&[\n".to_owned();
    for id in ids(folder)? {
        let schema = schema(folder, &id)?;
        fs::write(
            out.join(format!("{id}.schema")),
            postcard::to_allocvec(&schema)?,
        )?;
        row(&mut table, &id, &schema)?;
    }
    table.push_str("]\n");
    fs::write(out.join("formats.rs"), table)?;
    Ok(())
}

/// Names of all grammars, without `.ksy`, sorted.
fn ids(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ext| ext == "ksy") {
            let id = path.file_stem().and_then(|stem| stem.to_str());
            ids.push(id.ok_or("a grammar's name is not text")?.to_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

/// What a grammar means.
fn schema(folder: &Path, id: &str) -> Result<Schema, Box<dyn Error>> {
    let built_in = BuiltIn(folder);
    let compiled = compile(built_in.load("", id)?, &built_in);
    let Some(schema) = compiled.schema else {
        let look = diag::Look {
            color: false,
            unicode: false,
            width: 100,
        };
        let problems = compiled.problems.iter().map(|problem| {
            let rendered = diag::render(&problem.into(), &compiled.sources, look);
            format!("\n\n{rendered}")
        });
        return Err(format!(
            "a built-in grammar has errors{}",
            problems.collect::<String>()
        )
        .into());
    };
    if *schema.id != *id {
        return Err(format!("{id}.ksy: meta/id is {}, not the file's name", schema.id).into());
    }
    if schema.title.as_deref().unwrap_or_default().is_empty() {
        return Err(format!("{id}.ksy: no meta/title").into());
    }
    Ok(schema)
}

/// Built-in grammars import one another, by name.
struct BuiltIn<'a>(&'a Path);

impl Loader for BuiltIn<'_> {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        let id = import.trim_start_matches('/');
        let path = self.0.join(format!("{id}.ksy"));
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(GrammarText {
            name: format!("built-in:{id}.ksy"),
            text,
        })
    }
}

/// Adds a format to the table; its members are those of `formats::Format`.
fn row(table: &mut String, id: &str, schema: &Schema) -> Result<(), Box<dyn Error>> {
    let title = schema.title.as_deref().unwrap_or_default();
    writeln!(table, "super::Format {{ id: {id:?}, title: {title:?},")?;
    writeln!(
        table,
        "text: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/grammars/{id}.ksy\")),"
    )?;
    writeln!(
        table,
        "packed: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{id}.schema\")),"
    )?;
    writeln!(table, "names: &{:?}, magic: &[", file_names(schema))?;
    for (offset, bytes) in magic(schema) {
        let bytes = bytes.escape_ascii();
        writeln!(
            table,
            "super::Magic {{ offset: {offset}, bytes: b\"{bytes}\" }},"
        )?;
    }
    writeln!(table, "], trial: {} }},", schema.detect.trial)?;
    Ok(())
}

/// What marks its files: as the grammar says, or the `contents` of the first
/// field.
fn magic(schema: &Schema) -> Vec<(u64, Vec<u8>)> {
    let given = &schema.detect.magic;
    if !given.is_empty() {
        return given
            .iter()
            .map(|(offset, bytes)| (*offset, bytes.to_vec()))
            .collect();
    }
    let Some(first) = schema.root_type().seq.first() else {
        return Vec::new();
    };
    let always = first.cond.is_none() && matches!(first.repeat, Repeat::Once);
    if !always || !matches!(first.data, DataType::Bytes(_)) {
        return Vec::new();
    }
    let contents = first.valid.iter().find_map(|valid| match &valid.rule {
        ValidRule::Eq(expr) => match &expr.kind {
            ExprKind::Bytes(bytes) if !bytes.is_empty() => Some((0, bytes.to_vec())),
            _ => None,
        },
        _ => None,
    });
    contents.into_iter().collect()
}

/// Patterns of its files' names.
fn file_names(schema: &Schema) -> Vec<String> {
    let given = schema.detect.names.iter().map(ToString::to_string);
    let mut names: Vec<String> = given.collect();
    for extension in &schema.file_extensions {
        let pattern = format!("*.{extension}");
        if !names.contains(&pattern) {
            names.push(pattern);
        }
    }
    names
}
