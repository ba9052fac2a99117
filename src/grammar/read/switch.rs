//! `type`: a name, or a choice between names.

use super::Defaults;
use super::field::{Field, Problems};
use super::keys;
use crate::grammar::built_in::MAX_BITS;
use crate::grammar::problem::Problem;
use crate::grammar::spec::{AttrType, Place, SwitchCaseSpec, Text, TypeName, TypeRef};
use crate::grammar::yaml::Kind;

/// Reads `type`.
pub(super) fn read(field: &Field<'_>, here: Defaults, problems: &mut Problems) -> AttrType {
    match field.kind() {
        Kind::Map(_) => read_switch(field, here, problems).unwrap_or(AttrType::Broken),
        Kind::Scalar(_) => {
            let text = field.as_text("the name of a type, or a map", problems);
            let ty = text.and_then(|text| type_ref(text, here, problems));
            ty.map_or(AttrType::Broken, AttrType::Name)
        }
        Kind::List(_) => {
            let problem = field.error("expected the name of a type, or a map, found a list");
            let help = "for a choice of types write a map with `switch-on` and `cases`";
            problems.push(problem.help(help));
            AttrType::Broken
        }
    }
}

fn type_ref(text: Text, here: Defaults, problems: &mut Problems) -> Option<TypeRef> {
    let name = match TypeName::from_text(text.value.trim()) {
        Ok(name) => name,
        Err(_) => {
            let message = format!("a bit field has 1 to {MAX_BITS} bits, not {}", text.value);
            problems.push(Problem::error(&text.place, message));
            return None;
        }
    };
    if name.needs_endian() && !here.endian {
        let message = format!(
            "`{0}` needs a byte order, and there is no default",
            text.value
        );
        let help = format!(
            "write `{0}le` or `{0}be`, or give `endian` in `meta`",
            text.value
        );
        problems.push(Problem::error(&text.place, message).help(help));
    }
    Some(TypeRef { text, name })
}

fn read_switch(field: &Field<'_>, here: Defaults, problems: &mut Problems) -> Option<AttrType> {
    let map = field.as_map(problems)?;
    let what = "a type switch";
    keys::check(&map, keys::SWITCH, what, problems);
    let on = map
        .need("switch-on", what, problems)
        .and_then(|f| f.as_expr(problems));
    let cases = read_cases(
        map.need("cases", what, problems),
        problems,
        |when, value, problems| {
            let text = value.as_text("the name of a type", problems)?;
            let ty = type_ref(text, here, problems)?;
            Some(SwitchCaseSpec { when, ty })
        },
    );
    Some(AttrType::Switch {
        place: map.place(),
        on: on?,
        cases: cases?,
    })
}

/// Reads `cases`; `value` reads what a case gives.
pub(super) fn read_cases<T>(
    field: Option<Field<'_>>,
    problems: &mut Problems,
    mut value: impl FnMut(Text, &Field<'_>, &mut Problems) -> Option<T>,
) -> Option<Vec<T>> {
    let map = field?.as_map(problems)?;
    let mut cases = Vec::new();
    for pair in map.pairs() {
        if pair.key.value.trim().is_empty() {
            problems.push(Problem::error(&pair.key.place, "a case needs a value"));
            continue;
        }
        cases.extend(value(pair.key, &pair.value, problems));
    }
    Some(cases)
}

/// Every type that `type` may mean, with the place to report it at.
pub(super) fn alternatives(ty: &AttrType, attr: &Place) -> Vec<(TypeName, Text, Place)> {
    match ty {
        AttrType::Bytes | AttrType::Broken => Vec::new(),
        AttrType::Name(ty) => {
            // what an attribute lacks is reported at the attribute
            let place = Place {
                loc: ty.text.place.loc,
                path: attr.path.clone(),
            };
            vec![(ty.name, ty.text.clone(), place)]
        }
        AttrType::Switch { cases, .. } => {
            let case = |c: &SwitchCaseSpec| (c.ty.name, c.ty.text.clone(), c.ty.text.place.clone());
            cases.iter().map(case).collect()
        }
    }
}
