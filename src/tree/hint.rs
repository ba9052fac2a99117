//! Likely causes: the other byte order, another width, off by a constant.

use crate::decode::eval::Scope;
use crate::decode::object::Obj;
use crate::decode::valid::{Broken, is_literal};
use crate::decode::{BufferId, FaultKind, Span, Value};
use crate::schema::{Attr, BinOp, DataType, Endian, Expr, ExprKind, Valid, ValidRule};

use super::{Hint, Node, cut, place, shift};

/// The other byte order's reading of an integer of several bytes.
pub(crate) fn swapped(node: &Node<'_>) -> Option<i128> {
    let signed = is_integer(&node.attr()?.data)?;
    let span = node.span()?;
    if !span.is_aligned() {
        return None;
    }
    let width = usize::try_from(span.byte_len())
        .ok()
        .filter(|w| matches!(w, 2 | 4 | 8))?;
    let n = node.value().ok()?.as_int()?;
    let mut bytes = n.to_le_bytes();
    let field = bytes.get_mut(..width)?;
    field.reverse();
    let mut wide = [0; 16];
    wide.get_mut(..width)?.copy_from_slice(field);
    let n = i128::from_le_bytes(wide);
    let bits = width * 8;
    Some(if signed && n >> (bits - 1) & 1 == 1 {
        n - (1 << bits)
    } else {
        n
    })
}

/// The byte order that a field is not read in.
pub(crate) fn other_order(node: &Node<'_>) -> Endian {
    let own = node.attr().and_then(|attr| own_endian(&attr.data));
    let forced = node.engine().0.options.endian;
    let read = forced.or(own).or_else(|| node.reader()?.0.0.endian.get());
    match read {
        Some(Endian::Le) => Endian::Be,
        _ => Endian::Le,
    }
}

fn own_endian(data: &DataType) -> Option<Endian> {
    data.outcomes().find_map(|data| match data {
        DataType::Int { endian, .. } => *endian,
        _ => None,
    })
}

/// Whether data can be an integer, and then whether it is signed.
pub(super) fn is_integer(data: &DataType) -> Option<bool> {
    data.outcomes().find_map(|data| match data {
        DataType::Int { signed, .. } => Some(*signed),
        _ => None,
    })
}

/// Why a value that breaks a rule of its attribute may have got there.
pub(crate) fn for_valid<'a>(
    node: &Node<'a>,
    obj: &Obj<'a>,
    attr: &Attr,
    value: &Value<'a>,
    broken: &Broken<'a>,
) -> Option<Hint> {
    let engine = obj.engine();
    let scope = Scope::element(obj, node.index());
    let rekind = |n: i128| match value {
        Value::Enum(id, _) => Value::Enum(*id, n),
        _ => Value::Int(n),
    };
    if let (Some(other), Some((owner, member))) = (swapped(node), node.reader()) {
        let other_value = rekind(other);
        let fits = engine.with_override(owner, member, other_value.clone(), || {
            engine.broken_rule(&scope, attr, &other_value)
        });
        let keeps = |n: i128| {
            let value = rekind(n);
            let broken = engine.with_override(owner, member, value.clone(), || {
                engine.broken_rule(&scope, attr, &value)
            });
            matches!(broken, Ok(None))
        };
        if matches!(fits, Ok(None))
            && shift::has_room(node, &other_value)
            && !shift::is_better(node, value.as_int()?, &keeps)
        {
            return Some(Hint::ByteSwapped {
                value: other,
                order: other_order(node),
                why: why_fits(obj, &attr.valid, &other_value),
            });
        }
    }
    // A limit tells nothing of how far off a value is.
    let wanted = match broken.kind {
        FaultKind::ValidationNotEqual if !broken.literal => {
            broken.expected.as_ref().and_then(Value::as_int)
        }
        _ => None,
    };
    if let Some(hint) = off_by(node, value.as_int()?, wanted) {
        return Some(hint);
    }
    let keeps = |n: i128| matches!(engine.broken_rule(&scope, attr, &rekind(n)), Ok(None));
    let displaced = shift::is_displaced_number(node, &keeps);
    let width = (!displaced).then(|| other_width(node, keeps)).flatten();
    width.or_else(|| cut::for_rules(obj, &attr.valid, value.as_int()?))
}

/// Why another value fits the rules, in a few words.
fn why_fits(obj: &Obj<'_>, rules: &[Valid], value: &Value<'_>) -> String {
    let engine = obj.engine();
    if value
        .as_int()
        .is_some_and(|n| n == engine.0.file.len() as i128)
    {
        return "the size of the file".into();
    }
    match rules.first().map(|valid| &valid.rule) {
        Some(ValidRule::Eq(_)) => "the value expected".into(),
        Some(ValidRule::Min(_) | ValidRule::Max(_)) => "within its limits".into(),
        Some(ValidRule::AnyOf(_)) => "one of the values expected".into(),
        Some(ValidRule::InEnum) => match value {
            Value::Enum(id, n) => match engine.0.schema.enumeration(*id).entry(*n) {
                Some(entry) => format!("{} in the enum", entry.name),
                None => "in the enum".into(),
            },
            _ => "in the enum".into(),
        },
        _ => "it then fits".into(),
    }
}

fn off_by(node: &Node<'_>, found: i128, wanted: Option<i128>) -> Option<Hint> {
    let wanted = wanted?;
    let step = |difference: i128| match difference {
        1 => Some("one too many".to_string()),
        -1 => Some("one too few".to_string()),
        _ => None,
    };
    let difference = found.checked_sub(wanted)?;
    if let Some(other) = swapped(node)
        && let Some(why) = other.checked_sub(wanted).and_then(step)
        && difference.unsigned_abs() > 1
    {
        return Some(Hint::ByteSwapped {
            value: other,
            order: other_order(node),
            why: format!("still {why}"),
        });
    }
    if let Some(why) = step(difference) {
        return Some(Hint::OffBy { difference, why });
    }
    // A size without what stands before or after some part of the file.
    let (obj, _) = node.reader()?;
    let root = obj.root()?;
    let len = obj.engine().0.file.len() as i128;
    if wanted != len {
        return None;
    }
    if let Some(other) = swapped(node)
        && found > len
        && (1..=len).contains(&other)
    {
        let why = match boundary(&root, other) {
            Some(place) => format!("{place}, though not the size of the file"),
            None => "a place inside the file, though not its size".into(),
        };
        return Some(Hint::ByteSwapped {
            value: other,
            order: other_order(node),
            why,
        });
    }
    if difference >= 0 {
        // The size is believed where something is missing at the end.
        let missing = difference.unsigned_abs();
        let cut = obj.engine().recorded().iter().any(|(_, fault)| {
            matches!(
                fault.kind(),
                FaultKind::UnexpectedEof | FaultKind::NoTerminator
            ) && fault.at().is_some_and(|at| i128::from(at) <= len)
        });
        return (cut && missing > 0).then_some(Hint::CutOff { missing });
    }
    let missing = difference.unsigned_abs();
    // Only what lies after the size itself explains how it was counted.
    let own_end = node.span()?.end_byte();
    let root = Node::of_obj(&root);
    let mut after = at_hand(&root).filter(|(_, span)| span.start_byte() >= own_end);
    let why = after.find_map(|(child, span)| {
        let name = child.name();
        let stride = child.stride_bits().map(u128::from);
        if u128::from(span.start_byte()) == missing {
            Some(format!("the bytes before {name} are not counted"))
        } else if stride == Some(missing * 8) {
            Some(format!("one of {name} is not counted"))
        } else if u128::from(span.byte_len()) == missing && missing > 8 {
            Some(format!("{name} is not counted"))
        } else if i128::from(span.end_byte()) == found {
            Some(format!("what stands after {name} is not counted"))
        } else if i128::from(span.start_byte()) == found {
            Some(format!("{name} and what follows are not counted"))
        } else {
            None
        }
    })?;
    Some(Hint::OffBy { difference, why })
}

/// The fields of an object that were read from the file, with where they lie.
fn at_hand<'n, 'a>(of: &'n Node<'a>) -> impl Iterator<Item = (Node<'a>, Span)> + 'n {
    let read = |child: &Node<'a>| !child.is_computed() && child.is_at_hand();
    of.children().filter(read).filter_map(|child| {
        let span = child.span().filter(|span| span.buffer == BufferId::FILE)?;
        Some((child, span))
    })
}

/// What begins or ends at an offset of the file, in words.
fn boundary(root: &Obj<'_>, offset: i128) -> Option<String> {
    at_hand(&Node::of_obj(root)).find_map(|(child, span)| {
        if i128::from(span.end_byte()) == offset {
            Some(format!("where {} ends", child.name()))
        } else if i128::from(span.start_byte()) == offset {
            Some(format!("where {} begins", child.name()))
        } else {
            None
        }
    })
}

/// A reading of the same place in another width that fits.
fn other_width(node: &Node<'_>, fits: impl Fn(i128) -> bool) -> Option<Hint> {
    let signed = is_integer(&node.attr()?.data)?;
    let span = node.span().filter(crate::decode::Span::is_aligned)?;
    let (obj, _) = node.reader()?;
    let buffer = obj.0.stream.0.buffer.as_slice();
    let start = span.start_byte() as usize;
    let own = span.byte_len();
    for width in [1_u8, 2, 4, 8] {
        if u64::from(width) == own {
            continue;
        }
        let Some(bytes) = buffer.get(start..start + usize::from(width)) else {
            continue;
        };
        for endian in [crate::schema::Endian::Be, crate::schema::Endian::Le] {
            let value = crate::decode::leaf::int(bytes, width, signed, endian)?;
            if value != 0 && fits(value) {
                return Some(Hint::OtherWidth { width, value });
            }
        }
    }
    None
}

/// The value that a check `field == EXPR` wants the field to have, and whether
/// that is a constant of the grammar.
pub(crate) fn wanted_by<'a>(
    obj: &Obj<'a>,
    that: &Expr,
    at: &Node<'a>,
) -> Option<(Value<'a>, bool)> {
    let ExprKind::Binary(BinOp::Eq, a, b) = &that.kind else {
        return None;
    };
    let scope = Scope::of(obj);
    let is_at =
        |expr: &Expr| matches!(place(obj, expr), Ok(Some(node)) if node.path() == at.path());
    let other = match (is_at(a), is_at(b)) {
        (true, _) => b,
        (false, true) => a,
        (false, false) => return None,
    };
    let value = obj.engine().eval(&scope, other).ok()?;
    Some((value, is_literal(other)))
}

/// Why a check that names a field may fail.
pub(crate) fn for_check<'a>(
    obj: &Obj<'a>,
    that: &Expr,
    at: &Node<'a>,
    wanted: Option<&(Value<'a>, bool)>,
) -> Option<Hint> {
    let engine = obj.engine();
    let scope = Scope::of(obj);
    let value = at.value().ok()?;
    let found = value.as_int()?;
    let (owner, member) = at.reader()?;
    if at.index().is_some() {
        return None;
    }
    let rekind = |n: i128| match value {
        Value::Enum(id, _) => Value::Enum(id, n),
        _ => Value::Int(n),
    };
    let holds = |n: i128| {
        engine
            .with_override(owner, member, rekind(n), || engine.truth(&scope, that))
            .unwrap_or(false)
    };
    if let Some(other) = swapped(at)
        && other.unsigned_abs() < found.unsigned_abs()
        && holds(other)
        && shift::has_room(at, &rekind(other))
        && !shift::is_better(at, found, &holds)
    {
        let why = if other == engine.0.file.len() as i128 {
            "the size of the file"
        } else {
            "it then fits"
        };
        return Some(Hint::ByteSwapped {
            value: other,
            order: other_order(at),
            why: why.into(),
        });
    }
    let computed = wanted
        .filter(|(_, literal)| !literal)
        .and_then(|(value, _)| value.as_int());
    off_by(at, found, computed)
        .or_else(|| wanted.and_then(|_| other_width(at, holds)))
        .or_else(|| {
            let compared = cut::is_compared(obj, that, at);
            let difference = compared.then(|| shift::one_off(found, &holds))??;
            let why = if difference > 0 {
                "one too many"
            } else {
                "one too few"
            };
            let why = why.to_owned();
            Some(Hint::OffBy { difference, why })
        })
        .or_else(|| cut::for_check(obj, that, at))
}
