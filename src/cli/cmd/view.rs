//! `fmtview view`: the annotated hexdump.

use fmtview::grammar::Queries;
use fmtview::tree::{Node, Tree};
use fmtview::view::{Base, Part, ViewOptions, hexdump};

use crate::cli::args::ViewArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::parse::parse_offset;
use crate::cli::settings::{self, Look};
use crate::cli::{grammar, output, source};

pub(super) fn run(args: &ViewArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let look = Look::for_page(&args.output, args.page, env);
    let input = source::open(&args.input, env)?;
    let schema = grammar::choose(&args.grammar, &input, look.problems())?;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(schema, input.bytes(), options);
    let part = match (&args.at, args.range) {
        (Some(at), _) => match parse_offset(at) {
            Some(offset) => Part::Offset(inside(offset, &tree, at)?),
            None => Part::Node(place(at, &tree)?),
        },
        (None, Some(range)) => Part::Range(range.within(input.bytes().len())?),
        (None, None) => Part::Whole,
    };
    let options = ViewOptions {
        name: &input.name(),
        width: look.width,
        ascii: look.ascii,
        full: args.full,
        dense: args.dense,
        // of what takes no bytes the fields beside dense rows say nothing
        computed: !args.dense,
        depth: None,
        base: args.base.map_or(Base::Usual, Base::from),
    };
    let mut out = output::painter(&look, args.page, &input.name(), "Annotated hexdump")?;
    // It ends early only if writing fails, which `finish` reports.
    let _ = hexdump(&tree, &part, &options, &mut *out);
    out.finish()?;
    source::check_whole(&input)?;
    Ok(Exit::Fine)
}

fn inside(offset: u64, tree: &Tree<'_>, typed: &str) -> Result<u64, Failure> {
    let len = tree.file().len();
    if offset < len as u64 {
        return Ok(offset);
    }
    Err(Failure::new(format_args!(
        "--at {typed}: beyond the end of the file, at {len:#x}"
    )))
}

/// The place that a path names.
pub(super) fn place<'a>(path: &str, tree: &Tree<'a>) -> Result<Node<'a>, Failure> {
    let wrong = |why: &str| Failure::new(format_args!("--at {path}: {why}"));
    let schema = tree.schema();
    let expr = Queries::new(schema)
        .compile(schema.root, path, false)
        .map_err(|error| {
            let failure = wrong(&error.message);
            match error.help {
                Some(help) => failure.help(help),
                None => failure,
            }
        })?;
    match tree.place(&expr) {
        Ok(Some(node)) => Ok(node),
        Ok(None) => Err(match tree.eval(&expr) {
            Err(fault) => wrong(fault.message()),
            Ok(_) => wrong("a value, not a place in the file").help(
                "Expected a path such as header.size or rooms[3], or an offset such as 0x1f.",
            ),
        }),
        Err(fault) => Err(wrong(fault.message())),
    }
}
