//! The decoded file as a lazy tree: handles that find their bytes and values
//! when asked. No node per field is kept.

mod anew;
mod blame;
mod check;
mod checksum;
pub mod coverage;
mod cut;
mod finding;
mod findings;
mod hint;
mod node;
mod overlap;
mod pointer;
pub(crate) mod quiet;
mod shift;
mod spans;
mod visited;
mod walk;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

pub(crate) use crate::decode::measure::Rules;
pub use crate::decode::{Options, ProcessHook};
pub use check::{CheckOptions, check, check_with};
pub use checksum::ChecksumResult;
pub use finding::{Datum, Finding, Hint};
pub use node::{Node, Shape};
pub use visited::Visited;
pub use walk::{Next, walk};

use crate::decode::engine::Engine;
use crate::decode::eval::Scope;
use crate::decode::object::Obj;
use crate::decode::{BufferId, Fault, Span, Value};
use crate::schema::{Expr, ExprKind, Schema};

/// A file under a grammar.
pub struct Tree<'a> {
    engine: Engine<'a>,
    root: OnceCell<Obj<'a>>,
}

/// What a decoded stream is.
#[derive(Debug, Clone)]
pub struct BufferInfo {
    /// The source field's bytes.
    pub source: Option<Span>,
    /// How: `base64`, `zlib`, ….
    pub via: String,
    /// Its length in bytes.
    pub len: u64,
}

impl fmt::Debug for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Tree({} over {} bytes)",
            self.schema().id,
            self.engine.0.file.len()
        )
    }
}

impl<'a> Tree<'a> {
    /// Reads nothing yet.
    #[must_use]
    pub fn new(schema: &'a Schema, file: &'a [u8], options: Options) -> Tree<'a> {
        Tree {
            engine: Engine::new(schema, file, options),
            root: OnceCell::new(),
        }
    }

    /// The grammar.
    #[must_use]
    pub fn schema(&self) -> &'a Schema {
        self.engine.0.schema
    }

    /// The whole file.
    #[must_use]
    pub fn file(&self) -> &'a [u8] {
        self.engine.0.file
    }

    pub(crate) fn root_obj(&self) -> &Obj<'a> {
        self.root.get_or_init(|| self.engine.read_root())
    }

    /// The whole file's object, its `seq` read to its end (or to its fault).
    #[must_use]
    pub fn root(&self) -> Node<'a> {
        Node::root(self.root_obj().clone())
    }

    /// The faults met while the root's `seq` was read, with their paths; the
    /// first thousand.
    #[must_use]
    pub fn read_faults(&self) -> Vec<(String, Fault)> {
        self.root_obj();
        self.engine.recorded()
    }

    /// A decoded stream; `None` for the file.
    #[must_use]
    pub fn buffer_info(&self, id: BufferId) -> Option<BufferInfo> {
        let made = self.engine.derived(id)?;
        Some(BufferInfo {
            source: made.source,
            via: made.via.to_string(),
            len: made.bytes.len() as u64,
        })
    }

    /// The path of the field that a stream was decoded from; `None` for the
    /// file.
    #[must_use]
    pub fn buffer_origin(&self, id: BufferId) -> Option<String> {
        self.engine.origin_of(id)
    }

    /// Bytes of a buffer: start inclusive, end exclusive, cut to its length. A
    /// decoded stream is there as long as a node inside it is held.
    #[must_use]
    pub fn bytes(&self, id: BufferId, start: u64, end: u64) -> Cow<'a, [u8]> {
        fn cut(bytes: &[u8], start: u64, end: u64) -> &[u8] {
            let end = usize::try_from(end).unwrap_or(usize::MAX).min(bytes.len());
            let start = usize::try_from(start).unwrap_or(usize::MAX).min(end);
            &bytes[start..end]
        }
        if id == BufferId::FILE {
            self.engine.0.options.passed.set(end);
            return Cow::Borrowed(cut(self.engine.0.file, start, end));
        }
        match self.engine.derived(id) {
            Some(made) => Cow::Owned(cut(&made.bytes, start, end).to_vec()),
            None => Cow::Borrowed(&[]),
        }
    }

    /// Length of a buffer in bytes.
    #[must_use]
    pub fn buffer_len(&self, id: BufferId) -> u64 {
        if id == BufferId::FILE {
            return self.engine.0.file.len() as u64;
        }
        self.engine
            .derived(id)
            .map_or(0, |made| made.bytes.len() as u64)
    }

    /// Evaluates an expression in the root object.
    ///
    /// # Errors
    /// The fault that stopped it.
    pub fn eval(&self, expr: &Expr) -> Result<Value<'a>, Fault> {
        let root = self.root_obj();
        self.engine.rested();
        self.engine.eval(&Scope::of(root), expr)
    }

    /// The place that an expression names (`rooms[3].w`), if it names one.
    ///
    /// # Errors
    /// The fault that stopped it.
    pub fn place(&self, expr: &Expr) -> Result<Option<Node<'a>>, Fault> {
        place(self.root_obj(), expr)
    }
}

/// The place that an expression names, seen from an object.
pub(crate) fn place<'a>(this: &Obj<'a>, expr: &Expr) -> Result<Option<Node<'a>>, Fault> {
    let engine = this.engine();
    let scope = Scope::of(this);
    match &expr.kind {
        ExprKind::Member { of, name, slot } => {
            let of = engine.eval(&scope, of)?;
            let Value::Obj(obj) = of else { return Ok(None) };
            let member = match slot {
                Some((ty, member)) if *ty == obj.0.ty => Some(*member),
                _ => obj.0.def.members.get(name).copied(),
            };
            Ok(member.map(|member| Node::member_of(obj, member)))
        }
        ExprKind::Subscript(of, index) => {
            let index = engine.eval(&scope, index)?;
            match (
                engine.eval(&scope, of)?,
                index.as_int().and_then(|n| u64::try_from(n).ok()),
            ) {
                (Value::Array(array), Some(index)) if index < array.count() => {
                    Ok(Some(Node::element_of(array, index)))
                }
                _ => Ok(None),
            }
        }
        ExprKind::Cast(of, _) => place(this, of),
        _ => Ok(Node::of_value(&engine.eval(&scope, expr)?)),
    }
}
