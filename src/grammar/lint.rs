//! Warnings of style in the main grammar: what is understood, but has a better
//! name.

mod keys;

use super::problem::Problem;
use super::spec::{
    AttrSpec, AttrType, InstanceKind, Library, ParentText, RepeatSpec, Text, TypeName, TypeRef,
    TypeSpec, ValidSpec,
};
use crate::schema::{Encoding, Endian, encoding_by_name, similar_encodings};

/// Checks the main grammar. Imported ones are someone else's, or checked on
/// their own.
pub(super) fn check(library: &Library, problems: &mut Vec<Problem>) {
    let Some(main) = library.files.first() else {
        return;
    };
    check_lengths(&main.top, problems);
    check_encodings(&main.top, None, problems);
    check_bit_orders(&main.top, Endian::Be, problems);
    keys::check(&main.top, problems);
}

/// Bit fields that begin within a byte of which the bits before were counted
/// from the other end: Kaitai leaves open what they are.
fn check_bit_orders(ty: &TypeSpec, outer: Endian, problems: &mut Vec<Problem>) {
    let default = ty.meta.bit_endian.as_ref().map_or(outer, |it| it.value);
    // the order of the field before, and how many bits of its last byte it took
    let mut before: Option<(Endian, u8)> = None;
    for attr in &ty.seq {
        let bits = match &attr.ty {
            AttrType::Name(TypeRef {
                text,
                name: TypeName::Bits { width, endian },
            }) => Some((text, *width, endian.unwrap_or(default))),
            _ => None,
        };
        before = bits.and_then(|(text, width, order)| {
            let begun = match before {
                Some((other, begun)) if other != order && begun > 0 => {
                    let message = "the bit order changes within a byte";
                    let help =
                        "Kaitai leaves open what that means; here the rest of the byte is dropped";
                    problems.push(Problem::warning(&text.place, message).help(help));
                    0
                }
                Some((_, begun)) => begun,
                None => 0,
            };
            let once = attr.cond.is_none() && matches!(attr.repeat, RepeatSpec::Once);
            once.then_some((order, (begun + width % 8) % 8))
        });
    }
    for inner in &ty.types {
        check_bit_orders(inner, default, problems);
    }
}

/// A field that holds the size or the count of another one, and is not called
/// so.
struct Misnomer<'a> {
    /// Its name, where it is used.
    used: &'a str,
    problem: Problem,
}

/// Fields that hold nothing but the size or the count of another one.
fn check_lengths(top: &TypeSpec, problems: &mut Vec<Problem>) {
    let mut found = Vec::new();
    misnomers(top, &mut found);
    if found.is_empty() {
        return;
    }
    let mut uses: Vec<(&str, usize)> = found.iter().map(|it| (it.used, 0)).collect();
    count_uses(top, &mut uses);
    let only_use = uses.iter().map(|&(_, count)| count == 1);
    let found = found.into_iter().zip(only_use);
    problems.extend(found.filter(|(_, only)| *only).map(|(it, _)| it.problem));
}

fn misnomers<'a>(ty: &'a TypeSpec, found: &mut Vec<Misnomer<'a>>) {
    for attr in attrs(ty) {
        let Some(name) = &attr.id else { continue };
        let once = matches!(attr.repeat, RepeatSpec::Once);
        let sized = once && !matches!(attr.ty, AttrType::Switch { .. });
        let size = attr.extent.size.as_ref().filter(|_| sized);
        let count = match &attr.repeat {
            RepeatSpec::Count(count) => Some(count),
            _ => None,
        };
        let size = size.map(|size| (size, "len_", "size"));
        let count = count.map(|count| (count, "num_", "count"));
        for (expr, prefix, what) in size.into_iter().chain(count) {
            let used = expr.value.trim();
            if used.starts_with(prefix) {
                continue;
            }
            let Some(id) = member(ty, used) else { continue };
            let message = format!("`{used}` is better called `{prefix}{}`", name.value);
            let help = format!("it is only used as the {what} of `{}`", name.value);
            let problem = Problem::warning(&id.place, message).help(help);
            found.push(Misnomer { used, problem });
        }
    }
    for inner in &ty.types {
        misnomers(inner, found);
    }
}

/// The attribute or instance of a name.
fn member<'a>(ty: &'a TypeSpec, name: &str) -> Option<&'a Text> {
    attrs(ty)
        .filter_map(|attr| attr.id.as_ref())
        .find(|id| *id.value == *name)
}

/// Names of encodings.
fn check_encodings(ty: &TypeSpec, outer: Option<&Text>, problems: &mut Vec<Problem>) {
    let default = ty.meta.encoding.as_ref().or(outer);
    problems.extend(ty.meta.encoding.as_ref().and_then(check_encoding));
    for attr in attrs(ty) {
        let string = match &attr.ty {
            AttrType::Name(ty) => matches!(ty.name, TypeName::Str | TypeName::Strz),
            _ => false,
        };
        if string {
            problems.extend(attr.encoding.as_ref().and_then(check_encoding));
            problems.extend(check_terminator(attr, attr.encoding.as_ref().or(default)));
        }
    }
    for inner in &ty.types {
        check_encodings(inner, default, problems);
    }
}

/// A terminator of one byte in a text whose characters have more.
fn check_terminator(attr: &AttrSpec, encoding: Option<&Text>) -> Option<Problem> {
    let terminator = attr.extent.terminator.as_ref()?;
    let encoding = encoding_by_name(&encoding?.value);
    if encoding.unit_len() == 1 {
        return None;
    }
    let name = encoding.name();
    let message = format!("the terminator is one byte, and may lie within a character of {name}");
    let problem = Problem::warning(&terminator.place, message);
    Some(match terminator.value {
        0 => problem.help("`type: strz` without `terminator` ends at a whole zero character"),
        _ => problem.help("only `type: strz`, which ends at a zero, looks at whole characters"),
    })
}

fn check_encoding(name: &Text) -> Option<Problem> {
    let encoding = encoding_by_name(&name.value);
    if let Encoding::Unknown(_) = encoding {
        let message = format!("no encoding `{}` is known", name.value);
        let problem = Problem::warning(&name.place, message);
        return Some(match similar_encodings(&name.value).first() {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("strings in it can't be read"),
        });
    }
    if encoding.name() == &*name.value {
        return None;
    }
    let message = format!(
        "the usual name of `{}` is `{}`",
        name.value,
        encoding.name()
    );
    Some(Problem::warning(&name.place, message))
}

/// Attributes of `seq` and `instances`.
fn attrs(ty: &TypeSpec) -> impl Iterator<Item = &AttrSpec> {
    ty.seq.iter().chain(ty.instances.iter().map(|i| &i.attr))
}

/// Counts how often each word stands in any expression.
fn count_uses(ty: &TypeSpec, uses: &mut [(&str, usize)]) {
    let mut note = |text: &Text| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for word in text.value.split(|c: char| !is_part(c)) {
            for (_, count) in uses.iter_mut().filter(|(used, _)| *used == word) {
                *count += 1;
            }
        }
    };
    ty.to_string.iter().for_each(&mut note);
    for check in &ty.checks {
        note(&check.that);
        note(&check.message);
        check.at.iter().for_each(&mut note);
    }
    for instance in &ty.instances {
        match &instance.kind {
            InstanceKind::Value(value) => note(value),
            InstanceKind::Parse { pos, io } => pos.iter().chain(io).for_each(&mut note),
            InstanceKind::Broken => {}
        }
    }
    for attr in attrs(ty) {
        let texts = [&attr.extent.size, &attr.process, &attr.cond];
        texts.into_iter().flatten().for_each(&mut note);
        match &attr.ty {
            AttrType::Name(ty) if ty.name == TypeName::User => note(&ty.text),
            AttrType::Switch { on, cases, .. } => {
                note(on);
                for case in cases {
                    note(&case.when);
                    note(&case.ty.text);
                }
            }
            _ => {}
        }
        if let Some(ParentText::Expr(parent)) = &attr.parent {
            note(parent);
        }
        if let RepeatSpec::Count(expr) | RepeatSpec::Until(expr) = &attr.repeat {
            note(expr);
        }
        for rule in &attr.valid {
            match rule {
                ValidSpec::Eq(e) | ValidSpec::Min(e) | ValidSpec::Max(e) | ValidSpec::Expr(e) => {
                    note(e);
                }
                ValidSpec::AnyOf { values, .. } => values.iter().for_each(&mut note),
                ValidSpec::InEnum(_) => {}
            }
        }
        if let Some(checksum) = &attr.checksum {
            note(&checksum.over);
            checksum.stored.iter().for_each(&mut note);
            checksum.cond.iter().for_each(&mut note);
        }
    }
    for inner in &ty.types {
        count_uses(inner, uses);
    }
}
