//! Names and values: the first line of a field.

use super::View;
use super::layout::MARK;
use super::walk::Name;
use crate::tree::{Finding, Node};
use crate::view::doc::{Line, Role};
use crate::view::finding;
use crate::view::layout::wrap::{begins_with_text, widest_word, wrap_after};

/// Columns that a value is worth beginning in.
const LEAST: usize = 8;

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
        self.pane.indent = 2 * depth.min(6) + 2;
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

    /// Puts the value on the last line, and beside it what stands aside. Of a
    /// text that is too long so much is shown as fits on the rows that the field
    /// takes anyway, unless nothing is elided; all else goes on on more rows.
    pub(super) fn spread_value(&mut self, rows: u64) {
        let width = self.canvas.pane_width();
        let (ellipsis, indent) = (self.canvas.signs.ellipsis, self.pane.indent);
        let Some(line) = self.pane.last() else {
            return;
        };
        if self.options.dense {
            line.append(&self.value);
            line.spaces(2 * usize::from(!self.aside.is_empty()));
            line.append(&self.aside);
            return;
        }
        if line.width() + self.value.width() <= width {
            line.append(&self.value);
            return self.put_aside();
        }
        let names = self.canvas.layout.names + MARK;
        let text = begins_with_text(&self.value);
        let most = match usize::try_from(rows) {
            Ok(rows) if text && !self.full => rows.max(1),
            _ => usize::MAX,
        };
        if most == 1 && line.width() + LEAST <= width {
            line.append(&self.value);
            line.truncate(width, ellipsis);
            return self.put_aside();
        }
        // further left rather than cut in two
        let least = widest_word(&self.value).max(LEAST);
        let column = [names, indent.min(names)]
            .into_iter()
            .find(|column| column + least <= width)
            .unwrap_or(0);
        let before = line.width() - column;
        let parts = wrap_after(&self.value, before, width.saturating_sub(column));
        // a part that is no more than a name's rest takes no row
        let most = most.saturating_add(usize::from(parts.first().is_some_and(Line::is_empty)));
        for (i, part) in parts.iter().take(most).enumerate() {
            let line = match self.pane.last() {
                Some(line) if i == 0 => line,
                _ => self.pane.line(),
            };
            line.pad_to(column);
            line.append(part);
        }
        if parts.len() > most
            && let Some(line) = self.pane.last()
        {
            // a number before it is whole
            line.spaces(usize::from(
                line.text().ends_with(|c: char| c.is_ascii_digit()),
            ));
            line.push(Role::Text, ellipsis);
            line.truncate(width, ellipsis);
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
