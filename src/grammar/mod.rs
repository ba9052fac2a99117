//! Compiles `.ksy` text to a schema, or to problems with their places.

mod built_in;
mod circles;
mod early;
mod endless;
mod expr;
mod facts;
pub mod import;
mod index;
mod infer;
mod lint;
mod lower;
mod marks;
mod never;
mod opaque;
mod problem;
mod query;
mod read;
mod scalar;
mod size;
pub mod spec;
mod yaml;

pub use import::{GrammarText, Loader};
pub use infer::ExprError;
pub use marks::{Marks, marks};
pub use problem::Problem;
pub use query::{Queries, compile_expression};

use crate::schema::{Schema, Severity};
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

/// Compiles a grammar and all that it imports.
///
/// Every pass that can still run does run, so that all that is wrong with a
/// grammar is said at once.
#[must_use]
pub fn compile(main: GrammarText, loader: &dyn Loader) -> Compiled {
    let mut sources = Sources::default();
    let mut problems = Vec::new();

    // YAML to spec: each file, and the files that it imports, are read once;
    // keys, kinds of values and names are checked.
    let library = import::load(main, loader, &mut sources, &mut problems);

    let mut schema = None;
    if let Some(library) = &library {
        // Spec to schema: names are resolved, expressions get types.
        let (lowered, found) = lower::lower(library);
        problems.extend(found);
        let broken = problems
            .iter()
            .any(|problem| problem.severity == Severity::Error);
        // What can't work: instances that need themselves, types that hold
        // themselves, fields that are used too early, rules that nothing can keep.
        circles::check(&lowered, &mut problems);
        endless::check(&lowered, library, &mut problems);
        early::check(&lowered, &mut problems);
        never::check(&lowered, &mut problems);
        schema = (!broken).then_some(lowered);

        // Style: names of encodings and of fields that hold a length or count.
        lint::check(library, &mut problems);
    }
    Compiled {
        sources,
        schema,
        problems,
    }
}
