//! What all tests of the language go through: a grammar, some bytes, an
//! expression, and what it must give.
//!
//! A grammar that does not begin with `meta` is little-endian and has UTF-8
//! strings. Expected values are in the JSON form of `fmtview get`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::time::Duration;

use fmtview::decode::Limits;
use fmtview::export::json::{Json, JsonOptions};
use fmtview::grammar::{Compiled, GrammarText, Loader, Problem, Queries, compile};
use fmtview::schema::{Schema, Severity};
use fmtview::tree::{self, Finding, Options, Tree};
use fmtview::view::doc::{Line, Sink};
use fmtview::view::{Base, Part, ViewOptions, hexdump, outline};
use pretty_assertions::assert_eq;

const META: &str = "meta: {id: main, endian: le, encoding: UTF-8}\n";

/// Grammars by name; `/x` is `lib/x.ksy`.
struct Memory<'f>(HashMap<&'f str, &'f str>);

impl Loader for Memory<'_> {
    fn load(&self, importing: &str, import: &str) -> Result<GrammarText, String> {
        let name = match import.strip_prefix('/') {
            Some(rest) => format!("lib/{rest}.ksy"),
            None => match importing.rsplit_once('/') {
                Some((folder, _)) => normal(&format!("{folder}/{import}.ksy")),
                None => format!("{import}.ksy"),
            },
        };
        match self.0.get(&*name) {
            Some(text) => Ok(GrammarText {
                text: (*text).to_owned(),
                name,
            }),
            None => Err(format!("no file {name}")),
        }
    }
}

/// A path without `..`.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Compiles a grammar as it stands, `meta` added where it has none.
pub(crate) fn compiled(grammar: &str) -> Compiled {
    let text = grammar.trim_start_matches('\n');
    let text = if text.starts_with("meta:") {
        text.to_owned()
    } else {
        format!("{META}{text}")
    };
    compiled_files(&[("main.ksy", &text)])
}

/// Compiles the first of some grammars.
pub(crate) fn compiled_files(files: &[(&str, &str)]) -> Compiled {
    let (name, text) = files[0];
    let main = GrammarText {
        name: name.to_owned(),
        text: text.trim_start_matches('\n').to_owned(),
    };
    compile(main, &Memory(files.iter().copied().collect()))
}

/// `severity path message`, with the advice in brackets.
fn told(problem: &Problem) -> String {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let help = problem.help.as_deref().unwrap_or_default();
    format!("{severity} {}: {} ({help})", problem.path, problem.message)
}

/// The schema of a grammar that has no errors.
#[track_caller]
pub(crate) fn schema_of(compiled: Compiled) -> Schema {
    let errors: Vec<String> = compiled
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(told)
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    compiled.schema.unwrap()
}

/// What a file gives under a grammar.
pub(crate) struct Got {
    /// Faults of the first read: `kind path: message`.
    pub(crate) faults: Vec<String>,
    /// JSON of each value, or `kind path: message`.
    pub(crate) results: Vec<Result<String, String>>,
}

/// Reads a file and evaluates expressions, one after the other, as
/// `fmtview get` does.
pub(crate) fn get(schema: &Schema, data: &[u8], exprs: &[&str], strict: bool) -> Got {
    let options = Options {
        strict,
        limits: deep_limits(),
        ..Options::default()
    };
    get_with(schema, data, exprs, options)
}

/// Bounds as the command line has them; wants the stack of [`deep`] where they
/// are reached.
pub(crate) fn deep_limits() -> Limits {
    Limits {
        depth: Limits::DEEP,
        fields: 1 << 15,
        ..Limits::default()
    }
}

/// The same with options.
pub(crate) fn get_with(schema: &Schema, data: &[u8], exprs: &[&str], options: Options) -> Got {
    let tree = Tree::new(schema, data, options);
    let faults = tree.read_faults();
    let queries = Queries::new(schema);
    let mut results = Vec::new();
    for text in exprs {
        let result = match queries.compile(schema.root, text, false) {
            Err(error) => Err(format!("compile: {}", error.message)),
            Ok(expr) => match tree.eval(&expr) {
                Err(fault) => Err(fault_told(&fault)),
                Ok(value) => Ok(json(&tree, |json| json.result_line(&Ok(value)))),
            },
        };
        results.push(result);
    }
    Got {
        faults: faults.iter().map(|(_, fault)| fault_told(fault)).collect(),
        results,
    }
}

fn fault_told(fault: &fmtview::decode::Fault) -> String {
    format!(
        "{} {}: {}",
        fault.kind().name(),
        fault.grammar_path(),
        fault.message()
    )
}

fn json<'a>(
    tree: &Tree<'a>,
    write: impl FnOnce(&mut Json<'_, '_, 'a>) -> std::io::Result<()>,
) -> String {
    let mut out = Vec::new();
    let mut json = Json::new(&mut out, tree, JsonOptions::default());
    write(&mut json).unwrap();
    json.finish().unwrap();
    String::from_utf8(out).unwrap().trim_end().to_owned()
}

/// All findings of `fmtview check`.
pub(crate) fn findings(schema: &Schema, data: &[u8], options: Options) -> Vec<Finding> {
    let tree = Tree::new(schema, data, options);
    let mut found = Vec::new();
    let _ = tree::check(&tree, &mut |finding| {
        found.push(finding);
        if found.len() < 1000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found
}

/// What an expression gives where reading must succeed.
#[track_caller]
pub(crate) fn check(grammar: &str, data: &[u8], expr: &str, expected: &str) {
    check_all(grammar, data, &[(expr, expected)]);
}

/// What several expressions give, each in a file of its own and then one after
/// the other.
#[track_caller]
pub(crate) fn check_all(grammar: &str, data: &[u8], cases: &[(&str, &str)]) {
    check_schema(&schema_of(compiled(grammar)), data, cases);
}

/// The same for the first of several grammars.
#[track_caller]
pub(crate) fn check_files(files: &[(&str, &str)], data: &[u8], cases: &[(&str, &str)]) {
    check_schema(&schema_of(compiled_files(files)), data, cases);
}

#[track_caller]
fn check_schema(schema: &Schema, data: &[u8], cases: &[(&str, &str)]) {
    for (expr, expected) in cases {
        for strict in [true, false] {
            let got = get(schema, data, &[expr], strict);
            assert_eq!(got.faults, Vec::<String>::new());
            let expected = Ok((*expected).to_owned());
            assert_eq!(got.results, [expected], "{expr}, strict: {strict}");
        }
    }
    let exprs: Vec<&str> = cases.iter().map(|(expr, _)| *expr).collect();
    let expected: Vec<_> = cases.iter().map(|(_, it)| Ok((*it).to_owned())).collect();
    let got = get(schema, data, &exprs, true);
    assert_eq!(got.results, expected, "one after the other");
}

/// An expression that fails where reading succeeds: the kind of the error (and
/// the grammar's path, `conversion /instances/a`) and words of its message.
#[track_caller]
pub(crate) fn check_error(grammar: &str, data: &[u8], expr: &str, kind: &str, words: &str) {
    let schema = schema_of(compiled(grammar));
    let got = get(&schema, data, &[expr], true);
    assert_eq!(got.faults, Vec::<String>::new());
    let told = got.results[0].clone().unwrap_err();
    let rest = told.strip_prefix(kind).unwrap_or_default();
    assert!(
        rest.starts_with([' ', ':']) && told.contains(words),
        "{told}"
    );
}

/// A read that fails: the kind and the grammar's path of its first fault
/// (`unexpected-eof /seq/1`), words of its message, and what is still there.
#[track_caller]
pub(crate) fn check_fault(
    grammar: &str,
    data: &[u8],
    kind_and_path: &str,
    words: &str,
    left: &[(&str, &str)],
) {
    let schema = schema_of(compiled(grammar));
    let exprs: Vec<&str> = left.iter().map(|(expr, _)| *expr).collect();
    let got = get(&schema, data, &exprs, true);
    let told = got.faults.first().map_or("no fault", String::as_str);
    assert!(
        told.starts_with(&format!("{kind_and_path}:")) && told.contains(words),
        "{told}"
    );
    let expected: Vec<_> = left.iter().map(|(_, it)| Ok((*it).to_owned())).collect();
    assert_eq!(got.results, expected);
}

/// A grammar with an error at a YAML path, with words of its message or advice.
#[track_caller]
pub(crate) fn check_rejected(grammar: &str, path: &str, words: &str) {
    check_problem(&compiled(grammar), "error", path, words);
}

/// A grammar that compiles with a warning.
#[track_caller]
pub(crate) fn check_warned(grammar: &str, path: &str, words: &str) {
    let compiled = compiled(grammar);
    check_problem(&compiled, "warning", path, words);
    schema_of(compiled);
}

/// A grammar with nothing wrong.
#[track_caller]
pub(crate) fn check_clean(grammar: &str) {
    let problems: Vec<String> = compiled(grammar).problems.iter().map(told).collect();
    assert_eq!(problems, Vec::<String>::new());
}

/// A problem of this severity at this path, with these words.
#[track_caller]
pub(crate) fn check_problem(compiled: &Compiled, severity: &str, path: &str, words: &str) {
    let told: Vec<String> = compiled.problems.iter().map(told).collect();
    let start = format!("{severity} {path}: ");
    assert!(
        told.iter()
            .any(|it| it.starts_with(&start) && it.contains(words)),
        "{told:#?}"
    );
    assert_eq!(
        compiled.schema.is_none(),
        told.iter().any(|it| it.starts_with("error"))
    );
}
/// Runs on a stack as large as that of the command line.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, work)
            .unwrap()
            .join()
            .unwrap()
    })
}

/// The whole file as `fmtview json` writes it.
pub(crate) fn whole(schema: &Schema, data: &[u8]) -> String {
    let options = Options {
        limits: deep_limits(),
        ..Options::default()
    };
    let tree = Tree::new(schema, data, options);
    json(&tree, |json| json.tree_line(&tree.root()))
}

/// The lines of a view.
struct Lines(String);

impl Sink for Lines {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        self.0.push_str(line.text());
        self.0.push('\n');
        ControlFlow::Continue(())
    }
}

fn view_options(full: bool) -> ViewOptions<'static> {
    ViewOptions {
        name: "data",
        by: "",
        width: 120,
        ascii: true,
        full,
        computed: true,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    }
}

/// What `fmtview view` and `fmtview tree` print.
pub(crate) fn views(schema: &Schema, data: &[u8], full: bool) -> [String; 2] {
    let options = view_options(full);
    let tree = || {
        let limits = deep_limits();
        Tree::new(
            schema,
            data,
            Options {
                limits,
                ..Options::default()
            },
        )
    };
    let view = view_of(&tree(), &Part::Whole, full);
    let mut lines = Lines(String::new());
    let tree = tree();
    let _ = outline(&tree, &tree.root(), &options, &mut lines);
    [view, lines.0]
}

/// What `fmtview view` prints of a part.
pub(crate) fn view_of<'a>(tree: &Tree<'a>, part: &Part<'a>, full: bool) -> String {
    let mut lines = Lines(String::new());
    let _ = hexdump(tree, part, &view_options(full), &mut lines);
    lines.0
}

/// Runs on such a stack and fails if it takes far too long.
#[track_caller]
pub(crate) fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(1 << 30);
    thread
        .spawn(move || {
            let _ = sender.send(work());
        })
        .unwrap();
    receiver
        .recv_timeout(Duration::from_secs(60))
        .expect("an answer in time")
}
