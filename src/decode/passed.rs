//! How far the work on a file has come, for those who wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The place in a file that is being worked on. Clones share it, also with
/// other threads, which may look at it while the work goes on.
#[derive(Debug, Clone, Default)]
pub struct Passed(Arc<AtomicU64>);

impl Passed {
    /// The place, in bytes from the start of the file. Work may go over a file
    /// more than once.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The work is at this byte. No more than a store: cheap enough to be said
    /// of every object.
    pub fn set(&self, at: u64) {
        self.0.store(at, Ordering::Relaxed);
    }
}
