//! Which field or structure a piece of a line belongs to, for painters that
//! lead from the one to the other. Others never ask, and it costs them nothing.

use std::ops::Range;

use crate::schema::Severity;

/// A number for one field or structure of a view; the default stands for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mark(pub u32);

impl Mark {
    /// No field.
    pub const NONE: Mark = Mark(0);

    /// Whether it stands for a field or structure.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Mark::NONE
    }
}

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// One of several files on a page.
    File,
    /// A structure or an array, with what is inside it.
    Structure,
    /// A value with its bytes.
    Field,
    /// A part of what stands on one row, such as a member of a small structure.
    Part,
    /// Bytes that nobody claims.
    Gap,
    /// A row of bytes without meaning.
    Row,
}

/// A field or structure, told before the first line that speaks of it.
#[derive(Debug, Clone)]
pub struct Place<'p> {
    /// What it is.
    pub kind: PlaceKind,
    /// Its path; not yet escaped.
    pub path: &'p str,
    /// Its type in words; not yet escaped.
    pub ty: &'p str,
    /// What the grammar says of it; not yet escaped.
    pub doc: &'p str,
    /// Its bytes, end exclusive, if it has any.
    pub bytes: Option<Range<u64>>,
    /// Whether offsets count in a decoded stream.
    pub decoded: bool,
    /// The first of its bytes, where the view does not show them.
    pub sample: &'p [u8],
}

/// Takes places. Lines between [`Places::open`] and [`Places::close`] are inside
/// a structure.
pub trait Places {
    /// Takes a place and gives the mark for what belongs to it.
    fn place(&mut self, place: &Place<'_>) -> Mark;

    /// Says that the next lines are inside a place.
    fn open(&mut self, mark: Mark);

    /// Says that the place that was opened last has ended.
    fn close(&mut self);

    /// Says that the next lines tell what is wrong with a place. The text is
    /// not yet escaped.
    fn finding(&mut self, mark: Mark, severity: Severity, path: &str, message: &str);
}
