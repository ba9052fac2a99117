//! Expressions as they are written: names are still text.

use std::ops::Range;

use crate::schema::{BinOp, UnOp};

/// Bytes of the expression's text: start inclusive, end exclusive.
pub(crate) type Span = Range<usize>;

/// An expression and the bytes it is written in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// What it is.
    pub(crate) kind: Kind,
    /// Where it stands in the text.
    pub(crate) span: Span,
    /// Levels of the tree below and with it.
    depth: u32,
}

/// A name and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The name.
    pub(crate) text: String,
    /// Where it stands in the text.
    pub(crate) span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// `42`, `0xff`, `0b1_0`
    Int(i128),
    /// `1.5`, `.5`, `4e2`
    Float(f64),
    /// `true`
    Bool(bool),
    /// `'a'`, `"a\n"`, `"a" 'b'`
    Str(String),
    /// `f"{a} of {b}"`
    Format(Vec<Piece>),
    /// `foo`, `_root`, `_`
    Name(String),
    /// `animal::cat`, `::zoo::animal::cat`
    Enum {
        /// The enum: `::zoo::animal`.
        path: Path,
        /// The member.
        member: Word,
    },
    /// `[1, 2]`, `[]`
    List(Vec<Node>),
    /// `[a..b]`
    Range(Box<Node>, Box<Node>),
    /// `-a`, `~a`, `not a`
    Unary(UnOp, Box<Node>),
    /// `a + b`, `a == b`
    Binary(BinOp, Box<Node>, Box<Node>),
    /// `a and b`
    And(Box<Node>, Box<Node>),
    /// `a or b`
    Or(Box<Node>, Box<Node>),
    /// `a ? b : c`
    Ternary(Box<Node>, Box<Node>, Box<Node>),
    /// `a.b`
    Member(Box<Node>, Word),
    /// `a.b(c, d)`
    Call(Box<Node>, Word, Vec<Node>),
    /// `a[b]`
    Subscript(Box<Node>, Box<Node>),
    /// `a[b..c]`
    Slice(Box<Node>, Box<Node>, Box<Node>),
    /// `a.as<b>`
    Cast(Box<Node>, TypeName),
    /// `sizeof<a>`, in bytes
    SizeOf(TypeName),
    /// `bitsizeof<a>`, in bits
    BitSizeOf(TypeName),
}

/// A piece of a text with expressions in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    /// Text as it stands.
    Text(String),
    /// `{a}` or, in templates, `{a:hex}`.
    Value(Node, String),
}

/// `a::b`, `::a::b`: the name of a type or an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    /// Whether it begins with `::`.
    pub(crate) absolute: bool,
    /// Its words; at least one.
    pub(crate) words: Vec<Word>,
}

/// `a::b`, `u1[]`: a type in `as<>`, `sizeof<>` or a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeName {
    /// The type, or the elements' type.
    pub(crate) path: Path,
    /// Whether `[]` follows.
    pub(crate) array: bool,
    /// Where it stands in the text.
    pub(crate) span: Span,
}

/// `a::b(1, c)`: a type with arguments, as `type:` has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TypeCall {
    /// Which type.
    pub(crate) name: TypeName,
    /// Its arguments.
    pub(crate) args: Vec<Node>,
}

/// `xor(key)`, `my.own.routine`: what `process:` has.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProcessCall {
    /// The dotted name.
    pub(crate) name: String,
    /// Its arguments.
    pub(crate) args: Vec<Node>,
}

impl Node {
    /// A node over its parts.
    #[must_use]
    pub(crate) fn new(kind: Kind, span: Span) -> Node {
        let depth = 1 + kind.parts().map(|part| part.depth).max().unwrap_or(0);
        Node { kind, span, depth }
    }

    /// Levels of the tree below and with it.
    #[must_use]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }
}

impl Kind {
    /// The expressions that it is made of.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Node> {
        let (fixed, list): ([Option<&Node>; 3], &[Node]) = match self {
            Kind::Int(_) | Kind::Float(_) | Kind::Bool(_) | Kind::Str(_) | Kind::Name(_) => {
                ([None; 3], &[])
            }
            Kind::Enum { .. } | Kind::SizeOf(_) | Kind::BitSizeOf(_) | Kind::Format(_) => {
                ([None; 3], &[])
            }
            Kind::List(items) => ([None; 3], items),
            Kind::Call(of, _, args) => ([Some(of), None, None], args),
            Kind::Unary(_, a) | Kind::Member(a, _) | Kind::Cast(a, _) => {
                ([Some(a), None, None], &[])
            }
            Kind::Range(a, b)
            | Kind::Binary(_, a, b)
            | Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Subscript(a, b) => ([Some(a), Some(b), None], &[]),
            Kind::Ternary(a, b, c) | Kind::Slice(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
        };
        let pieces: &[Piece] = if let Kind::Format(pieces) = self {
            pieces
        } else {
            &[]
        };
        let values = pieces.iter().filter_map(|piece| match piece {
            Piece::Value(node, _) => Some(node),
            Piece::Text(_) => None,
        });
        fixed.into_iter().flatten().chain(list).chain(values)
    }
}

impl Path {
    /// Its words joined by `::`, without blanks.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|w| w.text.as_str()).collect();
        let lead = if self.absolute { "::" } else { "" };
        format!("{lead}{}", words.join("::"))
    }
}

impl TypeName {
    /// The name without blanks: `a::b[]`.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let tail = if self.array { "[]" } else { "" };
        format!("{}{tail}", self.path.text())
    }

    /// The name, if it is one word and no array: it may be a built-in type.
    #[must_use]
    pub(crate) fn single(&self) -> Option<&str> {
        match self.path.words.as_slice() {
            [word] if !self.path.absolute && !self.array => Some(&word.text),
            _ => None,
        }
    }
}
