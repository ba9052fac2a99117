//! The program as a test runs it: in the repository's folder, and without what
//! the one who runs the tests has set for a terminal.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::Path;

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

/// The repository's folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What comes of the program, given these words and `more`.
pub(crate) fn output(words: &str, more: &[&str]) -> OutputAssert {
    let mut command = Command::new(cargo_bin!("fmtview"))
        .current_dir(root())
        .args(words.split(' '))
        .args(more);
    for name in [
        "CLICOLOR_FORCE",
        "COLUMNS",
        "FMTVIEW_THEME",
        "COLORFGBG",
        "COLORTERM",
        "TERM",
    ] {
        command = command.env_remove(name);
    }
    command.assert()
}

/// What the program writes, and its exit status unless that is 0.
pub(crate) fn transcript(words: &str, more: &[&str]) -> String {
    let output = output(words, more).get_output().clone();
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    match output.status.code() {
        Some(0) => text,
        code => format!("{text}[exit {}]\n", code.unwrap()),
    }
}
