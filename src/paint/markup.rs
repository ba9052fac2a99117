//! Text inside XML and HTML.

use std::io::Write;

use crate::view::doc::Role;

/// Adds text so that no part of it is taken for markup, in content and between
/// double quotes. What XML does not know is replaced.
pub(super) fn escape(out: &mut Vec<u8>, text: &str) {
    let mut clean = 0;
    for (at, c) in text.char_indices() {
        let instead: &[u8] = match c {
            '&' => b"&amp;",
            '<' => b"&lt;",
            '>' => b"&gt;",
            '"' => b"&quot;",
            '\'' => b"&#39;",
            '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}".as_bytes(),
            _ => continue,
        };
        out.extend_from_slice(text.get(clean..at).unwrap_or("").as_bytes());
        out.extend_from_slice(instead);
        clean = at + c.len_utf8();
    }
    out.extend_from_slice(text.get(clean..).unwrap_or("").as_bytes());
}

/// Adds text that is put together.
pub(super) fn push(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory can't fail
    let _ = out.write_fmt(text);
}

/// The class of a role in a style sheet; none for plain text.
pub(super) fn class(role: Role) -> &'static str {
    const CLASSES: [&str; Role::COUNT] = [
        "", "h", "o", "p", "g", "n", "t", "e", "y", "r", "c", "E", "W", "N", "H", "G", "b0", "b1",
        "b2", "b3", "b4", "f0", "f1", "f2", "f3", "f4", "z0", "z1", "z2", "z3", "z4", "s0", "s1",
        "s2", "s3", "s4",
    ];
    CLASSES.get(role.index()).copied().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut out = Vec::new();
        escape(&mut out, text);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn markup_is_text() {
        check("", "");
        check("推 a", "推 a");
        check(
            "<script>alert('&\"')</script>",
            "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;",
        );
        check("a\u{ffff}\u{1}b\n", "a\u{fffd}\u{fffd}b\n");
    }

    #[test]
    fn classes_differ() {
        let mut classes: Vec<&str> = Role::all().map(class).collect();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), Role::COUNT);
    }
}
