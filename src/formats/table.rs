//! The built-in grammars. Made from `grammars/` by a test: do not edit, run
//! `SNAPSHOTS=overwrite cargo test --test formats`.

use super::Format;

#[rustfmt::skip]
pub(super) static FORMATS: &[Format] = &[
    Format {
        id: "arcanum",
        title: "Arcanum saved game",
        text: include_str!("../../grammars/arcanum.ksy"),
        names: &["*.arcanum", "*.sav"],
        magic: &[super::Magic { offset: 0, bytes: b"format=ARCANUM" }],
        trial: false,
    },
    Format {
        id: "bxa",
        title: "Box-pushing levels as text",
        text: include_str!("../../grammars/bxa.ksy"),
        names: &["*.bxa", "*.xsb"],
        magic: &[],
        trial: true,
    },
    Format {
        id: "bxb",
        title: "Box-pushing level group",
        text: include_str!("../../grammars/bxb.ksy"),
        names: &["*.bxb"],
        magic: &[super::Magic { offset: 4, bytes: b"\x02BOX" }],
        trial: false,
    },
    Format {
        id: "bxs",
        title: "Box-pushing solution",
        text: include_str!("../../grammars/bxs.ksy"),
        names: &["*.bxs"],
        magic: &[],
        trial: false,
    },
    Format {
        id: "deckstring",
        title: "Hearthstone deck code",
        text: include_str!("../../grammars/deckstring.ksy"),
        names: &["deckstring*", "*.deckstring", "*.deck"],
        magic: &[super::Magic { offset: 0, bytes: b"AAE" }],
        trial: true,
    },
    Format {
        id: "dungeon",
        title: "RLG327 dungeon",
        text: include_str!("../../grammars/dungeon.ksy"),
        names: &["~/.rlg327/dungeon", "*.rlg327", "*.rlg229"],
        magic: &[super::Magic { offset: 0, bytes: b"RLG327" }, super::Magic { offset: 0, bytes: b"RLG229" }],
        trial: false,
    },
];
