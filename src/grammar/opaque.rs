//! Types that are used and nowhere defined (`ks-opaque-types`).

use super::spec::{AttrType, GrammarSpec, TypeName, TypeSpec};

/// Names of such types in a file, each once, in order. A path `a::b` counts by
/// its first name.
pub(super) fn undefined_types(file: &GrammarSpec, all: &[GrammarSpec]) -> Vec<String> {
    let mut known: Vec<&str> = all.iter().map(|f| &*f.top.name.value).collect();
    let mut found = Vec::new();
    visit(&file.top, &mut known, &mut found);
    found
}

fn visit<'a>(ty: &'a TypeSpec, known: &mut Vec<&'a str>, found: &mut Vec<String>) {
    let outer = known.len();
    known.extend(ty.types.iter().map(|t| &*t.name.value));
    let instances = ty.instances.iter().map(|i| &i.attr);
    for attr in ty.seq.iter().chain(instances) {
        match &attr.ty {
            AttrType::Name(ty) if ty.name == TypeName::User => note(&ty.text.value, known, found),
            AttrType::Switch { cases, .. } => {
                for case in cases.iter().filter(|c| c.ty.name == TypeName::User) {
                    note(&case.ty.text.value, known, found);
                }
            }
            _ => {}
        }
    }
    for name in ty.params.iter().filter_map(|p| p.ty.as_ref()) {
        let built_in = ["str", "bytes", "bool", "struct", "io", "any"];
        let element = name.value.trim().trim_end_matches("[]");
        let is_number = matches!(TypeName::of(element), Some(name) if name != TypeName::User);
        if !is_number && !built_in.contains(&element) {
            note(element, known, found);
        }
    }
    for inner in &ty.types {
        visit(inner, known, found);
    }
    known.truncate(outer);
}

/// Notes a type's name if nothing is called so.
fn note(reference: &str, known: &[&str], found: &mut Vec<String>) {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let trimmed = reference.trim_start();
    let name = trimmed.split(|c: char| !is_part(c)).next().unwrap_or("");
    if !name.is_empty() && !known.contains(&name) && !found.iter().any(|f| f == name) {
        found.push(name.to_owned());
    }
}
