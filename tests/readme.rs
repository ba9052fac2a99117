//! README shows what the program prints. `SNAPSHOTS=overwrite cargo test --test
//! readme` writes what it finds.
#![cfg(all(unix, feature = "cli"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use pretty_assertions::assert_eq;
use snapbox::cmd::cargo_bin;
use snapbox::{Data, assert_data_eq};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// What a shell prints for a line, where `fmtview` is on the path.
fn run(line: &str) -> String {
    let program = cargo_bin!("fmtview").parent().unwrap();
    let path = env::var("PATH").unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(root())
        .env("PATH", format!("{}:{path}", program.display()))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn commands_print_what_is_shown() {
    let readme = read("README.md");
    let mut found = String::new();
    let mut block = "";
    let mut commands = 0;
    for line in readme.lines() {
        match (block, line.strip_prefix("```")) {
            ("", Some(language)) => {
                block = if language.is_empty() {
                    "text"
                } else {
                    language
                }
            }
            (_, Some(_)) => block = "",
            _ => {}
        }
        let command = line.strip_prefix("$ ").filter(|_| block == "console");
        if block != "console" || line.starts_with("```") || command.is_some() {
            found.push_str(line);
            found.push('\n');
        }
        if let Some(command) = command {
            found.push_str(&run(command));
            commands += 1;
        }
    }
    assert!(commands > 10, "{commands} commands");
    assert_data_eq!(
        found,
        Data::read_from(&root().join("README.md"), None).raw()
    );
}

#[test]
fn grammars_are_shown_as_they_stand_in_their_files() {
    let readme = read("README.md");
    let mut shown = 0;
    for block in readme.split("```yaml\n# ").skip(1) {
        let (path, rest) = block.split_once('\n').unwrap();
        let (text, _) = rest.split_once("```").unwrap();
        assert_eq!(text, read(path), "{path}");
        shown += 1;
    }
    assert_eq!(shown, readme.matches("```yaml").count());
}

/// The table of what `json` writes: each form stands in what it writes of one
/// file.
#[test]
fn json_is_as_the_table_says() {
    let readme = read("README.md");
    let (_, section) = readme.split_once("\n## JSON\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let file = "-f tests/readme/shapes.ksy tests/readme/shapes.bin";
    let written =
        run(&format!("fmtview json {file}")) + &run(&format!("fmtview json --ranges {file}"));
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let mut forms = 0;
    for row in rows.skip(1) {
        let (_, form) = row.split_once(" | ").unwrap();
        for form in form.split('`').skip(1).step_by(2) {
            for part in form.split('…') {
                assert!(written.contains(part), "{part} in {written}");
            }
            forms += 1;
        }
    }
    assert!(forms > 15, "{forms} forms");
}

#[test]
fn links_lead_to_files_and_headings() {
    let readme = read("README.md");
    for part in readme.split("](").skip(1) {
        let (target, _) = part.split_once(')').unwrap();
        if let Some(heading) = target.strip_prefix('#') {
            let wanted = format!("## {heading}");
            assert!(
                readme.lines().any(|line| line.to_lowercase() == wanted),
                "{target}"
            );
        } else if !target.starts_with("https://") {
            assert!(root().join(target).exists(), "{target}");
        }
    }
}

#[test]
fn ci_ends_with_the_test_command_that_is_given() {
    assert!(read("README.md").contains("\ncargo test  "));
    assert_eq!(read(".ci/run").lines().last(), Some("step cargo test"));
}
