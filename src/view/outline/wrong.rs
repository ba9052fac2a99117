//! What is wrong, under the line of its field.

use std::ops::ControlFlow;

use super::Outline;
use crate::text::width::wrap;
use crate::tree::{Finding, Node, Shape};
use crate::view::doc::{Line, Role};
use crate::view::{finding, told};

/// Columns that words about a field want at least.
const LEAST: usize = 40;

impl<'a> Outline<'_, 'a> {
    pub(super) fn wrong(&mut self, findings: &[Finding]) -> ControlFlow<()> {
        for (i, found) in findings.iter().enumerate() {
            let (column, width) = self.place_of_words();
            let mut text = Line::new();
            text.untrusted(
                finding::role(found.severity),
                &finding::message(found, i == 0),
            );
            if let Some(hint) = &found.hint {
                text.push(Role::Punctuation, "; ");
                finding::hint(&mut text, found, hint, &self.preview);
            }
            let role = finding::role(found.severity);
            let mark = self.mark;
            if let Some(places) = self.out.places() {
                let words = told::words(found);
                places.finding(mark, found.severity, &found.path, &words);
            }
            if self.options.ascii {
                text = text.in_ascii();
            }
            for part in wrap(text.text(), width) {
                self.line.clear();
                self.line.set_mark(mark);
                self.line.pad_to(column);
                self.line.untrusted(role, part);
                self.line.truncate(self.options.width, self.signs.ellipsis);
                self.out.line(&self.line)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where words about a field begin, and how wide they may be: under its
    /// value, or further left if there is little room.
    fn place_of_words(&self) -> (usize, usize) {
        let leftmost = self.options.width.saturating_sub(LEAST).max(2);
        let column = self.value_column().min(leftmost);
        (column, self.options.width.saturating_sub(column).max(1))
    }

    /// Says something that is about no one field.
    pub(super) fn remark(&mut self, role: Role, sign: &'static str, text: &str) -> ControlFlow<()> {
        let (column, width) = self.place_of_words();
        for (i, part) in wrap(text, width).enumerate() {
            self.line.clear();
            self.line.pad_to(column - 2);
            self.line.push(role, if i == 0 { sign } else { " " });
            self.line.pad_to(column);
            self.line.untrusted(role, part);
            self.hand_on()?;
        }
        ControlFlow::Continue(())
    }

    /// A node's own findings, with those that a structure lays on it. A
    /// structure's about what is inside it wait.
    pub(super) fn findings_of(&mut self, node: &Node<'a>, shape: Shape) -> Vec<Finding> {
        let mut findings = node.findings();
        if findings.is_empty() && self.laid.is_empty() {
            return findings;
        }
        let path = node.path();
        if shape == Shape::Struct {
            let (own, inside) = findings.into_iter().partition(|found| found.path == path);
            findings = own;
            let inside: Vec<Finding> = inside;
            self.laid.extend(inside);
        }
        let closed = shape == Shape::Struct && self.is_closed(node);
        let (own, rest) = std::mem::take(&mut self.laid)
            .into_iter()
            .partition(|found| found.path == path || closed && found.path.starts_with(&path));
        self.laid = rest;
        let own: Vec<Finding> = own;
        findings.extend(own);
        findings
    }
}
