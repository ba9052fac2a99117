//! Diagnostics as text. This is the only user of `annotate_snippets`.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level as Title, Origin, Renderer, Snippet};

use super::{Diagnostic, Level, Look};
use crate::text::width::wrap;
use crate::text::{Loc, Source, Sources, escape};

/// Draws a diagnostic: message, place, source line and help, without a line
/// end after the last line. Whatever comes from a grammar is escaped.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, look: Look) -> String {
    let title = match diagnostic.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
    };
    let width = look.width.max(40);
    let mut report = title
        .primary_title(escape(&diagnostic.message))
        .elements(None::<Origin<'_>>);
    let mut digits = 1;
    if let Some(source) = sources.get(diagnostic.loc.file) {
        let (number, column) = sources.line_column(diagnostic.loc.file, diagnostic.loc.start);
        digits = number.to_string().len();
        let line = Line::of(source, diagnostic.loc);
        let section = Some(&*diagnostic.section).filter(|section| !section.is_empty());
        let mark = AnnotationKind::Primary
            .span(line.start..line.end)
            .label(section.map(escape));
        let snippet = Snippet::source(line.text)
            .line_start(number)
            .annotation(mark);
        let name = escape(&source.name);
        report = if line.as_written {
            report.element(snippet.path(name))
        } else {
            // columns count characters of the file, not of the escaped line
            let origin = Origin::path(name).line(number).char_column(column);
            report.element(origin).element(snippet)
        };
    }
    if let Some(help) = &diagnostic.help {
        let gutter = digits + " ╰ help: ".chars().count();
        report = report.element(Title::HELP.message(wrapped(help, width - gutter)));
    }
    let renderer = if look.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let decor = if look.unicode {
        DecorStyle::Unicode
    } else {
        DecorStyle::Ascii
    };
    renderer
        .decor_style(decor)
        .term_width(width)
        .render(&[report])
}

/// Text, escaped, in lines of so many columns.
fn wrapped(text: &str, width: usize) -> String {
    wrap(&escape(text), width).collect::<Vec<_>>().join("\n")
}

/// Bytes before and after a place that are looked at; more have no room.
const AROUND: usize = 400;

/// The first line of a place, escaped; of a long one a part.
struct Line {
    text: String,
    /// Nothing before `start` had to be escaped.
    as_written: bool,
    /// First byte of `text` to underline.
    start: usize,
    /// One past the last.
    end: usize,
}

impl Line {
    fn of(source: &Source, loc: Loc) -> Self {
        let text = &*source.text;
        let at = floor(text, loc.start as usize);
        let end = floor(text, loc.end as usize).max(at);
        let first = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let last = text[at..]
            .find('\n')
            .map_or(text.len(), |newline| at + newline);
        let last = first + text[first..last].trim_end_matches('\r').len();
        let (at, end) = (at.min(last), end.min(last));
        let from = first.max(floor(text, at.saturating_sub(AROUND)));
        let end = end.min(floor(text, at + AROUND));
        let to = last.min(floor(text, end + AROUND));
        let cut = |yes: bool| if yes { "…" } else { "" };
        let mut line = cut(from > first).to_owned();
        line.push_str(&escape(text[from..at].trim_start_matches('\u{feff}')));
        let start = line.len();
        let as_written = line == text[first..at];
        line.push_str(&escape(&text[at..end]));
        let end_of_mark = line.len();
        line.push_str(&escape(&text[end..to]));
        line.push_str(cut(to < last));
        Self {
            text: line,
            as_written,
            start,
            end: end_of_mark,
        }
    }
}

/// The start of the character that `offset` lies in.
fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapbox::{IntoData, assert_data_eq, str};

    const PLAIN: Look = Look {
        color: false,
        unicode: false,
        width: 80,
    };

    fn draw(text: &str, underline: &str, message: &str, help: Option<&str>, look: Look) -> String {
        let mut sources = Sources::default();
        let file = sources.add("x.ksy", text);
        let start = text.find(underline).unwrap_or(0);
        let offset = |o: usize| u32::try_from(o).unwrap();
        let loc = Loc {
            file,
            start: offset(start),
            end: offset(start + underline.len()),
        };
        let diagnostic = Diagnostic {
            level: Level::Error,
            message: message.into(),
            help: help.map(Into::into),
            section: "/seq/0/type".into(),
            loc,
        };
        render(&diagnostic, &sources, look)
    }

    #[test]
    fn a_long_help_is_broken_between_words() {
        let help = "its keys are: consume, doc, doc-ref, enum, eos-error, id, if, include, repeat";
        let look = Look { width: 50, ..PLAIN };
        let drawn = draw("type: u9\n", "u9", "no type u9", Some(help), look);
        assert_data_eq!(
            drawn,
            str![[r#"
error: no type u9
 --> x.ksy:1:7
  |
1 | type: u9
  |       ^^ /seq/0/type
  |
  = help: its keys are: consume, doc, doc-ref,
          enum, eos-error, id, if, include, repeat
"#]]
            .raw()
        );
    }

    #[test]
    fn line_caret_and_help() {
        let text = "seq:\n  - id: a\n    type: u9\n";
        let drawn = draw(
            text,
            "u9",
            "no type `u9`",
            Some("did you mean `u8`?"),
            PLAIN,
        );
        assert_data_eq!(
            drawn,
            str![[r#"
error: no type `u9`
 --> x.ksy:3:11
  |
3 |     type: u9
  |           ^^ /seq/0/type
  |
  = help: did you mean `u8`?
"#]]
            .raw()
        );
    }

    #[test]
    fn a_part_of_a_long_line() {
        let many = "ä, ".repeat(10_000);
        let drawn = draw(&format!("[{many}u9, {many}]"), "u9", "bad", None, PLAIN);
        assert_data_eq!(
            drawn,
            str![[r#"
error: bad
 --> x.ksy:1:30002
  |
 ::: 
1 | ... ä, ä, ä, ä, ä, ä, ä, ä, ä, u9, ä, ä, ä, ä, ä, ä, ä, ä, ä, ä, ä, ä, ä,...
  |                                ^^ /seq/0/type
"#]]
            .raw()
        );
    }

    #[test]
    fn box_characters() {
        let text = "seq:\n  - id: a\n    type: u9\n";
        let look = Look {
            unicode: true,
            ..PLAIN
        };
        let drawn = draw(text, "u9", "no type `u9`", Some("did you mean `u8`?"), look);
        assert_data_eq!(
            drawn,
            str![[r#"
error: no type `u9`
  ╭▸ x.ksy:3:11
  │
3 │     type: u9
  │           ━━ /seq/0/type
  │
  ╰ help: did you mean `u8`?
"#]]
            .raw()
        );
    }

    #[test]
    fn only_the_first_line_of_a_long_place() {
        let drawn = draw("a:\n  b: 1\n  c: 2\n", "b: 1\n  c: 2", "two", None, PLAIN);
        assert_data_eq!(
            drawn,
            str![[r#"
error: two
 --> x.ksy:2:3
  |
2 |   b: 1
  |   ^^^^ /seq/0/type
"#]]
            .raw()
        );
    }

    #[test]
    fn untrusted_text_is_escaped() {
        let drawn = draw(
            "a: \u{202e}b\u{1b}[31m\r\n",
            "b",
            "found \u{1b}]0;x\u{7}",
            None,
            PLAIN,
        );
        assert_data_eq!(
            drawn,
            str![[r#"
error: found \x1b]0;x\x07
 --> x.ksy:1:5
  |
 ::: 
1 | a: \u{202e}b\x1b[31m
  |            ^ /seq/0/type
"#]]
            .raw()
        );
    }

    #[test]
    fn places_outside_of_the_text() {
        let mut sources = Sources::default();
        let file = sources.add("x.ksy", "é");
        for (start, end) in [(0, 0), (1, 1), (2, 9), (9, 3), (1, 2)] {
            let loc = Loc { file, start, end };
            let diagnostic = Diagnostic {
                level: Level::Warning,
                message: "odd".into(),
                help: None,
                section: String::new(),
                loc,
            };
            assert!(render(&diagnostic, &sources, PLAIN).contains("x.ksy:1:"));
        }
    }

    #[test]
    fn colour_only_on_demand() {
        let colored = draw(
            "a: b",
            "b",
            "bad",
            None,
            Look {
                color: true,
                ..PLAIN
            },
        );
        assert!(colored.contains('\u{1b}'));
        assert!(!draw("a: b", "b", "bad", None, PLAIN).contains('\u{1b}'));
    }
}
