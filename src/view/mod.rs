//! What is shown of a decoded file, as lines of text with roles. Nothing here
//! knows of escape codes, terminals or files.

pub mod doc;
pub mod facts;
pub mod finding;
pub mod hex;
pub mod hexdump;
pub mod locate;
pub mod number;
pub mod options;
pub mod preview;
pub mod survey;

pub use hexdump::hexdump;
pub use options::{Base, Part, ViewOptions};
