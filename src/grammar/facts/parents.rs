//! The type of `_parent`: the one type that reads all objects of a type.

use super::Facts;
use crate::grammar::expr;
use crate::grammar::infer::{Scope, World};
use crate::grammar::spec::{AttrSpec, AttrType, InstanceKind, ParentText, Text, TypeName, TypeRef};
use crate::schema::{Ty, TypeId};

/// How often `parent` expressions are tried again.
const ROUNDS: usize = 8;

/// What is known of a type's readers so far.
#[derive(Clone, PartialEq)]
enum Readers {
    None,
    One(TypeId),
    /// Objects of several types, or of a type that is not known.
    Many,
}

/// A field with a `parent` expression.
struct Given<'a> {
    reader: TypeId,
    read: TypeId,
    parent: &'a Text,
}

/// Finds the parents of all types. Every field counts, also of types that
/// nothing uses. Objects of types of other files have no parent.
pub(crate) fn find(facts: &Facts<'_>) {
    let mut readers = vec![Readers::None; facts.index().type_ids().count()];
    let mut given = Vec::new();
    for reader in facts.index().type_ids() {
        let spec = facts.spec(reader);
        let parsed = spec
            .instances
            .iter()
            .filter(|i| matches!(i.kind, InstanceKind::Parse { .. }));
        for attr in spec.seq.iter().chain(parsed.map(|instance| &instance.attr)) {
            for read in read_types(facts, reader, attr) {
                match &attr.parent {
                    None => add(&mut readers, read, &Ty::User(reader)),
                    Some(ParentText::None(_)) => {}
                    Some(ParentText::Expr(parent)) => given.push(Given {
                        reader,
                        read,
                        parent,
                    }),
                }
            }
        }
    }
    publish(facts, &readers);
    // An expression may itself use the `_parent` of other types, so go on
    // while that tells more.
    for _ in 0..ROUNDS {
        let before = given.len();
        given.retain(|given| {
            let kind = facts.kind_of(given.parent, Scope::of(given.reader));
            let known = matches!(kind.ty, Ty::User(_));
            if known {
                add(&mut readers, given.read, &kind.ty);
            }
            !known
        });
        publish(facts, &readers);
        if given.len() == before {
            break;
        }
    }
    for given in given {
        add(&mut readers, given.read, &Ty::Struct);
    }
    publish(facts, &readers);
}

fn publish(facts: &Facts<'_>, readers: &[Readers]) {
    for (id, readers) in facts.index().type_ids().zip(readers) {
        facts.set_parent(
            id,
            if let Readers::One(reader) = readers {
                Ty::User(*reader)
            } else {
                Ty::Struct
            },
        );
    }
}

fn add(readers: &mut [Readers], read: TypeId, parent: &Ty) {
    let Some(known) = readers.get_mut(read.0 as usize) else {
        return;
    };
    *known = match (&*known, parent) {
        (Readers::None, Ty::User(parent)) => Readers::One(*parent),
        (Readers::One(before), Ty::User(parent)) if before == parent => Readers::One(*before),
        _ => Readers::Many,
    };
}

/// The user types of the same file that a field may have.
fn read_types(facts: &Facts<'_>, reader: TypeId, attr: &AttrSpec) -> Vec<TypeId> {
    let refs: Vec<&TypeRef> = match &attr.ty {
        AttrType::Name(name) => vec![name],
        AttrType::Switch { cases, .. } => cases.iter().map(|case| &case.ty).collect(),
        AttrType::Bytes | AttrType::Broken => Vec::new(),
    };
    let user = |name: &&TypeRef| {
        let call = expr::parse_type_call(&name.text.value)
            .ok()
            .filter(|_| name.name == TypeName::User)?;
        let read = facts.find_type(reader, &call.name.path)?;
        (facts.index().ty(read).top == facts.index().ty(reader).top).then_some(read)
    };
    refs.iter().filter_map(user).collect()
}
