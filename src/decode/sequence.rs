//! Sequences that checks go through.

use std::rc::Rc;

use super::array::Array;
use super::bounds::check_count;
use super::engine::Engine;
use super::eval::{Scope, wrong};
use super::fault::Fault;
use super::value::{Bytes, Value};
use crate::schema::{Expr, ExprKind, Method};

/// Things one after the other, not yet gathered.
pub(crate) enum Sequence<'a> {
    Range(i128, i128),
    Bytes(Bytes<'a>),
    Array(Array<'a>, u64, u64),
    List(Rc<[Value<'a>]>, usize, usize),
    Text(Rc<str>),
}

impl<'a> Sequence<'a> {
    pub(super) fn len(&self) -> u64 {
        match self {
            Sequence::Range(a, b) => u64::try_from(b.saturating_sub(*a).max(0)).unwrap_or(u64::MAX),
            Sequence::Bytes(bytes) => bytes.as_slice().len() as u64,
            Sequence::Array(_, a, b) => b - a,
            Sequence::List(_, a, b) => (b - a) as u64,
            Sequence::Text(_) => 0,
        }
    }

    pub(super) fn get(&self, engine: &Engine<'a>, i: u64) -> Result<Value<'a>, Fault> {
        Ok(match self {
            Sequence::Range(a, _) => Value::Int(a + i128::from(i)),
            Sequence::Bytes(bytes) => Value::Int(
                bytes
                    .as_slice()
                    .get(i as usize)
                    .map_or(0, |b| i128::from(*b)),
            ),
            Sequence::Array(array, a, _) => match array.element(a + i) {
                Some(item) => engine.item_value(&item, array.0.attr)?,
                None => Value::Null,
            },
            Sequence::List(items, a, _) => {
                items.get(a + i as usize).cloned().unwrap_or(Value::Null)
            }
            Sequence::Text(_) => Value::Null,
        })
    }

    pub(crate) fn into_value(self, engine: &Engine<'a>) -> Result<Value<'a>, Fault> {
        match self {
            Sequence::Bytes(bytes) => Ok(Value::Bytes(bytes)),
            Sequence::Text(text) => Ok(Value::Str(text)),
            sequence => {
                let len = sequence.len();
                check_count(len)?;
                let items: Result<Rc<[Value<'a>]>, Fault> =
                    (0..len).map(|i| sequence.get(engine, i)).collect();
                Ok(Value::List(items?))
            }
        }
    }
}

fn clip(n: i128, len: u64) -> u64 {
    u64::try_from(n.max(0)).unwrap_or(u64::MAX).min(len)
}

impl<'a> Engine<'a> {
    /// What `all`, `any` and the like go through.
    pub(crate) fn sequence(
        &self,
        scope: &Scope<'_, 'a>,
        expr: &Expr,
    ) -> Result<Sequence<'a>, Fault> {
        match &expr.kind {
            ExprKind::Range(a, b) => {
                let (a, b) = (self.int(scope, a)?, self.int(scope, b)?);
                Ok(Sequence::Range(a, b.max(a)))
            }
            ExprKind::Slice(of, a, b) => {
                let of = self.eval(scope, of)?;
                let (a, b) = (self.int(scope, a)?, self.int(scope, b)?);
                Ok(match of {
                    Value::Bytes(bytes) => {
                        let len = bytes.as_slice().len() as u64;
                        Sequence::Bytes(bytes.cut(clip(a, len), clip(b, len)))
                    }
                    Value::Array(array) => {
                        let (a, b) = (clip(a, array.count()), clip(b, array.count()));
                        Sequence::Array(array, a, b.max(a))
                    }
                    Value::List(items) => {
                        let len = items.len() as u64;
                        let (a, b) = (clip(a, len) as usize, clip(b, len) as usize);
                        Sequence::List(items, a, b.max(a))
                    }
                    Value::Str(text) => {
                        let len = text.chars().count() as u64;
                        let (a, b) = (clip(a, len) as usize, clip(b, len) as usize);
                        Sequence::Text(text.chars().take(b).skip(a).collect::<String>().into())
                    }
                    other => return Err(wrong(format!("{} cannot be sliced", other.kind_name()))),
                })
            }
            _ => match self.eval(scope, expr)? {
                Value::Bytes(bytes) => Ok(Sequence::Bytes(bytes)),
                Value::Array(array) => {
                    let count = array.count();
                    Ok(Sequence::Array(array, 0, count))
                }
                Value::List(items) => {
                    let len = items.len();
                    Ok(Sequence::List(items, 0, len))
                }
                Value::Null => Ok(Sequence::Range(0, 0)),
                other => Err(wrong(format!(
                    "{} has no elements to go through",
                    other.kind_name()
                ))),
            },
        }
    }

    fn int(&self, scope: &Scope<'_, 'a>, expr: &Expr) -> Result<i128, Fault> {
        let value = self.eval(scope, expr)?;
        value
            .as_int()
            .ok_or_else(|| wrong(format!("an integer is wanted, not {}", value.kind_name())))
    }

    pub(super) fn go_through(
        &self,
        scope: &Scope<'_, 'a>,
        sequence: &Sequence<'a>,
        method: Method,
        each: Option<&Expr>,
    ) -> Result<Value<'a>, Fault> {
        let len = sequence.len();
        if let (Sequence::Bytes(bytes), Method::Sum, None) = (sequence, method, each) {
            return Ok(Value::Int(
                bytes.as_slice().iter().map(|b| i128::from(*b)).sum(),
            ));
        }
        if let (Sequence::Array(array, from, to), Method::Any | Method::Count, Some(each)) =
            (sequence, method, each)
            && let Some(answer) = self.look_up(scope, array, (*from, *to), method, each)
        {
            return answer;
        }
        if let (Sequence::Bytes(bytes), Method::All | Method::Any | Method::Count, Some(each)) =
            (sequence, method, each)
        {
            return self.bytes_that(scope, bytes.as_slice(), method, each);
        }
        let mut count = 0;
        let mut sum = Value::Int(0);
        let mut seen = std::collections::HashSet::new();
        for i in 0..len {
            self.step()?;
            let item = sequence.get(self, i)?;
            let result = match each {
                Some(each) => self.eval(
                    &Scope {
                        item: Some(&item),
                        ..*scope
                    },
                    each,
                )?,
                None => item,
            };
            match (method, &result) {
                (Method::All, Value::Bool(false)) => return Ok(Value::Bool(false)),
                (Method::Any, Value::Bool(true)) => return Ok(Value::Bool(true)),
                (Method::Count, Value::Bool(b)) => count += i128::from(*b),
                (Method::All | Method::Any, Value::Bool(_)) => {}
                (Method::Sum, value) => {
                    sum = self.binary(crate::schema::BinOp::Add, &sum, value)?
                }
                (Method::Unique, value) => {
                    check_count(seen.len() as u64)?;
                    if !seen.insert(self.key(value)) {
                        return Ok(Value::Bool(false));
                    }
                }
                (_, other) => return Err(no_condition(other)),
            }
        }
        Ok(match method {
            Method::All | Method::Unique => Value::Bool(true),
            Method::Any => Value::Bool(false),
            Method::Sum => sum,
            _ => Value::Int(count),
        })
    }

    /// Goes through bytes; what holds for a value is worked out once.
    fn bytes_that(
        &self,
        scope: &Scope<'_, 'a>,
        bytes: &[u8],
        method: Method,
        each: &Expr,
    ) -> Result<Value<'a>, Fault> {
        let mut known = [None; 256];
        let mut count = 0;
        for &byte in bytes {
            self.step()?;
            let known = &mut known[usize::from(byte)];
            let holds = match *known {
                Some(holds) => holds,
                None => {
                    let item = Value::Int(i128::from(byte));
                    let scope = Scope {
                        item: Some(&item),
                        ..*scope
                    };
                    match self.eval(&scope, each)? {
                        Value::Bool(holds) => *known.insert(holds),
                        other => return Err(no_condition(&other)),
                    }
                }
            };
            match (method, holds) {
                (Method::All, false) => return Ok(Value::Bool(false)),
                (Method::Any, true) => return Ok(Value::Bool(true)),
                _ => count += i128::from(holds),
            }
        }
        Ok(match method {
            Method::All => Value::Bool(true),
            Method::Any => Value::Bool(false),
            _ => Value::Int(count),
        })
    }

    /// What only equal values have in common.
    fn key(&self, value: &Value<'a>) -> Vec<u8> {
        match value {
            Value::Str(text) => text.as_bytes().to_vec(),
            Value::Bytes(bytes) => bytes.as_slice().to_vec(),
            Value::Int(n) | Value::Enum(_, n) => n.to_le_bytes().to_vec(),
            // Objects are equal if they are the same place.
            Value::Obj(obj) => {
                let stream = &obj.0.stream.0;
                let start = stream.base * 8 + obj.0.begin.bit();
                let at = (stream.buffer.id(), start, obj.0.ty);
                format!("{at:?}").into_bytes()
            }
            Value::Array(_) | Value::List(_) => {
                let mut key = Vec::new();
                for element in self.elements(value) {
                    let part = self.key(&element);
                    key.extend_from_slice(&part.len().to_le_bytes());
                    key.extend_from_slice(&part);
                }
                key
            }
            value => self.say(value).into_bytes(),
        }
    }
}

fn no_condition(value: &Value<'_>) -> Fault {
    wrong(format!(
        "a condition is true or false, not {}",
        value.kind_name()
    ))
}
