//! How the files of a grammar are recognised, as far as its own text tells:
//! nothing is resolved or imported.

use std::sync::Arc;

use super::read;
use super::spec::{AttrSpec, AttrType, RepeatSpec, TypeName, TypeSpec};
use crate::schema::Detect;
use crate::text::FileId;

/// Types inside one another that are looked through for a magic number.
const MAX_DEPTH: usize = 20;

/// What marks the files of a grammar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// What `-fmtview-detect` says, and where it is silent what follows from the
    /// rest: the names with its `file-extension`, and as magic number the first
    /// `contents` whose offset is the same in all files, if they are more than
    /// zeros or a single byte.
    pub detect: Detect,
    /// Further `contents` after that magic number, each with its offset.
    pub further: Vec<(u64, Arc<[u8]>)>,
}

/// Reads what marks the files of a grammar. `None` if the text is no grammar.
#[must_use]
pub fn marks(text: &str) -> Option<Marks> {
    // what is wrong with it is told when it is compiled
    let mut problems = Vec::new();
    let spec = read::grammar(FileId(0), "".into(), text, &mut problems)?;
    let top = &spec.top;
    if top.name.value.is_empty() {
        return None;
    }
    let mut detect = top.meta.detect.clone();
    for extension in &top.meta.file_extensions {
        let pattern = format!("*.{extension}").into();
        if !detect.names.contains(&pattern) {
            detect.names.push(pattern);
        }
    }
    let mut further = Vec::new();
    if detect.magic.is_empty() {
        let mut search = Search::default();
        let _ = search.through(top);
        let mut found = search.found.into_iter();
        let marks = |bytes: &[u8]| bytes.len() > 1 && bytes.iter().any(|byte| *byte != 0);
        detect.magic.extend(found.find(|(_, bytes)| marks(bytes)));
        further.extend(found);
    }
    Some(Marks { detect, further })
}

/// Looks for `contents`.
#[derive(Default)]
struct Search<'s> {
    found: Vec<(u64, Arc<[u8]>)>,
    /// Where the next field begins, in bytes.
    offset: u64,
    /// The types around it.
    outer: Vec<&'s TypeSpec>,
}

impl<'s> Search<'s> {
    /// Goes on behind a type; `None` if its size is not fixed.
    fn through(&mut self, ty: &'s TypeSpec) -> Option<()> {
        if self.outer.len() >= MAX_DEPTH {
            return None;
        }
        self.outer.push(ty);
        for attr in &ty.seq {
            self.field(attr)?;
        }
        self.outer.pop();
        Some(())
    }

    fn field(&mut self, attr: &'s AttrSpec) -> Option<()> {
        if attr.cond.is_some() || !matches!(attr.repeat, RepeatSpec::Once) {
            return None;
        }
        if let Some(contents) = &attr.contents {
            self.found.push((self.offset, contents.value.clone()));
            return self.skip(contents.value.len() as u64);
        }
        let size = attr.extent.size.as_ref();
        let size = size.map(|size| size.value.trim().parse::<u64>());
        let AttrType::Name(name) = &attr.ty else {
            return match (&attr.ty, size) {
                (AttrType::Bytes, Some(Ok(size))) => self.skip(size),
                _ => None,
            };
        };
        match (name.name, size) {
            (TypeName::Int { width, .. } | TypeName::Float { width, .. }, _) => {
                self.skip(width.into())
            }
            (TypeName::Str, Some(Ok(size))) => self.skip(size),
            (TypeName::User, None) if attr.extent.terminator.is_none() => {
                let ty = self.named(&name.text.value)?;
                self.through(ty)
            }
            _ => None,
        }
    }

    fn skip(&mut self, bytes: u64) -> Option<()> {
        self.offset = self.offset.checked_add(bytes)?;
        Some(())
    }

    /// The type of a name without a path or arguments.
    fn named(&self, name: &str) -> Option<&'s TypeSpec> {
        let inner = |outer: &&'s TypeSpec| outer.types.iter().find(|ty| *ty.name.value == *name);
        self.outer.iter().rev().find_map(inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Its names, then its magic numbers, then what comes further.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let marks = marks(text).expect("a grammar");
        let names = marks.detect.names.iter().map(ToString::to_string);
        let magic = marks.detect.magic.iter().chain(&marks.further);
        let magic = magic.map(|(offset, bytes)| format!("{offset}:{}", bytes.escape_ascii()));
        assert_eq!(names.chain(magic).collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn names() {
        check("meta: {id: a, file-extension: [b, .c]}", "*.b *.c");
        check(
            "meta: {id: a, file-extension: b, -fmtview-detect: {names: [x, '*.b']}}",
            "x *.b",
        );
    }

    #[test]
    fn the_first_contents() {
        check("meta: {id: a}\nseq: [{contents: PK}]", "0:PK");
        check(
            "meta: {id: a}\nseq:\n- {type: u4le}\n- {size: 2}\n- {contents: [0]}\n- {contents: PK}",
            "7:PK",
        );
        check(
            "
meta: {id: a, endian: le}
seq: [{type: head}, {contents: XX}]
types:
  head: {seq: [{type: u2}, {type: inner}], types: {inner: {seq: [{size: 1}]}}}
",
            "3:XX",
        );
        check(
            "
meta: {id: a}
seq: [{type: head}]
types:
  head: {seq: [{type: mark}]}
  mark: {seq: [{type: u1}, {contents: abc}]}
",
            "1:abc",
        );
    }

    #[test]
    fn further_contents() {
        check(
            "meta: {id: a}\nseq: [{contents: RI}, {size: 4}, {contents: [0]}, {size: x}, {contents: y}]",
            "0:RI 6:\\x00",
        );
    }

    #[test]
    fn contents_that_mark_nothing() {
        for seq in [
            "{type: u1, repeat: eos}, {contents: PK}",
            "{contents: PK, if: false}",
            "{contents: P}",
            "{contents: [0, 0, 0]}",
            "{type: b8}, {contents: PK}",
            "{type: t, size: 8}, {contents: PK}",
            "{type: a}, {contents: PK}",
            "{type: 't(1)'}, {contents: PK}",
            "{size: a}, {contents: PK}",
        ] {
            let types = "types: {t: {seq: [{type: t}]}}";
            check(&format!("meta: {{id: a}}\nseq: [{seq}]\n{types}"), "");
        }
    }

    #[test]
    fn what_is_given_counts_more() {
        check(
            "meta: {id: a, -fmtview-detect: {magic: [{at: 4, bytes: XY}]}}\nseq: [{contents: PK}]",
            "4:XY",
        );
    }

    #[test]
    fn texts_that_are_no_grammars() {
        for text in ["", "a: [", "- 1", "a: 1", "meta: {title: x}", "\0"] {
            assert_eq!(marks(text), None, "{text}");
        }
    }
}
