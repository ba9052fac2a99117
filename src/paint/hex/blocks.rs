//! Blocks of rows, made before they are written: of a long dump on two threads.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use super::Rows;
use super::pen::{ROW, STORE};
use crate::paint::Ansi;

/// Rows of a block.
pub(super) const BLOCK: usize = 512;
/// Rows for which a second thread pays.
pub(super) const SHARED: usize = 32 * BLOCK;
/// Blocks that the second thread may be ahead.
const AHEAD: usize = 4;

/// Room for a block, and the text at its end.
pub(super) struct Block {
    room: Box<[u8]>,
    start: usize,
}

impl Block {
    /// Takes memory only where it is filled.
    pub(super) fn new() -> Block {
        let room = vec![0; BLOCK * ROW + STORE].into_boxed_slice();
        Block {
            start: room.len(),
            room,
        }
    }

    /// Fills it with up to [`BLOCK`] whole rows; the first stands at `offset`.
    pub(super) fn fill<const N: usize>(&mut self, by: &impl Rows, offset: u64, rows: &[[u8; N]]) {
        self.start = self.room.len();
        for (i, row) in rows.iter().enumerate().rev() {
            let before = self.room.get_mut(..self.start);
            let Some(room) = before.and_then(|before| before.last_chunk_mut()) else {
                return; // there is room for the longest rows
            };
            self.start -= by.whole(room, offset + (i * N) as u64, row);
        }
    }

    /// Fills it with a part of a row.
    pub(super) fn part(&mut self, by: &impl Rows, offset: u64, skip: usize, bytes: &[u8]) {
        self.start = self.room.len();
        if let Some(room) = self.room.last_chunk_mut() {
            self.start -= by.part(room, offset, skip, bytes);
        }
    }

    /// What it was filled with.
    pub(super) fn text(&self) -> &[u8] {
        self.room.get(self.start..).unwrap_or(&[])
    }
}

/// Writes blocks, each with its offset. Another thread makes every
/// second one. Gives false, and has written nothing, if there is no second
/// processor or no thread to be had.
pub(super) fn both<'b, R: Rows, W: Write, const N: usize>(
    by: &R,
    blocks: impl Iterator<Item = (u64, &'b [[u8; N]])> + Clone + Send,
    own: &mut Block,
    out: &mut Ansi<W>,
) -> ControlFlow<(), bool> {
    if thread::available_parallelism().map_or(1, usize::from) < 2 {
        return ControlFlow::Continue(false);
    }
    thread::scope(|scope| {
        let (filled, to_write) = sync_channel::<Block>(AHEAD);
        let (written, to_fill) = channel::<Block>();
        let theirs = blocks.clone().skip(1).step_by(2);
        let work = move || {
            for (n, (offset, rows)) in theirs.enumerate() {
                let block = if n < AHEAD {
                    Some(Block::new())
                } else {
                    to_fill.recv().ok()
                };
                let Some(mut block) = block else { return };
                block.fill(by, offset, rows);
                if filled.send(block).is_err() {
                    return; // nobody reads what is written
                }
            }
        };
        if thread::Builder::new().spawn_scoped(scope, work).is_err() {
            return ControlFlow::Continue(false);
        }
        for (i, (offset, rows)) in blocks.enumerate() {
            if i % 2 == 0 {
                own.fill(by, offset, rows);
                out.write(own.text())?;
            } else if let Ok(block) = to_write.recv() {
                out.write(block.text())?;
                let _ = written.send(block); // it may be done
            }
        }
        ControlFlow::Continue(true)
    })
}
