//! Rows of the plain hexdump without colour.

use super::pen::{Pen, Room};
use super::{PAIRS, Rows, missing};
use crate::view::hex::{HexLayout, glyph};

/// Rows without colour.
pub(super) struct Plain {
    layout: HexLayout,
    ascii: bool,
    /// Two digits and a space.
    digits: Box<[u32; 256]>,
    /// A glyph at the end of the four bytes, its length in the first of them.
    glyphs: Box<[u32; 256]>,
}

impl Plain {
    pub(super) fn new(layout: HexLayout, ascii: bool) -> Plain {
        let mut digits = Box::new([0; 256]);
        let mut glyphs = Box::new([0; 256]);
        for ((byte, digits), entry) in (0..=u8::MAX).zip(&mut *digits).zip(&mut *glyphs) {
            let [high, low] = PAIRS[usize::from(byte)];
            *digits = u32::from_le_bytes([high, low, b' ', 0]);
            let glyph = glyph(byte, ascii).as_bytes();
            let mut bytes = [glyph.len() as u8, 0, 0, 0];
            for (to, from) in bytes.iter_mut().rev().zip(glyph.iter().rev()) {
                *to = *from;
            }
            *entry = u32::from_le_bytes(bytes);
        }
        Plain {
            layout,
            ascii,
            digits,
            glyphs,
        }
    }

    #[inline(always)]
    fn hex<const N: usize>(&self, pen: &mut Pen<'_>, bytes: &[u8; N]) {
        let gap = usize::from(N > 8);
        let Some(out) = pen.take::<{ 2 + 3 * 16 + 1 }>(3 * N + gap) else {
            return;
        };
        let from = out.len() - 3 * N - gap - 2;
        for i in (0..N).step_by(2).rev() {
            let digits = |i: usize| u64::from(self.digits[usize::from(bytes[i])]);
            let both = digits(i) << 16 | digits(i + 1) << 40;
            let at = from + 3 * i + if i < 8 { 0 } else { 1 };
            if let Some(to) = out.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                *to = both.to_le_bytes();
            }
        }
        if N > 8 {
            out[out.len() - 3 * (N - 8) - 1] = b' ';
        }
    }

    #[inline(always)]
    fn text<const N: usize>(&self, pen: &mut Pen<'_>, bytes: &[u8; N]) {
        let mut last = [b' '; 16];
        for i in 0..N {
            last[16 - N + i] = bytes[i];
        }
        let letters = u128::from_le_bytes(last);
        let odd = odd(letters);
        if odd == 0 {
            pen.put(last, N);
        } else if self.ascii {
            let odd = (odd >> 7) * 0xff;
            pen.put(((letters & !odd) | ((EACH * 0x2e) & odd)).to_le_bytes(), N);
        } else {
            self.glyphs(pen, bytes);
        }
    }

    #[inline(always)]
    fn glyphs(&self, pen: &mut Pen<'_>, bytes: &[u8]) {
        for &byte in bytes.iter().rev() {
            let glyph = self.glyphs[usize::from(byte)];
            pen.put(glyph.to_le_bytes(), usize::from(glyph as u8));
        }
    }
}

/// A one in each byte.
const EACH: u128 = u128::MAX / 0xff;

/// The high bit of each byte that is not printable ASCII.
#[inline(always)]
fn odd(bytes: u128) -> u128 {
    let high = EACH * 0x80;
    let low = bytes & !high;
    (bytes | (low + EACH) | !((low | high) - EACH * 0x20)) & high
}

impl Rows for Plain {
    fn layout(&self) -> HexLayout {
        self.layout
    }

    #[inline(always)]
    fn whole<const N: usize>(&self, out: &mut Room, offset: u64, bytes: &[u8; N]) -> usize {
        if !self.layout.text {
            return self.part(out, offset, 0, bytes);
        }
        let mut pen = Pen::new(out);
        pen.put([b'\n'], 1);
        self.text(&mut pen, bytes);
        pen.put([b' '], 1);
        self.hex(&mut pen, bytes);
        pen.put([b' '; 2], 2);
        pen.offset(offset, self.layout.digits);
        pen.length()
    }

    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize {
        let mut pen = Pen::new(out);
        pen.put([b'\n'], 1);
        if self.layout.text && !bytes.is_empty() {
            self.glyphs(&mut pen, bytes);
            pen.spaces(missing(skip + bytes.len(), self.layout.per_row) + 2 + skip);
        }
        for (i, &byte) in bytes.iter().enumerate().rev() {
            pen.put(PAIRS[usize::from(byte)], 2);
            pen.put([b' '; 2], 1 + usize::from(skip + i == 8));
        }
        if !bytes.is_empty() {
            pen.spaces(missing(0, skip) + 1);
        }
        pen.offset(offset, self.layout.digits);
        pen.length()
    }
}
