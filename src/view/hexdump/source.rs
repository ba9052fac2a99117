//! Where rows take their bytes from.

use std::borrow::Cow;

use crate::decode::BufferId;
use crate::tree::Tree;

/// Where bytes come from.
pub(super) enum Source<'c, 'a> {
    Tree(&'c Tree<'a>),
    /// The file, and what is at hand of another stream.
    Apart {
        file: &'a [u8],
        /// Where it starts there.
        start: u64,
        bytes: Vec<u8>,
    },
}

impl<'a> Source<'_, 'a> {
    /// Bytes from `start` to `end` (exclusive); fewer if they are not there.
    pub(super) fn bytes(&self, buffer: BufferId, start: u64, end: u64) -> Cow<'a, [u8]> {
        let cut = |bytes: &[u8], from: u64| {
            let at = |offset: u64| usize::try_from(offset.saturating_sub(from));
            let end = at(end).unwrap_or(usize::MAX).min(bytes.len());
            at(start).unwrap_or(usize::MAX).min(end)..end
        };
        match self {
            Source::Tree(tree) => tree.bytes(buffer, start, end),
            Source::Apart { file, .. } if buffer == BufferId::FILE => {
                Cow::Borrowed(file.get(cut(file, 0)).unwrap_or_default())
            }
            Source::Apart { start, bytes, .. } => {
                Cow::Owned(bytes.get(cut(bytes, *start)).unwrap_or_default().to_vec())
            }
        }
    }
}
