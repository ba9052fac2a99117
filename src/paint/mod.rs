//! Lines and dumps as bytes for a terminal or a file.

pub mod ansi;
pub mod hex;
pub mod html;
mod inks;
mod markup;
mod palette;
mod pieces;
mod stretch;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod theme;

use std::io;

use crate::view::doc::Sink;

pub use ansi::{Ansi, RESET};
pub use html::{Html, Page};
pub use svg::Svg;
pub use theme::{Depth, Ground, Scheme, Theme};

/// Takes the lines of a view, and writes what is left of them in the end.
pub trait Painter: Sink {
    /// Ends what is written.
    ///
    /// # Errors
    /// The first error that the writer met.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
