//! Types: top types and `types`, with their parameters.

use std::sync::Arc;

use super::{AttrSpec, CheckSpec, EnumSpec, InstanceSpec, MetaSpec, Place, Text};

/// A user type.
#[derive(Debug, Clone)]
pub struct TypeSpec {
    /// Its name: `meta/id` of a top type, else its key in `types`.
    pub name: Text,
    /// The whole type.
    pub place: Place,
    /// `meta`.
    pub meta: MetaSpec,
    /// `doc`, `doc-ref`.
    pub doc: DocSpec,
    /// `params`.
    pub params: Vec<ParamSpec>,
    /// `seq`.
    pub seq: Vec<AttrSpec>,
    /// `types`.
    pub types: Vec<TypeSpec>,
    /// `instances`.
    pub instances: Vec<InstanceSpec>,
    /// `enums`.
    pub enums: Vec<EnumSpec>,
    /// `to-string`, an expression.
    pub to_string: Option<Text>,
    /// `-webide-representation`: text with `{field}` and `{field:format}`.
    pub representation: Option<Text>,
    /// `-fmtview-check`.
    pub checks: Vec<CheckSpec>,
}

/// Documentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocSpec {
    /// `doc`.
    pub text: Option<Arc<str>>,
    /// `doc-ref`.
    pub refs: Vec<Arc<str>>,
}

/// An entry of `params`.
#[derive(Debug, Clone)]
pub struct ParamSpec {
    /// The whole entry.
    pub place: Place,
    /// `id`.
    pub id: Text,
    /// `type`, such as `u2`, `foo::bar`, `str[]`; none means bytes.
    pub ty: Option<Text>,
    /// `enum`.
    pub enumeration: Option<Text>,
    /// `doc`, `doc-ref`.
    pub doc: DocSpec,
}
