//! Fields that lie on bytes of others.

use super::{Finding, Node};
use crate::decode::FaultKind;
use crate::schema::Severity;

/// Gathers what is read at one place into one finding.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    last: Option<Last>,
}

#[derive(Debug)]
struct Last {
    /// Path of the instance that reads it, or of the field.
    path: String,
    start: u64,
    end: u64,
}

impl Overlaps {
    /// Adds bytes of a field that another field has too: start inclusive, end
    /// exclusive. Gives the finding before, if this begins another.
    pub(super) fn add(&mut self, node: &Node<'_>, start: u64, end: u64) -> Option<Finding> {
        let path = reader(node);
        if let Some(last) = &mut self.last
            && last.path == path
            && last.end == start
        {
            last.end = end;
            return None;
        }
        let before = self.take();
        self.last = Some(Last { path, start, end });
        before
    }

    /// The last finding.
    pub(super) fn take(&mut self) -> Option<Finding> {
        let Last { path, start, end } = self.last.take()?;
        let message = match end - start {
            1 => "lies on 1 byte that another field has too".to_owned(),
            count => format!("lies on {count} bytes that another field has too"),
        };
        let kind = (Severity::Note, FaultKind::Overlap);
        Some(Finding::of_bytes(kind, path, (start, end), message))
    }
}

/// The innermost instance that a place is part of, or the place itself.
fn reader(node: &Node<'_>) -> String {
    let mut outer = node.container();
    if node.is_instance() {
        return node.path();
    }
    while let Some(place) = outer {
        if place.is_instance() {
            return place.path();
        }
        outer = place.container();
    }
    node.path()
}
