//! Why a value is as it should be.

use super::doc::{Line, Role};
use crate::schema::{ExprKind, Method, Special, ValidRule};
use crate::tree::Node;

/// Why a sound field must have the value that it has, where that is more than a
/// constant.
fn reason(node: &Node<'_>, file_len: u64) -> Option<&'static str> {
    let attr = node.attr()?;
    let rule = attr.valid.iter().find_map(|valid| match &valid.rule {
        ValidRule::Eq(expr) => Some(&expr.kind),
        _ => None,
    })?;
    let of_stream = match rule {
        ExprKind::Int(_) | ExprKind::Unary(..) => return None,
        ExprKind::Method {
            of,
            method: Method::Size,
            ..
        } => {
            matches!(&of.kind, ExprKind::Special(_, Special::Io))
        }
        _ => false,
    };
    let value = node.value().ok()?.as_int()?;
    if value == i128::from(file_len) {
        Some("size of the file")
    } else if of_stream {
        Some("size of its stream")
    } else {
        None
    }
}

/// Adds why a value is right, where that is more than its being there.
pub(super) fn explain(line: &mut Line, node: &Node<'_>, file_len: u64) {
    if let Some(why) = reason(node, file_len) {
        line.push(Role::Good, " = ");
        line.push(Role::Good, why);
    }
    if let Ok(Some(sum)) = node.checksum()
        && sum.matches()
    {
        line.push(Role::Good, " = computed");
    }
}
