//! Grammars: those built in, those in import folders, and which of them fits a
//! file.

pub mod detect;
mod folders;
mod library;
mod style;
mod table {
    //! The built-in grammars; the build script writes them.
    pub(super) static FORMATS: &[super::Format] = include!(concat!(env!("OUT_DIR"), "/formats.rs"));
}

pub use detect::{Detected, NotDetected, detect};
pub use folders::{FolderGrammar, FolderGrammars};
pub use library::{Library, NotFound};
pub use style::{Style, style};

use crate::schema::Schema;

/// A built-in grammar and how its files are recognised. The build script has
/// compiled it, so that none is parsed at run time.
#[derive(Debug)]
pub struct Format {
    /// `meta/id`.
    pub id: &'static str,
    /// `meta/title`.
    pub title: &'static str,
    /// The `.ksy` text.
    pub text: &'static str,
    /// File names, with `*` and `?` as in a shell, compared without regard to
    /// case; `~/…` is where such a file usually lies.
    pub names: &'static [&'static str],
    /// Bytes any of which marks the format.
    pub magic: &'static [Magic],
    /// Whether the format is found by decoding under tight limits.
    pub trial: bool,
    /// What the grammar means, as postcard packs it.
    packed: &'static [u8],
}

/// Bytes at a place that mark a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Magic {
    /// Offset in bytes from the start of the file.
    pub offset: u64,
    /// The bytes.
    pub bytes: &'static [u8],
}

impl Format {
    /// The longest of its magic numbers that the bytes show, in bytes.
    #[must_use]
    pub fn magic_len(&self, bytes: &[u8]) -> Option<usize> {
        let magic = self.magic.iter();
        shown_len(magic.map(|it| (it.offset, it.bytes)), bytes)
    }

    /// Whether one of its name patterns fits the last part of a path. A `*` at the
    /// end of one without a dot stands for no extension.
    #[must_use]
    pub fn fits_name(&self, path: &str) -> bool {
        name_fit(self.names, path) == NameFit::Whole
    }

    /// Whether one fits but for an extension, so that the content has to agree.
    #[must_use]
    pub fn may_fit_name(&self, path: &str) -> bool {
        name_fit(self.names, path) == NameFit::Loose
    }

    /// What the grammar means. `None` if this build of the program is damaged.
    #[must_use]
    pub fn schema(&self) -> Option<Schema> {
        postcard::from_bytes(self.packed).ok()
    }

    /// Where its files usually lie, from the user's folder.
    pub fn places(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().filter_map(|name| name.strip_prefix("~/"))
    }
}

/// All built-in grammars, by id.
#[must_use]
pub fn built_in() -> &'static [Format] {
    table::FORMATS
}

/// The built-in grammar with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Format> {
    built_in().iter().find(|format| format.id == id)
}

/// The longest of some magic numbers, each with its offset, that a file shows, in
/// bytes.
fn shown_len<'m>(magic: impl Iterator<Item = (u64, &'m [u8])>, file: &[u8]) -> Option<usize> {
    let shown = |(offset, bytes): &(u64, &[u8])| {
        let offset = usize::try_from(*offset).ok();
        let rest = offset.and_then(|offset| file.get(offset..));
        rest.is_some_and(|rest| rest.starts_with(bytes))
    };
    magic.filter(shown).map(|(_, bytes)| bytes.len()).max()
}

/// How a name fits patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameFit {
    No,
    /// But for an extension that no pattern asks for.
    Loose,
    Whole,
}

/// How well one of some name patterns fits the last part of a path. `deck*` fits
/// `deck-2` as a whole, and `deck.rs` loosely.
fn name_fit(patterns: &[impl AsRef<str>], path: &str) -> NameFit {
    let name = last_part(path);
    let fit = |pattern: &str| {
        let any = pattern.bytes().all(|c| c == b'*');
        let open = pattern.ends_with('*') && !any && !pattern.contains('.');
        match fits(pattern, name) {
            false => NameFit::No,
            true if open && name.contains('.') => NameFit::Loose,
            true => NameFit::Whole,
        }
    };
    let fits = patterns.iter();
    let fits = fits.map(|pattern| fit(last_part(pattern.as_ref())));
    fits.max().unwrap_or(NameFit::No)
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Shell pattern against a whole name, without regard to ASCII case.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // where to go on if a `*` has to take one more byte
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((p + 1, n + 1));
                p += 1;
            }
            Some(&c) if c == b'?' || c.eq_ignore_ascii_case(&name[n]) => {
                p += 1;
                n += 1;
            }
            _ => match retry {
                Some((after, from)) => {
                    (p, n) = (after, from);
                    retry = Some((after, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(pattern: &str, name: &str, expected: bool) {
        assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
    }

    #[test]
    fn patterns() {
        check("dungeon", "dungeon", true);
        check("dungeon", "dungeon2", false);
        check("*.bxb", "konka.BXB", true);
        check("*.bxb", ".bxb", true);
        check("*.bxb", "konka.bxb.old", false);
        check("a?c*", "abcd", true);
        check("a?c", "ac", false);
        check("*a*b", "xaybzb", true);
        check("*a*b", "xaybz", false);
        check("", "", true);
        check("**", "x", true);
    }

    #[test]
    fn magic_and_names() {
        static MAGIC: [Magic; 2] = [
            Magic {
                offset: 5,
                bytes: b"BOX",
            },
            Magic {
                offset: 0,
                bytes: b"P",
            },
        ];
        let format = Format {
            id: "x",
            title: "",
            text: "",
            names: &["*.bxb"],
            magic: &MAGIC,
            trial: false,
            packed: &[],
        };
        assert_eq!(format.magic_len(b"....\x02BOX"), Some(3));
        assert_eq!(format.magic_len(b"PK"), Some(1));
        assert_eq!(format.magic_len(b""), None);
        assert!(format.fits_name("some/where/k.bxb"));
        assert!(!format.fits_name("k.bxb/other"));
    }

    #[test]
    fn names_with_an_extension_that_no_pattern_has() {
        let fit = |patterns: &[&str], name| name_fit(patterns, name);
        assert_eq!(fit(&["deck*"], "a/deck-2"), NameFit::Whole);
        assert_eq!(fit(&["deck*"], "a.b/deck.rs"), NameFit::Loose);
        assert_eq!(fit(&["deck*", "*.rs"], "deck.rs"), NameFit::Whole);
        assert_eq!(fit(&["deck.*"], "deck.rs"), NameFit::Whole);
        assert_eq!(fit(&["*"], "deck.rs"), NameFit::Whole);
        assert_eq!(fit(&["*.deck"], "deck.rs"), NameFit::No);
    }
}
