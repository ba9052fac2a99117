//! Attributes: how each field is read, checked and drawn.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{EnumId, Expr, MessagePart, Ty, TypeId, shared};
use crate::text::Loc;

/// Byte order, or bit order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Endian {
    /// Least significant first.
    Le,
    /// Most significant first.
    Be,
}

/// A field of a `seq`, or the attribute of an instance.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attr {
    /// Its name; `_unnamedN` for an entry without an id, N its index in `seq`.
    #[serde(deserialize_with = "shared")]
    pub id: Arc<str>,
    /// Whether the grammar gives it a name.
    pub named: bool,
    /// `doc`.
    pub doc: Option<Arc<str>>,
    /// `doc-ref`.
    pub doc_ref: Vec<Arc<str>>,
    /// How one element is read.
    pub data: DataType,
    /// Static type of one element.
    pub ty: Ty,
    /// `if`.
    pub cond: Option<Expr>,
    /// `repeat`.
    pub repeat: Repeat,
    /// `contents` and `valid`, for each element.
    pub valid: Vec<Valid>,
    /// `-fmtview-show`.
    pub show: Option<Show>,
    /// `-fmtview-checksum`.
    pub checksum: Option<Checksum>,
    /// YAML path in its grammar: `/seq/0`, `/types/t/instances/i`.
    #[serde(deserialize_with = "shared")]
    pub path: Arc<str>,
    /// Where it is written.
    pub loc: Loc,
}

/// A value or parse instance.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Instance {
    /// Name, condition and (for parse instances) how it is read.
    pub attr: Attr,
    /// `value`, for value instances; then `attr.data` is
    /// [`DataType::Computed`].
    pub value: Option<Expr>,
    /// `pos`, in bytes from the start of the stream.
    pub pos: Option<Expr>,
    /// `io`; without it the object's own stream.
    pub io: Option<Expr>,
}

/// How often an attribute is read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Repeat {
    /// No `repeat`.
    Once,
    /// To the end of the stream.
    Eos,
    /// `repeat-expr` times.
    Count(Expr),
    /// Until `repeat-until` holds for the element just read, which is kept.
    Until(Expr),
}

/// How one element is read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum DataType {
    /// `u1` … `s8`.
    Int {
        /// Two's complement.
        signed: bool,
        /// 1, 2, 4 or 8 bytes.
        width: u8,
        /// `None`: the object's default.
        endian: Option<Endian>,
        /// `enum`.
        enumeration: Option<EnumId>,
    },
    /// `f4`, `f8`.
    Float {
        /// 4 or 8 bytes.
        width: u8,
        /// `None`: the object's default.
        endian: Option<Endian>,
    },
    /// `bN`.
    Bits {
        /// 1 to 64 bits.
        width: u8,
        /// Bit order.
        endian: Endian,
        /// `b1` without an enum.
        boolean: bool,
        /// `enum`.
        enumeration: Option<EnumId>,
    },
    /// No type, or `contents`.
    Bytes(Extent),
    /// `str`, `strz`.
    Str {
        /// Where it ends.
        extent: Extent,
        /// How its bytes are read.
        encoding: Encoding,
    },
    /// A user type.
    User {
        /// Which.
        ty: TypeId,
        /// Arguments, evaluated in the reading object for each element.
        args: Vec<Expr>,
        /// `parent`.
        parent: ParentSpec,
        /// Set if it has `size`, `size-eos` or `terminator`: it is then read
        /// from a substream of these bytes.
        extent: Option<Extent>,
    },
    /// `type: {switch-on, cases}`.
    Switch {
        /// What is compared.
        on: Box<Expr>,
        /// Cases in order, `_` last.
        cases: Vec<SwitchCase>,
        /// What is read when no case matches: bytes if the attribute has a
        /// size; else nothing, and the field is null.
        fallback: Option<Box<DataType>>,
    },
    /// A value instance: nothing is read.
    Computed,
}

impl DataType {
    /// What may be read: of a type switch what its cases are, else itself.
    pub fn outcomes(&self) -> impl Iterator<Item = &DataType> {
        let (cases, rest) = match self {
            DataType::Switch {
                cases, fallback, ..
            } => (cases.as_slice(), fallback.as_deref()),
            data => (&[][..], Some(data)),
        };
        cases.iter().map(|case| &case.data).chain(rest)
    }
}

/// One case of a type switch.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SwitchCase {
    /// What `switch-on` is compared with; `None` is `_`.
    pub when: Option<Expr>,
    /// What is read then.
    pub data: DataType,
}

/// `parent` of a user type's attribute.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ParentSpec {
    /// The reading object.
    Reader,
    /// `parent: false`.
    None,
    /// `parent: EXPR`.
    Expr(Box<Expr>),
}

/// Where a run of bytes ends, and what is done with it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Extent {
    /// Cut out first.
    pub size: Size,
    /// One byte, or the zero that ends a `strz`: for UTF-16 and UTF-32 a whole
    /// code unit, looked for at multiples of its length only.
    pub terminator: Option<Arc<[u8]>>,
    /// Whether the value keeps the terminator.
    pub include: bool,
    /// Whether the stream moves past the terminator. Without `size` only.
    pub consume: bool,
    /// Whether a missing terminator is an error. Without `size` only.
    pub eos_error: bool,
    /// Stripped from the right, before the terminator is looked for.
    pub pad_right: Option<u8>,
    /// Applied to what is left.
    pub process: Option<Process>,
}

/// The size of a run of bytes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub enum Size {
    /// Not given: the terminator ends it.
    #[default]
    None,
    /// `size`, in bytes.
    Expr(Box<Expr>),
    /// `size-eos`.
    Eos,
}

/// `process`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Process {
    /// Inflates a zlib stream.
    Zlib,
    /// XOR with a byte or a repeated byte array.
    Xor(Box<Expr>),
    /// Rotates each byte left by so many bits (right if negative).
    Rol(Box<Expr>),
    /// Rotates each byte right.
    Ror(Box<Expr>),
    /// Decodes base64, standard or URL-safe, with or without padding; white
    /// space is skipped.
    Base64,
    /// Decodes pairs of hexadecimal digits; white space is skipped.
    Hex,
    /// A routine given on the command line.
    Custom {
        /// Its dotted name.
        name: Arc<str>,
        /// Its arguments.
        args: Vec<Expr>,
    },
}

/// A character encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// 7 bits; other bytes are shown as U+FFFD.
    Ascii,
    /// UTF-8.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
    /// One of the named legacy sets, by its canonical name (`ISO-8859-1`,
    /// `windows-1252`, `IBM437`, `Shift_JIS`, `GB2312`, …).
    Named(Arc<str>),
    /// A name that nobody knows: an error when a string is decoded, not before.
    Unknown(Arc<str>),
}

/// One rule of `valid` or `contents`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Valid {
    /// The rule.
    pub rule: ValidRule,
    /// Of [`ValidRule::Expr`]: the expression as written, in one line. `None` if
    /// it is long.
    pub text: Option<Arc<str>>,
    /// Where it is written.
    pub loc: Loc,
}

/// The forms of `valid`; in its expressions `_` is the value.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ValidRule {
    /// `eq`, `contents`.
    Eq(Expr),
    /// `min`, inclusive.
    Min(Expr),
    /// `max`, inclusive.
    Max(Expr),
    /// `any-of`.
    AnyOf(Vec<Expr>),
    /// `expr`.
    Expr(Expr),
    /// `in-enum: true`.
    InEnum,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Legal but odd.
    Warning,
    /// A reader of the format refuses it.
    Error,
}

/// One entry of `-fmtview-check`, evaluated for each object of its type after
/// the object is decoded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Check {
    /// `that`: holds if the data are good.
    pub that: Expr,
    /// `else`: what to say if it does not hold.
    pub message: Vec<MessagePart>,
    /// `severity`, error by default.
    pub severity: Severity,
    /// `at`: the field that the finding is laid on (a name or a path from this
    /// object); without it the object itself.
    pub at: Option<Expr>,
    /// Where it is written.
    pub loc: Loc,
}

/// `-fmtview-checksum`: the field stores a checksum of other bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Checksum {
    /// How it is computed.
    pub algorithm: ChecksumAlgorithm,
    /// `over`: bytes, a string, an object or an array of objects; the bytes
    /// that they take in the file.
    pub over: Expr,
    /// `stored`: the number to compare with, where the field itself is not an
    /// integer (a decimal text, say).
    pub stored: Option<Expr>,
    /// `if`: when the checksum counts at all.
    pub cond: Option<Expr>,
    /// `running`: show the sum so far beside each element of `over`.
    pub running: bool,
    /// Where it is written.
    pub loc: Loc,
}

/// Checksum algorithms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChecksumAlgorithm {
    /// A CRC by its name in the public catalogue, in lower case:
    /// `crc-32/iso-hdlc`.
    Crc(Arc<str>),
    /// Adler-32.
    Adler32,
    /// The sum of all bytes modulo 2^bits.
    Sum {
        /// Width in bits.
        bits: u8,
    },
    /// `sum = (sum * multiplier + unit) % modulus`.
    Polynomial {
        /// Factor for each unit.
        multiplier: u64,
        /// Modulus.
        modulus: u64,
        /// Whether the units are UTF-16 code units of the UTF-8 text; else bytes.
        utf16: bool,
    },
}

/// How a field is drawn (`-fmtview-show`, `-fmtview-cells`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Show {
    /// A grid of cells: an array of byte arrays or strings, one a row, or of
    /// objects whose `to-string` is the row; a cell is a byte or a character.
    Map {
        /// Glyphs by range of values, in order; the first that fits counts.
        cells: Vec<Glyph>,
    },
    /// A helper of the grammar: not drawn, not exported, and its bytes count as
    /// nobody's. Expressions still reach it.
    None,
    /// Hexadecimal.
    Hex,
    /// Decimal.
    Dec,
    /// Binary.
    Bin,
    /// A character.
    Char,
    /// Text.
    Text,
    /// A point in time.
    Time(Clock),
    /// A number of bytes.
    Size,
}

/// What counts the ticks of a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Clock {
    /// Seconds since 1970.
    Unix,
    /// Milliseconds since 1970.
    UnixMillis,
    /// Tenths of microseconds since 1601.
    Windows,
    /// Seconds since 1904.
    Mac,
    /// The date in the upper 16 bits, the time of day in the lower ones: years
    /// since 1980, months, days; hours, minutes, pairs of seconds.
    Dos,
}

/// What a range of cell values looks like on a map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// Least value, inclusive.
    pub from: i128,
    /// Greatest value, inclusive.
    pub to: i128,
    /// What is drawn, one column wide.
    pub glyph: Arc<str>,
    /// What is drawn where only ASCII is wanted.
    pub ascii: Arc<str>,
    /// What the value means, for the legend.
    pub name: Arc<str>,
}
