//! The lines that stand beside bytes: name, value, and what is wrong.

use std::ops::ControlFlow;

use super::dense::Label;
use super::layout::MARK;
use super::walk::Name;
use crate::text;
use crate::text::width::wrap;
use crate::view::doc::{Line, Role};
use crate::view::layout::wrap::{Breaker, begins_with_text};
use crate::view::mark::Mark;

/// Text is wrapped to no fewer columns if it can stand further left.
const NARROWEST: usize = 12;

/// Columns that a value is worth beginning in.
const LEAST: usize = 8;

/// How names and values are set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// Columns for names.
    pub(super) names: usize,
    /// Columns for names and values.
    pub(super) width: usize,
    pub(super) ellipsis: &'static str,
    /// Whether fields share rows.
    pub(super) dense: bool,
    /// Whether nothing is elided.
    pub(super) full: bool,
}

/// Lines that are filled again for each field.
#[derive(Debug, Default)]
pub(super) struct Pane {
    lines: Vec<Line>,
    used: usize,
    breaker: Breaker,
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

    /// Starts the first line of a field: name, and how the worst finding looks.
    pub(super) fn begin(
        &mut self,
        name: Name<'_>,
        role: Role,
        depth: usize,
        worst: Option<(Role, &'static str)>,
        setting: Setting,
    ) {
        if setting.dense {
            let line = self.line();
            name.add(line, role);
            if let Some((role, sign)) = worst {
                line.spaces(1);
                line.push(role, sign);
            }
            let width = line.width();
            line.spaces(1);
            self.name = width;
            self.wrong = worst.map(|(role, _)| role);
            return;
        }
        self.indent = 2 * depth.min(6) + 2;
        let line = self.line();
        line.spaces(2 * depth.min(6));
        name.add(line, role);
        if line.width() + usize::from(worst.is_some()) > setting.names {
            line.spaces(1);
        }
        line.pad_to(setting.names);
        match worst {
            Some((role, sign)) => {
                line.push(role, sign);
                line.spaces(1);
            }
            None => line.spaces(MARK),
        }
    }

    /// Puts a value on the last line, and beside it what stands aside. Of a text
    /// that is too long so much is shown as fits on the rows that the field takes
    /// anyway, unless nothing is elided; all else goes on on more rows.
    pub(super) fn spread(&mut self, value: &Line, aside: &Line, rows: u64, setting: Setting) {
        let Setting {
            width, ellipsis, ..
        } = setting;
        let indent = self.indent;
        let Some(line) = self.last() else {
            return;
        };
        if setting.dense {
            line.append(value);
            line.spaces(2 * usize::from(!aside.is_empty()));
            line.append(aside);
            return;
        }
        if line.width() + value.width() <= width {
            line.append(value);
            return self.put_aside(aside, width);
        }
        let names = setting.names + MARK;
        let text = begins_with_text(value);
        let most = match usize::try_from(rows) {
            Ok(rows) if text && !setting.full => rows.max(1),
            _ => usize::MAX,
        };
        if most == 1 && line.width() + LEAST <= width {
            line.append(value);
            line.truncate(width, ellipsis);
            return self.put_aside(aside, width);
        }
        let mut breaker = std::mem::take(&mut self.breaker);
        breaker.take(value, true);
        // further left rather than cut in two
        let least = breaker.widest_word().max(LEAST);
        let column = [names, indent.min(names)]
            .into_iter()
            .find(|column| column + least <= width)
            .unwrap_or(0);
        let before = self.last().map_or(0, |line| line.width()) - column;
        let (mut most, mut parts) = (most, 0);
        let room = width.saturating_sub(column);
        let ended = breaker.parts(value, before, room, true, &mut |part| {
            // a part that is no more than a name's rest takes no row
            most = most.saturating_add(usize::from(parts == 0 && part.is_empty()));
            if parts == most {
                return ControlFlow::Break(());
            }
            let line = match self.last() {
                Some(line) if parts == 0 => line,
                _ => self.line(),
            };
            line.pad_to(column);
            line.append(part);
            parts += 1;
            ControlFlow::Continue(())
        });
        self.breaker = breaker;
        if ended.is_break()
            && let Some(line) = self.last()
        {
            // a number before it is whole
            line.spaces(usize::from(
                line.text().ends_with(|c: char| c.is_ascii_digit()),
            ));
            line.push(Role::Text, ellipsis);
            line.truncate(width, ellipsis);
        }
        self.put_aside(aside, width);
    }

    /// Puts what stands aside at the right, on a line of its own if need be.
    fn put_aside(&mut self, aside: &Line, width: usize) {
        if aside.is_empty() {
            return;
        }
        let column = width.saturating_sub(aside.width());
        if self.last().is_some_and(|line| line.width() + 2 > column) {
            self.line();
        }
        if let Some(line) = self.last() {
            line.pad_to(column);
            line.append(aside);
        }
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
