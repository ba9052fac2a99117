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
use std::ops::ControlFlow;

use crate::view::doc::{Line, Sink};
use crate::view::mark::Places;

pub use ansi::{Ansi, RESET};
pub use html::{Html, Page};
pub use svg::Svg;
pub use theme::{Depth, Ground, Scheme, Theme};

/// Hands lines on in ASCII alone.
pub struct Ascii(pub Box<dyn Painter>);

impl Sink for Ascii {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        match line.text().is_ascii() {
            true => self.0.line(line),
            false => self.0.line(&line.in_ascii()),
        }
    }

    fn places(&mut self) -> Option<&mut dyn Places> {
        self.0.places()
    }
}

impl Painter for Ascii {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish()
    }
}

/// Takes the lines of a view, and writes what is left of them in the end.
pub trait Painter: Sink {
    /// Ends what is written.
    ///
    /// # Errors
    /// The first error that the writer met.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
