//! `fmtview lint`: what is wrong with grammars.

use std::io::{self, Write};

use fmtview::diag;
use fmtview::export::finding::problem_line;
use fmtview::formats::Library;
use fmtview::grammar::{Compiled, compile};
use fmtview::schema::Severity;
use fmtview::text::in_ascii;

use crate::cli::args::LintArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::pager::Pager;
use crate::cli::settings::Look;
use crate::cli::{grammar, output, problems};

pub(super) fn run(args: &LintArgs, env: &Environment) -> Result<Exit, Failure> {
    grammar::are_folders(&args.include)?;
    let look = Look::new(&args.output, env);
    // the problems are what was asked for, so they go to standard output
    let shape = diag::Look {
        color: look.scheme.is_some(),
        ..look.problems()
    };
    let library = Library {
        folders: args.include.clone(),
    };
    let mut out = match args.json {
        true => Pager::none(output::unbuffered()?),
        false => look.pages()?,
    };
    let mut exit = Exit::Fine;
    for name in &args.grammars {
        let text = match library.find(&name.to_string_lossy()) {
            Ok(text) => text,
            Err(error) => {
                out.settle()?;
                exit = exit.max(grammar::not_found(error).report());
                continue;
            }
        };
        let name = text.name.clone();
        let compiled = compile(text, &library);
        if compiled
            .problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
        {
            exit = exit.max(Exit::Bad);
        }
        let mut text = Vec::new();
        if args.json {
            for problem in &compiled.problems {
                problem_line(&mut text, problem, &compiled.sources);
            }
        } else {
            let line = summary(&fmtview::text::escape(&name), &compiled);
            text.extend_from_slice(problems::render(&compiled, shape).as_bytes());
            let line = if look.ascii { in_ascii(&line) } else { line };
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        match out.write_all(&text) {
            // who leaves the pager early has seen enough
            Err(error) if out.is_paging() && error.kind() == io::ErrorKind::BrokenPipe => break,
            outcome => outcome?,
        }
    }
    out.flush()?;
    Ok(exit)
}

fn summary(name: &str, compiled: &Compiled) -> String {
    let count = |severity| {
        compiled
            .problems
            .iter()
            .filter(|it| it.severity == severity)
            .count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => format!("{name}: no problems"),
        (0, _) => format!("{name}: {}", many(warnings, "warning")),
        (_, 0) => format!("{name}: {}", many(errors, "error")),
        _ => format!(
            "{name}: {}, {}",
            many(errors, "error"),
            many(warnings, "warning")
        ),
    }
}
