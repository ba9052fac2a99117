//! Rules that no value of their field can keep.

use super::problem::Problem;
use crate::schema::{Attr, DataType, Expr, ExprKind, Schema, Severity, ValidRule};
use crate::text::Loc;

/// Warns of such rules in the main grammar.
pub(super) fn check(schema: &Schema, problems: &mut Vec<Problem>) {
    let main = schema.root_type().loc.file;
    for ty in schema.types.iter().filter(|ty| ty.loc.file == main) {
        let instances = ty.instances.iter().map(|instance| &instance.attr);
        for attr in ty.seq.iter().chain(instances) {
            problems.extend(of_attr(attr));
        }
    }
}

fn of_attr(attr: &Attr) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut warn = |loc: Loc, message: String| {
        found.push(Problem {
            severity: Severity::Warning,
            path: format!("{}/valid", attr.path),
            loc,
            message,
            help: None,
        });
    };
    let (mut least, mut most) = (None, None);
    for valid in &attr.valid {
        match &valid.rule {
            ValidRule::Min(expr) => least = number(expr).or(least),
            ValidRule::Max(expr) => most = number(expr).or(most),
            _ => {}
        }
    }
    if let (Some((least, _)), Some((most, loc))) = (least, most)
        && least > most
    {
        warn(
            loc,
            format!("nothing is at least {least} and at most {most}"),
        );
    }
    let Some((low, high)) = range(&attr.data) else {
        return found;
    };
    for valid in &attr.valid {
        let numbers: Vec<_> = match &valid.rule {
            ValidRule::Eq(expr) => number(expr).into_iter().collect(),
            ValidRule::AnyOf(exprs) => exprs.iter().filter_map(number).collect(),
            ValidRule::Min(expr) => number(expr)
                .filter(|(n, _)| *n > high)
                .into_iter()
                .collect(),
            ValidRule::Max(expr) => number(expr).filter(|(n, _)| *n < low).into_iter().collect(),
            ValidRule::Expr(_) | ValidRule::InEnum => Vec::new(),
        };
        for (number, loc) in numbers {
            if !(low..=high).contains(&number) {
                let message = format!("this field holds {low} to {high}, so {number} can't be met");
                warn(loc, message);
            }
        }
    }
    found
}

fn number(expr: &Expr) -> Option<(i128, Loc)> {
    match expr.kind {
        ExprKind::Int(number) => Some((number, expr.loc)),
        _ => None,
    }
}

/// The least and the greatest integer that data can be.
fn range(data: &DataType) -> Option<(i128, i128)> {
    let (bits, signed) = match data {
        DataType::Int { signed, width, .. } => (u32::from(*width) * 8, *signed),
        DataType::Bits {
            width,
            boolean: false,
            ..
        } => (u32::from(*width), false),
        _ => return None,
    };
    let count = 1_i128.checked_shl(bits)?;
    Some(match signed {
        true => (-(count / 2), count / 2 - 1),
        false => (0, count - 1),
    })
}
