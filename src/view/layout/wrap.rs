//! Lines broken to a width.

use std::ops::Range;

use crate::text;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// A blank where no line is broken: between a value and what it means.
pub(super) const TIE: char = '\u{a0}';

/// A line as words: pieces without blanks between them, and the blanks before.
struct Words<'l> {
    pieces: Vec<(Role, Mark, &'l str)>,
    /// Blanks before a word, and where its pieces begin and end.
    words: Vec<(usize, Range<usize>)>,
}

/// One of them.
struct Word<'w, 'l> {
    blanks: usize,
    pieces: &'w [(Role, Mark, &'l str)],
}

/// Where to cut a word that is longer than a line, of which `head` fits: a name
/// between its words, a text anywhere but within a number.
fn cut(head: &str, rest: &str, text: bool) -> usize {
    if !text {
        let between = head.rfind(['_', '.', '/', '-', ',']);
        return between.map_or(head.len(), |at| at + 1);
    }
    let digit = |c: char| c.is_ascii_digit();
    let before = head.trim_end_matches(digit);
    let within = rest[head.len()..].starts_with(digit) && !before.is_empty();
    if within { before.len() } else { head.len() }
}

impl Word<'_, '_> {
    fn width(&self) -> usize {
        self.pieces.iter().map(|(.., text)| text::width(text)).sum()
    }
}

impl<'l> Words<'l> {
    /// `value` if signs like `=` are not to be left at the end of a line.
    fn new(line: &'l Line, value: bool) -> Words<'l> {
        let mut pieces: Vec<(Role, Mark, &str)> = Vec::with_capacity(8);
        let mut words = Vec::with_capacity(8);
        let (mut blanks, mut from) = (0, 0);
        for span in line.spans() {
            for (i, piece) in span.text.split(' ').enumerate() {
                let last = pieces.get(from..).unwrap_or_default();
                // a line is not to end with such a sign
                let leads_on = matches!(last, [(Role::Punctuation, _, "=" | "→" | "->")]);
                match (i, last.is_empty()) {
                    (0, _) => {}
                    (_, true) => blanks += 1,
                    _ if value && leads_on => pieces.push((Role::Plain, Mark::NONE, " ")),
                    _ => {
                        words.push((blanks, from..pieces.len()));
                        (blanks, from) = (1, pieces.len());
                    }
                }
                if !piece.is_empty() {
                    pieces.push((span.role, span.mark, piece));
                }
            }
        }
        if from < pieces.len() {
            words.push((blanks, from..pieces.len()));
        }
        Words { pieces, words }
    }

    fn iter(&self) -> impl Iterator<Item = Word<'_, 'l>> {
        self.words.iter().map(|(blanks, pieces)| Word {
            blanks: *blanks,
            pieces: self.pieces.get(pieces.clone()).unwrap_or_default(),
        })
    }
}

/// The line broken at blanks, each part no wider than `room`.
pub(in crate::view) fn wrap(line: &Line, room: usize) -> Vec<Line> {
    broken(&Words::new(line, false), 0, room, false)
}

/// Whether a value is a text of a file, and what is said of it.
pub(in crate::view) fn begins_with_text(value: &Line) -> bool {
    let mut spans = value.spans();
    let first = spans.find(|it| it.role != Role::Punctuation && !it.text.trim().is_empty());
    first.is_some_and(|span| span.role == Role::Text)
}

/// Columns of the widest word, without the texts of a file.
pub(in crate::view) fn widest_word(line: &Line) -> usize {
    let plain = |word: &Word<'_, '_>| !word.pieces.iter().any(|(role, ..)| *role == Role::Text);
    let words = Words::new(line, true);
    let plain = words.iter().filter(plain);
    plain.map(|word| word.width()).max().unwrap_or(0)
}

/// A value broken so. The first part stands after so many columns of its line;
/// it is empty if there is no room for a word. Texts of a file are broken
/// anywhere but within numbers.
pub(in crate::view) fn wrap_after(line: &Line, before: usize, room: usize) -> Vec<Line> {
    broken(&Words::new(line, true), before, room, true)
}

fn broken(words: &Words<'_>, before: usize, room: usize, value: bool) -> Vec<Line> {
    let whole = room.max(1);
    let mut parts: Vec<Line> = Vec::new();
    let mut part = Line::new();
    let mut room = whole.saturating_sub(before);
    let first = words.iter().next().map_or(0, |word| word.width());
    if before > 0 && first > room {
        parts.push(Line::new());
        room = whole;
    }
    for word in words.iter() {
        let wide = word.width();
        if part.is_empty() {
            if parts.is_empty() {
                part.spaces(word.blanks.min(room));
            }
        } else if part.width() + word.blanks + wide <= room {
            part.spaces(word.blanks);
        } else {
            parts.push(std::mem::take(&mut part));
            room = whole;
        }
        for &(role, mark, text) in word.pieces {
            part.set_part(mark);
            let mut rest = text;
            while !rest.is_empty() {
                let left = room.saturating_sub(part.width());
                let mut head = text::width::fitting(rest, left);
                if head.len() < rest.len() {
                    head = head
                        .get(..cut(head, rest, value && role == Role::Text))
                        .unwrap_or(head);
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
                    part.set_part(mark);
                    room = whole;
                }
            }
        }
    }
    if !part.is_empty() || parts.is_empty() {
        parts.push(part);
    }
    parts
}

/// The line in ASCII alone, but for the blanks where it is not broken.
pub(super) fn in_ascii(line: &Line) -> Line {
    let mut out = Line::new();
    out.set_mark(line.mark());
    for span in line.spans() {
        out.set_part(span.mark);
        for (i, text) in span.text.split(TIE).enumerate() {
            if i > 0 {
                out.untrusted(span.role, "\u{a0}");
            }
            out.untrusted(span.role, &text::in_ascii(text));
        }
    }
    out
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
    fn the_first_part_may_have_less_room() {
        let mut line = Line::new();
        line.untrusted(Role::Plain, "one two three");
        let texts = |before| -> Vec<String> {
            let parts = wrap_after(&line, before, 8);
            parts.iter().map(|part| part.text().to_owned()).collect()
        };
        assert_eq!(texts(5), ["one", "two", "three"]);
        assert_eq!(texts(6), ["", "one two", "three"]);
        assert_eq!(widest_word(&line), 5);
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
