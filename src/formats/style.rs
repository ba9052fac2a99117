//! How the structure diagram of a format is drawn if nobody says.

/// The styles of structure diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Bytes, size, field and values in columns.
    Table,
    /// Names over the byte positions that they take.
    Ruler,
    /// The bytes down the left, grouped by what they mean.
    Brackets,
    /// Rows of bits, as headers of network protocols are drawn.
    Packet,
}

/// Formats that their authors drew in another way than as a table.
const DRAWN_OTHERWISE: &[(&str, Style)] = &[
    ("bxb", Style::Ruler),
    ("deck", Style::Brackets),
    ("deckstring", Style::Brackets),
];

/// The style that suits a grammar, by its `meta/id`.
#[must_use]
pub fn style(id: &str) -> Style {
    DRAWN_OTHERWISE
        .iter()
        .find(|(known, _)| *known == id)
        .map_or(Style::Table, |(_, style)| *style)
}
