//! Small objects that stand on one row.

use std::ops::ControlFlow;

use super::{How, Meeting, Met, Plan, Row};
use crate::decode::Span;
use crate::schema::Attr;
use crate::view::doc::{Line, Role};
use crate::view::hexdump::View;
use crate::view::hexdump::canvas::{Extract, Ink};
use crate::view::hexdump::flow::Flow;

impl<'a> View<'_, 'a> {
    /// Shows a small object on one row; gives whether it could.
    pub(super) fn met_compact(
        &mut self,
        flow: &mut Flow<'a>,
        attr: &'a Attr,
        plan: &Plan<'a>,
        met: Meeting<'_>,
        row: Row<'_, 'a>,
    ) -> ControlFlow<(), bool> {
        if self.is_sound(flow, plan, met).is_none() {
            return ControlFlow::Continue(false);
        }
        let mut value = std::mem::take(&mut self.met_text);
        value.clear();
        let known = match plan.def.to_string {
            Some(_) => self.add_object(&mut value, plan, met, ""),
            None => self.add_members(&mut value, flow, plan, met),
        };
        if known.is_none() {
            self.met_text = value;
            return ControlFlow::Continue(false);
        }
        let span = Span {
            buffer: flow.buffer,
            start: met.entry.from,
            end: met.entry.to,
            little_endian_bits: false,
        };
        let advanced = self.advance_in(flow, row.inside, span.start_byte(), row.depth);
        let ink = Ink::Field(self.colours.field(Some(attr), row.name.index));
        let extract = self.claim(flow, &span);
        self.value.clear();
        self.value.append(&value);
        self.met_text = value;
        advanced?;
        self.met_row(flow, &span, &extract, ink, row)?;
        ControlFlow::Continue(true)
    }

    /// Shows the row of a field whose value is at hand.
    pub(super) fn met_row(
        &mut self,
        flow: &Flow<'a>,
        span: &Span,
        extract: &Extract,
        ink: Ink,
        row: Row<'_, 'a>,
    ) -> ControlFlow<()> {
        self.shown_above(flow, span, extract);
        self.flush_headings()?;
        let called = row.called(ink.name());
        self.canvas.row(Some((extract, ink)), called, &self.value)
    }

    /// Adds what an object is: its own text, or its type if that is not its
    /// name. `None` if the text is not known.
    pub(super) fn add_object(
        &self,
        line: &mut Line,
        plan: &Plan<'a>,
        met: Meeting<'_>,
        own_name: &str,
    ) -> Option<()> {
        if plan.def.to_string.is_some() {
            let Met::Object { said, .. } = met.entry.what else {
                return None;
            };
            self.preview.said(line, met.record.said(said?)?);
        } else if *plan.def.name != *own_name {
            line.untrusted(Role::Type, &plan.def.name);
        }
        Some(())
    }

    /// Adds the members of a small object: `x=28 w=4`.
    fn add_members(
        &mut self,
        line: &mut Line,
        flow: &Flow<'a>,
        plan: &Plan<'a>,
        met: Meeting<'_>,
    ) -> Option<()> {
        let many = plan.def.seq.len() > 1;
        for inner in met.members(plan.def) {
            let member = inner.entry.member?;
            let (attr, how) = plan.member(member.index)?;
            if plan.is_instance(member.index) {
                continue;
            }
            if member.index > 0 {
                line.spaces(1);
            }
            if many {
                line.untrusted(Role::Comment, &attr.id);
                line.push(Role::Comment, "=");
            }
            match inner.entry.what {
                Met::Object { form, .. } => {
                    let plan = self.recorder.plan(form, self.tree.schema())?;
                    self.add_object(line, &plan, inner, &attr.id)?;
                }
                _ => self.add_met(line, flow, (attr, how), inner)?,
            }
        }
        Some(())
    }

    /// `None` if something may be wrong with what is inside an object, or if
    /// something in it points elsewhere.
    fn is_sound(&mut self, flow: &Flow<'a>, plan: &Plan<'a>, met: Meeting<'_>) -> Option<()> {
        if plan.def.has_positioned || !plan.def.checks.is_empty() {
            return None;
        }
        for inner in met.members(plan.def) {
            let (attr, how) = plan.member(inner.entry.member?.index)?;
            match how {
                How::Met => {}
                How::Tested if self.is_right(flow, attr, inner.entry) => {}
                How::Tested | How::Pointer(_) | How::Tree => return None,
            }
            match inner.entry.what {
                Met::Object { form, .. } => {
                    let plan = self.recorder.plan(form, self.tree.schema())?;
                    self.is_sound(flow, &plan, inner)?;
                }
                Met::Array { len: 0, .. } | Met::Absent => {}
                Met::Computed(_) | Met::ComputedText(..) => {}
                Met::Number(number) => self.has_name(number)?,
                Met::Bytes(..) => {}
                Met::Text(..) => {
                    let mut text = Line::new();
                    self.add_met(&mut text, flow, (attr, how), inner)?;
                }
                _ => return None,
            }
        }
        Some(())
    }
}
