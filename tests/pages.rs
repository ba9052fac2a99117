//! Pictures: the same text as in a terminal, and well-formed.
//! `SNAPSHOTS=overwrite cargo test --test pages` writes what it finds.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use pretty_assertions::assert_eq;
use snapbox::cmd::{Command, cargo_bin};
use snapbox::{Data, assert_data_eq};

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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(words: &str, more: &[&str]) -> String {
    let output = Command::new(cargo_bin!("fmtview"))
        .current_dir(root())
        .args(words.split(' '))
        .args(more)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env_remove("FMTVIEW_THEME")
        .output()
        .unwrap();
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
fn nothing_is_fetched() {
    for words in VIEWS {
        let picture = run(words, &["--svg"]);
        let links = picture.matches("://").count();
        assert_eq!(links, 1, "{words}: the name space alone");
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
        let mut rest = rest.to_vec();
        rest.push("--svg");
        let page = run(first, &rest);
        assert!(
            !tags(&page).iter().any(|tag| tag.name == "script"),
            "{page}"
        );
        assert!(!page.contains('\u{202e}'), "{page}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A tag, and the text between it and the next one.
#[derive(Debug)]
struct Tag<'t> {
    name: &'t str,
    after: &'t str,
}

/// The tags of a page, which must be well-formed: each one closed, no attribute
/// twice, no sign of markup in a text.
#[track_caller]
fn tags(page: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let (before, rest) = page.split_once('<').unwrap();
    assert_eq!(before, "");
    for part in rest.split('<') {
        let (tag, after) = part.split_once('>').unwrap();
        assert!(!after.contains('>'), "{part}");
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut names = Vec::new();
        let attributes = attributes.trim_end_matches('/');
        for (i, piece) in attributes.split('"').enumerate() {
            if i % 2 == 0 {
                let name = piece.trim().trim_end_matches('=');
                assert!(name.is_empty() || piece.ends_with('='), "{tag}");
                assert!(!names.contains(&name) || name.is_empty(), "{tag}");
                names.push(name);
            }
        }
        check_entities(part);
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        found.push(Tag { name, after });
    }
    assert_eq!(open, Vec::<&str>::new());
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
