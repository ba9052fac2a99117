//! Text cut where a font may not keep to columns.

use unicode_width::UnicodeWidthChar;

use crate::text;

/// A piece of text that is placed on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) columns: usize,
    pub(super) kind: Kind,
}

/// What a piece consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// ASCII, which every font with one width for all keeps to columns.
    Ascii,
    /// The same filled block again and again.
    Block(Block),
    /// One character of any other kind, alone or again and again, with the marks
    /// on it.
    Same,
}

/// Characters that fill their cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    /// `▌`
    LeftHalf,
    /// Shades, in quarters: `░▒▓█`.
    Shade(u8),
}

fn kind(c: char) -> Kind {
    match c {
        '\0'..='\u{7f}' => Kind::Ascii,
        '▌' => Kind::Block(Block::LeftHalf),
        '░' => Kind::Block(Block::Shade(1)),
        '▒' => Kind::Block(Block::Shade(2)),
        '▓' => Kind::Block(Block::Shade(3)),
        '█' => Kind::Block(Block::Shade(4)),
        _ => Kind::Same,
    }
}

/// The pieces of a text from left to right.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = kind(first);
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, c)| match kind {
                Kind::Ascii => !c.is_ascii() && c.width() != Some(0),
                Kind::Block(_) => self::kind(c) != kind,
                Kind::Same => c != first && c.width() != Some(0),
            })
            .map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(Piece {
            text: piece,
            columns: text::width(piece),
            kind,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, usize)]) {
        let found: Vec<(&str, usize)> = pieces(text).map(|it| (it.text, it.columns)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_fonts_have_is_kept_apart() {
        check("", &[]);
        check("R··×a b", &[("R", 1), ("··", 2), ("×", 1), ("a b", 3)]);
        check("██░推箱", &[("██", 2), ("░", 1), ("推", 2), ("箱", 2)]);
        check(
            "e\u{301}xé\u{301}y",
            &[("e\u{301}x", 2), ("é\u{301}", 1), ("y", 1)],
        );
    }
}
