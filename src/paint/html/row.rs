//! One row of a page: its text, and how its letters look, which many rows have
//! in common.

use std::collections::HashMap;

use super::places::{add, short};
use crate::paint::markup::escape;
use crate::text;
use crate::view::mark::Mark;

/// Looks that are kept in the table.
const LOOKS: usize = 4_096;

/// Characters of a look that is kept in the table.
const LONG: usize = 400;

/// From one stop of the tabulator to the next; the style sheet says the same.
const TAB: usize = 8;

/// Letters that look alike and belong to the same part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// 16-bit units, as scripts count.
    units: usize,
    class: &'static str,
    /// Columns, where that is not one for each letter; else 0.
    columns: usize,
    /// The part, counted from the mark that the row is of.
    part: Option<i64>,
}

/// The lines of one place, or of none.
#[derive(Debug, Default)]
pub(super) struct Row {
    text: String,
    runs: Vec<Run>,
    /// What parts are counted from.
    pub(super) base: Option<Mark>,
    /// Whether the page shows that here first.
    pub(super) first: bool,
    /// Places that links lead to.
    pub(super) names: Vec<Mark>,
}

impl Row {
    /// Adds letters.
    pub(super) fn push(
        &mut self,
        text: &str,
        class: &'static str,
        columns: usize,
        part: Option<Mark>,
    ) {
        let part = part.map(|mark| {
            let base = self.base.unwrap_or_default();
            i64::from(mark.0) - i64::from(base.0)
        });
        self.text.push_str(text);
        let run = Run {
            units: text.chars().map(char::len_utf16).sum(),
            class,
            columns,
            part,
        };
        match self.runs.last_mut() {
            Some(last)
                if columns == 0
                    && Run {
                        units: last.units,
                        ..run
                    } == *last =>
            {
                last.units += run.units;
            }
            _ => self.runs.push(run),
        }
    }

    /// Ends a line; another one follows.
    pub(super) fn end_line(&mut self) {
        self.push("\n", "", 0, None);
    }

    /// Adds its text as it stands between tags.
    pub(super) fn write_text(&self, out: &mut Vec<u8>) {
        for (i, line) in self.text.split('\n').enumerate() {
            if i > 0 {
                out.push(b'\n');
            }
            tabulate(out, line);
        }
    }

    /// The lengths and classes of its runs, without what is plain at the end:
    /// `2s0,1,8o,2f1@1`.
    pub(super) fn look(&self) -> String {
        let plain = |run: &Run| run.class.is_empty() && run.columns == 0 && run.part.is_none();
        let used = self.runs.iter().rposition(|run| !plain(run));
        let mut look = String::new();
        for (i, run) in self
            .runs
            .iter()
            .take(used.map_or(0, |at| at + 1))
            .enumerate()
        {
            look.push_str(if i > 0 { "," } else { "" });
            add(&mut look, run.units);
            look.push_str(run.class);
            if run.columns > 0 {
                add(&mut look, format_args!("*{}", run.columns));
            }
            if let Some(part) = run.part {
                add(&mut look, format_args!("@{part}"));
            }
        }
        look
    }
}

/// Adds a line, with tabulators for blanks. It may hold them only as long as a
/// column is a unit, so that scripts need not know how wide letters are.
fn tabulate(out: &mut Vec<u8>, line: &str) {
    let (mut column, mut clean) = (0usize, 0usize);
    let mut blanks = 0usize;
    for (at, c) in line.char_indices() {
        if c == ' ' {
            blanks += 1;
            continue;
        }
        if blanks > 1 {
            escape(out, line.get(clean..at - blanks).unwrap_or(""));
            clean = at;
            let end = column + blanks;
            while column < end {
                let stop = (column / TAB + 1) * TAB;
                if stop <= end && stop - column > 1 {
                    out.push(b'\t');
                    column = stop;
                } else {
                    out.push(b' ');
                    column += 1;
                }
            }
        } else {
            column += blanks;
        }
        blanks = 0;
        if c.len_utf16() != 1 || text::width(line.get(at..at + c.len_utf8()).unwrap_or("")) != 1 {
            break;
        }
        column += 1;
    }
    escape(out, line.get(clean..).unwrap_or(""));
}

/// The looks of rows, by number.
#[derive(Debug, Default)]
pub(super) struct Looks {
    numbers: HashMap<String, usize>,
    list: Vec<String>,
}

impl Looks {
    /// Adds what stands for a look: its number, or all of it.
    pub(super) fn write(&mut self, out: &mut String, look: String) {
        if let Some(&number) = self.numbers.get(&look) {
            add(out, format_args!(".{}", short(number)));
        } else if self.list.len() < LOOKS && look.len() <= LONG {
            add(out, format_args!(".{}", short(self.list.len())));
            self.numbers.insert(look.clone(), self.list.len());
            self.list.push(look);
        } else {
            add(out, format_args!("={look}"));
        }
    }

    /// All of them, with blanks between them.
    pub(super) fn all(&self) -> String {
        self.list.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let mut out = Vec::new();
        tabulate(&mut out, line);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn blanks_become_tabulators() {
        check("", "");
        check("a b", "a b");
        check("a       b", "a\tb");
        check("a         b", "a\t  b");
        check("1234567 b", "1234567 b");
        check("1234567  b", "1234567  b");
        check("        <", "\t&lt;");
        check("\u{2022}               x", "\u{2022}\t\tx");
        // behind what is no column wide, or two, they stay
        check("\u{5bf8}               x", "\u{5bf8}               x");
        check("a\u{5bf8}   x  ", "a\u{5bf8}   x  ");
    }

    #[test]
    fn a_look_says_what_is_not_plain() {
        let mut row = Row {
            base: Some(Mark(4)),
            ..Row::default()
        };
        row.push("ab", "o", 0, None);
        row.push(" ", "", 0, None);
        row.push("c", "f1", 0, Some(Mark(5)));
        row.push("\u{1f600}", "f1", 0, Some(Mark(5)));
        row.push("\u{5bf8}", "f1", 2, Some(Mark(5)));
        row.end_line();
        row.push("  ", "", 0, None);
        assert_eq!(row.look(), "2o,1,3f1@1,1f1*2@1");
        let mut looks = Looks::default();
        let mut out = String::new();
        looks.write(&mut out, row.look());
        looks.write(&mut out, String::new());
        looks.write(&mut out, row.look());
        assert_eq!(out, ".0.1.0");
        assert_eq!(looks.all(), "2o,1,3f1@1,1f1*2@1 ");
    }
}
