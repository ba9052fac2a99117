//! Problems of a grammar for a person.

use std::fmt::Write;

use fmtview::export::finding::severity_name;
use fmtview::grammar::Compiled;
use fmtview::text::escape;

/// All problems, one after the other.
pub(crate) fn render(compiled: &Compiled, _color: bool) -> String {
    let mut out = String::new();
    for problem in &compiled.problems {
        let (line, column) = compiled
            .sources
            .line_column(problem.loc.file, problem.loc.start);
        let file = compiled
            .sources
            .get(problem.loc.file)
            .map_or("", |source| &source.name);
        let (file, path) = (escape(file), escape(&problem.path));
        let (severity, message) = (severity_name(problem.severity), escape(&problem.message));
        // writing to a String can't fail
        let _ = writeln!(
            out,
            "{file}:{line}:{column}: {severity}: {message} ({path})"
        );
        if let Some(help) = &problem.help {
            let _ = writeln!(out, "  {}", escape(help));
        }
    }
    out
}
