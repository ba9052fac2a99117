//! `fmtview tree`: the decoded fields.

use fmtview::tree::Tree;
use fmtview::view::{Base, ViewOptions, outline};

use super::view::place;
use crate::cli::args::TreeArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::settings::{self, Look};
use crate::cli::{grammar, output, source};

pub(super) fn run(args: &TreeArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let look = Look::for_page(&args.output, args.page, env);
    let input = source::open(&args.input, env)?;
    let chosen = grammar::choose(&args.grammar, &input, look.problems())?;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(chosen.schema, input.bytes(), options);
    let top = match &args.at {
        Some(path) => place(
            path,
            &tree,
            "Expected a path such as header.size or rooms[3].",
        )?,
        None => tree.root(),
    };
    let options = ViewOptions {
        name: &input.name(),
        by: &chosen.by,
        width: look.width,
        ascii: look.ascii,
        full: args.full,
        dense: false,
        computed: true,
        depth: args.depth,
        base: args.base.map_or(Base::Usual, Base::from),
        threads: 1,
    };
    let mut out = output::painter(&look, args.page, &input.name(), "Fields")?;
    // It ends early only if writing fails, which `finish` reports.
    let _ = outline(&tree, &top, &options, &mut *out);
    out.finish()?;
    source::check_whole(&input)?;
    Ok(Exit::Fine)
}
