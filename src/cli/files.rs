//! The files that `check` goes through: those that are named, and those in the
//! folders that are named, at any depth.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use fmtview::input::Origin;

use super::exit::Failure;

/// A file to check.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) origin: Origin,
    /// Whether it was found in a folder: then it may be of any kind.
    pub(crate) in_folder: bool,
}

/// Files one by one, those of a folder in the order of their names. Symbolic
/// links in a folder are not followed (as with `grep -r`), and what is neither a
/// file nor a folder is passed over; so are names that begin with a dot.
pub(crate) struct Files {
    /// What comes next is last.
    left: Vec<Entry>,
}

enum Entry {
    Named(Origin),
    File(PathBuf),
    Folder(PathBuf),
}

impl Files {
    /// The files that words on the command line mean.
    pub(crate) fn of_words(words: &[OsString]) -> Files {
        let entry = |word: &OsString| match Origin::from_word(word) {
            Origin::Path(path) if path.is_dir() => Entry::Folder(path),
            origin => Entry::Named(origin),
        };
        Files {
            left: words.iter().rev().map(entry).collect(),
        }
    }

    /// A text in place of a file.
    pub(crate) fn of_text(text: &str) -> Files {
        Files {
            left: vec![Entry::Named(Origin::Text(text.to_owned()))],
        }
    }

    /// The first of the folders that are named.
    pub(crate) fn first_folder(&self) -> Option<&Path> {
        self.left.iter().rev().find_map(|entry| match entry {
            Entry::Folder(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// What the files are called together.
    pub(crate) fn title(&self) -> String {
        match self.left.as_slice() {
            [Entry::Named(origin)] => origin.name(),
            [Entry::File(path) | Entry::Folder(path)] => path.display().to_string(),
            many => format!("{} files", many.len()),
        }
    }
}

impl Iterator for Files {
    type Item = Result<Found, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (origin, in_folder) = match self.left.pop()? {
                Entry::Named(origin) => (origin, false),
                Entry::File(path) => (Origin::Path(path), true),
                Entry::Folder(path) => match entries(&path) {
                    Ok(entries) => {
                        self.left.extend(entries.into_iter().rev());
                        continue;
                    }
                    Err(error) => {
                        let name = path.display();
                        return Some(Err(Failure::new(format_args!("{name}: {error}"))));
                    }
                },
            };
            return Some(Ok(Found { origin, in_folder }));
        }
    }
}

/// What lies in a folder, by name.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    entries.sort_by_key(fs::DirEntry::file_name);
    let entries = entries.into_iter().filter_map(|entry| {
        let kind = entry.file_type().ok()?;
        let path = entry.path();
        match kind {
            kind if kind.is_dir() => Some(Entry::Folder(path)),
            kind if kind.is_file() => Some(Entry::File(path)),
            _ => None,
        }
    });
    Ok(entries.collect())
}
