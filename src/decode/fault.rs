//! What can go wrong with data.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The kinds of finding, as machine-readable output names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// `unexpected-eof`
    UnexpectedEof,
    /// `validation-not-equal`
    ValidationNotEqual,
    /// `validation-less-than`
    ValidationLessThan,
    /// `validation-greater-than`
    ValidationGreaterThan,
    /// `validation-not-any-of`
    ValidationNotAnyOf,
    /// `validation-not-in-enum`
    ValidationNotInEnum,
    /// `validation-expr`
    ValidationExpr,
    /// `undecided-endianness`
    UndecidedEndianness,
    /// `no-terminator`
    NoTerminator,
    /// `conversion`
    Conversion,
    /// `checksum-mismatch`
    ChecksumMismatch,
    /// `check-failed`
    CheckFailed,
    /// `trailing-bytes`
    TrailingBytes,
    /// `unclaimed-bytes`
    UnclaimedBytes,
    /// `overlap`
    Overlap,
    /// `no-progress`
    NoProgress,
    /// `limit-exceeded`
    LimitExceeded,
    /// `invalid-text`
    InvalidText,
    /// `process-failed`
    ProcessFailed,
    /// `expression`
    Expression,
}

impl FaultKind {
    /// The name in JSON and in `check`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::UnexpectedEof => "unexpected-eof",
            FaultKind::ValidationNotEqual => "validation-not-equal",
            FaultKind::ValidationLessThan => "validation-less-than",
            FaultKind::ValidationGreaterThan => "validation-greater-than",
            FaultKind::ValidationNotAnyOf => "validation-not-any-of",
            FaultKind::ValidationNotInEnum => "validation-not-in-enum",
            FaultKind::ValidationExpr => "validation-expr",
            FaultKind::UndecidedEndianness => "undecided-endianness",
            FaultKind::NoTerminator => "no-terminator",
            FaultKind::Conversion => "conversion",
            FaultKind::ChecksumMismatch => "checksum-mismatch",
            FaultKind::CheckFailed => "check-failed",
            FaultKind::TrailingBytes => "trailing-bytes",
            FaultKind::UnclaimedBytes => "unclaimed-bytes",
            FaultKind::Overlap => "overlap",
            FaultKind::NoProgress => "no-progress",
            FaultKind::LimitExceeded => "limit-exceeded",
            FaultKind::InvalidText => "invalid-text",
            FaultKind::ProcessFailed => "process-failed",
            FaultKind::Expression => "expression",
        }
    }
}

/// One failure to read or compute something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(pub(crate) Arc<FaultData>);

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FaultData {
    pub(crate) kind: FaultKind,
    pub(crate) message: String,
    /// Byte offset in `stream`, where it is known.
    pub(crate) at: Option<u64>,
    /// YAML path of the attribute in the grammar.
    pub(crate) grammar_path: Arc<str>,
    /// Only the consequence of another fault, which is reported where it is.
    pub(crate) secondary: bool,
    /// It belongs to no one place: it is the fault of all that meet it.
    pub(crate) common: bool,
}

impl Fault {
    /// A fault; `at` is a byte offset, `grammar_path` the YAML path of the
    /// attribute that was read.
    #[must_use]
    pub fn new(
        kind: FaultKind,
        message: impl Into<String>,
        at: Option<u64>,
        grammar_path: Arc<str>,
    ) -> Fault {
        Fault(Arc::new(FaultData {
            kind,
            message: message.into(),
            at,
            grammar_path,
            secondary: false,
            common: false,
        }))
    }

    /// A fault that is only the consequence of another one.
    pub(crate) fn secondary(message: impl Into<String>) -> Fault {
        let data = FaultData {
            kind: FaultKind::Expression,
            message: message.into(),
            at: None,
            grammar_path: "".into(),
            secondary: true,
            common: false,
        };
        Fault(Arc::new(data))
    }

    /// A fault of all that meet it, like members of a circle.
    pub(crate) fn common(kind: FaultKind, message: impl Into<String>, path: &Arc<str>) -> Fault {
        Fault(Arc::new(FaultData {
            kind,
            message: message.into(),
            at: None,
            grammar_path: path.clone(),
            secondary: false,
            common: true,
        }))
    }

    /// The same fault met again by what depends on it.
    pub(crate) fn into_consequence(self) -> Fault {
        if self.0.secondary || self.0.common {
            return self;
        }
        Fault(Arc::new(FaultData {
            kind: self.0.kind,
            message: self.0.message.clone(),
            at: self.0.at,
            grammar_path: self.0.grammar_path.clone(),
            secondary: true,
            common: false,
        }))
    }

    /// Whether it is only the consequence of a fault that is reported elsewhere.
    #[must_use]
    pub fn is_secondary(&self) -> bool {
        self.0.secondary
    }

    /// The same fault with the attribute named, if none is yet.
    pub(crate) fn in_attr(self, path: &Arc<str>) -> Fault {
        if !self.0.grammar_path.is_empty() {
            return self;
        }
        Fault(Arc::new(FaultData {
            kind: self.0.kind,
            message: self.0.message.clone(),
            at: self.0.at,
            grammar_path: path.clone(),
            secondary: self.0.secondary,
            common: self.0.common,
        }))
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        self.0.kind
    }

    /// What was found and what was expected. May hold text from the data:
    /// escape it before printing.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Byte offset where it happened.
    #[must_use]
    pub fn at(&self) -> Option<u64> {
        self.0.at
    }

    /// YAML path of the attribute in the grammar: `/seq/1`.
    #[must_use]
    pub fn grammar_path(&self) -> &str {
        &self.0.grammar_path
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl Error for Fault {}
