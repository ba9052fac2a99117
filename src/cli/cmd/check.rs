//! `fmtview check`: everything that is wrong with files.

use std::io::{self, Write};
use std::ops::ControlFlow;

use fmtview::export::finding::{finding_line, severity_name};
use fmtview::input::{Input, Origin};
use fmtview::paint::Ansi;
use fmtview::schema::Severity;
use fmtview::tree::{Finding, Tree, check};
use fmtview::view::doc::{Line, Role, Sink};

use crate::cli::args::CheckArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::grammar::Grammars;
use crate::cli::settings::{self, Look};
use crate::cli::{output, source};

pub(super) fn run(args: &CheckArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let origins: Vec<Origin> = match &args.text {
        Some(text) => vec![Origin::Text(text.clone())],
        None => args
            .files
            .iter()
            .map(|file| Origin::from_word(file))
            .collect(),
    };
    let look = Look::new(&args.output, env);
    let mut grammars = Grammars::new(&args.grammar, look.problems())?;
    let mut exit = Exit::Fine;
    for origin in origins {
        let outcome = source::open_origin(origin, args.no_mmap, env)
            .and_then(|input| check_file(args, &input, &mut grammars, &look, depth));
        exit = exit.max(match outcome {
            Ok(exit) => exit,
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => failure.report(),
        });
    }
    Ok(exit)
}

fn check_file(
    args: &CheckArgs,
    input: &Input,
    grammars: &mut Grammars,
    look: &Look,
    depth: u32,
) -> Result<Exit, Failure> {
    let grammar = grammars.choose(input)?;
    let schema = grammar.schema()?;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(schema, input.bytes(), options);
    let worst = if args.json {
        json_lines(&tree, &input.name())?
    } else {
        lines(&tree, &input.name(), look)?
    };
    source::check_whole(input)?;
    Ok(match worst {
        Some(Severity::Error) => Exit::Bad,
        Some(Severity::Warning) if args.strict => Exit::Bad,
        _ => Exit::Fine,
    })
}

fn json_lines(tree: &Tree<'_>, file: &str) -> io::Result<Option<Severity>> {
    let mut out = output::buffered()?;
    let mut line = Vec::new();
    let mut worst = None;
    let mut written = Ok(());
    let _ = check(tree, &mut |finding| {
        worst = worst.max(Some(finding.severity));
        line.clear();
        finding_line(&mut line, &finding, &tree.schema().id, file);
        written = out.write_all(&line);
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    written?;
    output::close(out)?;
    Ok(worst)
}

fn lines(tree: &Tree<'_>, file: &str, look: &Look) -> io::Result<Option<Severity>> {
    let mut out = Ansi::new(output::unbuffered()?, look.theme);
    let mut line = Line::new();
    let mut worst = None;
    // It ends early only if writing fails, which `finish` reports.
    let _ = check(tree, &mut |finding| {
        worst = worst.max(Some(finding.severity));
        line.clear();
        fill(&mut line, &finding, file);
        out.line(&line)
    });
    if worst.is_none() {
        line.clear();
        line.untrusted(Role::Plain, file);
        line.push(Role::Good, ": valid");
        line.push(Role::Comment, " (");
        line.untrusted(Role::Comment, &tree.schema().id);
        line.push(Role::Comment, ")");
        let _ = out.line(&line);
    }
    out.finish()?;
    Ok(worst)
}

/// `FILE:OFFSET: severity: path: message; hint [kind]`
fn fill(line: &mut Line, finding: &Finding, file: &str) {
    line.untrusted(Role::Plain, file);
    line.push(Role::Punctuation, ":");
    if let Some(stream) = &finding.stream {
        line.untrusted(Role::Offset, stream);
        line.push(Role::Punctuation, "+");
    }
    if let Some(span) = finding.span {
        line.push(Role::Offset, "0x");
        line.hex(Role::Offset, span.start_byte(), 1);
        line.push(Role::Punctuation, ":");
    }
    let role = match finding.severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    };
    line.spaces(1);
    line.push(role, severity_name(finding.severity));
    line.push(Role::Punctuation, ": ");
    if !finding.path.is_empty() {
        line.untrusted(Role::Heading, &finding.path);
        line.push(Role::Punctuation, ": ");
    }
    line.untrusted(Role::Plain, &finding.message);
    if let Some(hint) = &finding.hint {
        line.push(Role::Punctuation, "; ");
        line.untrusted(Role::Hint, &hint.words());
    }
    line.push(Role::Comment, " [");
    line.push(Role::Comment, finding.kind.name());
    line.push(Role::Comment, "]");
}
