//! Lines broken to a width.

use std::ops::ControlFlow;

use crate::text;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// A blank where no line is broken: between a value and what it means.
pub(super) const TIE: char = '\u{a0}';

/// Breaks lines, and keeps its memory for the next one.
#[derive(Debug, Default)]
pub(in crate::view) struct Breaker {
    pieces: Vec<Piece>,
    words: Vec<Word>,
    part: Line,
}

/// A piece of a line that has no blanks in it.
#[derive(Debug, Clone, Copy)]
struct Piece {
    role: Role,
    mark: Mark,
    /// Where it begins in the text, and where it ends.
    start: usize,
    end: usize,
    width: usize,
    ascii: bool,
}

/// Pieces without blanks between them.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// Blanks before it.
    blanks: usize,
    /// Its first piece, and one past the last.
    from: usize,
    to: usize,
    width: usize,
    /// Whether something of it is a text of a file.
    text: bool,
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

impl Breaker {
    /// Takes a line apart; `value` if signs like `=` are not to be left at the end
    /// of a line.
    pub(in crate::view) fn take(&mut self, line: &Line, value: bool) {
        self.pieces.clear();
        self.words.clear();
        let text = line.text();
        let (mut blanks, mut from, mut start) = (0, 0, 0);
        for span in line.spans() {
            let end = start + span.text.len();
            let mut piece = Piece {
                role: span.role,
                mark: span.mark,
                start,
                end: start,
                width: 0,
                ascii: true,
            };
            for (at, byte) in (start..).zip(span.text.bytes()) {
                if byte != b' ' {
                    piece.ascii &= byte < 0x80;
                    continue;
                }
                self.piece(text, Piece { end: at, ..piece });
                (piece.start, piece.ascii) = (at + 1, true);
                // a line is not to end with such a sign
                let leads_on = self.leads_on(text, from);
                if self.pieces.len() == from {
                    blanks += 1;
                } else if value && leads_on {
                    self.pieces.push(Piece {
                        role: Role::Plain,
                        mark: Mark::NONE,
                        start: at,
                        end: at + 1,
                        width: 1,
                        ascii: true,
                    });
                } else {
                    self.word(blanks, from);
                    (blanks, from) = (1, self.pieces.len());
                }
            }
            self.piece(text, Piece { end, ..piece });
            start = end;
        }
        if from < self.pieces.len() {
            self.word(blanks, from);
        }
    }

    fn piece(&mut self, text: &str, piece: Piece) {
        if piece.start < piece.end {
            let width = match piece.ascii {
                true => piece.end - piece.start,
                false => text::width(text.get(piece.start..piece.end).unwrap_or("")),
            };
            self.pieces.push(Piece { width, ..piece });
        }
    }

    /// Whether the word that begins with a piece is a sign that leads on.
    fn leads_on(&self, text: &str, from: usize) -> bool {
        let last = self.pieces.get(from..).unwrap_or_default();
        matches!(last, [piece] if piece.role == Role::Punctuation
            && matches!(text.get(piece.start..piece.end), Some("=" | "→" | "->")))
    }

    fn word(&mut self, blanks: usize, from: usize) {
        let pieces = self.pieces.get(from..).unwrap_or_default();
        let word = Word {
            blanks,
            from,
            to: self.pieces.len(),
            width: pieces.iter().map(|piece| piece.width).sum(),
            text: pieces.iter().any(|piece| piece.role == Role::Text),
        };
        self.words.push(word);
    }

    /// Columns of the widest word, without the texts of a file.
    pub(in crate::view) fn widest_word(&self) -> usize {
        let plain = self.words.iter().filter(|word| !word.text);
        plain.map(|word| word.width).max().unwrap_or(0)
    }

    /// Hands on the parts of the line that was taken apart, broken at blanks, each
    /// no wider than `room`, until `each` breaks. The first part stands after so
    /// many columns of its line; it is empty if there is no room for a word. In a
    /// `value`, texts of a file are broken anywhere but within numbers.
    pub(in crate::view) fn parts(
        &mut self,
        line: &Line,
        before: usize,
        room: usize,
        value: bool,
        each: &mut dyn FnMut(&Line) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Breaker {
            pieces,
            words,
            part,
        } = self;
        let all = line.text();
        let whole = room.max(1);
        let mut room = whole.saturating_sub(before);
        let mut parts = 0;
        part.clear();
        let first = words.first().map_or(0, |word| word.width);
        if before > 0 && first > room {
            each(part)?;
            parts += 1;
            room = whole;
        }
        for word in words {
            if part.is_empty() {
                if parts == 0 {
                    part.spaces(word.blanks.min(room));
                }
            } else if part.width() + word.blanks + word.width <= room {
                part.spaces(word.blanks);
            } else {
                each(part)?;
                parts += 1;
                part.clear();
                room = whole;
            }
            for piece in pieces.get(word.from..word.to).unwrap_or_default() {
                part.set_part(piece.mark);
                let mut rest = all.get(piece.start..piece.end).unwrap_or("");
                if part.width() + piece.width <= room {
                    match piece.ascii {
                        true => part.again(piece.role, rest, piece.width),
                        false => add(part, piece.role, rest),
                    }
                    continue;
                }
                while !rest.is_empty() {
                    let left = room.saturating_sub(part.width());
                    let mut head = text::width::fitting(rest, left);
                    if head.len() < rest.len() {
                        head = head
                            .get(..cut(head, rest, value && piece.role == Role::Text))
                            .unwrap_or(head);
                    }
                    if head.is_empty() && part.is_empty() {
                        let first = rest.chars().next().map_or(0, char::len_utf8);
                        head = rest.get(..first).unwrap_or(rest);
                    }
                    add(part, piece.role, head);
                    rest = rest.get(head.len()..).unwrap_or("");
                    if !rest.is_empty() {
                        each(part)?;
                        parts += 1;
                        part.clear();
                        part.set_part(piece.mark);
                        room = whole;
                    }
                }
            }
        }
        if !part.is_empty() || parts == 0 {
            each(part)?;
        }
        ControlFlow::Continue(())
    }
}

/// Adds text of a line.
fn add(part: &mut Line, role: Role, text: &str) {
    if text.contains(TIE) {
        part.untrusted(role, &text.replace(TIE, " "));
    } else {
        part.again(role, text, text::width(text));
    }
}

/// The line broken at blanks, each part no wider than `room`.
pub(in crate::view) fn wrap(line: &Line, room: usize) -> Vec<Line> {
    let mut breaker = Breaker::default();
    breaker.take(line, false);
    let mut parts = Vec::new();
    let _ = breaker.parts(line, 0, room, false, &mut |part| {
        parts.push(part.clone());
        ControlFlow::Continue(())
    });
    parts
}

/// Whether a value is a text of a file, and what is said of it.
pub(in crate::view) fn begins_with_text(value: &Line) -> bool {
    let mut spans = value.spans();
    let first = spans.find(|it| it.role != Role::Punctuation && !it.text.trim().is_empty());
    first.is_some_and(|span| span.role == Role::Text)
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
        let mut breaker = Breaker::default();
        breaker.take(&line, true);
        let mut texts = |before| -> Vec<String> {
            let mut parts = Vec::new();
            let _ = breaker.parts(&line, before, 8, true, &mut |part| {
                parts.push(part.text().to_owned());
                ControlFlow::Continue(())
            });
            parts
        };
        assert_eq!(texts(5), ["one", "two", "three"]);
        assert_eq!(texts(6), ["", "one two", "three"]);
        assert_eq!(breaker.widest_word(), 5);
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
