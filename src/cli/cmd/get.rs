//! `fmtview get`: what expressions give.

use std::ffi::OsStr;
use std::io::Write;

use fmtview::decode::{Fault, FaultKind, Value};
use fmtview::export::json::{Json, JsonOptions, fault_json};
use fmtview::grammar::Queries;
use fmtview::input::Origin;
use fmtview::schema::Schema;
use fmtview::text;
use fmtview::tree::Tree;

use crate::cli::args::GetArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::settings::{self, Look};
use crate::cli::{grammar, output, progress, source};

pub(super) fn run(args: &GetArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let (origin, expressions) = match (&args.text, &args.words[..]) {
        (Some(text), words) => (Origin::Text(text.clone()), words),
        (None, [file, words @ ..]) => (Origin::from_word(file), words),
        (None, []) => return Err(Failure::new("no file given")),
    };
    if expressions.is_empty() {
        return Err(Failure::new("no expression given").help("Usage: fmtview get FILE EXPR…"));
    }
    let input = source::open_origin(origin, args.no_mmap, env)?;
    let schema = grammar::choose(&args.grammar, &input, Look::plain(env).problems())?.schema;
    let mut options = settings::decoding(&args.decode, &args.grammar, depth);
    options.strict = true;
    let tree = Tree::new(schema, input.bytes(), options);
    let _ = tree.root(); // reads its seq to the end
    let faults = tree.read_faults();
    let mut exit = Exit::Fine;
    let mut out = output::unbuffered()?;
    let layout = JsonOptions {
        tested: true,
        ..JsonOptions::default()
    };
    let queries = Queries::new(schema);
    for word in expressions {
        let result = evaluate(&tree, &queries, word);
        if let Err(fault) = &result {
            exit = Exit::Bad;
            if !args.json {
                // The line stays empty, so that lines and expressions still match.
                out.write_all(b"\n")?;
                report(&word.to_string_lossy(), fault, &input.name(), false);
                continue;
            }
        }
        if !args.json
            && let Some(mut line) = plain(schema, &result)
        {
            line.push('\n');
            out.write_all(line.as_bytes())?;
            continue;
        }
        let mut json = Json::new(&mut out, &tree, layout);
        json.result_line(&result)?;
        if json.finish()? > 0 {
            exit = Exit::Bad;
        }
    }
    for (path, fault) in &faults {
        exit = Exit::Bad;
        report(path, fault, &input.name(), args.json);
    }
    source::check_whole(&input)?;
    Ok(exit)
}

fn evaluate<'a>(tree: &Tree<'a>, queries: &Queries<'_>, word: &OsStr) -> Result<Value<'a>, Fault> {
    let text = word.to_string_lossy();
    match queries.compile(tree.schema().root, &text, false) {
        Ok(expr) => tree.eval(&expr),
        Err(error) => {
            let mut message = error.message;
            if let Some(help) = error.help {
                message = format!("{message} ({help})");
            }
            Err(Fault::new(FaultKind::Expression, message, None, "".into()))
        }
    }
}

/// The form for a person; `None` where JSON is that form.
fn plain(schema: &Schema, result: &Result<Value<'_>, Fault>) -> Option<String> {
    Some(match result {
        Err(_) => return None,
        Ok(Value::Str(text)) => text::escape(text).into_owned(),
        Ok(Value::Bytes(bytes)) => {
            let pairs: Vec<String> = bytes
                .as_slice()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            pairs.join(" ")
        }
        Ok(Value::Enum(id, number)) => match schema.enumeration(*id).entry(*number) {
            Some(entry) => text::escape(&entry.name).into_owned(),
            None => number.to_string(),
        },
        Ok(_) => return None,
    })
}

/// Says on standard error what stopped the read, or an expression.
fn report(path: &str, fault: &Fault, file: &str, json: bool) {
    let line = if json {
        format!("{}\n", fault_json(fault))
    } else {
        let at = fault
            .at()
            .map(|at| format!(" at {at:#x}"))
            .unwrap_or_default();
        let (file, path) = (text::escape(file), text::escape(path));
        let message = text::escape(fault.message());
        format!(
            "fmtview: {file}: {path}{at}: {}: {message}\n",
            fault.kind().name()
        )
    };
    progress::message(&line);
}
