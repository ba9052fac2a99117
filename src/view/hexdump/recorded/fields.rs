//! The rows of what was met.

use std::ops::ControlFlow;

use super::{How, Meeting, Met, Reached};
use crate::decode::form::{Entry, Number, Record};
use crate::decode::{Span, text};
use crate::schema::{Attr, DataType, Encoding, Endian, ExprKind, ValidRule};
use crate::view::doc::{Line, Role};
use crate::view::hexdump::View;
use crate::view::hexdump::canvas::Ink;
use crate::view::hexdump::flow::Flow;
use crate::view::hexdump::walk::{Name, OPEN};
use crate::view::preview::PARTS;

impl<'a> View<'_, 'a> {
    /// Shows the members of an object.
    pub(super) fn met_members(
        &mut self,
        flow: &mut Flow<'a>,
        object: &Reached<'_, 'a>,
        form: u32,
        (record, entries): (&Record, &[Entry]),
        depth: usize,
    ) -> ControlFlow<()> {
        let (schema, facts) = (self.tree.schema(), self.facts);
        let Some(plan) = self.recorder.plan(form, schema, facts) else {
            return ControlFlow::Continue(());
        };
        let mut rest = entries;
        while let Some(entry) = rest.first() {
            let met = Meeting {
                record,
                entry,
                entries: rest,
            };
            rest = rest.get(1 + entry.inside()..).unwrap_or_default();
            let Some(member) = entry.member else {
                continue;
            };
            let Some((attr, how)) = plan.member(member.index) else {
                continue;
            };
            let child = Reached::child(object, u64::from(member.index));
            if !plan.is_instance(member.index) {
                let name = Name::whole(&attr.id);
                self.met(flow, &child, Some(object), (attr, how), met, name, depth)?;
            } else if how == How::Met && self.computed_row(attr, met, depth)? {
                continue;
            } else if let Some(node) = child.node() {
                self.opened(flow, object, u64::MAX, depth);
                self.instance(flow, node, depth, true)?;
                self.open = None;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows a field or an element. `inside` is the object that has it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn met(
        &mut self,
        flow: &mut Flow<'a>,
        reached: &Reached<'_, 'a>,
        inside: Option<&Reached<'_, 'a>>,
        (attr, how): (&'a Attr, How),
        met: Meeting<'_>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let right = match how {
            How::Met => true,
            How::Constant => self.is_constant(flow, attr, met.entry),
            How::Tree => false,
        };
        let shown = right
            && match met.entry.what {
                Met::Object { form, .. } => {
                    self.met_object(flow, reached, form, met, name, depth)?
                }
                Met::Array { len, .. } => {
                    len > 0 && {
                        self.met_array(flow, reached, inside, attr, met, name, depth)?;
                        true
                    }
                }
                Met::Number(_) | Met::Bytes(..) | Met::Text(..) => {
                    self.met_leaf(flow, inside, attr, met.entry, name, depth)?
                }
                Met::Computed(_) | Met::ComputedText(..) | Met::Unknown => false,
            };
        if shown {
            return ControlFlow::Continue(());
        }
        let Some(node) = reached.node() else {
            return ControlFlow::Continue(());
        };
        if let Some(object) = inside {
            self.opened(flow, object, u64::MAX, depth);
        }
        self.node(flow, node, name, depth)?;
        if inside.is_some() {
            self.open = None;
        }
        ControlFlow::Continue(())
    }

    /// Makes known which structure is open, if a positioned place may come
    /// before `to`.
    fn opened(&mut self, flow: &Flow<'a>, object: &Reached<'_, 'a>, to: u64, depth: usize) {
        self.open = match flow.regions.peek(to) {
            Some(_) => object
                .node()
                .map(|node| (node.last_of_path(PARTS), depth)),
            None => None,
        };
    }

    /// Shows what comes before a byte.
    fn advance_in(
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
        form: u32,
        met: Meeting<'_>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<(), bool> {
        let (schema, facts) = (self.tree.schema(), self.facts);
        let Some(plan) = self.recorder.plan(form, schema, facts) else {
            return ControlFlow::Continue(false);
        };
        if depth >= self.options.depth.unwrap_or(OPEN).min(OPEN) {
            return ControlFlow::Continue(false);
        }
        let (from, to) = (met.entry.from, met.entry.to);
        // at the end of the buffer what has no bytes goes with the last of it
        let span = Span {
            buffer: flow.buffer,
            start: from,
            end: to,
            little_endian_bits: false,
        };
        if !span.is_aligned() {
            return ControlFlow::Continue(false);
        }
        let own_name = if name.index.is_some() { "" } else { name.text };
        let says = *plan.def.name != *own_name;
        self.heading_of(says.then_some(&*plan.def.name), Some(span), name, depth);
        let outer = self.open.take();
        self.met_members(flow, reached, form, (met.record, met.inside()), depth + 1)?;
        self.advance_in(flow, Some(reached), span.end_byte(), depth + 1)?;
        self.open = outer;
        self.pop_heading();
        ControlFlow::Continue(true)
    }

    #[allow(clippy::too_many_arguments)]
    fn met_array(
        &mut self,
        flow: &mut Flow<'a>,
        reached: &Reached<'_, 'a>,
        inside: Option<&Reached<'_, 'a>>,
        attr: &'a Attr,
        met: Meeting<'_>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let mut rest = met.inside();
        let mut index = 0;
        while let Some(entry) = rest.first() {
            let element = Meeting {
                record: met.record,
                entry,
                entries: rest,
            };
            rest = rest.get(1 + entry.inside()..).unwrap_or_default();
            let child = Reached::child(reached, index);
            let name = Name {
                text: name.text,
                index: Some(index),
            };
            let how = match attr.valid.is_empty() {
                true => How::Met,
                false => How::Constant,
            };
            self.met(flow, &child, inside, (attr, how), element, name, depth)?;
            index += 1;
        }
        ControlFlow::Continue(())
    }

    /// Shows a field's row; gives whether it could.
    fn met_leaf(
        &mut self,
        flow: &mut Flow<'a>,
        inside: Option<&Reached<'_, 'a>>,
        attr: &'a Attr,
        entry: &Entry,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<(), bool> {
        let little = match attr.data {
            DataType::Bits { endian, .. } => endian == Endian::Le,
            _ => false,
        };
        let span = Span {
            buffer: flow.buffer,
            start: entry.from,
            end: entry.to,
            little_endian_bits: little,
        };
        let raw = matches!(attr.data, DataType::Bytes(_));
        if raw && flow.regions.peek(span.end_byte()).is_some() {
            return ControlFlow::Continue(false);
        }
        let mut value = std::mem::take(&mut self.spare);
        value.clear();
        let known = self.add_met(&mut value, flow, attr, entry);
        if known.is_none() {
            self.spare = value;
            return ControlFlow::Continue(false);
        }
        self.advance_in(flow, inside, span.start_byte(), depth)?;
        let ink = Ink::Field(self.colours.field(Some(attr), name.index));
        let mut extract = self.claim(flow, &span);
        let bits = matches!(attr.data, DataType::Bits { .. });
        extract.bits = bits && extract.start == extract.end && span.end > span.start;
        self.pane.clear();
        self.begin_field(name, ink.name(), depth, &[]);
        let mut rows = self.canvas.rows_of(&extract);
        self.value.clear();
        if bits {
            crate::view::hexdump::map::bits(
                &mut self.value,
                self.tree,
                &span,
                self.canvas.signs,
                ink.name(),
            );
        }
        self.value.append(&value);
        self.spare = value;
        self.aside.clear();
        if self.shown_above(flow, &span, &extract) {
            rows = rows.max(2);
        }
        self.spread_value(rows);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)?;
        ControlFlow::Continue(true)
    }

    /// Shows a computed value; gives whether it could.
    fn computed_row(
        &mut self,
        attr: &'a Attr,
        met: Meeting<'_>,
        depth: usize,
    ) -> ControlFlow<(), bool> {
        if matches!(met.entry.what, Met::Unknown) {
            return ControlFlow::Continue(false);
        }
        if !self.options.computed {
            return ControlFlow::Continue(true);
        }
        self.flush_headings()?;
        self.pane.clear();
        self.begin_field(Name::whole(&attr.id), Role::Comment, depth, &[]);
        let preview = self.preview;
        if let Some(line) = self.pane.last() {
            line.push(Role::Punctuation, "= ");
            match met.entry.what {
                Met::Computed(number) => add_number(&preview, line, attr, number),
                Met::ComputedText(from, to) => {
                    preview.text(line, Some(attr), met.record.text(from, to));
                }
                _ => {}
            }
        }
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))?;
        ControlFlow::Continue(true)
    }

    /// Adds a field's value; `None` if there is more to say of it.
    fn add_met(&self, line: &mut Line, flow: &Flow<'a>, attr: &Attr, entry: &Entry) -> Option<()> {
        match entry.what {
            Met::Number(number) => {
                if let Number::Int(number, Some(id)) = number {
                    // another order of its bytes may have a name
                    self.tree.schema().enumeration(id).entry(number)?;
                }
                add_number(&self.preview, line, attr, number);
            }
            Met::Bytes(from, to) => {
                let bytes = self.tree.bytes(flow.buffer, from, to);
                self.preview.content(line, Some(attr), &bytes);
            }
            Met::Text(from, to) => {
                let DataType::Str { encoding, .. } = &attr.data else {
                    return None;
                };
                let bytes = self.tree.bytes(flow.buffer, from, to);
                if matches!(encoding, Encoding::Ascii | Encoding::Utf8) && bytes.is_ascii() {
                    let text = std::str::from_utf8(&bytes).ok()?;
                    self.preview.text(line, Some(attr), text);
                } else {
                    let text = text::decode(&bytes, encoding).ok()?;
                    if text.replaced > 0 {
                        return None;
                    }
                    self.preview.text(line, Some(attr), &text.text);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a field is what the grammar demands.
    fn is_constant(&self, flow: &Flow<'a>, attr: &Attr, entry: &Entry) -> bool {
        attr.valid.iter().all(|valid| match (&valid.rule, entry.what) {
            (ValidRule::Eq(expr), Met::Number(Number::Int(found, None))) => {
                matches!(&expr.kind, ExprKind::Int(wanted) if *wanted == found)
            }
            (ValidRule::Eq(expr), Met::Bytes(from, to)) => match &expr.kind {
                ExprKind::Bytes(wanted) => **wanted == *self.tree.bytes(flow.buffer, from, to),
                _ => false,
            },
            // its elements are tested
            (ValidRule::Eq(_), Met::Array { .. }) => true,
            _ => false,
        })
    }
}

fn add_number(preview: &crate::view::preview::Preview<'_>, line: &mut Line, attr: &Attr, number: Number) {
    match number {
        Number::Int(number, None) => {
            preview.int(line, number, attr.show.as_ref(), Some(&attr.data));
        }
        Number::Int(number, Some(id)) => preview.enumeration(line, id, number),
        Number::Bool(true) => line.push(Role::Enum, "true"),
        Number::Bool(false) => line.push(Role::Enum, "false"),
        Number::Float(number) => crate::view::number::float(line, Role::Number, number),
    }
}
