//! The thread that does the work: it has a stack for deeply nested data, and
//! what goes wrong in it is reported in the program's own words. Little work is
//! done on the first thread, since to start another takes longer.

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use super::exit::{Exit, Failure};
use super::progress::{TICK, Watch};

/// Stack for one level of nesting, in bytes; more than any level takes.
const PER_LEVEL: usize = 80 << 10;
/// Stack that is asked for at least; only what is used takes memory.
const STACK: usize = 1 << 30;
/// With less than this there is no point in starting.
const LEAST: usize = 4 << 20;
/// The stack of the first thread, as most systems give it, in bytes.
const FIRST: u64 = 8 << 20;
/// Stack for one level of what a built-in grammar describes, in bytes.
const PER_BUILT_IN_LEVEL: u64 = 24 << 10;

/// Bytes of a file whose nesting by a built-in grammar fits the stack of the
/// first thread: each level takes a byte, or is one of the few that do not.
pub(super) const LITTLE: u64 = FIRST / PER_BUILT_IN_LEVEL;

/// Runs work that is [`LITTLE`] on this thread.
pub(super) fn run_here(work: impl FnOnce() -> Exit) -> Exit {
    let ended = panic::catch_unwind(AssertUnwindSafe(work));
    ended.unwrap_or_else(|payload| failed(payload.as_ref()).report())
}

static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs `work` on a stack that is large enough for `depth` nested objects. If
/// the system gives less, `work` is told the depth that fits. This thread looks
/// after the terminal meanwhile.
pub(super) fn run(depth: u32, watch: &Watch, work: impl FnOnce(u32) -> Exit + Send) -> Exit {
    let mut work = Some(work);
    let mut size = (depth as usize).saturating_mul(PER_LEVEL).max(STACK);
    while size >= LEAST {
        let fits = u32::try_from(size / PER_LEVEL)
            .unwrap_or(u32::MAX)
            .min(depth);
        let shared = &mut work;
        let ended = thread::scope(|scope| {
            // Dropped when the work is done, or has panicked.
            let (working, done) = mpsc::channel::<()>();
            let start = move || {
                let _working = working;
                shared.take().map(|work| work(fits))
            };
            let worker = thread::Builder::new()
                .stack_size(size)
                .spawn_scoped(scope, start)?;
            while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                watch.tick();
            }
            watch.end();
            Ok::<_, io::Error>(worker.join())
        });
        match ended {
            Ok(Ok(Some(exit))) => return exit,
            Ok(Ok(None)) => break,
            Ok(Err(payload)) => return failed(payload.as_ref()).report(),
            Err(_) => size /= 2,
        }
    }
    Failure::new("the system gives no memory for a thread").report()
}

/// From now on a panic's words are kept for [`run`] instead of being printed.
pub(super) fn keep_panics() {
    panic::set_hook(Box::new(note));
}

/// Keeps what a panic says for the report.
fn note(info: &PanicHookInfo<'_>) {
    let place = info
        .location()
        .map(|at| format!(" ({}:{})", at.file(), at.line()));
    let text = format!("{}{}", words(info.payload()), place.unwrap_or_default());
    if let Ok(mut slot) = PANIC.lock() {
        *slot = Some(text);
    }
}

fn failed(payload: &(dyn Any + Send)) -> Failure {
    let noted = PANIC.lock().ok().and_then(|mut slot| slot.take());
    let what = noted.unwrap_or_else(|| words(payload).to_owned());
    Failure::new(format_args!("internal error: {what}"))
        .help("This is a fault of fmtview, not of your file. Please report it with the file and the grammar.")
}

fn words(payload: &dyn Any) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("something panicked")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::env::Environment;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_stack_holds_deep_recursion() {
        fn descend(n: u32) -> u32 {
            let block = [1_u8; 4096];
            if n == 0 {
                0
            } else {
                descend(n - 1) + u32::from(std::hint::black_box(block)[7])
            }
        }
        let watch = Watch::new(&Environment::default(), true);
        let exit = run(12_000, &watch, |depth| {
            assert_eq!(depth, 12_000);
            if descend(12_000) == 12_000 {
                Exit::Bad
            } else {
                Exit::Fine
            }
        });
        assert_eq!(exit, Exit::Bad);
    }
}
