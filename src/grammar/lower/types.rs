//! Types, enums and the whole schema.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Lower;
use crate::grammar::facts::DefaultEndian;
use crate::grammar::infer::{Kind, Scope, World};
use crate::grammar::size;
use crate::grammar::spec::{EndianSpec, EnumSpec, Text, TypeSpec};
use crate::schema::{
    BinOp, EndianRule, EnumDef, EnumEntry, EnumId, Expr, Param, Schema, TypeDef, TypeId,
};

impl Lower<'_> {
    pub(super) fn schema(&mut self) -> Schema {
        let ids: Vec<TypeId> = self.facts.index().type_ids().collect();
        let mut types: Vec<TypeDef> = ids.into_iter().map(|id| self.type_def(id)).collect();
        if self.opaque {
            types.push(self.opaque_def());
        }
        let layouts = size::layouts(&types);
        let positioned = size::positioned(&types);
        for ((ty, layout), positioned) in types.iter_mut().zip(layouts).zip(positioned) {
            ty.layout = layout;
            ty.has_positioned = positioned;
        }
        let index = self.facts.index();
        let enums = self.facts.enums().iter().zip(0..).map(|(spec, id)| {
            let names = index.enumeration(EnumId(id));
            enum_def(spec, names.name.clone(), names.qualified.clone())
        });
        let top = &self.facts.main_file().top;
        Schema {
            types,
            enums: enums.collect(),
            root: TypeId(0),
            id: top.name.value.clone(),
            title: top.meta.title.clone(),
            endian: match &top.meta.endian {
                Some(EndianSpec::Fixed(endian)) => Some(endian.value),
                _ => None,
            },
        }
    }

    fn type_def(&mut self, id: TypeId) -> TypeDef {
        let spec = self.facts.spec(id);
        let names = self.facts.index().ty(id);
        let endian = self.endian(id);
        let params = self.params(id, spec);
        let seq = spec
            .seq
            .iter()
            .enumerate()
            .map(|(i, attr)| self.seq_attr(id, i, attr))
            .collect();
        let instances = spec
            .instances
            .iter()
            .map(|instance| self.instance(id, instance))
            .collect();
        let to_string = self.one_line(id, spec);
        let checks = spec
            .checks
            .iter()
            .map(|check| self.check(id, check))
            .collect();
        let members = self
            .facts
            .members(id)
            .map(|(name, member)| (Arc::from(name), member))
            .collect();
        TypeDef {
            name: names.name.clone(),
            qualified: names.qualified.clone(),
            title: spec.meta.title.clone(),
            doc: spec.doc.text.clone(),
            doc_ref: spec.doc.refs.clone(),
            file_top: names.top,
            outer: names.outer,
            params,
            seq,
            instances,
            endian,
            to_string,
            checks,
            layout: None,
            has_positioned: false,
            members,
            path: type_path(spec),
            loc: spec.place.loc,
        }
    }

    fn params(&mut self, id: TypeId, spec: &TypeSpec) -> Vec<Param> {
        let mut params = Vec::with_capacity(spec.params.len());
        for (i, param) in spec.params.iter().enumerate() {
            let named = self.facts.named_param_kind(id, i);
            if let (Err(message), Some(text)) = (&named, &param.ty)
                && !self.facts.file(id).incomplete
            {
                self.error(text, message.as_str());
            }
            let named = named.unwrap_or(Kind::ANY);
            let kind = match &param.enumeration {
                Some(name) => self.enumerate(id, name, &named),
                None => named,
            };
            params.push(Param {
                id: param.id.value.clone(),
                ty: kind.ty,
                doc: param.doc.text.clone(),
            });
        }
        params
    }

    fn endian(&mut self, id: TypeId) -> EndianRule {
        match self.facts.defaults(id).endian {
            DefaultEndian::None | DefaultEndian::Unknown => EndianRule::None,
            DefaultEndian::Fixed(endian) => EndianRule::Fixed(endian),
            DefaultEndian::Inherited => EndianRule::Inherited,
            DefaultEndian::Switch(spec) => self.endian_switch(id, spec),
        }
    }

    fn endian_switch(&mut self, id: TypeId, spec: &EndianSpec) -> EndianRule {
        let EndianSpec::Switch { on, cases, .. } = spec else {
            return EndianRule::None;
        };
        let scope = Scope::of(id);
        let (on, kind) = self.expr(on, scope.clone());
        let mut lowered = Vec::with_capacity(cases.len());
        for (when, endian) in cases {
            let when = self.case(when, &scope, &kind);
            lowered.push((when, endian.value));
        }
        lowered.sort_by_key(|(when, _)| when.is_none());
        EndianRule::Switch { on, cases: lowered }
    }

    /// A case's key; `None` for `_`.
    pub(super) fn case(&mut self, when: &Text, scope: &Scope, on: &Kind) -> Option<Expr> {
        if &*when.value == "_" {
            return None;
        }
        Some(self.compared_expr(when, scope.clone(), BinOp::Eq, on))
    }

    /// The type of all opaque types that have no grammar: nothing is read.
    fn opaque_def(&self) -> TypeDef {
        let top = self.facts.main_file();
        TypeDef {
            name: "opaque".into(),
            qualified: "opaque".into(),
            title: None,
            doc: None,
            doc_ref: Vec::new(),
            file_top: self.facts.opaque_type(),
            outer: None,
            params: Vec::new(),
            seq: Vec::new(),
            instances: Vec::new(),
            endian: EndianRule::None,
            to_string: None,
            checks: Vec::new(),
            layout: None,
            has_positioned: false,
            members: BTreeMap::new(),
            path: "".into(),
            loc: top.top.place.loc,
        }
    }
}

fn type_path(spec: &TypeSpec) -> Arc<str> {
    let path = spec.place.path.to_string();
    if path == "/" { "".into() } else { path.into() }
}

fn enum_def(spec: &EnumSpec, name: Arc<str>, qualified: Arc<str>) -> EnumDef {
    let entries: Vec<EnumEntry> = spec
        .entries
        .iter()
        .map(|entry| EnumEntry {
            value: entry.value.value,
            name: entry.name.value.clone(),
            doc: entry.doc.text.clone(),
        })
        .collect();
    let by_value = entries
        .iter()
        .enumerate()
        .map(|(i, entry)| (entry.value, i))
        .collect();
    EnumDef {
        name,
        qualified,
        entries,
        by_value,
    }
}
