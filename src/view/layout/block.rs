//! What a diagram is made of, before it is drawn in one of the styles.

use super::amount::Amount;
use crate::view::doc::Line;
use crate::view::mark::Mark;

/// A structure: rows of fields in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    /// What it is called: a type, a variant, a place in the file. Untrusted.
    pub(super) name: String,
    /// Where it lies, in words: `at each address`; may be empty.
    pub(super) place: String,
    /// How many bytes it takes, where that can be said.
    pub(super) size: String,
    /// What the grammar says of it; may be empty.
    pub(super) doc: String,
    /// Its fields.
    pub(super) rows: Vec<Row>,
    /// Set if only what differs from another variant is in `rows`.
    pub(super) like: Option<Like>,
    /// Whether it is the whole file or what it begins with.
    pub(super) main: bool,
    /// Said under the block: how variants are told apart, what was left out.
    pub(super) note: String,
    /// Where it is in the file, to put blocks in order.
    pub(super) offset: u64,
}

/// The variant that another is mostly equal to.
#[derive(Debug, Clone)]
pub(super) struct Like {
    pub(super) name: String,
    /// Fields of that variant that are not in this one.
    pub(super) without: Vec<String>,
}

/// A field, or an array of them.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) name: String,
    /// The same for all rows that one attribute makes.
    pub(super) key: String,
    /// Whether its type is drawn in a block of its own.
    pub(super) own_block: bool,
    /// Which of the colours of fields.
    pub(super) colour: u8,
    pub(super) place: Place,
    /// All of it.
    pub(super) len: Len,
    /// One element of an array.
    pub(super) each: Option<Each>,
    /// The type in a few letters: `u4`.
    pub(super) short: String,
    /// Whether it is a bit field, and whether those are counted from the low
    /// bit of each byte.
    pub(super) bit_field: Option<bool>,
    /// The type in words.
    pub(super) what: Line,
    /// The value that it has in every good file.
    pub(super) constant: Option<Constant>,
    /// What its values mean: `0 open, 1–84 soft rock`.
    pub(super) values: String,
    /// What its values must keep to.
    pub(super) rules: String,
    /// What the grammar says of it, in a sentence.
    pub(super) doc: String,
    /// When it is there at all.
    pub(super) cond: String,
    /// Whether an earlier block said what there is to say of it.
    pub(super) said: bool,
    /// Whether the grammar says that the file ends with it.
    pub(super) last: bool,
    /// What is in the file.
    pub(super) filled: Option<Filled>,
    /// What stands for it on a page.
    pub(super) mark: Mark,
}

/// Where a field begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// So many bits from the beginning of the block, or after the end of a
    /// field whose size is not fixed.
    Start { bits: u64, after: Option<String> },
    /// Somewhere else: at the offset that an expression gives.
    At(Option<Amount>),
}

/// How much room something takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Len {
    Bits(u64),
    Amount(Amount),
    /// All that is left.
    End,
    /// It varies.
    Unknown,
}

impl Len {
    pub(super) fn of(amount: Option<Amount>) -> Len {
        match amount {
            None => Len::Unknown,
            Some(amount) => match amount.constant() {
                Some(bits) => Len::Bits(bits),
                None => Len::Amount(amount),
            },
        }
    }

    pub(super) fn amount(&self) -> Option<Amount> {
        match self {
            Len::Bits(bits) => Some(Amount::of_bits(i128::from(*bits))),
            Len::Amount(amount) => Some(amount.clone()),
            Len::End | Len::Unknown => None,
        }
    }

    pub(super) fn bits(&self) -> Option<u64> {
        match self {
            Len::Bits(bits) => Some(*bits),
            _ => None,
        }
    }
}

/// The elements of an array.
#[derive(Debug, Clone)]
pub(super) struct Each {
    pub(super) len: Len,
    pub(super) count: Count,
    /// Whether each is a row of cells.
    pub(super) is_row: bool,
}

/// How many elements there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Count {
    Fixed(u64),
    /// As many as a text says.
    Times(String),
    /// As many as fit.
    End,
    /// Until a condition holds.
    Until(String),
}

/// A value that is the same in every good file.
#[derive(Debug, Clone)]
pub(super) struct Constant {
    pub(super) text: Line,
    /// As it is stored; empty if that is not known.
    pub(super) bytes: Vec<u8>,
}

/// What a file holds of a field.
#[derive(Debug, Clone, Default)]
pub(super) struct Filled {
    /// First and last byte, the end exclusive.
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) bytes: Sample,
    pub(super) value: Line,
    /// Why the value is right, where that is more than its being there.
    pub(super) why: Line,
    /// The first elements of an array, and its last.
    pub(super) elements: Vec<Element>,
    /// How many elements are left out before the last one.
    pub(super) skipped: u64,
    /// Whether `value` has all that elements say.
    pub(super) joined: bool,
    /// Whether the bytes are text.
    pub(super) textual: bool,
}

/// An element of an array in a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) bytes: Sample,
    pub(super) value: Line,
    /// The sum up to it, where a checksum goes over the array.
    pub(super) sum: Line,
    /// What stands for it on a page.
    pub(super) mark: Mark,
}

/// Some bytes of a run: its first and, if not all of it is there, its last.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    pub(super) head: Vec<u8>,
    pub(super) tail: Vec<u8>,
    /// How many are between the two.
    pub(super) skipped: u64,
}

impl Row {
    /// Its value: from the file, else the constant; empty if neither is known.
    pub(super) fn value(&self) -> Line {
        match (&self.filled, &self.constant) {
            (Some(filled), _) => filled.value.clone(),
            (None, Some(constant)) => constant.text.clone(),
            (None, None) => Line::new(),
        }
    }
}
