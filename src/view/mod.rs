//! What is shown of a decoded file, as lines of text with roles. Nothing here
//! knows of escape codes, terminals or files.

pub mod check;
pub mod doc;
pub mod facts;
pub mod finding;
pub mod hex;
pub mod hexdump;
mod kind;
pub mod layout;
pub mod locate;
pub mod mark;
mod moment;
pub mod number;
mod offsets;
pub mod options;
pub mod outline;
pub mod preview;
mod reason;
mod role;
mod spell;
pub mod survey;
mod told;
pub mod words;

pub use hexdump::hexdump;
pub use options::{Base, Part, ViewOptions};
pub use outline::outline;
