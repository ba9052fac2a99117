//! Counts the places that a walk visits, so that it ends where a grammar
//! describes the same bytes again and again.

use super::{Finding, Node};
use crate::decode::engine::Engine;

/// What a walk visited. All walks of one file share one bound: some places for
/// each byte, and a quarter of a million more.
#[derive(Debug, Clone, Default)]
pub struct Visited {
    visited: u64,
    /// How many there may be, as far as it was asked.
    most: u64,
    spent: bool,
}

impl Visited {
    /// Nothing visited yet.
    #[must_use]
    pub fn new() -> Visited {
        Visited::default()
    }

    /// Counts a place; `false` if there were too many.
    pub fn visit(&mut self, node: &Node<'_>) -> bool {
        self.add(node.engine(), 1)
    }

    /// Counts so many more places of a file; `false` if there were too many.
    #[inline]
    pub(crate) fn add(&mut self, engine: &Engine<'_>, count: u64) -> bool {
        self.visited = self.visited.saturating_add(count);
        self.visited <= self.most || self.is_within(engine)
    }

    /// Decoded streams add to what there may be.
    #[cold]
    fn is_within(&mut self, engine: &Engine<'_>) -> bool {
        self.most = engine.most_places();
        self.spent |= self.visited > self.most;
        !self.spent
    }

    /// How many more there may be.
    pub(crate) fn left(&self, engine: &Engine<'_>) -> u64 {
        engine.most_places().saturating_sub(self.visited)
    }

    /// Whether there were too many.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }
}

impl Node<'_> {
    /// The finding that a walk was ended here.
    #[must_use]
    pub fn too_many_places(&self) -> Finding {
        self.of_fault(&self.engine().too_many_places())
    }
}
