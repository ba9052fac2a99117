//! `--process NAME=COMMAND`: custom process routines as programs.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fmtview::decode::{ProcessHook as Hook, Value};
use fmtview::export::json::argument_json;

use super::parse::ProcessHook;

/// What programs may do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Bytes of a program's output.
    pub(crate) bytes: u64,
    /// How long it may run.
    pub(crate) time: Duration,
}

/// What runs custom routines, if there are any.
pub(crate) fn hook(hooks: &[ProcessHook], bounds: Bounds) -> Option<Rc<Hook>> {
    if hooks.is_empty() {
        return None;
    }
    let hooks = hooks.to_vec();
    // one that did not end is not run again and again
    let endless: RefCell<Vec<String>> = RefCell::default();
    Some(Rc::new(
        move |name: &str, data: &[u8], args: &[Value<'_>]| {
            let hook = hooks
                .iter()
                .find(|hook| hook.name == name)
                .ok_or_else(|| format!("no program is given for it: --process {name}=COMMAND"))?;
            let words: Option<Vec<String>> = args.iter().map(argument_json).collect();
            let words = words.ok_or("objects and streams cannot be passed to a program")?;
            if endless.borrow().iter().any(|known| known == name) {
                return Err("the program did not end before, and is not run again".to_owned());
            }
            run(&hook.command, &words, data, bounds).map_err(|error| match error {
                Failed::Endless(message) => {
                    endless.borrow_mut().push(name.to_owned());
                    message
                }
                Failed::Told(message) => message,
            })
        },
    ))
}

enum Failed {
    Told(String),
    /// It did not end in time.
    Endless(String),
}

impl From<String> for Failed {
    fn from(message: String) -> Failed {
        Failed::Told(message)
    }
}

fn run(
    command: &[String],
    words: &[String],
    data: &[u8],
    bounds: Bounds,
) -> Result<Vec<u8>, Failed> {
    let (program, first) = command
        .split_first()
        .ok_or_else(|| "the command is empty".to_owned())?;
    let failed = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(first)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let end = Instant::now() + bounds.time;
    // A program may write before it has read everything. One that does not read
    // everything is no failure. The threads end with what holds the pipes, which
    // may be longer than one waits.
    let stdin = child.stdin.take();
    let data = data.to_vec();
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&data)));
    let stdout = child.stdout.take();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut result = Vec::new();
        let most = bounds.bytes.saturating_add(1);
        let read = stdout.map(|out| out.take(most).read_to_end(&mut result));
        sender.send((read, result))
    });
    let read = receiver.recv_timeout(bounds.time);
    let too_long = matches!(&read, Ok((_, result)) if result.len() as u64 > bounds.bytes);
    let status = match &read {
        Ok(_) if !too_long => wait(&mut child, end).map_err(failed)?,
        _ => None,
    };
    let Some(status) = status else {
        let _ = child.kill(); // it may have ended meanwhile
        child.wait().map_err(failed)?;
        if too_long {
            let most = bounds.bytes;
            return Err(format!("{program} gave more than {most} bytes (--max-stream)").into());
        }
        let seconds = bounds.time.as_secs();
        return Err(Failed::Endless(format!(
            "{program} did not end within {seconds} s (--process-time)"
        )));
    };
    let (read, result) = read.map_err(|_| format!("{program}: nothing could be read"))?;
    read.transpose().map_err(failed)?;
    if !status.success() {
        return Err(format!("{program} failed: {status}").into());
    }
    Ok(result)
}

/// Waits for a program that has closed its output; `None` if it goes on.
fn wait(child: &mut Child, end: Instant) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_micros(50);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(command: &[&str], expected: Result<&[u8], &str>) {
        let command: Vec<String> = command.iter().map(ToString::to_string).collect();
        let bounds = Bounds {
            bytes: 100,
            time: Duration::from_secs(if command.contains(&"sleep".into()) {
                0
            } else {
                60
            }),
        };
        let result = run(&command, &["7".into()], b"data", bounds);
        let result = result.map_err(|failed| match failed {
            Failed::Told(message) | Failed::Endless(message) => message,
        });
        assert_eq!(result.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn programs() {
        check(&["sh", "-c", "cat; printf $0"], Ok(b"data7"));
        check(&["sh", "-c", "exit 3"], Err("sh failed: exit status: 3"));
        check(
            &["sh", "-c", "printf %101d 1"],
            Err("sh gave more than 100 bytes (--max-stream)"),
        );
        check(
            &["sleep", "100"],
            Err("sleep did not end within 0 s (--process-time)"),
        );
        check(
            &["fmtview-no-such-program"],
            Err("fmtview-no-such-program: No such file or directory (os error 2)"),
        );
    }
}
