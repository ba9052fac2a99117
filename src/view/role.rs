//! What pieces of text are: the words that views and themes share.

/// How many colours fields take turns with.
pub const FIELD_COLOURS: u8 = 5;

/// How many colours sections take turns with.
pub const SECTION_COLOURS: u8 = 5;

/// What a piece of text is; a theme says how that looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Text of no special kind.
    Plain,
    /// The name of what is shown: a file, a structure.
    Heading,
    /// Offsets and the ruler over them.
    Offset,
    /// Lines, dots and brackets that lead the eye.
    Punctuation,
    /// Bytes, text and name of a field; below [`FIELD_COLOURS`].
    Field(u8),
    /// Zero bytes of such a field.
    FieldNull(u8),
    /// The bar beside a section; below [`SECTION_COLOURS`].
    Section(u8),
    /// A byte of a class, where no field is known.
    Byte(ByteClass),
    /// Bytes that nobody claims.
    Gap,
    /// A number.
    Number,
    /// Text from the file.
    Text,
    /// The name of an enum's value.
    Enum,
    /// The name of a type.
    Type,
    /// A place that a field points to.
    Pointer,
    /// What is said beside a value.
    Comment,
    /// A finding that makes the file invalid.
    Error,
    /// A finding about something legal but odd.
    Warning,
    /// A finding worth knowing.
    Note,
    /// The likely cause of a finding.
    Hint,
    /// What was checked and is right.
    Good,
}

/// Classes of bytes that a plain hexdump tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteClass {
    /// 0x00.
    Null,
    /// 0x21 to 0x7e.
    Printable,
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    Space,
    /// The other control characters of ASCII.
    Control,
    /// 0x80 to 0xff.
    High,
}

impl ByteClass {
    /// The class of a byte.
    #[must_use]
    pub const fn of(byte: u8) -> ByteClass {
        match byte {
            0 => ByteClass::Null,
            b'!'..=b'~' => ByteClass::Printable,
            b' ' | 9..=13 => ByteClass::Space,
            0x80.. => ByteClass::High,
            _ => ByteClass::Control,
        }
    }
}

impl Role {
    /// How many different values [`Role::index`] has.
    pub const COUNT: usize = 21 + 2 * FIELD_COLOURS as usize + SECTION_COLOURS as usize;

    /// A small number for tables: below [`Role::COUNT`], another for each role.
    #[must_use]
    pub const fn index(self) -> usize {
        const FIELDS: usize = 21;
        const NULLS: usize = FIELDS + FIELD_COLOURS as usize;
        const SECTIONS: usize = NULLS + FIELD_COLOURS as usize;
        match self {
            Role::Plain => 0,
            Role::Heading => 1,
            Role::Offset => 2,
            Role::Punctuation => 3,
            Role::Gap => 4,
            Role::Number => 5,
            Role::Text => 6,
            Role::Enum => 7,
            Role::Type => 8,
            Role::Pointer => 9,
            Role::Comment => 10,
            Role::Error => 11,
            Role::Warning => 12,
            Role::Note => 13,
            Role::Hint => 14,
            Role::Good => 15,
            Role::Byte(ByteClass::Null) => 16,
            Role::Byte(ByteClass::Printable) => 17,
            Role::Byte(ByteClass::Space) => 18,
            Role::Byte(ByteClass::Control) => 19,
            Role::Byte(ByteClass::High) => 20,
            Role::Field(n) => FIELDS + (n % FIELD_COLOURS) as usize,
            Role::FieldNull(n) => NULLS + (n % FIELD_COLOURS) as usize,
            Role::Section(n) => SECTIONS + (n % SECTION_COLOURS) as usize,
        }
    }

    /// Every role once, in the order of [`Role::index`].
    pub fn all() -> impl Iterator<Item = Role> {
        let single = [
            Role::Plain,
            Role::Heading,
            Role::Offset,
            Role::Punctuation,
            Role::Gap,
            Role::Number,
            Role::Text,
            Role::Enum,
            Role::Type,
            Role::Pointer,
            Role::Comment,
            Role::Error,
            Role::Warning,
            Role::Note,
            Role::Hint,
            Role::Good,
            Role::Byte(ByteClass::Null),
            Role::Byte(ByteClass::Printable),
            Role::Byte(ByteClass::Space),
            Role::Byte(ByteClass::Control),
            Role::Byte(ByteClass::High),
        ];
        single
            .into_iter()
            .chain((0..FIELD_COLOURS).map(Role::Field))
            .chain((0..FIELD_COLOURS).map(Role::FieldNull))
            .chain((0..SECTION_COLOURS).map(Role::Section))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn roles_have_their_own_index() {
        let indices: Vec<usize> = Role::all().map(Role::index).collect();
        assert_eq!(indices, (0..Role::COUNT).collect::<Vec<_>>());
    }
}
