//! What `check` and `json` say of every sample and of every broken file.
//! `SNAPSHOTS=overwrite cargo test --test golden` writes what it finds; the
//! difference is what a change means to users.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{Data, assert_data_eq};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files of a folder from the repository's root, sorted.
fn files(folder: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

/// The exit status, then what the program writes.
fn run(words: &[&str]) -> String {
    let output = Command::new(cargo_bin!("fmtview"))
        .current_dir(root())
        .args(words)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    format!(
        "{}{stderr}[exit {}]\n",
        stdout,
        output.status.code().unwrap()
    )
}

#[track_caller]
fn check(golden: &str, found: String) {
    let path: PathBuf = root().join("tests/golden").join(golden);
    assert_data_eq!(found, Data::read_from(&path, None).raw());
}

#[track_caller]
fn check_all(golden: &str, options: &[&str], folder: &str) {
    let files = files(folder);
    let words: Vec<&str> = options
        .iter()
        .copied()
        .chain(files.iter().map(String::as_str))
        .collect();
    check(golden, run(&words));
}

#[test]
fn samples_are_recognised_and_valid() {
    check_all("samples.check.txt", &["check"], "samples");
}

#[test]
fn broken_files_say_what_is_wrong_to_programs() {
    check_all(
        "broken.check.json.txt",
        &["check", "--json"],
        "tests/data/broken",
    );
}

#[test]
fn samples_as_json() {
    let mut wide = 0;
    for file in files("samples") {
        // the others only have more of the same
        if fs::metadata(root().join(&file)).unwrap().len() > 3000 {
            wide += 1;
            continue;
        }
        let name = Path::new(&file).file_name().unwrap().to_str().unwrap();
        check(
            &format!("json/{name}.json"),
            run(&["json", "--pretty", &file]),
        );
    }
    assert!(wide < 5, "{wide} samples are left out");
}

#[test]
fn a_cut_off_file_as_json() {
    let file = "tests/data/broken/dungeon-cut-in-map.rlg327";
    check(
        "json/dungeon-cut-in-map.json",
        run(&["json", "--pretty", "--ranges", file]),
    );
}
