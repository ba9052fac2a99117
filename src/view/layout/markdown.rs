//! The table in Markdown, for a README.

use std::ops::ControlFlow;

use super::block::{Block, Element, Row};
use super::pen::{Pen, bits_words};
use super::wrap::TIE;
use crate::view::doc::{Line, Role, Sink};

/// Draws all blocks; lines are as long as they are.
pub(super) fn draw(pen: &mut Pen<'_>, title: &Line, blocks: &[Block]) -> ControlFlow<()> {
    put(pen.out, &format!("# {}", escaped(title.text())))?;
    for block in blocks {
        if blocks.len() > 1 || !block.doc.is_empty() {
            put(pen.out, "")?;
            put(pen.out, &format!("## {}", escaped(&block.name)))?;
            let about = pen.about(block);
            if !about.is_empty() {
                put(pen.out, "")?;
                put(pen.out, &escaped(about.text()))?;
            }
        }
        if !block.rows.is_empty() {
            put(pen.out, "")?;
            put(pen.out, "| Bytes | Size | Field | Values |")?;
            put(pen.out, "| --- | --- | --- | --- |")?;
        }
        for row in &block.rows {
            cells(pen, row)?;
        }
        for note in [bits_words(block).unwrap_or(""), &block.note] {
            if !note.is_empty() {
                put(pen.out, "")?;
                put(pen.out, &escaped(note))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn cells(pen: &mut Pen<'_>, row: &Row) -> ControlFlow<()> {
    let meaning = pen.meaning(row);
    let (range, size) = (pen.range(row), pen.size(row));
    put_row(pen.out, &range, &size, &row.name, &meaning)?;
    let Some(filled) = row.filled.as_ref().filter(|it| !it.joined) else {
        return ControlFlow::Continue(());
    };
    for (i, element) in filled.elements.iter().enumerate() {
        if filled.skipped > 0 && i + 1 == filled.elements.len() {
            let mut more = Line::new();
            more.number(Role::Plain, filled.skipped);
            more.push(Role::Plain, " more");
            put_row(pen.out, pen.signs.ellipsis, "", "", &more)?;
        }
        let Element {
            name,
            start,
            end,
            value,
            sum,
            ..
        } = element;
        let range = if *end > start + 1 {
            format!("{start}{}{}", pen.dash(), end - 1)
        } else {
            start.to_string()
        };
        let size = end.saturating_sub(*start).to_string();
        let mut value = value.clone();
        if !sum.is_empty() {
            value.spaces(1);
            value.append(sum);
        }
        put_row(pen.out, &range, &size, name, &value)?;
    }
    ControlFlow::Continue(())
}

fn put_row(
    out: &mut dyn Sink,
    range: &str,
    size: &str,
    name: &str,
    meaning: &Line,
) -> ControlFlow<()> {
    let name = match name {
        "" => String::new(),
        name => format!("`{}`", name.replace(['`', '|'], "")),
    };
    let text = format!(
        "| {} | {} | {name} | {} |",
        escaped(range),
        escaped(size),
        escaped(meaning.text())
    );
    put(out, &text)
}

fn put(out: &mut dyn Sink, text: &str) -> ControlFlow<()> {
    let mut line = Line::new();
    line.untrusted(Role::Plain, text);
    out.line(&line)
}

/// Text whose characters all stand for themselves.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '[' | ']' | '#' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            TIE => out.push(' '),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            _ => out.push(c),
        }
    }
    out
}
