//! Rows that the canvas hands on as they are written in the end, where the sink
//! takes such.

use std::ops::ControlFlow;

use super::canvas::{Canvas, Extract};
use super::ink::Ink;
use super::named::{Beside, Called, Heads, Wanted};
use crate::view::doc::{Line, Role, Sink};

impl Canvas<'_, '_> {
    /// Hands on the rows that are finished.
    pub(super) fn hand_on_finished(&mut self) -> ControlFlow<()> {
        match self.out.direct() {
            Some(direct) => self.finished.hand_on(direct),
            None => ControlFlow::Continue(()),
        }
    }

    /// Writes a row as it is in the end; whether that could be done.
    pub(super) fn finish(
        &mut self,
        at: u64,
        bytes: &[u8],
        ink: Ink,
        pane: &Line,
    ) -> ControlFlow<(), bool> {
        self.row_of(Start::Bytes(ink, at, bytes), Beside::Pane(pane))
    }

    /// Hands on the rows of a field whose value is known. What takes no bytes is at
    /// no place.
    pub(super) fn row(
        &mut self,
        at: Option<(&Extract, Ink)>,
        called: Called<'_>,
        value: &Line,
    ) -> ControlFlow<()> {
        if self.post_row(at, called, value)? {
            return ControlFlow::Continue(());
        }
        if let Some(number) = called.number {
            let wanted = Wanted {
                number,
                name: called.name,
                role: called.role,
                indent: 2 * called.depth.min(6),
                names: self.layout.names,
            };
            let mut heads = std::mem::take(&mut self.heads);
            let done = self.named(at, &mut heads, wanted, value);
            self.heads = heads;
            if done? {
                return ControlFlow::Continue(());
            }
        }
        let setting = self.setting();
        let mut pane = std::mem::take(&mut self.pane);
        pane.clear();
        pane.begin(called.name, called.role, called.depth, None, setting);
        let rows = at.map_or(1, |(extract, _)| self.rows_of(extract));
        pane.spread(value, &Line::new(), rows, setting);
        let flow = match at {
            Some((extract, ink)) => self.field(extract, ink, &pane),
            None => pane
                .lines()
                .iter()
                .try_for_each(|line| self.pane_line(line)),
        };
        self.pane = pane;
        flow
    }

    /// Writes a field's one row with its name as it is in the end; whether that
    /// could be done.
    fn named(
        &mut self,
        at: Option<(&Extract, Ink)>,
        heads: &mut Heads,
        wanted: Wanted<'_>,
        value: &Line,
    ) -> ControlFlow<(), bool> {
        let first = value.spans().next().map(|span| span.role);
        let fits = wanted.columns() + value.width() <= self.pane_width();
        // of bits that share a byte, the first has it and the second its numbers
        let at = at.filter(|(extract, _)| {
            !extract.bits || self.numbered != Some((extract.buffer, extract.start))
        });
        let rows = at.map_or(0, |(extract, _)| self.rows_of(extract));
        let one_row = rows < 2 && !at.is_some_and(|(extract, _)| extract.bits);
        if first == Some(Role::Plain) || !fits || !one_row {
            return ControlFlow::Continue(false);
        }
        let beside = Beside::Named(heads, wanted, value);
        match at {
            None => self.row_of(Start::Nothing, beside),
            Some((extract, _)) if rows == 0 => self.row_of(Start::Offset(extract.start), beside),
            Some((extract, ink)) => {
                let start = extract.start;
                let bytes = self.source.bytes(extract.buffer, start, extract.end);
                self.row_of(Start::Bytes(ink, start, &bytes), beside)
            }
        }
    }

    /// Writes a row without bytes as it is in the end; whether that could be done.
    pub(super) fn finish_bare(
        &mut self,
        offset: Option<u64>,
        pane: &Line,
    ) -> ControlFlow<(), bool> {
        let start = offset.map_or(Start::Nothing, Start::Offset);
        self.row_of(start, Beside::Pane(pane))
    }

    fn row_of(&mut self, start: Start<'_>, beside: Beside<'_>) -> ControlFlow<(), bool> {
        if !self.layout.offsets.are_hex() || self.layout.stacked {
            return ControlFlow::Continue(false);
        }
        let left = self.left();
        let Some(direct) = self.out.direct() else {
            return ControlFlow::Continue(false);
        };
        let finished = &mut self.finished;
        let done = match start {
            Start::Bytes(ink, at, bytes) => finished.row(direct, &left, ink, (at, bytes), beside),
            Start::Offset(at) => finished.bare(direct, &left, Some(at), beside),
            Start::Nothing => finished.bare(direct, &left, None, beside),
        };
        self.rows += u64::from(done);
        if finished.is_full() {
            finished.hand_on(direct)?;
        }
        ControlFlow::Continue(done)
    }
}

/// What a row begins with.
enum Start<'b> {
    /// Bytes and their offset.
    Bytes(Ink, u64, &'b [u8]),
    /// An offset alone.
    Offset(u64),
    Nothing,
}
