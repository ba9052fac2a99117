//! Problems of a grammar for a person.

use fmtview::diag::{self, Look};
use fmtview::grammar::Compiled;

/// All problems, with an empty line after each.
pub(crate) fn render(compiled: &Compiled, look: Look) -> String {
    let mut out = String::new();
    for problem in &compiled.problems {
        out.push_str(&diag::render(&problem.into(), &compiled.sources, look));
        out.push_str("\n\n");
    }
    out
}
