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

use grammar::{GrammarText, Loader, compile, marks};
use schema::Schema;

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
    let text = fs::read_to_string(Path::new("grammars").join(format!("{id}.ksy")))?;
    let marks = marks(&text).ok_or("a grammar is no grammar")?.detect;
    writeln!(table, "names: &{:?}, magic: &[", marks.names)?;
    for (offset, bytes) in &marks.magic {
        let bytes = bytes.escape_ascii();
        writeln!(
            table,
            "super::Magic {{ offset: {offset}, bytes: b\"{bytes}\" }},"
        )?;
    }
    writeln!(table, "], trial: {} }},", marks.trial)?;
    Ok(())
}
