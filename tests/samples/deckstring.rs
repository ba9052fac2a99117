//! Hearthstone deck codes.

use data_encoding::BASE64;

use super::File;

/// A deck, lists in the order in which they are written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Deck {
    pub(crate) format: u64,
    pub(crate) heroes: Vec<u64>,
    pub(crate) singles: Vec<u64>,
    pub(crate) doubles: Vec<u64>,
    /// Card and count.
    pub(crate) n_copies: Vec<[u64; 2]>,
    /// `None` in codes that are older than sideboards.
    pub(crate) sideboards: Option<Sideboards>,
}

/// Cards that other cards carry along.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sideboards {
    /// Card and owner.
    pub(crate) singles: Vec<[u64; 2]>,
    /// Card and owner.
    pub(crate) doubles: Vec<[u64; 2]>,
    /// Card, count and owner.
    pub(crate) n_copies: Vec<[u64; 3]>,
}

/// 7 bits a byte, the lowest first.
fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(0x80 | u8::try_from(number & 0x7f).unwrap());
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap());
}

/// A count, then the numbers of each entry.
fn list<const N: usize>(bytes: &mut Vec<u8>, entries: &[[u64; N]]) {
    varint(bytes, u64::try_from(entries.len()).unwrap());
    entries
        .iter()
        .flatten()
        .for_each(|&number| varint(bytes, number));
}

fn ids(bytes: &mut Vec<u8>, ids: &[u64]) {
    let entries: Vec<[u64; 1]> = ids.iter().map(|&id| [id]).collect();
    list(bytes, &entries);
}

impl Deck {
    /// The deck of the article: 30 cards, before sideboards.
    pub(crate) fn warrior() -> Deck {
        Deck {
            format: 2,
            heroes: vec![7],
            singles: vec![559, 40465],
            doubles: vec![
                28, 304, 401, 511, 654, 680, 724, 804, 878, 999, 1007, 38914, 38920, 40889,
            ],
            ..Deck::default()
        }
    }

    /// A deck whose card 90749 carries three other cards.
    pub(crate) fn with_sideboards() -> Deck {
        Deck {
            format: 1,
            heroes: vec![7],
            singles: vec![559, 40465, 90749],
            doubles: vec![28, 304, 401, 511, 654, 680, 724, 804, 878, 999, 1007, 38914],
            n_copies: vec![[38920, 3]],
            sideboards: Some(Sideboards {
                singles: vec![[69616, 90749], [76984, 90749]],
                doubles: vec![[86234, 90749]],
                n_copies: vec![[73712, 3, 90749]],
            }),
        }
    }

    /// What is encoded.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0, 1]; // reserved, version
        varint(&mut bytes, self.format);
        ids(&mut bytes, &self.heroes);
        ids(&mut bytes, &self.singles);
        ids(&mut bytes, &self.doubles);
        list(&mut bytes, &self.n_copies);
        if let Some(sideboards) = &self.sideboards {
            bytes.push(1);
            list(&mut bytes, &sideboards.singles);
            list(&mut bytes, &sideboards.doubles);
            list(&mut bytes, &sideboards.n_copies);
        }
        bytes
    }

    /// The code.
    pub(crate) fn code(&self) -> String {
        BASE64.encode(&self.bytes())
    }
}

/// What the game copies: the code between comments.
pub(crate) fn copied(name: &str, format: &str, code: &str) -> String {
    format!(
        "### {name}\n# Class: Warrior\n# Format: {format}\n#\n{code}\n#\n\
         # To use this deck, copy it to your clipboard and create a new deck in Hearthstone\n"
    )
}

pub(crate) fn samples() -> Vec<File> {
    let warrior = Deck::warrior().code();
    assert_eq!(
        warrior,
        "AAECAQcCrwSRvAIOHLACkQP/A44FqAXUBaQG7gbnB+8HgrACiLACub8CAA=="
    );
    let sideboards = Deck::with_sideboards().code();
    let files = [
        ("deckstring.txt", copied("Old Guard", "Standard", &warrior)),
        (
            "deckstring-sideboards.txt",
            copied("Full House", "Wild", &sideboards),
        ),
    ];
    let mut files = files
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
        .to_vec();
    files.push(("deck.bin".to_owned(), Deck::warrior().bytes()));
    files
}
