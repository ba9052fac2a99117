//! The program from outside: exit status, what goes where, the environment.
//!
//! `SNAPSHOTS=overwrite cargo test --test cli` writes what it finds.
#![cfg(all(unix, feature = "cli"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod grammars;
mod system;
mod usage;
mod values;

use std::fs;
use std::path::PathBuf;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{IntoData, str};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The program in a folder, with an environment that says nothing.
fn fmtview(folder: &PathBuf) -> Command {
    Command::new(cargo_bin!("fmtview"))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env("TERM", "xterm-256color")
        .env("HOME", folder)
}

/// Runs it and compares exit status, standard output and standard error.
#[track_caller]
fn check(command: Command, code: i32, stdout: impl IntoData, stderr: impl IntoData) {
    let assert = command.assert().code(code);
    let (stdout, stderr) = (stdout.into_data().raw(), stderr.into_data().raw());
    assert.stdout_eq(stdout).stderr_eq(stderr);
}

const GRAMMAR: &str = "\
meta:
  id: pairs
  endian: be
seq:
  - {id: count, type: u1, valid: {max: 3}}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: count}
types:
  pair:
    seq:
      - {id: kind, type: u1, enum: animal}
      - {id: size, type: u2}
enums:
  animal: {7: cat}
";

/// A folder with a grammar and a good, a short and a wrong file.
fn pairs(name: &str) -> PathBuf {
    let here = folder(name);
    fs::write(here.join("pairs.ksy"), GRAMMAR).unwrap();
    fs::write(here.join("good"), b"\x01\x07\x01\x02").unwrap();
    fs::write(here.join("short"), b"\x02\x07\x01\x02\x07").unwrap();
    fs::write(here.join("wrong"), b"\x04\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    here
}
