//! `meta`.

use std::sync::Arc;

use super::{Place, Spanned, Text};
use crate::schema::{Detect, Endian};

/// `meta` of a grammar or of a nested type.
#[derive(Debug, Clone, Default)]
pub struct MetaSpec {
    /// The map, if there is one.
    pub place: Option<Place>,
    /// `title`.
    pub title: Option<Arc<str>>,
    /// `file-extension`, without dots.
    pub file_extensions: Vec<Arc<str>>,
    /// `license`.
    pub license: Option<Text>,
    /// `endian`.
    pub endian: Option<EndianSpec>,
    /// `bit-endian`.
    pub bit_endian: Option<Spanned<Endian>>,
    /// `encoding`.
    pub encoding: Option<Text>,
    /// `imports`.
    pub imports: Vec<ImportSpec>,
    /// `ks-opaque-types: true`.
    pub opaque_types: bool,
    /// `ks-debug: true`.
    pub debug: bool,
    /// `-fmtview-detect`.
    pub detect: Detect,
}

/// `endian` of `meta`.
#[derive(Debug, Clone)]
pub enum EndianSpec {
    /// `le` or `be`.
    Fixed(Spanned<Endian>),
    /// `switch-on` and `cases`.
    Switch {
        /// The map.
        place: Place,
        /// `switch-on`, an expression.
        on: Text,
        /// `cases`: the key, an expression (`_` is the default), and what it
        /// chooses. The path of both is `/meta/endian/cases/KEY`.
        cases: Vec<(Text, Spanned<Endian>)>,
    },
    /// Something that was reported: numbers have a default byte order, but
    /// which one is not known.
    Broken,
}

/// An entry of `imports`.
#[derive(Debug, Clone)]
pub struct ImportSpec {
    /// As written: `/common/dos_datetime`, `../other`.
    pub text: Text,
}
