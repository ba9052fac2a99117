//! Compiles `.ksy` text to a schema, or to problems with their places.

pub mod expr;
pub mod import;
mod problem;
mod scalar;
pub mod spec;

pub use import::{GrammarText, Loader};
pub use problem::Problem;

use crate::schema::Schema;
use crate::text::Sources;

/// What compiling a grammar gives.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Every file that was read; problems and the schema point into it.
    pub sources: Sources,
    /// The schema, if there is no error.
    pub schema: Option<Schema>,
    /// Errors and warnings. The first error is the one to mend first.
    pub problems: Vec<Problem>,
}
