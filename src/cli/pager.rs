//! A pager for output that is longer than the screen.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::output::Goal;
use super::progress;

/// Hands output to a pager once it is longer than the screen. What is shorter,
/// and all of it if there is no such program, is printed.
#[derive(Debug)]
pub(crate) struct Pager<W: Write> {
    out: W,
    command: Vec<String>,
    /// Lines that still fit on the screen.
    room: usize,
    /// What may turn out to fit.
    held: Vec<u8>,
    state: State,
}

#[derive(Debug)]
enum State {
    Undecided,
    Printing,
    Paging(Child),
}

impl<W: Write> Pager<W> {
    /// Prints up to `room` lines to `out`; more go to the pager.
    pub(crate) fn new(out: W, command: Vec<String>, room: usize) -> Pager<W> {
        Pager {
            out,
            command,
            room,
            held: Vec::new(),
            state: State::Undecided,
        }
    }

    /// Prints everything.
    pub(crate) fn none(out: W) -> Pager<W> {
        let mut pager = Pager::new(out, Vec::new(), 0);
        pager.state = State::Printing;
        pager
    }

    /// Whether a pager shows the output.
    pub(crate) fn is_paging(&self) -> bool {
        matches!(self.state, State::Paging(_))
    }

    /// Prints what is held, so that what is said on standard error comes after
    /// it; all that follows is printed as well, unless a pager shows it already.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        self.pass(&held)?;
        if let State::Undecided = self.state {
            self.state = State::Printing;
        }
        Ok(())
    }

    fn start(&mut self) {
        self.state = match spawn(&self.command) {
            Some(child) => State::Paging(child),
            None => State::Printing,
        };
    }

    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.state {
            State::Paging(child) => match &mut child.stdin {
                Some(pipe) => Pipe(pipe).write_all(bytes),
                None => Ok(()),
            },
            State::Undecided | State::Printing => self.out.write_all(bytes),
        }
    }
}

/// The pipe to the pager, before which a progress bar gives way.
struct Pipe<'p>(&'p mut ChildStdin);

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        progress::write(Goal::Program, bytes, |bytes| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // nothing is gathered here
    }
}

/// Starts a pager that reads from a pipe; `None` if that is not possible.
fn spawn(command: &[String]) -> Option<Child> {
    let (program, arguments) = command.split_first()?;
    let mut child = Command::new(program);
    child.args(arguments).stdin(Stdio::piped());
    // as git does; and a keystroke that ends this program ends less too
    for (name, value) in [("LESS", "FRXK"), ("LV", "-c"), ("LESSCHARSET", "utf-8")] {
        if env::var_os(name).is_none() {
            child.env(name, value);
        }
    }
    child.spawn().ok()
}

/// The words of a pager's command; none if it would only print.
pub(crate) fn command(chosen: Option<&str>) -> Vec<String> {
    let words = shell_words::split(chosen.unwrap_or("less")).unwrap_or_default();
    let name = words.first().map(Path::new).and_then(Path::file_name);
    match name.and_then(|name| name.to_str()) {
        Some("cat") if words.len() == 1 => Vec::new(),
        _ => words,
    }
}

impl<W: Write> Write for Pager<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let State::Undecided = self.state {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
            self.held.extend_from_slice(bytes);
            if lines <= self.room {
                self.room -= lines;
                return Ok(bytes.len());
            }
            self.start();
            let held = std::mem::take(&mut self.held);
            self.pass(&held)?;
        } else {
            self.pass(bytes)?;
        }
        Ok(bytes.len())
    }

    /// Ends the output.
    fn flush(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        self.pass(&held)?;
        if let State::Paging(child) = &mut self.state {
            drop(child.stdin.take());
            child.wait()?;
        }
        Ok(())
    }
}

impl<W: Write> Drop for Pager<W> {
    fn drop(&mut self) {
        if let State::Paging(child) = &mut self.state {
            drop(child.stdin.take());
            // there is nobody left to tell
            let _ = child.wait();
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::fs::File;
    use std::io::{Read, Seek};

    /// What arrives at the end of a file.
    #[track_caller]
    fn check(program: &str, room: usize, text: &str, expected: &str) {
        let folder = env::temp_dir();
        let path = folder.join(format!(
            "fmtview-pager-{}-{}",
            std::process::id(),
            program.len() * 100 + room
        ));
        let mut file = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(&path)
            .unwrap();
        let program = program.replace("OUT", path.to_str().unwrap());
        let command = command(Some(&program));
        let mut pager = Pager::new(file.try_clone().unwrap(), command, room);
        for line in text.split_inclusive('\n') {
            pager.write_all(line.as_bytes()).unwrap();
        }
        pager.flush().unwrap();
        drop(pager);
        let mut found = String::new();
        file.rewind().unwrap();
        file.read_to_string(&mut found).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(found, expected);
    }

    // What goes through a pipe is in tests/cli: it takes the screen, of which a
    // process has one.

    #[test]
    fn short_output_is_printed() {
        check("sh -c 'sed s/^/paged:/ > OUT'", 3, "a\nb\nc\n", "a\nb\nc\n");
    }

    #[test]
    fn what_is_settled_is_printed() {
        let mut out = Vec::new();
        let mut pager = Pager::new(&mut out, command(Some("false")), 2);
        pager.write_all(b"a\n").unwrap();
        pager.settle().unwrap();
        pager.write_all(b"b\nc\nd\n").unwrap();
        assert!(!pager.is_paging());
        drop(pager);
        assert_eq!(out, b"a\nb\nc\nd\n");
    }

    #[test]
    fn without_a_pager_all_is_printed() {
        check("fmtview-no-such-program", 1, "a\nb\nc\n", "a\nb\nc\n");
        check("cat", 1, "a\nb\n", "a\nb\n");
        check("'", 1, "a\nb\n", "a\nb\n");
    }
}
