//! Lines cut where their look changes.

use crate::view::doc::{Line, Role};
use crate::view::mark::Mark;

/// A part of a line in one colour, of one field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) role: Role,
    pub(super) mark: Mark,
}

impl Stretch {
    /// Its text.
    pub(super) fn text<'l>(&self, line: &'l Line) -> &'l str {
        line.text().get(self.start..self.end).unwrap_or("")
    }

    /// Whether there is nothing to see.
    pub(super) fn is_blank(&self, line: &Line) -> bool {
        self.text(line).bytes().all(|byte| byte == b' ')
    }
}

/// Cuts a line where its colour or its field changes; blanks between two parts
/// of one colour belong to them, blanks at the end are left out.
pub(super) fn stretch(line: &Line, out: &mut Vec<Stretch>) {
    out.clear();
    let mut at = 0;
    for span in line.spans() {
        let (start, end) = (at, at + span.text.len());
        at = end;
        let blank = span.text.bytes().all(|byte| byte == b' ');
        let role = if blank { Role::Plain } else { span.role };
        let mark = span.mark;
        match out.as_mut_slice() {
            [.., last] if last.role == role && last.mark == mark => last.end = end,
            [.., before, gap]
                if before.role == role
                    && before.mark == mark
                    && role != Role::Pointer
                    && gap.is_blank(line) =>
            {
                before.end = end;
                out.pop();
            }
            _ => out.push(Stretch {
                start,
                end,
                role,
                mark,
            }),
        }
    }
    if let Some(last) = out.last_mut() {
        last.end = line.text().trim_end_matches(' ').len();
    }
    out.retain(|part| part.start < part.end);
}
