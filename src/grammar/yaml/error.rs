//! Messages for text that is no YAML.

use granit_parser::{ErrorKind, ScanError};

use crate::grammar::problem::Problem;
use crate::schema::Severity;
use crate::text::{FileId, Loc};

/// What the parser says, in words that help to mend a grammar.
pub(super) fn problem(error: &ScanError, text: &str, file: FileId) -> Problem {
    let mut offset = error.marker().byte_offset().unwrap_or(0).min(text.len());
    if is_tab(error.kind()) {
        // the parser is past the tab
        offset = text
            .get(..offset)
            .and_then(|t| t.rfind('\t'))
            .unwrap_or(offset);
    }
    let length = text
        .get(offset..)
        .and_then(|t| t.chars().next())
        .map_or(0, char::len_utf8);
    let at = |o: usize| u32::try_from(o).unwrap_or(u32::MAX);
    let loc = Loc {
        file,
        start: at(offset),
        end: at(offset + length),
    };
    let (message, help) = wording(error, line_before(text, offset));
    Problem {
        severity: Severity::Error,
        path: String::new(),
        loc,
        message,
        help,
    }
}

/// The line up to `offset`.
fn line_before(text: &str, offset: usize) -> &str {
    let before = text.get(..offset).unwrap_or("");
    before.rsplit('\n').next().unwrap_or("")
}

fn is_tab(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInPlainScalar
    )
}

/// What is wrong and what to do; `line` is the line up to there.
fn wording(error: &ScanError, line: &str) -> (String, Option<String>) {
    let (message, help) = match error.kind() {
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement
            if line.contains(": ") =>
        {
            let key = line
                .split(": ")
                .next()
                .unwrap_or("")
                .trim_start_matches([' ', '-']);
            let help = format!("put the whole text in quotes: `{key}: '…'`");
            return ("a text with `: ` in it needs quotes".into(), Some(help));
        }
        ErrorKind::MappingValueNotAllowed
        | ErrorKind::InvalidColonPlacement
        | ErrorKind::MappingKeyNotAllowed => (
            "a `key: value` can't stand here",
            "is this line, or the one before it, indented wrongly?",
        ),
        kind if is_tab(kind) => (
            "there is a tab in the indentation",
            "YAML is indented with spaces",
        ),
        ErrorKind::UnclosedQuotedScalar => (
            "the quote that is opened here is not closed",
            "put a quote at the end of the text",
        ),
        ErrorKind::UnclosedFlowCollection { .. } => (
            "the bracket that is opened here is not closed",
            "put the closing bracket at its end",
        ),
        ErrorKind::UnexpectedCharacter { character } => {
            let message = format!("a text can't begin with `{}`", character.escape_default());
            return (message, Some("put the text in quotes".into()));
        }
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => (
            "this line should be a key, but it has no `:`",
            "write `key: value`, or indent the line if it goes on with the text above",
        ),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => (
            "this line does not go on with anything above it",
            "keys of one map stand in one column",
        ),
        ErrorKind::ExpectedBlockSequenceEntry => (
            "this line does not go on with the list above it",
            "entries of one list begin with `-` in one column",
        ),
        ErrorKind::BlockSequenceEntryNotAllowed => (
            "an entry of a list can't stand here",
            "does it stand beside a key, or in another column than the entries before?",
        ),
        ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar => (
            "there is something after the closing quote",
            "put the whole text in one pair of quotes; within `'…'` write `''` for a quote",
        ),
        ErrorKind::UnknownQuotedScalarEscape => (
            "there is no such escape in a text in double quotes",
            "write `\\\\` for a backslash, or put the text in single quotes",
        ),
        ErrorKind::ExpectedFlowSequenceSeparator => (
            "a `,` or `]` is missing before this",
            "entries in `[…]` are separated by commas; a text with a comma or bracket in it needs quotes",
        ),
        ErrorKind::ExpectedFlowMappingSeparator => (
            "a `,` or `}` is missing before this",
            "entries in `{…}` are separated by commas; a text with a comma or bracket in it needs quotes",
        ),
        ErrorKind::RecursionLimitExceeded => {
            return (super::too_deep(), None);
        }
        _ => return (format!("this is no YAML: {}", error.info()), None),
    };
    (message.into(), Some(help.into()))
}
