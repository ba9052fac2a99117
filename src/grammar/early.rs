//! Fields that are needed before they are read.

use super::problem::Problem;
use crate::schema::{
    Attr, DataType, Expr, ExprKind, Member, Repeat, Schema, Severity, Size, TypeDef, TypeId,
};

/// Warns of such fields in the main grammar.
pub(super) fn check(schema: &Schema, problems: &mut Vec<Problem>) {
    let main = schema.root_type().loc.file;
    for (ty, id) in schema.types.iter().zip(0..) {
        if ty.loc.file != main {
            continue;
        }
        for (index, attr) in ty.seq.iter().enumerate() {
            let mut uses = Vec::new();
            for (expr, key) in beforehand(attr) {
                own_fields(expr, TypeId(id), &mut |field, expr| {
                    let once = matches!(attr.repeat, Repeat::Once);
                    let own = field == index && (once || matches!(key, "if" | "repeat-expr"));
                    if field > index || own {
                        uses.push((field, expr, key));
                    }
                });
            }
            let found = uses.into_iter();
            problems.extend(
                found.filter_map(|(field, expr, key)| {
                    problem(ty, attr, ty.seq.get(field)?, expr, key)
                }),
            );
        }
    }
}

fn problem(ty: &TypeDef, attr: &Attr, used: &Attr, expr: &Expr, key: &str) -> Option<Problem> {
    let (message, help) = if std::ptr::eq(attr, used) {
        let message = format!("`{}` is not read yet where this decides about it", used.id);
        (message, None)
    } else {
        let message = format!("`{}` is not read yet here", used.id);
        let after = ty.seq.iter().take_while(|it| !std::ptr::eq(*it, used));
        let help = format!("it comes after `{}`", after.last()?.id);
        (message, Some(help))
    };
    Some(Problem {
        severity: Severity::Warning,
        path: format!("{}/{key}", attr.path),
        loc: expr.loc,
        message,
        help,
    })
}

/// What is evaluated before a field is read, or each of its elements.
fn beforehand(attr: &Attr) -> Vec<(&Expr, &'static str)> {
    let mut found: Vec<_> = attr.cond.iter().map(|cond| (cond, "if")).collect();
    if let Repeat::Count(count) = &attr.repeat {
        found.push((count, "repeat-expr"));
    }
    let extent = match &attr.data {
        DataType::Bytes(extent) | DataType::Str { extent, .. } => Some(extent),
        DataType::User { args, extent, .. } => {
            found.extend(args.iter().map(|arg| (arg, "type")));
            extent.as_ref()
        }
        DataType::Switch { on, .. } => {
            found.push((on, "type/switch-on"));
            None
        }
        _ => None,
    };
    if let Some(Size::Expr(size)) = extent.map(|extent| &extent.size) {
        found.push((size, "size"));
    }
    found
}

/// Every field of the own `seq` that an expression names.
fn own_fields<'e>(expr: &'e Expr, own: TypeId, found: &mut impl FnMut(usize, &'e Expr)) {
    if let ExprKind::Member { of, slot, .. } = &expr.kind
        && matches!(of.kind, ExprKind::This)
        && let Some((ty, Member::Seq(index))) = slot
        && *ty == own
    {
        found(usize::from(*index), expr);
    }
    for part in expr.parts() {
        own_fields(part, own, found);
    }
}
