//! Rows of fields whose names come again and again: the name is made once, as
//! it is written in the end.

use super::layout::MARK;
use super::walk::Name;
use crate::view::doc::{Direct, Line, Role};

/// Names of one member that are kept: it may stand at several depths, in
/// several colours.
const MOST: usize = 32;

/// The names that were made, by the number of their member.
#[derive(Debug, Default)]
pub(super) struct Heads {
    made: Vec<Vec<Head>>,
}

/// How a field is called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called<'n> {
    /// The number of the member, the same name for the same number, if it comes
    /// again and again.
    pub(super) number: Option<usize>,
    pub(super) name: Name<'n>,
    pub(super) role: Role,
    pub(super) depth: usize,
}

/// A name that comes again and again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'n> {
    pub(super) number: usize,
    pub(super) name: Name<'n>,
    pub(super) role: Role,
    /// Columns before the name.
    pub(super) indent: usize,
    /// Columns for names.
    pub(super) names: usize,
}

/// What stands beside bytes.
pub(super) enum Beside<'p> {
    /// A line.
    Pane(&'p Line),
    /// A name, and a value that begins with no spaces.
    Named(&'p mut Heads, Wanted<'p>, &'p Line),
}

impl Beside<'_> {
    pub(super) fn width(&self) -> usize {
        match self {
            Beside::Pane(pane) => pane.width(),
            Beside::Named(_, wanted, value) => wanted.columns() + value.width(),
        }
    }

    /// The last of it.
    fn last(&self) -> &Line {
        match self {
            Beside::Pane(line) | Beside::Named(_, _, line) => line,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last().is_empty()
    }

    pub(super) fn ends_blank(&self) -> bool {
        self.last().text().ends_with(' ')
    }

    /// Whether the spaces before it, with those that it begins with, are a piece
    /// of spaces alone: a piece of one role is looked at as a whole.
    pub(super) fn begins_blank(&self) -> bool {
        match self {
            Beside::Pane(pane) => pane.spans().next().is_none_or(|span| {
                span.role != Role::Plain || span.text.bytes().all(|byte| byte == b' ')
            }),
            Beside::Named(..) => true,
        }
    }

    /// Writes it, and ends the row.
    pub(super) fn write(self, direct: &dyn Direct, open: Role, out: &mut Vec<u8>) {
        match self {
            Beside::Pane(pane) => direct.rest(open, pane, out),
            Beside::Named(heads, wanted, value) => {
                let head = heads.head(direct, wanted, open);
                out.extend_from_slice(&head.text);
                direct.rest(head.open, value, out);
            }
        }
    }
}

impl Wanted<'_> {
    /// Columns up to the value.
    pub(super) fn columns(&self) -> usize {
        let index = self.name.index.map_or(0, |index| {
            let digits = index.checked_ilog10().unwrap_or(0) as usize + 1;
            digits + 2
        });
        let width = self.indent + crate::text::width(self.name.text) + index;
        let padding = usize::from(width > self.names);
        (width + padding).max(self.names) + MARK
    }
}

/// A name as it is written, with the spaces around it.
#[derive(Debug)]
pub(super) struct Head {
    key: (Role, Role, usize, usize),
    text: Vec<u8>,
    /// What is open after it.
    open: Role,
}

impl Heads {
    /// The name where the style of `open` is open.
    fn head(&mut self, direct: &dyn Direct, wanted: Wanted<'_>, open: Role) -> &Head {
        if self.made.len() <= wanted.number {
            self.made.resize_with(wanted.number + 1, Vec::new);
        }
        let key = (wanted.role, open, wanted.indent, wanted.names);
        let made = &mut self.made[wanted.number];
        let known = made.iter().position(|head| head.key == key);
        let at = known.unwrap_or_else(|| {
            if made.len() >= MOST {
                made.clear();
            }
            made.push(Head::new(direct, wanted, open));
            made.len() - 1
        });
        &made[at]
    }
}

impl Head {
    fn new(direct: &dyn Direct, wanted: Wanted<'_>, open: Role) -> Head {
        let key = (wanted.role, open, wanted.indent, wanted.names);
        let mut line = Line::new();
        line.spaces(wanted.indent);
        wanted.name.add(&mut line, wanted.role);
        if line.width() > wanted.names {
            line.spaces(1);
        }
        line.pad_to(wanted.names);
        line.spaces(MARK);
        let (mut text, mut open) = (Vec::new(), open);
        for span in line.spans() {
            let blank = span.text.bytes().all(|byte| byte == b' ');
            open = direct.begin(open, span.role, blank, &mut text);
            text.extend_from_slice(span.text.as_bytes());
        }
        Head { key, text, open }
    }
}
