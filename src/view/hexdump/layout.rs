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

/// Names get no fewer before the text column is dropped.
const LEAST_NAMES: usize = 10;

/// Values get at least so many columns before the text column is dropped.
const VALUE: usize = 18;

/// Where fewer columns are left beside the bytes, names stand over them.
const BESIDE: usize = 26;

/// Bytes over which names stand leave so many columns for streams inside.
const SLACK: usize = 2;

/// Beside dense rows names get so many columns, …
const MARGIN: usize = 16;

/// … and more before a text column, or 32 bytes, are worth their room.
const WIDE_MARGIN: usize = 40;

/// Where everything stands on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Columns of the whole line.
    pub(super) width: usize,
    /// How offsets are written.
    pub(super) offsets: Offsets,
    /// Bytes on a row: 32, 16, 8, 4, 2 or 1.
    pub(super) per_row: usize,
    /// Whether there is a text column.
    pub(super) text: bool,
    /// Whether names stand over the bytes instead of beside them.
    pub(super) stacked: bool,
    /// Columns for names.
    pub(super) names: usize,
}

impl Layout {
    /// The widest layout that leaves room for names and values. Where there is
    /// not enough for all, names first get less room, then the text column goes,
    /// then half of the bytes, then both, then bytes again; at last names stand
    /// over their bytes.
    pub(super) fn new(options: &ViewOptions<'_>, tree: &Tree<'_>, facts: &Facts<'_>) -> Layout {
        let width = options.width;
        let end = tree.file().len() as u64;
        let offsets = Offsets::new(options.base, end);
        let wanted = (names(tree, facts) + 1).clamp(10, 28);
        // sums stand at the right of values
        let (most, value) = if facts.has_running_sums() {
            (LEAST_NAMES, VALUE + 10)
        } else {
            (NAMES, VALUE)
        };
        let shapes = [(16, true), (16, false), (8, true), (8, false), (4, false)];
        let layouts = shapes.map(|(per_row, text)| Layout {
            width,
            offsets,
            per_row,
            text,
            stacked: false,
            names: wanted.min(if text && per_row == 16 {
                LEAST_NAMES
            } else {
                most
            }),
        });
        let fits = layouts
            .iter()
            .find(|layout| layout.value_column() + value <= width);
        let mut layout = *fits.unwrap_or(&layouts[4]);
        if layout.pane_column() + BESIDE > width {
            layout = layout.stack();
        }
        let pane = width.saturating_sub(layout.pane_column());
        layout.names = match pane.checked_sub(MARK + value) {
            Some(room) if room >= layout.names => wanted.min(room),
            _ => wanted.min(pane / 2),
        };
        layout
    }

    /// The same with names over the bytes, and as many bytes as then fit.
    fn stack(self) -> Layout {
        let mut layout = Layout {
            per_row: 8,
            text: false,
            stacked: true,
            ..self
        };
        while layout.per_row > 1 && layout.bytes_end() + SLACK > layout.width {
            layout.per_row /= 2;
        }
        layout
    }

    /// The widest layout of rows that fields share: of 16 bytes from 76 columns
    /// on, of 32 where much room is left beside them.
    pub(super) fn dense(options: &ViewOptions<'_>, end: u64) -> Layout {
        let layout = |(per_row, text)| Layout {
            width: options.width,
            offsets: Offsets::new(options.base, end),
            per_row,
            text,
            stacked: false,
            names: 0,
        };
        let shapes = [32, 16, 8, 4].into_iter().flat_map(|per_row| {
            let text = [true, false]
                .into_iter()
                .filter(move |text| per_row > 4 || !text);
            text.map(move |text| (per_row, text))
        });
        let fits = shapes.map(layout).find(|layout| {
            let wide = layout.text || layout.per_row > 16;
            let margin = if wide { WIDE_MARGIN } else { MARGIN };
            layout.pane_column() + margin <= options.width
        });
        fits.unwrap_or_else(|| layout((4, false)).stack())
    }

    /// The same for a stream inside, which may need fewer digits, so deep inside
    /// of others.
    pub(super) fn for_stream(&self, end: u64, shift: usize) -> Layout {
        let mut layout = Layout {
            offsets: self.offsets.up_to(end),
            ..*self
        };
        while layout.stacked
            && layout.per_row > 1
            && layout.bytes_end() + SHIFT * shift > layout.width
        {
            layout.per_row /= 2;
        }
        layout
    }

    /// Columns left of names and values, where no bytes stand: for more about
    /// them.
    pub(super) fn beside(&self) -> usize {
        if self.stacked {
            0
        } else {
            self.pane_column() - GUTTER
        }
    }

    /// One past the column of the last byte.
    fn bytes_end(&self) -> usize {
        self.bytes_column() + 3 * self.per_row - 1
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
        if self.stacked {
            return GUTTER;
        }
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
