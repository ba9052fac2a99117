//! Arrays of numbers, several on a row.

use std::ops::ControlFlow;

use super::View;
use super::array::ROWS;
use super::canvas::Ink;
use super::flow::Flow;
use super::stencil::Scalar;
use super::walk::Name;
use crate::decode::Span;
use crate::schema::DataType;
use crate::tree::{Finding, Node};
use crate::view::doc::Role;
use crate::view::mark::Mark;

impl<'a> View<'_, 'a> {
    /// Bytes of an element, if elements are numbers that share rows.
    pub(super) fn packs(&self, node: &Node<'a>) -> Option<u64> {
        let attr = node.attr()?;
        let numbers = match attr.data {
            DataType::Int { .. } | DataType::Float { .. } => true,
            DataType::Bits { width, .. } => width == 8,
            _ => false,
        };
        let bits = node.stride_bits()?;
        let aligned = node.span()?.is_aligned() && bits.is_multiple_of(8) && bits > 0;
        let per_row = self.canvas.layout.per_row as u64;
        let pointers = node
            .child(0)
            .is_some_and(|first| first.points_to().is_some());
        (numbers && aligned && !pointers && node.len() > 1 && bits / 8 * 2 <= per_row)
            .then_some(bits / 8)
    }

    /// Shows an array of numbers, as many on a row as fit beside their bytes.
    /// Its own findings stand with the first row.
    pub(super) fn packed(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        stride: u64,
        mut own: Vec<Finding>,
    ) -> ControlFlow<()> {
        let Some(span) = node.span() else {
            return ControlFlow::Continue(());
        };
        let (start, len) = (span.start_byte(), node.len());
        self.advance(flow, start)?;
        let colour = self.colours.field(node.attr(), None);
        self.colours.used(colour + u8::from(len > 1));
        let ink = Ink::Stripes {
            colour,
            origin: start,
            size: stride,
        };
        let before = self.canvas.rows;
        let per_row = self.canvas.layout.per_row as u64;
        // of numbers that can't be wrong the bytes are enough
        let (numbers, whole) = self.quiet_numbers(node);
        let mut index = self.first_in_window(flow, node);
        if index == 0 {
            self.sparkline(flow, node, name, depth, (start, stride), ink)?;
        }
        while index < len {
            let at = start + index * stride;
            if at >= flow.window.end {
                flow.pass_bits(span.end);
                break;
            }
            if !self.full && self.canvas.rows - before >= ROWS / 3 && index + per_row < len {
                let next = self.elide(flow, node, name, index, len - 1)?;
                if next > index {
                    index = next;
                    continue;
                }
            }
            if self.again_too_often() {
                self.left_out_again(node, index)?;
                break;
            }
            // where no bytes stand, rows are counted from the first element
            let in_rows = if self.again { at - start } else { at };
            let row_end = at - in_rows % per_row + per_row;
            let mut next = index;
            let mut findings = Vec::new();
            let plain = numbers
                .as_ref()
                .filter(|_| self.laid.is_empty() && index < whole);
            if plain.is_some() {
                let fitting = ((row_end - at) / stride).max(1);
                next = (index + fitting).min(whole);
            }
            while plain.is_none()
                && next < len
                && (next == index || start + (next + 1) * stride <= row_end)
            {
                let Some(element) = node.child(next) else {
                    break;
                };
                let found = self.findings_of(&element);
                if !found.is_empty() {
                    if next == index {
                        findings = found;
                        next += 1;
                    }
                    break;
                }
                next += 1;
            }
            own.append(&mut findings);
            let findings = std::mem::take(&mut own);
            let part = Span::bytes(flow.buffer, at, start + next * stride);
            let extract = self.claim(flow, &part);
            self.pane.clear();
            if let Some(element) = node.child(index).filter(|_| self.canvas.wants_places) {
                self.enter(&element);
            }
            self.begin_field(
                Name {
                    text: name.text,
                    // a row of all elements is called as the array
                    index: Some(index).filter(|_| index > 0 || next < len),
                },
                ink.name(),
                depth,
                &findings,
            );
            let width = self.canvas.pane_width();
            let bytes = self.tree.bytes(flow.buffer, at, start + next * stride);
            let mut marks = Vec::new();
            if self.canvas.wants_places {
                let elements = (index..next).filter_map(|i| node.child(i));
                marks.extend(elements.map(|element| self.part_of_row(&element)));
            }
            let mut marks = marks.into_iter();
            let room = width.saturating_sub(self.pane.last().map_or(0, |line| line.width()));
            let line = &mut self.value;
            line.clear();
            for i in index..next {
                line.set_part(Mark::NONE);
                if i > index {
                    line.push(Role::Punctuation, ", ");
                }
                line.set_part(marks.next().unwrap_or_default());
                let from = ((i - index) * stride) as usize;
                let known = plain
                    .zip(bytes.get(from..))
                    .and_then(|(number, bytes)| number.add(line, &self.preview, bytes));
                if known.is_none()
                    && let Some(element) = node.child(i)
                {
                    self.preview.node(line, &element);
                }
                if line.width() > room && !self.full {
                    break;
                }
            }
            line.set_part(Mark::NONE);
            let cut = line.width() > room && !self.full && next > index + 1;
            if cut {
                // the bytes stand beside them
                self.value.truncate(room, self.canvas.signs.ellipsis);
            }
            self.shown_above(flow, &part, &extract);
            self.spread_value(1);
            if index == 0 {
                self.add_pointer(node, depth);
            }
            self.add_findings(&findings, "", self.finding_column(depth), false);
            self.flush_headings()?;
            self.canvas.field(&extract, ink, &self.pane)?;
            index = next.max(index + 1);
        }
        ControlFlow::Continue(())
    }

    /// How to read the elements of an array of numbers of which nothing can be
    /// wrong, and how many of them are there as a whole.
    fn quiet_numbers(&self, node: &Node<'a>) -> (Option<Scalar<'a>>, u64) {
        if self.is_quiet(node) {
            numbers_of(node)
        } else {
            (None, 0)
        }
    }
}

/// How to read the elements of an array of numbers, and how many of them are
/// there as a whole.
pub(super) fn numbers_of<'a>(node: &Node<'a>) -> (Option<Scalar<'a>>, u64) {
    let Some(array) = node.array() else {
        return (None, 0);
    };
    let owner = &array.0.owner;
    let as_said = owner.engine().0.options.endian.is_none();
    let attr = node.attr().filter(|_| as_said);
    let numbers = attr.and_then(|attr| Scalar::of_elements(attr, owner.0.endian.get()));
    (numbers, array.0.count.get())
}
