//! Arguments and environment, resolved once into plain settings.

use fmtview::decode::Limits;
use fmtview::diag;
use fmtview::paint::Theme;
use fmtview::schema::Endian;
use fmtview::tree::Options;

use super::args::{ColorArg, DecodeArgs, EndianArg, GrammarArgs, OutputArgs};
use super::env::Environment;
use super::process;

/// Columns to fill where nobody says.
const DEFAULT_WIDTH: u16 = 100;

/// How output looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Look {
    /// Colours of standard output, if it gets any.
    pub(crate) theme: Option<Theme>,
    /// Whether standard error gets colour.
    pub(crate) error_color: bool,
    /// ASCII characters only.
    pub(crate) ascii: bool,
    /// Columns to fill.
    pub(crate) width: usize,
}

impl Look {
    pub(crate) fn new(args: &OutputArgs, env: &Environment) -> Look {
        let width = args.width.or(env.columns.filter(|&n| n >= 20));
        let width = width
            .or(env.terminal_columns.filter(|&n| n >= 20))
            .unwrap_or(DEFAULT_WIDTH);
        Look {
            theme: wants_color(args.color, env, env.terminal).then(|| args.theme.into()),
            error_color: wants_color(args.color, env, env.error_terminal),
            ascii: args.ascii,
            width: usize::from(width),
        }
    }

    /// How problems of grammars look on standard error.
    pub(crate) fn problems(&self) -> diag::Look {
        diag::Look {
            color: self.error_color,
            unicode: !self.ascii,
            width: self.width,
        }
    }

    /// For commands without output options.
    pub(crate) fn plain(env: &Environment) -> Look {
        Look {
            theme: None,
            error_color: wants_color(ColorArg::Auto, env, env.error_terminal),
            ascii: false,
            width: usize::from(DEFAULT_WIDTH),
        }
    }
}

/// An option counts more than the environment, a wish for no colour more than
/// one for colour.
fn wants_color(option: ColorArg, env: &Environment, terminal: bool) -> bool {
    match option {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto if env.no_color => false,
        ColorArg::Auto if env.force_color => true,
        ColorArg::Auto => terminal && !env.dumb,
    }
}

/// Bounds on decoding.
pub(crate) fn limits(args: &DecodeArgs) -> Limits {
    let default = Limits::default();
    Limits {
        depth: args
            .max_depth
            .map_or(Limits::DEEP, |n| u32::try_from(n).unwrap_or(u32::MAX)),
        elements: args.max_elements.unwrap_or(default.elements),
        stream_bytes: args.max_stream.unwrap_or(default.stream_bytes),
        steps: args.max_steps.unwrap_or(default.steps),
    }
}

/// How files are decoded, with no more nesting than the stack holds.
pub(crate) fn decoding(args: &DecodeArgs, grammar: &GrammarArgs, depth: u32) -> Options {
    let mut limits = limits(args);
    limits.depth = limits.depth.min(depth);
    Options {
        process: process::hook(&grammar.process, limits.stream_bytes),
        limits,
        endian: args.endian.map(|order| match order {
            EndianArg::Le => Endian::Le,
            EndianArg::Be => Endian::Be,
        }),
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::ThemeArg;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn color(option: ColorArg, change: impl FnOnce(&mut Environment)) -> bool {
        let mut env = Environment {
            terminal: true,
            ..Environment::default()
        };
        change(&mut env);
        wants_color(option, &env, env.terminal)
    }

    #[test]
    fn colour_follows_option_then_environment_then_terminal() {
        use ColorArg::{Always, Auto, Never};
        assert!(color(Auto, |_| ()));
        assert!(!color(Auto, |env| env.terminal = false));
        assert!(!color(Auto, |env| env.no_color = true));
        assert!(!color(Auto, |env| env.dumb = true));
        assert!(color(Auto, |env| (env.terminal, env.force_color) = (false, true)));
        assert!(color(Auto, |env| (env.dumb, env.force_color) = (true, true)));
        assert!(!color(Auto, |env| (env.no_color, env.force_color) = (true, true)));
        assert!(color(Always, |env| (env.no_color, env.terminal) = (true, false)));
        assert!(!color(Never, |env| env.force_color = true));
    }

    #[track_caller]
    fn width(option: Option<u16>, columns: Option<u16>, terminal: Option<u16>) -> usize {
        let env = Environment {
            columns,
            terminal_columns: terminal,
            ..Environment::default()
        };
        let args = OutputArgs {
            color: ColorArg::Auto,
            theme: ThemeArg::Dark,
            ascii: false,
            width: option,
        };
        Look::new(&args, &env).width
    }

    #[test]
    fn width_follows_option_then_columns_then_terminal() {
        assert_eq!(width(Some(60), Some(70), Some(80)), 60);
        assert_eq!(width(None, Some(70), Some(80)), 70);
        assert_eq!(width(None, Some(0), Some(80)), 80);
        assert_eq!(width(None, None, None), 100);
    }
}
