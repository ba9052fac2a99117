//! Lines as a page: one file with all that it needs, written as it comes.

mod contents;
mod docs;
mod sheet;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::ops::ControlFlow;

use contents::Contents;
use docs::Docs;

use super::markup::{class, escape, push};
use super::pieces::{Block, Kind, pieces};
use super::stretch::{Stretch, stretch};
use super::{Painter, Theme};
use crate::schema::Severity;
use crate::text;
use crate::view::doc::{Line, Sink};
use crate::view::mark::{Mark, Place, PlaceKind, Places};

/// Lines of a part of the page that a browser lays out when it is seen.
const LINES: usize = 64;

/// Structures inside one another that can be collapsed; browsers count on no
/// more than some hundred elements inside one another.
const DEEPEST: usize = 100;

/// Places that wait for their first line.
const NEW: usize = 2048;

/// Marks that may still get another line.
const RECENT: usize = 512;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What stands on a page besides its lines.
#[derive(Debug, Clone, Copy)]
pub struct Page<'p> {
    /// The name of what is shown.
    pub title: &'p str,
    /// What is shown of it.
    pub view: &'p str,
    /// Colours; `None` leaves light and dark to the reader.
    pub theme: Option<Theme>,
}

/// Writes a page. Its memory does not grow with its lines, but for the lists of
/// fields and findings, which have a limit.
#[derive(Debug)]
pub struct Html<W: Write> {
    out: W,
    error: Option<io::Error>,
    /// Lines that are not written yet.
    part: Vec<u8>,
    /// How many these are.
    lines: usize,
    /// Structures that are open, and whether they are in this part.
    open: Vec<Mark>,
    /// Whose lines come at the moment.
    item: Option<Mark>,
    /// Whether the last line of these is empty.
    empty: bool,
    last: u32,
    /// Places that have no line yet, with their attributes.
    new: Vec<(Mark, Vec<u8>)>,
    /// Places that had a line not long ago, and how many elements.
    recent: Vec<(Mark, u32)>,
    contents: Contents,
    docs: Docs,
    stretches: Vec<Stretch>,
}

impl<W: Write> Html<W> {
    /// Writes the beginning of a page.
    pub fn new(out: W, page: &Page<'_>) -> Html<W> {
        let mut html = Html {
            out,
            error: None,
            part: Vec::new(),
            lines: 0,
            open: Vec::new(),
            item: None,
            empty: false,
            last: 0,
            new: Vec::new(),
            recent: Vec::new(),
            contents: Contents::default(),
            docs: Docs::default(),
            stretches: Vec::new(),
        };
        html.head(page);
        html
    }

    fn head(&mut self, page: &Page<'_>) {
        let title = text::escape(page.title);
        let out = &mut self.part;
        out.extend_from_slice(
            b"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
              <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
              <meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; \
              style-src &#39;unsafe-inline&#39;; script-src &#39;unsafe-inline&#39;\">\n<title>",
        );
        escape(out, &title);
        push(
            out,
            format_args!(" \u{b7} {}</title>\n<style>\n", page.view),
        );
        sheet::colours(out, page.theme);
        out.extend_from_slice(STYLE.as_bytes());
        out.extend_from_slice(b"</style>\n</head>\n<body>\n<header>\n<h1>");
        escape(out, &title);
        push(out, format_args!("</h1>\n<p>{}</p>\n", page.view));
        out.extend_from_slice(
            b"<div id=\"tools\" role=\"toolbar\" aria-label=\"Page\" hidden>\n\
              <input id=\"find\" type=\"search\" placeholder=\"Find: text, bytes, 0x1f\" \
              aria-label=\"Find text, bytes or an offset\">\n\
              <button type=\"button\" id=\"fold\">Collapse all</button>\n\
              <button type=\"button\" id=\"unfold\">Expand all</button>\n\
              <button type=\"button\" id=\"keys\" aria-label=\"Keys\">?</button>\n</div>\n\
              <p class=\"go\"><a href=\"#aside\">Contents</a></p>\n\
              </header>\n<main>\n<div id=\"dump\" role=\"tree\" tabindex=\"0\" aria-label=\"",
        );
        escape(out, page.view);
        out.extend_from_slice(b"\">\n");
        self.write_out();
        self.begin_part();
    }

    fn begin_part(&mut self) {
        self.part.extend_from_slice(b"<div class=\"u\">\n");
        for mark in self.open.iter().take(DEEPEST) {
            begin_group(&mut self.part, *mark);
        }
    }

    fn end_part(&mut self) {
        self.end_item();
        for _ in self.open.iter().take(DEEPEST) {
            self.part.extend_from_slice(b"</div>\n");
        }
        self.part.extend_from_slice(b"</div>\n");
        // how high it will be is known only now
        let style = format!(" style=\"--n:{}\"", self.lines);
        let at = b"<div class=\"u\"".len();
        self.part.splice(at..at, style.into_bytes());
        self.write_out();
        self.lines = 0;
    }

    fn write_out(&mut self) {
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.part)
        {
            self.error = Some(error);
        }
        self.part.clear();
    }

    fn end_item(&mut self) {
        if self.item.take().is_some() {
            // a line break at the end of a block shows nothing
            if self.empty {
                self.part.push(b'\n');
            }
            self.part.extend_from_slice(b"</div>\n");
        }
    }

    /// Begins the lines of a place, or of none.
    fn begin_item(&mut self, mark: Mark) {
        self.end_item();
        self.item = Some(mark);
        if !mark.is_some() {
            self.part.extend_from_slice(b"<div class=\"l\">");
            return;
        }
        let level = self.open.len() + 1;
        self.part.extend_from_slice(b"<div");
        if self.attributes(mark, "i") {
            push(
                &mut self.part,
                format_args!(" role=\"treeitem\" aria-level=\"{level}\" tabindex=\"-1\""),
            );
            self.contents.shown(mark, self.open.len().min(DEEPEST));
        }
        self.part.push(b'>');
    }

    /// Adds what tells whose element this is; says whether it is the first.
    fn attributes(&mut self, mark: Mark, class: &str) -> bool {
        let new = self.new.iter().rposition(|(other, _)| *other == mark);
        if let Some(at) = new {
            let (_, attributes) = self.new.swap_remove(at);
            push(
                &mut self.part,
                format_args!(" id=\"p{}\" class=\"{class}", mark.0),
            );
            self.part.extend_from_slice(&attributes);
            if self.recent.len() >= RECENT {
                self.recent.remove(0);
            }
            self.recent.push((mark, 0));
            return true;
        }
        match self
            .recent
            .iter_mut()
            .rev()
            .find(|(other, _)| *other == mark)
        {
            Some((_, count)) => {
                *count += 1;
                push(
                    &mut self.part,
                    format_args!(" id=\"p{}.{count}\" class=\"{class}\"", mark.0),
                );
            }
            None => push(&mut self.part, format_args!(" class=\"{class}\"")),
        }
        false
    }

    fn text(&mut self, line: &Line, row: Mark) {
        let mut stretches = std::mem::take(&mut self.stretches);
        stretch(line, &mut stretches);
        let mut part = row;
        for piece in &stretches {
            let mark = if piece.mark.is_some() {
                piece.mark
            } else {
                row
            };
            if mark != part {
                self.end_of_part(part, row);
                part = mark;
                if part != row {
                    self.part.extend_from_slice(b"<span");
                    if self.attributes(part, "m") {
                        self.contents.shown(part, self.open.len());
                    }
                    self.part.push(b'>');
                }
            }
            let name = if piece.is_blank(line) {
                ""
            } else {
                class(piece.role)
            };
            if name.is_empty() {
                letters(&mut self.part, piece.text(line));
            } else {
                push(&mut self.part, format_args!("<span class=\"{name}\">"));
                letters(&mut self.part, piece.text(line));
                self.part.extend_from_slice(b"</span>");
            }
        }
        self.end_of_part(part, row);
        self.stretches = stretches;
    }

    fn end_of_part(&mut self, part: Mark, row: Mark) {
        if part != row {
            self.part.extend_from_slice(b"</span>");
        }
    }

    fn tail(&mut self) {
        self.end_part();
        self.part
            .extend_from_slice(b"</div>\n</main>\n<aside id=\"aside\" aria-label=\"Contents\">\n");
        self.contents.write(&mut self.part);
        self.part.extend_from_slice(b"</aside>\n");
        self.docs.write(&mut self.part);
        self.part.extend_from_slice(
            b"<div id=\"status\" role=\"status\" aria-live=\"polite\"></div>\n\
              <dialog id=\"help\" aria-label=\"Keys\"></dialog>\n<script>\n",
        );
        self.part.extend_from_slice(SCRIPT.as_bytes());
        self.part
            .extend_from_slice(b"</script>\n</body>\n</html>\n");
        self.write_out();
    }
}

/// Adds text; what fills its cells is drawn by the style sheet, since no font
/// makes it meet.
fn letters(out: &mut Vec<u8>, text: &str) {
    if text.is_ascii() {
        return escape(out, text);
    }
    for piece in pieces(text) {
        let quarters = match piece.kind {
            Kind::Block(Block::LeftHalf) => 0,
            Kind::Block(Block::Shade(quarters)) => quarters,
            Kind::Same if piece.columns > piece.text.chars().count() => {
                // fonts seldom have them twice as wide as letters
                push(
                    out,
                    format_args!("<span class=\"w\" style=\"width:{}ch\">", piece.columns),
                );
                escape(out, piece.text);
                out.extend_from_slice(b"</span>");
                continue;
            }
            Kind::Ascii | Kind::Same => {
                escape(out, piece.text);
                continue;
            }
        };
        push(
            out,
            format_args!("<span class=\"q{quarters}\">{}</span>", piece.text),
        );
    }
}

fn begin_group(out: &mut Vec<u8>, mark: Mark) {
    push(
        out,
        format_args!("<div class=\"k\" role=\"group\" data-g=\"p{}\">\n", mark.0),
    );
}

impl<W: Write> Sink for Html<W> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        let mark = line.mark();
        if self.lines >= LINES {
            self.end_part();
            self.begin_part();
        } else if self.item == Some(mark) {
            self.part.push(b'\n');
        }
        if self.item != Some(mark) {
            self.begin_item(mark);
        }
        self.lines += 1;
        self.text(line, mark);
        self.empty = line.text().trim_end().is_empty();
        match self.error {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn places(&mut self) -> Option<&mut dyn Places> {
        Some(self)
    }
}

impl<W: Write> Places for Html<W> {
    fn place(&mut self, place: &Place<'_>) -> Mark {
        self.last = self.last.saturating_add(1);
        let mark = Mark(self.last);
        let mut attributes = Vec::new();
        let out = &mut attributes;
        // the class goes on from what tells a row from a part
        match place.kind {
            PlaceKind::Structure | PlaceKind::File => {
                out.extend_from_slice(b" v\" aria-expanded=\"true\"")
            }
            _ => out.push(b'"'),
        }
        let mut attribute = |name: &str, value: &str| {
            if !value.is_empty() {
                push(out, format_args!(" data-{name}=\""));
                escape(out, &text::escape(value));
                out.push(b'"');
            }
        };
        attribute("p", place.path);
        attribute("t", place.ty);
        if let Some(number) = self.docs.number(place.doc) {
            push(out, format_args!(" data-d=\"{number}\""));
        }
        if let Some(bytes) = &place.bytes {
            let length = bytes.end.saturating_sub(bytes.start);
            push(
                out,
                format_args!(" data-a=\"{}\" data-n=\"{length}\"", bytes.start),
            );
        }
        if place.decoded {
            out.extend_from_slice(b" data-s");
        }
        if !place.sample.is_empty() {
            out.extend_from_slice(b" data-b=\"");
            for byte in place.sample {
                push(out, format_args!("{byte:02x}"));
            }
            out.push(b'"');
        }
        if self.new.len() >= NEW {
            self.new.remove(0);
        }
        self.new.push((mark, attributes));
        self.contents.place(mark, place);
        mark
    }

    fn open(&mut self, mark: Mark) {
        self.end_item();
        if self.open.len() < DEEPEST {
            begin_group(&mut self.part, mark);
        }
        self.open.push(mark);
    }

    fn close(&mut self) {
        self.end_item();
        if self.open.pop().is_some() && self.open.len() < DEEPEST {
            self.part.extend_from_slice(b"</div>\n");
        }
    }

    fn finding(&mut self, mark: Mark, severity: Severity, path: &str, message: &str) {
        self.contents.finding(mark, severity, path, message);
    }
}

impl<W: Write> Painter for Html<W> {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.open.clear();
        self.tail();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}
