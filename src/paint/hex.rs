//! The plain hexdump as bytes. Tables hold each byte's two digits and its glyph
//! with the codes of its colour before them; a row is copied together from them.

use std::io::Write;
use std::ops::ControlFlow;

use super::Ansi;
use super::ansi::Codes;
use crate::view::doc::{ByteClass, Role};
use crate::view::hex::{HexLayout, HexOptions, HexRows, glyph, hex};

/// Room for the longest row: 16 bytes, each with a code and three letters, in
/// both columns.
const ROW: usize = 1024;

/// Rows are made here before they are written.
const SCRATCH: usize = 64 << 10;

/// Writes the hexdump of a file.
pub fn dump<W: Write>(file: &[u8], options: &HexOptions, out: &mut Ansi<W>) -> ControlFlow<()> {
    let len = file.len() as u64;
    let end = options
        .range
        .as_ref()
        .map_or(len, |range| range.end.min(len));
    let layout = HexLayout::new(options.width, end);
    let codes = out.codes();
    if codes.reset().is_empty() {
        let rows = Plain {
            layout,
            glyphs: glyphs(options.ascii),
        };
        return hex(file, layout, options, &mut Dump::new(rows, out));
    }
    let line = Frame::new(layout, codes);
    match (
        Tables::<u64>::new(codes, options.ascii),
        Tables::<u128>::new(codes, options.ascii),
    ) {
        (Some(tables), _) => hex(
            file,
            layout,
            options,
            &mut Dump::new(Coloured { line, tables }, out),
        ),
        (_, Some(tables)) => hex(
            file,
            layout,
            options,
            &mut Dump::new(Coloured { line, tables }, out),
        ),
        _ => ControlFlow::Continue(()),
    }
}

/// What makes the bytes of one row.
trait Rows {
    /// Writes a row of up to `per_row` bytes from the column `skip` on, and
    /// gives its length.
    fn part(&self, out: &mut [u8; ROW], offset: u64, skip: usize, bytes: &[u8]) -> usize;

    /// Writes a whole row.
    fn whole<const N: usize>(&self, out: &mut [u8; ROW], offset: u64, bytes: &[u8; N]) -> usize;

    /// Shape of the rows.
    fn layout(&self) -> HexLayout;
}

struct Dump<'o, R, W: Write> {
    rows: R,
    scratch: Box<[u8]>,
    out: &'o mut Ansi<W>,
}

impl<'o, R: Rows, W: Write> Dump<'o, R, W> {
    fn new(rows: R, out: &'o mut Ansi<W>) -> Self {
        Dump {
            rows,
            scratch: vec![0; SCRATCH].into_boxed_slice(),
            out,
        }
    }

    fn bulk<const N: usize>(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()> {
        let (rows, _) = bytes.as_chunks::<N>();
        let mut at = 0;
        let mut row_offset = offset;
        for row in rows {
            let Some(room) = self
                .scratch
                .get_mut(at..)
                .and_then(|rest| rest.first_chunk_mut())
            else {
                return ControlFlow::Break(());
            };
            at += self.rows.whole(room, row_offset, row);
            row_offset += N as u64;
            if at + ROW > SCRATCH {
                self.out.write(self.scratch.get(..at).unwrap_or(&[]))?;
                at = 0;
            }
        }
        self.out.write(self.scratch.get(..at).unwrap_or(&[]))
    }
}

impl<R: Rows, W: Write> HexRows for Dump<'_, R, W> {
    fn rows(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()> {
        match self.rows.layout().per_row {
            16 => self.bulk::<16>(offset, bytes),
            8 => self.bulk::<8>(offset, bytes),
            _ => self.bulk::<4>(offset, bytes),
        }
    }

    fn part(&mut self, offset: u64, skip: usize, bytes: &[u8]) -> ControlFlow<()> {
        let Some(room) = self.scratch.first_chunk_mut() else {
            return ControlFlow::Break(());
        };
        let length = self.rows.part(room, offset, skip, bytes);
        self.out.write(self.scratch.get(..length).unwrap_or(&[]))
    }

    fn fold(&mut self) -> ControlFlow<()> {
        self.out.write(b"*\n")
    }

    fn end(&mut self, offset: u64) -> ControlFlow<()> {
        self.part(offset, 0, &[])
    }
}

/// A place in a row's room.
struct Pen<'b> {
    out: &'b mut [u8; ROW],
    at: usize,
}

impl Pen<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        if let Some(room) = self.out.get_mut(self.at..self.at + N) {
            room.copy_from_slice(&bytes);
        }
        self.at += length;
    }

    fn slice(&mut self, bytes: &[u8]) {
        if let Some(room) = self.out.get_mut(self.at..self.at + bytes.len()) {
            room.copy_from_slice(bytes);
        }
        self.at += bytes.len();
    }

    #[inline(always)]
    fn spaces(&mut self, count: usize) {
        // the widest hole is a whole row of missing bytes
        self.put([b' '; 64], count);
    }

    #[inline(always)]
    fn offset(&mut self, offset: u64, digits: usize) {
        let mut spread = [0; 16];
        for (two, byte) in spread
            .as_chunks_mut::<2>()
            .0
            .iter_mut()
            .zip(offset.to_be_bytes())
        {
            *two = PAIRS[usize::from(byte)];
        }
        let text = u128::from_le_bytes(spread) >> (8 * (16 - digits.min(16)) as u32 % 128);
        self.put(text.to_le_bytes(), digits);
    }
}

/// Two digits for each byte.
const PAIRS: [[u8; 2]; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
        byte += 1;
    }
    pairs
};

/// Glyphs, and their lengths in bytes.
fn glyphs(ascii: bool) -> Box<[([u8; 4], u8); 256]> {
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
struct Plain {
    layout: HexLayout,
    glyphs: Box<[([u8; 4], u8); 256]>,
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
    fn whole<const N: usize>(&self, out: &mut [u8; ROW], offset: u64, bytes: &[u8; N]) -> usize {
        let mut pen = Pen { out, at: 0 };
        pen.offset(offset, self.layout.digits);
        pen.spaces(2);
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

    fn part(&self, out: &mut [u8; ROW], offset: u64, skip: usize, bytes: &[u8]) -> usize {
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

/// Columns of the bytes from `from` to `to` of a row, the gap before byte 8
/// included.
fn missing(from: usize, to: usize) -> usize {
    3 * to.saturating_sub(from) + usize::from(from <= 8 && to > 8)
}

/// The parts of a coloured row that don't depend on its bytes.
struct Frame {
    layout: HexLayout,
    offset: Box<[u8]>,
    reset: &'static [u8],
}

impl Frame {
    fn new(layout: HexLayout, codes: &Codes) -> Frame {
        Frame {
            layout,
            offset: codes.start(Role::Offset).into(),
            reset: codes.reset(),
        }
    }
}

/// Enough bytes for a code and a glyph, shifted and stored at once.
trait Word: Copy {
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
struct Entry<T> {
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
struct Tables<T>(Box<[Entry<T>; 256]>);

impl<T: Word> Tables<T> {
    /// Gives nothing if some code is too long for the word.
    fn new(codes: &Codes, ascii: bool) -> Option<Tables<T>> {
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
struct Coloured<T> {
    line: Frame,
    tables: Tables<T>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::Theme;
    use pretty_assertions::assert_eq;

    fn painted(file: &[u8], options: &HexOptions, theme: Option<Theme>) -> String {
        let mut out = Vec::new();
        let mut ansi = Ansi::new(&mut out, theme);
        assert!(dump(file, options, &mut ansi).is_continue());
        ansi.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[track_caller]
    fn check(file: &[u8], options: &HexOptions, theme: Option<Theme>, expected: &[&str]) {
        let text = painted(file, options, theme);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    fn options(width: usize) -> HexOptions {
        HexOptions {
            width,
            ascii: false,
            full: false,
            range: None,
        }
    }

    #[test]
    fn plain() {
        let file = b"RLG327\0\0\0\0\0\0\x06\xb2\xff\xff\tab";
        check(
            file,
            &options(80),
            None,
            &[
                "00000000  52 4c 47 33 32 37 00 00  00 00 00 00 06 b2 ff ff  RLG327······•×××",
                "00000010  09 61 62                                          →ab",
            ],
        );
        check(
            file,
            &HexOptions {
                ascii: true,
                range: Some(14..17),
                ..options(80)
            },
            None,
            &[
                "00000000                                             ff ff                ..",
                "00000010  09                                                .",
            ],
        );
        check(
            file,
            &HexOptions {
                range: Some(3..15),
                ..options(44)
            },
            None,
            &[
                "00000000           33 32 37 00 00     327··",
                "00000008  00 00 00 00 06 b2 ff     ····•××",
            ],
        );
        check(
            &file[..10],
            &options(40),
            None,
            &["00000000  52 4c 47 33 32 37 00 00", "00000008  00 00"],
        );
    }

    #[test]
    fn folded() {
        let expected = [
            "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  ················",
            "*",
            "00000040",
        ];
        check(&[0; 64], &options(80), None, &expected);
    }

    #[test]
    fn coloured() {
        check(
            b"ab\0\0c",
            &options(44),
            Some(Theme::Dark),
            &[
                "\x1b[90m00000000  \x1b[36m61 62 \x1b[90m00 00 \x1b[36m63           ab\x1b[90m··\x1b[36mc\x1b[0m",
            ],
        );
        check(
            b"\xffa",
            &options(40),
            Some(Theme::Mono),
            &["\x1b[2m00000000  \x1b[0m\x1b[1mff \x1b[0m61\x1b[0m"],
        );
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let file: Vec<u8> = (0..=255).chain([0; 80]).chain(1..100).collect();
        for width in [20, 30, 40, 50, 80] {
            for range in [None, Some(5..100), Some(17..19)] {
                let options = HexOptions {
                    range,
                    ..options(width)
                };
                let plain = painted(&file, &options, None);
                for theme in Theme::ALL {
                    let coloured = painted(&file, &options, Some(theme));
                    let mut bare = String::new();
                    for piece in coloured.split('\x1b') {
                        bare.push_str(
                            piece
                                .strip_prefix('[')
                                .map_or(piece, |rest| rest.split_once('m').unwrap().1),
                        );
                    }
                    assert_eq!(bare, plain, "{theme:?} {options:?}");
                }
            }
        }
    }
}
