//! Which bytes of the file some field claims, and which none does.

use std::collections::BTreeMap;

use super::{Finding, Node, Shape};
use crate::decode::{BufferId, FaultKind};
use crate::schema::Severity;

/// More separate runs than this are not kept apart: coverage is then not told.
const MOST_RUNS: usize = 1 << 20;

/// Claimed runs of bytes of the file, gathered while the tree is walked.
#[derive(Debug, Default)]
pub struct Coverage {
    /// Start → end (exclusive); runs that touch are one.
    runs: BTreeMap<u64, u64>,
    /// Something was not read to its end, so what it would claim is not known.
    partial: bool,
}

impl Coverage {
    /// Nothing claimed yet.
    #[must_use]
    pub fn new() -> Coverage {
        Coverage::default()
    }

    /// Takes account of a place that the walk visits. `whole` says that what
    /// is below it will not be visited. Gives the first run of its bytes that was
    /// claimed before.
    pub fn visit(&mut self, node: &Node<'_>, whole: bool) -> Option<(u64, u64)> {
        let inner = match node.shape() {
            Shape::Struct => !whole && node.derived().is_none(),
            Shape::Array => !whole,
            Shape::Leaf => false,
            Shape::Absent => return None,
            Shape::Unknown => {
                self.partial = true;
                return None;
            }
        };
        self.partial |= node.is_broken() || node.fault().is_some();
        let own = if inner { node.trailer() } else { node.span() };
        let span = own.filter(|span| span.buffer == BufferId::FILE)?;
        let (start, end) = (span.start_byte(), span.end_byte());
        // of bit fields several lie in one byte
        let before = self.claimed(start, end).filter(|_| span.is_aligned());
        self.claim(start, end);
        before
    }

    /// The first run of these bytes that is claimed: start inclusive, end
    /// exclusive.
    fn claimed(&self, start: u64, end: u64) -> Option<(u64, u64)> {
        let around = self.runs.range(..=start).next_back();
        let around = around.filter(|(_, to)| **to > start);
        let (&from, &to) = around.or_else(|| self.runs.range(start..end).next())?;
        let (from, to) = (from.max(start), to.min(end));
        (from < to).then_some((from, to))
    }

    fn claim(&mut self, mut start: u64, mut end: u64) {
        if start >= end || self.partial {
            return;
        }
        // the run that begins at or before it, if it reaches it
        if let Some((&from, &to)) = self.runs.range(..=start).next_back()
            && to >= start
        {
            if to >= end {
                return;
            }
            start = from;
        }
        while let Some((&from, &to)) = self.runs.range(start..=end).next() {
            end = end.max(to);
            self.runs.remove(&from);
        }
        self.runs.insert(start, end);
        self.partial |= self.runs.len() > MOST_RUNS;
    }

    /// The runs of bytes below `len` that nobody claims, in order: start
    /// inclusive, end exclusive. `None` if that is not known.
    #[must_use]
    pub fn gaps(&self, len: u64) -> Option<Vec<(u64, u64)>> {
        if self.partial {
            return None;
        }
        let mut gaps = Vec::new();
        let mut at = 0;
        for (&start, &end) in &self.runs {
            if start > at {
                gaps.push((at, start.min(len)));
            }
            at = at.max(end);
        }
        if at < len {
            gaps.push((at, len));
        }
        Some(gaps)
    }

    /// A finding for each gap of a file of `len` bytes: a warning for bytes
    /// after everything else, a note for others.
    #[must_use]
    pub fn findings(&self, len: u64) -> Vec<Finding> {
        let gaps = self.gaps(len).unwrap_or_default();
        gaps.into_iter()
            .map(|(start, end)| gap(start, end, len))
            .collect()
    }
}

fn gap(start: u64, end: u64, len: u64) -> Finding {
    let count = end - start;
    let bytes = if count == 1 {
        "1 byte".to_owned()
    } else {
        format!("{count} bytes")
    };
    let (severity, kind, message) = if end == len {
        let message = format!("{bytes} after the last field");
        (Severity::Warning, FaultKind::TrailingBytes, message)
    } else {
        let message = format!("{bytes} that no field claims");
        (Severity::Note, FaultKind::UnclaimedBytes, message)
    };
    Finding::of_bytes((severity, kind), String::new(), (start, end), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(claims: &[(u64, u64)], expected: &[(u64, u64)]) {
        let mut coverage = Coverage::new();
        for &(start, end) in claims {
            coverage.claim(start, end);
        }
        assert_eq!(coverage.gaps(20).as_deref(), Some(expected));
    }

    #[test]
    fn bytes_that_are_claimed_already() {
        let mut coverage = Coverage::new();
        for (start, end) in [(2, 4), (6, 10)] {
            coverage.claim(start, end);
        }
        for (start, end, expected) in [
            (0, 2, None),
            (4, 6, None),
            (10, 20, None),
            (3, 3, None),
            (0, 3, Some((2, 3))),
            (3, 8, Some((3, 4))),
            (5, 20, Some((6, 10))),
            (7, 8, Some((7, 8))),
        ] {
            assert_eq!(coverage.claimed(start, end), expected, "{start}..{end}");
        }
    }

    #[test]
    fn gaps_are_what_no_claim_touches() {
        check(&[], &[(0, 20)]);
        check(&[(0, 20)], &[]);
        check(&[(0, 5), (5, 20)], &[]);
        check(&[(5, 20), (0, 5)], &[]);
        check(&[(3, 5), (10, 12)], &[(0, 3), (5, 10), (12, 20)]);
        check(&[(0, 4), (8, 12), (2, 10)], &[(12, 20)]);
        check(&[(0, 18), (2, 4), (17, 19)], &[(19, 20)]);
        check(&[(4, 4), (0, 20)], &[]);
        check(&[(2, 4), (6, 8), (1, 9)], &[(0, 1), (9, 20)]);
    }

    #[test]
    fn bytes_at_the_end_are_more_than_a_note() {
        let mut coverage = Coverage::new();
        coverage.claim(1, 4);
        let findings = coverage.findings(10);
        let told: Vec<_> = findings
            .iter()
            .map(|it| (it.severity, it.message.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Severity::Note, "1 byte that no field claims"),
                (Severity::Warning, "6 bytes after the last field"),
            ]
        );
    }
}
