//! Arguments and environment, resolved once into plain settings.

use std::io;
use std::time::Duration;

use fmtview::decode::Limits;
use fmtview::diag;
use fmtview::paint::{Ansi, Depth, Ground, Scheme, Theme};
use fmtview::schema::Endian;
use fmtview::tree::Options;

use super::args::{
    ColorArg, DecodeArgs, DepthArg, EndianArg, GrammarArgs, OutputArgs, PageArgs, PagerArg,
    ThemeArg,
};
use super::env::Environment;
use super::output::Out;
use super::pager::{self, Pager};
use super::{output, process, progress};

/// Columns to fill where nobody says.
const DEFAULT_WIDTH: u16 = 100;

/// The same for pages.
const PAGE_WIDTH: u16 = 120;

/// How output looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Look {
    /// Colours of standard output, if it gets any.
    pub(crate) scheme: Option<Scheme>,
    /// Colours that were asked for; no colour at all is [`Theme::Mono`].
    pub(crate) asked: Option<Theme>,
    /// Whether standard error gets colour.
    pub(crate) error_color: bool,
    /// ASCII characters only.
    pub(crate) ascii: bool,
    /// Columns to fill.
    pub(crate) width: usize,
    /// Lines that are printed before a pager is taken, and its command.
    pub(crate) pager: Option<(usize, Vec<String>)>,
}

impl Look {
    pub(crate) fn new(args: &OutputArgs, env: &Environment) -> Look {
        let width = args.width.or(env.columns.filter(|&n| n >= 20));
        let width = width
            .or(env.terminal_columns.filter(|&n| n >= 20))
            .unwrap_or(DEFAULT_WIDTH);
        Look {
            scheme: wants_color(args.color, env, env.terminal)
                .then(|| scheme(args.theme, args.color_depth, env)),
            asked: match args.color {
                ColorArg::Never => Some(Theme::Mono),
                ColorArg::Auto | ColorArg::Always => chosen(args.theme),
            },
            error_color: wants_color(args.color, env, env.error_terminal),
            ascii: args.ascii,
            width: usize::from(width),
            pager: pager_room(args.pager, env)
                .map(|room| (room, pager::command(env.pager.as_deref())))
                .filter(|(_, command)| !command.is_empty()),
        }
    }

    /// The same for a picture or a page, which is no matter of the terminal.
    pub(crate) fn for_page(args: &OutputArgs, page: PageArgs, env: &Environment) -> Look {
        if !page.any() {
            return Look::new(args, env);
        }
        let env = Environment {
            // a page scrolls
            columns: page.html.then_some(PAGE_WIDTH),
            terminal_columns: None,
            ..env.clone()
        };
        Look::new(args, &env)
    }

    /// Standard output in these colours, through a pager if it gets long.
    pub(crate) fn screen(&self) -> io::Result<Ansi<Pager<Out>>> {
        Ok(Ansi::new(self.pages()?, self.scheme).ascii(self.ascii))
    }

    /// Standard output, through a pager if it gets long.
    pub(crate) fn pages(&self) -> io::Result<Pager<Out>> {
        let out = output::unbuffered()?;
        Ok(match &self.pager {
            Some((room, command)) => Pager::new(out, command.clone(), *room),
            None => Pager::none(out),
        })
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
            scheme: None,
            asked: None,
            error_color: wants_color(ColorArg::Auto, env, env.error_terminal),
            ascii: false,
            width: usize::from(DEFAULT_WIDTH),
            pager: None,
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

/// The theme that is asked for by its name.
fn chosen(theme: ThemeArg) -> Option<Theme> {
    match theme {
        ThemeArg::Auto => None,
        ThemeArg::Dark => Some(Theme::Dark),
        ThemeArg::Light => Some(Theme::Light),
        ThemeArg::Mono => Some(Theme::Mono),
        ThemeArg::Colorblind => Some(Theme::Colorblind),
    }
}

/// Lines that are printed before a pager is taken; `None` if none is.
fn pager_room(option: PagerArg, env: &Environment) -> Option<usize> {
    match option {
        PagerArg::Never => None,
        PagerArg::Always => Some(0),
        // the shell's next line is on the screen, too
        PagerArg::Auto if env.terminal && !env.dumb => env
            .terminal_rows
            .map(|rows| usize::from(rows).saturating_sub(1)),
        PagerArg::Auto => None,
    }
}

/// What is chosen counts more than what the terminal says of itself. Where it is
/// not known what the text stands on, the terminal's own colours will do: its
/// user has made them fit.
fn scheme(theme: ThemeArg, depth: DepthArg, env: &Environment) -> Scheme {
    let (theme, known) = match chosen(theme) {
        Some(theme) => (theme, true),
        None if env.ground == Ground::Light => (Theme::Light, true),
        None => (Theme::Dark, env.ground != Ground::Unknown),
    };
    let depth = match depth {
        DepthArg::Sixteen => Depth::Sixteen,
        DepthArg::Xterm256 => Depth::Xterm256,
        DepthArg::Direct => Depth::Direct,
        DepthArg::Auto if !known => Depth::Sixteen,
        DepthArg::Auto => env.depth.unwrap_or(match theme {
            // there is no such thing among the sixteen
            Theme::Colorblind => Depth::Xterm256,
            _ => Depth::Sixteen,
        }),
    };
    Scheme {
        theme,
        ground: env.ground,
        depth,
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
        held_bytes: args.max_memory.unwrap_or(default.held_bytes),
        fields: args.max_fields.unwrap_or(default.fields),
        steps: args.max_steps.unwrap_or(default.steps),
    }
}

/// How files are decoded, with no more nesting than the stack holds.
pub(crate) fn decoding(args: &DecodeArgs, grammar: &GrammarArgs, depth: u32) -> Options {
    let mut limits = limits(args);
    limits.depth = limits.depth.min(depth);
    Options {
        process: process::hook(
            &grammar.process,
            process::Bounds {
                bytes: limits.stream_bytes,
                time: Duration::from_secs(u64::from(grammar.process_time)),
            },
        ),
        limits,
        endian: args.endian.map(|order| match order {
            EndianArg::Le => Endian::Le,
            EndianArg::Be => Endian::Be,
        }),
        passed: progress::passed(),
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn only_a_terminal_is_paged_unless_one_says_so() {
        let env = |terminal, dumb| Environment {
            terminal,
            dumb,
            terminal_rows: Some(24),
            ..Environment::default()
        };
        for (option, terminal, dumb, expected) in [
            (PagerArg::Auto, true, false, Some(23)),
            (PagerArg::Auto, true, true, None),
            (PagerArg::Auto, false, false, None),
            (PagerArg::Always, false, false, Some(0)),
            (PagerArg::Never, true, false, None),
        ] {
            assert_eq!(pager_room(option, &env(terminal, dumb)), expected);
        }
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
            color_depth: DepthArg::Auto,
            pager: PagerArg::Auto,
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

    #[track_caller]
    fn look(theme: ThemeArg, depth: DepthArg, env: &Environment) -> (Theme, Depth) {
        let scheme = scheme(theme, depth, env);
        assert_eq!(scheme.ground, env.ground);
        (scheme.theme, scheme.depth)
    }

    #[test]
    fn themes_follow_option_then_terminal() {
        let rich = |ground| Environment {
            ground,
            depth: Some(Depth::Direct),
            ..Environment::default()
        };
        let auto = DepthArg::Auto;
        for (theme, ground, expected) in [
            (ThemeArg::Auto, Ground::Light, (Theme::Light, Depth::Direct)),
            (ThemeArg::Auto, Ground::Dark, (Theme::Dark, Depth::Direct)),
            (
                ThemeArg::Auto,
                Ground::Unknown,
                (Theme::Dark, Depth::Sixteen),
            ),
            (ThemeArg::Light, Ground::Dark, (Theme::Light, Depth::Direct)),
            (
                ThemeArg::Dark,
                Ground::Unknown,
                (Theme::Dark, Depth::Direct),
            ),
        ] {
            assert_eq!(
                look(theme, auto, &rich(ground)),
                expected,
                "{theme:?} {ground:?}"
            );
        }
        assert_eq!(
            look(ThemeArg::Auto, DepthArg::Xterm256, &rich(Ground::Unknown)),
            (Theme::Dark, Depth::Xterm256)
        );
        let silent = Environment::default();
        assert_eq!(
            look(ThemeArg::Light, auto, &silent),
            (Theme::Light, Depth::Sixteen)
        );
        assert_eq!(
            look(ThemeArg::Colorblind, auto, &silent),
            (Theme::Colorblind, Depth::Xterm256)
        );
    }
}
