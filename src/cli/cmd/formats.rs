//! `fmtview formats`: what is built in.

use std::io::Write;
use std::ops::ControlFlow;

use fmtview::formats::{self, Format};
use fmtview::text;
use fmtview::view::doc::{Line, Role, Sink};

use crate::cli::args::FormatsArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::settings::Look;

pub(super) fn run(args: &FormatsArgs, env: &Environment) -> Result<Exit, Failure> {
    let look = Look::new(&args.output, env);
    let format = match &args.name {
        None => None,
        Some(name) => Some(formats::by_id(name).ok_or_else(|| unknown(name))?),
    };
    if let (true, Some(format)) = (args.source, format) {
        let mut out = look.pages()?;
        out.write_all(format.text.as_bytes())?;
        out.flush()?;
        return Ok(Exit::Fine);
    }
    let mut out = look.screen()?;
    // It ends early only if writing fails, which `finish` reports.
    let _ = match format {
        Some(format) => describe(format, &mut out),
        None => list(&look, &mut out),
    };
    out.finish()?;
    Ok(Exit::Fine)
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::new(format_args!("no built-in grammar is called {name}"));
    let ids = formats::built_in().iter().map(|format| format.id);
    match text::nearest(name, ids) {
        Some(near) => failure.help(format_args!("Did you mean {near}?")),
        None => failure.help("`fmtview formats` lists them."),
    }
}

fn list(look: &Look, out: &mut impl Sink) -> ControlFlow<()> {
    let all = formats::built_in();
    let widest = |of: fn(&Format) -> usize| all.iter().map(of).max().unwrap_or(0);
    let titles = 2 + widest(|format| text::width(format.id));
    let names = 2 + titles + widest(|format| text::width(format.title));
    let mut line = Line::new();
    for format in all {
        line.clear();
        line.untrusted(Role::Heading, format.id);
        line.pad_to(titles);
        line.untrusted(Role::Plain, format.title);
        line.pad_to(names);
        line.untrusted(Role::Comment, &format.names.join(" "));
        line.truncate(look.width, if look.ascii { "..." } else { "…" });
        out.line(&line)?;
    }
    ControlFlow::Continue(())
}

fn describe(format: &'static Format, out: &mut impl Sink) -> ControlFlow<()> {
    let mut line = Line::new();
    line.untrusted(Role::Heading, format.id);
    line.push(Role::Plain, "  ");
    line.untrusted(Role::Plain, format.title);
    out.line(&line)?;
    fact(out, "files", &format.names.join(" "))?;
    for magic in format.magic {
        let bytes = magic.bytes.escape_ascii();
        fact(out, "marked by", &format!("{bytes} at {:#x}", magic.offset))?;
    }
    if format.trial {
        fact(out, "found by", "decoding it without an error")?;
    }
    let Some(schema) = format.schema() else {
        return ControlFlow::Continue(());
    };
    let root = schema.root_type();
    for reference in &root.doc_ref {
        fact(out, "see", reference)?;
    }
    if let Some(doc) = &root.doc {
        out.line(&Line::new())?;
        for text in doc.lines() {
            line.clear();
            line.untrusted(Role::Plain, text);
            out.line(&line)?;
        }
    }
    ControlFlow::Continue(())
}

fn fact(out: &mut impl Sink, name: &'static str, text: &str) -> ControlFlow<()> {
    if text.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut line = Line::new();
    line.spaces(2);
    line.push(Role::Comment, name);
    line.pad_to(13);
    line.untrusted(Role::Plain, text);
    out.line(&line)
}
