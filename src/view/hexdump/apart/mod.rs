//! Rows made on another thread: what they are made of is posted in batches, and
//! what became of it is written in the order in which it was posted.

mod batch;
mod painter;

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

use self::batch::Batch;
pub(super) use self::batch::Op;
use super::canvas::{Canvas, Extract, Ink, Source};
use super::layout::Layout;
use super::named::Called;
use crate::decode::BufferId;
use crate::view::doc::{Direct, Gather, Line, Role, Sink};
use crate::view::mark::Places;
use crate::view::options::ViewOptions;

/// Files of fewer bytes are not worth a thread, but for tests.
const WORTH: usize = if cfg!(test) { 1 } else { 128 << 10 };

/// A batch is sent when what it is made of weighs so many bytes.
const FULL: usize = if cfg!(test) { 500 } else { 192 << 10 };

/// A batch is waited for if it weighs more than that.
const HEAVY: usize = 1 << 20;

/// Batches that may wait.
const MOST: usize = 3;

/// What becomes of a byte weighs so much.
const ROW: usize = 8;

/// Bytes of a field that are posted at once.
const PIECE: u64 = if cfg!(test) { 64 } else { 16 << 10 };

/// Where rows go.
pub(super) enum Out<'c> {
    /// To the sink.
    Sink(&'c mut dyn Sink),
    /// To the sink by way of another thread.
    Apart(Box<Apart<'c>>),
    /// To where they are taken from.
    Kept(Box<dyn Gather + Send>),
}

/// What is on its way to another thread and back.
pub(super) struct Apart<'c> {
    sink: &'c mut dyn Sink,
    /// How lines are written.
    looks: Box<dyn Gather + Send>,
    /// What is posted next.
    batch: Batch,
    place: Option<(Layout, usize, Option<u8>)>,
    batches: Sender<Batch>,
    done: Receiver<Done>,
    /// Batches that are not done.
    waiting: usize,
    /// Batches to fill again.
    spare: Vec<Batch>,
    /// Memory for finished lines.
    memory: Vec<u8>,
}

/// What takes rows, and where their bytes come from.
type Posting<'p, 'c, 'a> = (&'p mut Apart<'c>, &'p Source<'c, 'a>);

/// What the other thread sends back.
enum Done {
    /// Finished lines.
    Lines(Vec<u8>),
    /// All lines of a batch were sent; it can be filled again, if it is there.
    Batch(Option<Batch>),
}

impl<'c> Out<'c> {
    /// By way of another thread, if there may be one and it is worth while.
    pub(super) fn new<'s, 'e>(
        sink: &'c mut dyn Sink,
        scope: &'s Scope<'s, 'e>,
        file: &'e [u8],
        options: &'e ViewOptions<'e>,
        layout: Layout,
        full: bool,
    ) -> Out<'c> {
        let wanted = full && !options.dense && options.threads > 1 && file.len() >= WORTH;
        let sinks = sink.apart().zip(sink.apart()).filter(|_| wanted);
        let Some((gather, looks)) = sinks else {
            return Out::Sink(sink);
        };
        let (batches, posted) = channel();
        let (send, done) = channel();
        let paint = move || painter::paint(&posted, &send, gather, file, layout, options);
        let builder = Builder::new().name("rows".to_owned());
        if builder.spawn_scoped(scope, paint).is_err() {
            return Out::Sink(sink);
        }
        Out::Apart(Box::new(Apart {
            sink,
            looks,
            batch: Batch::default(),
            place: None,
            batches,
            done,
            waiting: 0,
            spare: Vec::new(),
            memory: Vec::new(),
        }))
    }

    /// What takes what rows are made of, if another thread makes them.
    pub(super) fn post(&mut self) -> Option<&mut Apart<'c>> {
        match self {
            Out::Apart(apart) => Some(apart),
            Out::Sink(_) | Out::Kept(_) => None,
        }
    }

    /// Writes all that was posted.
    pub(super) fn settle(&mut self) -> ControlFlow<()> {
        match self {
            Out::Apart(apart) => apart.settle(),
            Out::Sink(_) | Out::Kept(_) => ControlFlow::Continue(()),
        }
    }

    /// What is kept; the next is put into `next`.
    fn take(&mut self, next: Vec<u8>) -> Vec<u8> {
        match self {
            Out::Kept(kept) => kept.take(next),
            Out::Sink(_) | Out::Apart(_) => Vec::new(),
        }
    }
}

impl Apart<'_> {
    /// Says where the next rows stand.
    pub(super) fn place(&mut self, layout: Layout, shift: usize, bar: Option<u8>) {
        let place = Some((layout, shift, bar));
        if self.place != place {
            self.place = place;
            self.batch.add(Op::Place(layout, shift, bar), 0);
        }
    }

    /// A row without bytes.
    pub(super) fn pane(&mut self, line: &Line) -> ControlFlow<()> {
        let weight = self.batch.line(line);
        self.add(Op::Pane, weight)
    }

    /// The rows of a field.
    pub(super) fn field(
        &mut self,
        source: &Source<'_, '_>,
        extract: &Extract,
        ink: Ink,
        lines: &[Line],
        per_row: u64,
    ) -> ControlFlow<()> {
        let mut left = *extract;
        let mut lines = lines;
        loop {
            // all lines stand beside the first rows, and each piece begins a row
            let at_once = PIECE.max(lines.len() as u64 * per_row);
            let end = left.start - left.start % per_row + at_once;
            let piece = match left.full && left.end > end {
                true => Extract { end, ..left },
                false => left,
            };
            let mut weight = self.carry(source, &piece);
            for line in lines {
                weight += self.batch.line(line);
            }
            let op = Op::Field(piece, ink, lines.len());
            self.add(op, weight)?;
            if piece.end == left.end {
                return ControlFlow::Continue(());
            }
            (left.start, lines) = (piece.end, &[]);
        }
    }

    /// The rows of a field whose value is known; `false` if they are too many.
    pub(super) fn row(
        &mut self,
        source: &Source<'_, '_>,
        at: Option<(&Extract, Ink)>,
        called: Called<'_>,
        value: &Line,
    ) -> ControlFlow<(), bool> {
        if at.is_some_and(|(extract, _)| extract.end - extract.start > PIECE) {
            return ControlFlow::Continue(false);
        }
        let carried = at.map_or(0, |(extract, _)| self.carry(source, extract));
        let weight = self.batch.name(called.name.text) + self.batch.line(value) + carried;
        let row = batch::Row {
            at: at.map(|(extract, ink)| (*extract, ink)),
            name: called.name.text.len(),
            index: called.name.index,
            number: called.number,
            role: called.role,
            depth: called.depth,
        };
        self.add(Op::Row(row), weight)?;
        ControlFlow::Continue(true)
    }

    /// Has the bytes of an extract at hand; gives the weight of their rows.
    fn carry(&mut self, source: &Source<'_, '_>, extract: &Extract) -> usize {
        let bytes = source.bytes(extract.buffer, extract.start, extract.end);
        if extract.buffer != BufferId::FILE && !bytes.is_empty() {
            self.batch.carry(extract.start, &bytes);
        }
        ROW * bytes.len()
    }

    fn add(&mut self, op: Op, weight: usize) -> ControlFlow<()> {
        self.batch.add(op, weight);
        if self.batch.weight() < FULL {
            return ControlFlow::Continue(());
        }
        let heavy = self.batch.weight() > HEAVY;
        self.send()?;
        if heavy {
            return self.settle();
        }
        ControlFlow::Continue(())
    }

    fn send(&mut self) -> ControlFlow<()> {
        while let Ok(done) = self.done.try_recv() {
            self.write(done)?;
        }
        self.wait(MOST)?;
        let next = self.spare.pop().unwrap_or_default();
        let mut batch = std::mem::replace(&mut self.batch, next);
        batch.memory = std::mem::take(&mut self.memory);
        self.waiting += 1;
        match self.batches.send(batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Writes what comes until fewer batches wait.
    fn wait(&mut self, most: usize) -> ControlFlow<()> {
        while self.waiting >= most {
            match self.done.recv() {
                Ok(done) => self.write(done)?,
                Err(_) => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }

    fn settle(&mut self) -> ControlFlow<()> {
        if !self.batch.is_empty() {
            self.send()?;
        }
        self.wait(1)
    }

    fn write(&mut self, done: Done) -> ControlFlow<()> {
        match done {
            Done::Lines(mut lines) => {
                let flow = match self.sink.direct() {
                    Some(direct) => direct.lines(&lines),
                    None => ControlFlow::Continue(()),
                };
                lines.clear();
                if lines.capacity() <= HEAVY {
                    self.memory = lines;
                }
                flow
            }
            Done::Batch(batch) => {
                self.waiting -= 1;
                self.spare.extend(batch);
                ControlFlow::Continue(())
            }
        }
    }
}

impl<'c, 'a> Canvas<'c, 'a> {
    /// Posts a row without bytes.
    pub(super) fn post_pane(&mut self, line: &Line) -> ControlFlow<()> {
        match self.posting()? {
            Some((apart, _)) => apart.pane(line),
            None => ControlFlow::Continue(()),
        }
    }

    /// Posts what is made of two lines.
    pub(super) fn post_two(&mut self, op: Op, one: &Line, two: &Line) -> ControlFlow<()> {
        match self.posting()? {
            Some((apart, _)) => {
                let weight = apart.batch.line(one) + apart.batch.line(two);
                apart.add(op, weight)
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Posts the rows of a field.
    pub(super) fn post_field(
        &mut self,
        extract: &Extract,
        ink: Ink,
        lines: &[Line],
    ) -> ControlFlow<()> {
        let per_row = self.layout.per_row as u64;
        match self.posting()? {
            Some((apart, source)) => apart.field(source, extract, ink, lines, per_row),
            None => ControlFlow::Continue(()),
        }
    }

    /// Posts the rows of a field whose value is known, if they go to another
    /// thread; gives whether it did.
    pub(super) fn post_row(
        &mut self,
        at: Option<(&Extract, Ink)>,
        called: Called<'_>,
        value: &Line,
    ) -> ControlFlow<(), bool> {
        match self.posting()? {
            Some((apart, source)) => apart.row(source, at, called, value),
            None => ControlFlow::Continue(false),
        }
    }

    /// What rows are posted to, after all that stands before them.
    fn posting(&mut self) -> ControlFlow<(), Option<Posting<'_, 'c, 'a>>> {
        if self.out.post().is_some() {
            self.hand_on_finished()?;
        }
        let (layout, shift, bar) = (self.layout, self.shift, self.bar);
        let source = &self.source;
        ControlFlow::Continue(self.out.post().map(|apart| {
            apart.place(layout, shift, bar);
            (apart, source)
        }))
    }
}

impl Sink for Out<'_> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        match self {
            Out::Sink(sink) => sink.line(line),
            Out::Kept(kept) => kept.line(line),
            Out::Apart(apart) => {
                let weight = apart.batch.line(line);
                apart.add(Op::Line, weight)
            }
        }
    }

    fn places(&mut self) -> Option<&mut dyn Places> {
        match self {
            Out::Sink(sink) => sink.places(),
            Out::Apart(_) | Out::Kept(_) => None,
        }
    }

    fn direct(&mut self) -> Option<&mut dyn Direct> {
        match self {
            Out::Sink(sink) => sink.direct(),
            Out::Kept(kept) => kept.direct(),
            Out::Apart(apart) => Some(&mut **apart),
        }
    }
}

impl Direct for Apart<'_> {
    fn begin(&self, open: Role, role: Role, blank: bool, out: &mut Vec<u8>) -> Role {
        self.looks.begin(open, role, blank, out)
    }

    fn end(&self, open: Role, out: &mut Vec<u8>) {
        self.looks.end(open, out);
    }

    fn rest(&self, open: Role, line: &Line, out: &mut Vec<u8>) {
        self.looks.rest(open, line, out);
    }

    fn lines(&mut self, lines: &[u8]) -> ControlFlow<()> {
        // many lines are written as they are
        if lines.len() as u64 > PIECE {
            self.settle()?;
            return match self.sink.direct() {
                Some(direct) => direct.lines(lines),
                None => ControlFlow::Continue(()),
            };
        }
        self.batch.finished(lines);
        self.add(Op::Lines(lines.len()), lines.len())
    }
}
