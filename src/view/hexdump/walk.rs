//! Goes through structures in the order of their bytes, and puts positioned
//! places and gaps where they lie.

use std::ops::ControlFlow;

use super::View;
use super::canvas::Ink;
use super::flow::{DEEPEST, Flow};
use crate::decode::BufferId;
use crate::schema::DataType;
use crate::tree::{Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;
use crate::view::number;
use crate::view::preview::PARTS;

/// Columns beside the bytes with less than which a stream is not opened.
const NARROW: usize = 24;

/// The same where names stand over the bytes.
const STACKED: usize = 12;

/// Structures that are opened inside one another; deeper ones are closed.
pub(super) const OPEN: usize = 200;

/// What a row calls its field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name<'n> {
    pub(super) text: &'n str,
    pub(super) index: Option<u64>,
}

impl<'n> Name<'n> {
    /// A name that stands for itself.
    pub(super) fn whole(text: &'n str) -> Name<'n> {
        Name { text, index: None }
    }

    pub(super) fn add(&self, line: &mut Line, role: Role) {
        line.untrusted(role, self.text);
        if let Some(index) = self.index {
            line.push(role, "[");
            line.number(role, index);
            line.push(role, "]");
        }
    }
}

impl<'a> View<'_, 'a> {
    /// Shows a node of any kind.
    pub(super) fn node(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        self.count(node, 1, depth)?;
        self.repeats = self.repeats.saturating_sub(u64::from(self.again));
        match node.shape() {
            Shape::Absent | Shape::Unknown => self.without_bytes(flow, node, name, depth, false),
            Shape::Leaf => self.leaf(flow, node, name, depth),
            Shape::Array => self.array(flow, node, name, depth),
            Shape::Struct => self.structure(flow, node, name, depth),
        }
    }

    /// Shows what a structure holds, in order.
    pub(super) fn members(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        depth: usize,
    ) -> ControlFlow<()> {
        let Some(ty) = node.type_def() else {
            return ControlFlow::Continue(());
        };
        let fields = ty.seq.len() as u64;
        let is_root = node.container().is_none();
        let mut unknown = Vec::new();
        for index in 0..fields {
            let Some(child) = node.child(index) else {
                break;
            };
            if child.is_helper() {
                continue;
            }
            match child.shape() {
                Shape::Unknown if child.is_ruled_out() => {}
                Shape::Unknown => unknown.push(child),
                shape => {
                    let bar = self.canvas.bar;
                    if is_root && is_section(&child, shape) {
                        self.canvas.bar = Some(self.colours.section(child.attr()));
                    }
                    self.node(flow, &child, Name::whole(&child.name()), depth)?;
                    self.canvas.bar = bar;
                }
            }
        }
        let ends_here = self.ends_here(node);
        if ends_here {
            self.not_reached(&unknown, depth)?;
        }
        for index in fields..node.len() {
            let Some(child) = node.child(index) else {
                break;
            };
            if child.is_helper() {
                continue;
            }
            self.instance(flow, &child, depth, ends_here)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows an instance, if its bytes don't lie elsewhere in the flow.
    pub(super) fn instance(
        &mut self,
        flow: &mut Flow<'a>,
        child: &Node<'a>,
        depth: usize,
        ends_here: bool,
    ) -> ControlFlow<()> {
        let computed = child.is_computed();
        let elsewhere = match child.span() {
            _ if computed => false,
            Some(span) => span.buffer != flow.buffer || span.end <= span.start,
            None => true,
        };
        if !computed && !elsewhere {
            return ControlFlow::Continue(());
        }
        let (shape, name) = (child.shape(), child.name());
        let hollow = !computed && child.span().is_some_and(|span| span.buffer == flow.buffer);
        if hollow && matches!(shape, Shape::Struct | Shape::Array) && !child.is_again() {
            let mut hollow = Flow::hollow(flow.buffer);
            self.node(&mut hollow, child, Name::whole(&name), depth)?;
            child.release();
            return ControlFlow::Continue(());
        }
        if computed && !ends_here {
            return ControlFlow::Continue(());
        }
        let wanted = shape != Shape::Absent && (elsewhere || self.options.computed);
        self.without_bytes(flow, child, Name::whole(&name), depth, wanted)
    }

    /// Whether what stands after a structure's last byte is shown.
    fn ends_here(&self, node: &Node<'a>) -> bool {
        self.window.as_ref().is_none_or(|window| {
            node.span().is_some_and(|span| {
                let end = span.end_byte();
                span.buffer != BufferId::FILE || (window.start < end && end <= window.end)
            })
        })
    }

    /// Names the fields that could not be read, since one before them failed.
    fn not_reached(&mut self, nodes: &[Node<'a>], depth: usize) -> ControlFlow<()> {
        if nodes.is_empty() {
            return ControlFlow::Continue(());
        }
        self.flush_headings()?;
        self.leave();
        let mut names = String::from("not reached: ");
        for (i, node) in nodes.iter().enumerate() {
            if i > 0 {
                names.push_str(", ");
            }
            names.push_str(&node.name());
        }
        let width = self.canvas.pane_width();
        self.pane.clear();
        self.pane.wrapped(
            Role::Comment,
            self.canvas.signs.ellipsis,
            &names,
            2 * depth,
            width,
        );
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))
    }

    fn structure(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let span = node.span().filter(|span| span.buffer == flow.buffer);
        if let Some(span) = span
            && flow.is_outside(&span)
        {
            flow.pass_bits(span.end);
            return ControlFlow::Continue(());
        }
        if let Some(buffer) = node.derived() {
            return self.source(flow, node, name, depth, buffer);
        }
        if self.facts.stands_on_a_row(self.tree, node) {
            let mut opened = false;
            if let (Some(span), Some(ty)) = (span, node.type_def()) {
                self.advance(flow, span.start_byte())?;
                opened = self.opens(flow, ty, &span);
            }
            if !opened {
                return self.compact(flow, node, name, depth);
            }
        }
        let closed = depth >= self.options.depth.unwrap_or(OPEN).min(OPEN);
        if closed {
            return self.closed(flow, node, name, depth);
        }
        let path = if self.laid.is_empty() {
            String::new()
        } else {
            node.path()
        };
        let own = self.lay(node);
        self.push_heading(node, name, depth);
        if !own.is_empty() {
            self.flush_headings()?;
            self.canvas.mark = self.headings.last().map_or(Mark::NONE, |it| it.mark);
            self.pane.clear();
            // its heading has no sign
            self.add_findings(&own, &node.path(), 2 * (depth + 1), true);
            for line in self.pane.lines() {
                self.canvas.pane_line(line)?;
            }
        }
        let outer = self.open.take();
        if flow.regions.peek(u64::MAX).is_some() {
            self.open = Some((node.last_of_path(PARTS), depth + 1));
        }
        if own.is_empty() && self.recorded_members(flow, node, depth + 1)? {
            // all of it is shown
        } else {
            self.members(flow, node, depth + 1)?;
        }
        if let Some(span) = span {
            self.end_of(flow, node, depth + 1, span.end_byte())?;
        }
        self.open = outer;
        if !self.laid.is_empty() {
            let path = if path.is_empty() { node.path() } else { path };
            self.left_over(&path, depth + 1)?;
        }
        self.pop_heading();
        ControlFlow::Continue(())
    }

    /// Says what is left out, and how to see it.
    pub(super) fn elided(
        &mut self,
        from: &str,
        to: &str,
        count: u64,
        bytes: u64,
        checked: bool,
    ) -> ControlFlow<()> {
        self.flush_headings()?;
        self.leave();
        let signs = self.canvas.signs;
        let mut line = Line::new();
        line.push(Role::Offset, signs.ellipsis);
        line.spaces(1);
        number::count(&mut line, Role::Comment, count, "more", "more");
        line.push(Role::Comment, ", ");
        number::count(&mut line, Role::Comment, bytes, "byte", "bytes");
        line.push(Role::Comment, ": ");
        line.untrusted(Role::Plain, from);
        if count > 1 {
            line.push(Role::Comment, " to ");
            line.untrusted(Role::Plain, to);
        }
        line.push(
            Role::Comment,
            if checked {
                ", nothing wrong"
            } else {
                ", not checked"
            },
        );
        let mut help = Line::new();
        let full = if self.full {
            "(--at "
        } else {
            "(--full, or --at "
        };
        help.push(Role::Comment, full);
        help.untrusted(Role::Comment, &quoted_path(from));
        help.push(Role::Comment, ")");
        // a command that is cut off helps nobody
        let gutter = super::layout::GUTTER + super::layout::SHIFT * self.canvas.shift;
        if gutter + line.width() + 1 + help.width() <= self.canvas.layout.width {
            line.spaces(1);
            line.append(&help);
            return self.canvas.whole_line(&line);
        }
        self.canvas.whole_line(&line)?;
        line.clear();
        line.spaces(2);
        line.append(&help);
        self.canvas.whole_line(&line)
    }

    /// Shows what is left of a structure after its last field: what nobody
    /// claims, then the terminator and the padding that end it.
    fn end_of(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        depth: usize,
        end: u64,
    ) -> ControlFlow<()> {
        let Some(ending) = node.trailer().filter(|ending| ending.buffer == flow.buffer) else {
            return self.advance(flow, end);
        };
        self.advance(flow, ending.start_byte())?;
        if flow.is_outside(&ending) {
            flow.pass_bits(ending.end);
            return ControlFlow::Continue(());
        }
        let extract = self.claim(flow, &ending);
        self.flush_headings()?;
        self.pane.clear();
        let ends = ending.byte_len() <= 4;
        let name = Name::whole(if ends { "terminator" } else { "padding" });
        let bytes = ending.start_byte()..ending.end_byte();
        self.enter_bytes(name.text, ending.buffer, bytes);
        self.begin_field(name, Role::Gap, depth, &[]);
        if !ends {
            self.value.clear();
            let bytes = ending.start_byte()..ending.end_byte();
            self.preview
                .run(&mut self.value, self.tree, ending.buffer, bytes);
            self.spread_value(self.canvas.rows_of(&extract));
        }
        self.canvas.field(&extract, Ink::Gap, &self.pane)
    }

    /// Shows a field whose content is decoded: its bytes, then the stream.
    pub(super) fn source(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        buffer: BufferId,
    ) -> ControlFlow<()> {
        self.source_field(flow, node, name, depth, buffer)?;
        if self.again {
            // the stream stands below the bytes
            return ControlFlow::Continue(());
        }
        let mark = self.canvas.mark;
        if let Some(places) = self.canvas.groups() {
            places.open(mark);
        }
        let Some(info) = self.tree.buffer_info(buffer) else {
            return ControlFlow::Continue(());
        };
        let layout = self.canvas.layout;
        self.canvas.shift += 1;
        self.canvas.layout = layout.for_stream(info.len, self.canvas.shift);
        let regions = self.regions(node, buffer);
        let mut inner = Flow::new(buffer, regions, 0..info.len, info.len);
        inner.nesting = flow.nesting + 1;
        let least = if layout.stacked { STACKED } else { NARROW };
        if inner.nesting >= DEEPEST || self.canvas.pane_width() < least {
            self.unopened(&mut inner, node, depth + 1)?;
        } else if node.shape() == Shape::Struct {
            self.members(&mut inner, node, depth + 1)?;
        } else {
            self.content(&mut inner, node, depth + 1)?;
        }
        self.advance(&mut inner, info.len)?;
        if let Some(places) = self.canvas.groups() {
            places.close();
        }
        self.canvas.shift -= 1;
        self.canvas.layout = layout;
        ControlFlow::Continue(())
    }
}

/// Whether a part of the whole file gets a bar of its own.
fn is_section(node: &Node<'_>, shape: Shape) -> bool {
    match shape {
        Shape::Struct => true,
        Shape::Array => node.attr().is_some_and(|attr| {
            matches!(attr.data, DataType::User { .. } | DataType::Switch { .. })
        }),
        _ => false,
    }
}

/// A path as it is typed in a shell: brackets need quotes.
fn quoted_path(path: &str) -> String {
    if path.contains('[') {
        format!("'{path}'")
    } else {
        path.to_owned()
    }
}
