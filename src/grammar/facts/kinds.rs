//! Static types of fields, parameters and instances.

use super::Facts;
use crate::grammar::expr::{self, Path};
use crate::grammar::infer::{Infer, Kind, Scope, combine, named};
use crate::grammar::spec::{AttrSpec, AttrType, InstanceKind, RepeatSpec, Text, TypeName, TypeRef};
use crate::schema::{EnumId, Member, Ty, TypeId};
use crate::text::Loc;

impl Facts<'_> {
    /// The type of an expression, without its errors.
    pub(crate) fn kind_of(&self, text: &Text, scope: Scope) -> Kind {
        let Ok(node) = expr::parse(&text.value) else {
            return Kind::ANY;
        };
        let locate = |_| Loc::default();
        let mut infer = Infer::new(self, scope, &locate);
        let typed = infer.expr(&node);
        if infer.errors.is_empty() {
            typed.kind
        } else {
            Kind::ANY
        }
    }

    /// The enum that an `enum` key names.
    pub(crate) fn find_enum(&self, from: TypeId, text: &str) -> Option<EnumId> {
        let name = expr::parse_type_name(text)
            .ok()
            .filter(|name| !name.array)?;
        self.index.find_enum(from, &name.path)
    }

    /// The user type that a `type` key names.
    pub(crate) fn find_type(&self, from: TypeId, path: &Path) -> Option<TypeId> {
        self.index.find_type(from, path)
    }

    /// The type of one element of a field, without its errors.
    pub(crate) fn element_kind(&self, ty: TypeId, spec: &AttrSpec) -> Kind {
        let kind = match &spec.ty {
            AttrType::Bytes => Ty::Bytes.into(),
            AttrType::Broken => Kind::ANY,
            AttrType::Name(name) => self.ref_kind(ty, name, spec.enumeration.is_some()),
            AttrType::Switch { cases, .. } => {
                let kinds = cases
                    .iter()
                    .map(|case| self.ref_kind(ty, &case.ty, spec.enumeration.is_some()));
                let combined = kinds.map(Some).reduce(|a, b| combine(&a?, &b?)).flatten();
                combined.unwrap_or(Kind::ANY)
            }
        };
        match &spec.enumeration {
            Some(name) if kind.ty == Ty::Int => match self.find_enum(ty, &name.value) {
                Some(id) => Ty::Enum(id).into(),
                None => Kind::ANY,
            },
            _ => kind,
        }
    }

    fn ref_kind(&self, ty: TypeId, name: &TypeRef, has_enum: bool) -> Kind {
        match name.name {
            TypeName::Int { width: 1, .. } => Kind::BYTE,
            TypeName::Int { .. } => Kind::INT,
            TypeName::Bits { width: 1, .. } if !has_enum => Ty::Bool.into(),
            TypeName::Bits { .. } => Kind::INT,
            TypeName::Float { .. } => Ty::Float.into(),
            TypeName::Str | TypeName::Strz => Ty::Str.into(),
            TypeName::User => {
                let call = expr::parse_type_call(&name.text.value).ok();
                let found = call.and_then(|call| self.find_type(ty, &call.name.path));
                found.map_or(Kind::ANY, |id| Ty::User(id).into())
            }
        }
    }

    fn attr_kind(&self, ty: TypeId, spec: &AttrSpec) -> Kind {
        let kind = self.element_kind(ty, spec);
        if matches!(spec.repeat, RepeatSpec::Once) {
            kind
        } else {
            kind.array()
        }
    }

    /// The type of a parameter.
    pub(crate) fn param_kind(&self, ty: TypeId, index: usize) -> Kind {
        let Some(param) = self.spec(ty).params.get(index) else {
            return Kind::ANY;
        };
        match &param.enumeration {
            Some(name) => self
                .find_enum(ty, &name.value)
                .map_or(Kind::ANY, |id| Ty::Enum(id).into()),
            None => self.named_param_kind(ty, index).unwrap_or(Kind::ANY),
        }
    }

    /// The type that the `type` key of a parameter names, or a message.
    pub(crate) fn named_param_kind(&self, ty: TypeId, index: usize) -> Result<Kind, String> {
        let Some(param) = self.spec(ty).params.get(index) else {
            return Ok(Kind::ANY);
        };
        let Some(text) = &param.ty else {
            return Ok(Ty::Bytes.into());
        };
        let name = expr::parse_type_name(&text.value).map_err(|e| e.to_string())?;
        named(&self.index, ty, &name)
    }

    /// The type of a member.
    pub(super) fn find_kind(&self, ty: TypeId, member: Member) -> Kind {
        let spec = self.spec(ty);
        match member {
            Member::Param(i) => self.param_kind(ty, i.into()),
            Member::Seq(i) => spec
                .seq
                .get(usize::from(i))
                .map_or(Kind::ANY, |attr| self.attr_kind(ty, attr)),
            Member::Instance(i) => match spec.instances.get(usize::from(i)) {
                Some(instance) => match &instance.kind {
                    InstanceKind::Value(value) => match &instance.attr.enumeration {
                        Some(name) => self
                            .find_enum(ty, &name.value)
                            .map_or(Kind::ANY, |id| Ty::Enum(id).into()),
                        None => self.kind_of(value, Scope::of(ty)),
                    },
                    InstanceKind::Parse { .. } => self.attr_kind(ty, &instance.attr),
                    InstanceKind::Broken => Kind::ANY,
                },
                None => Kind::ANY,
            },
        }
    }
}
