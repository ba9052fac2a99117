//! Names of built-in types.

use super::spec::TypeName;
use crate::schema::Endian;

/// Bits of a bit field, at most.
pub(super) const MAX_BITS: u32 = 64;

impl TypeName {
    /// The built-in type of this name, or [`TypeName::User`]. `None` for a bit
    /// field of a width that can't be.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::from_text(name).ok()
    }

    /// The built-in type of this name. `Err` is a bit field of a bad width.
    pub(super) fn from_text(name: &str) -> Result<Self, u32> {
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
    pub(super) fn needs_endian(self) -> bool {
        match self {
            Self::Int { width, endian, .. } | Self::Float { width, endian } => {
                width > 1 && endian.is_none()
            }
            _ => false,
        }
    }
}

/// The built-in type that a name of another language means: `uint32` is `u4`.
pub(super) fn meant_by(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let order = name.strip_suffix("le").map(|base| (base, "le"));
    let order = order.or(name.strip_suffix("be").map(|base| (base, "be")));
    let (base, order) = match order {
        Some((base, order)) if plain_meant_by(base.trim_end_matches('_')).is_some() => {
            (base.trim_end_matches('_'), order)
        }
        _ => (&*name, ""),
    };
    let meant = plain_meant_by(base)?;
    let ordered = !meant.ends_with(['1', 'r', 'z']);
    Some(format!("{meant}{}", if ordered { order } else { "" }))
}

fn plain_meant_by(name: &str) -> Option<&'static str> {
    Some(match name.strip_suffix("_t").unwrap_or(name) {
        "u1" | "byte" | "uchar" | "uint8" | "ubyte" => "u1",
        "u16" | "uint16" | "ushort" | "word" => "u2",
        "u32" | "uint32" | "uint" | "ulong" | "dword" | "unsigned" => "u4",
        "u64" | "uint64" | "qword" => "u8",
        "s1" | "i8" | "int8" | "sbyte" | "schar" | "i1" => "s1",
        "s16" | "i16" | "int16" | "short" | "i2" => "s2",
        "s32" | "i32" | "int32" | "int" | "long" | "i4" | "integer" => "s4",
        "s64" | "i64" | "int64" => "s8",
        "f32" | "float32" | "float" | "single" => "f4",
        "f64" | "float64" | "double" => "f8",
        "u3" | "u24" | "uint24" => "b24",
        "u5" | "u40" | "uint40" => "b40",
        "u6" | "u48" | "uint48" => "b48",
        "u7" | "u56" | "uint56" => "b56",
        "bool" | "boolean" | "bit" => "b1",
        "string" | "text" | "char" => "str",
        "cstring" | "cstr" | "asciiz" | "stringz" => "strz",
        _ => return None,
    })
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
    fn names_of_other_languages() {
        let meant = [
            ("uint32", "u4"),
            ("int16_t", "s2"),
            ("float64be", "f8be"),
            ("u3le", "b24le"),
            ("boolean", "b1"),
        ];
        for (name, built_in) in meant
            .into_iter()
            .chain([("u32le", "u4le"), ("uint8_le", "u1")])
        {
            assert_eq!(meant_by(name).as_deref(), Some(built_in));
        }
        for name in ["s3", "room", "double_value", "le", "_t", ""] {
            assert_eq!(meant_by(name), None);
        }
        // what is meant exists
        assert!(matches!(TypeName::of("u4le"), Some(TypeName::Int { .. })));
    }

    #[test]
    fn bad_widths() {
        check("b0", Err(0));
        check("b65", Err(65));
        check("b99999999999be", Err(u32::MAX));
    }
}
