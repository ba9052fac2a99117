//! `meta`.

use std::sync::Arc;

use super::field::{Field, Map, Problems, check_id, quote};
use super::switch::read_cases;
use super::{extension, keys};
use crate::grammar::scalar;
use crate::grammar::spec::{EndianSpec, ImportSpec, MetaSpec, Style, Text};
use crate::grammar::yaml::Kind;
use crate::schema::{Detect, Endian};

/// Version of the language that is understood.
const VERSION: [u32; 3] = [0, 11, 0];

/// The oldest version that a grammar may ask for.
const OLDEST: [u32; 3] = [0, 6, 0];

const ENDIANS: [(&str, Endian); 2] = [("le", Endian::Le), ("be", Endian::Be)];

impl MetaSpec {
    /// Reads the `meta` of a grammar or of a nested type.
    pub(super) fn read(field: &Field<'_>, top: bool, problems: &mut Problems) -> Self {
        let Some(map) = field.as_map(problems) else {
            return Self::default();
        };
        let own: &[&str] = if top { keys::OWN_META } else { &[] };
        keys::check_with(&map, keys::META, own, "`meta`", why, problems);
        if let Some(id) = map.get("id").and_then(|f| f.as_text("a name", problems)) {
            check_id(&id, "a grammar", problems);
        }
        if let Some(version) = map.get("ks-version") {
            check_version(&version, problems);
        }
        let mut flag = |key| {
            map.get(key)
                .and_then(|f| f.as_bool(problems))
                .map(|b| b.value)
        };
        let debug = flag("ks-debug").unwrap_or_default();
        let opaque_types = flag("ks-opaque-types").unwrap_or_default();
        flag("ks-zero-copy-substream");
        let title = map.get("title").and_then(|f| f.as_text("a text", problems));
        Self {
            place: Some(map.place()),
            title: title.map(|t| t.value),
            file_extensions: extensions(&map, problems),
            license: map
                .get("license")
                .and_then(|f| f.as_text("a text", problems)),
            endian: map.get("endian").map(|f| EndianSpec::read(&f, problems)),
            bit_endian: map
                .get("bit-endian")
                .and_then(|f| f.as_word(&ENDIANS, problems)),
            encoding: map
                .get("encoding")
                .and_then(|f| f.as_text("an encoding", problems)),
            imports: imports(&map, problems),
            opaque_types,
            debug,
            detect: match map.get("-fmtview-detect") {
                Some(detect) if top => extension::read_detect(&detect, problems),
                _ => Detect::default(),
            },
        }
    }
}

/// Keys of types that people put into `meta`.
fn why(key: &str) -> Option<(String, String)> {
    let help = match key {
        "doc" | "doc-ref" => "it is a key of types: write it beside `meta`",
        "name" => "it is called `id`",
        "version" => "for the version of the language write `ks-version`",
        _ if keys::TYPE.contains(&key) => "write it beside `meta`, not in it",
        _ => return None,
    };
    Some((format!("`meta` has no key {}", quote(key)), help.into()))
}

fn extensions(map: &Map<'_>, problems: &mut Problems) -> Vec<Arc<str>> {
    let list = map
        .get("file-extension")
        .and_then(|f| f.as_list_or_one(problems));
    let texts = list.unwrap_or_default();
    let texts = texts.iter().filter_map(|f| f.as_text("a text", problems));
    texts
        .map(|t| t.value.trim_start_matches('.').into())
        .collect()
}

fn imports(map: &Map<'_>, problems: &mut Problems) -> Vec<ImportSpec> {
    let list = map
        .get("imports")
        .and_then(|f| f.as_list_or_one(problems))
        .unwrap_or_default();
    let mut imports = Vec::new();
    for field in list {
        let Some(text) = field.as_text("the name of a grammar", problems) else {
            continue;
        };
        if text.value.trim_matches('/').is_empty() {
            problems.push(field.error("expected the name of a grammar"));
            continue;
        }
        imports.push(ImportSpec { text });
    }
    imports
}

fn check_version(field: &Field<'_>, problems: &mut Problems) {
    let Some(text) = field.as_text("a version", problems) else {
        return;
    };
    let plain = text.style == Style::Plain;
    let written = if plain {
        scalar::shorten_fraction(&text.value)
    } else {
        &text.value
    };
    let Some(version) = parse_version(written) else {
        let message = format!("{} is no version", quote(written));
        let help = "a version is X.Y or X.Y.Z, of whole numbers without leading zeros";
        problems.push(field.error(message).help(help));
        return;
    };
    if version < OLDEST {
        let problem = field.error(format!("there is no version {written}: the first is 0.6"));
        problems.push(match written {
            "0.1" if *text.value != *written => {
                let help = "without quotes YAML takes 0.10 for the number 0.1: write `\"0.10\"`";
                problem.help(help)
            }
            _ => problem,
        });
    } else if version > VERSION {
        let message = format!(
            "the grammar needs version {written} of the language, but this program knows {}.{}",
            VERSION[0], VERSION[1]
        );
        let help = "give the lowest version that has what the grammar uses";
        problems.push(field.error(message).help(help));
    }
}

fn parse_version(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<&str> = text.split('.').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let mut version = [0; 3];
    for (part, number) in parts.iter().zip(&mut version) {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits || (part.len() > 1 && part.starts_with('0')) {
            return None;
        }
        *number = part.parse().unwrap_or(u32::MAX);
    }
    Some(version)
}

impl EndianSpec {
    fn read(field: &Field<'_>, problems: &mut Problems) -> Self {
        let spec = match field.kind() {
            Kind::Map(_) => Self::read_switch(field, problems),
            Kind::Scalar(_) => field.as_word(&ENDIANS, problems).map(Self::Fixed),
            Kind::List(_) => {
                problems.push(field.error("expected `le`, `be` or a map, found a list"));
                None
            }
        };
        spec.unwrap_or(Self::Broken)
    }

    fn read_switch(field: &Field<'_>, problems: &mut Problems) -> Option<Self> {
        let map = field.as_map(problems)?;
        let what = "a calculated byte order";
        keys::check(&map, keys::SWITCH, what, problems);
        let on = map
            .need("switch-on", what, problems)
            .and_then(|f| f.as_expr(problems));
        let case = |when: Text, value: &Field<'_>, problems: &mut Problems| {
            Some((when, value.as_word(&ENDIANS, problems)?))
        };
        let cases = read_cases(map.need("cases", what, problems), problems, case);
        Some(Self::Switch {
            place: map.place(),
            on: on?,
            cases: cases?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn versions() {
        assert_eq!(parse_version("0.10"), Some([0, 10, 0]));
        assert_eq!(parse_version("1.2.3"), Some([1, 2, 3]));
        assert_eq!(parse_version("0.99999999999"), Some([0, u32::MAX, 0]));
        for text in ["", "1", "0.7f", "0.07", "1.2.3.4", "1.", ".1", "-1.0"] {
            assert_eq!(parse_version(text), None, "{text}");
        }
    }
}
