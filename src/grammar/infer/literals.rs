//! Lists, ranges, enum members, format strings, casts and sizes of types.

use std::sync::Arc;

use super::{Infer, Kind, Typed, built_in_bits, combine, named};
use crate::grammar::expr::Span;
use crate::grammar::expr::ast::{self, Node, Path, Piece, TypeName, Word};
use crate::schema::{Expr, ExprKind, MessagePart, Ty};

impl Infer<'_> {
    pub(super) fn list(&mut self, span: &Span, items: &[Node]) -> Typed {
        if items.is_empty() {
            return self.fail_with_help(
                span,
                "an empty list has no type of its own",
                "say which: `[].as<bytes>`, `[].as<u4[]>`",
            );
        }
        let items = self.items(items);
        if items.iter().all(|item| item.kind == Kind::BYTE) {
            return self.byte_array(span, items);
        }
        let mut kind: Option<Kind> = None;
        for item in &items {
            let next = match &kind {
                None => Some(item.kind.clone()),
                Some(before) => combine(before, &item.kind),
            };
            if next.is_none() {
                let before = kind.as_ref().map(|k| self.describe(k)).unwrap_or_default();
                let found = self.describe(&item.kind);
                return self.fail(
                    span,
                    format!("the elements of a list have no common type: {before} and {found}"),
                );
            }
            kind = next;
        }
        let kind = Kind {
            byte: false,
            ..kind.unwrap_or(Kind::ANY)
        };
        let exprs = items.into_iter().map(|item| item.expr).collect();
        self.typed(span, ExprKind::Array(exprs), kind.array())
    }

    fn items(&mut self, items: &[Node]) -> Vec<Typed> {
        items.iter().map(|item| self.expr(item)).collect()
    }

    fn byte_array(&self, span: &Span, items: Vec<Typed>) -> Typed {
        let literal = |item: &Typed| match item.expr.kind {
            ExprKind::Int(n) => u8::try_from(n).ok(),
            _ => None,
        };
        let bytes: Option<Arc<[u8]>> = items.iter().map(literal).collect();
        let kind = match bytes {
            Some(bytes) => ExprKind::Bytes(bytes),
            None => ExprKind::ByteArray(items.into_iter().map(|item| item.expr).collect()),
        };
        self.typed(span, kind, Ty::Bytes)
    }

    pub(super) fn range(&mut self, span: &Span, from: &Node, to: &Node) -> Typed {
        self.checks_only(span, "a range");
        let from = self.expect(from, &Ty::Int, "the start of a range");
        let to = self.expect(to, &Ty::Int, "the end of a range");
        self.typed(
            span,
            ExprKind::Range(Box::new(from.expr), Box::new(to.expr)),
            Kind::INT.array(),
        )
    }

    /// Reports what exists in checks only.
    pub(super) fn checks_only(&mut self, span: &Span, what: &str) {
        if !self.scope.checks {
            self.fail_with_help(
                span,
                format!("{what} can be used in `-fmtview-check` only"),
                "other programs that read this grammar don't know it; move the condition to `-fmtview-check`",
            );
        }
    }

    pub(super) fn enum_member(&mut self, span: &Span, path: &Path, member: &Word) -> Typed {
        let index = self.index();
        let Some(id) = index.find_enum(self.scope.ty, path) else {
            let message = unknown_enum(index, self.scope.ty, &path.text());
            return self.fail(span, message);
        };
        match index.enum_member(id, &member.text) {
            Some(value) => self.typed(span, ExprKind::Enum(id, value), Ty::Enum(id)),
            None => {
                let name = &index.enumeration(id).qualified;
                let guess = match index.similar_member(id, &member.text) {
                    Some(similar) => format!("; did you mean `{similar}`?"),
                    None => String::new(),
                };
                self.fail(
                    &member.span,
                    format!("enum `{name}` has no member `{}`{guess}", member.text),
                )
            }
        }
    }

    pub(super) fn format(&mut self, span: &Span, pieces: &[Piece]) -> Typed {
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => parts.push(MessagePart::Text(text.as_str().into())),
                Piece::Value(node, format) => {
                    let value = self.expr(node);
                    if !matches!(value.kind.ty, Ty::Int | Ty::Str | Ty::Any) {
                        let found = self.describe(&value.kind);
                        self.fail(
                            &node.span,
                            format!("a format string takes integers and strings, found {found}"),
                        );
                    }
                    parts.push(MessagePart::Expr {
                        expr: value.expr,
                        format: format.as_str().into(),
                    });
                }
            }
        }
        self.typed(span, ExprKind::Format(parts), Ty::Str)
    }

    pub(super) fn cast(&mut self, span: &Span, of: &Node, name: &TypeName) -> Typed {
        let kind = match named(self.index(), self.scope.ty, name) {
            Ok(kind) => kind,
            Err(message) => {
                self.expr(of);
                return self.fail(&name.span, message);
            }
        };
        if let ast::Kind::List(items) = &of.kind {
            let is_array = matches!(kind.ty, Ty::Array(_));
            if is_array || kind.ty == Ty::Bytes {
                let items = self.items(items);
                if kind.ty == Ty::Bytes {
                    return self.byte_array(span, items);
                }
                let exprs: Vec<Expr> = items.into_iter().map(|item| item.expr).collect();
                return self.typed(span, ExprKind::Array(exprs), kind);
            }
        }
        let of = self.expr(of);
        self.typed(
            span,
            ExprKind::Cast(Box::new(of.expr), kind.ty.clone()),
            kind,
        )
    }

    pub(super) fn size_of(&mut self, span: &Span, name: &TypeName, in_bits: bool) -> Typed {
        let bits = match name.single().and_then(built_in_bits) {
            Some(bits) => Some(bits),
            None => match named(self.index(), self.scope.ty, name) {
                Ok(Kind {
                    ty: Ty::User(id), ..
                }) => self.world.type_bits(id),
                Ok(_) => None,
                Err(message) => return self.fail(&name.span, message),
            },
        };
        match bits {
            Some(bits) => self.size(span, bits, in_bits),
            None => self.fail(
                &name.span,
                format!("type `{}` has no fixed size", name.text()),
            ),
        }
    }

    /// A size known statically.
    pub(super) fn size(&self, span: &Span, bits: u64, in_bits: bool) -> Typed {
        let size = if in_bits { bits } else { bits.div_ceil(8) };
        self.typed(span, ExprKind::Int(size.into()), Kind::INT)
    }
}

/// The message about an enum that does not exist.
pub(crate) fn unknown_enum(
    index: &crate::grammar::index::Index,
    from: crate::schema::TypeId,
    name: &str,
) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    let guess = match index.similar_enum(from, last) {
        Some(similar) if similar != last => format!("; did you mean `{similar}`?"),
        _ => String::new(),
    };
    format!(
        "there is no enum `{name}` to be seen from `{}`{guess}",
        index.ty(from).qualified
    )
}
