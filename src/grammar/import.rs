//! Imports: each file is loaded and read once, whoever imports it.

use std::collections::HashMap;
use std::sync::Arc;

use super::opaque;
use super::problem::Problem;
use super::read;
use super::spec::{GrammarSpec, ImportSpec, Library, Place, TypeSpec};
use crate::text::{FileId, Sources};

/// Files of one compilation, at most.
const MAX_FILES: usize = 1000;

/// Text of a grammar and the name it goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarText {
    /// A path, or `dungeon.ksy` for a built-in. Two texts of one name are the
    /// same file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds imported grammars.
pub trait Loader {
    /// Loads `import` for the file called `importing`: `/x` from the import
    /// folders, anything else relative to the folder of `importing`. The
    /// import has no `.ksy` at its end.
    ///
    /// # Errors
    /// A message that says where it was looked for.
    fn load(&self, importing: &str, import: &str) -> Result<GrammarText, String>;
}

/// Reads the main grammar and everything that it imports. `None` if not even
/// the main grammar can be read.
pub(super) fn load(
    main: GrammarText,
    loader: &dyn Loader,
    sources: &mut Sources,
    problems: &mut Vec<Problem>,
) -> Option<Library> {
    let mut load = Load {
        loader,
        sources,
        problems,
        files: Vec::new(),
        known: HashMap::new(),
    };
    load.add(main)?;
    let mut next = 0;
    while next < load.files.len() {
        load.imports(next);
        load.opaque_types(next);
        next += 1;
    }
    Some(Library { files: load.files })
}

struct Load<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut Sources,
    problems: &'a mut Vec<Problem>,
    files: Vec<GrammarSpec>,
    /// Index in `files` by name; `None` for a file that can't be read.
    known: HashMap<String, Option<usize>>,
}

impl Load<'_> {
    /// The index of a file, which is read if it is new. `None` if it can't be
    /// read; that is reported once.
    fn add(&mut self, file: GrammarText) -> Option<usize> {
        if let Some(&known) = self.known.get(&file.name) {
            return known;
        }
        let same = self
            .files
            .iter()
            .position(|f| self.has_text(f.file, &file.text));
        let index = same.or_else(|| {
            let id = self.sources.add(&file.name, &file.text);
            let name: Arc<str> = file.name.as_str().into();
            let spec = read::grammar(id, name, &file.text, self.problems)?;
            self.files.push(spec);
            Some(self.files.len() - 1)
        });
        self.known.insert(file.name, index);
        index
    }

    fn has_text(&self, file: FileId, text: &str) -> bool {
        self.sources
            .get(file)
            .is_some_and(|source| *source.text == *text)
    }

    /// Loads what a file imports.
    fn imports(&mut self, importing: usize) {
        let mut wanted = Vec::new();
        collect_imports(&self.files[importing].top, &mut wanted);
        for import in wanted {
            let place = &import.text.place;
            let found = self.find(importing, &import.text.value, place);
            let file = &mut self.files[importing];
            match found {
                Some(index) if !file.imports.contains(&index) => file.imports.push(index),
                Some(_) => {}
                None => file.incomplete = true,
            }
        }
    }

    fn find(&mut self, importing: usize, import: &str, place: &Place) -> Option<usize> {
        if self.files.len() >= MAX_FILES {
            let message = format!("more than {MAX_FILES} grammars import one another");
            self.problems.push(Problem::error(place, message));
            return None;
        }
        let file = match self.loader.load(&self.files[importing].name, import) {
            Ok(file) => file,
            Err(message) => {
                self.problems.push(not_found(import, place, &message));
                return None;
            }
        };
        let index = self.add(file)?;
        self.check_name(index, place);
        Some(index)
    }

    /// Types of imported files are found by the files' `meta/id`, so that it
    /// can't be the same in two files.
    fn check_name(&mut self, index: usize, place: &Place) {
        let file = &self.files[index];
        let name = &file.top.name.value;
        let same = |f: &&GrammarSpec| f.file != file.file && f.top.name.value == *name;
        let Some(other) = self.files.iter().find(same) else {
            return;
        };
        if name.is_empty() {
            return;
        }
        let message = format!("two grammars are called `{name}`");
        let help = format!("the other is {}", other.name);
        let problem = Problem::error(place, message).help(help);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Loads the files of types that no file defines, where that is allowed.
    fn opaque_types(&mut self, using: usize) {
        if !self.files[using].top.meta.opaque_types {
            return;
        }
        for name in opaque::undefined_types(&self.files[using], &self.files) {
            let from = self.files[using].name.clone();
            let absolute = format!("/{name}");
            let found = self.loader.load(&from, &name);
            let found = found.or_else(|_| self.loader.load(&from, &absolute));
            // a type that is not found is reported where it is used
            let Some(index) = found.ok().and_then(|file| self.add(file)) else {
                continue;
            };
            if !self.files[using].opaque.contains(&index) {
                self.files[using].opaque.push(index);
            }
        }
    }
}

/// The imports of a type and of the types inside it.
fn collect_imports(ty: &TypeSpec, into: &mut Vec<ImportSpec>) {
    into.extend_from_slice(&ty.meta.imports);
    for inner in &ty.types {
        collect_imports(inner, into);
    }
}

fn not_found(import: &str, place: &Place, message: &str) -> Problem {
    let problem = Problem::error(place, format!("can't import `{import}`: {message}"));
    match import.strip_suffix(".ksy") {
        Some(name) => problem.help(format!("write `{name}`, without `.ksy`")),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    /// Grammars by name; `/x` is `lib/x.ksy`.
    struct Memory(&'static [(&'static str, &'static str)]);

    impl Loader for Memory {
        fn load(&self, importing: &str, import: &str) -> Result<GrammarText, String> {
            let folder = importing.rsplit_once('/').map_or("", |(folder, _)| folder);
            let name = match import.strip_prefix('/') {
                Some(rest) => format!("lib/{rest}.ksy"),
                None if folder.is_empty() => format!("{import}.ksy"),
                None => format!("{folder}/{import}.ksy"),
            };
            let text = self
                .0
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, text)| *text);
            let text = text.ok_or_else(|| format!("no file {name}"))?.to_owned();
            Ok(GrammarText { name, text })
        }
    }

    /// Loads `main.ksy` and prints each file with what it imports, and the
    /// problems.
    #[track_caller]
    fn check(files: &'static [(&'static str, &'static str)], expected: &[&str]) {
        let loader = Memory(files);
        let main = loader.load("", "main").unwrap();
        let mut sources = Sources::default();
        let mut problems = Vec::new();
        let library = load(main, &loader, &mut sources, &mut problems).unwrap();
        let mut shown: Vec<String> = library
            .files
            .iter()
            .map(|f| format!("{} {:?} {:?} {}", f.name, f.imports, f.opaque, f.incomplete))
            .collect();
        let place = |p: &Problem| sources.get(p.loc.file).unwrap().name.clone();
        shown.extend(
            problems
                .iter()
                .map(|p| format!("{}: {} {}", place(p), p.path, p.message)),
        );
        assert_eq!(shown, expected);
    }

    #[test]
    fn each_file_is_read_once() {
        check(
            &[
                ("main.ksy", "meta: {id: main, imports: [a, /b]}"),
                ("a.ksy", "meta: {id: a, imports: /b}"),
                ("lib/b.ksy", "meta: {id: b, imports: c}"),
                ("lib/c.ksy", "meta: {id: c}"),
            ],
            &[
                "main.ksy [1, 2] [] false",
                "a.ksy [2] [] false",
                "lib/b.ksy [3] [] false",
                "lib/c.ksy [] [] false",
            ],
        );
    }

    #[test]
    fn circles() {
        check(
            &[
                ("main.ksy", "meta: {id: main, imports: [a, main]}"),
                ("a.ksy", "meta: {id: a, imports: main}"),
            ],
            &["main.ksy [1, 0] [] false", "a.ksy [0] [] false"],
        );
    }

    #[test]
    fn missing_and_broken_files() {
        check(
            &[
                ("main.ksy", "meta: {id: main, imports: [a, b.ksy]}"),
                ("a.ksy", "meta: {id: a"),
            ],
            &[
                "main.ksy [] [] true",
                "a.ksy:  the bracket that is opened here is not closed",
                "main.ksy: /meta/imports/1 can't import `b.ksy`: no file b.ksy.ksy",
            ],
        );
    }

    #[test]
    fn names_are_unique() {
        check(
            &[
                ("main.ksy", "meta: {id: main, imports: [a]}"),
                ("a.ksy", "meta: {id: main}"),
            ],
            &[
                "main.ksy [1] [] false",
                "a.ksy [] [] false",
                "main.ksy: /meta/imports/0 two grammars are called `main`",
            ],
        );
    }

    #[test]
    fn opaque_types_are_looked_for() {
        check(
            &[
                (
                    "main.ksy",
                    "meta: {id: main, ks-opaque-types: true}\nseq:\n- {type: inner}\n\
                     - {type: a(1)}\n- {type: nowhere}\n- {type: b::c}\ntypes:\n  inner: {}",
                ),
                ("a.ksy", "meta: {id: a}"),
                ("lib/b.ksy", "meta: {id: b}"),
            ],
            &[
                "main.ksy [] [1, 2] false",
                "a.ksy [] [] false",
                "lib/b.ksy [] [] false",
            ],
        );
    }
}
