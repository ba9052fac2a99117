//! Runs a schema over bytes.

pub mod checksum;
pub(crate) mod codec;
pub mod fault;
pub(crate) mod leaf;
pub mod limits;
pub mod span;
pub(crate) mod text;
pub mod value;

pub use fault::{Fault, FaultKind};
pub use limits::Limits;
pub use span::{BufferId, Span};
pub use value::{Bytes, Value};
