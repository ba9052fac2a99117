//! Entries of `enums`.

use super::{DocSpec, Place, Spanned, Text};

/// An enum.
#[derive(Debug, Clone)]
pub struct EnumSpec {
    /// Its key.
    pub name: Text,
    /// The whole map.
    pub place: Place,
    /// Its entries, in order.
    pub entries: Vec<EnumEntrySpec>,
}

/// A member of an enum.
#[derive(Debug, Clone)]
pub struct EnumEntrySpec {
    /// The key.
    pub value: Spanned<i128>,
    /// The value, or its `id`.
    pub name: Text,
    /// `doc`, `doc-ref`.
    pub doc: DocSpec,
}
