//! Rows of the plain hexdump in colour.

use super::{PAIRS, Pen, ROW, Rows, missing};
use crate::paint::ansi::Codes;
use crate::view::doc::{ByteClass, Role};
use crate::view::hex::{HexLayout, glyph};

/// The parts of a coloured row that don't depend on its bytes.
pub(super) struct Frame {
    layout: HexLayout,
    offset: Box<[u8]>,
    reset: &'static [u8],
}

impl Frame {
    pub(super) fn new(layout: HexLayout, codes: &Codes) -> Frame {
        Frame {
            layout,
            offset: codes.start(Role::Offset).into(),
            reset: codes.reset(),
        }
    }
}

/// Enough bytes for a code and a glyph, shifted and stored at once.
pub(super) trait Word: Copy {
    const BYTES: usize;
    fn new(bytes: &[u8]) -> Option<Self>;
    fn put(self, skip: u32, length: usize, pen: &mut Pen<'_>);
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BYTES: usize = size_of::<$word>();
            fn new(bytes: &[u8]) -> Option<$word> {
                let mut all = [0; size_of::<$word>()];
                all.get_mut(..bytes.len())?.copy_from_slice(bytes);
                Some(<$word>::from_le_bytes(all))
            }
            #[inline(always)]
            fn put(self, skip: u32, length: usize, pen: &mut Pen<'_>) {
                pen.put((self >> (8 * skip)).to_le_bytes(), length);
            }
        }
    };
}
word!(u64);
word!(u128);

#[derive(Clone, Copy)]
pub(super) struct Entry<T> {
    /// Code, two digits, space.
    hex: T,
    /// Code, glyph.
    text: T,
    /// Number of the class.
    class: u8,
    /// Length of the code.
    code: u8,
    /// Length of the glyph.
    glyph: u8,
}

/// What is copied for each byte.
pub(super) struct Tables<T>(Box<[Entry<T>; 256]>);

impl<T: Word> Tables<T> {
    /// Gives nothing if some code is too long for the word.
    pub(super) fn new(codes: &Codes, ascii: bool) -> Option<Tables<T>> {
        let empty = Entry {
            hex: T::new(&[])?,
            text: T::new(&[])?,
            class: 0,
            code: 0,
            glyph: 0,
        };
        let mut table = Box::new([empty; 256]);
        let mut bytes = Vec::with_capacity(T::BYTES);
        for (entry, byte) in table.iter_mut().zip(0..=u8::MAX) {
            let role = Role::Byte(ByteClass::of(byte));
            bytes.clear();
            codes.append_switch(role, &mut bytes);
            let code = bytes.len();
            let glyph = glyph(byte, ascii).as_bytes();
            bytes.extend_from_slice(glyph);
            entry.text = T::new(&bytes)?;
            bytes.truncate(code);
            bytes.extend_from_slice(&PAIRS[usize::from(byte)]);
            bytes.push(b' ');
            entry.hex = T::new(&bytes)?;
            entry.class = role.index() as u8;
            entry.code = code as u8;
            entry.glyph = glyph.len() as u8;
        }
        Some(Tables(table))
    }
}

/// Rows in colour.
pub(super) struct Coloured<T> {
    pub(super) line: Frame,
    pub(super) tables: Tables<T>,
}

/// No byte's class.
const NO_CLASS: u8 = u8::MAX;

impl<T: Word> Coloured<T> {
    #[inline(always)]
    fn hex(&self, pen: &mut Pen<'_>, bytes: &[u8], skip: usize, mut class: u8) -> u8 {
        for (i, &byte) in (skip..).zip(bytes) {
            if i == 8 {
                pen.put([b' '], 1);
            }
            let entry = &self.tables.0[usize::from(byte)];
            // no branch: whether classes change is not to be foretold
            let known = if entry.class == class { entry.code } else { 0 };
            entry
                .hex
                .put(u32::from(known), usize::from(entry.code - known) + 3, pen);
            class = entry.class;
        }
        class
    }

    #[inline(always)]
    fn text(&self, pen: &mut Pen<'_>, bytes: &[u8], mut class: u8) {
        for &byte in bytes {
            let entry = &self.tables.0[usize::from(byte)];
            let known = if entry.class == class { entry.code } else { 0 };
            let length = usize::from(entry.code - known) + usize::from(entry.glyph);
            entry.text.put(u32::from(known), length, pen);
            class = entry.class;
        }
    }

    #[inline(always)]
    fn end(&self, pen: &mut Pen<'_>) {
        pen.slice(self.line.reset);
        pen.put([b'\n'], 1);
    }
}

impl<T: Word> Rows for Coloured<T> {
    fn layout(&self) -> HexLayout {
        self.line.layout
    }

    #[inline(always)]
    fn whole<const N: usize>(&self, out: &mut [u8; ROW], offset: u64, bytes: &[u8; N]) -> usize {
        let mut pen = Pen { out, at: 0 };
        pen.slice(&self.line.offset);
        pen.offset(offset, self.line.layout.digits);
        pen.spaces(2);
        let class = self.hex(&mut pen, bytes, 0, NO_CLASS);
        if self.line.layout.text {
            pen.put([b' '], 1);
            self.text(&mut pen, bytes, class);
        } else {
            pen.at -= 1;
        }
        self.end(&mut pen);
        pen.at
    }

    fn part(&self, out: &mut [u8; ROW], offset: u64, skip: usize, bytes: &[u8]) -> usize {
        let layout = self.line.layout;
        let mut pen = Pen { out, at: 0 };
        pen.slice(&self.line.offset);
        pen.offset(offset, layout.digits);
        if !bytes.is_empty() {
            pen.spaces(2 + missing(0, skip));
            let class = self.hex(&mut pen, bytes, skip, NO_CLASS);
            if layout.text {
                pen.spaces(missing(skip + bytes.len(), layout.per_row) + 1 + skip);
                self.text(&mut pen, bytes, class);
            } else {
                pen.at -= 1;
            }
        }
        self.end(&mut pen);
        pen.at
    }
}
