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
    fn other_words() {
        check("", None);
        check("x", None);
        check("blah", None);
        check("encoding", None);
        check(&"size".repeat(1000), None);
    }
}
