//! Signs that programs and grammars draw with, in ASCII.

/// The text with the signs that grammars like to draw with as ASCII.
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
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn signs_but_not_letters() {
        assert_eq!(in_ascii("3 × 4 ≤ “12” … 康"), "3 x 4 <= \"12\" ... 康");
        assert_eq!(in_ascii("█░→"), "##->");
    }
}
