//! Rows of the plain hexdump without colour.

use super::{PAIRS, Pen, Room, Rows, missing};
use crate::view::hex::{HexLayout, glyph};

/// Glyphs, and their lengths in bytes.
pub(super) fn glyphs(ascii: bool) -> Box<[([u8; 4], u8); 256]> {
    let mut table = Box::new([([0; 4], 0); 256]);
    for (entry, byte) in table.iter_mut().zip(0..=u8::MAX) {
        let text = glyph(byte, ascii).as_bytes();
        for (to, from) in entry.0.iter_mut().zip(text) {
            *to = *from;
        }
        entry.1 = text.len() as u8;
    }
    table
}

/// Rows without colour.
pub(super) struct Plain {
    pub(super) layout: HexLayout,
    pub(super) glyphs: Box<[([u8; 4], u8); 256]>,
}

impl Plain {
    #[inline(always)]
    fn hex(pen: &mut Pen<'_>, bytes: &[u8], skip: usize) {
        for (i, &byte) in (skip..).zip(bytes) {
            if i == 8 {
                pen.put([b' '], 1);
            }
            let [high, low] = PAIRS[usize::from(byte)];
            pen.put([high, low, b' '], 3);
        }
    }

    #[inline(always)]
    fn text(&self, pen: &mut Pen<'_>, bytes: &[u8]) {
        for &byte in bytes {
            let (glyph, length) = self.glyphs[usize::from(byte)];
            pen.put(glyph, usize::from(length));
        }
    }
}

impl Rows for Plain {
    fn layout(&self) -> HexLayout {
        self.layout
    }

    #[inline(always)]
    fn whole<const N: usize>(&self, out: &mut Room, offset: u64, bytes: &[u8; N]) -> usize {
        let mut pen = Pen { out, at: 0 };
        pen.offset(offset, self.layout.digits);
        pen.put([b' '; 2], 2);
        Plain::hex(&mut pen, bytes, 0);
        if self.layout.text {
            pen.put([b' '], 1);
            self.text(&mut pen, bytes);
        } else {
            pen.at -= 1;
        }
        pen.put([b'\n'], 1);
        pen.at
    }

    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize {
        let mut pen = Pen { out, at: 0 };
        pen.offset(offset, self.layout.digits);
        if !bytes.is_empty() {
            pen.spaces(2 + missing(0, skip));
            Plain::hex(&mut pen, bytes, skip);
            if self.layout.text {
                pen.spaces(missing(skip + bytes.len(), self.layout.per_row) + 1 + skip);
                self.text(&mut pen, bytes);
            } else {
                pen.at -= 1;
            }
        }
        pen.put([b'\n'], 1);
        pen.at
    }
}
