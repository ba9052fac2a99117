//! Runs a schema over bytes: streams, objects, arrays, instances, expressions.
//! Everything is decoded when it is asked for; what is kept is bounded.

mod again;
pub(crate) mod array;
mod bounds;
pub(crate) mod buffer;
pub mod checksum;
pub(crate) mod codec;
pub(crate) mod derived;
mod element;
pub(crate) mod engine;
pub(crate) mod eval;
mod extent;
pub mod fault;
mod fixed;
pub(crate) mod form;
mod instance;
mod integer;
pub(crate) mod leaf;
pub mod limits;
mod lookup;
pub(crate) mod measure;
mod methods;
pub(crate) mod object;
mod operators;
pub mod passed;
mod read;
mod repeat;
mod say;
mod searched;
mod sequence;
pub mod span;
pub(crate) mod text;
pub(crate) mod valid;
pub mod value;

pub use array::Array;
pub use buffer::Stream;
pub use engine::{Options, ProcessHook};
pub use fault::{Fault, FaultKind};
pub use limits::Limits;
pub use object::Obj;
pub use passed::Passed;
pub use span::{BufferId, Span};
pub use value::{Bytes, Value};
