//! Findings and grammar problems as lines of JSON.

use super::literal::{self, Object};
use crate::grammar::Problem;
use crate::schema::{Endian, Severity};
use crate::text::Sources;
use crate::tree::{Datum, Finding, Hint};

/// The name of a severity in machine-readable output.
#[must_use]
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Appends a finding about a file as one line of JSON. Offset and length count
/// bytes; `stream` stands only if they count in a decoded stream.
pub fn finding_line(out: &mut Vec<u8>, finding: &Finding, format: &str, file: &str) {
    let mut object = Object::new(out);
    object.string("severity", severity_name(finding.severity));
    object.string("kind", finding.kind.name());
    object.string("path", &finding.path);
    object.int_or_null("offset", finding.span.map(|span| span.start_byte().into()));
    object.int_or_null("length", finding.span.map(|span| span.byte_len().into()));
    if let Some(stream) = &finding.stream {
        object.string("stream", stream);
    }
    datum(object.key("found"), finding.found.as_ref());
    datum(object.key("expected"), finding.expected.as_ref());
    object.string("message", &finding.message);
    hint(object.key("hint"), finding.hint.as_ref());
    object.string("format", format);
    object.string("file", file);
    object.close();
    out.push(b'\n');
}

/// Appends a grammar's problem as one line of JSON. Line and column count from
/// 1, columns in characters.
pub fn problem_line(out: &mut Vec<u8>, problem: &Problem, sources: &Sources) {
    let (line, column) = sources.line_column(problem.loc.file, problem.loc.start);
    let file = sources
        .get(problem.loc.file)
        .map_or("", |source| &source.name);
    let mut object = Object::new(out);
    object.string("severity", severity_name(problem.severity));
    object.string("path", &problem.path);
    object.int_or_null("line", i128::try_from(line).ok());
    object.int_or_null("column", i128::try_from(column).ok());
    object.string("message", &problem.message);
    if let Some(help) = &problem.help {
        object.string("help", help);
    }
    object.string("file", file);
    object.close();
    out.push(b'\n');
}

fn datum(out: &mut Vec<u8>, datum: Option<&Datum>) {
    match datum {
        None => out.extend_from_slice(b"null"),
        Some(Datum::Int(number)) => literal::int(out, *number),
        Some(Datum::Float(number)) => literal::float(out, *number),
        Some(Datum::Bool(yes)) => out.extend_from_slice(if *yes { b"true" } else { b"false" }),
        Some(Datum::Str(text)) => literal::string(out, text),
        Some(Datum::Bytes(bytes)) => {
            out.extend_from_slice(b"{\"bytes\":\"");
            literal::hex(out, bytes);
            out.extend_from_slice(b"\"}");
        }
    }
}

fn hint(out: &mut Vec<u8>, hint: Option<&Hint>) {
    let Some(hint) = hint else {
        out.extend_from_slice(b"null");
        return;
    };
    let mut object = Object::new(out);
    match hint {
        Hint::ByteSwapped { value, order, why } => {
            object.string("kind", "byte-swapped");
            object.int_or_null("value", Some(*value));
            object.string("order", if *order == Endian::Le { "le" } else { "be" });
            object.string("why", why);
        }
        Hint::OffBy { difference, why } => {
            object.string("kind", "off-by");
            object.int_or_null("difference", Some(*difference));
            object.string("why", why);
        }
        Hint::CutOff { missing } => {
            object.string("kind", "cut-off");
            object.int_or_null("missing", i128::try_from(*missing).ok());
        }
        Hint::EndsEarly { end, missing } => {
            object.string("kind", "ends-early");
            object.int_or_null("end", i128::try_from(*end).ok());
            object.int_or_null("missing", i128::try_from(*missing).ok());
        }
        Hint::Moved { by, at } => {
            object.string("kind", "moved");
            object.int_or_null("by", Some((*by).into()));
            object.int_or_null("at", Some((*at).into()));
        }
        Hint::OtherWidth { width, value } => {
            object.string("kind", "other-width");
            object.int_or_null("width", Some((*width).into()));
            object.int_or_null("value", Some(*value));
        }
    }
    object.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BufferId, FaultKind, Span};
    use crate::text::Loc;
    use pretty_assertions::assert_eq;

    fn finding() -> Finding {
        Finding {
            severity: Severity::Error,
            kind: FaultKind::ValidationNotEqual,
            path: "file_size".into(),
            span: Some(Span::bytes(BufferId::FILE, 10, 14)),
            stream: None,
            found: Some(Datum::Int(2_986_737_664)),
            expected: Some(Datum::Int(1714)),
            message: "not the size".into(),
            numbers: Vec::new(),
            hex: false,
            hint: None,
        }
    }

    #[track_caller]
    fn check(finding: &Finding, expected: &str) {
        let mut out = Vec::new();
        finding_line(&mut out, finding, "dungeon", "a.rlg327");
        assert_eq!(String::from_utf8_lossy(&out), format!("{expected}\n"));
    }

    #[test]
    fn a_finding_with_a_hint() {
        let hint = Hint::ByteSwapped {
            order: Endian::Le,
            value: 1714,
            why: "the size of the file".into(),
        };
        check(
            &Finding {
                hint: Some(hint),
                ..finding()
            },
            r#"{"severity":"error","kind":"validation-not-equal","path":"file_size","offset":10,"length":4,"found":2986737664,"expected":1714,"message":"not the size","hint":{"kind":"byte-swapped","value":1714,"order":"le","why":"the size of the file"},"format":"dungeon","file":"a.rlg327"}"#,
        );
    }

    #[test]
    fn a_finding_in_a_stream_without_values() {
        let finding = Finding {
            severity: Severity::Note,
            kind: FaultKind::TrailingBytes,
            path: String::new(),
            span: None,
            stream: Some("body".into()),
            found: Some(Datum::Bytes(vec![10, 27])),
            expected: None,
            ..finding()
        };
        check(
            &finding,
            r#"{"severity":"note","kind":"trailing-bytes","path":"","offset":null,"length":null,"stream":"body","found":{"bytes":"0a1b"},"expected":null,"message":"not the size","hint":null,"format":"dungeon","file":"a.rlg327"}"#,
        );
    }

    #[test]
    fn a_grammar_problem() {
        let mut sources = Sources::default();
        let file = sources.add("g.ksy", "meta:\n  id: ä\n  x: 1\n");
        let problem = Problem {
            severity: Severity::Warning,
            path: "/meta/x".into(),
            loc: Loc {
                file,
                start: 17,
                end: 18,
            },
            message: "unknown key".into(),
            help: None,
        };
        let mut out = Vec::new();
        problem_line(&mut out, &problem, &sources);
        assert_eq!(
            String::from_utf8_lossy(&out),
            "{\"severity\":\"warning\",\"path\":\"/meta/x\",\"line\":3,\"column\":3,\
             \"message\":\"unknown key\",\"file\":\"g.ksy\"}\n"
        );
    }
}
