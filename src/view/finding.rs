//! What is wrong, in words.

use super::doc::{Line, Role};
use super::number;
use super::options::{Base, Signs};
use super::preview::Preview;
use super::survey::Survey;
use crate::decode::{BufferId, FaultKind};
use crate::schema::{Endian, Severity};
use crate::tree::{Datum, Finding, Hint};

/// The role of findings of a severity.
#[must_use]
pub fn role(severity: Severity) -> Role {
    match severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    }
}

/// The word for a severity.
#[must_use]
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The sign for a severity: it shows without colour.
pub(super) fn sign(severity: Severity, signs: &Signs) -> &'static str {
    match severity {
        Severity::Error => signs.error,
        Severity::Warning => signs.warning,
        Severity::Note => signs.note,
    }
}

/// Adds what a hint says: `little-endian it reads 1,714, the size of the file`.
pub fn hint(line: &mut Line, finding: &Finding, hint: &Hint, preview: &Preview<'_>) {
    let role = Role::Hint;
    let base = match (preview.base, finding.hex) {
        (Base::Dec, true) => Base::Hex,
        (base, _) => base,
    };
    match hint {
        Hint::ByteSwapped { value, order, why } => {
            let (name, question) = match order {
                Endian::Le => ("little-endian", "written without htonl()/htobe32()?"),
                Endian::Be => ("big-endian", "written in network byte order?"),
            };
            line.push(role, name);
            line.push(role, " it reads ");
            number::int(line, role, *value, base);
            if !why.is_empty() {
                line.push(role, ", ");
                line.untrusted(role, why);
            }
            line.push(role, ": ");
            line.push(role, question);
        }
        Hint::OffBy { difference, why } => {
            let size = i128::try_from(difference.unsigned_abs()).unwrap_or(i128::MAX);
            number::int(line, role, size, base);
            line.push(
                role,
                if *difference < 0 {
                    " too small"
                } else {
                    " too large"
                },
            );
            if !why.is_empty() {
                line.push(role, ": ");
                line.untrusted(role, why);
            }
        }
        Hint::CutOff { missing } => {
            let missing = i128::try_from(*missing).unwrap_or(i128::MAX);
            number::int(line, role, missing, base);
            line.push(
                role,
                if missing == 1 {
                    " byte is"
                } else {
                    " bytes are"
                },
            );
            line.push(role, " missing: the file is cut off");
        }
        Hint::EndsEarly { end, missing } => {
            let number = |n: u128| i128::try_from(n).unwrap_or(i128::MAX);
            line.push(role, "the file may be cut off: it ends at ");
            number::int(line, role, number(*end), base);
            line.push(role, ", and ");
            number::int(line, role, number(*missing), base);
            let wanting = match missing {
                1 => " byte is wanting",
                _ => " bytes are wanting",
            };
            line.push(role, wanting);
        }
        Hint::Moved { by, at } => {
            line.push(role, "what is expected stands ");
            number::count(line, role, by.unsigned_abs(), "byte", "bytes");
            line.push(role, if *by < 0 { " earlier" } else { " later" });
            line.push(role, ", at ");
            number::offset(line, role, *at, preview.base);
        }
        Hint::OtherWidth { width, value } => {
            line.push(role, "as ");
            number::count(line, role, u64::from(*width), "byte", "bytes");
            line.push(role, " it reads ");
            number::int(line, role, *value, base);
        }
    }
}

/// What a finding says, its numbers with commas between thousands as values
/// have them; on request without the value that was found, for a place where
/// that stands anyway.
pub(super) fn message(finding: &Finding, without_found: bool) -> String {
    let mut text = finding.message.as_str();
    let is_number = |datum: &Option<Datum>| matches!(datum, Some(Datum::Int(_) | Datum::Float(_)));
    if without_found
        && is_number(&finding.found)
        && let Some((found, rest)) = text.split_once("; ")
        && found.starts_with("found ")
    {
        text = rest;
    }
    if finding.kind != FaultKind::CheckFailed {
        return all_grouped(text);
    }
    let datums = [&finding.found, &finding.expected].into_iter().flatten();
    let datums = datums.filter_map(|datum| match datum {
        Datum::Int(number) => Some(*number),
        _ => None,
    });
    let numbers = datums.chain(finding.numbers.iter().copied());
    numbers.fold(text.to_owned(), |text, number| grouped(&text, number))
}

/// Puts commas into the numbers of a message of the program's own, but not into
/// what it quotes.
fn all_grouped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut quoted = false;
    for word in text.split_inclusive(' ') {
        let bare = word
            .trim_start_matches('(')
            .trim_end_matches([' ', '.', ',', ';', ':', ')']);
        match bare.parse() {
            Ok(number) if !quoted => out.push_str(&grouped(word, number)),
            _ => out.push_str(word),
        }
        let quotes = word.chars().filter(|c| matches!(c, '"' | '`')).count();
        quoted ^= quotes % 2 == 1;
    }
    out
}

/// Puts commas into a number wherever it stands in a text.
fn grouped(text: &str, number: i128) -> String {
    let plain = number.to_string();
    let mut line = Line::new();
    number::dec(&mut line, Role::Plain, number);
    if plain == line.text() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(&plain) {
        let (before, found) = rest.split_at(at);
        let after = &found[plain.len()..];
        let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let part =
            before.ends_with(inside) || after.starts_with(|c: char| c.is_ascii_alphanumeric());
        out.push_str(before);
        out.push_str(if part { &plain } else { line.text() });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Adds a sentence about a file most of whose faults the other byte order
/// explains.
pub(super) fn swapped_summary(line: &mut Line, survey: &Survey) {
    let role = Role::Hint;
    number::dec(line, role, i128::from(survey.swapped));
    line.push(role, " fields read sensibly ");
    line.push(
        role,
        match survey.swapped_order {
            Some(Endian::Le) => "as little-endian: ",
            Some(Endian::Be) => "as big-endian: ",
            None => "in the other byte order: ",
        },
    );
    for (i, path) in survey.swapped_paths.iter().enumerate() {
        if i > 0 {
            line.push(role, ", ");
        }
        line.untrusted(role, path);
    }
    if survey.swapped > survey.swapped_paths.len() as u64 {
        line.push(role, ", and others");
    }
}

/// The offset of a finding, with the stream that it counts in.
pub fn place(line: &mut Line, finding: &Finding) {
    let Some(span) = finding.span else { return };
    line.push(Role::Offset, "0x");
    line.hex(Role::Offset, span.start_byte(), 2);
    if span.buffer != BufferId::FILE {
        line.push(Role::Comment, " in ");
        match &finding.stream {
            Some(stream) => line.untrusted(Role::Comment, stream),
            None => line.push(Role::Comment, "a decoded stream"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn numbers_in_messages_get_commas() {
        assert_eq!(
            grouped("1714 is not 17145 or x1714: 1714.", 1714),
            "1,714 is not 17145 or x1714: 1,714."
        );
        assert_eq!(grouped("-1714, 12", -1714), "-1,714, 12");
        assert_eq!(grouped("a 12", 12), "a 12");
        assert_eq!(
            all_grouped(
                "element 1000: 7168 bytes (-1234), \"1999 bc 2000\", 0x1234, a[1000]; 5000."
            ),
            "element 1,000: 7,168 bytes (-1,234), \"1999 bc 2000\", 0x1234, a[1000]; 5,000."
        );
    }
}
