//! Lines broken to a width.

use crate::text;
use crate::view::doc::{Line, Role};

/// A blank where no line is broken: between a value and what it means.
pub(super) const TIE: char = '\u{a0}';

/// A word: pieces without blanks between them, and the blanks before it.
#[derive(Default)]
struct Word<'l> {
    blanks: usize,
    pieces: Vec<(Role, &'l str)>,
}

fn words(line: &Line) -> Vec<Word<'_>> {
    let mut words = vec![Word::default()];
    for span in line.spans() {
        for (i, piece) in span.text.split(' ').enumerate() {
            if i > 0 {
                match words.last_mut() {
                    Some(last) if last.pieces.is_empty() => last.blanks += 1,
                    _ => words.push(Word {
                        blanks: 1,
                        pieces: Vec::new(),
                    }),
                }
            }
            if let Some(last) = words.last_mut().filter(|_| !piece.is_empty()) {
                last.pieces.push((span.role, piece));
            }
        }
    }
    words
}

/// The line broken at blanks, each part no wider than `room`.
pub(in crate::view) fn wrap(line: &Line, room: usize) -> Vec<Line> {
    let room = room.max(1);
    let mut parts: Vec<Line> = Vec::new();
    let mut part = Line::new();
    for word in words(line).iter().filter(|word| !word.pieces.is_empty()) {
        let wide: usize = word.pieces.iter().map(|(_, text)| text::width(text)).sum();
        if part.is_empty() {
            if parts.is_empty() {
                part.spaces(word.blanks.min(room));
            }
        } else if part.width() + word.blanks + wide <= room {
            part.spaces(word.blanks);
        } else {
            parts.push(std::mem::take(&mut part));
        }
        for &(role, text) in &word.pieces {
            let mut rest = text;
            while !rest.is_empty() {
                let left = room.saturating_sub(part.width());
                let mut head = text::width::fitting(rest, left);
                // a name that is longer than a line is cut between its words
                if head.len() < rest.len()
                    && let Some(cut) = head.rfind(['_', '.', '/', '-'])
                {
                    head = head.get(..=cut).unwrap_or(head);
                }
                if head.is_empty() && part.is_empty() {
                    let first = rest.chars().next().map_or(0, char::len_utf8);
                    head = rest.get(..first).unwrap_or(rest);
                }
                if head.contains(TIE) {
                    part.untrusted(role, &head.replace(TIE, " "));
                } else {
                    part.untrusted(role, head);
                }
                rest = rest.get(head.len()..).unwrap_or("");
                if !rest.is_empty() {
                    parts.push(std::mem::take(&mut part));
                }
            }
        }
    }
    if !part.is_empty() || parts.is_empty() {
        parts.push(part);
    }
    parts
}

/// Drops blanks at the end.
pub(super) fn trim(line: &mut Line) {
    let width = text::width(line.text().trim_end_matches(' '));
    line.truncate(width, "");
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, room: usize, expected: &[&str]) {
        let mut line = Line::new();
        line.untrusted(Role::Plain, text);
        let parts = wrap(&line, room);
        let texts: Vec<&str> = parts.iter().map(Line::text).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn lines_break_at_blanks() {
        check("one two three", 8, &["one two", "three"]);
        check("one two three", 7, &["one two", "three"]);
        check("one two three", 100, &["one two three"]);
        check("", 10, &[""]);
        check("one  ", 10, &["one"]);
    }

    #[test]
    fn long_words_are_cut() {
        check("abcdefgh ij", 3, &["abc", "def", "gh", "ij"]);
        check("寸法表", 1, &["寸", "法", "表"]);
    }

    #[test]
    fn roles_are_kept() {
        let mut line = Line::new();
        line.push(Role::Number, "12 ");
        line.push(Role::Comment, "rooms of it");
        let parts = wrap(&line, 6);
        let texts: Vec<&str> = parts.iter().map(Line::text).collect();
        assert_eq!(texts, ["12", "rooms", "of it"]);
        let roles: Vec<Role> = parts[1].spans().map(|span| span.role).collect();
        assert_eq!(roles, [Role::Comment]);
    }

    #[test]
    fn names_are_cut_between_their_words() {
        check(
            "version_needed_to_extract",
            20,
            &["version_needed_to_", "extract"],
        );
    }

    #[test]
    fn punctuation_stays_with_its_word() {
        let mut line = Line::new();
        line.push(Role::Number, "304 1007");
        line.push(Role::Punctuation, ", ");
        line.push(Role::Number, "38914");
        let parts = wrap(&line, 9);
        let texts: Vec<&str> = parts.iter().map(Line::text).collect();
        assert_eq!(texts, ["304 1007,", "38914"]);
    }
}
