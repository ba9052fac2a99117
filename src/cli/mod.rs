//! The command line: words → arguments → settings → a command → exit status.

mod args;
mod cmd;
mod env;
mod exit;
mod files;
mod grammar;
mod output;
mod own;
mod pager;
mod parse;
mod problems;
mod process;
mod progress;
mod quick;
mod settings;
mod source;
mod words;
mod worker;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand as MissingArgumentOrSubcommand;
use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command, DecodeArgs};
use env::Environment;
use exit::{Exit, Failure};
use fmtview::text::escape;
use progress::Watch;

/// Runs the program.
pub(crate) fn main() -> ExitCode {
    worker::keep_panics();
    let typed = std::env::args_os().collect();
    let command = match parse(typed) {
        Ok(command) => command,
        Err(exit) => return exit.into(),
    };
    let environment = Environment::read();
    let depth = decode_args(&command).map_or(0, |args| settings::limits(args).depth);
    let watch = Watch::new(&environment, is_quiet(&command));
    let is_little = watch.is_idle() && is_little(&command);
    let work = |depth| {
        cmd::run(command, &environment, depth).unwrap_or_else(|failure: Failure| failure.report())
    };
    let exit = if is_little {
        worker::run_here(|| work(depth))
    } else {
        worker::run(depth, &watch, work)
    };
    exit.into()
}

/// Whether a command nests nothing, or only so much as a small file can by a
/// built-in grammar.
fn is_little(command: &Command) -> bool {
    let (input, grammar) = match command {
        Command::View(args) => (&args.input, &args.grammar),
        Command::Tree(args) => (&args.input, &args.grammar),
        Command::Json(args) => (&args.input, &args.grammar),
        Command::Hex(_) | Command::Formats(_) => return true,
        _ => return false,
    };
    source::len(input).is_some_and(|len| len <= worker::LITTLE) && grammar::is_built_in(grammar)
}

fn parse(typed: Vec<OsString>) -> Result<Command, Exit> {
    if let Some(command) = quick::parse(&typed) {
        return Ok(command);
    }
    let mut command = Cli::command();
    let words = words::arrange(typed, &command);
    let parsed = command
        .try_get_matches_from_mut(words.clone())
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map(|cli| cli.command.unwrap_or(Command::View(cli.view)));
    parsed.map_err(|error| {
        if !error.use_stderr() || error.kind() == MissingArgumentOrSubcommand {
            if let Err(failed) = error.print() {
                return Failure::from(failed).report();
            }
        } else if let Some(failure) = words::surplus(&words, &error, &command) {
            return failure.report();
        } else {
            return Failure::Rendered(usage(&error, &words)).report();
        }
        if error.use_stderr() {
            Exit::Trouble
        } else {
            Exit::Fine
        }
    })
}

/// What clap says, as the program says things: words from outside are made
/// harmless.
fn usage(error: &clap::Error, words: &[OsString]) -> String {
    let mut text = error.render().to_string();
    if !words
        .iter()
        .any(|word| word.to_string_lossy().starts_with("--theme"))
    {
        text = text.replacen(
            "'--theme <NAME>'",
            "the environment variable FMTVIEW_THEME",
            1,
        );
    }
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let mut out = "fmtview: ".to_owned();
    for line in text.lines() {
        out.push_str(&escape(line));
        out.push('\n');
    }
    out
}

/// Whether `--no-progress` was given.
fn is_quiet(command: &Command) -> bool {
    match command {
        Command::View(args) => args.input.progress.no_progress,
        Command::Tree(args) => args.input.progress.no_progress,
        Command::Json(args) => args.input.progress.no_progress,
        Command::Hex(args) => args.input.progress.no_progress,
        Command::Get(args) => args.progress.no_progress,
        Command::Check(args) => args.progress.no_progress,
        Command::Layout(args) => args.progress.no_progress,
        Command::Lint(_) | Command::Formats(_) | Command::Completions { .. } | Command::Man => true,
    }
}

fn decode_args(command: &Command) -> Option<&DecodeArgs> {
    match command {
        Command::View(args) => Some(&args.decode),
        Command::Tree(args) => Some(&args.decode),
        Command::Json(args) => Some(&args.decode),
        Command::Get(args) => Some(&args.decode),
        Command::Check(args) => Some(&args.decode),
        Command::Layout(args) => Some(&args.decode),
        Command::Lint(_)
        | Command::Formats(_)
        | Command::Hex(_)
        | Command::Completions { .. }
        | Command::Man => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(typed: &str, little: bool) {
        let typed = typed.split(' ').map(OsString::from).collect();
        let command = parse(typed).expect("a command");
        assert_eq!(is_little(&command), little, "{command:?}");
    }

    #[test]
    fn little_is_what_a_built_in_grammar_says_of_few_bytes() {
        check("fmtview samples/deck.bin", true);
        check("fmtview tree -f deck samples/deck.bin", true);
        check("fmtview json --text AAEBAQcAAAA=", true);
        check("fmtview hex -", true);
        check("fmtview -", false);
        check("fmtview no-such-file", false);
        check("fmtview samples/dungeon", false);
        check("fmtview -f x.ksy samples/deck.bin", false);
        check("fmtview -I grammars samples/deck.bin", false);
        check("fmtview check samples/deck.bin", false);
    }
}
