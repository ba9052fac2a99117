//! What can be typed to get a picture or a page in place of text.

use clap::Args;

#[derive(Debug, Clone, Copy, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PageArgs {
    /// Write a picture for slides, as SVG: its text can be selected
    ///
    /// Without --width it has 100 columns, whatever the terminal has. It ends
    /// after 10,000 lines; --at and --range choose a part.
    #[arg(long, group = "page")]
    pub(crate) svg: bool,
    /// Write a page for a browser: fields and bytes show each other
    ///
    /// One file that needs no network. Without --theme it is light or dark as
    /// its reader's system is, and without --width it has 120 columns.
    #[arg(long, group = "page", conflicts_with = "svg")]
    pub(crate) html: bool,
}

impl PageArgs {
    /// Whether anything but text is asked for.
    pub(crate) fn any(self) -> bool {
        self.svg || self.html
    }
}
