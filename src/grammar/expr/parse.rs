//! Expressions by precedence climbing, over nom.

use std::cell::Cell;

use nom::Parser;
use nom::bytes::complete::tag;
use nom::combinator::opt;

use super::ast::{Kind, Node, ProcessCall, Span, TypeCall, TypeName};
use super::error::{Expect, Stop, SyntaxError};
use super::lex::{self, Parsed, blank, fail, keyword, mark};
use crate::schema::{BinOp, UnOp};

/// How many levels a syntax tree may have; a chain of operators has as many as
/// it is long.
const MAX_DEPTH: u32 = 250;
/// How deep parentheses and the like may be nested.
const MAX_NESTING: u32 = 64;

/// Parses a whole text as one expression.
///
/// # Errors
/// The first place where it is none.
pub(crate) fn parse(text: &str) -> Result<Node, SyntaxError> {
    whole(text, |cx, input| cx.expr(input))
}

/// Parses `a::b(1, c)`, what `type:` has; blanks are free.
///
/// # Errors
/// The first place where it is none.
pub(crate) fn parse_type_call(text: &str) -> Result<TypeCall, SyntaxError> {
    whole(text, |cx, input| {
        let (rest, name) = cx.type_name(input)?;
        let (rest, args) = opt(|i| cx.args(i)).parse(rest)?;
        Ok((
            rest,
            TypeCall {
                name,
                args: args.unwrap_or_default(),
            },
        ))
    })
}

/// Parses `a::b` or `u1[]`, what a parameter's `type:` has.
///
/// # Errors
/// The first place where it is none.
pub(crate) fn parse_type_name(text: &str) -> Result<TypeName, SyntaxError> {
    whole(text, |cx, input| cx.type_name(input))
}

/// Parses `xor(key)` or `my.routine`, what `process:` has.
///
/// # Errors
/// The first place where it is none.
pub(crate) fn parse_process(text: &str) -> Result<ProcessCall, SyntaxError> {
    whole(text, |cx, input| {
        let (mut rest, first) = cx.name(input)?;
        let mut name = first.text;
        while let Ok((after, _)) = mark(".").parse(rest) {
            let (after, next) = cx.name(after)?;
            name = name + "." + &next.text;
            rest = after;
        }
        let (rest, args) = opt(|i| cx.args(i)).parse(rest)?;
        Ok((
            rest,
            ProcessCall {
                name,
                args: args.unwrap_or_default(),
            },
        ))
    })
}

fn whole<'a, T>(
    text: &'a str,
    parser: impl FnOnce(&Context<'a>, &'a str) -> Parsed<'a, T>,
) -> Result<T, SyntaxError> {
    let cx = Context::new(text);
    let end = |(rest, found)| {
        let (rest, ()) = blank(rest)?;
        if rest.is_empty() {
            Ok(found)
        } else {
            Err(nom::Err::Error(Stop {
                rest,
                expect: Expect::OperatorOrEnd,
                len: 0,
            }))
        }
    };
    parser(&cx, text).and_then(end).map_err(|e| cx.locate(e))
}

/// The text that a parser works on, and how deep it is in it.
pub(super) struct Context<'a> {
    text: &'a str,
    depth: Cell<u32>,
}

/// Infix operators, the longer ones first; the third is how tightly it binds.
const OPERATORS: [(&str, Infix, u8); 16] = [
    ("<<", Infix::Op(BinOp::Shl), 8),
    (">>", Infix::Op(BinOp::Shr), 8),
    ("<=", Infix::Op(BinOp::Le), COMPARISON),
    (">=", Infix::Op(BinOp::Ge), COMPARISON),
    ("==", Infix::Op(BinOp::Eq), COMPARISON),
    ("!=", Infix::Op(BinOp::Ne), COMPARISON),
    ("<", Infix::Op(BinOp::Lt), COMPARISON),
    (">", Infix::Op(BinOp::Gt), COMPARISON),
    ("|", Infix::Op(BinOp::BitOr), 5),
    ("^", Infix::Op(BinOp::BitXor), 6),
    ("&", Infix::Op(BinOp::BitAnd), 7),
    ("+", Infix::Op(BinOp::Add), 9),
    ("-", Infix::Op(BinOp::Sub), 9),
    ("*", Infix::Op(BinOp::Mul), 10),
    ("/", Infix::Op(BinOp::Div), 10),
    ("%", Infix::Op(BinOp::Mod), 10),
];
const NOT: u8 = 3;
const COMPARISON: u8 = 4;

#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Op(BinOp),
}

impl<'a> Context<'a> {
    pub(super) fn new(text: &'a str) -> Context<'a> {
        Context {
            text,
            depth: Cell::new(0),
        }
    }

    pub(super) fn locate(&self, error: nom::Err<Stop<'a>>) -> SyntaxError {
        match error {
            nom::Err::Error(stop) | nom::Err::Failure(stop) => stop.locate(self.text),
            nom::Err::Incomplete(_) => Stop {
                rest: "",
                expect: Expect::Value,
                len: 0,
            }
            .locate(self.text),
        }
    }

    fn offset(&self, rest: &str) -> usize {
        self.text.len() - rest.len()
    }

    pub(super) fn span(&self, start: &str, rest: &str) -> Span {
        self.offset(start)..self.offset(rest)
    }

    /// Runs a parser one level deeper.
    fn deeper<T>(&self, input: &'a str, parser: impl FnOnce() -> Parsed<'a, T>) -> Parsed<'a, T> {
        if self.depth.get() >= MAX_NESTING {
            return fail(input, Expect::Shallow, 1);
        }
        self.depth.set(self.depth.get() + 1);
        let result = parser();
        self.depth.set(self.depth.get() - 1);
        result
    }

    /// A node, unless it is too deep; `at` is where an error points.
    pub(super) fn node(
        &self,
        at: &'a str,
        rest: &'a str,
        kind: Kind,
        span: Span,
    ) -> Parsed<'a, Node> {
        let node = Node::new(kind, span);
        if node.depth() > MAX_DEPTH {
            fail(skip(at), Expect::Shallow, 0)
        } else {
            Ok((rest, node))
        }
    }

    /// A whole expression.
    pub(super) fn expr(&self, input: &'a str) -> Parsed<'a, Node> {
        self.deeper(input, || {
            let (rest, cond) = self.binary(input, 1)?;
            let Ok((rest, _)) = mark("?").parse(rest) else {
                return Ok((rest, cond));
            };
            let (rest, yes) = self.expr(rest)?;
            let Ok((rest, _)) = mark(":").parse(rest) else {
                return fail(skip(rest), Expect::Colon, 0);
            };
            let (rest, no) = self.expr(rest)?;
            let span = cond.span.start..no.span.end;
            self.node(
                input,
                rest,
                Kind::Ternary(cond.into(), yes.into(), no.into()),
                span,
            )
        })
    }

    /// Operands joined by operators that bind at least as tightly as `least`.
    fn binary(&self, input: &'a str, least: u8) -> Parsed<'a, Node> {
        let (mut rest, mut left) = match keyword("not").parse(input) {
            Ok((after, _)) if least <= NOT => {
                let (after, of) = self.deeper(input, || self.binary(after, NOT))?;
                let span = self.offset(skip(input))..of.span.end;
                self.node(input, after, Kind::Unary(UnOp::Not, of.into()), span)?
            }
            Ok(_) => return fail(skip(input), Expect::NoNot, 3),
            Err(_) => self.unary(input)?,
        };
        while let Some((after, infix, level)) = operator(rest) {
            if level < least {
                break;
            }
            let (after, right) = self.deeper(rest, || self.binary(after, level + 1))?;
            if level == COMPARISON && operator(after).is_some_and(|(_, _, next)| next == COMPARISON)
            {
                return fail(skip(after), Expect::NoChain, 0);
            }
            let span = left.span.start..right.span.end;
            let kind = match infix {
                Infix::Or => Kind::Or(left.into(), right.into()),
                Infix::And => Kind::And(left.into(), right.into()),
                Infix::Op(op) => Kind::Binary(op, left.into(), right.into()),
            };
            (rest, left) = self.node(rest, after, kind, span)?;
        }
        Ok((rest, left))
    }

    fn unary(&self, input: &'a str) -> Parsed<'a, Node> {
        let start = skip(input);
        let op = match start.chars().next() {
            Some('-') => Some(UnOp::Neg),
            Some('~') => Some(UnOp::Invert),
            Some('+') => None,
            _ => return self.postfix(start),
        };
        let (rest, of) = self.deeper(start, || self.unary(&start[1..]))?;
        let span = self.offset(start)..of.span.end;
        let kind = match op {
            Some(op) => Kind::Unary(op, of.into()),
            None => of.kind,
        };
        self.node(start, rest, kind, span)
    }

    /// An atom with members, arguments and subscripts after it.
    fn postfix(&self, start: &'a str) -> Parsed<'a, Node> {
        let (mut rest, mut node) = self.atom(start)?;
        loop {
            let at = skip(rest);
            let begin = node.span.start;
            let (after, kind) = if at.starts_with('.') && !at.starts_with("..") {
                self.member(&at[1..], node)?
            } else if let Some(inner) = at.strip_prefix('[') {
                self.subscript(inner, node)?
            } else if at.starts_with('(') {
                return fail(at, Expect::Method, 1);
            } else {
                return Ok((rest, node));
            };
            (rest, node) = self.node(at, after, kind, begin..self.offset(after))?;
        }
    }

    fn member(&self, input: &'a str, of: Node) -> Parsed<'a, Kind> {
        let (rest, name) = self.name(input)?;
        if name.text == "as"
            && let Ok((after, _)) = mark("<").parse(rest)
        {
            let (after, ty) = self.type_name(after)?;
            let (after, _) = close(after, ">")?;
            return Ok((after, Kind::Cast(of.into(), ty)));
        }
        if let (rest, Some(args)) = opt(|i| self.args(i)).parse(rest)? {
            return Ok((rest, Kind::Call(of.into(), name, args)));
        }
        Ok((rest, Kind::Member(of.into(), name)))
    }

    fn subscript(&self, input: &'a str, of: Node) -> Parsed<'a, Kind> {
        let (rest, from) = self.expr(input)?;
        if let Ok((rest, _)) = mark("..").parse(rest) {
            let (rest, to) = self.expr(rest)?;
            let (rest, _) = close(rest, "]")?;
            return Ok((rest, Kind::Slice(of.into(), from.into(), to.into())));
        }
        let (rest, _) = close(rest, "]")?;
        Ok((rest, Kind::Subscript(of.into(), from.into())))
    }

    /// `(a, b)`; recoverable if there is no `(`.
    pub(super) fn args(&self, input: &'a str) -> Parsed<'a, Vec<Node>> {
        let (mut rest, _) = mark("(").parse(input)?;
        let mut args = Vec::new();
        if let Ok((rest, _)) = mark(")").parse(rest) {
            return Ok((rest, args));
        }
        loop {
            let (after, arg) = self.expr(rest)?;
            args.push(arg);
            match mark(",").parse(after) {
                Ok((after, _)) => rest = after,
                Err(_) => return close(after, ")").map(|(rest, _)| (rest, args)),
            }
        }
    }
}

/// The infix operator that a text begins with, after blanks.
fn operator(input: &str) -> Option<(&str, Infix, u8)> {
    let start = skip(input);
    if start.is_empty() || start.starts_with("&&") || start.starts_with("||") {
        return None;
    }
    if let Ok((rest, word)) = lex::word(start) {
        return match word {
            "or" => Some((rest, Infix::Or, 1)),
            "and" => Some((rest, Infix::And, 2)),
            _ => None,
        };
    }
    let (text, infix, level) = OPERATORS
        .iter()
        .find(|(text, ..)| start.starts_with(text))?;
    Some((&start[text.len()..], *infix, *level))
}

/// The text after blanks.
pub(super) fn skip(input: &str) -> &str {
    match blank(input) {
        Ok((rest, ())) => rest,
        Err(_) => input,
    }
}

/// A closing mark, or a definite error.
pub(super) fn close<'a>(input: &'a str, what: &'static str) -> Parsed<'a, &'a str> {
    let start = skip(input);
    match tag::<_, _, Stop<'_>>(what).parse(start) {
        Ok(found) => Ok(found),
        Err(_) => fail(start, Expect::Close(what), 0),
    }
}
