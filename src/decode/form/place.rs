//! Finds which objects, arrays and runs of bytes expressions name.

use super::compile::{Context, Item};
use super::number::{Hop, Num, Run, RunKind, Where};
use super::{Forms, Kind};
use crate::schema::{
    DataType, Encoding, Expr, ExprKind, Member, Method, Repeat, Special, Ty, TypeId,
};

impl<'a> Forms<'a> {
    /// The place that an object expression names, and the type that is known to
    /// be there.
    pub(super) fn place(&mut self, at: Context, expr: &'a Expr) -> Option<(Where, Option<TypeId>)> {
        let mut hops = Vec::new();
        let ty = self.hops(at, expr, &mut hops)?;
        let place = match hops.is_empty() {
            true => Where::This,
            false => Where::Hops(hops.into()),
        };
        Some((place, ty))
    }

    fn hops(&mut self, at: Context, expr: &'a Expr, hops: &mut Vec<Hop>) -> Option<Option<TypeId>> {
        let at = at.deeper()?;
        match &expr.kind {
            ExprKind::This => Some(Some(at.ty)),
            ExprKind::Item => match at.item? {
                Item::Object(ty) => {
                    hops.push(Hop::Item);
                    Some(Some(ty))
                }
                Item::Number(_) => None,
            },
            ExprKind::Cast(of, Ty::User(_) | Ty::Struct) => {
                self.hops(at, of, hops)?;
                Some(None)
            }
            ExprKind::Special(of, which) => {
                self.hops(at, of, hops)?;
                hops.push(match which {
                    Special::Parent => Hop::Parent,
                    Special::Root => Hop::Root,
                    Special::Io => return None,
                });
                Some(None)
            }
            ExprKind::Member {
                of,
                slot: Some((ty, Member::Seq(i))),
                ..
            } => {
                let found = self.hops(at, of, hops)?;
                let attr = self.schema.ty(*ty).seq.get(usize::from(*i))?;
                if found.is_some_and(|found| found != *ty) || !matches!(attr.repeat, Repeat::Once) {
                    return None;
                }
                hops.push(Hop::Child(*ty, *i));
                match attr.data {
                    DataType::User { ty, .. } => Some(Some(ty)),
                    DataType::Switch { .. } => Some(None),
                    _ => None,
                }
            }
            ExprKind::Member {
                of,
                slot: Some((ty, Member::Instance(i))),
                ..
            } => {
                let found = self.hops(at, of, hops)?;
                let instance = self.schema.ty(*ty).instances.get(usize::from(*i))?;
                if found.is_some_and(|found| found != *ty)
                    || !matches!(instance.attr.repeat, Repeat::Once)
                {
                    return None;
                }
                hops.push(Hop::Far(*ty, *i));
                Some(None)
            }
            ExprKind::Subscript(of, index) => {
                let ty = self.elements(at, of, hops)?;
                let (index, kind) = self.number(at, index)?;
                if !kind.is_number() {
                    return None;
                }
                let (owner, slot, ty) = ty;
                hops.push(Hop::Element(owner, slot, Box::new(index)));
                Some(ty)
            }
            ExprKind::Method { of, method, .. } => {
                let (owner, slot, ty) = self.elements(at, of, hops)?;
                hops.push(match method {
                    Method::First => Hop::Element(owner, slot, Box::new(Num::Const(0))),
                    Method::Last => Hop::Last(owner, slot),
                    _ => return None,
                });
                Some(ty)
            }
            _ => None,
        }
    }

    /// The way to the owner of an array of objects; the array, and the type of
    /// its elements if that is known.
    fn elements(
        &mut self,
        at: Context,
        expr: &'a Expr,
        hops: &mut Vec<Hop>,
    ) -> Option<(TypeId, u16, Option<TypeId>)> {
        let ExprKind::Member {
            of,
            slot: Some((owner, Member::Seq(slot))),
            ..
        } = &expr.kind
        else {
            return None;
        };
        let found = self.hops(at, of, hops)?;
        let attr = self.schema.ty(*owner).seq.get(usize::from(*slot))?;
        if found.is_some_and(|found| found != *owner) || matches!(attr.repeat, Repeat::Once) {
            return None;
        }
        let ty = match attr.data {
            DataType::User { ty, .. } => Some(ty),
            DataType::Switch { .. } => None,
            _ => return None,
        };
        self.kept.insert((*owner, *slot));
        self.named.insert((*owner, *slot));
        Some((*owner, *slot, ty))
    }

    /// The object whose stream an expression gives.
    pub(super) fn stream(&mut self, at: Context, expr: &'a Expr) -> Option<Where> {
        match &expr.kind {
            ExprKind::Special(of, Special::Io) => Some(self.place(at, of)?.0),
            _ => None,
        }
    }

    /// Code for bytes or text.
    pub(super) fn run(&mut self, at: Context, expr: &'a Expr) -> Option<(Run, RunKind)> {
        let at = at.deeper()?;
        match &expr.kind {
            ExprKind::Bytes(bytes) => Some((Run::Bytes((**bytes).into()), RunKind::Bytes)),
            ExprKind::Str(text) => Some((Run::Text(text.as_bytes().into()), RunKind::Text)),
            ExprKind::Cast(of, ty) if *ty != Ty::Float => self.run(at, of),
            ExprKind::Member {
                of,
                slot: Some((ty, Member::Seq(slot))),
                ..
            } => {
                let (of, found) = self.place(at, of)?;
                let attr = self.schema.ty(*ty).seq.get(usize::from(*slot))?;
                let kind = match (&attr.data, &attr.repeat) {
                    (DataType::Bytes(_), Repeat::Once) => RunKind::Bytes,
                    (DataType::Str { encoding, .. }, Repeat::Once) if is_ascii(encoding) => {
                        RunKind::Text
                    }
                    _ => return None,
                };
                if found.is_some_and(|found| found != *ty) {
                    return None;
                }
                let (ty, slot) = (*ty, *slot);
                Some((Run::Cell { of, ty, slot }, kind))
            }
            ExprKind::Member { .. } => {
                let text = self.text(at, expr)?;
                Some((Run::Made(Box::new(text)), RunKind::Text))
            }
            _ => None,
        }
    }

    /// The array of integers, or of anything, that an expression names.
    pub(super) fn array(
        &mut self,
        at: Context,
        expr: &'a Expr,
    ) -> Option<(Where, TypeId, u16, Option<Kind>)> {
        let ExprKind::Member {
            of,
            slot: Some((ty, Member::Seq(slot))),
            ..
        } = &expr.kind
        else {
            return None;
        };
        let (of, found) = self.place(at, of)?;
        let attr = self.schema.ty(*ty).seq.get(usize::from(*slot))?;
        if matches!(attr.repeat, Repeat::Once) || found.is_some_and(|found| found != *ty) {
            return None;
        }
        let kind = match &attr.data {
            data @ DataType::Int { .. } => self.kind_of_data(data),
            _ => None,
        };
        Some((of, *ty, *slot, kind))
    }
}

/// Whether bytes below 0x80 are ASCII in an encoding.
fn is_ascii(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Ascii | Encoding::Utf8 => true,
        Encoding::Named(name) => &**name == "ISO-8859-1",
        _ => false,
    }
}
