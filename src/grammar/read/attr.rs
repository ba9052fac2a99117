//! Attributes.

use super::field::{Field, Map, Problems};
use super::{Defaults, bytes, keys, switch};
use crate::grammar::problem::Problem;
use crate::grammar::spec::{
    AttrSpec, AttrType, ChecksumSpec, DocSpec, ExtentSpec, ParentText, Place, RepeatSpec, Spanned,
    Text, TypeName, ValidSpec,
};
use crate::grammar::{read::extension, scalar};

/// What decides which keys an attribute may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Bytes,
    Str,
    Int,
    Float,
    User,
    Switch,
    /// Not understood: every key is good.
    Any,
}

impl Group {
    fn of(ty: &AttrType) -> Self {
        match ty {
            AttrType::Bytes => Self::Bytes,
            AttrType::Switch { .. } => Self::Switch,
            AttrType::Broken => Self::Any,
            AttrType::Name(ty) => match ty.name {
                TypeName::Int { .. } | TypeName::Bits { .. } => Self::Int,
                TypeName::Float { .. } => Self::Float,
                TypeName::Str | TypeName::Strz => Self::Str,
                TypeName::User => Self::User,
            },
        }
    }

    fn keys(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Bytes | Self::User | Self::Switch => &[keys::ATTR_BYTES],
            Self::Str => &[keys::ATTR_STR],
            Self::Int => &[keys::ATTR_INT],
            Self::Float => &[],
            Self::Any => &[keys::ATTR_BYTES, keys::ATTR_STR, keys::ATTR_INT],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Bytes => "an attribute without a type (bytes)",
            Self::Str => "a string",
            Self::Int => "an integer",
            Self::Float => "a float",
            Self::User => "an attribute of a user type",
            Self::Switch => "an attribute with a type switch",
            Self::Any => "an attribute",
        }
    }
}

impl AttrSpec {
    /// Reads an entry of `seq`.
    pub(super) fn read_entry(field: &Field<'_>, here: Defaults, problems: &mut Problems) -> Self {
        let Some(map) = field.as_map(problems) else {
            return Self::broken(field.place(), None);
        };
        let id = map
            .get("id")
            .and_then(|f| f.as_id("an attribute", problems));
        Self::read(&map, id, &[], here, problems)
    }

    /// Reads what a parse instance shares with attributes.
    pub(super) fn read_instance(
        map: &Map<'_>,
        id: Text,
        here: Defaults,
        problems: &mut Problems,
    ) -> Self {
        Self::read(map, Some(id), keys::INSTANCE, here, problems)
    }

    /// Reads what a value instance shares with attributes.
    pub(super) fn read_computed(map: &Map<'_>, id: Text, problems: &mut Problems) -> Self {
        Self {
            doc: DocSpec::read(map, problems),
            cond: map.get("if").and_then(|f| f.as_expr(problems)),
            enumeration: map
                .get("enum")
                .and_then(|f| f.as_text("the name of an enum", problems)),
            show: extension::read_show(map, problems),
            checksum: ChecksumSpec::read(map, problems),
            ..Self::broken(map.place(), Some(id))
        }
    }

    /// An attribute of which nothing else is known.
    pub(super) fn broken(place: Place, id: Option<Text>) -> Self {
        Self {
            place,
            id,
            doc: DocSpec::default(),
            ty: AttrType::Broken,
            contents: None,
            extent: ExtentSpec::default(),
            process: None,
            encoding: None,
            enumeration: None,
            parent: None,
            cond: None,
            repeat: RepeatSpec::Once,
            valid: Vec::new(),
            show: None,
            checksum: None,
        }
    }

    fn read(
        map: &Map<'_>,
        id: Option<Text>,
        further: &[&'static str],
        here: Defaults,
        problems: &mut Problems,
    ) -> Self {
        let ty = map
            .get("type")
            .map_or(AttrType::Bytes, |f| switch::read(&f, here, problems));
        check_keys(map, &ty, further, problems);
        let enumeration = map
            .get("enum")
            .and_then(|f| f.as_text("the name of an enum", problems));
        let valid = map.get("valid").filter(|_| !map.has("contents"));
        let valid = valid.map(|f| ValidSpec::read(&f, map.has("enum"), problems));
        let valid = valid.unwrap_or_default();
        let spec = Self {
            place: map.place(),
            id,
            doc: DocSpec::read(map, problems),
            ty,
            contents: map.get("contents").and_then(|f| bytes::read(&f, problems)),
            extent: ExtentSpec::read(map, problems),
            process: map
                .get("process")
                .and_then(|f| f.as_text("a process", problems)),
            encoding: map
                .get("encoding")
                .and_then(|f| f.as_text("an encoding", problems)),
            enumeration,
            parent: map
                .get("parent")
                .and_then(|f| ParentText::read(&f, problems)),
            cond: map.get("if").and_then(|f| f.as_expr(problems)),
            repeat: RepeatSpec::read(map, problems),
            valid,
            show: extension::read_show(map, problems),
            checksum: ChecksumSpec::read(map, problems),
        };
        spec.check_extent(map, problems);
        spec.check_encoding(map, here, problems);
        spec
    }

    /// Bytes and strings must end somewhere, and in one way only.
    fn check_extent(&self, map: &Map<'_>, problems: &mut Problems) {
        let eos = self.extent.size_eos.as_ref().filter(|eos| eos.value);
        if let (true, Some(eos)) = (map.has("size"), eos) {
            let place = Place {
                loc: eos.place.loc,
                path: self.place.path.clone(),
            };
            let problem = Problem::error(&place, "`size-eos` can't stand beside `size`");
            problems.push(problem.help("leave out one of them"));
        }
        if map.has("contents") && map.has("valid") {
            let place = at(map, "valid", &self.place);
            let problem = Problem::error(&place, "`valid` can't stand beside `contents`");
            problems.push(problem.help("`contents` says already what is valid"));
        }
        let not_false = |eos: &Spanned<bool>| eos.value;
        let to_eos = map.has("size-eos") && self.extent.size_eos.as_ref().is_none_or(not_false);
        let given = map.has("size") || to_eos || map.has("terminator");
        let extent_given = given || map.has_odd_key();
        if self.ty_is_bytes() && !map.has("contents") && !extent_given {
            let problem = Problem::error(&self.place, "it is not said where these bytes end");
            let help = "give `size`, `size-eos: true`, `terminator` or `contents`, or a `type`";
            problems.push(problem.help(help));
        }
        for (name, text, place) in switch::alternatives(&self.ty, &self.place) {
            if name == TypeName::Str && !extent_given {
                let problem = Problem::error(&place, "it is not said where this string ends");
                let help = "give `size`, `size-eos: true` or `terminator`, or write `type: strz`";
                problems.push(problem.help(help));
            }
            if name == TypeName::User && map.has("process") && !extent_given {
                let message = format!("it is not said where the bytes of `{}` end", text.value);
                let help = "with `process`, give `size`, `size-eos: true` or `terminator`";
                problems.push(Problem::error(&place, message).help(help));
            }
        }
        if map.has("contents") && matches!(Group::of(&self.ty), Group::User | Group::Switch) {
            let place = at(map, "contents", &self.place);
            let problem = Problem::error(&place, "`contents` can't stand beside `type`");
            problems.push(problem.help("leave out `type`: `contents` are bytes"));
        }
    }

    fn ty_is_bytes(&self) -> bool {
        matches!(self.ty, AttrType::Bytes)
    }

    /// Strings need an encoding.
    fn check_encoding(&self, map: &Map<'_>, here: Defaults, problems: &mut Problems) {
        // `contents` has no type beside it, which is reported
        if map.has("encoding") || map.has("contents") || here.encoding {
            return;
        }
        for (name, _, place) in switch::alternatives(&self.ty, &self.place) {
            if matches!(name, TypeName::Str | TypeName::Strz) {
                let problem = Problem::error(&place, "a string without an encoding");
                let help = "give `encoding: UTF-8` or another here, or for all strings in `meta`";
                problems.push(problem.help(help));
            }
        }
    }
}

/// The value of a key, with the path of the attribute.
fn at(map: &Map<'_>, key: &str, attr: &Place) -> Place {
    Place {
        loc: map.key_place(key).loc,
        path: attr.path.clone(),
    }
}

fn check_keys(map: &Map<'_>, ty: &AttrType, further: &[&'static str], problems: &mut Problems) {
    let group = Group::of(ty);
    let repeat = map
        .get("repeat")
        .and_then(|f| f.as_text("", &mut Vec::new()));
    let repeat = repeat.as_ref().map(|t| &*t.value);
    let mut legal: Vec<&str> = keys::ATTR.to_vec();
    for more in group.keys() {
        legal.extend_from_slice(more);
    }
    legal.extend_from_slice(further);
    match repeat {
        Some("expr") if map.has("repeat-expr") => legal.push("repeat-expr"),
        Some("until") if map.has("repeat-until") => legal.push("repeat-until"),
        Some("eos") | None => {}
        // reported: it is not understood, or the other key is meant
        Some(_) => legal.extend(["repeat-expr", "repeat-until"]),
    }
    let why = |key: &str| why(key, group, repeat);
    keys::check_with(map, &legal, keys::OWN_ATTR, group.name(), why, problems);
}

/// Why a key can't stand in an attribute, and what to do.
fn why(key: &str, group: Group, repeat: Option<&str>) -> Option<(String, String)> {
    let no_key = format!("{} has no key `{key}`", group.name());
    let (message, help) = match key {
        "repeat-expr" | "repeat-until" => {
            let mode = if key == "repeat-expr" {
                "expr"
            } else {
                "until"
            };
            let message = match repeat {
                Some(other) => format!("`{key}` can't stand beside `repeat: {other}`"),
                None => format!("`{key}` needs `repeat: {mode}`"),
            };
            (
                message,
                format!("write `repeat: {mode}`, or leave out `{key}`"),
            )
        }
        "pos" | "io" => (
            no_key,
            "a field of `seq` begins where the one before it ends; to read at another place, \
             write it under `instances`"
                .into(),
        ),
        "value" => (no_key, "what is computed stands under `instances`".into()),
        "values" | "expr" => (
            no_key,
            "what is computed is a `value`, and stands under `instances`".into(),
        ),
        "size" | "size-eos" | "pad-right" if matches!(group, Group::Int | Group::Float) => {
            (no_key, "the size of a number follows from its type".into())
        }
        "encoding" => (no_key, encoding_help(group).into()),
        "enum" => (
            "`enum` needs an integer type".into(),
            enum_help(group).into(),
        ),
        "contents" => (
            "`contents` can't stand beside `type`".into(),
            "leave out `type`: `contents` are bytes; to check a value write `valid`".into(),
        ),
        "process" | "parent" => (
            no_key,
            "`process` and `parent` go with bytes, user types and type switches".into(),
        ),
        _ => (no_key, format!("it is called `{}`", other_name(key)?)),
    };
    Some((message, help))
}

fn encoding_help(group: Group) -> &'static str {
    match group {
        Group::User => "strings inside the type have their own, or its `meta` has",
        Group::Switch => "give the encoding of the strings in `meta`",
        _ => "for a string write `type: str` too",
    }
}

fn enum_help(group: Group) -> &'static str {
    match group {
        Group::Bytes => "give the attribute a type such as `u1`",
        Group::Switch => "name the enum inside a type of the switch",
        _ => "its type must be one of `u1` to `s8` or `b1` to `b64`",
    }
}

/// Names that other languages have for our keys.
fn other_name(key: &str) -> Option<&'static str> {
    Some(match key {
        "name" => "id",
        "length" | "len" | "bytes" => "size",
        "count" | "num" | "times" | "repeat-count" => "repeat-expr",
        "until" => "repeat-until",
        "description" | "desc" | "comment" | "title" => "doc",
        "condition" | "when" => "if",
        "const" | "magic" | "content" | "value-is" => "contents",
        "assert" | "check" | "validate" => "valid",
        "offset" | "position" | "seek" => "pos",
        "pad" | "padding" => "pad-right",
        "term" | "end" => "terminator",
        "charset" => "encoding",
        _ => return None,
    })
}

impl ExtentSpec {
    fn read(map: &Map<'_>, problems: &mut Problems) -> Self {
        let mut flag = |key| map.get(key).and_then(|f| f.as_bool(problems));
        let (size_eos, include) = (flag("size-eos"), flag("include"));
        let (consume, eos_error) = (flag("consume"), flag("eos-error"));
        Self {
            size: map.get("size").and_then(|f| f.as_expr(problems)),
            size_eos,
            terminator: map.get("terminator").and_then(|f| f.as_byte(problems)),
            include,
            consume,
            eos_error,
            pad_right: map.get("pad-right").and_then(|f| f.as_byte(problems)),
        }
    }
}

impl ParentText {
    fn read(field: &Field<'_>, problems: &mut Problems) -> Option<Self> {
        let text = field.as_expr(problems)?;
        if scalar::boolean(&text.value) == Some(false) {
            return Some(Self::None(text.place));
        }
        Some(Self::Expr(text))
    }
}

impl RepeatSpec {
    fn read(map: &Map<'_>, problems: &mut Problems) -> Self {
        let Some(field) = map.get("repeat") else {
            return Self::Once;
        };
        let modes = [
            ("eos", None),
            ("expr", Some("repeat-expr")),
            ("until", Some("repeat-until")),
        ];
        let before = problems.len();
        let Some(mode) = field.as_word(&modes, problems) else {
            let count = field.as_int("", &mut Vec::new());
            if let (Some(problem), Some(count)) = (problems.get_mut(before), count) {
                let help = format!("write `repeat: expr` and `repeat-expr: {}`", count.value);
                problem.help = Some(help);
            }
            return Self::Broken;
        };
        let Some(key) = mode.value else {
            return Self::Eos;
        };
        let Some(expr) = map.get(key) else {
            let word = if key == "repeat-expr" {
                "expr"
            } else {
                "until"
            };
            let problem = Problem::error(&mode.place, format!("`repeat: {word}` needs `{key}`"));
            let help = match word {
                "expr" if map.has("repeat-until") => "for `repeat-until` write `repeat: until`",
                "expr" => "`repeat-expr` says how many there are",
                _ if map.has("repeat-expr") => "for `repeat-expr` write `repeat: expr`",
                _ => "`repeat-until` says which is the last, with `_` as the one just read",
            };
            problems.push(problem.help(help));
            return Self::Broken;
        };
        match (expr.as_expr(problems), key) {
            (Some(expr), "repeat-expr") => Self::Count(expr),
            (Some(expr), _) => Self::Until(expr),
            (None, _) => Self::Broken,
        }
    }
}
