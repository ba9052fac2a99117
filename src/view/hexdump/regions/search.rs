//! Goes through a tree for places that are found by their position.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::ways::BASE;
use super::{Found, MOST, Region, Tagged};
use crate::decode::BufferId;
use crate::tree::{Node, Shape, Visited};
use crate::view::facts::Facts;

/// What is looked through, and for what.
pub(super) struct Search<'a> {
    facts: Rc<Facts<'a>>,
    base: Node<'a>,
    buffer: BufferId,
    /// By the family of the holder and the index in it.
    families: RefCell<HashMap<(u32, u32), u32>>,
}

struct Step<'a> {
    node: Node<'a>,
    next: u64,
    len: u64,
    array: bool,
    /// Its way and its family, once something in it is kept.
    kept: Option<(u32, u32)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(facts: &Rc<Facts<'a>>, base: &Node<'a>, buffer: BufferId) -> Search<'a> {
        Search {
            facts: facts.clone(),
            base: base.clone(),
            buffer,
            families: RefCell::default(),
        }
    }

    pub(super) fn base(&self) -> &Node<'a> {
        &self.base
    }

    /// Adds the places that start at `from` or later and end after `skip`.
    pub(super) fn run(
        &self,
        found: &mut Found,
        from: Option<u64>,
        skip: Option<u64>,
        visited: &mut Visited,
    ) {
        self.walk(found, from.unwrap_or(0), skip.unwrap_or(0), visited);
        // stable: of two that start together the one found first is shown
        found.list.sort_by_key(|region| region.start);
    }

    fn walk(&self, found: &mut Found, from: u64, skip: u64, visited: &mut Visited) {
        let mut stack: Vec<Step<'a>> = Vec::new();
        let mut seen = 0;
        self.push(self.base.clone(), Some((BASE, BASE)), &mut stack);
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
            if child.is_computed() || child.is_helper() || child.is_again() {
                continue;
            }
            let spent = !visited.visit(&child);
            if seen >= MOST || spent {
                found.cut = true;
                // to look again would take as long
                found.beyond = found.beyond.filter(|_| !spent);
                return;
            }
            let mut kept = None;
            if child.is_instance() && !in_array {
                match child.span() {
                    // what takes no bytes stands with what holds it
                    Some(span) if span.buffer == self.buffer && span.end > span.start => {
                        seen += 1;
                        let (start, end) = (span.start_byte(), span.end_byte());
                        if start >= from && end > skip && found.takes(start) {
                            kept = self.add(found, &mut stack, start, end);
                        }
                    }
                    _ => {}
                }
            }
            let elsewhere = child.derived().is_some_and(|made| made != self.buffer);
            if !elsewhere || self.facts.has_other_streams() {
                self.push(child, kept, &mut stack);
            }
        }
    }

    /// Adds the child that the steps of the stack lead to; gives its way and
    /// its family.
    fn add(
        &self,
        found: &mut Found,
        stack: &mut [Step<'a>],
        start: u64,
        end: u64,
    ) -> Option<(u32, u32)> {
        let known = stack.iter().rposition(|step| step.kept.is_some())?;
        let mut last = stack.get(known)?.kept?;
        let mut families = self.families.borrow_mut();
        for level in known..stack.len() {
            let step = stack.get(level)?;
            let index = u32::try_from(step.next - 1).ok()?;
            let way = found.ways.add(last.0, index);
            let kind = if step.array { u32::MAX } else { index };
            let new = families.len() as u32;
            let family = *families.entry((last.1, kind)).or_insert(new);
            last = (way, family);
            if let Some(inner) = stack.get_mut(level + 1) {
                inner.kept = Some(last);
            }
        }
        let (way, family) = last;
        if found.list.len() == found.list.capacity() {
            found.list.reserve_exact(found.list.len() / 4 + 64);
        }
        found.list.push(Region {
            start,
            end,
            family,
            way: Tagged::new(found.search, way),
        });
        if !found.bound() {
            return Some(last);
        }
        let steps = stack.iter_mut().filter_map(|step| step.kept.as_mut());
        // what this place holds has a way of its own, if need be
        let mut own = way;
        let others = steps.map(|(way, _)| way).chain(std::iter::once(&mut own));
        found.ways = found.choose_ways(others);
        Some((own, family))
    }

    /// Goes into a node if something positioned may be inside.
    fn push(&self, node: Node<'a>, kept: Option<(u32, u32)>, stack: &mut Vec<Step<'a>>) {
        let facts = &self.facts;
        let array = match node.shape() {
            Shape::Struct => {
                if node.type_def().is_none_or(|ty| !facts.of(ty).positioned) {
                    return;
                }
                false
            }
            Shape::Array => {
                let schema = node.engine().0.schema;
                let data = node.attr().map(|attr| &attr.data);
                if !data.is_some_and(|data| facts.is_positioned(schema, data)) {
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
            kept,
        });
    }
}
