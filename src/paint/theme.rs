//! What roles look like.

use owo_colors::{AnsiColors, Style, XtermColors};

use crate::view::doc::{ByteClass, Role};

/// The themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For dark terminals, in the terminal's own 16 colours.
    Dark,
    /// For light terminals, in the terminal's own 16 colours.
    Light,
    /// Bold, dim and underline; no colour.
    Mono,
    /// Okabe and Ito's colours, which people see apart whatever their sight;
    /// for dark and light terminals with 256 colours.
    Colorblind,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Dark, Theme::Light, Theme::Mono, Theme::Colorblind];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::Mono => "mono",
            Theme::Colorblind => "colorblind",
        }
    }

    /// The style of a role. Only background-free styles: users choose their
    /// own background.
    #[must_use]
    pub fn style(self, role: Role) -> Style {
        match self {
            Theme::Dark => sixteen(role, &DARK),
            Theme::Light => sixteen(role, &LIGHT),
            Theme::Mono => mono(role),
            Theme::Colorblind => colorblind(role),
        }
    }
}

struct Palette {
    fields: [AnsiColors; 5],
    sections: [AnsiColors; 5],
    quiet: AnsiColors,
    strong: Option<AnsiColors>,
    printable: AnsiColors,
    space: AnsiColors,
    control: AnsiColors,
    high: AnsiColors,
    note: AnsiColors,
    warning: AnsiColors,
}

const DARK: Palette = Palette {
    fields: [
        AnsiColors::Cyan,
        AnsiColors::Yellow,
        AnsiColors::BrightMagenta,
        AnsiColors::Green,
        AnsiColors::BrightBlue,
    ],
    sections: [
        AnsiColors::Cyan,
        AnsiColors::Green,
        AnsiColors::Yellow,
        AnsiColors::Magenta,
        AnsiColors::BrightBlue,
    ],
    quiet: AnsiColors::BrightBlack,
    strong: Some(AnsiColors::BrightWhite),
    printable: AnsiColors::Cyan,
    space: AnsiColors::Green,
    control: AnsiColors::Magenta,
    high: AnsiColors::Yellow,
    note: AnsiColors::BrightCyan,
    warning: AnsiColors::BrightYellow,
};

const LIGHT: Palette = Palette {
    fields: [
        AnsiColors::Blue,
        AnsiColors::Magenta,
        AnsiColors::Green,
        AnsiColors::Cyan,
        AnsiColors::Yellow,
    ],
    sections: [
        AnsiColors::Cyan,
        AnsiColors::Green,
        AnsiColors::Yellow,
        AnsiColors::Magenta,
        AnsiColors::Blue,
    ],
    quiet: AnsiColors::BrightBlack,
    strong: None,
    printable: AnsiColors::Blue,
    space: AnsiColors::Green,
    control: AnsiColors::Magenta,
    high: AnsiColors::Red,
    note: AnsiColors::Blue,
    warning: AnsiColors::Magenta,
};

fn sixteen(role: Role, palette: &Palette) -> Style {
    let plain = Style::new();
    let quiet = plain.color(palette.quiet);
    let field = |n: u8| palette.fields[usize::from(n) % palette.fields.len()];
    match role {
        Role::Plain | Role::Number | Role::Text | Role::Enum => plain,
        Role::Heading => match palette.strong {
            Some(color) => plain.color(color).bold(),
            None => plain.bold(),
        },
        Role::Offset | Role::Punctuation | Role::Gap | Role::Comment | Role::Type => quiet,
        Role::Byte(ByteClass::Null) => quiet,
        Role::Field(n) => plain.color(field(n)),
        Role::FieldNull(n) => plain.color(field(n)).dimmed(),
        Role::Section(n) => plain.color(palette.sections[usize::from(n) % palette.sections.len()]),
        Role::Byte(ByteClass::Printable) => plain.color(palette.printable),
        Role::Byte(ByteClass::Space) => plain.color(palette.space),
        Role::Byte(ByteClass::Control) => plain.color(palette.control),
        Role::Byte(ByteClass::High) => plain.color(palette.high),
        Role::Pointer => plain.color(palette.note).underline(),
        Role::Error => plain.color(AnsiColors::Red).bold(),
        Role::Warning => plain.color(palette.warning).bold(),
        Role::Note | Role::Hint => plain.color(palette.note),
        Role::Good => plain.color(AnsiColors::Green),
    }
}

fn mono(role: Role) -> Style {
    let plain = Style::new();
    match role {
        Role::Heading | Role::Error | Role::Byte(ByteClass::High) => plain.bold(),
        Role::Warning | Role::Pointer => plain.underline(),
        Role::Field(n) | Role::FieldNull(n) => match n {
            0 | 2 => plain,
            1 | 3 => plain.bold(),
            _ => plain.italic(),
        },
        Role::Offset
        | Role::Punctuation
        | Role::Gap
        | Role::Type
        | Role::Comment
        | Role::Byte(ByteClass::Null) => plain.dimmed(),
        _ => plain,
    }
}

const ORANGE: u8 = 178;
const SKY_BLUE: u8 = 74;
const BLUISH_GREEN: u8 = 36;
const VERMILLION: u8 = 166;
const PURPLE: u8 = 175;
const GREY: u8 = 244;

fn colorblind(role: Role) -> Style {
    // yellow and blue of the original eight are left out: the one can't be
    // read on white, the other on black
    const FIELDS: [u8; 5] = [SKY_BLUE, ORANGE, BLUISH_GREEN, PURPLE, VERMILLION];
    const SECTIONS: [u8; 5] = [SKY_BLUE, BLUISH_GREEN, ORANGE, PURPLE, VERMILLION];
    let plain = Style::new();
    let xterm = |n: u8| plain.color(XtermColors::from(n));
    match role {
        Role::Plain | Role::Number | Role::Text | Role::Enum => plain,
        Role::Heading => plain.bold(),
        Role::Offset
        | Role::Punctuation
        | Role::Gap
        | Role::Comment
        | Role::Type
        | Role::Byte(ByteClass::Null) => xterm(GREY),
        Role::Field(n) => xterm(FIELDS[usize::from(n) % FIELDS.len()]),
        Role::FieldNull(n) => xterm(FIELDS[usize::from(n) % FIELDS.len()]).dimmed(),
        Role::Section(n) => xterm(SECTIONS[usize::from(n) % SECTIONS.len()]),
        Role::Byte(ByteClass::Printable) => xterm(SKY_BLUE),
        Role::Byte(ByteClass::Space) => xterm(BLUISH_GREEN),
        Role::Byte(ByteClass::Control) => xterm(PURPLE),
        Role::Byte(ByteClass::High) => xterm(ORANGE),
        Role::Pointer => xterm(SKY_BLUE).underline(),
        Role::Error => xterm(VERMILLION).bold(),
        Role::Warning => xterm(ORANGE).bold(),
        Role::Note | Role::Hint => xterm(SKY_BLUE),
        Role::Good => xterm(BLUISH_GREEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::doc::{FIELD_COLOURS, SECTION_COLOURS};

    #[test]
    fn neighbours_differ() {
        for theme in Theme::ALL {
            for n in 0..FIELD_COLOURS {
                let next = (n + 1) % FIELD_COLOURS;
                let (a, b) = (theme.style(Role::Field(n)), theme.style(Role::Field(next)));
                assert_ne!(a, b, "{theme:?}, fields {n} and {next}");
            }
            if theme == Theme::Mono {
                continue;
            }
            for n in 0..SECTION_COLOURS {
                let next = (n + 1) % SECTION_COLOURS;
                let (a, b) = (
                    theme.style(Role::Section(n)),
                    theme.style(Role::Section(next)),
                );
                assert_ne!(a, b, "{theme:?}, sections {n} and {next}");
            }
        }
    }

    #[test]
    fn findings_stand_out() {
        for theme in Theme::ALL {
            let plain = theme.style(Role::Plain);
            assert_ne!(theme.style(Role::Error), plain, "{theme:?}");
            assert_ne!(theme.style(Role::Warning), plain, "{theme:?}");
        }
    }
}
