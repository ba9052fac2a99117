//! One field: its bytes, its name, its value, and what is wrong with it.

use std::ops::ControlFlow;

use super::View;
use super::canvas::{Extract, Ink};
use super::flow::Flow;
use super::walk::Name;
use crate::decode::{BufferId, FaultKind, Span};
use crate::schema::DataType;
use crate::tree::{Finding, Node, Shape};
use crate::view::doc::Role;
use crate::view::mark::Mark;
use crate::view::number;
use crate::view::reason::explain;

/// What is said of something deep inside others.
const NOT_OPENED: &str = "(too deep to be opened here; --at goes on)";

impl<'a> View<'_, 'a> {
    /// Shows a scalar, a string or bytes.
    pub(super) fn leaf(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let Some(span) = node.span().filter(|span| span.buffer == flow.buffer) else {
            return self.without_bytes(flow, node, name, depth, true);
        };
        if flow.is_outside(&span) {
            flow.pass_bits(span.end);
            return ControlFlow::Continue(());
        }
        if let Some(buffer) = node.derived() {
            return self.source(flow, node, name, depth, buffer);
        }
        self.advance(flow, span.start_byte())?;
        if self.gives_way(flow, node, &span) {
            return self.split(flow, node, name, depth, &span);
        }
        let ink = Ink::Field(self.colours.field(node.attr(), name.index));
        let bits = node
            .attr()
            .is_some_and(|attr| matches!(attr.data, DataType::Bits { .. }));
        let extract = self.claim_field(flow, &span, bits);
        let findings = self.findings_of(node);
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, ink.name(), depth, &findings);
        let mut rows = self.canvas.rows_of(&extract);
        self.value.clear();
        if bits && !self.options.dense {
            super::map::bits(
                &mut self.value,
                self.tree,
                &span,
                self.canvas.signs,
                ink.name(),
            );
        }
        self.preview.node(&mut self.value, node);
        if findings.iter().any(is_cut_off) && node.value().is_ok() {
            self.value.push(Role::Comment, " (cut off)");
        }
        if findings.is_empty() {
            let before = self.value.width();
            explain(&mut self.value, node, self.tree.file().len() as u64);
            if self.value.width() > before {
                // what a value is right by is not cut off
                rows = rows.max(2);
            }
        }
        self.take_running(node);
        if self.shown_above(flow, &span, &extract) {
            rows = rows.max(2);
        }
        self.spread_value(rows);
        self.add_pointer(node, depth);
        self.add_findings(&findings, "", self.finding_column(depth), false);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    /// Shows something that has no bytes here, if `wanted` or if it has a
    /// finding.
    pub(super) fn without_bytes(
        &mut self,
        flow: &Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        wanted: bool,
    ) -> ControlFlow<()> {
        let findings = self.findings_of(node);
        if findings.is_empty() && !wanted {
            return ControlFlow::Continue(());
        }
        self.flush_headings()?;
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, Role::Comment, depth, &findings);
        self.value.clear();
        if node.is_computed() {
            self.value.push(Role::Punctuation, "= ");
        }
        self.preview.node(&mut self.value, node);
        if let Some(span) = node.span()
            && span.buffer != flow.buffer
        {
            let (line, base) = (&mut self.value, self.options.base);
            line.push(Role::Comment, "  at ");
            number::offset(line, Role::Comment, span.start_byte(), base);
            line.push(Role::Comment, " of another stream");
        }
        self.spread_value(1);
        self.add_findings(&findings, "", self.finding_column(depth), false);
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))
    }

    /// Shows a small object on one row.
    pub(super) fn compact(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let Some(span) = node.span() else {
            return ControlFlow::Continue(());
        };
        self.advance(flow, span.start_byte())?;
        let ink = Ink::Field(self.colours.field(node.attr(), name.index));
        let extract = self.claim(flow, &span);
        let findings = self.findings_compact(node);
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, ink.name(), depth, &findings);
        self.value.clear();
        if node.type_def().is_some_and(|ty| ty.to_string.is_some()) {
            self.parts_of_row(node);
            self.preview.node(&mut self.value, node);
            self.preview.pointers(&mut self.value, node);
        } else {
            self.members_on_a_row(node);
        }
        if findings.iter().any(is_cut_off) {
            self.value.push(Role::Comment, " (cut off)");
        }
        self.take_running(node);
        let mut rows = self.canvas.rows_of(&extract);
        if self.shown_above(flow, &span, &extract) {
            rows = rows.max(2);
        }
        self.spread_value(rows);
        self.add_pointer(node, depth);
        let path = if findings.is_empty() {
            String::new()
        } else {
            node.path()
        };
        self.add_findings(&findings, &path, self.finding_column(depth), false);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    /// Says where a field begins if the bytes there were shown above, beside
    /// another one; gives whether they were.
    pub(super) fn shown_above(&mut self, flow: &Flow<'a>, span: &Span, extract: &Extract) -> bool {
        let start = span.start_byte();
        let bytes = span.end_byte().min(flow.window.end) > start;
        let none = extract.start == extract.end;
        let above = bytes && !extract.bits && (none || extract.start > start);
        if !above || self.again || start < flow.window.start {
            return false;
        }
        let (before, after) = if none {
            ("  (at ", ", above)")
        } else {
            ("  (from ", ")")
        };
        self.value.push(Role::Comment, before);
        number::offset(&mut self.value, Role::Comment, start, self.options.base);
        self.value.push(Role::Comment, after);
        self.resumed = self.parted;
        true
    }

    /// Adds the members of a small object to its value.
    fn members_on_a_row(&mut self, node: &Node<'a>) {
        if !self.canvas.wants_places {
            return self.preview.members(&mut self.value, node);
        }
        let marks = self.parts_of_row(node);
        self.preview.marked_members(&mut self.value, node, &marks);
    }

    /// Tells of the members of a small object; gives a mark for each.
    fn parts_of_row(&mut self, node: &Node<'a>) -> Vec<Mark> {
        let wanted = self.canvas.wants_places;
        let fields = node.type_def().filter(|_| wanted);
        let fields = fields.map_or(0, |ty| ty.seq.len());
        let mut marks = Vec::new();
        for index in 0..fields as u64 {
            let child = node.child(index).filter(|it| it.shape() != Shape::Absent);
            marks.push(child.map_or(Mark::NONE, |child| self.part_of_row(&child)));
        }
        marks
    }

    /// Shows an object that is not opened: its bytes beside its name.
    pub(super) fn closed(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let span = node.span().filter(|span| span.buffer == flow.buffer);
        let Some(span) = span else {
            return self.without_bytes(flow, node, name, depth, true);
        };
        self.advance(flow, span.start_byte())?;
        let ink = Ink::Field(self.colours.field(node.attr(), name.index));
        let extract = self.claim(flow, &span);
        let findings = self.findings_inside(node);
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, ink.name(), depth, &findings);
        self.value.clear();
        self.preview.node(&mut self.value, node);
        self.shown_above(flow, &span, &extract);
        self.spread_value(1);
        self.add_pointer(node, depth);
        self.not_opened(depth);
        self.add_findings_inside(&findings, node, depth);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    /// Shows the bytes that a stream is decoded from.
    pub(super) fn source_field(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        buffer: BufferId,
    ) -> ControlFlow<()> {
        let span = node.span().filter(|span| span.buffer == flow.buffer);
        let Some(span) = span else {
            return ControlFlow::Continue(());
        };
        self.advance(flow, span.start_byte())?;
        let ink = Ink::Field(self.colours.field(node.attr(), name.index));
        let extract = self.claim(flow, &span);
        let findings = if node.shape() == Shape::Struct {
            self.lay(node)
        } else {
            self.findings_of(node)
        };
        self.pane.clear();
        self.enter_structure(node);
        self.begin_field(name, ink.name(), depth, &findings);
        let info = self.tree.buffer_info(buffer);
        self.value.clear();
        if let Some(info) = info {
            let line = &mut self.value;
            line.untrusted(Role::Enum, &info.via);
            line.spaces(1);
            line.push(Role::Punctuation, self.canvas.signs.arrow);
            line.spaces(1);
            number::count(line, Role::Number, info.len, "byte", "bytes");
        }
        self.shown_above(flow, &span, &extract);
        self.spread_value(1);
        self.add_pointer(node, depth);
        self.add_findings(&findings, "", self.finding_column(depth), false);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    /// Shows the content of a decoded leaf in its own stream.
    pub(super) fn content(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        depth: usize,
    ) -> ControlFlow<()> {
        let Some(span) = node
            .content_span()
            .filter(|span| span.buffer == flow.buffer)
        else {
            return ControlFlow::Continue(());
        };
        let ink = Ink::Field(self.colours.field(node.attr(), None));
        let extract = self.claim(flow, &span);
        self.pane.clear();
        self.enter(node);
        self.begin_field(Name::whole("content"), ink.name(), depth, &[]);
        self.value.clear();
        self.aside.clear();
        self.preview.node(&mut self.value, node);
        self.spread_value(self.canvas.rows_of(&extract));
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    fn not_opened(&mut self, depth: usize) {
        let (column, width) = (self.finding_column(depth), self.canvas.pane_width());
        self.pane
            .wrapped(Role::Comment, "", NOT_OPENED, column, width);
    }

    /// Shows a stream within many others, which is not opened.
    pub(super) fn unopened(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        depth: usize,
    ) -> ControlFlow<()> {
        let span = Span::bytes(flow.buffer, 0, flow.window.end);
        let ink = Ink::Field(self.colours.field(node.attr(), None));
        let extract = self.claim(flow, &span);
        let findings = self.findings_inside(node);
        self.pane.clear();
        self.begin_field(Name::whole("content"), ink.name(), depth, &findings);
        self.not_opened(depth);
        self.add_findings_inside(&findings, node, depth);
        self.flush_headings()?;
        self.canvas.field(&extract, ink, &self.pane)
    }

    /// Whether bytes without structure give way to positioned structures that
    /// lie inside them.
    fn gives_way(&self, flow: &Flow<'a>, node: &Node<'a>, span: &Span) -> bool {
        let raw = node
            .attr()
            .is_some_and(|attr| matches!(attr.data, DataType::Bytes(_)));
        // What was looked for beyond the end took all that is left for its own.
        let cut_off = node.fault().is_some_and(|fault| {
            matches!(
                fault.kind(),
                FaultKind::UnexpectedEof | FaultKind::NoTerminator
            )
        });
        (raw || cut_off)
            && flow.regions.peek(span.end_byte()).is_some_and(|region| {
                let structured = flow
                    .regions
                    .node(&region)
                    .is_some_and(|node| matches!(node.shape(), Shape::Struct | Shape::Array));
                (structured || cut_off)
                    && (region.start > span.start_byte() || region.end < span.end_byte())
            })
    }

    /// Shows bytes without structure around the places that lie inside them.
    fn split(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        span: &Span,
    ) -> ControlFlow<()> {
        let findings = self.findings_of(node);
        let mut first = true;
        loop {
            let next = flow.regions.peek(span.end_byte());
            let start = flow.shown();
            let end = next.map_or(span.end_byte(), |region| region.start.max(start));
            if end > start || first {
                let part = Span::bytes(flow.buffer, start, end);
                let ink = Ink::Field(self.colours.field(node.attr(), name.index));
                let extract = if end > start {
                    self.claim(flow, &part)
                } else {
                    Extract::none(flow.buffer, span.start_byte())
                };
                self.pane.clear();
                self.enter(node);
                self.begin_field(name, ink.name(), depth, if first { &findings } else { &[] });
                self.value.clear();
                let line = &mut self.value;
                if end > start {
                    number::count(line, Role::Comment, end - start, "byte", "bytes");
                    line.push(Role::Comment, if first { " of " } else { " (continued)" });
                }
                if first {
                    number::count(line, Role::Comment, span.byte_len(), "byte", "bytes");
                }
                if first && end == start && start <= span.start_byte() {
                    line.push(Role::Comment, "  (below)");
                } else if first {
                    self.shown_above(flow, span, &extract);
                }
                self.spread_value(1);
                if first {
                    self.add_findings(&findings, "", self.finding_column(depth), false);
                }
                self.flush_headings()?;
                self.canvas.field(&extract, ink, &self.pane)?;
            }
            first = false;
            if next.is_none() {
                return ControlFlow::Continue(());
            }
            self.next_region(flow)?;
        }
    }

    /// Takes the bytes of a field that were not shown yet. Bits whose byte stands
    /// above have none, but if other bits of their object have it.
    pub(super) fn claim_field(&self, flow: &mut Flow<'a>, span: &Span, bits: bool) -> Extract {
        let joins = match self.again {
            true => !span.start.is_multiple_of(8),
            false => !flow.is_past(span.start),
        };
        let mut extract = self.claim(flow, span);
        extract.bits = bits && joins && extract.start == extract.end && span.end > span.start;
        extract
    }

    /// Takes the bytes of a span that were not shown yet.
    pub(super) fn claim(&self, flow: &mut Flow<'a>, span: &Span) -> Extract {
        let start = span.start_byte().max(flow.shown()).max(flow.window.start);
        let end = span.end_byte().min(flow.window.end).max(start);
        flow.pass_bits(span.end);
        if start == end {
            return Extract::none(flow.buffer, span.start_byte());
        }
        Extract {
            buffer: flow.buffer,
            start,
            end,
            full: self.full,
            bits: false,
        }
    }
}

/// Whether a finding means that what is shown is only a part.
fn is_cut_off(finding: &Finding) -> bool {
    matches!(
        finding.kind,
        FaultKind::UnexpectedEof | FaultKind::NoTerminator
    )
}
