//! Where grammars and their imports are looked for.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use super::{Format, built_in, by_id};
use crate::grammar::{GrammarText, Loader};
use crate::text::nearest;

/// Marks the names of built-in grammars; no path looks like it.
const BUILT_IN: &str = "built-in:";

const A_FOLDER: &str = "is a directory, not a grammar";

/// Grammars on disk and built in.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// Import folders, in the order in which they are searched.
    pub folders: Vec<PathBuf>,
}

/// Why a grammar that was asked for by name or path is not there. What it says
/// may hold text from outside: escape it before printing.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// `-f dungoen`
    #[error("no grammar is called {name}")]
    Name {
        /// The name that was asked for.
        name: String,
        /// The built-in grammar whose name is most like it.
        similar: Option<&'static str>,
    },
    /// `-f nothing.ksy`
    #[error("{path}: {reason}")]
    File {
        /// The path that was asked for.
        path: String,
        /// Why it could not be read.
        reason: String,
    },
}

impl Library {
    /// The built-in grammar that `-f` names, if it names neither a file nor a
    /// grammar in one of the folders.
    #[must_use]
    pub fn built_in(&self, name: &str) -> Option<&'static Format> {
        let elsewhere = is_path(name) || self.in_folders(name).is_some();
        by_id(name).filter(|_| !elsewhere)
    }

    /// The grammar that `-f` names: the path of a file (it ends in `.ksy`, or
    /// has a separator in it), else a grammar in one of the folders, else a
    /// built-in one.
    ///
    /// # Errors
    /// Nothing of that name, or a file that cannot be read.
    pub fn find(&self, name: &str) -> Result<GrammarText, NotFound> {
        if is_path(name) {
            return read(Path::new(name)).map_err(|reason| NotFound::File {
                path: name.to_owned(),
                reason,
            });
        }
        if let Some(path) = self.in_folders(name) {
            return read(&path).map_err(|reason| NotFound::File {
                path: path.display().to_string(),
                reason,
            });
        }
        if let Some(format) = by_id(name) {
            return Ok(built_in_text(format));
        }
        if Path::new(name).is_dir() {
            return Err(NotFound::File {
                path: name.to_owned(),
                reason: A_FOLDER.to_owned(),
            });
        }
        Err(NotFound::Name {
            name: name.to_owned(),
            similar: nearest(name, built_in().iter().map(|format| format.id)),
        })
    }

    fn in_folders(&self, name: &str) -> Option<PathBuf> {
        let paths = self
            .folders
            .iter()
            .map(|folder| folder.join(format!("{name}.ksy")));
        paths.into_iter().find(|path| path.is_file())
    }
}

/// Whether a word for a grammar is a path: it ends in `.ksy`, or has a
/// separator in it.
fn is_path(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|ext| ext == "ksy") || word.contains(['/', '\\'])
}

/// A built-in grammar as the compiler takes it.
#[must_use]
pub(crate) fn built_in_text(format: &'static Format) -> GrammarText {
    GrammarText {
        name: format!("{BUILT_IN}{}.ksy", format.id),
        text: format.text.to_owned(),
    }
}

impl Loader for Library {
    fn load(&self, importing: &str, import: &str) -> Result<GrammarText, String> {
        let absolute = import.strip_prefix('/');
        let from_built_in = importing.starts_with(BUILT_IN);
        let mut tried = Vec::new();
        if absolute.is_none() && !from_built_in {
            let folder = Path::new(importing).parent().unwrap_or(Path::new(""));
            tried.push(folder.join(format!("{import}.ksy")));
        }
        let name = absolute.unwrap_or(import);
        if !name.starts_with("..") {
            tried.extend(
                self.folders
                    .iter()
                    .map(|folder| folder.join(format!("{name}.ksy"))),
            );
        }
        if from_built_in && let Some(format) = by_id(name) {
            return Ok(built_in_text(format));
        }
        for path in &tried {
            let path = clean(path);
            if path.is_file() {
                return read(&path).map_err(|reason| format!("{}: {reason}", path.display()));
            }
        }
        // Last, so that a grammar's own files count more than ours.
        if let Some(format) = by_id(name) {
            return Ok(built_in_text(format));
        }
        let mut message = format!("no grammar {name}.ksy");
        for (i, path) in tried.iter().enumerate() {
            message.push_str(if i == 0 { ": looked for " } else { ", " });
            message.push_str(&clean(path).display().to_string());
        }
        match near(name, &tried) {
            Some(near) => message.push_str(&format!("; did you mean `{near}`?")),
            None if self.folders.is_empty() => {
                message.push_str("; -I DIR adds a folder to look in");
            }
            None => {}
        }
        Err(message)
    }
}

/// Entries of a folder that are looked at to guess what was meant.
const MOST_GUESSED: usize = 10_000;

/// The import that was probably meant: like the one that is not there, but for
/// its last part, which is the name of a grammar that lies where it was looked
/// for, or of a built-in one.
fn near(import: &str, tried: &[PathBuf]) -> Option<String> {
    let (start, wanted) = match import.rsplit_once('/') {
        Some((folder, last)) => (&import[..=folder.len()], last),
        None => ("", import),
    };
    let beside = |path: &PathBuf| {
        let folder = match path.parent()? {
            here if here.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let entries = fs::read_dir(folder).ok()?.take(MOST_GUESSED);
        let mut names: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_owned()))
            .filter_map(|name| Some(name.strip_suffix(".ksy")?.to_owned()))
            .collect();
        names.sort_unstable();
        nearest(wanted, names.iter().map(String::as_str)).map(str::to_owned)
    };
    let found = tried.iter().find_map(beside).or_else(|| {
        let ids = built_in().iter().map(|format| format.id);
        nearest(wanted, ids)
            .filter(|_| start.is_empty())
            .map(str::to_owned)
    });
    found.map(|name| format!("{start}{name}"))
}

/// Bytes that a grammar may have.
const MOST_BYTES: u64 = 16 << 20;

/// A file that may have no end, as far as a grammar goes.
fn read_start(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn read(path: &Path) -> Result<GrammarText, String> {
    let bytes = read_start(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => A_FOLDER.to_owned(),
        _ => error.to_string(),
    })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!(
            "a grammar of more than {} MiB is not read",
            MOST_BYTES >> 20
        ));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("a grammar is UTF-8 text, and the byte at {at:#x} is none")
    })?;
    Ok(GrammarText {
        name: clean(path).display().to_string(),
        text,
    })
}

/// Without `.` and inner `..`, so that a file that is reached in two ways has
/// one name.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            _ => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check_clean(path: &str, expected: &str) {
        assert_eq!(clean(Path::new(path)), Path::new(expected));
    }

    #[test]
    fn a_file_has_one_name() {
        check_clean("a/./b/../c.ksy", "a/c.ksy");
        check_clean("./a.ksy", "a.ksy");
        check_clean("../a/../../b.ksy", "../../b.ksy");
        check_clean("/a/../b.ksy", "/b.ksy");
    }

    #[test]
    fn a_missing_grammar_says_where_it_was_looked_for() {
        let library = Library {
            folders: vec!["no-such-folder".into()],
        };
        let error = library
            .load("g/main.ksy", "../other")
            .expect_err("an error");
        assert_eq!(error, "no grammar ../other.ksy: looked for other.ksy");
        let error = library.load("g/main.ksy", "other").expect_err("an error");
        assert_eq!(
            error,
            "no grammar other.ksy: looked for g/other.ksy, no-such-folder/other.ksy"
        );
        let error = Library::default()
            .load("main.ksy", "/x/y")
            .expect_err("an error");
        assert_eq!(error, "no grammar x/y.ksy; -I DIR adds a folder to look in");
    }

    #[test]
    fn a_mistyped_import_says_what_may_be_meant() {
        let library = Library {
            folders: vec!["tests".into()],
        };
        for (importing, import, words) in [
            ("grammars/main.ksy", "dungoen", "did you mean `dungeon`?"),
            (
                "tests/bad/x.ksy",
                "../readme/gaem",
                "did you mean `../readme/game`?",
            ),
            ("x.ksy", "/readme/gmae", "did you mean `readme/game`?"),
            ("x.ksy", "dekstring", "did you mean `deckstring`?"),
        ] {
            let error = library.load(importing, import).expect_err("an error");
            assert!(error.ends_with(words), "{error}");
        }
    }

    #[test]
    fn a_path_that_is_not_there_is_no_name() {
        let error = Library::default()
            .find("nothing.ksy")
            .expect_err("an error");
        assert_eq!(error.to_string(), "nothing.ksy: no such file");
        let error = Library::default().find("nothing").expect_err("an error");
        assert_eq!(error.to_string(), "no grammar is called nothing");
    }
}
