//! Values of good files.

use fmtview::decode::Limits;
use fmtview::tree::Options;
use pretty_assertions::assert_eq;

use super::{findings, get, get_with, read, schema};

#[track_caller]
fn check(format: &str, file: &str, expected: &[(&str, &str)]) {
    let bytes = read(file);
    assert_eq!(findings(format, &bytes), [""; 0], "{file}");
    let schema = schema(format);
    for (expression, value) in expected {
        assert_eq!(get(&schema, &bytes, expression), *value, "{expression}");
    }
}

/// A dungeon of a semester: its rooms are the same ones, if read rightly.
#[track_caller]
fn check_dungeon(file: &str, variant: &str, expected: &[(&str, &str)]) {
    let rooms = [
        ("variant.to_i.to_s", variant),
        ("rooms.size", "7"),
        ("rooms[1].x", "26"),
        ("rooms[1].y", "1"),
        ("rooms[1].w", "9"),
        ("rooms[1].h", "4"),
        ("rooms.all(_.w > 0)", "true"),
    ];
    check("dungeon", file, &[&rooms[..], expected].concat());
}

#[test]
fn dungeons_of_all_semesters() {
    check_dungeon(
        "samples/dungeon",
        "\"3\"",
        &[
            ("marker", "\"RLG327\""),
            ("version", "0"),
            ("file_size", "1722"),
            ("hardness.size", "21"),
            ("hardness[0].min", "255"),
            ("rooms[1]", r#"{"x":26,"w":9,"y":1,"h":4}"#),
            (
                "variant",
                r#"{"enum":"semester","name":"fall_2016","value":3}"#,
            ),
        ],
    );
    check_dungeon(
        "samples/dungeon-s2016.rlg327",
        "\"2\"",
        &[("hardness.size", "19"), ("hardness[0].size", "78")],
    );
    check_dungeon(
        "samples/dungeon-s2018.rlg327",
        "\"5\"",
        &[("rooms[1]", r#"{"y":1,"x":26,"h":4,"w":9}"#)],
    );
    check_dungeon(
        "samples/dungeon-f2018.rlg327",
        "\"6\"",
        &[("pc", r#"{"x":6,"y":3}"#)],
    );
    let stairs = [
        ("num_rooms", "7"),
        ("stairs_up", r#"[{"x":30,"y":3},{"x":65,"y":15}]"#),
        ("stairs_down", r#"[{"x":12,"y":16}]"#),
    ];
    check_dungeon("samples/dungeon-s2019-first.rlg327", "\"7\"", &stairs);
    check_dungeon("samples/dungeon-s2019.rlg327", "\"8\"", &stairs);
    check_dungeon("samples/dungeon-s2021.rlg327", "\"9\"", &stairs);
    check_dungeon("samples/dungeon-s2025.rlg327", "\"10\"", &stairs);
    check(
        "dungeon",
        "samples/dungeon-s2017.rlg327",
        &[
            ("variant.to_i", "4"),
            ("hardness.size", "105"),
            ("hardness[0].size", "160"),
            ("rooms.size", "28"),
            ("rooms[27]", r#"{"x":132,"y":88,"w":16,"h":5}"#),
        ],
    );
}

#[test]
fn dungeons_of_the_course_before() {
    check(
        "dungeon",
        "samples/dungeon-s2015-0.rlg229",
        &[
            ("variant.to_i", "0"),
            ("len_rest", "61554"),
            (
                "matrix[7].cells[4]",
                r#"{"is_open":1,"is_room":1,"is_corridor":0,"hardness":0}"#,
            ),
            ("num_rooms", "28"),
            ("rooms[27]", r#"{"x":132,"y":88,"w":16,"h":5}"#),
        ],
    );
    check(
        "dungeon",
        "samples/dungeon-s2015-1.rlg229",
        &[
            ("variant.to_i", "1"),
            ("matrix[8].cells[30].staircase.to_i", "1"),
            ("game.turn", "342"),
            ("game.monsters[1].next_turn", "343"),
            ("game.user_block", r#"{"bytes":"736c6f743d310a"}"#),
        ],
    );
}

#[test]
fn groups_of_levels() {
    check(
        "bxb",
        "samples/konka.bxb",
        &[
            ("_io.size", "297"),
            ("group_name", "\"康佳\""),
            ("level_count", "3"),
            ("address_table", "285"),
            ("addresses[0].offset", "32"),
            ("addresses[1].offset", "120"),
            ("addresses[2].offset", "208"),
            ("addresses[2].level.width", "9"),
            ("levels[2].height", "5"),
            ("levels[0].cells[2]", r#"{"bytes":"0200060400010002"}"#),
            ("levels[0].flag.to_i", "0"),
        ],
    );
    check(
        "bxb",
        "samples/konka-solved.bxb",
        &[
            ("levels[1].flag.to_i", "1"),
            ("levels[1].steps", "39"),
            ("levels[1].pushes", "7"),
            ("levels[2].flag.to_i", "0"),
        ],
    );
}

#[test]
fn levels_as_text() {
    check(
        "bxa",
        "samples/konka.bxa",
        &[
            ("group_name.name", "\"康佳\""),
            ("levels.size", "3"),
            ("levels[0].before[0].text", "\"three levels\""),
            ("levels[2].rows.size", "5"),
            ("levels[2].rows[1].cells.to_s(\"ASCII\")", "\"#-x-)---#\""),
            ("levels[2].dialect.to_i", "1"),
            ("levels[0].solution", "\"RRDullddrR\""),
        ],
    );
    check(
        "bxa",
        "samples/konka-xsb.bxa",
        &[
            ("group_name", "null"),
            ("levels.size", "3"),
            ("levels[0].rows.size", "7"),
            ("levels[2].rows[1].cells.to_s(\"ASCII\")", "\"# $ +   #\""),
            ("levels.all(_.dialect.to_i == 2)", "true"),
            ("levels[0].solution", "null"),
        ],
    );
    check("bxs", "samples/konka0001.bxs", &[("step_count", "10")]);
}

#[test]
fn deck_codes() {
    check(
        "deckstring",
        "samples/deckstring.txt",
        &[
            ("name", "\"Old Guard\""),
            ("deck._io.size", "43"),
            ("deck.format.to_i", "2"),
            ("deck.hero_count.value", "1"),
            ("deck.heroes[0].value", "7"),
            ("deck.singles[0].value", "559"),
            ("deck.singles[1].value", "40465"),
            ("deck.doubles.size", "14"),
            ("deck.doubles[13].value", "40889"),
            ("deck.card_count", "30"),
            ("deck.sideboards", "null"),
            ("after.size", "2"),
        ],
    );
    check(
        "deckstring",
        "samples/deckstring-sideboards.txt",
        &[
            ("name", "\"Full House\""),
            ("deck.card_count", "30"),
            ("deck.n_copies[0].card.value", "38920"),
            ("deck.n_copies[0].count.value", "3"),
            ("deck.sideboards.singles.size", "2"),
            ("deck.sideboards.doubles[0].card.value", "86234"),
            ("deck.sideboards.n_copies[0].count.value", "3"),
            ("deck.sideboards.n_copies[0].owner.value", "90749"),
        ],
    );
}

#[test]
fn saves() {
    check(
        "arcanum",
        "samples/save.arcanum",
        &[
            ("lines.size", "10"),
            ("lines[3].key", "\"hero.name\""),
            ("lines[3].value.text", "\"Iva\""),
            ("lines[9].value.items[1].parts[0].text", "\"leather\""),
            ("checksum.value", "\"624337035\""),
        ],
    );
    check(
        "arcanum",
        "samples/save-empty-bag.arcanum",
        &[("checksum.value", "\"126903799\"")],
    );
    check(
        "arcanum",
        "samples/save-version-2.arcanum",
        &[
            ("lines[6].content", "\"hero.mana=8\""),
            ("checksum.value", "\"790133434\""),
        ],
    );
    check(
        "arcanum",
        "samples/save-full.arcanum",
        &[
            ("lines[2].value.text", "\"Iva, bárbara, nv.4, Vadogris\""),
            ("levels.size", "3"),
            ("levels[0].tiles.size", "8"),
            ("levels[1].tiles[2].cells", "\"#.....+....>...#\""),
            ("levels[2].name", "\"level.3\""),
        ],
    );
}

/// A room far inside a dungeon is found without a look at those before it.
#[test]
fn a_jump_into_a_large_dungeon() {
    let mut bytes = read("samples/dungeon");
    bytes.truncate(1694);
    bytes.extend([5, 1, 3, 1].iter().cycle().take(4_000_000));
    bytes.extend([50, 2, 4, 1]);
    let size = u32::try_from(bytes.len()).unwrap();
    bytes[10..14].copy_from_slice(&size.to_be_bytes());
    let schema = schema("dungeon");
    let options = Options {
        limits: Limits {
            steps: 20_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let found = get_with(&schema, &bytes, "rooms[1_000_000].x", options);
    assert_eq!(found, "50");
}
