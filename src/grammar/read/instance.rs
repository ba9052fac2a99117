//! `instances`.

use super::Defaults;
use super::field::{Field, Map, Problems};
use super::keys;
use crate::grammar::spec::{AttrSpec, InstanceKind, InstanceSpec, Text};

impl InstanceSpec {
    pub(super) fn read(
        id: Text,
        field: &Field<'_>,
        here: Defaults,
        problems: &mut Problems,
    ) -> Self {
        let Some(map) = field.as_map(problems) else {
            let attr = AttrSpec::broken(field.place(), Some(id.clone()));
            return Self {
                id,
                attr,
                kind: InstanceKind::Broken,
            };
        };
        match map.get("value") {
            Some(value) => Self::read_value(id, &map, &value, problems),
            None => {
                let pos = map.get("pos").and_then(|f| f.as_expr(problems));
                let io = map.get("io").and_then(|f| f.as_expr(problems));
                let attr = AttrSpec::read_instance(&map, id.clone(), here, problems);
                Self {
                    id,
                    attr,
                    kind: InstanceKind::Parse { pos, io },
                }
            }
        }
    }

    fn read_value(id: Text, map: &Map<'_>, value: &Field<'_>, problems: &mut Problems) -> Self {
        let what = "a value instance";
        let own = keys::OWN_ATTR;
        keys::check_with(map, keys::VALUE_INSTANCE, own, what, why, problems);
        let attr = AttrSpec::read_computed(map, id.clone(), problems);
        let kind = value
            .as_expr(problems)
            .map_or(InstanceKind::Broken, InstanceKind::Value);
        Self { id, attr, kind }
    }
}

/// Keys of parse instances in a value instance.
fn why(key: &str) -> Option<(String, String)> {
    let of_reading = [
        keys::ATTR,
        keys::ATTR_BYTES,
        keys::ATTR_STR,
        keys::INSTANCE,
        &["repeat-expr", "repeat-until"],
    ];
    if !of_reading.iter().any(|keys| keys.contains(&key)) {
        return None;
    }
    let help = match key {
        "type" => "the type follows from the expression; to give one, write `value: EXPR.as<type>`",
        "id" => "the name of an instance is its key",
        _ => "an instance either computes a `value` or reads something; leave out one of them",
    };
    Some((format!("a value instance has no key `{key}`"), help.into()))
}
