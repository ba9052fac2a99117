//! Arrays: element by element, several small numbers a row, or left out where
//! they are many.

use std::ops::ControlFlow;

use super::View;
use super::flow::Flow;
use super::walk::Name;
use super::wrong::elements_of;
use crate::schema::Show;
use crate::tree::{Node, Rules, Shape};
use crate::view::doc::Role;

/// Elements that are always shown first.
const FIRST: u64 = 3;

/// An element that is shown for its findings costs as much as looking at so
/// many: where all are faulty, the first hundred must do.
pub(super) const FAULTY: u64 = 1_000;

/// So many elements are worth a line that says that they are left out.
const WORTH: u64 = 3;

/// Elements are elided once so many are shown, though they take no rows.
const HOLLOW: u64 = 100;

/// Elements are elided once so many rows of an array are written.
pub(super) const ROWS: u64 = 24;

impl<'a> View<'_, 'a> {
    /// Shows an array.
    pub(super) fn array(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let span = node.span().filter(|span| span.buffer == flow.buffer);
        if let Some(span) = span
            && span.end > span.start
            && flow.is_outside(&span)
        {
            flow.pass_bits(span.end);
            return ControlFlow::Continue(());
        }
        let own = self.findings_of(node);
        if let Some(Show::Map { cells }) = node.attr().and_then(|attr| attr.show.as_ref())
            && let Some(span) = span
        {
            return self.map(flow, node, name, depth, cells, &span, &own);
        }
        let len = node.len();
        let stride = self.packs(node);
        // numbers that share one row stand for the array
        let one_row = stride.zip(span).is_some_and(|(stride, span)| {
            let per_row = self.canvas.layout.per_row as u64;
            let room = per_row - span.start_byte() % per_row;
            len.checked_mul(stride).is_some_and(|bytes| bytes <= room)
        });
        if len == 0 || !own.is_empty() && !one_row {
            self.summary(flow, node, name, depth, &own)?;
        }
        if let Some(stride) = stride {
            let own = if one_row { own } else { Vec::new() };
            return self.packed(flow, node, name, depth, stride, own);
        }
        if own.is_empty() && self.push_array_heading(node, name, depth) {
            let short = name.text.rsplit('.').next().unwrap_or(name.text);
            self.elements(flow, node, Name::whole(short), depth + 1)?;
            self.pop_heading();
            return ControlFlow::Continue(());
        }
        self.elements(flow, node, name, depth)
    }

    /// One line about an array that has no elements, or has findings itself.
    fn summary(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        findings: &[crate::tree::Finding],
    ) -> ControlFlow<()> {
        if let Some(span) = node.span().filter(|span| span.buffer == flow.buffer) {
            self.advance(flow, span.start_byte())?;
        }
        self.flush_headings()?;
        self.pane.clear();
        self.enter(node);
        self.begin_field(name, Role::Comment, depth, findings);
        if let Some(line) = self.pane.last() {
            self.preview.node(line, node);
        }
        self.add_findings(findings, "", self.finding_column(depth), false);
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))
    }

    fn elements(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let calm = self.calm;
        self.calm = self.is_quiet(node);
        let rules = match self.full && !self.calm {
            true => self.facts.rules(node),
            false => None,
        };
        let flow = self.each_element(flow, node, name, depth, rules.as_ref());
        self.calm = calm;
        flow
    }

    /// Whether nothing can be wrong with the elements of an array.
    pub(super) fn is_quiet(&self, node: &Node<'a>) -> bool {
        let attr = node.attr().filter(|_| node.stride_bits().is_some());
        attr.is_some_and(|attr| self.facts.is_quiet(attr))
    }

    fn each_element(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        rules: Option<&Rules<'a>>,
    ) -> ControlFlow<()> {
        let len = node.len();
        let before = self.canvas.rows;
        let mut index = self.first_in_window(flow, node);
        let mut shown = 0;
        let mut stencil = None;
        let mut recorded = self.recorded(flow, node);
        while index < len {
            // the first element shows the headings, and how the others look
            if self.full && shown > 0 {
                let next =
                    self.stencilled(flow, node, (name, depth), rules, &mut stencil, index)?;
                if next > index {
                    index = next;
                    continue;
                }
            }
            if let Some(recorded) = &mut recorded {
                let name = Name {
                    text: name.text,
                    index: Some(index),
                };
                if self.recorded_element(flow, (node, index), recorded, name, depth)? {
                    shown += 1;
                    index += 1;
                    continue;
                }
            }
            // the last element is shown, so that one is worth the line
            if !self.full
                && shown >= FIRST
                && (self.canvas.rows - before >= ROWS || shown >= HOLLOW)
                && index + WORTH < len
            {
                let next = self.elide(flow, node, name, index, len - 1)?;
                if next > index {
                    index = next;
                    continue;
                }
                self.budget = self.budget.saturating_sub(FAULTY);
            }
            if self.again_too_often() {
                self.left_out_again(node, index)?;
                break;
            }
            let Some(element) = node.child(index) else {
                break;
            };
            if element
                .span()
                .is_some_and(|span| span.buffer == flow.buffer && flow.is_after(span.start_byte()))
            {
                break;
            }
            if element.shape() == Shape::Unknown {
                break;
            }
            if let Some(rules) = rules {
                self.calm = rules.hold(index);
            }
            if self.calm && index + 1 == len && node.partial_element().is_some() {
                // it is cut off, so something is wrong with it
                self.calm = false;
            }
            let name = Name {
                text: name.text,
                index: Some(index),
            };
            self.node(flow, &element, name, depth)?;
            if let Some(recorded) = &mut recorded {
                Self::pass_element(recorded, &element);
            }
            element.release();
            shown += 1;
            index += 1;
        }
        if let Some(span) = node.span().filter(|span| span.buffer == flow.buffer)
            && index < len
        {
            flow.pass_bits(span.end);
        }
        ControlFlow::Continue(())
    }

    /// The first element that has bytes in the window.
    pub(super) fn first_in_window(&self, flow: &Flow<'a>, node: &Node<'a>) -> u64 {
        let start = flow.window.start;
        let starts_before = |index: u64| {
            node.child(index)
                .and_then(|element| element.span())
                .is_some_and(|span| span.buffer == flow.buffer && span.end_byte() <= start)
        };
        if start == 0 || node.is_empty() || !starts_before(0) {
            return 0;
        }
        let (mut low, mut high) = (0, node.len());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if starts_before(middle) {
                low = middle
            } else {
                high = middle
            }
        }
        high
    }

    /// Leaves out elements from `first` up to `end` (exclusive), as long as
    /// nothing is wrong with them. Gives the first that is not left out.
    pub(super) fn elide(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        first: u64,
        end: u64,
    ) -> ControlFlow<(), u64> {
        let path = node.path();
        let mut laid = elements_of(&self.laid, &path);
        laid.retain(|index| (first..end).contains(index));
        laid.sort_unstable();
        let sound = self.is_quiet(node);
        let mut stop = end.min(laid.first().copied().unwrap_or(end));
        let mut checked = true;
        if !sound {
            let mut index = first;
            while index < stop {
                if self.budget == 0 {
                    checked = false;
                    break;
                }
                let Some(element) = node.child(index) else {
                    break;
                };
                let wrong = self.has_findings(&element);
                element.release();
                if wrong {
                    break;
                }
                index += 1;
            }
            if checked {
                stop = index;
            } else if index > first {
                // what was looked at and what was not are two lines
                stop = index;
                checked = true;
            }
        }
        if stop < first + WORTH {
            return ControlFlow::Continue(first);
        }
        let start_of = |index: u64| {
            node.child(index)
                .and_then(|element| element.span())
                .filter(|span| span.buffer == flow.buffer)
        };
        let from = start_of(first).map_or(flow.shown(), |span| span.start_byte());
        let to = start_of(stop).map_or(from, |span| span.start_byte());
        flow.pass(to);
        flow.regions.skip_to(to);
        let full_name = |index: u64| {
            let text = if path.is_empty() { name.text } else { &path };
            format!("{text}[{index}]")
        };
        self.elided(
            &full_name(first),
            &full_name(stop - 1),
            stop - first,
            to - from,
            checked,
        )?;
        ControlFlow::Continue(stop)
    }
}
