//! What happens when a mapped file is truncated while it is read: the system
//! sends SIGBUS for each page that is gone. Instead of dying, zero pages are
//! laid over the missing part and a flag is raised, which is looked at when
//! the work is done.

use std::mem;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many mapped files can be guarded at once; further ones are read.
const SLOTS: usize = 8;

/// One guarded mapping. A slot is free while `len` is 0.
struct Slot {
    taken: AtomicBool,
    base: AtomicUsize,
    len: AtomicUsize,
    hit: AtomicBool,
}

#[expect(
    clippy::declare_interior_mutable_const,
    reason = "copied into each slot of the table"
)]
const FREE: Slot = Slot {
    taken: AtomicBool::new(false),
    base: AtomicUsize::new(0),
    len: AtomicUsize::new(0),
    hit: AtomicBool::new(false),
};

static TABLE: [Slot; SLOTS] = [FREE; SLOTS];
static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();
static PAGE: AtomicUsize = AtomicUsize::new(4096);

/// Guards one mapping for as long as it lives.
#[derive(Debug)]
pub(super) struct Guard {
    slot: usize,
}

impl Guard {
    /// Guards `len` bytes from address `base`, the start of a mapping. `None`
    /// if too many are guarded already or the handler cannot be installed.
    pub(super) fn new(base: usize, len: usize) -> Option<Guard> {
        static INSTALLED: OnceLock<bool> = OnceLock::new();
        if !INSTALLED.get_or_init(|| install().is_some()) {
            return None;
        }
        let slot = TABLE
            .iter()
            .position(|slot| !slot.taken.swap(true, Ordering::AcqRel))?;
        let entry = &TABLE[slot];
        entry.hit.store(false, Ordering::Relaxed);
        entry.base.store(base, Ordering::Relaxed);
        entry.len.store(len, Ordering::Release);
        Some(Guard { slot })
    }

    /// Whether a page of the mapping was missing when it was touched.
    pub(super) fn hit(&self) -> bool {
        TABLE[self.slot].hit.load(Ordering::Acquire)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let entry = &TABLE[self.slot];
        entry.len.store(0, Ordering::Release);
        entry.taken.store(false, Ordering::Release);
    }
}

/// Installs the handler; called once.
fn install() -> Option<()> {
    // SAFETY: sysconf has no preconditions.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    PAGE.store(
        usize::try_from(page).ok().filter(|&size| size > 0)?,
        Ordering::Relaxed,
    );
    // The present action is asked for before ours is set, so that the handler
    // always finds it.
    // SAFETY: all bits zero is a value of this plain C structure.
    let mut previous: libc::sigaction = unsafe { mem::zeroed() };
    // SAFETY: a null new action only asks; `previous` is ours to write to.
    if unsafe { libc::sigaction(libc::SIGBUS, ptr::null(), &raw mut previous) } != 0 {
        return None;
    }
    PREVIOUS.set(previous).ok()?;
    // SAFETY: as above.
    let mut action: libc::sigaction = unsafe { mem::zeroed() };
    action.sa_sigaction = on_sigbus as extern "C" fn(_, _, _) as libc::sighandler_t;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: the structure is filled in, the handler has the signature that
    // SA_SIGINFO asks for and does only what a handler may do.
    let set = unsafe {
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut())
    };
    (set == 0).then_some(())
}

/// Lays zero pages over the missing end of a guarded mapping. Any other
/// SIGBUS is given back to whoever handled it before.
extern "C" fn on_sigbus(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    _context: *mut libc::c_void,
) {
    // SAFETY: with SA_SIGINFO the system passes a valid structure.
    let address = unsafe { (*info).si_addr() } as usize;
    if !patch(address) {
        // SAFETY: `previous` came from sigaction. On return the access is
        // tried again and the signal comes again, to the former handler.
        unsafe {
            match PREVIOUS.get() {
                Some(previous) => libc::sigaction(signal, previous, ptr::null_mut()),
                None => libc::signal(signal, libc::SIG_DFL) as libc::c_int,
            };
        }
    }
}

/// Whether the address lay in a guarded mapping and is readable now.
fn patch(address: usize) -> bool {
    for slot in &TABLE {
        let len = slot.len.load(Ordering::Acquire);
        let base = slot.base.load(Ordering::Relaxed);
        if len == 0 || address < base || address - base >= len {
            continue;
        }
        let page = PAGE.load(Ordering::Relaxed);
        let start = address - address % page;
        let end = base + len;
        // SAFETY: the range lies inside a mapping that is alive and ours, and
        // begins on a page boundary; MAP_FIXED replaces just these pages. All
        // of them lie past the file's new end, or would be read as such.
        let laid = unsafe {
            libc::mmap(
                start as *mut libc::c_void,
                end - start,
                libc::PROT_READ,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                -1,
                0,
            )
        };
        slot.hit.store(true, Ordering::Release);
        return laid != libc::MAP_FAILED;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::input::{Input, Mode, Origin};
    use pretty_assertions::assert_eq;

    #[test]
    fn a_file_that_shrinks_reads_as_zeros_and_says_so() {
        let path = std::env::temp_dir().join(format!("fmtview-shrink-{}", std::process::id()));
        std::fs::write(&path, vec![7; 256 << 10]).expect("a temporary file");
        let input = Input::open(Origin::Path(path.clone()), Mode::Map, None).expect("an input");
        assert!(input.is_mapped());
        let file = std::fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .expect("the file");
        file.set_len(12_298).expect("truncation");

        assert_eq!(input.bytes()[0], 7);
        assert!(!input.shrank());
        assert_eq!(input.bytes()[200 << 10], 0);
        assert!(input.shrank());
        assert_eq!(input.bytes()[(256 << 10) - 1], 0);
        std::fs::remove_file(path).expect("clean-up");
    }
}
