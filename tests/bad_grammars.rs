//! Grammars with faults, `tests/bad/*.ksy`. The comment that a file begins with
//! is what is said of the text after it, a line for each problem:
//! `LINE:COLUMN PATH SEVERITY: MESSAGE [HELP]`, lines counted after the comment.
//!
//! `SNAPSHOTS=overwrite cargo test --test bad_grammars` writes the comments
//! anew.

use std::fs;
use std::path::Path;

use fmtview::diag::{Look, render};
use fmtview::grammar::{Compiled, GrammarText, Loader, Problem, compile};
use fmtview::schema::Severity;
use fmtview::text::sanitize::is_unsafe;
use fmtview::text::{FileId, escape};
use pretty_assertions::assert_eq;

/// Imports are the files of the folder, as if they began after their comment.
struct Folder<'a>(&'a Path);

impl Loader for Folder<'_> {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        let name = format!("{}.ksy", import.trim_start_matches('/'));
        let text = fs::read_to_string(self.0.join(&name));
        let text = text.map_err(|_| format!("there is no {name}"))?;
        let text = body(&text).to_owned();
        Ok(GrammarText { name, text })
    }
}

/// A file without the comment that it begins with.
fn body(text: &str) -> &str {
    let comment = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'));
    &text[comment.map(str::len).sum()..]
}

/// What is said of the main grammar, as a comment.
fn comment(compiled: &Compiled) -> String {
    let mut comment = String::new();
    for problem in &compiled.problems {
        if problem.loc.file != FileId(0) {
            continue;
        }
        let (line, column) = compiled
            .sources
            .line_column(problem.loc.file, problem.loc.start);
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Note => "warning",
        };
        let message = format!("{} {severity}: {}", problem.path, problem.message);
        comment += &format!("# {line}:{column} {}", escape(&message));
        if let Some(help) = &problem.help {
            comment += &format!(" [{}]", escape(help));
        }
        comment += "\n";
    }
    comment
}

#[test]
fn problems_are_as_the_comments_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    assert!(files.len() > 30);
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a text");
        let body = body(&text);
        let main = GrammarText {
            name: name.to_string(),
            text: body.to_owned(),
        };
        let compiled = compile(main, &Folder(&folder));
        let found = format!("{}{body}", comment(&compiled));
        if overwrite {
            fs::write(&path, found).expect("the file can be written");
        } else {
            assert_eq!(found, text, "{name}");
        }
        check_rendering(&compiled);
    }
}

/// Every problem can be drawn, and draws nothing that could harm a terminal.
#[track_caller]
fn check_rendering(compiled: &Compiled) {
    assert!(!compiled.problems.is_empty());
    for problem in &compiled.problems {
        check_problem(problem, compiled);
    }
}

#[track_caller]
fn check_problem(problem: &Problem, compiled: &Compiled) {
    let look = Look {
        color: false,
        unicode: true,
        width: 100,
    };
    let drawn = render(&problem.into(), &compiled.sources, look);
    assert!(!drawn.chars().any(|c| c != '\n' && is_unsafe(c)), "{drawn}");
    assert!(drawn.starts_with("error: ") || drawn.starts_with("warning: "));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(400))]

    /// Whatever becomes of a grammar by a slip of the hand, it is answered.
    #[test]
    fn slips_of_the_hand(
        file in 0usize..1000,
        from in 0.0f64..1.0,
        deleted in 0usize..12,
        inserted in "[-:#{}'\"\\[\\]|>&*!?@, a-z0-9_.\n\t\u{202e}\r]{0,6}",
    ) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
        let mut files: Vec<_> = fs::read_dir(&folder)?.flatten().map(|e| e.path()).collect();
        files.sort();
        let text = fs::read_to_string(&files[file % files.len()])?;
        let mut chars: Vec<char> = body(&text).chars().collect();
        let from = ((chars.len() as f64) * from) as usize;
        let to = (from + deleted).min(chars.len());
        chars.splice(from..to, inserted.chars());
        let main = GrammarText { name: "x.ksy".into(), text: chars.into_iter().collect() };
        let compiled = compile(main, &Folder(&folder));
        let error = compiled.problems.iter().any(|p| p.severity == Severity::Error);
        proptest::prop_assert_eq!(compiled.schema.is_none(), error);
        for problem in &compiled.problems {
            check_problem(problem, &compiled);
        }
    }
}
