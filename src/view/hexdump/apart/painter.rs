//! The other thread: makes rows of what was posted.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender};

use super::batch::{Batch, Op, Reader, Row};
use super::{Done, Out};
use crate::decode::BufferId;
use crate::view::doc::{Gather, Sink};
use crate::view::hexdump::canvas::{Canvas, Extract, Source};
use crate::view::hexdump::layout::Layout;
use crate::view::hexdump::named::Called;
use crate::view::hexdump::walk::Name;
use crate::view::options::ViewOptions;

/// Makes the lines of all batches, until no more come or nobody listens.
pub(super) fn paint(
    batches: &Receiver<Batch>,
    done: &Sender<Done>,
    gather: Box<dyn Gather + Send>,
    file: &[u8],
    layout: Layout,
    options: &ViewOptions<'_>,
) {
    let source = Source::Apart {
        file,
        start: 0,
        bytes: Vec::new(),
    };
    let mut canvas = Canvas::new(source, Out::Kept(gather), layout, options, true);
    for mut batch in batches {
        // what is kept takes everything
        let _ = canvas.carry_out_all(&batch);
        let lines = canvas.out.take(std::mem::take(&mut batch.memory));
        let small = batch.clear();
        let sent = done.send(Done::Lines(lines)).is_ok()
            && done.send(Done::Batch(small.then_some(batch))).is_ok();
        if !sent {
            return;
        }
    }
}

impl Canvas<'_, '_> {
    fn carry_out_all(&mut self, batch: &Batch) -> ControlFlow<()> {
        let mut reader = batch.reader();
        for op in batch.ops() {
            self.carry_out(op, &mut reader)?;
        }
        self.hand_on_finished()
    }

    fn carry_out(&mut self, op: &Op, reader: &mut Reader<'_>) -> ControlFlow<()> {
        match op {
            Op::Place(layout, shift, bar) => {
                (self.layout, self.shift, self.bar) = (*layout, *shift, *bar);
                ControlFlow::Continue(())
            }
            Op::Line => {
                self.hand_on_finished()?;
                let mut lines = reader.lines(1).iter();
                lines.try_for_each(|line| self.out.line(line))
            }
            Op::Pane => {
                let mut lines = reader.lines(1).iter();
                lines.try_for_each(|line| self.pane_line(line))
            }
            Op::Heading => match reader.lines(2) {
                [line, place] => self.heading(line, place),
                _ => ControlFlow::Continue(()),
            },
            Op::Titled(title) => match reader.lines(2) {
                [name, what] => self.titled(name, what, *title),
                _ => ControlFlow::Continue(()),
            },
            Op::Aside => match reader.lines(2) {
                [place, text] => self.aside_line(place, text),
                _ => ControlFlow::Continue(()),
            },
            Op::Field(extract, ink, lines) => {
                self.take_carried(extract, reader);
                self.field_beside(extract, *ink, reader.lines(*lines))
            }
            Op::Row(row) => self.carry_out_row(row, reader),
            Op::Lines(len) => {
                self.hand_on_finished()?;
                match self.direct() {
                    Some(direct) => direct.lines(reader.finished(*len)),
                    None => ControlFlow::Continue(()),
                }
            }
        }
    }

    fn carry_out_row(&mut self, row: &Row, reader: &mut Reader<'_>) -> ControlFlow<()> {
        if let Some((extract, _)) = &row.at {
            self.take_carried(extract, reader);
        }
        let called = Called {
            number: row.number,
            name: Name {
                text: reader.name(row.name),
                index: row.index,
            },
            role: row.role,
            depth: row.depth,
        };
        let at = row.at.as_ref().map(|(extract, ink)| (extract, *ink));
        match reader.lines(1) {
            [value] => self.row(at, called, value),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Has the bytes at hand that came with an extract.
    fn take_carried(&mut self, extract: &Extract, reader: &mut Reader<'_>) {
        let none = extract.start == extract.end || extract.buffer == BufferId::FILE;
        if let Source::Apart { start, bytes, .. } = &mut self.source
            && !none
            && let Some((from, carried)) = reader.carried()
        {
            *start = from;
            bytes.clear();
            bytes.extend_from_slice(carried);
        }
    }
}
