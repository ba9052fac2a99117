//! Rows of bits with their numbers over them, as headers of network protocols
//! are drawn.

use std::ops::ControlFlow;

use super::block::{Block, Row};
use super::grid::{GridRow, grid};
use super::pen::Pen;
use crate::text;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// Letters for fields whose names do not fit.
const KEYS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// What boxes are drawn with.
struct Strokes {
    edge: &'static str,
    /// Beside a row that stands for several.
    broken: &'static str,
    line: &'static str,
    /// By whether lines go up, down, left and right from here.
    joints: [&'static str; 16],
}

const UNICODE: Strokes = Strokes {
    edge: "│",
    broken: "╎",
    line: "─",
    joints: [
        " ", "─", "─", "─", "│", "┌", "┐", "┬", "│", "└", "┘", "┴", "│", "├", "┤", "┼",
    ],
};

const ASCII: Strokes = Strokes {
    edge: "|",
    broken: "/",
    line: "-",
    joints: [
        " ", "+", "+", "+", "|", "+", "+", "+", "|", "+", "+", "+", "|", "+", "+", "+",
    ],
};

pub(super) fn draw(pen: &mut Pen<'_>, blocks: &[Block], row_bytes: u8) -> ControlFlow<()> {
    let several = blocks.len() > 1;
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 {
            pen.blank()?;
        }
        if several {
            pen.heading(block)?;
        }
        draw_block(pen, block, row_bytes)?;
        pen.block_note(block, false)?;
    }
    ControlFlow::Continue(())
}

fn draw_block(pen: &mut Pen<'_>, block: &Block, row_bytes: u8) -> ControlFlow<()> {
    // two columns a bit, and offsets before them
    let mut bytes = u64::from(row_bytes.max(1));
    while bytes > 1 && 16 * bytes + 1 + 6 > pen.width as u64 {
        bytes /= 2;
    }
    let width = bytes * 8;
    let rows = grid(block, width);
    let margin = rows.iter().map(|row| row.offset.len()).max().unwrap_or(0) + 1;
    let margin = margin.max(3);
    let strokes = if pen.ascii { &ASCII } else { &UNICODE };
    if rows.is_empty() {
        return ControlFlow::Continue(());
    }
    numbers(pen, width, margin)?;
    let labels = Labels::new(block, &rows);
    let nothing = vec![None; rows.first().map_or(0, |row| row.bits.len())];
    let mut above: &[Option<usize>] = &nothing;
    for (i, row) in rows.iter().enumerate() {
        border(pen, strokes, above, &row.bits, margin)?;
        content(pen, strokes, block, row, &labels, i, margin)?;
        above = &row.bits;
    }
    border(pen, strokes, above, &nothing, margin)?;
    for (index, row) in block.rows.iter().enumerate() {
        let key = labels.key(index);
        pen.field_note(row, key)?;
    }
    ControlFlow::Continue(())
}

/// The numbers of the bits.
fn numbers(pen: &mut Pen<'_>, width: u64, margin: usize) -> ControlFlow<()> {
    let mut tens = Line::new();
    let mut units = Line::new();
    for bit in 0..width {
        let at = margin + 1 + 2 * bit as usize;
        if bit % 10 == 0 {
            tens.pad_to(at);
            tens.number(Role::Offset, bit / 10);
        }
        units.pad_to(at);
        units.number(Role::Offset, bit % 10);
    }
    pen.line(&tens)?;
    pen.line(&units)
}

/// Whether a line is drawn between two bits beside or over each other.
fn differ(a: Option<usize>, b: Option<usize>) -> bool {
    a != b
}

fn bit(bits: &[Option<usize>], at: usize) -> Option<usize> {
    bits.get(at).copied().flatten()
}

/// The line between two rows; none if every field goes on.
fn border(
    pen: &mut Pen<'_>,
    strokes: &Strokes,
    above: &[Option<usize>],
    below: &[Option<usize>],
    margin: usize,
) -> ControlFlow<()> {
    let width = above.len().max(below.len());
    let across = |at: Option<usize>| {
        at.is_some_and(|at| at < width && differ(bit(above, at), bit(below, at)))
    };
    if !(0..width).any(|at| across(Some(at))) {
        return ControlFlow::Continue(());
    }
    let edge = |bits: &[Option<usize>], at: usize| {
        let before = at.checked_sub(1).and_then(|at| bit(bits, at));
        differ(before, bit(bits, at))
    };
    let mut line = Line::new();
    line.spaces(margin);
    for at in 0..=width {
        let (left, right) = (across(at.checked_sub(1)), across(Some(at)));
        let joint = usize::from(edge(above, at)) << 3
            | usize::from(edge(below, at)) << 2
            | usize::from(left) << 1
            | usize::from(right);
        if let Some(stroke) = strokes.joints.get(joint) {
            line.push(Role::Punctuation, stroke);
        }
        if at < width {
            line.push(Role::Punctuation, if right { strokes.line } else { " " });
        }
    }
    super::wrap::trim(&mut line);
    pen.line(&line)
}

/// A row between its borders.
fn content(
    pen: &mut Pen<'_>,
    strokes: &Strokes,
    block: &Block,
    row: &GridRow,
    labels: &Labels,
    index: usize,
    margin: usize,
) -> ControlFlow<()> {
    let mut line = Line::new();
    line.spaces(margin.saturating_sub(1 + row.offset.len()));
    line.untrusted(Role::Offset, &row.offset);
    line.pad_to(margin);
    for cell in runs(&row.bits) {
        let at = margin + 2 * cell.from;
        let room = 2 * (cell.to - cell.from) - 1;
        line.pad_to(at);
        let edge = if row.broken {
            strokes.broken
        } else {
            strokes.edge
        };
        let before = cell.from.checked_sub(1).and_then(|at| bit(&row.bits, at));
        if cell.field.is_some() || before.is_some() {
            line.push(Role::Punctuation, edge);
        } else {
            line.spaces(1);
        }
        let owner = cell
            .field
            .and_then(|field| Some((field, block.rows.get(field)?)));
        let Some((field, owner)) = owner else {
            continue;
        };
        line.set_part(owner.mark);
        if labels.is_here(owner, field, index, &cell)
            && let Some(text) = labels.text(field)
        {
            let mut label = Line::new();
            label.untrusted(Role::Field(owner.colour), text);
            if row.broken || labels.is_wide(field) {
                label = wide_label(pen, owner, room).unwrap_or(label);
            }
            label.truncate(room, pen.signs.ellipsis);
            line.pad_to(at + 1 + (room - label.width()) / 2);
            line.append(&label);
        }
        line.pad_to(at + 1 + room);
        line.set_part(Mark::NONE);
    }
    // the edge after the last field
    if bit(&row.bits, row.bits.len().saturating_sub(1)).is_some() {
        line.pad_to(margin + 2 * row.bits.len());
        line.push(
            Role::Punctuation,
            if row.broken {
                strokes.broken
            } else {
                strokes.edge
            },
        );
    }
    super::wrap::trim(&mut line);
    pen.line(&line)
}

/// The name with its value or its size, if that fits.
fn wide_label(pen: &Pen<'_>, row: &Row, room: usize) -> Option<Line> {
    let mut label = Line::new();
    label.untrusted(Role::Field(row.colour), &row.name);
    let value = pen.drawn(row.value());
    if !value.is_empty() {
        label.push(Role::Plain, " = ");
        label.append(&value);
        if label.width() <= room {
            return Some(label);
        }
        label.clear();
        label.untrusted(Role::Field(row.colour), &row.name);
    }
    let size = pen.size(row);
    let fixed = row.each.is_none() && row.len.bits().is_some_and(|bits| bits <= 64);
    if fixed {
        return None;
    }
    label.push(Role::Comment, " (");
    label.untrusted(Role::Comment, &size);
    let in_bytes = !matches!(size.as_str(), "varies" | "the rest") && !size.ends_with(" bits");
    label.push(Role::Comment, if in_bytes { " bytes)" } else { ")" });
    (label.width() <= room).then_some(label)
}

/// Bits beside one another that belong together.
struct Run {
    from: usize,
    /// Exclusive.
    to: usize,
    field: Option<usize>,
}

fn runs(bits: &[Option<usize>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, &field) in bits.iter().enumerate() {
        match runs.last_mut() {
            Some(last) if last.field == field => last.to = at + 1,
            _ => runs.push(Run {
                from: at,
                to: at + 1,
                field,
            }),
        }
    }
    runs
}

/// Whether each piece of a field has its name: those of a bit field that is
/// counted from the low bits need not lie together.
fn everywhere(row: &Row) -> bool {
    row.bit_field == Some(true)
}

/// Where each field is named, and how.
struct Labels {
    /// By field: row, first bit, and length of the cell that has the name.
    places: Vec<Option<(usize, usize, usize)>>,
    texts: Vec<String>,
    keys: Vec<Option<String>>,
}

impl Labels {
    fn new(block: &Block, rows: &[GridRow]) -> Labels {
        let count = block.rows.len();
        let mut places: Vec<Option<(usize, usize, usize)>> = vec![None; count];
        let mut seen: Vec<Vec<(usize, usize, usize, bool)>> = vec![Vec::new(); count];
        for (i, row) in rows.iter().enumerate() {
            for run in runs(&row.bits) {
                if let Some(cells) = run.field.and_then(|field| seen.get_mut(field)) {
                    cells.push((i, run.from, run.to - run.from, row.broken));
                }
            }
        }
        for (place, cells) in places.iter_mut().zip(&seen) {
            // a broken row, else the middle one of the widest
            let widest = cells.iter().map(|cell| cell.2).max().unwrap_or(0);
            let best: Vec<_> = cells.iter().filter(|cell| cell.2 == widest).collect();
            let broken = cells.iter().find(|cell| cell.3);
            let chosen = broken.or_else(|| best.get((best.len().saturating_sub(1)) / 2).copied());
            *place = chosen.map(|&(row, from, len, _)| (row, from, len));
        }
        let mut keys = vec![None; count];
        let mut texts = Vec::new();
        let mut used = 0;
        for (((row, place), cells), key) in block.rows.iter().zip(&places).zip(&seen).zip(&mut keys)
        {
            let len = match everywhere(row) {
                true => cells.iter().map(|cell| cell.2).min(),
                false => place.map(|(_, _, len)| len),
            };
            let room = len.map_or(0, |len| 2 * len - 1);
            let name = text::width(&row.name);
            if name <= room || place.is_none() {
                texts.push(row.name.clone());
                continue;
            }
            let letter = KEYS.get(used).map_or('*', |&byte| char::from(byte));
            used += 1;
            *key = Some(letter.to_string());
            texts.push(letter.to_string());
        }
        Labels {
            places,
            texts,
            keys,
        }
    }

    fn is_here(&self, owner: &Row, field: usize, row: usize, run: &Run) -> bool {
        everywhere(owner)
            || self.places.get(field).copied().flatten() == Some((row, run.from, run.to - run.from))
    }

    fn text(&self, field: usize) -> Option<&str> {
        self.texts.get(field).map(String::as_str)
    }

    fn key(&self, field: usize) -> Option<&str> {
        self.keys.get(field).and_then(Option::as_deref)
    }

    /// Whether there is room for more than the name.
    fn is_wide(&self, field: usize) -> bool {
        self.key(field).is_none()
    }
}
