//! Types whose objects hold another of the same type in every case: reading one
//! never ends. What is read by instances alone may never be asked for.

use super::circles::{Need, circles};
use super::problem::Problem;
use super::spec::{AttrType, Library, TypeSpec};
use crate::schema::{DataType, Repeat, Schema, Severity};
use crate::text::{Loc, listed};

const HELP: &str = "put one of the fields under `if`, `repeat` or a type switch, or make it an \
                    instance, so that some object is the last";

/// Warns of such types in the main grammar.
pub(super) fn check(schema: &Schema, library: &Library, problems: &mut Vec<Problem>) {
    let main = schema.root_type().loc.file;
    let fields: Vec<Vec<Need<usize>>> = schema
        .types
        .iter()
        .map(|ty| {
            let fields = ty.seq.iter().enumerate();
            fields
                .filter(|(_, attr)| attr.cond.is_none() && matches!(attr.repeat, Repeat::Once))
                .filter_map(|(key, attr)| match &attr.data {
                    DataType::User { ty, .. } => Some(Need {
                        other: ty.0 as usize,
                        key,
                        loc: attr.loc,
                    }),
                    _ => None,
                })
                .collect()
        })
        .collect();
    let read = read_in_order(schema);
    for mut circle in circles(&fields) {
        let mut types = circle.iter().map(|(at, _)| *at);
        let first = types.position(|at| schema.types[at].loc.file == main && read[at]);
        let Some(first) = first else { continue };
        circle.rotate_left(first);
        let names: Vec<String> = circle
            .iter()
            .map(|(at, _)| format!("`{}`", schema.types[*at].name))
            .collect();
        let mut help = HELP.to_owned();
        let message = match names.as_slice() {
            [name] => format!("each {name} holds another one, so that reading one never ends"),
            [a, b] => {
                format!("each {a} holds a {b} and each {b} a {a}, so that reading one never ends")
            }
            names => {
                let chain = listed(names.iter().chain(names.first()).map(String::as_str));
                help = format!("each holds the next: {chain}; {HELP}");
                format!(
                    "each {} holds another one by way of others, so that reading one never ends",
                    names[0]
                )
            }
        };
        let Some((at, need)) = circle.first() else {
            continue;
        };
        let attr = &schema.types[*at].seq[need.key];
        let path = format!("{}/type", attr.path);
        let top = library.files.first().map(|file| &file.top);
        let loc = top.and_then(|top| type_of(top, &path)).unwrap_or(need.loc);
        problems.push(Problem {
            severity: Severity::Warning,
            path,
            loc,
            message,
            help: Some(help),
        });
    }
}

/// For each type, whether objects of it are read without instances.
fn read_in_order(schema: &Schema) -> Vec<bool> {
    let mut read = vec![false; schema.types.len()];
    let mut left = vec![schema.root.0 as usize];
    while let Some(at) = left.pop() {
        if std::mem::replace(&mut read[at], true) {
            continue;
        }
        let held = schema.types[at].seq.iter();
        let held = held.flat_map(|attr| attr.data.outcomes());
        left.extend(held.filter_map(|data| match data {
            DataType::User { ty, .. } => Some(ty.0 as usize),
            _ => None,
        }));
    }
    read
}

/// Where the type of a field stands, by its path.
fn type_of(ty: &TypeSpec, path: &str) -> Option<Loc> {
    let own = ty.seq.iter().find_map(|attr| match &attr.ty {
        AttrType::Name(name) => {
            let place = &name.text.place;
            (place.path.to_string() == path).then_some(place.loc)
        }
        _ => None,
    });
    own.or_else(|| ty.types.iter().find_map(|inner| type_of(inner, path)))
}
