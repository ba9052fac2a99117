//! YAML to spec: the keys of each map, the kind of each value, and every rule
//! that needs neither names nor types.

mod attr;
mod bytes;
mod enums;
mod extension;
mod field;
mod instance;
pub(super) mod keys;
mod meta;
mod switch;
mod types;
mod valid;

use std::sync::Arc;

use super::problem::Problem;
use super::spec::{GrammarSpec, TypeSpec};
use super::yaml;
use crate::text::FileId;

/// Reads one grammar file. `None` if it is no YAML, or no map.
pub(super) fn grammar(
    file: FileId,
    name: Arc<str>,
    text: &str,
    problems: &mut Vec<Problem>,
) -> Option<GrammarSpec> {
    let mut found = Vec::new();
    let top = yaml::parse(text, file, &mut found)
        .and_then(|node| TypeSpec::read_top(&field::Field::root(&node), &mut found));
    // in the order of the text; what a map lacks comes after what is wrong in it
    found.sort_by_key(|p| (p.loc.end, std::cmp::Reverse(p.loc.start)));
    problems.append(&mut found);
    Some(GrammarSpec {
        file,
        name,
        top: top?,
        imports: vec![],
        opaque: vec![],
        incomplete: false,
    })
}

/// What a type inherits from the types around it.
#[derive(Debug, Clone, Copy, Default)]
struct Defaults {
    /// There is a default byte order.
    endian: bool,
    /// There is a default encoding.
    encoding: bool,
}

#[cfg(test)]
mod tests;
