//! Text from files and grammars, made harmless for a terminal.
//!
//! Escape first, measure afterwards: an escape is wider than what it stands for.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes whatever could move the cursor, change the terminal's state, turn
/// the direction of text around or hide: control characters (line feed and tab
/// too), bidi controls, zero-width characters, line separators and tags.
///
/// Escapes look like Rust's: `\n`, `\x1b`, `\u{202e}`. A backslash is kept as it
/// is, so that paths and expressions stay readable.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unsafe) else {
        return Cow::Borrowed(text);
    };
    let (clean, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(clean);
    for c in rest.chars() {
        if is_unsafe(c) {
            push_escaped(&mut out, c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether [`escape`] replaces this character.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    match c {
        ' '..='~' => false,
        // C0, DEL and C1
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        // soft hyphen, Arabic letter mark, Mongolian vowel separator
        '\u{ad}' | '\u{61c}' | '\u{180e}' => true,
        // zero width, bidi marks, line separators, bidi overrides
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        // word joiner, invisible operators, bidi isolates
        '\u{2060}'..='\u{206f}' => true,
        // byte order mark, interlinear annotation
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        // tags
        '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

fn push_escaped(out: &mut String, c: char) {
    // writing to a String can't fail
    let _ = match c {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        '\0'..='\u{ff}' => write!(out, "\\x{:02x}", u32::from(c)),
        _ => write!(out, "\\u{{{:x}}}", u32::from(c)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(escape(text), expected);
    }

    #[test]
    fn plain_text_is_borrowed() {
        for text in ["", "RLG327", "C:\\dir", "größe 寸法 █░▒▓ é e\u{301}"] {
            assert!(matches!(escape(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn control_characters() {
        check("a\nb\tc\rd\0", "a\\nb\\tc\\rd\\x00");
        check("\u{7f}\u{85}\u{9b}31m", "\\x7f\\x85\\x9b31m");
    }

    #[test]
    fn attacks() {
        check("\x1b]52;c;cm0=\x07", "\\x1b]52;c;cm0=\\x07");
        check("\x1b]8;;http://x\x1b\\y", "\\x1b]8;;http://x\\x1b\\y");
        check("bad\rgood", "bad\\rgood");
        check("user\u{202e}txt.exe", "user\\u{202e}txt.exe");
        check("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}");
        check(
            "ad\u{200b}min\u{feff}\u{ad}",
            "ad\\u{200b}min\\u{feff}\\xad",
        );
        check("x\u{e0041}\u{2028}", "x\\u{e0041}\\u{2028}");
    }

    proptest::proptest! {
        #[test]
        fn nothing_unsafe_is_left(text in "\\PC*|.*") {
            let escaped = escape(&text);
            proptest::prop_assert!(!escaped.chars().any(|c| is_unsafe(c) || c.is_control()));
            proptest::prop_assert_eq!(escape(&escaped), escaped.as_ref());
        }
    }
}
