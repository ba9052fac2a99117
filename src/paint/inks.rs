//! Colours of roles where there is no terminal with colours of its own: in
//! pictures and pages. Every text can be read on its ground: contrast 4.5 or
//! more, by WCAG 2.

use super::{Theme, palette};
use crate::view::doc::{ByteClass, Role};

/// Text is at least so much lighter or darker than its ground.
const CONTRAST: f64 = 4.5;

/// Zero bytes come so close to the ground, if they can still be read then.
const FADE: f64 = 0.4;

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u32);

/// Whether the ground is dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Dark,
    Light,
}

impl Ground {
    /// Its own colour.
    pub(super) const fn paper(self) -> Rgb {
        match self {
            Ground::Dark => Rgb(0x121212),
            Ground::Light => Rgb(0xffffff),
        }
    }

    /// Plain text on it.
    pub(super) const fn text(self) -> Rgb {
        match self {
            Ground::Dark => Rgb(0xd8d8d8),
            Ground::Light => Rgb(0x202020),
        }
    }

    const fn quiet(self) -> Rgb {
        match self {
            Ground::Dark => Rgb(0x8a8a8a),
            Ground::Light => Rgb(0x707070),
        }
    }
}

/// The ground that a theme is made for.
pub(super) const fn ground(theme: Theme) -> Ground {
    match theme {
        Theme::Dark | Theme::Colorblind => Ground::Dark,
        Theme::Light | Theme::Mono => Ground::Light,
    }
}

/// A colour as style sheets have it.
pub(super) struct Hex(pub(super) Rgb);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:06x}", self.0.0)
    }
}

/// What a role looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) colour: Rgb,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) underline: bool,
}

/// What a role looks like in a theme on a ground.
pub(super) fn ink(theme: Theme, ground: Ground, role: Role) -> Ink {
    let is_mono = theme == Theme::Mono;
    let field = match role {
        Role::Field(n) | Role::FieldNull(n) if is_mono => n,
        _ => 0,
    };
    Ink {
        colour: match theme {
            Theme::Mono => mono(ground, role),
            _ => coloured(theme, ground, role),
        },
        bold: matches!(role, Role::Heading | Role::Error | Role::Warning)
            || matches!(field, 1 | 3)
            || is_mono && role == Role::Byte(ByteClass::High),
        italic: field >= 4,
        underline: role == Role::Pointer || is_mono && role == Role::Warning,
    }
}

fn mono(ground: Ground, role: Role) -> Rgb {
    match role {
        Role::Offset
        | Role::Punctuation
        | Role::Gap
        | Role::Type
        | Role::Comment
        | Role::FieldNull(_)
        | Role::Byte(ByteClass::Null) => ground.quiet(),
        _ => ground.text(),
    }
}

fn coloured(theme: Theme, ground: Ground, role: Role) -> Rgb {
    let palette = match (theme, ground) {
        (Theme::Colorblind, Ground::Dark) => &palette::COLORBLIND_DARK,
        (Theme::Colorblind, Ground::Light) => &palette::COLORBLIND_LIGHT,
        (_, Ground::Dark) => &palette::DARK,
        (_, Ground::Light) => &palette::LIGHT,
    };
    let Some(ink) = palette.ink(role) else {
        return ground.text();
    };
    let [red, green, blue] = ink.rgb;
    let colour = Rgb(u32::from_be_bytes([0, red, green, blue]));
    match role {
        Role::FieldNull(_) => faded(colour, ground.paper()),
        _ => colour,
    }
}

/// A colour nearer to the paper, but not too near.
fn faded(colour: Rgb, paper: Rgb) -> Rgb {
    (0..=8)
        .rev()
        .map(|step| mixed(colour, paper, FADE * f64::from(step) / 8.0))
        .find(|mix| contrast(*mix, paper) >= CONTRAST)
        .unwrap_or(colour)
}

fn mixed(colour: Rgb, paper: Rgb, part: f64) -> Rgb {
    let channel = |shift: u32| {
        let (from, to) = (colour.0 >> shift & 255, paper.0 >> shift & 255);
        let mix = f64::from(from) * (1.0 - part) + f64::from(to) * part;
        (mix.round() as u32 & 255) << shift
    };
    Rgb(channel(16) | channel(8) | channel(0))
}

/// How much lighter one colour is than another, 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Rgb) -> f64 {
    let channel = |shift: u32| {
        let value = f64::from(colour.0 >> shift & 255) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_read() {
        for theme in Theme::ALL {
            for ground in [Ground::Dark, Ground::Light] {
                for role in Role::all() {
                    let found = contrast(ink(theme, ground, role).colour, ground.paper());
                    let what = format!("{theme:?} on {ground:?}: {role:?} has {found:.2}");
                    assert!(found >= CONTRAST, "{what}");
                }
            }
        }
    }

    #[test]
    fn zero_bytes_are_fainter() {
        for ground in [Ground::Dark, Ground::Light] {
            let of = |role| contrast(ink(Theme::Dark, ground, role).colour, ground.paper());
            assert!(of(Role::FieldNull(0)) < of(Role::Field(0)), "{ground:?}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(Rgb(0), Rgb(0xffffff)) - 21.0).abs() < 1e-9);
        assert!((contrast(Rgb(0x777777), Rgb(0xffffff)) - 4.48).abs() < 0.01);
    }
}
