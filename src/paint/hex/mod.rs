//! The plain hexdump as bytes. Tables hold each byte's two digits and its glyph
//! with the codes of its colour before them; a row is copied together from them.

mod blocks;
mod coloured;
mod pen;
mod plain;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::ops::ControlFlow;

use super::Ansi;
use crate::view::hex::{HexLayout, HexOptions, HexRows, hex};
use blocks::{BLOCK, Block, SHARED, both};
use coloured::{Coloured, Frame, Tables};
use pen::Room;
use plain::Plain;

/// Writes the hexdump of a file.
pub fn dump<W: Write>(file: &[u8], options: &HexOptions, out: &mut Ansi<W>) -> ControlFlow<()> {
    let layout = HexLayout::of(file, options);
    let codes = out.codes();
    if codes.reset().is_empty() {
        let rows = Plain::new(layout, options.ascii);
        return hex(file, layout, options, &mut Dump::new(rows, out));
    }
    let line = Frame::new(layout, codes);
    // `\x1b[36m` and its like, codes of 256 colours, codes of 24 bits
    if let Some(tables) = Tables::<8>::new(codes, options.ascii) {
        return coloured(line, tables, file, options, out);
    }
    if let Some(tables) = Tables::<16>::new(codes, options.ascii) {
        return coloured(line, tables, file, options, out);
    }
    match Tables::<32>::new(codes, options.ascii) {
        Some(tables) => coloured(line, tables, file, options, out),
        None => ControlFlow::Continue(()),
    }
}

fn coloured<const W: usize, O: Write>(
    line: Frame,
    tables: Tables<W>,
    file: &[u8],
    options: &HexOptions,
    out: &mut Ansi<O>,
) -> ControlFlow<()> {
    let rows = Coloured { line, tables };
    hex(file, rows.layout(), options, &mut Dump::new(rows, out))
}

/// What makes the bytes of one row.
trait Rows: Sync {
    /// Writes a row of up to `per_row` bytes from the column `skip` on to the
    /// end of the room, and gives its length.
    fn part(&self, out: &mut Room, offset: u64, skip: usize, bytes: &[u8]) -> usize;

    /// Writes a whole row to the end of the room, and gives its length.
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
            4 => self.bulk::<4>(offset, bytes),
            _ => self.bulk::<2>(offset, bytes),
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
