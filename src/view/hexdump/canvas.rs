//! Rows: bytes in their columns, their text, and beside them what they mean.

use std::ops::{ControlFlow, Range};

use super::apart::Out;
use super::dense::{Label, Row};
use super::finished::Finished;
pub(super) use super::ink::Ink;
use super::layout::{Layout, SHIFT};
use super::named::Heads;
use super::pane::{Pane, Setting};
pub(super) use super::source::Source;
use super::stencil::form::Left;
use crate::decode::BufferId;
use crate::view::doc::{Direct, Line, Role, Sink};
use crate::view::hex::glyph;
use crate::view::layout::wrap::Breaker;
use crate::view::mark::{Mark, Places};
use crate::view::number;
use crate::view::options::{Signs, ViewOptions};

/// A field of so many rows is shown whole.
const WHOLE_ROWS: u64 = 4;

/// Of a longer one, so many rows are shown.
const HEAD_ROWS: u64 = 2;

/// Rows are taken from the file so many at a time.
pub(super) const ROWS_AT_ONCE: u64 = 256;

/// Bytes that stand beside something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extract {
    /// What offsets count in.
    pub(super) buffer: BufferId,
    /// First byte.
    pub(super) start: u64,
    /// One past the last byte.
    pub(super) end: u64,
    /// Whether all of them are shown, however many.
    pub(super) full: bool,
    /// Whether there are none because the byte stands above with its other bits.
    pub(super) bits: bool,
}

impl Extract {
    /// The place of something that has no bytes.
    pub(super) fn none(buffer: BufferId, at: u64) -> Extract {
        Extract {
            buffer,
            start: at,
            end: at,
            full: true,
            bits: false,
        }
    }
}

/// Makes rows and hands them on.
pub(super) struct Canvas<'c, 'a> {
    pub(super) source: Source<'c, 'a>,
    pub(super) out: Out<'c>,
    /// Whether the sink takes places.
    pub(super) wants_places: bool,
    /// What rows are about.
    pub(super) mark: Mark,
    /// What the bytes of the next field belong to, in order.
    pub(super) parts: Vec<(Range<u64>, Mark)>,
    pub(super) layout: Layout,
    pub(super) signs: &'static Signs,
    pub(super) ascii: bool,
    /// Colour of the section's bar.
    pub(super) bar: Option<u8>,
    /// Decoded streams that the row is in.
    pub(super) shift: usize,
    /// A byte of the file that is never left out.
    pub(super) wanted: Option<u64>,
    /// Rows handed on so far.
    pub(super) rows: u64,
    /// Whether fields share rows.
    pub(super) dense: bool,
    /// Whether nothing is elided.
    pub(super) full: bool,
    /// Names that come again and again.
    pub(super) heads: Heads,
    /// What stands beside a field that comes with its name.
    pub(super) pane: Pane,
    pub(super) breaker: Breaker,
    /// A heading.
    pub(super) made: Line,
    /// The row that they share now.
    pub(super) row: Option<Row>,
    /// The byte whose bits were numbered last.
    pub(super) numbered: Option<(BufferId, u64)>,
    /// What goes beside the next row.
    pub(super) labels: Vec<Label>,
    pub(super) line: Line,
    pub(super) finished: Finished,
}

impl<'c, 'a> Canvas<'c, 'a> {
    pub(super) fn new(
        source: Source<'c, 'a>,
        mut out: Out<'c>,
        layout: Layout,
        options: &ViewOptions<'_>,
        full: bool,
    ) -> Canvas<'c, 'a> {
        Canvas {
            source,
            wants_places: out.places().is_some(),
            out,
            mark: Mark::NONE,
            parts: Vec::new(),
            layout,
            signs: options.signs(),
            ascii: options.ascii,
            bar: None,
            shift: 0,
            wanted: None,
            rows: 0,
            dense: options.dense,
            full,
            heads: Heads::default(),
            pane: Pane::default(),
            breaker: Breaker::default(),
            made: Line::new(),
            row: None,
            numbered: None,
            labels: Vec::new(),
            line: Line::new(),
            finished: Finished::new(options.ascii),
        }
    }

    /// What stands before the bytes of a row.
    pub(super) fn left(&self) -> Left {
        Left {
            layout: self.layout,
            signs: self.signs,
            bar: self.bar,
            shift: self.shift,
        }
    }

    /// The sink, if it takes finished rows.
    pub(super) fn direct(&mut self) -> Option<&mut dyn Direct> {
        self.out.direct()
    }

    /// The sink, if it takes places.
    pub(super) fn places(&mut self) -> Option<&mut dyn Places> {
        self.out.places()
    }

    /// The sink, if it takes places and the rows of a structure stand together.
    pub(super) fn groups(&mut self) -> Option<&mut dyn Places> {
        if self.dense { None } else { self.out.places() }
    }

    /// How names and values are set.
    pub(super) fn setting(&self) -> Setting {
        Setting {
            names: self.layout.names,
            width: self.pane_width(),
            ellipsis: self.signs.ellipsis,
            dense: self.dense,
            full: self.full,
        }
    }

    /// Columns that are left for names and values.
    pub(super) fn pane_width(&self) -> usize {
        let column = if self.dense {
            self.layout.bytes_column()
        } else {
            self.layout.pane_column()
        };
        self.layout
            .width
            .saturating_sub(column + SHIFT * self.shift)
    }

    /// Rows of bytes that an extract gets.
    pub(super) fn rows_of(&self, extract: &Extract) -> u64 {
        let per_row = self.layout.per_row as u64;
        let first = extract.start - extract.start % per_row;
        let rows = extract.end.saturating_sub(first).div_ceil(per_row);
        match extract.end.saturating_sub(extract.start) {
            0 => 0,
            _ if extract.full || rows <= WHOLE_ROWS => rows,
            _ => HEAD_ROWS,
        }
    }

    /// Hands on a line that fills the whole width.
    pub(super) fn whole_line(&mut self, text: &Line) -> ControlFlow<()> {
        self.finish_row()?;
        self.begin();
        self.line.append(text);
        self.hand_on()
    }

    /// Hands on a line without a bar.
    pub(super) fn bare_line(&mut self, text: &Line) -> ControlFlow<()> {
        self.finish_row()?;
        self.line.clear();
        self.line.set_mark(self.mark);
        self.line.append(text);
        self.hand_on()
    }

    /// Hands on a row without bytes and offset.
    pub(super) fn pane_line(&mut self, pane: &Line) -> ControlFlow<()> {
        if self.dense {
            return self.note(pane);
        }
        if self.out.post().is_some() {
            return self.post_pane(pane);
        }
        if self.finish_bare(None, pane)? {
            return ControlFlow::Continue(());
        }
        self.begin();
        self.end_left(pane)
    }

    /// Hands on rows with a drawing where the first one's bytes would be.
    pub(super) fn drawn_line(&mut self, drawing: &Line, pane: &[Line]) -> ControlFlow<()> {
        let (first, rest) = pane.split_first().unwrap_or((drawing, pane));
        self.begin();
        self.line
            .pad_to(self.layout.bytes_column() + SHIFT * self.shift);
        self.line.append(drawing);
        if self.layout.stacked {
            self.hand_on()?;
            return pane.iter().try_for_each(|line| self.pane_line(line));
        }
        self.end_left(first)?;
        rest.iter().try_for_each(|line| self.pane_line(line))
    }

    /// Hands on the rows of a field: its bytes, and beside them its lines. The
    /// first row shows the offset even if there are no bytes.
    pub(super) fn field(&mut self, extract: &Extract, ink: Ink, pane: &Pane) -> ControlFlow<()> {
        if self.dense {
            let flow = self.share_rows(extract, ink, pane);
            self.parts.clear();
            return flow;
        }
        let flow = match self.out.post() {
            Some(_) => self.post_field(extract, ink, pane.lines()),
            None => self.field_beside(extract, ink, pane.lines()),
        };
        self.parts.clear();
        flow
    }

    /// The same, where fields do not share rows.
    pub(super) fn field_beside(
        &mut self,
        extract: &Extract,
        ink: Ink,
        pane: &[Line],
    ) -> ControlFlow<()> {
        let per_row = self.layout.per_row as u64;
        let first = extract.start - extract.start % per_row;
        let all = extract.end.saturating_sub(first).div_ceil(per_row);
        // rows that are there for the sake of the pane may as well show bytes
        let free = match self.layout.stacked {
            true => 0,
            false => (pane.len() as u64).saturating_sub(1),
        };
        let rows = self.rows_of(extract);
        let rows = if rows == 0 {
            0
        } else {
            rows.max(all.min(free))
        };
        let empty = Line::new();
        let mut pane = pane.iter();
        if self.layout.stacked {
            pane.try_for_each(|line| self.pane_line(line))?;
        }
        if rows == 0 && !self.layout.stacked {
            let beside = pane.next().unwrap_or(&empty);
            if extract.bits {
                self.begin();
                self.bit_numbers(extract);
                self.end_left(beside)?;
            } else if !self.finish_bare(Some(extract.start), beside)? {
                self.begin();
                self.layout
                    .offsets
                    .add(&mut self.line, Role::Offset, extract.start);
                self.end_left(beside)?;
            }
        }
        let wanted = self.wanted_row(extract, first).filter(|row| *row >= rows);
        // The wanted row stands between its neighbours.
        let wanted = wanted.map(|row| rows.max(row - 1)..all.min(row + 2));
        let mut shown = 0;
        for rows in [Some(0..rows), wanted].into_iter().flatten() {
            let left_out = (first + rows.start * per_row).saturating_sub(first + shown * per_row);
            if left_out > 0 {
                self.left_out(left_out, pane.next().unwrap_or(&empty))?;
            }
            shown = rows.end;
            self.field_rows(extract, ink, first, rows, &mut pane)?;
        }
        let hidden = extract.end.saturating_sub(first + shown * per_row);
        if rows > 0 && hidden > 0 {
            self.left_out(hidden, pane.next().unwrap_or(&empty))?;
        }
        for line in pane {
            self.pane_line(line)?;
        }
        ControlFlow::Continue(())
    }

    /// The row of an extract that has the wanted byte.
    pub(super) fn wanted_row(&self, extract: &Extract, first: u64) -> Option<u64> {
        let wanted = self.wanted.filter(|at| {
            extract.buffer == BufferId::FILE && (extract.start..extract.end).contains(at)
        })?;
        Some((wanted - first) / self.layout.per_row as u64)
    }

    /// Hands on some rows of a field, counted from the one that starts at `first`.
    fn field_rows<'p>(
        &mut self,
        extract: &Extract,
        ink: Ink,
        first: u64,
        rows: Range<u64>,
        pane: &mut impl Iterator<Item = &'p Line>,
    ) -> ControlFlow<()> {
        let per_row = self.layout.per_row as u64;
        let empty = Line::new();
        let mut row = rows.start;
        while row < rows.end {
            let until = (row + ROWS_AT_ONCE).min(rows.end);
            let start = extract.start.max(first + row * per_row);
            let end = extract.end.min(first + until * per_row);
            let bytes = self.source.bytes(extract.buffer, start, end);
            let mut rest: &[u8] = &bytes;
            let mut at = start;
            while !rest.is_empty() {
                let room = (per_row - at % per_row) as usize;
                let (now, later) = rest.split_at(room.min(rest.len()));
                let beside = pane.next().unwrap_or(&empty);
                if !self.finish(at, now, ink, beside)? {
                    self.begin();
                    self.bytes(at, now, ink);
                    self.end_left(beside)?;
                }
                at += now.len() as u64;
                rest = later;
            }
            // a file that shrank has fewer bytes than it promised
            row = until;
        }
        ControlFlow::Continue(())
    }

    /// Says that bytes are left out.
    fn left_out(&mut self, bytes: u64, pane: &Line) -> ControlFlow<()> {
        self.begin();
        self.line.push(Role::Offset, self.signs.ellipsis);
        self.line
            .pad_to(self.layout.bytes_column() + SHIFT * self.shift);
        number::count(
            &mut self.line,
            Role::Comment,
            bytes,
            "more byte",
            "more bytes",
        );
        const HELP: &str = " (--full)";
        let beside = match self.layout.stacked {
            true => self.layout.width,
            false => self.layout.pane_column() + SHIFT * self.shift - 1,
        };
        if self.line.width() + HELP.len() <= beside {
            self.line.push(Role::Comment, HELP);
        }
        self.end_left(pane)
    }

    /// Starts a row: the bar, and the indent of a decoded stream.
    pub(super) fn begin(&mut self) {
        self.line.clear();
        self.line.set_mark(self.mark);
        match self.bar {
            Some(colour) => {
                self.line.sign(Role::Section(colour), self.signs.bar);
                self.line.spaces(1);
            }
            None => self.line.spaces(2),
        }
        for _ in 0..self.shift {
            self.line.push(Role::Punctuation, self.signs.nest);
            self.line.spaces(SHIFT - 1);
        }
    }

    /// Adds offset, bytes and text.
    fn bytes(&mut self, offset: u64, bytes: &[u8], ink: Ink) {
        let layout = self.layout;
        let skip = (offset % layout.per_row as u64) as usize;
        let line = &mut self.line;
        layout.offsets.add(line, Role::Offset, offset);
        line.spaces(1 + 3 * skip);
        let parts = &self.parts;
        for (at, &byte) in (offset..).zip(bytes) {
            if !parts.is_empty() {
                line.set_part(part_at(parts, at));
            }
            line.byte(ink.byte(at, byte), byte);
            line.spaces(1);
        }
        line.set_part(Mark::NONE);
        if layout.text {
            line.pad_to(layout.text_column() + SHIFT * self.shift + skip);
            for (at, &byte) in (offset..).zip(bytes) {
                if !parts.is_empty() {
                    line.set_part(part_at(parts, at));
                }
                line.sign(ink.byte(at, byte), glyph(byte, self.ascii));
            }
            line.set_part(Mark::NONE);
        }
    }

    /// Adds the numbers of a byte's bits where they stand under it; once.
    fn bit_numbers(&mut self, extract: &Extract) {
        const NUMBERS: &str = "7654 3210";
        let byte = (extract.buffer, extract.start);
        if self.numbered == Some(byte) {
            return;
        }
        self.numbered = Some(byte);
        let layout = self.layout;
        let skip = (extract.start % layout.per_row as u64) as usize;
        let last = layout.pane_column() - NUMBERS.len() - 2;
        let column = (layout.bytes_column() + 3 * skip).min(last);
        self.line.pad_to(column + SHIFT * self.shift);
        self.line.push(Role::Offset, NUMBERS);
    }

    pub(super) fn end_left(&mut self, pane: &Line) -> ControlFlow<()> {
        if self.layout.stacked {
            self.line.append(pane);
        } else if !pane.is_empty() {
            self.line.truncate(
                self.layout.pane_column() + SHIFT * self.shift - 1,
                self.signs.ellipsis,
            );
            self.line
                .pad_to(self.layout.pane_column() + SHIFT * self.shift);
            self.line.append(pane);
        }
        self.hand_on()
    }

    pub(super) fn hand_on(&mut self) -> ControlFlow<()> {
        self.line.truncate(self.layout.width, self.signs.ellipsis);
        self.rows += 1;
        self.hand_on_finished()?;
        self.out.line(&self.line)
    }
}

pub(super) fn part_at(parts: &[(Range<u64>, Mark)], offset: u64) -> Mark {
    let part = parts.iter().find(|(bytes, _)| bytes.contains(&offset));
    part.map_or(Mark::NONE, |(_, mark)| *mark)
}
