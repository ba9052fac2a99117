//! Texts with values in them: checks' messages, and objects in one line.

use super::Lower;
use crate::grammar::expr::{self, Piece};
use crate::grammar::infer::{Infer, Scope};
use crate::grammar::spec::{CheckSpec, Text, TypeSpec};
use crate::schema::{Check, Expr, ExprKind, MessagePart, Ty, TypeId};

impl Lower<'_> {
    pub(super) fn check(&mut self, ty: TypeId, spec: &CheckSpec) -> Check {
        let scope = Scope {
            checks: true,
            ..Scope::of(ty)
        };
        Check {
            that: self.typed_expr(&spec.that, scope.clone(), &Ty::Bool, "`that`"),
            message: self.message(&spec.message, &scope),
            severity: spec.severity,
            at: spec.at.as_ref().map(|at| self.place(at, scope.clone())),
            loc: spec.place.loc,
        }
    }

    /// `at`: it must lead to a field.
    fn place(&mut self, text: &Text, scope: Scope) -> Expr {
        let before = self.problems.len();
        let (expr, _) = self.expr(text, scope);
        if self.problems.len() == before && !is_place(&expr) {
            self.error(text, "`at` must lead to a field: `rooms[3].w`");
        }
        expr
    }

    fn message(&mut self, text: &Text, scope: &Scope) -> Vec<MessagePart> {
        match expr::parse_message(&text.value) {
            Ok(pieces) => {
                let locate = |span| text.loc_of(span);
                let mut infer = Infer::new(self.facts, scope.clone(), &locate);
                let mut parts = Vec::new();
                for piece in &pieces {
                    parts.push(match piece {
                        Piece::Text(text) => MessagePart::Text(text.as_str().into()),
                        Piece::Value(node, format) => MessagePart::Expr {
                            expr: infer.expr(node).expr,
                            format: format.as_str().into(),
                        },
                    });
                }
                let errors = infer.errors;
                self.expr_errors(text, errors);
                parts
            }
            Err(error) => {
                self.syntax_error(text, &error);
                Vec::new()
            }
        }
    }

    /// `to-string`, else `-webide-representation`.
    pub(super) fn one_line(&mut self, ty: TypeId, spec: &TypeSpec) -> Option<Vec<MessagePart>> {
        if let Some(text) = &spec.to_string {
            let expr = self.typed_expr(text, Scope::of(ty), &Ty::Str, "`to-string`");
            return Some(match expr.kind {
                ExprKind::Format(parts) => parts,
                ExprKind::Str(text) => vec![MessagePart::Text(text)],
                _ => vec![MessagePart::Expr {
                    expr,
                    format: "".into(),
                }],
            });
        }
        let text = spec.representation.as_ref()?;
        Some(self.representation(ty, text))
    }

    /// A template for another program: what means nothing here stays text.
    fn representation(&self, ty: TypeId, text: &Text) -> Vec<MessagePart> {
        let locate = |_| text.place.loc;
        let part = |piece| match piece {
            Piece::Text(text) => MessagePart::Text(text.into()),
            Piece::Value(node, format) => {
                let mut infer = Infer::new(self.facts, Scope::of(ty), &locate);
                let typed = infer.expr(&node);
                if infer.errors.is_empty() {
                    MessagePart::Expr {
                        expr: typed.expr,
                        format: format.into(),
                    }
                } else if format.is_empty() {
                    MessagePart::Text(format!("{{{node}}}").into())
                } else {
                    MessagePart::Text(format!("{{{node}:{format}}}").into())
                }
            }
        };
        expr::parse_representation(&text.value)
            .into_iter()
            .map(part)
            .collect()
    }
}

/// Whether an expression is a path of fields and elements.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This => true,
        ExprKind::Member { of, .. }
        | ExprKind::Special(of, _)
        | ExprKind::Subscript(of, _)
        | ExprKind::Cast(of, _)
        | ExprKind::Method { of, .. } => is_place(of),
        ExprKind::Ternary(_, yes, no) => is_place(yes) && is_place(no),
        _ => false,
    }
}
