//! How the program ends: exit status and the words on standard error.

use std::fmt;
use std::io;
use std::process::ExitCode;

use fmtview::input::InputError;
use fmtview::text::escape;

use super::progress;

/// Exit status. A closed pipe is [`Exit::Fine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: done, and nothing to complain about.
    Fine,
    /// 1: the data have errors, or an expression failed.
    Bad,
    /// 2: wrong usage, unreadable file, invalid grammar, no grammar fits, or a
    /// fault of the program itself.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Bad => 1,
            Exit::Trouble => 2,
        })
    }
}

/// Why a command could not do its work. All but a closed pipe end in exit
/// status 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Said as `fmtview: …`; the lines of `help` follow, indented.
    Message {
        /// Harmless text: what came from outside is escaped already.
        message: String,
        help: Vec<String>,
    },
    /// The whole text is made already: an invalid grammar's problems.
    Rendered(String),
    /// Whoever read our output has gone.
    ClosedPipe,
}

impl Failure {
    /// A message; escapes what could disturb a terminal.
    pub(crate) fn new(message: impl fmt::Display) -> Failure {
        Failure::Message {
            message: escape(&message.to_string()).into_owned(),
            help: Vec::new(),
        }
    }

    /// Adds a line that says how to go on.
    pub(crate) fn help(mut self, line: impl fmt::Display) -> Failure {
        if let Failure::Message { help, .. } = &mut self {
            help.push(escape(&line.to_string()).into_owned());
        }
        self
    }

    /// Says it on standard error and gives the exit status.
    pub(crate) fn report(&self) -> Exit {
        match self {
            Failure::ClosedPipe => return Exit::Fine,
            Failure::Rendered(text) => progress::message(text),
            Failure::Message { message, help } => {
                let mut text = format!("fmtview: {message}\n");
                for line in help {
                    text.push_str("  ");
                    text.push_str(line);
                    text.push('\n');
                }
                progress::message(&text);
            }
        }
        Exit::Trouble
    }
}

/// Failures to write; reading has [`InputError`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::new(format_args!("cannot write: {error}"))
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::new(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(failure.report(), Exit::Fine);
    }

    #[test]
    fn messages_are_harmless() {
        let failure = Failure::new("a\x1b[2Jb").help("c\rd");
        let Failure::Message { message, help } = failure else {
            panic!("{failure:?}")
        };
        assert_eq!(message, "a\\x1b[2Jb");
        assert_eq!(help, ["c\\rd"]);
    }
}
