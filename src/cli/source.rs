//! The file that a command works on.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use fmtview::input::{Input, InputError, Mode, Origin};
use fmtview::{formats, text};

use super::args::{Cli, InputArgs};
use super::env::Environment;
use super::exit::Failure;
use super::{progress, words};

/// Names in a folder that a mistyped one is compared with.
const MOST_NAMES: usize = 10_000;

/// What the arguments name.
fn origin(args: &InputArgs) -> Option<Origin> {
    let text = args.text.clone().map(Origin::Text);
    text.or_else(|| args.file.as_deref().map(Origin::from_word))
}

/// The length of the file in bytes, if it is known before it is opened.
pub(crate) fn len(args: &InputArgs) -> Option<u64> {
    match origin(args)? {
        Origin::Text(text) => Some(text.len() as u64),
        Origin::Stdin => None,
        Origin::Path(path) => {
            let known = std::fs::metadata(path).ok()?;
            // the system's own files say that they are empty
            Some(known.len()).filter(|&len| known.is_file() && len > 0)
        }
    }
}

/// Opens the file, or takes the text in its place.
pub(crate) fn open(args: &InputArgs, env: &Environment) -> Result<Input, Failure> {
    open_start(args, env, None)
}

/// The same, where nothing beyond `end` bytes is wanted.
pub(crate) fn open_start(
    args: &InputArgs,
    env: &Environment,
    end: Option<u64>,
) -> Result<Input, Failure> {
    let origin = origin(args).ok_or_else(|| Failure::new("no file given"))?;
    open_part(origin, args.no_mmap, env, end)
}

/// Opens an origin; what went wrong is said with what to do about it.
pub(crate) fn open_origin(
    origin: Origin,
    no_mmap: bool,
    env: &Environment,
) -> Result<Input, Failure> {
    open_part(origin, no_mmap, env, None)
}

fn open_part(
    origin: Origin,
    no_mmap: bool,
    env: &Environment,
    end: Option<u64>,
) -> Result<Input, Failure> {
    let mode = if no_mmap { Mode::Read } else { Mode::Map };
    let opened =
        Input::open(origin, mode, end).inspect(|input| progress::begin(input.bytes().len()));
    opened.map_err(|error| match &error {
        InputError::Missing(name) => missing(name, env),
        InputError::Directory(_) => Failure::new(&error).help("Name a file in it."),
        InputError::Endless(..) => Failure::new(&error).help("Write them to a file: a file is mapped, however long. `fmtview hex --range ..N` reads the first N bytes."),
        InputError::Permission(_) | InputError::Other(..) => Failure::new(&error),
    })
}

/// Nothing of that name: perhaps a format or a command was meant.
fn missing(name: &str, env: &Environment) -> Failure {
    let mut failure = Failure::new(InputError::Missing(name.to_owned()));
    if let Some(format) = formats::by_id(name) {
        failure = failure.help(format_args!("`{name}` is a format: {}.", format.title));
        for place in format.places() {
            let path = env.home.as_ref().map(|home| home.join(place));
            failure = match path {
                Some(path) if path.is_file() => failure.help(format_args!(
                    "Such a file is here: fmtview {}",
                    shell_words::quote(&path.display().to_string())
                )),
                _ => failure.help(format_args!("Such a file usually lies at ~/{place}.")),
            };
        }
        return failure.help(format_args!("Its structure: fmtview layout {name}"));
    }
    if let Some(near) = beside(Path::new(name)) {
        return failure.help(format_args!("Did you mean {}?", near.display()));
    }
    if looks_like_text(name) {
        failure = failure.help("A literal text, such as a deck code, is given with --text.");
    }
    let command = Cli::command();
    if let Some(near) = text::nearest(name, words::command_names(&command)) {
        return failure.help(format_args!("Did you mean the command {near}?"));
    }
    let ids = formats::built_in().iter().map(|format| format.id);
    match text::nearest(name, ids) {
        Some(near) => failure.help(format_args!(
            "The format {near} has a similar name; its structure: fmtview layout {near}"
        )),
        None => failure,
    }
}

/// The file of the same folder whose name is most like it.
fn beside(path: &Path) -> Option<PathBuf> {
    let parent = path.parent()?;
    let folder = match parent.as_os_str().is_empty() {
        true => Path::new("."),
        false => parent,
    };
    let names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .take(MOST_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let name = path.file_name()?.to_str()?;
    let near = text::nearest(name, names.iter().map(String::as_str))?;
    Some(parent.join(near))
}

/// Whether a word that names no file may be the text itself: long, and of the
/// characters that codes are made of.
fn looks_like_text(name: &str) -> bool {
    let code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_');
    name.len() >= 12 && !name.contains('.') && name.chars().all(code)
}

/// Reports a mapped file that was truncated while it was read.
pub(crate) fn check_whole(input: &Input) -> Result<(), Failure> {
    if input.shrank() {
        return Err(Failure::new(format_args!(
            "{}: the file got shorter while it was being read; what was shown past its end is not in it",
            input.name()
        ))
        .help("Try again, or use --no-mmap, which reads the file once, as it is now."));
    }
    Ok(())
}
