//! The legal keys of every map of a grammar, and what to say of others.

use super::field::{Map, Problems, quote};
use crate::grammar::problem::Problem;
use crate::text::nearest;

/// Of a type.
pub(super) const TYPE: &[&str] = &[
    "meta",
    "doc",
    "doc-ref",
    "to-string",
    "params",
    "seq",
    "types",
    "instances",
    "enums",
];

/// Of `meta`.
pub(super) const META: &[&str] = &[
    "id",
    "title",
    "application",
    "file-extension",
    "xref",
    "license",
    "tags",
    "ks-version",
    "ks-debug",
    "ks-opaque-types",
    "ks-zero-copy-substream",
    "imports",
    "encoding",
    "endian",
    "bit-endian",
];

/// Of every attribute.
pub(super) const ATTR: &[&str] = &[
    "id",
    "doc",
    "doc-ref",
    "type",
    "if",
    "terminator",
    "consume",
    "include",
    "eos-error",
    "valid",
    "repeat",
];

/// Further ones of bytes, user types and type switches.
pub(super) const ATTR_BYTES: &[&str] = &[
    "contents",
    "size",
    "size-eos",
    "pad-right",
    "parent",
    "process",
];

/// Further ones of strings.
pub(super) const ATTR_STR: &[&str] = &["size", "size-eos", "pad-right", "encoding"];

/// Further ones of integers.
pub(super) const ATTR_INT: &[&str] = &["enum"];

/// Further ones of parse instances.
pub(super) const INSTANCE: &[&str] = &["pos", "io"];

/// Of value instances.
pub(super) const VALUE_INSTANCE: &[&str] = &["value", "doc", "doc-ref", "enum", "if"];

/// Of an entry of `params`.
pub(super) const PARAM: &[&str] = &["id", "type", "enum", "doc", "doc-ref"];

/// Of a member of an enum.
pub(super) const ENUM_ENTRY: &[&str] = &["id", "doc", "doc-ref"];

/// Of a switch.
pub(super) const SWITCH: &[&str] = &["switch-on", "cases"];

/// Of `valid`.
pub(super) const VALID: &[&str] = &["eq", "min", "max", "any-of", "in-enum", "expr"];

/// Our own, of attributes and instances.
pub(super) const OWN_ATTR: &[&str] = &["-fmtview-show", "-fmtview-cells", "-fmtview-checksum"];

/// Our own, of types.
pub(super) const OWN_TYPE: &[&str] = &["-fmtview-check"];

/// Our own, of the `meta` of a grammar.
pub(super) const OWN_META: &[&str] = &["-fmtview-detect"];

/// Reports every key that is not legal. Keys that begin with `-` are for
/// others, except our own.
pub(super) fn check(map: &Map<'_>, legal: &[&str], what: &str, problems: &mut Problems) {
    check_with(map, legal, &[], what, |_| None, problems);
}

/// Like [`check`]; `own` are our legal keys here, and `why` may know why a key
/// can't stand here and what to do.
pub(super) fn check_with(
    map: &Map<'_>,
    legal: &[&str],
    own: &[&str],
    what: &str,
    why: impl Fn(&str) -> Option<(String, String)>,
    problems: &mut Problems,
) {
    for pair in map.pairs() {
        let key = &*pair.key.value;
        if legal.contains(&key) || own.contains(&key) {
            continue;
        }
        if key.starts_with('-') && !key.starts_with("-fmtview-") {
            continue;
        }
        map.note_odd_key();
        let problem = match why(key).or_else(|| misplaced_own(key)) {
            Some((message, help)) => Problem::error(&pair.key.place, message).help(help),
            None => {
                let message = format!("{what} has no key {}", quote(key));
                let is_own = key.starts_with("-fmtview-") && !own.is_empty();
                let mut all = if is_own { own.to_vec() } else { legal.to_vec() };
                all.sort_unstable();
                let near = nearest(key, all.iter().copied())
                    .or_else(|| other_word(key).filter(|word| all.contains(word)))
                    .map(|near| format!("did you mean `{near}`? "))
                    .unwrap_or_default();
                let help = format!("{near}its keys are: {}", all.join(", "));
                Problem::error(&pair.key.place, message).help(help)
            }
        };
        problems.push(problem);
    }
}

/// What some would rather call a key, or the word for a byte order.
pub(super) fn other_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "sequence" | "fields" | "attributes" => "seq",
        "structs" | "classes" => "types",
        "switch" | "on" | "match" => "switch-on",
        "minimum" | "at-least" => "min",
        "maximum" | "at-most" => "max",
        "equals" | "equal" | "is" => "eq",
        "one-of" | "in" | "values" => "any-of",
        "little" | "little-endian" | "lsb" => "le",
        "big" | "big-endian" | "msb" | "network" => "be",
        _ => return None,
    })
}

/// One of our keys that stands in the wrong map.
fn misplaced_own(key: &str) -> Option<(String, String)> {
    let place = match key {
        _ if OWN_ATTR.contains(&key) => "attributes and instances",
        _ if OWN_TYPE.contains(&key) => "types",
        _ if OWN_META.contains(&key) => "the `meta` of a grammar",
        _ => return None,
    };
    Some((
        format!("`{key}` can't stand here"),
        format!("it is a key of {place}"),
    ))
}

/// Words as a list for people: `a`, `b` or `c`.
pub(super) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    let Some(last) = words.pop() else {
        return String::new();
    };
    if words.is_empty() {
        return last;
    }
    format!("{} or {last}", words.join(", "))
}

/// Whether `text` may name something: `[a-z][a-z0-9_]*`.
pub(super) fn is_id(text: &str) -> bool {
    let tail = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.bytes().next().is_some_and(|b| b.is_ascii_lowercase()) && text.bytes().all(tail)
}

/// A name made of a text that is none: `Foo Bar` → `foo_bar`.
pub(super) fn as_id(text: &str) -> Option<String> {
    let mut id = String::new();
    let mut last_lower = false;
    for c in text.chars().take(60) {
        match c {
            'A'..='Z' => {
                if last_lower {
                    id.push('_');
                }
                id.push(c.to_ascii_lowercase());
            }
            'a'..='z' | '0'..='9' => id.push(c),
            _ if !id.is_empty() && !id.ends_with('_') => id.push('_'),
            _ => {}
        }
        last_lower = c.is_ascii_lowercase();
    }
    let id = id.trim_end_matches('_');
    is_id(id).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn names() {
        for id in ["a", "foo_bar2", "x_"] {
            assert!(is_id(id), "{id}");
        }
        for id in ["", "_a", "2a", "A", "a-b", "aé", "a b"] {
            assert!(!is_id(id), "{id}");
        }
    }

    #[test]
    fn names_from_other_texts() {
        for (text, id) in [("BAD", "bad"), ("fooBar", "foo_bar"), ("a b-c ", "a_b_c")] {
            assert_eq!(as_id(text).as_deref(), Some(id));
        }
        for text in ["", "101dogs", "寸", "_"] {
            assert_eq!(as_id(text), None);
        }
    }

    #[test]
    fn lists_of_words() {
        assert_eq!(one_of(["le", "be"]), "`le` or `be`");
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(one_of(["a"]), "`a`");
    }
}
