//! Which built-in grammar describes a file: by its magic number, then by its
//! name, then by decoding it under tight limits.

use std::ops::ControlFlow;

use super::{Format, built_in};
use crate::decode::Limits;
use crate::schema::{Schema, Severity};
use crate::tree::{Options, Tree, check};

/// Files longer than this are not decoded on trial, in bytes.
const TRIAL_LEN: usize = 4 << 20;
/// Errors after which a trial ends that is to find the best of several formats.
const MOST_ERRORS: u32 = 20;

/// Formats of text, which are not tried on a file that begins with a zero byte.
const TEXT: &[&str] = &["bxa", "deckstring"];

/// Why a format was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The file shows its magic number.
    Magic,
    /// The file is called as its files are.
    Name,
    /// It decodes the file without an error.
    Trial,
}

/// The format of a file.
#[derive(Debug)]
pub struct Detected {
    /// Which.
    pub format: &'static Format,
    /// Why.
    pub by: By,
    /// What its grammar means, if detection had to know.
    pub schema: Option<Schema>,
    /// Of one that its name tells: what speaks against it.
    pub doubt: Option<Doubt>,
}

/// What speaks against a format that only the name of a file tells.
#[derive(Debug, Clone)]
pub enum Doubt {
    /// Files of the format have a magic number, and this one has not.
    Unmarked,
    /// It decodes the file with errors.
    Errors,
    /// Others decode the file without an error.
    Others(Vec<&'static Format>),
}

/// Why no format was found.
#[derive(Debug, Clone)]
pub enum NotDetected {
    /// There are no bytes to tell it by.
    Empty,
    /// None fits; those that were tried on the file without success.
    NoneFits(Vec<&'static Format>),
    /// Several fit equally well.
    Several(Vec<&'static Format>),
}

impl Doubt {
    /// How such a format was found, in words: `by its name`.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = "by its name".to_owned();
        if let Doubt::Others(others) = self {
            let others: Vec<_> = others.iter().map(|format| format.id).collect();
            words.push_str("; without errors it reads as ");
            words.push_str(&others.join(", "));
        }
        words
    }
}

/// Finds the format of a file by its bytes and its name, if it has one.
///
/// # Errors
/// None fits, or several do.
pub fn detect(bytes: &[u8], name: Option<&str>) -> Result<Detected, NotDetected> {
    choose(built_in(), bytes, name)
}

fn choose(
    formats: &'static [Format],
    bytes: &[u8],
    name: Option<&str>,
) -> Result<Detected, NotDetected> {
    let named = |format: &&Format| name.is_some_and(|name| format.fits_name(name));
    let longest = formats
        .iter()
        .filter_map(|format| format.magic_len(bytes))
        .max();
    if let Some(longest) = longest {
        let marked = formats
            .iter()
            .filter(|format| format.magic_len(bytes) == Some(longest));
        return best(prefer(marked.collect(), named), bytes, By::Magic);
    }
    let by_name: Vec<_> = formats.iter().filter(named).collect();
    if !by_name.is_empty() {
        let mut found = best(by_name, bytes, By::Name)?;
        doubt(formats, &mut found, bytes);
        return Ok(found);
    }
    if bytes.is_empty() {
        return Err(NotDetected::Empty);
    }
    let on_trial: Vec<_> = formats
        .iter()
        .filter(|format| format.trial || name.is_some_and(|name| format.may_fit_name(name)))
        .filter(|format| may_be(format, bytes))
        .collect();
    let mut fitting: Vec<Detected> = on_trial
        .iter()
        .filter_map(|format| {
            let (errors, schema) = trial(format, bytes, 1)?;
            (errors == 0).then_some(Detected {
                format,
                by: By::Trial,
                schema: Some(schema),
                doubt: None,
            })
        })
        .collect();
    match fitting.pop() {
        None => Err(NotDetected::NoneFits(on_trial)),
        Some(only) if fitting.is_empty() => Ok(only),
        Some(last) => {
            let mut several: Vec<_> = fitting.iter().map(|it| it.format).collect();
            several.push(last.format);
            Err(NotDetected::Several(several))
        }
    }
}

/// Whether a file may be of a format that is decoded on trial.
fn may_be(format: &Format, bytes: &[u8]) -> bool {
    !(bytes.starts_with(&[0]) && TEXT.contains(&format.id))
}

/// Notes what speaks against a format that only the name tells.
fn doubt(formats: &'static [Format], found: &mut Detected, bytes: &[u8]) {
    let format = found.format;
    if !format.magic.is_empty() {
        // a file that shows one is told by that
        found.doubt = Some(Doubt::Unmarked);
        return;
    }
    let Some((errors, schema)) = trial(format, bytes, 1) else {
        return;
    };
    found.schema = Some(schema);
    let others = formats
        .iter()
        .filter(|other| other.trial && other.id != format.id && may_be(other, bytes));
    let others: Vec<_> = others
        .filter(|other| trial(other, bytes, 1).is_some_and(|(errors, _)| errors == 0))
        .collect();
    found.doubt = match (errors, others.is_empty()) {
        (_, false) => Some(Doubt::Others(others)),
        (1.., true) => Some(Doubt::Errors),
        (0, true) => None,
    };
}

/// Those that fit the wish, or all if none does.
fn prefer(formats: Vec<&'static Format>, wish: impl Fn(&&Format) -> bool) -> Vec<&'static Format> {
    let wished: Vec<_> = formats
        .iter()
        .copied()
        .filter(|format| wish(format))
        .collect();
    if wished.is_empty() { formats } else { wished }
}

/// The one that decodes the file with the fewest errors.
fn best(formats: Vec<&'static Format>, bytes: &[u8], by: By) -> Result<Detected, NotDetected> {
    if let [format] = formats[..] {
        return Ok(Detected {
            format,
            by,
            schema: None,
            doubt: None,
        });
    }
    let tried = formats.iter().filter_map(|format| {
        let (errors, schema) = trial(format, bytes, MOST_ERRORS)?;
        Some((
            errors,
            Detected {
                format,
                by,
                schema: Some(schema),
                doubt: None,
            },
        ))
    });
    let best = tried
        .min_by_key(|(errors, _)| *errors)
        .map(|(_, detected)| detected);
    best.ok_or(NotDetected::Several(formats))
}

/// Decodes on trial and counts the errors, up to `most`. `None` if the file is
/// too long for that.
fn trial(format: &'static Format, bytes: &[u8], most: u32) -> Option<(u32, Schema)> {
    if bytes.len() > TRIAL_LEN {
        return None;
    }
    let schema = format.schema()?;
    Some((errors(&schema, bytes, most)?, schema))
}

/// How many errors a file has by a grammar, up to `most`, if it is decoded under
/// tight limits. `None` if the file is too long for that.
#[must_use]
pub fn errors(schema: &Schema, bytes: &[u8], most: u32) -> Option<u32> {
    if bytes.len() > TRIAL_LEN {
        return None;
    }
    let limits = Limits {
        depth: 100,
        elements: 1 << 20,
        stream_bytes: 16 << 20,
        steps: 1 << 22,
        ..Limits::default()
    };
    let tree = Tree::new(
        schema,
        bytes,
        Options {
            limits,
            ..Options::default()
        },
    );
    let mut errors = 0;
    // It says only whether it was stopped.
    let _ = check(&tree, &mut |finding| {
        errors += u32::from(finding.severity == Severity::Error);
        if errors < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    Some(errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(bytes: &[u8], name: Option<&str>, expected: (&str, By)) {
        let found = detect(bytes, name).expect("a format");
        assert_eq!((found.format.id, found.by), expected);
    }

    #[test]
    fn magic_counts_more_than_a_name() {
        check(b"RLG327\0\0", Some("x.bxb"), ("dungeon", By::Magic));
        check(b"\0\0\0\0\x02BOX", None, ("bxb", By::Magic));
        check(b"AAEBAQcA!", None, ("deckstring", By::Magic));
    }

    #[test]
    fn a_name_counts_where_there_is_no_magic() {
        check(b"", Some("saves/DUNGEON"), ("dungeon", By::Name));
        check(b"RLG", Some("a.rlg327"), ("dungeon", By::Name));
    }

    #[track_caller]
    fn check_doubt(bytes: &[u8], name: &str, expected: Option<&str>) {
        let found = detect(bytes, Some(name)).expect("a format");
        let words = found.doubt.map(|doubt| doubt.words());
        assert_eq!(words.as_deref(), expected);
    }

    #[test]
    fn a_name_that_the_content_does_not_bear_out_is_doubted() {
        let alone = Some("by its name");
        check_doubt(b"RLG", "a.rlg327", alone);
        check_doubt(b"\0\0\0\0\x02BIX", "a.bxb", alone);
        check_doubt(b"\0\0\0\0\x02BOX", "a.bxb", None);
        let level = b"#####\n#@$.#\n#####\n";
        check_doubt(level, "a.bxa", None);
        check_doubt(b"#####\n# $.#\n#####\n", "a.bxa", alone);
        check_doubt(b"lurd\n", "a.bxs", None);
        let other = Some("by its name; without errors it reads as bxa");
        check_doubt(level, "a.bxs", other);
    }

    #[test]
    fn a_name_with_another_extension_is_borne_out_by_the_content() {
        let name = Some("deckstring.rs");
        check(b"# mine\nAAEBAQcAAAA=", name, ("deckstring", By::Trial));
        assert!(matches!(
            detect(b"//! A deck.\n", name),
            Err(NotDetected::NoneFits(_))
        ));
    }

    #[test]
    fn text_without_magic_is_decoded_on_trial() {
        check(b"# mine\nAAEBAQcAAAA=", None, ("deckstring", By::Trial));
        check(b"#####\n#@$.#\n#####\n", None, ("bxa", By::Trial));
    }

    #[test]
    fn a_decoded_deck_is_told_by_all_of_it() {
        let deck = b"\0\x01\x02\x01\x07\x02\xaf\x04\x91\xbc\x02\0\0";
        check(deck, None, ("deck", By::Trial));
        let longer = [&deck[..], b"x"].concat();
        let not = [&deck[..12], &longer, b"\0\x01\0\0", b"\0\x01\x02\0\0\0\0"];
        for bytes in not {
            let Err(NotDetected::NoneFits(tried)) = detect(bytes, None) else {
                panic!("something fits")
            };
            let tried: Vec<_> = tried.iter().map(|format| format.id).collect();
            assert_eq!(tried, ["deck"]);
        }
    }

    #[test]
    fn what_fits_nothing_says_what_was_tried() {
        assert!(matches!(detect(b"", None), Err(NotDetected::Empty)));
        let Err(NotDetected::NoneFits(tried)) = detect(b"\xff\xfe\xfd", Some("x")) else {
            panic!("something fits")
        };
        assert!(tried.iter().any(|format| format.id == "deckstring"));
    }

    #[test]
    fn every_format_can_be_recognised() {
        let silent: Vec<_> = built_in()
            .iter()
            .filter(|it| it.names.is_empty() && it.magic.is_empty() && !it.trial)
            .map(|format| format.id)
            .collect();
        assert_eq!(silent, [""; 0]);
    }
}
