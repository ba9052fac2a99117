//! Rows that the canvas hands on as they are written in the end, where the sink
//! takes such.

use std::ops::ControlFlow;

use super::canvas::{Canvas, Extract};
use super::ink::Ink;
use super::named::{Beside, Heads, Wanted};
use crate::view::doc::{Line, Role};

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

    /// Writes a field's one row with its name as it is in the end; whether that
    /// could be done. What takes no bytes is at no place.
    pub(super) fn named(
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
                let (tree, start) = (self.tree, extract.start);
                let bytes = tree.bytes(extract.buffer, start, extract.end);
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
