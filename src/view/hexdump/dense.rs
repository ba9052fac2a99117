//! The dense form: rows full of bytes, a bar before the first byte of each
//! field, and beside the row the names of the fields that begin on it.

use std::ops::{ControlFlow, Range};

use super::canvas::{Canvas, Extract, Ink, ROWS_AT_ONCE, part_at};
use super::layout::{GUTTER, Layout, SHIFT};
use super::pane::Pane;
use crate::decode::BufferId;
use crate::text::width;
use crate::view::doc::{Line, Role};
use crate::view::hex::glyph;
use crate::view::mark::Mark;
use crate::view::number;
use crate::view::options::Signs;

/// Columns that names are indented by under a row, where they can't be beside.
const UNDER: usize = 2;

/// What stands beside a row for one field.
#[derive(Debug, Default)]
pub(super) struct Label {
    pub(super) name: Line,
    pub(super) value: Line,
}

impl Label {
    /// The label of a line that begins with a name of so many columns.
    pub(super) fn new(line: &Line, name: usize, mark: Mark) -> Label {
        let mut label = Label::default();
        label.name.set_part(mark);
        let mut column = 0;
        for span in line.spans() {
            let part = if column < name {
                &mut label.name
            } else {
                &mut label.value
            };
            // the space between them is not of either
            if !part.is_empty() || !span.text.trim().is_empty() {
                part.set_part(if span.mark.is_some() { span.mark } else { mark });
                part.untrusted(span.role, span.text);
            }
            column += width(span.text);
        }
        label
    }
}

impl Label {
    /// Whether something is wrong with the field.
    fn is_wrong(&self) -> bool {
        let wrong = |role| matches!(role, Role::Error | Role::Warning | Role::Note);
        self.name.spans().any(|span| wrong(span.role))
    }

    /// Where a pointer leads, without its number: `→ table`.
    fn target(&self, signs: &Signs) -> Option<Line> {
        let mut target = Line::new();
        let spans = self.value.spans();
        for span in spans.skip_while(|span| span.text != signs.arrow) {
            target.set_part(span.mark);
            target.untrusted(span.role, span.text);
        }
        let leads = target.spans().any(|span| span.role == Role::Pointer);
        leads.then_some(target)
    }
}

/// A byte on a row.
#[derive(Debug, Clone, Copy)]
struct Cell {
    byte: u8,
    role: Role,
    mark: Mark,
    /// Whether a field begins with it.
    first: bool,
    /// Whether something is wrong with its field.
    wrong: Option<Role>,
}

/// A row that is filled field by field.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) buffer: BufferId,
    /// Offset of the first byte.
    start: u64,
    cells: Vec<Cell>,
    /// Whether the field of the last byte ends there.
    closed: bool,
    labels: Vec<Label>,
    /// Lines that stand under the row, and what they speak of.
    pub(super) notes: Vec<(Mark, Line)>,
    pub(super) layout: Layout,
    pub(super) bar: Option<u8>,
    pub(super) shift: usize,
}

impl Row {
    /// An empty row that begins at an offset.
    pub(super) fn new(
        buffer: BufferId,
        start: u64,
        layout: Layout,
        bar: Option<u8>,
        shift: usize,
    ) -> Row {
        Row {
            buffer,
            start,
            cells: Vec::new(),
            closed: true,
            labels: Vec::new(),
            notes: Vec::new(),
            layout,
            bar,
            shift,
        }
    }

    /// Whether a byte comes next on this row.
    pub(super) fn takes(&self, buffer: BufferId, offset: u64) -> bool {
        let per_row = self.layout.per_row as u64;
        self.buffer == buffer
            && offset == self.start + self.cells.len() as u64
            && offset / per_row == self.start / per_row
    }

    /// Adds bytes of an extract; all of them are on this row.
    pub(super) fn bytes(
        &mut self,
        offset: u64,
        bytes: &[u8],
        ink: Ink,
        extract: &Extract,
        wrong: Option<Role>,
        mark: impl Fn(u64) -> Mark,
    ) {
        for (at, &byte) in (offset..).zip(bytes) {
            self.cells.push(Cell {
                byte,
                role: ink.byte(at, byte),
                mark: mark(at),
                first: at == extract.start || ink.begins(at),
                wrong,
            });
        }
        self.closed = offset + bytes.len() as u64 == extract.end;
    }

    /// The row itself, from the offset to the text, after what `line` holds.
    pub(super) fn draw(&self, line: &mut Line, signs: &Signs, ascii: bool) {
        let layout = self.layout;
        let skip = (self.start % layout.per_row as u64) as usize;
        layout.offsets.add(line, Role::Offset, self.start);
        line.spaces(3 * skip);
        for cell in &self.cells {
            if cell.first {
                line.sign(Role::Punctuation, signs.guide);
            } else {
                line.spaces(1);
            }
            line.set_part(cell.mark);
            line.byte(cell.role, cell.byte);
            line.set_part(Mark::NONE);
        }
        if self.closed && skip + self.cells.len() < layout.per_row {
            line.sign(Role::Punctuation, signs.guide);
        }
        if layout.text {
            line.pad_to(layout.text_column() + SHIFT * self.shift + skip);
            for cell in &self.cells {
                line.set_part(cell.mark);
                line.sign(cell.role, glyph(cell.byte, ascii));
            }
            line.set_part(Mark::NONE);
        }
    }

    /// Signs under the bytes of fields with which something is wrong.
    pub(super) fn underline(&self) -> Option<Line> {
        self.cells.iter().find(|cell| cell.wrong.is_some())?;
        let layout = self.layout;
        let skip = (self.start % layout.per_row as u64) as usize;
        let mut line = Line::new();
        let mut before = None;
        for (at, cell) in (skip..).zip(&self.cells) {
            if let Some(role) = cell.wrong {
                if before == cell.wrong && !cell.first {
                    line.push(role, "^");
                }
                line.pad_to(3 * at);
                line.push(role, "^^");
            }
            before = cell.wrong;
        }
        Some(line)
    }

    /// What stands beside the row, in lines of so many columns: names, and
    /// values as far as they fit on one line.
    pub(super) fn margin(&mut self, width: usize, signs: &Signs) -> Vec<Line> {
        let labels = std::mem::take(&mut self.labels);
        let names: usize = labels.iter().map(|label| label.name.width() + 2).sum();
        if let Some(mut left) = (width + 2).checked_sub(names) {
            // as many values as there is room for beside the names: first what is
            // wrong, then where a pointer leads
            let mut takes = |columns: usize| {
                let room = left.checked_sub(columns);
                left = room.unwrap_or(left);
                room.is_some()
            };
            let wrong = labels.iter().map(|label| {
                let wrong = label.is_wrong().then_some(label.value.width() + 1);
                wrong.is_some_and(&mut takes)
            });
            let wrong: Vec<bool> = wrong.collect();
            let targets = labels.iter().map(|label| {
                let target = label.target(signs).filter(|_| !label.is_wrong());
                target.filter(|target| takes(target.width() + 1))
            });
            let targets: Vec<Option<Line>> = targets.collect();
            let mut line = Line::new();
            for ((label, target), wrong) in labels.iter().zip(targets).zip(wrong) {
                if !line.is_empty() {
                    line.spaces(2);
                }
                line.append(&label.name);
                let columns = match &target {
                    Some(target) => label.value.width().saturating_sub(target.width()),
                    None => label.value.width() + 1,
                };
                let value = match target {
                    _ if label.value.is_empty() => None,
                    _ if wrong || takes(columns) => Some(&label.value),
                    ref target => target.as_ref(),
                };
                if let Some(value) = value {
                    line.spaces(1);
                    line.append(value);
                }
            }
            return vec![line];
        }
        let mut lines: Vec<Line> = vec![Line::new()];
        for label in labels {
            let Some(line) = lines.last_mut() else { break };
            let gap = if line.is_empty() { 0 } else { 2 };
            if line.width() + gap + label.name.width() <= width || line.is_empty() {
                line.spaces(gap);
                line.append(&label.name);
            } else {
                lines.push(label.name);
            }
        }
        for line in &mut lines {
            line.truncate(width, signs.ellipsis);
        }
        lines
    }
}

impl Canvas<'_, '_> {
    /// Puts a field on the rows that it shares with others.
    pub(super) fn share_rows(
        &mut self,
        extract: &Extract,
        ink: Ink,
        pane: &Pane,
    ) -> ControlFlow<()> {
        let per_row = self.layout.per_row as u64;
        let rows = self.rows_of(extract);
        if rows == 0 {
            match &mut self.row {
                Some(row) => row.labels.push(pane.label(self.mark)),
                None => self.labels.push(pane.label(self.mark)),
            }
            let mut notes = pane.lines().iter().skip(1);
            return notes.try_for_each(|note| self.note(note));
        }
        let first = extract.start - extract.start % per_row;
        let all = extract.end.saturating_sub(first).div_ceil(per_row);
        let wanted = self.wanted_row(extract, first).filter(|row| *row >= rows);
        // The wanted row stands between its neighbours.
        let wanted = wanted.map(|row| rows.max(row - 1)..all.min(row + 2));
        let mut shown = 0;
        for rows in [Some(0..rows), wanted].into_iter().flatten() {
            if rows.start > shown {
                self.hidden((rows.start - shown) * per_row)?;
            }
            shown = rows.end;
            let start = extract.start.max(first + rows.start * per_row);
            let end = extract.end.min(first + rows.end * per_row);
            self.share(extract, start..end, ink, pane)?;
        }
        match extract.end.saturating_sub(first + shown * per_row) {
            0 => ControlFlow::Continue(()),
            hidden => self.hidden(hidden),
        }
    }

    /// Puts a name beside the next row.
    pub(super) fn label(&mut self, name: &Line) -> ControlFlow<()> {
        self.labels.push(Label::new(name, name.width(), self.mark));
        ControlFlow::Continue(())
    }

    /// Says that bytes are left out.
    fn hidden(&mut self, bytes: u64) -> ControlFlow<()> {
        let mut line = Line::new();
        line.push(Role::Offset, self.signs.ellipsis);
        line.pad_to(self.layout.bytes_column() - GUTTER);
        number::count(&mut line, Role::Comment, bytes, "more byte", "more bytes");
        line.push(Role::Comment, " (--full)");
        self.whole_line(&line)
    }

    /// Puts some bytes of a field on rows.
    fn share(
        &mut self,
        extract: &Extract,
        bytes: Range<u64>,
        ink: Ink,
        pane: &Pane,
    ) -> ControlFlow<()> {
        let per_row = self.layout.per_row as u64;
        let mut at = bytes.start;
        while at < bytes.end {
            let until = at - at % per_row + ROWS_AT_ONCE * per_row;
            let bytes = self.source.bytes(extract.buffer, at, bytes.end.min(until));
            let mut rest: &[u8] = &bytes;
            if rest.is_empty() {
                // a file that shrank has fewer bytes than it promised
                break;
            }
            while !rest.is_empty() {
                let room = (per_row - at % per_row) as usize;
                let (now, later) = rest.split_at(room.min(rest.len()));
                let own = self.mark;
                let parts = std::mem::take(&mut self.parts);
                let row = self.row_at(extract.buffer, at)?;
                if at == extract.start {
                    row.labels.push(pane.label(own));
                    let notes = pane.lines().iter().skip(1);
                    row.notes.extend(notes.map(|note| (own, note.clone())));
                }
                row.bytes(at, now, ink, extract, pane.wrong, |at| {
                    let part = part_at(&parts, at);
                    if part.is_some() { part } else { own }
                });
                self.parts = parts;
                at += now.len() as u64;
                rest = later;
            }
        }
        ControlFlow::Continue(())
    }

    /// The row that a byte goes on, with what waits for it.
    fn row_at(&mut self, buffer: BufferId, at: u64) -> ControlFlow<(), &mut Row> {
        let labels = std::mem::take(&mut self.labels);
        if !self.row.as_ref().is_some_and(|row| row.takes(buffer, at)) {
            self.finish_row()?;
        }
        let (layout, bar, shift) = (self.layout, self.bar, self.shift);
        let row = self
            .row
            .get_or_insert_with(|| Row::new(buffer, at, layout, bar, shift));
        row.labels.extend(labels);
        ControlFlow::Continue(row)
    }

    /// Puts a line under the row.
    pub(super) fn note(&mut self, note: &Line) -> ControlFlow<()> {
        if let Some(row) = &mut self.row {
            row.notes.push((self.mark, note.clone()));
            return ControlFlow::Continue(());
        }
        self.begin();
        self.line
            .pad_to(self.layout.bytes_column() + SHIFT * self.shift);
        self.line.append(note);
        self.hand_on()
    }

    /// Hands on the row that fields share, and what stands beside and under it.
    pub(super) fn finish_row(&mut self) -> ControlFlow<()> {
        let Some(mut row) = self.row.take() else {
            for label in std::mem::take(&mut self.labels) {
                let mut line = label.name;
                line.spaces(1);
                line.append(&label.value);
                self.note(&line)?;
            }
            return ControlFlow::Continue(());
        };
        let now = (self.bar, self.shift, self.mark);
        (self.bar, self.shift, self.mark) = (row.bar, row.shift, Mark::NONE);
        let shift = SHIFT * row.shift;
        let column = match row.layout.stacked {
            true => GUTTER + UNDER + shift,
            false => row.layout.pane_column() + shift,
        };
        let margin = row.margin(row.layout.width.saturating_sub(column), self.signs);
        let under = row.underline();
        // names stand beside the row, or under it
        let margin: Vec<&Line> = margin
            .iter()
            .filter(|line| !row.layout.stacked || !line.is_empty())
            .collect();
        let mut beside = margin.iter();
        let rows = 1 + usize::from(under.is_some());
        let first = if row.layout.stacked { rows } else { 0 };
        for i in 0..rows.max(first + margin.len()) {
            self.begin();
            if i == 0 {
                row.draw(&mut self.line, self.signs, self.ascii);
            } else if let Some(under) = under.as_ref().filter(|_| i == 1) {
                self.line.pad_to(row.layout.bytes_column() + shift);
                self.line.append(under);
            }
            if i >= first
                && let Some(beside) = beside.next().filter(|line| !line.is_empty())
            {
                self.line.pad_to(column);
                self.line.append(beside);
            }
            self.hand_on()?;
        }
        for (mark, note) in &row.notes {
            self.mark = *mark;
            self.begin();
            self.line.pad_to(row.layout.bytes_column() + shift);
            self.line.append(note);
            self.hand_on()?;
        }
        (self.bar, self.shift, self.mark) = now;
        ControlFlow::Continue(())
    }
}
