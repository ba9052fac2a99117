//! The map of the dungeon samples: rooms, corridors, and rock of a hardness
//! that changes slowly.

/// A rectangle of open cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    pub(crate) x: u8,
    pub(crate) y: u8,
    pub(crate) w: u8,
    pub(crate) h: u8,
}

/// A map with its border.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    pub(crate) width: usize,
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) rooms: Vec<Room>,
}

/// Hardness of what nothing can dig through.
pub(crate) const IMMUTABLE: u8 = 255;

/// Rooms of the 80 by 21 map.
const ROOMS: [Room; 7] = [
    Room {
        x: 4,
        y: 2,
        w: 12,
        h: 5,
    },
    Room {
        x: 26,
        y: 1,
        w: 9,
        h: 4,
    },
    Room {
        x: 48,
        y: 3,
        w: 14,
        h: 5,
    },
    Room {
        x: 68,
        y: 2,
        w: 8,
        h: 7,
    },
    Room {
        x: 8,
        y: 12,
        w: 10,
        h: 6,
    },
    Room {
        x: 31,
        y: 10,
        w: 13,
        h: 7,
    },
    Room {
        x: 56,
        y: 13,
        w: 16,
        h: 5,
    },
];

/// Corridors between them, from corner to corner.
const CORRIDORS: [&[(usize, usize)]; 9] = [
    &[(16, 4), (20, 4), (20, 2), (25, 2)],
    &[(35, 2), (42, 2), (42, 5), (47, 5)],
    &[(62, 5), (67, 5)],
    &[(10, 7), (10, 11)],
    &[(18, 14), (30, 14)],
    &[(31, 5), (31, 7), (37, 7), (37, 9)],
    &[(44, 14), (55, 14)],
    &[(58, 8), (58, 12)],
    &[(70, 9), (70, 12)],
];

impl Map {
    /// The map that most samples have: 80 by 21 cells, seven rooms.
    pub(crate) fn small() -> Map {
        let mut map = Map::rock(80, 21);
        ROOMS.iter().for_each(|&room| map.dig(room));
        CORRIDORS
            .iter()
            .for_each(|corners| map.tunnel(corners, 0, 0));
        map
    }

    /// The same map four times, linked, in 160 by 105 cells.
    pub(crate) fn large() -> Map {
        let mut map = Map::rock(160, 105);
        let corners = [(0, 5), (78, 15), (2, 60), (76, 75)];
        for (right, down) in corners {
            for room in ROOMS {
                map.dig(Room {
                    x: room.x + right,
                    y: room.y + down,
                    ..room
                });
            }
            let (right, down) = (usize::from(right), usize::from(down));
            CORRIDORS
                .iter()
                .for_each(|corners| map.tunnel(corners, right, down));
        }
        map.tunnel(&[(76, 9), (80, 9), (80, 18), (81, 18)], 0, 0);
        map.tunnel(&[(14, 23), (14, 61)], 0, 0);
        map.tunnel(&[(74, 75), (77, 75), (77, 79), (79, 79)], 0, 0);
        map
    }

    /// Rock, with a border.
    fn rock(width: usize, height: usize) -> Map {
        let cell = |x: usize, y: usize| {
            let inside = (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
            if inside { hardness(x, y) } else { IMMUTABLE }
        };
        let rows = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect());
        Map {
            width,
            rows: rows.collect(),
            rooms: Vec::new(),
        }
    }

    /// Opens a room.
    pub(crate) fn dig(&mut self, room: Room) {
        for y in room.y..room.y + room.h {
            for x in room.x..room.x + room.w {
                self.rows[usize::from(y)][usize::from(x)] = 0;
            }
        }
        self.rooms.push(room);
    }

    /// Opens a corridor from corner to corner.
    fn tunnel(&mut self, corners: &[(usize, usize)], right: usize, down: usize) {
        for pair in corners.windows(2) {
            let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
            for y in y1.min(y2)..=y1.max(y2) {
                for x in x1.min(x2)..=x1.max(x2) {
                    self.rows[y + down][x + right] = 0;
                }
            }
        }
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> Vec<u8> {
        self.rows.concat()
    }

    /// All cells but the border.
    pub(crate) fn cells_inside(&self) -> Vec<u8> {
        let rows = &self.rows[1..self.rows.len() - 1];
        rows.iter()
            .flat_map(|row| row[1..self.width - 1].to_vec())
            .collect()
    }
}

/// Hardness of the rock at a place, 1 to 254: two waves across the map.
fn hardness(x: usize, y: usize) -> u8 {
    let wave = |at: usize, length: usize| {
        let at = at % length;
        at.min(length - at) * 254 / length
    };
    let sum = wave(3 * x + 7 * y, 150) + wave(2 * x + 160 - 3 * y.min(50), 110);
    u8::try_from(sum.clamp(1, 254)).unwrap()
}
