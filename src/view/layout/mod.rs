//! The structure diagram of a format, from its grammar alone or filled in from
//! a file.

mod alike;
mod amount;
mod apart;
mod block;
mod brackets;
mod constant;
mod describe;
mod fill;
mod grid;
mod inline;
mod known;
mod markdown;
mod measure;
mod order;
mod packet;
mod pen;
mod plan;
mod reduce;
mod rows;
mod ruler;
mod table;
mod tell;
mod used;
mod variants;
pub(super) mod wrap;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use crate::formats::Style;

use self::apart::apart;
use self::fill::Fill;
use self::pen::Pen;
use self::plan::Plan;
use super::doc::{Line, Role, Sink};
use super::number;
use super::options::{self, Signs};
use crate::schema::{Endian, Schema};
use crate::tree::Tree;

/// How a structure diagram is drawn.
#[derive(Debug, Clone)]
pub struct LayoutOptions {
    /// In which style.
    pub style: Style,
    /// Columns of the output.
    pub width: usize,
    /// Whether only ASCII is written; other letters become their numbers.
    pub ascii: bool,
    /// Bytes of a row in [`Style::Packet`]: 4 or 8.
    pub row: u8,
    /// Whether a [`Style::Table`] is written in Markdown.
    pub markdown: bool,
}

/// Draws the diagram of a grammar; with a tree, of the file that it decodes.
/// Gives `Break` if the sink stopped it.
pub fn layout<'a>(
    schema: &'a Schema,
    tree: Option<&Tree<'a>>,
    options: &LayoutOptions,
    out: &mut dyn Sink,
) -> ControlFlow<()> {
    let signs = if options.ascii {
        &options::ASCII
    } else {
        &options::UNICODE
    };
    let plan = Plan::new(schema, options.ascii, signs);
    let mut pen = Pen {
        out,
        width: options.width.max(20),
        ascii: options.ascii,
        signs,
        opened: false,
    };
    let blocks = match tree {
        Some(tree) => Fill::blocks(&plan, tree),
        None => plan.blocks(),
    };
    let title = title(&plan, tree, signs);
    if options.markdown {
        return markdown::draw(&mut pen, &title, &blocks);
    }
    pen.wrapped(&title, 0, 2)?;
    pen.blank()?;
    let mut blocks = match options.style {
        Style::Table => blocks,
        _ => apart(&pen, blocks),
    };
    tell::tell(&mut blocks, pen.out);
    match options.style {
        Style::Table => table::draw(&mut pen, &blocks),
        Style::Ruler => ruler::draw(&mut pen, &blocks),
        Style::Brackets => brackets::draw(&mut pen, &blocks),
        _ => packet::draw(&mut pen, &blocks, options.row),
    }
}

/// The name of the format, and what holds of all its numbers.
fn title(plan: &Plan<'_>, tree: Option<&Tree<'_>>, signs: &Signs) -> Line {
    let schema = plan.schema;
    let mut line = Line::new();
    match &schema.title {
        Some(title) => {
            line.untrusted(Role::Heading, title);
            line.push(Role::Comment, " (");
            line.untrusted(Role::Comment, &schema.id);
            line.push(Role::Comment, ")");
        }
        None => line.untrusted(Role::Heading, &schema.id),
    }
    if let Some(variant) = tree.and_then(|tree| plan.variant_of(tree)) {
        line.push(Role::Heading, ", ");
        line.untrusted(Role::Heading, &variant);
    }
    let dot = |line: &mut Line| {
        line.spaces(1);
        line.push(Role::Comment, signs.dot);
        line.spaces(1);
    };
    if let Some(order) = plan.order {
        dot(&mut line);
        line.push(
            Role::Comment,
            match order {
                Endian::Le => "all numbers little-endian",
                Endian::Be => "all numbers big-endian",
            },
        );
    }
    if let Some(tree) = tree {
        dot(&mut line);
        let len = tree.file().len() as u64;
        number::count(&mut line, Role::Comment, len, "byte", "bytes");
    }
    line
}
