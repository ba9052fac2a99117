//! Places that are found by their position: parse instances, which may lie
//! anywhere. They are looked up first, so that each can stand where its bytes
//! are; only where it lies and how to reach it is kept.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::decode::BufferId;
use crate::schema::Schema;
use crate::tree::{Node, Shape, Visited};
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
    way: u32,
}

/// How to reach a place: a child of another one.
#[derive(Debug, Clone, Copy)]
struct Way {
    from: u32,
    index: u32,
    /// Steps from the base.
    level: u32,
}

/// The way to the base, and its family.
const BASE: u32 = u32::MAX;

/// All positioned places in one buffer, in order of position.
#[derive(Debug)]
pub(super) struct Regions<'a> {
    base: Option<Node<'a>>,
    list: Vec<Region>,
    ways: Vec<Way>,
    /// By the family of the holder and the index in it.
    families: HashMap<(u32, u32), u32>,
    /// The way to the place that was asked for last, node by node.
    trail: RefCell<Vec<(u32, Node<'a>)>>,
    next: usize,
    /// Whether some were left out.
    pub(super) cut: bool,
}

struct Step<'a> {
    node: Node<'a>,
    next: u64,
    len: u64,
    array: bool,
    /// Its way and its family, once something in it is kept.
    kept: Option<(u32, u32)>,
}

/// What places are looked for by.
pub(super) struct Search<'s, 'v> {
    pub(super) schema: &'s Schema,
    pub(super) facts: &'s Facts<'s>,
    /// What was visited, over all searches.
    pub(super) visited: &'v mut Visited,
}

impl<'a> Regions<'a> {
    /// No places.
    pub(super) fn none() -> Regions<'a> {
        Regions {
            base: None,
            list: Vec::new(),
            ways: Vec::new(),
            families: HashMap::new(),
            trail: RefCell::default(),
            next: 0,
            cut: false,
        }
    }

    /// Looks through a node for places in `buffer`.
    pub(super) fn find(
        mut search: Search<'_, '_>,
        base: &Node<'a>,
        buffer: BufferId,
    ) -> Regions<'a> {
        let mut regions = Regions {
            base: Some(base.clone()),
            ..Regions::none()
        };
        regions.walk(&mut search, base, buffer);
        // stable: of two that start together the one found first is shown
        regions.list.sort_by_key(|region| region.start);
        regions
    }

    fn walk(&mut self, search: &mut Search<'_, '_>, base: &Node<'a>, buffer: BufferId) {
        let mut stack: Vec<Step<'a>> = Vec::new();
        search.push(base.clone(), Some((BASE, BASE)), &mut stack);
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
            let full = self.list.len() >= MOST || self.ways.len() >= 4 * MOST;
            if full || !search.visited.visit(&child) {
                self.cut = true;
                return;
            }
            let mut kept = None;
            if child.is_instance() && !in_array {
                match child.span() {
                    // what takes no bytes stands with what holds it
                    Some(span) if span.buffer == buffer && span.end > span.start => {
                        kept = self.add(&mut stack, span.start_byte(), span.end_byte());
                    }
                    _ => {}
                }
            }
            let elsewhere = child.derived().is_some_and(|made| made != buffer);
            if !elsewhere || search.facts.has_other_streams() {
                search.push(child, kept, &mut stack);
            }
        }
    }

    /// Adds the child that the steps of the stack lead to; gives its way and
    /// its family.
    fn add(&mut self, stack: &mut [Step<'a>], start: u64, end: u64) -> Option<(u32, u32)> {
        let known = stack.iter().rposition(|step| step.kept.is_some())?;
        let mut last = stack.get(known)?.kept?;
        for level in known..stack.len() {
            let step = stack.get(level)?;
            let index = u32::try_from(step.next - 1).ok()?;
            let way = self.ways.len() as u32;
            self.ways.push(Way {
                from: last.0,
                index,
                level: level as u32 + 1,
            });
            let kind = if step.array { u32::MAX } else { index };
            let new = self.families.len() as u32;
            let family = *self.families.entry((last.1, kind)).or_insert(new);
            last = (way, family);
            if let Some(inner) = stack.get_mut(level + 1) {
                inner.kept = Some(last);
            }
        }
        self.list.push(Region {
            start,
            end,
            family: last.1,
            way: last.0,
        });
        Some(last)
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

    /// Passes the next places as far as they have the same bytes as one, and
    /// gives them.
    pub(super) fn take_twins(&mut self, region: &Region) -> Vec<Region> {
        let rest = self.list.get(self.next..).unwrap_or(&[]);
        let same = |other: &&Region| other.start == region.start && other.end == region.end;
        let twins: Vec<Region> = rest.iter().take_while(same).copied().collect();
        self.next += twins.len();
        twins
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
        let mut trail = self.trail.borrow_mut();
        let mut fresh = Vec::new();
        let mut at = region.way;
        let mut shared = 0;
        // goes back to where the way parts from the last one
        while let Some(way) = self.ways.get(at as usize) {
            let level = way.level as usize;
            if trail.get(level - 1).is_some_and(|(known, _)| *known == at) {
                shared = level;
                break;
            }
            fresh.push((at, way.index));
            at = way.from;
        }
        trail.truncate(shared);
        for (way, index) in fresh.into_iter().rev() {
            let from = trail
                .last()
                .map_or(self.base.as_ref(), |(_, node)| Some(node));
            let node = from?.child(u64::from(index))?;
            trail.push((way, node));
        }
        trail.last().map(|(_, node)| node.clone())
    }
}

impl Search<'_, '_> {
    /// Goes into a node if something positioned may be inside.
    fn push<'a>(&self, node: Node<'a>, kept: Option<(u32, u32)>, stack: &mut Vec<Step<'a>>) {
        let Search { schema, facts, .. } = self;
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
            kept,
        });
    }
}
