//! Names and values: the first line of a field, and the heading of a structure.

use std::ops::ControlFlow;

use super::View;
use super::layout::MARK;
use super::walk::Name;
use crate::text::width::wrap;
use crate::tree::{Finding, Node};
use crate::view::doc::{Line, Role};
use crate::view::finding;
use crate::view::mark::Mark;
use crate::view::number;
use crate::view::preview::PARTS;

/// A heading that is written when something stands under it.
pub(super) struct Heading<'a> {
    line: Line,
    /// The structure, if the sink wants to know.
    node: Option<Node<'a>>,
    /// What it stands for, once it is written.
    pub(super) mark: Mark,
}

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
        if line.width() > names {
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

    /// Puts the heading of a structure in front of the first row inside it.
    pub(super) fn push_heading(&mut self, node: &Node<'a>, name: Name<'_>, depth: usize) {
        let mut line = std::mem::take(&mut self.spare);
        line.clear();
        if self.options.dense {
            name.add(&mut line, Role::Heading);
            line.push(Role::Heading, ":");
            self.headings.push(Heading {
                line,
                node: self.canvas.wants_places.then(|| node.clone()),
                mark: Mark::NONE,
            });
            return;
        }
        line.spaces(2 * depth.min(6));
        name.add(&mut line, Role::Heading);
        if line.width() > self.canvas.layout.names {
            line.spaces(1);
        }
        line.pad_to(self.canvas.layout.names + MARK);
        let before = line.width();
        self.preview.node(&mut line, node);
        if line.width() > before && is_cut_off(node) {
            line.push(Role::Comment, " (cut off)");
        }
        if let Some(span) = node.span().filter(|span| span.end > span.start) {
            self.value.clear();
            if line.width() > before {
                self.value.spaces(1);
                self.value.push(Role::Comment, self.canvas.signs.dot);
                self.value.spaces(1);
            }
            number::span_len(&mut self.value, Role::Comment, span);
            if line.width() + self.value.width() <= self.canvas.pane_width() {
                line.append(&self.value);
            }
        }
        if let Some(pointer) = pointer_to(node) {
            self.value.clear();
            self.value.spaces(1);
            self.value.push(Role::Punctuation, self.canvas.signs.from);
            self.value.spaces(1);
            self.value
                .untrusted(Role::Comment, &pointer.last_of_path(PARTS));
            if line.width() + self.value.width() <= self.canvas.pane_width() {
                line.append(&self.value);
            }
        }
        self.headings.push(Heading {
            line,
            node: self.canvas.wants_places.then(|| node.clone()),
            mark: Mark::NONE,
        });
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

    /// Takes a structure's heading away, written or not.
    pub(super) fn pop_heading(&mut self) {
        if self.written >= self.headings.len()
            && let Some(places) = self.canvas.groups()
        {
            places.close();
        }
        if let Some(heading) = self.headings.pop() {
            self.spare = heading.line;
        }
        self.written = self.written.min(self.headings.len());
    }

    /// Writes the headings that a row stands under.
    pub(super) fn flush_headings(&mut self) -> ControlFlow<()> {
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
                self.canvas.heading(&heading.line)?;
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

/// Whether the text that an object has of its own is made of a part of it.
fn is_cut_off(node: &Node<'_>) -> bool {
    node.type_def().is_some_and(|ty| ty.to_string.is_some())
        && (node.is_broken()
            || node
                .children()
                .any(|child| !child.is_instance() && child.fault().is_some()))
}

/// The field that says where a positioned place lies.
fn pointer_to<'a>(node: &Node<'a>) -> Option<Node<'a>> {
    if !node.is_instance() || node.index().is_some() {
        return None;
    }
    let holder = node.container()?;
    let fields = holder.type_def()?.seq.len() as u64;
    let name = node.name();
    (0..fields)
        .filter_map(|index| holder.child(index))
        .find(|field| {
            field
                .points_to()
                .is_some_and(|target| target.name() == name)
        })
}
