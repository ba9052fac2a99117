//! Names over the positions of their bytes, as in a comment over source code.

use std::ops::ControlFlow;

use super::block::{Block, Count, Each, Element, Len, Place, Row};
use super::pen::Pen;
use crate::text;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// Columns before the first field.
const INDENT: usize = 2;

/// Columns that a value takes at most.
const VALUE: usize = 24;

/// A field: its name, its positions, its value.
struct Cell {
    name: Line,
    from: String,
    to: String,
    value: Line,
    mark: Mark,
}

pub(super) fn draw(pen: &mut Pen<'_>, blocks: &[Block]) -> ControlFlow<()> {
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 {
            pen.blank()?;
        }
        pen.heading(block)?;
        let mut cells: Vec<Cell> = Vec::new();
        let mut behind: Option<&str> = None;
        for row in &block.rows {
            let after = match &row.place {
                Place::Start { after, .. } => after.as_deref(),
                Place::At(_) => None,
            };
            if after != behind {
                put(pen, &cells)?;
                cells.clear();
                behind = after;
                if let Some(name) = after {
                    let mut line = Line::new();
                    line.spaces(INDENT);
                    line.push(Role::Comment, "after ");
                    line.untrusted(Role::Comment, name);
                    line.push(Role::Comment, ":");
                    pen.line(&line)?;
                }
            }
            add(pen, row, block.rows.len() == 1, &mut cells);
        }
        put(pen, &cells)?;
        for row in &block.rows {
            pen.field_note(row, None)?;
        }
        pen.block_note(block, true)?;
    }
    ControlFlow::Continue(())
}

/// Adds the cells of a row: of an array that stands alone its first elements.
fn add(pen: &Pen<'_>, row: &Row, alone: bool, cells: &mut Vec<Cell>) {
    if let Some(filled) = row
        .filled
        .as_ref()
        .filter(|it| alone && !it.elements.is_empty())
    {
        for (i, element) in filled.elements.iter().enumerate() {
            if filled.skipped > 0 && i + 1 == filled.elements.len() {
                cells.push(dots(pen));
            }
            cells.push(element_cell(pen, row, element));
        }
        return;
    }
    if alone
        && let Some(Each {
            len: Len::Bits(bits),
            count,
            is_row: false,
        }) = &row.each
        && !matches!(count, Count::Fixed(0..=2))
        && bits % 8 == 0
        && *bits > 0
    {
        let bytes = bits / 8;
        for index in 0..2u64 {
            cells.push(element_cell(
                pen,
                row,
                &Element {
                    name: format!("{}[{index}]", row.name),
                    start: index * bytes,
                    end: (index + 1) * bytes,
                    ..Element::default()
                },
            ));
        }
        cells.push(dots(pen));
        if row.last
            && let Count::Times(count) = count
        {
            cells.push(last_cell(pen, row, count, bytes));
        }
        return;
    }
    let range = pen.fixed_range(row);
    let (from, to) = match range.split_once(pen.dash()) {
        Some((from, to)) => (from.to_owned(), to.to_owned()),
        None => (range, String::new()),
    };
    let mut name = Line::new();
    name.untrusted(Role::Field(row.colour), &row.name);
    let mut value = pen.drawn(row.value());
    value.truncate(VALUE, pen.signs.ellipsis);
    cells.push(Cell {
        name,
        from,
        to,
        value,
        mark: row.mark,
    });
}

fn element_cell(pen: &Pen<'_>, row: &Row, element: &Element) -> Cell {
    let mut name = Line::new();
    name.untrusted(Role::Field(row.colour), &element.name);
    let last = element.end.saturating_sub(1);
    Cell {
        name,
        from: element.start.to_string(),
        to: if last > element.start {
            last.to_string()
        } else {
            String::new()
        },
        value: pen.drawn(element.value.clone()),
        mark: if element.mark.is_some() {
            element.mark
        } else {
            row.mark
        },
    }
}

/// The last element of an array that the file ends with.
fn last_cell(pen: &Pen<'_>, row: &Row, count: &str, bytes: u64) -> Cell {
    let minus = if pen.ascii { "-" } else { "−" };
    let count = if count.contains(' ') {
        format!("({count})")
    } else {
        count.to_owned()
    };
    let mut name = Line::new();
    name.untrusted(
        Role::Field(row.colour),
        &format!("{}[{count} {minus} 1]", row.name),
    );
    Cell {
        name,
        from: match bytes {
            1 => "the file's last byte".into(),
            _ => format!("the file's last {bytes} bytes"),
        },
        to: String::new(),
        value: Line::new(),
        mark: row.mark,
    }
}

fn dots(pen: &Pen<'_>) -> Cell {
    let mut name = Line::new();
    name.push(Role::Punctuation, pen.signs.ellipsis);
    Cell {
        from: name.text().to_owned(),
        name,
        to: String::new(),
        value: Line::new(),
        mark: Mark::NONE,
    }
}

impl Cell {
    fn width(&self) -> usize {
        let positions = match self.to.is_empty() {
            true => text::width(&self.from),
            // at least two dashes
            false => text::width(&self.from) + text::width(&self.to) + 2,
        };
        self.name.width().max(positions).max(self.value.width())
    }

    /// The positions, drawn out to the width of the cell.
    fn ruler(&self, width: usize, ascii: bool) -> Line {
        let mut line = Line::new();
        line.untrusted(Role::Offset, &self.from);
        if !self.to.is_empty() {
            let dash = if ascii { "-" } else { "─" };
            let room = width.saturating_sub(text::width(&self.from) + text::width(&self.to));
            for _ in 0..room {
                line.push(Role::Punctuation, dash);
            }
            line.untrusted(Role::Offset, &self.to);
        }
        line
    }
}

/// Puts the cells out, as many beside one another as fit.
fn put(pen: &mut Pen<'_>, cells: &[Cell]) -> ControlFlow<()> {
    let mut rest = cells;
    while !rest.is_empty() {
        let mut used = INDENT;
        let mut fits = 0;
        for cell in rest {
            let with = used + cell.width() + usize::from(fits > 0);
            if with > pen.width && fits > 0 {
                break;
            }
            used = with;
            fits += 1;
        }
        let (now, later) = rest.split_at(fits.min(rest.len()).max(1));
        let (mut names, mut ruler, mut values) = (Line::new(), Line::new(), Line::new());
        let mut at = INDENT;
        for cell in now {
            for line in [&mut names, &mut ruler, &mut values] {
                line.set_part(Mark::NONE);
                line.pad_to(at);
                line.set_part(cell.mark);
            }
            let width = cell.width();
            names.append(&cell.name);
            ruler.append(&cell.ruler(width, pen.ascii));
            values.append(&cell.value);
            at += width + 1;
        }
        pen.line(&names)?;
        pen.line(&ruler)?;
        super::wrap::trim(&mut values);
        if !values.is_empty() {
            pen.line(&values)?;
        }
        rest = later;
        if !rest.is_empty() {
            pen.blank()?;
        }
    }
    ControlFlow::Continue(())
}
