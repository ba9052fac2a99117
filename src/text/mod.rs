//! Text and places in text; knows nothing else of the program.

pub mod sanitize;
mod source;
pub mod width;

pub use sanitize::escape;
pub use source::{FileId, Loc, Source, Sources};
pub use width::{truncate, width};
