//! Places in the order in which they were found, in blocks: what lies where.

use super::HELD;

/// Places of a block.
const SIZE: u64 = HELD as u64 / 8;

/// Places that were found one after the other.
#[derive(Debug)]
pub(super) struct Block {
    /// Where the first was found: children on the way from the base.
    pub(super) path: Vec<u64>,
    /// How many there are.
    pub(super) count: u64,
    /// Where the one that lies first starts.
    least: u64,
    /// Where the one that lies last starts.
    most: u64,
}

/// Takes note of a place that was found.
pub(super) fn note(blocks: &mut Vec<Block>, start: u64, path: impl FnOnce() -> Vec<u64>) {
    match blocks.last_mut().filter(|block| block.count < SIZE) {
        Some(block) => {
            block.count += 1;
            block.least = block.least.min(start);
            block.most = block.most.max(start);
        }
        None => blocks.push(Block {
            path: path(),
            count: 1,
            least: start,
            most: start,
        }),
    }
}

/// The blocks, in order, that have about `wanted` of the places that start first
/// at `from` or later; and where the places that other blocks have begin.
pub(super) fn choose(blocks: &[Block], from: u64, wanted: u64) -> (Vec<usize>, Option<u64>) {
    let least = |at: &usize| blocks.get(*at).map_or(0, |block| block.least.max(from));
    let mut left: Vec<usize> = (0..blocks.len())
        .filter(|&at| blocks.get(at).is_some_and(|block| block.most >= from))
        .collect();
    left.sort_by_key(least);
    let mut places = 0;
    let enough = left.iter().position(|at| {
        // what starts at once is in one of them
        let enough = places >= wanted && least(at) > from;
        places += blocks.get(*at).map_or(0, |block| block.count);
        enough
    });
    let beyond = enough.and_then(|at| left.get(at)).map(least);
    left.truncate(enough.unwrap_or(left.len()));
    left.sort_unstable();
    (left, beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(starts: &[(u64, u64)], from: u64, chosen: &[usize], beyond: Option<u64>) {
        let blocks: Vec<Block> = starts
            .iter()
            .map(|&(least, most)| Block {
                path: Vec::new(),
                count: 10,
                least,
                most,
            })
            .collect();
        assert_eq!(choose(&blocks, from, 20), (chosen.to_vec(), beyond));
    }

    #[test]
    fn blocks_are_chosen_by_what_starts_first() {
        let rising = [(0, 9), (10, 19), (20, 29), (30, 39)];
        check(&rising, 0, &[0, 1], Some(20));
        check(&rising, 15, &[1, 2], Some(30));
        check(&rising, 25, &[2, 3], None);
        check(
            &[(30, 39), (0, 9), (20, 29), (10, 19)],
            0,
            &[1, 3],
            Some(20),
        );
        // all have some that start at once
        check(
            &[(0, 90), (5, 80), (0, 70), (9, 60)],
            9,
            &[0, 1, 2, 3],
            None,
        );
        check(&[], 0, &[], None);
    }

    #[test]
    fn places_are_put_in_blocks() {
        let mut blocks = Vec::new();
        for start in [7, 3, 9, 4, 4] {
            note(&mut blocks, start, || vec![start]);
        }
        let found: Vec<_> = blocks
            .iter()
            .map(|block| (block.path.clone(), block.count, block.least, block.most))
            .collect();
        assert_eq!(found, [(vec![7], 3, 3, 9), (vec![4], 2, 4, 4)]);
    }
}
