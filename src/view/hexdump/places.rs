//! Positioned places and gaps, put between the fields where they lie.

use std::ops::ControlFlow;

use super::View;
use super::array::FAULTY;
use super::canvas::{Extract, Ink};
use super::flow::{DEEPEST, Flow};
use super::layout::MARK;
use super::regions::Region;
use super::walk::Name;
use crate::decode::BufferId;
use crate::schema::Severity;
use crate::tree::{Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::finding;
use crate::view::preview::PARTS;

/// A positioned place after so many of its family may be elided, …
const FAMILY: u64 = 3;

/// … if those took so many rows.
const FAMILY_ROWS: u64 = 60;

/// Of places with the same bytes, so many are at hand when the first is shown.
const TWINS: usize = 8;

impl<'a> View<'_, 'a> {
    /// Shows everything before a byte that was not shown yet: positioned places,
    /// and between them what nobody claims.
    pub(super) fn advance(&mut self, flow: &mut Flow<'a>, to: u64) -> ControlFlow<()> {
        while let Some(region) = flow.regions.peek(to) {
            flow.regions.pass();
            self.region(flow, &region)?;
        }
        self.gap(flow, to)
    }

    pub(super) fn region(&mut self, flow: &mut Flow<'a>, region: &Region) -> ControlFlow<()> {
        self.region_of(flow, region, None)
    }

    /// The same, of which the node may be known.
    fn region_of(
        &mut self,
        flow: &mut Flow<'a>,
        region: &Region,
        known: Option<Node<'a>>,
    ) -> ControlFlow<()> {
        let window = flow.window.clone();
        if region.start >= window.end || region.end <= window.start && region.end > region.start {
            flow.pass(region.end.min(window.end));
            return ControlFlow::Continue(());
        }
        let hidden = region.end <= flow.shown() && region.start < flow.shown();
        if !hidden {
            self.gap(flow, region.start)?;
            if self.may_elide(flow, region) {
                return self.elide_family(flow, *region);
            }
        }
        let Some(node) = known.or_else(|| flow.regions.node(region)) else {
            return ControlFlow::Continue(());
        };
        // what lies at the same bytes comes after them; the ways to the first may
        // be forgotten by then
        let twins = flow.regions.take_twins(region);
        let first = twins.iter().take(TWINS);
        let mut known = first
            .map(|twin| flow.regions.node(twin))
            .collect::<Vec<_>>();
        known.reverse();
        // it may lie among elements that nothing can be wrong with
        let calm = std::mem::replace(&mut self.calm, false);
        let before = self.canvas.rows;
        let path = node.last_of_path(PARTS);
        let bar = self.canvas.bar;
        // inside the structure that has it, its own name will do
        let inner = self.open.as_ref().and_then(|(open, depth)| {
            let name = path.strip_prefix(open.as_str())?.strip_prefix('.')?;
            Some((name, *depth))
        });
        if hidden || flow.nesting >= DEEPEST {
            let (name, depth) = inner.unwrap_or((&path, 0));
            if inner.is_none() && matches!(node.shape(), Shape::Struct | Shape::Array) {
                self.canvas.bar = Some(self.colours.section(node.attr()));
            }
            self.shown_again(flow, &node, Name::whole(name), depth)?;
        } else if let Some((name, depth)) = inner {
            flow.nesting += 1;
            self.node(flow, &node, Name::whole(name), depth)?;
            flow.nesting -= 1;
        } else {
            let headings = std::mem::take(&mut self.headings);
            let written = std::mem::take(&mut self.written);
            if matches!(node.shape(), Shape::Struct | Shape::Array) {
                self.canvas.bar = Some(self.colours.section(node.attr()));
            }
            flow.nesting += 1;
            if self.push_long_name(&node, &path) {
                self.node(flow, &node, Name::whole(&node.name()), 1)?;
                self.pop_heading();
            } else {
                self.node(flow, &node, Name::whole(&path), 0)?;
            }
            flow.nesting -= 1;
            self.headings = headings;
            self.written = written;
            self.parted = true;
        }
        self.canvas.bar = bar;
        self.calm = calm;
        node.release();
        let family = region.family as usize;
        if self.families.len() <= family {
            self.families.resize(family + 1, (0, 0));
        }
        self.families[family].0 += 1;
        self.families[family].1 += self.canvas.rows - before;
        twins.iter().try_for_each(|twin| {
            let node = known.pop().flatten();
            self.region_of(flow, twin, node)
        })
    }

    /// Shows the next positioned place.
    pub(super) fn next_region(&mut self, flow: &mut Flow<'a>) -> ControlFlow<()> {
        let Some(region) = flow.regions.peek(u64::MAX) else {
            return ControlFlow::Continue(());
        };
        flow.regions.pass();
        self.region(flow, &region)
    }

    fn may_elide(&self, flow: &Flow<'a>, region: &Region) -> bool {
        let (count, rows) = self
            .families
            .get(region.family as usize)
            .copied()
            .unwrap_or_default();
        let alike = |next: Region| next.family == region.family;
        flow.buffer == BufferId::FILE
            && !self.full
            && count >= FAMILY
            && rows >= FAMILY_ROWS
            && region.start == flow.shown()
            // one alone is not worth a line
            && flow.regions.peek(u64::MAX).is_some_and(|next| alike(next) && next.start == region.end)
            && flow.regions.peek_second().is_some_and(alike)
    }

    /// Leaves out places like the ones before, as long as nothing is wrong with
    /// them, nothing lies between them, and another follows.
    pub(super) fn elide_family(&mut self, flow: &mut Flow<'a>, first: Region) -> ControlFlow<()> {
        let mut region = first;
        let mut count = 0u64;
        let mut end = first.end;
        let mut wrong = None;
        // the ways to them may be forgotten when the last is known
        let mut from = String::new();
        let mut last = None;
        loop {
            let Some(node) = flow.regions.node(&region) else {
                break;
            };
            if count == 0 {
                from = node.path();
            }
            if self.budget > 0 && self.has_findings(&node) {
                node.release();
                wrong = Some(region);
                break;
            }
            node.release();
            count += 1;
            last = Some(node);
            end = region.end;
            flow.pass(end);
            let next = flow.regions.peek(u64::MAX).filter(|next| {
                next.family == first.family
                    && next.start == flow.shown()
                    && flow
                        .regions
                        .peek_second()
                        .is_some_and(|after| after.family == first.family)
            });
            let Some(next) = next else { break };
            flow.regions.pass();
            region = next;
        }
        if count > 0 {
            let to = last.map(|node| node.path()).unwrap_or_default();
            self.elided(&from, &to, count, end - first.start, self.budget > 0)?;
        }
        if let Some(region) = wrong {
            self.budget = self.budget.saturating_sub(FAULTY);
            // the family starts anew: what is wrong is seen among its neighbours
            if let Some(family) = self.families.get_mut(region.family as usize) {
                family.1 = FAMILY_ROWS;
                family.0 = 0;
            }
            self.region(flow, &region)?;
            if let Some(family) = self.families.get_mut(region.family as usize) {
                family.0 = FAMILY;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows bytes that nobody claims.
    pub(super) fn gap(&mut self, flow: &mut Flow<'a>, to: u64) -> ControlFlow<()> {
        let start = flow.shown();
        if to <= start {
            return ControlFlow::Continue(());
        }
        flow.pass(to);
        let (start, end) = (start.max(flow.window.start), to.min(flow.window.end));
        if start >= end || !flow.gaps {
            return ControlFlow::Continue(());
        }
        self.flush_headings()?;
        let extract = Extract {
            buffer: flow.buffer,
            start,
            end,
            full: self.full,
            bits: false,
        };
        let trailing = end == self.tree.buffer_len(flow.buffer);
        let known = self.gaps_known && flow.buffer == BufferId::FILE;
        let severity = if trailing {
            Severity::Warning
        } else {
            Severity::Note
        };
        self.pane.clear();
        self.enter_bytes(
            if trailing { "trailing" } else { "unclaimed" },
            flow.buffer,
            start..end,
        );
        let layout = self.canvas.layout;
        let line = self.pane.line();
        line.push(Role::Gap, if trailing { "trailing" } else { "unclaimed" });
        let name = line.width();
        line.pad_to(layout.names);
        if known {
            line.push(
                finding::role(severity),
                finding::sign(severity, self.canvas.signs),
            );
        }
        line.pad_to(layout.names + MARK);
        self.pane.name = name;
        self.pane.indent = MARK;
        self.value.clear();
        self.preview
            .run(&mut self.value, self.tree, flow.buffer, start..end);
        self.spread_value(self.canvas.rows_of(&extract));
        self.canvas.field(&extract, Ink::Gap, &self.pane)
    }

    /// Says that the search for positioned places was ended early.
    pub(super) fn tail(&mut self, flow: &Flow<'a>) -> ControlFlow<()> {
        if self.searched.is_spent() && !self.shown.is_spent() {
            let finding = self.tree.root().too_many_places();
            self.pane.clear();
            self.add_findings_in(&[finding], "", 2, true, self.options.width);
            let mut lines = self.pane.lines().iter();
            lines.try_for_each(|line| self.canvas.bare_line(line))?;
        }
        if !flow.regions.are_cut() {
            return ControlFlow::Continue(());
        }
        let mut line = Line::new();
        line.push(Role::Warning, self.canvas.signs.warning);
        line.push(
            Role::Warning,
            " too many positioned places: some of the bytes that are shown as unclaimed may belong to them",
        );
        self.canvas.whole_line(&line)
    }
}
