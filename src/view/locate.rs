//! Finds the field at an offset.

use std::cmp::Ordering;

use crate::decode::BufferId;
use crate::schema::DataType;
use crate::tree::{Node, Shape, Tree, Visited};

/// A structure of more bytes than this is not shown whole for one offset in it.
const CONTEXT: u64 = 1 << 16;

/// What is still to be looked at: many elements are not all held.
enum Pending<'a> {
    Node(Node<'a>),
    /// The elements of an array from an index on.
    Elements(Node<'a>, u64),
}

/// What was found at an offset.
#[derive(Debug)]
pub struct Found<'a> {
    /// The deepest node; `None` if nobody claims the byte.
    pub node: Option<Node<'a>>,
    /// Whether all that may have the byte was looked at.
    pub complete: bool,
}

/// The deepest node that has the byte at `offset` of the file; among positioned
/// ones the first found.
#[must_use]
pub fn deepest<'a>(tree: &Tree<'a>, offset: u64) -> Found<'a> {
    let mut found: Option<Node<'a>> = None;
    let mut stack = vec![Pending::Node(tree.root())];
    let mut visited = Visited::new();
    while let Some(pending) = stack.pop() {
        let node = match pending {
            Pending::Node(node) => node,
            Pending::Elements(array, index) => {
                let child = (index < array.len()).then(|| array.child(index));
                let Some(child) = child.flatten() else {
                    continue;
                };
                stack.push(Pending::Elements(array, index + 1));
                child
            }
        };
        if !visited.visit(&node) {
            // the same bytes again and again: what was found must do
            break;
        }
        if node.is_again() {
            continue;
        }
        let has = covers(&node, offset);
        if has && is_better(&node, found.as_ref()) {
            found = Some(node.clone());
        }
        match node.shape() {
            Shape::Struct => {
                let positioned = node.type_def().is_none_or(|ty| ty.has_positioned);
                if has || positioned || node.container().is_none() {
                    // later ones are looked at last
                    for index in (0..node.len()).rev() {
                        let child = node.child(index).filter(|child| !child.is_computed());
                        stack.extend(child.map(Pending::Node));
                    }
                }
            }
            Shape::Array if has || leads_on(tree, &node) => {
                if leads_on(tree, &node) {
                    stack.push(Pending::Elements(node, 0));
                } else {
                    stack.extend(element(&node, offset).map(Pending::Node));
                }
            }
            _ => {}
        }
    }
    Found {
        node: found.filter(|node| node.container().is_some()),
        complete: !visited.is_spent(),
    }
}

/// The structure that a field is best seen in.
#[must_use]
pub fn context<'a>(node: Node<'a>) -> Node<'a> {
    let holder = node.container().filter(|holder| {
        holder.shape() == Shape::Struct
            && holder.container().is_some()
            && holder.span().is_some_and(|span| span.byte_len() <= CONTEXT)
    });
    holder.unwrap_or(node)
}

fn covers(node: &Node<'_>, offset: u64) -> bool {
    node.span().is_some_and(|span| {
        span.buffer == BufferId::FILE && (span.start_byte()..span.end_byte()).contains(&offset)
    })
}

/// Whether a node says more about an offset than another: it is smaller, or all
/// that the other one holds.
fn is_better(node: &Node<'_>, other: Option<&Node<'_>>) -> bool {
    let size = |node: &Node<'_>| {
        node.span()
            .map_or(u64::MAX, |span| span.end.saturating_sub(span.start))
    };
    other.is_none_or(|other| match size(node).cmp(&size(other)) {
        Ordering::Less => true,
        Ordering::Equal => node.path().starts_with(&other.path()),
        Ordering::Greater => false,
    })
}

/// Whether elements of an array may lead to other places of the file.
fn leads_on(tree: &Tree<'_>, node: &Node<'_>) -> bool {
    node.attr().is_some_and(|attr| leads(tree, &attr.data))
}

fn leads(tree: &Tree<'_>, data: &DataType) -> bool {
    match data {
        DataType::User { ty, .. } => tree.schema().ty(*ty).has_positioned,
        DataType::Switch { cases, .. } => cases.iter().any(|case| leads(tree, &case.data)),
        _ => false,
    }
}

/// The element of an array that has the byte at `offset`.
fn element<'a>(node: &Node<'a>, offset: u64) -> Option<Node<'a>> {
    let (mut low, mut high) = (0, node.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let span = node.child(middle)?.span()?;
        if span.end_byte() <= offset {
            low = middle + 1;
        } else if span.start_byte() > offset {
            high = middle;
        } else {
            return node.child(middle);
        }
    }
    None
}
