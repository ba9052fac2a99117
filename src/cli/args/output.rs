//! Arguments that say how output looks.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Use colour
    ///
    /// `auto` means: if standard output is a terminal. The environment is
    /// heeded: NO_COLOR, CLICOLOR_FORCE, TERM=dumb.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// Colours
    ///
    /// `auto` goes by COLORFGBG, where the terminal sets it; where that is not
    /// known, it means `dark` in the terminal's own 16 colours.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    #[arg(env = "FMTVIEW_THEME", hide_env_values = true)]
    pub(crate) theme: ThemeArg,
    /// How many colours the terminal has
    ///
    /// `auto` goes by COLORTERM and TERM.
    #[arg(long, value_name = "N", default_value = "auto", hide_short_help = true)]
    pub(crate) color_depth: DepthArg,
    /// Show what is longer than the screen in a pager
    ///
    /// `auto` means: if standard output is a terminal. The pager is the command
    /// in FMTVIEW_PAGER, else in PAGER, else less.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true
    )]
    pub(crate) pager: PagerArg,
    /// Write ASCII characters only
    ///
    /// Other letters, of a file or of a grammar, are written as \u{5eb7}.
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Columns to fill; without it COLUMNS, then the terminal, then 100
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PagerArg {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    // a variable that is set to nothing
    #[value(alias = "")]
    Auto,
    Dark,
    Light,
    /// Bold, dim and underline alone
    Mono,
    /// Colours that people see apart whatever their sight
    #[value(alias = "colourblind")]
    Colorblind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DepthArg {
    Auto,
    /// The terminal's own
    #[value(name = "16")]
    Sixteen,
    #[value(name = "256")]
    Xterm256,
    /// Any
    #[value(name = "24bit", alias = "truecolor")]
    Direct,
}
