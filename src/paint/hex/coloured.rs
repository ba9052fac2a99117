//! Rows of the plain hexdump in colour.

use super::pen::{Pen, Room, STORE};
use super::{PAIRS, Rows, missing};
use crate::paint::ansi::Codes;
use crate::view::doc::{ByteClass, Role};
use crate::view::hex::{HexLayout, glyph};

/// The parts of a coloured row that don't depend on its bytes.
pub(super) struct Frame {
    layout: HexLayout,
    offset: Short,
    end: Short,
}

/// Some bytes that are stored at once; they stand at the end.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; 32],
    length: usize,
}

impl Short {
    fn new(text: &[u8]) -> Short {
        Short {
            bytes: at_end(text).unwrap_or([0; 32]), // no code is longer
            length: text.len().min(32),
        }
    }
}

/// Bytes with zeros before them; nothing if there are too many.
fn at_end<const W: usize>(bytes: &[u8]) -> Option<[u8; W]> {
    let mut all = [0; W];
    let from = W.checked_sub(bytes.len())?;
    all.get_mut(from..)?.copy_from_slice(bytes);
    Some(all)
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

/// What is copied for each byte: `W` bytes have room for a code and a glyph.
pub(super) struct Tables<const W: usize> {
    /// Code, two digits, space.
    hex: Box<[[u8; W]; 256]>,
    /// Code, glyph.
    text: Box<[[u8; W]; 256]>,
    /// Length of the glyph.
    glyph: Box<[u8; 256]>,
    /// Number of the class.
    class: Box<[u8; 256]>,
    /// Length of the code.
    code: Box<[u8; 256]>,
    /// That length, if it is the same for all.
    same: Option<u8>,
}

impl<const W: usize> Tables<W> {
    /// Gives nothing if some code is too long for the words.
    pub(super) fn new(codes: &Codes, ascii: bool) -> Option<Tables<W>> {
        const { assert!(W <= STORE) };
        let mut tables = Tables {
            hex: Box::new([[0; W]; 256]),
            text: Box::new([[0; W]; 256]),
            glyph: Box::new([0; 256]),
            class: Box::new([0; 256]),
            code: Box::new([0; 256]),
            same: None,
        };
        let mut bytes = Vec::with_capacity(W);
        for byte in 0..=u8::MAX {
            let at = usize::from(byte);
            let role = Role::Byte(ByteClass::of(byte));
            bytes.clear();
            codes.append_switch(role, &mut bytes);
            let code = bytes.len();
            let glyph = glyph(byte, ascii).as_bytes();
            bytes.extend_from_slice(glyph);
            tables.text[at] = at_end(&bytes)?;
            bytes.truncate(code);
            bytes.extend_from_slice(&PAIRS[at]);
            bytes.push(b' ');
            tables.hex[at] = at_end(&bytes)?;
            tables.glyph[at] = glyph.len() as u8;
            tables.class[at] = role.index() as u8;
            tables.code[at] = code as u8;
        }
        let [first, rest @ ..] = &*tables.code;
        tables.same = rest.iter().all(|code| code == first).then_some(*first);
        Some(tables)
    }
}

/// A one in each byte.
const EACH: u128 = u128::MAX / 0xff;

/// What a table has for each of up to 16 bytes.
#[inline(always)]
fn gather<const N: usize>(table: &[u8; 256], bytes: &[u8; N]) -> u128 {
    let entry = |i: usize| {
        let byte = if i < N { bytes[i] } else { 0 };
        u64::from(table[usize::from(byte)])
    };
    let (mut low, mut high) = (0, 0);
    for i in 0..N.min(8) {
        low |= entry(i) << (8 * i);
    }
    for i in 8..N {
        high |= entry(i) << (8 * (i - 8));
    }
    u128::from(high) << 64 | u128::from(low)
}

/// Rows in colour.
pub(super) struct Coloured<const W: usize> {
    pub(super) line: Frame,
    pub(super) tables: Tables<W>,
}

impl<const W: usize> Coloured<W> {
    /// How long each byte's code is: none after a byte of the same class, which
    /// for the first is the last one. Not a branch for each byte, as whether
    /// classes change is not to be foretold.
    #[inline(always)]
    fn codes<const N: usize>(&self, bytes: &[u8; N]) -> [u8; 16] {
        let classes = gather(&self.tables.class, bytes);
        let last = u32::from(self.tables.class[usize::from(bytes[N - 1])]);
        let before = classes << 8 | u128::from(last);
        const { assert!(Role::COUNT <= 0x80) } // so no sum carries over
        let change = ((classes ^ before) + EACH * 0x7f) & (EACH * 0x80);
        let changed = change | (change - (change >> 7));
        let codes = match self.tables.same {
            Some(length) => EACH * u128::from(length),
            None => gather(&self.tables.code, bytes),
        };
        (codes & changed).to_le_bytes()
    }

    #[inline(always)]
    fn begin(&self, pen: &mut Pen<'_>, offset: u64) {
        pen.offset(offset, self.line.layout.digits);
        pen.put(self.line.offset.bytes, self.line.offset.length);
    }

    #[inline(always)]
    fn end(&self, pen: &mut Pen<'_>) {
        pen.put(self.line.end.bytes, self.line.end.length);
    }

    /// The length of a byte's code after another byte.
    fn code(&self, before: Option<u8>, byte: u8) -> usize {
        let class = |byte: u8| self.tables.class[usize::from(byte)];
        if before.is_some_and(|before| class(before) == class(byte)) {
            0
        } else {
            usize::from(self.tables.code[usize::from(byte)])
        }
    }
}

impl<const W: usize> Rows for Coloured<W> {
    fn layout(&self) -> HexLayout {
        self.line.layout
    }

    #[inline(always)]
    fn whole<const N: usize>(&self, out: &mut Room, offset: u64, bytes: &[u8; N]) -> usize {
        if !self.line.layout.text {
            return self.part(out, offset, 0, bytes);
        }
        let tables = &self.tables;
        let mut pen = Pen::new(out);
        self.end(&mut pen);
        let mut codes = self.codes(bytes);
        for i in (0..N).rev() {
            let byte = usize::from(bytes[i]);
            let length = usize::from(codes[i]) + usize::from(tables.glyph[byte]);
            pen.put(tables.text[byte], length);
        }
        pen.put([b' '], 1);
        codes[0] = tables.code[usize::from(bytes[0])];
        for i in (0..N).rev() {
            pen.put(tables.hex[usize::from(bytes[i])], usize::from(codes[i]) + 3);
            if i == 8 {
                pen.put([b' '], 1);
            }
        }
        pen.put([b' '; 2], 2);
        self.begin(&mut pen, offset);
        pen.length()
    }

    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize {
        let layout = self.line.layout;
        let mut pen = Pen::new(out);
        self.end(&mut pen);
        let before = |i: usize| bytes.get(i.wrapping_sub(1)).copied();
        if layout.text && !bytes.is_empty() {
            for (i, &byte) in bytes.iter().enumerate().rev() {
                let at = usize::from(byte);
                let code = self.code(before(i).or(bytes.last().copied()), byte);
                pen.put(
                    self.tables.text[at],
                    code + usize::from(self.tables.glyph[at]),
                );
            }
            pen.spaces(missing(skip + bytes.len(), layout.per_row) + 2 + skip);
        }
        for (i, &byte) in bytes.iter().enumerate().rev() {
            let mut hex = self.tables.hex[usize::from(byte)];
            hex.rotate_right(1); // the last one has no space after it
            pen.put(hex, self.code(before(i), byte) + 2);
            pen.put([b' '; 2], 1 + usize::from(skip + i == 8));
        }
        if !bytes.is_empty() {
            pen.spaces(missing(0, skip) + 1);
        }
        self.begin(&mut pen, offset);
        pen.length()
    }
}
