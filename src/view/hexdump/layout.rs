//! The columns of the annotated hexdump.

use std::collections::HashSet;

use crate::schema::{Attr, DataType, Repeat, TypeId};
use crate::text;
use crate::tree::{Shape, Tree};
use crate::view::facts::{Facts, is_hidden};
use crate::view::offsets::Offsets;
use crate::view::options::ViewOptions;

/// Columns before the offset: the section's bar and a space.
pub(super) const GUTTER: usize = 2;

/// Columns between name and value: for the mark of a finding.
pub(super) const MARK: usize = 2;

/// Columns that a decoded stream is indented by.
pub(super) const SHIFT: usize = 2;

/// Names get no more than so many columns if something else must be dropped for
/// their sake.
const NAMES: usize = 14;

/// Values get at least so many columns before the text column is dropped.
const VALUE: usize = 18;

/// Beside dense rows names get so many columns, …
const MARGIN: usize = 16;

/// … and more before a text column is worth its room.
const WIDE_MARGIN: usize = 40;

/// Where everything stands on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Columns of the whole line.
    pub(super) width: usize,
    /// How offsets are written.
    pub(super) offsets: Offsets,
    /// Bytes on a row: 16, 8 or 4.
    pub(super) per_row: usize,
    /// Whether there is a text column.
    pub(super) text: bool,
    /// Columns for names.
    pub(super) names: usize,
}

impl Layout {
    /// The widest layout that leaves room for names and values. Where there is
    /// not enough for all, names first get less room, then the text column goes,
    /// then half of the bytes, then both, then bytes again.
    pub(super) fn new(options: &ViewOptions<'_>, tree: &Tree<'_>, facts: &Facts<'_>) -> Layout {
        let width = options.width;
        let end = tree.file().len() as u64;
        let offsets = Offsets::new(options.base, end);
        let wanted = (names(tree, facts) + 1).clamp(10, 28);
        // sums stand at the right of values
        let (least, value) = if facts.has_running_sums() {
            (wanted.min(NAMES - 4), VALUE + 10)
        } else {
            (wanted.min(NAMES), VALUE)
        };
        let shapes = [(16, true), (16, false), (8, true), (8, false), (4, false)];
        let layouts = shapes.map(|(per_row, text)| Layout {
            width,
            offsets,
            per_row,
            text,
            names: least,
        });
        let fits = layouts
            .iter()
            .find(|layout| layout.value_column() + value <= width);
        let mut layout = *fits.unwrap_or(&layouts[4]);
        let pane = width.saturating_sub(layout.pane_column());
        layout.names = match pane.checked_sub(MARK + value) {
            Some(room) if room >= least => wanted.min(room),
            _ => wanted.min(pane / 2),
        };
        layout
    }

    /// The widest layout of rows that fields share.
    pub(super) fn dense(options: &ViewOptions<'_>, end: u64) -> Layout {
        let shapes = [(16, true), (16, false), (8, true), (8, false), (4, false)];
        let mut layouts = shapes.map(|(per_row, text)| Layout {
            width: options.width,
            offsets: Offsets::new(options.base, end),
            per_row,
            text,
            names: 0,
        });
        layouts.reverse();
        let fits = layouts.iter().rev().find(|layout| {
            let margin = if layout.text { WIDE_MARGIN } else { MARGIN };
            layout.pane_column() + margin <= options.width
        });
        *fits.unwrap_or(&layouts[0])
    }

    /// The same for a stream inside, which may need fewer digits.
    pub(super) fn for_stream(&self, end: u64) -> Layout {
        Layout {
            offsets: self.offsets.up_to(end),
            ..*self
        }
    }

    /// Where the first byte stands.
    pub(super) fn bytes_column(&self) -> usize {
        GUTTER + self.offsets.width() + 1
    }

    /// Where the text column stands, or would.
    pub(super) fn text_column(&self) -> usize {
        self.bytes_column() + 3 * self.per_row + 1
    }

    /// Where names stand.
    pub(super) fn pane_column(&self) -> usize {
        self.text_column() + if self.text { self.per_row + 2 } else { 0 }
    }

    /// Where values stand.
    pub(super) fn value_column(&self) -> usize {
        self.pane_column() + self.names + MARK
    }
}

/// The columns that names take, by the grammar: as wide as the longest name in
/// the levels that are seen first.
fn names(tree: &Tree<'_>, facts: &Facts<'_>) -> usize {
    let schema = tree.schema();
    // of the outermost fields it is known which there are
    let root = tree.root();
    let absent: HashSet<usize> = (0..schema.root_type().seq.len() as u64)
        .filter_map(|index| root.child(index))
        .filter(|child| child.shape() == Shape::Absent)
        .filter_map(|child| child.attr().map(|attr| std::ptr::from_ref(attr).addr()))
        .collect();
    let mut seen = HashSet::new();
    let mut widest = 0;
    let mut level = vec![schema.root];
    for depth in 0..4 {
        let mut inner = Vec::new();
        for id in level {
            if !seen.insert(id) {
                continue;
            }
            let ty = schema.ty(id);
            let positioned = ty
                .instances
                .iter()
                .filter(|i| i.value.is_none())
                .map(|i| &i.attr);
            for attr in ty
                .seq
                .iter()
                .chain(positioned)
                .filter(|attr| !is_hidden(attr))
                .filter(|attr| !absent.contains(&std::ptr::from_ref(*attr).addr()))
            {
                widest = widest.max(2 * depth + name_width(attr));
                let mut of_attr = Vec::new();
                types(&attr.data, &mut of_attr);
                let single = matches!(attr.repeat, Repeat::Once);
                let opened = |id: &TypeId| {
                    let (ty, facts) = (schema.ty(*id), facts.of(schema.ty(*id)));
                    single || !(facts.small || facts.textual && ty.to_string.is_some())
                };
                inner.extend(of_attr.into_iter().filter(opened));
            }
        }
        level = inner;
    }
    widest
}

fn name_width(attr: &Attr) -> usize {
    let index = if matches!(attr.repeat, Repeat::Once) {
        0
    } else {
        "[00]".len()
    };
    text::width(&attr.id) + index
}

fn types(data: &DataType, found: &mut Vec<TypeId>) {
    match data {
        DataType::User { ty, .. } => found.push(*ty),
        DataType::Switch {
            cases, fallback, ..
        } => {
            for case in cases {
                types(&case.data, found);
            }
            if let Some(data) = fallback {
                types(data, found);
            }
        }
        _ => {}
    }
}
