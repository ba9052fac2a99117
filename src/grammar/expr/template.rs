//! Texts with expressions in braces: `else:` of a check, and
//! `-webide-representation`.

use super::ast::Piece;
use super::error::{Expect, Stop, SyntaxError};
use super::parse::Context;

/// Parses `w is {w}, {{not a field}}`; `{w:hex}` gives a format.
///
/// # Errors
/// The first place where a braced expression is none.
pub(crate) fn parse_message(text: &str) -> Result<Vec<Piece>, SyntaxError> {
    let cx = Context::new(text);
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain += &rest[..at];
        let brace = &rest[at..at + 1];
        let after = &rest[at + 1..];
        if after.starts_with(brace) || brace == "}" {
            plain += brace;
            rest = after.strip_prefix(brace).unwrap_or(after);
            continue;
        }
        let (after, value) = cx.expr(after).map_err(|e| cx.locate(e))?;
        let after = after.trim_start_matches([' ', '\n']);
        let (format, after) = match after
            .strip_prefix(':')
            .map(|format| (format, format.find('}')))
        {
            Some((format, Some(end))) => (format[..end].trim(), &format[end..]),
            _ => ("", after),
        };
        let Some(after) = after.strip_prefix('}') else {
            return Err(Stop {
                rest: after,
                expect: Expect::Brace,
                len: 0,
            }
            .locate(text));
        };
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        pieces.push(Piece::Value(value, format.to_owned()));
        rest = after;
    }
    plain += rest;
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

/// Parses `{name:str} at {pos.x:dec}`. What is no expression in braces is
/// text: such templates are written for another program.
#[must_use]
pub(crate) fn parse_representation(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let Some(len) = rest[start..].find('}') else {
            break;
        };
        let inner = &rest[start + 1..start + len];
        let (value, format) = inner.rsplit_once(':').unwrap_or((inner, ""));
        match super::parse(value) {
            Ok(node) => {
                if start > 0 {
                    pieces.push(Piece::Text(rest[..start].to_owned()));
                }
                pieces.push(Piece::Value(node, format.trim().to_owned()));
            }
            Err(_) => pieces.push(Piece::Text(rest[..=start + len].to_owned())),
        }
        rest = &rest[start + len + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    pieces
}
