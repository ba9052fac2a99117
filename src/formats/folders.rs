//! Grammars that lie in import folders: which of them may describe a file is
//! told by their own text, without compiling them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::library::read;
use super::{NameFit, built_in, name_fit, shown_len};
use crate::grammar::{GrammarText, Marks, marks};

/// Folders inside one another.
const MAX_DEPTH: usize = 4;
/// Entries of all folders.
const MAX_ENTRIES: usize = 20_000;
/// Grammars.
const MAX_GRAMMARS: usize = 1000;
/// Bytes of all grammars.
const MAX_BYTES: usize = 32 << 20;

/// A grammar in a folder, and what marks its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderGrammar {
    /// Where it is.
    pub path: PathBuf,
    marks: Marks,
}

/// The grammars of some folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderGrammars {
    /// Those that mark their files in any way, in the order in which they count.
    pub grammars: Vec<FolderGrammar>,
    /// Whether there is more than is looked at.
    pub cut: bool,
}

impl FolderGrammars {
    /// Reads what lies in folders and the folders inside them. What can't be
    /// read or is no grammar is passed over, and so are symbolic links to
    /// folders and names that begin with a dot.
    #[must_use]
    pub fn read(folders: &[PathBuf]) -> FolderGrammars {
        let mut reading = Reading {
            found: FolderGrammars::default(),
            entries: MAX_ENTRIES,
            bytes: MAX_BYTES,
        };
        for folder in folders {
            reading.folder(folder, MAX_DEPTH);
        }
        reading.found
    }

    /// Those that fit a file, and none of them better than another; empty if none
    /// fits, or if a built-in grammar fits better. The longest magic number counts
    /// most, with all that must stand after it; then the name.
    #[must_use]
    pub fn fitting(&self, bytes: &[u8], name: Option<&str>) -> Vec<&FolderGrammar> {
        let ours = built_in().iter().filter_map(|it| it.magic_len(bytes)).max();
        let lengths = self.grammars.iter().map(|it| it.whole_len(bytes));
        let longest = lengths.flatten().max();
        let is_named = |it: &FolderGrammar| it.fits_name(name) == NameFit::Whole;
        let fits = |it: &&FolderGrammar| match (longest, ours) {
            (Some(_), _) => longest >= ours && it.whole_len(bytes) == longest,
            (None, Some(_)) => false,
            (None, None) => is_named(it),
        };
        let mut fitting: Vec<_> = self.grammars.iter().filter(fits).collect();
        if fitting.iter().any(|it| is_named(it)) {
            fitting.retain(|it| is_named(it));
        }
        fitting
    }

    /// Those that are to be tried on a file that nothing else fits: they ask for
    /// it, or the name fits but for its extension.
    pub fn on_trial(&self, name: Option<&str>) -> impl Iterator<Item = &FolderGrammar> {
        let tried = move |it: &&FolderGrammar| {
            it.marks.detect.trial || it.fits_name(name) == NameFit::Loose
        };
        self.grammars.iter().filter(tried)
    }
}

impl FolderGrammar {
    fn fits_name(&self, name: Option<&str>) -> NameFit {
        name.map_or(NameFit::No, |name| name_fit(&self.marks.detect.names, name))
    }

    /// Whether its files have a magic number, of which a file shows nothing.
    #[must_use]
    pub fn is_unmarked(&self, bytes: &[u8]) -> bool {
        !self.marks.detect.magic.is_empty() && self.magic_len(bytes).is_none()
    }

    /// The longest of its magic numbers that a file shows.
    fn magic_len(&self, bytes: &[u8]) -> Option<usize> {
        shown_len(pieces(&self.marks.detect.magic), bytes)
    }

    /// The same, with what must stand after it; `None` if that is not there.
    fn whole_len(&self, bytes: &[u8]) -> Option<usize> {
        let mut whole = self.magic_len(bytes)?;
        for piece in pieces(&self.marks.further) {
            whole += shown_len(std::iter::once(piece), bytes)?;
        }
        Some(whole)
    }
}

fn pieces(magic: &[(u64, Arc<[u8]>)]) -> impl Iterator<Item = (u64, &[u8])> {
    magic.iter().map(|(offset, bytes)| (*offset, &**bytes))
}

struct Reading {
    found: FolderGrammars,
    /// How many more may be looked at.
    entries: usize,
    bytes: usize,
}

impl Reading {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        let mut grammars = Vec::new();
        let mut folders = Vec::new();
        for entry in entries.flatten() {
            if self.entries == 0 {
                self.found.cut = true;
                break;
            }
            self.entries -= 1;
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if path.extension().is_some_and(|ext| ext == "ksy") {
                grammars.push(path);
            } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            }
        }
        grammars.sort_unstable();
        folders.sort_unstable();
        for path in grammars {
            self.grammar(path);
        }
        for folder in folders {
            match depth.checked_sub(1) {
                Some(depth) => self.folder(&folder, depth),
                None => self.found.cut = true,
            }
        }
    }

    fn grammar(&mut self, path: PathBuf) {
        if self.bytes == 0 || self.found.grammars.len() >= MAX_GRAMMARS {
            self.found.cut = true;
            return;
        }
        if !path.is_file() {
            return;
        }
        let Ok(GrammarText { text, .. }) = read(&path) else {
            return;
        };
        self.bytes = self.bytes.saturating_sub(text.len());
        if let Some(marks) = marks(&text)
            && marks != Marks::default()
        {
            self.found.grammars.push(FolderGrammar { path, marks });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn grammar(path: &str, names: &[&str], magic: &[u8]) -> FolderGrammar {
        let names = names.iter().map(|name| (*name).into()).collect();
        let mut marks = Marks::default();
        marks.detect.names = names;
        if !magic.is_empty() {
            marks.detect.magic.push((0, magic.into()));
        }
        let path = path.into();
        FolderGrammar { path, marks }
    }

    #[track_caller]
    fn check(bytes: &[u8], name: &str, expected: &[&str]) {
        let mut all = FolderGrammars {
            grammars: vec![
                grammar("ab", &["*.ab"], b"ab"),
                grammar("abc", &["*.abc"], b"abc"),
                grammar("abc2", &["*.abd"], b"abc"),
                grammar("rl", &[], b"RL"),
                grammar("dungeon", &[], b"RLG327"),
                grammar("bxb", &["*.bxb"], b""),
                grammar("avi", &["*.avi"], b"RIFF"),
                grammar("wav", &["*.wav"], b""),
            ],
            cut: false,
        };
        let avi = all.grammars.iter_mut().find(|it| it.path == *"avi");
        let further = avi.map(|it| &mut it.marks.further);
        further.expect("avi").push((8, b"AVI".as_slice().into()));
        let found = all.fitting(bytes, Some(name)).into_iter();
        let found: Vec<_> = found.map(|it| it.path.display().to_string()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_magic_number_counts_then_the_name() {
        check(b"ab", "x", &["ab"]);
        check(b"abcd", "x", &["abc", "abc2"]);
        check(b"abcd", "x.ABD", &["abc2"]);
        check(b"abcd", "x.ab", &["abc", "abc2"]);
        check(b"", "x.ab", &["ab"]);
        check(b"xyz", "x.xyz", &[]);
    }

    #[test]
    fn half_a_magic_number_counts_for_nothing() {
        check(b"RIFF1234AVI ", "x.wav", &["avi"]);
        check(b"RIFF1234WAVE", "x.wav", &["wav"]);
        check(b"RIFF1234WAVE", "x", &[]);
        check(b"RIFF", "x.avi", &["avi"]);
    }

    #[test]
    fn built_in_grammars_come_after_unless_they_fit_better() {
        check(b"RLG327", "x", &["dungeon"]);
        check(b"RLG229", "x", &[]);
        check(b"RL", "x", &["rl"]);
        check(b"", "x.bxb", &["bxb"]);
        check(b"\0\0\0\0\x02BOX", "x.bxb", &[]);
    }

    #[test]
    fn folders_are_read_inside_one_another() {
        let found = FolderGrammars::read(&["tests".into(), "no-such-folder".into()]);
        let names: Vec<_> = found
            .grammars
            .iter()
            .filter(|it| it.path.starts_with("tests/readme"))
            .map(|it| it.path.file_name().expect("a name").to_string_lossy())
            .collect();
        assert_eq!(names, ["game.ksy"]);
        assert!(!found.cut);
    }
}
