//! Holds what the build script made of the built-in grammars equal to what
//! their texts say.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use fmtview::formats::{self, Library};
use fmtview::grammar::compile;
use fmtview::schema::Schema;
use pretty_assertions::assert_eq;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars")
}

#[test]
fn every_grammar_is_built_in() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let built_in: Vec<String> = formats::built_in()
        .iter()
        .map(|format| format!("{}.ksy", format.id))
        .collect();
    assert_eq!(files, built_in);
}

#[test]
fn packed_schemas_are_those_of_the_texts() {
    for format in formats::built_in() {
        let library = Library::default();
        let compiled = compile(library.find(format.id).unwrap(), &library);
        // packing leaves out where expressions are written
        let packed = postcard::to_allocvec(&compiled.schema.unwrap()).unwrap();
        let unpacked: Schema = postcard::from_bytes(&packed).unwrap();
        assert_eq!(
            format!("{:#?}", format.schema().unwrap()),
            format!("{unpacked:#?}"),
            "{}",
            format.id
        );
    }
}
