//! What explains a number that can't be right better than another byte order:
//! a small change of it, or that what it stands in begins a byte too early or
//! too late.

use crate::decode::eval::Scope;
use crate::decode::leaf::int;
use crate::decode::object::Obj;
use crate::decode::valid::is_literal;
use crate::decode::{Bytes, Value};
use crate::schema::{Endian, ExprKind, Member, Repeat, ValidRule};

use super::blame::{self, Bound};
use super::cut::size_of;
use super::hint::{is_integer, other_order};
use super::{Hint, Node, place};

/// A constant of so many bytes is not met with by chance, …
const LONG: u64 = 3;

/// … and looked for so many bytes before and after its place.
const FAR: i64 = 8;

/// Objects inside one another that are looked at for a place.
const DEEP: u32 = 16;

/// Whether a number would fit just if it were one less or one more, or if it
/// were read a byte earlier or later, as something else shows that it should be.
pub(super) fn is_better(node: &Node<'_>, found: i128, fits: &dyn Fn(i128) -> bool) -> bool {
    one_off(found, fits).is_some() || is_displaced_number(node, fits)
}

/// Whether a number would fit if it were read a byte earlier or later, and
/// something else shows that it should be.
pub(super) fn is_displaced_number(node: &Node<'_>, fits: &dyn Fn(i128) -> bool) -> bool {
    [-1, 1]
        .into_iter()
        .any(|by| moved(node, by).is_some_and(|n| n != 0 && fits(n)) && is_displaced(node, by))
}

/// By how much a number is wrong that fits nothing else than one less or one
/// more.
pub(super) fn one_off(found: i128, holds: &dyn Fn(i128) -> bool) -> Option<i128> {
    let sharp = |by: i128| {
        let near = found.checked_sub(by)?;
        (holds(near) && !holds(near.checked_sub(by)?)).then_some(by)
    };
    match (sharp(1), sharp(-1)) {
        (Some(_), Some(_)) => None,
        (by, other) => by.or(other),
    }
}

/// Whether a value of a field leaves room for what takes so many bytes or
/// elements beside it.
pub(super) fn has_room<'a>(node: &Node<'a>, value: &Value<'a>) -> bool {
    let (Some((obj, member)), Some(span)) = (node.reader(), node.span()) else {
        return true;
    };
    let Member::Seq(at) = member else {
        return true;
    };
    let stream = &obj.0.stream;
    let end = stream.0.base.saturating_add(stream.size());
    let left = i128::from(end.saturating_sub(span.end_byte()));
    let engine = obj.engine();
    let later = obj.0.def.seq.iter().skip(usize::from(at) + 1);
    later.filter(|attr| attr.cond.is_none()).all(|attr| {
        let uses = blame::extents_of(attr);
        uses.into_iter().all(|(bound, expr)| {
            let names = blame::names(expr);
            if !names.iter().any(|name| blame::is_member(name, member)) {
                return true;
            }
            let each = match bound {
                Bound::Count => i128::from(size_of(obj, &attr.data).unwrap_or(0)),
                Bound::Size if matches!(attr.repeat, Repeat::Once) => 1,
                Bound::Size | Bound::Position => 0,
            };
            let wanted = engine.with_override(obj, member, value.clone(), || {
                engine.eval(&Scope::of(obj), expr)
            });
            match wanted.ok().and_then(|wanted| wanted.as_int()) {
                Some(wanted) => wanted.checked_mul(each).is_some_and(|all| all <= left),
                None => true,
            }
        })
    })
}

/// What a number would be in its own byte order, so many bytes further on.
fn moved(node: &Node<'_>, by: i64) -> Option<i128> {
    let signed = is_integer(&node.attr()?.data)?;
    let span = node.span().filter(|span| span.is_aligned())?;
    let order = match other_order(node) {
        Endian::Le => Endian::Be,
        Endian::Be => Endian::Le,
    };
    let (obj, _) = node.reader()?;
    let bytes = bytes_at(obj, span.start_byte(), by, span.byte_len())?;
    int(&bytes, u8::try_from(span.byte_len()).ok()?, signed, order)
}

fn bytes_at(obj: &Obj<'_>, start: u64, by: i64, len: u64) -> Option<Vec<u8>> {
    let start = usize::try_from(start.checked_add_signed(by)?).ok()?;
    let end = start.checked_add(usize::try_from(len).ok()?)?;
    let bytes = obj.0.stream.0.buffer.as_slice().get(start..end)?;
    Some(bytes.to_vec())
}

/// Whether what a number stands in begins so many bytes too early: a constant
/// before it stands there, or the field that says where it begins is wrong by
/// just that.
pub(super) fn is_displaced(node: &Node<'_>, by: i64) -> bool {
    let mut place = Some(node.clone());
    for _ in 0..DEEP {
        let Some(inner) = place else { break };
        if inner.is_instance() {
            return inner
                .pointer()
                .is_some_and(|pointer| is_pointer_off(&pointer, by));
        }
        let Some((obj, member)) = inner.reader() else {
            break;
        };
        if let Member::Seq(at) = member
            && (0..at).any(|at| stands_at(obj, at, by))
        {
            return true;
        }
        place = Some(Node::of_obj(obj));
    }
    false
}

/// Where the bytes stand that a field should have, if that is near. Of few bytes
/// only the next ones count, and only where a position may be wrong.
pub(super) fn for_constant(node: &Node<'_>) -> Option<Hint> {
    let (obj, Member::Seq(at)) = node.reader().filter(|_| node.index().is_none())? else {
        return None;
    };
    let span = node.span().filter(|span| span.is_aligned())?;
    let far: i64 = if span.byte_len() >= LONG { FAR } else { 1 };
    if far == 1 && !is_positioned(node) {
        return None;
    }
    let near = (1..=far).flat_map(|by| [-by, by]);
    let mut near = near.filter(|&by| {
        let there = bytes_at(obj, span.start_byte(), by, span.byte_len());
        there.is_some_and(|there| there.iter().any(|&byte| byte != 0)) && stands_at(obj, at, by)
    });
    let by = near.next()?;
    Some(Hint::Moved {
        by,
        at: span.start_byte().checked_add_signed(by)?,
    })
}

/// Whether a place is part of one that is found by its position.
fn is_positioned(node: &Node<'_>) -> bool {
    let mut place = Some(node.clone());
    for _ in 0..DEEP {
        let Some(inner) = place else { break };
        if inner.is_instance() {
            return inner.pointer().is_some();
        }
        place = inner.container();
    }
    false
}

/// Whether a field is not the constant that it should be, which stands so many
/// bytes further on.
fn stands_at(obj: &Obj<'_>, at: u16, by: i64) -> bool {
    let Some(attr) = obj.0.def.seq.get(usize::from(at)) else {
        return false;
    };
    let Some(expected) = attr.valid.iter().find_map(|valid| match &valid.rule {
        ValidRule::Eq(expr) if is_literal(expr) => Some(expr),
        _ => None,
    }) else {
        return false;
    };
    let node = Node::member_of(obj.clone(), Member::Seq(at));
    let (Ok(value), Some(span)) = (node.value(), node.span()) else {
        return false;
    };
    let there = bytes_at(obj, span.start_byte(), by, span.byte_len());
    let stands = match (&expected.kind, &value) {
        (ExprKind::Int(_) | ExprKind::Enum(..), _) => {
            let expected = match expected.kind {
                ExprKind::Int(n) | ExprKind::Enum(_, n) => n,
                _ => return false,
            };
            moved(&node, by) == Some(expected)
        }
        (ExprKind::Bytes(_), Value::Bytes(Bytes::Derived { .. })) => false,
        (ExprKind::Bytes(bytes), _) => there.is_some_and(|there| there == bytes[..]),
        (ExprKind::Str(text), _) => there.is_some_and(|there| there == text.as_bytes()),
        _ => false,
    };
    let broken = || {
        let engine = obj.engine();
        engine.broken_rule(&Scope::of(obj), attr, &value)
    };
    stands && matches!(broken(), Ok(Some(_)))
}

/// Whether a check of a field that gives a position fails, but holds if that is
/// changed by so much, and no longer if it is changed by twice that.
fn is_pointer_off(pointer: &Node<'_>, by: i64) -> bool {
    let (Some((owner, member)), Ok(value)) = (pointer.reader(), pointer.value()) else {
        return false;
    };
    let Some(found) = value.as_int().filter(|_| pointer.index().is_none()) else {
        return false;
    };
    let path = pointer.path();
    let engine = owner.engine();
    let checks = owner.0.def.checks.iter();
    checks
        .filter(|check| {
            let at = check.at.as_ref();
            let at = at.and_then(|at| place(owner, at).ok().flatten());
            at.is_some_and(|at| at.path() == path)
        })
        .any(|check| {
            let scope = Scope::of(owner);
            let holds = |n: i128| {
                engine
                    .with_override(owner, member, Value::Int(n), || {
                        engine.truth(&scope, &check.that)
                    })
                    .unwrap_or(false)
            };
            !holds(found) && one_off(found, &holds) == Some(-i128::from(by))
        })
}
