//! What is known of a grammar before it is lowered: names, defaults, and the
//! static types of members, which are found when they are asked for.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

use super::expr::{self, Path};
use super::index::{Index, Indexed};
use super::infer::{Infer, Kind, Scope, World, combine, named};
use super::lower::Lower;
use super::size;
use super::spec::{
    AttrSpec, AttrType, EndianSpec, EnumSpec, GrammarSpec, InstanceKind, Library, RepeatSpec, Text,
    TypeName, TypeRef, TypeSpec,
};
use crate::schema::{Endian, EnumId, Member, Ty, TypeId};
use crate::text::Loc;

/// Nested questions for static types; beyond it a type is not known.
const MAX_DEPTH: u32 = 40;

/// A type's default byte order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DefaultEndian<'a> {
    /// None: every number says its own.
    None,
    /// `le` or `be`.
    Fixed(Endian),
    /// `switch-on`, of this type itself.
    Switch(&'a EndianSpec),
    /// That of the type around it, at run time.
    Inherited,
    /// There is one, but it is broken.
    Unknown,
}

/// What a type has from its `meta` or from those around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defaults<'a> {
    pub(crate) endian: DefaultEndian<'a>,
    pub(crate) bit_endian: Endian,
    pub(crate) encoding: Option<&'a Text>,
}

/// A grammar's names and what follows from them.
pub(crate) struct Facts<'a> {
    library: &'a Library,
    index: Index,
    types: Vec<&'a TypeSpec>,
    enums: Vec<&'a EnumSpec>,
    files: Vec<usize>,
    members: Vec<BTreeMap<&'a str, Member>>,
    unnamed: Vec<BTreeMap<String, Member>>,
    defaults: Vec<Defaults<'a>>,
    /// The type of `_parent`, for each type.
    parents: RefCell<Vec<Ty>>,
    /// Types of members; `None` while one is being found.
    kinds: RefCell<HashMap<(TypeId, Member), Option<Kind>>>,
    /// Sizes of types in bits; the outer `None` while one is being found.
    sizes: RefCell<HashMap<TypeId, Option<u64>>>,
    depth: Cell<u32>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(library: &'a Library) -> Facts<'a> {
        let Indexed {
            index,
            types,
            enums,
            files,
        } = Index::of_library(library);
        let mut facts = Facts {
            library,
            members: types.iter().map(|ty| members(ty)).collect(),
            unnamed: types.iter().map(|ty| unnamed(ty)).collect(),
            defaults: Vec::with_capacity(types.len()),
            parents: RefCell::new(vec![Ty::Struct; types.len()]),
            index,
            types,
            enums,
            files,
            kinds: RefCell::default(),
            sizes: RefCell::default(),
            depth: Cell::new(0),
        };
        for id in facts.index.type_ids() {
            let outer = facts
                .index
                .ty(id)
                .outer
                .and_then(|outer| facts.defaults.get(outer.0 as usize))
                .copied();
            let defaults = defaults(facts.spec(id), outer);
            facts.defaults.push(defaults);
        }
        super::parents::find(&facts);
        facts
    }

    pub(crate) fn spec(&self, id: TypeId) -> &'a TypeSpec {
        self.types[id.0 as usize]
    }

    pub(crate) fn enums(&self) -> &[&'a EnumSpec] {
        &self.enums
    }

    pub(crate) fn defaults(&self, id: TypeId) -> Defaults<'a> {
        self.defaults[id.0 as usize]
    }

    /// The file that a type is written in.
    pub(crate) fn file(&self, id: TypeId) -> &'a GrammarSpec {
        &self.library.files[self.files[id.0 as usize]]
    }

    /// The main grammar's file.
    pub(crate) fn main_file(&self) -> &'a GrammarSpec {
        &self.library.files[0]
    }

    /// Sets what `_parent` is; what was concluded from its former type is
    /// forgotten.
    pub(crate) fn set_parent(&self, id: TypeId, ty: Ty) {
        if let Some(parent) = self.parents.borrow_mut().get_mut(id.0 as usize) {
            *parent = ty;
        }
        self.kinds.borrow_mut().clear();
    }

    /// The type that opaque types have: the one after all others.
    pub(crate) fn opaque_type(&self) -> TypeId {
        TypeId(u32::try_from(self.types.len()).unwrap_or(u32::MAX))
    }

    /// All names of a type's members, with those that the grammar left out.
    pub(crate) fn members(&self, id: TypeId) -> impl Iterator<Item = (&str, Member)> {
        let named = self.members[id.0 as usize]
            .iter()
            .map(|(name, member)| (*name, *member));
        named.chain(
            self.unnamed[id.0 as usize]
                .iter()
                .map(|(name, member)| (name.as_str(), *member)),
        )
    }

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

    fn find_kind(&self, ty: TypeId, member: Member) -> Kind {
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

    fn deeper<T>(&self, find: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= MAX_DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let found = find();
        self.depth.set(self.depth.get() - 1);
        Some(found)
    }

    /// The type of a member.
    pub(crate) fn member_kind(&self, ty: TypeId, member: Member) -> Kind {
        let key = (ty, member);
        if let Some(known) = self.kinds.borrow().get(&key) {
            return known.clone().unwrap_or(Kind::ANY);
        }
        self.kinds.borrow_mut().insert(key, None);
        let kind = self
            .deeper(|| self.find_kind(ty, member))
            .unwrap_or(Kind::ANY);
        self.kinds.borrow_mut().insert(key, Some(kind.clone()));
        kind
    }
}

impl World for Facts<'_> {
    fn index(&self) -> &Index {
        &self.index
    }

    fn member(&self, ty: TypeId, name: &str) -> Option<(Member, Kind)> {
        let known = self.members.get(ty.0 as usize)?;
        let member = known
            .get(name)
            .or_else(|| self.unnamed[ty.0 as usize].get(name))
            .copied()?;
        Some((member, self.member_kind(ty, member)))
    }

    fn member_names(&self, ty: TypeId) -> Vec<&str> {
        self.members[ty.0 as usize].keys().copied().collect()
    }

    fn parent(&self, ty: TypeId) -> Ty {
        self.parents
            .borrow()
            .get(ty.0 as usize)
            .cloned()
            .unwrap_or(Ty::Struct)
    }

    fn type_bits(&self, ty: TypeId) -> Option<u64> {
        if let Some(known) = self.sizes.borrow().get(&ty) {
            return *known;
        }
        // A type that contains itself has no fixed size.
        self.sizes.borrow_mut().insert(ty, None);
        let spec = self.types.get(ty.0 as usize)?;
        let seq = || {
            let mut lower = Lower::new(self);
            let seq: Vec<_> = spec
                .seq
                .iter()
                .enumerate()
                .map(|(i, attr)| lower.seq_attr(ty, i, attr))
                .collect();
            size::seq_bits(&seq, &|id| self.type_bits(id))
        };
        let bits = self.deeper(seq).flatten();
        self.sizes.borrow_mut().insert(ty, bits);
        bits
    }

    fn member_bits(&self, ty: TypeId, member: Member) -> Option<u64> {
        let spec = self.types.get(ty.0 as usize)?;
        let attr = match member {
            Member::Param(_) => return None,
            Member::Seq(i) => spec.seq.get(usize::from(i))?,
            Member::Instance(i) => {
                let instance = spec.instances.get(usize::from(i))?;
                let parsed = matches!(instance.kind, InstanceKind::Parse { .. });
                parsed.then_some(&instance.attr)?
            }
        };
        let lowered = self.deeper(|| Lower::new(self).seq_attr(ty, 0, attr))?;
        size::attr_bits(&lowered, &|id| self.type_bits(id))
    }
}

fn members(spec: &TypeSpec) -> BTreeMap<&str, Member> {
    let mut members = BTreeMap::new();
    let number = |i: usize| u16::try_from(i).unwrap_or(u16::MAX);
    // The first of several of one name counts; the others are reported.
    for (i, param) in spec.params.iter().enumerate() {
        members
            .entry(&*param.id.value)
            .or_insert(Member::Param(number(i)));
    }
    for (i, attr) in spec.seq.iter().enumerate() {
        if let Some(id) = &attr.id {
            members.entry(&*id.value).or_insert(Member::Seq(number(i)));
        }
    }
    for (i, instance) in spec.instances.iter().enumerate() {
        members
            .entry(&*instance.id.value)
            .or_insert(Member::Instance(number(i)));
    }
    members
}

fn unnamed(spec: &TypeSpec) -> BTreeMap<String, Member> {
    let entries = spec
        .seq
        .iter()
        .enumerate()
        .filter(|(_, attr)| attr.id.is_none());
    entries
        .map(|(i, _)| {
            (
                unnamed_id(i),
                Member::Seq(u16::try_from(i).unwrap_or(u16::MAX)),
            )
        })
        .collect()
}

/// The name of a `seq` entry without an id.
pub(crate) fn unnamed_id(index: usize) -> String {
    format!("_unnamed{index}")
}

fn defaults<'a>(spec: &'a TypeSpec, outer: Option<Defaults<'a>>) -> Defaults<'a> {
    let meta = &spec.meta;
    let endian = match (&meta.endian, outer.map(|outer| outer.endian)) {
        (Some(EndianSpec::Fixed(endian)), _) => DefaultEndian::Fixed(endian.value),
        (Some(switch @ EndianSpec::Switch { .. }), _) => DefaultEndian::Switch(switch),
        (Some(EndianSpec::Broken), _) => DefaultEndian::Unknown,
        (None, Some(DefaultEndian::Switch(_) | DefaultEndian::Inherited)) => {
            DefaultEndian::Inherited
        }
        (None, Some(outer)) => outer,
        (None, None) => DefaultEndian::None,
    };
    let bit_endian = meta.bit_endian.as_ref().map(|endian| endian.value);
    Defaults {
        endian,
        bit_endian: bit_endian
            .or(outer.map(|outer| outer.bit_endian))
            .unwrap_or(Endian::Be),
        encoding: meta
            .encoding
            .as_ref()
            .or(outer.and_then(|outer| outer.encoding)),
    }
}
