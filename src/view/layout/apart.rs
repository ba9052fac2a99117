//! For the styles that draw one run of bytes at a time: what lies elsewhere
//! becomes a block of its own.

use super::block::{Block, Len, Place, Row};
use super::pen::Pen;

/// Takes the rows that lie elsewhere out of their blocks.
pub(super) fn apart(pen: &Pen<'_>, blocks: Vec<Block>) -> Vec<Block> {
    let several = blocks.len() > 1 || blocks.iter().any(|it| it.rows.iter().any(is_elsewhere));
    let mut parts = Vec::new();
    let single = blocks.iter().filter(|it| it.main).count() == 1;
    // what the grammar says to be the end of the file
    let mut last = Vec::new();
    for mut block in blocks {
        let (elsewhere, rows): (Vec<Row>, Vec<Row>) =
            block.rows.into_iter().partition(is_elsewhere);
        block.rows = rows;
        if block.main && single && several && block.place.is_empty() {
            block.place = "at 0".into();
        }
        let is_empty = block.rows.is_empty() && block.note.is_empty() && block.like.is_none();
        let (main, offset) = (block.main, block.offset);
        if !is_empty {
            parts.push(block);
        }
        for row in elsewhere {
            // its type's block says where it lies
            if row.own_block && (row.each.is_none() || row.filled.is_some()) {
                continue;
            }
            let part = alone(pen, row, main, offset);
            if part.rows.iter().any(|row| row.last) {
                last.push(part);
            } else {
                parts.push(part);
            }
        }
    }
    parts.append(&mut last);
    // in a file they stand where they are
    if parts
        .iter()
        .any(|it| it.rows.iter().any(|row| row.filled.is_some()))
    {
        parts.sort_by_key(|it| it.offset);
    }
    parts
}

fn is_elsewhere(row: &Row) -> bool {
    matches!(row.place, Place::At(_))
}

/// A block of a single row.
fn alone(pen: &Pen<'_>, mut row: Row, main: bool, offset: u64) -> Block {
    let at = match &row.place {
        Place::At(Some(at)) => pen.amount(at),
        _ => None,
    };
    let mut place = match &at {
        Some(at) => format!("at {at}"),
        None => "elsewhere".into(),
    };
    if !row.rules.is_empty() && row.filled.is_none() {
        place.push_str(", ");
        place.push_str(&std::mem::take(&mut row.rules));
    }
    let size = match &row.len {
        Len::Bits(bits) => bits.div_ceil(8).to_string(),
        Len::Amount(amount) => pen.amount(amount).unwrap_or_default(),
        Len::End | Len::Unknown => String::new(),
    };
    if row.last && !size.is_empty() {
        place.push_str(&format!(", the last {size} bytes of the file"));
    }
    let start = row.filled.as_ref().map(|it| it.start);
    row.place = Place::Start {
        bits: start.unwrap_or(0).saturating_mul(8),
        after: None,
    };
    Block {
        name: row.name.clone(),
        place,
        size: if row.last { String::new() } else { size },
        // a place in another stream than the file has no order among blocks
        offset: start.filter(|_| main).unwrap_or(offset),
        rows: vec![row],
        ..Block::default()
    }
}
