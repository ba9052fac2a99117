//! Which number made a read go past the end: a size, a count or a position that
//! would keep inside the data in the other byte order.

use crate::decode::eval::Scope;
use crate::decode::object::{Obj, Slot, Status};
use crate::decode::{FaultKind, Value};
use crate::schema::{Attr, DataType, Expr, ExprKind, Member, Repeat, Size};

use super::hint::{other_order, swapped};
use super::{Hint, Node, place, shift};

/// A number that is to blame.
pub(super) struct Blame<'a> {
    /// The number's field.
    pub(super) field: Node<'a>,
    /// What its other byte order reads.
    pub(super) hint: Hint,
    /// What it is for, in words: `but only 28 bytes are left for body`.
    pub(super) why: String,
}

/// The number to blame for a fault of a place, or of one inside it.
pub(super) fn for_eof<'a>(node: &Node<'a>) -> Option<Blame<'a>> {
    let mut at = Some(node.clone());
    let mut itself = true;
    while let Some(place) = at {
        if let Some(blame) = by_extent(&place, itself) {
            return Some(blame);
        }
        itself = false;
        at = place.container();
    }
    None
}

/// What a number is to blame for, if reading stopped in a field beside it.
pub(super) fn of_number<'a>(node: &Node<'a>) -> Option<Blame<'a>> {
    let (obj, member) = node.reader()?;
    if node.index().is_some() {
        return None;
    }
    let def = obj.0.def;
    // Reading stops where a size or a count is too large.
    let positioned = def.instances.iter().any(|instance| instance.pos.is_some());
    if obj.status() != Status::Broken && !positioned || swapped(node).is_none() {
        return None;
    }
    let fields = def
        .seq
        .iter()
        .enumerate()
        .map(|(i, attr)| (Member::Seq(i as u16), attr));
    let instances = def
        .instances
        .iter()
        .enumerate()
        .filter(|(_, instance)| instance.value.is_none())
        .map(|(i, instance)| (Member::Instance(i as u16), &instance.attr));
    for (beside, attr) in fields.chain(instances) {
        let uses = extents(obj, beside, attr)
            .into_iter()
            .any(|(_, expr)| names(expr).into_iter().any(|name| is_member(name, member)));
        if !uses {
            continue;
        }
        let user = Node::member_of(obj.clone(), beside);
        if let Some(failed) = failed(&user)
            && let Some(blame) = by_extent(&user, failed)
            && blame
                .field
                .reader()
                .is_some_and(|(_, blamed)| blamed == member)
        {
            return Some(blame);
        }
    }
    None
}

/// Whether a field went past the end: itself, or something inside it.
fn failed(node: &Node<'_>) -> Option<bool> {
    let fault = node
        .fault()
        .filter(|fault| fault.kind() == FaultKind::UnexpectedEof);
    if fault.is_some() {
        return Some(true);
    }
    let array = node.array()?;
    let (obj, member) = node.reader()?;
    let stopped = array.0.tail.borrow().is_some() || array.is_broken();
    // What was read after it came to its end.
    let last = match member {
        Member::Seq(i) => {
            let next = Member::Seq(i + 1);
            obj.0.def.seq.len() == usize::from(i) + 1 || matches!(obj.slot(next), Slot::Unread)
        }
        _ => true,
    };
    (stopped && last).then_some(false)
}

/// What bounds a field.
#[derive(Clone, Copy)]
pub(super) enum Bound {
    Size,
    Count,
    Position,
}

/// The expressions that say how much of the data a field takes, and where.
fn extents<'a>(obj: &Obj<'a>, member: Member, attr: &'a Attr) -> Vec<(Bound, &'a Expr)> {
    let mut found = extents_of(attr);
    if let Member::Instance(i) = member
        && let Some(instance) = obj.0.def.instances.get(usize::from(i))
        && let Some(pos) = &instance.pos
    {
        found.push((Bound::Position, pos));
    }
    found
}

/// The same, without where.
pub(super) fn extents_of(attr: &Attr) -> Vec<(Bound, &Expr)> {
    let mut found = Vec::new();
    if let Some(size) = size_of(&attr.data) {
        found.push((Bound::Size, size));
    }
    if let Repeat::Count(count) = &attr.repeat {
        found.push((Bound::Count, count));
    }
    found
}

fn by_extent<'a>(node: &Node<'a>, failed_itself: bool) -> Option<Blame<'a>> {
    let (obj, member) = node.reader()?;
    let attr = node.attr()?;
    let stream = &obj.0.stream;
    let left = node.span().map(|span| {
        let end = stream.0.base + stream.size();
        end.saturating_sub(span.start_byte())
    });
    let name = node.name();
    for (bound, expr) in extents(obj, member, attr) {
        let (most, why) = match bound {
            Bound::Size if failed_itself => {
                let left = left?;
                let why = format!(
                    "only {left} {} left for {name}",
                    plural(left, "byte is", "bytes are")
                );
                (i128::from(left), why)
            }
            Bound::Count if node.index().is_none() => {
                let most = node
                    .array()
                    .map_or(left.unwrap_or(0), |array| array.0.count.get());
                let why = format!("only {most} of {name} {} there", plural(most, "is", "are"));
                (i128::from(most), why)
            }
            Bound::Position => {
                let size = stream.size();
                let why = format!("the data for {name} end at {size}");
                (i128::from(size) - 1, why)
            }
            Bound::Size | Bound::Count => continue,
        };
        if let Some(blame) = by_name(node, obj, expr, most, &why) {
            return Some(blame);
        }
    }
    None
}

/// A field named in an expression whose other byte order makes the expression
/// come to `most` or less.
fn by_name<'a>(
    node: &Node<'a>,
    obj: &Obj<'a>,
    expr: &Expr,
    most: i128,
    why: &str,
) -> Option<Blame<'a>> {
    let engine = obj.engine();
    let scope = Scope::element(obj, node.index());
    for name in names(expr) {
        let Ok(Some(field)) = place(obj, name) else {
            continue;
        };
        let (Some(other), Some((owner, member))) = (swapped(&field), field.reader()) else {
            continue;
        };
        let found = field.value().ok().and_then(|value| value.as_int());
        if field.index().is_some() || found == Some(other) {
            continue;
        }
        let result = engine.with_override(owner, member, Value::Int(other), || {
            engine.eval(&scope, expr)
        });
        let fits = |result| matches!(result, Ok(Value::Int(n)) if n > 0 && n <= most);
        let read =
            |n| engine.with_override(owner, member, Value::Int(n), || engine.eval(&scope, expr));
        if fits(result) && !shift::is_better(&field, found?, &|n| fits(read(n))) {
            let hint = Hint::ByteSwapped {
                value: other,
                order: other_order(&field),
                why: "which fits".into(),
            };
            return Some(Blame {
                field,
                hint,
                why: why.to_owned(),
            });
        }
    }
    None
}

pub(super) fn is_member(expr: &Expr, member: Member) -> bool {
    matches!(
        &expr.kind,
        ExprKind::Member { of, slot: Some((_, named)), .. }
            if matches!(of.kind, ExprKind::This) && *named == member
    )
}

fn plural<'t>(count: u64, one: &'t str, many: &'t str) -> &'t str {
    if count == 1 { one } else { many }
}

fn size_of(data: &DataType) -> Option<&Expr> {
    data.outcomes().find_map(|data| match data {
        DataType::Bytes(extent)
        | DataType::Str { extent, .. }
        | DataType::User {
            extent: Some(extent),
            ..
        } => match &extent.size {
            Size::Expr(size) => Some(&**size),
            _ => None,
        },
        _ => None,
    })
}

/// The fields that an expression names.
pub(super) fn names(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut left = vec![expr];
    while let Some(expr) = left.pop() {
        match &expr.kind {
            ExprKind::Member { .. } => found.push(expr),
            ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => left.push(a),
            ExprKind::Binary(_, a, b) => left.extend([&**a, &**b]),
            ExprKind::Ternary(_, a, b) => left.extend([&**a, &**b]),
            _ => {}
        }
    }
    found
}
