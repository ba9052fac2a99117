//! Places that are found by their position: parse instances, which may lie
//! anywhere. They are looked up first, so that each can stand where its bytes
//! are; only where it lies and how to reach it is kept. Of very many those that
//! lie first are kept, and the others are looked up again when their turn comes.

mod block;
mod search;
mod ways;

use std::cell::RefCell;
use std::rc::Rc;

use block::Block;
use search::Search;
use ways::Ways;

use crate::decode::BufferId;
use crate::tree::{Node, Visited};
use crate::view::facts::Facts;

/// Positions that are looked at; bytes beyond show as unclaimed.
const MOST: u64 = 4_000_000;

/// Positions that are held at once, at most.
const HELD: usize = if cfg!(test) { 24 } else { 200_000 };

/// Positions that are held if all of them start together.
const TOGETHER: usize = if cfg!(test) { 4_000 } else { HELD };

/// Of more, so many are kept.
const KEPT: usize = HELD / 8 * 5;

/// One positioned place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    /// First byte.
    pub(super) start: u64,
    /// One past its last byte.
    pub(super) end: u64,
    /// Places that differ in indices alone are of one family.
    pub(super) family: u32,
    way: Tagged,
}

/// The number of a way, and which search gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tagged(u32);

impl Tagged {
    const BITS: u32 = 24;

    fn new(search: u8, way: u32) -> Tagged {
        Tagged(u32::from(search) << Tagged::BITS | way)
    }

    fn search(self) -> u8 {
        (self.0 >> Tagged::BITS) as u8
    }

    fn way(self) -> u32 {
        self.0 & ((1 << Tagged::BITS) - 1)
    }
}

/// All positioned places in one buffer, in order of position.
pub(super) struct Regions<'a> {
    search: Option<Search<'a>>,
    found: RefCell<Found>,
    /// The way to the place that was asked for last, node by node.
    trail: RefCell<Vec<(Tagged, Node<'a>)>>,
}

/// Those that are at hand.
#[derive(Debug, Default)]
struct Found {
    list: Vec<Region>,
    /// All places, in the order in which they were found.
    blocks: Vec<Block>,
    /// The number of this search, over again after many.
    search: u8,
    ways: Ways,
    /// Those of the search before: what is shown may be one of its places.
    before: Ways,
    next: usize,
    /// Those that start there or later are not at hand.
    beyond: Option<u64>,
    /// Whether there may only be so many at hand.
    bounded: bool,
    /// Whether all of those at hand start together.
    together: bool,
    /// Whether some were left out.
    cut: bool,
}

impl<'a> Regions<'a> {
    /// No places.
    pub(super) fn none() -> Regions<'a> {
        Regions {
            search: None,
            found: RefCell::default(),
            trail: RefCell::default(),
        }
    }

    /// Looks through a node for places in `buffer`; counts what is visited.
    pub(super) fn find(
        facts: &Rc<Facts<'a>>,
        base: &Node<'a>,
        buffer: BufferId,
        visited: &mut Visited,
    ) -> Regions<'a> {
        let search = Search::new(facts, base, buffer);
        let mut found = Found {
            // numbers of decoded streams are not the same when that is done anew
            bounded: buffer == BufferId::FILE,
            ..Found::default()
        };
        search.run(&mut found, visited);
        Regions {
            search: Some(search),
            found: RefCell::new(found),
            trail: RefCell::default(),
        }
    }

    /// Whether some were left out.
    pub(super) fn are_cut(&self) -> bool {
        self.found.borrow().cut
    }

    /// The next place that starts before `to`, if there is one.
    pub(super) fn peek(&self, to: u64) -> Option<Region> {
        self.ready(to);
        let found = self.found.borrow();
        let region = found.list.get(found.next).copied();
        region.filter(|region| region.start < to)
    }

    /// The place after the next one.
    pub(super) fn peek_second(&self) -> Option<Region> {
        self.ready(u64::MAX);
        let found = self.found.borrow();
        found.list.get(found.next + 1).copied()
    }

    /// Passes the next place.
    pub(super) fn pass(&mut self) {
        self.found.get_mut().next += 1;
    }

    /// Passes the next places as far as they have the same bytes as one, and
    /// gives them.
    pub(super) fn take_twins(&mut self, region: &Region) -> Vec<Region> {
        let found = self.found.get_mut();
        let rest = found.list.get(found.next..).unwrap_or(&[]);
        let same = |other: &&Region| other.start == region.start && other.end == region.end;
        let twins: Vec<Region> = rest.iter().take_while(same).copied().collect();
        found.next += twins.len();
        twins
    }

    /// Passes all places that end at or before `offset`.
    pub(super) fn skip_to(&mut self, offset: u64) {
        let mut first = true;
        loop {
            let found = self.found.get_mut();
            let rest = found.list.get(found.next..).unwrap_or(&[]);
            let skipped = rest.iter().take_while(|region| region.end <= offset);
            found.next += skipped.count();
            if found.next < found.list.len() || found.beyond.is_none() {
                return;
            }
            self.look_further(Some(offset), first);
            first = false;
        }
    }

    /// The node of a place.
    pub(super) fn node(&self, region: &Region) -> Option<Node<'a>> {
        let base = self.search.as_ref().map(Search::base);
        let way = self.found.borrow_mut().steps(region.way)?;
        let mut trail = self.trail.borrow_mut();
        // goes on from where the way parts from the last one
        let both = trail.iter().zip(&way);
        let shared = both.take_while(|((known, _), (at, _))| known == at).count();
        trail.truncate(shared);
        for &(at, index) in way.get(shared..)? {
            let from = trail.last().map_or(base, |(_, node)| Some(node));
            let node = from?.child(u64::from(index))?;
            trail.push((at, node));
        }
        trail.last().map(|(_, node)| node.clone())
    }

    /// Has the next place at hand and the one after it, if there are some that
    /// start before `to`.
    fn ready(&self, to: u64) {
        let mut first = true;
        loop {
            let found = self.found.borrow();
            let ready = found.list.len() > found.next + 1;
            if ready || found.beyond.is_none_or(|beyond| beyond >= to) {
                return;
            }
            drop(found);
            self.look_further(None, first);
            first = false;
        }
    }

    /// Looks for the places that come after those at hand, without those that
    /// end at or before `skip`. `first` if somebody may have one of those at hand.
    fn look_further(&self, skip: Option<u64>, first: bool) {
        let mut found = self.found.borrow_mut();
        let from = found.beyond.take().unwrap_or(0);
        let passed = found.next.min(found.list.len());
        found.list.drain(..passed);
        found.next = 0;
        found.together = false;
        found.search = found.search.wrapping_add(first.into());
        let ways = found.choose_ways(std::iter::empty());
        let before = std::mem::replace(&mut found.ways, ways);
        if first {
            found.before = before;
        }
        if let Some(search) = &self.search {
            search.run_again(&mut found, from, skip.unwrap_or(0));
        }
    }
}

impl Found {
    /// The children on a way from the base, with the way to each; `None` if it is
    /// forgotten.
    fn steps(&mut self, way: Tagged) -> Option<Vec<(Tagged, u32)>> {
        let search = way.search();
        let ways = match self.search.wrapping_sub(search) {
            0 => &self.ways,
            1 => &self.before,
            _ => {
                self.cut = true;
                return None;
            }
        };
        let steps = ways.steps(way.way()).into_iter();
        Some(
            steps
                .map(|(at, index)| (Tagged::new(search, at), index))
                .collect(),
        )
    }

    /// Drops the ways that lead neither to a place at hand nor to others; these are
    /// told their new numbers.
    fn choose_ways<'w>(&mut self, others: impl Iterator<Item = &'w mut u32>) -> Ways {
        let mut chosen = self.ways.choose();
        for region in &mut self.list {
            region.way = Tagged::new(self.search, chosen.keep(region.way.way()));
        }
        for other in others {
            *other = chosen.keep(*other);
        }
        chosen.ways()
    }

    fn sort(&mut self) {
        // stable: of two that start together the one found first is shown
        if !self.list.is_sorted_by_key(|region| region.start) {
            self.list.sort_by_key(|region| region.start);
        }
    }

    /// Whether a place is taken.
    fn takes(&mut self, start: u64) -> bool {
        let here = self.beyond.is_none_or(|beyond| start < beyond);
        let full = self.together && self.list.len() >= TOGETHER;
        self.cut |= here && full;
        here && !full
    }

    /// Lets go of the places that come last, if there are too many.
    fn bound(&mut self) -> bool {
        if self.list.len() < HELD || self.together || !self.bounded {
            return false;
        }
        let mut starts: Vec<u64> = self.list.iter().map(|region| region.start).collect();
        let first = starts.iter().copied().min().unwrap_or(0);
        let (_, &mut at, _) = starts.select_nth_unstable(KEPT);
        // those that start together stay together
        self.together = at == first;
        let beyond = at.saturating_add(self.together.into());
        self.list.retain(|region| region.start < beyond);
        self.beyond = Some(beyond);
        true
    }
}
