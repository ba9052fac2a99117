//! The decoded file as a lazy tree: handles that find their bytes and values
//! when asked. No node per field is kept.

mod finding;

use std::borrow::Cow;
use std::marker::PhantomData;

pub use finding::{Datum, Finding, Hint};

use crate::decode::{BufferId, Fault, Limits, Span, Value};
use crate::schema::{Attr, Endian, Expr, Schema, TypeDef};

/// How a file is decoded.
#[derive(Debug, Clone)]
pub struct Options {
    /// Bounds.
    pub limits: Limits,
    /// Reads every number of several bytes in this order.
    pub endian: Option<Endian>,
}

/// A file under a grammar.
#[derive(Debug)]
pub struct Tree<'a>(PhantomData<&'a ()>);

/// What a decoded stream is.
#[derive(Debug, Clone)]
pub struct BufferInfo<'a> {
    /// Path of the field that it was decoded from.
    pub origin: String,
    /// The source field's bytes.
    pub source: Option<Span>,
    /// How: `base64`, `zlib`, ….
    pub via: Cow<'a, str>,
    /// Its length in bytes.
    pub len: u64,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An object: its children are `seq` attributes, then instances.
    Struct,
    /// An array: its children are its elements.
    Array,
    /// A scalar, string or byte array, or a value instance's value.
    Leaf,
    /// A field whose `if` is false, or whose switch has no case.
    Absent,
    /// A field that could not be reached, because one before it failed.
    Unknown,
}

/// A place in the tree. Cheap to clone; decodes on demand.
#[derive(Debug, Clone)]
pub struct Node<'a>(PhantomData<&'a ()>);

#[allow(unused_variables, clippy::unused_self, clippy::missing_panics_doc)]
impl<'a> Tree<'a> {
    /// Reads nothing yet.
    #[must_use]
    pub fn new(schema: &'a Schema, file: &'a [u8], options: Options) -> Tree<'a> {
        panic!()
    }

    /// The grammar.
    #[must_use]
    pub fn schema(&self) -> &'a Schema {
        panic!()
    }

    /// The whole file's object, its `seq` read to its end (or to its fault).
    #[must_use]
    pub fn root(&self) -> Node<'a> {
        panic!()
    }

    /// A decoded stream; `None` for the file.
    #[must_use]
    pub fn buffer_info(&self, id: BufferId) -> Option<BufferInfo<'a>> {
        panic!()
    }

    /// Bytes of a buffer: start inclusive, end exclusive, cut to its length.
    #[must_use]
    pub fn bytes(&self, id: BufferId, start: u64, end: u64) -> Cow<'a, [u8]> {
        panic!()
    }

    /// Evaluates an expression in the root object.
    ///
    /// # Errors
    /// The fault that stopped it.
    pub fn eval(&self, expr: &Expr) -> Result<Value<'a>, Fault> {
        panic!()
    }

    /// The place that an expression names (`rooms[3].w`), if it names one.
    ///
    /// # Errors
    /// The fault that stopped it.
    pub fn place(&self, expr: &Expr) -> Result<Option<Node<'a>>, Fault> {
        panic!()
    }
}

#[allow(clippy::unused_self, clippy::missing_panics_doc, unused_variables)]
impl<'a> Node<'a> {
    /// Its own name: `rooms`, `[3]`; empty for the root.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        panic!()
    }

    /// Its path from the root: `rooms[3].w`; empty for the root.
    #[must_use]
    pub fn path(&self) -> String {
        panic!()
    }

    /// Index in its array.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        panic!()
    }

    /// The attribute that it was read by; an element has its array's. `None`
    /// for the root and for params.
    #[must_use]
    pub fn attr(&self) -> Option<&'a Attr> {
        panic!()
    }

    /// Whether it is an instance (or an element of one).
    #[must_use]
    pub fn is_instance(&self) -> bool {
        panic!()
    }

    /// Whether it is a value instance: computed, without bytes of its own.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        panic!()
    }

    /// What it is. Evaluates `if` and `switch-on` of an instance, and reads it.
    #[must_use]
    pub fn shape(&self) -> Shape {
        panic!()
    }

    /// The type of an object.
    #[must_use]
    pub fn type_def(&self) -> Option<&'a TypeDef> {
        panic!()
    }

    /// The bytes that it takes, terminator and padding included; of an object
    /// with a size, all of that size. `None` for computed and absent ones.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        panic!()
    }

    /// The decoded stream that its content lies in, if it has a `process`.
    #[must_use]
    pub fn derived(&self) -> Option<BufferId> {
        panic!()
    }

    /// Its value; an object or array gives itself.
    ///
    /// # Errors
    /// The fault that made it unreadable.
    pub fn value(&self) -> Result<Value<'a>, Fault> {
        panic!()
    }

    /// Why reading it stopped; children that were read before are still there.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        panic!()
    }

    /// How many children it has: attributes and instances, or elements.
    #[must_use]
    pub fn len(&self) -> u64 {
        panic!()
    }

    /// Whether it has no children.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A child, by index.
    #[must_use]
    pub fn child(&self, index: u64) -> Option<Node<'a>> {
        panic!()
    }

    /// A child of an object, by name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Node<'a>> {
        panic!()
    }

    /// The object that holds it, or the array of an element.
    #[must_use]
    pub fn container(&self) -> Option<Node<'a>> {
        panic!()
    }

    /// Of an array whose elements all have one size: that size in bytes.
    #[must_use]
    pub fn stride(&self) -> Option<u64> {
        panic!()
    }

    /// `to-string` or `-webide-representation` of an object, filled in.
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        panic!()
    }

    /// What is wrong with it itself (not with its children): the fault that
    /// ended it, `valid`, checksum, and its type's checks.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        panic!()
    }

    /// The place whose position this integer gives: a parse instance whose
    /// `pos` is this field.
    #[must_use]
    pub fn points_to(&self) -> Option<Node<'a>> {
        panic!()
    }

    /// The other byte order's reading of an integer of several bytes.
    #[must_use]
    pub fn swapped(&self) -> Option<i128> {
        panic!()
    }

    /// Drops what was decoded below it; it is decoded again when asked for.
    /// Walkers call it when they leave an element.
    pub fn release(&self) {}
}
