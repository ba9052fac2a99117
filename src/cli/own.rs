//! Grammars of the user's own: those in -I folders, where -f names none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use fmtview::formats::detect::Doubt;
use fmtview::formats::{FolderGrammar, FolderGrammars, Library, detect};
use fmtview::grammar::compile;
use fmtview::schema::{Schema, Severity};
use fmtview::text::escape;

use super::grammar::Chosen;
use super::progress;

/// Grammars that fit equally well and are tried, at most.
const MOST_TRIED: usize = 10;
/// Errors after which one is not better than any other.
const MOST_ERRORS: u32 = 20;

/// The grammars of some folders. Each is compiled when a file may need it.
pub(crate) struct OwnGrammars {
    library: Library,
    known: FolderGrammars,
    /// Those that were compiled; `None` if it has errors.
    compiled: HashMap<PathBuf, Option<&'static Schema>>,
}

impl OwnGrammars {
    pub(crate) fn new(folders: &[PathBuf]) -> OwnGrammars {
        OwnGrammars {
            library: Library {
                folders: folders.to_vec(),
            },
            known: FolderGrammars::read(folders),
            compiled: HashMap::new(),
        }
    }

    /// The one whose magic number or name fits a file, if no built-in one fits it
    /// better.
    pub(crate) fn fitting(&mut self, bytes: &[u8], name: Option<&str>) -> Option<Chosen> {
        let fitting = self.known.fitting(bytes, name);
        let unmarked = !fitting.is_empty() && fitting.iter().all(|it| it.is_unmarked(bytes));
        let fitting = paths(fitting);
        let (schema, _) = self.best(fitting, bytes, MOST_ERRORS)?;
        let by = if unmarked {
            Doubt::Unmarked.words()
        } else {
            String::new()
        };
        Some(Chosen { schema, by })
    }

    /// The one that asks to be tried, and decodes a file without an error.
    pub(crate) fn on_trial(&mut self, bytes: &[u8], name: Option<&str>) -> Option<&'static Schema> {
        let tried = paths(self.known.on_trial(name));
        let (schema, errors) = self.best(tried, bytes, 1)?;
        (errors == Some(0)).then_some(schema)
    }

    /// How many were looked at, and whether there are more.
    pub(crate) fn said(&self) -> String {
        let count = self.known.grammars.len();
        let and_more = if self.known.cut { "the first " } else { "" };
        let grammars = if count == 1 { "grammar" } else { "grammars" };
        format!("{and_more}{count} {grammars} in -I folders")
    }

    /// The one that decodes a file with the fewest errors, and how many if they
    /// were counted.
    fn best(
        &mut self,
        paths: Vec<PathBuf>,
        bytes: &[u8],
        most: u32,
    ) -> Option<(&'static Schema, Option<u32>)> {
        let sound: Vec<_> = paths
            .iter()
            .filter_map(|path| self.ready(path))
            .take(MOST_TRIED)
            .collect();
        if let ([only], true) = (sound.as_slice(), most > 1) {
            return Some((only, None));
        }
        let counted = sound
            .into_iter()
            .map(|schema| (schema, detect::errors(schema, bytes, most)));
        counted.min_by_key(|(_, errors)| errors.unwrap_or(u32::MAX))
    }

    /// A grammar, unless it has errors: then that is said, once.
    fn ready(&mut self, path: &Path) -> Option<&'static Schema> {
        if let Some(known) = self.compiled.get(path) {
            return *known;
        }
        let name = path.to_string_lossy();
        let schema = match self.library.find(&name) {
            Ok(text) => {
                let compiled = compile(text, &self.library);
                let errors = compiled.problems.iter();
                let errors = errors.filter(|it| it.severity == Severity::Error).count();
                if errors > 0 {
                    passed_over(&name, errors);
                }
                compiled.schema
            }
            Err(_) => None,
        };
        let schema = schema.map(|schema| &*Box::leak(Box::new(schema)));
        self.compiled.insert(path.to_owned(), schema);
        schema
    }
}

fn paths<'g>(grammars: impl IntoIterator<Item = &'g FolderGrammar>) -> Vec<PathBuf> {
    grammars.into_iter().map(|it| it.path.clone()).collect()
}

fn passed_over(path: &str, errors: usize) {
    let many = if errors == 1 { "error" } else { "errors" };
    let quoted = shell_words::quote(path);
    progress::message(&format!(
        "fmtview: note: {} fits, but is passed over: it has {errors} {many}\n  \
         `fmtview lint {}` shows what is wrong.\n",
        escape(path),
        escape(&quoted)
    ));
}
