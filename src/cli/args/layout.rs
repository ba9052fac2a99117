//! What can be typed after `fmtview layout`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fmtview::view::layout::Style;

use super::{DecodeArgs, OutputArgs, PageArgs, ProgressArgs};
use crate::cli::parse::{ProcessHook, parse_process};

pub(super) const EXAMPLES: &str = "\
Examples:
  fmtview layout dungeon                     the format as a table
  fmtview layout bxb save.bxb                what this file holds, in the same way
  fmtview layout -f bxb save.bxb             the same, as other commands take it
  fmtview layout save.bxb                    the same; the format is found by the file
  fmtview layout mine.ksy --style packet     rows of 32 bits, as headers are drawn
  fmtview layout dungeon --markdown          a table for a README";

#[derive(Debug, Args)]
pub(crate) struct LayoutArgs {
    /// A built-in grammar, the path of a `.ksy` file, or a file to detect
    #[arg(value_name = "FORMAT|GRAMMAR.ksy", required_unless_present = "format")]
    pub(crate) word: Option<OsString>,
    /// Fill the diagram in from this file; `-` is standard input
    pub(crate) file: Option<OsString>,
    /// Fill it in from this text
    #[arg(long, value_name = "STRING", conflicts_with = "file")]
    pub(crate) text: Option<String>,
    /// Read the file instead of mapping it
    #[arg(long)]
    pub(crate) no_mmap: bool,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    /// How to draw; without it, as suits the format
    #[arg(long, value_name = "STYLE", help_heading = "What to show")]
    pub(crate) style: Option<StyleArg>,
    /// Bytes of a row of `--style packet`
    #[arg(
        long,
        value_name = "BYTES",
        default_value = "4",
        help_heading = "What to show"
    )]
    pub(crate) row: RowArg,
    /// Write the table in Markdown
    #[arg(long, conflicts_with = "page", help_heading = "What to show")]
    pub(crate) markdown: bool,
    /// The grammar, as other commands take it; the only other word is then FILE
    #[arg(
        short,
        long,
        value_name = "NAME|PATH.ksy",
        conflicts_with = "file",
        help_heading = "Grammar"
    )]
    pub(crate) format: Option<OsString>,
    /// Look for imported grammars here too; may be repeated
    #[arg(short = 'I', value_name = "DIR", help_heading = "Grammar")]
    pub(crate) include: Vec<PathBuf>,
    /// Run a program for a custom `process` routine; may be repeated
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse_process, help_heading = "Grammar")]
    pub(crate) process: Vec<ProcessHook>,
    /// Limit seconds that such a program may run
    #[arg(
        long,
        value_name = "SECONDS",
        hide_short_help = true,
        default_value = "10"
    )]
    pub(crate) process_time: u32,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArg {
    /// Bytes, size, field and values in columns
    Table,
    /// Names over the bytes that they take
    Ruler,
    /// The bytes down the left, grouped by what they mean
    Brackets,
    /// Rows of bits, as network protocols are drawn
    Packet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowArg {
    #[value(name = "2", help = "16 bits")]
    Two,
    #[value(name = "4", help = "32 bits")]
    Four,
    #[value(name = "8", help = "64 bits")]
    Eight,
}

impl From<RowArg> for u8 {
    fn from(row: RowArg) -> u8 {
        match row {
            RowArg::Two => 2,
            RowArg::Four => 4,
            RowArg::Eight => 8,
        }
    }
}

impl From<StyleArg> for Style {
    fn from(style: StyleArg) -> Style {
        match style {
            StyleArg::Table => Style::Table,
            StyleArg::Ruler => Style::Ruler,
            StyleArg::Brackets => Style::Brackets,
            StyleArg::Packet => Style::Packet,
        }
    }
}
