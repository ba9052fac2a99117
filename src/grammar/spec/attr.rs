//! Attributes: the entries of `seq`, and what instances share with them.

use std::sync::Arc;

use super::{ChecksumSpec, DocSpec, Place, Spanned, Text, ValidSpec};
use crate::schema::{Endian, Show};

/// How something is read.
#[derive(Debug, Clone)]
pub struct AttrSpec {
    /// The whole entry.
    pub place: Place,
    /// `id`; for an instance its key.
    pub id: Option<Text>,
    /// `doc`, `doc-ref`.
    pub doc: DocSpec,
    /// `type`.
    pub ty: AttrType,
    /// `contents`, as bytes.
    pub contents: Option<Spanned<Arc<[u8]>>>,
    /// `size` and what goes with it.
    pub extent: ExtentSpec,
    /// `process`, such as `zlib` or `xor(key)`.
    pub process: Option<Text>,
    /// `encoding`.
    pub encoding: Option<Text>,
    /// `enum`, such as `foo::bar`.
    pub enumeration: Option<Text>,
    /// `parent`.
    pub parent: Option<ParentText>,
    /// `if`, an expression.
    pub cond: Option<Text>,
    /// `repeat`, `repeat-expr`, `repeat-until`.
    pub repeat: RepeatSpec,
    /// `valid`, in the order in which it is checked.
    pub valid: Vec<ValidSpec>,
    /// `-fmtview-show` with `-fmtview-cells`.
    pub show: Option<Spanned<Show>>,
    /// `-fmtview-checksum`.
    pub checksum: Option<ChecksumSpec>,
}

/// `type` of an attribute.
#[derive(Debug, Clone)]
pub enum AttrType {
    /// No `type`: bytes.
    Bytes,
    /// A name.
    Name(TypeRef),
    /// `switch-on` and `cases`.
    Switch {
        /// The map.
        place: Place,
        /// `switch-on`, an expression.
        on: Text,
        /// `cases`, in order.
        cases: Vec<SwitchCaseSpec>,
    },
    /// Something that was reported and can't be understood: treat it as a
    /// value of any type, without further messages.
    Broken,
}

/// An entry of `cases`.
#[derive(Debug, Clone)]
pub struct SwitchCaseSpec {
    /// The key, an expression; `_` is the default. Its path is that of the
    /// entry, `/seq/0/type/cases/KEY`.
    pub when: Text,
    /// The value. Its path is the same.
    pub ty: TypeRef,
}

/// The name of a type, where an attribute uses it.
#[derive(Debug, Clone)]
pub struct TypeRef {
    /// As written: `u2le`, `foo::bar(1, x)`.
    pub text: Text,
    /// Which of the built-in types it is, if any.
    pub name: TypeName,
}

/// The types of attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeName {
    /// `u1` to `s8be`.
    Int {
        /// Two's complement.
        signed: bool,
        /// 1, 2, 4 or 8 bytes.
        width: u8,
        /// As written; `None` for one byte or where the default is meant.
        endian: Option<Endian>,
    },
    /// `f4`, `f8`.
    Float {
        /// 4 or 8 bytes.
        width: u8,
        /// As written; `None` where the default is meant.
        endian: Option<Endian>,
    },
    /// `b1` to `b64`.
    Bits {
        /// 1 to 64 bits.
        width: u8,
        /// As written; `None` where `bit-endian` is meant.
        endian: Option<Endian>,
    },
    /// `str`.
    Str,
    /// `strz`.
    Strz,
    /// Anything else: a path of names, with arguments or without.
    User,
}

/// Where a run of bytes ends.
#[derive(Debug, Clone, Default)]
pub struct ExtentSpec {
    /// `size`, an expression.
    pub size: Option<Text>,
    /// `size-eos`.
    pub size_eos: Option<Spanned<bool>>,
    /// `terminator`.
    pub terminator: Option<Spanned<u8>>,
    /// `include`.
    pub include: Option<Spanned<bool>>,
    /// `consume`.
    pub consume: Option<Spanned<bool>>,
    /// `eos-error`.
    pub eos_error: Option<Spanned<bool>>,
    /// `pad-right`.
    pub pad_right: Option<Spanned<u8>>,
}

/// `parent` of an attribute.
#[derive(Debug, Clone)]
pub enum ParentText {
    /// `false`.
    None(Place),
    /// An expression.
    Expr(Text),
}

/// `repeat` of an attribute.
#[derive(Debug, Clone)]
pub enum RepeatSpec {
    /// None.
    Once,
    /// `eos`.
    Eos,
    /// `expr` with `repeat-expr`.
    Count(Text),
    /// `until` with `repeat-until`.
    Until(Text),
    /// Repeated, but how was not understood and is reported: an array.
    Broken,
}
