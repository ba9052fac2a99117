//! What is the same on all rows of one shape, as it is written: the bar, the
//! styles, the spaces between. Of a byte it is known beforehand whether it is
//! zero or not; what stands between two is found for each of the four cases.

use super::Place;
use super::room::{Glyphs, Room, Text};
use super::value::{Piece, Value};
use crate::view::doc::{Direct, Line, Role};
use crate::view::hexdump::layout::{Layout, MARK, SHIFT};
use crate::view::options::Signs;

/// Puts known text together.
struct Pen<'p> {
    direct: &'p dyn Direct,
    open: Role,
    text: Vec<u8>,
}

impl<'p> Pen<'p> {
    fn new(direct: &'p dyn Direct, open: Role) -> Pen<'p> {
        Pen {
            direct,
            open,
            text: Vec::new(),
        }
    }

    /// Starts a piece that is not of spaces alone.
    fn start(&mut self, role: Role) {
        self.open = self.direct.begin(self.open, role, false, &mut self.text);
    }

    /// Adds a whole piece.
    fn add(&mut self, role: Role, text: &str) {
        if text.is_empty() {
            return;
        }
        let blank = text.bytes().all(|byte| byte == b' ');
        self.open = self.direct.begin(self.open, role, blank, &mut self.text);
        self.text.extend_from_slice(text.as_bytes());
    }

    fn spaces(&mut self, count: usize) {
        self.add(Role::Plain, &" ".repeat(count));
    }

    fn take(&mut self) -> Text {
        let text = Text::new(&self.text);
        self.text.clear();
        text
    }
}

/// What stands before the bytes of a row.
#[derive(Debug, Clone, Copy)]
pub(in crate::view::hexdump) struct Left {
    pub(in crate::view::hexdump) layout: Layout,
    pub(in crate::view::hexdump) signs: &'static Signs,
    /// Colour of the section's bar.
    pub(in crate::view::hexdump) bar: Option<u8>,
    /// Decoded streams that the row is in.
    pub(in crate::view::hexdump) shift: usize,
}

/// The bytes of one row: offset, hexadecimal and text.
pub(in crate::view::hexdump) struct Cells {
    digits: usize,
    /// Up to the offset.
    head: Text,
    /// From the offset to the first byte, by whether that is zero.
    first: [Text; 2],
    /// From a byte to the next, by whether they are zero.
    next: [[Text; 2]; 2],
    letters: Option<Letters>,
}

/// The text column.
struct Letters {
    /// From the last byte to the first letter.
    first: [[Text; 2]; 2],
    /// From a letter to the next.
    next: [[Text; 2]; 2],
    /// Whether a space that begins a piece may look other than a letter does: at
    /// the first one, by whether the last byte is zero, and after a zero.
    delicate: [bool; 2],
    delicate_next: bool,
}

/// A square of texts, by whether the byte before and the byte after are zero.
fn square(make: impl Fn(usize, usize) -> Text) -> [[Text; 2]; 2] {
    std::array::from_fn(|from| std::array::from_fn(|to| make(from, to)))
}

/// The roles of a field's bytes: others, zeros.
pub(in crate::view::hexdump) fn roles(colour: u8) -> [Role; 2] {
    [Role::Field(colour), Role::FieldNull(colour)]
}

impl Cells {
    /// The row of `count` bytes from column `skip` on.
    pub(in crate::view::hexdump) fn new(
        direct: &dyn Direct,
        left: &Left,
        roles: [Role; 2],
        (skip, count): (usize, usize),
    ) -> Cells {
        let layout = left.layout;
        let mut pen = Pen::new(direct, Role::Plain);
        match left.bar {
            Some(colour) => {
                pen.add(Role::Section(colour), left.signs.bar);
                pen.spaces(1);
            }
            None => pen.spaces(2),
        }
        for _ in 0..left.shift {
            pen.add(Role::Punctuation, left.signs.nest);
            pen.spaces(SHIFT - 1);
        }
        pen.start(Role::Offset);
        let head = pen.take();
        let after_offset = pen.open;
        let first = std::array::from_fn(|to| {
            let mut pen = Pen::new(direct, after_offset);
            pen.spaces(1 + 3 * skip);
            pen.start(roles[to]);
            pen.take()
        });
        let next = square(|from, to| {
            let mut pen = Pen::new(direct, roles[from]);
            pen.spaces(1);
            pen.start(roles[to]);
            pen.take()
        });
        let gap = layout.text_column() + skip - (layout.bytes_column() + 3 * (skip + count)) + 1;
        let letters = layout.text.then(|| {
            let to_letters = |from: usize, to: usize, blank: bool| {
                let mut pen = Pen::new(direct, roles[from]);
                pen.spaces(gap);
                pen.open = direct.begin(pen.open, roles[to], blank, &mut pen.text);
                pen.take()
            };
            let to_next = |from: usize, to: usize, blank: bool| {
                let mut pen = Pen::new(direct, roles[from]);
                pen.open = direct.begin(pen.open, roles[to], blank, &mut pen.text);
                pen.take()
            };
            Letters {
                first: square(|from, to| to_letters(from, to, false)),
                next: square(|from, to| to_next(from, to, false)),
                delicate: [0, 1].map(|from| {
                    to_letters(from, 0, false).len() != to_letters(from, 0, true).len()
                }),
                delicate_next: to_next(1, 0, false).len() != to_next(1, 0, true).len(),
            }
        });
        Cells {
            digits: layout.offsets.digits,
            head,
            first,
            next,
            letters,
        }
    }

    /// Writes the row; gives whether its last byte is zero. `None` if it is not
    /// so simple.
    #[inline]
    pub(in crate::view::hexdump) fn write(
        &self,
        room: &mut Room<'_>,
        offset: u64,
        bytes: &[u8],
        glyphs: &Glyphs,
    ) -> Option<usize> {
        let (&byte, rest) = bytes.split_first()?;
        let first = usize::from(byte == 0);
        let mut last = first;
        room.text(&self.head);
        room.offset(offset, self.digits);
        room.text(&self.first[first]);
        room.hex(byte);
        for &byte in rest {
            let now = usize::from(byte == 0);
            room.text(&self.next[last][now]);
            room.hex(byte);
            last = now;
        }
        let Some(letters) = &self.letters else {
            return Some(last);
        };
        room.text(&letters.first[last][first]);
        room.glyph(glyphs, byte);
        let mut refused = byte == b' ' && letters.delicate[last];
        last = first;
        for &byte in rest {
            let now = usize::from(byte == 0);
            refused |= letters.delicate_next && byte == b' ' && last == 1;
            room.text(&letters.next[last][now]);
            room.glyph(glyphs, byte);
            last = now;
        }
        (!refused).then_some(last)
    }

    /// Bytes that the row takes at most.
    pub(in crate::view::hexdump) fn most(&self) -> usize {
        let longest = |texts: &[[Text; 2]; 2]| texts.iter().flatten().map(Text::len).max();
        let letters = self.letters.as_ref();
        let per_byte = longest(&self.next).unwrap_or(0)
            + letters
                .and_then(|letters| longest(&letters.next))
                .unwrap_or(0)
            + 8;
        let first = self.first.iter().map(Text::len).max().unwrap_or(0);
        let gap = letters.and_then(|letters| longest(&letters.first));
        self.head.len() + 16 + first + gap.unwrap_or(0) + 16 * per_byte
    }
}

/// A row of bytes alone, which goes on with those of the row before.
pub(super) struct Rest {
    cells: Cells,
    /// What ends the row, by whether the last byte is zero.
    end: [Text; 2],
    pub(super) most: usize,
}

impl Rest {
    pub(super) fn new(direct: &dyn Direct, place: &Place, colour: u8, count: usize) -> Rest {
        let cells = Cells::new(direct, &place.left, roles(colour), (0, count));
        let end = roles(colour).map(|role| {
            let mut pen = Pen::new(direct, role);
            direct.end(role, &mut pen.text);
            pen.take()
        });
        Rest {
            most: cells.most() + end[0].len().max(end[1].len()),
            cells,
            end,
        }
    }

    pub(super) fn write(
        &self,
        room: &mut Room<'_>,
        offset: u64,
        bytes: &[u8],
        glyphs: &Glyphs,
    ) -> Option<()> {
        // spaces at the end are left out
        if self.cells.letters.is_some() && bytes.last() == Some(&b' ') {
            return None;
        }
        let last = self.cells.write(room, offset, bytes, glyphs)?;
        room.text(&self.end[last]);
        Some(())
    }
}

/// A row that begins an element: bytes, name and value.
pub(super) struct First {
    cells: Cells,
    /// From the last byte to the index, by whether that byte is zero.
    to_index: [Text; 2],
    /// From the index to the first number of the value.
    after_index: Text,
    /// From the index to the value.
    to_value: Text,
    /// What is open there.
    open: Role,
    /// What stands after each number; at the last one's the row ends.
    between: Vec<Text>,
    /// Columns that the value may take.
    room: usize,
    /// Columns that it takes without its numbers.
    fixed: usize,
    pub(super) most: usize,
}

impl First {
    /// The row of `count` bytes from column `skip` on, for indices of so many
    /// digits.
    pub(super) fn new(
        direct: &dyn Direct,
        place: &Place,
        value: &Value<'_>,
        colour: u8,
        (skip, count): (usize, usize),
        index_digits: usize,
    ) -> Option<First> {
        let layout = place.left.layout;
        let cells = Cells::new(direct, &place.left, roles(colour), (skip, count));
        let column = if layout.text {
            layout.text_column() + skip + count
        } else {
            layout.bytes_column() + 3 * (skip + count) - 1
        };
        let mut name = Line::new();
        name.untrusted(Role::Field(colour), &place.name);
        name.push(Role::Field(colour), "[");
        let indent = place.indent;
        let to_index = roles(colour).map(|role| {
            let mut pen = Pen::new(direct, role);
            pen.spaces(layout.pane_column() - column + indent);
            pen.add(Role::Field(colour), name.text());
            pen.take()
        });
        let width = indent + name.width() + index_digits + 1;
        let padding = if width > layout.names {
            1
        } else {
            layout.names - width
        } + MARK;
        let room = place.pane.checked_sub(width + padding)?;
        let mut pen = Pen::new(direct, Role::Field(colour));
        pen.text.push(b']');
        pen.spaces(padding);
        let (to_value, open) = (Text::new(&pen.text), pen.open);
        let mut after_index = None;
        let mut between = Vec::new();
        let mut fixed = 0;
        if let Value::Pieces(pieces) = value {
            let mut before = None;
            for piece in pieces {
                let (Piece::Text(role, _) | Piece::Number(role, ..)) = piece;
                match piece {
                    // a piece of one role is looked at as a whole
                    Piece::Text(_, text)
                        if before != Some(*role) && !is_followed(pieces, piece) =>
                    {
                        pen.add(*role, text);
                    }
                    Piece::Text(_, text) => {
                        pen.start(*role);
                        pen.text.extend_from_slice(text.as_bytes());
                    }
                    Piece::Number(..) => pen.start(*role),
                }
                before = Some(*role);
                match piece {
                    Piece::Text(_, text) => fixed += text.len(),
                    Piece::Number(..) if after_index.is_none() => after_index = Some(pen.take()),
                    Piece::Number(..) => between.push(pen.take()),
                }
            }
            direct.end(pen.open, &mut pen.text);
            between.push(pen.take());
        } else {
            after_index = Some(pen.take());
        }
        let after_index = after_index?;
        let known: usize = between.iter().map(Text::len).sum();
        let most = cells.most()
            + to_index[0].len().max(to_index[1].len())
            + after_index.len()
            + known
            + 64 * (between.len() + 1);
        Some(First {
            cells,
            to_index,
            after_index,
            to_value,
            open,
            between,
            room,
            fixed,
            most,
        })
    }

    /// Writes the row up to its index. `None` if it is not so simple.
    #[inline]
    fn begin(
        &self,
        room: &mut Room<'_>,
        offset: u64,
        bytes: &[u8],
        index: &[u8],
        glyphs: &Glyphs,
    ) -> Option<()> {
        let last = self.cells.write(room, offset, bytes, glyphs)?;
        room.text(&self.to_index[last]);
        room.bytes(index);
        Some(())
    }

    /// Writes the row; `bytes` are those on it, `element` all of the element.
    /// `None` if the value takes more room than there is.
    #[inline]
    pub(super) fn write(
        &self,
        room: &mut Room<'_>,
        offset: u64,
        (bytes, element): (&[u8], &[u8]),
        index: &[u8],
        glyphs: &Glyphs,
        pieces: &[Piece],
    ) -> Option<()> {
        self.begin(room, offset, bytes, index, glyphs)?;
        room.text(&self.after_index);
        let mut between = self.between.iter();
        let mut width = self.fixed;
        for piece in pieces {
            if let Piece::Number(_, number, digits) = piece {
                width += room.number(number.value(element)?, *digits);
                room.text(between.next()?);
            }
        }
        (width <= self.room).then_some(())
    }

    /// Writes the row with a value that is a line, cut to its room.
    pub(super) fn write_line(
        &self,
        room: &mut Room<'_>,
        offset: u64,
        bytes: &[u8],
        index: &[u8],
        glyphs: &Glyphs,
        (value, direct, end): (&Line, &dyn Direct, &mut Vec<u8>),
    ) -> Option<()> {
        if value.is_empty() || value.text().ends_with(' ') || value.width() > self.room {
            return None;
        }
        self.begin(room, offset, bytes, index, glyphs)?;
        room.text(&self.to_value);
        end.clear();
        direct.rest(self.open, value, end);
        if end.len() > super::MOST_ROW {
            return None;
        }
        room.bytes(end);
        Some(())
    }
}

/// Whether the next piece is of the same role.
fn is_followed(pieces: &[Piece], piece: &Piece) -> bool {
    let at = pieces.iter().position(|other| std::ptr::eq(other, piece));
    let role = |piece: &Piece| {
        let (Piece::Text(role, _) | Piece::Number(role, ..)) = piece;
        *role
    };
    at.and_then(|at| pieces.get(at + 1))
        .is_some_and(|next| role(next) == role(piece))
}
