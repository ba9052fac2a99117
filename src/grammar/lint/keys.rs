//! Keys that are legal and yet say nothing, or probably not what was meant.

use super::attrs;
use crate::grammar::expr;
use crate::grammar::problem::Problem;
use crate::grammar::spec::{AttrSpec, AttrType, Place, Text, TypeName, TypeSpec};
use crate::text::nearest;

pub(super) fn check(ty: &TypeSpec, problems: &mut Vec<Problem>) {
    for attr in attrs(ty) {
        problems.extend(without_effect(attr));
        problems.extend(attr.process.as_ref().and_then(mistyped));
    }
    for inner in &ty.types {
        check(inner, problems);
    }
}

/// The keys about a terminator, where there can't be one or is none.
fn without_effect(attr: &AttrSpec) -> Vec<Problem> {
    let extent = &attr.extent;
    let places: [(&str, Option<&Place>); 4] = [
        ("terminator", extent.terminator.as_ref().map(|it| &it.place)),
        ("include", extent.include.as_ref().map(|it| &it.place)),
        ("consume", extent.consume.as_ref().map(|it| &it.place)),
        ("eos-error", extent.eos_error.as_ref().map(|it| &it.place)),
    ];
    let has_terminator = extent.terminator.is_some() || is_strz(&attr.ty);
    let is_cut = extent.size.is_some() || extent.size_eos.as_ref().is_some_and(|eos| eos.value);
    let given = places.into_iter().filter_map(|(key, place)| {
        let (why, help) = match (key, number(&attr.ty)) {
            (_, Some(what)) => (
                format!("on {what}"),
                "a number ends where its type ends; leave it out",
            ),
            ("terminator", None) => return None,
            (_, None) if !has_terminator => {
                ("without `terminator`".to_owned(), "give both or neither")
            }
            ("consume" | "eos-error", None) if is_cut => (
                "beside a size".to_owned(),
                "the next field begins where the size ends, and the terminator may be absent",
            ),
            _ => return None,
        };
        let problem = Problem::warning(place?, format!("`{key}` does nothing {why}"));
        Some(problem.help(help))
    });
    given.collect()
}

/// What a number is called; `None` for what is none.
fn number(ty: &AttrType) -> Option<&'static str> {
    let AttrType::Name(ty) = ty else { return None };
    match ty.name {
        TypeName::Int { .. } | TypeName::Bits { .. } => Some("an integer"),
        TypeName::Float { .. } => Some("a float"),
        TypeName::Str | TypeName::Strz | TypeName::User => None,
    }
}

/// Whether a zero ends it, or may; what is broken is reported elsewhere.
fn is_strz(ty: &AttrType) -> bool {
    match ty {
        AttrType::Bytes => false,
        AttrType::Name(ty) => ty.name == TypeName::Strz,
        AttrType::Switch { cases, .. } => cases.iter().any(|case| case.ty.name == TypeName::Strz),
        AttrType::Broken => true,
    }
}

/// A custom routine whose name is nearly that of a known one.
fn mistyped(text: &Text) -> Option<Problem> {
    let call = expr::parse_process(&text.value).ok()?;
    let known = ["zlib", "xor", "rol", "ror", "base64", "hex"];
    if known.contains(&call.name.as_str()) {
        return None;
    }
    let near = nearest(&call.name, known)?;
    let message = format!("no process `{}` is known", call.name);
    let help = format!(
        "did you mean `{near}`? A routine of your own is given by --process {}=COMMAND",
        call.name
    );
    Some(Problem::warning(&text.place, message).help(help))
}
