//! The table of a format: bytes, size, field, values.

use std::ops::ControlFlow;

use super::block::{Block, Element, Row};
use super::pen::Pen;
use super::wrap::wrap;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// Between columns, and before the first.
const GAP: usize = 2;

/// Columns that values want at least.
const VALUES: usize = 26;

/// The cells of a row.
struct Cells {
    bytes: Line,
    size: Line,
    field: Line,
    values: Line,
    /// What stands behind the values, in a column of its own.
    sum: Line,
    mark: Mark,
}

/// Widths of the columns; 0 for one that is left out.
#[derive(Debug, Clone, Copy)]
struct Columns {
    bytes: usize,
    size: usize,
    field: usize,
    values: usize,
    /// From the values to the sums behind them.
    sums: usize,
    /// Whether values stand under the rest.
    stacked: bool,
}

pub(super) fn draw(pen: &mut Pen<'_>, blocks: &[Block]) -> ControlFlow<()> {
    let mut first = None;
    for (i, block) in blocks.iter().enumerate() {
        let table = cells(pen, block);
        let columns = columns(pen.width, &table, first);
        first = first.or(Some(columns));
        if i > 0 {
            pen.blank()?;
        }
        if blocks.len() > 1 {
            pen.heading(block)?;
        }
        if i == 0 {
            header(pen, columns)?;
        }
        for row in &table {
            row.draw(pen, columns)?;
        }
        pen.block_note(block, true)?;
    }
    ControlFlow::Continue(())
}

fn cells(pen: &Pen<'_>, block: &Block) -> Vec<Cells> {
    let mut cells = Vec::new();
    for row in &block.rows {
        cells.push(row_cells(pen, row));
        let Some(filled) = row.filled.as_ref().filter(|it| !it.joined) else {
            continue;
        };
        for (i, element) in filled.elements.iter().enumerate() {
            if filled.skipped > 0 && i + 1 == filled.elements.len() {
                cells.push(skipped(pen, filled.skipped));
            }
            cells.push(element_cells(pen, row, element));
        }
    }
    cells
}

fn row_cells(pen: &Pen<'_>, row: &Row) -> Cells {
    let mut bytes = Line::new();
    bytes.untrusted(Role::Offset, &pen.range(row));
    let mut size = Line::new();
    size.untrusted(Role::Number, &pen.size(row));
    let mut field = Line::new();
    field.untrusted(Role::Field(row.colour), &row.name);
    Cells {
        bytes,
        size,
        field,
        values: pen.drawn(pen.meaning(row)),
        sum: Line::new(),
        mark: row.mark,
    }
}

fn element_cells(pen: &Pen<'_>, row: &Row, element: &Element) -> Cells {
    let mut bytes = Line::new();
    let (start, end) = (element.start, element.end);
    bytes.number(Role::Offset, start);
    if end > start + 1 {
        bytes.push(Role::Offset, pen.dash());
        bytes.number(Role::Offset, end - 1);
    }
    let mut size = Line::new();
    size.number(Role::Number, end.saturating_sub(start));
    let mut field = Line::new();
    field.untrusted(Role::Field(row.colour), &element.name);
    Cells {
        bytes,
        size,
        field,
        values: pen.drawn(element.value.clone()),
        sum: element.sum.clone(),
        mark: element.mark,
    }
}

fn skipped(pen: &Pen<'_>, count: u64) -> Cells {
    let mut bytes = Line::new();
    bytes.push(Role::Punctuation, pen.signs.ellipsis);
    let mut values = Line::new();
    values.number(Role::Comment, count);
    values.push(Role::Comment, " more");
    Cells {
        bytes,
        size: Line::new(),
        field: Line::new(),
        values,
        sum: Line::new(),
        mark: Mark::NONE,
    }
}

/// Divides the width; columns are no narrower than in the first table.
fn columns(width: usize, table: &[Cells], first: Option<Columns>) -> Columns {
    let widest = |of: fn(&Cells) -> usize, least: usize, most: usize| {
        let all = table.iter().map(of).max().unwrap_or(0);
        all.max(least).min(most.max(least))
    };
    let least = first.unwrap_or(Columns {
        bytes: 5,
        size: 4,
        field: 5,
        values: 0,
        sums: 0,
        stacked: false,
    });
    let roomy = Columns {
        bytes: widest(|it| it.bytes.width(), least.bytes, width / 4),
        size: widest(|it| it.size.width(), least.size, width / 6),
        field: widest(|it| it.field.width(), least.field, width / 4),
        values: 0,
        sums: 0,
        stacked: false,
    };
    let left = |columns: &Columns| {
        let used = [columns.bytes, columns.size, columns.field]
            .iter()
            .filter(|&&it| it > 0)
            .map(|it| it + GAP)
            .sum::<usize>();
        width.saturating_sub(GAP + used)
    };
    // first narrower columns, then no sizes, then values under the rest
    let narrow = |bytes: usize, size: usize, field: usize| Columns {
        bytes: roomy.bytes.min(bytes),
        size: roomy.size.min(size),
        field: roomy.field.min(field),
        ..roomy
    };
    for columns in [
        roomy,
        narrow(20, 12, 24),
        narrow(16, 8, 20),
        narrow(18, 0, 20),
        narrow(14, 0, 16),
    ] {
        let values = left(&columns);
        if values >= VALUES {
            return Columns {
                values,
                sums: sums(table, values),
                ..columns
            };
        }
    }
    Columns {
        size: 0,
        bytes: roomy.bytes.min(width / 2),
        field: width
            .saturating_sub(2 * GAP + roomy.bytes.min(width / 2))
            .max(8),
        values: width.saturating_sub(3 * GAP).max(8),
        sums: 0,
        stacked: true,
    }
}

/// The column of the sums, counted from that of the values.
fn sums(table: &[Cells], values: usize) -> usize {
    let with = || table.iter().filter(|row| !row.sum.is_empty());
    let wide = with().map(|row| row.sum.width()).max().unwrap_or(0);
    let widest = with().map(|row| row.values.width()).max().unwrap_or(0);
    (widest + GAP).min(values.saturating_sub(wide)).max(GAP)
}

fn header(pen: &mut Pen<'_>, columns: Columns) -> ControlFlow<()> {
    let title = |text: &'static str| {
        let mut line = Line::new();
        line.push(Role::Comment, text);
        line
    };
    let cells = Cells {
        bytes: title("Bytes"),
        size: title("Size"),
        field: title("Field"),
        values: title(if columns.stacked { "" } else { "Values" }),
        sum: Line::new(),
        mark: Mark::NONE,
    };
    cells.draw(pen, columns)
}

impl Cells {
    fn draw(&self, pen: &mut Pen<'_>, columns: Columns) -> ControlFlow<()> {
        let mut parts = vec![
            (GAP, wrap(&self.bytes, columns.bytes)),
            (GAP + columns.bytes + GAP, wrap(&self.field, columns.field)),
        ];
        if columns.size > 0 {
            let size = GAP + columns.bytes + GAP;
            let field = size + columns.size + GAP;
            parts[1] = (size, wrap(&self.size, columns.size));
            parts.push((field, wrap(&self.field, columns.field)));
        }
        if !columns.stacked {
            let values = parts.last().map_or(0, |(at, _)| at + columns.field + GAP);
            let mut room = columns.values;
            if !self.sum.is_empty() {
                room = columns.sums.saturating_sub(GAP);
            }
            let lines = wrap(&self.values, room);
            let last = lines.len().saturating_sub(1);
            parts.push((values, lines));
            if !self.sum.is_empty() {
                // beside the end of the value, as what it stands for ends there
                let mut sum = vec![Line::new(); last];
                sum.push(self.sum.clone());
                parts.push((values + columns.sums, sum));
            }
        }
        let height = parts
            .iter()
            .map(|(_, lines)| lines.len())
            .max()
            .unwrap_or(0);
        for i in 0..height {
            let mut line = Line::new();
            line.set_mark(self.mark);
            for (at, lines) in &parts {
                if let Some(cell) = lines.get(i).filter(|cell| !cell.is_empty()) {
                    line.pad_to(*at);
                    line.append(cell);
                }
            }
            pen.line(&line)?;
        }
        if columns.stacked && !self.values.is_empty() {
            let mut values = self.values.clone();
            if !self.sum.is_empty() {
                values.spaces(GAP);
                values.append(&self.sum);
            }
            values.set_mark(self.mark);
            pen.wrapped(&values, 3 * GAP, 3 * GAP)?;
        }
        ControlFlow::Continue(())
    }
}
