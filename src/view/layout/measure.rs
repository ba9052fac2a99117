//! How much room fields take, and where the next one begins.

use super::amount::Amount;
use super::block::{Len, Place, Row};
use super::reduce::Sizes;
use crate::schema::{DataType, Endian, Schema, Size};

/// Where the next field begins.
pub(super) struct Cursor {
    /// The field that `bits` are counted from the end of.
    pub(super) after: Option<String>,
    pub(super) bits: u64,
    /// The same from the beginning of the block, as far as it can be said.
    pub(super) total: Option<Amount>,
    /// The bit order of the field before, if that was a bit field.
    order: Option<Endian>,
    /// The condition and the name of the field before, if that has one.
    optional: Option<(String, String)>,
}

impl Cursor {
    pub(super) fn new() -> Cursor {
        Cursor {
            after: None,
            bits: 0,
            total: Some(Amount::default()),
            order: None,
            optional: None,
        }
    }

    /// Moves to where a field with this condition can begin.
    pub(super) fn begin(&mut self, schema: &Schema, data: &DataType, cond: &str) {
        // fields with one condition are there together or not at all
        if let Some((_, name)) = self.optional.take_if(|(before, _)| before != cond) {
            self.after = Some(name);
            self.bits = 0;
        }
        let order = match data {
            DataType::Bits { endian, .. } => Some(*endian),
            _ => None,
        };
        let apart = match self.order {
            Some(before) => order != Some(before),
            // An object that ended within a byte leaves the rest of it.
            None => order.is_none() && first_bits(schema, data, 0).is_none(),
        };
        if apart {
            let whole = self.bits.checked_next_multiple_of(8).unwrap_or(self.bits);
            let gap = whole - self.bits;
            self.total = self
                .total
                .take()
                .and_then(|it| it.plus(&Amount::of_bits(i128::from(gap))));
            self.bits = whole;
        }
        self.order = order;
    }

    /// Moves behind a field.
    pub(super) fn advance(&mut self, row: &Row) {
        let next = row.len.bits().and_then(|bits| self.bits.checked_add(bits));
        match next {
            Some(bits) => {
                self.bits = bits;
                let cond = (!row.cond.is_empty()).then(|| row.cond.clone());
                self.optional = cond.map(|cond| (cond, row.name.clone()));
            }
            None => {
                self.after = Some(row.name.clone());
                self.bits = 0;
                self.optional = None;
            }
        }
        self.total = match (self.total.take(), row.len.amount()) {
            (Some(total), Some(len)) if row.cond.is_empty() => total.plus(&len),
            _ => None,
        };
    }
}

/// Nested types that are gone into to see how they begin.
const MAX_DEPTH: u32 = 20;

/// The bit order of what is read first, if that is a bit field.
fn first_bits(schema: &Schema, data: &DataType, depth: u32) -> Option<Endian> {
    match data {
        DataType::Bits { endian, .. } => Some(*endian),
        DataType::User {
            ty, extent: None, ..
        } if depth < MAX_DEPTH => {
            let first = schema.ty(*ty).seq.first()?;
            first_bits(schema, &first.data, depth + 1)
        }
        _ => None,
    }
}

/// The bit order of what may begin and end within bytes: a bit field, or an
/// object that begins with one and ends with part of a byte.
pub(super) fn bit_order(schema: &Schema, data: &DataType) -> Option<Endian> {
    if let DataType::User { ty, .. } = data
        && schema.ty(*ty).layout.as_ref()?.is_whole()
    {
        return None;
    }
    first_bits(schema, data, 0)
}

/// One element's size.
pub(super) fn element_len(schema: &Schema, sizes: &Sizes<'_>, data: &DataType) -> Len {
    match data {
        DataType::Int { width, .. } | DataType::Float { width, .. } => {
            Len::Bits(u64::from(*width) * 8)
        }
        DataType::Bits { width, .. } => Len::Bits((*width).into()),
        DataType::Bytes(extent) | DataType::Str { extent, .. } => extent_len(sizes, &extent.size),
        DataType::User {
            extent: Some(extent),
            ..
        } => extent_len(sizes, &extent.size),
        DataType::User {
            ty, extent: None, ..
        } => match &schema.ty(*ty).layout {
            Some(layout) => Len::Bits(layout.bits()),
            None => Len::Unknown,
        },
        DataType::Switch {
            cases, fallback, ..
        } => {
            let all = cases.iter().map(|case| &case.data);
            let mut lens = all
                .chain(fallback.as_deref())
                .map(|data| element_len(schema, sizes, data));
            match lens.next() {
                Some(first) if lens.all(|it| it == first) => first,
                _ => Len::Unknown,
            }
        }
        DataType::Computed => Len::Bits(0),
    }
}

fn extent_len(sizes: &Sizes<'_>, size: &Size) -> Len {
    match size {
        Size::Expr(size) => Len::of(sizes.amount(size)),
        Size::Eos => Len::End,
        Size::None => Len::Unknown,
    }
}

/// The size of all rows together.
pub(super) fn size_of(rows: &[Row], ascii: bool) -> String {
    let mut sum = Amount::default();
    for row in rows {
        if matches!(row.place, Place::At(_)) {
            continue;
        }
        let len = row.len.amount().filter(|_| row.cond.is_empty());
        let Some(next) = len.and_then(|len| sum.plus(&len)) else {
            return String::new();
        };
        sum = next;
    }
    match sum.constant() {
        Some(bits) => bits.div_ceil(8).to_string(),
        None => sum.text(ascii).unwrap_or_default(),
    }
}
