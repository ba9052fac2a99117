//! Problems of a grammar for a person.

use fmtview::diag::{self, Look};
use fmtview::grammar::Compiled;
use fmtview::text::in_ascii;
use fmtview::view::doc::{Line, Role};
use fmtview::view::number;

/// Problems that are drawn; who has more wants a list.
const MOST: usize = 100;

/// The problems in the order of the lines that they are about, the first
/// hundred, with an empty line after each.
pub(crate) fn render(compiled: &Compiled, look: Look) -> String {
    let text = drawn(compiled, look);
    match look.unicode {
        true => text,
        false => in_ascii(&text),
    }
}

fn drawn(compiled: &Compiled, look: Look) -> String {
    let mut problems: Vec<_> = compiled.problems.iter().collect();
    problems.sort_by_key(|problem| (problem.loc.file, problem.loc.start));
    let mut out = String::new();
    for &problem in problems.iter().take(MOST) {
        out.push_str(&diag::render(&problem.into(), &compiled.sources, look));
        out.push_str("\n\n");
    }
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        let mut line = Line::new();
        number::count(
            &mut line,
            Role::Plain,
            more as u64,
            "more problem",
            "more problems",
        );
        let count = line.text();
        out.push_str(&format!(
            "… and {count}; `fmtview lint --json` lists all\n\n"
        ));
    }
    out
}
