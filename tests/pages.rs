//! Pictures: the same text as in a terminal, and well-formed.
//! `SNAPSHOTS=overwrite cargo test --test pages` writes what it finds.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "program/markup.rs"]
mod markup;
mod program;

use std::fs;

use pretty_assertions::assert_eq;
use snapbox::{Data, assert_data_eq};

use markup::{attribute, drawn, items, places, tags, unescape};
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
        let (body, _) = rest.split_once("<script ").unwrap();
        let path = root().join(format!("tests/golden/html/{name}.html"));
        assert_data_eq!(format!("{head}{body}"), Data::read_from(&path, None).raw());
    }
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
        let marks: Vec<String> = tags
            .iter()
            .filter(|tag| attribute(tag, "class") == Some("u"))
            .flat_map(|tag| places(tag, &vec![vec![""; 4]; 4096]))
            .map(|(mark, _)| mark.to_string())
            .collect();
        for group in of("data-g") {
            assert!(marks.iter().any(|it| it == group), "{words}: {group}");
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
            let bytes = item.field.as_ref().and_then(|field| field.bytes);
            let Some((start, length)) = bytes else {
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
fn pages_have_the_colours_of_pictures() {
    for words in VIEWS.iter().filter(|words| !words.contains("--width")) {
        let written = drawn(&run(words, &["--svg", "--width", "120"]));
        let mut found: Vec<Vec<(char, String)>> = Vec::new();
        for item in items(&run(words, &["--html"])) {
            let mut line = Vec::new();
            let coloured: usize = item.runs.iter().map(|(_, text, _)| text.len()).sum();
            let plain = item.text.get(coloured..).unwrap().to_owned();
            for (class, text, _) in item.runs.iter().chain([&(String::new(), plain, None)]) {
                for c in text.chars() {
                    match c {
                        '\n' => found.push(std::mem::take(&mut line)),
                        c => line.push((c, class.clone())),
                    }
                }
            }
            found.push(line);
        }
        let seen = |lines: Vec<Vec<(char, String)>>| -> Vec<Vec<(char, String)>> {
            let visible = |line: Vec<(char, String)>| {
                // blocks are drawn otherwise in a picture
                let letters = line
                    .into_iter()
                    .filter(|(c, _)| !" \u{258c}\u{2591}\u{2592}\u{2593}\u{2588}".contains(*c));
                letters.collect::<Vec<_>>()
            };
            let lines = lines.into_iter().map(visible);
            lines.filter(|line| !line.is_empty()).collect()
        };
        let (found, written) = (seen(found), seen(written));
        assert_eq!(found.len(), written.len(), "{words}");
        for (found, written) in found.iter().zip(&written) {
            assert_eq!(found, written, "{words}");
        }
    }
}

#[test]
fn parts_of_a_row_are_of_its_field() {
    let mut seen = 0;
    for item in items(&run("view samples/dungeon", &["--html"])) {
        for (_, text, part) in &item.runs {
            let (Some(part), Some(field)) = (part, &item.field) else {
                continue;
            };
            assert!(part.path.starts_with(&field.path), "{part:?} in {field:?}");
            assert!(!text.is_empty(), "{part:?}");
            assert_eq!(part.ty, "u1");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn pages_of_many_small_records_are_small() {
    let folder = std::env::temp_dir().join(format!("fmtview-small-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (grammar, file) = (folder.join("many.ksy"), folder.join("many.bin"));
    let text = "meta: {id: many}\n\
                seq:\n  - {id: rooms, type: room, repeat: eos}\n\
                types:\n  room:\n    seq:\n      - {id: x, type: u1}\n      \
                - {id: w, type: u1}\n      - {id: y, type: u1}\n      - {id: h, type: u1}\n";
    fs::write(&grammar, text).unwrap();
    let bytes: Vec<u8> = (0..8_000u32).map(|i| (i * 7 % 61) as u8).collect();
    fs::write(&file, &bytes).unwrap();
    let (grammar, file) = (grammar.to_str().unwrap(), file.to_str().unwrap());
    let page = run("view", &["-f", grammar, "--full", "--html", file]);
    let (_, page) = page.split_once("id=\"dump\"").unwrap();
    let (page, _) = page.split_once("</main>").unwrap();
    // each room stands for five: itself and its members
    let each = page.len() / 10_000;
    assert!(each < 40, "{each} bytes a field");
    fs::remove_dir_all(&folder).unwrap();
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
