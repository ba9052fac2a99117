//! Where a grammar describes the same bytes again and again, the hexdump says
//! so and ends.

use std::ops::ControlFlow;

use super::View;
use super::flow::Flow;
use super::regions::Regions;
use crate::decode::BufferId;
use crate::tree::Node;

impl<'a> View<'_, 'a> {
    /// Looks through a node for positioned places in a buffer.
    pub(super) fn regions(&mut self, node: &Node<'a>, buffer: BufferId) -> Regions<'a> {
        Regions::find(self.facts, node, buffer, &mut self.searched)
    }

    /// Counts so many places that are shown as a node or inside it. Says so and
    /// breaks if there were too many.
    pub(super) fn count(&mut self, node: &Node<'a>, count: u64, depth: usize) -> ControlFlow<()> {
        if self.shown.is_spent() {
            return ControlFlow::Break(());
        }
        if self.shown.add(node.engine(), count) {
            return ControlFlow::Continue(());
        }
        self.flush_headings()?;
        self.pane.clear();
        let mut finding = node.too_many_places();
        finding.path.clear();
        let findings = [finding];
        self.add_findings(&findings, "", self.finding_column(depth), true);
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))?;
        ControlFlow::Break(())
    }

    /// Says that not all was looked through for what has an offset.
    pub(super) fn search_cut_short(&mut self) -> ControlFlow<()> {
        if self.all_searched {
            return ControlFlow::Continue(());
        }
        let mut finding = self.tree.root().too_many_places();
        let why = format!("another field may have this byte: {}", finding.message);
        finding.message = why;
        self.pane.clear();
        self.add_findings_in(&[finding], "", 2, true, self.options.width);
        let mut lines = self.pane.lines().iter();
        lines.try_for_each(|line| self.canvas.bare_line(line))
    }

    /// Shows something. Where there were too many places, what is left of the
    /// flow has none.
    pub(super) fn bounded(
        &mut self,
        flow: &mut Flow<'a>,
        show: impl FnOnce(&mut Self, &mut Flow<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (layout, shift, bar) = (self.canvas.layout, self.canvas.shift, self.canvas.bar);
        let ended = show(self, flow);
        if ended.is_continue() || !self.shown.is_spent() {
            return ended;
        }
        (self.canvas.layout, self.canvas.shift, self.canvas.bar) = (layout, shift, bar);
        self.headings.clear();
        self.written = 0;
        flow.regions = Regions::none();
        self.gaps_known = false;
        ControlFlow::Continue(())
    }
}
