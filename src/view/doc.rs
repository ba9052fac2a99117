//! Lines of spans with roles: what every view makes and every painter reads.

use std::ops::ControlFlow;

use super::mark::{Mark, Places};
use crate::text;

pub use super::role::{ByteClass, FIELD_COLOURS, Role, SECTION_COLOURS};

/// A piece of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<'a> {
    /// Harmless text, without line breaks.
    pub text: &'a str,
    /// What it is.
    pub role: Role,
    /// Which field it belongs to, if that is not the line's.
    pub mark: Mark,
}

/// One line. Views keep one and fill it again and again.
///
/// Text from the file or from a grammar goes in by [`Line::untrusted`] alone.
#[derive(Debug, Clone, Default)]
pub struct Line {
    text: String,
    runs: Vec<Run>,
    width: usize,
    mark: Mark,
    /// Of what is added now.
    part: Mark,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    /// Where it ends in the text.
    end: usize,
    role: Role,
    part: Mark,
}

impl Line {
    /// An empty line.
    #[must_use]
    pub fn new() -> Line {
        Line::default()
    }

    /// Makes it empty, and keeps its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.runs.clear();
        self.width = 0;
        self.mark = Mark::NONE;
        self.part = Mark::NONE;
    }

    /// The field or structure that the line speaks of.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Says what the line speaks of.
    pub fn set_mark(&mut self, mark: Mark) {
        self.mark = mark;
    }

    /// Says what the text that is added from now on belongs to; [`Mark::NONE`] is
    /// what the line speaks of.
    pub fn set_part(&mut self, part: Mark) {
        self.part = part;
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Columns that it takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Its text without roles.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its pieces from left to right.
    pub fn spans(&self) -> impl Iterator<Item = Span<'_>> {
        let mut start = 0;
        self.runs.iter().map(move |run| {
            let text = self.text.get(start..run.end).unwrap_or("");
            start = run.end;
            Span {
                text,
                role: run.role,
                mark: run.part,
            }
        })
    }

    /// Adds text of the program's own.
    pub fn push(&mut self, role: Role, text: &'static str) {
        self.width += text::width(text);
        self.text.push_str(text);
        self.end_run(role);
    }

    /// Adds text from a file or a grammar: escaped first, then measured.
    pub fn untrusted(&mut self, role: Role, text: &str) {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            self.ascii(role, text);
            return;
        }
        let text = text::escape(text);
        self.width += text::width(&text);
        self.text.push_str(&text);
        self.end_run(role);
    }

    /// Adds a number in decimal.
    pub fn number(&mut self, role: Role, number: impl itoa::Integer) {
        let mut buffer = itoa::Buffer::new();
        self.ascii(role, buffer.format(number));
    }

    /// Adds an offset in hexadecimal, with at least so many digits.
    pub fn hex(&mut self, role: Role, number: u64, digits: usize) {
        let needed = (16 - number.leading_zeros() as usize / 4).max(1);
        let digits = digits.clamp(needed, 16);
        let mut place = digits;
        if place % 2 == 1 {
            place -= 1;
            let nibble = (number >> (4 * place)) as u8 & 15;
            self.text.push_str(&pair(nibble)[1..]);
        }
        while place > 0 {
            place -= 2;
            self.text.push_str(pair((number >> (4 * place)) as u8));
        }
        self.width += digits;
        self.end_run(role);
    }

    /// Adds a byte as two hexadecimal digits.
    pub fn byte(&mut self, role: Role, byte: u8) {
        self.text.push_str(pair(byte));
        self.width += 2;
        self.end_run(role);
    }

    /// Adds so many spaces.
    pub fn spaces(&mut self, count: usize) {
        let mut left = count;
        while left > 0 {
            let now = left.min(SPACES.len());
            self.text.push_str(&SPACES[..now]);
            left -= now;
        }
        self.width += count;
        self.end_run(Role::Plain);
    }

    /// Adds spaces up to a column; nothing if the line is already there.
    pub fn pad_to(&mut self, column: usize) {
        self.spaces(column.saturating_sub(self.width));
    }

    /// Makes it the same as another line, and keeps its memory.
    pub(crate) fn copy(&mut self, other: &Line) {
        self.clear();
        self.text.push_str(&other.text);
        self.runs.extend_from_slice(&other.runs);
        (self.width, self.mark) = (other.width, other.mark);
    }

    /// Adds all of another line.
    pub fn append(&mut self, other: &Line) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        self.width += other.width;
        self.runs.extend(other.runs.iter().map(|run| Run {
            end: before + run.end,
            role: run.role,
            part: if run.part.is_some() {
                run.part
            } else {
                self.part
            },
        }));
    }

    /// Cuts it to so many columns, with an ellipsis if something is left out. A
    /// number is left out as a whole: what is left of one would be another.
    pub fn truncate(&mut self, columns: usize, ellipsis: &'static str) {
        if self.width <= columns {
            return;
        }
        let room = columns.saturating_sub(text::width(ellipsis));
        let keep = before_number(&self.text, text::width::fitting(&self.text, room).len());
        self.text.truncate(keep);
        while self.runs.len() > 1 && self.runs[self.runs.len() - 2].end >= keep {
            self.runs.pop();
        }
        let role = self.runs.last_mut().map_or(Role::Plain, |last| {
            last.end = keep;
            last.role
        });
        self.width = text::width(&self.text);
        if self.width < columns {
            self.push(role, ellipsis);
        }
    }

    /// The same line in ASCII alone, for who asked for that: signs become others,
    /// letters their numbers.
    #[must_use]
    pub fn in_ascii(&self) -> Line {
        if self.text.is_ascii() {
            return self.clone();
        }
        let mut line = Line::new();
        line.set_mark(self.mark);
        for span in self.spans() {
            line.set_part(span.mark);
            line.untrusted(span.role, &text::in_ascii(span.text));
        }
        line
    }

    /// Adds text of another line, which takes so many columns.
    pub(crate) fn again(&mut self, role: Role, text: &str, width: usize) {
        self.width += width;
        self.text.push_str(text);
        self.end_run(role);
    }

    /// Adds text that is known to be printable ASCII.
    pub(crate) fn ascii(&mut self, role: Role, text: &str) {
        debug_assert!(text.bytes().all(|b| matches!(b, b' '..=b'~')), "{text:?}");
        self.width += text.len();
        self.text.push_str(text);
        self.end_run(role);
    }

    /// Adds a sign that is one column wide.
    pub(crate) fn sign(&mut self, role: Role, sign: &'static str) {
        self.width += 1;
        self.text.push_str(sign);
        self.end_run(role);
    }

    /// Gives everything after the last run a role.
    fn end_run(&mut self, role: Role) {
        let end = self.text.len();
        let before = self.runs.last().map_or(0, |last| last.end);
        let part = self.part;
        match self.runs.last_mut() {
            Some(last) if last.role == role && last.part == part => last.end = end,
            _ if end > before => self.runs.push(Run { end, role, part }),
            _ => {}
        }
    }
}

/// Where to cut a text at the latest so that it does not end with a part of a
/// number, or with what could be one: `12…` is no 12.
fn before_number(text: &str, keep: usize) -> usize {
    let of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '.' | '_');
    let Some((head, rest)) = text.split_at_checked(keep) else {
        return keep;
    };
    if rest.starts_with(|c: char| c.is_ascii_digit())
        && head.ends_with(|c: char| c.is_ascii_digit())
    {
        return before_number(
            text,
            head.trim_end_matches(|c: char| c.is_ascii_digit()).len(),
        );
    }
    let word = head.trim_end_matches(of_word);
    let is_number = head[word.len()..].starts_with(|c: char| c.is_ascii_digit());
    if is_number && !rest.is_empty() && !rest.trim_end_matches(' ').is_empty() {
        word.strip_suffix('-').unwrap_or(word).len()
    } else {
        keep
    }
}

const SPACES: &str = "                                                                ";

/// Two digits for each byte, one after the other.
const PAIRS: &str = {
    const fn digits() -> [u8; 512] {
        let mut digits = [0; 512];
        let mut byte = 0;
        while byte < 256 {
            digits[2 * byte] = b"0123456789abcdef"[byte >> 4];
            digits[2 * byte + 1] = b"0123456789abcdef"[byte & 15];
            byte += 1;
        }
        digits
    }
    const DIGITS: [u8; 512] = digits();
    match std::str::from_utf8(&DIGITS) {
        Ok(text) => text,
        Err(_) => "",
    }
};

pub(super) fn pair(byte: u8) -> &'static str {
    &PAIRS[2 * usize::from(byte)..2 * usize::from(byte) + 2]
}

/// Where a view's lines go. Stops the view when it answers `Break`.
pub trait Sink {
    /// Takes one line.
    fn line(&mut self, line: &Line) -> ControlFlow<()>;

    /// Offers to take what lines belong to. Other sinks need not be told.
    fn places(&mut self) -> Option<&mut dyn Places> {
        None
    }

    /// Offers to take lines as they are written in the end, for views that know
    /// most of many lines beforehand. Other sinks get lines.
    fn direct(&mut self) -> Option<&mut dyn Direct> {
        None
    }

    /// Another sink that writes lines the same way, but keeps them: for views
    /// that make lines on another thread. What it gathers goes to
    /// [`Direct::lines`] of this one.
    fn apart(&self) -> Option<Box<dyn Gather + Send>> {
        None
    }
}

/// A sink that keeps what it writes until it is asked for.
pub trait Gather: Sink + Direct {
    /// What was written since it was asked last; the next goes into the memory of
    /// `next`, which is empty.
    fn take(&mut self, next: Vec<u8>) -> Vec<u8>;
}

/// A sink of finished lines: says how they are written, and takes them. A line
/// that is made of [`Direct::begin`] and [`Direct::end`] is the same as
/// [`Sink::line`] makes of its pieces.
pub trait Direct {
    /// Adds what stands before a piece of text where the style of `open` was
    /// started last, at first [`Role::Plain`]; `blank` says that the piece
    /// consists of spaces. Gives the role whose style is open then.
    fn begin(&self, open: Role, role: Role, blank: bool, out: &mut Vec<u8>) -> Role;

    /// Adds what ends a line: the style that is open, the line break.
    fn end(&self, open: Role, out: &mut Vec<u8>);

    /// Adds the pieces of a line and its end, without the spaces before that.
    fn rest(&self, open: Role, line: &Line, out: &mut Vec<u8>);

    /// Takes finished lines.
    fn lines(&mut self, lines: &[u8]) -> ControlFlow<()>;
}

impl<F: FnMut(&Line) -> ControlFlow<()>> Sink for F {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        self(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn spans(line: &Line) -> Vec<(&str, Role)> {
        line.spans().map(|span| (span.text, span.role)).collect()
    }

    #[test]
    fn equal_roles_make_one_span() {
        let mut line = Line::new();
        line.hex(Role::Offset, 0x6a0, 8);
        line.spaces(1);
        line.byte(Role::Field(1), 0x0a);
        line.byte(Role::Field(1), 0xff);
        line.push(Role::Number, "");
        line.number(Role::Number, -1714);
        let expected = vec![
            ("000006a0", Role::Offset),
            (" ", Role::Plain),
            ("0aff", Role::Field(1)),
            ("-1714", Role::Number),
        ];
        assert_eq!(spans(&line), expected);
        assert_eq!(line.width(), 18);
    }

    #[test]
    fn untrusted_text_is_escaped_and_measured() {
        let mut line = Line::new();
        line.untrusted(Role::Text, "\x1b[2J寸");
        assert_eq!((line.text(), line.width()), ("\\x1b[2J寸", 9));
    }

    #[test]
    fn a_line_in_ascii_keeps_roles_and_parts() {
        let mut line = Line::new();
        line.set_mark(Mark(3));
        line.push(Role::Punctuation, "→ ");
        line.set_part(Mark(4));
        line.untrusted(Role::Text, "康a");
        let ascii = line.in_ascii();
        let expected = [("-> ", Role::Punctuation), ("\\u{5eb7}a", Role::Text)];
        assert_eq!(spans(&ascii), expected);
        assert_eq!((ascii.mark(), ascii.width()), (Mark(3), 12));
        assert_eq!(ascii.spans().last().unwrap().mark, Mark(4));
    }

    #[test]
    fn wide_offsets_are_whole() {
        let mut line = Line::new();
        line.hex(Role::Offset, 0x1_2345_6789, 8);
        line.hex(Role::Offset, 0, 1);
        assert_eq!(line.text(), "1234567890");
    }

    #[test]
    fn numbers_are_not_cut() {
        #[track_caller]
        fn check(text: &str, columns: usize, expected: &str) {
            let mut line = Line::new();
            line.untrusted(Role::Plain, text);
            line.truncate(columns, "…");
            assert_eq!(line.text(), expected);
        }
        check("width 1,714", 11, "width 1,714");
        check("width 1,714", 10, "width …");
        check("at -1714 of", 9, "at …");
        check("1, 22, 33", 6, "1, …");
        check("0x1fe2 is", 7, "…");
        check("level2 is", 8, "level2 …");
        check("level23", 6, "level…");
        check("12  ", 3, "12…");
    }

    #[test]
    fn truncated_lines_keep_their_roles() {
        let mut line = Line::new();
        line.push(Role::Heading, "marker");
        line.push(Role::Text, "寸法表");
        let mut other = Line::new();
        other.push(Role::Note, ">");
        other.append(&line);
        other.truncate(10, "…");
        let expected = vec![
            (">", Role::Note),
            ("marker", Role::Heading),
            ("寸…", Role::Text),
        ];
        assert_eq!(spans(&other), expected);
        assert_eq!(other.width(), 10);
        other.truncate(7, "…");
        assert_eq!(
            spans(&other),
            vec![(">", Role::Note), ("marke…", Role::Heading)]
        );
        other.truncate(0, "…");
        assert_eq!((other.text(), other.width()), ("", 0));
    }
}
