//! Operators on values.

use std::cmp::Ordering;

use super::bounds::check_text;
use super::engine::Engine;
use super::eval::wrong;
use super::fault::Fault;
use super::value::Value;
use crate::schema::{BinOp, UnOp};

impl<'a> Engine<'a> {
    pub(crate) fn unary(&self, op: UnOp, a: &Value<'a>) -> Result<Value<'a>, Fault> {
        Ok(match (op, a) {
            (UnOp::Neg, Value::Int(n)) => Value::Int(n.checked_neg().ok_or_else(overflow)?),
            (UnOp::Neg, Value::Float(x)) => Value::Float(-x),
            (UnOp::Invert, Value::Int(n)) => Value::Int(!n),
            (UnOp::Not, Value::Bool(b)) => Value::Bool(!b),
            (_, other) => {
                return Err(wrong(format!(
                    "this operator cannot take {}",
                    other.kind_name()
                )));
            }
        })
    }

    pub(crate) fn binary(
        &self,
        op: BinOp,
        a: &Value<'a>,
        b: &Value<'a>,
    ) -> Result<Value<'a>, Fault> {
        use BinOp::{
            Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mod, Mul, Ne, Shl, Shr, Sub,
        };
        match op {
            Eq => return Ok(Value::Bool(self.equal(a, b))),
            Ne => return Ok(Value::Bool(!self.equal(a, b))),
            Lt | Le | Gt | Ge => {
                let order = self.compare(a, b)?;
                return Ok(Value::Bool(match op {
                    Lt => order == Ordering::Less,
                    Le => order != Ordering::Greater,
                    Gt => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }));
            }
            _ => {}
        }
        match (a, b) {
            (Value::Int(x) | Value::Enum(_, x), Value::Int(y) | Value::Enum(_, y)) => {
                let (x, y) = (*x, *y);
                let result = match op {
                    Add => x.checked_add(y),
                    Sub => x.checked_sub(y),
                    Mul => x.checked_mul(y),
                    Div | Mod if y == 0 => return Err(wrong(format!("{x} is divided by 0"))),
                    Shl | Shr if y < 0 => {
                        return Err(wrong(format!(
                            "{x} is shifted by {y} bits: a count below 0"
                        )));
                    }
                    Div => floor_div(x, y),
                    Mod => x.checked_sub(
                        y.checked_mul(floor_div(x, y).ok_or_else(overflow)?)
                            .ok_or_else(overflow)?,
                    ),
                    Shl => shift_left(x, y),
                    Shr => Some(x >> y.min(127)),
                    BitAnd => Some(x & y),
                    BitOr => Some(x | y),
                    BitXor => Some(x ^ y),
                    _ => None,
                };
                result.map(Value::Int).ok_or_else(overflow)
            }
            (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) => {
                let (x, y) = (as_float(a), as_float(b));
                Ok(Value::Float(match op {
                    Add => x + y,
                    Sub => x - y,
                    Mul => x * y,
                    Div => x / y,
                    Mod => x - y * (x / y).floor(),
                    _ => return Err(wrong("bits of a float cannot be combined")),
                }))
            }
            (Value::Str(x), Value::Str(y)) if op == Add => {
                check_text(x.len().saturating_add(y.len()))?;
                Ok(Value::Str(format!("{x}{y}").into()))
            }
            (Value::Null, _) | (_, Value::Null) => Err(Fault::secondary("an operand is absent")),
            _ => Err(wrong(format!(
                "this operator cannot take {} and {}",
                a.kind_name(),
                b.kind_name()
            ))),
        }
    }

    /// `==`
    pub(crate) fn equal(&self, a: &Value<'a>, b: &Value<'a>) -> bool {
        match (a, b) {
            (Value::Int(x) | Value::Enum(_, x), Value::Int(y) | Value::Enum(_, y)) => x == y,
            (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) => {
                as_float(a) == as_float(b)
            }
            (Value::Bool(x), Value::Bool(y)) => x == y,
            (Value::Str(x), Value::Str(y)) => x == y,
            (Value::Bytes(x), Value::Bytes(y)) => x.as_slice() == y.as_slice(),
            (Value::Null, Value::Null) => true,
            (Value::Obj(x), Value::Obj(y)) => x.same_place(y),
            (Value::List(_) | Value::Array(_), Value::List(_) | Value::Array(_)) => {
                let (x, y) = (self.elements(a), self.elements(b));
                x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| self.equal(x, y))
            }
            _ => false,
        }
    }

    /// Order of numbers, strings (by code point) and byte arrays.
    pub(crate) fn compare(&self, a: &Value<'a>, b: &Value<'a>) -> Result<Ordering, Fault> {
        let order = match (a, b) {
            (Value::Int(x) | Value::Enum(_, x), Value::Int(y) | Value::Enum(_, y)) => {
                Some(x.cmp(y))
            }
            (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) => {
                as_float(a).partial_cmp(&as_float(b))
            }
            (Value::Str(x), Value::Str(y)) => Some(x.cmp(y)),
            (Value::Bytes(x), Value::Bytes(y)) => Some(x.as_slice().cmp(y.as_slice())),
            (Value::Bool(x), Value::Bool(y)) => Some(x.cmp(y)),
            _ => None,
        };
        if matches!((a, b), (Value::Null, _) | (_, Value::Null)) {
            return Err(Fault::secondary("an operand is absent"));
        }
        order.ok_or_else(|| {
            wrong(format!(
                "{} cannot be compared with {}",
                a.kind_name(),
                b.kind_name()
            ))
        })
    }
}

fn overflow() -> Fault {
    wrong("the result is too large")
}

pub(crate) fn as_float(value: &Value<'_>) -> f64 {
    match value {
        Value::Int(n) | Value::Enum(_, n) => *n as f64,
        Value::Float(x) => *x,
        _ => f64::NAN,
    }
}

fn floor_div(x: i128, y: i128) -> Option<i128> {
    let quotient = x.checked_div(y)?;
    if x % y != 0 && (x < 0) != (y < 0) {
        quotient.checked_sub(1)
    } else {
        Some(quotient)
    }
}

fn shift_left(x: i128, y: i128) -> Option<i128> {
    let y = u32::try_from(y).ok()?;
    if x == 0 {
        return Some(0);
    }
    let result = x.checked_shl(y)?;
    (result >> y == x).then_some(result)
}
