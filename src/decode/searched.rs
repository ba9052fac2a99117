//! Where terminators were looked for: many pointers into one long run without
//! a terminator, or to its start, search it once.

use std::collections::BTreeMap;

use super::engine::Engine;
use super::leaf::find_terminator;
use super::span::BufferId;

/// Searches that end within so many bytes are not kept.
const NEAR: usize = 256;
/// Runs that are kept, of each kind of search.
const MOST_RUNS: usize = 4096;
/// Kinds of searches that are kept.
const MOST_KINDS: usize = 8;

/// What was searched.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    kinds: Vec<Kind>,
    /// The kind that gives way to the next one.
    oldest: usize,
}

/// Searches for one terminator in one buffer.
#[derive(Debug)]
struct Kind {
    buffer: BufferId,
    terminator: Vec<u8>,
    /// Where terminators may begin: at what is left over when a place is
    /// divided by their length.
    phase: usize,
    /// By their starts; no two overlap.
    runs: BTreeMap<usize, Run>,
}

/// No terminator begins from the run's start on.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// Up to here.
    end: usize,
    /// But here one does.
    ended: bool,
}

impl Engine<'_> {
    /// Where a terminator begins in `from..to` of a buffer, from `from` on;
    /// counted in steps of its own length.
    pub(crate) fn terminator(
        &self,
        (buffer, bytes): (BufferId, &[u8]),
        (from, to): (usize, usize),
        terminator: &[u8],
    ) -> Option<usize> {
        let rest = bytes.get(from..to)?;
        let unit = terminator.len();
        let near = rest.get(..NEAR).unwrap_or(rest);
        if let Some(at) = find_terminator(near, terminator, unit) {
            return Some(at);
        }
        // what a value is only assumed to be changes what is decoded
        if near.len() == rest.len() || self.has_override() {
            return find_terminator(rest, terminator, unit);
        }
        let mut searches = self.0.searches.borrow_mut();
        let kind = searches.kind(buffer, terminator, from)?;
        let at = kind.find(bytes.get(..to)?, from)?;
        at.checked_sub(from)
    }
}

impl Searches {
    /// A buffer of this id has other bytes than before.
    pub(crate) fn forget(&mut self, buffer: BufferId) {
        self.kinds.retain(|kind| kind.buffer != buffer);
    }

    fn kind(&mut self, buffer: BufferId, terminator: &[u8], from: usize) -> Option<&mut Kind> {
        let phase = from.checked_rem(terminator.len())?;
        let known = self.kinds.iter().position(|kind| {
            kind.buffer == buffer && kind.phase == phase && kind.terminator == terminator
        });
        let at = known.unwrap_or_else(|| {
            let kind = Kind {
                buffer,
                terminator: terminator.to_vec(),
                phase,
                runs: BTreeMap::new(),
            };
            if self.kinds.len() < MOST_KINDS {
                self.kinds.push(kind);
                return self.kinds.len() - 1;
            }
            let at = self.oldest % MOST_KINDS;
            self.oldest = at + 1;
            if let Some(old) = self.kinds.get_mut(at) {
                *old = kind;
            }
            at
        });
        self.kinds.get_mut(at)
    }
}

impl Kind {
    /// Where the first terminator begins that lies in `bytes` from `from` on.
    fn find(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        let length = self.terminator.len();
        let (mut start, mut run) = (from, None);
        if let Some((&known, &before)) = self.runs.range(..=from).next_back()
            && from <= before.end
        {
            (start, run) = (known, Some(before));
        }
        let mut at = from;
        loop {
            if let Some(run) = run {
                at = run.end;
                if run.ended {
                    break;
                }
            }
            if at.saturating_add(length) > bytes.len() {
                break;
            }
            // no further than to where the next run begins
            let next = self.runs.range(at..).next();
            let next = next.map(|(&start, &run)| (start, run));
            let to = next.map_or(bytes.len(), |(next, _)| bytes.len().min(next + length - 1));
            let rest = bytes.get(at..to)?;
            match (find_terminator(rest, &self.terminator, length), next) {
                (Some(found), _) => {
                    let end = at + found;
                    run = Some(Run { end, ended: true });
                }
                (None, Some((next, below))) if to == next + length - 1 => {
                    self.runs.remove(&next);
                    run = Some(below);
                }
                (None, _) => {
                    let end = at + rest.len() / length * length;
                    run = Some(Run { end, ended: false });
                }
            }
        }
        let run = run?;
        if self.runs.len() >= MOST_RUNS {
            self.runs.clear();
        }
        self.runs.insert(start, run);
        (run.ended && run.end.saturating_add(length) <= bytes.len()).then_some(run.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kind(terminator: &[u8], phase: usize) -> Kind {
        Kind {
            buffer: BufferId::FILE,
            terminator: terminator.to_vec(),
            phase,
            runs: BTreeMap::new(),
        }
    }

    proptest! {
        #[test]
        fn what_is_kept_changes_no_answer(
            bytes in proptest::collection::vec(0..3_u8, 1..60),
            length in 1..4_usize,
            places in proptest::collection::vec((0..60_usize, 0..60_usize), 1..30),
        ) {
            let terminator = vec![0; length];
            let mut kinds: Vec<Kind> = (0..length).map(|phase| kind(&terminator, phase)).collect();
            for (from, size) in places {
                let from = from % bytes.len();
                let window = &bytes[..bytes.len().min(from + size)];
                let expected = find_terminator(&window[from..], &terminator, length);
                let found = kinds[from % length].find(window, from);
                prop_assert_eq!(found, expected.map(|at| from + at));
            }
        }
    }

    #[test]
    fn one_run_is_searched_once() {
        let bytes = vec![1; 1000];
        let mut kind = kind(&[0], 0);
        for from in (0..900).rev() {
            assert_eq!(kind.find(&bytes, from), None);
        }
        let runs: Vec<_> = kind
            .runs
            .iter()
            .map(|(start, run)| (*start, run.end))
            .collect();
        assert_eq!(runs, [(0, 1000)]);
    }
}
