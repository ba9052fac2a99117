//! The program from outside: exit status, what goes where, the environment.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use pretty_assertions::assert_eq;
use snapbox::cmd::{Command, cargo_bin};

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
fn check(command: Command, code: i32, stdout: &str, stderr: &str) {
    let Output {
        status,
        stdout: out,
        stderr: err,
    } = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    assert_eq!((&*out, &*err), (stdout, stderr));
    assert_eq!(status.code(), Some(code));
}

const ROW: &str = "00000000  41 42 43                                          ABC\n";

#[test]
fn bytes_come_from_a_file_standard_input_or_text() {
    let here = folder("sources");
    fs::write(here.join("abc"), "ABC").unwrap();
    check(fmtview(&here).args(["hex", "abc"]), 0, ROW, "");
    check(fmtview(&here).args(["hex", "abc", "--no-mmap"]), 0, ROW, "");
    check(fmtview(&here).args(["hex", "-"]).stdin("ABC"), 0, ROW, "");
    check(fmtview(&here).args(["hex", "--text", "ABC"]), 0, ROW, "");
}

#[test]
fn what_cannot_be_read_says_why() {
    let here = folder("unreadable");
    fs::create_dir(here.join("sub")).unwrap();
    fs::write(here.join("empty"), "").unwrap();
    check(
        fmtview(&here).args(["hex", "nothing"]),
        2,
        "",
        "fmtview: nothing: no such file\n",
    );
    check(
        fmtview(&here).args(["hex", "sub"]),
        2,
        "",
        "fmtview: sub: is a directory, not a file\n  Name a file in it.\n",
    );
    check(fmtview(&here).args(["hex", "empty"]), 0, "", "");
    check(
        fmtview(&here).args(["hex", "a\u{1b}[2J\nb"]),
        2,
        "",
        "fmtview: a\\x1b[2J\\nb: no such file\n",
    );
    check(
        fmtview(&here).args(["hexx"]),
        2,
        "",
        "fmtview: hexx: no such file\n  Did you mean the command hex?\n",
    );
}

#[test]
fn a_file_of_no_known_format_says_how_to_go_on() {
    let here = folder("unknown");
    fs::write(here.join("x.bin"), b"\xff\xfe\xfd\xfc\x00\x01\x02\x03\x04").unwrap();
    fs::write(here.join("empty"), "").unwrap();
    let output = fmtview(&here).arg("x.bin").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "fmtview: x.bin: no built-in format fits\n",
        "It begins with ff fe fd fc 00 01 02 03 ….",
        "-f NAME",
        "fmtview formats",
        "`fmtview hex x.bin`",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    check(
        fmtview(&here).arg("empty"),
        2,
        "",
        "fmtview: empty: is empty, so nothing tells its format\n  \
         Name a grammar with -f to see what it expects.\n",
    );
}

#[track_caller]
fn check_color(option: &[&str], environment: &[(&str, &str)], expected: bool) {
    let here = folder("color");
    let mut command = fmtview(&here).args(["hex", "--text", "A"]).args(option);
    for (name, value) in environment {
        command = command.env(name, value);
    }
    let output = command.output().unwrap();
    assert_eq!(
        output.stdout.contains(&0x1b),
        expected,
        "{option:?} {environment:?}"
    );
}

#[test]
fn colour_is_for_those_who_want_it() {
    check_color(&[], &[], false); // standard output is no terminal here
    check_color(&["--color", "always"], &[], true);
    check_color(&["--color", "always"], &[("NO_COLOR", "1")], true);
    check_color(&[], &[("CLICOLOR_FORCE", "1")], true);
    check_color(&[], &[("CLICOLOR_FORCE", "0")], false);
    check_color(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false);
    check_color(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], true);
    check_color(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let here = folder("pipe");
    let noise: Vec<u8> = (0..1_000_000_u32)
        .flat_map(|n| n.wrapping_mul(7919).to_le_bytes())
        .collect();
    fs::write(here.join("big"), noise).unwrap();
    let mut child = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "big"])
        .current_dir(&here)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let output = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "--text", "A"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("fmtview: cannot write: "), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_usage_is_two() {
    let here = folder("usage");
    for words in [
        &["hex"][..],
        &["--bad"],
        &["hex", "--range", "x", "f"],
        &["tree", "--width", "3", "f"],
    ] {
        let output = fmtview(&here).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    let output = fmtview(&here).arg("--help").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Exit status:"));
}

#[test]
fn completions_and_manual_are_made() {
    let here = folder("made");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = fmtview(&here)
            .args(["completions", shell])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("fmtview"),
            "{shell}"
        );
    }
    let output = fmtview(&here).arg("man").output().unwrap();
    let page = String::from_utf8_lossy(&output.stdout);
    assert!(page.contains(".SH \"FMTVIEW CHECK\""), "{page}");
}
