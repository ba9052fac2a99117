//! What is known of a grammar before it is lowered: names, defaults, and what
//! is found out when it is asked for.

mod answers;
mod defaults;
mod kinds;
mod parents;

use std::cell::RefCell;
use std::collections::BTreeMap;

use answers::{Answers, Question};
pub(crate) use defaults::{DefaultEndian, Defaults};

use super::index::{Index, Indexed};
use super::infer::{Kind, World};
use super::spec::{EnumSpec, GrammarSpec, Library, TypeSpec};
use crate::schema::{Member, Ty, TypeId};

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
    /// What was found out so far.
    answers: RefCell<Answers>,
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
            answers: RefCell::default(),
        };
        for id in facts.index.type_ids() {
            let outer = facts
                .index
                .ty(id)
                .outer
                .and_then(|outer| facts.defaults.get(outer.0 as usize))
                .copied();
            let defaults = Defaults::of(facts.spec(id), outer);
            facts.defaults.push(defaults);
        }
        parents::find(&facts);
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
        self.answers.borrow_mut().forget();
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
        Some((member, self.ask(Question::Kind(ty, member)).kind()))
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
        self.ask(Question::TypeBits(ty)).bits()
    }

    fn member_bits(&self, ty: TypeId, member: Member) -> Option<u64> {
        self.ask(Question::MemberBits(ty, member)).bits()
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
