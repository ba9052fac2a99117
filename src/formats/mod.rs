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

    /// Whether one of its name patterns fits the last part of a path.
    #[must_use]
    pub fn fits_name(&self, path: &str) -> bool {
        fits_any(self.names, path)
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

/// Whether one of some name patterns fits the last part of a path.
fn fits_any(patterns: &[impl AsRef<str>], path: &str) -> bool {
    let name = last_part(path);
    let mut patterns = patterns.iter();
    patterns.any(|pattern| fits(last_part(pattern.as_ref()), name))
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
}
