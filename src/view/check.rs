//! Findings for people: one a line, in the form that editors and terminals
//! follow to the place, and a last line about the file.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::doc::{Line, Role, Sink};
use super::finding;
use super::layout::wrap::wrap;
use super::mark::{Place, PlaceKind, Places};
use super::number;
use super::survey::Survey;
use crate::text::{in_ascii, middle_cut};
use crate::tree::{CheckOptions, Finding, Tree, check_with};

/// Columns before the rest of a line that was broken.
const HANG: usize = 2;

/// Bytes that sinks are told of a finding.
const SAMPLE: u64 = 16;

/// Columns of a path, at most; the middle of a longer one is left out.
const LONGEST_PATH: usize = 200;

/// How findings are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportOptions<'a> {
    /// A file with warnings is not called valid.
    pub strict: bool,
    /// How the format was found, if there is doubt about that.
    pub by: &'a str,
    /// Draw with ASCII signs only.
    pub ascii: bool,
    /// What else is told.
    pub check: CheckOptions,
}

/// Hands everything that is wrong with a file to a sink, and after it what that
/// comes to. Gives the counts; the walk ends early when the sink breaks.
pub fn report(
    tree: &Tree<'_>,
    name: &str,
    options: ReportOptions<'_>,
    sink: &mut dyn Sink,
) -> Survey {
    let mut survey = Survey::default();
    let mut line = Line::new();
    let flow = check_with(tree, options.check, &mut |finding| {
        survey.count(&finding);
        line.clear();
        tell(&mut line, tree, &finding, sink);
        one(&mut line, &finding, name, options.ascii);
        sink.line(&line)
    });
    survey.complete = flow.is_continue();
    if survey.complete {
        let _ = summary(&mut line, tree, name, options, &survey, sink);
    }
    survey
}

/// Breaks lines to a width, and hands them on. It takes lines to the end, even
/// if nobody wants to have them any more: the verdict counts all findings.
pub struct Wrapped<'s> {
    /// Where the lines go.
    pub sink: &'s mut dyn Sink,
    /// Columns that they may take.
    pub width: usize,
}

impl Sink for Wrapped<'_> {
    fn places(&mut self) -> Option<&mut dyn Places> {
        self.sink.places()
    }

    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        let room = self.width.saturating_sub(HANG).max(HANG);
        let mut whole = Line::new();
        for (i, part) in wrap(line, room).iter().enumerate() {
            whole.clear();
            whole.set_mark(line.mark());
            whole.spaces(if i > 0 { HANG } else { 0 });
            whole.append(part);
            if self.sink.line(&whole).is_break() {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Tells the sink, if it wants to know, what a line is about.
fn tell(line: &mut Line, tree: &Tree<'_>, found: &Finding, sink: &mut dyn Sink) {
    let Some(places) = sink.places() else { return };
    let bytes = found.span.map(|span| span.start_byte()..span.end_byte());
    let sample = found.span.map(|span| {
        let end = span.end_byte().min(span.start_byte() + SAMPLE);
        tree.bytes(span.buffer, span.start_byte(), end)
    });
    line.set_mark(places.place(&Place {
        kind: PlaceKind::Row,
        path: &found.path,
        ty: "",
        doc: "",
        bytes,
        decoded: found.stream.is_some(),
        sample: sample.as_deref().unwrap_or(&[]),
    }));
}

/// `FILE:OFFSET: severity: path: message; hint [kind]`
fn one(line: &mut Line, found: &Finding, file: &str, ascii: bool) {
    let shorter = |path| middle_cut(path, LONGEST_PATH, if ascii { "..." } else { "…" });
    let words = |text| match ascii {
        true => Cow::Owned(in_ascii(text)),
        false => Cow::Borrowed(text),
    };
    line.untrusted(Role::Plain, file);
    line.push(Role::Punctuation, ":");
    if let Some(stream) = &found.stream {
        line.untrusted(Role::Offset, &shorter(stream));
        line.push(Role::Punctuation, "+");
    }
    if let Some(span) = found.span {
        line.push(Role::Offset, "0x");
        line.hex(Role::Offset, span.start_byte(), 1);
        line.push(Role::Punctuation, ":");
    }
    line.spaces(1);
    line.push(finding::role(found.severity), finding::word(found.severity));
    line.push(Role::Punctuation, ": ");
    if !found.path.is_empty() {
        line.untrusted(Role::Heading, &shorter(&found.path));
        line.push(Role::Punctuation, ": ");
    }
    line.untrusted(Role::Plain, &words(&found.message));
    if let Some(hint) = &found.hint {
        line.push(Role::Punctuation, "; ");
        line.untrusted(Role::Hint, &words(&hint.words()));
    }
    line.push(Role::Comment, " [");
    line.push(Role::Comment, found.kind.name());
    line.push(Role::Comment, "]");
}

fn summary(
    line: &mut Line,
    tree: &Tree<'_>,
    name: &str,
    options: ReportOptions<'_>,
    survey: &Survey,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let schema = tree.schema();
    if survey.mostly_swapped() {
        line.clear();
        line.untrusted(Role::Plain, name);
        line.push(Role::Punctuation, ": ");
        finding::swapped_summary(line, survey);
        sink.line(line)?;
    }
    line.clear();
    line.untrusted(Role::Plain, name);
    line.push(Role::Punctuation, ": ");
    let counts = [
        (Role::Error, survey.errors, "error", "errors"),
        (Role::Warning, survey.warnings, "warning", "warnings"),
        (Role::Note, survey.notes, "note", "notes"),
    ];
    let bad = survey.errors > 0 || options.strict && survey.warnings > 0;
    if !bad {
        line.push(Role::Good, "valid");
    }
    let mut first = bad;
    for (role, count, one, many) in counts {
        if count > 0 {
            if !first {
                line.push(Role::Punctuation, ", ");
            }
            number::count(line, role, count, one, many);
            first = false;
        }
    }
    line.push(Role::Comment, " (");
    line.untrusted(Role::Comment, &schema.id);
    if !options.by.is_empty() {
        line.push(Role::Comment, ", ");
        line.untrusted(Role::Comment, options.by);
    }
    line.push(Role::Comment, ")");
    sink.line(line)
}
