//! What grammars say of fields: on a page once each, however many fields there
//! are.

use std::collections::HashMap;

use crate::paint::markup::escape;
use crate::text;

/// Texts that are kept.
const TEXTS: usize = 2_000;

/// The texts, by number.
#[derive(Debug, Default)]
pub(super) struct Docs {
    numbers: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Docs {
    /// The number of a text, if it is kept.
    pub(super) fn number(&mut self, doc: &str) -> Option<usize> {
        if doc.is_empty() {
            return None;
        }
        let known = self.numbers.get(doc).copied();
        if known.is_some() || self.texts.len() >= TEXTS {
            return known;
        }
        let number = self.texts.len();
        self.numbers.insert(doc.to_owned(), number);
        let words: Vec<&str> = doc.split_whitespace().collect();
        self.texts.push(words.join(" "));
        Some(number)
    }

    /// Writes all of them, as a list that is not seen.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"<ol id=\"docs\" hidden>\n");
        for doc in &self.texts {
            out.extend_from_slice(b"<li>");
            escape(out, &text::escape(doc));
            out.extend_from_slice(b"</li>\n");
        }
        out.extend_from_slice(b"</ol>\n");
    }
}
