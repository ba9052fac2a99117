//! Expressions from outside a grammar, compiled against its schema.

use std::cell::RefCell;
use std::collections::HashMap;

use super::expr;
use super::index::Index;
use super::infer::{ExprError, Infer, Kind, Scope, World};
use super::size;
use crate::schema::{Attr, DataType, Expr, Member, Repeat, Schema, Ty, TypeId};
use crate::text::{FileId, Loc};

/// Compiles expressions as if they were written in a type of a schema, one
/// after the other.
///
/// Unlike in a grammar, members of objects whose type is not known are taken as
/// they are, and looked up at run time.
#[derive(Debug)]
pub struct Queries<'s> {
    schema: &'s Schema,
    index: Index,
    sizes: RefCell<HashMap<TypeId, Option<u64>>>,
}

impl<'s> Queries<'s> {
    /// Prepares the names of a schema.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Queries<'s> {
        Queries {
            schema,
            index: Index::of_schema(schema),
            sizes: RefCell::default(),
        }
    }

    /// Compiles one expression in the scope of a type; `checks` allows what
    /// `-fmtview-check` allows. Places in the result are bytes of `text`.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn compile(&self, scope: TypeId, text: &str, checks: bool) -> Result<Expr, ExprError> {
        let node = expr::parse(text).map_err(|error| ExprError {
            message: error.to_string(),
            span: error.span,
            help: None,
        })?;
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let locate = |span: expr::Span| Loc {
            file: FileId::default(),
            start: offset(span.start),
            end: offset(span.end),
        };
        let mut infer = Infer::new(
            self,
            Scope {
                checks,
                ..Scope::of(scope)
            },
            &locate,
        );
        let typed = infer.expr(&node);
        match infer.errors.into_iter().next() {
            None => Ok(typed.expr),
            Some(error) => Err(error),
        }
    }

    fn attr_kind(attr: &Attr, computed: bool) -> Kind {
        let byte = matches!(
            attr.data,
            DataType::Int {
                width: 1,
                enumeration: None,
                ..
            }
        );
        let element = Kind {
            ty: attr.ty.clone(),
            byte,
        };
        if computed || matches!(attr.repeat, Repeat::Once) {
            element
        } else {
            element.array()
        }
    }
}

impl World for Queries<'_> {
    fn index(&self) -> &Index {
        &self.index
    }

    fn member(&self, ty: TypeId, name: &str) -> Option<(Member, Kind)> {
        let def = self.schema.ty(ty);
        let member = *def.members.get(name)?;
        let kind = match member {
            Member::Param(i) => def.params.get(usize::from(i))?.ty.clone().into(),
            Member::Seq(i) => Self::attr_kind(def.seq.get(usize::from(i))?, false),
            Member::Instance(i) => {
                let instance = def.instances.get(usize::from(i))?;
                Self::attr_kind(&instance.attr, instance.value.is_some())
            }
        };
        Some((member, kind))
    }

    fn member_names(&self, ty: TypeId) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .schema
            .ty(ty)
            .members
            .keys()
            .map(|name| &**name)
            .collect();
        names.sort_unstable();
        names
    }

    fn parent(&self, _: TypeId) -> Ty {
        Ty::Any
    }

    fn type_bits(&self, ty: TypeId) -> Option<u64> {
        if let Some(known) = self.sizes.borrow().get(&ty) {
            return *known;
        }
        self.sizes.borrow_mut().insert(ty, None);
        let bits = size::seq_bits(&self.schema.ty(ty).seq, &|id| self.type_bits(id));
        self.sizes.borrow_mut().insert(ty, bits);
        bits
    }

    fn member_bits(&self, ty: TypeId, member: Member) -> Option<u64> {
        let attr = self.schema.ty(ty).member_attr(member)?;
        size::attr_bits(attr, &|id| self.type_bits(id))
    }

    fn lenient(&self) -> bool {
        true
    }
}

/// Compiles one expression as if it were written in a type of a schema; see
/// [`Queries::compile`].
///
/// # Errors
/// The first thing that is wrong with it.
pub fn compile_expression(
    schema: &Schema,
    scope: TypeId,
    text: &str,
    checks: bool,
) -> Result<Expr, ExprError> {
    Queries::new(schema).compile(scope, text, checks)
}
