//! Rows of arrays whose elements are all alike: objects of a few numbers, of
//! which nothing can be wrong. What stands on all rows is made once, as it is
//! written in the end; of each element only bytes and numbers are filled in.
//! The rows are those that the general way makes, which is taken for every
//! element that is not so simple.

pub(super) mod form;
pub(super) mod room;
mod value;

use std::ops::ControlFlow;

use self::form::{First, Left, Rest};
use self::room::{Glyphs, Room};
pub(super) use self::value::Scalar;
use self::value::Value;
use super::View;
use super::flow::Flow;
use super::walk::Name;
use crate::schema::{Attr, DataType};
use crate::tree::{Node, Rules};
use crate::view::doc::{Direct, FIELD_COLOURS, Line};
use crate::view::hex::offset_digits;
use crate::view::preview::Preview;

/// Bytes of an element.
const MOST_BYTES: u64 = 16;

/// Rows are handed on when there is so much of them.
const FULL: usize = 64 << 10;

/// Room for the rows of one element.
const ROOM: usize = 32 << 10;

/// One row may be so long, and so may the text of a value.
const MOST_ROW: usize = 4 << 10;

/// Bytes are taken so many elements at a time.
const AT_ONCE: u64 = 4096;

/// After so many elements that were not simple, no more are tried.
const MOST_REFUSED: u32 = 1000;

/// Where rows of an array stand, and what they are called.
struct Place {
    left: Left,
    name: String,
    /// Columns before the name.
    indent: usize,
    /// Columns for name and value.
    pane: usize,
}

/// The stencil of one array.
pub(super) struct Stencil<'s> {
    value: Value<'s>,
    attr: &'s Attr,
    place: Place,
    /// First byte of the first element.
    start: u64,
    stride: u64,
    count: u64,
    /// Elements tried in vain.
    refused: u32,
    print: Print,
}

/// Finished rows, and what they are made of.
struct Print {
    glyphs: Glyphs,
    /// By column of the first byte and by colour, for indices of one length.
    firsts: Vec<Option<First>>,
    index_digits: usize,
    /// By number of bytes and by colour.
    rests: Vec<Option<Rest>>,
    rows: Vec<u8>,
    /// Bytes of finished rows.
    at: usize,
    line: Line,
    end: Vec<u8>,
}

impl<'a> View<'_, 'a> {
    /// Writes elements from `first` on, as long as they are simple. Gives the
    /// first that is not written.
    pub(super) fn stencilled(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        (name, depth): (Name<'_>, usize),
        rules: Option<&Rules<'a>>,
        stencil: &mut Option<Option<Stencil<'a>>>,
        first: u64,
    ) -> ControlFlow<(), u64> {
        if stencil.is_none() {
            let possible = self.calm || rules.is_some();
            *stencil = Some(match possible {
                true => self.stencil(flow, node, name, depth),
                false => None,
            });
        }
        let Some(Some(stencil)) = stencil else {
            return ControlFlow::Continue(first);
        };
        let ready = self.laid.is_empty()
            && self.written == self.headings.len()
            && flow.shown() == stencil.start + first * stencil.stride
            && stencil.refused < MOST_REFUSED;
        let end = stencil.end(flow);
        if !ready || first >= end {
            return ControlFlow::Continue(first);
        }
        self.canvas.hand_on_finished()?;
        let Some(direct) = self.canvas.direct() else {
            return ControlFlow::Continue(first);
        };
        let mut index = first;
        let mut rows = 0;
        'all: while index < end {
            let from = stencil.start + index * stencil.stride;
            let to = stencil.start + end.min(index + AT_ONCE) * stencil.stride;
            let bytes = self.tree.bytes(flow.buffer, from, to);
            let before = index;
            for (at, element) in (from..)
                .step_by(stencil.stride as usize)
                .zip(bytes.chunks_exact(stencil.stride as usize))
            {
                if rules.is_some_and(|rules| !rules.hold(index)) {
                    break 'all;
                }
                let written = self
                    .colours
                    .of_next(stencil.attr, index)
                    .and_then(|colour| {
                        let rows =
                            stencil.element(direct, &self.preview, (index, at), colour, element);
                        rows.map(|rows| (rows, colour))
                    });
                let Some((new, colour)) = written else {
                    stencil.refused += 1;
                    break 'all;
                };
                self.colours.used(colour);
                rows += new;
                index += 1;
                if stencil.print.at >= FULL {
                    stencil.print.hand_on(direct)?;
                }
            }
            if index == before {
                break;
            }
        }
        stencil.print.hand_on(direct)?;
        self.canvas.rows += rows;
        flow.pass(stencil.start + index * stencil.stride);
        ControlFlow::Continue(index)
    }

    /// The stencil of an array, if its elements may be written by one.
    fn stencil(
        &mut self,
        flow: &Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> Option<Stencil<'a>> {
        if self.options.dense
            || self.canvas.layout.stacked
            || self.facts.has_running_sums()
            || !self.canvas.layout.offsets.are_hex()
        {
            return None;
        }
        self.canvas.direct()?;
        let array = node.array()?;
        let DataType::User {
            ty,
            args,
            extent: None,
            ..
        } = array.0.data
        else {
            return None;
        };
        let as_said = array.0.owner.engine().0.options.endian.is_none();
        let span = node.span().filter(|span| span.buffer == flow.buffer)?;
        let bits = node.stride_bits()?;
        let element = node.child(0)?;
        let simple = as_said
            && args.is_empty()
            && bits.is_multiple_of(8)
            && (1..=MOST_BYTES).contains(&(bits / 8))
            && span.start.is_multiple_of(8)
            && element.span()?.byte_len() == bits / 8
            && self.facts.stands_on_a_row(self.tree, &element);
        let layout = self.canvas.layout;
        let (start, count) = (span.start_byte(), array.0.count.get());
        let last = start.checked_add(count.checked_mul(bits / 8)?)?;
        if !simple || offset_digits(last) > layout.offsets.digits {
            return None;
        }
        let def = self.tree.schema().ty(*ty);
        // of what is tested it may be said why it is right
        if def.seq.iter().any(|attr| !attr.valid.is_empty()) {
            return None;
        }
        let value = Value::of_type(def, array.0.owner.0.endian.get(), self.options.base)?;
        let place = Place {
            left: self.canvas.left(),
            name: name.text.to_owned(),
            indent: 2 * depth.min(6),
            pane: self.canvas.pane_width(),
        };
        Some(Stencil {
            value,
            attr: node.attr()?,
            place,
            start,
            stride: bits / 8,
            count,
            refused: 0,
            print: Print::new(self.canvas.ascii),
        })
    }
}

impl Stencil<'_> {
    /// One past the last element that may be written now: it lies in the window,
    /// and nothing positioned comes before it.
    fn end(&self, flow: &Flow<'_>) -> u64 {
        let up_to = |byte: u64| byte.saturating_sub(self.start) / self.stride;
        let region = flow.regions.peek(u64::MAX);
        let before_region = region.map_or(u64::MAX, |region| up_to(region.start) + 1);
        self.count.min(up_to(flow.window.end)).min(before_region)
    }

    /// Writes the rows of one element and gives how many; `None`, and none of
    /// them, if it is not simple.
    #[inline]
    fn element(
        &mut self,
        direct: &dyn Direct,
        preview: &Preview<'_>,
        (index, offset): (u64, u64),
        colour: u8,
        element: &[u8],
    ) -> Option<u64> {
        let Stencil {
            value,
            place,
            print,
            ..
        } = self;
        let per_row = place.left.layout.per_row;
        let skip = (offset % per_row as u64) as usize;
        let (bytes, mut rest) = element.split_at(element.len().min(per_row - skip));
        let mut buffer = itoa::Buffer::new();
        let index = buffer.format(index).as_bytes();
        if index.len() != print.index_digits {
            print.firsts.iter_mut().for_each(|form| *form = None);
            print.index_digits = index.len();
        }
        let colours = usize::from(FIELD_COLOURS);
        let form = print.firsts.get_mut(skip * colours + usize::from(colour))?;
        if form.is_none() {
            let cells = (skip, bytes.len());
            *form = First::new(direct, place, value, colour, cells, index.len());
        }
        let form = form.as_ref().filter(|form| form.most <= MOST_ROW)?;
        let mut room = Room::new(print.rows.get_mut(print.at..)?);
        let glyphs = &print.glyphs;
        let written = match value {
            Value::Pieces(pieces) => {
                let bytes = (bytes, element);
                form.write(&mut room, offset, bytes, index, glyphs, pieces)
            }
            Value::Members(_) => None,
        };
        if written.is_none() {
            room = Room::new(print.rows.get_mut(print.at..)?);
            print.line.clear();
            value.add(&mut print.line, preview, element)?;
            let value = (&print.line, direct, &mut print.end);
            form.write_line(&mut room, offset, bytes, index, glyphs, value)?;
        }
        let mut rows = 1;
        let mut offset = offset + bytes.len() as u64;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(per_row));
            let form = print
                .rests
                .get_mut(now.len() * colours + usize::from(colour))?
                .get_or_insert_with(|| Rest::new(direct, place, colour, now.len()));
            if form.most > MOST_ROW {
                return None;
            }
            form.write(&mut room, offset, now, &print.glyphs)?;
            offset += now.len() as u64;
            rest = later;
            rows += 1;
        }
        print.at += room.len();
        Some(rows)
    }
}

impl Print {
    fn new(ascii: bool) -> Print {
        let forms = (MOST_BYTES as usize + 1) * usize::from(FIELD_COLOURS);
        Print {
            glyphs: Glyphs::new(ascii),
            firsts: std::iter::repeat_with(|| None).take(forms).collect(),
            index_digits: 0,
            rests: std::iter::repeat_with(|| None).take(forms).collect(),
            rows: vec![0; FULL + ROOM],
            at: 0,
            line: Line::new(),
            end: Vec::new(),
        }
    }

    /// Hands on what is finished.
    fn hand_on(&mut self, direct: &mut dyn Direct) -> ControlFlow<()> {
        let rows = self.rows.get(..self.at).unwrap_or(&[]);
        self.at = 0;
        direct.lines(rows)
    }
}
