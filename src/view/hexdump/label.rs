//! Names and values: the first line of a field.

use super::View;
use super::layout::MARK;
use super::walk::Name;
use crate::text::width::wrap;
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
        let names = self.canvas.layout.names;
        let signs = self.canvas.signs;
        let worst = findings.iter().map(|finding| finding.severity).max();
        if self.options.dense {
            let line = self.pane.line();
            name.add(line, role);
            if let Some(worst) = worst {
                line.spaces(1);
                line.push(finding::role(worst), finding::sign(worst, signs));
            }
            let width = line.width();
            line.spaces(1);
            self.pane.name = width;
            self.pane.wrong = worst.map(finding::role);
            return;
        }
        let line = self.pane.line();
        line.spaces(2 * depth.min(6));
        name.add(line, role);
        if line.width() + usize::from(worst.is_some()) > names {
            line.spaces(1);
        }
        line.pad_to(names);
        match worst {
            Some(worst) => {
                line.push(finding::role(worst), finding::sign(worst, signs));
                line.spaces(1);
            }
            None => line.spaces(MARK),
        }
    }

    /// Puts the value on the last line, and beside it what stands aside; text
    /// that is too long goes on over the rows that the field takes anyway.
    pub(super) fn spread_value(&mut self, rows: u64) {
        let width = self.canvas.pane_width();
        let column = self.canvas.layout.names + MARK;
        let Some(line) = self.pane.last() else {
            return;
        };
        if self.options.dense {
            line.append(&self.value);
            line.spaces(2 * usize::from(!self.aside.is_empty()));
            line.append(&self.aside);
            return;
        }
        if line.width() + self.value.width() <= width || rows < 2 || width < column + 12 {
            line.append(&self.value);
            line.truncate(width, self.canvas.signs.ellipsis);
        } else {
            let parts = wrap(self.value.text(), width - column);
            let mut parts = parts
                .take(usize::try_from(rows).unwrap_or(usize::MAX))
                .peekable();
            let mut left = self.value.text().len();
            while let Some(part) = parts.next() {
                left = left.saturating_sub(part.len() + 1);
                let Some(line) = self.pane.last() else {
                    return;
                };
                line.pad_to(column);
                line.untrusted(Role::Text, part);
                if parts.peek().is_some() {
                    self.pane.line();
                } else if left > 1 {
                    line.push(Role::Text, self.canvas.signs.ellipsis);
                }
            }
        }
        self.put_aside();
    }

    /// Puts what stands aside at the right, on a line of its own if need be.
    fn put_aside(&mut self) {
        if self.aside.is_empty() {
            return;
        }
        let column = self.canvas.pane_width().saturating_sub(self.aside.width());
        if self
            .pane
            .last()
            .is_some_and(|line| line.width() + 2 > column)
        {
            self.pane.line();
        }
        if let Some(line) = self.pane.last() {
            line.pad_to(column);
            line.append(&self.aside);
        }
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
