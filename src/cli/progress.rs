//! How the terminal is kept while the program works: long work shows a
//! progress bar on standard error, and Ctrl-C leaves neither a bar nor colours
//! behind.

use std::io::{self, Write};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use fmtview::decode::Passed;
use fmtview::paint::RESET;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

#[cfg(unix)]
use signal_hook::consts::{SIGINT, SIGTERM};

use super::env::Environment;
use super::output::{self, Goal};

/// Work that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the bar and Ctrl-C are looked after.
pub(super) const TICK: Duration = Duration::from_millis(50);
/// How long Ctrl-C waits for what is being written.
const WRITING: Duration = Duration::from_secs(1);
/// What a terminal is given at once, in bytes, so that Ctrl-C need not wait for
/// much.
const AT_ONCE: usize = 4096;

const TEMPLATE: &str = "{wide_bar} {percent:>3}% of {total_bytes}";

/// The place in the file that is being worked on, and the file's length.
static PASSED: LazyLock<Passed> = LazyLock::new(Passed::default);
static LENGTH: AtomicU64 = AtomicU64::new(0);
/// What is on the terminal. Whoever writes holds it.
static SCREEN: Mutex<Screen> = Mutex::new(Screen {
    bar: None,
    written: false,
    styled: false,
});

/// Nothing is to be written any more.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// What the program has put on the terminal.
struct Screen {
    bar: Option<ProgressBar>,
    /// Whether any output was written.
    written: bool,
    /// Whether output with escape codes was written to a terminal.
    styled: bool,
}

fn screen() -> MutexGuard<'static, Screen> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work on a file of so many bytes begins.
pub(super) fn begin(len: usize) {
    PASSED.set(0);
    LENGTH.store(len as u64, Ordering::Relaxed);
}

/// Where the library says how far it is.
pub(super) fn passed() -> Passed {
    PASSED.clone()
}

/// Writes output. Where it appears on a terminal, or where a pager may show
/// it, the bar gives way to it.
pub(super) fn write<T>(
    goal: Goal,
    bytes: &[u8],
    write: impl FnOnce(&[u8]) -> io::Result<T>,
) -> io::Result<T> {
    let bytes = match goal {
        Goal::Terminal => &bytes[..bytes.len().min(AT_ONCE)],
        Goal::Kept | Goal::Program => bytes,
    };
    while STOPPED.load(Ordering::Relaxed) {
        thread::park(); // the program is ending
    }
    let mut screen = screen();
    if goal != Goal::Kept {
        screen.written = true;
        if let Some(bar) = screen.bar.take() {
            bar.finish_and_clear();
        }
    }
    screen.styled |= goal == Goal::Terminal && bytes.contains(&RESET[0]);
    write(bytes)
}

/// Writes a message to standard error, the bar out of its way.
pub(super) fn message(text: &str) {
    let bar = screen().bar.clone();
    // If standard error is gone, the exit status is all that is left.
    let write = || {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    };
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Looks after the terminal while another thread works.
pub(super) struct Watch {
    started: Instant,
    /// Whether there is a terminal for a bar.
    wanted: bool,
    signals: Signals,
}

impl Watch {
    /// Begins when the program does. `quiet` if no bar is wanted.
    pub(super) fn new(env: &Environment, quiet: bool) -> Watch {
        Watch {
            started: Instant::now(),
            wanted: env.error_terminal && !env.dumb && !quiet,
            signals: Signals::new(env.terminal || env.error_terminal),
        }
    }

    /// Whether there is nothing to look after.
    pub(super) fn is_idle(&self) -> bool {
        !self.wanted && self.signals.are_left_alone()
    }

    /// To be called every [`TICK`].
    pub(super) fn tick(&self) {
        self.signals.heed();
        if self.wanted && self.started.elapsed() >= PATIENCE {
            self.draw();
        }
    }

    fn draw(&self) {
        let length = LENGTH.load(Ordering::Relaxed);
        // Whoever writes now is not to be waited for.
        let Ok(mut screen) = SCREEN.try_lock() else {
            return;
        };
        if screen.written || length == 0 {
            return;
        }
        let bar = screen.bar.get_or_insert_with(|| new_bar(length));
        if bar.length() != Some(length) {
            bar.set_length(length);
        }
        bar.set_position(PASSED.get().min(length));
    }

    /// The work is done.
    pub(super) fn end(&self) {
        if let Some(bar) = screen().bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style.progress_chars("##-"));
    }
    bar
}

/// Takes the bar and the colours off the terminal, for good.
fn tidy() {
    STOPPED.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    let mut screen = loop {
        match SCREEN.try_lock() {
            Ok(screen) => break screen,
            Err(TryLockError::Poisoned(screen)) => break screen.into_inner(),
            Err(TryLockError::WouldBlock) if begun.elapsed() > WRITING => return,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    };
    if let Some(bar) = screen.bar.take() {
        bar.finish_and_clear();
    }
    if screen.styled {
        let _ = output::raw().and_then(|mut out| out.write_all(RESET));
    }
}

/// The signals that end the program, noted to be heeded soon.
struct Signals {
    #[cfg(unix)]
    got: Vec<(i32, Arc<AtomicBool>)>,
}

#[cfg(unix)]
impl Signals {
    /// Without a terminal there is nothing to tidy: the system ends the
    /// program at once.
    fn new(terminal: bool) -> Signals {
        let wanted: &[i32] = if terminal { &[SIGINT, SIGTERM] } else { &[] };
        let note = |&signal: &i32| {
            let got = Arc::new(AtomicBool::new(false));
            let noted = signal_hook::flag::register(signal, got.clone());
            noted.is_ok().then_some((signal, got))
        };
        Signals {
            got: wanted.iter().filter_map(note).collect(),
        }
    }

    /// Whether the system ends the program.
    fn are_left_alone(&self) -> bool {
        self.got.is_empty()
    }

    /// Ends the program as the signal would have done, the terminal tidy.
    fn heed(&self) {
        for (signal, got) in &self.got {
            if got.load(Ordering::Relaxed) {
                tidy();
                let _ = signal_hook::low_level::emulate_default_handler(*signal);
            }
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    fn new(_: bool) -> Signals {
        Signals {}
    }

    // elsewhere the first thread's stack is small
    fn are_left_alone(&self) -> bool {
        false
    }

    fn heed(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[track_caller]
    fn check(goal: Goal, expected: usize) {
        let bytes = [b'x'; 2 * AT_ONCE];
        let written = write(goal, &bytes, |bytes| Ok(bytes.len()));
        assert_eq!(written.expect("it is written"), expected);
    }

    #[test]
    fn a_bar_gives_way_to_output_and_a_terminal_gets_little_at_once() {
        let watch = Watch {
            started: Instant::now(),
            wanted: true,
            signals: Signals::new(false),
        };
        watch.draw();
        assert!(screen().bar.is_none());
        begin(100);
        passed().set(30);
        watch.draw();
        let bar = screen().bar.clone().expect("a bar");
        assert_eq!((bar.position(), bar.length()), (30, Some(100)));
        write(Goal::Program, b"x", |_| Ok(())).expect("it is written");
        assert!(bar.is_finished() && screen().bar.is_none());
        watch.draw();
        assert!(screen().bar.is_none());
        check(Goal::Terminal, AT_ONCE);
        check(Goal::Program, 2 * AT_ONCE);
        check(Goal::Kept, 2 * AT_ONCE);
    }
}
