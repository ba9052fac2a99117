//! Byte strings: `contents` and magic numbers, as text or as a list of bytes.

use std::sync::Arc;

use super::field::{Field, Problems};
use crate::grammar::scalar;
use crate::grammar::spec::{Spanned, Style};
use crate::grammar::yaml::Kind;

/// A text (its UTF-8), or a list of integers from 0 to 255 and texts.
pub(super) fn read(field: &Field<'_>, problems: &mut Problems) -> Option<Spanned<Arc<[u8]>>> {
    let bytes = match field.kind() {
        Kind::Scalar(s) if !s.is_null() => {
            if s.style == Style::Plain && scalar::int(&s.value).is_ok() {
                let problem = field.error(format!(
                    "expected a text or a list, found {}",
                    field.describe()
                ));
                let list = bytes_of(&s.value).unwrap_or_else(|| s.value.to_string());
                let help = format!(
                    "write `[{list}]` for bytes, or `\"{}\"` for digits",
                    s.value
                );
                problems.push(problem.help(help));
                return None;
            }
            s.value.as_bytes().to_vec()
        }
        Kind::List(_) => {
            let before = problems.len();
            let mut bytes = Vec::new();
            for part in field.as_list(problems)? {
                element(&part, &mut bytes, problems);
            }
            if problems.len() > before {
                return None;
            }
            bytes
        }
        _ => {
            let message = format!(
                "expected a text or a list of bytes, found {}",
                field.describe()
            );
            problems.push(field.error(message));
            return None;
        }
    };
    if bytes.is_empty() {
        problems.push(field.error("expected at least one byte"));
        return None;
    }
    Some(Spanned {
        value: bytes.into(),
        place: field.place(),
    })
}

/// A hexadecimal number of several bytes as a list of them.
fn bytes_of(number: &str) -> Option<String> {
    let digits = number.strip_prefix("0x")?;
    if digits.len() % 2 != 0 || digits.len() > 16 {
        return None;
    }
    let pairs = (0..digits.len())
        .step_by(2)
        .map(|at| digits.get(at..at + 2));
    let bytes: Option<Vec<String>> = pairs.map(|pair| Some(format!("0x{}", pair?))).collect();
    Some(bytes?.join(", "))
}

fn element(field: &Field<'_>, bytes: &mut Vec<u8>, problems: &mut Problems) {
    match field.kind() {
        Kind::Scalar(s) if s.style == Style::Plain && !s.is_null() => {
            if scalar::int(&s.value).is_ok() || s.value.starts_with(|c: char| c.is_ascii_digit()) {
                bytes.extend(field.as_byte(problems).map(|b| b.value));
            } else {
                bytes.extend_from_slice(s.value.as_bytes());
            }
        }
        Kind::Scalar(s) if !s.is_null() => bytes.extend_from_slice(s.value.as_bytes()),
        _ => {
            let message = format!("expected a byte or a text, found {}", field.describe());
            problems.push(field.error(message));
        }
    }
}
