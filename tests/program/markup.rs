//! Pages and pictures taken apart, as a browser and the script of a page do.

use std::collections::HashMap;

use pretty_assertions::assert_eq;

/// What a page says of a field.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Told {
    pub(crate) path: String,
    pub(crate) ty: String,
    pub(crate) bytes: Option<(u64, u64)>,
}

/// A row of a page.
#[derive(Debug, Default)]
pub(crate) struct Item {
    pub(crate) field: Option<Told>,
    pub(crate) text: String,
    /// Its letters in one colour: the class, the text, and of which part.
    pub(crate) runs: Vec<(String, String, Option<Told>)>,
}

pub(crate) fn attribute<'t>(tag: &Tag<'t>, name: &str) -> Option<&'t str> {
    let found = tag.attributes.iter().find(|(other, _)| *other == name);
    found.map(|(_, value)| *value)
}

fn short(text: &str) -> i64 {
    i64::from_str_radix(text, 36).unwrap()
}

/// Blanks in place of tabulators.
fn expand(text: &str) -> String {
    let line = |line: &str| {
        let mut pieces = line.split('\t');
        let first = pieces.next().unwrap().to_owned();
        pieces.fold(first, |all, piece| {
            let units = all.encode_utf16().count();
            format!("{all}{}{piece}", " ".repeat(8 - units % 8))
        })
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The first so many 16-bit units of a text, and the rest.
fn cut(text: &str, units: usize) -> (&str, &str) {
    let mut left = units;
    let end = text.char_indices().find(|(_, c)| {
        let inside = left > 0;
        left = left.saturating_sub(c.len_utf16());
        !inside
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// The places that a part of a page tells, by mark, in order.
pub(crate) fn places(unit: &Tag<'_>, kinds: &[Vec<&str>]) -> Vec<(i64, Told)> {
    let base: i64 = attribute(unit, "data-b").unwrap().parse().unwrap();
    let (mut mark, mut path, mut start) = (base + 1, String::new(), 0);
    let mut told = Vec::new();
    for line in unescape(attribute(unit, "data-m").unwrap()).lines() {
        if let Some(at) = line.strip_prefix('#') {
            mark = base + short(at);
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or("");
        let (same, rest) = fields[0].split_once(' ').unwrap();
        path = format!("{}{rest}", cut(&path, short(same) as usize).0);
        let kind = &kinds[short(field(1)) as usize];
        start += if field(2).is_empty() {
            0
        } else {
            short(field(2))
        };
        let length = if field(3).is_empty() {
            kind[0]
        } else {
            field(3)
        };
        let bytes = match length {
            "" | "-" => None,
            length => Some((start as u64, short(length) as u64)),
        };
        let told_of = Told {
            path: path.clone(),
            ty: kind[3].to_owned(),
            bytes,
        };
        told.push((mark, told_of));
        mark += 1;
    }
    told
}

/// The rows of a page in order, as its script understands them.
pub(crate) fn items(page: &str) -> Vec<Item> {
    let tags = tags(page);
    let named = |id: &str| {
        let tag = tags.iter().find(|tag| attribute(tag, "id") == Some(id));
        unescape(tag.unwrap().after)
    };
    let (kinds, looks) = (named("kinds"), named("looks"));
    let kinds: Vec<Vec<&str>> = kinds.lines().map(|it| it.split('\t').collect()).collect();
    let looks: Vec<&str> = looks.split(' ').collect();
    let mut known: HashMap<i64, Told> = HashMap::new();
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(tag) = tags.get(at) {
        at += 1;
        if attribute(tag, "class") != Some("u") {
            continue;
        }
        let base: i64 = attribute(tag, "data-b").unwrap().parse().unwrap();
        let told = places(tag, &kinds);
        let mut next = told.iter().map(|(mark, _)| *mark).peekable();
        known.extend(told.iter().cloned());
        for token in attribute(tag, "data-r").unwrap().split(' ') {
            while tags[at].name != "div" || attribute(&tags[at], "class") == Some("k") {
                at += 1;
            }
            let mut text = String::new();
            while tags[at].name != "/div" {
                text.push_str(&unescape(tags[at].after));
                at += 1;
            }
            let text = expand(text.trim_end_matches('\n'));
            let (whose, look) = token.split_at(token.find(['.', '=']).unwrap());
            let look = match look.strip_prefix('.') {
                Some(number) => looks[short(number) as usize],
                None => &look[1..],
            };
            let part_first = whose.starts_with('~');
            let of = match whose.trim_start_matches(['~', '!']) {
                _ if whose == "!" => None,
                "" if part_first => next.peek().copied(),
                "" => next.next(),
                from => Some(base + short(from)),
            };
            let mut item = Item {
                field: of.filter(|_| !part_first).map(|mark| known[&mark].clone()),
                text: text.clone(),
                runs: Vec::new(),
            };
            let mut rest = text.as_str();
            for run in look.split(',').filter(|run| !run.is_empty()) {
                let (run, part) = run.split_once('@').unwrap_or((run, ""));
                let run = run.split_once('*').map_or(run, |(run, _)| run);
                let digits = run.find(|c: char| !c.is_ascii_digit()).unwrap_or(run.len());
                let (letters, after) = cut(rest, run[..digits].parse().unwrap());
                rest = after;
                let mark = (!part.is_empty()).then(|| of.unwrap() + part.parse::<i64>().unwrap());
                if mark.is_some() && next.peek().copied() == mark {
                    next.next();
                }
                let part = mark.map(|mark| known[&mark].clone());
                item.runs
                    .push((run[digits..].to_owned(), letters.to_owned(), part));
            }
            items.push(item);
        }
        assert_eq!(next.next(), None, "a place without a row");
    }
    items
}

/// The letters of a line of a picture, each with its class.
pub(crate) fn drawn(picture: &str) -> Vec<Vec<(char, String)>> {
    let mut lines = Vec::new();
    let mut classes: Vec<String> = Vec::new();
    let mut line = Vec::new();
    for tag in tags(picture) {
        match tag.name {
            "text" => line = Vec::new(),
            "tspan" => classes.push(attribute(&tag, "class").unwrap_or("").to_owned()),
            "/tspan" => drop(classes.pop()),
            "/text" => lines.push(std::mem::take(&mut line)),
            _ => {}
        }
        let class = classes.last().cloned().unwrap_or_default();
        line.extend(unescape(tag.after).chars().map(|c| (c, class.clone())));
    }
    lines
}

/// A tag, and the text between it and the next one.
#[derive(Debug)]
pub(crate) struct Tag<'t> {
    pub(crate) name: &'t str,
    pub(crate) attributes: Vec<(&'t str, &'t str)>,
    pub(crate) after: &'t str,
}

/// Tags that are not closed.
const VOID: &[&str] = &["meta", "input", "!DOCTYPE"];

/// The tags of a page, which must be well-formed: each one closed, no attribute
/// twice, no sign of markup in a text. What style and script say is left out.
#[track_caller]
pub(crate) fn tags(page: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut rest = page.strip_prefix('<').unwrap();
    loop {
        let (tag, after) = rest.split_once('>').unwrap();
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let raw = ["style", "script"].contains(&name);
        let (text, next) = match after.split_once(if raw { "</" } else { "<" }) {
            Some((_, next)) if raw => ("", next),
            Some((text, next)) => (text, next),
            None => (after, ""),
        };
        assert!(!text.contains('>'), "{text}");
        check_entities(tag);
        check_entities(text);
        let attributes = attributes_of(attributes.trim_end_matches('/'));
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        found.push(Tag {
            name,
            attributes,
            after: text,
        });
        if raw {
            let (end, after) = next.split_once('>').unwrap();
            assert_eq!(open.pop(), Some(end));
            let Some((_, next)) = after.split_once('<') else {
                break;
            };
            rest = next;
        } else if next.is_empty() {
            break;
        } else {
            rest = next;
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    found
}

/// Names and values; a name alone has the value "".
#[track_caller]
fn attributes_of(text: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find([' ', '=']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        assert!(!found.iter().any(|(other, _)| *other == name), "{text}");
        let (value, after) = match after.strip_prefix("=\"") {
            Some(value) => value.split_once('"').unwrap(),
            None => ("", after),
        };
        found.push((name, value));
        rest = after.trim_start();
    }
    found
}

const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

#[track_caller]
fn check_entities(text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = |(entity, _): &(&str, &str)| text[at..].starts_with(entity);
        assert!(ENTITIES.iter().any(known), "{text}");
    }
}

pub(crate) fn unescape(text: &str) -> String {
    let replace = |text: String, (entity, sign): &(&str, &str)| text.replace(entity, sign);
    ENTITIES.iter().fold(text.to_owned(), replace)
}
