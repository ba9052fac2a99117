//! Text in ASCII alone.

use std::fmt::Write;

/// The text with the signs that grammars like to draw with as ASCII, and all
/// other letters as `\u{5eb7}`. What is ASCII stays as it is.
#[must_use]
pub fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '×' => out.push('x'),
            '·' | '–' | '—' => out.push('-'),
            '→' => out.push_str("->"),
            '←' => out.push_str("<-"),
            '…' => out.push_str("..."),
            '≠' => out.push_str("!="),
            '≤' => out.push_str("<="),
            '≥' => out.push_str(">="),
            '‘' | '’' => out.push('\''),
            '“' | '”' => out.push('"'),
            '\u{2580}'..='\u{259f}' => out.push('#'),
            _ if c.is_ascii() => out.push(c),
            _ => {
                // writing to a String can't fail
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn nothing_but_ascii_is_left() {
        assert_eq!(
            in_ascii("3 × 4 ≤ “12” … 康é\n\x1b"),
            "3 x 4 <= \"12\" ... \\u{5eb7}\\u{e9}\n\x1b"
        );
        assert_eq!(in_ascii("█░→"), "##->");
    }
}
