//! `fmtview json`: the decoded tree for other programs.

use fmtview::export::json::{Json, JsonOptions};
use fmtview::tree::Tree;

use crate::cli::args::JsonArgs;
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::settings::{self, Look};
use crate::cli::{grammar, output, source};

pub(super) fn run(args: &JsonArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let input = source::open(&args.input, env)?;
    let schema = grammar::choose(&args.grammar, &input, Look::plain(env).problems())?.schema;
    let options = settings::decoding(&args.decode, &args.grammar, depth);
    let tree = Tree::new(schema, input.bytes(), options);
    let mut out = output::unbuffered()?;
    let layout = JsonOptions {
        pretty: args.pretty,
        ranges: args.ranges,
        tested: false,
    };
    let mut json = Json::new(&mut out, &tree, layout);
    json.tree_line(&tree.root())?;
    let errors = json.finish()?;
    source::check_whole(&input)?;
    Ok(if errors == 0 { Exit::Fine } else { Exit::Bad })
}
