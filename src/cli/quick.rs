//! Words that are in order, parsed without the whole table of commands: to
//! build that takes longer than to show a small file.

use std::ffi::{OsStr, OsString};

use clap::Args;

use super::args::Command;
use super::words::HELP;

/// The names of all commands, and `help`, which is put in their place.
const COMMANDS: &[&str] = &[
    "view",
    "tree",
    "json",
    "get",
    "check",
    "lint",
    "layout",
    "formats",
    "hex",
    "completions",
    "man",
    HELP,
];

/// The command, if the words are plainly right. `None` is no verdict: the
/// whole table then finds what they mean, or says what is wrong.
pub(super) fn parse(words: &[OsString]) -> Option<Command> {
    let first = words.get(1)?.to_str()?;
    let rest = &words[1..];
    match first {
        "view" => only(rest).map(Command::View),
        "tree" => only(rest).map(Command::Tree),
        "json" => only(rest).map(Command::Json),
        "get" => only(rest).map(Command::Get),
        "check" => only(rest).map(Command::Check),
        "layout" => only(rest).map(Command::Layout),
        "hex" => only(rest).map(Command::Hex),
        _ if rest.iter().any(|word| is_command(word)) => None,
        _ => only(words).map(Command::View),
    }
}

fn is_command(word: &OsStr) -> bool {
    COMMANDS.iter().any(|name| word == *name)
}

/// The arguments of one command; the first word is its name.
fn only<A: Args>(words: &[OsString]) -> Option<A> {
    let command = A::augment_args(clap::Command::new("fmtview"));
    let matches = command.try_get_matches_from(words).ok()?;
    A::from_arg_matches(&matches).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use clap::{CommandFactory, Parser};
    use pretty_assertions::assert_eq;

    /// Words that are parsed here mean the same to the whole table.
    #[track_caller]
    fn check(typed: &str, quick: bool) {
        let words: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        let parsed = parse(&words);
        assert_eq!(parsed.is_some(), quick, "{typed}");
        if let Some(command) = parsed {
            let cli = Cli::try_parse_from(&words).expect("arguments");
            let whole = cli.command.unwrap_or(Command::View(cli.view));
            assert_eq!(format!("{command:?}"), format!("{whole:?}"));
        }
    }

    #[test]
    fn plain_words() {
        check("fmtview x", true);
        check("fmtview --color always -f a.ksy x", true);
        check("fmtview view --at 5 x", true);
        check("fmtview tree -I d --depth=2 x", true);
        check("fmtview get x -- -1 b", true);
        check("fmtview check a b --json", true);
        check("fmtview hex -", true);
        check("fmtview layout dungeon", true);
        check("fmtview json tree", true);
    }

    #[test]
    fn what_needs_the_whole_table() {
        check("fmtview", false);
        check("fmtview --help", false);
        check("fmtview help", false);
        check("fmtview --version", false);
        check("fmtview view --help", false);
        check("fmtview --color never tree x", false);
        check("fmtview x tree", false);
        check("fmtview formats", false);
        check("fmtview a b", false);
    }

    #[test]
    fn no_command_is_forgotten() {
        let command = Cli::command();
        let names: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        assert_eq!([&names, &[HELP][..]].concat(), COMMANDS);
    }
}
