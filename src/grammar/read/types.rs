//! Types: `params`, `seq`, `types`, `instances`, `enums` and what describes them.

use std::collections::HashMap;

use super::Defaults;
use super::field::{Field, Map, Problems, check_id};
use super::keys;
use crate::grammar::problem::Problem;
use crate::grammar::spec::{
    AttrSpec, CheckSpec, DocSpec, EnumSpec, InstanceSpec, MetaSpec, Origin, ParamSpec, Place,
    Style, Text, TypeSpec,
};

/// Members of one kind that a type may have.
const MOST_MEMBERS: usize = u16::MAX as usize;

impl TypeSpec {
    /// Reads the top type of a file. `None` if it is no map.
    pub(super) fn read_top(field: &Field<'_>, problems: &mut Problems) -> Option<Self> {
        let map = field.as_map(problems)?;
        let id = map.get("meta").and_then(|meta| {
            // `meta` itself is read with the type
            let id = meta.as_map(&mut Vec::new())?.get("id");
            id.and_then(|id| id.as_text("a name", &mut Vec::new()))
        });
        let name = id.clone().unwrap_or_else(|| nameless(&map));
        let spec = Self::read_map(name, &map, true, Defaults::default(), problems);
        let meta_is_map = spec.meta.place.is_some() || !map.has("meta");
        if id.is_none() && meta_is_map && !meta_has_id(&map) {
            let mut place = map.key_place("meta");
            if !map.has("meta") {
                place.path = place.path.key("meta");
                place.loc.end = place.loc.start;
            }
            let problem = Problem::error(&place, "the grammar has no `id` in its `meta`");
            problems.push(problem.help(
                "a grammar begins with the line `meta:` and under it `  id: name_of_the_format`",
            ));
        }
        Some(spec)
    }

    fn read(name: Text, field: &Field<'_>, outer: Defaults, problems: &mut Problems) -> Self {
        match field.as_map(problems) {
            Some(map) => Self::read_map(name, &map, false, outer, problems),
            None => Self::empty(name, field.place()),
        }
    }

    fn empty(name: Text, place: Place) -> Self {
        Self {
            name,
            place,
            meta: MetaSpec::default(),
            doc: DocSpec::default(),
            params: Vec::new(),
            seq: Vec::new(),
            types: Vec::new(),
            instances: Vec::new(),
            enums: Vec::new(),
            to_string: None,
            representation: None,
            checks: Vec::new(),
        }
    }

    fn read_map(
        name: Text,
        map: &Map<'_>,
        top: bool,
        outer: Defaults,
        problems: &mut Problems,
    ) -> Self {
        let what = if top { "a grammar" } else { "a type" };
        keys::check_with(map, keys::TYPE, keys::OWN_TYPE, what, why, problems);
        let mut spec = Self::empty(name, map.place());
        if let Some(meta) = map.get("meta") {
            spec.meta = MetaSpec::read(&meta, top, problems);
        }
        let here = Defaults {
            endian: outer.endian || spec.meta.endian.is_some(),
            encoding: outer.encoding || spec.meta.encoding.is_some(),
        };
        spec.doc = DocSpec::read(map, problems);
        spec.to_string = map.get("to-string").and_then(|f| f.as_expr(problems));
        spec.representation = map
            .get("-webide-representation")
            .and_then(|f| f.as_text("a text", &mut Vec::new()));
        for field in list(map, "params", problems) {
            spec.params.extend(ParamSpec::read(&field, problems));
        }
        for field in list(map, "seq", problems) {
            spec.seq.push(AttrSpec::read_entry(&field, here, problems));
        }
        for (key, value) in entries(map, "instances", problems) {
            check_id(&key, "an instance", problems);
            spec.instances
                .push(InstanceSpec::read(key, &value, here, problems));
        }
        spec.check_members(problems);
        for (key, value) in entries(map, "types", problems) {
            check_id(&key, "a type", problems);
            spec.types.push(Self::read(key, &value, here, problems));
        }
        for (key, value) in entries(map, "enums", problems) {
            check_id(&key, "an enum", problems);
            spec.enums.push(EnumSpec::read(key, &value, problems));
        }
        if let Some(checks) = map.get("-fmtview-check") {
            spec.checks = CheckSpec::read_all(&checks, problems);
        }
        spec
    }

    /// Reports more params, attributes or instances than can be counted, and
    /// names that two of them share.
    fn check_members(&self, problems: &mut Problems) {
        for (count, what) in [
            (self.params.len(), "parameters"),
            (self.seq.len(), "fields in its `seq`"),
            (self.instances.len(), "instances"),
        ] {
            if count > MOST_MEMBERS {
                let message = format!("a type has at most {MOST_MEMBERS} {what}, found {count}");
                problems.push(Problem::error(&self.place, message));
            }
        }
        let params = self.params.iter().map(|p| &p.id);
        let seq = self.seq.iter().filter_map(|a| a.id.as_ref());
        let instances = self.instances.iter().map(|i| &i.id);
        let mut known: HashMap<&str, &Place> = HashMap::new();
        for id in params.chain(seq).chain(instances) {
            if id.value.is_empty() {
                continue;
            }
            match known.get(&*id.value) {
                Some(first) => {
                    let message = format!("the name `{}` is taken", id.value);
                    let help = format!("it stands at {} already", first.path);
                    problems.push(Problem::error(&id.place, message).help(help));
                }
                None => {
                    known.insert(&id.value, &id.place);
                }
            }
        }
    }
}

fn meta_has_id(map: &Map<'_>) -> bool {
    let meta = map
        .get("meta")
        .and_then(|meta| meta.as_map(&mut Vec::new()));
    meta.is_some_and(|meta| meta.has("id"))
}

fn nameless(map: &Map<'_>) -> Text {
    let place = map.place();
    Text {
        value: "".into(),
        place,
        style: Style::Plain,
        origin: Origin::Unknown,
    }
}

/// The elements of a list under a key.
fn list<'n>(map: &Map<'n>, key: &str, problems: &mut Problems) -> Vec<Field<'n>> {
    map.get(key)
        .and_then(|f| f.as_list(problems))
        .unwrap_or_default()
}

/// The entries of a map under a key.
fn entries<'n>(map: &Map<'n>, key: &str, problems: &mut Problems) -> Vec<(Text, Field<'n>)> {
    let inner = map.get(key).and_then(|f| f.as_map(problems));
    inner
        .map(|m| m.pairs().map(|p| (p.key, p.value)).collect())
        .unwrap_or_default()
}

/// Keys that people look for in a type.
fn why(key: &str) -> Option<(String, String)> {
    let help = match key {
        "fields" | "attributes" => "the fields of a type are its `seq`",
        _ if keys::META.contains(&key) => "it is a key of `meta`",
        _ => return None,
    };
    Some((format!("`{key}` can't stand here"), help.into()))
}

impl DocSpec {
    /// Reads `doc` and `doc-ref`.
    pub(super) fn read(map: &Map<'_>, problems: &mut Problems) -> Self {
        let text = map.get("doc").and_then(|f| f.as_text("a text", problems));
        let refs = map.get("doc-ref").and_then(|f| f.as_list_or_one(problems));
        let refs = refs.unwrap_or_default();
        Self {
            text: text.map(|t| t.value),
            refs: refs
                .iter()
                .filter_map(|f| f.as_text("a text", problems))
                .map(|t| t.value)
                .collect(),
        }
    }
}

impl ParamSpec {
    fn read(field: &Field<'_>, problems: &mut Problems) -> Option<Self> {
        let map = field.as_map(problems)?;
        keys::check(&map, keys::PARAM, "a parameter", problems);
        let id = map
            .need("id", "a parameter", problems)
            .and_then(|f| f.as_id("a parameter", problems));
        Some(Self {
            place: map.place(),
            id: id.unwrap_or_else(|| nameless(&map)),
            ty: map
                .get("type")
                .and_then(|f| f.as_text("the name of a type", problems)),
            enumeration: map
                .get("enum")
                .and_then(|f| f.as_text("the name of an enum", problems)),
            doc: DocSpec::read(&map, problems),
        })
    }
}
