//! Rows made from their ends, so that a letter whose code is left out costs
//! nothing: what is stored before it goes over the code.

/// No row is as long: 16 bytes, each with a code and three letters, in both
/// columns. A power of two, so that a place in a row is told by its low bits
/// and needs no test.
pub(super) const ROW: usize = 1024;

/// What is stored at once is at most so long.
pub(super) const STORE: usize = 64;

/// Room for a row, and before it for what is stored and not used.
pub(super) type Room = [u8; ROW - 1 + STORE];

/// The place before which the next letters of a row go.
pub(super) struct Pen<'b> {
    out: &'b mut Room,
    at: usize,
}

impl<'b> Pen<'b> {
    /// Begins at the end of a row.
    pub(super) fn new(out: &'b mut Room) -> Pen<'b> {
        Pen { out, at: ROW - 1 }
    }

    /// Bytes of the row so far.
    pub(super) fn length(&self) -> usize {
        ROW - 1 - self.at
    }

    /// Stores bytes of which only the last `length` belong to the row.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        if let Some(to) = self.take(length) {
            *to = bytes; // one store; a copy of slices can become a call
        }
    }

    /// Puts `length` bytes, to be written by the caller, and gives what ends
    /// with them.
    #[inline(always)]
    pub(super) fn take<const N: usize>(&mut self, length: usize) -> Option<&mut [u8; N]> {
        const { assert!(N <= STORE) };
        let from = (self.at & (ROW - 1)) + (STORE - N);
        self.at = self.at.wrapping_sub(length);
        self.out.get_mut(from..)?.first_chunk_mut()
    }

    #[inline(always)]
    pub(super) fn spaces(&mut self, count: usize) {
        // the widest hole is a whole row of missing bytes
        self.put([b' '; STORE], count);
    }

    /// Stores the offset of a row, eight digits at least.
    #[inline(always)]
    pub(super) fn offset(&mut self, offset: u64, digits: usize) {
        self.put(hex_digits(offset as u32), 8);
        if digits > 8 {
            self.put(hex_digits((offset >> 32) as u32), digits - 8);
        }
    }
}

/// The eight digits of a number, worked out side by side.
#[inline(always)]
fn hex_digits(number: u32) -> [u8; 8] {
    let mut digits = u64::from(number);
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = ((digits + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'9' - 1)).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(offset: u64, digits: usize, expected: &str) {
        let mut room = [0; ROW - 1 + STORE];
        let mut pen = Pen::new(&mut room);
        pen.offset(offset, digits);
        let length = pen.length();
        let row = room.last_chunk::<32>().unwrap();
        assert_eq!(str::from_utf8(&row[32 - length..]), Ok(expected));
    }

    #[test]
    fn offsets() {
        check(0, 8, "00000000");
        check(0x0123_4567, 8, "01234567");
        check(0x9abc_def0, 9, "09abcdef0");
        check(0xf0_9abc_def0, 10, "f09abcdef0");
        check(u64::MAX - 1, 16, "fffffffffffffffe");
    }
}
