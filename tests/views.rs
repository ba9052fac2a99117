//! What people see: the views of samples and of broken files, as transcripts
//! and as pictures. `SNAPSHOTS=overwrite cargo test --test views` writes what
//! it finds; the difference is what a change means to users.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod program;

use std::fs;

use pretty_assertions::assert_eq;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

use program::{root, transcript as run};

/// A file of `tests/golden/views/`, and the commands whose output it holds.
const TRANSCRIPTS: &[(&str, &[&str])] = &[
    (
        "dungeon",
        &[
            "samples/dungeon",
            "samples/dungeon-s2016.rlg327",
            "samples/dungeon-s2017.rlg327",
            "samples/dungeon-s2018.rlg327",
            "samples/dungeon-f2018.rlg327",
            "samples/dungeon-s2019-first.rlg327",
            "samples/dungeon-s2019.rlg327",
            "samples/dungeon-s2021.rlg327",
            "samples/dungeon-s2025.rlg327",
            "samples/dungeon-s2015-0.rlg229",
            "samples/dungeon-s2015-1.rlg229",
        ],
    ),
    (
        "dungeon-broken",
        &[
            "tests/data/broken/dungeon-size-swapped.rlg327",
            "tests/data/broken/dungeon-all-swapped.rlg327",
            "tests/data/broken/dungeon-int-rooms.rlg327",
            "tests/data/broken/dungeon-room-outside.rlg327",
            "tests/data/broken/dungeon-cut-in-map.rlg327",
            "tests/data/broken/dungeon-extension.rlg327",
            "-f dungeon --text RLG327",
        ],
    ),
    (
        "sokoban",
        &[
            "samples/konka.bxb",
            "samples/konka-solved.bxb",
            "samples/konka.bxa",
            "samples/konka-xsb.bxa",
            "samples/konka0001.bxs",
            "tests/data/broken/bxb-count-swapped.bxb",
            "tests/data/broken/bxb-address-beyond.bxb",
            "tests/data/broken/bxb-unknown-cell.bxb",
            "tests/data/broken/bxa-no-worker.bxa",
            "tests/data/broken/bxs-other-letters.bxs",
        ],
    ),
    (
        "deckstring",
        &[
            "samples/deckstring.txt",
            "samples/deckstring-sideboards.txt",
            "samples/deck.bin",
            "--text AAECAQcCrwSRvAIOHLACkQP/A44FqAXUBaQG7gbnB+8HgrACiLACub8CAA==",
            "tests/data/broken/deck-cut-off.deckstring",
            "tests/data/broken/deck-no-base64.deckstring",
            "tests/data/broken/deck-too-many-announced.deckstring",
        ],
    ),
    (
        "arcanum",
        &[
            "samples/save.arcanum",
            "samples/save-version-2.arcanum",
            "samples/save-empty-bag.arcanum",
            "samples/save-full.arcanum",
            "tests/data/broken/arcanum-1-gold-by-hand.arcanum",
            "tests/data/broken/arcanum-4-line-missing.arcanum",
            "tests/data/broken/arcanum-cut-off.arcanum",
        ],
    ),
    (
        "widths",
        &[
            "samples/dungeon --width 40",
            "samples/dungeon --width 80",
            "samples/dungeon --width 160",
            "samples/konka.bxb --width 80",
            "samples/konka.bxb --width 160",
            "samples/deckstring.txt --width 80",
            "samples/deckstring.txt --width 160",
            "samples/save.arcanum --width 80",
            "samples/save.arcanum --width 160",
            "tests/data/broken/dungeon-size-swapped.rlg327 --width 80",
            "tests/data/broken/dungeon-size-swapped.rlg327 --width 160",
            "samples/konka.bxb --width 30",
            "samples/deckstring.txt --width 20",
            "tree samples/konka.bxb --width 20",
            "tree samples/konka.bxb --width 40",
            "tree tests/data/broken/dungeon-size-swapped.rlg327 --width 60",
        ],
    ),
    (
        "ascii",
        &[
            "--ascii samples/dungeon",
            "--ascii samples/konka.bxb",
            "--ascii samples/deckstring.txt",
            "--ascii samples/save.arcanum",
            "--ascii tests/data/broken/dungeon-size-swapped.rlg327",
            "--ascii hex samples/konka.bxb",
        ],
    ),
    (
        "tree",
        &[
            "tree samples/dungeon",
            "tree samples/konka.bxb --depth 2",
            "tree samples/konka.bxb --at addresses[1] --ascii",
            "tree samples/deckstring.txt --width 80",
            "tree samples/save.arcanum",
            "tree tests/data/broken/dungeon-cut-in-map.rlg327",
            "tree tests/data/broken/dungeon-all-swapped.rlg327",
        ],
    ),
    (
        "check",
        &[
            "check samples/dungeon tests/data/broken/dungeon-all-swapped.rlg327",
            "check tests/data/broken/dungeon-room-order.rlg327",
            "check tests/data/broken/arcanum-1-gold-by-hand.arcanum",
            "check tests/data/broken/bxb-deleted-level.bxb",
            "check tests/data/broken/deck-unsorted.deckstring",
            "check --strict tests/data/broken/deck-unsorted.deckstring",
        ],
    ),
    (
        "dense",
        &[
            "--dense samples/konka.bxb",
            "--dense samples/dungeon --width 120",
            "--dense samples/deckstring.txt --width 160",
            "--dense samples/save.arcanum --width 120",
            "--dense tests/data/broken/dungeon-size-swapped.rlg327",
            "--dense tests/data/broken/bxb-count-swapped.bxb --width 80 --ascii",
            "--dense samples/konka.bxb --width 40 --at addresses[1].level",
            "--dense samples/konka.bxb --width 30 --range 0..0x30",
            "--dense samples/konka.bxb --width 60 --range 0..0x30",
            "--dense samples/konka.bxb --width 160",
            "--dense samples/dungeon --width 80",
        ],
    ),
    (
        "parts",
        &[
            "samples/dungeon --at rooms[2]",
            "samples/dungeon --at hardness[3]",
            "samples/konka.bxb --at 0x80",
            "samples/konka.bxb --at addresses[1]",
            "samples/konka.bxb --at levels[1]",
            "samples/konka.bxb --at addresses[1].level",
            "samples/deckstring.txt --at deck.doubles[3]",
            "samples/save-full.arcanum --at lines[50]",
            "tests/data/broken/dungeon-all-swapped.rlg327 --at num_rooms",
            "samples/konka.bxb --range 0x18..0x30",
            "samples/konka.bxb --range 0x18..0x18",
            "samples/deckstring.txt --full",
            "samples/konka.bxb --at addresses[1] --base dec",
            "samples/konka.bxb --range 0..0x20 --base both --width 120",
            "tree samples/konka.bxb --depth 1 --base hex",
            "hex samples/konka.bxb",
            "hex samples/konka.bxb --range 0x118..",
        ],
    ),
];

/// A picture in `tests/golden/`, and the command that it shows.
const PICTURES: &[(&str, &str)] = &[
    (
        "dungeon-broken",
        "tests/data/broken/dungeon-size-swapped.rlg327",
    ),
    ("sokoban", "samples/konka.bxb --width 120"),
    ("deckstring", "samples/deckstring.txt"),
    ("arcanum", "samples/save.arcanum --width 120"),
    ("light", "samples/konka.bxb --theme light"),
    ("colorblind", "samples/konka.bxb --theme colorblind"),
    ("mono", "samples/konka.bxb --theme mono"),
    ("dense", "--dense samples/konka.bxb --width 120"),
    ("hex", "hex samples/save.arcanum"),
    ("tree", "tree samples/deckstring.txt"),
    ("lint", "lint tests/readme/five-mistakes.ksy"),
];

#[test]
fn views_as_text() {
    for (name, commands) in TRANSCRIPTS {
        let mut found = String::new();
        for words in *commands {
            found.push_str(&format!("$ fmtview {words}\n{}\n", run(words, &[])));
        }
        let path = root().join(format!("tests/golden/views/{name}.txt"));
        assert_data_eq!(found, Data::read_from(&path, None).raw());
    }
}

#[test]
fn views_in_colour() {
    for (name, words) in PICTURES {
        let mut more = vec!["--color", "always", "--color-depth", "24bit"];
        if !words.contains("--theme") {
            more.extend(["--theme", "dark"]);
        }
        let found = run(words, &more);
        let path = root().join(format!("tests/golden/{name}.term.svg"));
        assert_data_eq!(found, Data::read_from(&path, Some(DataFormat::TermSvg)));
    }
}

const SAMPLES: &str = "samples";
const BROKEN: &str = "tests/data/broken";

/// Files of the folders but the few that are long.
fn files(folders: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.metadata().unwrap().len() < 5000 {
                names.push(format!("{folder}/{}", entry.file_name().to_str().unwrap()));
            }
        }
    }
    names.sort();
    assert!(names.len() > 15, "{}", names.len());
    names
}

/// The text without its escape codes, all of which must be colours.
fn without_colour(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('m').unwrap();
        assert!(
            code.chars().all(|c| c.is_ascii_digit() || c == ';'),
            "{code}"
        );
        plain.push_str(rest);
    }
    plain
}

#[test]
fn a_pipe_gets_the_same_text_without_colour() {
    for file in files(&[SAMPLES]) {
        let piped = run(&file, &[]);
        assert_eq!(run(&file, &["--color", "never"]), piped, "{file}");
        let coloured = run(&file, &["--color", "always"]);
        assert!(!piped.contains('\u{1b}'), "{file}");
        assert!(coloured.contains('\u{1b}'), "{file}");
        assert_eq!(without_colour(&coloured), piped, "{file}");
    }
}

#[test]
fn ascii_is_nothing_else() {
    let layouts = ["table", "ruler", "brackets", "packet"].map(|it| format!("layout --style {it}"));
    let mut views = vec![
        "view",
        "view --dense",
        "tree",
        "hex",
        "check",
        "layout --markdown",
    ];
    views.extend(layouts.iter().map(String::as_str));
    for file in files(&[SAMPLES, BROKEN]) {
        for view in &views {
            let text = run(&format!("{view} --ascii --width 80 {file}"), &[]);
            for line in text.lines() {
                assert!(line.is_ascii(), "{view} {file}: {line}");
                let whole = ["check", "layout --markdown"].contains(view);
                assert!(whole || line.len() <= 80, "{view} {file}: {line}");
            }
        }
    }
    // what stands in a file and in a grammar is not lost
    let text = run("samples/konka.bxb --ascii", &[]);
    assert!(text.contains(r#""\u{5eb7}\u{4f73}""#), "{text}");
    let text = run("lint tests/bad/names.ksy --ascii", &[]);
    assert!(text.is_ascii(), "{text}");
    let page = run("samples/konka.bxb --ascii --html", &[]);
    assert!(page.contains(r"\u{5eb7}\u{4f73}"), "{page}");
}

/// Offset and bytes of a row of a hexdump.
fn row(line: &str) -> Option<(usize, Vec<(usize, u8)>)> {
    let row = line.strip_prefix("  ").or(line.strip_prefix("▌ "))?;
    let offset = usize::from_str_radix(row.get(..8)?, 16).ok()?;
    let cells = &row.as_bytes()[9..];
    let bytes = cells
        .chunks(3)
        .take(16)
        .enumerate()
        .filter_map(|(column, cell)| {
            let text = str::from_utf8(cell.get(..2)?).ok()?;
            Some((column, u8::from_str_radix(text, 16).ok()?))
        });
    Some((offset, bytes.collect()))
}

#[test]
fn narrow_terminals_lose_no_byte_and_no_number() {
    for file in files(&[SAMPLES]) {
        for width in ["20", "31", "40", "49"] {
            let text = run(&file, &["--full", "--width", width]);
            let mut shown = Vec::new();
            for line in text.lines() {
                assert!(line.chars().count() <= width.parse().unwrap(), "{line}");
                let row = line.strip_prefix("  ").or(line.strip_prefix("▌ "));
                let Some((offset, bytes)) = row.and_then(|row| row.split_at_checked(8)) else {
                    continue;
                };
                if usize::from_str_radix(offset, 16).is_ok() {
                    let bytes = bytes.split_whitespace();
                    shown.extend(bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()));
                }
            }
            assert_eq!(
                shown,
                fs::read(root().join(&file)).unwrap(),
                "{file} {width}"
            );
        }
        let tree = run(&format!("tree {file}"), &["--width", "24"]);
        let number = |line: &str| {
            line.trim_end_matches('…')
                .ends_with(|c: char| c.is_ascii_digit())
        };
        let cut = tree
            .lines()
            .find(|line| line.ends_with('…') && number(line));
        assert_eq!(cut, None, "{file}");
    }
}

#[test]
fn every_byte_is_shown_once_and_in_order() {
    let files = files(&[SAMPLES, BROKEN]);
    let forms = [&["--full", "--width", "100"][..], &["--full", "--dense"]];
    for (file, more) in files.iter().flat_map(|file| forms.map(|more| (file, more))) {
        let text = run(file, more).replace('│', " ");
        let mut shown = Vec::new();
        for line in text.lines() {
            let Some((offset, bytes)) = row(line) else {
                continue;
            };
            assert!(!bytes.is_empty(), "{file}: {line}");
            for (column, byte) in bytes {
                assert_eq!(offset / 16 * 16 + column, shown.len(), "{file}: {line}");
                shown.push(byte);
            }
        }
        assert_eq!(shown, fs::read(root().join(file)).unwrap(), "{file}");
    }
}
