//! "Did you mean": the candidate that a mistyped word is closest to.

use strsim::osa_distance;

/// The candidate that `word` was probably meant to be: the one with the fewest
/// typing mistakes, if these are few for the word's length. On a tie the first.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let word = normal_form(word);
    let length = word.chars().count();
    let most = (length / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 4 * (length + most))
        .map(|candidate| (osa_distance(&word, &normal_form(candidate)), candidate))
        .filter(|&(mistakes, _)| mistakes <= most && mistakes < length)
        .min_by_key(|&(mistakes, _)| mistakes)
        .map(|(_, candidate)| candidate)
}

/// How many names a message lists.
pub const MOST_LISTED: usize = 10;

/// Names one after the other, as far as a message has room for them:
/// `a, b, c`, or so many and `… and 4 more`.
#[must_use]
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let mut text = names
        .by_ref()
        .take(MOST_LISTED)
        .collect::<Vec<_>>()
        .join(", ");
    match names.count() {
        0 => {}
        more => text.push_str(&format!(" and {more} more")),
    }
    text
}

/// Case and the choice between `-` and `_` count for nothing.
fn normal_form(word: &str) -> String {
    word.replace('_', "-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    const KEYS: [&str; 6] = [
        "id",
        "type",
        "size",
        "size-eos",
        "repeat-expr",
        "terminator",
    ];

    #[track_caller]
    fn check(word: &str, expected: Option<&str>) {
        assert_eq!(nearest(word, KEYS), expected);
    }

    #[test]
    fn small_mistakes() {
        check("tpye", Some("type"));
        check("sise", Some("size"));
        check("size_eos", Some("size-eos"));
        check("Size", Some("size"));
        check("repeat-exp", Some("repeat-expr"));
        check("terminater", Some("terminator"));
        check("if", Some("id"));
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(["a", "b"]), "a, b");
        assert_eq!(listed([]), "");
        let names = ["x"; 12];
        assert_eq!(listed(names), "x, x, x, x, x, x, x, x, x, x and 2 more");
    }

    #[test]
    fn other_words() {
        check("", None);
        check("x", None);
        check("blah", None);
        check("encoding", None);
        check(&"size".repeat(1000), None);
    }
}
