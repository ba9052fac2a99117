//! `--process NAME=COMMAND`: custom process routines as programs.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::thread;

use fmtview::decode::{ProcessHook as Hook, Value};
use fmtview::export::json::argument_json;

use super::parse::ProcessHook;

/// What runs custom routines, if there are any. `limit` is the most bytes that
/// a program's output may have.
pub(crate) fn hook(hooks: &[ProcessHook], limit: u64) -> Option<Rc<Hook>> {
    if hooks.is_empty() {
        return None;
    }
    let hooks = hooks.to_vec();
    Some(Rc::new(
        move |name: &str, data: &[u8], args: &[Value<'_>]| {
            let hook = hooks
                .iter()
                .find(|hook| hook.name == name)
                .ok_or_else(|| format!("no program is given for it: --process {name}=COMMAND"))?;
            let words: Option<Vec<String>> = args.iter().map(argument_json).collect();
            let words = words.ok_or("objects and streams cannot be passed to a program")?;
            run(&hook.command, &words, data, limit)
        },
    ))
}

fn run(command: &[String], words: &[String], data: &[u8], limit: u64) -> Result<Vec<u8>, String> {
    let (program, first) = command.split_first().ok_or("the command is empty")?;
    let failed = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(first)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let stdin = child.stdin.take();
    let stdout = child.stdout.take();
    let mut result = Vec::new();
    let read = thread::scope(|scope| {
        // A program may write before it has read everything. One that does
        // not read everything is no failure.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(data)));
        let read = stdout.map(|out| out.take(limit.saturating_add(1)).read_to_end(&mut result));
        if result.len() as u64 > limit {
            let _ = child.kill(); // it may have ended meanwhile
        }
        read
    });
    let status = child.wait().map_err(failed)?;
    read.transpose().map_err(failed)?;
    if result.len() as u64 > limit {
        return Err(format!(
            "{program} gave more than {limit} bytes (--max-stream)"
        ));
    }
    if !status.success() {
        return Err(format!("{program} failed: {status}"));
    }
    Ok(result)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(command: &[&str], expected: Result<&[u8], &str>) {
        let command: Vec<String> = command.iter().map(ToString::to_string).collect();
        let result = run(&command, &["7".into()], b"data", 100);
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
            &["fmtview-no-such-program"],
            Err("fmtview-no-such-program: No such file or directory (os error 2)"),
        );
    }
}
