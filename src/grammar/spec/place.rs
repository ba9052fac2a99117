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
    /// Offset in the file of the first byte of `value`, if the file holds
    /// `value` just as it is.
    pub verbatim: Option<u32>,
}

impl Text {
    /// Where a range of bytes of `value` is written: exactly that if the
    /// scalar is written on one line without escapes, else the whole scalar.
    #[must_use]
    pub fn loc_of(&self, range: Range<usize>) -> Loc {
        let whole = self.place.loc;
        let Some(first) = self.verbatim else {
            return whole;
        };
        let at = |offset: usize| {
            let offset = offset.min(self.value.len());
            u32::try_from(offset)
                .ok()
                .and_then(|o| first.checked_add(o))
        };
        match (at(range.start), at(range.end)) {
            (Some(start), Some(end)) => Loc {
                file: whole.file,
                start,
                end: end.max(start),
            },
            _ => whole,
        }
    }
}
