//! Standard output, and who writes views to it.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use fmtview::paint::{Ansi, Html, Page, Painter, Svg, Theme};

use super::args::PageArgs;
use super::settings::Look;

/// How much is gathered before it is written, in bytes.
const BUFFER: usize = 64 << 10;

/// Standard output without a buffer, for writers that have their own. It is a
/// duplicate of the descriptor because the standard library's handle looks for
/// line ends in everything that it writes.
pub(crate) fn unbuffered() -> io::Result<File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(File::from(owned))
}

/// What writes a view: as text, or as what else is asked for. The title is that
/// of a picture or a page; `view` says what it shows.
pub(crate) fn painter(
    look: &Look,
    page: PageArgs,
    title: &str,
    view: &str,
) -> io::Result<Box<dyn Painter>> {
    let out = unbuffered()?;
    Ok(if page.html {
        let page = Page {
            title,
            view,
            theme: look.asked,
        };
        Box::new(Html::new(out, &page))
    } else if page.svg {
        Box::new(Svg::new(out, title, look.asked.unwrap_or(Theme::Dark)))
    } else {
        Box::new(Ansi::new(out, look.scheme))
    })
}

/// Standard output with a buffer, which must be [closed](close).
pub(crate) fn buffered() -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(BUFFER, unbuffered()?))
}

/// Writes what is left, so that a failure to write is seen.
pub(crate) fn close(mut out: BufWriter<File>) -> io::Result<()> {
    out.flush()
}
