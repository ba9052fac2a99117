//! Types that are written in one row: a few plain fields, or a single value.

use super::describe::Describe;
use crate::schema::{Attr, DataType, Repeat, Schema, Size, TypeDef, TypeId};
use crate::view::doc::{Line, Role};
use crate::view::facts::is_hidden;

/// Fields of a type that is written in one row.
const MAX_FIELDS: usize = 6;

/// Characters of their names.
const MAX_NAMES: usize = 60;

impl<'s> Describe<'s> {
    /// The fields of a type that fits into one row.
    pub(super) fn inline(&self, data: &DataType) -> Option<Vec<&'s Attr>> {
        let DataType::User { ty, .. } = data else {
            return None;
        };
        inline_fields(self.schema(), *ty)
    }

    /// `x, w, y, h, unsigned 8-bit`, or each with its type.
    pub(super) fn inline_words(&self, line: &mut Line, ty: TypeId, fields: &[&Attr]) {
        let inner = self.of_type(ty);
        let kinds: Vec<Line> = fields
            .iter()
            .map(|attr| {
                let mut kind = Line::new();
                inner.data_words(&mut kind, &attr.data, 1);
                kind
            })
            .collect();
        let alike = kinds.windows(2).all(|two| two[0].text() == two[1].text());
        for (i, (attr, kind)) in fields.iter().zip(&kinds).enumerate() {
            if i > 0 {
                line.push(Role::Plain, ", ");
            }
            line.untrusted(Role::Heading, &attr.id);
            if !alike {
                line.spaces(1);
                line.append(kind);
            }
        }
        if alike && let Some(kind) = kinds.first() {
            line.push(Role::Plain, ", ");
            line.append(kind);
        }
    }
}

/// The fields of a type that fits into one row: a few plain ones that are
/// always there.
pub(super) fn inline_fields(schema: &Schema, ty: TypeId) -> Option<Vec<&Attr>> {
    let def = schema.ty(ty);
    let plain = |attr: &Attr| {
        matches!(attr.repeat, Repeat::Once)
            && attr.cond.is_none()
            && match &attr.data {
                DataType::Int { enumeration, .. } => enumeration.is_none(),
                DataType::Float { .. } => true,
                DataType::Bytes(extent) | DataType::Str { extent, .. } => {
                    matches!(extent.size, Size::Expr(_))
                        && extent.process.is_none()
                        && attr.valid.is_empty()
                }
                DataType::User { ty, extent, .. } => extent.is_none() && is_scalar(schema.ty(*ty)),
                _ => false,
            }
    };
    let shown: Vec<&Attr> = def.seq.iter().filter(|attr| !is_hidden(attr)).collect();
    let fits = (1..=MAX_FIELDS).contains(&shown.len()) && shown.iter().all(|attr| plain(attr));
    let long: usize = shown.iter().map(|attr| attr.id.len() + 2).sum();
    (fits && !is_scalar(def) && long <= MAX_NAMES).then_some(shown)
}

/// Whether objects of a type stand for one value: a single field, and a text
/// that says the value.
pub(super) fn is_scalar(ty: &TypeDef) -> bool {
    ty.to_string.is_some()
        && ty.seq.len() == 1
        && ty
            .instances
            .iter()
            .all(|it| it.value.is_some() || is_hidden(&it.attr))
}
