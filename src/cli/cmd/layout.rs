//! `fmtview layout`: the structure diagram of a format.

use std::ffi::OsString;
use std::path::Path;

use fmtview::formats;
use fmtview::input::Origin;
use fmtview::tree::Tree;
use fmtview::view::layout::{LayoutOptions, Style, layout};

use crate::cli::args::{GrammarArgs, LayoutArgs};
use crate::cli::env::Environment;
use crate::cli::exit::{Exit, Failure};
use crate::cli::grammar::Grammars;
use crate::cli::settings::{self, Look};
use crate::cli::{output, source};

pub(super) fn run(args: &LayoutArgs, env: &Environment, depth: u32) -> Result<Exit, Failure> {
    let look = Look::for_page(&args.output, args.page, env);
    let (format, origin) = words(args)?;
    let named = GrammarArgs {
        format,
        include: args.include.clone(),
        process: args.process.clone(),
        process_time: args.process_time,
    };
    let mut grammars = Grammars::new(&named, look.problems())?;
    let input = match origin {
        Some(origin) => Some(source::open_origin(origin, args.no_mmap, env)?),
        None => None,
    };
    let schema = match (grammars.named(), &input) {
        (Some(schema), _) => schema,
        (None, Some(input)) => grammars.choose(input)?.schema,
        (None, None) => return Err(Failure::new("no format given")),
    };
    let options = LayoutOptions {
        style: match args.style {
            Some(style) => style.into(),
            None if args.markdown => Style::Table,
            None => formats::style(&schema.id),
        },
        width: look.width,
        ascii: look.ascii,
        row: args.row.into(),
        markdown: args.markdown,
    };
    let decoding = settings::decoding(&args.decode, &named, depth);
    let tree = input
        .as_ref()
        .map(|input| Tree::new(schema, input.bytes(), decoding));
    let title = schema.title.as_deref().unwrap_or(&schema.id);
    let mut out = output::painter(&look, args.page, title, "Structure diagram")?;
    // It ends early only if writing fails, which `finish` reports.
    let _ = layout(schema, tree.as_ref(), &options, &mut *out);
    out.finish()?;
    if let Some(input) = &input {
        source::check_whole(input)?;
    }
    Ok(Exit::Fine)
}

/// The name of the format, and what is to be shown in it. A single word may be
/// a file, whose format is then found; beside `-f` it is one.
fn words(args: &LayoutArgs) -> Result<(Option<OsString>, Option<Origin>), Failure> {
    let text = args.text.clone().map(Origin::Text);
    if let Some(format) = &args.format {
        return match (text, &args.word) {
            (Some(_), Some(_)) => Err(Failure::new("give a FILE or --text, not both")),
            (text, word) => {
                let file = word.as_deref().map(Origin::from_word);
                Ok((Some(format.clone()), text.or(file)))
            }
        };
    }
    let origin = text.or_else(|| args.file.as_deref().map(Origin::from_word));
    let Some(word) = &args.word else {
        return Ok((None, origin));
    };
    let path = Path::new(word);
    let is_grammar = path.extension().is_some_and(|it| it == "ksy")
        || word
            .to_str()
            .is_some_and(|name| formats::by_id(name).is_some())
        || args
            .include
            .iter()
            .any(|folder| folder.join(path).with_extension("ksy").is_file());
    if origin.is_none() && !is_grammar && (path.is_file() || path == Path::new("-")) {
        return Ok((None, Some(Origin::from_word(word))));
    }
    Ok((Some(word.clone()), origin))
}
