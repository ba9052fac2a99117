//! Goes through a tree for places that are found by their position.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::ways::BASE;
use super::{Found, KEPT, MOST, Region, Tagged, block};
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

/// What is looked through, and what is taken.
struct Part {
    /// Where it begins: children on the way from the base.
    path: Vec<u64>,
    /// Places are taken that start there or later.
    from: u64,
    /// They end after that.
    skip: u64,
    /// So many places are seen.
    most: u64,
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    There,
    /// There are more places than were to be seen.
    Early,
    /// Too much was visited.
    Spent,
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

    /// Looks through all of the base; counts what is visited.
    pub(super) fn run(&self, found: &mut Found, visited: &mut Visited) {
        let part = Part {
            path: Vec::new(),
            from: 0,
            skip: 0,
            most: MOST,
        };
        if self.walk(&self.base, found, &part, visited, true) == Ended::Early {
            found.cut = true;
        }
        found.sort();
    }

    /// Looks again for the places that start at `from` or later and end after
    /// `skip`, as far as so many are at hand as may be.
    pub(super) fn run_again(&self, found: &mut Found, from: u64, skip: u64) {
        // a walk lets go of objects, which others may look at
        let Some(base) = self.base.anew() else {
            found.cut = true;
            return;
        };
        let (chosen, beyond) = block::choose(&found.blocks, from, KEPT as u64);
        found.beyond = beyond;
        let mut visited = Visited::new();
        for at in chosen {
            let Some(block) = found.blocks.get(at) else {
                continue;
            };
            let part = Part {
                path: block.path.clone(),
                from,
                skip,
                most: block.count,
            };
            if self.walk(&base, found, &part, &mut visited, false) == Ended::Spent {
                found.cut = true;
                // to look again would take as long
                found.beyond = None;
                break;
            }
        }
        // what was decoded holds on to what holds it
        base.release();
        found.sort();
    }

    /// Goes through a part of a node. `first` if blocks are to be told apart.
    fn walk(
        &self,
        base: &Node<'a>,
        found: &mut Found,
        part: &Part,
        visited: &mut Visited,
        first: bool,
    ) -> Ended {
        let mut stack: Vec<Step<'a>> = Vec::new();
        self.push(base.clone(), Some((BASE, BASE)), &mut stack);
        self.resume(&mut stack, &part.path);
        let ended = self.go_on(&mut stack, found, part, visited, first);
        for step in stack.into_iter().rev() {
            step.node.release();
        }
        ended
    }

    fn go_on(
        &self,
        stack: &mut Vec<Step<'a>>,
        found: &mut Found,
        part: &Part,
        visited: &mut Visited,
        first: bool,
    ) -> Ended {
        let mut seen = 0;
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
            if !visited.visit(&child) {
                found.cut = true;
                return Ended::Spent;
            }
            let mut kept = None;
            if child.is_instance() && !in_array {
                match child.span() {
                    // what takes no bytes stands with what holds it
                    Some(span) if span.buffer == self.buffer && span.end > span.start => {
                        if seen >= part.most {
                            return Ended::Early;
                        }
                        seen += 1;
                        let (start, end) = (span.start_byte(), span.end_byte());
                        if first && found.bounded {
                            block::note(&mut found.blocks, start, || {
                                stack.iter().map(|step| step.next - 1).collect()
                            });
                        }
                        let wanted = start >= part.from && end > part.skip;
                        if wanted && found.takes(start) {
                            kept = self.add(found, stack, start, end);
                        }
                    }
                    _ => {}
                }
            }
            let elsewhere = child.derived().is_some_and(|made| made != self.buffer);
            if !elsewhere || self.facts.has_other_streams() {
                self.push(child, kept, stack);
            }
        }
        Ended::There
    }

    /// Goes to where a part begins.
    fn resume(&self, stack: &mut Vec<Step<'a>>, path: &[u64]) {
        for (level, index) in path.iter().enumerate() {
            let Some(step) = stack.last_mut() else {
                return;
            };
            step.next = *index;
            if level + 1 < path.len()
                && let Some(child) = step.node.child(*index)
            {
                step.next += 1;
                self.push(child, None, stack);
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
