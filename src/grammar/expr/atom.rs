//! The parts of expressions that need no operators: literals, names, lists.

use nom::Parser;
use nom::combinator::opt;
use nom::sequence::preceded;

use super::ast::{Kind, Node, Path, Piece, TypeName, Word};
use super::error::Expect;
use super::lex::{self, Parsed, blank, fail, mark};
use super::parse::{Context, close, skip};

impl<'a> Context<'a> {
    pub(super) fn atom(&self, start: &'a str) -> Parsed<'a, Node> {
        let node = |rest, kind| self.node(start, rest, kind, self.span(start, rest));
        let Some(first) = start.chars().next() else {
            return fail(start, Expect::Value, 0);
        };
        match first {
            '0'..='9' | '.' => match lex::number(start) {
                Ok((rest, kind)) => node(rest, kind),
                Err(nom::Err::Error(_)) => fail(start, Expect::Value, 0),
                Err(e) => Err(e),
            },
            '"' | '\'' => {
                let (mut rest, mut text) = lex::string(start)?;
                while let (after, Some(next)) = opt(preceded(blank, lex::string)).parse(rest)? {
                    text += &next;
                    rest = after;
                }
                node(rest, Kind::Str(text))
            }
            '(' => {
                let (rest, mut inner) = self.expr(&start[1..])?;
                let (rest, _) = close(rest, ")")?;
                inner.span = self.span(start, rest);
                Ok((rest, inner))
            }
            '[' => {
                let (rest, kind) = self.list(&start[1..])?;
                node(rest, kind)
            }
            'f' if start[1..].starts_with('"') => {
                let (rest, pieces) = self.format(&start[2..])?;
                node(rest, Kind::Format(pieces))
            }
            ':' if start.starts_with("::") => self.named(start),
            _ if first.is_ascii_alphabetic() || first == '_' => self.named(start),
            _ => fail(start, Expect::Value, 0),
        }
    }

    fn list(&self, input: &'a str) -> Parsed<'a, Kind> {
        let mut items = Vec::new();
        let mut rest = input;
        loop {
            if let Ok((rest, _)) = mark("]").parse(rest) {
                return Ok((rest, Kind::List(items)));
            }
            let (after, item) = self.expr(rest)?;
            if items.is_empty()
                && let Ok((after, _)) = mark("..").parse(after)
            {
                let (after, to) = self.expr(after)?;
                let (after, _) = close(after, "]")?;
                return Ok((after, Kind::Range(item.into(), to.into())));
            }
            items.push(item);
            match mark(",").parse(after) {
                Ok((after, _)) => rest = after,
                Err(_) => return close(after, "]").map(|(rest, _)| (rest, Kind::List(items))),
            }
        }
    }

    /// What stands between `f"` and `"`.
    fn format(&self, input: &'a str) -> Parsed<'a, Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut rest = input;
        loop {
            let (after, text) = lex::text_until(rest, &['"', '{'])?;
            if !text.is_empty() {
                pieces.push(Piece::Text(text));
            }
            if let Some(after) = after.strip_prefix('"') {
                return Ok((after, pieces));
            }
            let Some(after) = after.strip_prefix('{') else {
                return fail(after, Expect::Close("\""), 0);
            };
            let (after, value) = self.expr(after)?;
            let (after, _) = close(after, "}")?;
            pieces.push(Piece::Value(value, String::new()));
            rest = after;
        }
    }

    /// A name, keyword literal, `a::b` or `sizeof<a>`.
    fn named(&self, start: &'a str) -> Parsed<'a, Node> {
        let (rest, mut path) = self.path(start)?;
        let single = !path.absolute && path.words.len() == 1;
        let last = path.words.pop();
        let Some(last) = last else {
            return fail(start, Expect::Name, 0);
        };
        let kind = match last.text.as_str() {
            "true" if single => Kind::Bool(true),
            "false" if single => Kind::Bool(false),
            name @ ("sizeof" | "bitsizeof") if single => {
                let bits = name == "bitsizeof";
                let Ok((rest, _)) = mark("<").parse(rest) else {
                    return if skip(rest).starts_with('(') {
                        fail(skip(rest), Expect::OpenAngle, 1)
                    } else {
                        self.node(start, rest, Kind::Name(last.text), last.span)
                    };
                };
                let (rest, ty) = self.type_name(rest)?;
                let (rest, _) = close(rest, ">")?;
                let kind = if bits {
                    Kind::BitSizeOf(ty)
                } else {
                    Kind::SizeOf(ty)
                };
                return self.node(start, rest, kind, self.span(start, rest));
            }
            name if single && lex::is_reserved(name) => return fail(start, Expect::Value, 0),
            _ if single => Kind::Name(last.text),
            _ if path.words.is_empty() => return fail(rest, Expect::Close("::"), 0),
            _ => Kind::Enum { path, member: last },
        };
        self.node(start, rest, kind, self.span(start, rest))
    }

    /// `a::b` with blanks around the words.
    fn path(&self, input: &'a str) -> Parsed<'a, Path> {
        let (rest, lead) = opt(mark("::")).parse(input)?;
        let (mut rest, first) = self.name(rest)?;
        let mut words = vec![first];
        while let Ok((after, _)) = mark("::").parse(rest) {
            let (after, word) = self.name(after)?;
            words.push(word);
            rest = after;
        }
        Ok((
            rest,
            Path {
                absolute: lead.is_some(),
                words,
            },
        ))
    }

    pub(super) fn type_name(&self, input: &'a str) -> Parsed<'a, TypeName> {
        let start = skip(input);
        let (rest, path) = self.path(start)?;
        let (rest, brackets) = opt((mark("["), mark("]"))).parse(rest)?;
        Ok((
            rest,
            TypeName {
                path,
                array: brackets.is_some(),
                span: self.span(start, rest),
            },
        ))
    }

    pub(super) fn name(&self, input: &'a str) -> Parsed<'a, Word> {
        let start = skip(input);
        match lex::word(start) {
            Ok((rest, text)) => Ok((
                rest,
                Word {
                    text: text.to_owned(),
                    span: self.span(start, rest),
                },
            )),
            Err(_) => fail(start, Expect::Name, 0),
        }
    }
}
