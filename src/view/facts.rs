//! What the schema alone says of types: whether anything can be wrong with
//! them, whether they fit on one row, whether parts of them lie elsewhere.

use std::cell::RefCell;
use std::fmt;

use rustc_hash::FxHashMap;

use crate::schema::{Attr, DataType, Repeat, Schema, Show, TypeDef};
use crate::tree::quiet::Quiet;
use crate::tree::{Node, Rules, Tree};

/// Objects of up to so many bytes may stand on one row.
const ROW_BYTES: u64 = 16;

/// So may a line of text up to this size.
const LINE_BYTES: u64 = 256;

/// Objects with more members than this are opened.
const ROW_MEMBERS: usize = 6;

/// Facts about all types of a schema.
pub struct Facts<'s> {
    quiet: RefCell<Quiet<'s>>,
    /// By the address of the type, which the schema keeps in place.
    types: FxHashMap<usize, TypeFacts>,
    running: bool,
    ordered: bool,
    streams: bool,
}

/// Facts about one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeFacts {
    /// Whether its objects are a few scalars that fit on one row.
    pub small: bool,
    /// Whether all bytes of its objects are text: strings, and what is made of
    /// strings.
    pub textual: bool,
    /// Whether its objects, or something in them, have parts that are found by
    /// position and shown.
    pub positioned: bool,
}

impl fmt::Debug for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Facts(of {} types)", self.types.len())
    }
}

impl<'s> Facts<'s> {
    /// Looks through a schema.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Facts<'s> {
        let textual = textual(schema);
        let positioned = positioned(schema);
        let types = schema.types.iter().zip(textual).zip(positioned);
        let mut attrs = schema.types.iter().flat_map(attrs_of);
        Facts {
            quiet: RefCell::new(Quiet::new(schema)),
            types: types
                .map(|((ty, textual), positioned)| {
                    let facts = TypeFacts {
                        small: is_small(schema, ty),
                        textual,
                        positioned,
                    };
                    (std::ptr::from_ref(ty).addr(), facts)
                })
                .collect(),
            streams: schema
                .types
                .iter()
                .flat_map(|ty| &ty.instances)
                .any(|instance| instance.io.is_some()),
            ordered: schema
                .types
                .iter()
                .flat_map(attrs_of)
                .any(|attr| has_order(&attr.data)),
            running: attrs.any(|attr| attr.checksum.as_ref().is_some_and(|sum| sum.running)),
        }
    }

    /// Facts about a type of the schema; about another, the cautious ones.
    #[must_use]
    pub fn of(&self, ty: &TypeDef) -> TypeFacts {
        let unknown = TypeFacts {
            small: false,
            textual: false,
            positioned: true,
        };
        self.types
            .get(&std::ptr::from_ref(ty).addr())
            .copied()
            .unwrap_or(unknown)
    }

    /// Whether something read by this attribute has parts that are found by
    /// position and shown.
    #[must_use]
    pub fn is_positioned(&self, schema: &Schema, data: &DataType) -> bool {
        any_type(data, &mut |id| self.of(schema.ty(id)).positioned)
    }

    /// Whether an object is shown on one row: a small one that has a text of its
    /// own, a line of text, or an element of a few scalars.
    #[must_use]
    pub fn stands_on_a_row(&self, tree: &Tree<'_>, node: &Node<'_>) -> bool {
        let Some(ty) = node.type_def() else {
            return false;
        };
        let Some(span) = node.span() else {
            return false;
        };
        if !span.is_aligned() || span.byte_len() == 0 || node.fault().is_some() {
            return false;
        }
        self.takes_a_row(tree.schema(), ty, span.byte_len(), node.index().is_some())
    }

    /// Whether objects of a type that take so many bytes are shown on one row.
    #[must_use]
    pub fn takes_a_row(&self, schema: &Schema, ty: &TypeDef, size: u64, in_array: bool) -> bool {
        let facts = self.of(ty);
        let elsewhere = facts.positioned
            && ty
                .seq
                .iter()
                .any(|attr| self.is_positioned(schema, &attr.data));
        if elsewhere {
            return false;
        }
        match (ty.to_string.is_some(), in_array) {
            (true, true) => size <= ROW_BYTES || facts.textual && size <= LINE_BYTES,
            (true, false) => size <= ROW_BYTES,
            (false, in_array) => in_array && facts.small && size <= ROW_BYTES,
        }
    }

    /// Whether objects of a type may be shown on one row, as far as the type
    /// alone says.
    #[must_use]
    pub fn may_stand_on_a_row(&self, ty: &TypeDef, in_array: bool) -> bool {
        let facts = self.of(ty);
        let size = ty.layout.as_ref().map_or(0, |layout| layout.size);
        let row = (1..=ROW_BYTES).contains(&size);
        match (ty.to_string.is_some(), in_array) {
            (true, true) => row || facts.textual,
            (true, false) => row,
            (false, in_array) => in_array && facts.small,
        }
    }

    /// Whether elements of fixed size that are read by this attribute can have
    /// no findings.
    #[must_use]
    pub fn is_quiet(&self, attr: &Attr) -> bool {
        self.quiet.borrow_mut().element(attr)
    }

    /// What is demanded of the elements of an array, where that is all that can
    /// be wrong with them.
    #[must_use]
    pub(crate) fn rules<'a>(&self, array: &Node<'a>) -> Option<Rules<'a>> {
        array.rules(&mut self.quiet.borrow_mut())
    }

    /// Whether the format has numbers of several bytes, so that their order
    /// matters.
    #[must_use]
    pub fn has_byte_order(&self) -> bool {
        self.ordered
    }

    /// Whether something is read from another stream than that of what holds
    /// it.
    #[must_use]
    pub fn has_other_streams(&self) -> bool {
        self.streams
    }

    /// Whether some checksum is shown growing, element by element.
    #[must_use]
    pub fn has_running_sums(&self) -> bool {
        self.running
    }
}

/// Whether the grammar keeps a field out of views.
#[must_use]
pub fn is_hidden(attr: &Attr) -> bool {
    matches!(attr.show, Some(Show::None))
}

fn attrs_of(ty: &TypeDef) -> impl Iterator<Item = &Attr> {
    ty.seq
        .iter()
        .chain(ty.instances.iter().map(|instance| &instance.attr))
}

fn has_order(data: &DataType) -> bool {
    match data {
        DataType::Int { width, .. } => *width > 1,
        DataType::Float { .. } => true,
        DataType::Switch {
            cases, fallback, ..
        } => {
            cases.iter().any(|case| has_order(&case.data))
                || fallback.as_ref().is_some_and(|data| has_order(data))
        }
        _ => false,
    }
}

/// Whether `test` holds for a type that data may be of.
fn any_type(data: &DataType, test: &mut dyn FnMut(crate::schema::TypeId) -> bool) -> bool {
    match data {
        DataType::User { ty, .. } => test(*ty),
        DataType::Switch {
            cases, fallback, ..
        } => {
            cases.iter().any(|case| any_type(&case.data, test))
                || fallback.as_ref().is_some_and(|data| any_type(data, test))
        }
        _ => false,
    }
}

fn is_small(schema: &Schema, ty: &TypeDef) -> bool {
    let size = ty.layout.as_ref().map_or(0, |layout| layout.size);
    (1..=ROW_BYTES).contains(&size)
        && ty.seq.len() <= ROW_MEMBERS
        && ty.seq.iter().all(|attr| {
            matches!(attr.repeat, Repeat::Once)
                && match &attr.data {
                    DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. } => true,
                    DataType::Bytes(extent) | DataType::Str { extent, .. } => {
                        extent.process.is_none()
                    }
                    DataType::User { ty, .. } => schema.ty(*ty).to_string.is_some(),
                    DataType::Switch { .. } | DataType::Computed => false,
                }
        })
}

/// For each type, whether it consists of strings. A type is taken for textual
/// until a member says otherwise, so that types may hold one another.
fn textual(schema: &Schema) -> Vec<bool> {
    fn is_text(data: &DataType, types: &[bool]) -> bool {
        match data {
            DataType::Str { .. } | DataType::Bytes(_) | DataType::Computed => true,
            DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. } => false,
            DataType::User { .. } | DataType::Switch { .. } => !any_type(data, &mut |id| {
                !types.get(id.0 as usize).copied().unwrap_or(false)
            }),
        }
    }
    let start = schema.types.iter().map(|ty| {
        let holds_text =
            |attr: &Attr| !matches!(attr.data, DataType::Bytes(_) | DataType::Computed);
        ty.seq.iter().any(holds_text)
    });
    let mut types: Vec<bool> = start.collect();
    loop {
        let next: Vec<bool> = schema
            .types
            .iter()
            .zip(&types)
            .map(|(ty, &before)| before && ty.seq.iter().all(|attr| is_text(&attr.data, &types)))
            .collect();
        if next == types {
            return types;
        }
        types = next;
    }
}

/// For each type, whether it has parts that are found by position and shown.
fn positioned(schema: &Schema) -> Vec<bool> {
    let mut types = vec![false; schema.types.len()];
    loop {
        let next: Vec<bool> = schema
            .types
            .iter()
            .map(|ty| {
                let instances = ty.instances.iter().filter(|i| i.value.is_none());
                let mut shown = instances.filter(|i| !is_hidden(&i.attr));
                let mut fields = ty.seq.iter().filter(|attr| !is_hidden(attr));
                shown.next().is_some()
                    || fields.any(|attr| {
                        any_type(&attr.data, &mut |id| {
                            types.get(id.0 as usize).copied().unwrap_or(true)
                        })
                    })
            })
            .collect();
        if next == types {
            return types;
        }
        types = next;
    }
}
