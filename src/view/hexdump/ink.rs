//! The colours of bytes.

use crate::view::doc::{FIELD_COLOURS, Role};

/// The colours of a field's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// One colour.
    Field(u8),
    /// Two colours in turn, for elements of equal size.
    Stripes {
        /// Of the first element.
        colour: u8,
        /// Where the first element starts.
        origin: u64,
        /// Bytes of an element.
        size: u64,
    },
    /// No field's bytes.
    Gap,
}

impl Ink {
    pub(super) fn byte(self, offset: u64, byte: u8) -> Role {
        let colour = match self {
            Ink::Gap => return Role::Gap,
            Ink::Field(colour) => colour,
            Ink::Stripes {
                colour,
                origin,
                size,
            } => {
                let odd = (offset.saturating_sub(origin) / size.max(1)) % 2;
                (colour + odd as u8) % FIELD_COLOURS
            }
        };
        if byte == 0 {
            Role::FieldNull(colour)
        } else {
            Role::Field(colour)
        }
    }

    /// Whether an element begins with the byte at an offset.
    pub(super) fn begins(self, offset: u64) -> bool {
        match self {
            Ink::Stripes { origin, size, .. } => {
                offset.saturating_sub(origin).is_multiple_of(size.max(1))
            }
            Ink::Field(_) | Ink::Gap => false,
        }
    }

    /// How the name of the field looks.
    pub(super) fn name(self) -> Role {
        match self {
            Ink::Gap => Role::Gap,
            Ink::Field(colour) | Ink::Stripes { colour, .. } => Role::Field(colour),
        }
    }
}
