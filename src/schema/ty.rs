//! Static types of expressions, fields and parameters.

use serde::{Deserialize, Serialize};

use super::{EnumId, TypeId};

/// What kind of value an expression gives, as far as the grammar tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ty {
    /// An integer of any width.
    Int,
    /// A float.
    Float,
    /// A boolean.
    Bool,
    /// Text.
    Str,
    /// A byte array.
    Bytes,
    /// An integer with names.
    Enum(EnumId),
    /// An array, by its elements' type.
    Array(Box<Ty>),
    /// An object of a known type.
    User(TypeId),
    /// An object of some type: only `_io` and `_parent` are known of it.
    Struct,
    /// A stream (`_io`).
    Stream,
    /// Not known before run time.
    Any,
}
