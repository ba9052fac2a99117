//! What a grammar means: types, attributes, instances, enums and typed
//! expressions, with every name resolved to an id.
//!
//! This is plain data. It knows nothing of YAML, of files or of how it is
//! drawn. `grammar` makes it, `decode` runs it.

pub mod attr;
pub mod crc;
pub mod encoding;
pub mod expr;
pub mod ty;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

pub use attr::{
    Attr, Check, Checksum, ChecksumAlgorithm, Clock, DataType, Encoding, Endian, Extent, Glyph,
    Instance, ParentSpec, Process, Repeat, Severity, Show, Size, SwitchCase, Valid, ValidRule,
};
pub use crc::{crc_by_name, crc_names, similar_crcs};
pub use encoding::{encoding_by_name, encoding_names, similar_encodings};
pub use expr::{BinOp, Expr, ExprKind, MessagePart, Method, Special, UnOp};
pub use ty::Ty;

use crate::text::Loc;

/// Unpacks a text without a copy between; most of a schema are texts.
fn shared<'de, D: Deserializer<'de>>(packed: D) -> Result<Arc<str>, D::Error> {
    <&str>::deserialize(packed).map(Arc::from)
}

/// Index of a type in [`Schema::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TypeId(pub u32);

/// Index of an enum in [`Schema::enums`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EnumId(pub u32);

/// A compiled grammar with everything that it imports.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Schema {
    /// All types of all files; ids index it.
    pub types: Vec<TypeDef>,
    /// All enums of all files; ids index it.
    pub enums: Vec<EnumDef>,
    /// The type of a whole file.
    pub root: TypeId,
    /// `meta/id` of the main grammar.
    pub id: Arc<str>,
    /// `meta/title` of the main grammar.
    pub title: Option<Arc<str>>,
    /// `meta/endian` of the main grammar, where it is fixed.
    pub endian: Option<Endian>,
}

impl Schema {
    /// The type with this id.
    #[must_use]
    pub fn ty(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0 as usize]
    }

    /// The enum with this id.
    #[must_use]
    pub fn enumeration(&self, id: EnumId) -> &EnumDef {
        &self.enums[id.0 as usize]
    }

    /// The type that describes a whole file.
    #[must_use]
    pub fn root_type(&self) -> &TypeDef {
        self.ty(self.root)
    }
}

/// How a format is recognised: the cheap tests of `-fmtview-detect`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detect {
    /// File names, with `*` and `?` as in a shell; of `~/…`, where such a file
    /// usually lies, the last part counts.
    pub names: Vec<Arc<str>>,
    /// Bytes at an offset, any of which marks the format.
    pub magic: Vec<(u64, Arc<[u8]>)>,
    /// Whether the format has no magic number and is found by decoding under
    /// tight limits without an error.
    pub trial: bool,
}

/// One user type.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TypeDef {
    /// The last word of its name: `room`.
    pub name: Arc<str>,
    /// Its name from the top type of its file: `dungeon::room`.
    pub qualified: Arc<str>,
    /// `meta/title`, for top types.
    pub title: Option<Arc<str>>,
    /// `doc`.
    pub doc: Option<Arc<str>>,
    /// `doc-ref`.
    pub doc_ref: Vec<Arc<str>>,
    /// The top type of the file that it is written in: its objects' `_root`
    /// is the nearest object of that type.
    pub file_top: TypeId,
    /// The type that it is written in; `None` for top types.
    pub outer: Option<TypeId>,
    /// `params`, in order.
    pub params: Vec<Param>,
    /// `seq`, in order.
    pub seq: Vec<Attr>,
    /// `instances`, in order.
    pub instances: Vec<Instance>,
    /// Default byte order of its integers and floats.
    pub endian: EndianRule,
    /// `to-string`, else `-webide-representation`: its value in one line.
    pub to_string: Option<Vec<MessagePart>>,
    /// `-fmtview-check`.
    pub checks: Vec<Check>,
    /// Offsets and size, where they are the same for all its objects.
    pub layout: Option<FixedLayout>,
    /// Whether an object of this type, or one inside it, has a parse instance
    /// (which may lie anywhere).
    pub has_positioned: bool,
    /// Param, seq and instance names.
    pub members: BTreeMap<Arc<str>, Member>,
    /// YAML path in its grammar: `/types/room`, empty for a top type.
    pub path: Arc<str>,
    /// Where in the grammar it is written.
    pub loc: Loc,
}

impl TypeDef {
    /// A member's name.
    #[must_use]
    pub fn member_name(&self, member: Member) -> &str {
        match member {
            Member::Param(i) => self.params.get(i as usize).map_or("", |p| &p.id),
            _ => self.member_attr(member).map_or("", |a| &a.id),
        }
    }

    /// The attribute that a member is read by; `None` for params.
    #[must_use]
    pub fn member_attr(&self, member: Member) -> Option<&Attr> {
        match member {
            Member::Param(_) => None,
            Member::Seq(i) => self.seq.get(i as usize),
            Member::Instance(i) => self.instances.get(i as usize).map(|x| &x.attr),
        }
    }
}

/// A name inside a type, by kind and index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Member {
    /// Index in [`TypeDef::params`].
    Param(u16),
    /// Index in [`TypeDef::seq`].
    Seq(u16),
    /// Index in [`TypeDef::instances`].
    Instance(u16),
}

/// A parameter of a type.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub id: Arc<str>,
    /// Its static type.
    pub ty: Ty,
    /// `doc`.
    pub doc: Option<Arc<str>>,
}

/// Where a type's default byte order comes from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum EndianRule {
    /// No default: every number of several bytes says its own.
    None,
    /// Known from the grammar.
    Fixed(Endian),
    /// `switch-on`: decided when the object's `seq` starts to be read.
    /// No matching case is an `undecided-endianness` error.
    Switch {
        /// What is compared.
        on: Expr,
        /// Cases in order; `None` is `_` and the last.
        cases: Vec<(Option<Expr>, Endian)>,
    },
    /// The decision of the object that reads this one.
    Inherited,
}

/// The layout of a type whose objects all have the same size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedLayout {
    /// Size in bytes; a last half byte of bit fields counts as whole.
    pub size: u64,
    /// Where each seq attribute lies from the start of the object, in bits:
    /// start inclusive, end exclusive. For little-endian bit fields the bits
    /// are counted from the low bit of each byte.
    pub fields: Vec<(u64, u64)>,
}

impl FixedLayout {
    /// Where its last field ends, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.fields.last().map_or(0, |(_, end)| *end)
    }

    /// Whether it ends between bytes; else what follows may go on in the last
    /// one.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bits().is_multiple_of(8)
    }
}

/// An enum: names for integers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EnumDef {
    /// The last word of its name: `animal`.
    pub name: Arc<str>,
    /// Its name from the top type of its file: `zoo::animal`.
    pub qualified: Arc<str>,
    /// Entries in the grammar's order.
    pub entries: Vec<EnumEntry>,
    /// Index in `entries` by value.
    pub by_value: BTreeMap<i128, usize>,
}

impl EnumDef {
    /// The entry with this value.
    #[must_use]
    pub fn entry(&self, value: i128) -> Option<&EnumEntry> {
        self.by_value.get(&value).map(|&i| &self.entries[i])
    }
}

/// One name of an enum.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EnumEntry {
    /// Its integer.
    pub value: i128,
    /// Its name.
    pub name: Arc<str>,
    /// `doc`.
    pub doc: Option<Arc<str>>,
}
