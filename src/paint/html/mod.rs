//! Lines as a page: one file with all that it needs, written as it comes.

mod contents;
mod docs;
mod places;
mod row;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use contents::Contents;
use docs::Docs;
use places::{Kinds, Shown, Told, add};
use row::{Looks, Row};

use super::markup::{class, escape, push};
use super::pieces::{Kind, pieces};
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

const STYLE: &str = include_str!("page.css");
/// One script of two parts.
const SCRIPT: [&str; 2] = [include_str!("rows.js"), include_str!("page.js")];

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
/// fields and findings and tables of what rows have in common, which have a
/// limit.
///
/// Rows are written as plain text. What a script needs to colour them and to
/// know the fields in them stands in few letters beside each part of the page;
/// it does so when the part is seen. So a browser can hold a page of a hundred
/// thousand rows.
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
    /// Whose lines come at the moment, and these.
    item: Option<Mark>,
    row: Row,
    /// Whether the last line of these is empty.
    empty: bool,
    last: u32,
    /// Places that have no line yet.
    new: Vec<Told>,
    /// Places that have their first line in this part.
    shown: Shown,
    /// The rows of this part: whose they are, and how they look.
    rows: String,
    /// Places that a link leads to, and those of them that have no name yet.
    named: HashSet<Mark>,
    unnamed: Vec<Mark>,
    kinds: Kinds,
    looks: Looks,
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
            row: Row::default(),
            empty: false,
            last: 0,
            new: Vec::new(),
            shown: Shown::default(),
            rows: String::new(),
            named: HashSet::new(),
            unnamed: Vec::new(),
            kinds: Kinds::default(),
            looks: Looks::default(),
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
              <noscript>Colours, and the bytes of fields, are shown by a script in this page.\
              </noscript>\n\
              </header>\n<main>\n<div id=\"dump\" role=\"region\" tabindex=\"0\" aria-label=\"",
        );
        escape(out, page.view);
        out.extend_from_slice(b"\">\n");
        self.write_out();
        self.begin_part();
    }

    fn begin_part(&mut self) {
        self.part.extend_from_slice(b"<div class=\"u\">");
        for mark in self.open.iter().take(DEEPEST) {
            begin_group(&mut self.part, *mark);
        }
        self.shown.begin(self.last);
        self.rows.clear();
    }

    fn end_part(&mut self) {
        self.end_item();
        for _ in self.open.iter().take(DEEPEST) {
            self.part.extend_from_slice(b"</div>");
        }
        self.part.extend_from_slice(b"</div>\n");
        // how high it will be, and what is in it, is known only now
        let mut about = Vec::new();
        push(
            &mut about,
            format_args!(
                " style=\"--n:{}\" data-b=\"{}\" data-r=\"{}\" data-m=\"",
                self.lines,
                self.shown.base(),
                self.rows
            ),
        );
        escape(&mut about, self.shown.lines());
        about.push(b'"');
        let at = b"<div class=\"u\"".len();
        self.part.splice(at..at, about);
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

    /// Ends the lines of a place, or of none, and writes them.
    fn end_item(&mut self) {
        let Some(mark) = self.item.take() else { return };
        let mut row = std::mem::take(&mut self.row);
        // a line break at the end of a block shows nothing
        if self.empty {
            row.end_line();
        }
        self.part.extend_from_slice(b"<div");
        if let Some(own) = row.names.iter().position(|name| *name == mark) {
            row.names.swap_remove(own);
            push(&mut self.part, format_args!(" id=\"p{}\"", mark.0));
        }
        self.part.push(b'>');
        for name in &row.names {
            push(&mut self.part, format_args!("<a id=\"p{}\"></a>", name.0));
        }
        row.write_text(&mut self.part);
        // no line breaks between elements: a browser keeps each
        self.part.extend_from_slice(b"</div>");
        if !self.rows.is_empty() {
            self.rows.push(' ');
        }
        match row.base {
            // blank if it is the next that was not shown yet
            Some(base) => {
                self.rows.push_str(if mark.is_some() { "" } else { "~" });
                if !row.first {
                    add(&mut self.rows, self.shown.relative(base));
                }
            }
            None => self.rows.push('!'),
        }
        self.looks.write(&mut self.rows, row.look());
    }

    /// Begins the lines of a place, or of none.
    fn begin_item(&mut self, mark: Mark) {
        self.end_item();
        self.item = Some(mark);
        self.row.names.append(&mut self.unnamed);
        if mark.is_some() {
            self.row.base = Some(mark);
            self.row.first = self.introduce(mark, self.open.len().min(DEEPEST));
        }
    }

    /// Says that a place has a line; gives whether it is the first.
    fn introduce(&mut self, mark: Mark, depth: usize) -> bool {
        let Some(at) = self.new.iter().rposition(|told| told.mark == mark) else {
            return false;
        };
        let told = self.new.swap_remove(at);
        self.shown.add(&told, &self.kinds);
        if self.contents.shown(mark, depth) && self.named.insert(mark) {
            self.row.names.push(mark);
        }
        true
    }

    fn text(&mut self, line: &Line, row: Mark) {
        let mut stretches = std::mem::take(&mut self.stretches);
        stretch(line, &mut stretches);
        for piece in &stretches {
            let part = Some(piece.mark).filter(|mark| mark.is_some() && *mark != row);
            if let Some(mark) = part {
                let first = self.introduce(mark, self.open.len());
                if self.row.base.is_none() {
                    self.row.base = part;
                    self.row.first = first;
                }
            }
            let name = if piece.is_blank(line) {
                ""
            } else {
                class(piece.role)
            };
            letters(&mut self.row, piece.text(line), name, part);
        }
        self.stretches = stretches;
    }

    fn tail(&mut self) {
        self.end_part();
        for name in std::mem::take(&mut self.unnamed) {
            push(&mut self.part, format_args!("<a id=\"p{}\"></a>", name.0));
        }
        self.part
            .extend_from_slice(b"</div>\n</main>\n<aside id=\"aside\" aria-label=\"Contents\">\n");
        self.contents.write(&mut self.part);
        self.part.extend_from_slice(b"</aside>\n");
        self.docs.write(&mut self.part);
        for (name, text) in [("kinds", self.kinds.lines()), ("looks", self.looks.all())] {
            push(&mut self.part, format_args!("<div id=\"{name}\" hidden>"));
            escape(&mut self.part, &text);
            self.part.extend_from_slice(b"</div>\n");
        }
        self.part.extend_from_slice(
            b"<div id=\"status\" role=\"status\" aria-live=\"polite\"></div>\n\
              <dialog id=\"help\" aria-label=\"Keys\"></dialog>\n\
              <script type=\"module\">\n",
        );
        for script in SCRIPT {
            self.part.extend_from_slice(script.as_bytes());
        }
        self.part
            .extend_from_slice(b"</script>\n</body>\n</html>\n");
        self.write_out();
    }
}

/// Adds text in one look; what is wider than its letters stands on its own,
/// since fonts seldom have it twice as wide.
fn letters(row: &mut Row, text: &str, class: &'static str, part: Option<Mark>) {
    if text.is_ascii() {
        return row.push(text, class, 0, part);
    }
    for piece in pieces(text) {
        let wide = piece.kind == Kind::Same && piece.columns > piece.text.chars().count();
        row.push(
            piece.text,
            class,
            if wide { piece.columns } else { 0 },
            part,
        );
    }
}

fn begin_group(out: &mut Vec<u8>, mark: Mark) {
    push(out, format_args!("<div class=\"k\" data-g=\"{}\">", mark.0));
}

impl<W: Write> Sink for Html<W> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        let mark = line.mark();
        if self.lines >= LINES {
            self.end_part();
            self.begin_part();
        } else if self.item == Some(mark) {
            self.row.end_line();
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
        let structure = matches!(place.kind, PlaceKind::Structure | PlaceKind::File);
        let flags = match (structure, place.decoded) {
            (false, false) => "",
            (true, false) => "v",
            (false, true) => "s",
            (true, true) => "vs",
        };
        let bytes = place.bytes.as_ref();
        let bytes = bytes.map(|it| (it.start, it.end.saturating_sub(it.start)));
        let doc = self.docs.number(place.doc);
        let ty = text::escape(place.ty);
        let mut sample = String::new();
        for byte in place.sample {
            add(&mut sample, format_args!("{byte:02x}"));
        }
        if self.new.len() >= NEW {
            self.new.remove(0);
        }
        self.new.push(Told {
            mark,
            path: text::escape(place.path).into_owned(),
            kind: self.kinds.number(flags, doc, &ty, bytes.map(|it| it.1)),
            bytes,
            sample,
        });
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
            self.part.extend_from_slice(b"</div>");
        }
    }

    fn finding(&mut self, mark: Mark, severity: Severity, path: &str, message: &str) {
        if self.contents.finding(mark, severity, path, message) && self.named.insert(mark) {
            self.unnamed.push(mark);
        }
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
