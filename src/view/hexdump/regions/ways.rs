//! How places are reached.

/// The way to the base.
pub(super) const BASE: u32 = u32::MAX;

/// How to reach a place: a child of another one.
#[derive(Debug, Clone, Copy)]
struct Way {
    from: u32,
    index: u32,
}

/// Ways by their numbers.
#[derive(Debug, Default)]
pub(super) struct Ways(Vec<Way>);

impl Ways {
    /// Adds the way to a child; gives its number.
    pub(super) fn add(&mut self, from: u32, index: u32) -> u32 {
        let way = self.0.len() as u32;
        if self.0.len() == self.0.capacity() {
            self.0.reserve_exact(self.0.len() / 4 + 64);
        }
        self.0.push(Way { from, index });
        way
    }

    /// The children on a way from the base, with the number of the way to each.
    pub(super) fn steps(&self, way: u32) -> Vec<(u32, u32)> {
        let mut steps = Vec::with_capacity(8);
        let mut at = way;
        while let Some(way) = self.0.get(at as usize) {
            steps.push((at, way.index));
            at = way.from;
        }
        steps.reverse();
        steps
    }

    /// Starts to choose those that are kept.
    pub(super) fn choose(&self) -> Chosen<'_> {
        Chosen {
            ways: self,
            numbers: vec![BASE; self.0.len()],
            kept: Vec::new(),
            steps: Vec::new(),
        }
    }
}

/// Ways that are kept, with those that they go on from.
pub(super) struct Chosen<'w> {
    ways: &'w Ways,
    /// Their new numbers.
    numbers: Vec<u32>,
    kept: Vec<Way>,
    steps: Vec<(u32, u32)>,
}

impl Chosen<'_> {
    /// Keeps a way; gives its new number.
    pub(super) fn keep(&mut self, way: u32) -> u32 {
        let (mut at, mut from) = (way, BASE);
        while let Some(old) = self.ways.0.get(at as usize) {
            match self.numbers.get(at as usize) {
                Some(&BASE) | None => self.steps.push((at, old.index)),
                Some(number) => {
                    from = *number;
                    break;
                }
            }
            at = old.from;
        }
        for (old, index) in self.steps.drain(..).rev() {
            let number = self.kept.len() as u32;
            self.kept.push(Way { from, index });
            if let Some(known) = self.numbers.get_mut(old as usize) {
                *known = number;
            }
            from = number;
        }
        from
    }

    /// Those that were kept.
    pub(super) fn ways(mut self) -> Ways {
        self.kept.shrink_to_fit();
        Ways(self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn kept_ways_lead_where_they_did() {
        let mut ways = Ways::default();
        let a = ways.add(BASE, 5);
        let dropped = ways.add(BASE, 6);
        let inner = ways.add(a, 7);
        let other = ways.add(a, 8);
        ways.add(dropped, 9);
        let mut chosen = ways.choose();
        let kept = [other, inner, BASE].map(|way| chosen.keep(way));
        let ways = chosen.ways();
        let children = |way| -> Vec<u32> {
            let steps = ways.steps(way);
            steps.iter().map(|(_, index)| *index).collect()
        };
        assert_eq!(children(kept[0]), [5, 8]);
        assert_eq!(children(kept[1]), [5, 7]);
        assert_eq!(kept[2], BASE);
        assert_eq!(ways.0.len(), 3);
    }
}
