//! Saved games of Arcanum.

use super::File;

/// The checksum of the lines above the last.
pub(crate) fn checksum(text: &str) -> u64 {
    let add = |sum, unit| (sum * 31 + u64::from(unit)) % 1_000_000_007;
    text.encode_utf16().fold(0, add)
}

/// Lines with the checksum that belongs to them.
pub(crate) fn sign(body: &str) -> String {
    format!("{body}checksum={}\n", checksum(body))
}

/// A text that was signed before, changed and signed anew: by someone who
/// knows how the checksum is computed.
pub(crate) fn resign(text: &str) -> String {
    sign(&text[..text.rfind("checksum=").unwrap()])
}

/// The lines of Iva's save.
pub(crate) const IVA: &str = "\
format=ARCANUM
version=1
turn=212
hero.name=Iva
hero.level=3
hero.hp=27
hero.gold=42
hero.x=5
hero.y=2
hero.inventory=potion_heal:2,leather:1
";

/// The same of version 2, with mana.
pub(crate) fn iva_2() -> String {
    let lines = IVA.replace("version=1", "version=2");
    lines.replace("hero.hp=27\n", "hero.hp=27\nhero.mana=8\n")
}

/// A level of the full save: the rows of its map, how far it has been seen,
/// and all other lines.
struct Level {
    tiles: &'static [&'static str],
    seen: usize,
    decor: &'static [(usize, usize, char)],
    rest: &'static str,
}

const LEVELS: [Level; 3] = [
    Level {
        tiles: &[
            "####################",
            "#......#......#....#",
            "#......+......#.~~.#",
            "#..<...#......+.~~.#",
            "#......#......#....#",
            "########..#####..>.#",
            "#.........#........#",
            "####################",
        ],
        seen: 15,
        decor: &[(2, 1, ','), (11, 3, '"')],
        rest: "items=3:1:potion_heal:1,17:1:gold:15
enemies=2
enemy.0=rat,10,2,4,sleep,0,0,0
enemy.0.effects=-
enemy.0.cooldowns=-
enemy.1=goblin,12,4,9,hunt,0,2,0
enemy.1.effects=poison:3
enemy.1.cooldowns=-
npcs=hermit:2:6
",
    },
    Level {
        tiles: &[
            "################",
            "#<....#........#",
            "#.....+....>...#",
            "#.....#........#",
            "################",
        ],
        seen: 7,
        decor: &[],
        rest: "items=-
enemies=1
enemy.0=skeleton,9,2,14,wander,5,0,0
enemy.0.effects=-
enemy.0.cooldowns=bash:2
npcs=-
",
    },
    Level {
        tiles: &[
            "############",
            "#<.......^.#",
            "#..##..##..#",
            "#..........#",
            "############",
        ],
        seen: 0,
        decor: &[(5, 3, '%')],
        rest: "items=9:3:sword_old:1
enemies=1
enemy.0=guardian,9,2,60,sleep,0,0,1
enemy.0.effects=-
enemy.0.cooldowns=-
npcs=-
",
    },
];

/// A save of the whole game.
pub(crate) fn full() -> String {
    let mut lines = String::from(
        "\
format=ARCANUM
version=1
summary=Iva, bárbara, nv.4, Vadogris
seed=3735928559
rng=2463534242
ids=117
turn=1843
depth=1
victory=0
hero.name=Iva
hero.class=barbarian
hero.level=4
hero.xp=310
hero.gold=42
hero.hp=31
hero.mana=6
hero.x=4
hero.y=2
hero.base=14,11,13,8,9,10
hero.skills=bash,roar
hero.cooldowns=roar:4
hero.effects=-
hero.equipment=axe_iron,leather,-,-,ring_tin
hero.inventory=potion_heal:2,leather:1,key_mine:1
stats=1843,17,212,540,331,6
flags=met_hermit,mine_open
quest.mine=active:2
quest.hermit=done:3
",
    );
    for (number, level) in (1..).zip(LEVELS) {
        for (y, row) in level.tiles.iter().enumerate() {
            let decor = |x: usize| {
                let at = level.decor.iter().find(|(dx, dy, _)| (*dx, *dy) == (x, y));
                at.map_or('_', |(_, _, decor)| *decor)
            };
            let seen = |x: usize| if x < level.seen { '1' } else { '0' };
            let seen: String = (0..row.len()).map(seen).collect();
            let decor: String = (0..row.len()).map(decor).collect();
            lines += &format!("level.{number}.tiles.{y}={row}\n");
            lines += &format!("level.{number}.seen.{y}={seen}\n");
            lines += &format!("level.{number}.decor.{y}={decor}\n");
        }
        for line in level.rest.lines() {
            lines += &format!("level.{number}.{line}\n");
        }
    }
    lines
}

pub(crate) fn samples() -> Vec<File> {
    // The sums that the lesson gives.
    let empty = IVA.replace("potion_heal:2,leather:1", "-");
    let sums = [IVA, &empty, "ab", "ba"].map(checksum);
    assert_eq!(sums, [624_337_035, 126_903_799, 3105, 3135]);
    assert_eq!(checksum(&iva_2()), 790_133_434);
    let files = [
        ("save.arcanum", sign(IVA)),
        ("save-empty-bag.arcanum", sign(&empty)),
        ("save-version-2.arcanum", sign(&iva_2())),
        ("save-full.arcanum", sign(&full())),
    ];
    files
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
        .into()
}
