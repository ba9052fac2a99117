//! Which fields can have no findings, whatever the data are: nothing is tested
//! on them, and nothing in them can fail once they are inside the file.

use rustc_hash::FxHashMap;

use crate::schema::{Attr, DataType, Encoding, Extent, Schema, Size, TypeDef, TypeId};

/// Answers, remembered for each type.
pub(crate) struct Quiet<'a> {
    schema: &'a Schema,
    types: FxHashMap<TypeId, bool>,
}

impl<'a> Quiet<'a> {
    pub(crate) fn new(schema: &'a Schema) -> Quiet<'a> {
        Quiet {
            schema,
            types: FxHashMap::default(),
        }
    }

    /// Whether an element of fixed size that is read by this attribute can
    /// have no findings, nor anything inside it.
    pub(crate) fn element(&mut self, attr: &Attr) -> bool {
        attr.valid.is_empty() && attr.checksum.is_none() && self.data(&attr.data)
    }

    /// Whether none of the fields of an object of fixed layout can have
    /// findings, nor anything inside them; the object itself may.
    pub(super) fn fields(&mut self, def: &TypeDef) -> bool {
        def.layout.is_some()
            && def.instances.is_empty()
            && def.seq.iter().all(|attr| self.element(attr))
    }

    /// Whether what can be wrong with an object of fixed layout is only what its
    /// type's checks and the `valid` of its fields say.
    pub(super) fn but_for_rules(&mut self, def: &TypeDef) -> bool {
        def.layout.is_some()
            && def.instances.is_empty()
            && def
                .seq
                .iter()
                .all(|attr| attr.checksum.is_none() && self.data(&attr.data))
    }

    fn data(&mut self, data: &DataType) -> bool {
        match data {
            DataType::Int { enumeration, .. } | DataType::Bits { enumeration, .. } => {
                enumeration.is_none()
            }
            DataType::Float { .. } => true,
            DataType::Bytes(extent) => plain(extent),
            DataType::Str { extent, encoding } => {
                // of these, any byte is a character
                let total = match encoding {
                    Encoding::Named(name) => matches!(&**name, "ISO-8859-1" | "IBM437"),
                    _ => false,
                };
                total && plain(extent)
            }
            DataType::User {
                ty, args, extent, ..
            } => args.is_empty() && extent.as_ref().is_none_or(plain) && self.ty(*ty),
            DataType::Switch { .. } | DataType::Computed => false,
        }
    }

    fn ty(&mut self, id: TypeId) -> bool {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        // a type inside itself has no fixed layout
        self.types.insert(id, false);
        let def = self.schema.ty(id);
        let answer = def.layout.is_some()
            && def.checks.is_empty()
            && def.instances.is_empty()
            && def.seq.iter().all(|attr| self.element(attr));
        self.types.insert(id, answer);
        answer
    }
}

/// A run of bytes whose end is known and that is taken as it is.
fn plain(extent: &Extent) -> bool {
    matches!(extent.size, Size::Expr(_)) && extent.process.is_none()
}
