//! The lines of the tree: their columns, and one line for a field.

use std::ops::ControlFlow;

use super::Outline;
use crate::decode::{BufferId, Span};
use crate::tree::{Finding, Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::finding;
use crate::view::kind::kind;
use crate::view::layout::wrap::{Breaker, begins_with_text};
use crate::view::number;
use crate::view::offsets::Offsets;
use crate::view::reason::explain;

/// Columns of the size.
const SIZE: usize = 9;

/// From so many columns on sizes and types are shown, …
const WITH_SIZES: usize = 68;

/// … and from so many offsets.
const WITH_OFFSETS: usize = 32;

/// Columns of the sign of a finding before the value.
const SIGN: usize = 2;

/// Columns that a value is worth beginning in.
const LEAST: usize = 8;

/// Where everything stands on a line. Where there is little room for all,
/// values are worth the most.
pub(super) struct Columns {
    /// How offsets are written.
    offsets: Offsets,
    /// Columns of the offset, with what follows it.
    offset: usize,
    /// The same of the size.
    size: usize,
    /// The same of the name.
    pub(super) names: usize,
    /// The same of the type, or of the sign of a finding.
    types: usize,
}

impl Columns {
    pub(super) fn new(offsets: Offsets, width: usize) -> Columns {
        let (offset, size) = match width {
            ..WITH_OFFSETS => (0, 0),
            WITH_OFFSETS..WITH_SIZES => (offsets.width() + 1, 0),
            _ => (offsets.width() + 1, SIZE + 3),
        };
        Columns {
            offsets,
            offset,
            size,
            names: (width / 3).clamp(if size > 0 { 16 } else { 12 }, 44),
            types: match width {
                ..WITH_SIZES => SIGN,
                WITH_SIZES..80 => 10,
                _ => 16,
            },
        }
    }
}

impl<'a> Outline<'_, 'a> {
    pub(super) fn ruler(&mut self) -> ControlFlow<()> {
        self.line.clear();
        let Columns { offset, size, .. } = self.columns;
        if offset > 0 {
            self.line.push(Role::Offset, "offset");
        }
        if size > 0 {
            self.line.pad_to(offset + SIZE - "bytes".len());
            self.line.push(Role::Offset, "bytes");
        }
        self.line.pad_to(self.name_column());
        self.line.push(Role::Offset, "field");
        if self.has_types() {
            self.line.pad_to(self.type_column());
            self.line.push(Role::Offset, "type");
        }
        self.line.pad_to(self.value_column());
        self.line.push(Role::Offset, "value");
        self.hand_on()
    }

    pub(super) fn name_column(&self) -> usize {
        self.columns.offset + self.columns.size
    }

    fn has_types(&self) -> bool {
        self.columns.types > SIGN
    }

    fn type_column(&self) -> usize {
        self.name_column() + self.columns.names
    }

    pub(super) fn value_column(&self) -> usize {
        self.type_column() + self.columns.types
    }

    pub(super) fn field(
        &mut self,
        node: &Node<'a>,
        name: &str,
        shape: Shape,
        findings: &[Finding],
    ) -> ControlFlow<()> {
        self.line.clear();
        // the whole file is the root's, whatever its own fields take
        let span = match node.container() {
            None => Some(Span::bytes(
                BufferId::FILE,
                0,
                self.tree.file().len() as u64,
            )),
            Some(_) => node.span(),
        };
        if let Some(span) = span.filter(|_| self.columns.offset > 0) {
            let foreign = span.buffer != BufferId::FILE;
            let role = if foreign { Role::Comment } else { Role::Offset };
            self.columns
                .offsets
                .add(&mut self.line, role, span.start_byte());
            let mut size = Line::new();
            if span.is_aligned() {
                number::dec(&mut size, Role::Comment, i128::from(span.byte_len()));
            } else {
                number::dec(
                    &mut size,
                    Role::Comment,
                    i128::from(span.end.saturating_sub(span.start)),
                );
                size.push(Role::Comment, " bit");
            }
            if self.columns.size > 0 {
                self.line
                    .pad_to((self.columns.offset + SIZE).saturating_sub(size.width()));
                self.line.append(&size);
                self.line.spaces(1);
            }
            if foreign {
                self.line.push(Role::Punctuation, self.signs.nest);
            }
        }
        self.line.pad_to(self.name_column());
        self.add_guides();
        let role = match shape {
            Shape::Struct | Shape::Array => Role::Heading,
            _ if node.is_computed() => Role::Comment,
            _ => Role::Field(0),
        };
        self.line.untrusted(role, name);
        self.line.pad_to(self.type_column() - 1);
        self.line.spaces(1);
        if self.has_types() {
            kind(&mut self.line, self.tree.schema(), node);
        }
        self.line.pad_to(self.value_column() - 2);
        match findings.iter().map(|finding| finding.severity).max() {
            Some(worst) => {
                self.line
                    .push(finding::role(worst), finding::sign(worst, self.signs));
                self.line.spaces(1);
            }
            None => self.line.spaces(2),
        }
        let mut value = std::mem::take(&mut self.value);
        value.clear();
        self.add_value(&mut value, node, shape);
        if shape == Shape::Leaf && findings.is_empty() {
            explain(&mut value, node, self.tree.file().len() as u64);
        }
        self.value = value;
        self.spread_value()
    }

    /// Hands on the line with the value on it, on several lines if it is too
    /// wide; a text on one line, unless nothing is left out.
    fn spread_value(&mut self) -> ControlFlow<()> {
        let width = self.options.width;
        let room = width.saturating_sub(self.line.width());
        let text = begins_with_text(&self.value) && room >= LEAST;
        if self.value.width() <= room || text && !self.options.full {
            self.line.append(&self.value);
            return self.hand_on();
        }
        // further left rather than cut in two
        let mut breaker = Breaker::default();
        breaker.take(&self.value, true);
        let least = breaker.widest_word().max(LEAST);
        let names = self.name_column() + 2 * (self.guides.len() + 1);
        let column = [self.value_column(), names]
            .into_iter()
            .find(|column| column + least <= width)
            .unwrap_or(self.name_column().min(width.saturating_sub(least)));
        let before = self.line.width().saturating_sub(column);
        let value = std::mem::take(&mut self.value);
        let room = width.saturating_sub(column);
        let mut first = true;
        let flow = breaker.parts(&value, before, room, true, &mut |part| {
            if !first {
                self.line.clear();
                self.line.pad_to(column);
            }
            first = false;
            self.line.append(part);
            self.hand_on()
        });
        self.value = value;
        flow
    }

    fn add_value(&self, line: &mut Line, node: &Node<'a>, shape: Shape) {
        if node.is_computed() {
            line.push(Role::Punctuation, "= ");
        }
        if let Some(info) = node.derived().and_then(|id| self.tree.buffer_info(id)) {
            line.untrusted(Role::Enum, &info.via);
            line.spaces(1);
            line.push(Role::Punctuation, self.signs.arrow);
            line.spaces(1);
            number::count(line, Role::Comment, info.len, "byte", "bytes");
            if shape == Shape::Struct {
                return;
            }
            line.spaces(2);
        }
        match shape {
            Shape::Array if self.is_numbers(node) && !self.options.full => {
                self.preview.numbers(line, node, self.options.width);
            }
            Shape::Array => self.preview.node(line, node),
            Shape::Struct => {
                if node.type_def().is_some_and(|ty| ty.to_string.is_some()) {
                    self.preview.node(line, node);
                } else if self.is_closed(node) {
                    self.preview.members(line, node);
                } else if node.container().is_none()
                    && let Some(title) = &self.tree.schema().title
                {
                    self.preview.foreign(line, Role::Comment, title);
                }
            }
            _ => self.preview.node(line, node),
        }
    }

    pub(super) fn add_guides(&mut self) {
        let Some((&last, above)) = self.guides.split_last() else {
            return;
        };
        // deep levels have no room for all of them
        let hidden = above.len().saturating_sub(self.columns.names / 4);
        for &more in above.iter().skip(hidden) {
            let guide = if more { self.signs.guide } else { " " };
            self.line.push(Role::Punctuation, guide);
            self.line.spaces(1);
        }
        self.line.push(
            Role::Punctuation,
            if last {
                self.signs.branch
            } else {
                self.signs.corner
            },
        );
        self.line.spaces(1);
    }

    pub(super) fn hand_on(&mut self) -> ControlFlow<()> {
        self.line.set_mark(self.mark);
        self.line.truncate(self.options.width, self.signs.ellipsis);
        self.out.line(&self.line)
    }
}
