//! Methods of values that are no objects.

use super::{Infer, Kind, Typed};
use crate::grammar::expr::Span;
use crate::grammar::expr::ast::{self, Node, Word};
use crate::schema::{ExprKind, Method, Ty};
use crate::text::nearest;

/// What a method takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Args {
    None,
    OptionalInt,
    TwoInts,
    Bytes,
    /// The name of an encoding, as a string literal.
    Encoding,
    /// An expression for each element, which is `_`.
    Each,
    OptionalEach,
}

/// What a method gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gives {
    Int,
    Str,
    Bool,
    Bytes,
    Element,
    /// Of `.sum`: a number of the elements' type.
    Number,
}

type Row = (&'static str, Method, Args, Gives);

const INT: &[Row] = &[("to_s", Method::ToS, Args::None, Gives::Str)];
const TO_I: &[Row] = &[("to_i", Method::ToI, Args::None, Gives::Int)];
const STR: &[Row] = &[
    ("length", Method::Length, Args::None, Gives::Int),
    ("reverse", Method::Reverse, Args::None, Gives::Str),
    ("substring", Method::Substring, Args::TwoInts, Gives::Str),
    ("to_i", Method::ToI, Args::OptionalInt, Gives::Int),
    ("to_b", Method::ToB, Args::Encoding, Gives::Bytes),
];
const BYTES: &[Row] = &[
    ("length", Method::Length, Args::None, Gives::Int),
    ("index_of", Method::IndexOf, Args::Bytes, Gives::Int),
    ("to_s", Method::ToS, Args::Encoding, Gives::Str),
];
const ARRAY: &[Row] = &[
    ("size", Method::Size, Args::None, Gives::Int),
    ("first", Method::First, Args::None, Gives::Element),
    ("last", Method::Last, Args::None, Gives::Element),
    ("min", Method::Min, Args::None, Gives::Element),
    ("max", Method::Max, Args::None, Gives::Element),
];
const CHECKS: &[Row] = &[
    ("all", Method::All, Args::Each, Gives::Bool),
    ("any", Method::Any, Args::Each, Gives::Bool),
    ("count", Method::Count, Args::Each, Gives::Int),
    ("sum", Method::Sum, Args::OptionalEach, Gives::Number),
    ("unique", Method::Unique, Args::OptionalEach, Gives::Bool),
];
const STREAM: &[Row] = &[
    ("pos", Method::Pos, Args::None, Gives::Int),
    ("size", Method::Size, Args::None, Gives::Int),
    ("eof", Method::Eof, Args::None, Gives::Bool),
];

/// The methods of a type; the last table is that of checks.
fn tables(ty: &Ty) -> [&'static [Row]; 3] {
    match ty {
        Ty::Int => [INT, &[], &[]],
        Ty::Float | Ty::Bool | Ty::Enum(_) => [TO_I, &[], &[]],
        Ty::Str => [STR, &[], &[]],
        Ty::Bytes => [BYTES, ARRAY, CHECKS],
        Ty::Array(_) => [ARRAY, &[], CHECKS],
        Ty::Stream => [STREAM, &[], &[]],
        // Without arguments it may as well be a field.
        Ty::Any => [STR, BYTES, CHECKS],
        Ty::User(_) | Ty::Struct => [&[], &[], &[]],
    }
}

impl Infer<'_> {
    /// `of.name(args)`; without `args` as well, if there are no parentheses.
    pub(super) fn method(
        &mut self,
        span: &Span,
        of: Typed,
        name: &Word,
        args: Option<&Vec<Node>>,
    ) -> Typed {
        let args = args.map_or(&[] as &[Node], Vec::as_slice);
        let tables = tables(&of.kind.ty);
        let row = tables
            .iter()
            .copied()
            .flatten()
            .find(|row| row.0 == name.text);
        let row = row.filter(|_| !of.kind.is_any() || !args.is_empty());
        let Some((_, method, takes, gives)) = row.copied() else {
            return self.no_method(span, &of, name);
        };
        if method == Method::Count && args.is_empty() {
            return self.fail_with_help(
                &name.span,
                "`.count` takes an expression in which `_` is the element; found none",
                "how many elements there are says `.size`",
            );
        }
        if tables[2].iter().any(|row| row.0 == name.text) {
            self.checks_only(&name.span, &format!("`.{}`", name.text));
        }
        let element = match &of.kind.ty {
            Ty::Array(element) => Kind {
                ty: (**element).clone(),
                byte: of.kind.byte,
            },
            Ty::Bytes => Kind::BYTE,
            _ => Kind::ANY,
        };
        if matches!(method, Method::Min | Method::Max)
            && !matches!(
                element.ty,
                Ty::Int | Ty::Float | Ty::Str | Ty::Bytes | Ty::Any
            )
        {
            let found = self.describe(&element);
            return self.fail(
                &name.span,
                format!(
                    "`.{}` needs elements that have an order, found {found}",
                    name.text
                ),
            );
        }
        let Some(args) = self.args(span, name, takes, args, &element) else {
            return self.typed(span, ExprKind::Bool(false), Kind::ANY);
        };
        let kind = match gives {
            Gives::Int => Kind::INT,
            Gives::Str => Ty::Str.into(),
            Gives::Bool => Ty::Bool.into(),
            Gives::Bytes => Ty::Bytes.into(),
            Gives::Element => element,
            Gives::Number => match args.first().map_or(&element.ty, |arg| &arg.kind.ty) {
                Ty::Int => Kind::INT,
                Ty::Float => Ty::Float.into(),
                Ty::Any => Kind::ANY,
                other => {
                    let found = super::describe(other, self.index());
                    return self.fail(&name.span, format!("`.sum` adds numbers, found {found}"));
                }
            },
        };
        let args = args.into_iter().map(|arg| arg.expr).collect();
        self.typed(
            span,
            ExprKind::Method {
                of: Box::new(of.expr),
                method,
                args,
            },
            kind,
        )
    }

    /// The arguments, if they are right.
    fn args(
        &mut self,
        span: &Span,
        name: &Word,
        takes: Args,
        args: &[Node],
        element: &Kind,
    ) -> Option<Vec<Typed>> {
        let (least, most, expected) = match takes {
            Args::None => (0, 0, "no arguments"),
            Args::OptionalInt => (0, 1, "nothing or a base"),
            Args::TwoInts => (2, 2, "two integers: from, and to (exclusive)"),
            Args::Bytes => (1, 1, "a byte array"),
            Args::Encoding => (1, 1, "the name of an encoding in quotes"),
            Args::Each => (1, 1, "an expression in which `_` is the element"),
            Args::OptionalEach => (0, 1, "nothing or an expression in which `_` is the element"),
        };
        let what = format!("`.{}` takes {expected}", name.text);
        if args.len() < least || args.len() > most {
            let found = match args.len() {
                0 => "none".to_owned(),
                n => n.to_string(),
            };
            self.fail(span, format!("{what}; found {found}"));
            return None;
        }
        let before = self.errors.len();
        let typed = args
            .iter()
            .map(|arg| self.arg(&what, name, takes, arg, element))
            .collect();
        (self.errors.len() == before).then_some(typed)
    }

    fn arg(&mut self, what: &str, name: &Word, takes: Args, arg: &Node, element: &Kind) -> Typed {
        match takes {
            Args::Encoding => {
                if matches!(arg.kind, ast::Kind::Str(_)) {
                    return self.expr(arg);
                }
                self.fail(
                    &arg.span,
                    format!("{what}: other programs need to know it beforehand"),
                )
            }
            Args::Each | Args::OptionalEach => {
                let outer = self.scope.item.replace(element.clone());
                let bool_wanted = takes == Args::Each;
                let typed = if bool_wanted {
                    self.expect(arg, &Ty::Bool, &format!("what `.{}` tests", name.text))
                } else {
                    self.expr(arg)
                };
                self.scope.item = outer;
                typed
            }
            Args::Bytes => {
                self.expect(arg, &Ty::Bytes, &format!("what `.{}` looks for", name.text))
            }
            _ => self.expect(arg, &Ty::Int, &format!("an argument of `.{}`", name.text)),
        }
    }

    fn no_method(&mut self, span: &Span, of: &Typed, name: &Word) -> Typed {
        if of.kind.is_any() {
            let expr = ExprKind::Member {
                of: Box::new(of.expr.clone()),
                name: name.text.as_str().into(),
                slot: None,
            };
            return self.typed(span, expr, Kind::ANY);
        }
        let found = self.describe(&of.kind);
        let tables = tables(&of.kind.ty);
        let last = if self.scope.checks { tables[2] } else { &[] };
        let names: Vec<&str> = [tables[0], tables[1], last]
            .iter()
            .copied()
            .flatten()
            .map(|row| row.0)
            .collect();
        let guess = nearest(&name.text, names.iter().copied());
        let message = match guess {
            Some(similar) => format!("{found} has no `{}`; did you mean `{similar}`?", name.text),
            None if names.is_empty() => format!("{found} has no methods, so no `{}`", name.text),
            None => format!("{found} has no `{}`, only {}", name.text, names.join(", ")),
        };
        self.fail(&name.span, message)
    }
}
