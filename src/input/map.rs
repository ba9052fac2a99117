//! A file mapped into memory.

use std::fs::File;

use memmap2::Mmap;

#[cfg(unix)]
use super::sigbus::Guard;

/// A read-only mapping of a whole file that outlives the file's truncation.
#[derive(Debug)]
pub(super) struct Map {
    // Dropped before the mapping, so that the handler never patches a range
    // that is no longer ours.
    #[cfg(unix)]
    guard: Guard,
    map: Mmap,
}

impl Map {
    /// Maps a file that is not empty. `None` if the system refuses, or if
    /// truncation could not be survived: the caller reads the file instead.
    pub(super) fn new(file: &File) -> Option<Map> {
        // SAFETY: the mapping is private and read-only, nothing here writes
        // to it, and truncation is caught by the guard. What stays is that
        // another process may change bytes in place, as with every program
        // that maps files: the bytes are plain data that is bounds-checked
        // and parsed, never trusted, so the worst is a wrong reading; with
        // `--no-mmap` the file is read once instead.
        let map = unsafe { Mmap::map(file) }.ok()?;
        #[cfg(unix)]
        {
            let guard = Guard::new(map.as_ptr() as usize, map.len())?;
            Some(Map { guard, map })
        }
        #[cfg(not(unix))]
        Some(Map { map })
    }

    /// All bytes of the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Whether the file was truncated under us.
    pub(super) fn shrank(&self) -> bool {
        #[cfg(unix)]
        return self.guard.hit();
        #[cfg(not(unix))]
        return false;
    }
}
