//! `fmtview view`: the annotated hexdump.

use std::thread::available_parallelism;

use fmtview::grammar::Queries;
use fmtview::tree::{Node, Tree};
use fmtview::view::{Base, Part, ViewOptions, hexdump};

use crate::cli::args::ViewArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::parse::{NoOffset, parse_offset};
use crate::cli::settings::{self, Look};
use crate::cli::{grammar, output, source};

pub(super) fn run(args: &ViewArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let look = Look::for_page(&args.output, args.page, env);
    let input = source::open(&args.input, env)?;
    let chosen = grammar::choose(&args.grammar, &input, look.problems())?;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(chosen.schema, input.bytes(), options);
    let part = match (&args.at, args.range) {
        (Some(at), _) if is_number(at) => Part::Offset(offset(at, &tree)?),
        (Some(at), _) => Part::Node(place(at, &tree, PATH_OR_OFFSET)?),
        (None, Some(range)) => Part::Range(range.within(input.bytes().len())?),
        (None, None) => Part::Whole,
    };
    let options = ViewOptions {
        name: &input.name(),
        by: &chosen.by,
        width: look.width,
        ascii: look.ascii,
        full: args.full,
        dense: args.dense,
        // of what takes no bytes the fields beside dense rows say nothing
        computed: !args.dense,
        depth: None,
        base: args.base.map_or(Base::Usual, Base::from),
        threads: available_parallelism().map_or(1, usize::from),
    };
    let mut out = output::painter(&look, args.page, &input.name(), "Annotated hexdump")?;
    // It ends early only if writing fails, which `finish` reports.
    let _ = hexdump(&tree, &part, &options, &mut *out);
    out.finish()?;
    source::check_whole(&input)?;
    Ok(Exit::Fine)
}

/// What `--at` of this command takes.
const PATH_OR_OFFSET: &str =
    "Expected a path such as header.size or rooms[3], or an offset such as 500 or 0x1f.";

/// Whether a word is meant as an offset, for no path begins so.
fn is_number(at: &str) -> bool {
    let digits = at.trim_start().trim_start_matches(['+', '-']);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

fn offset(at: &str, tree: &Tree<'_>) -> Result<u64, Failure> {
    let wrong = |why: &str| Failure::new(format_args!("--at {at}: {why}"));
    let len = tree.file().len();
    match parse_offset(at) {
        Ok(offset) if offset < len as u64 => Ok(offset),
        Ok(_) | Err(NoOffset::TooLarge) => {
            Err(wrong(&format!("beyond the end of the file, at {len:#x}")))
        }
        Err(NoOffset::NotANumber) if at.contains("..") => {
            Err(wrong("a range, not an offset")
                .help("Bytes from A to B are shown by --range A..B."))
        }
        Err(NoOffset::NotANumber) => Err(wrong("no offset").help(PATH_OR_OFFSET)),
    }
}

/// The place that a path names; `expected` is what to say where it is none.
pub(super) fn place<'a>(path: &str, tree: &Tree<'a>, expected: &str) -> Result<Node<'a>, Failure> {
    let wrong = |why: &str| Failure::new(format_args!("--at {path}: {why}"));
    if path.trim().is_empty() {
        return Err(Failure::new("--at names no place: it is empty").help(expected));
    }
    let schema = tree.schema();
    let expr = Queries::new(schema)
        .compile(schema.root, path, false)
        .map_err(|error| {
            let failure = wrong(&error.message);
            match error.help {
                Some(help) => failure.help(help),
                None => failure.help(expected),
            }
        })?;
    match tree.place(&expr) {
        Ok(Some(node)) => Ok(node),
        Ok(None) => Err(match tree.eval(&expr) {
            Err(fault) => wrong(fault.message()),
            Ok(_) => wrong("a value, not a place in the file").help(expected),
        }),
        Err(fault) => Err(wrong(fault.message())),
    }
}
