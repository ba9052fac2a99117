//! A type for every expression: names become ids, operators and methods are
//! checked, and what comes out is a [`crate::schema::Expr`].

mod kind;
mod literals;
mod members;
mod methods;
mod operators;
#[cfg(test)]
mod tests;

pub(crate) use kind::{Kind, assignable, built_in_bits, combine, describe, named, unknown_type};
pub(crate) use literals::unknown_enum;
pub(crate) use operators::mismatch;

use super::expr::{Node, Span, ast};
use super::index::Index;
use crate::schema::{Expr, ExprKind, Member, Ty, TypeId};
use crate::text::Loc;

/// What an expression can ask about the grammar around it.
pub(crate) trait World {
    /// The names.
    fn index(&self) -> &Index;
    /// A param, seq attribute or instance by name.
    fn member(&self, ty: TypeId, name: &str) -> Option<(Member, Kind)>;
    /// All members of a type, for suggestions.
    fn member_names(&self, ty: TypeId) -> Vec<&str>;
    /// The type of `_parent`.
    fn parent(&self, ty: TypeId) -> Ty;
    /// Size in bits of all objects of a type.
    fn type_bits(&self, ty: TypeId) -> Option<u64>;
    /// Size in bits of a seq attribute or parse instance.
    fn member_bits(&self, ty: TypeId, member: Member) -> Option<u64>;
    /// Whether members of objects of unknown type are looked up at run time.
    fn lenient(&self) -> bool {
        false
    }
}

/// Where an expression stands.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// The type that it is written in.
    pub(crate) ty: TypeId,
    /// What `_` is, where there is one.
    pub(crate) item: Option<Kind>,
    /// Whether `_index` counts something.
    pub(crate) index: bool,
    /// Whether the methods of checks are there.
    pub(crate) checks: bool,
}

impl Scope {
    /// A plain expression in a type.
    pub(crate) fn of(ty: TypeId) -> Scope {
        Scope {
            ty,
            item: None,
            index: false,
            checks: false,
        }
    }
}

/// What is wrong in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExprError {
    /// Bytes of the expression's text: start inclusive, end exclusive.
    pub span: Span,
    /// What was found and what was expected. Not escaped.
    pub message: String,
    /// What to do, if there is something to say. Not escaped.
    pub help: Option<String>,
}

impl std::fmt::Display for ExprError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExprError {}

/// An expression and its type.
#[derive(Debug, Clone)]
pub(crate) struct Typed {
    pub(crate) expr: Expr,
    pub(crate) kind: Kind,
}

/// Types one expression; errors collect while it goes on.
pub(crate) struct Infer<'w> {
    world: &'w dyn World,
    scope: Scope,
    locate: &'w dyn Fn(Span) -> Loc,
    pub(crate) errors: Vec<ExprError>,
}

impl<'w> Infer<'w> {
    /// `locate` turns bytes of the text into bytes of the file.
    pub(crate) fn new(
        world: &'w dyn World,
        scope: Scope,
        locate: &'w dyn Fn(Span) -> Loc,
    ) -> Infer<'w> {
        Infer {
            world,
            scope,
            locate,
            errors: Vec::new(),
        }
    }

    fn index(&self) -> &'w Index {
        self.world.index()
    }

    fn typed(&self, span: &Span, kind: ExprKind, ty: impl Into<Kind>) -> Typed {
        Typed {
            expr: Expr {
                kind,
                loc: (self.locate)(span.clone()),
            },
            kind: ty.into(),
        }
    }

    /// Reports an error; the expression goes on as a value of unknown type.
    fn fail(&mut self, span: &Span, message: impl Into<String>) -> Typed {
        self.errors.push(ExprError {
            span: span.clone(),
            message: message.into(),
            help: None,
        });
        self.typed(span, ExprKind::Bool(false), Kind::ANY)
    }

    fn fail_with_help(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Typed {
        let failed = self.fail(span, message);
        self.help(Some(help.into()));
        failed
    }

    /// Says what to do about the last error.
    fn help(&mut self, help: Option<String>) {
        if let Some(error) = self.errors.last_mut() {
            error.help = help;
        }
    }

    fn describe(&self, kind: &Kind) -> String {
        kind.describe(self.index())
    }

    /// Types a whole expression or a part of one.
    pub(crate) fn expr(&mut self, node: &Node) -> Typed {
        let span = &node.span;
        match &node.kind {
            ast::Kind::Int(n) => {
                let kind = if (0..256).contains(n) {
                    Kind::BYTE
                } else {
                    Kind::INT
                };
                self.typed(span, ExprKind::Int(*n), kind)
            }
            ast::Kind::Float(n) => self.typed(span, ExprKind::Float(*n), Ty::Float),
            ast::Kind::Bool(b) => self.typed(span, ExprKind::Bool(*b), Ty::Bool),
            ast::Kind::Str(text) => self.typed(span, ExprKind::Str(text.as_str().into()), Ty::Str),
            ast::Kind::Format(pieces) => self.format(span, pieces),
            ast::Kind::List(items) => self.list(span, items),
            ast::Kind::Range(from, to) => self.range(span, from, to),
            ast::Kind::Enum { path, member } => self.enum_member(span, path, member),
            ast::Kind::Name(name) => self.name(span, name),
            ast::Kind::Member(of, name) => self.member(span, of, name),
            ast::Kind::Call(of, name, args) => {
                let of = self.expr(of);
                self.method(span, of, name, Some(args))
            }
            ast::Kind::Subscript(of, at) => self.subscript(span, of, at),
            ast::Kind::Slice(of, from, to) => self.slice(span, of, from, to),
            ast::Kind::Cast(of, name) => self.cast(span, of, name),
            ast::Kind::SizeOf(name) => self.size_of(span, name, false),
            ast::Kind::BitSizeOf(name) => self.size_of(span, name, true),
            ast::Kind::Unary(op, of) => self.unary(span, *op, of),
            ast::Kind::Binary(op, a, b) => self.binary(span, *op, a, b),
            ast::Kind::And(a, b) => self.logic(span, a, b, ExprKind::And),
            ast::Kind::Or(a, b) => self.logic(span, a, b, ExprKind::Or),
            ast::Kind::Ternary(cond, yes, no) => self.ternary(span, cond, yes, no),
        }
    }

    /// Types an expression that must be of a type, as `what` says.
    pub(crate) fn expect(&mut self, node: &Node, ty: &Ty, what: &str) -> Typed {
        let typed = self.expr(node);
        if typed.kind.ty == *ty || typed.kind.is_any() {
            return typed;
        }
        let message = format!(
            "{what} must be {}, found {}",
            describe(ty, self.index()),
            self.describe(&typed.kind)
        );
        self.fail(&node.span, message)
    }
}
