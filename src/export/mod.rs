//! What was decoded and what is wrong, for other programs.

pub mod finding;
pub mod json;
mod literal;
