//! Lines as text with escape codes, or as plain text. The only file that knows
//! about escape codes.

use std::io::{self, Write};
use std::ops::ControlFlow;

use owo_colors::Style;

use super::{Painter, Scheme};
use crate::view::doc::{Direct, Gather, Line, Role, Sink};

/// Ends every style.
pub const RESET: &[u8] = b"\x1b[0m";

/// Written out when the buffer holds so much.
const FULL: usize = 64 << 10;

/// The escape codes of each role.
#[derive(Debug, Clone)]
pub struct Codes {
    /// By [`Role::index`]: what starts the role. Empty if it looks plain.
    start: Vec<Box<[u8]>>,
    /// By [`Role::index`]: roles of one number look the same; 0 looks plain.
    looks: [u8; Role::COUNT],
    /// By [`Role::index`]: whether it must be ended before another starts,
    /// since it does more than set the colour of the text.
    sticky: [bool; Role::COUNT],
    /// By [`Role::index`]: whether it leaves the colour of the text as it is, so
    /// that one before it must be ended.
    bare: [bool; Role::COUNT],
    /// Whether the role of some byte, or of an offset, is sticky.
    sticky_bytes: bool,
    plain: bool,
}

impl Codes {
    /// The codes of a scheme; `None` writes no codes at all.
    #[must_use]
    pub fn new(scheme: Option<Scheme>) -> Codes {
        let start: Vec<Box<[u8]>> = Role::all()
            .map(|role| scheme.map_or_else(Box::default, |scheme| code(scheme.style(role))))
            .collect();
        let mut looks = [0; Role::COUNT];
        let mut sticky = [false; Role::COUNT];
        let mut bare = [false; Role::COUNT];
        for (i, code) in start.iter().enumerate() {
            let first = start.iter().position(|other| other == code).unwrap_or(i);
            looks[i] = if code.is_empty() { 0 } else { first as u8 + 1 };
            sticky[i] = !sets_only_colour(code);
            bare[i] = !sets_colour(code);
        }
        let sticky_bytes = Role::all()
            .any(|role| matches!(role, Role::Offset | Role::Byte(_)) && sticky[role.index()]);
        let plain = looks.iter().all(|&look| look == 0);
        Codes {
            start,
            looks,
            sticky,
            bare,
            sticky_bytes,
            plain,
        }
    }

    /// What starts a role after a reset.
    #[must_use]
    pub fn start(&self, role: Role) -> &[u8] {
        self.start.get(role.index()).map_or(&[], |code| code)
    }

    /// What ends all styles: nothing where there are none.
    #[must_use]
    pub fn reset(&self) -> &'static [u8] {
        if self.plain { b"" } else { RESET }
    }

    /// Adds what changes from any of the bytes' roles to this one.
    pub(super) fn append_switch(&self, role: Role, out: &mut Vec<u8>) {
        // a style that leaves the colour alone ends the one before as well
        if self.sticky_bytes || self.is_bare(role) {
            out.extend_from_slice(self.reset());
        }
        out.extend_from_slice(self.start(role));
    }

    fn is_bare(&self, role: Role) -> bool {
        self.bare[role.index()]
    }
}

/// The codes of a style: the colour of its text in one of its own. Not every
/// reader of codes takes what follows a long colour for what it is.
fn code(style: Style) -> Box<[u8]> {
    let text = style.prefix_formatter().to_string();
    match colour_length(text.as_bytes()).filter(|&end| text.as_bytes().get(end) == Some(&b';')) {
        Some(end) => format!("{}m\x1b[{}", &text[..end], &text[end + 1..]),
        None => text,
    }
    .into_bytes()
    .into()
}

/// Where the long colour ends that a code begins with: `38;5;N`, `38;2;R;G;B`.
fn colour_length(code: &[u8]) -> Option<usize> {
    let numbers = match code.strip_prefix(b"\x1b[38;")? {
        [b'5', ..] => 3,
        [b'2', ..] => 5,
        _ => return None,
    };
    code.iter()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b';' | b'm'))
        .nth(numbers - 1)
        .map(|(at, _)| at)
}

/// Whether a code is one that the next colour replaces.
fn sets_only_colour(code: &[u8]) -> bool {
    if let Some(end) = colour_length(code) {
        return code.get(end..) == Some(b"m");
    }
    match code {
        [] => true,
        [0x1b, b'[', colour @ .., b'm'] => matches!(colour, [b'3' | b'9', b'0'..=b'9']),
        _ => false,
    }
}

/// Whether a code sets the colour of the text, whatever else it does.
fn sets_colour(code: &[u8]) -> bool {
    matches!(code, [0x1b, b'[', b'3' | b'9', b'0'..=b'9', ..])
}

/// Writes lines through one buffer. An escape code is written only where the
/// style changes, and none is open at the end of a line.
#[derive(Debug)]
pub struct Ansi<W: Write> {
    out: W,
    buffer: Vec<u8>,
    codes: Codes,
    /// Whether nothing but ASCII is written.
    ascii: bool,
    /// The first error of `out`; nothing is written after it.
    error: Option<io::Error>,
}

impl<W: Write> Ansi<W> {
    /// Writes to `out`, in the colours of a scheme or without any.
    pub fn new(out: W, scheme: Option<Scheme>) -> Ansi<W> {
        Ansi {
            out,
            buffer: Vec::with_capacity(FULL + 4096),
            codes: Codes::new(scheme),
            ascii: false,
            error: None,
        }
    }

    /// The same, but writes nothing but ASCII.
    #[must_use]
    pub fn ascii(mut self, ascii: bool) -> Ansi<W> {
        self.ascii = ascii;
        self
    }

    /// Writes what is left in the buffer.
    ///
    /// # Errors
    /// The first error that the writer met.
    pub fn finish(mut self) -> io::Result<()> {
        self.write_out();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Writes what is in the buffer now.
    ///
    /// # Errors
    /// The first error that the writer met.
    pub fn send(&mut self) -> io::Result<()> {
        self.write_out();
        self.error.take().map_or(Ok(()), Err)
    }

    /// What it writes to.
    pub fn writer(&mut self) -> &mut W {
        &mut self.out
    }

    /// The codes that it writes.
    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Writes finished bytes; past the buffer if there are many.
    pub(super) fn write(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let few = bytes.len() < FULL / 4;
        if !few || self.buffer.len() + bytes.len() > FULL {
            self.write_out();
        }
        if few {
            self.buffer.extend_from_slice(bytes);
        } else if self.error.is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.error = Some(error);
        }
        self.flow()
    }

    /// Whether anything still listens.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.error.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn write_out(&mut self) {
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.buffer)
        {
            self.error = Some(error);
        }
        self.buffer.clear();
    }
}

impl<W: Write> Painter for Ansi<W> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        (*self).finish()
    }
}

impl<W: Write> Sink for Ansi<W> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        if self.buffer.len() >= FULL {
            self.write_out();
        }
        if self.ascii && !line.text().is_ascii() {
            append_line(&mut self.buffer, Role::Plain, &line.in_ascii(), &self.codes);
        } else {
            append_line(&mut self.buffer, Role::Plain, line, &self.codes);
        }
        self.flow()
    }

    fn direct(&mut self) -> Option<&mut dyn Direct> {
        Some(self)
    }

    fn apart(&self) -> Option<Box<dyn Gather + Send>> {
        Some(Box::new(Ansi {
            out: Vec::new(),
            buffer: Vec::new(),
            codes: self.codes.clone(),
            ascii: self.ascii,
            error: None,
        }))
    }
}

impl Gather for Ansi<Vec<u8>> {
    fn take(&mut self, next: Vec<u8>) -> Vec<u8> {
        self.write_out();
        std::mem::replace(&mut self.out, next)
    }
}

impl<W: Write> Direct for Ansi<W> {
    fn begin(&self, open: Role, role: Role, blank: bool, out: &mut Vec<u8>) -> Role {
        let was = open.index();
        match self.codes.begin(was, role.index(), || blank, out) == was {
            true => open,
            false => role,
        }
    }

    fn end(&self, open: Role, out: &mut Vec<u8>) {
        self.codes.end(open.index(), out);
    }

    fn rest(&self, open: Role, line: &Line, out: &mut Vec<u8>) {
        if self.ascii && !line.text().is_ascii() {
            append_line(out, open, &line.in_ascii(), &self.codes);
        } else {
            append_line(out, open, line, &self.codes);
        }
    }

    fn lines(&mut self, lines: &[u8]) -> ControlFlow<()> {
        self.write(lines)
    }
}

impl Codes {
    /// Adds what starts a piece of text, if it must look other than what is
    /// open; gives what is open then. Both are [`Role::index`].
    #[inline]
    fn begin(
        &self,
        open: usize,
        role: usize,
        blank: impl FnOnce() -> bool,
        out: &mut Vec<u8>,
    ) -> usize {
        let (now, next) = (self.looks[open], self.looks[role]);
        // a space looks the same in every colour, but not underlined
        if now == next || (!self.sticky[open] && blank()) {
            return open;
        }
        if now != 0 && (self.bare[role] || self.sticky[open]) {
            out.extend_from_slice(RESET);
        }
        if let Some(code) = self.start.get(role) {
            out.extend_from_slice(code);
        }
        role
    }

    #[inline]
    fn end(&self, open: usize, out: &mut Vec<u8>) {
        if self.looks[open] != 0 {
            out.extend_from_slice(RESET);
        }
        out.push(b'\n');
    }
}

fn append_line(buffer: &mut Vec<u8>, open: Role, line: &Line, codes: &Codes) {
    // spaces at the end would only be seen by people who copy the text
    let all = line.text().as_bytes();
    let spaces = all.iter().rev().take_while(|&&byte| byte == b' ').count();
    let mut rest = all.len() - spaces;
    if codes.plain {
        buffer.extend_from_slice(all.get(..rest).unwrap_or(all));
        buffer.push(b'\n');
        return;
    }
    let mut open = open.index();
    for span in line.spans() {
        let text = span.text.as_bytes();
        let text = text.get(..rest).unwrap_or(text);
        rest -= text.len();
        if text.is_empty() {
            break;
        }
        let blank = || text.iter().all(|&b| b == b' ');
        open = codes.begin(open, span.role.index(), blank, buffer);
        buffer.extend_from_slice(text);
    }
    codes.end(open, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Depth, Ground, Theme};
    use crate::view::doc::ByteClass;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(theme: Option<Theme>, line: &Line, expected: &str) {
        check_scheme(theme.map(Scheme::from), line, expected);
    }

    #[track_caller]
    fn check_scheme(scheme: Option<Scheme>, line: &Line, expected: &str) {
        let mut out = Vec::new();
        let mut ansi = Ansi::new(&mut out, scheme);
        assert_eq!(ansi.line(line), ControlFlow::Continue(()));
        ansi.finish().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    fn sample() -> Line {
        let mut line = Line::new();
        line.hex(Role::Offset, 10, 8);
        line.spaces(1);
        line.byte(Role::Field(0), 0xb2);
        line.spaces(1);
        line.byte(Role::Field(1), 0x06);
        line.spaces(1);
        line.push(Role::Error, "✗");
        line.number(Role::Number, 1714);
        line.spaces(3);
        line
    }

    #[test]
    fn plain_text_has_no_codes() {
        check(None, &sample(), "0000000a b2 06 ✗1714\n");
    }

    #[test]
    fn codes_come_where_the_style_changes() {
        let expected = "\x1b[90m0000000a \x1b[36mb2 \x1b[33m06 \x1b[31;1m✗\x1b[0m1714\n";
        check(Some(Theme::Dark), &sample(), expected);
    }

    #[test]
    fn bold_and_dim_end_before_the_next_style() {
        let mut line = Line::new();
        line.byte(Role::FieldNull(0), 0);
        line.spaces(1);
        line.byte(Role::Field(0), 1);
        check(
            Some(Theme::Dark),
            &line,
            "\x1b[36;2m00\x1b[0m \x1b[36m01\x1b[0m\n",
        );
        let mut line = Line::new();
        line.byte(Role::Byte(ByteClass::Null), 0);
        line.byte(Role::Byte(ByteClass::High), 0xff);
        check(
            Some(Theme::Mono),
            &line,
            "\x1b[2m00\x1b[0m\x1b[1mff\x1b[0m\n",
        );
    }

    #[test]
    fn a_style_without_colour_ends_the_colour_before() {
        let mut line = Line::new();
        line.push(Role::Section(0), "|");
        line.push(Role::Heading, "level");
        line.push(Role::Pointer, "x");
        check(
            Some(Theme::Light),
            &line,
            "\x1b[36m|\x1b[0m\x1b[1mlevel\x1b[0m\x1b[34;4mx\x1b[0m\n",
        );
        let scheme = |depth| {
            Some(Scheme {
                theme: Theme::Colorblind,
                ground: Ground::Light,
                depth,
            })
        };
        check_scheme(
            scheme(Depth::Xterm256),
            &line,
            "\x1b[38;5;25m|\x1b[0m\x1b[1mlevel\x1b[0m\x1b[38;5;25m\x1b[4mx\x1b[0m\n",
        );
        check_scheme(
            scheme(Depth::Direct),
            &line,
            "\x1b[38;2;0;114;178m|\x1b[0m\x1b[1mlevel\x1b[0m\x1b[38;2;0;114;178m\x1b[4mx\x1b[0m\n",
        );
    }

    #[test]
    fn closed_pipes_stop_the_view() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut ansi = Ansi::new(Closed, None);
        let line = sample();
        let lines = (0..1_000_000)
            .take_while(|_| ansi.line(&line).is_continue())
            .count();
        assert!(
            lines < 10_000,
            "{lines} lines were written into a closed pipe"
        );
        assert_eq!(ansi.finish().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
