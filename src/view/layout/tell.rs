//! Tells the sink, if it wants to know, which fields a diagram shows.

use std::ops::Range;

use super::block::{Block, Element, Place, Row};
use crate::view::doc::Sink;
use crate::view::mark::{self, Mark, PlaceKind, Places};

/// Gives a mark to each field, and to each element that is shown.
pub(super) fn tell(blocks: &mut [Block], sink: &mut dyn Sink) {
    let Some(places) = sink.places() else { return };
    for block in blocks {
        let main = block.main;
        for row in &mut block.rows {
            row.mark = field(places, row, main);
            let elements = row.filled.iter_mut().flat_map(|it| &mut it.elements);
            for element in elements {
                element.mark = part(places, element);
            }
        }
    }
}

/// Tells of a block, before its heading.
pub(super) fn block(block: &Block, places: &mut dyn Places) -> Mark {
    places.place(&mark::Place {
        kind: PlaceKind::Structure,
        path: &block.name,
        ty: "",
        doc: &block.doc,
        bytes: None,
        decoded: false,
        sample: &[],
    })
}

fn field(places: &mut dyn Places, row: &Row, main: bool) -> Mark {
    let sample = row.filled.as_ref().map(|it| it.bytes.head.as_slice());
    places.place(&mark::Place {
        kind: PlaceKind::Field,
        path: &row.name,
        ty: &row.short,
        doc: &row.doc,
        bytes: bytes(row, main),
        decoded: false,
        sample: sample.unwrap_or(&[]),
    })
}

/// The bytes of a field, where they are the same in every file.
fn bytes(row: &Row, main: bool) -> Option<Range<u64>> {
    if let Some(filled) = &row.filled {
        return Some(filled.start..filled.end);
    }
    match (&row.place, row.len.bits()) {
        (Place::Start { bits, after: None }, Some(len)) if main => {
            Some(bits / 8..bits.saturating_add(len).div_ceil(8))
        }
        _ => None,
    }
}

fn part(places: &mut dyn Places, element: &Element) -> Mark {
    places.place(&mark::Place {
        kind: PlaceKind::Part,
        path: &element.name,
        ty: "",
        doc: "",
        bytes: Some(element.start..element.end),
        decoded: false,
        sample: &element.bytes.head,
    })
}
