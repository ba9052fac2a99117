//! Lines and dumps as bytes for a terminal or a file.

pub mod ansi;
pub mod hex;
mod palette;
#[cfg(test)]
mod tests;
pub mod theme;

pub use ansi::Ansi;
pub use theme::{Depth, Ground, Scheme, Theme};
