//! The values of what was met.

use super::{How, Meeting, Met};
use crate::decode::form::{Entry, Number};
use crate::decode::text;
use crate::schema::{Attr, DataType, Encoding, ExprKind, ValidRule};
use crate::view::doc::{Line, Role};
use crate::view::hexdump::View;
use crate::view::hexdump::flow::Flow;
use crate::view::number;
use crate::view::preview::Preview;

impl<'a> View<'_, 'a> {
    /// Adds a field's value; `None` if there is more to say of it.
    pub(super) fn add_met(
        &self,
        line: &mut Line,
        flow: &Flow<'a>,
        (attr, how): (&Attr, How),
        met: Meeting<'_>,
    ) -> Option<()> {
        match met.entry.what {
            Met::Number(number) => {
                self.has_name(number)?;
                let target = match (how, number) {
                    (How::Pointer(target), Number::Int(_, None)) => met.target(target),
                    _ => None,
                };
                match (target, number) {
                    (Some(target), Number::Int(offset, _)) => {
                        self.preview.pointer(line, offset, target);
                    }
                    _ => add_number(&self.preview, line, attr, number),
                }
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
                let plain = matches!(encoding, Encoding::Ascii | Encoding::Utf8);
                if plain && bytes.is_ascii() {
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

    /// `None` if a member of an enum has no name: another order of its bytes may
    /// have one.
    pub(super) fn has_name(&self, number: Number) -> Option<()> {
        if let Number::Int(number, Some(id)) = number {
            self.tree.schema().enumeration(id).entry(number)?;
        }
        Some(())
    }

    /// Whether a field keeps the rules of its `valid`.
    pub(super) fn is_right(&self, flow: &Flow<'a>, attr: &Attr, entry: &Entry) -> bool {
        attr.valid
            .iter()
            .all(|valid| match (&valid.rule, entry.what) {
                (ValidRule::Eq(wanted), Met::Bytes(from, to)) => match &wanted.kind {
                    ExprKind::Bytes(wanted) => **wanted == *self.tree.bytes(flow.buffer, from, to),
                    _ => false,
                },
                (rule, Met::Number(Number::Int(found, None))) => keeps(rule, found),
                // its elements are tested
                (_, Met::Array { .. }) => true,
                _ => false,
            })
    }
}

/// Whether a number keeps a rule that names numbers.
fn keeps(rule: &ValidRule, found: i128) -> bool {
    let number = |kind: &ExprKind| match kind {
        ExprKind::Int(number) => Some(*number),
        _ => None,
    };
    match rule {
        ValidRule::Eq(wanted) => number(&wanted.kind) == Some(found),
        ValidRule::Min(least) => number(&least.kind).is_some_and(|least| found >= least),
        ValidRule::Max(most) => number(&most.kind).is_some_and(|most| found <= most),
        ValidRule::AnyOf(list) => list.iter().any(|one| number(&one.kind) == Some(found)),
        ValidRule::Expr(_) | ValidRule::InEnum => false,
    }
}

/// Adds a number as its attribute asks for.
pub(super) fn add_number(preview: &Preview<'_>, line: &mut Line, attr: &Attr, number: Number) {
    match number {
        Number::Int(number, None) => {
            preview.int(line, number, attr.show.as_ref(), Some(&attr.data));
        }
        Number::Int(number, Some(id)) => preview.enumeration(line, id, number),
        Number::Bool(true) => line.push(Role::Enum, "true"),
        Number::Bool(false) => line.push(Role::Enum, "false"),
        Number::Float(number) => number::float(line, Role::Number, number),
    }
}
