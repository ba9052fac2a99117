//! Builds the sample files, good and broken ones, and holds those in the
//! repository equal to what is built here.
//!
//! After a change, `UPDATE_SAMPLES=1 cargo test --test samples` writes them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod arcanum;
mod broken;
mod deckstring;
mod dungeon;
mod map;
mod sokoban;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file: its path in the repository, and what it holds.
type File = (String, Vec<u8>);

/// All files that are built here.
fn files() -> BTreeMap<String, Vec<u8>> {
    let good = [
        dungeon::samples(),
        sokoban::samples(),
        deckstring::samples(),
        arcanum::samples(),
    ];
    let good = good
        .into_iter()
        .flatten()
        .map(|(name, bytes)| (format!("samples/{name}"), bytes));
    let broken = broken::files().into_iter();
    let broken = broken.map(|(name, bytes)| (format!("tests/data/broken/{name}"), bytes));
    let mut files = BTreeMap::new();
    for (name, bytes) in good.chain(broken) {
        assert!(
            files.insert(name.clone(), bytes).is_none(),
            "{name} is there twice"
        );
    }
    files
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn committed_files_are_what_is_built_here() {
    let update = std::env::var_os("UPDATE_SAMPLES").is_some();
    let mut stale = Vec::new();
    for (name, bytes) in files() {
        if fs::read(path(&name)).is_ok_and(|found| found == bytes) {
            continue;
        }
        if update {
            fs::create_dir_all(path(&name).parent().unwrap()).unwrap();
            fs::write(path(&name), bytes).unwrap();
        } else {
            stale.push(name);
        }
    }
    let help = "run `UPDATE_SAMPLES=1 cargo test --test samples` and look at what changed";
    assert_eq!(stale, [""; 0], "{help}");
}

#[test]
fn every_file_in_the_broken_folder_is_built_here() {
    let files = files();
    let strays: Vec<String> = fs::read_dir(path("tests/data/broken"))
        .unwrap()
        .map(|entry| format!("tests/data/broken/{}", entry.unwrap().file_name().display()))
        .filter(|name| !files.contains_key(name))
        .collect();
    assert_eq!(strays, [""; 0]);
}
