//! The rows of what was met.

use std::ops::ControlFlow;

use super::value::add_number;
use super::{How, Meeting, Met, Plan, Reached, Row};
use crate::decode::Span;
use crate::decode::form::{Entry, Record};
use crate::schema::{Attr, DataType, Endian};
use crate::view::doc::Role;
use crate::view::hexdump::View;
use crate::view::hexdump::canvas::Ink;
use crate::view::hexdump::flow::Flow;
use crate::view::hexdump::map;
use crate::view::hexdump::walk::{Name, OPEN};
use crate::view::preview::PARTS;

impl<'a> View<'_, 'a> {
    /// Shows the members of an object.
    pub(super) fn met_members(
        &mut self,
        flow: &mut Flow<'a>,
        object: &Reached<'_, 'a>,
        plan: &Plan<'a>,
        (record, entries): (&Record, &[Entry]),
        depth: usize,
    ) -> ControlFlow<()> {
        let mut rest = entries;
        while let Some(entry) = rest.first() {
            let met = Meeting {
                record,
                entry,
                entries: rest,
                among: Some((plan.def, entries)),
            };
            rest = rest.get(1 + entry.inside()..).unwrap_or_default();
            let Some(member) = entry.member else {
                continue;
            };
            let Some((attr, how)) = plan.member(member.index) else {
                continue;
            };
            let child = Reached::child(object, u64::from(member.index));
            let row = Row {
                name: Name::whole(&attr.id),
                depth,
                inside: Some(object),
                number: Some(plan.number(member.index)),
            };
            if !plan.is_instance(member.index) {
                self.met(flow, &child, (attr, how), met, row)?;
            } else if how == How::Met && self.met_instance(attr, met, row)? {
                continue;
            } else if let Some(node) = child.node() {
                self.opened(flow, object, u64::MAX, depth);
                self.instance(flow, node, depth, true)?;
                self.open = None;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows a field or an element.
    pub(super) fn met(
        &mut self,
        flow: &mut Flow<'a>,
        reached: &Reached<'_, 'a>,
        (attr, how): (&'a Attr, How),
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<()> {
        let right = match how {
            How::Met | How::Pointer(_) => true,
            How::Tested => self.is_right(flow, attr, met.entry),
            How::Tree => false,
        };
        let shown = right
            && match met.entry.what {
                Met::Object { form, .. } => {
                    self.met_object(flow, reached, (attr, form), met, row)?
                }
                Met::Array { len: 0, .. } => self.met_nothing(flow, attr, met.entry, row)?,
                Met::Array { .. } => {
                    self.met_array(flow, reached, attr, met, row)?;
                    true
                }
                Met::Number(_) | Met::Bytes(..) | Met::Text(..) => {
                    self.met_leaf(flow, (attr, how), met, row)?
                }
                _ => false,
            };
        if shown {
            return ControlFlow::Continue(());
        }
        let Some(node) = reached.node() else {
            return ControlFlow::Continue(());
        };
        if let Some(object) = row.inside {
            self.opened(flow, object, u64::MAX, row.depth);
        }
        self.node(flow, node, row.name, row.depth)?;
        if row.inside.is_some() {
            self.open = None;
        }
        ControlFlow::Continue(())
    }

    /// Makes known which structure is open, if a positioned place may come
    /// before `to`.
    fn opened(&mut self, flow: &Flow<'a>, object: &Reached<'_, 'a>, to: u64, depth: usize) {
        self.open = match flow.regions.peek(to) {
            Some(_) => object.node().map(|node| (node.last_of_path(PARTS), depth)),
            None => None,
        };
    }

    /// Shows what comes before a byte.
    pub(super) fn advance_in(
        &mut self,
        flow: &mut Flow<'a>,
        inside: Option<&Reached<'_, 'a>>,
        to: u64,
        depth: usize,
    ) -> ControlFlow<()> {
        let Some(object) = inside.filter(|_| flow.regions.peek(to).is_some()) else {
            return self.advance(flow, to);
        };
        self.opened(flow, object, to, depth);
        self.advance(flow, to)?;
        self.open = None;
        ControlFlow::Continue(())
    }

    fn met_object(
        &mut self,
        flow: &mut Flow<'a>,
        reached: &Reached<'_, 'a>,
        (attr, form): (&'a Attr, u32),
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<(), bool> {
        let Row { name, depth, .. } = row;
        let Some(plan) = self.recorder.plan(form, self.tree.schema()) else {
            return ControlFlow::Continue(false);
        };
        let span = Span {
            buffer: flow.buffer,
            start: met.entry.from,
            end: met.entry.to,
            little_endian_bits: false,
        };
        if !span.is_aligned() {
            return ControlFlow::Continue(false);
        }
        let (size, in_array) = (span.byte_len(), name.index.is_some());
        let schema = self.tree.schema();
        if size > 0 && self.facts.takes_a_row(schema, plan.def, size, in_array) {
            if plan.def.to_string.is_some() {
                self.advance_in(flow, row.inside, span.start_byte(), depth)?;
            }
            if !self.opens(flow, plan.def, &span) {
                return self.met_compact(flow, attr, &plan, met, row);
            }
        }
        if depth >= self.options.depth.unwrap_or(OPEN).min(OPEN) {
            return ControlFlow::Continue(false);
        }
        let mut says = std::mem::take(&mut self.met_text);
        says.clear();
        let own_name = if in_array { "" } else { name.text };
        if self.add_object(&mut says, &plan, met, own_name).is_none() {
            self.met_text = says;
            return ControlFlow::Continue(false);
        }
        self.heading_of(&says, span, name, depth);
        self.met_text = says;
        let outer = self.open.take();
        let inside = (met.record, met.inside());
        self.met_members(flow, reached, &plan, inside, depth + 1)?;
        self.advance_in(flow, Some(reached), span.end_byte(), depth + 1)?;
        self.open = outer;
        self.pop_heading();
        ControlFlow::Continue(true)
    }

    fn met_array(
        &mut self,
        flow: &mut Flow<'a>,
        reached: &Reached<'_, 'a>,
        attr: &'a Attr,
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<()> {
        let how = match attr.valid.is_empty() {
            true => How::Met,
            false => How::Tested,
        };
        let mut rest = met.inside();
        let mut index = 0;
        while let Some(entry) = rest.first() {
            let element = Meeting {
                record: met.record,
                entry,
                entries: rest,
                among: None,
            };
            rest = rest.get(1 + entry.inside()..).unwrap_or_default();
            let child = Reached::child(reached, index);
            let row = Row {
                name: Name {
                    text: row.name.text,
                    index: Some(index),
                },
                number: None,
                ..row
            };
            self.met(flow, &child, (attr, how), element, row)?;
            index += 1;
        }
        ControlFlow::Continue(())
    }

    /// Shows an array that has no elements; gives whether it could.
    fn met_nothing(
        &mut self,
        flow: &mut Flow<'a>,
        attr: &'a Attr,
        entry: &Entry,
        row: Row<'_, 'a>,
    ) -> ControlFlow<(), bool> {
        let DataType::User { ty, .. } = &attr.data else {
            return ControlFlow::Continue(false);
        };
        self.advance_in(flow, row.inside, entry.from / 8, row.depth)?;
        self.flush_headings()?;
        self.pane.clear();
        self.begin_field(row.name, Role::Comment, row.depth, &[]);
        let (preview, name) = (self.preview, &self.tree.schema().ty(*ty).name);
        if let Some(line) = self.pane.last() {
            preview.elements(line, 0, name);
        }
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))?;
        ControlFlow::Continue(true)
    }

    /// Shows a field's row; gives whether it could.
    fn met_leaf(
        &mut self,
        flow: &mut Flow<'a>,
        (attr, how): (&'a Attr, How),
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<(), bool> {
        let bits = match attr.data {
            DataType::Bits { endian, .. } => Some(endian),
            _ => None,
        };
        let span = Span {
            buffer: flow.buffer,
            start: met.entry.from,
            end: met.entry.to,
            little_endian_bits: bits == Some(Endian::Le),
        };
        let raw = matches!(attr.data, DataType::Bytes(_));
        let (start, end) = (span.start_byte(), span.end_byte());
        let gives_way = flow
            .regions
            .peek(end)
            .is_some_and(|region| region.start > start || region.end < end);
        if raw && gives_way {
            return ControlFlow::Continue(false);
        }
        let mut value = std::mem::take(&mut self.met_text);
        value.clear();
        let known = self.add_met(&mut value, flow, (attr, how), met);
        if known.is_none() {
            self.met_text = value;
            return ControlFlow::Continue(false);
        }
        let advanced = self.advance_in(flow, row.inside, start, row.depth);
        let ink = Ink::Field(self.colours.field(Some(attr), row.name.index));
        let extract = self.claim_field(flow, &span, bits.is_some());
        self.value.clear();
        if bits.is_some() {
            let signs = self.canvas.signs;
            map::bits(&mut self.value, self.tree, &span, signs, ink.name());
        }
        self.value.append(&value);
        self.met_text = value;
        advanced?;
        self.met_row(flow, &span, &extract, ink, row)?;
        ControlFlow::Continue(true)
    }

    /// Shows a computed value; gives whether it could.
    fn met_instance(
        &mut self,
        attr: &'a Attr,
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<(), bool> {
        let known = match met.entry.what {
            Met::Absent | Met::Placed => return ControlFlow::Continue(true),
            Met::Computed(_) | Met::ComputedText(..) => true,
            _ => false,
        };
        if !known || !self.options.computed {
            return ControlFlow::Continue(known);
        }
        self.flush_headings()?;
        self.value.clear();
        self.value.push(Role::Punctuation, "= ");
        match met.entry.what {
            Met::Computed(number) => add_number(&self.preview, &mut self.value, attr, number),
            Met::ComputedText(from, to) => {
                let text = met.record.text(from, to);
                self.preview.text(&mut self.value, Some(attr), text);
            }
            _ => {}
        }
        let called = row.called(Role::Comment);
        self.canvas.row(None, called, &self.value)?;
        ControlFlow::Continue(true)
    }
}
