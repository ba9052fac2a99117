//! Places that are found by their position: parse instances, which may lie
//! anywhere. They are looked up first, so that each can stand where its bytes
//! are; only where it lies and how to reach it is kept.

use std::collections::HashMap;

use crate::decode::BufferId;
use crate::schema::Schema;
use crate::tree::{Node, Shape};
use crate::view::facts::Facts;

/// Positions that are kept at most; bytes beyond show as unclaimed.
const MOST: usize = 4_000_000;

/// One positioned place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    /// First byte.
    pub(super) start: u64,
    /// One past its last byte.
    pub(super) end: u64,
    /// Places that differ in indices alone are of one family.
    pub(super) family: u32,
    path: u32,
    steps: u16,
}

/// All positioned places in one buffer, in order of position.
#[derive(Debug)]
pub(super) struct Regions<'a> {
    base: Option<Node<'a>>,
    list: Vec<Region>,
    /// Child indices from the base, path after path.
    steps: Vec<u32>,
    families: HashMap<Box<[u32]>, u32>,
    next: usize,
    /// Whether some were left out.
    pub(super) cut: bool,
}

struct Step<'a> {
    node: Node<'a>,
    next: u64,
    len: u64,
    array: bool,
}

impl<'a> Regions<'a> {
    /// No places.
    pub(super) fn none() -> Regions<'a> {
        Regions {
            base: None,
            list: Vec::new(),
            steps: Vec::new(),
            families: HashMap::new(),
            next: 0,
            cut: false,
        }
    }

    /// Looks through a node for places in `buffer`.
    pub(super) fn find(
        schema: &Schema,
        facts: &Facts<'_>,
        base: &Node<'a>,
        buffer: BufferId,
    ) -> Regions<'a> {
        let mut regions = Regions {
            base: Some(base.clone()),
            ..Regions::none()
        };
        regions.walk(schema, facts, base, buffer);
        // stable: of two that start together the one found first is shown
        regions.list.sort_by_key(|region| region.start);
        regions
    }

    fn walk(&mut self, schema: &Schema, facts: &Facts<'_>, base: &Node<'a>, buffer: BufferId) {
        let mut stack: Vec<Step<'a>> = Vec::new();
        push(schema, facts, base.clone(), &mut stack);
        while let Some(step) = stack.last_mut() {
            if step.next >= step.len {
                if let Some(done) = stack.pop() {
                    done.node.release();
                }
                continue;
            }
            let index = step.next;
            step.next += 1;
            let in_array = step.array;
            let Some(child) = step.node.child(index) else {
                continue;
            };
            if child.is_computed() || child.is_helper() {
                continue;
            }
            let instance = child.is_instance() && !in_array;
            if instance && child.is_again() {
                continue;
            }
            if instance {
                if self.list.len() >= MOST {
                    self.cut = true;
                    return;
                }
                match child.span() {
                    // what takes no bytes stands with what holds it
                    Some(span) if span.buffer == buffer && span.end > span.start => {
                        self.add(&stack, span.start_byte(), span.end_byte());
                    }
                    _ => {}
                }
            }
            push(schema, facts, child, &mut stack);
        }
    }

    /// Adds the child that the steps of the stack lead to.
    fn add(&mut self, stack: &[Step<'a>], start: u64, end: u64) {
        let path = self.steps.len() as u32;
        let mut kind = Vec::with_capacity(stack.len());
        for step in stack {
            let index = (step.next - 1) as u32;
            self.steps.push(index);
            kind.push(if step.array { u32::MAX } else { index });
        }
        let new = self.families.len() as u32;
        let family = *self.families.entry(kind.into_boxed_slice()).or_insert(new);
        let steps = stack.len() as u16;
        self.list.push(Region {
            start,
            end,
            family,
            path,
            steps,
        });
    }

    /// The next place that starts before `to`, if there is one.
    pub(super) fn peek(&self, to: u64) -> Option<Region> {
        self.list
            .get(self.next)
            .copied()
            .filter(|region| region.start < to)
    }

    /// The place after the next one.
    pub(super) fn peek_second(&self) -> Option<Region> {
        self.list.get(self.next + 1).copied()
    }

    /// Passes the next place.
    pub(super) fn pass(&mut self) {
        self.next += 1;
    }

    /// Passes all places that end at or before `offset`.
    pub(super) fn skip_to(&mut self, offset: u64) {
        while self
            .list
            .get(self.next)
            .is_some_and(|region| region.end <= offset)
        {
            self.next += 1;
        }
    }

    /// The node of a place.
    pub(super) fn node(&self, region: &Region) -> Option<Node<'a>> {
        let from = region.path as usize;
        let steps = self.steps.get(from..from + usize::from(region.steps))?;
        let mut node = self.base.clone()?;
        for &step in steps {
            node = node.child(u64::from(step))?;
        }
        Some(node)
    }
}

/// Goes into a node if something positioned may be inside.
fn push<'a>(schema: &Schema, facts: &Facts<'_>, node: Node<'a>, stack: &mut Vec<Step<'a>>) {
    let array = match node.shape() {
        Shape::Struct => {
            if node.type_def().is_none_or(|ty| !facts.of(ty).positioned) {
                return;
            }
            false
        }
        Shape::Array => {
            if !node
                .attr()
                .is_some_and(|attr| facts.is_positioned(schema, &attr.data))
            {
                return;
            }
            true
        }
        Shape::Leaf | Shape::Absent | Shape::Unknown => return,
    };
    let len = node.len();
    stack.push(Step {
        node,
        next: 0,
        len,
        array,
    });
}
