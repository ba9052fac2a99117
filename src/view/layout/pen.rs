//! What all styles draw with: lines, wrapped text, and the words of columns.

use std::ops::ControlFlow;

use super::amount::Amount;
use super::block::{Block, Count, Len, Place, Row};
use super::tell;
use super::wrap::{in_ascii, wrap};
use crate::view::doc::{Line, Role, Sink};
use crate::view::options::Signs;

/// Columns before what stands under a heading.
const GAP: usize = 2;

/// Puts lines out.
pub(super) struct Pen<'o> {
    pub(super) out: &'o mut dyn Sink,
    pub(super) width: usize,
    pub(super) ascii: bool,
    pub(super) signs: &'static Signs,
    /// Whether the block at hand has a heading that the sink was told of.
    pub(super) opened: bool,
}

impl Pen<'_> {
    /// A line, cut to the width.
    pub(super) fn line(&mut self, line: &Line) -> ControlFlow<()> {
        if line.width() <= self.width {
            return self.out.line(line);
        }
        let mut cut = line.clone();
        cut.truncate(self.width, self.signs.ellipsis);
        self.out.line(&cut)
    }

    /// Text as it is drawn, in ASCII if nothing else is wanted.
    pub(super) fn drawn(&self, line: Line) -> Line {
        match self.ascii && !line.text().is_ascii() {
            true => in_ascii(&line),
            false => line,
        }
    }

    pub(super) fn blank(&mut self) -> ControlFlow<()> {
        self.out.line(&Line::new())
    }

    /// A text over several lines, all but the first indented by `hang`.
    pub(super) fn wrapped(&mut self, line: &Line, indent: usize, hang: usize) -> ControlFlow<()> {
        let line = &self.drawn(line.clone());
        let room = self.width.saturating_sub(indent.max(hang)).max(12);
        for (i, part) in wrap(line, room).iter().enumerate() {
            let mut whole = Line::new();
            whole.set_mark(line.mark());
            whole.spaces(if i == 0 { indent } else { hang });
            whole.append(part);
            self.line(&whole)?;
        }
        ControlFlow::Continue(())
    }

    /// The name of a block, and what there is to say of it.
    pub(super) fn heading(&mut self, block: &Block) -> ControlFlow<()> {
        let mut line = Line::new();
        line.untrusted(Role::Heading, &block.name);
        let about = self.about(block);
        if !about.is_empty() {
            line.push(
                Role::Comment,
                if block.place.is_empty() && block.like.is_none() && block.size.is_empty() {
                    ". "
                } else {
                    ", "
                },
            );
            line.append(&about);
        }
        if let Some(places) = self.out.places() {
            line.set_mark(tell::block(block, places));
        }
        self.wrapped(&line, 0, 2)?;
        if let Some(places) = self.out.places() {
            places.open(line.mark());
            self.opened = true;
        }
        ControlFlow::Continue(())
    }

    /// Where a block lies, how big it is, what the grammar says of it.
    pub(super) fn about(&self, block: &Block) -> Line {
        let mut line = Line::new();
        line.untrusted(Role::Plain, &block.place);
        if let Some(like) = &block.like {
            line.push(Role::Comment, if line.is_empty() { "" } else { ", " });
            line.push(Role::Comment, "otherwise as ");
            line.untrusted(Role::Comment, &like.name);
            for (i, name) in like.without.iter().enumerate() {
                line.push(Role::Comment, if i == 0 { " without " } else { ", " });
                line.untrusted(Role::Comment, name);
            }
        } else if !block.size.is_empty() {
            line.push(Role::Comment, if line.is_empty() { "" } else { ", " });
            line.untrusted(Role::Comment, &block.size);
            line.push(
                Role::Comment,
                if block.size == "1" { " byte" } else { " bytes" },
            );
        }
        if !block.doc.is_empty() {
            line.push(Role::Comment, if line.is_empty() { "" } else { ". " });
            line.untrusted(Role::Comment, &block.doc);
        }
        line
    }

    /// What there is to say of a field that its place in a picture does not
    /// show; `key` stands there for its name.
    pub(super) fn field_note(&mut self, row: &Row, key: Option<&str>) -> ControlFlow<()> {
        let mut line = Line::new();
        line.set_mark(row.mark);
        if let Some(key) = key {
            line.untrusted(Role::Field(row.colour), key);
            line.push(Role::Plain, " ");
        }
        line.untrusted(Role::Field(row.colour), &row.name);
        let mut notes: Vec<(Role, String)> = Vec::new();
        if row.filled.is_none() {
            notes.push((Role::Plain, self.count(row)));
            notes.push((Role::Plain, row.rules.clone()));
            notes.push((Role::Note, row.cond.clone()));
        }
        // a list of names leaves open what they are names of
        let explained = row.filled.is_none() || !row.values.is_empty() && row.each.is_none();
        let explained = explained && !row.doc.is_empty() && !self.says_constant(row);
        if row.constant.is_none() && !(explained && repeats(&row.doc, &row.values)) {
            notes.push((Role::Enum, row.values.clone()));
        }
        let mut said = false;
        // without a file the type is not seen by the value
        let joins = row.each.is_some()
            || row.what.text().contains(", ")
            || key.is_some()
            || row.filled.is_none() && row.what.text() != "bytes";
        // that a field takes so many bits is in the picture
        let mut only_size = false;
        if joins && row.constant.is_none() && !row.said {
            line.push(Role::Plain, ": ");
            line.append(&row.what);
            said = true;
            let what = row.what.text();
            only_size = row.each.is_none()
                && (row.bit_field.is_some()
                    || what.starts_with("unsigned ") && !what.contains("endian"));
        }
        for (role, text) in notes.into_iter().filter(|(_, text)| !text.is_empty()) {
            line.push(Role::Plain, if said { "; " } else { ": " });
            line.untrusted(role, &text);
            (said, only_size) = (true, false);
        }
        if explained {
            line.push(Role::Plain, if said { ". " } else { ": " });
            line.untrusted(Role::Comment, &row.doc);
            (said, only_size) = (true, false);
        }
        if said && !only_size || key.is_some() {
            self.wrapped(&line, GAP, 2 * GAP)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the doc of a row says its constant and nothing else.
    pub(super) fn says_constant(&self, row: &Row) -> bool {
        let constant = row.constant.as_ref().map_or("", |it| it.text.text());
        row.doc.trim_end_matches('.') == constant
    }

    /// What there is to say under a block.
    pub(super) fn block_note(&mut self, block: &Block, bits: bool) -> ControlFlow<()> {
        let order = bits_words(block).filter(|_| bits);
        for note in [order, Some(&block.note)].into_iter().flatten() {
            if !note.is_empty() {
                let mut line = Line::new();
                line.untrusted(Role::Comment, note);
                self.wrapped(&line, GAP, GAP)?;
            }
        }
        if let Some(places) = self.out.places().filter(|_| self.opened) {
            places.close();
            self.opened = false;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn dash(&self) -> &'static str {
        if self.ascii { "-" } else { "–" }
    }

    /// An amount of bytes.
    pub(super) fn amount(&self, amount: &Amount) -> Option<String> {
        amount.text(self.ascii)
    }

    /// The bytes that a row takes: `14–1693`, `1694–end`, `0–3 after name`.
    pub(super) fn range(&self, row: &Row) -> String {
        if let Some(filled) = &row.filled {
            let (start, end) = (filled.start, filled.end);
            return match (row.bit_field, row.len.bits()) {
                (Some(_), Some(_)) => self.fixed_range(row),
                _ if end <= start + 1 => start.to_string(),
                _ => format!("{start}{}{}", self.dash(), end - 1),
            };
        }
        match &row.place {
            Place::Start { after: None, .. } => self.fixed_range(row),
            Place::Start {
                after: Some(after), ..
            } => self.range_after(row, after),
            Place::At(at) => match at.as_ref().and_then(|it| self.amount(it)) {
                Some(at) => format!("at {at}"),
                None => "elsewhere".into(),
            },
        }
    }

    fn range_after(&self, row: &Row, after: &str) -> String {
        match (&row.place, &row.len) {
            (Place::Start { bits: 0, .. }, Len::Unknown) => format!("after {after}"),
            (Place::Start { bits: 0, .. }, Len::End) => format!("after {after} to end"),
            _ => format!("{} after {after}", self.fixed_range(row)),
        }
    }

    /// The same without what it counts from.
    pub(super) fn fixed_range(&self, row: &Row) -> String {
        let Place::Start { bits, .. } = row.place else {
            return String::new();
        };
        let (start, dash) = (bits / 8, self.dash());
        match &row.len {
            Len::Bits(0) => format!("{start}"),
            Len::Bits(len) if row.bit_field.is_some() => {
                let last = bits.saturating_add(*len).saturating_sub(1);
                let (from, to) = (bits % 8, last % 8);
                if last / 8 > start {
                    format!("{start}.{from}{dash}{}.{to}", last / 8)
                } else if from == to {
                    format!("{start}.{from}")
                } else if *len == 8 {
                    format!("{start}")
                } else {
                    format!("{start}.{from}{dash}{to}")
                }
            }
            Len::Bits(len) => {
                let last = bits.saturating_add(*len).saturating_sub(1) / 8;
                if last == start {
                    format!("{start}")
                } else {
                    format!("{start}{dash}{last}")
                }
            }
            Len::End => format!("{start}{dash}end"),
            Len::Unknown => format!("{start}{dash}{}", self.signs.ellipsis),
            Len::Amount(amount) => {
                let start_amount = Amount::of_bytes(start.into());
                let last = start_amount
                    .and_then(|it| it.plus(amount))
                    .and_then(|it| it.minus(&Amount::of_bits(8)))
                    .and_then(|it| self.amount(&it));
                match last {
                    Some(last) if last.contains(' ') => format!("{start}{dash}({last})"),
                    Some(last) => format!("{start}{dash}{last}"),
                    None => format!("{start}{dash}{}", self.signs.ellipsis),
                }
            }
        }
    }

    /// How many bytes a row takes: `21 × 80`, `4 × n`, `3 bits`.
    pub(super) fn size(&self, row: &Row) -> String {
        let times = if self.ascii { " * " } else { " × " };
        if row.bit_field.is_some()
            && let Len::Bits(bits) = row.len
        {
            return match bits {
                8 => "1".into(),
                1 => "1 bit".into(),
                _ => format!("{bits} bits"),
            };
        }
        let Some(each) = &row.each else {
            return match &row.len {
                Len::Bits(bits) => bits.div_ceil(8).to_string(),
                Len::Amount(amount) => self.amount(amount).unwrap_or_default(),
                Len::End => "the rest".into(),
                Len::Unknown => match &row.filled {
                    Some(filled) => filled.end.saturating_sub(filled.start).to_string(),
                    None => "varies".into(),
                },
            };
        };
        let one = each.len.bits().map(|bits| bits.div_ceil(8));
        match (&each.count, one) {
            (Count::Fixed(count), Some(one)) if each.is_row => format!("{count}{times}{one}"),
            (Count::Fixed(count), Some(1)) => count.to_string(),
            (Count::Fixed(count), Some(one)) => format!("{one}{times}{count}"),
            (Count::End, Some(1)) => "n".into(),
            (Count::End, Some(one)) => format!("{one}{times}n"),
            (Count::End, None) => "the rest".into(),
            (Count::Fixed(_), None) if row.filled.is_some() => {
                row.len.bits().map_or(0, |bits| bits / 8).to_string()
            }
            _ => match &row.len {
                Len::Amount(amount) => self.amount(amount).unwrap_or_default(),
                _ => "varies".into(),
            },
        }
    }

    /// How often a row is repeated, where its size does not say it.
    pub(super) fn count(&self, row: &Row) -> String {
        let Some(each) = &row.each else {
            return String::new();
        };
        match (&each.count, &each.len) {
            (_, Len::Bits(_) | Len::Amount(_)) if !matches!(each.count, Count::Until(_)) => {
                String::new()
            }
            (Count::Fixed(count), _) => format!("{count} of them"),
            (Count::Times(text), _) => format!("{text} of them"),
            (Count::End, _) => "as many as fit".into(),
            (Count::Until(text), _) => format!("until {text}"),
        }
    }

    /// All that is said of a row's values, its value first if there is a file.
    pub(super) fn meaning(&self, row: &Row) -> Line {
        let mut line = Line::new();
        if let Some(filled) = &row.filled {
            line.append(&filled.value);
            line.append(&filled.why);
        }
        match &row.constant {
            Some(constant) if row.filled.is_none() => {
                // text says itself that it is text
                let spoken = constant.text.text();
                if !spoken.starts_with('"') && !row.what.is_empty() && row.what.text() != "bytes" {
                    line.append(&row.what);
                    line.push(Role::Plain, ", ");
                }
                line.append(&constant.text);
            }
            Some(_) => {}
            None => {
                if !line.is_empty() && !row.what.is_empty() {
                    line.push(Role::Comment, "; ");
                }
                line.append(&row.what);
            }
        }
        for text in [&self.count(row), &row.rules] {
            if !text.is_empty() && !repeats(&row.doc, text) {
                line.push(Role::Plain, if line.is_empty() { "" } else { ", " });
                line.untrusted(Role::Plain, text);
            }
        }
        if !row.values.is_empty() && row.constant.is_none() && !repeats(&row.doc, &row.values) {
            line.push(Role::Plain, if line.is_empty() { "" } else { ": " });
            line.untrusted(Role::Enum, &row.values);
        }
        if !row.cond.is_empty() {
            line.push(Role::Plain, if line.is_empty() { "" } else { "; " });
            line.untrusted(Role::Note, &row.cond);
        }
        if row.last && row.filled.is_none() {
            line.push(Role::Plain, ", the last of the file");
        }
        if !row.doc.is_empty() && !self.says_constant(row) {
            line.push(Role::Plain, if line.is_empty() { "" } else { ". " });
            line.untrusted(Role::Comment, &row.doc);
        }
        line
    }
}

/// How the bits of a block's bit fields are counted.
pub(super) fn bits_words(block: &Block) -> Option<&'static str> {
    let low_first = block.rows.iter().find_map(|row| row.bit_field)?;
    Some(if low_first {
        "0.0 is the low bit of byte 0."
    } else {
        "0.0 is the high bit of byte 0."
    })
}

/// Whether a doc says already what a rule says: every word of it is there.
pub(super) fn repeats(doc: &str, rule: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let said = words(doc);
    rule.contains(' ') && words(rule).iter().all(|word| said.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_may_say_it_already() {
        assert!(repeats(
            "Size of the whole file in bytes.",
            "size of the file"
        ));
        assert!(!repeats("Size in bytes.", "size of the file"));
        assert!(!repeats("4 bytes", "4"));
    }
}
