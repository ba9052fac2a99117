//! Pictures: the same text as in a terminal, and well-formed.
//! `SNAPSHOTS=overwrite cargo test --test pages` writes what it finds.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod program;

use std::fs;

use pretty_assertions::assert_eq;
use snapbox::{Data, assert_data_eq};

use program::root;

/// A picture in `tests/golden/svg/`, and the command that makes it.
const PICTURES: &[(&str, &str)] = &[
    ("dungeon", "samples/dungeon --width 106 --svg"),
    (
        "byte-order",
        "tests/data/broken/dungeon-size-swapped.rlg327 --at file_size --width 106 --svg",
    ),
    (
        "sokoban",
        "samples/konka.bxb --width 120 --theme light --svg",
    ),
    (
        "packet",
        "layout bxb --style packet --width 80 --theme light --svg",
    ),
    ("tree", "tree samples/deckstring.txt --theme mono --svg"),
    ("hex", "hex samples/save.arcanum --theme colorblind --svg"),
    (
        "check",
        "check tests/data/broken/dungeon-all-swapped.rlg327 samples/dungeon --svg",
    ),
];

/// A page in `tests/golden/html/`, and the command that makes it.
const PAGES: &[(&str, &str)] = &[
    (
        "dungeon",
        "tests/data/broken/dungeon-size-swapped.rlg327 --at file_size --html",
    ),
    (
        "deck",
        "-f deckstring --text AAECAQcCrwSRvAIA --html --theme dark",
    ),
];

/// Commands that are tried; none of their lines is wider than the default.
const VIEWS: &[&str] = &[
    "view samples/dungeon",
    "view samples/konka.bxb --full --ascii",
    "view samples/deckstring.txt --theme colorblind",
    "view samples/save-full.arcanum --width 60",
    "view tests/data/broken/dungeon-cut-in-map.rlg327 --width 200",
    "view tests/data/broken/bxb-address-beyond.bxb",
    "view -f tests/readme/game.ksy tests/readme/game.sav",
    "tree samples/konka.bxb",
    "tree tests/data/broken/dungeon-all-swapped.rlg327 --full",
    "hex samples/konka.bxb",
    "hex samples/konka.bxb --width 50 --range 0x1b..",
    "layout bxb --style table",
    "layout dungeon samples/dungeon --style ruler",
    "layout deckstring samples/deckstring.txt --style brackets",
    "layout arcanum --style packet --row 8",
];

fn run(words: &str, more: &[&str]) -> String {
    let output = program::output(words, more).get_output().clone();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{words}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pictures() {
    for (name, words) in PICTURES {
        let path = root().join(format!("tests/golden/svg/{name}.svg"));
        assert_data_eq!(run(words, &[]), Data::read_from(&path, None).raw());
    }
}

#[test]
fn pictures_have_the_text_of_the_terminal() {
    for words in VIEWS {
        let text = run(words, &[]);
        let lines = text.lines().map(str::trim_end).filter(|it| !it.is_empty());
        let picture = run(words, &["--svg"]);
        let tags = tags(&picture);
        let mut drawn = Vec::new();
        let mut line = None;
        for tag in &tags {
            match tag.name {
                "text" => line = Some(String::new()),
                "/text" => drawn.extend(line.take()),
                _ => {}
            }
            if let Some(line) = &mut line {
                line.push_str(&unescape(tag.after));
            }
        }
        assert_eq!(drawn, lines.collect::<Vec<_>>(), "{words}");
    }
}

#[test]
fn pages() {
    for (name, words) in PAGES {
        // style and script are the same on all pages
        let page = run(words, &[]);
        let (head, rest) = page.split_once("<style>").unwrap();
        let (_, rest) = rest.split_once("</style>").unwrap();
        let (body, _) = rest.split_once("<script>").unwrap();
        let path = root().join(format!("tests/golden/html/{name}.html"));
        assert_data_eq!(format!("{head}{body}"), Data::read_from(&path, None).raw());
    }
}

/// An element of a page that has lines.
#[derive(Debug, Default)]
struct Item<'p> {
    attributes: Vec<(&'p str, &'p str)>,
    text: String,
}

impl Item<'_> {
    fn number(&self, name: &str) -> Option<u64> {
        let found = self.attributes.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| value.parse().unwrap())
    }
}

/// The elements of a page that have lines, in order.
fn items(page: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut item: Option<Item<'_>> = None;
    for tag in tags(page) {
        let class = tag.attributes.iter().find(|(name, _)| *name == "class");
        let begins = class.is_some_and(|(_, class)| ["i", "l", "i v"].contains(class));
        if tag.name == "div" && begins {
            assert!(item.is_none(), "{tag:?}");
            let attributes = tag.attributes;
            item = Some(Item {
                attributes,
                text: String::new(),
            });
        } else if tag.name == "/div" {
            items.extend(item.take());
        }
        if let Some(item) = &mut item {
            item.text.push_str(&unescape(tag.after));
        }
    }
    items
}

#[test]
fn pages_have_the_text_of_the_terminal() {
    for words in VIEWS {
        let more: &[&str] = if words.contains("--width") {
            &[]
        } else {
            &["--width", "120"]
        };
        let text = run(words, more);
        let lines = text.lines().map(str::trim_end).filter(|it| !it.is_empty());
        let page = run(words, &["--html"]);
        let items = items(&page);
        let written = items.iter().flat_map(|item| item.text.lines());
        let written = written.map(str::trim_end).filter(|it| !it.is_empty());
        assert_eq!(
            written.collect::<Vec<_>>(),
            lines.collect::<Vec<_>>(),
            "{words}"
        );
    }
}

#[test]
fn every_name_is_there_once_and_every_link_leads_to_one() {
    for words in VIEWS {
        let page = run(words, &["--html"]);
        let tags = tags(&page);
        let of = |wanted: &str| {
            let attributes = tags.iter().flat_map(|tag| tag.attributes.iter());
            let found = attributes.filter(|(name, _)| *name == wanted);
            found.map(|(_, value)| *value).collect::<Vec<_>>()
        };
        let mut ids = of("id");
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{words}");
        for link in of("href") {
            let target = link.strip_prefix('#').unwrap();
            assert!(ids.binary_search(&target).is_ok(), "{words}: {link}");
        }
        for group in of("data-g") {
            assert!(ids.binary_search(&group).is_ok(), "{words}: {group}");
        }
    }
}

#[test]
fn bytes_stand_in_the_rows_of_their_fields() {
    let mut seen = 0;
    let views = VIEWS.iter().filter(|words| words.starts_with("view"));
    for words in views.filter(|words| !words.contains("--width")) {
        let page = run(words, &["--html", "--width", "160"]);
        for item in items(&page) {
            let (Some(start), Some(length)) = (item.number("data-a"), item.number("data-n")) else {
                continue;
            };
            for line in item.text.lines() {
                let line = line.trim_start_matches(['▌', '|', '┆', ':', ' ']);
                let Some((offset, bytes)) = line.split_once(' ') else {
                    continue;
                };
                let Ok(offset) = u64::from_str_radix(offset, 16) else {
                    continue;
                };
                let bytes = bytes.get(..48).unwrap_or(bytes);
                for (column, _) in bytes.match_indices(|c: char| c != ' ').step_by(2) {
                    let at = offset / 16 * 16 + column as u64 / 3;
                    assert!(start <= at && at < start + length, "{words}: {item:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn nothing_is_fetched() {
    for words in VIEWS {
        let links = |page: String| page.matches("://").count();
        let picture = links(run(words, &["--svg"]));
        assert_eq!(picture, 1, "{words}: the name space alone");
        assert_eq!(links(run(words, &["--html"])), 0, "{words}");
    }
}

#[test]
fn names_are_no_markup() {
    let folder = std::env::temp_dir().join(format!("fmtview-pages-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("<script>alert(1)<'\"&\u{202e}.bin");
    fs::write(&file, b"</text><script>\"&amp;").unwrap();
    let grammar = folder.join("evil.ksy");
    let text = "meta: {id: evil, title: '</title><script>&'}\n\
                seq:\n  - {id: a, size-eos: true, type: str, encoding: ASCII, doc: '<script>'}\n";
    fs::write(&grammar, text).unwrap();
    let (file, grammar) = (file.to_str().unwrap(), grammar.to_str().unwrap());
    for command in [
        &["view", "-f", grammar, file][..],
        &["tree", "-f", grammar, file],
        &["check", "-f", grammar, file],
        &["hex", file],
        &["layout", grammar, file],
    ] {
        let (first, rest) = command.split_first().unwrap();
        for (kind, scripts) in [("--svg", 0), ("--html", 1)] {
            let mut rest = rest.to_vec();
            rest.push(kind);
            let page = run(first, &rest);
            let found = tags(&page)
                .iter()
                .filter(|tag| tag.name == "script")
                .count();
            assert_eq!(found, scripts, "{page}");
            assert!(!page.contains('\u{202e}'), "{page}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A tag, and the text between it and the next one.
#[derive(Debug)]
struct Tag<'t> {
    name: &'t str,
    attributes: Vec<(&'t str, &'t str)>,
    after: &'t str,
}

/// Tags that are not closed.
const VOID: &[&str] = &["meta", "input", "!DOCTYPE"];

/// The tags of a page, which must be well-formed: each one closed, no attribute
/// twice, no sign of markup in a text. What style and script say is left out.
#[track_caller]
fn tags(page: &str) -> Vec<Tag<'_>> {
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

fn unescape(text: &str) -> String {
    let replace = |text: String, (entity, sign): &(&str, &str)| text.replace(entity, sign);
    ENTITIES.iter().fold(text.to_owned(), replace)
}
