//! Grammar texts and places in them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Index of a text in [`Sources`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A range of bytes in a grammar file: start inclusive, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Loc {
    /// Which file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// One grammar file as it was read.
#[derive(Debug, Clone)]
pub struct Source {
    /// Name for messages: a path, or `dungeon.ksy` for a built-in.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// All grammar files of one compilation.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file and gives its id.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        self.files.push(Source {
            name: name.into(),
            text: text.into(),
        });
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    /// The file with this id.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.files.get(id.0 as usize)
    }

    /// Line and column of a byte offset, both from 1; columns count characters,
    /// but not a byte order mark.
    #[must_use]
    pub fn line_column(&self, file: FileId, offset: u32) -> (usize, usize) {
        let Some(source) = self.get(file) else {
            return (1, 1);
        };
        let mut end = (offset as usize).min(source.text.len());
        while !source.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = source.text[..end].trim_start_matches('\u{feff}');
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
