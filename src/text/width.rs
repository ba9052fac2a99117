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

/// The beginning and the end of `text`, with `ellipsis` in place of what does not
/// fit into `columns` between them. `columns` must have room for the ellipsis.
#[must_use]
pub fn middle_cut<'a>(text: &'a str, columns: usize, ellipsis: &str) -> Cow<'a, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let room = columns.saturating_sub(width(ellipsis));
    let first = fitting(text, room.div_ceil(2));
    let mut end = text.len();
    let mut used = 0;
    for (at, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(1);
        if used > room / 2 {
            break;
        }
        end = at;
    }
    Cow::Owned(format!("{first}{ellipsis}{}", &text[end..]))
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

/// Cuts text into parts of at most `columns` columns, between words if it can.
pub fn wrap(text: &str, columns: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let now = rest?;
        if width(now) <= columns {
            rest = None;
            return Some(now.trim_end());
        }
        let fitting = fitting(now, columns.max(1));
        let first = now.chars().next().map_or(0, char::len_utf8);
        let mut cut = fitting.len().max(first);
        if !now[cut..].starts_with(' ')
            && let Some(space) = now[..cut].rfind(' ')
            && space > 0
        {
            cut = space;
        }
        rest = Some(now[cut..].trim_start()).filter(|rest| !rest.is_empty());
        Some(now[..cut].trim_end())
    })
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

    #[track_caller]
    fn check_middle(text: &str, columns: usize, expected: &str) {
        let short = middle_cut(text, columns, "…");
        assert_eq!(short, expected);
        assert!(width(&short) <= columns);
    }

    #[test]
    fn the_middle_is_left_out() {
        check_middle("abcdef", 6, "abcdef");
        check_middle("abcdefg", 6, "abc…fg");
        check_middle("abcdefg", 5, "ab…fg");
        check_middle("寸寸寸寸", 6, "寸…寸");
        check_middle("abc", 1, "…");
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

    #[track_caller]
    fn check_wrap(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrap(text, width).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn parts_end_between_words() {
        check_wrap("expected 1,714", 20, &["expected 1,714"]);
        check_wrap("expected 1,714", 10, &["expected", "1,714"]);
        check_wrap("expected 1,714", 8, &["expected", "1,714"]);
        check_wrap("expected", 3, &["exp", "ect", "ed"]);
        check_wrap("寸法表 ", 4, &["寸法", "表"]);
        check_wrap("寸", 1, &["寸"]);
        check_wrap("", 10, &[""]);
    }
}
