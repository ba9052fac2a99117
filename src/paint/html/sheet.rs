//! Colours of a page.

use crate::paint::Theme;
use crate::paint::inks::{Ground, Hex, ink};
use crate::paint::markup::{class, push};
use crate::view::doc::Role;

/// Adds the colours of a theme; without one, the reader's system chooses
/// between light and dark.
pub(super) fn colours(out: &mut Vec<u8>, theme: Option<Theme>) {
    let known = theme.unwrap_or(Theme::Dark);
    match theme {
        Some(Theme::Dark) => ground(out, known, Ground::Dark),
        Some(Theme::Light) => ground(out, known, Ground::Light),
        Some(Theme::Mono | Theme::Colorblind) | None => {
            ground(out, known, Ground::Light);
            out.extend_from_slice(b"@media (prefers-color-scheme: dark) {\n");
            ground(out, known, Ground::Dark);
            out.extend_from_slice(b"}\n");
        }
    }
    out.extend_from_slice(b"@media print {\n");
    ground(out, known, Ground::Light);
    out.extend_from_slice(b"}\n");
    for role in Role::all().filter(|role| !class(*role).is_empty()) {
        let ink = ink(known, Ground::Light, role);
        let name = class(role);
        push(out, format_args!(".{name} {{ color: var(--{name})"));
        for (wanted, style) in [
            (ink.bold, "; font-weight: bold"),
            (ink.italic, "; font-style: italic"),
            (ink.underline, "; text-decoration: underline"),
        ] {
            if wanted {
                out.extend_from_slice(style.as_bytes());
            }
        }
        out.extend_from_slice(b" }\n");
    }
}

fn ground(out: &mut Vec<u8>, theme: Theme, ground: Ground) {
    let (scheme, line, hi, on_hi) = match ground {
        Ground::Light => ("light", "#8a8a8a", "#ffe28a", "#000"),
        Ground::Dark => ("dark", "#777", "#5a4a00", "#fff"),
    };
    push(
        out,
        format_args!(
            ":root {{ color-scheme: {scheme}; --paper: {}; --text: {}; --line: {line}; \
             --hi: {hi}; --on-hi: {on_hi};\n",
            Hex(ground.paper()),
            Hex(ground.text()),
        ),
    );
    for role in Role::all().filter(|role| !class(*role).is_empty()) {
        let colour = ink(theme, ground, role).colour;
        push(out, format_args!(" --{}: {};", class(role), Hex(colour)));
    }
    out.extend_from_slice(b" }\n");
}
