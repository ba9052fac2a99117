//! The plain hexdump as lines, for painters that have no rows of their own.

use std::ops::ControlFlow;

use super::{HexLayout, HexOptions, HexRows, glyph, hex};
use crate::view::doc::{ByteClass, Line, Role, Sink};
use crate::view::mark::{Place, PlaceKind};

/// Hands the hexdump of a file to a sink.
pub fn hex_lines(file: &[u8], options: &HexOptions, sink: &mut dyn Sink) -> ControlFlow<()> {
    let layout = HexLayout::of(file, options);
    let mut lines = Lines {
        layout,
        ascii: options.ascii,
        line: Line::new(),
        sink,
    };
    hex(file, layout, options, &mut lines)
}

struct Lines<'s> {
    layout: HexLayout,
    ascii: bool,
    line: Line,
    sink: &'s mut dyn Sink,
}

impl Lines<'_> {
    /// Columns before byte `at` of a row.
    fn column(&self, at: usize) -> usize {
        self.layout.digits + 2 + 3 * at + usize::from(at >= 8)
    }
}

impl HexRows for Lines<'_> {
    fn rows(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()> {
        let per_row = self.layout.per_row;
        (offset..)
            .step_by(per_row)
            .zip(bytes.chunks(per_row))
            .try_for_each(|(offset, row)| self.part(offset, 0, row))
    }

    fn part(&mut self, offset: u64, skip: usize, bytes: &[u8]) -> ControlFlow<()> {
        let role = |byte: u8| Role::Byte(ByteClass::of(byte));
        self.line.clear();
        if let Some(places) = self.sink.places().filter(|_| !bytes.is_empty()) {
            let start = offset + skip as u64;
            self.line.set_mark(places.place(&Place {
                kind: PlaceKind::Row,
                path: "",
                ty: "",
                doc: "",
                bytes: Some(start..start + bytes.len() as u64),
                decoded: false,
                sample: &[],
            }));
        }
        self.line.hex(Role::Offset, offset, self.layout.digits);
        for (at, &byte) in (skip..).zip(bytes) {
            let column = self.column(at);
            self.line.pad_to(column);
            self.line.byte(role(byte), byte);
        }
        if self.layout.text && !bytes.is_empty() {
            let column = self.layout.width() - self.layout.per_row + skip;
            self.line.pad_to(column);
            for &byte in bytes {
                self.line.sign(role(byte), glyph(byte, self.ascii));
            }
        }
        self.sink.line(&self.line)
    }

    fn fold(&mut self) -> ControlFlow<()> {
        self.line.clear();
        self.line.push(Role::Plain, "*");
        self.sink.line(&self.line)
    }

    fn end(&mut self, offset: u64) -> ControlFlow<()> {
        self.part(offset, 0, &[])
    }
}
