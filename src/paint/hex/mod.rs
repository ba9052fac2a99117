//! The plain hexdump as bytes. Tables hold each byte's two digits and its glyph
//! with the codes of its colour before them; a row is copied together from them.

mod blocks;
mod coloured;
mod plain;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::ops::ControlFlow;

use super::Ansi;
use crate::view::hex::{HexLayout, HexOptions, HexRows, hex};
use blocks::{BLOCK, Block, SHARED, both};
use coloured::{Coloured, Frame, Long, Tables};
use plain::{Plain, glyphs};

/// No row is longer: 16 bytes, each with a code and three letters, in both
/// columns. A power of two, so that a place in a row is told by its low bits
/// and needs no test.
const ROW: usize = 1024;

/// What is stored at once is at most so long.
const STORE: usize = 64;

/// Room for a row.
type Room = [u8; ROW + STORE];

/// Writes the hexdump of a file.
pub fn dump<W: Write>(file: &[u8], options: &HexOptions, out: &mut Ansi<W>) -> ControlFlow<()> {
    let layout = HexLayout::of(file, options);
    let codes = out.codes();
    if codes.reset().is_empty() {
        let rows = Plain {
            layout,
            glyphs: glyphs(options.ascii),
        };
        return hex(file, layout, options, &mut Dump::new(rows, out));
    }
    let line = Frame::new(layout, codes);
    if let Some(tables) = Tables::<u64>::new(codes, options.ascii) {
        return hex(
            file,
            layout,
            options,
            &mut Dump::new(Coloured { line, tables }, out),
        );
    }
    if let Some(tables) = Tables::<u128>::new(codes, options.ascii) {
        return hex(
            file,
            layout,
            options,
            &mut Dump::new(Coloured { line, tables }, out),
        );
    }
    match Tables::<Long>::new(codes, options.ascii) {
        Some(tables) => hex(
            file,
            layout,
            options,
            &mut Dump::new(Coloured { line, tables }, out),
        ),
        None => ControlFlow::Continue(()),
    }
}

/// What makes the bytes of one row.
trait Rows: Sync {
    /// Writes a row of up to `per_row` bytes from the column `skip` on, and
    /// gives its length.
    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize;

    /// Writes a whole row.
    fn whole<const N: usize>(&self, out: &mut Room, offset: u64, bytes: &[u8; N]) -> usize;

    /// Shape of the rows.
    fn layout(&self) -> HexLayout;
}

struct Dump<'o, R, W: Write> {
    rows: R,
    block: Block,
    out: &'o mut Ansi<W>,
}

impl<'o, R: Rows, W: Write> Dump<'o, R, W> {
    fn new(rows: R, out: &'o mut Ansi<W>) -> Self {
        Dump {
            rows,
            block: Block::new(),
            out,
        }
    }

    fn bulk<const N: usize>(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()> {
        let (rows, _) = bytes.as_chunks::<N>();
        let blocks = (offset..).step_by(BLOCK * N).zip(rows.chunks(BLOCK));
        if rows.len() >= SHARED && both(&self.rows, blocks.clone(), &mut self.block, self.out)? {
            return ControlFlow::Continue(());
        }
        for (offset, rows) in blocks {
            self.block.fill(&self.rows, offset, rows);
            self.out.write(self.block.text())?;
        }
        ControlFlow::Continue(())
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
        self.block.part(&self.rows, offset, skip, bytes);
        self.out.write(self.block.text())
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
    out: &'b mut Room,
    at: usize,
}

impl Pen<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        const { assert!(N <= STORE) };
        let at = self.at & (ROW - 1);
        if let Some(to) = self
            .out
            .get_mut(at..)
            .and_then(|rest| rest.first_chunk_mut())
        {
            *to = bytes; // one store; a copy of slices can become a call
        }
        self.at += length;
    }

    #[inline(always)]
    fn spaces(&mut self, count: usize) {
        // the widest hole is a whole row of missing bytes
        self.put([b' '; STORE], count);
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

/// Columns of the bytes from `from` to `to` of a row, the gap before byte 8
/// included.
fn missing(from: usize, to: usize) -> usize {
    3 * to.saturating_sub(from) + usize::from(from <= 8 && to > 8)
}
