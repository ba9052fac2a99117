//! What roles look like.

use owo_colors::Style;

use super::palette;
use crate::view::doc::{ByteClass, Role};

/// The themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For dark terminals.
    Dark,
    /// For light terminals.
    Light,
    /// Bold, dim and underline; no colour.
    Mono,
    /// Okabe and Ito's colours, which people see apart whatever their sight.
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
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// Sixteen, which its user may have chosen.
    Sixteen,
    /// 256 fixed ones.
    Xterm256,
    /// All that red, green and blue of 8 bits each make.
    Direct,
}

impl Depth {
    /// All depths, the least first.
    pub const ALL: [Depth; 3] = [Depth::Sixteen, Depth::Xterm256, Depth::Direct];
}

/// What text stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Black, or nearly so.
    Dark,
    /// White, or nearly so.
    Light,
    /// Nobody knows.
    Unknown,
}

/// A theme on a terminal: says what roles look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scheme {
    /// The colours.
    pub theme: Theme,
    /// What they stand on; matters where the theme does not say.
    pub ground: Ground,
    /// How many the terminal has.
    pub depth: Depth,
}

impl From<Theme> for Scheme {
    /// The theme where nothing is known of the terminal.
    fn from(theme: Theme) -> Scheme {
        Scheme {
            theme,
            ground: Ground::Unknown,
            depth: Depth::Sixteen,
        }
    }
}

impl Scheme {
    /// The style of a role. Only styles without a ground of their own: users
    /// choose theirs.
    #[must_use]
    pub fn style(self, role: Role) -> Style {
        let palette = match (self.theme, self.ground) {
            (Theme::Dark, _) => &palette::DARK,
            (Theme::Light, _) => &palette::LIGHT,
            (Theme::Mono, _) => return mono(role),
            (Theme::Colorblind, Ground::Dark) => &palette::COLORBLIND_DARK,
            (Theme::Colorblind, Ground::Light) => &palette::COLORBLIND_LIGHT,
            (Theme::Colorblind, Ground::Unknown) => &palette::COLORBLIND_ANY,
        };
        palette.style(role, self.depth)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::doc::{FIELD_COLOURS, SECTION_COLOURS};

    /// Every look that a terminal can have.
    fn schemes() -> impl Iterator<Item = Scheme> {
        let grounds = [Ground::Dark, Ground::Light, Ground::Unknown];
        Theme::ALL.into_iter().flat_map(move |theme| {
            grounds.into_iter().flat_map(move |ground| {
                Depth::ALL.into_iter().map(move |depth| Scheme {
                    theme,
                    ground,
                    depth,
                })
            })
        })
    }

    #[test]
    fn neighbours_differ() {
        for scheme in schemes() {
            for n in 0..FIELD_COLOURS {
                let next = (n + 1) % FIELD_COLOURS;
                let (a, b) = (
                    scheme.style(Role::Field(n)),
                    scheme.style(Role::Field(next)),
                );
                assert_ne!(a, b, "{scheme:?}, fields {n} and {next}");
            }
            if scheme.theme == Theme::Mono {
                continue;
            }
            for n in 0..SECTION_COLOURS {
                let next = (n + 1) % SECTION_COLOURS;
                let (a, b) = (
                    scheme.style(Role::Section(n)),
                    scheme.style(Role::Section(next)),
                );
                assert_ne!(a, b, "{scheme:?}, sections {n} and {next}");
            }
        }
    }

    #[test]
    fn findings_stand_out() {
        for scheme in schemes() {
            let plain = scheme.style(Role::Plain);
            assert_ne!(scheme.style(Role::Error), plain, "{scheme:?}");
            assert_ne!(scheme.style(Role::Warning), plain, "{scheme:?}");
        }
    }
}
