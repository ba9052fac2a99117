//! The grammar that a command works with.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use fmtview::diag;
use fmtview::formats::{self, Detected, Format, Library, NotDetected, NotFound};
use fmtview::grammar::{Compiled, compile};
use fmtview::input::{Input, Origin};
use fmtview::schema::Schema;

use super::args::GrammarArgs;
use super::exit::Failure;
use super::problems;

/// A grammar without errors, ready for use.
pub(crate) struct Grammar {
    compiled: Compiled,
}

impl Grammar {
    /// The schema.
    pub(crate) fn schema(&self) -> Result<&Schema, Failure> {
        self.compiled
            .schema
            .as_ref()
            .ok_or_else(|| Failure::new("the grammar has no schema"))
    }
}

/// Grammars of one run; each is compiled once.
pub(crate) struct Grammars {
    look: diag::Look,
    /// The one that `-f` names.
    named: Option<Rc<Grammar>>,
    built_in: HashMap<&'static str, Rc<Grammar>>,
}

impl Grammars {
    /// Compiles the grammar that `-f` names, if there is one.
    pub(crate) fn new(args: &GrammarArgs, look: diag::Look) -> Result<Grammars, Failure> {
        let mut grammars = Grammars {
            look,
            named: None,
            built_in: HashMap::new(),
        };
        if let Some(name) = &args.format {
            let library = Library {
                folders: args.include.clone(),
            };
            let text = library.find(&name.to_string_lossy()).map_err(not_found)?;
            grammars.named = Some(grammars.finish(compile(text, &library))?);
        }
        Ok(grammars)
    }

    /// The grammar that `-f` names.
    pub(crate) fn named(&self) -> Option<Rc<Grammar>> {
        self.named.clone()
    }

    /// The grammar that `-f` names, or the one that fits the file.
    pub(crate) fn choose(&mut self, input: &Input) -> Result<Rc<Grammar>, Failure> {
        if let Some(grammar) = &self.named {
            return Ok(grammar.clone());
        }
        let name = match input.origin() {
            Origin::Path(path) => Some(path.to_string_lossy()),
            Origin::Stdin | Origin::Text(_) => None,
        };
        let found = formats::detect(input.bytes(), name.as_deref());
        let Detected {
            format, compiled, ..
        } = found.map_err(|why| not_detected(&why, input))?;
        if let Some(grammar) = self.built_in.get(format.id) {
            return Ok(grammar.clone());
        }
        let grammar = self.finish(compiled.unwrap_or_else(|| formats::compile(format)))?;
        self.built_in.insert(format.id, grammar.clone());
        Ok(grammar)
    }

    fn finish(&self, compiled: Compiled) -> Result<Rc<Grammar>, Failure> {
        if compiled.schema.is_none() {
            return Err(Failure::Rendered(problems::render(&compiled, self.look)));
        }
        Ok(Rc::new(Grammar { compiled }))
    }
}

/// The grammar of one file.
pub(crate) fn choose(
    args: &GrammarArgs,
    input: &Input,
    look: diag::Look,
) -> Result<Rc<Grammar>, Failure> {
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
        NotFound::Name { .. } => failure.help(
            "Expected a built-in grammar (`fmtview formats` lists them), a grammar in a -I folder, \
             or the path of a .ksy file.",
        ),
        NotFound::File { .. } => failure,
    }
}

fn not_detected(why: &NotDetected, input: &Input) -> Failure {
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
            if !tried.is_empty() {
                text.push_str(", and decoding it as ");
                text.push_str(&list(tried));
            }
            Failure::new(format_args!("{name}: no built-in format fits"))
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
