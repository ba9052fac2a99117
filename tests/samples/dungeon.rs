//! Dungeon files of all semesters.

use super::File;
use super::map::{Map, Room};

/// What a file holds besides its map.
#[derive(Debug, Clone)]
pub(crate) struct Dungeon {
    pub(crate) marker: &'static str,
    pub(crate) map: Map,
    /// Order of a room's bytes.
    pub(crate) order: fn(Room) -> [u8; 4],
    /// Bytes of a count, 0 where rooms are not counted.
    pub(crate) len_count: usize,
    pub(crate) pc: Option<[u8; 2]>,
    pub(crate) up: Vec<[u8; 2]>,
    pub(crate) down: Vec<[u8; 2]>,
}

fn xywh(Room { x, y, w, h }: Room) -> [u8; 4] {
    [x, y, w, h]
}

fn xwyh(Room { x, y, w, h }: Room) -> [u8; 4] {
    [x, w, y, h]
}

fn yxhw(Room { x, y, w, h }: Room) -> [u8; 4] {
    [y, x, h, w]
}

impl Dungeon {
    /// Fall 2016, the format of the assignment's table.
    pub(crate) fn fall_2016() -> Dungeon {
        Dungeon {
            marker: "RLG327",
            map: Map::small(),
            order: xwyh,
            len_count: 0,
            pc: None,
            up: Vec::new(),
            down: Vec::new(),
        }
    }

    /// Fall 2018: the player's position.
    pub(crate) fn fall_2018() -> Dungeon {
        Dungeon {
            marker: "RLG327-F2018",
            order: xywh,
            pc: Some([6, 3]),
            ..Dungeon::fall_2016()
        }
    }

    /// Spring 2019, second release, and later: counts and staircases.
    pub(crate) fn with_stairs(marker: &'static str) -> Dungeon {
        Dungeon {
            marker,
            len_count: 2,
            up: vec![[30, 3], [65, 15]],
            down: vec![[12, 16]],
            ..Dungeon::fall_2018()
        }
    }

    /// Length of all that comes before the rooms.
    pub(crate) fn ofs_rooms(&self) -> usize {
        let pc = if self.pc.is_some() { 2 } else { 0 };
        self.marker.len() + 8 + pc + self.map.cells().len() + self.len_count
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.marker.as_bytes().to_vec();
        bytes.extend(0_u32.to_be_bytes()); // version
        bytes.extend([0; 4]); // size, below
        bytes.extend(self.pc.iter().flatten());
        bytes.extend(self.map.cells());
        self.count(&mut bytes, self.map.rooms.len());
        bytes.extend(self.map.rooms.iter().flat_map(|&room| (self.order)(room)));
        if self.len_count > 0 {
            self.count(&mut bytes, self.up.len());
            bytes.extend(self.up.iter().flatten());
            self.count(&mut bytes, self.down.len());
            bytes.extend(self.down.iter().flatten());
        }
        let size = u32::try_from(bytes.len()).unwrap();
        set_size(&mut bytes, self.marker, size.to_be_bytes());
        bytes
    }

    fn count(&self, bytes: &mut Vec<u8>, count: usize) {
        // The instructor's own program cut the count to a byte as well.
        let count = u16::try_from(count).unwrap().to_be_bytes();
        bytes.extend(&count[2 - self.len_count..]);
    }
}

/// Writes the size field.
pub(crate) fn set_size(bytes: &mut [u8], marker: &str, size: [u8; 4]) {
    let at = marker.len() + 4;
    bytes[at..at + 4].copy_from_slice(&size);
}

/// Spring 2016: the border is not stored.
fn spring_2016() -> Vec<u8> {
    let map = Map::small();
    let mut bytes = b"RLG327".to_vec();
    bytes.extend(0_u32.to_be_bytes());
    let size = 14 + 78 * 19 + 4 * map.rooms.len();
    bytes.extend(u32::try_from(size).unwrap().to_be_bytes());
    bytes.extend(map.cells_inside());
    bytes.extend(map.rooms.iter().flat_map(|&room| xywh(room)));
    assert_eq!(bytes.len(), size);
    bytes
}

/// Spring 2015, when the course was COM S 229: 160 by 96 cells of four bytes,
/// or in the second layout of five, with the state of the game.
fn spring_2015(second: bool) -> Vec<u8> {
    let map = Map::large();
    let mut bytes = b"RLG229".to_vec();
    bytes.extend(u32::from(second).to_be_bytes());
    bytes.extend([0; 4]); // size of the rest, below
    if second {
        bytes.extend([0; 4]); // offset of the user block, below
    }
    let rooms: Vec<Room> = map
        .rooms
        .iter()
        .copied()
        .filter(|r| r.y + r.h < 95)
        .collect();
    let in_room = |x: usize, y: usize| {
        rooms.iter().any(|room| {
            let (left, top) = (usize::from(room.x), usize::from(room.y));
            (left..left + usize::from(room.w)).contains(&x)
                && (top..top + usize::from(room.h)).contains(&y)
        })
    };
    for y in 0..96 {
        for x in 0..160 {
            let border = y == 95;
            let hardness = if border { 255 } else { map.rows[y][x] };
            let (open, room) = (hardness == 0, in_room(x, y));
            bytes.extend([
                u8::from(open),
                u8::from(room),
                u8::from(open && !room),
                hardness,
            ]);
            if second {
                let stairs = [((30, 8), 1), ((12, 21), 2)];
                let stairs = stairs.iter().find(|(at, _)| *at == (x, y));
                bytes.push(stairs.map_or(0, |(_, stairs)| *stairs));
            }
        }
    }
    bytes.extend(u16::try_from(rooms.len()).unwrap().to_be_bytes());
    bytes.extend(rooms.iter().flat_map(|&room| xywh(room)));
    if second {
        bytes.extend([6, 9]); // player
        bytes.extend(342_u32.to_be_bytes()); // turn
        bytes.extend(3_u32.to_be_bytes()); // next monster's number
        bytes.extend(2_u16.to_be_bytes()); // monsters
        bytes.extend(monster(b'a', [30, 7], [255, 255], 1, 350));
        bytes.extend(monster(b'd', [50, 10], [6, 8], 2, 343));
        let end = u32::try_from(bytes.len()).unwrap();
        bytes[14..18].copy_from_slice(&end.to_be_bytes());
        bytes.extend(b"slot=1\n"); // user block
    }
    let rest = u32::try_from(bytes.len() - 14).unwrap();
    bytes[10..14].copy_from_slice(&rest.to_be_bytes());
    bytes
}

/// A monster of 2015: symbol, place, where it saw the player, number, next turn.
fn monster(symbol: u8, at: [u8; 2], seen: [u8; 2], number: u32, turn: u32) -> Vec<u8> {
    let mut bytes = vec![symbol, at[0], at[1], 10, 1, 0, seen[0], seen[1]];
    bytes.extend(number.to_be_bytes());
    bytes.extend(turn.to_be_bytes());
    bytes.extend([0; 20]);
    bytes
}

/// One file of each layout.
pub(crate) fn samples() -> Vec<File> {
    let with_stairs = |marker| Dungeon::with_stairs(marker).bytes();
    let spring_2017 = Dungeon {
        marker: "RLG327-S2017",
        map: Map::large(),
        order: xywh,
        ..Dungeon::fall_2016()
    };
    let spring_2018 = Dungeon {
        marker: "RLG327-S2018",
        order: yxhw,
        ..Dungeon::fall_2016()
    };
    let first_2019 = Dungeon {
        len_count: 1,
        ..Dungeon::with_stairs("RLG327-S2019")
    };
    let files = [
        ("dungeon", Dungeon::fall_2016().bytes()),
        ("dungeon-s2015-0.rlg229", spring_2015(false)),
        ("dungeon-s2015-1.rlg229", spring_2015(true)),
        ("dungeon-s2016.rlg327", spring_2016()),
        ("dungeon-s2017.rlg327", spring_2017.bytes()),
        ("dungeon-s2018.rlg327", spring_2018.bytes()),
        ("dungeon-f2018.rlg327", Dungeon::fall_2018().bytes()),
        ("dungeon-s2019-first.rlg327", first_2019.bytes()),
        ("dungeon-s2019.rlg327", with_stairs("RLG327-S2019")),
        ("dungeon-s2021.rlg327", with_stairs("RLG327-S2021")),
        ("dungeon-s2025.rlg327", with_stairs("RLG327-S2025")),
    ];
    files.map(|(name, bytes)| (name.to_owned(), bytes)).into()
}
