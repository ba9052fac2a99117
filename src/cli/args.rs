//! What can be typed, recorded as it was typed; `settings.rs` makes sense of
//! it.

mod layout;
mod output;
mod page;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use layout::LayoutArgs;
pub(crate) use output::{ColorArg, DepthArg, OutputArgs, PagerArg, ThemeArg};
pub(crate) use page::PageArgs;

use fmtview::view::Base;

use super::parse::{ByteRange, ProcessHook, parse_amount, parse_process, parse_range};

const EXIT_CODES: &str = "\
Exit status:
  0  fine
  1  the data have errors, or an expression failed
  2  wrong usage, unreadable file, invalid grammar, or no grammar fits";

const EXAMPLES: &str = "\
Examples:
  fmtview save.bxb                     show a file of a known format
  fmtview -f mine.ksy data.bin         the same with your own Kaitai Struct grammar
  fmtview get save.bxb 'levels[1].w'   one value
  fmtview check *.rlg327               all faults, one a line
  fmtview json save.bxb | jq .header   for other programs
  fmtview --text AAECAQcC…             a literal text in place of a file
  fmtview formats                      what is built in";

const VIEW_EXAMPLES: &str = "\
Examples:
  fmtview view save.bxb
  fmtview view save.bxb --at 'levels[1]'   from this field on
  fmtview view save.bxb --at 0x11d         from this byte on
  fmtview view save.bxb --range 0..32      these bytes only, end exclusive";

const GET_USAGE: &str = "\
fmtview get [OPTIONS] FILE [--] EXPR…
       fmtview get [OPTIONS] --text STRING [--] EXPR…";

const GET_EXAMPLES: &str = "\
Examples:
  fmtview get save.bxb num_levels 'levels[1].width * 2'
  fmtview get --json -f mine.ksy data.bin -- -1 'entries.last.name'";

const CHECK_EXAMPLES: &str = "\
Examples:
  fmtview check saves/*.bxb
  fmtview check saves
  fmtview check --json --strict save.bxb | jq -r .path";

/// Shows what is inside a binary file.
///
/// fmtview finds the grammar that describes the file (a Kaitai Struct `.ksy`
/// grammar, built in or your own) and prints an annotated hexdump: every field
/// beside its bytes, with its value, and with everything that is wrong said in
/// place.
#[derive(Debug, Parser)]
#[command(name = "fmtview", version, max_term_width = 100)]
#[command(subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
#[command(disable_help_subcommand = true, arg_required_else_help = true)]
#[command(override_usage = "fmtview [OPTIONS] FILE\n       fmtview COMMAND [OPTIONS] …")]
#[command(after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
#[command(after_help = "`fmtview FILE` is short for `fmtview view FILE`. \
    More with --help, and with `fmtview COMMAND --help`.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) view: ViewArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the annotated hexdump (the default)
    #[command(after_long_help = VIEW_EXAMPLES)]
    View(ViewArgs),
    /// Print the decoded fields as a tree
    Tree(TreeArgs),
    /// Print the decoded fields as JSON
    ///
    /// Structs are objects with their fields in the grammar's order, then their
    /// instances. Bytes are {"bytes":"0a1b"}, enums
    /// {"enum":"animal","name":"cat","value":7}, absent fields null. Floats that
    /// JSON has no number for are {"float":"NaN"}, objects that stand elsewhere
    /// {"ref":"rooms[0]"}, streams {"stream":{"size":1,"pos":1}}. A field that
    /// cannot be read is {"error":{…}}, and the exit status is then 1. Nothing
    /// is ever shortened.
    Json(JsonArgs),
    /// Evaluate Kaitai expressions against the file
    ///
    /// They are evaluated as if written in the grammar's top type. Prints one
    /// line for each, in order. The exit status is 0 only if the file could be
    /// read and every expression gave a value.
    #[command(override_usage = GET_USAGE, after_long_help = GET_EXAMPLES)]
    Get(GetArgs),
    /// List everything that is wrong, one finding a line
    ///
    /// The exit status is 1 if there is an error in any of the files. Of a
    /// folder, the files in it are checked, at any depth: symbolic links and
    /// names that begin with a dot are passed over, and so is what no grammar
    /// fits, if -f names none.
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Check a grammar: every error and warning with its place
    Lint(LintArgs),
    /// Draw the structure of a format, from its grammar alone or from a file
    ///
    /// Without a FILE the diagram says where each field is and what it may
    /// hold; with one it shows what that file holds, and where.
    #[command(after_long_help = layout::EXAMPLES)]
    Layout(LayoutArgs),
    /// List the built-in grammars, or show one
    Formats(FormatsArgs),
    /// Print a plain hexdump, without a grammar
    ///
    /// Rows equal to the one before fold to `*`.
    Hex(HexArgs),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Leave nothing out: long arrays and byte runs in full
    #[arg(long, help_heading = "What to show")]
    pub(crate) full: bool,
    /// Fill rows with bytes, names of fields beside them
    ///
    /// A row has 16 bytes from 76 columns on and 32 from 148 on; on narrower
    /// terminals 8 or 4.
    #[arg(long, help_heading = "What to show")]
    pub(crate) dense: bool,
    /// Begin at a field or an offset
    #[arg(long, value_name = "PATH|OFFSET", help_heading = "What to show")]
    pub(crate) at: Option<String>,
    /// Show these bytes only; the end is exclusive
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_range,
        conflicts_with = "at",
        help_heading = "What to show"
    )]
    pub(crate) range: Option<ByteRange>,
    /// Write offsets and numbers so; without it offsets hex and numbers dec
    #[arg(long, value_name = "BASE", help_heading = "What to show")]
    pub(crate) base: Option<BaseArg>,
    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Go so many levels deep only
    #[arg(long, value_name = "N", help_heading = "What to show")]
    pub(crate) depth: Option<usize>,
    /// Show this field and what is below it only
    #[arg(long, value_name = "PATH", help_heading = "What to show")]
    pub(crate) at: Option<String>,
    /// Leave nothing out: long arrays and byte runs in full
    #[arg(long, help_heading = "What to show")]
    pub(crate) full: bool,
    /// Write offsets and numbers so; without it offsets hex and numbers dec
    #[arg(long, value_name = "BASE", help_heading = "What to show")]
    pub(crate) base: Option<BaseArg>,
    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

#[derive(Debug, Args)]
pub(crate) struct JsonArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Wrap each field as {"start":…,"end":…,"value":…}; the end is exclusive
    #[arg(long, help_heading = "What to show")]
    pub(crate) ranges: bool,
    /// One field a line, indented
    #[arg(long, help_heading = "What to show")]
    pub(crate) pretty: bool,
    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    /// The file, `-` for standard input, then the expressions
    #[arg(value_name = "FILE EXPR", required = true, num_args = 1..)]
    pub(crate) words: Vec<OsString>,
    /// Decode this text in place of a file
    #[arg(long, value_name = "STRING")]
    pub(crate) text: Option<String>,
    /// Read files instead of mapping them
    #[arg(long)]
    pub(crate) no_mmap: bool,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    /// Print values as JSON
    #[arg(long, help_heading = "What to show")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, or folders of files; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "text")]
    pub(crate) files: Vec<OsString>,
    /// Check this text in place of a file
    #[arg(long, value_name = "STRING", conflicts_with = "files")]
    pub(crate) text: Option<String>,
    /// Read files instead of mapping them
    #[arg(long)]
    pub(crate) no_mmap: bool,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
    /// One JSON object a line
    #[arg(long, conflicts_with = "page", help_heading = "What to show")]
    pub(crate) json: bool,
    /// Count warnings as errors
    #[arg(long, help_heading = "What to show")]
    pub(crate) strict: bool,
    /// Note as well which fields lie on bytes of others
    #[arg(long, help_heading = "What to show")]
    pub(crate) overlaps: bool,
    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,
    #[command(flatten)]
    pub(crate) decode: DecodeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// The grammars, `.ksy` files or names of built-in ones
    #[arg(value_name = "GRAMMAR", required = true)]
    pub(crate) grammars: Vec<OsString>,
    /// Look for imported grammars here too
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    /// Show this one
    pub(crate) name: Option<String>,
    /// Print its `.ksy` text
    #[arg(long, requires = "name")]
    pub(crate) source: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct HexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Print equal rows too
    #[arg(long, help_heading = "What to show")]
    pub(crate) full: bool,
    /// Show these bytes only; the end is exclusive
    #[arg(long, value_name = "A..B", value_parser = parse_range, help_heading = "What to show")]
    pub(crate) range: Option<ByteRange>,
    /// Not for this command; taken so that it can say what to type instead.
    #[arg(short, long, value_name = "NAME", hide = true)]
    pub(crate) format: Option<OsString>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "text")]
    pub(crate) file: Option<OsString>,
    /// Show this text in place of a file
    #[arg(long, value_name = "STRING", conflicts_with = "file")]
    pub(crate) text: Option<String>,
    /// Read the file instead of mapping it
    ///
    /// A mapped file that another program shortens meanwhile is reported as an
    /// error. With this option it is read once, as it is now.
    #[arg(long)]
    pub(crate) no_mmap: bool,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ProgressArgs {
    /// Show no progress bar
    ///
    /// Without it, work of more than two seconds shows one on standard error,
    /// if that is a terminal.
    #[arg(long, hide_short_help = true)]
    pub(crate) no_progress: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Grammar")]
pub(crate) struct GrammarArgs {
    /// The grammar; without it, one is found by the file's bytes and name
    ///
    /// A name of a built-in grammar (see `fmtview formats`) or of a grammar in
    /// a -I folder, or the path of a `.ksy` file.
    #[arg(short, long, value_name = "NAME|PATH.ksy")]
    pub(crate) format: Option<OsString>,
    /// Look here too for grammars and imports; may be repeated
    ///
    /// Without -f, a grammar in it or in one of its folders is found as a
    /// built-in one is, by magic number or file name, and comes before it.
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Run a program for a custom `process` routine; may be repeated
    ///
    /// It gets the data on standard input and the routine's arguments as JSON
    /// words, and writes the result to standard output.
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse_process)]
    pub(crate) process: Vec<ProcessHook>,
    /// Limit seconds that such a program may run
    #[arg(
        long,
        value_name = "SECONDS",
        hide_short_help = true,
        default_value = "10"
    )]
    pub(crate) process_time: u32,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Decoding")]
pub(crate) struct DecodeArgs {
    /// Read every number of several bytes in this order
    #[arg(long, value_name = "ORDER")]
    pub(crate) endian: Option<EndianArg>,
    /// Limit nested objects
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_depth: Option<u64>,
    /// Limit elements of an array whose elements differ in size
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_elements: Option<u64>,
    /// Limit bytes of a decompressed stream: 500k, 64M, 2G
    #[arg(long, value_name = "SIZE", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_stream: Option<u64>,
    /// Limit bytes of all decompressed streams in use at once
    #[arg(long, value_name = "SIZE", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_memory: Option<u64>,
    /// Limit fields that describe the same bytes again and again
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_fields: Option<u64>,
    /// Limit steps spent in evaluating one expression
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = parse_amount)]
    pub(crate) max_steps: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EndianArg {
    /// Little-endian
    Le,
    /// Big-endian
    Be,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BaseArg {
    Dec,
    Hex,
    Both,
}

impl From<BaseArg> for Base {
    fn from(base: BaseArg) -> Base {
        match base {
            BaseArg::Dec => Base::Dec,
            BaseArg::Hex => Base::Hex,
            BaseArg::Both => Base::Both,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn parse(words: &[&str]) -> Cli {
        Cli::try_parse_from(std::iter::once(&"fmtview").chain(words)).expect("arguments")
    }

    #[test]
    fn the_table_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_file_alone_is_viewed() {
        let cli = parse(&["--full", "a.bxb", "--color", "never"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.view.input.file, Some("a.bxb".into()));
        assert!(cli.view.full);
        assert_eq!(cli.view.output.color, ColorArg::Never);
    }

    #[test]
    fn expressions_may_begin_with_a_dash_after_two_dashes() {
        let cli = parse(&[
            "get", "--json", "-f", "g.ksy", "-I", "d", "data", "--", "-1", "a.b",
        ]);
        let Some(Command::Get(get)) = cli.command else {
            panic!("{cli:?}")
        };
        assert_eq!(get.words, ["data", "-1", "a.b"]);
        assert!(get.json);
        assert_eq!(get.grammar.include, [PathBuf::from("d")]);
    }
}
