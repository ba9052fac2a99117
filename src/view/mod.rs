//! What is shown of a decoded file, as lines of text with roles. Nothing here
//! knows of escape codes, terminals or files.

pub mod doc;
pub mod hex;
