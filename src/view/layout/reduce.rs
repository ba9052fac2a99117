//! Expressions made shorter by what is known, and sizes read out of them.

use super::amount::Amount;
use super::known::{Const, Known};
use crate::schema::{BinOp, Expr, ExprKind, Instance, Member, Method, Special, Ty};
use crate::text::Loc;
use crate::view::words::Words;

/// Deeper expressions are left as they are.
const DEEPEST: u32 = 40;

/// What is known, and words for what is not.
#[derive(Debug, Clone)]
pub(super) struct Sizes<'s> {
    pub(super) known: Known<'s>,
    pub(super) words: Words<'s>,
}

impl<'s> Sizes<'s> {
    pub(super) fn new(known: Known<'s>, ascii: bool) -> Sizes<'s> {
        let words = Words {
            schema: known.schema,
            within: known.within,
            ascii,
        };
        Sizes { known, words }
    }

    /// The expression with what is known filled in.
    pub(super) fn reduce(&self, expr: &Expr) -> Expr {
        self.reduced(expr, DEEPEST)
    }

    fn reduced(&self, expr: &Expr, depth: u32) -> Expr {
        let Some(depth) = depth.checked_sub(1) else {
            return expr.clone();
        };
        if !matches!(expr.kind, ExprKind::Enum(..))
            && let Some(value) = self.known.value(expr)
        {
            return literal(value, expr.loc);
        }
        let below = |it: &Expr| Box::new(self.reduced(it, depth));
        let kind = match &expr.kind {
            ExprKind::Cast(of, ty) if !matches!(ty, Ty::Enum(_)) => {
                return self.reduced(of, depth);
            }
            ExprKind::Ternary(test, a, b) => match self.known.truth(test) {
                Some(true) => return self.reduced(a, depth),
                Some(false) => return self.reduced(b, depth),
                None => ExprKind::Ternary(below(test), below(a), below(b)),
            },
            ExprKind::And(a, b) => match (self.known.truth(a), self.known.truth(b)) {
                (Some(true), _) => return self.reduced(b, depth),
                (_, Some(true)) => return self.reduced(a, depth),
                _ => ExprKind::And(below(a), below(b)),
            },
            ExprKind::Or(a, b) => match (self.known.truth(a), self.known.truth(b)) {
                (Some(false), _) => return self.reduced(b, depth),
                (_, Some(false)) => return self.reduced(a, depth),
                _ => ExprKind::Or(below(a), below(b)),
            },
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, below(a), below(b)),
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, below(a)),
            other => other.clone(),
        };
        Expr {
            kind,
            loc: expr.loc,
        }
    }

    /// The amount that the grammar means: a fallback for broken files gives way
    /// to the field that stores it, a computed member to what it is made of.
    pub(super) fn meant(&self, expr: &Expr) -> Expr {
        self.meant_within(self.reduce(expr), DEEPEST)
    }

    fn meant_within(&self, expr: Expr, depth: u32) -> Expr {
        let Some(depth) = depth.checked_sub(1) else {
            return expr;
        };
        if let ExprKind::Ternary(..) = &expr.kind {
            let mut leaves = Vec::new();
            collect_leaves(&expr, &mut leaves);
            // The field itself, whatever guards it.
            let stored = |it: &&Expr| matches!(self.known.own_member(it), Some(Member::Seq(_)));
            if let Some(leaf) = leaves.iter().copied().find(stored) {
                return leaf.clone();
            }
            // All but "none".
            leaves.retain(|leaf| self.known.value(leaf).and_then(|it| it.as_int()) != Some(0));
            if let [only] = leaves[..] {
                return self.meant_within(only.clone(), depth);
            }
            return expr;
        }
        if let Some(value) = self.definition(&expr) {
            let meant = self.meant_within(self.reduced(value, depth), depth);
            if is_plain(&meant, 7).is_some() {
                return meant;
            }
        }
        expr
    }

    /// The definition of a computed member of the type itself.
    fn definition(&self, expr: &Expr) -> Option<&'s Expr> {
        let Member::Instance(i) = self.known.own_member(expr)? else {
            return None;
        };
        let ty = self.known.schema.ty(self.known.within);
        ty.instances.get(usize::from(i))?.value.as_ref()
    }

    /// How many bytes (or elements) an expression gives.
    pub(super) fn amount(&self, expr: &Expr) -> Option<Amount> {
        self.amount_of(&self.meant(expr), DEEPEST)
    }

    fn amount_of(&self, expr: &Expr, depth: u32) -> Option<Amount> {
        let depth = depth.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Int(n) => Amount::of_bytes(*n),
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let meant = |it: &Expr| self.meant_within(it.clone(), depth);
                let (a, b) = (
                    self.amount_of(&meant(a), depth)?,
                    self.amount_of(&meant(b), depth)?,
                );
                let result = match op {
                    BinOp::Add => a.plus(&b),
                    BinOp::Sub => a.minus(&b),
                    _ => a.times(&b),
                };
                // as it is written, if it is no sum of products
                result.or_else(|| Some(Amount::of_text(self.words.factor(expr))))
            }
            ExprKind::Cast(of, _) => self.amount_of(of, depth),
            // Without a name of its own it is worth no more than "varies".
            ExprKind::Ternary(..) | ExprKind::Item | ExprKind::Index => None,
            _ => {
                let text = self.words.factor(expr);
                (text.len() <= 60).then(|| Amount::of_text(text))
            }
        }
    }

    /// Whether so many elements of `element` bytes from `start` on reach to the
    /// end of the stream: `(_io.size - start) / element`.
    pub(super) fn reaches_end(&self, count: &Expr, start: Option<&Amount>, element: i128) -> bool {
        let count = self.meant(count);
        let (room, each) = match &count.kind {
            ExprKind::Binary(BinOp::Div, room, each) => {
                (&**room, self.known.value(each).and_then(|it| it.as_int()))
            }
            _ => (&count, Some(1)),
        };
        if each != Some(element) {
            return false;
        }
        let ExprKind::Binary(BinOp::Sub, whole, before) = &room.kind else {
            return false;
        };
        if !is_stream_size(whole) {
            return false;
        }
        is_stream_pos(before) || (start.is_some() && self.amount(before).as_ref() == start)
    }

    /// Whether an expression is true only if something ends with the file, as
    /// far as it says `… == _io.size` of this end.
    pub(super) fn says_end(&self, expr: &Expr, end: &Amount) -> bool {
        match &expr.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.says_end(a, end) || self.says_end(b, end)
            }
            ExprKind::Binary(BinOp::Eq, a, b) => [(a, b), (b, a)]
                .iter()
                .any(|(size, sum)| is_stream_size(size) && self.amount(sum).as_ref() == Some(end)),
            _ => false,
        }
    }

    /// How a parse instance's place is said: `at offset`.
    pub(super) fn position(&self, instance: &Instance) -> Option<Amount> {
        self.amount(instance.pos.as_ref()?)
    }
}

fn literal(value: Const, loc: Loc) -> Expr {
    let kind = match value {
        Const::Int(n) => ExprKind::Int(n),
        Const::Bool(b) => ExprKind::Bool(b),
        Const::Str(text) => ExprKind::Str(text),
        Const::Bytes(bytes) => ExprKind::Bytes(bytes),
    };
    Expr { kind, loc }
}

/// The outcomes of nested ternaries, in order.
fn collect_leaves<'e>(expr: &'e Expr, leaves: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Ternary(_, a, b) if leaves.len() < 32 => {
            collect_leaves(a, leaves);
            collect_leaves(b, leaves);
        }
        _ => leaves.push(expr),
    }
}

/// Counts the parts of an expression of fields, numbers and arithmetic alone;
/// `None` if there is anything else or more than `most`.
fn is_plain(expr: &Expr, most: u32) -> Option<u32> {
    let left = most.checked_sub(1)?;
    match &expr.kind {
        ExprKind::Int(_) => Some(left),
        ExprKind::Member {
            of,
            slot: Some((_, Member::Seq(_) | Member::Param(_))),
            ..
        } => match &of.kind {
            ExprKind::This | ExprKind::Special(..) => Some(left),
            _ => is_plain(of, left),
        },
        ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Shl, a, b) => {
            is_plain(b, is_plain(a, left)?)
        }
        ExprKind::Method {
            method: Method::Size,
            of,
            ..
        } if is_io(of) => Some(left),
        _ => None,
    }
}

fn is_io(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Special(_, Special::Io))
}

/// `_io.size`
pub(super) fn is_stream_size(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Method { method: Method::Size, of, .. } if is_io(of))
}

fn is_stream_pos(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Method { method: Method::Pos, of, .. } if is_io(of))
}
