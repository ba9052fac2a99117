//! What is wrong with a text, shown with the line that it is about.

mod render;

pub use render::render;

use crate::text::Loc;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It can't be used so.
    Error,
    /// It can be used, but is odd.
    Warning,
}

/// One message about a place in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub level: Level,
    /// What is wrong. Escaped when it is rendered.
    pub message: String,
    /// What to do. Escaped when it is rendered.
    pub help: Option<String>,
    /// Name of the place within the file, such as a YAML path; may be empty.
    pub section: String,
    /// What to underline.
    pub loc: Loc,
}

/// How a diagnostic is drawn. The caller decides; nothing here asks the
/// terminal or the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Colours by escape codes.
    pub color: bool,
    /// Lines from box characters; else ASCII.
    pub unicode: bool,
    /// Columns; longer source lines are cut around what is underlined.
    pub width: usize,
}
