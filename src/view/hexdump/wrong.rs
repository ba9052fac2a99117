//! What is wrong, gathered for a row and written under it.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::View;
use super::layout::MARK;
use crate::decode::BufferId;
use crate::tree::{Finding, Hint, Node};
use crate::view::doc::{Line, Role};
use crate::view::finding;
use crate::view::number;
use crate::view::survey::{Walk, has_checks, is_within};

/// Bytes of a path that are shown.
const LONGEST_PATH: usize = 200;

/// Findings need so many columns to stand under the value.
const ROOM: usize = 28;

impl<'v, 'a> View<'v, 'a> {
    /// Where findings of a field stand: under its value, or where there is room.
    pub(super) fn finding_column(&self, depth: usize) -> usize {
        if self.options.dense {
            return 0;
        }
        let column = self.canvas.layout.names + MARK;
        if self.canvas.pane_width() >= column + ROOM {
            column
        } else {
            2 * depth.min(6) + 2
        }
    }

    /// Adds lines that say what is wrong. `from` is the path of the row: fields
    /// inside it are named.
    pub(super) fn add_findings(
        &mut self,
        findings: &[Finding],
        from: &str,
        column: usize,
        named: bool,
    ) {
        self.add_findings_in(findings, from, column, named, self.canvas.pane_width());
    }

    /// The same within other columns.
    pub(super) fn add_findings_in(
        &mut self,
        findings: &[Finding],
        from: &str,
        column: usize,
        named: bool,
        width: usize,
    ) {
        let signs = self.canvas.signs;
        let named = named || self.options.dense;
        for (i, finding) in findings.iter().enumerate() {
            self.seen(finding);
            self.mark_finding(finding);
            let role = finding::role(finding.severity);
            let mut message = String::new();
            let inner = finding.path.strip_prefix(from).unwrap_or(&finding.path);
            if (named || !from.is_empty()) && !inner.is_empty() {
                message.push_str(&last_of(inner.trim_start_matches('.'), signs.ellipsis));
            }
            if self.placed
                && let Some(place) = self.place_of_finding(finding)
            {
                message.push_str(if message.is_empty() { "at " } else { " at " });
                message.push_str(&place);
            }
            if !message.is_empty() {
                message.push_str(": ");
                message.push_str(&finding::message(finding, false));
            } else {
                message = finding::message(finding, i == 0);
            }
            if self.options.ascii {
                message = crate::text::in_ascii(&message);
            }
            // the first one's sign stands before the value already
            let mark = if i == 0 && !named && column > 0 {
                ""
            } else {
                finding::sign(finding.severity, signs)
            };
            self.pane.wrapped(role, mark, &message, column, width);
            if let Some(hint) = &finding.hint {
                let mut line = Line::new();
                finding::hint(&mut line, finding, hint, &self.preview);
                let sign = match hint {
                    Hint::ByteSwapped { .. } => signs.swap,
                    _ => signs.cause,
                };
                self.pane
                    .wrapped(Role::Hint, sign, line.text(), column, width);
            }
        }
    }

    /// Where a finding is that stands under no row of its own.
    fn place_of_finding(&self, finding: &Finding) -> Option<String> {
        let span = finding.span?;
        let mut place = Line::new();
        number::offset(
            &mut place,
            Role::Offset,
            span.start_byte(),
            self.options.base,
        );
        if span.buffer != BufferId::FILE {
            let stream = finding.stream.as_deref().unwrap_or("a decoded stream");
            place.push(Role::Comment, " in ");
            place.untrusted(Role::Comment, &last_of(stream, self.canvas.signs.ellipsis));
        }
        Some(place.text().to_owned())
    }

    fn own_findings(&mut self, node: &Node<'a>) -> Vec<Finding> {
        let known = !self.known.is_empty() && has_checks(node);
        let found = known.then(|| self.known.remove(&node.path())).flatten();
        found.unwrap_or_else(|| node.findings())
    }

    /// Adds lines that say what is wrong in a node.
    pub(super) fn add_findings_inside(
        &mut self,
        findings: &[Finding],
        node: &Node<'a>,
        depth: usize,
    ) {
        if !findings.is_empty() {
            let column = self.finding_column(depth);
            self.add_findings(findings, &node.path(), column, false);
        }
    }

    /// Findings of a node: its own, and those that a structure lays on it.
    pub(super) fn findings_of(&mut self, node: &Node<'a>) -> Vec<Finding> {
        if self.calm && self.laid.is_empty() {
            return Vec::new();
        }
        let mut findings = self.own_findings(node);
        if !self.laid.is_empty() {
            let path = node.path();
            findings.extend(self.take_laid(|finding| finding.path == path));
        }
        findings
    }

    /// Findings of a node and of its bytes' fields, which stand on one row.
    pub(super) fn findings_compact(&mut self, node: &Node<'a>) -> Vec<Finding> {
        if self.calm && self.laid.is_empty() {
            return Vec::new();
        }
        let mut findings = self.findings_of(node);
        let path = if findings.is_empty() && self.laid.is_empty() {
            None
        } else {
            Some(node.path())
        };
        if let Some(path) = path {
            findings.extend(self.take_laid(|finding| is_under(&finding.path, &path)));
        }
        let fields = node.type_def().map_or(0, |ty| ty.seq.len());
        let mut walk = self.look();
        for child in (0..fields as u64).filter_map(|index| node.child(index)) {
            let _ = walk.findings(&child, &mut |_, finding| {
                findings.push(finding.clone());
                ControlFlow::Continue(())
            });
        }
        self.looked(&walk);
        findings
    }

    /// A walk through what is shown without rows of its own.
    fn look(&self) -> Walk<'v, 'a> {
        let left = self.shown.left(self.tree.root_obj().engine());
        Walk::new(self.facts, super::BUDGET.min(left))
    }

    /// Counts what such a walk looked at.
    fn looked(&mut self, walk: &Walk<'_, '_>) {
        self.shown.add(self.tree.root_obj().engine(), walk.passed());
    }

    /// Findings of a node and of everything inside it.
    pub(super) fn findings_inside(&mut self, node: &Node<'a>) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut walk = self.look();
        let _ = walk.findings(node, &mut |_, finding| {
            findings.push(finding.clone());
            ControlFlow::Continue(())
        });
        self.looked(&walk);
        if !self.laid.is_empty() {
            let path = node.path();
            findings.extend(self.take_laid(|finding| is_under(&finding.path, &path)));
        }
        findings
    }

    /// Whether something is wrong with a node or inside it, as far as the budget
    /// lets one look.
    pub(super) fn has_findings(&mut self, node: &Node<'a>) -> bool {
        if !self.laid.is_empty() {
            let path = node.path();
            if self
                .laid
                .iter()
                .any(|finding| is_under(&finding.path, &path))
            {
                return true;
            }
        }
        let mut walk = Walk::new(self.facts, self.budget);
        let mut found = false;
        let _ = walk.findings(node, &mut |_, _| {
            found = true;
            ControlFlow::Break(())
        });
        self.budget = walk.left();
        found
    }

    /// Takes a structure's findings: those about what is inside it wait until
    /// that is shown, those about itself are given back, with those that what
    /// holds it has about it.
    pub(super) fn lay(&mut self, node: &Node<'a>) -> Vec<Finding> {
        let findings = self.own_findings(node);
        if findings.is_empty() && self.laid.is_empty() {
            return findings;
        }
        let path = node.path();
        let mut own = self.take_laid(|finding| finding.path == path);
        for finding in findings {
            let elsewhere = self
                .window
                .as_ref()
                .is_some_and(|it| !is_within(&finding, it));
            if elsewhere {
                continue;
            }
            if finding.path == path {
                own.push(finding)
            } else {
                self.laid.push(finding)
            }
        }
        // the sign before the value is that of the worst
        own.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        own
    }

    /// Keeps findings of what holds a node that are laid on the node or inside.
    pub(super) fn lay_from_above(&mut self, node: &Node<'a>) {
        let path = node.path();
        let mut at = node.container();
        while let Some(holder) = at {
            let laid = holder.findings_laid(&|on| is_under(on, &path));
            self.laid.extend(laid);
            at = holder.container();
        }
    }

    /// Shows what waits under `path` and has no row of its own, among the fields
    /// of that depth.
    pub(super) fn left_over(&mut self, path: &str, depth: usize) -> ControlFlow<()> {
        if self.laid.is_empty() {
            return ControlFlow::Continue(());
        }
        let (under, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.laid)
            .into_iter()
            .partition(|f| is_under(&f.path, path));
        self.laid = rest;
        if under.is_empty() {
            return ControlFlow::Continue(());
        }
        self.flush_headings()?;
        self.leave();
        self.pane.clear();
        self.placed = true;
        self.add_findings(&under, path, 2 * depth, true);
        self.placed = false;
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.pane_line(line))
    }

    /// Takes note that a finding is shown.
    fn seen(&mut self, finding: &Finding) {
        let same = |other: &Finding| other.path == finding.path && other.message == finding.message;
        if let Some(at) = self.unseen.iter().position(same) {
            self.unseen.remove(at);
        }
    }

    /// Shows at the end what has no place of its own among the rows.
    pub(super) fn not_seen(&mut self) -> ControlFlow<()> {
        let unseen = std::mem::take(&mut self.unseen);
        if unseen.is_empty() {
            return ControlFlow::Continue(());
        }
        self.leave();
        self.pane.clear();
        self.placed = true;
        self.add_findings_in(&unseen, "", 2, true, self.options.width);
        self.placed = false;
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.bare_line(line))
    }

    /// Takes the findings for which `wanted` holds from those that wait.
    pub(super) fn take_laid(&mut self, wanted: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        if self.laid.is_empty() {
            return Vec::new();
        }
        let (taken, rest) = std::mem::take(&mut self.laid)
            .into_iter()
            .partition(|f| wanted(f));
        self.laid = rest;
        taken
    }
}

/// A path; of a long one the last names and indices.
fn last_of<'p>(path: &'p str, ellipsis: &str) -> Cow<'p, str> {
    if path.len() <= LONGEST_PATH {
        return Cow::Borrowed(path);
    }
    let mut from = path.len() - LONGEST_PATH;
    while !path.is_char_boundary(from) {
        from += 1;
    }
    let from = path[from..].find(['.', '[']).map_or(from, |at| from + at);
    Cow::Owned(format!("{ellipsis}{}", &path[from..]))
}

/// Whether a path is another or leads into it.
fn is_under(path: &str, holder: &str) -> bool {
    path.strip_prefix(holder)
        .is_some_and(|rest| holder.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Indices of the elements of an array that findings are about.
pub(super) fn elements_of(findings: &[Finding], array: &str) -> Vec<u64> {
    let index = |finding: &Finding| -> Option<u64> {
        let rest = finding.path.strip_prefix(array)?.strip_prefix('[')?;
        rest.split_once(']')?.0.parse().ok()
    };
    findings.iter().filter_map(index).collect()
}
