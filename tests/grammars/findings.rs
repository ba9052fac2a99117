//! What is wrong with broken files: which field, where, and the likely cause.
//! The words for all of them are held by the goldens of `check --json`.

use super::{findings, read};
use pretty_assertions::assert_eq;

/// Compares what is wrong with a file, each as far as the expected line goes.
#[track_caller]
fn check(format: &str, name: &str, expected: &[&str]) {
    let found = findings(format, &read(&format!("tests/data/broken/{name}")));
    let cut: Vec<&str> = found
        .iter()
        .zip(expected)
        .map(|(line, expected)| match line.strip_prefix(expected) {
            Some(_) => *expected,
            None => line,
        })
        .collect();
    assert_eq!(cut, expected);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[track_caller]
fn check_dungeon(name: &str, expected: &[&str]) {
    check("dungeon", &format!("dungeon-{name}.rlg327"), expected);
}

#[test]
fn sizes_of_dungeons() {
    const SIZE: &str = "0xa error validation-not-equal file_size";
    check_dungeon("size-swapped", &[&format!("{SIZE} [swapped: 1722]")]);
    check_dungeon("size-minus-1", &[&format!("{SIZE} [off by -1]")]);
    check_dungeon(
        "size-swapped-minus-1",
        &[&format!("{SIZE} [swapped: 1721]")],
    );
    check_dungeon("size-without-rooms", &[&format!("{SIZE} [off by -28]")]);
    check_dungeon("size-0", &[SIZE]);
}

#[test]
fn rooms_of_dungeons() {
    let room = |name, expected: &str| check_dungeon(name, &[expected]);
    room(
        "room-not-open",
        "0x6a6 error check-failed rooms[2]: 4 of the 70 cells of this room are rock",
    );
    room(
        "room-outside",
        "0x6aa error check-failed rooms[3]: the room reaches to (87, 8)",
    );
    room(
        "room-empty",
        "0x6a6 error check-failed rooms[2]: a room of 0 by 0 cells",
    );
    room(
        "border",
        "0xe warning check-failed hardness: 80 of the 198 cells",
    );
    room(
        "pc-in-border",
        "0x14 error check-failed pc: (0, 0) is rock of hardness 255",
    );
    check_dungeon(
        "int-rooms",
        &[
            "0xa error validation-not-equal file_size [swapped: 1694]",
            "0x69e error check-failed rooms: only the first byte of each room is set: 7 rooms",
        ],
    );
    check_dungeon(
        "cut-in-map",
        &[
            "0xa error validation-not-equal file_size",
            "0x3ce error unexpected-eof hardness",
        ],
    );
}

#[test]
fn counts_of_dungeons() {
    check_dungeon(
        "count-overflow",
        &[
            "0x6a6 error check-failed num_rooms: the count is 44, but then the staircases do not \
           end with the file; with 300 rooms they do",
        ],
    );
    check_dungeon(
        "room-not-counted",
        &[
            "0x6a6 error check-failed num_rooms: the count is 6",
            "0x6c0 error check-failed rooms[6]: this room is not counted",
        ],
    );
    check_dungeon(
        "all-swapped",
        &[
            "0x10 error validation-not-equal file_size [swapped: 1742]",
            "0x6a6 error check-failed num_rooms: 1792 rooms would take 7168 bytes, but only 38 \
             follow [swapped: 7]",
            "0x6c4 error check-failed num_stairs_up: 512 upward staircases do not fit the file \
             [swapped: 2]",
            "0x6ca error check-failed num_stairs_down: 256 downward staircases do not fit the \
             file [swapped: 1]",
        ],
    );
    check_dungeon(
        "extension",
        &[
            "0x10 error validation-not-equal file_size [off by -400]",
            "0x6ce warning check-failed trailing: 400 bytes follow the end of the layout",
        ],
    );
}

#[test]
fn groups_of_levels() {
    let group = |name, expected: &[&str]| check("bxb", &format!("bxb-{name}.bxb"), expected);
    group("mark", &["0x5 error validation-not-equal mark"]);
    group(
        "no-worker",
        &[
            "0x40 error check-failed addresses[0].level.cells: a level has exactly one worker, \
           found 0",
        ],
    );
    group(
        "address-swapped",
        &[
            "0x121 error check-failed addresses[1].offset: 0x78000000 is no place for a level: \
             levels are between the header (0x20) and the address table (0x11d) [swapped: 120]",
            "0x78 note unclaimed-bytes",
        ],
    );
    group(
        "table-not-at-end",
        &[
            "0x1c error check-failed address_table: the address table must be the last thing",
            "0x119 error check-failed addresses[0].offset: 0x2020202 is no place for a level",
            "0xd0 note unclaimed-bytes",
            "0x125 warning trailing-bytes",
        ],
    );
    // What the game leaves behind when it deletes a level is legal.
    group("deleted-level", &["0x78 note unclaimed-bytes"]);
}

#[test]
fn deck_codes() {
    let deck = |name, expected: &[&str]| {
        check("deckstring", &format!("deck-{name}.deckstring"), expected);
    };
    deck(
        "no-padding",
        &["0x0 note check-failed deck: the code's 58 characters"],
    );
    deck(
        "url-safe",
        &["0x0 note check-failed deck: the code is in the URL-safe alphabet"],
    );
    deck(
        "unsorted",
        &["+0xc warning check-failed deck.doubles: the double cards"],
    );
    deck(
        "trailing",
        &["+0x2c error check-failed deck.trailing: 1 byte after the end of the deck"],
    );
    deck(
        "28-cards",
        &["0x0 note check-failed deck: 28 cards; a deck has 30"],
    );
    deck(
        "in-two-lines",
        &[
            "0x21 warning check-failed after[0]: text after the code that is no comment",
            "+0x18 error unexpected-eof deck.doubles[6].groups",
        ],
    );
}

/// The six damaged saves of the lesson are refused for one reason each.
#[test]
fn damaged_saves() {
    let save = |name, expected: &str| {
        check("arcanum", &format!("arcanum-{name}.arcanum"), &[expected]);
    };
    save(
        "1-gold-by-hand",
        "0x9a error checksum-mismatch checksum.value",
    );
    save(
        "2-other-game",
        "0x0 error check-failed lines[0]: this is not an Arcanum save: the first line is not \
         format=ARCANUM",
    );
    save(
        "3-newer-version",
        "0xf error check-failed lines[1]: version 2, but the lines are those of version 1",
    );
    save(
        "4-line-missing",
        "0x0 error check-failed: missing hero.gold: no line begins with hero.gold=",
    );
    save(
        "5-no-number",
        "0x3b error check-failed lines[4].value: bad value in hero.level (line 5): \"three\" is \
         not a number of 1 to 9 digits",
    );
    save(
        "6-no-equals-sign",
        "0x3d error check-failed lines[5]: line 6 does not have the form key=value: there is \
         no =",
    );
}
