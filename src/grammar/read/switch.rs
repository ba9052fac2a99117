//! `type`: a name, or a choice between names.

use super::Defaults;
use super::field::{Field, Problems};
use super::keys;
use crate::grammar::problem::Problem;
use crate::grammar::spec::{AttrType, Place, SwitchCaseSpec, Text, TypeName, TypeRef};
use crate::grammar::yaml::Kind;
use crate::schema::Endian;

/// Bits of a bit field, at most.
const MAX_BITS: u32 = 64;

impl TypeName {
    /// The built-in type of this name, or [`TypeName::User`]. `None` for a bit
    /// field of a width that can't be.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::from_text(name).ok()
    }

    /// The built-in type of this name. `Err` is a bit field of a bad width.
    fn from_text(name: &str) -> Result<Self, u32> {
        let (base, endian) = match name
            .len()
            .checked_sub(2)
            .and_then(|at| name.split_at_checked(at))
        {
            Some((base, "le")) => (base, Some(Endian::Le)),
            Some((base, "be")) => (base, Some(Endian::Be)),
            _ => (name, None),
        };
        if let Some(digits) = base.strip_prefix('b') {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Ok(Self::User);
            }
            let width = digits.parse().unwrap_or(u32::MAX);
            return match u8::try_from(width) {
                Ok(bits) if (1..=MAX_BITS).contains(&width) => Ok(Self::Bits {
                    width: bits,
                    endian,
                }),
                _ => Err(width),
            };
        }
        let int = |signed, width| Self::Int {
            signed,
            width,
            endian,
        };
        Ok(match (base, endian) {
            ("u1", None) => int(false, 1),
            ("s1", None) => int(true, 1),
            ("u2", _) => int(false, 2),
            ("u4", _) => int(false, 4),
            ("u8", _) => int(false, 8),
            ("s2", _) => int(true, 2),
            ("s4", _) => int(true, 4),
            ("s8", _) => int(true, 8),
            ("f4", _) => Self::Float { width: 4, endian },
            ("f8", _) => Self::Float { width: 8, endian },
            ("str", None) => Self::Str,
            ("strz", None) => Self::Strz,
            _ => Self::User,
        })
    }

    /// Whether its numbers need a default byte order.
    fn needs_endian(self) -> bool {
        match self {
            Self::Int { width, endian, .. } | Self::Float { width, endian } => {
                width > 1 && endian.is_none()
            }
            _ => false,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(name: &str, expected: Result<TypeName, u32>) {
        assert_eq!(TypeName::from_text(name), expected, "{name}");
    }

    #[test]
    fn built_in_types() {
        let (le, be) = (Some(Endian::Le), Some(Endian::Be));
        check(
            "u1",
            Ok(TypeName::Int {
                signed: false,
                width: 1,
                endian: None,
            }),
        );
        check(
            "s4",
            Ok(TypeName::Int {
                signed: true,
                width: 4,
                endian: None,
            }),
        );
        check(
            "u8be",
            Ok(TypeName::Int {
                signed: false,
                width: 8,
                endian: be,
            }),
        );
        check(
            "f4le",
            Ok(TypeName::Float {
                width: 4,
                endian: le,
            }),
        );
        check(
            "b12",
            Ok(TypeName::Bits {
                width: 12,
                endian: None,
            }),
        );
        check(
            "b64le",
            Ok(TypeName::Bits {
                width: 64,
                endian: le,
            }),
        );
        check("str", Ok(TypeName::Str));
        check("strz", Ok(TypeName::Strz));
    }

    #[test]
    fn user_types() {
        for name in [
            "u1le", "u3", "f2", "b", "be", "le", "ble", "b1x", "strle", "a::b(1)", "寸", "é",
        ] {
            check(name, Ok(TypeName::User));
        }
    }

    #[test]
    fn bad_widths() {
        check("b0", Err(0));
        check("b65", Err(65));
        check("b99999999999be", Err(u32::MAX));
    }
}
