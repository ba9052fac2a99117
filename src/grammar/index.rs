//! The names of types and enums, and from where each of them can be seen.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::expr::Path;
use super::spec::{EnumSpec, Library, TypeSpec};
use crate::schema::{EnumId, Schema, TypeId};
use crate::text::nearest;

/// All types and enums by name.
#[derive(Debug)]
pub(crate) struct Index {
    types: Vec<TypeEntry>,
    enums: Vec<EnumEntry>,
    /// Top types by the file that they stand in: what else that file sees.
    tops: Vec<Top>,
    /// Names that may still be compared with mistyped ones.
    guesses: Cell<usize>,
}

/// How many names are compared with mistyped ones, all errors together.
const MAX_GUESSES: usize = 50_000;

/// A type's names.
#[derive(Debug)]
pub(crate) struct TypeEntry {
    pub(crate) name: Arc<str>,
    /// From the top type of its file: `zoo::animal`.
    pub(crate) qualified: Arc<str>,
    pub(crate) outer: Option<TypeId>,
    /// The top type of its file.
    pub(crate) top: TypeId,
    types: BTreeMap<Arc<str>, TypeId>,
    enums: BTreeMap<Arc<str>, EnumId>,
}

/// An enum's names.
#[derive(Debug)]
pub(crate) struct EnumEntry {
    pub(crate) name: Arc<str>,
    /// From the top type of its file: `zoo::animal`.
    pub(crate) qualified: Arc<str>,
    members: BTreeMap<Arc<str>, i128>,
}

#[derive(Debug)]
struct Top {
    id: TypeId,
    imports: Vec<usize>,
}

/// An index and the specs that its ids stand for.
pub(crate) struct Indexed<'a> {
    pub(crate) index: Index,
    pub(crate) types: Vec<&'a TypeSpec>,
    pub(crate) enums: Vec<&'a EnumSpec>,
    /// The file of each type, in [`Library::files`].
    pub(crate) files: Vec<usize>,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            types: Vec::new(),
            enums: Vec::new(),
            tops: Vec::new(),
            guesses: Cell::new(MAX_GUESSES),
        }
    }
}

impl Index {
    /// Names all types of all files. The first file's top type is the first.
    pub(crate) fn of_library(library: &Library) -> Indexed<'_> {
        let mut all = Indexed {
            index: Index::default(),
            types: Vec::new(),
            enums: Vec::new(),
            files: Vec::new(),
        };
        for (number, file) in library.files.iter().enumerate() {
            let id = all.add(&file.top, None, number);
            let imports = file.imports.iter().chain(&file.opaque).copied().collect();
            all.index.tops.push(Top { id, imports });
        }
        all
    }

    /// The names in a compiled schema.
    pub(crate) fn of_schema(schema: &Schema) -> Index {
        let mut index = Index::default();
        for (i, ty) in schema.types.iter().enumerate() {
            let id = TypeId(u32::try_from(i).unwrap_or(u32::MAX));
            index.types.push(TypeEntry {
                name: ty.name.clone(),
                qualified: ty.qualified.clone(),
                outer: ty.outer,
                top: ty.file_top,
                types: BTreeMap::new(),
                enums: BTreeMap::new(),
            });
            if ty.outer.is_none() {
                index.tops.push(Top {
                    id,
                    imports: Vec::new(),
                });
            }
        }
        for (i, ty) in schema.types.iter().enumerate() {
            let id = TypeId(u32::try_from(i).unwrap_or(u32::MAX));
            if let Some(outer) = ty
                .outer
                .and_then(|outer| index.types.get_mut(outer.0 as usize))
            {
                outer.types.insert(ty.name.clone(), id);
            }
        }
        for (i, def) in schema.enums.iter().enumerate() {
            let id = EnumId(u32::try_from(i).unwrap_or(u32::MAX));
            let owner = def
                .qualified
                .rsplit_once("::")
                .map_or("", |(owner, _)| owner);
            if let Some(owner) = index.types.iter_mut().find(|ty| *ty.qualified == *owner) {
                owner.enums.entry(def.name.clone()).or_insert(id);
            }
            index.enums.push(EnumEntry {
                name: def.name.clone(),
                qualified: def.qualified.clone(),
                members: def
                    .entries
                    .iter()
                    .map(|e| (e.name.clone(), e.value))
                    .collect(),
            });
        }
        index
    }

    /// A type's names.
    pub(crate) fn ty(&self, id: TypeId) -> &TypeEntry {
        &self.types[id.0 as usize]
    }

    /// An enum's names.
    pub(crate) fn enumeration(&self, id: EnumId) -> &EnumEntry {
        &self.enums[id.0 as usize]
    }

    /// How many types there are; ids run from 0.
    pub(crate) fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..u32::try_from(self.types.len()).unwrap_or(u32::MAX)).map(TypeId)
    }

    /// The type that a path means in `from`. Each word is looked for from the
    /// inside out, the first one at last among the tops of the file and its
    /// imports.
    pub(crate) fn find_type(&self, from: TypeId, path: &Path) -> Option<TypeId> {
        let inner = |owner, word: &str| self.ty(owner).types.get(word).copied();
        self.search(from, path, &inner, &Some)
    }

    /// The enum that a path means in `from`: likewise, but the last word is the
    /// enum's.
    pub(crate) fn find_enum(&self, from: TypeId, path: &Path) -> Option<EnumId> {
        let inner = |owner, word: &str| self.ty(owner).enums.get(word).copied();
        self.search(from, path, &inner, &|_| None)
    }

    /// `inner` finds the last word in a type; `top` says whether a top type
    /// can be what is looked for.
    fn search<T>(
        &self,
        from: TypeId,
        path: &Path,
        inner: &dyn Fn(TypeId, &str) -> Option<T>,
        top: &dyn Fn(TypeId) -> Option<T>,
    ) -> Option<T> {
        let words: Vec<&str> = path.words.iter().map(|w| w.text.as_str()).collect();
        let (first, rest) = words.split_first()?;
        let mut tried = HashSet::new();
        let found = if path.absolute {
            None
        } else {
            self.outward_search(from, &words, inner, &mut tried)
        };
        found.or_else(|| {
            let tops = self
                .visible_tops(from)
                .filter(|id| &*self.ty(*id).name == *first);
            tops.into_iter().find_map(|id| match rest {
                [] => top(id),
                rest => self.outward_search(id, rest, inner, &mut tried),
            })
        })
    }

    /// `tried` keeps hostile nesting from being searched again and again.
    fn outward_search<T>(
        &self,
        from: TypeId,
        words: &[&str],
        inner: &dyn Fn(TypeId, &str) -> Option<T>,
        tried: &mut HashSet<(TypeId, usize)>,
    ) -> Option<T> {
        let (first, rest) = words.split_first()?;
        if !tried.insert((from, words.len())) {
            return None;
        }
        self.outwards(from).find_map(|id| {
            if rest.is_empty() {
                return inner(id, first);
            }
            let next = *self.ty(id).types.get(*first)?;
            self.outward_search(next, rest, inner, tried)
        })
    }

    /// The value of an enum's member.
    pub(crate) fn enum_member(&self, id: EnumId, name: &str) -> Option<i128> {
        self.enumeration(id).members.get(name).copied()
    }

    /// A type and those around it, from the inside out.
    fn outwards(&self, from: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        std::iter::successors(Some(from), |id| self.ty(*id).outer)
    }

    /// Top types: the file's own, its imports, then all others.
    fn visible_tops(&self, from: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        let own = self.ty(from).top;
        let file = self.tops.iter().find(|top| top.id == own);
        let imports = file
            .into_iter()
            .flat_map(|file| &file.imports)
            .filter_map(|i| self.tops.get(*i));
        std::iter::once(own).chain(imports.chain(&self.tops).map(|top| top.id))
    }

    /// A type's name like the one that was not found.
    pub(crate) fn similar_type(&self, from: TypeId, name: &str) -> Option<String> {
        let inner = self.outwards(from).flat_map(|id| self.ty(id).types.keys());
        let names = inner
            .map(|name| &**name)
            .chain(self.visible_tops(from).map(|top| &*self.ty(top).name));
        self.nearest(name, names)
    }

    /// An enum's name like the one that was not found.
    pub(crate) fn similar_enum(&self, from: TypeId, name: &str) -> Option<String> {
        let names = self.outwards(from).flat_map(|id| self.ty(id).enums.keys());
        self.nearest(name, names.map(|name| &**name))
    }

    /// An enum member's name like the one that was not found.
    pub(crate) fn similar_member(&self, id: EnumId, name: &str) -> Option<String> {
        let names = self.enumeration(id).members.keys();
        self.nearest(name, names.map(|name| &**name))
    }

    /// Whether there is time left for guesses.
    pub(crate) fn may_guess(&self) -> bool {
        self.guesses.get() > 0
    }

    /// The one of some names that is most like a word. A grammar with thousands
    /// of errors gets no guesses for the last of them: they take their time.
    pub(crate) fn nearest<'n>(
        &self,
        word: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<String> {
        let left = self.guesses.get();
        let mut names = names.take(left).peekable();
        names.peek()?;
        let mut used = 0;
        let found = nearest(word, names.inspect(|_| used += 1)).map(str::to_owned);
        self.guesses.set(left.saturating_sub(used));
        found
    }
}

impl EnumEntry {
    /// The member with this value.
    pub(crate) fn member_of(&self, value: i128) -> Option<&str> {
        let found = self.members.iter().find(|(_, known)| **known == value);
        found.map(|(name, _)| &**name)
    }
}

impl<'a> Indexed<'a> {
    fn add(&mut self, spec: &'a TypeSpec, outer: Option<TypeId>, file: usize) -> TypeId {
        let id = TypeId(u32::try_from(self.types.len()).unwrap_or(u32::MAX));
        let name: Arc<str> = spec.name.value.clone();
        let (top, qualified) = match outer {
            Some(outer) => {
                let outer = self.index.ty(outer);
                (outer.top, format!("{}::{name}", outer.qualified).into())
            }
            None => (id, name.clone()),
        };
        self.types.push(spec);
        self.files.push(file);
        self.index.types.push(TypeEntry {
            name,
            qualified,
            outer,
            top,
            types: BTreeMap::new(),
            enums: BTreeMap::new(),
        });
        for def in &spec.enums {
            let number = EnumId(u32::try_from(self.enums.len()).unwrap_or(u32::MAX));
            let name: Arc<str> = def.name.value.clone();
            let entry = &mut self.index.types[id.0 as usize];
            self.index.enums.push(EnumEntry {
                name: name.clone(),
                qualified: format!("{}::{name}", entry.qualified).into(),
                members: def
                    .entries
                    .iter()
                    .map(|e| (e.name.value.clone(), e.value.value))
                    .collect(),
            });
            entry.enums.insert(name, number);
            self.enums.push(def);
        }
        for inner in &spec.types {
            let number = self.add(inner, Some(id), file);
            self.index.types[id.0 as usize]
                .types
                .insert(inner.name.value.clone(), number);
        }
        id
    }
}
