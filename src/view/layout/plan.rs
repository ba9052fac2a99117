//! The blocks of a diagram from the grammar alone.

use super::alike::{fold_alike, say_once};
use super::block::{Block, Place, Row};
use super::describe::Describe;
use super::known::Known;
use super::measure::size_of;
use super::order::common_order;
use super::reduce::Sizes;
use super::used::Placed;
use super::variants::{discriminator, variants};
use crate::schema::{Endian, Schema, TypeId};
use crate::tree::Tree;
use crate::view::options::Signs;
use crate::view::words::first_sentence;

/// Makes blocks out of types.
pub(super) struct Plan<'s> {
    pub(super) schema: &'s Schema,
    pub(super) signs: &'static Signs,
    pub(super) ascii: bool,
    /// The byte order of all numbers, if they have one.
    pub(super) order: Option<Endian>,
    pub(super) placed: Placed,
}

impl<'s> Plan<'s> {
    pub(super) fn new(schema: &'s Schema, ascii: bool, signs: &'static Signs) -> Plan<'s> {
        let placed = Placed::new(schema);
        Plan {
            schema,
            signs,
            ascii,
            order: common_order(schema, &placed),
            placed,
        }
    }

    pub(super) fn describe(&self, known: Known<'s>) -> Describe<'s> {
        Describe {
            sizes: Sizes::new(known, self.ascii),
            signs: self.signs,
            order: self.order,
        }
    }

    pub(super) fn describe_type(&self, ty: TypeId) -> Describe<'s> {
        self.describe(Known::new(self.schema, ty))
    }

    /// All blocks: the file's own, its variants, then the types in it.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let root = self.schema.root;
        let mut blocks = self.variants();
        if blocks.is_empty() {
            let rows = self.rows(root, &self.describe_type(root));
            blocks.push(Block {
                name: self.main_name(&rows),
                size: size_of(&rows, self.ascii),
                rows,
                main: true,
                ..Block::default()
            });
        }
        for used in self.used(root) {
            let def = self.schema.ty(used.ty);
            let rows = self.rows(used.ty, &self.describe_type(used.ty));
            if rows.is_empty() {
                continue;
            }
            blocks.push(Block {
                name: def.name.to_string(),
                place: used.places.join(", "),
                size: size_of(&rows, self.ascii),
                doc: def.doc.as_deref().map(first_sentence).unwrap_or_default(),
                rows,
                ..Block::default()
            });
        }
        blocks
    }

    /// A block for each variant of the format, if its grammar tells variants
    /// apart.
    fn variants(&self) -> Vec<Block> {
        let root = self.schema.root;
        let mut blocks = Vec::new();
        let how = discriminator(self.schema, root).and_then(|(i, _)| {
            let instance = self.schema.root_type().instances.get(usize::from(i))?;
            Some(format!(
                "{}: {}",
                instance.attr.id,
                one_line(instance.attr.doc.as_deref()?)
            ))
        });
        for variant in variants(self.schema, root) {
            let entry = self
                .schema
                .enumeration(variant.enumeration)
                .entry(variant.value);
            let describe = self.describe(variant.known);
            let rows = self.rows(root, &describe);
            blocks.push(Block {
                name: entry.map_or_else(|| variant.value.to_string(), |it| title(&it.name)),
                // if the grammar explains the choice, that is said once
                place: if how.is_some() {
                    String::new()
                } else {
                    condition(&describe)
                },
                doc: entry
                    .and_then(|it| it.doc.as_deref())
                    .map(one_line)
                    .unwrap_or_default(),
                size: size_of(&rows, self.ascii),
                rows,
                main: true,
                ..Block::default()
            });
        }
        fold_alike(&mut blocks);
        say_once(&mut blocks);
        if let (Some(how), Some(last)) = (how, blocks.last_mut()) {
            last.note = how;
        }
        blocks
    }

    /// Which variant a file is of, if its grammar tells variants apart.
    pub(super) fn variant_of(&self, tree: &Tree<'_>) -> Option<String> {
        let (i, enumeration) = discriminator(self.schema, self.schema.root)?;
        let instance = self.schema.root_type().instances.get(usize::from(i))?;
        let value = tree.root().member(&instance.attr.id)?.value().ok()?;
        let entry = self
            .schema
            .enumeration(enumeration)
            .entry(value.as_int()?)?;
        Some(title(&entry.name))
    }

    /// What the file's own fields are called together.
    pub(super) fn main_name(&self, rows: &[Row]) -> String {
        let elsewhere = rows.iter().any(|row| matches!(row.place, Place::At(_)));
        if elsewhere && !size_of(rows, self.ascii).is_empty() {
            "header".into()
        } else {
            self.schema.root_type().name.to_string()
        }
    }
}

/// What was assumed of a variant, in words.
fn condition(describe: &Describe<'_>) -> String {
    let sizes = &describe.sizes;
    let texts: Vec<String> = sizes
        .known
        .conditions()
        .iter()
        .map(|(expr, holds)| {
            let words = sizes.words.condition(expr);
            let clause = words.strip_prefix("if ");
            match (holds, clause) {
                (true, _) => words,
                (false, Some(clause)) => format!("unless {clause}"),
                (false, None) => words.replacen("unless ", "if ", 1),
            }
        })
        .collect();
    texts.join(", ")
}

/// `fall_2016` as a title.
fn title(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut chars = spaced.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => spaced,
    }
}

/// A doc on one line.
fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}
