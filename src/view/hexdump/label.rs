//! Names and values: the first line of a field.

use super::View;
use super::walk::Name;
use crate::tree::{Finding, Node};
use crate::view::doc::Role;
use crate::view::finding;

impl<'a> View<'_, 'a> {
    /// Starts the first line of a field: name, and the mark of the worst finding.
    pub(super) fn begin_field(
        &mut self,
        name: Name<'_>,
        role: Role,
        depth: usize,
        findings: &[Finding],
    ) {
        let signs = self.canvas.signs;
        let worst = findings.iter().map(|finding| finding.severity).max();
        let worst = worst.map(|worst| (finding::role(worst), finding::sign(worst, signs)));
        let setting = self.canvas.setting();
        self.pane.begin(name, role, depth, worst, setting);
    }

    /// Puts the value on the last line, and beside it what stands aside.
    pub(super) fn spread_value(&mut self, rows: u64) {
        let setting = self.canvas.setting();
        self.pane.spread(&self.value, &self.aside, rows, setting);
        self.aside.clear();
    }

    /// Makes the text that stands aside: the sum so far, where a checksum goes
    /// over the array of an element.
    pub(super) fn take_running(&mut self, node: &Node<'a>) {
        self.aside.clear();
        if self.facts.has_running_sums()
            && node.index().is_some()
            && let Some(sum) = node.running_sum()
        {
            self.aside.push(Role::Comment, self.canvas.signs.sum);
            self.aside.spaces(1);
            self.aside.ascii(Role::Number, &format!("{sum:>10}"));
        }
    }
}
