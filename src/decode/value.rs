//! Values that fields and expressions have.

use std::rc::Rc;
use std::sync::Arc;

use super::array::Array;
use super::buffer::Derived;
use super::object::Obj;
use super::span::{BufferId, Span};
use crate::schema::EnumId;

pub use super::buffer::Stream;

/// A value.
#[derive(Debug, Clone)]
pub enum Value<'a> {
    /// An absent field.
    Null,
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A boolean.
    Bool(bool),
    /// Text; may hold anything, escape it before printing.
    Str(Rc<str>),
    /// A byte array.
    Bytes(Bytes<'a>),
    /// An integer with an enum's type, whether it has a name or not.
    Enum(EnumId, i128),
    /// An object of the tree.
    Obj(Obj<'a>),
    /// An array of the tree.
    Array(Array<'a>),
    /// An array that an expression made.
    List(Rc<[Value<'a>]>),
    /// A stream.
    Stream(Stream<'a>),
}

impl<'a> Value<'a> {
    pub(crate) fn str(text: impl AsRef<str>) -> Value<'a> {
        Value::Str(Rc::from(text.as_ref()))
    }

    /// The number of an integer or an enum.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(n) | Value::Enum(_, n) => Some(*n),
            _ => None,
        }
    }

    /// What kind of value it is, in the words of messages.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Int(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Bool(_) => "a boolean",
            Value::Str(_) => "a string",
            Value::Bytes(_) => "bytes",
            Value::Enum(..) => "an enum value",
            Value::Obj(_) => "an object",
            Value::Array(_) | Value::List(_) => "an array",
            Value::Stream(_) => "a stream",
        }
    }
}

/// A byte array: a range of a buffer, or made by an expression.
#[derive(Debug, Clone)]
pub enum Bytes<'a> {
    /// Part of the file.
    File {
        /// The bytes.
        bytes: &'a [u8],
        /// Their offset in the file.
        start: u64,
    },
    /// Part of a decoded stream.
    Derived {
        /// The stream.
        buffer: Rc<Derived>,
        /// First byte.
        start: u64,
        /// One past the last byte.
        end: u64,
    },
    /// From no place.
    Made(Arc<[u8]>),
}

impl Bytes<'_> {
    /// The bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::File { bytes, .. } => bytes,
            Bytes::Derived {
                buffer, start, end, ..
            } => buffer
                .bytes
                .get(*start as usize..*end as usize)
                .unwrap_or_default(),
            Bytes::Made(bytes) => bytes,
        }
    }

    /// Where they are, unless an expression made them.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Bytes::File { bytes, start } => Some(Span::bytes(
                BufferId::FILE,
                *start,
                start + bytes.len() as u64,
            )),
            Bytes::Derived { buffer, start, end } => Some(Span::bytes(buffer.id, *start, *end)),
            Bytes::Made(_) => None,
        }
    }

    /// Bytes `from..to` of these, both cut to their length.
    #[must_use]
    pub fn cut(&self, from: u64, to: u64) -> Self {
        let len = self.as_slice().len() as u64;
        let to = to.min(len);
        let from = from.min(to);
        match self {
            Bytes::File { bytes, start } => Bytes::File {
                bytes: &bytes[from as usize..to as usize],
                start: start + from,
            },
            Bytes::Derived { buffer, start, .. } => Bytes::Derived {
                buffer: buffer.clone(),
                start: start + from,
                end: start + to,
            },
            Bytes::Made(bytes) => Bytes::Made(bytes[from as usize..to as usize].into()),
        }
    }
}
