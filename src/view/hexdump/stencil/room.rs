//! Room for finished rows, filled in pieces that are stored whole and counted
//! by their length.

use crate::view::doc::pair;
use crate::view::hex::glyph;

use super::value::Digits;

/// What is stored at once.
const STORE: usize = 32;

/// Text that is known beforehand.
#[derive(Debug, Clone)]
pub(in crate::view::hexdump) struct Text {
    head: [u8; STORE],
    len: usize,
    /// What does not fit into the head.
    rest: Box<[u8]>,
}

impl Text {
    pub(in crate::view::hexdump) fn new(text: &[u8]) -> Text {
        let mut head = [0; STORE];
        let (first, rest) = text.split_at(text.len().min(STORE));
        head[..first.len()].copy_from_slice(first);
        Text {
            head,
            len: first.len(),
            rest: rest.into(),
        }
    }

    pub(in crate::view::hexdump) fn len(&self) -> usize {
        self.len + self.rest.len()
    }
}

/// What bytes look like in the text column.
#[derive(Debug)]
pub(in crate::view::hexdump) struct Glyphs([([u8; 4], u8); 256]);

impl Glyphs {
    pub(in crate::view::hexdump) fn new(ascii: bool) -> Glyphs {
        Glyphs(std::array::from_fn(|byte| {
            let text = glyph(byte as u8, ascii).as_bytes();
            let mut store = [0; 4];
            let len = text.len().min(4);
            store[..len].copy_from_slice(&text[..len]);
            (store, len as u8)
        }))
    }
}

/// Numbers below a thousand: their digits, and how many.
static SMALL: [[u8; 4]; 1000] = {
    let mut small = [[0; 4]; 1000];
    let mut n = 0;
    while n < 1000 {
        let (a, b, c) = (
            b'0' + (n / 100) as u8,
            b'0' + (n / 10 % 10) as u8,
            b'0' + (n % 10) as u8,
        );
        small[n] = match n {
            0..10 => [c, 0, 0, 1],
            10..100 => [b, c, 0, 2],
            _ => [a, b, c, 3],
        };
        n += 1;
    }
    small
};

/// Where rows are written. What does not fit is not written: room is made
/// before a row is begun.
pub(in crate::view::hexdump) struct Room<'r> {
    bytes: &'r mut [u8],
    at: usize,
}

impl<'r> Room<'r> {
    pub(in crate::view::hexdump) fn new(bytes: &'r mut [u8]) -> Room<'r> {
        Room { bytes, at: 0 }
    }

    /// Bytes written so far.
    pub(in crate::view::hexdump) fn len(&self) -> usize {
        self.at
    }

    /// Stores bytes of which `len` count.
    #[inline(always)]
    fn store<const N: usize>(&mut self, bytes: &[u8; N], len: usize) {
        let to = self
            .bytes
            .get_mut(self.at..)
            .and_then(|rest| rest.first_chunk_mut());
        if let Some(to) = to {
            *to = *bytes;
            self.at += len;
        }
    }

    #[inline(always)]
    pub(in crate::view::hexdump) fn text(&mut self, text: &Text) {
        self.store(&text.head, text.len);
        if !text.rest.is_empty() {
            self.bytes(&text.rest);
        }
    }

    pub(in crate::view::hexdump) fn bytes(&mut self, bytes: &[u8]) {
        let to = self
            .bytes
            .get_mut(self.at..)
            .and_then(|rest| rest.get_mut(..bytes.len()));
        if let Some(to) = to {
            to.copy_from_slice(bytes);
            self.at += bytes.len();
        }
    }

    /// A byte in hexadecimal.
    #[inline(always)]
    pub(super) fn hex(&mut self, byte: u8) {
        if let Some(pair) = pair(byte).as_bytes().first_chunk::<2>() {
            self.store(pair, 2);
        }
    }

    #[inline(always)]
    pub(super) fn glyph(&mut self, glyphs: &Glyphs, byte: u8) {
        let (text, len) = &glyphs.0[usize::from(byte)];
        self.store(text, usize::from(*len));
    }

    /// An offset in so many digits.
    #[inline(always)]
    pub(in crate::view::hexdump) fn offset(&mut self, offset: u64, digits: usize) {
        if digits == 8 {
            self.store(&eight_digits(offset as u32), 8);
            return;
        }
        let mut text = [0; 16];
        text[..8].copy_from_slice(&eight_digits((offset >> 32) as u32));
        text[8..].copy_from_slice(&eight_digits(offset as u32));
        self.bytes(text.get(16 - digits.min(16)..).unwrap_or(&text));
    }

    /// A number, and gives its letters.
    #[inline(always)]
    pub(super) fn number(&mut self, number: i128, digits: Digits) -> usize {
        let before = self.at;
        let small = usize::try_from(number).ok().and_then(|n| SMALL.get(n));
        if let (Some(text), Digits::Grouped | Digits::Plain) = (small, digits) {
            self.store(text, usize::from(text[3]));
            return self.at - before;
        }
        self.large(number, digits);
        self.at - before
    }

    fn large(&mut self, number: i128, digits: Digits) {
        if number < 0 {
            self.bytes(b"-");
        }
        let size = number.unsigned_abs() as u64;
        match digits {
            Digits::Plain => self.bytes(itoa::Buffer::new().format(size).as_bytes()),
            Digits::Grouped => {
                let mut buffer = itoa::Buffer::new();
                let text = buffer.format(size).as_bytes();
                let (head, tail) = text.split_at(text.len() % 3);
                self.bytes(head);
                for (i, group) in tail.chunks(3).enumerate() {
                    if i > 0 || !head.is_empty() {
                        self.bytes(b",");
                    }
                    self.bytes(group);
                }
            }
            Digits::Hex(least) => {
                self.bytes(b"0x");
                let needed = (16 - size.leading_zeros() as usize / 4).max(1);
                self.offset(size, least.clamp(needed, 16));
            }
        }
    }
}

/// The digits of a number in hexadecimal, all at once: each in a byte of its
/// own, then made a letter.
#[inline(always)]
fn eight_digits(number: u32) -> [u8; 8] {
    let mut digits = u64::from(number);
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = ((digits + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + letters * 0x27).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(fill: impl FnOnce(&mut Room<'_>), expected: &str) {
        let mut bytes = [0; 200];
        let mut room = Room::new(&mut bytes);
        fill(&mut room);
        let len = room.len();
        assert_eq!(std::str::from_utf8(&bytes[..len]), Ok(expected));
    }

    #[test]
    fn texts_of_any_length() {
        for len in [0, 1, 31, 32, 33, 150] {
            let text = "x".repeat(len);
            check(|room| room.text(&Text::new(text.as_bytes())), &text);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut bytes = [0; 8];
        let mut room = Room::new(&mut bytes);
        room.text(&Text::new(b"nine more"));
        room.bytes(b"123456789");
        assert_eq!(room.len(), 0);
    }

    #[test]
    fn offsets() {
        check(|room| room.offset(0x0123_89af, 8), "012389af");
        check(|room| room.offset(0x1_0000_000e, 9), "10000000e");
        check(|room| room.offset(u64::MAX, 16), "ffffffffffffffff");
    }

    #[test]
    fn numbers() {
        for (number, digits, expected) in [
            (0, Digits::Grouped, "0"),
            (42, Digits::Plain, "42"),
            (999, Digits::Grouped, "999"),
            (1_714, Digits::Grouped, "1,714"),
            (-1_714, Digits::Grouped, "-1,714"),
            (-100, Digits::Grouped, "-100"),
            (123_456, Digits::Grouped, "123,456"),
            (123_456, Digits::Plain, "123456"),
            (i128::from(i64::MIN), Digits::Plain, "-9223372036854775808"),
            (0x6b2, Digits::Hex(1), "0x6b2"),
            (0, Digits::Hex(1), "0x0"),
            (-1, Digits::Hex(4), "-0x0001"),
            (i128::from(u64::MAX), Digits::Hex(4), "0xffffffffffffffff"),
        ] {
            check(
                |room| assert_eq!(room.number(number, digits), expected.len()),
                expected,
            );
        }
    }
}
