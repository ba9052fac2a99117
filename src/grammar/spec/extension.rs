//! Our own keys, `-fmtview-…`, that hold expressions.

use super::{Place, Text};
use crate::schema::{ChecksumAlgorithm, Severity};

/// An entry of `-fmtview-check`.
#[derive(Debug, Clone)]
pub struct CheckSpec {
    /// The entry.
    pub place: Place,
    /// `that`, an expression of checks.
    pub that: Text,
    /// `else`, text with `{expr}` and `{expr:format}`.
    pub message: Text,
    /// `severity`.
    pub severity: Severity,
    /// `at`, a path of fields from the object.
    pub at: Option<Text>,
}

/// `-fmtview-checksum`.
#[derive(Debug, Clone)]
pub struct ChecksumSpec {
    /// The map.
    pub place: Place,
    /// `algorithm` with its parameters, one of those that exist.
    pub algorithm: ChecksumAlgorithm,
    /// `over`, an expression of checks.
    pub over: Text,
    /// `if`, an expression.
    pub cond: Option<Text>,
    /// `stored`, an expression.
    pub stored: Option<Text>,
    /// `running`.
    pub running: bool,
}
