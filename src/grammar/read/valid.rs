//! `valid`.

use super::field::{Field, Map, Problems};
use super::keys;
use crate::grammar::problem::Problem;
use crate::grammar::spec::ValidSpec;
use crate::grammar::yaml::Kind;

/// Keys that may stand together.
const FORMS: [&[&str]; 5] = [
    &["eq"],
    &["min", "max"],
    &["any-of"],
    &["in-enum"],
    &["expr"],
];

impl ValidSpec {
    /// Reads all rules of one `valid`.
    pub(super) fn read(field: &Field<'_>, has_enum: bool, problems: &mut Problems) -> Vec<Self> {
        match field.kind() {
            Kind::Map(_) => match field.as_map(problems) {
                Some(map) => read_map(&map, has_enum, problems),
                None => Vec::new(),
            },
            Kind::Scalar(_) => field.as_expr(problems).map(Self::Eq).into_iter().collect(),
            Kind::List(_) => {
                let problem = field.error("expected an expression or a map, found a list");
                problems
                    .push(problem.help("for a choice of values write `any-of: […]` under `valid`"));
                Vec::new()
            }
        }
    }
}

fn read_map(map: &Map<'_>, has_enum: bool, problems: &mut Problems) -> Vec<ValidSpec> {
    let Some(form) = FORMS
        .iter()
        .find(|form| form.iter().any(|key| map.has(key)))
    else {
        let before = problems.len();
        keys::check(map, keys::VALID, "`valid`", problems);
        if problems.len() == before {
            let all = keys::one_of(keys::VALID.iter().copied());
            problems.push(map.error(format!("`valid` needs one of {all}")));
        }
        return Vec::new();
    };
    let why = |key: &str| {
        keys::VALID.contains(&key).then(|| {
            let message = format!("`{key}` can't stand beside `{}`", form[0]);
            let help = if form.len() > 1 || key == "min" || key == "max" {
                "only `min` and `max` go together; join other conditions with `and` in `expr`"
            } else {
                "join the conditions with `and` in `expr`, where `_` is the value"
            };
            (message, help.to_owned())
        })
    };
    keys::check_with(map, form, &[], "`valid`", why, problems);
    let mut rules = Vec::new();
    for pair in map.pairs() {
        let field = &pair.value;
        match &*pair.key.value {
            "eq" => rules.extend(field.as_expr(problems).map(ValidSpec::Eq)),
            "min" => rules.extend(field.as_expr(problems).map(ValidSpec::Min)),
            "max" => rules.extend(field.as_expr(problems).map(ValidSpec::Max)),
            "expr" => rules.extend(field.as_expr(problems).map(ValidSpec::Expr)),
            "any-of" => rules.extend(any_of(field, problems)),
            "in-enum" => rules.extend(in_enum(field, has_enum, problems)),
            _ => {}
        }
    }
    // min before max, as it is checked
    rules.sort_by_key(|rule| matches!(rule, ValidSpec::Max(_)));
    rules
}

fn any_of(field: &Field<'_>, problems: &mut Problems) -> Option<ValidSpec> {
    let list = field.as_list_or_one(problems)?;
    if list.is_empty() {
        problems.push(field.error("expected at least one value"));
        return None;
    }
    let values = list.iter().filter_map(|f| f.as_expr(problems)).collect();
    Some(ValidSpec::AnyOf {
        place: field.place(),
        values,
    })
}

fn in_enum(field: &Field<'_>, has_enum: bool, problems: &mut Problems) -> Option<ValidSpec> {
    let value = field.as_bool(problems)?;
    if !value.value {
        let problem = Problem::error(&value.place, "expected `true`, found `false`");
        problems.push(problem.help("leave out `valid` if every value is good"));
        return None;
    }
    if !has_enum {
        let problem = Problem::error(&value.place, "`in-enum` needs an `enum`");
        problems.push(problem.help("name the enum with `enum`, beside `valid`"));
        return None;
    }
    Some(ValidSpec::InEnum(value.place))
}
