//! What is wrong with broken files.

use std::fmt::Write;
use std::fs;

use snapbox::{Data, assert_data_eq};

use super::{findings, path, read};

/// The format of a file of the broken ones, by its name.
fn format(name: &str) -> &'static str {
    match name.split_once('-').unwrap().0 {
        "dungeon" => "dungeon",
        "bxb" => "bxb",
        "bxa" => "bxa",
        "bxs" => "bxs",
        "deck" => "deckstring",
        "arcanum" => "arcanum",
        other => panic!("no format for {other}"),
    }
}

#[test]
fn broken_files() {
    let mut names: Vec<String> = fs::read_dir(path("tests/data/broken"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut text = String::new();
    for name in names {
        let bytes = read(&format!("tests/data/broken/{name}"));
        writeln!(text, "{name}").unwrap();
        for line in findings(format(&name), &bytes) {
            writeln!(text, "  {line}").unwrap();
        }
    }
    let golden = path("tests/data/broken.txt");
    assert_data_eq!(text, Data::read_from(&golden, None).raw());
}

/// The six damaged saves of the lesson are refused for one reason each.
#[test]
fn damaged_saves() {
    #[track_caller]
    fn check(name: &str, expected: &str) {
        let bytes = read(&format!("tests/data/broken/arcanum-{name}.arcanum"));
        pretty_assertions::assert_eq!(findings("arcanum", &bytes), [expected]);
    }
    check(
        "1-gold-by-hand",
        "0x9a error checksum-mismatch checksum.value",
    );
    check(
        "2-other-game",
        "0x0 error check-failed lines[0]: this is not an Arcanum save: \
         the first line is not format=ARCANUM",
    );
    check(
        "3-newer-version",
        "0xf error check-failed lines[1]: version 2, but the lines are those of version 1, \
         without hero.mana; the lesson's game says: version 2, but the game reads version 1",
    );
    check(
        "4-line-missing",
        "0x0 error check-failed: missing hero.gold: no line begins with hero.gold=",
    );
    check(
        "5-no-number",
        "0x3b error check-failed lines[4].value: bad value in hero.level (line 5): \
         \"three\" is not a number of 1 to 9 digits",
    );
    check(
        "6-no-equals-sign",
        "0x3d error check-failed lines[5]: line 6 does not have the form key=value: \
         there is no =",
    );
}
