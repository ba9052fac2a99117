//! The grammar that a command works with.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use fmtview::diag;
use fmtview::formats::detect::Doubt;
use fmtview::formats::{self, Detected, Format, Library, NotDetected, NotFound};
use fmtview::grammar::compile;
use fmtview::input::{Input, Origin};
use fmtview::schema::Schema;
use fmtview::text::escape;

use super::args::GrammarArgs;
use super::exit::Failure;
use super::own::OwnGrammars;
use super::problems;

/// Grammars of one run; each is made ready once, and lives as long as the
/// program.
pub(crate) struct Grammars {
    look: diag::Look,
    /// The one that `-f` names.
    named: Option<&'static Schema>,
    /// Folders with more grammars.
    folders: Vec<PathBuf>,
    /// What lies in them, once it was looked at.
    own: Option<OwnGrammars>,
    built_in: HashMap<&'static str, &'static Schema>,
}

/// The grammar of a file.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) schema: &'static Schema,
    /// How it was found, if there is doubt about that: `by its name`.
    pub(crate) by: String,
}

impl From<&'static Schema> for Chosen {
    fn from(schema: &'static Schema) -> Chosen {
        let by = String::new();
        Chosen { schema, by }
    }
}

/// Whether all that `-I` names is there. A folder that is mistyped would else be
/// missed only where a grammar is.
pub(super) fn are_folders(folders: &[PathBuf]) -> Result<(), Failure> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(missing) => {
            let name = escape(&missing.to_string_lossy()).to_string();
            let what = if missing.exists() {
                "is no folder"
            } else {
                "is not there"
            };
            Err(Failure::new(format!("{name}: {what}"))
                .help("-I takes a folder in which .ksy files are looked for."))
        }
    }
}

/// Whether no other grammar is used than those built in.
pub(super) fn is_built_in(args: &GrammarArgs) -> bool {
    let library = Library::default();
    let is_built_in = |name: &OsString| library.built_in(&name.to_string_lossy()).is_some();
    args.include.is_empty() && args.format.as_ref().is_none_or(is_built_in)
}

impl Grammars {
    /// Makes the grammar that `-f` names ready, if there is one.
    pub(crate) fn new(args: &GrammarArgs, look: diag::Look) -> Result<Grammars, Failure> {
        are_folders(&args.include)?;
        let mut grammars = Grammars {
            look,
            named: None,
            folders: args.include.clone(),
            own: None,
            built_in: HashMap::new(),
        };
        if let Some(name) = &args.format {
            let library = Library {
                folders: args.include.clone(),
            };
            let name = name.to_string_lossy();
            grammars.named = Some(match library.built_in(&name) {
                Some(format) => grammars.ready(format, None)?,
                None => grammars.compiled(&name, &library)?,
            });
        }
        Ok(grammars)
    }

    /// The grammar that `-f` names.
    pub(crate) fn named(&self) -> Option<&'static Schema> {
        self.named
    }

    /// The grammar that `-f` names, or the one that fits the file.
    pub(crate) fn choose(&mut self, input: &Input) -> Result<Chosen, Failure> {
        self.find(input)?
            .map_err(|why| not_detected(&why, input, self.own.as_ref()))
    }

    /// The same; `None` if no grammar fits the file, or several do.
    pub(crate) fn choose_known(&mut self, input: &Input) -> Result<Option<Chosen>, Failure> {
        Ok(self.find(input)?.ok())
    }

    fn find(&mut self, input: &Input) -> Result<Result<Chosen, NotDetected>, Failure> {
        if let Some(schema) = self.named {
            return Ok(Ok(schema.into()));
        }
        let name = match input.origin() {
            Origin::Path(path) => Some(path.to_string_lossy()),
            Origin::Stdin | Origin::Text(_) => None,
        };
        let (bytes, name) = (input.bytes(), name.as_deref());
        if !self.folders.is_empty() {
            let own = self
                .own
                .get_or_insert_with(|| OwnGrammars::new(&self.folders));
            if let Some(chosen) = own.fitting(bytes, name) {
                return Ok(Ok(chosen));
            }
        }
        Ok(match formats::detect(bytes, name) {
            Ok(found) => {
                let by = found.doubt.as_ref().map(Doubt::words).unwrap_or_default();
                let Detected { format, schema, .. } = found;
                let schema = self.ready(format, schema)?;
                Ok(Chosen { schema, by })
            }
            Err(why) => {
                let tried = self.own.as_mut();
                let tried = tried.and_then(|own| own.on_trial(bytes, name));
                tried.map(Chosen::from).ok_or(why)
            }
        })
    }

    /// A built-in grammar.
    fn ready(
        &mut self,
        format: &'static Format,
        schema: Option<Schema>,
    ) -> Result<&'static Schema, Failure> {
        if let Some(schema) = self.built_in.get(format.id) {
            return Ok(schema);
        }
        let schema = schema.or_else(|| format.schema()).ok_or_else(|| {
            Failure::new(format_args!(
                "the built-in grammar {} is damaged",
                format.id
            ))
        })?;
        let schema = Box::leak(Box::new(schema));
        self.built_in.insert(format.id, schema);
        Ok(schema)
    }

    /// A grammar that there is only as text.
    fn compiled(&self, name: &str, library: &Library) -> Result<&'static Schema, Failure> {
        let text = library.find(name).map_err(not_found)?;
        let compiled = compile(text, library);
        match compiled.schema {
            Some(schema) => Ok(Box::leak(Box::new(schema))),
            None => Err(Failure::Rendered(problems::render(&compiled, self.look))),
        }
    }
}

/// The grammar of one file.
pub(crate) fn choose(
    args: &GrammarArgs,
    input: &Input,
    look: diag::Look,
) -> Result<Chosen, Failure> {
    Grammars::new(args, look)?.choose(input)
}

/// Says why `-f` names nothing.
pub(crate) fn not_found(error: NotFound) -> Failure {
    let failure = Failure::new(&error);
    match error {
        NotFound::Name {
            similar: Some(near),
            ..
        } => failure.help(format_args!(
            "Did you mean {near}? `fmtview formats` lists the built-in ones."
        )),
        NotFound::Name {
            name,
            similar: None,
        } if PathBuf::from(&name).is_file() => {
            failure.help("It is a file, but its name does not end in .ksy.")
        }
        NotFound::Name { name, .. } if name == "-" => {
            failure.help("A grammar is not read from standard input: give the path of a .ksy file.")
        }
        NotFound::Name { .. } => failure.help(
            "Expected a built-in grammar (`fmtview formats` lists them), a grammar in a -I folder, \
             or the path of a .ksy file.",
        ),
        NotFound::File { path, .. } if PathBuf::from(&path).is_dir() => {
            let all = PathBuf::from(&path).join("*.ksy");
            failure.help(format_args!("Name the grammars in it: {}", all.display()))
        }
        NotFound::File { .. } => failure,
    }
}

fn not_detected(why: &NotDetected, input: &Input, own: Option<&OwnGrammars>) -> Failure {
    let name = input.name();
    let list = |formats: &[&'static Format]| {
        formats
            .iter()
            .map(|format| format.id)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let hex = match input.origin() {
        Origin::Path(_) => format!("fmtview hex {}", shell_words::quote(&name)),
        Origin::Stdin => "fmtview hex -".to_owned(),
        Origin::Text(_) => "fmtview hex --text …".to_owned(),
    };
    let failure = match why {
        NotDetected::Empty => {
            return Failure::new(format_args!(
                "{name}: is empty, so nothing tells its format"
            ))
            .help("Name a grammar with -f to see what it expects.");
        }
        NotDetected::NoneFits(tried) => {
            let mut text = "Tried magic numbers and file names of all built-in formats".to_owned();
            if let Some(own) = own {
                text.push_str(&format!(" and of {}", own.said()));
            }
            if !tried.is_empty() {
                text.push_str(", and decoding it as ");
                text.push_str(&list(tried));
            }
            let formats = if own.is_some() { "known" } else { "built-in" };
            Failure::new(format_args!("{name}: no {formats} format fits"))
                .help(format_args!("{text}."))
                .help(format_args!("It begins with {}.", beginning(input.bytes())))
        }
        NotDetected::Several(formats) => Failure::new(format_args!(
            "{name}: several formats fit: {}",
            list(formats)
        )),
    };
    failure
        .help("Name one with -f NAME (see `fmtview formats`), or give a grammar with -f PATH.ksy.")
        .help(format_args!("`{hex}` shows the bytes without a grammar."))
}

fn beginning(bytes: &[u8]) -> String {
    let mut text: Vec<String> = bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if bytes.len() > 8 {
        text.push("…".to_owned());
    }
    text.join(" ")
}
