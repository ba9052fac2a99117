//! Names, members of objects, and subscripts.

use super::{Infer, Kind, Typed};
use crate::grammar::expr::Span;
use crate::grammar::expr::ast::{Node, Path, Word};
use crate::schema::{Expr, ExprKind, Special, Ty};
use crate::text::{MOST_LISTED, listed};

impl Infer<'_> {
    fn this(&self, span: &Span) -> Typed {
        self.typed(span, ExprKind::This, Ty::User(self.scope.ty))
    }

    /// A bare name: something of the own object, or one of `_`, `_index`.
    pub(super) fn name(&mut self, span: &Span, name: &str) -> Typed {
        match name {
            "_" => match self.scope.item.clone() {
                Some(kind) => self.typed(span, ExprKind::Item, kind),
                None => self.fail(span, "there is no `_` here: it is the element or value under test in `repeat-until`, `valid/expr` and `.all()`"),
            },
            "_index" => {
                if !self.scope.index {
                    return self.fail(span, "there is no `_index` here: it counts the elements of a field with `repeat`");
                }
                self.typed(span, ExprKind::Index, Kind::INT)
            }
            _ => {
                let this = self.this(span);
                let word = Word { text: name.to_owned(), span: span.clone() };
                self.member_of(span, this, &word)
            }
        }
    }

    pub(super) fn member(&mut self, span: &Span, of: &Node, name: &Word) -> Typed {
        let of = self.expr(of);
        self.member_of(span, of, name)
    }

    fn member_of(&mut self, span: &Span, of: Typed, name: &Word) -> Typed {
        if let Some(typed) = self.special(span, &of, name) {
            return typed;
        }
        match of.kind.ty {
            Ty::User(ty) => match self.world.member(ty, &name.text) {
                Some((member, kind)) => {
                    let expr = ExprKind::Member {
                        of: Box::new(of.expr),
                        name: name.text.as_str().into(),
                        slot: Some((ty, member)),
                    };
                    self.typed(span, expr, kind)
                }
                None => self.no_member(ty, name),
            },
            Ty::Struct if !self.world.lenient() && !self.scope.checks => {
                let why = match of.expr.kind {
                    ExprKind::Special(_, Special::Parent) => {
                        "`_parent` is not always of one and the same type"
                    }
                    _ => "the type of this object differs from case to case",
                };
                self.fail_with_help(
                    &name.span,
                    format!("{why}, so it is not known to have `{}`", name.text),
                    "only `_io` and `_parent` are always there; say the type with `.as<type>`",
                )
            }
            Ty::Struct | Ty::Any => {
                let expr = ExprKind::Member {
                    of: Box::new(of.expr),
                    name: name.text.as_str().into(),
                    slot: None,
                };
                self.typed(span, expr, Kind::ANY)
            }
            _ => self.method(span, of, name, None),
        }
    }

    /// `_io`, `_parent`, `_root` and `_sizeof`.
    fn special(&mut self, span: &Span, of: &Typed, name: &Word) -> Option<Typed> {
        let object = matches!(of.kind.ty, Ty::User(_) | Ty::Struct | Ty::Any);
        let user = match of.kind.ty {
            Ty::User(ty) => Some(ty),
            _ => None,
        };
        let (special, ty) = match name.text.as_str() {
            "_io" if object => (Special::Io, Ty::Stream),
            "_parent" if object => (
                Special::Parent,
                user.map_or(of.kind.ty.clone(), |ty| self.world.parent(ty)),
            ),
            "_root" if user.is_some() || of.kind.is_any() => (
                Special::Root,
                user.map_or(Ty::Any, |ty| Ty::User(self.index().ty(ty).top)),
            ),
            "_sizeof" if !of.kind.is_any() => return Some(self.static_size(span, of)),
            _ => return None,
        };
        Some(self.typed(
            span,
            ExprKind::Special(Box::new(of.expr.clone()), special),
            ty,
        ))
    }

    fn static_size(&mut self, span: &Span, of: &Typed) -> Typed {
        let bits = match (&of.expr.kind, &of.kind.ty) {
            (
                ExprKind::Member {
                    slot: Some((ty, member)),
                    ..
                },
                _,
            ) => self.world.member_bits(*ty, *member),
            (_, Ty::User(ty)) => self.world.type_bits(*ty),
            _ => None,
        };
        match bits {
            Some(bits) => self.size(span, bits, false),
            None => self.fail(span, "this has no fixed size, so no `_sizeof`"),
        }
    }

    fn no_member(&mut self, ty: crate::schema::TypeId, name: &Word) -> Typed {
        let index = self.index();
        let owner = index.ty(ty).qualified.clone();
        let text = &name.text;
        if !text.starts_with('_') && text.chars().any(|c| c.is_ascii_uppercase()) {
            let lower = text.to_ascii_lowercase();
            return self.fail_with_help(
                &name.span,
                format!("`{text}` can't be a name: names are lower case letters, digits and `_`"),
                format!("write `{lower}`, or quotes around it if it is a text: `\"{text}\"`"),
            );
        }
        if matches!(text.as_str(), "null" | "nil" | "none") {
            return self.fail_with_help(
                &name.span,
                format!("there is no `{text}`, nor a field of that name in `{owner}`"),
                "a field whose `if` is false can't be tested: repeat its condition",
            );
        }
        if let Some(help) = self.other_meaning(name) {
            return self.fail_with_help(
                &name.span,
                format!("there is no field `{text}` in `{owner}`"),
                help,
            );
        }
        if !index.may_guess() {
            return self.fail(
                &name.span,
                format!("there is no field `{text}` in `{owner}`"),
            );
        }
        let mut names = self.world.member_names(ty);
        let own = names.len();
        names.extend(["_io", "_parent", "_root", "_sizeof", "_index"]);
        let message = format!("there is no field `{text}` in `{owner}`");
        match self.index().nearest(text, names.iter().copied()) {
            Some(similar) => self.fail(&name.span, format!("{message}; did you mean `{similar}`?")),
            // Of many names, those that look alike would be all that helps.
            None if own > MOST_LISTED => self.fail(&name.span, message),
            None if own == 0 => self.fail(&name.span, format!("{message}, which has none")),
            None => {
                let known = listed(names.into_iter().take(own));
                self.fail(&name.span, format!("{message}, only {known}"))
            }
        }
    }

    /// What a name is that is no field's.
    fn other_meaning(&self, name: &Word) -> Option<String> {
        let index = self.index();
        let path = Path {
            absolute: false,
            words: vec![name.clone()],
        };
        if index.find_enum(self.scope.ty, &path).is_some() {
            return Some(format!(
                "`{0}` is an enum: write `{0}::` and a member",
                name.text
            ));
        }
        index.find_type(self.scope.ty, &path)?;
        Some(format!(
            "`{0}` is a type: its fields are reached through a field of that type, its size is `sizeof<{0}>`",
            name.text
        ))
    }

    pub(super) fn subscript(&mut self, span: &Span, of: &Node, at: &Node) -> Typed {
        let object = self.expr(of);
        let at = self.expect(at, &Ty::Int, "an index");
        let kind = match &object.kind.ty {
            Ty::Array(element) => Kind {
                ty: (**element).clone(),
                byte: object.kind.byte,
            },
            Ty::Bytes => Kind::BYTE,
            Ty::Any => Kind::ANY,
            _ => {
                let found = self.describe(&object.kind);
                return self.fail(
                    &of.span,
                    format!("only arrays and byte arrays have elements, found {found}"),
                );
            }
        };
        self.typed(
            span,
            ExprKind::Subscript(Box::new(object.expr), Box::new(at.expr)),
            kind,
        )
    }

    pub(super) fn slice(&mut self, span: &Span, of: &Node, from: &Node, to: &Node) -> Typed {
        self.checks_only(span, "a slice");
        let object = self.expr(of);
        let from = self.expect(from, &Ty::Int, "the start of a slice");
        let to = self.expect(to, &Ty::Int, "the end of a slice");
        if !matches!(object.kind.ty, Ty::Array(_) | Ty::Bytes | Ty::Str | Ty::Any) {
            let found = self.describe(&object.kind);
            return self.fail(
                &of.span,
                format!("only arrays, byte arrays and strings have slices, found {found}"),
            );
        }
        let boxed = |typed: Typed| -> Box<Expr> { Box::new(typed.expr) };
        let kind = object.kind.clone();
        self.typed(
            span,
            ExprKind::Slice(boxed(object), boxed(from), boxed(to)),
            kind,
        )
    }
}
