//! The decoded fields as a tree: place, size, name, type and value of each, in
//! the order in which the grammar has them.

mod line;
mod wrong;

use std::ops::ControlFlow;

use self::line::Columns;

use super::doc::{Line, Role, Sink};
use super::facts::Facts;
use super::finding;
use super::mark::{Mark, PlaceKind};
use super::number;
use super::offsets::Offsets;
use super::options::{Signs, ViewOptions};
use super::preview::Preview;
use super::survey::Walk;
use super::told;
use crate::schema::{DataType, Show};
use crate::tree::{Finding, Node, Shape, Tree, Visited};

/// Elements of an array that are shown first.
const FIRST: u64 = 10;

/// Arrays of up to so many elements are shown whole.
const WHOLE: u64 = 12;

/// Elements that are left out are looked at for findings, so many nodes.
const BUDGET: u64 = 100_000;

/// An element that is shown for its findings costs as much as looking at so
/// many.
const FAULTY: u64 = 1_000;

/// Levels that are opened, where nobody asks for more.
const OPEN: usize = 200;

struct Outline<'v, 'a> {
    tree: &'v Tree<'a>,
    options: &'v ViewOptions<'v>,
    facts: &'v Facts<'v>,
    preview: Preview<'v>,
    signs: &'static Signs,
    out: &'v mut dyn Sink,
    columns: Columns,
    budget: u64,
    visited: Visited,
    /// What stands before the names: lines from their parents.
    guides: Vec<bool>,
    /// Findings that a structure has about what is inside it.
    laid: Vec<Finding>,
    /// What the lines are about.
    mark: Mark,
    line: Line,
    /// The value of the field at hand.
    value: Line,
}

/// Hands the fields of a node (by default of the root) to a sink, a line each.
/// Breaks when the sink does.
pub fn outline<'a>(
    tree: &Tree<'a>,
    top: &Node<'a>,
    options: &ViewOptions<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let facts = Facts::new(tree.schema());
    let offsets = Offsets::new(options.base, tree.file().len() as u64);
    let mut outline = Outline {
        tree,
        options,
        facts: &facts,
        preview: Preview::new(tree.schema(), options, true),
        signs: options.signs(),
        out: sink,
        columns: Columns::new(offsets, options.width),
        budget: BUDGET,
        visited: Visited::new(),
        guides: Vec::new(),
        laid: Vec::new(),
        mark: Mark::NONE,
        line: Line::new(),
        value: Line::new(),
    };
    outline.ruler()?;
    let path = top.path();
    let name = if path.is_empty() {
        tree.schema().id.to_string()
    } else {
        path
    };
    let ended = outline.node(top, &name);
    if outline.visited.is_spent() {
        return ControlFlow::Continue(());
    }
    ended
}

impl<'a> Outline<'_, 'a> {
    fn node(&mut self, node: &Node<'a>, name: &str) -> ControlFlow<()> {
        if !self.visited.visit(node) {
            let found = node.too_many_places();
            let sign = finding::sign(found.severity, self.signs);
            self.remark(finding::role(found.severity), sign, &found.message)?;
            return ControlFlow::Break(());
        }
        let shape = node.shape();
        if shape == Shape::Absent && self.laid.is_empty() && node.findings().is_empty() {
            return ControlFlow::Continue(());
        }
        let findings = self.findings_of(node, shape);
        let depth = self.guides.len();
        let most = self.options.depth.unwrap_or(match self.options.full {
            true => usize::MAX,
            false => OPEN,
        });
        let open = depth < most;
        self.tell(node, open && self.has_lines_inside(node, shape));
        self.field(node, name, shape, &findings)?;
        self.wrong(&findings)?;
        let opened = open && self.has_lines_inside(node, shape);
        let mark = self.mark;
        if let Some(places) = self.out.places().filter(|_| opened) {
            places.open(mark);
        }
        let result = match shape {
            Shape::Struct | Shape::Array if !open && self.options.depth.is_none() => {
                let text = format!("more than {most} levels: --full or --at goes on");
                self.remark(Role::Comment, self.signs.ellipsis, &text)
            }
            _ if !open => ControlFlow::Continue(()),
            Shape::Struct if !self.is_closed(node) => self.members(node),
            Shape::Array => self.elements(node),
            _ => ControlFlow::Continue(()),
        };
        if let Some(places) = self.out.places().filter(|_| opened) {
            places.close();
        }
        node.release();
        result
    }

    /// Whether lines follow about what is inside a node.
    fn has_lines_inside(&self, node: &Node<'a>, shape: Shape) -> bool {
        let full = self.options.full;
        match shape {
            Shape::Struct => !node.is_empty() && !self.is_closed(node),
            Shape::Array => {
                let map = node.attr().and_then(|attr| attr.show.as_ref());
                let map = matches!(map, Some(Show::Map { .. }));
                !node.is_empty() && (full || !map && !self.is_numbers(node))
            }
            Shape::Leaf | Shape::Absent | Shape::Unknown => false,
        }
    }

    /// Tells the sink what the next lines are about.
    fn tell(&mut self, node: &Node<'a>, opened: bool) {
        if self.out.places().is_none() {
            return;
        }
        let kind = if opened {
            PlaceKind::Structure
        } else {
            PlaceKind::Row
        };
        let sample = node.span().map(|span| {
            let end = span.end_byte().min(span.start_byte() + SAMPLE);
            self.tree.bytes(span.buffer, span.start_byte(), end)
        });
        let sample = sample.as_deref().unwrap_or(&[]);
        self.mark = told::node(self.out, self.tree.schema(), node, kind, sample);
    }

    fn members(&mut self, node: &Node<'a>) -> ControlFlow<()> {
        let visible = |index: &u64| {
            node.child(*index).is_some_and(|child| {
                let hidden = child.is_helper();
                !hidden && !child.is_again() && child.shape() != Shape::Absent
            })
        };
        let members: Vec<u64> = (0..node.len()).filter(visible).collect();
        for (i, &index) in members.iter().enumerate() {
            let Some(child) = node.child(index) else {
                break;
            };
            self.guides.push(i + 1 < members.len());
            let name = child.name();
            self.node(&child, &name)?;
            self.guides.pop();
        }
        ControlFlow::Continue(())
    }

    fn elements(&mut self, node: &Node<'a>) -> ControlFlow<()> {
        let len = node.len();
        if let Some(Show::Map { .. }) = node.attr().and_then(|attr| attr.show.as_ref())
            && !self.options.full
        {
            return ControlFlow::Continue(());
        }
        if self.is_numbers(node) && !self.options.full {
            return ControlFlow::Continue(());
        }
        let mut index = 0;
        while index < len {
            if !self.options.full && len > WHOLE && index >= FIRST && index + 1 < len {
                let next = self.elide(node, index, len - 1)?;
                if next > index {
                    index = next;
                    continue;
                }
                self.budget = self.budget.saturating_sub(FAULTY);
            }
            let Some(child) = node.child(index) else {
                break;
            };
            if !child.is_again() {
                self.guides.push(index + 1 < len);
                let name = child.name();
                self.node(&child, &name)?;
                self.guides.pop();
            }
            index += 1;
        }
        ControlFlow::Continue(())
    }

    /// Whether an array is one of plain numbers, which stand on its own line.
    fn is_numbers(&self, node: &Node<'a>) -> bool {
        let numbers = node.attr().is_some_and(|attr| {
            matches!(
                attr.data,
                DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. }
            )
        });
        numbers && node.attr().is_some_and(|attr| self.facts.is_quiet(attr))
    }

    /// Leaves out elements with which nothing is wrong. Gives the first that is
    /// not left out.
    fn elide(&mut self, node: &Node<'a>, first: u64, end: u64) -> ControlFlow<(), u64> {
        let quiet = node.stride_bits().is_some()
            && node.attr().is_some_and(|attr| self.facts.is_quiet(attr));
        let mut stop = if quiet { end } else { first };
        let mut checked = true;
        while !quiet && stop < end {
            if self.budget == 0 {
                checked = false;
                stop = end;
                break;
            }
            let Some(element) = node.child(stop) else {
                break;
            };
            let mut walk = Walk::new(self.facts, self.budget);
            let mut found = false;
            let _ = walk.findings(&element, &mut |_, _| {
                found = true;
                ControlFlow::Break(())
            });
            self.budget = walk.left();
            element.release();
            if found {
                break;
            }
            stop += 1;
        }
        if stop == first {
            return ControlFlow::Continue(first);
        }
        self.mark = Mark::NONE;
        self.line.clear();
        self.line.pad_to(self.name_column());
        self.guides.push(true);
        self.add_guides();
        self.guides.pop();
        self.line.push(Role::Offset, self.signs.ellipsis);
        self.line.spaces(1);
        number::count(&mut self.line, Role::Comment, stop - first, "more", "more");
        self.line.push(
            Role::Comment,
            if checked {
                ", nothing wrong"
            } else {
                ", not checked"
            },
        );
        self.line.push(Role::Comment, " (--full)");
        self.hand_on()?;
        ControlFlow::Continue(stop)
    }

    /// Whether a structure's own line says all about it.
    fn is_closed(&self, node: &Node<'a>) -> bool {
        let whole = node
            .type_def()
            .is_some_and(|ty| !self.facts.of(ty).positioned);
        whole && !self.options.full && self.facts.stands_on_a_row(self.tree, node)
    }
}

/// Bytes that sinks are told of a field.
const SAMPLE: u64 = 16;
