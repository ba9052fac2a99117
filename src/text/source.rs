//! Grammar texts and places in them.

use std::sync::{Arc, OnceLock};

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

/// Bytes between two places whose line and column are kept.
const BLOCK: usize = 1024;

/// What lies before each block of a text: its line, counted from 0, and the
/// characters of that line.
type Marks = Arc<[(usize, usize)]>;

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
    /// Made when a place is asked for first.
    marks: Vec<OnceLock<Marks>>,
}

impl Sources {
    /// Adds a file and gives its id.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        self.files.push(Source {
            name: name.into(),
            text: text.into(),
        });
        self.marks.push(OnceLock::new());
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
        let text = source.text.as_bytes();
        let marks = self
            .marks
            .get(file.0 as usize)
            .map(|marks| marks.get_or_init(|| marks_of(text)));
        let block = end / BLOCK;
        let before = marks.and_then(|marks| marks.get(block).copied());
        let rest = text.get(block * BLOCK..end).unwrap_or_default();
        let (line, mut column) = passed(before.unwrap_or_default(), rest);
        if line == 0 {
            let marks = source.text[..end].chars().take_while(|&c| c == '\u{feff}');
            column -= marks.count().min(column);
        }
        (line + 1, column + 1)
    }
}

fn marks_of(text: &[u8]) -> Marks {
    let mut at = (0, 0);
    let blocks = text.chunks(BLOCK).map(|block| {
        let before = at;
        at = passed(at, block);
        before
    });
    // one that begins at the end
    blocks.collect::<Vec<_>>().into_iter().chain([at]).collect()
}

/// Line and column after some more bytes.
fn passed((line, column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    let is_start = |byte: &&u8| **byte & 0xc0 != 0x80;
    match bytes.iter().rposition(|&byte| byte == b'\n') {
        Some(last) => {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let column = bytes[last + 1..].iter().filter(is_start).count();
            (line + lines, column)
        }
        None => (line, column + bytes.iter().filter(is_start).count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str) {
        let mut sources = Sources::default();
        sources.add("other", "x\ny");
        let file = sources.add("x", text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            assert_eq!(
                sources.line_column(file, u32::try_from(at).unwrap()),
                (line, column),
                "at {at}"
            );
            match c {
                '\n' => (line, column) = (line + 1, 1),
                '\u{feff}' if at == 0 => {}
                _ => column += 1,
            }
        }
        assert_eq!(sources.line_column(file, u32::MAX), (line, column));
    }

    #[test]
    fn lines_and_columns() {
        check("");
        check("a\nbc\n\nd");
        check("\u{feff}ä\n\u{10000}b");
        check(&"añ\n".repeat(1000));
        check(&"ü".repeat(5000));
        check(&"x".repeat(BLOCK));
    }
}
