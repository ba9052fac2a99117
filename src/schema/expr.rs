//! Expressions with every name resolved.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{EnumId, Member, Ty, TypeId, shared};
use crate::text::Loc;

/// An expression and where it is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written; nowhere in a grammar that was packed.
    #[serde(skip)]
    pub loc: Loc,
}

impl Expr {
    /// The expressions that it is made of, in the order in which they are
    /// evaluated.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Member { of, .. } | ExprKind::Special(of, _) => vec![of],
            ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => vec![a],
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Subscript(a, b)
            | ExprKind::Range(a, b) => vec![a, b],
            ExprKind::Ternary(a, b, c) | ExprKind::Slice(a, b, c) => vec![a, b, c],
            ExprKind::Array(items) | ExprKind::ByteArray(items) => items.iter().collect(),
            ExprKind::Method { of, args, .. } => std::iter::once(&**of).chain(args).collect(),
            ExprKind::Format(parts) => parts
                .iter()
                .filter_map(|part| match part {
                    MessagePart::Expr { expr, .. } => Some(expr),
                    MessagePart::Text(_) => None,
                })
                .collect(),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Bool(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_)
            | ExprKind::Enum(..)
            | ExprKind::This
            | ExprKind::Item
            | ExprKind::Index => Vec::new(),
        }
    }
}

/// The kinds of expression.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer literal, or a size known statically.
    Int(i128),
    /// A float literal.
    Float(f64),
    /// `true`, `false`.
    Bool(bool),
    /// A string literal.
    Str(Arc<str>),
    /// A byte array literal.
    Bytes(Arc<[u8]>),
    /// `animal::cat`.
    Enum(EnumId, i128),
    /// `[a, b]` of anything but bytes.
    Array(Vec<Expr>),
    /// `[a, b]` whose elements are computed but make a byte array.
    ByteArray(Vec<Expr>),
    /// `[a..b]`, in checks only: the integers from `a` to `b` exclusive.
    Range(Box<Expr>, Box<Expr>),
    /// The object in whose type the expression is written.
    This,
    /// `_`: the element just read, the value under test, or (in a method that
    /// takes an expression) the innermost element.
    Item,
    /// `_index`.
    Index,
    /// `of.name` for a param, seq attribute or instance.
    Member {
        /// The object; [`ExprKind::This`] for a bare name.
        of: Box<Expr>,
        /// The name, for objects of a type that was not known.
        #[serde(deserialize_with = "shared")]
        name: Arc<str>,
        /// The member, if `of` is an object of that type.
        slot: Option<(TypeId, Member)>,
    },
    /// `of._io`, `of._parent`, `of._root`.
    Special(Box<Expr>, Special),
    /// Prefix operator.
    Unary(UnOp, Box<Expr>),
    /// Infix operator.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `a and b`, short circuit.
    And(Box<Expr>, Box<Expr>),
    /// `a or b`, short circuit.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`.
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `of[i]`.
    Subscript(Box<Expr>, Box<Expr>),
    /// `of[a..b]`, in checks only; `b` exclusive.
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `of.method(args)`.
    Method {
        /// The value.
        of: Box<Expr>,
        /// Which method.
        method: Method,
        /// Its arguments; for `all`, `any`, `count` the expression evaluated
        /// for each element.
        args: Vec<Expr>,
    },
    /// `of.as<T>`: no check at run time; an integer becomes a float where that
    /// is the type.
    Cast(Box<Expr>, Ty),
    /// `f"..{x}.."`.
    Format(Vec<MessagePart>),
}

/// Members that every object has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Special {
    /// The stream that it was read from.
    Io,
    /// The object that read it.
    Parent,
    /// The top object of its file's grammar.
    Root,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnOp {
    /// `-`
    Neg,
    /// `~`
    Invert,
    /// `not`
    Not,
}

/// Infix operators on values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinOp {
    /// `+` on numbers and strings.
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, floor division on integers.
    Div,
    /// `%`, with the divisor's sign on integers.
    Mod,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// Methods and computed members, by name; what they do depends on the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Method {
    /// `to_s` of integers; `to_s(encoding)` of bytes.
    ToS,
    /// `to_i` of floats, booleans, enums and strings (with a radix).
    ToI,
    /// `length` of strings and bytes.
    Length,
    /// `size` of arrays, bytes and streams.
    Size,
    /// `reverse` of strings.
    Reverse,
    /// `substring(from, to)` of strings, code points, `to` exclusive.
    Substring,
    /// `first` of arrays and bytes.
    First,
    /// `last` of arrays and bytes.
    Last,
    /// `min` of arrays and bytes.
    Min,
    /// `max` of arrays and bytes.
    Max,
    /// `pos` of streams.
    Pos,
    /// `eof` of streams.
    Eof,
    /// `to_b(encoding)` of strings.
    ToB,
    /// `index_of(bytes)` of bytes.
    IndexOf,
    /// In checks: `all(EXPR)` with `_` as the element.
    All,
    /// In checks: `any(EXPR)`.
    Any,
    /// In checks: `count(EXPR)`.
    Count,
    /// In checks: `sum`, `sum(EXPR)`.
    Sum,
    /// In checks: `unique`, `unique(EXPR)`: whether no two are equal.
    Unique,
}

/// A piece of a text with expressions in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum MessagePart {
    /// Text as it stands.
    Text(Arc<str>),
    /// `{expr}` or `{expr:format}`.
    Expr {
        /// The expression.
        expr: Expr,
        /// `dec`, `hex` and the like; empty for the value's own form.
        format: Arc<str>,
    },
}
