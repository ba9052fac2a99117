//! Text and places in text; knows nothing else of the program.

mod ascii;
mod nearest;
pub mod sanitize;
mod source;
pub mod width;

pub use ascii::in_ascii;
pub use nearest::{MOST_LISTED, listed, nearest};
pub use sanitize::escape;
pub use source::{FileId, Loc, Source, Sources};
pub use width::{middle_cut, truncate, width};
