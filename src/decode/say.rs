//! Values in messages and in texts with expressions.

use super::bounds::check_text;
use super::engine::Engine;
use super::eval::Scope;
use super::fault::Fault;
use super::value::Value;
use crate::schema::{MessagePart, Show};

impl<'a> Engine<'a> {
    /// Fills in the expressions of a text.
    pub(crate) fn format(
        &self,
        scope: &Scope<'_, 'a>,
        parts: &[MessagePart],
    ) -> Result<String, Fault> {
        self.format_noting(scope, parts, &mut |_| ())
    }

    /// The same; tells each integer that is put in.
    pub(crate) fn format_noting(
        &self,
        scope: &Scope<'_, 'a>,
        parts: &[MessagePart],
        note: &mut dyn FnMut(i128),
    ) -> Result<String, Fault> {
        let mut text = String::new();
        for part in parts {
            match part {
                MessagePart::Text(piece) => text.push_str(piece),
                MessagePart::Expr { expr, format } => {
                    let value = self.eval(scope, expr)?;
                    if let Value::Int(n) = &value {
                        note(*n);
                    }
                    if let Value::Str(more) = &value {
                        check_text(text.len().saturating_add(more.len()))?;
                    }
                    match (&value, &**format) {
                        (Value::Int(n) | Value::Enum(_, n), "hex") => text.push_str(&hex(*n)),
                        (Value::Int(n) | Value::Enum(_, n), "dec") => text.push_str(&n.to_string()),
                        (Value::Str(s), "") => text.push_str(s),
                        _ => text.push_str(&self.say(&value)),
                    }
                }
            }
        }
        Ok(text)
    }

    /// A value in a message about a field that is shown in a way of its own.
    pub(crate) fn say_as(&self, value: &Value<'a>, show: Option<&Show>) -> String {
        match (value, show) {
            (Value::Int(n), Some(Show::Hex)) => hex(*n),
            (Value::Bytes(bytes), None) => match as_text(bytes.as_slice()) {
                Some(text) => format!("{} ({text:?})", self.say(value)),
                None => self.say(value),
            },
            _ => self.say(value),
        }
    }

    /// A value in a message.
    pub(crate) fn say(&self, value: &Value<'a>) -> String {
        match value {
            Value::Null => "nothing".into(),
            Value::Int(n) => n.to_string(),
            Value::Float(x) => x.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Str(text) => {
                let short: String = text.chars().take(40).collect();
                if short.len() < text.len() {
                    format!("{short:?}…")
                } else {
                    format!("{short:?}")
                }
            }
            Value::Bytes(bytes) => {
                let bytes = bytes.as_slice();
                let mut text: Vec<String> =
                    bytes.iter().take(16).map(|b| format!("{b:02x}")).collect();
                if bytes.len() > 16 {
                    text.push(format!("… ({} bytes)", bytes.len()));
                }
                if text.is_empty() {
                    "no bytes".into()
                } else {
                    text.join(" ")
                }
            }
            Value::Enum(id, n) => match self.0.schema.enumeration(*id).entry(*n) {
                Some(entry) => format!("{} ({n})", entry.name),
                None => n.to_string(),
            },
            Value::Obj(obj) => obj
                .0
                .def
                .to_string
                .as_ref()
                .and_then(|parts| self.format(&Scope::of(obj), parts).ok())
                .unwrap_or_else(|| format!("an object of type {}", obj.0.def.qualified)),
            Value::Array(array) => format!("{} elements", array.count()),
            Value::List(items) => {
                let items: Vec<String> = items.iter().take(16).map(|item| self.say(item)).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Stream(stream) => format!("a stream of {} bytes", stream.size()),
        }
    }
}

/// Bytes as the text that they seem to be.
fn as_text(bytes: &[u8]) -> Option<&str> {
    let printable = bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let text = (2..=16).contains(&bytes.len()) && printable;
    str::from_utf8(bytes).ok().filter(|_| text)
}

fn hex(n: i128) -> String {
    if n < 0 {
        format!("-0x{:x}", n.unsigned_abs())
    } else {
        format!("0x{n:x}")
    }
}
