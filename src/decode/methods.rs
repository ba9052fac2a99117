//! Methods of values.

use super::bounds::MOST_GATHERED;
use super::engine::Engine;
use super::eval::{Scope, wrong};
use super::fault::{Fault, FaultKind};
use super::sequence::Sequence;
use super::text;
use super::value::{Bytes, Value};
use crate::schema::{Expr, Method, encoding_by_name};
use crate::text::{listed, nearest};

impl<'a> Engine<'a> {
    /// All elements of an array or list, for comparison.
    pub(crate) fn elements(&self, value: &Value<'a>) -> Vec<Value<'a>> {
        match value {
            Value::List(items) => items.to_vec(),
            Value::Array(array) => (0..array.count().min(MOST_GATHERED))
                .map(|i| {
                    let item = array.element(i);
                    item.and_then(|item| self.item_value(&item, array.0.attr).ok())
                        .unwrap_or(Value::Null)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn method(
        &self,
        scope: &Scope<'_, 'a>,
        of: &Expr,
        method: Method,
        args: &[Expr],
    ) -> Result<Value<'a>, Fault> {
        match method {
            Method::All | Method::Any | Method::Count | Method::Sum | Method::Unique => {
                let sequence = self.sequence(scope, of)?;
                self.go_through(scope, &sequence, method, args.first())
            }
            _ => {
                let of = self.eval(scope, of)?;
                let args: Result<Vec<Value<'a>>, Fault> =
                    args.iter().map(|x| self.eval(scope, x)).collect();
                self.call(&of, method, &args?)
            }
        }
    }

    /// A member without arguments of a value whose type the grammar did not
    /// know.
    pub(crate) fn method_by_name(&self, of: &Value<'a>, name: &str) -> Result<Value<'a>, Fault> {
        let names: &[&str] = match of {
            Value::Null | Value::Obj(_) => &[],
            Value::Int(_) => &["to_s"],
            Value::Float(_) | Value::Bool(_) | Value::Enum(..) => &["to_i"],
            Value::Str(_) => &["length", "reverse", "to_i"],
            Value::Bytes(_) => &["size", "length", "first", "last", "min", "max"],
            Value::Array(_) | Value::List(_) => &["size", "first", "last", "min", "max"],
            Value::Stream(_) => &["pos", "size", "eof"],
        };
        let method = match name {
            "to_s" => Method::ToS,
            "to_i" => Method::ToI,
            "length" => Method::Length,
            "size" => Method::Size,
            "reverse" => Method::Reverse,
            "first" => Method::First,
            "last" => Method::Last,
            "min" => Method::Min,
            "max" => Method::Max,
            "pos" => Method::Pos,
            "eof" => Method::Eof,
            _ => return Err(has_no(of.kind_name(), name, names)),
        };
        self.call(of, method, &[])
    }

    fn call(&self, of: &Value<'a>, method: Method, args: &[Value<'a>]) -> Result<Value<'a>, Fault> {
        let int = |n: u64| Ok(Value::Int(i128::from(n)));
        match (method, of) {
            (Method::ToS, Value::Int(n)) => Ok(Value::str(n.to_string())),
            (Method::ToS, Value::Str(_)) => Ok(of.clone()),
            (Method::ToS, Value::Bytes(bytes)) => {
                let Some(Value::Str(name)) = args.first() else {
                    return Err(wrong("to_s of bytes wants an encoding"));
                };
                let decoded = text::decode(bytes.as_slice(), &encoding_by_name(name));
                let decoded =
                    decoded.map_err(|m| Fault::new(FaultKind::InvalidText, m, None, "".into()))?;
                Ok(Value::str(decoded.text))
            }
            (Method::ToI, Value::Int(n) | Value::Enum(_, n)) => Ok(Value::Int(*n)),
            (Method::ToI, Value::Bool(b)) => Ok(Value::Int(i128::from(*b))),
            (Method::ToI, Value::Float(x)) => {
                if !x.is_finite() || x.abs() >= 1.7e38 {
                    return Err(Fault::new(
                        FaultKind::Conversion,
                        format!("{x} is no integer"),
                        None,
                        "".into(),
                    ));
                }
                Ok(Value::Int(x.trunc() as i128))
            }
            (Method::ToI, Value::Str(text)) => {
                let radix = args.first().and_then(Value::as_int).unwrap_or(10);
                parse_int(text, radix).map(Value::Int)
            }
            (Method::Length, Value::Str(text)) => int(text.chars().count() as u64),
            (Method::Length | Method::Size, Value::Bytes(bytes)) => {
                int(bytes.as_slice().len() as u64)
            }
            (Method::Size, Value::Array(array)) => int(array.count()),
            (Method::Size, Value::List(items)) => int(items.len() as u64),
            (Method::Size, Value::Stream(stream)) => int(stream.size()),
            (Method::Pos, Value::Stream(stream)) => int(stream.pos()),
            (Method::Eof, Value::Stream(stream)) => Ok(Value::Bool(stream.is_eof())),
            (Method::Reverse, Value::Str(text)) => {
                Ok(Value::str(text.chars().rev().collect::<String>()))
            }
            (Method::Substring, Value::Str(text)) => {
                let bound = |i: usize| args.get(i).and_then(Value::as_int).unwrap_or(0);
                let (from, to) = (bound(0), bound(1));
                let len = text.chars().count() as i128;
                if from < 0 || to < from || to > len {
                    return Err(wrong(format!(
                        "substring {from} to {to} is outside a string of {len} characters"
                    )));
                }
                let cut: String = text.chars().take(to as usize).skip(from as usize).collect();
                Ok(Value::str(cut))
            }
            (Method::ToB, Value::Str(text)) => {
                let Some(Value::Str(name)) = args.first() else {
                    return Err(wrong("to_b wants an encoding"));
                };
                let bytes = text::encode(text, &encoding_by_name(name));
                let bytes =
                    bytes.map_err(|m| Fault::new(FaultKind::InvalidText, m, None, "".into()))?;
                Ok(Value::Bytes(Bytes::Made(bytes.into())))
            }
            (Method::IndexOf, Value::Bytes(bytes)) => {
                let wanted = match args.first() {
                    Some(Value::Bytes(wanted)) => wanted.as_slice().to_vec(),
                    _ => return Err(wrong("index_of wants bytes")),
                };
                let haystack = bytes.as_slice();
                let at = if wanted.is_empty() {
                    Some(0)
                } else {
                    haystack
                        .windows(wanted.len())
                        .position(|window| window == wanted)
                };
                Ok(Value::Int(at.map_or(-1, |at| at as i128)))
            }
            (Method::First | Method::Last, Value::Bytes(_) | Value::Array(_) | Value::List(_)) => {
                let len = match self.call(of, Method::Size, &[])? {
                    Value::Int(n) => n,
                    _ => 0,
                };
                let index = if method == Method::First {
                    0
                } else {
                    (len - 1).max(0)
                };
                self.subscript(of, &Value::Int(index))
            }
            (Method::Min | Method::Max, Value::Bytes(bytes)) => {
                let bytes = bytes.as_slice();
                let byte = if method == Method::Min {
                    bytes.iter().min()
                } else {
                    bytes.iter().max()
                };
                byte.map(|b| Value::Int(i128::from(*b)))
                    .ok_or_else(|| wrong("no bytes have no least and greatest"))
            }
            (Method::Min | Method::Max, Value::Array(_) | Value::List(_)) => {
                self.extreme(of, method == Method::Max)
            }
            (_, Value::Null) => Err(Fault::secondary("the value is absent")),
            _ => Err(wrong(format!("{} has no such method", of.kind_name()))),
        }
    }

    fn extreme(&self, of: &Value<'a>, greatest: bool) -> Result<Value<'a>, Fault> {
        let sequence = match of {
            Value::Array(array) => Sequence::Array(array.clone(), 0, array.count()),
            Value::List(items) => Sequence::List(items.clone(), 0, items.len()),
            _ => Sequence::Range(0, 0),
        };
        let mut best: Option<Value<'a>> = None;
        for i in 0..sequence.len() {
            self.step()?;
            let item = sequence.get(self, i)?;
            let better = match &best {
                None => true,
                Some(best) => {
                    let order = self.compare(&item, best)?;
                    if greatest {
                        order.is_gt()
                    } else {
                        order.is_lt()
                    }
                }
            };
            if better {
                best = Some(item);
            }
        }
        best.ok_or_else(|| wrong("no elements have no least and greatest"))
    }
}

/// `to_i` of a string: a sign and digits of the base, nothing else.
fn parse_int(text: &str, radix: i128) -> Result<i128, Fault> {
    let bad = || {
        let short: String = text.chars().take(40).collect();
        Fault::new(
            FaultKind::Conversion,
            format!("{short:?} is no integer in base {radix}"),
            None,
            "".into(),
        )
    };
    let radix = u32::try_from(radix)
        .ok()
        .filter(|r| (2..=36).contains(r))
        .ok_or_else(bad)?;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(bad());
    }
    i128::from_str_radix(text, radix).map_err(|_| bad())
}

/// Says that something has no member of that name, and which it has.
pub(crate) fn has_no(found: &str, name: &str, names: &[&str]) -> Fault {
    let message = format!("{found} has no {name}");
    wrong(match nearest(name, names.iter().copied()) {
        Some(similar) => format!("{message}; did you mean {similar}?"),
        None if names.is_empty() => message,
        None => format!("{message}, only {}", listed(names.iter().copied())),
    })
}
