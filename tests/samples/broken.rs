//! Files with one mistake each, named after it.

use super::File;
use super::arcanum::{self, IVA, resign, sign};
use super::deckstring::Deck;
use super::dungeon::{Dungeon, set_size};
use super::map::Room;
use super::sokoban::{self, LEVELS, Level};

pub(crate) fn files() -> Vec<File> {
    let files = [
        sizes(),
        rooms(),
        stairs(),
        markers(),
        groups(),
        level_texts(),
        decks(),
        saves(),
    ];
    files
        .into_iter()
        .flatten()
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect()
}

type Named = (&'static str, Vec<u8>);

/// Dungeons whose size field is wrong.
fn sizes() -> Vec<Named> {
    let with_size = |size: fn(u32) -> [u8; 4]| {
        let mut bytes = Dungeon::fall_2016().bytes();
        let len = u32::try_from(bytes.len()).unwrap();
        set_size(&mut bytes, "RLG327", size(len));
        bytes
    };
    vec![
        ("dungeon-size-swapped.rlg327", with_size(u32::to_le_bytes)),
        (
            "dungeon-size-minus-1.rlg327",
            with_size(|len| (len - 1).to_be_bytes()),
        ),
        (
            "dungeon-size-swapped-minus-1.rlg327",
            with_size(|len| (len - 1).to_le_bytes()),
        ),
        ("dungeon-size-0.rlg327", with_size(|_| [0; 4])),
        (
            "dungeon-size-without-rooms.rlg327",
            with_size(|_| 1694_u32.to_be_bytes()),
        ),
    ]
}

/// Dungeons whose map or rooms are wrong.
fn rooms() -> Vec<Named> {
    let fall_2016 = Dungeon::fall_2016();

    // Each number of a room as a four-byte int of the machine.
    let mut ints = fall_2016.bytes();
    let bytes_of_rooms = ints.split_off(fall_2016.ofs_rooms());
    ints.extend(
        bytes_of_rooms
            .iter()
            .flat_map(|&byte| u32::from(byte).to_le_bytes()),
    );
    let size = u32::try_from(fall_2016.ofs_rooms()).unwrap();
    set_size(&mut ints, "RLG327", size.to_le_bytes());

    let other_order = Dungeon {
        order: |Room { x, y, w, h }| [x, y, w, h],
        ..fall_2016.clone()
    };
    let mut closed = fall_2016.clone();
    closed.map.rows[4][50..54].fill(100);
    let mut outside = fall_2016.clone();
    outside.map.rooms[3] = Room {
        x: 68,
        y: 2,
        w: 20,
        h: 7,
    };
    let mut empty = fall_2016.clone();
    empty.map.rooms[2] = Room {
        x: 0,
        y: 0,
        w: 0,
        h: 0,
    };
    let mut overlapping = fall_2016.clone();
    overlapping.map.rooms.push(Room {
        x: 10,
        y: 4,
        w: 3,
        h: 2,
    });
    let mut border = fall_2016.clone();
    border.map.rows[0].fill(200);
    let mut pc = Dungeon::fall_2018();
    pc.pc = Some([0, 0]);

    let mut cut = fall_2016.bytes();
    cut.truncate(cut.len() - 2);
    let mut cut_in_map = fall_2016.bytes();
    cut_in_map.truncate(1000);
    vec![
        ("dungeon-int-rooms.rlg327", ints),
        ("dungeon-room-order.rlg327", other_order.bytes()),
        ("dungeon-room-not-open.rlg327", closed.bytes()),
        ("dungeon-room-outside.rlg327", outside.bytes()),
        ("dungeon-room-empty.rlg327", empty.bytes()),
        ("dungeon-rooms-overlap.rlg327", overlapping.bytes()),
        ("dungeon-border.rlg327", border.bytes()),
        ("dungeon-pc-in-border.rlg327", pc.bytes()),
        ("dungeon-cut-in-room.rlg327", cut),
        ("dungeon-cut-in-map.rlg327", cut_in_map),
    ]
}

/// Dungeons whose counts and staircases are wrong.
fn stairs() -> Vec<Named> {
    let spring_2021 = Dungeon::with_stairs("RLG327-S2021");

    let mut many = Dungeon {
        len_count: 1,
        ..Dungeon::with_stairs("RLG327-S2019")
    };
    // Shapes that are stored in pieces, as those made from pictures are.
    let rooms: Vec<Room> = many.map.rooms.clone();
    many.map.rooms = rooms
        .iter()
        .flat_map(|&room| pieces(room))
        .take(300)
        .collect();
    assert!(many.map.rooms.len() > 255, "more than a byte can count");

    let mut uncounted = spring_2021.bytes();
    let at = spring_2021.ofs_rooms() - 1;
    uncounted[at] -= 1;

    let mut extended = spring_2021.bytes();
    extended.extend(b"seen".iter().cycle().take(400));

    let mut in_rock = spring_2021.clone();
    in_rock.down[0] = [45, 10];
    let mut same = spring_2021.clone();
    same.down[0] = same.up[0];

    let mut swapped = spring_2021.bytes();
    let len = u32::try_from(swapped.len()).unwrap();
    set_size(&mut swapped, "RLG327-S2021", len.to_le_bytes());
    swapped[at - 1..=at].reverse();

    // All numbers in the order of the machine, as without htonl() and htons().
    let mut unconverted = swapped.clone();
    let up = spring_2021.ofs_rooms() + 4 * spring_2021.map.rooms.len();
    let down = up + 2 + 2 * spring_2021.up.len();
    unconverted[up..up + 2].reverse();
    unconverted[down..down + 2].reverse();
    vec![
        ("dungeon-count-overflow.rlg327", many.bytes()),
        ("dungeon-room-not-counted.rlg327", uncounted),
        ("dungeon-extension.rlg327", extended),
        ("dungeon-staircase-in-rock.rlg327", in_rock.bytes()),
        ("dungeon-staircases-in-one-cell.rlg327", same.bytes()),
        ("dungeon-size-and-count-swapped.rlg327", swapped),
        ("dungeon-all-swapped.rlg327", unconverted),
    ]
}

/// A room as rooms of one cell each.
fn pieces(room: Room) -> impl Iterator<Item = Room> {
    let cells = (0..room.h).flat_map(move |y| (0..room.w).map(move |x| (x, y)));
    cells.map(move |(x, y)| Room {
        x: room.x + x,
        y: room.y + y,
        w: 1,
        h: 1,
    })
}

/// Dungeons with another marker or version.
fn markers() -> Vec<Named> {
    let marker = |marker| {
        Dungeon {
            marker,
            ..Dungeon::with_stairs("RLG327-S2019")
        }
        .bytes()
    };
    let mut version = Dungeon::fall_2016().bytes();
    version[9] = 1;
    vec![
        ("dungeon-marker-without-s.rlg327", marker("RLG327-2019")),
        ("dungeon-marker-lower-case.rlg327", marker("RLG327-s2019")),
        (
            "dungeon-marker-of-no-semester.rlg327",
            marker("RLG327-S2023"),
        ),
        ("dungeon-version-1.rlg327", version),
    ]
}

/// Groups of box-pushing levels.
fn groups() -> Vec<Named> {
    let levels = LEVELS.map(|level| level.bytes(false));
    let good = sokoban::group(&levels);
    let changed = |at: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let worker = good.iter().position(|&byte| byte == 6).unwrap();
    let deleted = {
        // What the game does when it deletes the second level.
        let mut file = changed(24, &2_i32.to_le_bytes());
        let table = 0x11d;
        file.copy_within(table + 8..table + 12, table + 4);
        file.truncate(table + 8);
        file
    };
    let mut cut = good.clone();
    cut.truncate(good.len() - 4);
    vec![
        ("bxb-mark.bxb", changed(5, b"BIX")),
        ("bxb-version-1.bxb", changed(4, &[1])),
        ("bxb-level-mark.bxb", changed(0x78, b"A")),
        (
            "bxb-table-not-at-end.bxb",
            changed(28, &0x119_i32.to_le_bytes()),
        ),
        (
            "bxb-address-one-more.bxb",
            changed(0x121, &0x79_i32.to_le_bytes()),
        ),
        ("bxb-cut-off.bxb", cut),
        ("bxb-cut-in-level.bxb", good[..200].to_vec()),
        (
            "bxb-address-beyond.bxb",
            changed(0x121, &0x1000_i32.to_le_bytes()),
        ),
        (
            "bxb-address-swapped.bxb",
            changed(0x121, &0x78_i32.to_be_bytes()),
        ),
        ("bxb-count-swapped.bxb", changed(24, &3_i32.to_be_bytes())),
        ("bxb-no-worker.bxb", changed(worker, &[0])),
        ("bxb-two-workers.bxb", changed(worker + 2, &[6])),
        ("bxb-unknown-cell.bxb", changed(worker + 2, &[9])),
        (
            "bxb-width-swapped.bxb",
            changed(0x20 + 24, &8_i32.to_be_bytes()),
        ),
        ("bxb-solved-without-steps.bxb", changed(0x21, &[1])),
        ("bxb-deleted-level.bxb", deleted),
    ]
}

/// Box-pushing levels as text.
fn level_texts() -> Vec<Named> {
    let [Level { rows, .. }, ..] = &LEVELS;
    let text = rows.join("\n");
    vec![
        (
            "bxa-two-sets-of-characters.bxa",
            text.replace("#----", "#    ").into(),
        ),
        ("bxa-no-worker.bxa", text.replace('(', "-").into()),
        (
            "bxa-xsb-two-workers.bxa",
            b"#####\n#@$.#\n# + #\n#####\n".to_vec(),
        ),
        ("bxa-no-level.bxa", b"!empty\r\n'nothing yet\r\n".to_vec()),
        ("bxs-other-letters.bxs", b"LLUx2RR".to_vec()),
    ]
}

/// Deck codes.
fn decks() -> Vec<Named> {
    let good = Deck::warrior();
    let code = good.code();
    let encode = |bytes: &[u8]| data_encoding::BASE64.encode(bytes).into_bytes();
    let bytes = good.bytes();
    let mut unsorted = good.clone();
    unsorted.doubles.swap(3, 4);
    let mut twice = good.clone();
    twice.singles[0] = 28;
    let mut few = good.clone();
    few.doubles.pop();
    let mut stranger = Deck::with_sideboards();
    stranger.sideboards.as_mut().unwrap().singles[0] = [69616, 90750];
    let mut overlong = bytes.clone();
    overlong.splice(4..5, [0x87, 0x80, 0x00]); // hero 7 in three bytes
    let mut announced = bytes.clone();
    announced[5] = 100; // singles
    let mut trailing = bytes.clone();
    trailing.extend([0, 0xff]);
    let mut format = bytes.clone();
    format[2] = 9;
    vec![
        ("deck-cut-off.deckstring", encode(&bytes[..40])),
        ("deck-too-many-announced.deckstring", encode(&announced)),
        ("deck-unsorted.deckstring", unsorted.code().into()),
        ("deck-card-twice.deckstring", twice.code().into()),
        ("deck-28-cards.deckstring", few.code().into()),
        ("deck-owner-not-in-deck.deckstring", stranger.code().into()),
        ("deck-overlong-number.deckstring", encode(&overlong)),
        ("deck-trailing.deckstring", encode(&trailing)),
        ("deck-format-9.deckstring", encode(&format)),
        ("deck-no-base64.deckstring", code.replace('P', "!").into()),
        (
            "deck-no-padding.deckstring",
            code.trim_end_matches('=').into(),
        ),
        (
            "deck-url-safe.deckstring",
            code.replace('+', "-").replace('/', "_").into(),
        ),
        (
            "deck-blanks.deckstring",
            code.replace("Fq", "F q").replace("gb", " gb").into(),
        ),
        (
            "deck-spare-bits.deckstring",
            code.replace("CAA==", "CAB==").into(),
        ),
        (
            "deck-in-two-lines.deckstring",
            format!("{}\n{}\n", &code[..32], &code[32..]).into(),
        ),
        ("deck-none.deckstring", b"# only a comment\n".to_vec()),
    ]
}

/// Saved games: the six of the lesson, and others.
fn saves() -> Vec<Named> {
    let good = sign(IVA);
    let full = arcanum::full();
    let mut cut = good.clone();
    cut.truncate(good.find("hero.x").unwrap());
    let files = [
        (
            "arcanum-1-gold-by-hand.arcanum",
            good.replace("hero.gold=42", "hero.gold=99999"),
        ),
        (
            "arcanum-2-other-game.arcanum",
            good.replace("ARCANUM", "SOLITAIRE"),
        ),
        (
            "arcanum-3-newer-version.arcanum",
            good.replace("version=1", "version=2"),
        ),
        (
            "arcanum-4-line-missing.arcanum",
            resign(&good.replace("hero.gold=42\n", "")),
        ),
        (
            "arcanum-5-no-number.arcanum",
            resign(&good.replace("hero.level=3", "hero.level=three")),
        ),
        (
            "arcanum-6-no-equals-sign.arcanum",
            good.replace("hero.hp=27", "hero.hp 27"),
        ),
        (
            "arcanum-version-3.arcanum",
            resign(&good.replace("version=1", "version=3")),
        ),
        ("arcanum-cut-off.arcanum", cut),
        ("arcanum-crlf.arcanum", good.replace('\n', "\r\n")),
        ("arcanum-byte-order-mark.arcanum", format!("\u{feff}{good}")),
        (
            "arcanum-blank-line.arcanum",
            resign(&good.replace("turn", "\nturn")),
        ),
        (
            "arcanum-sum-with-sign.arcanum",
            good.replace("checksum=", "checksum=+"),
        ),
        (
            "arcanum-sum-with-zero.arcanum",
            good.replace("checksum=", "checksum=0"),
        ),
        (
            "arcanum-key-twice.arcanum",
            sign(&format!("{IVA}hero.gold=99999\n")),
        ),
        (
            "arcanum-bad-bag.arcanum",
            resign(&good.replace("leather:1", "leather")),
        ),
        (
            "arcanum-full-short-row.arcanum",
            resign(&sign(&full).replace("#\nlevel.2.seen.2", "\nlevel.2.seen.2")),
        ),
        (
            "arcanum-full-item-outside.arcanum",
            sign(&full.replace("17:1:gold", "71:1:gold")),
        ),
        (
            "arcanum-full-depth-4.arcanum",
            sign(&full.replace("depth=1", "depth=4")),
        ),
        (
            "arcanum-full-enemies.arcanum",
            sign(&full.replace("level.1.enemies=2", "level.1.enemies=3")),
        ),
    ];
    files.map(|(name, text)| (name, text.into_bytes())).into()
}
