//! `enums`.

use std::collections::HashMap;
use std::sync::Arc;

use super::field::{Field, Map, Pair, Problems, check_id, no_int, quote};
use super::keys;
use crate::grammar::problem::Problem;
use crate::grammar::scalar::{self, NoInt};
use crate::grammar::spec::{DocSpec, EnumEntrySpec, EnumSpec, Path, Place, Spanned, Text};
use crate::grammar::yaml::Kind;

impl EnumSpec {
    pub(super) fn read(name: Text, field: &Field<'_>, problems: &mut Problems) -> Self {
        let place = field.place();
        let mut entries = Vec::new();
        if let Some(map) = field.as_map(problems) {
            for pair in map.pairs() {
                entries.extend(read_entry(&map, pair, problems));
            }
        }
        check_unique(&entries, problems);
        Self {
            name,
            place,
            entries,
        }
    }
}

fn read_entry(map: &Map<'_>, pair: Pair<'_>, problems: &mut Problems) -> Option<EnumEntrySpec> {
    let value = match scalar::int(&pair.key.value) {
        Ok(value) => value,
        Err(why) => {
            let found = quote(&pair.key.value);
            let other = format!("{found} is no integer");
            let problem = no_int(&found, why, &other, &map.place()).at(pair.key.place.loc);
            problems.push(match why {
                NoInt::Other => problem.help("an entry of an enum is `number: name`"),
                NoInt::TooLarge | NoInt::Ambiguous => problem,
            });
            return None;
        }
    };
    // the path names the number, however it is written
    let path = map.place().path.key(value.to_string());
    let key_place = Place {
        loc: pair.key.place.loc,
        path: path.clone(),
    };
    let (name, doc) = read_name(&pair.value, &path, problems)?;
    Some(EnumEntrySpec {
        value: Spanned {
            value,
            place: key_place,
        },
        name,
        doc,
    })
}

fn read_name(field: &Field<'_>, path: &Path, problems: &mut Problems) -> Option<(Text, DocSpec)> {
    let mut found = Vec::new();
    let result = match field.kind() {
        Kind::Map(_) => field.as_map(&mut found).and_then(|map| {
            keys::check(&map, keys::ENUM_ENTRY, "a member of an enum", &mut found);
            let doc = DocSpec::read(&map, &mut found);
            let id = map.need("id", "a member of an enum", &mut found)?;
            Some((id.as_text("a name", &mut found)?, doc))
        }),
        Kind::Scalar(scalar) if scalar.is_null() && !scalar.value.is_empty() => {
            let message = format!("expected a name or a map, found {}", field.describe());
            let help = format!("for this name write it in quotes: `\"{}\"`", scalar.value);
            found.push(field.error(message).help(help));
            None
        }
        Kind::Scalar(_) | Kind::List(_) => field
            .as_text("a name or a map", &mut found)
            .map(|name| (name, DocSpec::default())),
    };
    let result = result.map(|(mut name, doc)| {
        name.place.path = path.clone();
        check_id(&name, "a member of an enum", &mut found);
        (name, doc)
    });
    let written = field.path().to_string();
    let wanted = path.to_string();
    for problem in &mut found {
        if let Some(rest) = problem.path.strip_prefix(&written) {
            problem.path = format!("{wanted}{rest}");
        }
    }
    problems.append(&mut found);
    result
}

/// Reports names and numbers that stand twice.
fn check_unique(entries: &[EnumEntrySpec], problems: &mut Problems) {
    let mut names: HashMap<Arc<str>, &Path> = HashMap::new();
    let mut values: HashMap<i128, &Text> = HashMap::new();
    for entry in entries {
        let path = &entry.value.place.path;
        if let Some(first) = names.insert(entry.name.value.clone(), path) {
            let message = format!("the name `{}` is taken", entry.name.value);
            problems.push(
                Problem::error(&entry.name.place, message)
                    .help(format!("it stands at {first} already")),
            );
        }
        if let Some(first) = values.insert(entry.value.value, &entry.name) {
            let message = format!("the number {} stands here a second time", entry.value.value);
            let help = format!("it is called `{}` already", first.value);
            problems.push(Problem::error(&entry.value.place, message).help(help));
        }
    }
}
