//! Static types as the checker knows them.

use crate::grammar::built_in;
use crate::grammar::expr::TypeName;
use crate::grammar::index::Index;
use crate::schema::{Ty, TypeId};

/// A static type, and whether the integers in it are known to fit a byte: a
/// list of such integers is a byte array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) ty: Ty,
    pub(crate) byte: bool,
}

impl From<Ty> for Kind {
    fn from(ty: Ty) -> Kind {
        Kind { ty, byte: false }
    }
}

impl Kind {
    /// A type that is not known, or whose error was reported.
    pub(crate) const ANY: Kind = Kind {
        ty: Ty::Any,
        byte: false,
    };
    pub(crate) const INT: Kind = Kind {
        ty: Ty::Int,
        byte: false,
    };
    pub(crate) const BYTE: Kind = Kind {
        ty: Ty::Int,
        byte: true,
    };

    pub(crate) fn is_any(&self) -> bool {
        self.ty == Ty::Any
    }

    /// An array of these.
    pub(crate) fn array(self) -> Kind {
        Kind {
            ty: Ty::Array(Box::new(self.ty)),
            byte: self.byte,
        }
    }

    /// What it is called in messages.
    pub(crate) fn describe(&self, index: &Index) -> String {
        describe(&self.ty, index)
    }
}

/// What a type is called in messages: `an integer`, `an array of strings`.
pub(crate) fn describe(ty: &Ty, index: &Index) -> String {
    match ty {
        Ty::Int => "an integer".to_owned(),
        Ty::Float => "a float".to_owned(),
        Ty::Bool => "a boolean".to_owned(),
        Ty::Str => "a string".to_owned(),
        Ty::Bytes => "a byte array".to_owned(),
        Ty::Enum(id) => format!("a member of enum `{}`", index.enumeration(*id).qualified),
        Ty::User(id) => format!("an object of type `{}`", index.ty(*id).qualified),
        Ty::Struct => "an object of some type".to_owned(),
        Ty::Stream => "a stream".to_owned(),
        Ty::Any => "a value of unknown type".to_owned(),
        Ty::Array(of) => format!("an array of {}", plural(of, index)),
    }
}

/// What several values of a type are called.
fn plural(ty: &Ty, index: &Index) -> String {
    match ty {
        Ty::Int => "integers".to_owned(),
        Ty::Float => "floats".to_owned(),
        Ty::Bool => "booleans".to_owned(),
        Ty::Str => "strings".to_owned(),
        Ty::Bytes => "byte arrays".to_owned(),
        Ty::Enum(id) => format!("members of enum `{}`", index.enumeration(*id).qualified),
        Ty::User(id) => format!("objects of type `{}`", index.ty(*id).qualified),
        Ty::Struct => "objects of some type".to_owned(),
        Ty::Stream => "streams".to_owned(),
        Ty::Any => "values of unknown type".to_owned(),
        Ty::Array(of) => format!("arrays of {}", plural(of, index)),
    }
}

/// The type that both branches of a ternary, or all elements of a list, have.
pub(crate) fn combine(a: &Kind, b: &Kind) -> Option<Kind> {
    let ty = combine_types(&a.ty, &b.ty)?;
    Some(Kind {
        ty,
        byte: a.byte && b.byte,
    })
}

fn combine_types(a: &Ty, b: &Ty) -> Option<Ty> {
    Some(match (a, b) {
        (Ty::Any, _) | (_, Ty::Any) => Ty::Any,
        (Ty::Int | Ty::Float, Ty::Float) | (Ty::Float, Ty::Int) => Ty::Float,
        (Ty::User(x), Ty::User(y)) if x != y => Ty::Struct,
        (Ty::User(_), Ty::Struct) | (Ty::Struct, Ty::User(_)) => Ty::Struct,
        (Ty::Array(x), Ty::Array(y)) => Ty::Array(Box::new(combine_types(x, y)?)),
        _ if a == b => a.clone(),
        _ => return None,
    })
}

/// Whether a value can be passed where another type is declared.
pub(crate) fn assignable(value: &Ty, declared: &Ty) -> bool {
    match (value, declared) {
        (Ty::Any, _) | (_, Ty::Any) => true,
        (Ty::User(_) | Ty::Struct, Ty::Struct) => true,
        // An object of some type may turn out to be of the declared one.
        (Ty::Struct, Ty::User(_)) => true,
        (Ty::Array(x), Ty::Array(y)) => assignable(x, y),
        _ => value == declared,
    }
}

/// The type that a name means in a parameter, `as<>` or `sizeof<>`.
///
/// # Errors
/// A message, if there is no such type.
pub(crate) fn named(index: &Index, from: TypeId, name: &TypeName) -> Result<Kind, String> {
    let one = match name.path.words.as_slice() {
        [word] if !name.path.absolute => built_in(&word.text),
        _ => None,
    };
    let one = match one {
        Some(kind) => kind,
        None => match index.find_type(from, &name.path) {
            Some(id) => Ty::User(id).into(),
            None => return Err(unknown_name(index, from, &name.path.text())),
        },
    };
    Ok(if name.array { one.array() } else { one })
}

/// The message about a type that does not exist, where no bytes are read.
fn unknown_name(index: &Index, from: TypeId, name: &str) -> String {
    let bare = name.strip_suffix("le").or(name.strip_suffix("be"));
    match bare.filter(|bare| built_in(bare).is_some()) {
        Some(bare) => format!("no bytes are read here, so write `{bare}` for `{name}`"),
        None => unknown_type(index, from, name),
    }
}

/// The message about a type that does not exist.
pub(crate) fn unknown_type(index: &Index, from: TypeId, name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    let guess = match index.similar_type(from, last) {
        Some(similar) if similar != last => format!("; did you mean `{similar}`?"),
        _ => built_in::meant_by(name)
            .map(|meant| format!("; did you mean `{meant}`?"))
            .unwrap_or_default(),
    };
    format!(
        "there is no type `{name}` to be seen from `{}`{guess}",
        index.ty(from).qualified
    )
}

fn built_in(name: &str) -> Option<Kind> {
    Some(match name {
        "str" | "strz" => Ty::Str.into(),
        "bytes" => Ty::Bytes.into(),
        "bool" | "b1" => Ty::Bool.into(),
        "struct" => Ty::Struct.into(),
        "io" => Ty::Stream.into(),
        "any" => Kind::ANY,
        _ => {
            let (family, size) = name.split_at_checked(1)?;
            match (family, size) {
                ("u" | "s", "1") => Kind::BYTE,
                ("u" | "s", "2" | "4" | "8") => Kind::INT,
                ("f", "4" | "8") => Ty::Float.into(),
                ("b", _) => {
                    let width: u8 = size.parse().ok()?;
                    (1..=64).contains(&width).then_some(Kind::INT)?
                }
                _ => return None,
            }
        }
    })
}

/// The size in bits of a built-in type.
pub(crate) fn built_in_bits(name: &str) -> Option<u64> {
    let kind = built_in(name)?;
    if !matches!(kind.ty, Ty::Int | Ty::Float | Ty::Bool) || name == "bool" {
        return None;
    }
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let size: u64 = digits.parse().ok()?;
    Some(if name.starts_with('b') {
        size
    } else {
        size * 8
    })
}
