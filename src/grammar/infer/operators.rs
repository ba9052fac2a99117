//! Operators: which operands they take and what they give.

use super::{Infer, Kind, Typed, combine};
use crate::grammar::expr::{Node, Span, infix};
use crate::grammar::index::Index;
use crate::schema::{BinOp, Expr, ExprKind, Ty, UnOp};

/// Whether two values can be compared; `order` for `<` and the like.
fn comparable(a: &Ty, b: &Ty, order: bool) -> bool {
    match (a, b) {
        (Ty::Any, _) | (_, Ty::Any) => true,
        (Ty::Int | Ty::Float, Ty::Int | Ty::Float)
        | (Ty::Str, Ty::Str)
        | (Ty::Bytes, Ty::Bytes) => true,
        (Ty::Bool, Ty::Bool) => !order,
        (Ty::Enum(x), Ty::Enum(y)) => x == y && !order,
        _ => false,
    }
}

impl Infer<'_> {
    pub(super) fn unary(&mut self, span: &Span, op: UnOp, of: &Node) -> Typed {
        let of = self.expr(of);
        let (ok, expected) = match op {
            UnOp::Neg => (matches!(of.kind.ty, Ty::Int | Ty::Float), "a number"),
            UnOp::Invert => (of.kind.ty == Ty::Int, "an integer"),
            UnOp::Not => (of.kind.ty == Ty::Bool, "a boolean"),
        };
        if !ok && !of.kind.is_any() {
            let sign = match op {
                UnOp::Neg => "-",
                UnOp::Invert => "~",
                UnOp::Not => "not",
            };
            let found = self.describe(&of.kind);
            return self.fail(span, format!("`{sign}` takes {expected}, found {found}"));
        }
        let folded = match (op, &of.expr.kind) {
            (UnOp::Neg, ExprKind::Int(n)) => n.checked_neg().map(ExprKind::Int),
            (UnOp::Neg, ExprKind::Float(n)) => Some(ExprKind::Float(-n)),
            (UnOp::Invert, ExprKind::Int(n)) => Some(ExprKind::Int(!n)),
            (UnOp::Not, ExprKind::Bool(b)) => Some(ExprKind::Bool(!b)),
            _ => None,
        };
        let ty = if op == UnOp::Not {
            Ty::Bool
        } else {
            of.kind.ty
        };
        let kind = folded.unwrap_or_else(|| ExprKind::Unary(op, Box::new(of.expr)));
        self.typed(span, kind, ty)
    }

    pub(super) fn binary(&mut self, span: &Span, op: BinOp, a: &Node, b: &Node) -> Typed {
        let mut left = self.expr(a);
        let mut right = self.expr(b);
        let comparison = matches!(
            op,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        );
        let ty = if comparison {
            if let Some(mismatch) = mismatch(self.index(), op, &left.kind, &right) {
                let failed = self.fail(span, mismatch.message);
                let own = mismatch
                    .help
                    .or_else(|| self.means_item(&left.kind, &right, op));
                self.help(own);
                return failed;
            }
            Ty::Bool
        } else {
            match arithmetic(op, &left.kind.ty, &right.kind.ty) {
                Some(ty) => ty,
                None => {
                    let (left, right) = (self.describe(&left.kind), self.describe(&right.kind));
                    return self.fail(
                        span,
                        format!("`{}` can't take {left} and {right}", infix(op)),
                    );
                }
            }
        };
        // What is typed as a float may hold an integer, whose division is another.
        if matches!(op, BinOp::Div | BinOp::Mod) && ty == Ty::Float {
            left.expr = as_float(left.expr);
            right.expr = as_float(right.expr);
        }
        let kind = match fold(op, &left.expr, &right.expr) {
            Some(kind) => kind,
            None => ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)),
        };
        self.typed(span, kind, ty)
    }

    /// What to do where an array is compared of which `_` is an element.
    fn means_item(&self, array: &Kind, with: &Typed, op: BinOp) -> Option<String> {
        let Ty::Array(element) = &array.ty else {
            return None;
        };
        let item = self.scope.item.as_ref()?;
        let fits = item.ty == **element && mismatch(self.index(), op, item, with).is_none();
        fits.then(|| "the element just read is `_`".to_owned())
    }

    pub(super) fn logic(
        &mut self,
        span: &Span,
        a: &Node,
        b: &Node,
        make: fn(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Typed {
        let what = "an operand of `and` and `or`";
        let left = self.expect(a, &Ty::Bool, what);
        let right = self.expect(b, &Ty::Bool, what);
        self.typed(
            span,
            make(Box::new(left.expr), Box::new(right.expr)),
            Ty::Bool,
        )
    }

    pub(super) fn ternary(&mut self, span: &Span, cond: &Node, yes: &Node, no: &Node) -> Typed {
        let cond = self.expect(cond, &Ty::Bool, "the condition of `? :`");
        let yes = self.expr(yes);
        let no = self.expr(no);
        let Some(kind) = combine(&yes.kind, &no.kind) else {
            let (yes, no) = (self.describe(&yes.kind), self.describe(&no.kind));
            return self.fail(
                span,
                format!("the branches of `? :` have no common type: {yes} and {no}"),
            );
        };
        let (mut yes, mut no) = (yes.expr, no.expr);
        if kind.ty == Ty::Float {
            yes = as_float(yes);
            no = as_float(no);
        }
        let expr = ExprKind::Ternary(Box::new(cond.expr), Box::new(yes), Box::new(no));
        self.typed(span, expr, kind)
    }
}

/// A number taken as a float.
fn as_float(expr: Expr) -> Expr {
    let loc = expr.loc;
    let kind = match expr.kind {
        ExprKind::Float(x) => ExprKind::Float(x),
        ExprKind::Int(n) => ExprKind::Float(n as f64),
        _ => ExprKind::Cast(Box::new(expr), Ty::Float),
    };
    Expr { kind, loc }
}

/// Why two values can't be compared.
pub(crate) struct Mismatch {
    pub(crate) message: String,
    /// What to do, if there is something to say.
    pub(crate) help: Option<String>,
}

/// Why an operator can't compare a type with a value; `None` if it can.
pub(crate) fn mismatch(index: &Index, op: BinOp, a: &Kind, b: &Typed) -> Option<Mismatch> {
    let order = !matches!(op, BinOp::Eq | BinOp::Ne);
    let (x, y) = (&a.ty, &b.kind.ty);
    if comparable(x, y, order) {
        return None;
    }
    let (left, right) = (a.describe(index), b.kind.describe(index));
    if comparable(x, y, false) {
        let message = format!(
            "`{}` can't be used on {left}: only `==` and `!=`",
            infix(op)
        );
        return Some(Mismatch {
            message,
            help: None,
        });
    }
    let help = match (x, y, &b.expr.kind) {
        (Ty::Enum(id), Ty::Int, ExprKind::Int(value)) => {
            let entry = index.enumeration(*id);
            let member = entry.member_of(*value).unwrap_or("…");
            Some(format!(
                "write `{}::{member}`, or `.to_i` after the enum",
                entry.name
            ))
        }
        (Ty::Enum(_), Ty::Int, _) | (Ty::Int, Ty::Enum(_), _) => {
            Some("write `.to_i` after the enum".to_owned())
        }
        (Ty::Bytes, Ty::Array(_), _) | (Ty::Array(_), Ty::Bytes, _) => {
            Some("only a list whose numbers are all from 0 to 255 is a byte array".to_owned())
        }
        (Ty::Bytes, Ty::Str, _) | (Ty::Str, Ty::Bytes, _) => Some(
            "write the bytes as a list, such as `[0x50, 0x4b]`, or make a string of them, \
             such as `.to_s(\"ASCII\")`"
                .to_owned(),
        ),
        (Ty::Bool, Ty::Int, ExprKind::Int(0 | 1)) => {
            Some("a boolean is a condition by itself: leave out the comparison, or write `not` before it".to_owned())
        }
        _ => None,
    };
    let message = format!("can't compare {left} and {right}");
    Some(Mismatch { message, help })
}

/// The type of a sum, product and the like.
fn arithmetic(op: BinOp, a: &Ty, b: &Ty) -> Option<Ty> {
    let numbers = matches!(
        op,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Mod
    );
    match (a, b) {
        (Ty::Int, Ty::Int) => Some(Ty::Int),
        (Ty::Int | Ty::Float, Ty::Int | Ty::Float) if numbers => Some(Ty::Float),
        (Ty::Str, Ty::Str | Ty::Any) | (Ty::Any, Ty::Str) if op == BinOp::Add => Some(Ty::Str),
        (Ty::Any, Ty::Any) => Some(Ty::Any),
        (Ty::Any, Ty::Int) | (Ty::Int, Ty::Any) => Some(if numbers { Ty::Any } else { Ty::Int }),
        (Ty::Any, Ty::Float) | (Ty::Float, Ty::Any) if numbers => Some(Ty::Float),
        _ => None,
    }
}

/// The value of an operation on two literals, unless it overflows or divides
/// by zero: that is left to run time.
fn fold(op: BinOp, a: &Expr, b: &Expr) -> Option<ExprKind> {
    if let (ExprKind::Str(a), ExprKind::Str(b), BinOp::Add) = (&a.kind, &b.kind, op) {
        return Some(ExprKind::Str(format!("{a}{b}").into()));
    }
    let (ExprKind::Int(a), ExprKind::Int(b)) = (&a.kind, &b.kind) else {
        return None;
    };
    let (a, b) = (*a, *b);
    let shift = |f: fn(i128, u32) -> Option<i128>| {
        u32::try_from(b)
            .ok()
            .filter(|b| *b < 127)
            .and_then(|b| f(a, b))
    };
    let int = match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => a.checked_mul(b),
        BinOp::Div => div_floor(a, b),
        BinOp::Mod => div_floor(a, b)
            .and_then(|q| q.checked_mul(b))
            .and_then(|p| a.checked_sub(p)),
        BinOp::Shl => shift(|a, b| a.checked_shl(b).filter(|c| c >> b == a)),
        BinOp::Shr => shift(|a, b| Some(a >> b)),
        BinOp::BitAnd => Some(a & b),
        BinOp::BitOr => Some(a | b),
        BinOp::BitXor => Some(a ^ b),
        BinOp::Eq => return Some(ExprKind::Bool(a == b)),
        BinOp::Ne => return Some(ExprKind::Bool(a != b)),
        BinOp::Lt => return Some(ExprKind::Bool(a < b)),
        BinOp::Le => return Some(ExprKind::Bool(a <= b)),
        BinOp::Gt => return Some(ExprKind::Bool(a > b)),
        BinOp::Ge => return Some(ExprKind::Bool(a >= b)),
    };
    int.map(ExprKind::Int)
}

/// Division toward minus infinity.
fn div_floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let exact = quotient.checked_mul(b)? == a;
    if exact || (a < 0) == (b < 0) {
        Some(quotient)
    } else {
        quotient.checked_sub(1)
    }
}
