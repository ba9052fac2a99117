//! The structure diagrams of the built-in formats, as transcripts and as
//! pictures. `SNAPSHOTS=overwrite cargo test --test layout` writes what it
//! finds; the difference is what a change means to users.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod program;

use pretty_assertions::assert_eq;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

use program::{root, transcript};

/// A file of `tests/golden/layout/`, and the commands whose output it holds.
const TRANSCRIPTS: &[(&str, &[&str])] = &[
    (
        "dungeon",
        &[
            "dungeon",
            "dungeon samples/dungeon",
            "dungeon samples/dungeon-s2019.rlg327",
            "dungeon samples/dungeon --style packet",
            "dungeon tests/data/broken/dungeon-cut-in-room.rlg327",
        ],
    ),
    (
        "sokoban",
        &[
            "bxb",
            "bxb samples/konka.bxb",
            "bxb --style table",
            "bxb --style brackets",
            "bxb --style packet",
            "bxa",
            "samples/konka.bxa",
            "bxs",
        ],
    ),
    (
        "deckstring",
        &[
            "deckstring",
            "deckstring samples/deckstring.txt",
            "deckstring samples/deckstring-sideboards.txt --style table",
            "deck samples/deck.bin",
            "deckstring --text AAECAQcCrwSRvAIOHLACkQP/A44FqAXUBaQG7gbnB+8HgrACiLACub8CAA==",
        ],
    ),
    (
        "arcanum",
        &[
            "arcanum",
            "arcanum samples/save.arcanum",
            "arcanum samples/save-full.arcanum --style brackets",
            "arcanum samples/save-full.arcanum --width 60",
        ],
    ),
    (
        "ascii",
        &[
            "dungeon samples/dungeon --ascii",
            "bxb --ascii",
            "bxb samples/konka.bxb --ascii",
            "deckstring samples/deckstring.txt --ascii",
            "bxb --style packet --ascii",
        ],
    ),
    (
        "widths",
        &[
            "samples/dungeon --width 40",
            "bxb --width 40",
            "samples/konka.bxb --style packet --width 40",
            "samples/deckstring.txt --width 40",
            "bxb --width 200",
            "bxb --style packet --row 8 --width 200",
        ],
    ),
    (
        "markdown",
        &["bxb --markdown", "samples/dungeon --markdown"],
    ),
];

/// A picture in `tests/golden/`, and the command that it shows.
const PICTURES: &[(&str, &str)] = &[
    ("layout-table", "samples/dungeon --width 106"),
    ("layout-ruler", "bxb --width 100"),
    ("layout-brackets", "samples/deckstring.txt --width 100"),
    (
        "layout-packet",
        "samples/konka.bxb --style packet --width 100",
    ),
];

/// What `layout` writes and, unless it is 0, its exit status.
fn run(words: &str) -> String {
    transcript(&format!("layout {words}"), &[])
}

#[test]
fn diagrams_as_text() {
    for (name, commands) in TRANSCRIPTS {
        let mut found = String::new();
        for words in *commands {
            found.push_str(&format!("$ fmtview layout {words}\n{}\n", run(words)));
        }
        let path = root().join(format!("tests/golden/layout/{name}.txt"));
        assert_data_eq!(found, Data::read_from(&path, None).raw());
    }
}

#[test]
fn diagrams_in_colour() {
    for (name, words) in PICTURES {
        let found = run(&format!(
            "{words} --color always --theme dark --color-depth 24bit"
        ));
        let path = root().join(format!("tests/golden/{name}.term.svg"));
        assert_data_eq!(found, Data::read_from(&path, Some(DataFormat::TermSvg)));
    }
}

/// What the assignment's table says of a dungeon of Fall 2016.
#[test]
fn the_dungeon_shows_all_that_its_assignment_shows() {
    let text = run("dungeon --width 400");
    let first = text.split("\n\n").nth(1).unwrap();
    let rows: Vec<Vec<&str>> = first
        .lines()
        .map(|line| line.split("  ").filter(|it| !it.is_empty()).collect())
        .collect();
    let columns = |row: usize| -> Vec<&str> { rows[row][..3].iter().map(|it| it.trim()).collect() };
    assert!(rows[0][0].starts_with("Fall 2016"), "{first}");
    assert_eq!(columns(2), ["0–5", "6", "marker"]);
    assert_eq!(columns(3), ["6–9", "4", "version"]);
    assert_eq!(columns(4), ["10–13", "4", "file_size"]);
    assert_eq!(columns(5), ["14–1693", "21 × 80", "hardness"]);
    assert_eq!(columns(6), ["1694–end", "4 × n", "rooms"]);
    assert_eq!(rows.len(), 7);
    for (row, said) in [
        (2, "\"RLG327\""),
        (3, "unsigned 32-bit, 0."),
        (4, "unsigned 32-bit. Size of the whole file in bytes."),
        (5, "row by row, one byte a cell"),
        (5, "0 is open (room or corridor)"),
        (5, "255 rock that nothing can dig through"),
        (6, "x, w, y, h, unsigned 8-bit each"),
        (6, "x: column of the upper left corner; w: width"),
    ] {
        let values = rows[row].last().unwrap();
        assert!(values.contains(said), "{said}: {values}");
    }
    assert!(text.starts_with("RLG327 dungeon (dungeon) · all numbers big-endian\n"));
}

/// A diagram has these words, whatever is between them.
#[track_caller]
fn says(words: &str, parts: &[&str]) {
    let text = run(words);
    let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = spaced.as_str();
    for part in parts {
        let Some(at) = rest.find(part) else {
            panic!("no {part:?} in its place:\n{text}");
        };
        rest = &rest[at + part.len()..];
    }
}

/// What the comment over the source and its article say of a level group.
#[test]
fn the_level_group_shows_all_that_its_source_shows() {
    says(
        "bxb --width 120",
        &[
            "header, at 0, 32 bytes",
            "reserved version mark group_name level_count address_table",
            "0──────3 4 5───7 8───────23 24───────27 28─────────31",
            "2 \"BOX\"",
            "group_name: text in GB2312",
            "level, at each address",
            "mark flag steps pushes reserved width height cells",
            "0 1 2───5 6────9 10────23 24──27 28──31 32──(31 + width × height)",
            "\"@\"",
            "flag: unsigned 8-bit; 0 unsolved, 1 solved. Bit 0 tells",
            "steps: signed 32-bit; ≥ 0. Steps of the solution",
            "pushes: signed 32-bit. Steps of the solution that push a box",
            "width: signed 32-bit; ≥ 1, ≤ address_table. Number of columns",
            "cells: row by row, one byte a cell",
            "0 floor, 1 goal, 2 wall, 3 brick, 4 box, 5 box on a goal, 6 worker, 7 worker on a goal",
            "addresses, at address_table, the last 4 × level_count bytes of the file",
            "addresses[0] addresses[1] … addresses[level_count − 1]",
            "0──────────3 4──────────7 … the file's last 4 bytes",
        ],
    );
    says(
        "bxa --width 120",
        &[
            "group_name",
            "if the first line begins with an exclamation mark",
            "levels, separated by blank lines",
            "16 characters at most",
            "'-' floor",
            "'#' wall, '%' brick, '+' goal (in XSB, worker on goal), '.' goal",
            "'x' box, '$' box, 'X' box on goal, '*' box on goal",
            "'(' worker, '@' worker, ')' worker on goal",
            "' or ; before a comment, : before a solution",
            "in the form of the game's .bxs files",
        ],
    );
}

/// What the article's picture says of its deck code.
#[test]
fn the_deck_code_shows_all_that_its_article_shows() {
    says(
        "deckstring --text AAECAQcCrwSRvAIOHLACkQP/A44FqAXUBaQG7gbnB+8HgrACiLACub8CAA== --width 120",
        &[
            "00 ┌─────────→ reserved 0",
            "01 ├─────────→ version 1",
            "02 ├─────────→ format standard (2)",
            "01 ├─────────→ hero_count 1 Number of heroes",
            "07 ├─────────→ heroes 7 DBF ids of the heroes",
            "02 └─────────→ single_count 2",
            "af 04 ┐ 91 bc 02 ┴───────────→ singles 559, 40465 DBF ids of the cards that are once",
            "0e ──────────→ double_count 14",
            "1c ┐ b0 02 ┤",
            "doubles 28, 304, 401, 511, 654, 680, 724, 804, 878",
            "b9 bf 02 ┘",
            "00 ──────────→ n_copy_count 0 Number of cards that are in the deck more than twice.",
        ],
    );
}

/// What the lesson shows of a save: its lines, and the sum that grows by each.
#[test]
fn the_save_shows_all_that_its_lesson_shows() {
    says(
        "samples/save.arcanum",
        &[
            "format=ARCANUM Σ 744824582",
            "version=1 Σ 103159431",
            "turn=212",
            "hero.name=Iva",
            "hero.y=2",
            "hero.inventory=potion_heal:2,leather:1 Σ 624337035",
            "checksum=624337035 = computed",
        ],
    );
    says(
        "arcanum",
        &[
            "ends with \"=\"",
            "if there is an equals sign",
            "sum × 31 + unit) mod 1000000007",
        ],
    );
}

#[test]
fn a_grammar_may_be_given_as_other_commands_take_it() {
    let expected = run("bxb samples/konka.bxb");
    assert_eq!(run("-f bxb samples/konka.bxb"), expected);
    assert_eq!(run("samples/konka.bxb --format grammars/bxb.ksy"), expected);
    assert_eq!(run("-f bxb"), run("bxb"));
    let both = run("-f deckstring samples/deckstring.txt --text AAEC");
    assert!(both.contains("FILE or --text, not both"), "{both}");
    let twice = run("-f bxb bxb samples/konka.bxb");
    assert!(twice.ends_with("[exit 2]\n"), "{twice}");
}

#[test]
fn a_size_that_is_wrong_is_not_said_to_be_right() {
    let text = run("tests/data/broken/dungeon-cut-in-room.rlg327");
    assert!(!text.contains("= size of"), "{text}");
}

#[test]
fn wrong_words_say_what_to_do() {
    let unknown = run("dungoen");
    assert!(unknown.contains("Did you mean dungeon?"), "{unknown}");
    assert!(unknown.ends_with("[exit 2]\n"), "{unknown}");
    let missing = run("dungeon no-such-file");
    assert!(missing.contains("no-such-file"), "{missing}");
    assert!(missing.ends_with("[exit 2]\n"), "{missing}");
    let grammar = run("tests/bad/enums.ksy");
    assert!(grammar.ends_with("[exit 2]\n"), "{grammar}");
}
