//! The column of offsets, in the base that the user chose.

use super::doc::{Line, Role};
use super::hex::offset_digits;
use super::options::Base;

/// How offsets are written under one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets {
    base: Base,
    /// Hexadecimal digits.
    pub(super) digits: usize,
    decimals: usize,
}

impl Offsets {
    /// For offsets up to `end`.
    pub(super) fn new(base: Base, end: u64) -> Offsets {
        Offsets {
            base,
            digits: offset_digits(end),
            // no fewer than the word over them has letters
            decimals: decimal_digits(end).max("offset".len()),
        }
    }

    /// The same up to another end.
    pub(super) fn up_to(self, end: u64) -> Offsets {
        Offsets::new(self.base, end)
    }

    /// Columns that they take.
    pub(super) fn width(self) -> usize {
        match self.base {
            Base::Usual | Base::Hex => self.digits,
            Base::Dec => self.decimals,
            Base::Both => self.digits + 1 + self.decimals,
        }
    }

    /// Whether they are in hexadecimal alone.
    pub(super) fn are_hex(self) -> bool {
        matches!(self.base, Base::Usual | Base::Hex)
    }

    /// Adds one, in all of its columns.
    pub(super) fn add(self, line: &mut Line, role: Role, offset: u64) {
        if self.base != Base::Dec {
            line.hex(role, offset, self.digits);
        }
        if !self.are_hex() {
            line.spaces(usize::from(self.base == Base::Both));
            line.spaces(self.decimals.saturating_sub(decimal_digits(offset)));
            line.number(role, offset);
        }
    }

    /// Adds the number of a column, in three columns.
    pub(super) fn add_column(self, line: &mut Line, column: usize) {
        if self.base == Base::Dec {
            line.spaces(usize::from(column < 10));
            line.number(Role::Offset, column);
        } else {
            line.spaces(usize::from(column < 16));
            line.hex(Role::Offset, column as u64, 1);
        }
        line.spaces(1);
    }
}

fn decimal_digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(base: Base, expected: &str) {
        let offsets = Offsets::new(base, 1714);
        let mut line = Line::new();
        offsets.add(&mut line, Role::Offset, 1714);
        offsets.add_column(&mut line, 9);
        offsets.add_column(&mut line, 10);
        assert_eq!(line.text(), expected);
        assert_eq!(line.width(), offsets.width() + 6);
    }

    #[test]
    fn bases() {
        check(Base::Usual, "000006b2 9  a ");
        check(Base::Hex, "000006b2 9  a ");
        check(Base::Dec, "  1714 9 10 ");
        check(Base::Both, "000006b2   1714 9  a ");
    }
}
