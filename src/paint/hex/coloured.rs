//! Rows of the plain hexdump in colour.

use super::{PAIRS, Pen, Room, Rows, missing};
use crate::paint::ansi::Codes;
use crate::view::doc::{ByteClass, Role};
use crate::view::hex::{HexLayout, glyph};

/// The parts of a coloured row that don't depend on its bytes.
pub(super) struct Frame {
    layout: HexLayout,
    offset: Short,
    end: Short,
}

/// Some bytes that are stored at once.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; 32],
    length: usize,
}

impl Short {
    fn new(text: &[u8]) -> Short {
        let mut bytes = [0; 32];
        let length = text.len().min(32);
        bytes[..length].copy_from_slice(&text[..length]);
        Short { bytes, length }
    }
}

impl Frame {
    pub(super) fn new(layout: HexLayout, codes: &Codes) -> Frame {
        Frame {
            layout,
            offset: Short::new(codes.start(Role::Offset)),
            end: Short::new(&[codes.reset(), b"\n"].concat()),
        }
    }
}

/// Enough bytes for a code and a glyph, shifted and stored at once.
pub(super) trait Word: Copy + Sync {
    /// The length of all codes, if it is the same for all.
    const CODE: Option<usize>;
    fn new(bytes: &[u8]) -> Option<Self>;
    fn put(self, skip: usize, length: usize, pen: &mut Pen<'_>);
}

macro_rules! word {
    ($word:ty, $code:expr) => {
        impl Word for $word {
            const CODE: Option<usize> = $code;
            fn new(bytes: &[u8]) -> Option<$word> {
                let mut all = [0; size_of::<$word>()];
                all.get_mut(..bytes.len())?.copy_from_slice(bytes);
                Some(<$word>::from_le_bytes(all))
            }
            #[inline(always)]
            fn put(self, skip: usize, length: usize, pen: &mut Pen<'_>) {
                pen.put((self >> (8 * skip)).to_le_bytes(), length);
            }
        }
    };
}
// `\x1b[36m` and its like, as all codes of the 16 colours are
word!(u64, Some(5));
word!(u128, None);

/// Room for the codes of 24-bit colours.
pub(super) type Long = [u8; 32];

impl Word for Long {
    const CODE: Option<usize> = None;
    fn new(bytes: &[u8]) -> Option<Long> {
        let mut all = [0; 32];
        all.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(all)
    }
    #[inline(always)]
    fn put(self, skip: usize, length: usize, pen: &mut Pen<'_>) {
        // all that is skipped is a code
        if skip == 0 {
            pen.put(self, length);
        } else {
            let mut rest = [0; 8];
            for (to, from) in rest.iter_mut().zip(self.get(skip..).unwrap_or(&[])) {
                *to = *from;
            }
            pen.put(rest, length);
        }
    }
}

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
        let mut bytes = Vec::with_capacity(32);
        for (entry, byte) in table.iter_mut().zip(0..=u8::MAX) {
            let role = Role::Byte(ByteClass::of(byte));
            bytes.clear();
            codes.append_switch(role, &mut bytes);
            let code = bytes.len();
            if T::CODE.is_some_and(|length| length != code) {
                return None;
            }
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
            let (code, known) = entry.code(class);
            entry.hex.put(known, code - known + 3, pen);
            class = entry.class;
        }
        class
    }

    #[inline(always)]
    fn text(&self, pen: &mut Pen<'_>, bytes: &[u8], mut class: u8) {
        for &byte in bytes {
            let entry = &self.tables.0[usize::from(byte)];
            let (code, known) = entry.code(class);
            let length = code - known + usize::from(entry.glyph);
            entry.text.put(known, length, pen);
            class = entry.class;
        }
    }

    #[inline(always)]
    fn begin(&self, pen: &mut Pen<'_>, offset: u64) {
        let code = self.line.offset;
        pen.put(code.bytes, code.length);
        pen.offset(offset, self.line.layout.digits);
    }

    #[inline(always)]
    fn end(&self, pen: &mut Pen<'_>) {
        pen.put(self.line.end.bytes, self.line.end.length);
    }
}

impl<T: Word> Entry<T> {
    /// The length of the code, and how much of it is left out after a byte of
    /// a class. Without a branch: whether classes change is not to be foretold.
    #[inline(always)]
    fn code(&self, class: u8) -> (usize, usize) {
        let code = T::CODE.unwrap_or(usize::from(self.code));
        (code, if self.class == class { code } else { 0 })
    }
}

impl<T: Word> Rows for Coloured<T> {
    fn layout(&self) -> HexLayout {
        self.line.layout
    }

    #[inline(always)]
    fn whole<const N: usize>(&self, out: &mut Room, offset: u64, bytes: &[u8; N]) -> usize {
        let mut pen = Pen { out, at: 0 };
        self.begin(&mut pen, offset);
        pen.put([b' '; 2], 2);
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

    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize {
        let layout = self.line.layout;
        let mut pen = Pen { out, at: 0 };
        self.begin(&mut pen, offset);
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
