//! The variants of a format whose grammar computes which one a file is of: a
//! value instance with an enum, on whose value fields depend.

use std::collections::HashSet;

use super::known::{Const, Known};
use crate::schema::{
    Attr, DataType, EnumId, Expr, ExprKind, Extent, Member, Process, Repeat, Schema, Size, Ty,
    TypeDef, TypeId, ValidRule,
};

/// With more variants the type is drawn once, as written.
const MAX_VARIANTS: usize = 48;

/// Nested ternaries of a definition that are followed.
const DEEPEST: u32 = 64;

/// One variant of a type.
#[derive(Debug)]
pub(super) struct Variant<'s> {
    /// The value that names it, and the enum that it is of.
    pub(super) value: i128,
    pub(super) enumeration: EnumId,
    /// What holds of its files.
    pub(super) known: Known<'s>,
}

/// The member that tells a type's variants apart.
pub(super) fn discriminator(schema: &Schema, id: TypeId) -> Option<(u16, EnumId)> {
    let ty = schema.ty(id);
    let used = used_by_fields(schema, id, ty);
    ty.instances.iter().zip(0..).find_map(|(instance, i)| {
        let Ty::Enum(enumeration) = instance.attr.ty else {
            return None;
        };
        let computed = matches!(&instance.value, Some(value) if is_choice(value));
        (computed && used.contains(&Member::Instance(i))).then_some((i, enumeration))
    })
}

/// The variants of a type, in the order in which the grammar names them; none
/// if it has only one.
pub(super) fn variants(schema: &Schema, id: TypeId) -> Vec<Variant<'_>> {
    let Some((i, enumeration)) = discriminator(schema, id) else {
        return Vec::new();
    };
    let ty = schema.ty(id);
    let Some(definition) = ty
        .instances
        .get(usize::from(i))
        .and_then(|it| it.value.as_ref())
    else {
        return Vec::new();
    };
    let mut found: Vec<Variant<'_>> = Vec::new();
    for known in cases(schema, id, ty) {
        let mut outcomes = Vec::new();
        if follow(&known, definition, DEEPEST, &mut outcomes).is_none() {
            return Vec::new();
        }
        for (value, known) in outcomes {
            if found.iter().any(|it| it.value == value) {
                continue;
            }
            found.push(Variant {
                value,
                enumeration,
                known: known.with(Member::Instance(i), Const::Int(value)),
            });
        }
    }
    if found.len() < 2 || found.len() > MAX_VARIANTS {
        return Vec::new();
    }
    found
}

/// Assumptions to begin with: each value that a mark may have by its `valid`.
fn cases<'s>(schema: &'s Schema, id: TypeId, ty: &'s TypeDef) -> Vec<Known<'s>> {
    let nothing = Known::new(schema, id);
    let marks = ty.seq.iter().zip(0..).find_map(|(attr, i)| {
        let values = attr.valid.iter().find_map(|valid| match &valid.rule {
            ValidRule::AnyOf(values) if matches!(attr.repeat, Repeat::Once) => Some(values),
            _ => None,
        })?;
        let values: Option<Vec<Const>> = values.iter().map(|it| nothing.value(it)).collect();
        Some((Member::Seq(i), attr, values?))
    });
    let Some((member, attr, values)) = marks else {
        return vec![nothing];
    };
    let of_value = |value: &Const| {
        let known = nothing.with(member, value.clone());
        // a text's length is known with the text
        match (length(value), size_member(&nothing, attr)) {
            (Some(len), Some(size)) => known.with(size, Const::Int(len)),
            _ => known,
        }
    };
    values.iter().map(of_value).collect()
}

fn length(value: &Const) -> Option<i128> {
    match value {
        Const::Str(text) if text.is_ascii() => i128::try_from(text.len()).ok(),
        Const::Bytes(bytes) => i128::try_from(bytes.len()).ok(),
        _ => None,
    }
}

fn size_member(known: &Known<'_>, attr: &Attr) -> Option<Member> {
    let (DataType::Str { extent, .. } | DataType::Bytes(extent)) = &attr.data else {
        return None;
    };
    match &extent.size {
        Size::Expr(size) => known.own_member(size),
        Size::None | Size::Eos => None,
    }
}

fn is_choice(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(of, _) => is_choice(of),
        ExprKind::Ternary(..) => true,
        _ => false,
    }
}

/// Adds every value that a definition can give, with what holds then. `None` if
/// one is not a constant.
fn follow<'s>(
    known: &Known<'s>,
    expr: &Expr,
    depth: u32,
    outcomes: &mut Vec<(i128, Known<'s>)>,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if let Some(value) = known.value(expr) {
        outcomes.push((value.as_int()?, known.clone()));
        return Some(());
    }
    if outcomes.len() > MAX_VARIANTS {
        return None;
    }
    match &expr.kind {
        ExprKind::Cast(of, _) => follow(known, of, depth, outcomes),
        ExprKind::Ternary(test, a, b) => match known.truth(test) {
            Some(true) => follow(known, a, depth, outcomes),
            Some(false) => follow(known, b, depth, outcomes),
            None => {
                follow(&known.given(test, true), a, depth, outcomes)?;
                follow(&known.given(test, false), b, depth, outcomes)
            }
        },
        _ => None,
    }
}

/// The members of a type that its fields depend on, directly or not.
fn used_by_fields(schema: &Schema, id: TypeId, ty: &TypeDef) -> HashSet<Member> {
    let mut names = Names {
        schema,
        id,
        found: HashSet::new(),
        steps: 0,
    };
    for attr in &ty.seq {
        names.attr(attr);
    }
    names.found
}

struct Names<'s> {
    schema: &'s Schema,
    id: TypeId,
    found: HashSet<Member>,
    steps: u32,
}

impl Names<'_> {
    fn attr(&mut self, attr: &Attr) {
        if let Some(cond) = &attr.cond {
            self.expr(cond);
        }
        match &attr.repeat {
            Repeat::Count(expr) | Repeat::Until(expr) => self.expr(expr),
            Repeat::Once | Repeat::Eos => {}
        }
        self.data(&attr.data);
    }

    fn data(&mut self, data: &DataType) {
        match data {
            DataType::Bytes(extent) | DataType::Str { extent, .. } => self.extent(extent),
            DataType::User { args, extent, .. } => {
                args.iter().for_each(|arg| self.expr(arg));
                if let Some(extent) = extent {
                    self.extent(extent);
                }
            }
            DataType::Switch {
                on,
                cases,
                fallback,
            } => {
                self.expr(on);
                cases.iter().for_each(|case| self.data(&case.data));
                if let Some(data) = fallback {
                    self.data(data);
                }
            }
            _ => {}
        }
    }

    fn extent(&mut self, extent: &Extent) {
        if let Size::Expr(size) = &extent.size {
            self.expr(size);
        }
        if let Some(Process::Xor(arg) | Process::Rol(arg) | Process::Ror(arg)) = &extent.process {
            self.expr(arg);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.steps += 1;
        if self.steps > 100_000 {
            return;
        }
        match &expr.kind {
            ExprKind::Member { of, slot, .. } => {
                self.expr(of);
                if let Some((ty, member)) = slot
                    && *ty == self.id
                    && self.found.insert(*member)
                    && let Member::Instance(i) = member
                    && let Some(value) = self
                        .schema
                        .ty(*ty)
                        .instances
                        .get(usize::from(*i))
                        .and_then(|it| it.value.as_ref())
                {
                    // borrowed from the schema, which outlives this walk
                    self.expr(value);
                }
            }
            ExprKind::Special(of, _) | ExprKind::Unary(_, of) | ExprKind::Cast(of, _) => {
                self.expr(of);
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Subscript(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Ternary(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Method { of, args, .. } => {
                self.expr(of);
                args.iter().for_each(|arg| self.expr(arg));
            }
            _ => {}
        }
    }
}
