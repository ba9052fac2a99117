//! Entries of `instances`.

use super::{AttrSpec, Text};

/// An instance.
#[derive(Debug, Clone)]
pub struct InstanceSpec {
    /// Its key.
    pub id: Text,
    /// What it shares with attributes: of a value instance only `if`, `enum`,
    /// documentation and `-fmtview-…` keys.
    pub attr: AttrSpec,
    /// Computed or read.
    pub kind: InstanceKind,
}

/// The two kinds of instance.
#[derive(Debug, Clone)]
pub enum InstanceKind {
    /// `value`, an expression.
    Value(Text),
    /// Read from a stream.
    Parse {
        /// `pos`, an expression.
        pos: Option<Text>,
        /// `io`, an expression.
        io: Option<Text>,
    },
    /// `value` is there but was not understood and is reported.
    Broken,
}
