//! Standard output, and who writes views to it.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, IsTerminal, Write};

use fmtview::paint::{Ascii, Html, Page, Painter, Svg, Theme};

use super::args::PageArgs;
use super::progress;
use super::settings::Look;

/// How much is gathered before it is written, in bytes.
const BUFFER: usize = 64 << 10;

/// Where output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A terminal.
    Terminal,
    /// A file, or where nobody sees it.
    Kept,
    /// Another program.
    Program,
}

impl Goal {
    fn of(out: &File) -> io::Result<Goal> {
        Ok(if out.is_terminal() {
            Goal::Terminal
        } else if is_kept(&out.metadata()?) {
            Goal::Kept
        } else {
            Goal::Program
        })
    }
}

#[cfg(unix)]
fn is_kept(out: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = out.file_type();
    !kind.is_fifo() && !kind.is_socket()
}

#[cfg(not(unix))]
fn is_kept(out: &Metadata) -> bool {
    out.is_file()
}

/// Standard output as the writers of this program see it.
#[derive(Debug)]
pub(crate) struct Out {
    file: File,
    goal: Goal,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        progress::write(self.goal, bytes, |bytes| self.file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // nothing is gathered here
    }
}

/// Standard output without a buffer, for writers that have their own.
pub(crate) fn unbuffered() -> io::Result<Out> {
    let file = raw()?;
    let goal = Goal::of(&file)?;
    Ok(Out { file, goal })
}

/// Standard output itself. It is a duplicate of the descriptor because the
/// standard library's handle looks for line ends in everything that it writes.
pub(super) fn raw() -> io::Result<File> {
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
    let painter: Box<dyn Painter> = if page.html {
        let page = Page {
            title,
            view,
            theme: look.asked,
        };
        Box::new(Html::new(unbuffered()?, &page))
    } else if page.svg {
        Box::new(Svg::new(
            unbuffered()?,
            title,
            look.asked.unwrap_or(Theme::Dark),
        ))
    } else {
        return Ok(Box::new(look.screen()?));
    };
    Ok(if look.ascii {
        Box::new(Ascii(painter))
    } else {
        painter
    })
}

/// Standard output with a buffer, which must be [closed](close).
pub(crate) fn buffered() -> io::Result<BufWriter<Out>> {
    Ok(BufWriter::with_capacity(BUFFER, unbuffered()?))
}

/// Writes what is left, so that a failure to write is seen.
pub(crate) fn close(mut out: BufWriter<Out>) -> io::Result<()> {
    out.flush()
}
