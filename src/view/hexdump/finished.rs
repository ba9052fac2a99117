//! Rows written as they are in the end: their bytes by what is known beforehand
//! of rows of their shape. They are those that the general way makes, which is
//! taken for every row that is not so simple.

use std::ops::ControlFlow;

use super::canvas::Ink;
use super::layout::SHIFT;
use super::named::Beside;
use super::stencil::form::{Cells, Left, roles};
use super::stencil::room::{Glyphs, Room, Text};
use crate::view::doc::{Direct, FIELD_COLOURS, Role, SECTION_COLOURS};

/// Rows are handed on when there is so much of them.
const FULL: usize = 32 << 10;

/// Room for a row beyond that.
const MOST_ROW: usize = 8 << 10;

/// Bytes of a row.
const MOST_BYTES: usize = 16;

/// So many rows are made the general way first: fewer are not worth forms.
const FIRST: u32 = 24;

/// Rows that are finished but not handed on yet, and what they are made of.
pub(super) struct Finished {
    glyphs: Option<Box<Glyphs>>,
    ascii: bool,
    /// By ink, bar, column of the first byte and number of bytes, in turn.
    forms: Vec<Option<Box<Form>>>,
    /// What all forms are made for.
    made_for: Option<(usize, usize)>,
    rows: Vec<u8>,
    /// Bytes of finished rows.
    at: usize,
    beside: Vec<u8>,
    /// How rows without bytes begin: without an offset, and with one.
    starts: [Option<Start>; 2],
    /// Rows that were asked for, up to [`FIRST`].
    asked: u32,
}

/// All rows of one shape.
struct Form {
    cells: Cells,
    /// What ends the row, by whether the last byte is zero.
    end: [Text; 2],
    roles: [Role; 2],
    /// Columns up to the last byte or letter.
    width: usize,
    most: usize,
}

impl Finished {
    pub(super) fn new(ascii: bool) -> Finished {
        Finished {
            glyphs: None,
            ascii,
            forms: Vec::new(),
            made_for: None,
            rows: Vec::new(),
            at: 0,
            beside: Vec::new(),
            starts: [None, None],
            asked: 0,
        }
    }

    /// Whether rows should be handed on.
    pub(super) fn is_full(&self) -> bool {
        self.at >= FULL
    }

    /// Hands on what is finished.
    pub(super) fn hand_on(&mut self, direct: &mut dyn Direct) -> ControlFlow<()> {
        if self.at == 0 {
            return ControlFlow::Continue(());
        }
        let rows = self.rows.get(..self.at).unwrap_or(&[]);
        self.at = 0;
        direct.lines(rows)
    }

    /// Adds the row of some bytes, with what stands beside them. Gives whether
    /// it did: else nothing is added.
    pub(super) fn row(
        &mut self,
        direct: &dyn Direct,
        left: &Left,
        ink: Ink,
        bytes: (u64, &[u8]),
        beside: Beside<'_>,
    ) -> bool {
        if self.asked < FIRST {
            self.asked += 1;
            return false;
        }
        self.add(direct, left, ink, bytes, beside).is_some()
    }

    fn add(
        &mut self,
        direct: &dyn Direct,
        left: &Left,
        ink: Ink,
        (offset, bytes): (u64, &[u8]),
        beside: Beside<'_>,
    ) -> Option<()> {
        let layout = &left.layout;
        let column = layout.pane_column() + SHIFT * left.shift;
        let alone = beside.is_empty();
        if column + beside.width() > layout.width || beside.ends_blank() {
            return None;
        }
        // spaces at the end are left out
        if alone && layout.text && bytes.last() == Some(&b' ') {
            return None;
        }
        let roles = match ink {
            Ink::Field(colour) => roles(colour),
            Ink::Gap => [Role::Gap; 2],
            Ink::Stripes { .. } => return None,
        };
        self.prepare(left);
        let skip = (offset % layout.per_row as u64) as usize;
        let form = self.forms.get_mut(number(left, ink, skip, bytes.len())?)?;
        let form =
            form.get_or_insert_with(|| Box::new(Form::new(direct, left, roles, skip, bytes.len())));
        if form.most > MOST_ROW / 2 {
            return None;
        }
        let mut room = Room::new(self.rows.get_mut(self.at..)?);
        let glyphs = self.glyphs.as_ref()?;
        let last = form.cells.write(&mut room, offset, bytes, glyphs)?;
        if alone {
            room.text(form.end.get(last)?);
        } else {
            self.beside.clear();
            let out = &mut self.beside;
            let open = *form.roles.get(last)?;
            let open = direct.begin(open, Role::Plain, beside.begins_blank(), out);
            out.resize(out.len() + column.checked_sub(form.width)?, b' ');
            beside.write(direct, open, out);
            if out.len() > MOST_ROW / 2 {
                return None;
            }
            room.bytes(out);
        }
        self.at += room.len();
        Some(())
    }

    /// Adds a row without bytes: an offset, where there is one, and what stands
    /// beside it. Gives whether it did.
    pub(super) fn bare(
        &mut self,
        direct: &dyn Direct,
        left: &Left,
        offset: Option<u64>,
        beside: Beside<'_>,
    ) -> bool {
        let layout = &left.layout;
        let column = layout.pane_column() + SHIFT * left.shift;
        let simple = !beside.is_empty() && !beside.ends_blank();
        if !simple || column + beside.width() > layout.width {
            return false;
        }
        let made = &mut self.starts[usize::from(offset.is_some())];
        let known = made.take().filter(|start| start.made_for(left));
        let start =
            made.insert(known.unwrap_or_else(|| Start::new(direct, left, offset.is_some())));
        let out = &mut self.beside;
        out.clear();
        out.extend_from_slice(&start.text);
        let (mut open, mut width) = (start.open, start.width);
        if let Some(offset) = offset {
            let mut digits = [0; 16];
            let mut room = Room::new(&mut digits);
            room.offset(offset, layout.offsets.digits);
            let len = room.len();
            out.extend_from_slice(&digits[..len]);
            width += len;
        }
        open = direct.begin(open, Role::Plain, beside.begins_blank(), out);
        out.resize(out.len() + column.saturating_sub(width), b' ');
        beside.write(direct, open, out);
        if self.rows.len() < self.at + out.len() {
            self.rows.resize(self.at + out.len(), 0);
        }
        let mut room = Room::new(self.rows.get_mut(self.at..).unwrap_or_default());
        room.bytes(out);
        self.at += room.len();
        true
    }

    /// Makes room, and drops forms that are made for another stream.
    fn prepare(&mut self, left: &Left) {
        let made_for = Some((left.shift, left.layout.offsets.digits));
        if self.made_for != made_for {
            self.made_for = made_for;
            self.forms.clear();
        }
        if self.forms.is_empty() {
            self.forms
                .resize_with(INKS * BARS * MOST_BYTES * MOST_BYTES, || None);
        }
        if self.glyphs.is_none() {
            self.rows.resize(FULL + MOST_ROW, 0);
            self.glyphs = Some(Box::new(Glyphs::new(self.ascii)));
        }
    }
}

const INKS: usize = FIELD_COLOURS as usize + 1;
const BARS: usize = SECTION_COLOURS as usize + 1;

/// The number of a form.
fn number(left: &Left, ink: Ink, skip: usize, count: usize) -> Option<usize> {
    let ink = match ink {
        Ink::Field(colour) => usize::from(colour % FIELD_COLOURS),
        _ => INKS - 1,
    };
    let bar = left
        .bar
        .map_or(BARS - 1, |colour| usize::from(colour % SECTION_COLOURS));
    let fits = skip < MOST_BYTES && (1..=MOST_BYTES).contains(&count);
    fits.then(|| ((ink * BARS + bar) * MOST_BYTES + skip) * MOST_BYTES + count - 1)
}

/// What stands before the offset of a row without bytes.
struct Start {
    bar: Option<u8>,
    shift: usize,
    text: Vec<u8>,
    /// What is open after it.
    open: Role,
    /// Columns that it takes.
    width: usize,
}

impl Start {
    fn new(direct: &dyn Direct, left: &Left, offset: bool) -> Start {
        let mut start = Start {
            bar: left.bar,
            shift: left.shift,
            text: Vec::new(),
            open: Role::Plain,
            width: 0,
        };
        let mut spaces = 2;
        if let Some(colour) = left.bar {
            start.open = direct.begin(start.open, Role::Section(colour), false, &mut start.text);
            start.text.extend_from_slice(left.signs.bar.as_bytes());
            (start.width, spaces) = (1, 1);
        }
        for _ in 0..left.shift {
            start.sign(direct, Role::Punctuation, left.signs.nest, spaces);
            start.width += 1;
            spaces = SHIFT - 1;
        }
        if offset {
            start.sign(direct, Role::Offset, "", spaces);
        }
        start
    }

    /// Adds a sign after so many spaces.
    fn sign(&mut self, direct: &dyn Direct, role: Role, sign: &str, spaces: usize) {
        let out = &mut self.text;
        self.open = direct.begin(self.open, Role::Plain, true, out);
        out.resize(out.len() + spaces, b' ');
        self.open = direct.begin(self.open, role, false, out);
        out.extend_from_slice(sign.as_bytes());
        self.width += spaces;
    }

    fn made_for(&self, left: &Left) -> bool {
        (self.bar, self.shift) == (left.bar, left.shift)
    }
}

impl Form {
    fn new(direct: &dyn Direct, left: &Left, roles: [Role; 2], skip: usize, count: usize) -> Form {
        let cells = Cells::new(direct, left, roles, (skip, count));
        let end = roles.map(|role| {
            let mut text = Vec::new();
            direct.end(role, &mut text);
            Text::new(&text)
        });
        let layout = &left.layout;
        let width = if layout.text {
            layout.text_column() + skip + count
        } else {
            layout.bytes_column() + 3 * (skip + count) - 1
        };
        Form {
            most: cells.most(),
            cells,
            end,
            roles,
            width: width + SHIFT * left.shift,
        }
    }
}
