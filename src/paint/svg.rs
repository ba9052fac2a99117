//! Lines as a picture: text that can be selected, each piece at its column
//! whatever the font.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::inks::{Ground, Hex, ground, ink};
use super::markup::{class, escape, push};
use super::pieces::{Block, Kind, pieces};
use super::stretch::{Stretch, stretch};
use super::{Painter, Theme};
use crate::text;
use crate::view::doc::{Line, Role, Sink};

/// A picture of more lines is of no use to anybody.
const MOST_LINES: usize = 10_000;

/// Height of a line, in pixels, as all lengths here.
const LINE: usize = 18;

/// From the top of a line to where its letters stand.
const BASE: usize = 13;

/// Width of a column, in tenths.
const COLUMN: usize = 84;

/// Space around the text.
const MARGIN: usize = 14;

/// Draws lines. They are kept until the end, since a picture begins with its
/// size.
#[derive(Debug)]
pub struct Svg<W: Write> {
    out: W,
    title: String,
    theme: Theme,
    body: Vec<u8>,
    lines: usize,
    /// Columns of the widest line.
    columns: usize,
    /// By [`Role::index`].
    used: [bool; Role::COUNT],
    /// Lines that were left out.
    more: bool,
    stretches: Vec<Stretch>,
}

impl<W: Write> Svg<W> {
    /// Draws to `out` when all lines are there. The title is read out, and
    /// shown when a pointer rests on the picture.
    pub fn new(out: W, title: &str, theme: Theme) -> Svg<W> {
        Svg {
            out,
            title: text::escape(title).into_owned(),
            theme,
            body: Vec::new(),
            lines: 0,
            columns: 0,
            used: [false; Role::COUNT],
            more: false,
            stretches: Vec::new(),
        }
    }

    fn add(&mut self, line: &Line) {
        self.columns = self.columns.max(line.width());
        let top = MARGIN + LINE * self.lines;
        self.lines += 1;
        if line.text().trim().is_empty() {
            return;
        }
        stretch(line, &mut self.stretches);
        let stretches = std::mem::take(&mut self.stretches);
        self.blocks(line, &stretches, top);
        self.text(line, &stretches, top);
        self.stretches = stretches;
    }

    /// Draws what fills its cells: no font makes them meet.
    fn blocks(&mut self, line: &Line, stretches: &[Stretch], top: usize) {
        let mut column = 0;
        for part in stretches {
            for piece in pieces(part.text(line)) {
                if let Kind::Block(block) = piece.kind {
                    let (columns, quarters) = match block {
                        Block::LeftHalf => (5, 4),
                        Block::Shade(quarters) => (10 * piece.columns, quarters),
                    };
                    self.use_role(part.role);
                    self.body.extend_from_slice(b"<rect x=\"");
                    tenths(&mut self.body, 10 * MARGIN + COLUMN * column);
                    push(&mut self.body, format_args!("\" y=\"{top}\" width=\""));
                    tenths(&mut self.body, COLUMN * columns / 10);
                    push(&mut self.body, format_args!("\" height=\"{LINE}\""));
                    if !class(part.role).is_empty() {
                        push(
                            &mut self.body,
                            format_args!(" class=\"{}\"", class(part.role)),
                        );
                    }
                    if quarters < 4 {
                        let percent = 25 * usize::from(quarters);
                        push(&mut self.body, format_args!(" fill-opacity=\".{percent}\""));
                    }
                    self.body.extend_from_slice(b"/>\n");
                }
                column += piece.columns;
            }
        }
    }

    fn text(&mut self, line: &Line, stretches: &[Stretch], top: usize) {
        push(
            &mut self.body,
            format_args!("<text x=\"{MARGIN}\" y=\"{}\">", top + BASE),
        );
        let mut column = 0;
        for part in stretches {
            let text = part.text(line);
            if part.is_blank(line) {
                self.body.extend_from_slice(text.as_bytes());
                column += text.len();
                continue;
            }
            for piece in pieces(text) {
                self.piece(piece.text, piece.kind, piece.columns, column, part.role);
                column += piece.columns;
            }
        }
        self.body.extend_from_slice(b"</text>\n");
    }

    fn piece(&mut self, text: &str, kind: Kind, columns: usize, column: usize, role: Role) {
        self.use_role(role);
        let body = &mut self.body;
        body.extend_from_slice(b"<tspan x=\"");
        tenths(body, 10 * MARGIN + COLUMN * column);
        if columns > 1 {
            body.extend_from_slice(b"\" textLength=\"");
            tenths(body, COLUMN * columns);
            body.extend_from_slice(b"\" lengthAdjust=\"spacingAndGlyphs");
        }
        body.push(b'"');
        // what is drawn already is there to be copied
        let name = match kind {
            Kind::Block(_) => "k",
            _ => class(role),
        };
        if !name.is_empty() {
            push(body, format_args!(" class=\"{name}\""));
        }
        body.push(b'>');
        escape(body, text);
        body.extend_from_slice(b"</tspan>");
    }

    fn use_role(&mut self, role: Role) {
        if let Some(used) = self.used.get_mut(role.index()) {
            *used = true;
        }
    }

    fn head(&self) -> Vec<u8> {
        let ground = ground(self.theme);
        let width = (COLUMN * self.columns).div_ceil(10) + 2 * MARGIN;
        let height = LINE * self.lines + 2 * MARGIN;
        let mut head = Vec::new();
        push(
            &mut head,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\">\n<title>"
            ),
        );
        escape(&mut head, &self.title);
        push(
            &mut head,
            format_args!(
                "</title>\n<style>\n\
                 text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, \
                 \"DejaVu Sans Mono\", \"Liberation Mono\", monospace; white-space: pre }}\n\
                 text, rect {{ fill: {} }}\n.paper {{ fill: {} }}\n.k {{ fill: none }}\n\
                 g rect {{ shape-rendering: crispEdges }}\n",
                Hex(ground.text()),
                Hex(ground.paper())
            ),
        );
        for role in Role::all().filter(|role| self.used[role.index()]) {
            self.style(&mut head, ground, role);
        }
        head.extend_from_slice(b"</style>\n");
        push(
            &mut head,
            format_args!(
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n\
                 <g xml:space=\"preserve\">\n"
            ),
        );
        head
    }

    fn style(&self, head: &mut Vec<u8>, ground: Ground, role: Role) {
        if class(role).is_empty() {
            return;
        }
        let ink = ink(self.theme, ground, role);
        push(
            head,
            format_args!(".{} {{ fill: {}", class(role), Hex(ink.colour)),
        );
        for (wanted, style) in [
            (ink.bold, "; font-weight: bold"),
            (ink.italic, "; font-style: italic"),
            (ink.underline, "; text-decoration: underline"),
        ] {
            if wanted {
                head.extend_from_slice(style.as_bytes());
            }
        }
        head.extend_from_slice(b" }\n");
    }
}

impl<W: Write> Sink for Svg<W> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        if self.lines >= MOST_LINES {
            self.more = true;
            return ControlFlow::Break(());
        }
        self.add(line);
        ControlFlow::Continue(())
    }
}

impl<W: Write> Painter for Svg<W> {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if self.more {
            let mut line = Line::new();
            line.push(Role::Warning, "The picture ends here, at 10,000 lines.");
            self.add(&line);
        }
        self.out.write_all(&self.head())?;
        self.out.write_all(&self.body)?;
        self.out.write_all(b"</g>\n</svg>\n")?;
        self.out.flush()
    }
}

/// Adds a length that is given in tenths.
fn tenths(out: &mut Vec<u8>, length: usize) {
    if length.is_multiple_of(10) {
        push(out, format_args!("{}", length / 10));
    } else {
        push(out, format_args!("{}.{}", length / 10, length % 10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// What stands between head and end.
    fn body(lines: &[Line]) -> String {
        let mut out = Vec::new();
        let mut svg = Box::new(Svg::new(&mut out, "a<b", Theme::Dark));
        for line in lines {
            assert!(svg.line(line).is_continue());
        }
        svg.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("<title>a&lt;b</title>"), "{text}");
        let (_, body) = text.split_once("<g xml:space=\"preserve\">\n").unwrap();
        body.strip_suffix("</g>\n</svg>\n").unwrap().to_owned()
    }

    #[test]
    fn pieces_stand_at_their_columns() {
        let mut line = Line::new();
        line.push(Role::Section(0), "▌");
        line.spaces(1);
        line.byte(Role::Field(1), 0xb2);
        line.spaces(1);
        line.byte(Role::Field(1), 6);
        line.spaces(2);
        line.push(Role::Plain, "<推>");
        line.spaces(3);
        let expected = "\
<rect x=\"14\" y=\"14\" width=\"4.2\" height=\"18\" class=\"s0\"/>
<text x=\"14\" y=\"27\"><tspan x=\"14\" class=\"k\">▌</tspan> \
<tspan x=\"30.8\" textLength=\"42\" lengthAdjust=\"spacingAndGlyphs\" class=\"f1\">b2 06</tspan>\
<tspan x=\"72.8\" textLength=\"25.2\" lengthAdjust=\"spacingAndGlyphs\">  &lt;</tspan>\
<tspan x=\"98\" textLength=\"16.8\" lengthAdjust=\"spacingAndGlyphs\">推</tspan>\
<tspan x=\"114.8\">&gt;</tspan></text>
";
        assert_eq!(body(&[line]), expected);
    }

    #[test]
    fn underlines_do_not_run_on() {
        let mut line = Line::new();
        line.push(Role::Pointer, "a");
        line.spaces(1);
        line.push(Role::Pointer, "b");
        assert_eq!(
            body(&[line]),
            "<text x=\"14\" y=\"27\"><tspan x=\"14\" class=\"r\">a</tspan> \
             <tspan x=\"30.8\" class=\"r\">b</tspan></text>\n"
        );
    }

    #[test]
    fn pictures_end() {
        let mut out = Vec::new();
        let mut svg = Box::new(Svg::new(&mut out, "", Theme::Mono));
        let mut line = Line::new();
        line.push(Role::Plain, "a");
        let taken = (0..2 * MOST_LINES)
            .take_while(|_| svg.line(&line).is_continue())
            .count();
        assert_eq!(taken, MOST_LINES);
        svg.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(">The picture ends here, at 10,000 lines.<"));
    }
}
