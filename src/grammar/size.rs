//! Sizes and layouts that are the same for all objects of a type.

use crate::schema::{
    Attr, DataType, Endian, EndianRule, Expr, ExprKind, Extent, FixedLayout, Repeat, Size, TypeDef,
    TypeId,
};

/// A repeat count up to which an array is part of a fixed layout.
const MAX_COUNT: u64 = 1 << 16;

/// Where a seq has got to, in bits.
#[derive(Default)]
struct Cursor {
    at: u64,
    /// Order of the bit field that ended here, if one did.
    bits: Option<Endian>,
}

impl Cursor {
    fn align(&mut self) -> Option<()> {
        self.at = self.at.checked_next_multiple_of(8)?;
        self.bits = None;
        Some(())
    }

    /// Moves past `count` elements; gives where they lie.
    fn advance(&mut self, data: &DataType, element: u64, count: u64) -> Option<(u64, u64)> {
        match data {
            DataType::Bits { endian, .. } => {
                if self.bits.is_some_and(|before| before != *endian) {
                    self.align()?;
                }
                self.bits = Some(*endian);
            }
            _ => self.align()?,
        }
        let start = self.at;
        self.at = element.checked_mul(count)?.checked_add(start)?;
        Some((start, self.at))
    }
}

fn constant(expr: &Expr) -> Option<u64> {
    match expr.kind {
        ExprKind::Int(n) => u64::try_from(n).ok(),
        _ => None,
    }
}

fn count(repeat: &Repeat) -> Option<u64> {
    match repeat {
        Repeat::Once => Some(1),
        Repeat::Count(count) => constant(count),
        Repeat::Eos | Repeat::Until(_) => None,
    }
}

fn extent_bits(extent: &Extent) -> Option<u64> {
    match &extent.size {
        Size::Expr(size) => constant(size)?.checked_mul(8),
        Size::None | Size::Eos => None,
    }
}

/// Size of one element in bits, as `_sizeof` counts it.
fn element_bits(data: &DataType, type_bits: &dyn Fn(TypeId) -> Option<u64>) -> Option<u64> {
    match data {
        DataType::Int { width, .. } | DataType::Float { width, .. } => Some(u64::from(*width) * 8),
        DataType::Bits { width, .. } => Some((*width).into()),
        DataType::Bytes(extent) | DataType::Str { extent, .. } => extent_bits(extent),
        DataType::User {
            extent: Some(extent),
            ..
        } => extent_bits(extent),
        DataType::User {
            ty, extent: None, ..
        } => type_bits(*ty)?.checked_next_multiple_of(8),
        DataType::Switch { .. } | DataType::Computed => None,
    }
}

/// Size of a field in bits, all elements together.
pub(crate) fn attr_bits(attr: &Attr, type_bits: &dyn Fn(TypeId) -> Option<u64>) -> Option<u64> {
    if attr.cond.is_some() {
        return None;
    }
    element_bits(&attr.data, type_bits)?.checked_mul(count(&attr.repeat)?)
}

/// Size of a seq in bits.
pub(crate) fn seq_bits(seq: &[Attr], type_bits: &dyn Fn(TypeId) -> Option<u64>) -> Option<u64> {
    let mut cursor = Cursor::default();
    for attr in seq {
        let element = element_bits(&attr.data, type_bits)?;
        attr_bits(attr, type_bits)?;
        cursor.advance(&attr.data, element, count(&attr.repeat)?)?;
    }
    Some(cursor.at)
}

/// A layout, and how many fields and elements of it take no bytes.
#[derive(Clone)]
struct Laid {
    layout: FixedLayout,
    empty: u64,
}

/// How far the layout of a type is known.
#[derive(Clone)]
enum State {
    Unknown,
    Running,
    Done(Option<Laid>),
}

/// What takes no bytes in a fixed layout; where there is more, reading says so.
const MAX_EMPTY: u64 = 64;

/// Nested types; deeper ones have no fixed layout.
const MAX_DEPTH: u32 = 100;

/// The fixed layouts of all types, by id.
pub(crate) fn layouts(types: &[TypeDef]) -> Vec<Option<FixedLayout>> {
    let mut states = vec![State::Unknown; types.len()];
    (0..types.len())
        .map(|id| Some(layout(types, &mut states, id, 0)?.layout))
        .collect()
}

fn layout(types: &[TypeDef], states: &mut [State], id: usize, depth: u32) -> Option<Laid> {
    match states.get(id)? {
        State::Done(layout) => return layout.clone(),
        State::Running => return None,
        State::Unknown => {}
    }
    if depth > MAX_DEPTH {
        return None;
    }
    states[id] = State::Running;
    let found = types.get(id).and_then(|ty| {
        if matches!(ty.endian, EndianRule::Switch { .. }) {
            return None;
        }
        let mut cursor = Cursor::default();
        let mut fields = Vec::with_capacity(ty.seq.len());
        let mut empty: u64 = 0;
        for attr in &ty.seq {
            let (element, within) = fixed_element(types, states, attr, depth)?;
            let count = count(&attr.repeat).filter(|count| *count <= MAX_COUNT)?;
            let each = within.checked_add(u64::from(element == 0))?;
            empty = each.checked_mul(count)?.checked_add(empty)?;
            fields.push(cursor.advance(&attr.data, element, count)?);
        }
        let size = cursor.at.div_ceil(8);
        let layout = FixedLayout { size, fields };
        (empty <= MAX_EMPTY).then_some(Laid { layout, empty })
    });
    states[id] = State::Done(found.clone());
    found
}

/// Size of an element in bits, if reading it needs no evaluation, and how much
/// within it takes no bytes.
fn fixed_element(
    types: &[TypeDef],
    states: &mut [State],
    attr: &Attr,
    depth: u32,
) -> Option<(u64, u64)> {
    if attr.cond.is_some() {
        return None;
    }
    let plain = |extent: &Extent| {
        extent.terminator.is_none() && extent.pad_right.is_none() && extent.process.is_none()
    };
    match &attr.data {
        DataType::Bytes(extent) | DataType::Str { extent, .. } if !plain(extent) => None,
        DataType::User {
            extent: Some(_), ..
        } => None,
        DataType::User { args, .. } if !args.is_empty() => None,
        DataType::User {
            ty, extent: None, ..
        } => {
            let Laid { layout, empty } = layout(types, states, ty.0 as usize, depth + 1)?;
            // What follows may go on in its last byte.
            let size = layout.is_whole().then_some(layout.size)?;
            Some((size.checked_mul(8)?, empty))
        }
        data => Some((element_bits(data, &|_| None)?, 0)),
    }
}

/// For each type whether it, or one read inside it, has a parse instance.
pub(crate) fn positioned(types: &[TypeDef]) -> Vec<bool> {
    let mut outer: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    for (id, ty) in types.iter().enumerate() {
        for inner in inner_types(ty) {
            if let Some(outer) = outer.get_mut(inner) {
                outer.push(id);
            }
        }
    }
    let mut found = vec![false; types.len()];
    let parses = |ty: &TypeDef| ty.instances.iter().any(|instance| instance.value.is_none());
    let mut next: Vec<usize> = (0..types.len()).filter(|id| parses(&types[*id])).collect();
    while let Some(id) = next.pop() {
        if !std::mem::replace(&mut found[id], true) {
            next.extend(&outer[id]);
        }
    }
    found
}

/// The types that a type's fields may have.
fn inner_types(ty: &TypeDef) -> Vec<usize> {
    let mut inner = Vec::new();
    let mut add = |data: &DataType| {
        if let DataType::User { ty, .. } = data {
            inner.push(ty.0 as usize);
        }
    };
    for attr in ty
        .seq
        .iter()
        .chain(ty.instances.iter().map(|instance| &instance.attr))
    {
        match &attr.data {
            DataType::Switch { cases, .. } => cases.iter().for_each(|case| add(&case.data)),
            data => add(data),
        }
    }
    inner
}
