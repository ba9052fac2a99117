//! Box-pushing levels: the group `.bxb`, the texts `.bxa` and `.bxs`.

use super::File;

/// Characters of the game's text format, by the value of a cell.
const OWN: &str = "-+#%xX()";
/// The same of XSB files, which have no brick.
const XSB: &str = " .##$*@+";

/// 康佳, the group's name, in GB2312.
pub(crate) const NAME: &[u8] = &[0xbf, 0xb5, 0xbc, 0xd1];

/// A level: its rows in the game's characters, and how it is solved.
pub(crate) struct Level {
    pub(crate) rows: &'static [&'static str],
    pub(crate) solution: &'static str,
}

/// The three levels, of 8 by 7, 8 by 7 and 9 by 5 cells.
pub(crate) const LEVELS: [Level; 3] = [
    Level {
        rows: &[
            "########", //
            "#--#--##", "#-(x-+-#", "#--#x--#", "##---+-#", "%#-----#", "%#######",
        ],
        solution: "RRDullddrR",
    },
    Level {
        rows: &[
            "%######%", //
            "##--+-##", "#-x#---#", "#-(X-#-#", "##-#-x-#", "%#--+--#", "%#######",
        ],
        solution: "RlddrrrruuullullDldRddrruUUrrddLruulldD",
    },
    Level {
        rows: &[
            "#########",
            "#-x-)---#",
            "#---#-x-#",
            "#-+-x-+-#",
            "#########",
        ],
        solution: "rrDldLLulluRR",
    },
];

impl Level {
    /// The cells, row by row.
    pub(crate) fn cells(&self) -> Vec<u8> {
        let cells = self.rows.concat();
        cells
            .chars()
            .map(|c| u8::try_from(OWN.find(c).unwrap()).unwrap())
            .collect()
    }

    fn pushes(&self) -> usize {
        self.solution
            .chars()
            .filter(char::is_ascii_uppercase)
            .count()
    }

    /// The level as it is in a `.bxb`: a head of 32 bytes, then the cells.
    pub(crate) fn bytes(&self, solved: bool) -> Vec<u8> {
        let number = |number: usize| i32::try_from(number).unwrap().to_le_bytes();
        let (steps, pushes) = (self.solution.len(), self.pushes());
        let mut bytes = vec![b'@', u8::from(solved)];
        bytes.extend(number(if solved { steps } else { 0 }));
        bytes.extend(number(if solved { pushes } else { 0 }));
        bytes.extend([0; 14]); // reserved
        bytes.extend(number(self.rows[0].len()));
        bytes.extend(number(self.rows.len()));
        bytes.extend(self.cells());
        bytes
    }
}

/// A `.bxb` of these levels, one after the other.
pub(crate) fn group(levels: &[Vec<u8>]) -> Vec<u8> {
    let number = |number: usize| i32::try_from(number).unwrap().to_le_bytes();
    let mut name = NAME.to_vec();
    name.resize(16, b' ');
    let mut addresses = Vec::new();
    let mut end = 32;
    for level in levels {
        addresses.extend(number(end));
        end += level.len();
    }
    let mut bytes = vec![0; 4]; // reserved
    bytes.push(2); // version
    bytes.extend(b"BOX");
    bytes.extend(name);
    bytes.extend(number(levels.len()));
    bytes.extend(number(end));
    bytes.extend(levels.concat());
    bytes.extend(addresses);
    bytes
}

/// A `.bxa` as the game writes it: a name, comments, CR LF.
pub(crate) fn own_text() -> Vec<u8> {
    let mut text = b"!".to_vec();
    text.extend(NAME);
    text.extend(b"\r\n'three levels\r\n");
    for (index, level) in LEVELS.iter().enumerate() {
        if index > 0 {
            text.extend(b"\r\n");
        }
        for row in level.rows {
            text.extend(row.bytes());
            text.extend(b"\r\n");
        }
        text.extend(format!(":{}\r\n", level.solution).bytes());
    }
    text
}

/// The same levels in the characters of XSB.
fn xsb_text() -> Vec<u8> {
    let xsb = |c: char| char::from(XSB.as_bytes()[OWN.find(c).unwrap()]);
    let row = |row: &&str| row.chars().map(xsb).chain(['\n']).collect::<String>();
    let level = |level: &Level| level.rows.iter().map(row).collect::<String>();
    let levels: Vec<String> = LEVELS.iter().map(level).collect();
    format!("; three levels\n\n{}", levels.join("\n")).into_bytes()
}

pub(crate) fn samples() -> Vec<File> {
    let unsolved = group(&LEVELS.map(|level| level.bytes(false)));
    let [first, second, third] = &LEVELS;
    let solved = group(&[first.bytes(true), second.bytes(true), third.bytes(false)]);
    assert_eq!((unsolved.len(), unsolved[28]), (297, 0x1d));
    let files = [
        ("konka.bxb", unsolved),
        ("konka-solved.bxb", solved),
        ("konka.bxa", own_text()),
        ("konka-xsb.bxa", xsb_text()),
        ("konka0001.bxs", first.solution.into()),
    ];
    files.map(|(name, bytes)| (name.to_owned(), bytes)).into()
}

/// Plays a solution, and tells whether all boxes are on goals then.
fn solves(level: &Level) -> bool {
    let width = level.rows[0].len();
    let mut cells = level.cells();
    let mut worker = cells.iter().position(|&cell| cell > 5).unwrap();
    cells[worker] -= 6;
    for step in level.solution.chars() {
        let ahead = |from: usize| match step.to_ascii_lowercase() {
            'l' => from - 1,
            'r' => from + 1,
            'u' => from - width,
            _ => from + width,
        };
        let next = ahead(worker);
        let pushes = matches!(cells[next], 4 | 5);
        assert_eq!(pushes, step.is_ascii_uppercase(), "{step} at {worker}");
        if pushes {
            cells[next] -= 4;
            cells[ahead(next)] += 4;
        }
        assert!(cells[next] < 2, "{step} at {worker} runs into something");
        worker = next;
    }
    !cells.contains(&4)
}

#[test]
fn the_solutions_solve_the_levels() {
    assert_eq!(LEVELS.map(|level| solves(&level)), [true; 3]);
}
