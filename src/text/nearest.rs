//! "Did you mean": the candidate that a mistyped word is closest to.

/// The candidate that `word` was probably meant to be: the one with the fewest
/// typing mistakes, if these are few for the word's length. On a tie the first.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = normal(word);
    if word.len() > 64 {
        return None;
    }
    let most = (word.len() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = normal(candidate);
            let too_long = other.len() > word.len() + most;
            let d = if too_long {
                usize::MAX
            } else {
                distance(&word, &other)
            };
            (d <= most && d < word.len().max(1)).then_some((d, candidate))
        })
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// Case and the choice between `-` and `_` count for nothing.
fn normal(word: &str) -> Vec<char> {
    word.chars()
        .map(|c| {
            if c == '_' {
                '-'
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect()
}

/// Edits between two words: insertions, deletions, substitutions and swaps of
/// neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = last[j] + usize::from(x != y);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && y == a[i - 1] {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
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
