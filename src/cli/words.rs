//! The order of words: options may stand before the command.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, Command, Error};
use fmtview::text;

use super::exit::Failure;

/// Moves the command's name to the front if options stand before it, so that
/// `fmtview --color never tree FILE` means what it says. The first word is the
/// program's name.
pub(super) fn arrange(mut words: Vec<OsString>, command: &Command) -> Vec<OsString> {
    if let Some(at) = first_word(&words, command)
        && let Some(name) = words[at].to_str()
    {
        if command.find_subcommand(name).is_some() {
            words[1..=at].rotate_right(1);
        } else if name == HELP && asks_for_help(&words[at + 1..], command) {
            words[at] = "--help".into();
            if at + 1 < words.len() {
                words[1..=at + 1].rotate_right(1);
            }
        }
    }
    words
}

/// A word that is no command, but asks for `--help`.
pub(super) const HELP: &str = "help";

/// Whether nothing or a command follows.
fn asks_for_help(after: &[OsString], command: &Command) -> bool {
    after.first().is_none_or(|name| {
        name.to_str()
            .is_some_and(|name| command.find_subcommand(name).is_some())
    })
}

/// Index of the first word that is neither an option nor an option's value.
fn first_word(words: &[OsString], command: &Command) -> Option<usize> {
    let mut i = 1;
    while let Some(word) = words.get(i) {
        let word = word.to_str().unwrap_or("x");
        if word == "--" {
            return None;
        }
        if !word.starts_with('-') || word == "-" {
            return Some(i);
        }
        i += if takes_next(word, command) { 2 } else { 1 };
    }
    None
}

/// Whether the option's value is the next word.
fn takes_next(option: &str, command: &Command) -> bool {
    let everywhere = || std::iter::once(command).chain(command.get_subcommands());
    let takes = |found: &dyn Fn(&clap::Arg) -> bool| {
        everywhere()
            .flat_map(Command::get_arguments)
            .find(|arg| found(arg))
            .is_some_and(|arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append))
    };
    if let Some(long) = option.strip_prefix("--") {
        return takes(&|arg| arg.get_long() == Some(long));
    }
    // of `-xf`, the first letter that takes a value takes the rest or the next
    let letters: Vec<char> = option[1..].chars().collect();
    let valued = letters
        .iter()
        .position(|&c| takes(&|arg| arg.get_short() == Some(c)));
    valued.is_some_and(|at| at + 1 == letters.len())
}

/// Says that there are two words where one file is expected: perhaps the first
/// was meant to be a command.
pub(super) fn surplus(words: &[OsString], error: &Error, command: &Command) -> Option<Failure> {
    let at = first_word(words, command)?;
    let name = words.get(at)?.to_str()?;
    let kinds = [ErrorKind::ArgumentConflict, ErrorKind::UnknownArgument];
    let of_option = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
        .iter()
        .filter_map(|kind| error.get(*kind))
        .any(|word| word.to_string().starts_with('-'));
    if !kinds.contains(&error.kind()) || of_option || command.find_subcommand(name).is_some() {
        return None;
    }
    let (failure, name) = match words.get(at + 1).and_then(|next| next.to_str()) {
        Some(next) if name == HELP => (Failure::new(format_args!("{next} is no command")), next),
        _ => (
            Failure::new(format_args!(
                "{name} is no command, and one file is expected"
            )),
            name,
        ),
    };
    Some(match text::nearest(name, command_names(command)) {
        Some(near) => failure.help(format_args!("Did you mean the command {near}?")),
        None => failure.help("`fmtview --help` lists the commands."),
    })
}

/// The names of all commands.
pub(super) fn command_names(command: &Command) -> impl Iterator<Item = &str> {
    command.get_subcommands().map(Command::get_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use clap::CommandFactory;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(typed: &str, expected: &str) {
        let words = typed.split(' ').map(OsString::from).collect();
        let arranged = arrange(words, &Cli::command());
        let arranged: Vec<_> = arranged.iter().filter_map(|word| word.to_str()).collect();
        assert_eq!(arranged.join(" "), expected);
    }

    #[test]
    fn options_may_stand_before_the_command() {
        check(
            "fmtview --color never tree x",
            "fmtview tree --color never x",
        );
        check(
            "fmtview --color=never tree x",
            "fmtview tree --color=never x",
        );
        check("fmtview -f tree x", "fmtview -f tree x");
        check("fmtview -fa tree x", "fmtview tree -fa x");
        check(
            "fmtview --ascii -I d check x",
            "fmtview check --ascii -I d x",
        );
        check("fmtview tree x", "fmtview tree x");
        check("fmtview x tree", "fmtview x tree");
        check("fmtview - tree", "fmtview - tree");
        check("fmtview -- tree", "fmtview -- tree");
        check("fmtview --text tree", "fmtview --text tree");
        check("fmtview", "fmtview");
    }

    #[test]
    fn help_may_be_asked_for_like_a_command() {
        check("fmtview help", "fmtview --help");
        check("fmtview help tree", "fmtview tree --help");
        check("fmtview --ascii help tree", "fmtview tree --ascii --help");
        check("fmtview help tree x", "fmtview tree --help x");
        check("fmtview help x", "fmtview help x");
        check("fmtview tree help", "fmtview tree help");
    }
}
