//! How one element of a field is read: types, extents, switches.

use std::sync::Arc;

use super::Lower;
use crate::grammar::infer::{Kind, Scope, World, unknown_enum};
use crate::grammar::spec::{
    AttrSpec, AttrType, ExtentSpec, SwitchCaseSpec, Text, TypeName, TypeRef,
};
use crate::schema::{
    DataType, Encoding, EnumId, Expr, ExprKind, Extent, Size, SwitchCase, Ty, TypeId,
    encoding_by_name,
};

impl Lower<'_> {
    pub(super) fn data(&mut self, scope: &Scope, spec: &AttrSpec) -> DataType {
        match &spec.ty {
            AttrType::Bytes => {
                if let Some(contents) = &spec.contents {
                    let size = Expr {
                        kind: ExprKind::Int(contents.value.len() as i128),
                        loc: contents.place.loc,
                    };
                    return DataType::Bytes(Extent {
                        size: Size::Expr(Box::new(size)),
                        ..self.extent(scope, spec)
                    });
                }
                DataType::Bytes(self.extent(scope, spec))
            }
            AttrType::Name(name) => self.named(scope, spec, name),
            AttrType::Switch { on, cases, .. } => self.switch(scope, spec, on, cases),
            AttrType::Broken => {
                self.extent(scope, spec);
                DataType::Bytes(Extent::default())
            }
        }
    }

    fn named(&mut self, scope: &Scope, spec: &AttrSpec, name: &TypeRef) -> DataType {
        match name.name {
            TypeName::Int {
                signed,
                width,
                endian,
            } => {
                let enumeration = self.int_enum(scope.ty, spec);
                DataType::Int {
                    signed,
                    width,
                    endian,
                    enumeration,
                }
            }
            TypeName::Float { width, endian } => DataType::Float { width, endian },
            TypeName::Bits { width, endian } => {
                let boolean = width == 1 && spec.enumeration.is_none();
                let endian = endian.unwrap_or(self.facts.defaults(scope.ty).bit_endian);
                let enumeration = self.int_enum(scope.ty, spec);
                DataType::Bits {
                    width,
                    endian,
                    boolean,
                    enumeration,
                }
            }
            TypeName::Str | TypeName::Strz => {
                let encoding = self.encoding(scope.ty, spec);
                let mut extent = self.extent(scope, spec);
                // One that is given is a byte, and found within characters too.
                if name.name == TypeName::Strz && extent.terminator.is_none() {
                    extent.terminator = Some(vec![0; encoding.unit_len()].into());
                }
                DataType::Str { extent, encoding }
            }
            TypeName::User => self.user(scope, spec, name),
        }
    }

    fn int_enum(&mut self, ty: TypeId, spec: &AttrSpec) -> Option<EnumId> {
        let name = spec.enumeration.as_ref()?;
        match self.enumerate(ty, name, &Kind::INT).ty {
            Ty::Enum(id) => Some(id),
            _ => None,
        }
    }

    /// The type that an `enum` key gives to a value of type `kind`.
    pub(super) fn enumerate(&mut self, ty: TypeId, name: &Text, kind: &Kind) -> Kind {
        let index = self.facts.index();
        let Some(id) = self.facts.find_enum(ty, &name.value) else {
            if !self.facts.file(ty).incomplete {
                self.error(name, unknown_enum(index, ty, &name.value));
            }
            return Kind::ANY;
        };
        if !matches!(kind.ty, Ty::Int | Ty::Any) {
            self.error(
                name,
                format!(
                    "`enum` names integers, but this is {}",
                    kind.describe(index)
                ),
            );
            return Kind::ANY;
        }
        Ty::Enum(id).into()
    }

    /// A string without any encoding was reported when it was read.
    fn encoding(&self, ty: TypeId, spec: &AttrSpec) -> Encoding {
        let name = spec.encoding.as_ref().or(self.facts.defaults(ty).encoding);
        name.map_or(Encoding::Utf8, |name| encoding_by_name(&name.value))
    }

    /// `size`, `terminator` and what goes with them.
    fn extent(&mut self, scope: &Scope, spec: &AttrSpec) -> Extent {
        let ExtentSpec {
            size,
            size_eos,
            terminator,
            include,
            consume,
            eos_error,
            pad_right,
        } = &spec.extent;
        let size = match size {
            Some(size) => Size::Expr(Box::new(self.count_expr(size, scope.clone(), "`size`"))),
            None if size_eos.as_ref().is_some_and(|eos| eos.value) => Size::Eos,
            None => Size::None,
        };
        Extent {
            size,
            terminator: terminator
                .as_ref()
                .map(|byte| Arc::from([byte.value].as_slice())),
            include: include.as_ref().is_some_and(|yes| yes.value),
            consume: consume.as_ref().is_none_or(|yes| yes.value),
            eos_error: eos_error.as_ref().is_none_or(|yes| yes.value),
            pad_right: pad_right.as_ref().map(|byte| byte.value),
            process: spec
                .process
                .as_ref()
                .and_then(|process| self.process(scope, process)),
        }
    }

    fn user(&mut self, scope: &Scope, spec: &AttrSpec, name: &TypeRef) -> DataType {
        let called = self.user_type(scope, &name.text);
        let extent = self.extent(scope, spec);
        let sized = !matches!(extent.size, Size::None) || extent.terminator.is_some();
        let parent = self.parent(scope, spec);
        match called {
            Some((ty, args)) => DataType::User {
                ty,
                args,
                parent,
                extent: sized.then_some(extent),
            },
            None => DataType::Bytes(extent),
        }
    }

    fn switch(
        &mut self,
        scope: &Scope,
        spec: &AttrSpec,
        on: &Text,
        cases: &[SwitchCaseSpec],
    ) -> DataType {
        let (on, kind) = self.expr(on, scope.clone());
        let mut has_default = false;
        let mut lowered = Vec::with_capacity(cases.len());
        // What belongs to the whole field is reported once, not for each case.
        let mut seen = std::mem::take(&mut self.problems);
        for case in cases {
            let when = self.case(&case.when, scope, &kind);
            has_default |= when.is_none();
            let data = self.named(scope, spec, &case.ty);
            for problem in self.problems.drain(..) {
                if !seen.contains(&problem) {
                    seen.push(problem);
                }
            }
            lowered.push(SwitchCase { when, data });
        }
        self.problems = seen;
        // `_` is for what no other case fits, wherever it stands.
        lowered.sort_by_key(|case| case.when.is_none());
        let extent = &spec.extent;
        let sized = extent.size.is_some() || extent.size_eos.as_ref().is_some_and(|eos| eos.value);
        let fallback = if sized && !has_default {
            Some(Box::new(DataType::Bytes(
                Lower::new(self.facts).extent(scope, spec),
            )))
        } else {
            None
        };
        DataType::Switch {
            on: Box::new(on),
            cases: lowered,
            fallback,
        }
    }
}
