//! What rows are made of, on its way to another thread.

use std::ops::Range;

use crate::view::doc::{Line, Role};
use crate::view::hexdump::canvas::{Extract, Ink};
use crate::view::hexdump::heading::Title;
use crate::view::hexdump::layout::Layout;

/// A batch of more bytes is not kept.
const KEPT: usize = 512 << 10;

/// What is to be done next.
#[derive(Debug, Clone, Copy)]
pub(in crate::view::hexdump) enum Op {
    /// Rows stand at another place: layout, streams that they are in, bar.
    Place(Layout, usize, Option<u8>),
    /// The next line, as it is.
    Line,
    /// The next line, beside no bytes.
    Pane,
    /// What stands over a structure, and where it lies.
    Heading,
    /// The same, made of its name and of what it is.
    Titled(Title),
    /// A place that has no bytes, and what is said of it.
    Aside,
    /// Bytes, with so many lines beside them.
    Field(Extract, Ink, usize),
    /// A field's name and its value, which is the next line.
    Row(Row),
    /// So many bytes of finished lines.
    Lines(usize),
}

/// A field whose value is known.
#[derive(Debug, Clone, Copy)]
pub(in crate::view::hexdump) struct Row {
    pub(super) at: Option<(Extract, Ink)>,
    /// Bytes of its name.
    pub(super) name: usize,
    pub(super) index: Option<u64>,
    pub(super) number: Option<usize>,
    pub(super) role: Role,
    pub(super) depth: usize,
}

/// Many of them, and what they are about.
#[derive(Debug, Default)]
pub(super) struct Batch {
    ops: Vec<Op>,
    lines: Vec<Line>,
    /// Lines that are in use.
    used: usize,
    names: String,
    finished: Vec<u8>,
    /// Bytes of decoded streams: where they start there, and where here.
    carried: Vec<(u64, Range<usize>)>,
    bytes: Vec<u8>,
    weight: usize,
    /// Memory for the lines that become of it.
    pub(super) memory: Vec<u8>,
}

/// A batch as it is read.
pub(super) struct Reader<'b> {
    batch: &'b Batch,
    line: usize,
    name: usize,
    finished: usize,
    carried: usize,
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// About how many bytes it takes.
    pub(super) fn weight(&self) -> usize {
        self.weight
    }

    pub(super) fn add(&mut self, op: Op, weight: usize) {
        self.ops.push(op);
        self.weight += weight + size_of::<Op>();
    }

    /// Adds a line; gives its weight.
    pub(super) fn line(&mut self, line: &Line) -> usize {
        if self.used == self.lines.len() {
            self.lines.push(Line::new());
        }
        if let Some(copy) = self.lines.get_mut(self.used) {
            copy.copy(line);
        }
        self.used += 1;
        line.text().len()
    }

    /// Adds a name; gives its weight.
    pub(super) fn name(&mut self, name: &str) -> usize {
        self.names.push_str(name);
        name.len()
    }

    /// Adds finished lines.
    pub(super) fn finished(&mut self, lines: &[u8]) {
        self.finished.extend_from_slice(lines);
    }

    /// Adds bytes that start so far in their stream.
    pub(super) fn carry(&mut self, start: u64, bytes: &[u8]) {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.carried.push((start, from..self.bytes.len()));
    }

    /// Makes it empty, and keeps its memory unless that is too much; gives
    /// whether it did.
    pub(super) fn clear(&mut self) -> bool {
        let kept = self.weight <= KEPT;
        self.ops.clear();
        self.used = 0;
        self.names.clear();
        self.finished.clear();
        self.carried.clear();
        self.bytes.clear();
        self.weight = 0;
        kept
    }

    pub(super) fn ops(&self) -> &[Op] {
        &self.ops
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader {
            batch: self,
            line: 0,
            name: 0,
            finished: 0,
            carried: 0,
        }
    }
}

impl<'b> Reader<'b> {
    /// The next so many lines.
    pub(super) fn lines(&mut self, count: usize) -> &'b [Line] {
        let from = self.line;
        self.line += count;
        self.batch.lines.get(from..self.line).unwrap_or_default()
    }

    /// The next so many bytes of names.
    pub(super) fn name(&mut self, len: usize) -> &'b str {
        let from = self.name;
        self.name += len;
        self.batch.names.get(from..self.name).unwrap_or_default()
    }

    /// The next so many bytes of finished lines.
    pub(super) fn finished(&mut self, len: usize) -> &'b [u8] {
        let from = self.finished;
        self.finished += len;
        let lines = self.batch.finished.get(from..self.finished);
        lines.unwrap_or_default()
    }

    /// The next bytes of a decoded stream, and where they start there.
    pub(super) fn carried(&mut self) -> Option<(u64, &'b [u8])> {
        let (start, range) = self.batch.carried.get(self.carried)?;
        self.carried += 1;
        Some((*start, self.batch.bytes.get(range.clone())?))
    }
}
