//! Walks the tree from a place on, in the order in which it is written, and
//! keeps nothing but the path to where it is.

use std::ops::ControlFlow;

use super::{Node, Shape};

/// What a visitor wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// What is below this place, then what follows it.
    Below,
    /// Of an array, a last element that could be read only in part; then what
    /// follows this place.
    Partial,
    /// What follows this place.
    Beside,
    /// Nothing more.
    Stop,
}

/// Visits `node` and all places below it, each before what is below it, but for
/// objects that are one of those that hold them. An
/// element of an array and an instance are released when they are left. Gives `Break` if a visitor
/// stopped the walk.
pub fn walk<'a>(node: &Node<'a>, visit: &mut dyn FnMut(&Node<'a>) -> Next) -> ControlFlow<()> {
    match visit(node) {
        Next::Below => {}
        Next::Partial => {
            return match node.partial_element() {
                Some(element) => walk(&element, visit),
                None => ControlFlow::Continue(()),
            };
        }
        Next::Beside => return ControlFlow::Continue(()),
        Next::Stop => return ControlFlow::Break(()),
    }
    match node.shape() {
        Shape::Struct => {
            for index in 0..node.len() {
                let Some(child) = node.child(index) else {
                    break;
                };
                if !child.is_helper() && !child.is_again() {
                    walk(&child, visit)?;
                    if child.is_instance() {
                        child.release();
                    }
                }
            }
        }
        Shape::Array => {
            let mut index = 0;
            // its length may not be known before its elements are read
            while let Some(element) = node.child(index) {
                if !element.is_again() {
                    walk(&element, visit)?;
                    element.release();
                }
                index += 1;
            }
        }
        Shape::Leaf | Shape::Absent | Shape::Unknown => {}
    }
    ControlFlow::Continue(())
}

impl Node<'_> {
    /// Whether it is an object that is one of those that hold it: a positioned
    /// one that lies where one of them does, and is of the same type. It would
    /// hold itself again, and so on for ever.
    #[must_use]
    pub fn is_again(&self) -> bool {
        self.is_instance() && self.obj().is_some_and(|obj| obj.again().is_some())
    }
}
