//! The colours of themes, each for terminals of any depth: as red, green and
//! blue, and as the nearest of the terminal's own sixteen.

use owo_colors::{AnsiColors, Style, XtermColors};

use crate::view::doc::{ByteClass, Role};

use super::theme::Depth;

/// One colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ink {
    /// Red, green and blue.
    pub(super) rgb: [u8; 3],
    own: AnsiColors,
}

/// Says that a colour is `rgb`, or `own` where there are but sixteen.
const fn ink(rgb: u32, own: AnsiColors) -> Ink {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Ink {
        rgb: [red, green, blue],
        own,
    }
}

impl Ink {
    fn on(self, style: Style, depth: Depth) -> Style {
        let [red, green, blue] = self.rgb;
        match depth {
            Depth::Sixteen => style.color(self.own),
            Depth::Xterm256 => style.color(XtermColors::from(nearest(self.rgb))),
            Depth::Direct => style.truecolor(red, green, blue),
        }
    }

    /// The colour on its way to that of the ground.
    fn faded(self, ground: [u8; 3]) -> Ink {
        let mix =
            |at: usize| ((u16::from(self.rgb[at]) * 11 + u16::from(ground[at]) * 9) / 20) as u8;
        Ink {
            rgb: [mix(0), mix(1), mix(2)],
            ..self
        }
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// What the terminal's ground is taken for; `None` if it may be any.
    ground: Option<[u8; 3]>,
    fields: [Ink; 5],
    sections: [Ink; 5],
    quiet: Ink,
    strong: Option<Ink>,
    printable: Ink,
    space: Ink,
    control: Ink,
    high: Ink,
    note: Ink,
    warning: Ink,
    error: Ink,
    good: Ink,
}

impl Palette {
    /// The colour of a role; `None` is that of plain text. Zero bytes of a field
    /// have the colour of the others.
    pub(super) fn ink(&self, role: Role) -> Option<Ink> {
        let turn = |inks: &[Ink; 5], n: u8| inks[usize::from(n) % inks.len()];
        Some(match role {
            Role::Plain | Role::Number | Role::Text | Role::Enum => return None,
            Role::Heading => return self.strong,
            Role::Offset | Role::Punctuation | Role::Gap | Role::Comment | Role::Type => self.quiet,
            Role::Byte(ByteClass::Null) => self.quiet,
            Role::Field(n) | Role::FieldNull(n) => turn(&self.fields, n),
            Role::Section(n) => turn(&self.sections, n),
            Role::Byte(ByteClass::Printable) => self.printable,
            Role::Byte(ByteClass::Space) => self.space,
            Role::Byte(ByteClass::Control) => self.control,
            Role::Byte(ByteClass::High) => self.high,
            Role::Pointer | Role::Note | Role::Hint => self.note,
            Role::Error => self.error,
            Role::Warning => self.warning,
            Role::Good => self.good,
        })
    }

    /// The style of a role.
    pub(super) fn style(&self, role: Role, depth: Depth) -> Style {
        let plain = Style::new();
        let Some(ink) = self.ink(role) else {
            return match role {
                Role::Heading => plain.bold(),
                _ => plain,
            };
        };
        let style = ink.on(plain, depth);
        match (role, depth, self.ground) {
            (Role::FieldNull(_), Depth::Sixteen, _) => style.dimmed(),
            // fainter on one ground is too faint on the other
            (Role::FieldNull(_), _, Some(ground)) => ink.faded(ground).on(plain, depth),
            (Role::Heading | Role::Error | Role::Warning, ..) => style.bold(),
            (Role::Pointer, ..) => style.underline(),
            _ => style,
        }
    }
}

/// The nearest of the 240 fixed colours of terminals with 256.
fn nearest([red, green, blue]: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let apart = |a: [u8; 3]| {
        let far = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
        // the eye sees green best
        2 * far(a[0], red) + 4 * far(a[1], green) + 3 * far(a[2], blue)
    };
    let cube = (0..216u8).map(|n| {
        let step = |n: u8| STEPS[usize::from(n) % STEPS.len()];
        (16 + n, [step(n / 36), step(n / 6), step(n)])
    });
    let greys = (0..24u8).map(|n| (232 + n, [8 + 10 * n; 3]));
    cube.chain(greys)
        .min_by_key(|(_, rgb)| apart(*rgb))
        .map_or(15, |(number, _)| number)
}

use AnsiColors::{
    Blue, BrightBlack, BrightBlue, BrightCyan, BrightMagenta, BrightWhite, BrightYellow, Cyan,
    Default, Green, Magenta, Red, Yellow,
};

pub(super) static DARK: Palette = Palette {
    ground: Some([0x12, 0x12, 0x12]),
    fields: [
        ink(0x4c_c9f0, Cyan),
        ink(0xf2_b84b, Yellow),
        ink(0xff_8fc7, BrightMagenta),
        ink(0x9b_e564, Green),
        ink(0xa7_8bfa, BrightBlue),
    ],
    sections: [
        ink(0x4c_c9f0, Cyan),
        ink(0x9b_e564, Green),
        ink(0xf2_b84b, Yellow),
        ink(0xff_8fc7, Magenta),
        ink(0xa7_8bfa, BrightBlue),
    ],
    quiet: ink(0x8a_8a8a, BrightBlack),
    strong: Some(ink(0xff_ffff, BrightWhite)),
    printable: ink(0x4c_c9f0, Cyan),
    space: ink(0x9b_e564, Green),
    control: ink(0xff_8fc7, Magenta),
    high: ink(0xf2_b84b, Yellow),
    note: ink(0x7f_dbff, BrightCyan),
    warning: ink(0xff_d75f, BrightYellow),
    error: ink(0xff_6b6b, Red),
    good: ink(0x7e_d957, Green),
};

pub(super) static LIGHT: Palette = Palette {
    ground: Some([0xff, 0xff, 0xff]),
    fields: [
        ink(0x00_67b8, Blue),
        ink(0xa3_286f, Magenta),
        ink(0x1d_7a34, Green),
        ink(0x8a_5a00, Cyan),
        ink(0x5e_3c99, Yellow),
    ],
    sections: [
        ink(0x0e_7080, Cyan),
        ink(0x1d_7a34, Green),
        ink(0x8a_5a00, Yellow),
        ink(0xa3_286f, Magenta),
        ink(0x00_67b8, Blue),
    ],
    quiet: ink(0x70_7070, BrightBlack),
    strong: None,
    printable: ink(0x00_67b8, Blue),
    space: ink(0x1d_7a34, Green),
    control: ink(0xa3_286f, Magenta),
    high: ink(0x8a_5a00, Red),
    note: ink(0x00_5f9e, Blue),
    warning: ink(0x94_5200, Magenta),
    error: ink(0xc7_1f1f, Red),
    good: ink(0x1d_7a34, Green),
};

// Okabe and Ito's colours, see https://jfly.uni-koeln.de/color/. On dark ground
// blue and vermillion give way to yellow, which is hard to read on light
// ground, where the others are darker.

pub(super) static COLORBLIND_DARK: Palette = Palette {
    ground: Some([0x12, 0x12, 0x12]),
    fields: [
        ink(0x56_b4e9, Cyan),
        ink(0xe6_9f00, Yellow),
        ink(0x00_9e73, Green),
        ink(0xf0_e442, BrightYellow),
        ink(0xcc_79a7, BrightMagenta),
    ],
    sections: [
        ink(0x56_b4e9, Cyan),
        ink(0x00_9e73, Green),
        ink(0xe6_9f00, Yellow),
        ink(0xcc_79a7, Magenta),
        ink(0xf0_e442, BrightYellow),
    ],
    quiet: ink(0x8a_8a8a, BrightBlack),
    strong: Some(ink(0xff_ffff, BrightWhite)),
    printable: ink(0x56_b4e9, Cyan),
    space: ink(0x00_9e73, Green),
    control: ink(0xcc_79a7, Magenta),
    high: ink(0xe6_9f00, Yellow),
    note: ink(0x56_b4e9, BrightCyan),
    warning: ink(0xe6_9f00, BrightYellow),
    error: ink(0xe8_6a17, Red),
    good: ink(0x00_b886, Green),
};

pub(super) static COLORBLIND_LIGHT: Palette = Palette {
    ground: Some([0xff, 0xff, 0xff]),
    fields: [
        ink(0x00_72b2, Blue),
        ink(0x8a_5f00, Yellow),
        ink(0x00_3f2e, Green),
        ink(0x7a_4864, Magenta),
        ink(0x11_1111, Default),
    ],
    sections: [
        ink(0x00_72b2, Blue),
        ink(0x00_3f2e, Green),
        ink(0x8a_5f00, Yellow),
        ink(0x7a_4864, Magenta),
        ink(0x11_1111, Default),
    ],
    quiet: ink(0x70_7070, BrightBlack),
    strong: None,
    printable: ink(0x00_72b2, Blue),
    space: ink(0x00_3f2e, Green),
    control: ink(0x7a_4864, Magenta),
    high: ink(0x8a_5f00, Yellow),
    note: ink(0x00_72b2, Blue),
    warning: ink(0x8a_5f00, Magenta),
    error: ink(0xb8_4a00, Red),
    good: ink(0x00_6e50, Green),
};

/// The same, neither too dark for dark ground nor too light for light ground.
pub(super) static COLORBLIND_ANY: Palette = Palette {
    ground: None,
    fields: [
        ink(0x00_6ca9, Cyan),
        ink(0x9b_6b00, Yellow),
        ink(0x00_966d, Green),
        ink(0xcc_79a7, Magenta),
        ink(0x66_6666, BrightBlue),
    ],
    sections: [
        ink(0x00_6ca9, Cyan),
        ink(0x00_966d, Green),
        ink(0x9b_6b00, Yellow),
        ink(0xcc_79a7, Magenta),
        ink(0x66_6666, BrightBlue),
    ],
    quiet: ink(0x80_8080, BrightBlack),
    strong: None,
    printable: ink(0x00_6ca9, Cyan),
    space: ink(0x00_966d, Green),
    control: ink(0xcc_79a7, Magenta),
    high: ink(0x9b_6b00, Yellow),
    note: ink(0x00_6ca9, Cyan),
    warning: ink(0xb0_7a00, Yellow),
    error: ink(0xd5_5e00, Red),
    good: ink(0x00_966d, Green),
};

#[cfg(test)]
mod tests;
