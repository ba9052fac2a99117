//! Fields that lie on bytes of others.

use super::{Finding, Node, Shape, Visited};
use crate::decode::{BufferId, FaultKind};
use crate::schema::{DataType, Severity};

/// Others that are looked for; later findings do not name them.
const NAMED: u32 = 1_000;

/// Gathers what is read at one place into one finding.
#[derive(Debug)]
pub(super) struct Overlaps<'a> {
    root: Node<'a>,
    last: Option<Last>,
    /// Findings so far.
    count: u32,
    /// What was visited to name others.
    visited: Visited,
}

#[derive(Debug)]
struct Last {
    /// Path of the instance that reads it, or of the field.
    path: String,
    start: u64,
    end: u64,
}

impl<'a> Overlaps<'a> {
    /// None yet, of the tree of that root.
    pub(super) fn new(root: Node<'a>) -> Overlaps<'a> {
        Overlaps {
            root,
            last: None,
            count: 0,
            visited: Visited::new(),
        }
    }

    /// Adds bytes of a field that another field has too: start inclusive, end
    /// exclusive. Gives the finding before, if this begins another.
    pub(super) fn add(&mut self, node: &Node<'_>, (start, end): (u64, u64)) -> Option<Finding> {
        let path = reader(node);
        if let Some(last) = &mut self.last
            && last.path == path
            && last.end == start
        {
            last.end = end;
            return None;
        }
        let before = self.take();
        self.last = Some(Last { path, start, end });
        before
    }

    /// The last finding.
    pub(super) fn take(&mut self) -> Option<Finding> {
        let Last { path, start, end } = self.last.take()?;
        let bytes = match end - start {
            1 => "1 byte".to_owned(),
            count => format!("{count} bytes"),
        };
        self.count += 1;
        let mut other = |offset| {
            let few = self.count <= NAMED;
            few.then(|| holder(&self.root, offset, &path, &mut self.visited))?
        };
        let others = (other(start), other(end - 1));
        let message = match others {
            (Some(first), Some(last)) if first != last => {
                format!("lies on {bytes} that the fields from {first} to {last} have too")
            }
            (Some(field), _) | (None, Some(field)) => {
                format!("lies on {bytes} that {field} has too")
            }
            (None, None) => format!("lies on {bytes} that another field has too"),
        };
        let kind = (Severity::Note, FaultKind::Overlap);
        Some(Finding::of_bytes(kind, path, (start, end), message))
    }
}

/// The innermost instance that a place is part of, or the place itself.
fn reader(node: &Node<'_>) -> String {
    let mut outer = node.container();
    if node.is_instance() {
        return node.path();
    }
    while let Some(place) = outer {
        if place.is_instance() {
            return place.path();
        }
        outer = place.container();
    }
    node.path()
}

/// The path of the first field that has a byte of the file, but for what is read
/// by `but`.
fn holder(root: &Node<'_>, offset: u64, but: &str, visited: &mut Visited) -> Option<String> {
    let mut smallest: Option<(u64, String)> = None;
    // places, and of an array the elements from an index on
    let mut stack = vec![(root.clone(), 0)];
    while let Some((node, from)) = stack.pop() {
        if from == 0 {
            if !visited.visit(&node) {
                break;
            }
            if node.is_again() || node.is_computed() || node.is_helper() || node.path() == but {
                continue;
            }
        }
        let span = node.span().filter(|span| {
            let bytes = span.start_byte()..span.end_byte();
            span.buffer == BufferId::FILE && bytes.contains(&offset)
        });
        let leads = leads(&node);
        if let Some(span) = span
            && from == 0
            && node.container().is_some()
        {
            let size = span.end - span.start;
            if node.shape() == Shape::Leaf {
                return Some(node.path());
            }
            if smallest.as_ref().is_none_or(|(least, _)| size < *least) {
                smallest = Some((size, node.path()));
            }
        }
        if span.is_none() && !leads && node.container().is_some() {
            continue;
        }
        match node.shape() {
            Shape::Struct => {
                let children = (0..node.len()).rev().filter_map(|index| node.child(index));
                stack.extend(children.map(|child| (child, 0)));
            }
            Shape::Array if leads => {
                let element = node.child(from);
                if from < node.len() {
                    stack.push((node, from + 1));
                    stack.extend(element.map(|element| (element, 0)));
                }
            }
            Shape::Array => stack.extend(element(&node, offset).map(|element| (element, 0))),
            Shape::Leaf | Shape::Absent | Shape::Unknown => {}
        }
    }
    smallest.map(|(_, path)| path)
}

/// Whether something inside a place may lie elsewhere.
fn leads(node: &Node<'_>) -> bool {
    let schema = node.engine().0.schema;
    let user = |data: &DataType| match data {
        DataType::User { ty, .. } => schema.ty(*ty).has_positioned,
        _ => false,
    };
    match node.shape() {
        Shape::Struct => node.type_def().is_none_or(|ty| ty.has_positioned),
        Shape::Array => node
            .attr()
            .is_some_and(|attr| attr.data.outcomes().any(user)),
        Shape::Leaf | Shape::Absent | Shape::Unknown => false,
    }
}

/// The element of an array that has a byte, if its elements follow one another.
fn element<'a>(array: &Node<'a>, offset: u64) -> Option<Node<'a>> {
    let (mut low, mut high) = (0, array.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let span = array.child(middle)?.span()?;
        if span.end_byte() <= offset {
            low = middle + 1;
        } else if span.start_byte() > offset {
            high = middle;
        } else {
            return array.child(middle);
        }
    }
    None
}
