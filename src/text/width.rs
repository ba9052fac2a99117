//! Columns that text takes on a terminal. Text is escaped before it is measured.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes.
#[must_use]
pub fn width(text: &str) -> usize {
    if is_printable_ascii(text) {
        text.len()
    } else {
        text.width()
    }
}

/// The longest beginning of `text` that fits into `columns`, with `ellipsis` at
/// its end if something was left out. If not even the ellipsis fits, the
/// beginning of the ellipsis.
#[must_use]
pub fn truncate<'a>(text: &'a str, columns: usize, ellipsis: &str) -> Cow<'a, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let room = columns.saturating_sub(width(ellipsis));
    let mut short = fitting(text, room).to_owned();
    short.push_str(fitting(ellipsis, columns));
    Cow::Owned(short)
}

/// The longest beginning of `text` that takes at most `columns`. Marks that
/// combine with its last character belong to it.
#[must_use]
pub fn fitting(text: &str, columns: usize) -> &str {
    let mut used = 0usize;
    for (at, c) in text.char_indices() {
        // the emoji selector may widen the character before it
        let columns_of_c = if c == '\u{fe0f}' {
            1
        } else {
            c.width().unwrap_or(1)
        };
        used = used.saturating_add(columns_of_c);
        if used > columns {
            return &text[..at];
        }
    }
    text
}

fn is_printable_ascii(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, columns: usize, expected: &str) {
        let short = truncate(text, columns, "…");
        assert_eq!(short, expected);
        assert!(width(&short) <= columns);
    }

    #[test]
    fn widths() {
        assert_eq!(width("RLG327"), 6);
        assert_eq!(width("寸法"), 4);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("█░"), 2);
    }

    #[test]
    fn short_text_is_kept() {
        check("dungeon", 7, "dungeon");
        check("", 0, "");
        check("寸法", 4, "寸法");
    }

    #[test]
    fn long_text_gets_an_ellipsis() {
        check("dungeon", 6, "dunge…");
        check("dungeon", 1, "…");
        check("dungeon", 0, "");
        check("寸法表", 5, "寸法…");
        check("寸法表", 4, "寸…");
        check("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…");
        assert_eq!(truncate("dungeon", 2, "..."), "..");
    }

    proptest::proptest! {
        #[test]
        fn never_wider_than_asked(text in "\\PC*", columns in 0usize..40) {
            proptest::prop_assert!(width(fitting(&text, columns)) <= columns);
            proptest::prop_assert!(width(&truncate(&text, columns, "…")) <= columns);
        }
    }
}
