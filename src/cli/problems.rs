//! Problems of a grammar for a person.

use fmtview::diag::{self, Look};
use fmtview::grammar::Compiled;

/// All problems in the order of the lines that they are about, with an empty
/// line after each.
pub(crate) fn render(compiled: &Compiled, look: Look) -> String {
    let mut problems: Vec<_> = compiled.problems.iter().collect();
    problems.sort_by_key(|problem| (problem.loc.file, problem.loc.start));
    let mut out = String::new();
    for problem in problems {
        out.push_str(&diag::render(&problem.into(), &compiled.sources, look));
        out.push_str("\n\n");
    }
    out
}
