//! The rules of the source tree that a reader of `src/` can hold.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use pretty_assertions::assert_eq;

/// Every `.rs` file of `src/`, with its path from there.
fn sources() -> Vec<(String, String)> {
    let sources = files("src");
    assert!(sources.len() > 20, "{} files", sources.len());
    sources
}

/// Every `.rs` file of a folder, with its path from there.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    collect(&root, &mut found);
    let mut sources: Vec<(String, String)> = found
        .iter()
        .map(|path| {
            let name = path
                .strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    sources.sort();
    sources
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// Lists the lines of files outside `allowed` that `breaks`; comments are left
/// out.
#[track_caller]
fn check_lines(allowed: &[&str], breaks: impl Fn(&str) -> bool) {
    let mut broken = Vec::new();
    for (name, text) in sources() {
        if allowed.iter().any(|place| name.starts_with(place)) {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            if !line.trim_start().starts_with("//") && breaks(line) {
                broken.push(format!("{name}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn no_file_is_longer_than_five_hundred_lines() {
    let all = files("src").into_iter().chain(files("tests"));
    let long: Vec<String> = all
        .filter(|(_, text)| text.lines().count() > 500)
        .map(|(name, text)| format!("{name}: {}", text.lines().count()))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn each_file_begins_with_what_it_is_for() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(silent, Vec::<String>::new());
}

#[test]
fn unsafe_code_is_in_input_alone() {
    check_lines(&["input/"], |line| {
        line.contains("unsafe ") || line.contains("unsafe{")
    });
}

#[test]
fn escape_codes_are_in_paint_alone() {
    // Tests elsewhere put them into names and data, to see that they come out
    // harmless.
    let mut broken = Vec::new();
    for (name, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let escapes = ["\\x1b", "\\u{1b}", "\u{1b}"];
        let test = name.ends_with("tests.rs") || name.contains("tests/");
        if !name.starts_with("paint/") && !test && escapes.iter().any(|it| code.contains(it)) {
            broken.push(name);
        }
    }
    // One reads a grammar's `\\e`, the other speaks of them.
    assert_eq!(broken, ["grammar/expr/lex.rs", "text/sanitize.rs"]);
}

#[test]
fn the_library_neither_prints_nor_asks_the_environment() {
    let forbidden = [
        "println!",
        "print!(",
        "eprint",
        "process::exit",
        "env::var",
        "env::args",
        "env::home",
        "stdout()",
        "stderr()",
        "extern crate clap",
        "use clap",
        "clap::",
    ];
    check_lines(&["cli/", "main.rs", "build.rs"], |line| {
        forbidden.iter().any(|word| line.contains(word))
    });
}

#[test]
fn modules_use_only_those_above_them() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let order: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(
        order.starts_with(&["text", "diag", "schema", "grammar", "decode", "tree"]),
        "{order:?}"
    );
    let place = |module: &str| order.iter().position(|it| *it == module);
    let mut broken = Vec::new();
    for (name, text) in sources() {
        let Some(own) = place(name.split('/').next().unwrap_or_default()) else {
            continue;
        };
        for (i, line) in text.lines().enumerate() {
            let other = line.split("crate::").nth(1).map(|rest| {
                rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .next()
                    .unwrap_or("")
            });
            if other.and_then(place).is_some_and(|other| other > own) {
                broken.push(format!("{name}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn what_is_left_to_do_is_in_an_issue() {
    check_lines(&[], |line| {
        ["TODO", "FIXME", "todo!", "unimplemented!"]
            .iter()
            .any(|word| line.contains(word))
    });
}

#[test]
fn every_grammar_has_a_sample() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checked = fs::read_to_string(root.join("tests/golden/samples.check.txt")).unwrap();
    for entry in fs::read_dir(root.join("grammars")).unwrap() {
        let path = entry.unwrap().path();
        let id = path.file_stem().unwrap().to_str().unwrap();
        assert!(checked.contains(&format!("valid ({id})")), "{id}");
    }
}
