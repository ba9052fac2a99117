//! The lines that stand beside bytes: name, value, and what is wrong.

use super::dense::Label;
use crate::text;
use crate::text::width::wrap;
use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// Text is wrapped to no fewer columns if it can stand further left.
const NARROWEST: usize = 12;

/// Lines that are filled again for each field.
#[derive(Debug, Default)]
pub(super) struct Pane {
    lines: Vec<Line>,
    used: usize,
    /// Columns of the first line that are the name of a field.
    pub(super) name: usize,
    /// Where what is too wide to stand under the value begins.
    pub(super) indent: usize,
    /// How the worst of its findings looks.
    pub(super) wrong: Option<Role>,
}

impl Pane {
    /// Makes it empty, and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.name = 0;
        self.wrong = None;
    }

    /// The first line, as name and value.
    pub(super) fn label(&self, mark: Mark) -> Label {
        match self.lines().first() {
            Some(line) => Label::new(line, self.name, mark),
            None => Label::default(),
        }
    }

    /// The next line, empty.
    pub(super) fn line(&mut self) -> &mut Line {
        if self.used == self.lines.len() {
            self.lines.push(Line::new());
        }
        self.used += 1;
        let line = &mut self.lines[self.used - 1];
        line.clear();
        line
    }

    /// The last line.
    pub(super) fn last(&mut self) -> Option<&mut Line> {
        self.used
            .checked_sub(1)
            .and_then(|last| self.lines.get_mut(last))
    }

    /// The lines so far.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines[..self.used]
    }

    /// Adds text that takes several lines where it is wider than `width`; it
    /// stands at `column`, and its mark before it.
    pub(super) fn wrapped(
        &mut self,
        role: Role,
        mark: &'static str,
        message: &str,
        column: usize,
        width: usize,
    ) {
        let indent = if mark.is_empty() {
            0
        } else {
            text::width(mark) + 1
        };
        // further left rather than cut off
        let column = column.min(width.saturating_sub(indent + NARROWEST));
        let width = width.saturating_sub(column + indent).max(1);
        let escaped = text::escape(message);
        for (i, part) in wrap(&escaped, width).enumerate() {
            let line = self.line();
            line.spaces(column);
            if i == 0 {
                line.push(role, mark);
            }
            line.pad_to(column + indent);
            line.untrusted(role, part);
        }
    }
}
