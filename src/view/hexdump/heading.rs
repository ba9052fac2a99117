//! What stands over the fields of a structure: its name, its size, and of one
//! that is found by its position where it lies and who says so.

use std::ops::ControlFlow;

use super::View;
use super::apart::Op;
use super::canvas::Canvas;
use super::flow::DEEPEST;
use super::layout::{GUTTER, MARK, SHIFT};
use super::walk::Name;
use crate::decode::Span;
use crate::schema::Show;
use crate::text::width;
use crate::tree::{Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::layout::wrap::wrap;
use crate::view::mark::Mark;
use crate::view::number;
use crate::view::preview::PARTS;

/// Columns between where a structure lies and its name, at least.
const GAP: usize = 2;

/// Text about a structure is cut off if it has at least so many columns.
const TEXT: usize = 12;

/// A heading that is written when something stands under it.
pub(super) struct Heading<'a> {
    line: Line,
    /// Where it lies and who says so.
    place: Line,
    /// How the line is made of what stands in both, if that is done later: what
    /// the structure is, and its name.
    title: Option<Title>,
    /// The structure, if the sink wants to know.
    node: Option<Node<'a>>,
    /// What it stands for, once it is written.
    pub(super) mark: Mark,
    /// Whether it is that of a field without structure.
    alone: bool,
}

/// How the heading of a structure is made of its name and what it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Title {
    depth: usize,
    /// Its bytes, if it has some.
    span: Option<Span>,
}

impl<'a> View<'_, 'a> {
    /// Puts the heading of a structure in front of the first row inside it.
    pub(super) fn push_heading(&mut self, node: &Node<'a>, name: Name<'_>, depth: usize) {
        let mut line = self.spare.pop().unwrap_or_default();
        line.clear();
        let mut place = self.spare.pop().unwrap_or_default();
        place.clear();
        if self.options.dense {
            name.add(&mut line, Role::Heading);
            line.push(Role::Heading, ":");
        } else {
            let mut own = std::mem::take(&mut self.value);
            own.clear();
            name.add(&mut own, Role::Heading);
            self.canvas.begin_title(&mut line, &own, depth);
            self.value = own;
            let before = line.width();
            self.preview.node(&mut line, node);
            if line.width() > before && is_cut_off(node) {
                line.push(Role::Comment, " (cut off)");
            }
            let span = node.span().filter(|span| span.end > span.start);
            let gives_way = self.canvas.add_size(&mut line, before, span);
            if is_positioned(node) {
                self.place_of(&mut place, node, span.filter(|_| gives_way));
            }
        }
        self.headings.push(Heading {
            line,
            place,
            title: None,
            node: self.canvas.wants_places.then(|| node.clone()),
            mark: Mark::NONE,
            alone: false,
        });
    }

    /// The same for an object that is no node: what it is, and its bytes.
    pub(super) fn heading_of(&mut self, what: &Line, span: Span, name: Name<'_>, depth: usize) {
        let mut line = self.spare.pop().unwrap_or_default();
        line.copy(what);
        let mut place = self.spare.pop().unwrap_or_default();
        place.clear();
        name.add(&mut place, Role::Heading);
        self.headings.push(Heading {
            line,
            place,
            title: Some(Title {
                depth,
                span: Some(span).filter(|span| span.end > span.start),
            }),
            node: None,
            mark: Mark::NONE,
            alone: false,
        });
    }

    /// Puts the whole name of a place over a row that has no room for it; gives
    /// whether it did.
    pub(super) fn push_long_name(&mut self, node: &Node<'a>, path: &str) -> bool {
        let spread = match node.shape() {
            Shape::Leaf => true,
            Shape::Array => self.packs(node).is_some() || is_map(node),
            Shape::Struct => self.facts.stands_on_a_row(self.tree, node),
            Shape::Absent | Shape::Unknown => false,
        };
        let long = !self.options.dense && width(path) > self.canvas.layout.names;
        if !long || !spread {
            return false;
        }
        let mut line = Line::new();
        line.untrusted(Role::Heading, path);
        let mut place = Line::new();
        self.place_of(&mut place, node, None);
        self.headings.push(Heading {
            line,
            place,
            title: None,
            node: None,
            mark: Mark::NONE,
            alone: true,
        });
        true
    }

    /// Adds where a structure lies, who says so, and its size if it stands
    /// nowhere else.
    fn place_of(&self, line: &mut Line, node: &Node<'a>, sized: Option<Span>) {
        let base = self.options.base;
        if let Some(span) = node.span().filter(|span| span.end > span.start) {
            number::offset(line, Role::Offset, span.start_byte(), base);
            line.push(Role::Comment, "..");
            number::offset(line, Role::Offset, span.end_byte(), base);
            if let Some(sized) = sized {
                line.push(Role::Comment, ", ");
                number::span_len(line, Role::Comment, sized);
            }
            line.spaces(2);
        }
        let room = match self.canvas.layout.beside() {
            0 => self.canvas.layout.width.saturating_sub(GUTTER),
            beside => beside.saturating_sub(GAP),
        };
        self.pointer(line, node, room.saturating_sub(line.width()));
        if sized.is_some() && line.width() > room {
            // where it begins and ends says it as well
            line.clear();
            self.place_of(line, node, None);
        }
    }

    /// Adds who says where a place lies, and where that stands, within so many
    /// columns as far as it can be said shorter.
    fn pointer(&self, line: &mut Line, node: &Node<'a>, room: usize) {
        let Some(pointer) = node.pointer() else {
            return;
        };
        let before = line.width();
        line.push(Role::Punctuation, self.canvas.signs.from);
        line.spaces(1);
        let mut at = Line::new();
        if let Some(span) = pointer.span() {
            at.push(Role::Comment, " at ");
            number::offset(&mut at, Role::Comment, span.start_byte(), self.options.base);
            if node.span().is_some_and(|own| own.buffer != span.buffer) {
                at.push(Role::Comment, " of another stream");
            }
        }
        let path = pointer.last_of_path(PARTS);
        let left = room.saturating_sub(line.width() - before + at.width());
        let short = match short_path(&path, node) {
            Some(short) if width(&path) > left => short,
            _ => &path,
        };
        line.untrusted(Role::Pointer, short);
        // rather that than one more row for a value
        if node.shape() != Shape::Leaf || width(short) <= left || line.width() - before > room {
            line.append(&at);
        }
    }

    /// Says beside a field that is found by its position who says where it is.
    pub(super) fn add_pointer(&mut self, node: &Node<'a>, depth: usize) {
        let said = self.headings.last().is_some_and(|heading| heading.alone);
        if said || self.options.dense || !is_positioned(node) {
            return;
        }
        let (column, width) = (self.finding_column(depth), self.canvas.pane_width());
        let left = self
            .pane
            .last()
            .map_or(0, |line| width.saturating_sub(line.width() + GAP));
        let mut pointer = Line::new();
        self.pointer(&mut pointer, node, left);
        if pointer.is_empty() {
            return;
        }
        if let Some(line) = self.pane.last().filter(|_| pointer.width() <= left) {
            line.spaces(GAP);
            line.append(&pointer);
            return;
        }
        if left < pointer.width() {
            pointer.clear();
            self.pointer(&mut pointer, node, width.saturating_sub(column));
        }
        for part in wrap(&pointer, width.saturating_sub(column)) {
            let line = self.pane.line();
            line.spaces(column);
            line.append(&part);
        }
    }

    /// Adds who says where a place lies to a row of its own, which begins with
    /// where that is.
    pub(super) fn add_pointer_to(&self, line: &mut Line, node: &Node<'a>) {
        if is_positioned(node) {
            let column = self.canvas.layout.bytes_column() + "0x10..0x20 also ".len();
            let width = self.canvas.layout.width;
            let left = width.saturating_sub(column + line.width() + GAP);
            line.spaces(GAP);
            self.pointer(line, node, left);
        }
    }

    /// Puts a heading over the elements of an array that is found by its
    /// position, if it is known who says where it is; gives whether it did.
    pub(super) fn push_array_heading(
        &mut self,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> bool {
        let wanted = !self.options.dense
            && is_positioned(node)
            && !node.is_empty()
            && node.pointer().is_some();
        if wanted {
            self.push_heading(node, name, depth);
        }
        wanted
    }

    /// Takes a structure's heading away, written or not.
    pub(super) fn pop_heading(&mut self) {
        if self.written >= self.headings.len()
            && let Some(places) = self.canvas.groups()
        {
            places.close();
        }
        if let Some(heading) = self.headings.pop()
            && self.spare.len() < DEEPEST
        {
            self.spare.extend([heading.line, heading.place]);
        }
        self.written = self.written.min(self.headings.len());
    }

    /// Writes the headings that a row stands under.
    pub(super) fn flush_headings(&mut self) -> ControlFlow<()> {
        self.parted = false;
        if std::mem::take(&mut self.resumed) {
            self.repeat_headings()?;
        }
        if self.written == self.headings.len() {
            return ControlFlow::Continue(());
        }
        let field = self.canvas.mark;
        for at in self.written..self.headings.len() {
            let node = self.headings.get(at).and_then(|it| it.node.clone());
            if let Some(node) = node {
                self.enter_structure(&node);
            }
            let mark = self.canvas.mark;
            if let Some(heading) = self.headings.get_mut(at) {
                heading.mark = mark;
                let Heading { line, place, .. } = heading;
                match heading.title {
                    Some(title) => self.canvas.titled(place, line, title)?,
                    None => self.canvas.heading(line, place)?,
                }
            }
            if let Some(places) = self.canvas.groups() {
                places.open(mark);
            }
        }
        self.canvas.mark = field;
        self.written = self.headings.len();
        ControlFlow::Continue(())
    }
}

impl<'a> View<'_, 'a> {
    /// Says again which structures rows are in, after one that has some of their
    /// bytes.
    fn repeat_headings(&mut self) -> ControlFlow<()> {
        if self.options.dense {
            return ControlFlow::Continue(());
        }
        const AGAIN: &str = " (continued)";
        let field = self.canvas.mark;
        let room = self.canvas.pane_width().saturating_sub(AGAIN.len());
        let mut line = Line::new();
        for heading in self.headings.iter().take(self.written) {
            if !heading.alone {
                let Heading {
                    line: own, place, ..
                } = heading;
                line.clear();
                match heading.title {
                    Some(title) => self.canvas.title(&mut line, place, own, title),
                    None => line.append(own),
                }
                line.truncate(room, self.canvas.signs.ellipsis);
                line.push(Role::Comment, AGAIN);
                self.canvas.mark = heading.mark;
                self.canvas.heading(&line, &Line::new())?;
            }
        }
        self.canvas.mark = field;
        ControlFlow::Continue(())
    }
}

impl Canvas<'_, '_> {
    /// Hands on the heading of a structure that is made of its name and of what it
    /// is.
    pub(super) fn titled(&mut self, name: &Line, what: &Line, title: Title) -> ControlFlow<()> {
        if self.out.post().is_some() {
            return self.post_two(Op::Titled(title), name, what);
        }
        let mut line = std::mem::take(&mut self.made);
        line.clear();
        self.title(&mut line, name, what, title);
        let flow = self.heading(&line, &Line::new());
        self.made = line;
        flow
    }

    /// Makes such a heading.
    fn title(&mut self, line: &mut Line, name: &Line, what: &Line, title: Title) {
        self.begin_title(line, name, title.depth);
        let before = line.width();
        line.append(what);
        self.add_size(line, before, title.span);
    }

    /// The name of a structure, and the room before what it is.
    fn begin_title(&self, line: &mut Line, name: &Line, depth: usize) {
        line.spaces(2 * depth.min(6));
        line.append(name);
        if line.width() > self.layout.names {
            line.spaces(1);
        }
        line.pad_to(self.layout.names + MARK);
    }

    /// Adds how many bytes a structure takes to what it is, which begins at a
    /// column. The size gives way where there is room for all else; gives
    /// whether it did.
    fn add_size(&mut self, line: &mut Line, before: usize, span: Option<Span>) -> bool {
        let mut size = std::mem::take(&mut self.line);
        size.clear();
        if let Some(span) = span {
            if line.width() > before {
                size.spaces(1);
                size.push(Role::Comment, self.signs.dot);
                size.spaces(1);
            }
            number::span_len(&mut size, Role::Comment, span);
        }
        let width = self.pane_width();
        if !self.full && before + TEXT <= width && line.width() > width {
            line.truncate(width, self.signs.ellipsis);
        }
        let gives_way = line.width() <= width && line.width() + size.width() > width;
        if !gives_way {
            line.append(&size);
        }
        self.line = size;
        gives_way
    }

    /// Hands on the heading of a structure, and where it lies: beside it where
    /// the bytes of a field would be, or else under it.
    pub(super) fn heading(&mut self, line: &Line, place: &Line) -> ControlFlow<()> {
        if self.dense {
            return self.label(line);
        }
        if self.out.post().is_some() {
            return self.post_two(Op::Heading, line, place);
        }
        let width = self.layout.width;
        let room = width.saturating_sub(GUTTER + SHIFT * self.shift);
        let fits = line.width() <= self.pane_width();
        if fits && (place.is_empty() || place.width() + GAP <= self.layout.beside()) {
            if place.is_empty() {
                return self.pane_line(line);
            }
            self.begin();
            self.line.append(place);
            return self.end_left(line);
        }
        if fits {
            self.pane_line(line)?;
        } else {
            self.whole_lines(line, room)?;
        }
        self.whole_lines(place, room)
    }

    /// Hands on a row about a place that has no bytes, in lines from where they
    /// would be.
    pub(super) fn aside_line(&mut self, place: &Line, text: &Line) -> ControlFlow<()> {
        if self.out.post().is_some() {
            return self.post_two(Op::Aside, place, text);
        }
        let column = GUTTER + (place.width() + 1).max(self.layout.offsets.width() + 1);
        let column = column + SHIFT * self.shift;
        let room = self.layout.width.saturating_sub(column);
        let mut first = true;
        self.broken(text, room, &mut |canvas, part| {
            canvas.begin();
            if first {
                canvas.line.append(place);
            }
            first = false;
            canvas.line.pad_to(column);
            canvas.line.append(part);
            canvas.hand_on()
        })
    }

    fn whole_lines(&mut self, line: &Line, room: usize) -> ControlFlow<()> {
        if line.is_empty() {
            return ControlFlow::Continue(());
        }
        self.broken(line, room, &mut |canvas, part| canvas.whole_line(part))
    }

    /// Hands a line to `each` in parts that are no wider than `room`.
    fn broken(
        &mut self,
        line: &Line,
        room: usize,
        each: &mut dyn FnMut(&mut Self, &Line) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut breaker = std::mem::take(&mut self.breaker);
        breaker.take(line, false);
        let flow = breaker.parts(line, 0, room, false, &mut |part| each(self, part));
        self.breaker = breaker;
        flow
    }
}

/// Whether a place is found by its position, as a whole.
fn is_positioned(node: &Node<'_>) -> bool {
    node.is_instance() && !node.is_computed() && node.index().is_none()
}

/// What is left of the path of a field that the holder of a place has as well.
fn short_path<'p>(path: &'p str, place: &Node<'_>) -> Option<&'p str> {
    let holder = place.container()?.last_of_path(PARTS);
    let short = path.strip_prefix(&holder)?.strip_prefix('.')?;
    Some(short).filter(|_| !holder.is_empty())
}

fn is_map(node: &Node<'_>) -> bool {
    let show = node.attr().and_then(|attr| attr.show.as_ref());
    matches!(show, Some(Show::Map { .. }))
}

/// Whether the text that an object has of its own is made of a part of it.
fn is_cut_off(node: &Node<'_>) -> bool {
    node.shape() == Shape::Struct
        && node.type_def().is_some_and(|ty| ty.to_string.is_some())
        && (node.is_broken()
            || node
                .children()
                .any(|child| !child.is_instance() && child.fault().is_some()))
}
