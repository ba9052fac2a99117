//! Values that fields and expressions have.

use std::rc::Rc;
use std::sync::Arc;

use super::BufferId;
use crate::schema::EnumId;
use crate::tree::Node;

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
    /// An array or an object: a place in the tree.
    Node(Node<'a>),
    /// An array that an expression made.
    List(Rc<[Value<'a>]>),
    /// A stream.
    Stream(Stream<'a>),
}

/// Stub
#[derive(Debug, Clone)]
pub struct Stream<'a>(std::marker::PhantomData<&'a ()>);

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
        /// The whole stream.
        buffer: Rc<[u8]>,
        /// Which.
        id: BufferId,
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
            } => &buffer[*start as usize..*end as usize],
            Bytes::Made(bytes) => bytes,
        }
    }
}
