//! What a view shows and how wide it may be. The caller decides all of it.

use std::ops::Range;

use crate::tree::Node;

/// Options of the annotated hexdump and of the tree.
#[derive(Debug, Clone)]
pub struct ViewOptions<'a> {
    /// Name of the file for the first line; escaped before it is shown.
    pub name: &'a str,
    /// How the format was found, for the first line, if there is doubt about that:
    /// `by its name`.
    pub by: &'a str,
    /// Columns of the output.
    pub width: usize,
    /// Whether only ASCII is written; other letters become their numbers.
    pub ascii: bool,
    /// Whether nothing is elided.
    pub full: bool,
    /// Whether fields share rows, where the view has rows of bytes.
    pub dense: bool,
    /// Whether value instances are shown: what the grammar computes, and what
    /// takes no bytes.
    pub computed: bool,
    /// How deep structures are opened; `None` opens all.
    pub depth: Option<usize>,
    /// How offsets are written, and numbers where the grammar does not say.
    pub base: Base,
    /// Threads that may be used: with more than one, lines of large files are
    /// made on another.
    pub threads: usize,
}

/// How numbers are written, and offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Base {
    /// Numbers `1,714`, offsets `0x6b2`.
    #[default]
    Usual,
    /// All `1,714`.
    Dec,
    /// All `0x6b2`.
    Hex,
    /// Numbers `1,714 (0x6b2)`, offsets `0x6b2 (1,714)`.
    Both,
}

/// The part of a file that is shown.
#[derive(Debug, Clone)]
pub enum Part<'a> {
    /// All of it.
    Whole,
    /// One place of the tree, under the names of what holds it.
    Node(Node<'a>),
    /// The smallest structure around an offset, and the field there.
    Offset(u64),
    /// The bytes from an offset to another, end exclusive.
    Range(Range<u64>),
}

/// The signs that views draw with.
#[derive(Debug)]
pub(super) struct Signs {
    pub(super) bar: &'static str,
    pub(super) nest: &'static str,
    pub(super) ellipsis: &'static str,
    pub(super) error: &'static str,
    pub(super) warning: &'static str,
    pub(super) note: &'static str,
    pub(super) good: &'static str,
    pub(super) swap: &'static str,
    pub(super) arrow: &'static str,
    pub(super) from: &'static str,
    pub(super) sum: &'static str,
    pub(super) times: &'static str,
    pub(super) dot: &'static str,
    pub(super) cause: &'static str,
    pub(super) free_bit: &'static str,
    pub(super) guide: &'static str,
    pub(super) branch: &'static str,
    pub(super) corner: &'static str,
}

pub(super) static UNICODE: Signs = Signs {
    bar: "▌",
    nest: "┆",
    ellipsis: "…",
    error: "✗",
    warning: "⚠",
    note: "•",
    good: "✓",
    swap: "⇄",
    arrow: "→",
    from: "←",
    sum: "Σ",
    times: "×",
    dot: "·",
    cause: "Δ",
    free_bit: "·",
    guide: "│",
    branch: "├",
    corner: "└",
};

pub(super) static ASCII: Signs = Signs {
    bar: "|",
    nest: ":",
    ellipsis: "...",
    error: "X",
    warning: "!",
    note: "*",
    good: "ok:",
    swap: "<>",
    arrow: "->",
    from: "<-",
    sum: "sum",
    times: "x",
    dot: "-",
    cause: "~",
    free_bit: ".",
    guide: "|",
    branch: "|",
    corner: "`",
};

impl ViewOptions<'_> {
    pub(super) fn signs(&self) -> &'static Signs {
        if self.ascii { &ASCII } else { &UNICODE }
    }
}
