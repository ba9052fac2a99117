//! Makes code on integers from expressions.

use std::rc::Rc;

use super::compile::{Context, Item};
use super::text::Text;
use super::{Code, Computed, Forms, Kind};
use crate::schema::{
    BinOp, DataType, Endian, Expr, ExprKind, Member, Method, Repeat, Ty, TypeId, UnOp,
};

/// An expression that gives a number; conditions are 0 or 1.
pub(super) enum Num {
    Const(i64),
    /// A field of the object itself.
    Own(u16),
    /// Elements of an array of the object itself.
    OwnCount(u16),
    /// An element of an array of integers of the object itself.
    OwnElement(OwnArray, Box<Num>),
    /// A value instance of the object itself, and its cell.
    OwnComputed(usize, Rc<Computed>),
    /// A field or parameter of an object.
    Cell {
        of: Where,
        ty: TypeId,
        member: Member,
        kind: Kind,
        /// Where its value is kept if it lies outside.
        cache: u32,
    },
    /// A value instance of an object.
    Computed {
        of: Where,
        ty: TypeId,
        i: u16,
        code: Rc<Computed>,
        cache: u32,
    },
    /// `_`
    Item,
    Index,
    /// Bytes of a run.
    Len(Run),
    /// A byte of a run.
    Byte(Run, Box<Num>),
    /// Elements of an array of an object.
    Count {
        of: Where,
        ty: TypeId,
        slot: u16,
    },
    /// An element of an array of integers.
    Element {
        of: Where,
        ty: TypeId,
        slot: u16,
        index: Box<Num>,
    },
    /// Size of an object's stream.
    IoSize(Where),
    /// Position in the stream of the object itself.
    IoPos,
    /// Whether that stream is at its end.
    IoEof,
    /// An integer as a float.
    ToFloat(Box<Num>),
    Neg(Box<Num>),
    Invert(Box<Num>),
    Not(Box<Num>),
    Binary(BinOp, Box<Num>, Box<Num>),
    /// Whether a number is this one.
    Is(Box<Num>, i64),
    /// These bits of a number.
    Mask(Box<Num>, i64),
    /// Whether two runs are the same.
    Same(Run, Run),
    And(Box<Num>, Box<Num>),
    Or(Box<Num>, Box<Num>),
    Choose(Box<Num>, Box<Num>, Box<Num>),
    /// What has no code.
    Never,
}

/// An array of integers of the object itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnArray {
    pub(super) slot: u16,
    pub(super) width: u8,
    pub(super) signed: bool,
    pub(super) endian: Option<Endian>,
}

/// An expression that gives bytes, or text that is ASCII.
pub(super) enum Run {
    Bytes(Box<[u8]>),
    Text(Box<[u8]>),
    /// A field of an object.
    Cell {
        of: Where,
        ty: TypeId,
        slot: u16,
    },
    /// Text that is made, or lies outside.
    Made(Box<Text>),
}

/// What the bytes of a run are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunKind {
    Bytes,
    Text,
}

/// The way from an object to another.
pub(super) enum Where {
    This,
    Hops(Box<[Hop]>),
}

pub(super) enum Hop {
    Parent,
    Root,
    /// `_`
    Item,
    /// A field of an object of that type.
    Child(TypeId, u16),
    /// An element of an array of an object of that type.
    Element(TypeId, u16, Box<Num>),
    /// The last element.
    Last(TypeId, u16),
    /// An instance of an object of that type, outside.
    Far(TypeId, u16),
}

impl Kind {
    /// Whether values of the two kinds are compared as numbers.
    pub(super) fn compares_with(self, other: Kind) -> bool {
        (self.is_number() && other.is_number()) || (self == Kind::Bool && other == Kind::Bool)
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, Kind::Int | Kind::Enum(_))
    }
}

impl<'a> Forms<'a> {
    /// Code for a number, and what it stands for.
    pub(super) fn number(&mut self, at: Context, expr: &'a Expr) -> Option<(Num, Kind)> {
        let at = at.deeper()?;
        Some(match &expr.kind {
            ExprKind::Int(n) => (i64::try_from(*n).map_or(Num::Never, Num::Const), Kind::Int),
            ExprKind::Bool(yes) => (Num::Const((*yes).into()), Kind::Bool),
            ExprKind::Enum(id, n) => (Num::Const(i64::try_from(*n).ok()?), Kind::Enum(*id)),
            ExprKind::Item => match at.item? {
                Item::Number(kind) => (Num::Item, kind),
                Item::Object(_) => return None,
            },
            ExprKind::Index => (Num::Index, Kind::Int),
            ExprKind::Float(x) => (Num::Const(x.to_bits() as i64), Kind::Float),
            ExprKind::Cast(of, Ty::Float) => match self.number(at, of)? {
                (of, Kind::Int) => (Num::ToFloat(Box::new(of)), Kind::Float),
                of => of,
            },
            ExprKind::Cast(of, _) => self.number(at, of)?,
            ExprKind::Unary(op, of) => {
                let (of, kind) = self.number(at, of)?;
                match (op, kind) {
                    (UnOp::Neg, Kind::Int) => (Num::Neg(Box::new(of)), Kind::Int),
                    (UnOp::Invert, Kind::Int) => (Num::Invert(Box::new(of)), Kind::Int),
                    (UnOp::Not, Kind::Bool) => (Num::Not(Box::new(of)), Kind::Bool),
                    _ => return None,
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(at, *op, a, b)?,
            ExprKind::And(a, b) => {
                let (a, b) = (self.truth(at, a)?, self.truth(at, b)?);
                (Num::And(Box::new(a), Box::new(b)), Kind::Bool)
            }
            ExprKind::Or(a, b) => {
                let (a, b) = (self.truth(at, a)?, self.truth(at, b)?);
                (Num::Or(Box::new(a), Box::new(b)), Kind::Bool)
            }
            ExprKind::Ternary(cond, a, b) => {
                let cond = self.truth(at, cond)?;
                let ((a, kind), (b, other)) = (self.number(at, a)?, self.number(at, b)?);
                if kind != other {
                    return None;
                }
                (Num::Choose(Box::new(cond), Box::new(a), Box::new(b)), kind)
            }
            ExprKind::Member { of, slot, .. } => self.member(at, of, (*slot)?)?,
            ExprKind::Subscript(of, index) => {
                let (index, kind) = self.number(at, index)?;
                if !kind.is_number() {
                    return None;
                }
                self.element_at(at, of, index)?
            }
            ExprKind::Method { of, method, args } if args.is_empty() => {
                self.method(at, of, *method)?
            }
            _ => return None,
        })
    }

    fn truth(&mut self, at: Context, expr: &'a Expr) -> Option<Num> {
        match self.number(at, expr)? {
            (num, Kind::Bool) => Some(num),
            _ => None,
        }
    }

    fn binary(&mut self, at: Context, op: BinOp, a: &'a Expr, b: &'a Expr) -> Option<(Num, Kind)> {
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let Some((left, kind)) = self.number(at, a) else {
            if !equality {
                return None;
            }
            let ((left, kind), (right, other)) = (self.run(at, a)?, self.run(at, b)?);
            if kind != other {
                return None;
            }
            let same = Num::Same(left, right);
            let same = match op {
                BinOp::Eq => same,
                _ => Num::Not(Box::new(same)),
            };
            return Some((same, Kind::Bool));
        };
        let (right, other) = self.number(at, b)?;
        let compares = matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge) || equality;
        let kind = match compares {
            true if kind.compares_with(other) => Kind::Bool,
            false if kind.is_number() && other.is_number() => Kind::Int,
            _ => return None,
        };
        let left = Box::new(left);
        let number = match (op, right) {
            (BinOp::Eq, Num::Const(n)) => Num::Is(left, n),
            (BinOp::BitAnd, Num::Const(n)) => Num::Mask(left, n),
            (op, right) => Num::Binary(op, left, Box::new(right)),
        };
        Some((number, kind))
    }

    fn member(
        &mut self,
        at: Context,
        of: &'a Expr,
        (ty, member): (TypeId, Member),
    ) -> Option<(Num, Kind)> {
        let (of, found) = self.place(at, of)?;
        if found.is_some_and(|found| found != ty) {
            return None;
        }
        if let Member::Instance(i) = member {
            let code = self.computed(ty, i, at);
            let code = code.and_then(|code| match code.value {
                Code::Number(_, kind) => Some((code, kind)),
                Code::Text(_) => None,
            });
            let Some((code, kind)) = code else {
                return self.outside_only(at, of, ty, i);
            };
            if at.framed && matches!(of, Where::This) {
                let cell = self.schema.ty(ty).seq.len() + usize::from(i);
                return Some((Num::OwnComputed(cell, code), kind));
            }
            let cache = self.cache();
            return Some((
                Num::Computed {
                    of,
                    ty,
                    i,
                    code,
                    cache,
                },
                kind,
            ));
        }
        let kind = self.kind_of_member(ty, member)?;
        if let (Where::This, Member::Seq(i), true) = (&of, member, at.framed) {
            return Some((Num::Own(i), kind));
        }
        let cache = self.cache();
        Some((
            Num::Cell {
                of,
                ty,
                member,
                kind,
                cache,
            },
            kind,
        ))
    }

    /// A value instance without code, which has a value only outside.
    fn outside_only(&mut self, at: Context, of: Where, ty: TypeId, i: u16) -> Option<(Num, Kind)> {
        if at.framed && matches!(of, Where::This) {
            return None;
        }
        let kind = match self.schema.ty(ty).instances.get(usize::from(i))?.attr.ty {
            Ty::Int => Kind::Int,
            Ty::Bool => Kind::Bool,
            Ty::Enum(id) => Kind::Enum(id),
            _ => return None,
        };
        let member = Member::Instance(i);
        let cache = self.cache();
        Some((
            Num::Cell {
                of,
                ty,
                member,
                kind,
                cache,
            },
            kind,
        ))
    }

    /// What the value of a field or parameter is, if that is a number.
    pub(super) fn kind_of_member(&self, ty: TypeId, member: Member) -> Option<Kind> {
        let def = self.schema.ty(ty);
        match member {
            Member::Seq(i) => {
                let attr = def.seq.get(usize::from(i))?;
                match attr.repeat {
                    Repeat::Once => self.kind_of_data(&attr.data),
                    _ => None,
                }
            }
            Member::Param(i) => match def.params.get(usize::from(i))?.ty {
                Ty::Int => Some(Kind::Int),
                Ty::Bool => Some(Kind::Bool),
                Ty::Enum(id) => Some(Kind::Enum(id)),
                _ => None,
            },
            Member::Instance(_) => None,
        }
    }

    pub(super) fn kind_of_data(&self, data: &DataType) -> Option<Kind> {
        match data {
            DataType::Int { enumeration, .. } => Some(enumeration.map_or(Kind::Int, Kind::Enum)),
            DataType::Float { .. } => Some(Kind::Float),
            DataType::Bits {
                boolean,
                enumeration,
                ..
            } => Some(match enumeration {
                Some(id) => Kind::Enum(*id),
                None if *boolean => Kind::Bool,
                None => Kind::Int,
            }),
            DataType::Switch {
                cases, fallback, ..
            } => {
                let cases = cases.iter().map(|case| &case.data);
                let mut kinds = cases
                    .chain(fallback.as_deref())
                    .map(|data| self.kind_of_data(data));
                let first = kinds.next()??;
                kinds.all(|kind| kind == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    fn element_at(&mut self, at: Context, of: &'a Expr, index: Num) -> Option<(Num, Kind)> {
        let index = Box::new(index);
        if let Some((run, RunKind::Bytes)) = self.run(at, of) {
            return Some((Num::Byte(run, index), Kind::Int));
        }
        let (of, ty, slot, kind) = self.array(at, of)?;
        let kind = kind?;
        let attr = self.schema.ty(ty).seq.get(usize::from(slot))?;
        if let (
            Where::This,
            true,
            DataType::Int {
                signed,
                width,
                endian,
                ..
            },
        ) = (&of, at.framed, &attr.data)
        {
            let array = OwnArray {
                slot,
                width: *width,
                signed: *signed,
                endian: *endian,
            };
            return Some((Num::OwnElement(array, index), kind));
        }
        let element = Num::Element {
            of,
            ty,
            slot,
            index,
        };
        Some((element, kind))
    }

    fn method(&mut self, at: Context, of: &'a Expr, method: Method) -> Option<(Num, Kind)> {
        match method {
            Method::ToI => match self.number(at, of)? {
                (num, Kind::Int | Kind::Enum(_) | Kind::Bool) => Some((num, Kind::Int)),
                _ => None,
            },
            Method::Length | Method::Size => {
                if let Some((run, kind)) = self.run(at, of) {
                    let known = matches!((method, kind), (Method::Length, _) | (_, RunKind::Bytes));
                    return known.then_some((Num::Len(run), Kind::Int));
                }
                if method == Method::Length {
                    return None;
                }
                if let Some(stream) = self.stream(at, of) {
                    return Some((Num::IoSize(stream), Kind::Int));
                }
                let (of, ty, slot, _) = self.array(at, of)?;
                let count = match of {
                    Where::This if at.framed => Num::OwnCount(slot),
                    of => Num::Count { of, ty, slot },
                };
                Some((count, Kind::Int))
            }
            Method::First => self.element_at(at, of, Num::Const(0)),
            Method::Last => {
                let (size, _) = self.method(at, of, Method::Size)?;
                let last = Num::Binary(BinOp::Sub, Box::new(size), Box::new(Num::Const(1)));
                self.element_at(at, of, last)
            }
            Method::Pos | Method::Eof if at.reading => match self.stream(at, of)? {
                Where::This if method == Method::Pos => Some((Num::IoPos, Kind::Int)),
                Where::This => Some((Num::IoEof, Kind::Bool)),
                Where::Hops(_) => None,
            },
            _ => None,
        }
    }
}
