//! What is told of fields, in few letters: each path as far as it differs from
//! the one before, what many fields have in common in a table.

use std::collections::HashMap;
use std::fmt::{self, Display};

use crate::view::mark::Mark;

/// Kinds of places that are kept in the table.
const KINDS: usize = 4_096;

/// A place that has no line yet.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) mark: Mark,
    /// Its path, escaped.
    pub(super) path: String,
    /// Its number in the table.
    pub(super) kind: usize,
    /// Its first byte and how many there are.
    pub(super) bytes: Option<(u64, u64)>,
    /// Some of its bytes, in hexadecimal.
    pub(super) sample: String,
}

/// What many places have in common: flags, doc, type.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    numbers: HashMap<String, usize>,
    list: Vec<(String, Option<u64>)>,
}

impl Kinds {
    /// The number of a kind; once there are too many, of one that only has the
    /// flags. The length of the first of a kind is that of all that do not say
    /// another.
    pub(super) fn number(
        &mut self,
        flags: &'static str,
        doc: Option<usize>,
        ty: &str,
        length: Option<u64>,
    ) -> usize {
        let text = match doc {
            Some(doc) => format!("{flags}\t{doc}\t{ty}"),
            None => format!("{flags}\t\t{ty}"),
        };
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        if self.list.len() >= KINDS && !(doc.is_none() && ty.is_empty()) {
            return self.number(flags, None, "", length);
        }
        let number = self.list.len();
        self.numbers.insert(text.clone(), number);
        self.list.push((text, length));
        number
    }

    fn length(&self, kind: usize) -> Option<u64> {
        self.list.get(kind).and_then(|(_, length)| *length)
    }

    /// All of them, a line each: length, flags, number of the doc, type.
    pub(super) fn lines(&self) -> String {
        let mut text = String::new();
        for (i, (kind, length)) in self.list.iter().enumerate() {
            text.push_str(if i > 0 { "\n" } else { "" });
            if let Some(length) = length {
                add(&mut text, Short((*length).into()));
            }
            text.push('\t');
            text.push_str(kind);
        }
        text
    }
}

/// The places that have their first line in one part of the page.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The last mark before this part.
    base: u32,
    next: u32,
    path: String,
    start: u64,
    text: String,
}

impl Shown {
    /// Begins a part of the page.
    pub(super) fn begin(&mut self, last: u32) {
        self.base = last;
        self.next = last.saturating_add(1);
        self.path.clear();
        self.start = 0;
        self.text.clear();
    }

    /// The mark that others of this part are counted from.
    pub(super) fn base(&self) -> u32 {
        self.base
    }

    /// How far a mark is from that.
    pub(super) fn relative(&self, mark: Mark) -> Short {
        Short(i128::from(mark.0) - i128::from(self.base))
    }

    /// A line for each place: how much of the path before it begins with, the
    /// rest; kind, begin counted from the one before, length, bytes. Lines with
    /// `#` say that the marks go on elsewhere.
    pub(super) fn lines(&self) -> &str {
        &self.text
    }

    /// Adds a place.
    pub(super) fn add(&mut self, told: &Told, kinds: &Kinds) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        if told.mark.0 != self.next {
            let at = self.relative(told.mark);
            add(&mut self.text, format_args!("#{at}\n"));
        }
        self.next = told.mark.0.saturating_add(1);
        let (units, bytes) = shared(&self.path, &told.path);
        let rest = told.path.get(bytes..).unwrap_or("");
        add(
            &mut self.text,
            format_args!("{} {rest}\t{}", Short(units.into()), short(told.kind)),
        );
        self.path.truncate(bytes);
        self.path.push_str(rest);
        let known = kinds.length(told.kind);
        let (mut delta, mut length) = (String::new(), String::new());
        match told.bytes {
            Some((start, count)) => {
                let moved = i128::from(start) - i128::from(self.start);
                self.start = start;
                if moved != 0 {
                    delta = Short(moved).to_string();
                }
                if known != Some(count) {
                    length = Short(count.into()).to_string();
                }
            }
            None if known.is_some() => length.push('-'),
            None => {}
        }
        let fields = [delta.as_str(), length.as_str(), told.sample.as_str()];
        let used = fields.iter().rposition(|it| !it.is_empty());
        for field in fields.iter().take(used.map_or(0, |at| at + 1)) {
            self.text.push('\t');
            self.text.push_str(field);
        }
    }
}

/// How much two texts have in common at their begin: in 16-bit units, as
/// scripts count, and in bytes.
fn shared(a: &str, b: &str) -> (u32, usize) {
    let (mut units, mut bytes) = (0u32, 0);
    for (x, y) in a.chars().zip(b.chars()) {
        if x != y {
            break;
        }
        units = units.saturating_add(if x.len_utf16() > 1 { 2 } else { 1 });
        bytes += x.len_utf8();
    }
    (units, bytes)
}

/// A count.
pub(super) fn short(count: usize) -> Short {
    Short(i128::try_from(count).unwrap_or(i128::MAX))
}

/// A number to the base of 36, as scripts can read it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Short(pub(super) i128);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let mut rest = self.0.unsigned_abs();
        let mut digits = [0u8; 26];
        let mut from = digits.len();
        for (at, place) in digits.iter_mut().enumerate().rev() {
            let digit = usize::try_from(rest % 36).unwrap_or(0);
            *place = DIGITS.get(digit).copied().unwrap_or(b'0');
            from = at;
            rest /= 36;
            if rest == 0 {
                break;
            }
        }
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let text = digits
            .get(from..)
            .and_then(|it| std::str::from_utf8(it).ok());
        f.write_str(text.unwrap_or("0"))
    }
}

/// Adds to a text.
pub(super) fn add(text: &mut String, more: impl Display) {
    use fmt::Write;
    // writing to memory can't fail
    let _ = write!(text, "{more}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(number: i128, expected: &str) {
        assert_eq!(Short(number).to_string(), expected);
    }

    #[test]
    fn numbers_are_short() {
        check(0, "0");
        check(35, "z");
        check(36, "10");
        check(-37, "-11");
        check(i128::from(u64::MAX), "3w5e11264sgsf");
    }

    fn told(mark: u32, path: &str, kind: usize, bytes: Option<(u64, u64)>) -> Told {
        Told {
            mark: Mark(mark),
            path: path.to_owned(),
            kind,
            bytes,
            sample: String::new(),
        }
    }

    #[test]
    fn paths_go_on_from_the_one_before() {
        let mut kinds = Kinds::default();
        let record = kinds.number("v", Some(3), "room", Some(4));
        let byte = kinds.number("", None, "u1", Some(1));
        let mut shown = Shown::default();
        shown.begin(40);
        shown.add(&told(41, "rooms[9]", record, Some((100, 4))), &kinds);
        shown.add(&told(42, "rooms[9].x", byte, Some((100, 1))), &kinds);
        shown.add(&told(43, "rooms[9].y", byte, Some((101, 1))), &kinds);
        shown.add(&told(49, "rooms[10]", record, Some((104, 9))), &kinds);
        shown.add(&told(50, "\u{1f600}", record, None), &kinds);
        shown.add(&told(51, "\u{1f600}a", byte, Some((50, 1))), &kinds);
        let expected = "0 rooms[9]\t0\t2s\n8 .x\t1\n9 y\t1\t1\n#9\n6 10]\t0\t3\t9\n\
                        0 \u{1f600}\t0\t\t-\n2 a\t1\t-1i";
        assert_eq!(shown.lines(), expected);
        assert_eq!(kinds.lines(), "4\tv\t3\troom\n1\t\t\tu1");
    }

    #[test]
    fn kinds_have_a_limit() {
        let mut kinds = Kinds::default();
        for i in 0..2 * KINDS {
            kinds.number("s", None, &format!("type{i}"), None);
        }
        assert!(kinds.list.len() <= KINDS + 1, "{}", kinds.list.len());
        let number = kinds.number("s", Some(1), "another", None);
        assert_eq!(kinds.list[number].0, "s\t\t");
    }
}
