//! Which members can be shown by what a machine met of them; the others are
//! shown by the tree.

use crate::schema::{
    Attr, DataType, Expr, ExprKind, Extent, Member, Repeat, Schema, Show, TypeDef, ValidRule,
};

/// How a member is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// By what was met.
    Met,
    /// So too, if it keeps the rules of its `valid`.
    Tested,
    /// So too; the instance with this number lies where it says.
    Pointer(u16),
    /// By the tree.
    Tree,
}

/// How the members of a type are shown: fields, then instances.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) def: &'a TypeDef,
    hows: Box<[How]>,
    /// The number of the first member among those of all types.
    first: usize,
}

impl<'a> Plan<'a> {
    pub(super) fn new(def: &'a TypeDef, schema: &Schema, first: usize) -> Plan<'a> {
        let fields = def.seq.iter().enumerate().map(|(i, attr)| {
            let pointer = points(def, Member::Seq(i as u16));
            (attr, pointer)
        });
        let instances = def.instances.iter().enumerate().map(|(i, instance)| {
            let pointer = points(def, Member::Instance(i as u16));
            (&instance.attr, pointer)
        });
        let hows = fields.chain(instances).map(|(attr, target)| {
            let how = how(attr, schema);
            match target {
                None => how,
                Some(target) if how == How::Met => How::Pointer(target),
                Some(_) => How::Tree,
            }
        });
        Plan {
            def,
            hows: hows.collect(),
            first,
        }
    }

    /// A member, and how it is shown.
    pub(super) fn member(&self, index: u32) -> Option<(&'a Attr, How)> {
        let index = index as usize;
        let def = self.def;
        let attr = match index.checked_sub(def.seq.len()) {
            None => def.seq.get(index)?,
            Some(index) => &def.instances.get(index)?.attr,
        };
        Some((attr, *self.hows.get(index)?))
    }

    /// The number of a member among those of all types.
    pub(super) fn number(&self, index: u32) -> usize {
        self.first + index as usize
    }

    pub(super) fn members(&self) -> usize {
        self.hows.len()
    }

    pub(super) fn is_instance(&self, index: u32) -> bool {
        index as usize >= self.def.seq.len()
    }
}

/// The positioned instance that lies where a member says.
fn points(def: &TypeDef, member: Member) -> Option<u16> {
    let names_it = |pos: &Expr| match &pos.kind {
        ExprKind::Member {
            of,
            slot: Some((_, named)),
            ..
        } => matches!(of.kind, ExprKind::This) && *named == member,
        _ => false,
    };
    let at = def
        .instances
        .iter()
        .position(|it| it.pos.as_ref().is_some_and(names_it))?;
    u16::try_from(at).ok()
}

/// How what is read by an attribute is shown.
pub(super) fn how(attr: &Attr, schema: &Schema) -> How {
    let in_array = !matches!(attr.repeat, Repeat::Once);
    if attr.checksum.is_some()
        || matches!(attr.show, Some(Show::Map { .. }))
        || !is_met(&attr.data, in_array, schema)
    {
        return How::Tree;
    }
    let known = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_));
    let simple = |rule: &ValidRule| match rule {
        ValidRule::Eq(expr) => known(expr) || matches!(expr.kind, ExprKind::Bytes(_)),
        ValidRule::Min(expr) | ValidRule::Max(expr) => known(expr),
        ValidRule::AnyOf(list) => list.iter().all(known),
        ValidRule::Expr(_) | ValidRule::InEnum => false,
    };
    match attr.valid.iter().all(|valid| simple(&valid.rule)) {
        _ if attr.valid.is_empty() => How::Met,
        true => How::Tested,
        false => How::Tree,
    }
}

fn is_met(data: &DataType, in_array: bool, schema: &Schema) -> bool {
    match data {
        // many numbers share a row
        DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. } => !in_array,
        DataType::Bytes(extent) | DataType::Str { extent, .. } => extent.process.is_none(),
        DataType::User { ty, extent, .. } => {
            schema.ty(*ty).checks.is_empty() && extent.as_ref().is_none_or(is_whole)
        }
        DataType::Switch {
            cases, fallback, ..
        } => {
            cases
                .iter()
                .all(|case| is_met(&case.data, in_array, schema))
                && fallback
                    .as_ref()
                    .is_none_or(|data| is_met(data, in_array, schema))
        }
        DataType::Computed => true,
    }
}

/// Whether an object has all bytes of its stream.
fn is_whole(extent: &Extent) -> bool {
    extent.terminator.is_none() && extent.pad_right.is_none() && extent.process.is_none()
}
