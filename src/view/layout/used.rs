//! Which types get a block of their own, and where they are used.

use std::collections::HashSet;

use super::inline::inline_fields;
use super::plan::Plan;
use crate::schema::{DataType, Instance, Member, Repeat, Schema, TypeDef, TypeId};
use crate::view::facts::is_hidden;

/// Names of the places that a type is used in that are listed.
const MAX_PLACES: usize = 3;

/// Nested types are followed so deep.
const DEEPEST: u32 = 200;

/// A type that is drawn in a block of its own, and where it is used.
pub(super) struct Used {
    pub(super) ty: TypeId,
    pub(super) places: Vec<String>,
}

impl Plan<'_> {
    /// The types that get a block of their own, in the order in which they are
    /// met.
    pub(super) fn used(&self, root: TypeId) -> Vec<Used> {
        let mut used: Vec<Used> = vec![Used {
            ty: root,
            places: Vec::new(),
        }];
        let mut opened = HashSet::new();
        self.open(root, &mut opened, &mut used, 0);
        used.retain(|it| it.ty != root);
        for it in &mut used {
            // "deck, in deck" says nothing
            let name = format!("in {}", self.schema.ty(it.ty).name);
            it.places.retain(|place| *place != name);
        }
        used
    }

    fn open(&self, id: TypeId, opened: &mut HashSet<TypeId>, used: &mut Vec<Used>, depth: u32) {
        if depth > DEEPEST || !opened.insert(id) {
            return;
        }
        let def = self.schema.ty(id);
        let repeated = used
            .iter()
            .any(|it| it.ty == id && it.places.iter().any(|p| p.starts_with("each")));
        // drawn in the rows of others alone
        let inline = used.iter().all(|it| it.ty != id);
        let mut below = Vec::new();
        for attr in def.seq.iter().filter(|attr| !is_hidden(attr)) {
            let place = if matches!(attr.repeat, Repeat::Once) {
                format!("in {}", attr.id)
            } else {
                format!("each of {}", attr.id)
            };
            each_type(&attr.data, &mut |ty, chosen| {
                below.push((ty, place.clone(), chosen))
            });
        }
        for instance in def.instances.iter().filter(|it| self.placed.is_placed(it)) {
            let place = self.place_words(id, instance, inline || repeated);
            // its row is not drawn if this type is a row itself
            let single = inline || matches!(instance.attr.repeat, Repeat::Once);
            each_type(&instance.attr.data, &mut |ty, chosen| {
                below.push((ty, place.clone(), chosen || single));
            });
        }
        for (ty, place, chosen) in below {
            if chosen || inline_fields(self.schema, ty).is_none() {
                match used.iter_mut().find(|it| it.ty == ty) {
                    Some(known) => {
                        if known.places.len() < MAX_PLACES && !known.places.contains(&place) {
                            known.places.push(place);
                        }
                    }
                    None => used.push(Used {
                        ty,
                        places: vec![place],
                    }),
                }
            }
            self.open(ty, opened, used, depth + 1);
        }
    }

    /// Where a parse instance of a type lies.
    fn place_words(&self, id: TypeId, instance: &Instance, repeated: bool) -> String {
        let def = self.schema.ty(id);
        let describe = self.describe_type(id);
        let Some(pos) = &instance.pos else {
            return format!("in {}", instance.attr.id);
        };
        let at = describe.sizes.known.own_member(pos);
        if repeated && def.seq.len() == 1 && at == Some(Member::Seq(0)) {
            return format!("at each {}", def.name);
        }
        let text = describe
            .sizes
            .position(instance)
            .and_then(|it| it.text(self.ascii))
            .unwrap_or_else(|| describe.sizes.words.expr(&describe.sizes.meant(pos)));
        if id == self.schema.root || at.is_none() {
            format!("at {text}")
        } else {
            format!("at {text} of each {}", def.name)
        }
    }
}

/// Which types have bytes of their own, and do not only gather what is
/// elsewhere.
pub(super) struct Placed {
    types: Vec<bool>,
}

impl Placed {
    pub(super) fn new(schema: &Schema) -> Placed {
        let has_fields = |ty: &TypeDef| ty.seq.iter().any(|attr| !is_hidden(attr));
        let mut placed = Placed {
            types: schema.types.iter().map(has_fields).collect(),
        };
        loop {
            let next: Vec<bool> = schema
                .types
                .iter()
                .zip(&placed.types)
                .map(|(ty, &known)| known || ty.instances.iter().any(|it| placed.is_placed(it)))
                .collect();
            if next == placed.types {
                return placed;
            }
            placed.types = next;
        }
    }

    /// Whether an instance lies somewhere in the file and is shown.
    pub(super) fn is_placed(&self, instance: &Instance) -> bool {
        instance.value.is_none()
            && !is_hidden(&instance.attr)
            && match &instance.attr.data {
                DataType::User { ty, .. } => self.types.get(ty.0 as usize) == Some(&true),
                _ => true,
            }
    }
}

/// Whether something is drawn in a block of its own.
pub(super) fn own_block(schema: &Schema, data: &DataType) -> bool {
    let mut own = false;
    each_type(data, &mut |ty, chosen| {
        own |= chosen || inline_fields(schema, ty).is_none()
    });
    own
}

/// Calls `with` for every user type that data may be of, and says whether it is
/// one of several.
pub(super) fn each_type(data: &DataType, with: &mut dyn FnMut(TypeId, bool)) {
    match data {
        DataType::User { ty, .. } => with(*ty, false),
        DataType::Switch {
            cases, fallback, ..
        } => {
            let all = cases.iter().map(|case| &case.data);
            for data in all.chain(fallback.as_deref()) {
                each_type(data, &mut |ty, _| with(ty, true));
            }
        }
        _ => {}
    }
}
