//! Our own keys, `-fmtview-…`.

use std::sync::Arc;

use super::field::{Field, Map, Pair, Problems, quote};
use super::{bytes, keys};
use crate::grammar::problem::Problem;
use crate::grammar::scalar;
use crate::grammar::spec::{CheckSpec, ChecksumSpec, Spanned, Text};
use crate::grammar::yaml::Kind;
use crate::schema::{
    ChecksumAlgorithm, Clock, Detect, Glyph, Severity, Show, crc_by_name, similar_crcs,
};
use crate::text::sanitize::is_unsafe;
use crate::text::width;

const CHECK: &[&str] = &["that", "else", "severity", "at"];
const CHECKSUM: &[&str] = &[
    "algorithm",
    "over",
    "if",
    "stored",
    "running",
    "multiplier",
    "modulus",
    "units",
    "bits",
];
const DETECT: &[&str] = &["names", "magic", "trial"];
const MAGIC: &[&str] = &["at", "bytes"];
const CELL: &[&str] = &["glyph", "ascii", "name"];

impl CheckSpec {
    /// Reads `-fmtview-check`.
    pub(super) fn read_all(field: &Field<'_>, problems: &mut Problems) -> Vec<Self> {
        let list = field.as_list(problems).unwrap_or_default();
        list.iter()
            .filter_map(|f| Self::read(f, problems))
            .collect()
    }

    fn read(field: &Field<'_>, problems: &mut Problems) -> Option<Self> {
        let map = field.as_map(problems)?;
        keys::check(&map, CHECK, "a check", problems);
        let severities = [
            ("error", Severity::Error),
            ("warning", Severity::Warning),
            ("note", Severity::Note),
        ];
        let that = map
            .need("that", "a check", problems)
            .and_then(|f| f.as_expr(problems));
        let message = map
            .need("else", "a check", problems)
            .and_then(|f| f.as_text("a text", problems));
        let severity = map
            .get("severity")
            .and_then(|f| f.as_word(&severities, problems));
        let at = map
            .get("at")
            .and_then(|f| f.as_text("the path of a field", problems));
        Some(Self {
            place: map.place(),
            that: that?,
            message: message?,
            severity: severity.map_or(Severity::Error, |s| s.value),
            at,
        })
    }
}

impl ChecksumSpec {
    /// Reads `-fmtview-checksum`.
    pub(super) fn read(map: &Map<'_>, problems: &mut Problems) -> Option<Self> {
        let map = map.get("-fmtview-checksum")?.as_map(problems)?;
        keys::check(&map, CHECKSUM, "`-fmtview-checksum`", problems);
        let name = map
            .need("algorithm", "a checksum", problems)
            .and_then(|f| f.as_text("a name", problems));
        let algorithm = name.and_then(|name| algorithm(&name, &map, problems));
        let over = map
            .need("over", "a checksum", problems)
            .and_then(|f| f.as_expr(problems));
        let cond = map.get("if").and_then(|f| f.as_expr(problems));
        let stored = map.get("stored").and_then(|f| f.as_expr(problems));
        let running = map.get("running").and_then(|f| f.as_bool(problems));
        Some(Self {
            place: map.place(),
            algorithm: algorithm?,
            over: over?,
            cond,
            stored,
            running: running.is_some_and(|r| r.value),
        })
    }
}

fn algorithm(name: &Text, map: &Map<'_>, problems: &mut Problems) -> Option<ChecksumAlgorithm> {
    let (algorithm, parameters): (_, &[&str]) = match &*name.value {
        "adler-32" => (Some(ChecksumAlgorithm::Adler32), &[]),
        "sum" => (sum(map, problems), &["bits"]),
        "polynomial" => (
            polynomial(map, problems),
            &["multiplier", "modulus", "units"],
        ),
        other => match crc_by_name(other) {
            Some(crc) => (Some(ChecksumAlgorithm::Crc(crc.into())), &[]),
            None => {
                problems.push(unknown_algorithm(name));
                return None;
            }
        },
    };
    for key in ["bits", "multiplier", "modulus", "units"] {
        if map.has(key) && !parameters.contains(&key) {
            let message = format!("{} has no `{key}`", quote(&name.value));
            problems.push(Problem::error(&map.key_place(key), message));
        }
    }
    algorithm
}

fn unknown_algorithm(name: &Text) -> Problem {
    let mut near = similar_crcs(&name.value);
    near.extend(["adler-32", "sum", "polynomial"]);
    let problem = Problem::error(&name.place, format!("no algorithm {}", quote(&name.value)));
    let all = keys::one_of(near);
    problem.help(format!(
        "it is {all}, or the name of a CRC in the catalogue, such as `crc-32`"
    ))
}

fn sum(map: &Map<'_>, problems: &mut Problems) -> Option<ChecksumAlgorithm> {
    let bits = number(map, "`sum`", "bits", 1..=64, problems)?;
    Some(ChecksumAlgorithm::Sum {
        bits: u8::try_from(bits).ok()?,
    })
}

fn polynomial(map: &Map<'_>, problems: &mut Problems) -> Option<ChecksumAlgorithm> {
    let multiplier = number(map, "`polynomial`", "multiplier", 1..=u64::MAX, problems);
    let modulus = number(map, "`polynomial`", "modulus", 2..=u64::MAX, problems);
    let units = [("bytes", false), ("utf-16", true)];
    let utf16 = match map.get("units") {
        Some(field) => field.as_word(&units, problems)?.value,
        None => false,
    };
    Some(ChecksumAlgorithm::Polynomial {
        multiplier: multiplier?,
        modulus: modulus?,
        utf16,
    })
}

/// A number that must be there and lie in a range.
fn number(
    map: &Map<'_>,
    what: &str,
    key: &str,
    range: std::ops::RangeInclusive<u64>,
    problems: &mut Problems,
) -> Option<u64> {
    let expected = match (*range.start(), *range.end()) {
        (from, u64::MAX) => format!("an integer of {from} or more"),
        (from, to) => format!("an integer from {from} to {to}"),
    };
    let field = map.need(key, what, problems)?;
    let value = field.as_int(&expected, problems)?.value;
    let value = u64::try_from(value).ok().filter(|v| range.contains(v));
    if value.is_none() {
        problems.push(field.error(format!("expected {expected}, found {}", field.describe())));
    }
    value
}

/// Reads `-fmtview-detect`.
pub(super) fn read_detect(field: &Field<'_>, problems: &mut Problems) -> Detect {
    let Some(map) = field.as_map(problems) else {
        return Detect::default();
    };
    keys::check(&map, DETECT, "`-fmtview-detect`", problems);
    let names = map
        .get("names")
        .and_then(|f| f.as_list_or_one(problems))
        .unwrap_or_default();
    let names = names
        .iter()
        .filter_map(|f| f.as_text("a file name", problems));
    let names = names.map(|t| t.value).collect();
    let magic = map
        .get("magic")
        .and_then(|f| f.as_list(problems))
        .unwrap_or_default();
    let magic = magic
        .iter()
        .filter_map(|f| read_magic(f, problems))
        .collect();
    let trial = map
        .get("trial")
        .and_then(|f| f.as_bool(problems))
        .is_some_and(|b| b.value);
    Detect {
        names,
        magic,
        trial,
    }
}

fn read_magic(field: &Field<'_>, problems: &mut Problems) -> Option<(u64, Arc<[u8]>)> {
    let map = field.as_map(problems)?;
    keys::check(&map, MAGIC, "an entry of `magic`", problems);
    let at = match map.has("at") {
        true => number(&map, "an entry of `magic`", "at", 0..=u64::MAX, problems)?,
        false => 0,
    };
    let field = map.need("bytes", "an entry of `magic`", problems)?;
    let bytes = bytes::read(&field, problems)?.value;
    if bytes.is_empty() {
        problems.push(field.error("expected at least one byte: every file begins with none"));
        return None;
    }
    Some((at, bytes))
}

/// Reads `-fmtview-show` and `-fmtview-cells`.
pub(super) fn read_show(map: &Map<'_>, problems: &mut Problems) -> Option<Spanned<Show>> {
    let shows = [
        ("map", None),
        ("hex", Some(Show::Hex)),
        ("dec", Some(Show::Dec)),
        ("bin", Some(Show::Bin)),
        ("char", Some(Show::Char)),
        ("text", Some(Show::Text)),
        ("unix-time", Some(Show::Time(Clock::Unix))),
        ("unix-time-ms", Some(Show::Time(Clock::UnixMillis))),
        ("windows-time", Some(Show::Time(Clock::Windows))),
        ("mac-time", Some(Show::Time(Clock::Mac))),
        ("dos-time", Some(Show::Time(Clock::Dos))),
        ("size", Some(Show::Size)),
        ("none", Some(Show::None)),
    ];
    let field = map.get("-fmtview-show");
    let show = field.as_ref().map(|f| f.as_word(&shows, problems));
    let cells = map.get("-fmtview-cells");
    let is_map = matches!(&show, Some(Some(show)) if show.value.is_none());
    // a word that is not understood may be meant for `map`
    let may_be_map = is_map || matches!(show, Some(None));
    if let Some(cells) = cells.as_ref().filter(|_| !may_be_map) {
        let problem = cells.error("`-fmtview-cells` needs `-fmtview-show: map`");
        problems.push(problem.at(map.key_place("-fmtview-cells").loc));
    }
    let show = show??;
    let cells = cells.filter(|_| is_map);
    let value = show.value.unwrap_or_else(|| Show::Map {
        cells: cells.map(|c| read_cells(&c, problems)).unwrap_or_default(),
    });
    Some(Spanned {
        value,
        place: show.place,
    })
}

fn read_cells(field: &Field<'_>, problems: &mut Problems) -> Vec<Glyph> {
    let Some(map) = field.as_map(problems) else {
        return Vec::new();
    };
    map.pairs()
        .filter_map(|pair| read_cell(&pair, problems))
        .collect()
}

fn read_cell(pair: &Pair<'_>, problems: &mut Problems) -> Option<Glyph> {
    let Some((from, to)) = range(&pair.key.value) else {
        let message = format!("{} is no value of a cell", quote(&pair.key.value));
        let help = "write an integer, a range `1..254` or a character in quotes, `\"'#'\"`";
        problems.push(Problem::error(&pair.key.place, message).help(help));
        return None;
    };
    if from > to {
        let message = format!("the range {} ends before it begins", quote(&pair.key.value));
        problems.push(Problem::error(&pair.key.place, message));
        return None;
    }
    let field = &pair.value;
    let Kind::Map(_) = field.kind() else {
        let glyph = glyph(field, problems)?;
        let ascii = ascii_of(&glyph, None, field, problems)?;
        return Some(Glyph {
            from,
            to,
            glyph,
            ascii,
            name: "".into(),
        });
    };
    let map = field.as_map(problems)?;
    keys::check(&map, CELL, "a cell", problems);
    let glyph_field = map.need("glyph", "a cell", problems)?;
    let drawn = glyph(&glyph_field, problems)?;
    let ascii = ascii_of(&drawn, map.get("ascii"), &glyph_field, problems)?;
    let name = map.get("name").and_then(|f| f.as_text("a name", problems));
    let name = name.map_or_else(|| "".into(), |t| t.value);
    Some(Glyph {
        from,
        to,
        glyph: drawn,
        ascii,
        name,
    })
}

/// What is drawn where only ASCII is wanted.
fn ascii_of(
    glyph: &Arc<str>,
    ascii: Option<Field<'_>>,
    at: &Field<'_>,
    problems: &mut Problems,
) -> Option<Arc<str>> {
    let Some(field) = ascii else {
        if !glyph.is_ascii() {
            let problem = at.error(format!("the glyph {} is not ASCII", quote(glyph)));
            let help = "say what stands for it in ASCII: `{glyph: \"█\", ascii: \"#\"}`";
            problems.push(problem.help(help));
            return None;
        }
        return Some(glyph.clone());
    };
    let text = self::glyph(&field, problems)?;
    if !text.is_ascii() {
        problems.push(field.error(format!("{} is not ASCII", quote(&text))));
        return None;
    }
    Some(text)
}

/// A text one column wide.
fn glyph(field: &Field<'_>, problems: &mut Problems) -> Option<Arc<str>> {
    let text = field.as_text("a character", problems)?.value;
    if text.chars().any(is_unsafe) || width(&text) != 1 {
        let message = format!(
            "expected a character of one column, found {}",
            field.describe()
        );
        problems.push(field.error(message));
        return None;
    }
    Some(text)
}

/// `0`, `1..254`, `'#'`, `'a'..'z'`: least and greatest value.
fn range(text: &str) -> Option<(i128, i128)> {
    if let Some(value) = cell_value(text) {
        return Some((value, value));
    }
    // `'.'..'x'` has dots of its own
    text.match_indices("..").find_map(|(at, _)| {
        let (from, to) = (text.get(..at)?, text.get(at + 2..)?);
        Some((cell_value(from)?, cell_value(to)?))
    })
}

fn cell_value(text: &str) -> Option<i128> {
    let text = text.trim();
    if let Some(quoted) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        let mut chars = quoted.chars();
        let first = chars.next()?;
        return chars.next().is_none().then(|| u32::from(first).into());
    }
    scalar::int(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: Option<(i128, i128)>) {
        assert_eq!(range(text), expected);
    }

    #[test]
    fn cell_ranges() {
        check("0", Some((0, 0)));
        check("1..254", Some((1, 254)));
        check("0x10 .. 0x1f", Some((16, 31)));
        check("'#'", Some((35, 35)));
        check("'a'..'z'", Some((97, 122)));
        check("'.'..'x'", Some((46, 120)));
        check("'''", Some((39, 39)));
        check("█", None);
        for text in ["", "x", "'ab'", "''", "1..", "..", "1...2"] {
            check(text, None);
        }
    }
}
