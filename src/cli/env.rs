//! What the environment says; the only place that asks it.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The environment, as far as it matters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    /// `NO_COLOR`, if it is not empty.
    pub(crate) no_color: bool,
    /// `CLICOLOR_FORCE`, if it is neither empty nor `0`.
    pub(crate) force_color: bool,
    /// `TERM=dumb`.
    pub(crate) dumb: bool,
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    /// Whether standard error is a terminal.
    pub(crate) error_terminal: bool,
    /// `COLUMNS`, if it is a number.
    pub(crate) columns: Option<u16>,
    /// The terminal's own width.
    pub(crate) terminal_columns: Option<u16>,
    /// The user's folder.
    pub(crate) home: Option<PathBuf>,
}

impl Environment {
    /// Asks for everything, once.
    pub(crate) fn read() -> Environment {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let terminal = io::stdout().is_terminal();
        Environment {
            no_color: set("NO_COLOR").is_some(),
            force_color: set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            dumb: set("TERM").is_some_and(|value| value == "dumb"),
            terminal,
            error_terminal: io::stderr().is_terminal(),
            columns: env::var("COLUMNS")
                .ok()
                .and_then(|value| value.trim().parse().ok()),
            terminal_columns: terminal
                .then(terminal_size::terminal_size)
                .flatten()
                .map(|(width, _)| width.0),
            home: set("HOME").map(PathBuf::from),
        }
    }
}
