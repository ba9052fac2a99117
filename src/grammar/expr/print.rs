//! Syntax trees as text, with no more parentheses than needed.

use std::fmt::{self, Display, Formatter, Write};

use super::ast::{Kind, Node, Piece};
use crate::schema::{BinOp, UnOp};

/// How tightly a node binds; the same levels as in parsing.
fn level(kind: &Kind) -> u8 {
    match kind {
        Kind::Ternary(..) => 0,
        Kind::Or(..) => 1,
        Kind::And(..) => 2,
        Kind::Unary(UnOp::Not, _) => 3,
        Kind::Binary(op, ..) => match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => 4,
            BinOp::BitOr => 5,
            BinOp::BitXor => 6,
            BinOp::BitAnd => 7,
            BinOp::Shl | BinOp::Shr => 8,
            BinOp::Add | BinOp::Sub => 9,
            BinOp::Mul | BinOp::Div | BinOp::Mod => 10,
        },
        Kind::Unary(..) => 11,
        _ => 12,
    }
}

/// An infix operator as it is written.
pub(crate) fn infix(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Mod => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
    }
}

/// A node as an operand that must bind at least as tightly as `least`.
struct Operand<'a>(&'a Node, u8);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if level(&self.0.kind) < self.1 {
            write!(f, "({})", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

fn list(f: &mut Formatter<'_>, items: &[Node]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// A string's characters, escaped for `"…"`.
fn escaped(f: &mut Formatter<'_>, text: &str, format: bool) -> fmt::Result {
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '{' if format => f.write_str("\\173")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let own = level(&self.kind);
        match &self.kind {
            Kind::Int(n) => write!(f, "{n}"),
            Kind::Float(n) => write!(f, "{n:?}"),
            Kind::Bool(b) => write!(f, "{b}"),
            Kind::Str(text) => {
                f.write_char('"')?;
                escaped(f, text, false)?;
                f.write_char('"')
            }
            Kind::Format(pieces) => {
                f.write_str("f\"")?;
                for piece in pieces {
                    match piece {
                        Piece::Text(text) => escaped(f, text, true)?,
                        Piece::Value(value, _) => write!(f, "{{{value}}}")?,
                    }
                }
                f.write_char('"')
            }
            Kind::Name(name) => f.write_str(name),
            Kind::Enum { path, member } => write!(f, "{}::{}", path.text(), member.text),
            Kind::List(items) => {
                f.write_char('[')?;
                list(f, items)?;
                f.write_char(']')
            }
            Kind::Range(a, b) => write!(f, "[{a} .. {b}]"),
            Kind::Unary(UnOp::Not, of) => write!(f, "not {}", Operand(of, own)),
            Kind::Unary(UnOp::Neg, of) => write!(f, "-{}", Operand(of, own)),
            Kind::Unary(UnOp::Invert, of) => write!(f, "~{}", Operand(of, own)),
            Kind::Binary(op, a, b) => {
                // Comparisons don't chain: neither side may be one.
                let left = if own == 4 { own + 1 } else { own };
                write!(
                    f,
                    "{} {} {}",
                    Operand(a, left),
                    infix(*op),
                    Operand(b, own + 1)
                )
            }
            Kind::And(a, b) => write!(f, "{} and {}", Operand(a, own), Operand(b, own + 1)),
            Kind::Or(a, b) => write!(f, "{} or {}", Operand(a, own), Operand(b, own + 1)),
            Kind::Ternary(c, a, b) => write!(f, "{} ? {a} : {b}", Operand(c, 1)),
            Kind::Member(of, name) => write!(f, "{}.{}", Operand(of, 12), name.text),
            Kind::Call(of, name, args) => {
                write!(f, "{}.{}(", Operand(of, 12), name.text)?;
                list(f, args)?;
                f.write_char(')')
            }
            Kind::Subscript(of, i) => write!(f, "{}[{i}]", Operand(of, 12)),
            Kind::Slice(of, a, b) => write!(f, "{}[{a} .. {b}]", Operand(of, 12)),
            Kind::Cast(of, ty) => write!(f, "{}.as<{}>", Operand(of, 12), ty.text()),
            Kind::SizeOf(ty) => write!(f, "sizeof<{}>", ty.text()),
            Kind::BitSizeOf(ty) => write!(f, "bitsizeof<{}>", ty.text()),
        }
    }
}
