//! Drawings: tile grids, and the bits of a byte.

use std::collections::HashSet;
use std::ops::ControlFlow;

use unicode_width::UnicodeWidthChar;

use super::View;
use super::canvas::Ink;
use super::flow::Flow;
use super::layout::SHIFT;
use super::walk::Name;
use crate::decode::{Span, Value};
use crate::schema::Glyph;
use crate::text::in_ascii;
use crate::tree::{Finding, Node, Tree};
use crate::view::doc::{Line, Role};
use crate::view::number;
use crate::view::options::Signs;
use crate::view::preview::PARTS;

/// Rows of a grid that are drawn; more only in the full view.
const ROWS: u64 = 64;

/// Bytes whose bits are drawn.
const BIT_BYTES: u64 = 4;

impl<'a> View<'_, 'a> {
    /// Shows an array of rows as a grid of cells.
    #[allow(
        clippy::too_many_arguments,
        reason = "all that a field has, and its cells"
    )]
    pub(super) fn map(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        cells: &[Glyph],
        span: &Span,
        own: &[Finding],
    ) -> ControlFlow<()> {
        self.advance(flow, span.start_byte())?;
        let ink = Ink::Field(self.colours.field(node.attr(), name.index));
        let extract = self.claim(flow, span);
        let mut findings = own.to_vec();
        findings.extend(self.inside_rows(node));
        let grid = Grid::new(
            node,
            cells,
            self.options.ascii,
            self.full,
            &mut self.legends,
        );
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, ink.name(), depth, &findings);
        let (high, wide) = (node.len(), grid.columns as u64);
        let line = &mut self.value;
        line.clear();
        number::count(line, Role::Number, high, "row", "rows");
        line.spaces(1);
        line.push(Role::Comment, self.canvas.signs.times);
        line.spaces(1);
        number::count(line, Role::Number, wide, "cell", "cells");
        self.shown_above(flow, span, &extract);
        self.spread_value(1);
        self.add_pointer(node, depth);
        let path = if findings.is_empty() {
            String::new()
        } else {
            node.path()
        };
        self.add_findings(&findings, &path, self.finding_column(depth), false);
        self.flush_headings()?;
        if self.options.dense {
            self.canvas.field(&extract, ink, &self.pane)?;
            return self.map_under(node, &grid);
        }
        // beside the bytes if there is room, else under them
        let indent = 2 * depth.min(6);
        let beside = grid.columns + indent <= self.canvas.pane_width();
        if span.start == span.end {
            grid.draw(
                &mut self.pane,
                indent,
                self.canvas.pane_width(),
                self.canvas.signs,
            );
            let mut lines = self.pane.lines().iter();
            return lines.try_for_each(|line| self.canvas.pane_line(line));
        }
        if beside {
            grid.draw(
                &mut self.pane,
                indent,
                self.canvas.pane_width(),
                self.canvas.signs,
            );
            return self.canvas.field(&extract, ink, &self.pane);
        }
        self.canvas.field(&extract, ink, &self.pane)?;
        let room = self
            .options
            .width
            .saturating_sub(2 + SHIFT * self.canvas.shift);
        let indent = room
            .saturating_sub(grid.columns)
            .min(self.canvas.layout.bytes_column() - 2);
        self.pane.clear();
        if grid.columns > room {
            // every column counts: neither bar nor indent
            grid.draw(&mut self.pane, 0, self.options.width, self.canvas.signs);
            return self
                .pane
                .lines()
                .iter()
                .try_for_each(|line| self.canvas.bare_line(line));
        }
        grid.draw(&mut self.pane, indent, room, self.canvas.signs);
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.whole_line(line))
    }

    /// Draws a grid under the rows that a field shares with others.
    fn map_under(&mut self, node: &Node<'a>, grid: &Grid) -> ControlFlow<()> {
        let (signs, room) = (self.canvas.signs, self.canvas.pane_width());
        self.pane.clear();
        let line = self.pane.line();
        line.untrusted(Role::Comment, &node.last_of_path(PARTS));
        line.push(Role::Comment, ":");
        if grid.columns <= room {
            grid.draw(&mut self.pane, 0, room, signs);
            let mut lines = self.pane.lines().iter();
            return lines.try_for_each(|line| self.canvas.note(line));
        }
        // every column counts: neither bar nor indent
        grid.draw(&mut self.pane, 0, self.options.width, signs);
        let mut lines = self.pane.lines().iter();
        lines.try_for_each(|line| self.canvas.bare_line(line))
    }

    fn inside_rows(&mut self, node: &Node<'a>) -> Vec<Finding> {
        let mut findings = Vec::new();
        let quiet = node.attr().is_some_and(|attr| self.facts.is_quiet(attr));
        let first = match node.partial_element().and_then(|row| row.index()) {
            // whole rows have no findings, the one that is cut off has
            Some(partial) if quiet && self.laid.is_empty() => partial,
            None if quiet && self.laid.is_empty() => return findings,
            _ => 0,
        };
        for index in first..node.len() {
            let Some(row) = node.child(index) else { break };
            if self.has_findings(&row) {
                findings.extend(self.findings_inside(&row));
            }
            row.release();
        }
        findings
    }
}

/// A grid as glyphs.
struct Grid {
    rows: Vec<String>,
    columns: usize,
    hidden: u64,
    legend: Vec<String>,
}

impl Grid {
    /// Draws an array. The legend explains what was not `explained` before.
    fn new(
        node: &Node<'_>,
        cells: &[Glyph],
        ascii: bool,
        full: bool,
        explained: &mut HashSet<usize>,
    ) -> Grid {
        let drawn = if full {
            node.len()
        } else {
            node.len().min(ROWS)
        };
        let mut used = vec![false; cells.len()];
        let mut glyph = |value: i128, row: &mut String| {
            let fits = |glyph: &Glyph| (glyph.from..=glyph.to).contains(&value);
            let Some(at) = cells.iter().position(fits) else {
                // without a word from the grammar a character stands for itself
                let itself = u32::try_from(value).ok().and_then(char::from_u32);
                let shown = itself.filter(|&c| cells.is_empty() && c.width() == Some(1));
                row.push(shown.unwrap_or('?'));
                return;
            };
            used[at] = true;
            row.push_str(sign(&cells[at], ascii));
        };
        let mut columns = 0;
        let mut rows = Vec::new();
        for index in 0..drawn {
            let mut row = String::new();
            let mut count = 0;
            let mut add = |value: i128| {
                glyph(value, &mut row);
                count += 1;
            };
            match node.child(index).and_then(|row| row.value().ok()) {
                Some(Value::Bytes(bytes)) => {
                    bytes
                        .as_slice()
                        .iter()
                        .for_each(|&byte| add(i128::from(byte)));
                }
                Some(Value::Str(text)) => text.chars().for_each(|c| add(i128::from(u32::from(c)))),
                Some(Value::Int(number)) => add(number),
                Some(Value::Obj(_)) => {
                    let text = node
                        .child(index)
                        .and_then(|row| row.to_text())
                        .unwrap_or_default();
                    text.chars().for_each(|c| add(i128::from(u32::from(c))));
                }
                _ => {}
            }
            columns = columns.max(count);
            rows.push(row);
        }
        let mut legend = Vec::new();
        for (glyph, used) in cells.iter().zip(used) {
            let new = used && explained.insert(std::ptr::from_ref(glyph).addr());
            if glyph.name.is_empty() || !new {
                continue;
            }
            let sign = sign(glyph, ascii);
            let name = if ascii {
                in_ascii(&glyph.name)
            } else {
                glyph.name.to_string()
            };
            legend.push(match sign.trim().is_empty() {
                true => format!("'{sign}' {name}"),
                false => format!("{sign} {name}"),
            });
        }
        Grid {
            rows,
            columns,
            hidden: node.len() - drawn,
            legend,
        }
    }

    fn draw(&self, pane: &mut super::Pane, indent: usize, width: usize, signs: &'static Signs) {
        for row in &self.rows {
            let line = pane.line();
            line.spaces(indent);
            line.untrusted(Role::Text, row);
            line.truncate(width, signs.ellipsis);
        }
        if self.columns + indent > width {
            let seen = width.saturating_sub(indent + crate::text::width(signs.ellipsis));
            let line = pane.line();
            line.spaces(indent);
            line.push(Role::Offset, signs.ellipsis);
            line.spaces(1);
            line.push(Role::Comment, "cells ");
            line.number(Role::Comment, seen);
            line.push(Role::Comment, "-");
            line.number(Role::Comment, self.columns.saturating_sub(1));
            line.push(Role::Comment, " of each row: --width ");
            line.number(Role::Comment, self.columns + indent);
        }
        if self.hidden > 0 {
            let line = pane.line();
            line.spaces(indent);
            line.push(Role::Offset, signs.ellipsis);
            line.spaces(1);
            number::count(line, Role::Comment, self.hidden, "more row", "more rows");
            line.push(Role::Comment, " (--full)");
        }
        let mut left = 0;
        for item in &self.legend {
            let mut text = Line::new();
            text.untrusted(Role::Comment, item);
            if left < text.width() + 2 {
                pane.line().spaces(indent);
                left = width.saturating_sub(indent) + 2;
            } else if let Some(line) = pane.last() {
                line.spaces(2);
            }
            left = left.saturating_sub(text.width() + 2);
            if text.width() + indent > width {
                pane.wrapped(Role::Comment, "", item, indent, width);
                left = 0;
            } else if let Some(line) = pane.last() {
                line.append(&text);
            }
        }
    }
}

fn sign(glyph: &Glyph, ascii: bool) -> &str {
    if ascii { &glyph.ascii } else { &glyph.glyph }
}

/// Draws the bits of a field in the bytes that it touches: `·101 ····`.
pub(super) fn bits(
    line: &mut Line,
    tree: &Tree<'_>,
    span: &Span,
    signs: &'static Signs,
    role: Role,
) {
    let (first, last) = (span.start_byte(), span.end_byte());
    if last - first > BIT_BYTES {
        return;
    }
    let bytes = tree.bytes(span.buffer, first, last);
    for (at, byte) in (first..).zip(bytes.iter()) {
        for bit in 0..8 {
            if bit == 4 {
                line.spaces(1);
            }
            let place = at * 8
                + if span.little_endian_bits {
                    7 - bit
                } else {
                    bit
                };
            if (span.start..span.end).contains(&place) {
                line.sign(role, if byte >> (7 - bit) & 1 == 1 { "1" } else { "0" });
            } else {
                line.sign(Role::Punctuation, signs.free_bit);
            }
        }
        line.spaces(1);
    }
    line.spaces(1);
}
