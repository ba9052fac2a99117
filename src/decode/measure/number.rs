//! Makes number expressions of measuring programs from those of the grammar.

use super::Number;
use super::compile::{Compiler, MOST_STEPS};
use super::rules::Underscore;
use crate::decode::fixed::mentions_index;
use crate::schema::{
    DataType, Endian, Expr, ExprKind, Member, Method, Repeat, Special, Ty, TypeId, UnOp,
};

/// Expressions nested in one another, instances included.
const MOST_DEPTH: usize = 32;

impl<'a> Compiler<'a> {
    pub(super) fn number(&mut self, expr: &'a Expr) -> Option<Number> {
        self.number_in(expr, self.frames.len().checked_sub(1)?)
    }

    /// An expression that is written in the type of a frame.
    pub(super) fn number_in(&mut self, expr: &'a Expr, frame: usize) -> Option<Number> {
        if self.depth >= MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let number = self.number_at(expr, frame);
        self.depth -= 1;
        number
    }

    fn number_at(&mut self, expr: &'a Expr, frame: usize) -> Option<Number> {
        let two = |this: &mut Self, a: &'a Expr, b: &'a Expr| {
            if this.tests {
                let a = this.number_or_unknown(a, frame);
                return Some((Box::new(a), Box::new(this.number_or_unknown(b, frame))));
            }
            Some((
                Box::new(this.number_in(a, frame)?),
                Box::new(this.number_in(b, frame)?),
            ))
        };
        Some(match &expr.kind {
            ExprKind::Int(n) | ExprKind::Enum(_, n) => Number::Const(i64::try_from(*n).ok()?),
            ExprKind::Bool(b) => Number::Const(i64::from(*b)),
            ExprKind::Item => match &self.underscore {
                Underscore::Item => Number::Item,
                Underscore::Field(field) => field.clone(),
                Underscore::Row => return None,
            },
            ExprKind::Cast(_, Ty::Float) => return None,
            ExprKind::Cast(a, _) => self.number_in(a, frame)?,
            ExprKind::Unary(op, a) => {
                let a = Box::new(self.number_in(a, frame)?);
                match op {
                    UnOp::Neg => Number::Neg(a),
                    UnOp::Invert => Number::Invert(a),
                    UnOp::Not => Number::Not(a),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::Binary(*op, a, b)
            }
            ExprKind::And(a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::And(a, b)
            }
            ExprKind::Or(a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::Or(a, b)
            }
            ExprKind::Ternary(cond, a, b) => {
                let cond = Box::new(self.number_in(cond, frame)?);
                let (a, b) = two(self, a, b)?;
                Number::Choose(cond, a, b)
            }
            ExprKind::Method {
                of,
                method: Method::ToI,
                args,
            } if args.is_empty() => self.number_in(of, frame)?,
            ExprKind::Method {
                of, method, args, ..
            } if self.tests => {
                let fixed = !matches!(method, Method::Pos | Method::Eof) && args.is_empty();
                if frame == 0 && fixed && is_outer(of) {
                    self.program.outer.push(expr);
                    return Some(Number::Outer(self.program.outer.len() - 1));
                }
                self.method(of, *method, args, frame)?
            }
            ExprKind::Subscript(of, index) if self.tests => {
                let run = self.run(of, frame)?;
                Number::Byte(run, Box::new(self.number_or_unknown(index, frame)))
            }
            ExprKind::Member {
                of,
                slot: Some((ty, member)),
                ..
            } => {
                if frame == 0 && is_outer(expr) {
                    let i = self.program.outer.len();
                    self.program.outer.push(expr);
                    return Some(Number::Outer(i));
                }
                let at = self.frame_of(of, frame)?;
                self.member(at, *ty, *member)?
            }
            _ => return None,
        })
    }

    /// The frame that an object expression names.
    fn frame_of(&self, of: &Expr, frame: usize) -> Option<usize> {
        match &of.kind {
            ExprKind::This => Some(frame),
            ExprKind::Special(inner, Special::Parent) => {
                let at = self.frame_of(inner, frame)?;
                self.frames.get(at)?.has_parent.then(|| at.checked_sub(1))?
            }
            _ => None,
        }
    }

    pub(super) fn member(&mut self, at: usize, ty: TypeId, member: Member) -> Option<Number> {
        let frame = self.frames.get(at)?;
        if frame.ty != ty {
            return None;
        }
        let def = frame.def;
        match member {
            Member::Seq(i) => {
                let place = (*frame.fields.get(i as usize)?)?;
                let attr = def.seq.get(i as usize)?;
                if attr.cond.is_some() || !matches!(attr.repeat, Repeat::Once) {
                    return None;
                }
                match &attr.data {
                    DataType::Int {
                        signed,
                        width,
                        endian,
                        ..
                    } => {
                        let endian = if *width == 1 {
                            Endian::Be
                        } else {
                            endian.or(frame.endian)?
                        };
                        Some(Number::Field {
                            mark: place.mark,
                            offset: place.bit / 8,
                            width: *width,
                            signed: *signed,
                            endian,
                        })
                    }
                    DataType::Bits { width, endian, .. } => Some(Number::Bits {
                        mark: place.mark,
                        start: place.bit,
                        width: *width,
                        endian: *endian,
                    }),
                    _ => None,
                }
            }
            Member::Instance(i) => {
                let instance = def.instances.get(i as usize)?;
                if instance.attr.cond.is_some() || self.program.steps.len() > MOST_STEPS {
                    return None;
                }
                self.number_in(instance.value.as_ref()?, at)
            }
            Member::Param(_) => None,
        }
    }
}

/// Whether an expression looks only outside the object: it begins with
/// `_parent` or `_root`.
pub(super) fn is_outer(expr: &Expr) -> bool {
    fn begins_outside(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Special(of, Special::Parent | Special::Root)
                if matches!(of.kind, ExprKind::This) =>
            {
                true
            }
            ExprKind::Member { of, .. } | ExprKind::Special(of, _) => begins_outside(of),
            _ => false,
        }
    }
    begins_outside(expr) && !mentions_index(expr) && expr.parts().len() < 64
}
