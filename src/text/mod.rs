//! Text and places in text; knows nothing else of the program.

mod source;

pub use source::{FileId, Loc, Source, Sources};
