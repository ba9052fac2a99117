//! Findings: what is wrong, where, and the likely cause.

use crate::decode::{BufferId, FaultKind, Span};
use crate::schema::{Endian, Severity};

/// One thing that is wrong or odd.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// What kind.
    pub kind: FaultKind,
    /// The field: `rooms[3].w`.
    pub path: String,
    /// Its bytes.
    pub span: Option<Span>,
    /// Path of the decoded stream that the span counts in; `None` for the file.
    pub stream: Option<String>,
    /// What was found.
    pub found: Option<Datum>,
    /// What was expected.
    pub expected: Option<Datum>,
    /// One sentence that says both. May hold text from the data.
    pub message: String,
    /// The integers that were put into the message of a grammar's check.
    pub numbers: Vec<i128>,
    /// Whether the field's numbers are shown in hexadecimal.
    pub hex: bool,
    /// The likely cause.
    pub hint: Option<Hint>,
}

impl Finding {
    /// One about bytes of the file, from `start` to `end` (exclusive), and no
    /// value.
    pub(super) fn of_bytes(
        (severity, kind): (Severity, FaultKind),
        path: String,
        (start, end): (u64, u64),
        message: String,
    ) -> Finding {
        Finding {
            severity,
            kind,
            path,
            span: Some(Span::bytes(BufferId::FILE, start, end)),
            stream: None,
            found: None,
            expected: None,
            message,
            numbers: Vec::new(),
            hex: false,
            hint: None,
        }
    }
}

/// A value as a finding reports it.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A boolean.
    Bool(bool),
    /// Text.
    Str(String),
    /// The first bytes of a byte array.
    Bytes(Vec<u8>),
}

/// The likely cause of a finding.
#[derive(Debug, Clone, PartialEq)]
pub enum Hint {
    /// In the other byte order it reads this value, which fits.
    ByteSwapped {
        /// The value in the other order.
        value: i128,
        /// That order.
        order: Endian,
        /// Why that fits: `the size of the file`, ….
        why: String,
    },
    /// It differs from what fits by a constant.
    OffBy {
        /// Found minus expected.
        difference: i128,
        /// What the difference is.
        why: String,
    },
    /// A size is right, but the file ends before it.
    CutOff {
        /// Bytes that are missing.
        missing: u128,
    },
    /// Something should lie beyond the end of the file, which may be cut off.
    EndsEarly {
        /// Where the file ends.
        end: u128,
        /// Bytes that are wanted beyond that, at least.
        missing: u128,
    },
    /// What is expected stands near.
    Moved {
        /// Bytes further on; below zero, before.
        by: i64,
        /// Its offset in the same stream.
        at: u64,
    },
    /// It reads right in another width.
    OtherWidth {
        /// Bytes.
        width: u8,
        /// The value in that width.
        value: i128,
    },
}

impl Hint {
    /// What the hint says, in words: `little-endian it reads 1714, the size of
    /// the file: written without htonl()/htobe32()?`
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Hint::ByteSwapped { value, order, why } => {
                let (name, question) = match order {
                    Endian::Le => ("little-endian", "written without htonl()/htobe32()?"),
                    Endian::Be => ("big-endian", "written in network byte order?"),
                };
                format!("{name} it reads {value}, {why}: {question}")
            }
            Hint::OffBy { difference, why } => format!("off by {difference:+}: {why}"),
            Hint::CutOff { missing } => {
                let bytes = if *missing == 1 {
                    "byte is"
                } else {
                    "bytes are"
                };
                format!("{missing} {bytes} missing: the file is cut off")
            }
            Hint::EndsEarly { end, missing } => {
                let bytes = if *missing == 1 {
                    "byte is"
                } else {
                    "bytes are"
                };
                format!("the file may be cut off: it ends at {end}, and {missing} {bytes} wanting")
            }
            Hint::Moved { by, at } => {
                let bytes = if by.unsigned_abs() == 1 {
                    "byte"
                } else {
                    "bytes"
                };
                let way = if *by < 0 { "earlier" } else { "later" };
                let by = by.unsigned_abs();
                format!("what is expected stands {by} {bytes} {way}, at {at:#x}")
            }
            Hint::OtherWidth { width: 1, value } => format!("as one byte it reads {value}"),
            Hint::OtherWidth { width, value } => format!("as {width} bytes it reads {value}"),
        }
    }
}
