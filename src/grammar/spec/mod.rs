//! The `.ksy` as written, after the checks that need no names or types:
//! every leaf keeps its place.
//!
//! Expressions and type names stay text here; `resolve` and `infer` read them.

pub mod attr;
pub mod enums;
pub mod extension;
pub mod instance;
pub mod meta;
pub mod place;
pub mod types;
pub mod valid;

use std::sync::Arc;

pub use attr::{
    AttrSpec, AttrType, ExtentSpec, ParentText, RepeatSpec, SwitchCaseSpec, TypeName, TypeRef,
};
pub use enums::{EnumEntrySpec, EnumSpec};
pub use extension::{CheckSpec, ChecksumSpec};
pub use instance::{InstanceKind, InstanceSpec};
pub use meta::{EndianSpec, ImportSpec, MetaSpec};
pub use place::{Origin, Path, Place, Spanned, Style, Text};
pub use types::{DocSpec, ParamSpec, TypeSpec};
pub use valid::ValidSpec;

use crate::text::FileId;

/// One grammar file.
#[derive(Debug, Clone)]
pub struct GrammarSpec {
    /// Its text, in the compilation's sources.
    pub file: FileId,
    /// Its name for the loader and for messages.
    pub name: Arc<str>,
    /// Its top type; the name of the type is `meta/id`.
    pub top: TypeSpec,
    /// The files that it imports, in order, as indexes into
    /// [`Library::files`]. Imports that were not found are absent.
    pub imports: Vec<usize>,
    /// Files of opaque types (`ks-opaque-types`), found by their names.
    pub opaque: Vec<usize>,
    /// Set if an import is missing or broken: a name that is not found may
    /// stand in that file and is not worth a further message.
    pub incomplete: bool,
}

/// A grammar and all that it imports, each file once.
#[derive(Debug, Clone)]
pub struct Library {
    /// The files; the main grammar is the first.
    pub files: Vec<GrammarSpec>,
}
