//! What a machine tells of what it meets.

use super::Kind;
use crate::schema::{Endian, EnumId};

/// A member of an object that a machine is in: the object's form, and the
/// member's place among the fields, instances after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) form: u32,
    pub(crate) index: u32,
}

/// A number as it was read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    Int(i128, Option<EnumId>),
    Bool(bool),
    Float(f64),
}

impl Number {
    pub(super) fn new(number: i64, kind: Kind) -> Number {
        match kind {
            Kind::Int => Number::Int(number.into(), None),
            Kind::Enum(id) => Number::Int(number.into(), Some(id)),
            Kind::Bool => Number::Bool(number != 0),
            Kind::Float => Number::Float(f64::from_bits(number as u64)),
        }
    }
}

/// What a run of bytes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    Bytes,
    Text,
}

/// What is told of objects, in the order of their members.
pub(crate) trait Sink {
    /// Whether values are of interest; if not, instances are left out.
    const LISTENS: bool;

    /// Whether it takes texts as the bytes that they are made of, instances
    /// without code by their name, and no instance that lies anywhere.
    const NOTES: bool = false;

    /// Where it stands, for [`Sink::back`].
    fn mark(&self) -> usize {
        0
    }

    /// Forgets what was told since a mark.
    fn back(&mut self, _mark: usize) {}

    /// Bytes that were written since a mark.
    fn written(&self, mark: usize) -> usize {
        self.mark().saturating_sub(mark)
    }

    /// A member begins.
    fn member(&mut self, _member: Member) {}

    /// The member that has begun, or a whole new one, is absent.
    fn absent(&mut self, _member: Member) {}

    /// The member that has begun is absent.
    fn nothing(&mut self) {}

    fn number(&mut self, _number: Number) {}

    fn bytes(&mut self, _bytes: &[u8]) {}

    fn text(&mut self, _text: &str) {}

    /// The bits of the buffer that the next value takes, from first to last,
    /// end exclusive.
    fn span(&mut self, _from: u64, _to: u64) {}

    /// Of bytes or a text, the bytes of the buffer that count.
    fn content(&mut self, _what: Run, _from: u64, _to: u64) {}

    /// A member that has no code, or whose code found nothing out.
    fn unknown(&mut self, _member: Member) {}

    /// A member that lies anywhere, and was gone through.
    fn placed(&mut self, _member: Member) {}

    /// What stands at that mark is now known; it is absent where nothing is told.
    fn settle(&mut self, _mark: usize, _number: Option<Number>) {}

    /// The object that goes on has a text of its own, if that is known.
    fn said(&mut self, _text: Option<&str>) {}

    /// An object begins at a bit of the buffer.
    fn object(&mut self, _form: u32, _start: u64) {}

    /// The object that ended last has these bits of the buffer for its own.
    fn cut(&mut self, _from: u64, _to: u64) {}

    fn array(&mut self) {}

    /// An element after others.
    fn next(&mut self) {}

    fn array_end(&mut self) {}

    /// An object ends at a bit of the buffer.
    fn object_end(&mut self, _form: u32, _end: u64) {}

    /// A whole object of fixed layout that these bytes begin with; gives whether
    /// it could be told so.
    fn flat(&mut self, _form: u32, _inherited: Option<Endian>, _bytes: &[u8]) -> bool {
        true
    }
}

/// A sink that does not listen: what counts is where objects end.
pub(super) struct Deaf;

impl Sink for Deaf {
    const LISTENS: bool = false;
}
