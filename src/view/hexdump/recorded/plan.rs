//! Which members can be shown by what a machine met of them; the others are
//! shown by the tree.

use crate::schema::{
    Attr, DataType, Expr, ExprKind, Extent, Member, Repeat, Schema, Show, TypeDef, ValidRule,
};
use crate::view::facts::Facts;

/// How a member is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// By what was met.
    Met,
    /// So too, if it is the constant that the grammar demands.
    Constant,
    /// By the tree.
    Tree,
}

/// How the members of a type are shown: fields, then instances.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) def: &'a TypeDef,
    hows: Box<[How]>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(def: &'a TypeDef, schema: &Schema, facts: &Facts<'_>) -> Plan<'a> {
        let fields = def.seq.iter().enumerate().map(|(i, attr)| {
            let pointer = points(def, Member::Seq(i as u16));
            (attr, pointer)
        });
        let instances = def.instances.iter().enumerate().map(|(i, instance)| {
            let pointer = points(def, Member::Instance(i as u16));
            (&instance.attr, pointer)
        });
        let hows = fields.chain(instances).map(|(attr, pointer)| match pointer {
            true => How::Tree,
            false => how(attr, schema, facts),
        });
        Plan {
            def,
            hows: hows.collect(),
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

    pub(super) fn is_instance(&self, index: u32) -> bool {
        index as usize >= self.def.seq.len()
    }
}

/// Whether a positioned place lies where a member says.
fn points(def: &TypeDef, member: Member) -> bool {
    let names_it = |pos: &Expr| match &pos.kind {
        ExprKind::Member {
            of,
            slot: Some((_, named)),
            ..
        } => matches!(of.kind, ExprKind::This) && *named == member,
        _ => false,
    };
    let mut places = def.instances.iter().filter_map(|it| it.pos.as_ref());
    places.any(names_it)
}

/// How what is read by an attribute is shown.
pub(super) fn how(attr: &Attr, schema: &Schema, facts: &Facts<'_>) -> How {
    let in_array = !matches!(attr.repeat, Repeat::Once);
    if attr.checksum.is_some()
        || matches!(attr.show, Some(Show::Map { .. }))
        || !is_met(&attr.data, in_array, schema, facts)
    {
        return How::Tree;
    }
    let constant = |rule: &ValidRule| match rule {
        ValidRule::Eq(expr) => matches!(expr.kind, ExprKind::Int(_) | ExprKind::Bytes(_)),
        _ => false,
    };
    match attr.valid.iter().all(|valid| constant(&valid.rule)) {
        _ if attr.valid.is_empty() => How::Met,
        true => How::Constant,
        false => How::Tree,
    }
}

fn is_met(data: &DataType, in_array: bool, schema: &Schema, facts: &Facts<'_>) -> bool {
    match data {
        // many numbers share a row
        DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. } => !in_array,
        DataType::Bytes(extent) | DataType::Str { extent, .. } => extent.process.is_none(),
        DataType::User { ty, extent, .. } => {
            let def = schema.ty(*ty);
            def.checks.is_empty()
                && def.to_string.is_none()
                && !facts.may_stand_on_a_row(def, in_array)
                && extent.as_ref().is_none_or(is_whole)
        }
        DataType::Switch {
            cases, fallback, ..
        } => {
            cases
                .iter()
                .all(|case| is_met(&case.data, in_array, schema, facts))
                && fallback
                    .as_ref()
                    .is_none_or(|data| is_met(data, in_array, schema, facts))
        }
        DataType::Computed => true,
    }
}

/// Whether an object has all bytes of its stream.
fn is_whole(extent: &Extent) -> bool {
    extent.terminator.is_none() && extent.pad_right.is_none() && extent.process.is_none()
}
