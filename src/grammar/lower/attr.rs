//! Attributes and instances.

use std::sync::Arc;

use super::Lower;
use crate::grammar::facts::unnamed_id;
use crate::grammar::infer::{Kind, Scope, World};
use crate::grammar::problem::Problem;
use crate::grammar::spec::{
    AttrSpec, ChecksumSpec, InstanceKind, InstanceSpec, RepeatSpec, Spanned, ValidSpec,
};
use crate::schema::{
    Attr, BinOp, Checksum, DataType, Expr, ExprKind, Instance, Repeat, Ty, TypeId, Valid, ValidRule,
};

/// Bytes of an expression that is quoted in messages, at most.
const LONGEST_RULE: usize = 100;

impl Lower<'_> {
    /// An entry of `seq`, by its index there.
    pub(crate) fn seq_attr(&mut self, ty: TypeId, index: usize, spec: &AttrSpec) -> Attr {
        let id = spec
            .id
            .as_ref()
            .map_or_else(|| unnamed_id(index).into(), |id| id.value.clone());
        self.attr(ty, id, spec)
    }

    fn attr(&mut self, ty: TypeId, id: Arc<str>, spec: &AttrSpec) -> Attr {
        let cond = self.cond(ty, spec);
        let element = self.facts.element_kind(ty, spec);
        let scope = Scope {
            index: !matches!(spec.repeat, RepeatSpec::Once),
            ..Scope::of(ty)
        };
        let data = self.data(&scope, spec);
        let repeat = self.repeat(&scope, spec, &element);
        let valid = self.valid(&scope, spec, &element);
        Attr {
            data,
            repeat,
            valid,
            ..self.bare(ty, id, spec, element.ty, cond)
        }
    }

    /// What value instances have as well.
    fn bare(
        &mut self,
        ty: TypeId,
        id: Arc<str>,
        spec: &AttrSpec,
        element: Ty,
        cond: Option<Expr>,
    ) -> Attr {
        Attr {
            id,
            named: spec.id.is_some(),
            doc: spec.doc.text.clone(),
            doc_ref: spec.doc.refs.clone(),
            data: DataType::Computed,
            ty: element,
            cond,
            repeat: Repeat::Once,
            valid: Vec::new(),
            show: spec.show.as_ref().map(|show| show.value.clone()),
            checksum: spec
                .checksum
                .as_ref()
                .map(|checksum| self.checksum(ty, checksum)),
            path: spec.place.path.to_string().into(),
            loc: spec.place.loc,
        }
    }

    fn cond(&mut self, ty: TypeId, spec: &AttrSpec) -> Option<Expr> {
        let cond = spec.cond.as_ref()?;
        Some(self.typed_expr(cond, Scope::of(ty), &Ty::Bool, "`if`"))
    }

    pub(super) fn instance(&mut self, ty: TypeId, spec: &InstanceSpec) -> Instance {
        let id = spec.id.value.clone();
        match &spec.kind {
            InstanceKind::Value(text) => {
                let cond = self.cond(ty, &spec.attr);
                let (value, kind) = self.expr(text, Scope::of(ty));
                let kind = match &spec.attr.enumeration {
                    Some(name) => self.enumerate(ty, name, &kind),
                    None => kind,
                };
                let value = match kind.ty {
                    // The value takes the enum's type, as a field would.
                    Ty::Enum(_) if spec.attr.enumeration.is_some() => Expr {
                        loc: value.loc,
                        kind: ExprKind::Cast(Box::new(value), kind.ty.clone()),
                    },
                    _ => value,
                };
                let attr = self.bare(ty, id, &spec.attr, kind.ty, cond);
                Instance {
                    attr,
                    value: Some(value),
                    pos: None,
                    io: None,
                }
            }
            InstanceKind::Parse { pos, io } => {
                let scope = Scope::of(ty);
                let attr = self.attr(ty, id, &spec.attr);
                let pos = pos
                    .as_ref()
                    .map(|pos| self.count_expr(pos, scope.clone(), "`pos`"));
                let io = io
                    .as_ref()
                    .map(|io| self.typed_expr(io, scope, &Ty::Stream, "`io`"));
                Instance {
                    attr,
                    value: None,
                    pos,
                    io,
                }
            }
            InstanceKind::Broken => {
                let attr = self.bare(ty, id, &spec.attr, Ty::Any, None);
                let loc = attr.loc;
                Instance {
                    attr,
                    value: Some(Expr {
                        kind: ExprKind::Bool(false),
                        loc,
                    }),
                    pos: None,
                    io: None,
                }
            }
        }
    }

    fn repeat(&mut self, scope: &Scope, spec: &AttrSpec, element: &Kind) -> Repeat {
        match &spec.repeat {
            RepeatSpec::Once => Repeat::Once,
            RepeatSpec::Eos | RepeatSpec::Broken => Repeat::Eos,
            RepeatSpec::Count(count) => {
                Repeat::Count(self.count_expr(count, Scope::of(scope.ty), "`repeat-expr`"))
            }
            RepeatSpec::Until(until) => {
                let scope = Scope {
                    item: Some(element.clone()),
                    ..scope.clone()
                };
                Repeat::Until(self.typed_expr(until, scope, &Ty::Bool, "`repeat-until`"))
            }
        }
    }

    fn valid(&mut self, scope: &Scope, spec: &AttrSpec, element: &Kind) -> Vec<Valid> {
        let mut rules = Vec::new();
        if let Some(Spanned { value, place }) = &spec.contents {
            let bytes = Expr {
                kind: ExprKind::Bytes(value.clone()),
                loc: place.loc,
            };
            rules.push(Valid {
                rule: ValidRule::Eq(bytes),
                text: None,
                loc: place.loc,
            });
        }
        for rule in &spec.valid {
            let text = match rule {
                ValidSpec::Expr(text) => one_line(&text.value),
                _ => None,
            };
            let rule = match rule {
                ValidSpec::Eq(text) => (
                    ValidRule::Eq(self.compared_expr(text, scope.clone(), BinOp::Eq, element)),
                    text.place.loc,
                ),
                ValidSpec::Min(text) => (
                    ValidRule::Min(self.compared_expr(text, scope.clone(), BinOp::Ge, element)),
                    text.place.loc,
                ),
                ValidSpec::Max(text) => (
                    ValidRule::Max(self.compared_expr(text, scope.clone(), BinOp::Le, element)),
                    text.place.loc,
                ),
                ValidSpec::AnyOf { place, values } => {
                    let values = values
                        .iter()
                        .map(|text| self.compared_expr(text, scope.clone(), BinOp::Eq, element))
                        .collect();
                    (ValidRule::AnyOf(values), place.loc)
                }
                ValidSpec::Expr(text) => {
                    let scope = Scope {
                        item: Some(element.clone()),
                        ..scope.clone()
                    };
                    (
                        ValidRule::Expr(self.typed_expr(text, scope, &Ty::Bool, "`valid/expr`")),
                        text.place.loc,
                    )
                }
                ValidSpec::InEnum(place) => {
                    if !matches!(element.ty, Ty::Enum(_) | Ty::Any) {
                        self.problems.push(Problem::error(
                            place,
                            "`valid/in-enum` needs the `enum` key beside it",
                        ));
                    }
                    (ValidRule::InEnum, place.loc)
                }
            };
            rules.push(Valid {
                rule: rule.0,
                text,
                loc: rule.1,
            });
        }
        rules
    }

    fn checksum(&mut self, ty: TypeId, spec: &ChecksumSpec) -> Checksum {
        let checks = Scope {
            checks: true,
            ..Scope::of(ty)
        };
        let (over, kind) = self.expr(&spec.over, checks.clone());
        let summed = match &kind.ty {
            Ty::Array(element) => &**element,
            ty => ty,
        };
        if !matches!(
            summed,
            Ty::Bytes | Ty::Str | Ty::User(_) | Ty::Struct | Ty::Any | Ty::Int
        ) {
            let found = kind.describe(self.facts.index());
            self.error(
                &spec.over,
                format!(
                    "a checksum runs over bytes, a string, an object or an array, found {found}"
                ),
            );
        }
        let stored = spec
            .stored
            .as_ref()
            .map(|text| self.typed_expr(text, checks.clone(), &Ty::Int, "`stored`"));
        let cond = spec
            .cond
            .as_ref()
            .map(|text| self.typed_expr(text, checks, &Ty::Bool, "`if`"));
        Checksum {
            algorithm: spec.algorithm.clone(),
            over,
            stored,
            cond,
            running: spec.running,
            loc: spec.place.loc,
        }
    }
}

/// An expression as a message has room for it.
fn one_line(text: &str) -> Option<Arc<str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    (line.len() <= LONGEST_RULE).then(|| line.into())
}
