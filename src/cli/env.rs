//! What the environment says; the only place that asks it.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use fmtview::paint::{Depth, Ground};

/// The environment, as far as it matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Environment {
    /// `NO_COLOR`, if it is not empty.
    pub(crate) no_color: bool,
    /// `CLICOLOR_FORCE`, if it is neither empty nor `0`.
    pub(crate) force_color: bool,
    /// `TERM=dumb`.
    pub(crate) dumb: bool,
    /// What `COLORTERM` and `TERM` say of colours.
    pub(crate) depth: Option<Depth>,
    /// What `COLORFGBG` says.
    pub(crate) ground: Ground,
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    /// Whether standard error is a terminal.
    pub(crate) error_terminal: bool,
    /// `COLUMNS`, if it is a number.
    pub(crate) columns: Option<u16>,
    /// The terminal's own width.
    pub(crate) terminal_columns: Option<u16>,
    /// The terminal's own height.
    pub(crate) terminal_rows: Option<u16>,
    /// `FMTVIEW_PAGER`, else `PAGER`.
    pub(crate) pager: Option<String>,
    /// The user's folder.
    pub(crate) home: Option<PathBuf>,
}

impl Environment {
    /// Asks for everything, once.
    pub(crate) fn read() -> Environment {
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let word = |name| env::var(name).unwrap_or_default();
        let terminal = io::stdout().is_terminal();
        let size = terminal.then(terminal_size::terminal_size).flatten();
        Environment {
            no_color: set("NO_COLOR").is_some(),
            force_color: set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            dumb: set("TERM").is_some_and(|value| value == "dumb"),
            depth: depth(&word("COLORTERM"), &word("TERM")),
            ground: ground(&word("COLORFGBG")),
            terminal,
            error_terminal: io::stderr().is_terminal(),
            columns: env::var("COLUMNS")
                .ok()
                .and_then(|value| value.trim().parse().ok()),
            terminal_columns: size.map(|(width, _)| width.0),
            terminal_rows: size.map(|(_, height)| height.0),
            pager: env::var("FMTVIEW_PAGER").or(env::var("PAGER")).ok(),
            home: set("HOME").map(PathBuf::from),
        }
    }
}

fn depth(colorterm: &str, term: &str) -> Option<Depth> {
    if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") {
        Some(Depth::Direct)
    } else if term.ends_with("-256color") {
        Some(Depth::Xterm256)
    } else if term == "linux" || term.ends_with("-16color") {
        Some(Depth::Sixteen)
    } else {
        None
    }
}

/// The last of the numbers is that of the ground, among the terminal's own
/// colours: `15;0`, `0;default;15`.
fn ground(colorfgbg: &str) -> Ground {
    let last = colorfgbg.rsplit(';').next().unwrap_or_default();
    match last.parse() {
        Ok(0..=6 | 8) => Ground::Dark,
        Ok(7 | 9..=15u8) => Ground::Light,
        _ => Ground::Unknown,
    }
}

#[cfg(test)]
impl Default for Environment {
    /// One that says nothing.
    fn default() -> Environment {
        Environment {
            no_color: false,
            force_color: false,
            dumb: false,
            depth: None,
            ground: Ground::Unknown,
            terminal: false,
            error_terminal: false,
            columns: None,
            terminal_columns: None,
            terminal_rows: None,
            pager: None,
            home: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn depths() {
        for (colorterm, term, expected) in [
            ("truecolor", "xterm-256color", Some(Depth::Direct)),
            ("24bit", "", Some(Depth::Direct)),
            ("", "xterm-direct", Some(Depth::Direct)),
            ("yes", "screen-256color", Some(Depth::Xterm256)),
            ("", "linux", Some(Depth::Sixteen)),
            ("", "xterm", None),
            ("", "", None),
        ] {
            assert_eq!(depth(colorterm, term), expected, "{colorterm} {term}");
        }
    }

    #[test]
    fn grounds() {
        for (text, expected) in [
            ("15;0", Ground::Dark),
            ("0;15", Ground::Light),
            ("0;default;15", Ground::Light),
            ("7;8", Ground::Dark),
            ("default;default", Ground::Unknown),
            ("", Ground::Unknown),
            ("0;300", Ground::Unknown),
        ] {
            assert_eq!(ground(text), expected, "{text}");
        }
    }
}
