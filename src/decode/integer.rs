//! Operators on integers of 64 bits, for expressions that were made code.

use crate::schema::BinOp;

/// What an operator gives; comparisons give 1 or 0. `None` where the result has
/// no room in 64 bits, and where the divisor is not positive: such expressions
/// are evaluated in the usual way.
pub(crate) fn binary(op: BinOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinOp::Add => a.checked_add(b)?,
        BinOp::Sub => a.checked_sub(b)?,
        BinOp::Mul => a.checked_mul(b)?,
        BinOp::Div if b > 0 => a.div_euclid(b),
        BinOp::Mod if b > 0 => a.rem_euclid(b),
        BinOp::Div | BinOp::Mod => return None,
        BinOp::Shl => {
            let shift = u32::try_from(b).ok().filter(|b| *b < 63)?;
            let shifted = a.checked_shl(shift)?;
            if shifted >> shift != a {
                return None;
            }
            shifted
        }
        BinOp::Shr => a >> u32::try_from(b).ok()?.min(63),
        BinOp::BitAnd => a & b,
        BinOp::BitOr => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::Eq => (a == b).into(),
        BinOp::Ne => (a != b).into(),
        BinOp::Lt => (a < b).into(),
        BinOp::Le => (a <= b).into(),
        BinOp::Gt => (a > b).into(),
        BinOp::Ge => (a >= b).into(),
    })
}
