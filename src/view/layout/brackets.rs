//! The bytes down the left, grouped by what they mean, with an arrow from each
//! group to its name.

use std::ops::ControlFlow;

use super::block::{Block, Each, Filled, Len, Row, Sample};
use super::pen::{self, Pen};
use super::wrap::wrap;
use crate::view::doc::{Line, Role};

/// Columns before the bytes.
const INDENT: usize = 2;

/// Dashes of an arrow.
const SHAFT: usize = 9;

/// Bytes in a line, if the width allows.
const BYTES: usize = 8;

/// Characters of text in a line.
const TEXT: usize = 40;

/// Lines for one field.
const MAX_LINES: usize = 5;

/// What an arrow is drawn with.
struct Strokes {
    /// Fields in a run: the first, those between, the last, a single one.
    first: &'static str,
    next: &'static str,
    last: &'static str,
    single: &'static str,
    shaft: &'static str,
    head: &'static str,
    /// Lines of one field: the first, those between, the last; then the same
    /// where the arrow begins.
    group: [&'static str; 3],
    group_arrow: [&'static str; 3],
}

const UNICODE: Strokes = Strokes {
    first: "┌",
    next: "├",
    last: "└",
    single: "─",
    shaft: "─",
    head: "→",
    group: ["┐", "┤", "┘"],
    group_arrow: ["┬─", "┼─", "┴─"],
};

const ASCII: Strokes = Strokes {
    first: "+",
    next: "|",
    last: "+",
    single: "-",
    shaft: "-",
    head: ">",
    group: ["+", "|", "+"],
    group_arrow: ["+ ", "| ", "+ "],
};

/// A field and the lines of its bytes.
struct Item<'b> {
    row: &'b Row,
    lines: Vec<Line>,
    /// What the elements of an array are, each beside its first line.
    values: Vec<Line>,
}

pub(super) fn draw(pen: &mut Pen<'_>, blocks: &[Block]) -> ControlFlow<()> {
    let several = blocks.len() > 1;
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 {
            pen.blank()?;
        }
        if several {
            pen.heading(block)?;
        }
        let items: Vec<Item<'_>> = block
            .rows
            .iter()
            // an empty array has nothing to show
            .filter(|row| row.filled.as_ref().is_none_or(|it| it.end > it.start))
            .map(|row| {
                let mut values = Vec::new();
                let lines = lines(pen, row, &mut values);
                if values.iter().all(Line::is_empty) {
                    values.clear();
                }
                Item { row, lines, values }
            })
            .collect();
        draw_items(pen, &items)?;
        pen.block_note(block, false)?;
    }
    ControlFlow::Continue(())
}

fn draw_items(pen: &mut Pen<'_>, items: &[Item<'_>]) -> ControlFlow<()> {
    let strokes = if pen.ascii { &ASCII } else { &UNICODE };
    let widest = |of: &dyn Fn(&Item<'_>) -> usize| items.iter().map(of).max().unwrap_or(0);
    let left = widest(&|it| it.lines.iter().map(Line::width).max().unwrap_or(0));
    let names = widest(&|it| crate::text::width(&it.row.name)).min(pen.width / 4);
    // where the brackets stand, the arrows, the names, their meaning
    let bracket = INDENT + left + 2;
    let arrow = bracket + 2;
    let name = arrow + SHAFT + 3;
    let meaning = name + names + 2;
    for (i, item) in items.iter().enumerate() {
        let single = |at: Option<usize>| {
            at.and_then(|at| items.get(at))
                .is_some_and(|it| it.lines.len() == 1)
        };
        let (before, after) = (single(i.checked_sub(1)), single(i.checked_add(1)));
        let room = pen.width.saturating_sub(meaning);
        let text = pen.drawn(meaning_of(pen, item, room));
        // no room beside the name: under it
        let (beside, below) = if room >= 16 {
            (wrap(&text, room), meaning)
        } else {
            (Vec::new(), arrow)
        };
        let target = item.lines.len() / 2;
        let count = item.lines.len();
        let mut said = beside.iter().filter(|part| !part.is_empty());
        for (j, bytes) in item.lines.iter().enumerate() {
            let mut line = Line::new();
            line.set_mark(item.row.mark);
            line.spaces(INDENT);
            line.append(bytes);
            line.pad_to(bracket);
            let place = match j {
                0 => 0,
                _ if j + 1 == count => 2,
                _ => 1,
            };
            if count == 1 {
                line.pad_to(arrow);
                line.push(
                    Role::Punctuation,
                    match (before, after) {
                        (false, true) => strokes.first,
                        (true, true) => strokes.next,
                        (true, false) => strokes.last,
                        (false, false) => strokes.single,
                    },
                );
            } else if j == target {
                line.push(Role::Punctuation, strokes.group_arrow[place]);
                line.push(
                    Role::Punctuation,
                    if pen.ascii { "+" } else { strokes.shaft },
                );
            } else {
                line.push(Role::Punctuation, strokes.group[place]);
            }
            if j == target {
                for _ in 0..SHAFT {
                    line.push(Role::Punctuation, strokes.shaft);
                }
                line.push(Role::Punctuation, strokes.head);
                line.pad_to(name);
                line.untrusted(Role::Field(item.row.colour), &item.row.name);
            }
            let part = match item.values.get(j).filter(|_| room >= 16) {
                Some(value) => Some(value).filter(|value| !value.is_empty()),
                None if j >= target => said.next(),
                None => None,
            };
            if let Some(part) = part {
                line.pad_to(meaning);
                line.append(part);
                line.truncate(pen.width, pen.signs.ellipsis);
            }
            super::wrap::trim(&mut line);
            pen.line(&line)?;
        }
        let more: Vec<Line> = if beside.is_empty() && !text.is_empty() {
            wrap(&text, pen.width.saturating_sub(below).max(12))
        } else {
            said.cloned().collect()
        };
        for part in &more {
            let mut line = Line::new();
            line.set_mark(item.row.mark);
            // the run goes on beside a text of several lines
            if count == 1 && after {
                line.pad_to(arrow);
                line.push(Role::Punctuation, if pen.ascii { "|" } else { "│" });
            }
            line.pad_to(below);
            line.append(part);
            pen.line(&line)?;
        }
    }
    ControlFlow::Continue(())
}

/// What stands beside a name: its value, or what it may be.
fn meaning_of(pen: &Pen<'_>, item: &Item<'_>, room: usize) -> Line {
    let row = item.row;
    let mut line = row.value();
    if let Some(filled) = &row.filled {
        line.append(&filled.why);
        if !item.values.is_empty() && room >= 16 {
            return Line::new();
        }
        if line.is_empty() {
            line.append(&row.what);
        }
        // beside a value there may be room to say what it is
        if line.width() + 2 + crate::text::width(&row.doc) <= 2 * room.saturating_sub(8) {
            explain(pen, &mut line, row);
        }
        return line;
    }
    let mut add = |role: Role, text: &str| {
        if !text.is_empty() {
            line.push(Role::Plain, if line.is_empty() { "" } else { "; " });
            line.untrusted(role, text);
        }
    };
    if row.constant.is_none() {
        if row.what.text().contains(", ") {
            add(Role::Plain, row.what.text());
        }
        if !pen::repeats(&row.doc, &row.values) {
            add(Role::Enum, &row.values);
        }
        add(Role::Plain, &times(pen, row));
        add(Role::Plain, &row.rules);
    }
    add(Role::Note, &row.cond);
    if line.is_empty() && row.what.text() != row.short {
        line.append(&row.what);
    }
    explain(pen, &mut line, row);
    line
}

/// Adds what the grammar says of a field.
fn explain(pen: &Pen<'_>, line: &mut Line, row: &Row) {
    if !row.doc.is_empty() && !pen.says_constant(row) {
        match (line.is_empty(), !row.value().is_empty()) {
            (true, _) => {}
            (false, true) => line.spaces(2),
            (false, false) => line.push(Role::Plain, ". "),
        }
        line.untrusted(Role::Comment, &row.doc);
    }
}

/// How often a field is repeated.
fn times(pen: &Pen<'_>, row: &Row) -> String {
    use super::block::Count;
    match row.each.as_ref().map(|each| &each.count) {
        Some(Count::Fixed(count)) => format!("{count} of them"),
        Some(Count::Times(text)) => format!("{text} of them"),
        Some(Count::End) => "as many as fit".into(),
        Some(Count::Until(_)) => pen.count(row),
        None => String::new(),
    }
}

/// The bytes of a field, or what stands for them.
fn lines(pen: &Pen<'_>, row: &Row, values: &mut Vec<Line>) -> Vec<Line> {
    let per_line = if pen.width < 60 { BYTES / 2 } else { BYTES };
    if let Some(filled) = &row.filled {
        return filled_lines(pen, row, filled, per_line, values);
    }
    if let Some(constant) = row.constant.as_ref().filter(|it| !it.bytes.is_empty()) {
        let sample = Sample {
            head: constant.bytes.clone(),
            ..Sample::default()
        };
        return spelled(pen, row, &sample, per_line);
    }
    let mut one = Line::new();
    one.untrusted(Role::Field(row.colour), &short(row));
    let Some(each) = &row.each else {
        return vec![one];
    };
    if let Each {
        count: super::block::Count::Fixed(1),
        ..
    } = each
    {
        return vec![one];
    }
    vec![one.clone(), dots(pen), one]
}

/// The type of a field, with its size where that does not say it.
fn short(row: &Row) -> String {
    let len = match &row.each {
        Some(each) => &each.len,
        None => &row.len,
    };
    let sized = matches!(row.short.as_str(), "bytes" | "text");
    match len {
        Len::Bits(bits) if sized => format!("{} {}", bits / 8, row.short),
        _ => row.short.clone(),
    }
}

fn dots(pen: &Pen<'_>) -> Line {
    let mut line = Line::new();
    line.push(Role::Punctuation, pen.signs.ellipsis);
    line
}

fn filled_lines(
    pen: &Pen<'_>,
    row: &Row,
    filled: &Filled,
    per_line: usize,
    values: &mut Vec<Line>,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if filled.elements.is_empty() {
        lines = if filled.textual {
            vec![spoken(pen, row, &filled.bytes)]
        } else {
            spelled(pen, row, &filled.bytes, per_line)
        };
    } else {
        for (i, element) in filled.elements.iter().enumerate() {
            if filled.skipped > 0 && i + 1 == filled.elements.len() {
                lines.push(dots(pen));
                values.resize(lines.len(), Line::new());
            }
            if filled.textual {
                lines.push(spoken(pen, row, &element.bytes));
            } else {
                lines.append(&mut spelled(pen, row, &element.bytes, per_line));
            }
            // what is joined stands in one text, and text speaks for itself
            if !filled.joined && !filled.textual {
                values.push(pen.drawn(element.value.clone()));
                values.resize(lines.len(), Line::new());
            }
        }
    }
    if lines.is_empty() {
        lines.push(Line::new());
    }
    lines
}

/// Bytes in hexadecimal, so many a line; of many lines the first and the last.
fn spelled(pen: &Pen<'_>, row: &Row, sample: &Sample, per_line: usize) -> Vec<Line> {
    let part = |bytes: &[u8]| {
        let mut line = Line::new();
        for (i, &byte) in bytes.iter().enumerate() {
            if i > 0 {
                line.spaces(1);
            }
            let role = if byte == 0 {
                Role::FieldNull(row.colour)
            } else {
                Role::Field(row.colour)
            };
            line.byte(role, byte);
        }
        line
    };
    let mut lines: Vec<Line> = sample.head.chunks(per_line.max(1)).map(part).collect();
    if sample.skipped == 0 && lines.len() <= MAX_LINES {
        return lines;
    }
    let last = if sample.skipped > 0 {
        let from = sample.tail.len().saturating_sub(per_line);
        sample.tail.get(from..).map(part)
    } else {
        lines.pop()
    };
    lines.truncate(MAX_LINES - 3);
    lines.push(dots(pen));
    lines.extend(last);
    lines
}

/// Bytes that are text.
fn spoken(pen: &Pen<'_>, row: &Row, sample: &Sample) -> Line {
    let text = String::from_utf8_lossy(&sample.head);
    let text = text.trim_end_matches(['\r', '\n']);
    let mut line = Line::new();
    line.untrusted(Role::Field(row.colour), text);
    let mut line = pen.drawn(line);
    let most = TEXT.min(pen.width / 3);
    if sample.skipped > 0 && line.width() <= most {
        line.push(Role::Punctuation, pen.signs.ellipsis);
    }
    line.truncate(most, pen.signs.ellipsis);
    line
}
