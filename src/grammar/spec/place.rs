//! Where a node of a grammar stands: bytes of the file and YAML path.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::text::Loc;

/// A path from the root of a YAML document, `/seq/0/type`. The path of the
/// root prints as `/`.
///
/// Paths share their beginnings, so that a longer one costs one small node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(Option<Arc<Step>>);

#[derive(Debug, PartialEq, Eq)]
struct Step {
    outer: Path,
    name: Name,
}

#[derive(Debug, PartialEq, Eq)]
enum Name {
    Key(Arc<str>),
    Index(usize),
}

impl Path {
    /// The path of the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of the value under `key`.
    #[must_use]
    pub fn key(&self, key: impl Into<Arc<str>>) -> Self {
        self.step(Name::Key(key.into()))
    }

    /// The path of a list's element, counted from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Name::Index(index))
    }

    fn step(&self, name: Name) -> Self {
        Path(Some(Arc::new(Step {
            outer: self.clone(),
            name,
        })))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(step) = &self.0 else { return Ok(()) };
        step.outer.write(f)?;
        match &step.name {
            Name::Key(key) => write!(f, "/{key}"),
            Name::Index(index) => write!(f, "/{index}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() {
            return f.write_str("/");
        }
        self.write(f)
    }
}

/// Where a node stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Its bytes.
    pub loc: Loc,
    /// Its YAML path.
    pub path: Path,
}

/// A value and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub place: Place,
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// A scalar: a name, an expression or a text, as YAML reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// What it says, without quotes and escapes.
    pub value: Arc<str>,
    /// Where the whole scalar is written, quotes included.
    pub place: Place,
    /// How it is written.
    pub style: Style,
    /// Where its characters come from.
    pub origin: Origin,
}

impl Text {
    /// Where a range of bytes of `value` is written; the whole scalar, if that
    /// can't be told.
    #[must_use]
    pub fn loc_of(&self, range: Range<usize>) -> Loc {
        let whole = self.place.loc;
        let end = range.end.min(self.value.len());
        let start = range.start.min(end);
        let Some(first) = self.origin.offset(start) else {
            return whole;
        };
        let past = match end.checked_sub(1) {
            Some(last) if end > start => self.origin.offset(last).and_then(|o| o.checked_add(1)),
            _ => Some(first),
        };
        match past {
            Some(past) if past >= first => Loc {
                file: whole.file,
                start: first,
                end: past,
            },
            _ => whole,
        }
    }

    /// A part of the text, with its own place. Offsets that don't lie between
    /// characters move back to the one before.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let end = floor_char_boundary(&self.value, range.end);
        let start = floor_char_boundary(&self.value, range.start).min(end);
        let place = Place {
            loc: self.loc_of(start..end),
            path: self.place.path.clone(),
        };
        let origin = self.origin.from(start);
        Self {
            value: self.value[start..end].into(),
            place,
            style: self.style,
            origin,
        }
    }
}

fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where the characters of a scalar stand in the file. Quotes, escapes and the
/// indentation of further lines are in the file and not in the scalar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Origin {
    /// Not known: escapes other than those of quotes, for instance.
    #[default]
    Unknown,
    /// All of them from this offset of the file.
    At(u32),
    /// Runs of them: offset in the scalar and offset in the file, ascending.
    Runs {
        /// The runs.
        runs: Arc<[(u32, u32)]>,
        /// Bytes of the scalar before the first that counts.
        skip: u32,
    },
}

impl Origin {
    /// Finds the characters of `value` in `raw`, the text between the quotes,
    /// which begins at `start` in the file.
    pub(in crate::grammar) fn find(value: &str, raw: &str, start: u32, style: Style) -> Self {
        if raw == value {
            return Self::At(start);
        }
        let (value, raw) = (value.as_bytes(), raw.as_bytes());
        let is_blank = |b: u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let (mut i, mut j, mut in_run) = (0, 0, false);
        while let Some(&v) = value.get(i) {
            match raw.get(j) {
                Some(&r) if r == v => {
                    if !in_run {
                        match (u32::try_from(i), u32::try_from(j)) {
                            (Ok(i), Ok(j)) => runs.push((i, start.saturating_add(j))),
                            _ => return Self::Unknown,
                        }
                    }
                    // both are written twice
                    let doubled = matches!(
                        (style, r),
                        (Style::SingleQuoted, b'\'') | (Style::DoubleQuoted, b'\\')
                    );
                    (i, j, in_run) = (i + 1, j + 1 + usize::from(doubled), !doubled);
                }
                Some(&r) if is_blank(r) => {
                    // an indentation, or a line end that was folded to a blank
                    i += usize::from(is_blank(v));
                    (j, in_run) = (j + 1, false);
                }
                Some(b'\\') if style == Style::DoubleQuoted => (j, in_run) = (j + 1, false),
                // a block scalar's last line end may be made up
                None if is_blank(v) => i += 1,
                _ => return Self::Unknown,
            }
        }
        let rest_is_blank = raw
            .get(j..)
            .is_some_and(|rest| rest.iter().all(|&b| is_blank(b)));
        if !rest_is_blank || runs.is_empty() {
            return Self::Unknown;
        }
        Self::Runs {
            runs: runs.into(),
            skip: 0,
        }
    }

    /// Offset in the file of a byte of the scalar.
    fn offset(&self, byte: usize) -> Option<u32> {
        let byte = u32::try_from(byte).ok()?;
        match self {
            Self::Unknown => None,
            Self::At(start) => start.checked_add(byte),
            Self::Runs { runs, skip } => {
                let byte = byte.checked_add(*skip)?;
                let next = runs.partition_point(|&(i, _)| i <= byte);
                let &(i, j) = runs.get(next.saturating_sub(1))?;
                j.checked_add(byte.saturating_sub(i))
            }
        }
    }

    /// The origin of the part that begins at `byte`.
    fn from(&self, byte: usize) -> Self {
        let Ok(by) = u32::try_from(byte) else {
            return Self::Unknown;
        };
        match self {
            Self::Unknown => Self::Unknown,
            Self::At(start) => start.checked_add(by).map_or(Self::Unknown, Self::At),
            Self::Runs { runs, skip } => match skip.checked_add(by) {
                Some(skip) => Self::Runs {
                    runs: runs.clone(),
                    skip,
                },
                None => Self::Unknown,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn paths() {
        let path = Path::root()
            .key("types")
            .key("room")
            .key("seq")
            .index(2)
            .key("size");
        assert_eq!(Path::root().to_string(), "/");
        assert_eq!(path.to_string(), "/types/room/seq/2/size");
    }

    /// Looks `needle` up in the scalar and expects it in the raw text.
    #[track_caller]
    fn check(value: &str, raw: &str, style: Style, needle: &str, found: &str) {
        let origin = Origin::find(value, raw, 0, style);
        let loc = Loc {
            end: 1000,
            ..Loc::default()
        };
        let place = Place {
            loc,
            path: Path::root(),
        };
        let text = Text {
            value: value.into(),
            place,
            style,
            origin,
        };
        let at = value.find(needle).unwrap();
        let whole = text.loc_of(at..at + needle.len());
        assert_eq!(&raw[whole.start as usize..whole.end as usize], found);
        let part = text.part(at..value.len());
        assert_eq!(part.loc_of(0..needle.len()), whole);
    }

    #[test]
    fn characters_are_found() {
        check("a + bb", "a + bb", Style::Plain, "bb", "bb");
        check("a + bb", "a +\n    bb", Style::Plain, "bb", "bb");
        check("a +\nbb\n", "a +\n  bb\n", Style::Literal, "bb", "bb");
        check("a +\nbb\n", "a +\r\n  bb", Style::Literal, "bb", "bb");
        check("a + bb", "a\n  + bb\n", Style::Folded, "+ bb", "+ bb");
        check(
            "a == \"x\"",
            "a == \\\"x\\\"",
            Style::DoubleQuoted,
            "x",
            "x",
        );
        check("a == 'x'", "a == ''x''", Style::SingleQuoted, "x", "x");
    }

    #[test]
    fn escapes_are_not_found() {
        let origin = Origin::find("a\tb", "a\\tb", 0, Style::DoubleQuoted);
        assert_eq!(origin, Origin::Unknown);
    }
}
