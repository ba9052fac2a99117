//! Positioned places on bytes that were shown already: a row that says so, and
//! where nothing is left out their fields, without the bytes.

use std::ops::ControlFlow;

use super::View;
use super::canvas::{Extract, Ink};
use super::flow::Flow;
use super::layout::MARK;
use super::walk::Name;
use crate::decode::Span;
use crate::schema::TypeDef;
use crate::tree::{Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::number;

/// Places whose bytes were shown already that are listed in one hexdump. What
/// shares bytes with all that went before it would take no end of rows.
pub(super) const REPEATS: u64 = 100_000;

impl<'a> View<'_, 'a> {
    /// Shows a positioned place whose bytes were all shown.
    pub(super) fn shown_again(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let on_a_row = match node.shape() {
            Shape::Struct => {
                let says = node.type_def().is_some_and(|ty| ty.to_string.is_some());
                !says && self.facts.stands_on_a_row(self.tree, node)
            }
            Shape::Array => node.is_empty(),
            Shape::Leaf | Shape::Absent | Shape::Unknown => true,
        };
        if on_a_row || !self.full || self.options.dense || self.repeats == 0 {
            return self.overlapped(flow, node, name, depth);
        }
        let mut also = String::from("also ");
        also.push_str(name.text);
        let mut hollow = Flow::hollow(flow.buffer);
        let before = std::mem::replace(&mut self.again, true);
        let shown = self.node(&mut hollow, node, Name::whole(&also), depth);
        self.again = before;
        shown
    }

    /// Whether an object of a type that has a text of its own is opened, though it
    /// fits on a row: the bytes beside the text would not be all of its own.
    pub(super) fn opens(&self, flow: &Flow<'a>, ty: &TypeDef, span: &Span) -> bool {
        let whole = self.full && !self.options.dense && self.repeats > 0;
        whole && ty.to_string.is_some() && flow.is_past(span.start)
    }

    /// Whether so many places whose bytes were shown already are listed that no
    /// more are.
    pub(super) fn again_too_often(&self) -> bool {
        self.again && self.repeats == 0
    }

    /// Says that the elements of an array from one on are not listed again.
    pub(super) fn left_out_again(&mut self, node: &Node<'a>, first: u64) -> ControlFlow<()> {
        let path = node.path();
        let last = node.len().saturating_sub(1);
        let start = |index| node.child(index).and_then(|element| element.span());
        let bytes = match (start(first), node.span()) {
            (Some(from), Some(all)) => all.end_byte().saturating_sub(from.start_byte()),
            _ => 0,
        };
        let (from, to) = (format!("{path}[{first}]"), format!("{path}[{last}]"));
        self.elided(&from, &to, node.len() - first, bytes, false)
    }

    /// Says that a positioned place lies on bytes that were shown already.
    fn overlapped(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let start = node.span().map_or(0, |span| span.start_byte());
        let findings = self.findings_inside(node);
        self.flush_headings()?;
        self.pane.clear();
        self.enter(node);
        // the value stands above under another name
        let mut also = Line::new();
        name.add(&mut also, Role::Pointer);
        also.spaces(2);
        self.preview.node(&mut also, node);
        let column = self.canvas.layout.names + MARK;
        let sign = Name::whole("also");
        let extract = Extract::none(flow.buffer, start);
        let mut pointed = also.clone();
        self.add_pointer_to(&mut pointed, node);
        if self.options.dense || column + pointed.width() <= self.canvas.pane_width() {
            self.begin_field(sign, Role::Comment, depth, &findings);
            if let Some(line) = self.pane.last() {
                line.append(&also);
            }
            self.add_pointer(node, depth);
            self.add_findings_inside(&findings, node, depth);
            return self.canvas.field(&extract, Ink::Gap, &self.pane);
        }
        // where no bytes are, there is room for a long name
        let mut whole = Line::new();
        sign.add(&mut whole, Role::Comment);
        whole.spaces(1);
        whole.append(&pointed);
        let mut place = Line::new();
        number::offset(&mut place, Role::Offset, start, self.options.base);
        if let Some(span) = node.span() {
            place.push(Role::Comment, "..");
            number::offset(&mut place, Role::Offset, span.end_byte(), self.options.base);
        }
        self.canvas.aside_line(&place, &whole)?;
        self.add_findings_inside(&findings, node, depth);
        let mut lines = self.pane.lines().iter();
        lines.try_for_each(|line| self.canvas.pane_line(line))
    }
}
