//! Which field each bit of a row belongs to.

use std::collections::BTreeMap;

use super::block::{Block, Len, Place};

/// A field with more rows than this is drawn with a gap.
const WHOLE: u64 = 3;

/// One row of bits.
#[derive(Debug, Clone)]
pub(super) struct GridRow {
    /// The field of each bit, by its index in the block; `None` where there is
    /// none.
    pub(super) bits: Vec<Option<usize>>,
    /// Whether it stands for several rows, or for any number of them.
    pub(super) broken: bool,
    /// What stands beside it: the offset of its first byte.
    pub(super) offset: String,
}

/// The rows of a block, `width` bits each.
pub(super) fn grid(block: &Block, width: u64) -> Vec<GridRow> {
    let mut rows = Vec::new();
    let mut behind: Option<&str> = None;
    let mut group = Group::new(width, origin(block), false);
    for (index, row) in block.rows.iter().enumerate() {
        let Place::Start { bits, after } = &row.place else {
            continue;
        };
        if after.as_deref() != behind {
            group.flush(&mut rows);
            behind = after.as_deref();
            group = Group::new(width, 0, behind.is_some());
        }
        let start = bits.saturating_sub(group.origin);
        match row.len {
            Len::Bits(0) => {}
            Len::Bits(len) if row.bit_field == Some(true) => group.add_low_first(index, start, len),
            Len::Bits(len) => group.add(index, start, start.saturating_add(len)),
            Len::Amount(_) | Len::End | Len::Unknown => group.add_variable(index, start),
        }
    }
    group.flush(&mut rows);
    rows
}

/// The bit that rows are counted from.
fn origin(block: &Block) -> u64 {
    let first = block
        .rows
        .first()
        .map(|row| (&row.place, row.filled.is_some()));
    match first {
        Some((Place::Start { bits, .. }, true)) => bits / 8 * 8,
        _ => 0,
    }
}

/// Rows that follow one another, counted from one place.
struct Group {
    width: u64,
    origin: u64,
    relative: bool,
    rows: BTreeMap<u64, GridRow>,
}

impl Group {
    fn new(width: u64, origin: u64, relative: bool) -> Group {
        Group {
            width: width.max(8),
            origin,
            relative,
            rows: BTreeMap::new(),
        }
    }

    fn row(&mut self, at: u64) -> &mut GridRow {
        let width = usize::try_from(self.width).unwrap_or(8);
        self.rows.entry(at).or_insert_with(|| GridRow {
            bits: vec![None; width],
            broken: false,
            offset: String::new(),
        })
    }

    /// Marks bits of one row, the end exclusive.
    fn mark(&mut self, index: usize, row: u64, from: u64, to: u64) {
        let (from, to) = (from as usize, to as usize);
        for bit in self.row(row).bits.iter_mut().take(to).skip(from) {
            *bit = Some(index);
        }
    }

    /// Adds a field, the end exclusive; of a long one, the rows in the middle
    /// become one.
    fn add(&mut self, index: usize, start: u64, end: u64) {
        let (first, last) = (start / self.width, end.saturating_sub(1) / self.width);
        let long = last - first > WHOLE;
        let mut row = first;
        loop {
            let base = row.saturating_mul(self.width);
            let from = start.saturating_sub(base).min(self.width);
            let to = end.saturating_sub(base).min(self.width);
            self.mark(index, row, from, to);
            if row == last {
                break;
            }
            row += 1;
            if long && row == first + 1 {
                let all = self.width;
                self.mark(index, row, 0, all);
                self.row(row).broken = true;
                row = last;
            }
        }
    }

    /// Adds a bit field that is counted from the low bit of each byte.
    fn add_low_first(&mut self, index: usize, start: u64, len: u64) {
        let end = start.saturating_add(len.min(64));
        for bit in start..end {
            // the low bit of a byte is drawn last
            let drawn = bit / 8 * 8 + 7 - bit % 8;
            self.mark(
                index,
                drawn / self.width,
                drawn % self.width,
                drawn % self.width + 1,
            );
        }
    }

    /// Adds a field of any size: the rest of its row, then a broken row.
    fn add_variable(&mut self, index: usize, start: u64) {
        let (row, from) = (start / self.width, start % self.width);
        let all = self.width;
        let mut broken = row;
        if from > 0 {
            self.mark(index, row, from, all);
            broken += 1;
        }
        self.mark(index, broken, 0, all);
        self.row(broken).broken = true;
    }

    fn flush(&mut self, rows: &mut Vec<GridRow>) {
        let bytes = self.width / 8;
        let mut first = true;
        for (at, mut row) in std::mem::take(&mut self.rows) {
            let offset = (self.origin / 8).saturating_add(at.saturating_mul(bytes));
            row.offset = match (row.broken, self.relative) {
                (true, _) if !first => String::new(),
                (_, true) => format!("+{offset}"),
                (_, false) => offset.to_string(),
            };
            first = false;
            rows.push(row);
        }
    }
}
