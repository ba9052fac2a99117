//! Files, pipes, the terminal and the disk.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use pretty_assertions::assert_eq;

use super::*;

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
fn a_file_that_shrinks_meanwhile_is_an_error() {
    let here = folder("shrinks");
    fs::write(here.join("big"), vec![7; 4 << 20]).unwrap();
    let mut child = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "--full", "big"])
        .current_dir(&here)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    // the pipe is full by now, and most of the file not yet read
    let file = fs::OpenOptions::new().write(true).open(here.join("big"));
    file.unwrap().set_len(100_000).unwrap();
    std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.starts_with("fmtview: big: the file got shorter"),
        "{text}"
    );
    assert!(text.contains("--no-mmap"), "{text}");
    assert_eq!(output.status.code(), Some(2));
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

#[track_caller]
fn check_signal(name: &str, number: i32) {
    let mut child = std::process::Command::new(cargo_bin!("fmtview"))
        .args(["hex", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let kill = format!("kill -{name} {}", child.id());
    let kill = std::process::Command::new("sh")
        .args(["-c", &kill])
        .status();
    assert!(kill.unwrap().success());
    let stdin = child.stdin.take(); // open until it has ended
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    // as shells want it, which take it for 128 and the number
    assert_eq!(output.status.signal(), Some(number));
}

#[test]
fn an_interrupt_ends_it_without_a_word() {
    check_signal("TERM", 15);
    if !interrupts_are_ignored() {
        check_signal("INT", 2);
    }
}

/// As a shell has it for what it runs in the background; the program inherits
/// that, and heeds it.
fn interrupts_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << (2 - 1)) != 0)
}

#[test]
fn a_full_disk_is_an_error() {
    for words in [&["hex", "--text", "A"][..], &["--help"], &["--version"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let output = std::process::Command::new(cargo_bin!("fmtview"))
            .args(words)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with("fmtview: cannot write: "), "{text}");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
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

#[cfg(unix)]
#[test]
fn a_pager_gets_what_is_long() {
    let here = folder("pager");
    let paged = |options: &[&str], pager: &str| {
        let words = ["hex", "--text", "A"];
        let command = fmtview(&here).args(words).args(options);
        let output = command.env("FMTVIEW_PAGER", pager).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{options:?} {pager}");
        assert_eq!(output.stderr, b"");
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = paged(&[], "no-such-program");
    assert!(plain.starts_with("00000000  41"), "{plain}");
    // standard output is no terminal here
    assert_eq!(paged(&["--pager", "auto"], "sed s/^/paged:/"), plain);
    let long = paged(&["--pager", "always"], "sed s/^/paged:/");
    assert_eq!(long.replace("paged:", ""), plain);
    assert!(long.starts_with("paged:00000000"), "{long}");
    // one that is not there, only prints, or was left early
    assert_eq!(paged(&["--pager", "always"], "no-such-program"), plain);
    assert_eq!(paged(&["--pager", "always"], "cat"), plain);
    assert_eq!(paged(&["--pager", "always"], "true"), "");
}

#[cfg(unix)]
#[test]
fn what_check_and_lint_find_is_paged_and_still_counts() {
    let here = folder("pager-check");
    let root = env!("CARGO_MANIFEST_DIR");
    let broken = format!("{root}/tests/data/broken/dungeon-size-0.rlg327");
    let good = format!("{root}/samples/dungeon");
    let faulty = format!("{root}/tests/bad/types.ksy");
    let paged = |words: &[&str], pager: &str| {
        let command = fmtview(&here).args(words).args(["--pager", "always"]);
        let output = command.env("FMTVIEW_PAGER", pager).output().unwrap();
        assert_eq!(output.stderr, b"", "{words:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        (text, output.status.code())
    };
    for (words, expected) in [
        (&["check", &broken, &good][..], 1),
        (&["check", &good, &good], 0),
        (&["lint", &faulty], 1),
        (&["formats", "bxb", "--source"], 0),
    ] {
        let (printed, code) = paged(words, "cat");
        assert_eq!(code, Some(expected), "{words:?}");
        let (text, code) = paged(words, "sed s/^/paged:/");
        assert_eq!(code, Some(expected), "{words:?}");
        assert_eq!(text.replace("paged:", ""), printed, "{words:?}");
        assert!(
            text.lines().all(|line| line.starts_with("paged:")),
            "{text}"
        );
        // one that was left early
        assert_eq!(paged(words, "true"), (String::new(), Some(expected)));
    }
    let many: Vec<&str> = [broken.as_str()].into_iter().cycle().take(400).collect();
    let (text, code) = paged(&[&["check"], many.as_slice()].concat(), "head -n 1");
    assert_eq!((text.lines().count(), code), (1, Some(1)), "{text}");
}
