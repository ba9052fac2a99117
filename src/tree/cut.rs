//! Whether a file ends too early: something should lie beyond its end.

use crate::decode::eval::Scope;
use crate::decode::object::Obj;
use crate::decode::{BufferId, Fault};
use crate::schema::{
    Attr, BinOp, Check, DataType, Expr, ExprKind, Method, Repeat, Size, Special, Valid, ValidRule,
};

use super::shift::is_displaced;
use super::{Hint, Node, Shape, place};

/// A number that makes the file so many times as long is rather wrong itself.
const MOST_TIMES: i128 = 16;

/// What to say if bytes are wanted up to `wanted`, exclusive.
fn early(obj: &Obj<'_>, wanted: i128) -> Option<Hint> {
    let end = i128::try_from(obj.engine().0.file.len()).ok()?;
    let missing = wanted.checked_sub(end).filter(|missing| *missing > 0)?;
    (wanted / MOST_TIMES <= end).then(|| Hint::EndsEarly {
        end: end.unsigned_abs(),
        missing: missing.unsigned_abs(),
    })
}

/// Why a check may fail that compares something made of a field with the size of
/// the file: all such checks are asked how far the file should reach.
pub(super) fn for_check<'a>(obj: &Obj<'a>, that: &Expr, at: &Node<'a>) -> Option<Hint> {
    let search = Search { obj, at };
    search.furthest(that)?;
    let checks = &obj.0.def.checks;
    let all = checks
        .iter()
        .filter_map(|Check { that, .. }| search.furthest(that));
    early(obj, all.max()?)
}

/// Whether a check compares something made of a field with the size of the file.
pub(super) fn is_compared<'a>(obj: &Obj<'a>, that: &Expr, at: &Node<'a>) -> bool {
    let search = Search { obj, at };
    parts(that).any(|part| search.compared(part).is_some())
}

/// Why a number may be greater than its rule wants, which is the size of the file
/// or counted from that.
pub(super) fn for_rules(obj: &Obj<'_>, rules: &[Valid], found: i128) -> Option<Hint> {
    let scope = Scope::of(obj);
    let end = i128::try_from(obj.engine().0.file.len()).ok()?;
    let beyond = rules.iter().find_map(|valid| match &valid.rule {
        ValidRule::Max(most) if parts(most).any(|part| is_file_size(obj, part)) => {
            let most = obj.engine().eval(&scope, most).ok()?.as_int()?;
            found.checked_sub(most).filter(|beyond| *beyond > 0)
        }
        _ => None,
    })?;
    early(obj, end.checked_add(beyond)?)
}

/// Comparisons of a field with the size of the file.
struct Search<'s, 'a> {
    obj: &'s Obj<'a>,
    at: &'s Node<'a>,
}

impl Search<'_, '_> {
    /// How far the file should reach at least, where it does not.
    fn furthest(&self, that: &Expr) -> Option<i128> {
        let end = i128::try_from(self.obj.engine().0.file.len()).ok()?;
        let wanted = |expr| {
            let (other, more) = self.compared(expr)?;
            let engine = self.obj.engine();
            let wanted = engine.eval(&Scope::of(self.obj), other).ok()?.as_int()?;
            wanted.checked_add(more).filter(|wanted| *wanted > end)
        };
        parts(that).filter_map(wanted).max()
    }

    /// What is at most the size of the file, if an expression says so, and by how
    /// much it is less at least.
    fn compared<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, i128)> {
        let ExprKind::Binary(op, a, b) = &expr.kind else {
            return None;
        };
        let found = match op {
            BinOp::Le | BinOp::Eq if is_file_size(self.obj, b) => (&**a, 0),
            BinOp::Lt if is_file_size(self.obj, b) => (&**a, 1),
            BinOp::Ge | BinOp::Eq if is_file_size(self.obj, a) => (&**b, 0),
            BinOp::Gt if is_file_size(self.obj, a) => (&**b, 1),
            _ => return None,
        };
        parts(found.0).any(|part| self.is_at(part)).then_some(found)
    }

    fn is_at(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Member { .. })
            && matches!(place(self.obj, expr), Ok(Some(node)) if node.path() == self.at.path())
    }
}

/// An expression and all that it is made of.
fn parts(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let mut left = vec![expr];
    std::iter::from_fn(move || {
        let next = left.pop()?;
        left.extend(next.parts());
        Some(next)
    })
}

/// Whether an expression is the size of a stream that is the whole file.
fn is_file_size(obj: &Obj<'_>, expr: &Expr) -> bool {
    let ExprKind::Method {
        of,
        method: Method::Size,
        ..
    } = &expr.kind
    else {
        return false;
    };
    let engine = obj.engine();
    matches!(of.kind, ExprKind::Special(_, Special::Io))
        && engine
            .eval(&Scope::of(obj), expr)
            .is_ok_and(|size| size.as_int() == i128::try_from(engine.0.file.len()).ok())
}

/// Why reading may have gone past the end of the file: in a place whose position
/// lies beyond it, or among elements whose number and size are known.
pub(super) fn for_eof(node: &Node<'_>, fault: &Fault) -> Option<Hint> {
    let (obj, _) = node.reader()?;
    let stream = &obj.0.stream;
    let end = obj.engine().0.file.len() as u64;
    let whole = stream.0.buffer.id() == BufferId::FILE && stream.0.base + stream.size() == end;
    let at = fault.at().filter(|_| whole)?;
    let mut wanted = None;
    let mut place = Some(node.clone());
    let mut innermost = true;
    while let Some(inner) = place {
        let reach = match inner.attr() {
            Some(attr) if inner.index().is_none() => reach(&inner, attr, innermost.then_some(at)),
            _ => None,
        };
        wanted = wanted.max(reach);
        innermost = false;
        place = inner.container();
    }
    let hint = early(obj, wanted?.into())?;
    // a file that is there to its last byte is not cut off, nor need one be in
    // which something begins at a wrong place
    let root = Node::of_obj(&obj.root()?);
    let displaced = [-1, 1].into_iter().any(|by| is_displaced(node, by));
    (!is_whole(&root, end) && !displaced).then_some(hint)
}

/// Where a place should end, if that is known: one found by its position beyond
/// the end, or an array of so many elements of one size.
fn reach(node: &Node<'_>, attr: &Attr, failed_at: Option<u64>) -> Option<u64> {
    let (obj, _) = node.reader()?;
    let end = obj.engine().0.file.len() as u64;
    let start = match node.span() {
        Some(span) if span.buffer == BufferId::FILE => span.start_byte(),
        Some(_) => return None,
        None => failed_at?,
    };
    let size = size_of(obj, &attr.data);
    let count = match &attr.repeat {
        Repeat::Once => 1,
        Repeat::Count(count) => {
            let count = obj.engine().eval(&Scope::of(obj), count).ok()?.as_int()?;
            u64::try_from(count).ok()?
        }
        Repeat::Eos | Repeat::Until(_) => 0,
    };
    let known = matches!(attr.repeat, Repeat::Count(_));
    match size.and_then(|size| size.checked_mul(count)) {
        Some(bytes) if known || node.is_instance() => start.checked_add(bytes),
        None if node.is_instance() && start >= end => start.checked_add(1),
        _ => None,
    }
}

/// Bytes that data take, if they are the same for all.
pub(super) fn size_of(obj: &Obj<'_>, data: &DataType) -> Option<u64> {
    match data {
        DataType::Int { width, .. } | DataType::Float { width, .. } => Some((*width).into()),
        DataType::User {
            ty, extent: None, ..
        } => {
            let layout = obj.engine().0.schema.ty(*ty).layout.as_ref();
            layout.map(|layout| layout.size)
        }
        _ => None,
    }
}

/// Whether a field of the whole file ends with its last byte, and not because
/// that is the last.
fn is_whole(root: &Node<'_>, end: u64) -> bool {
    let read = root
        .children()
        .filter(|child| !child.is_computed() && child.is_at_hand());
    read.filter(|child| {
        child
            .span()
            .is_some_and(|span| span.buffer == BufferId::FILE && span.end_byte() == end)
    })
    .any(|child| {
        let eos = child.attr().is_none_or(|attr| {
            let to_the_end = attr.data.outcomes().any(|data| match data {
                DataType::Bytes(extent)
                | DataType::Str { extent, .. }
                | DataType::User {
                    extent: Some(extent),
                    ..
                } => matches!(extent.size, Size::Eos),
                _ => false,
            });
            to_the_end || matches!(attr.repeat, Repeat::Eos)
        });
        let stopped = child.fault().is_some()
            || child.is_broken()
            || child.shape() == Shape::Unknown
            || child
                .array()
                .is_some_and(|array| array.0.tail.borrow().is_some() || array.is_broken());
        !eos && !stopped
    })
}
