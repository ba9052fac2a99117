//! A YAML node with its path, and what the reader of a key wants of it.
//!
//! Each `as_…` reports what is wrong and then gives `None`.

use std::cell::Cell;

use super::keys;
use crate::grammar::problem::Problem;
use crate::grammar::scalar::{self, NoInt};
use crate::grammar::spec::{Path, Place, Spanned, Style, Text};
use crate::grammar::yaml::{Entry, Kind, Node, Scalar};
use crate::text::{nearest, truncate};

/// Collects the problems of one file.
pub(super) type Problems = Vec<Problem>;

/// A node and its path.
#[derive(Debug, Clone)]
pub(super) struct Field<'n> {
    node: &'n Node,
    path: Path,
}

impl<'n> Field<'n> {
    pub(super) fn root(node: &'n Node) -> Self {
        Self {
            node,
            path: Path::root(),
        }
    }

    pub(super) fn place(&self) -> Place {
        Place {
            loc: self.node.loc,
            path: self.path.clone(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn kind(&self) -> &'n Kind {
        &self.node.kind
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Problem {
        Problem::error(&self.place(), message)
    }

    fn wrong(&self, expected: &str, problems: &mut Problems) {
        problems.push(self.error(format!("expected {expected}, found {}", self.describe())));
    }

    /// What the node is, in a few words.
    pub(super) fn describe(&self) -> String {
        match &self.node.kind {
            Kind::List(nodes) if nodes.is_empty() => "an empty list".into(),
            Kind::List(_) => "a list".into(),
            Kind::Map(entries) if entries.is_empty() => "an empty map".into(),
            Kind::Map(_) => "a map".into(),
            Kind::Scalar(s) if s.value.is_empty() && s.style == Style::Plain => "nothing".into(),
            Kind::Scalar(s) if s.is_null() => "null".into(),
            Kind::Scalar(s) if s.value.is_empty() => "an empty text".into(),
            Kind::Scalar(s) => quote(&s.value),
        }
    }

    fn scalar(&self) -> Option<&'n Scalar> {
        match &self.node.kind {
            Kind::Scalar(scalar) if !scalar.is_null() => Some(scalar),
            _ => None,
        }
    }

    fn text(&self, scalar: &Scalar) -> Text {
        Text {
            value: scalar.value.clone(),
            place: self.place(),
            style: scalar.style,
            origin: scalar.origin.clone(),
        }
    }

    /// Any scalar but null.
    pub(super) fn as_text(&self, expected: &str, problems: &mut Problems) -> Option<Text> {
        let scalar = self.scalar();
        if scalar.is_none() {
            self.wrong(expected, problems);
        }
        scalar.map(|s| self.text(s))
    }

    /// An expression, as text.
    pub(super) fn as_expr(&self, problems: &mut Problems) -> Option<Text> {
        let text = self.as_text("an expression", problems)?;
        if text.value.trim().is_empty() {
            problems.push(self.error("expected an expression, found an empty text"));
            return None;
        }
        Some(text)
    }

    /// `true` or `false`.
    pub(super) fn as_bool(&self, problems: &mut Problems) -> Option<Spanned<bool>> {
        let scalar = self.scalar();
        let value = scalar.and_then(|s| scalar::boolean(&s.value));
        match (scalar, value) {
            (Some(scalar), Some(value)) if scalar.style == Style::Plain => {
                let place = self.place();
                return Some(Spanned { value, place });
            }
            (Some(scalar), Some(_)) => {
                let problem = self.error("expected `true` or `false`, found a text");
                problems.push(problem.help(format!("leave out the quotes: {}", scalar.value)));
            }
            _ => self.wrong("`true` or `false`", problems),
        }
        None
    }

    /// An integer of 64 bits, signed or not.
    pub(super) fn as_int(&self, expected: &str, problems: &mut Problems) -> Option<Spanned<i128>> {
        let scalar = self.scalar();
        match scalar.map_or(Err(NoInt::Other), |s| scalar::int(&s.value)) {
            Ok(value) => {
                let place = self.place();
                Some(Spanned { value, place })
            }
            Err(why) => {
                let other = format!("expected {expected}, found {}", self.describe());
                problems.push(no_int(&self.describe(), why, &other, &self.place()));
                None
            }
        }
    }

    /// An integer from 0 to 255.
    pub(super) fn as_byte(&self, problems: &mut Problems) -> Option<Spanned<u8>> {
        let expected = "an integer from 0 to 255";
        if let Some(scalar) = self.scalar().filter(|s| s.style != Style::Plain) {
            let problem = self.error(format!("expected {expected}, found a text"));
            problems.push(
                match (scalar::int(&scalar.value), scalar.value.as_bytes()) {
                    (Ok(int), _) => problem.help(format!("leave out the quotes: {int}")),
                    (_, [byte]) => {
                        problem.help(format!("write the number of the byte: {byte:#04x}"))
                    }
                    _ => problem,
                },
            );
            return None;
        }
        let int = self.as_int(expected, problems)?;
        let Ok(value) = u8::try_from(int.value) else {
            self.wrong(expected, problems);
            return None;
        };
        Some(Spanned {
            value,
            place: int.place,
        })
    }

    /// A name: `[a-z][a-z0-9_]*`. A bad one is reported and given all the same.
    pub(super) fn as_id(&self, what: &str, problems: &mut Problems) -> Option<Text> {
        let text = self.as_text("a name", problems)?;
        check_id(&text, what, problems);
        Some(text)
    }

    /// One of some words.
    pub(super) fn as_word<T: Clone>(
        &self,
        words: &[(&str, T)],
        problems: &mut Problems,
    ) -> Option<Spanned<T>> {
        let raw = self.scalar().map(|s| &*s.value);
        let known = raw.and_then(|raw| words.iter().find(|(word, _)| *word == raw));
        if let Some((_, value)) = known {
            let value = value.clone();
            return Some(Spanned {
                value,
                place: self.place(),
            });
        }
        let all = keys::one_of(words.iter().map(|(word, _)| *word));
        let problem = self.error(format!("expected {all}, found {}", self.describe()));
        let all_words = || words.iter().map(|(word, _)| *word);
        let near = raw.and_then(|raw| {
            let other = keys::other_word(raw).filter(|word| all_words().any(|it| it == *word));
            nearest(raw, all_words()).or(other)
        });
        problems.push(match near {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        });
        None
    }

    /// A list.
    pub(super) fn as_list(&self, problems: &mut Problems) -> Option<Vec<Field<'n>>> {
        let list = self.list();
        if list.is_none() {
            let problem = self.error(format!("expected a list, found {}", self.describe()));
            problems.push(match self.kind() {
                Kind::Map(_) => problem.help("begin each entry with `- `"),
                Kind::List(_) | Kind::Scalar(_) => problem,
            });
        }
        list
    }

    /// A list, or one scalar that stands for a list of one.
    pub(super) fn as_list_or_one(&self, problems: &mut Problems) -> Option<Vec<Field<'n>>> {
        if self.scalar().is_some() {
            return Some(vec![self.clone()]);
        }
        let list = self.list();
        if list.is_none() {
            self.wrong("a list or a text", problems);
        }
        list
    }

    fn list(&self) -> Option<Vec<Field<'n>>> {
        let Kind::List(nodes) = &self.node.kind else {
            return None;
        };
        let field = |(i, node)| Field {
            node,
            path: self.path.index(i),
        };
        Some(nodes.iter().enumerate().map(field).collect())
    }

    /// A map whose keys are scalars.
    pub(super) fn as_map(&self, problems: &mut Problems) -> Option<Map<'n>> {
        let Kind::Map(entries) = &self.node.kind else {
            let problem = self.error(format!("expected a map, found {}", self.describe()));
            problems.push(match self.kind() {
                _ if *self.path() == Path::root() => {
                    problem.help("a grammar is a map that begins with `meta:`")
                }
                Kind::List(_) => problem.help("write `name:` in the place of `- `"),
                Kind::Map(_) | Kind::Scalar(_) => problem,
            });
            return None;
        };
        for entry in entries {
            if !matches!(entry.key.kind, Kind::Scalar(_)) {
                let problem = self.error("a key must be a text, not a list or a map");
                problems.push(problem.at(entry.key.loc));
            }
        }
        Some(Map {
            entries,
            field: self.clone(),
            odd_key: Cell::new(false),
        })
    }
}

/// A map and its path.
#[derive(Debug, Clone)]
pub(super) struct Map<'n> {
    entries: &'n [Entry],
    field: Field<'n>,
    /// A key was reported that can't stand here: it may be meant for one that
    /// is missing.
    odd_key: Cell<bool>,
}

/// A key of a map, with its value.
#[derive(Debug, Clone)]
pub(super) struct Pair<'n> {
    /// The key; its path is the value's.
    pub(super) key: Text,
    /// The value.
    pub(super) value: Field<'n>,
}

impl<'n> Map<'n> {
    pub(super) fn place(&self) -> Place {
        self.field.place()
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Problem {
        self.field.error(message)
    }

    /// Entries whose key is a scalar, in order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair<'n>> {
        let path = self.field.path.clone();
        self.entries.iter().filter_map(move |entry| {
            let Kind::Scalar(key) = &entry.key.kind else {
                return None;
            };
            let path = path.key(key.value.clone());
            let name = Field {
                node: &entry.key,
                path: path.clone(),
            };
            Some(Pair {
                key: name.text(key),
                value: Field {
                    node: &entry.value,
                    path,
                },
            })
        })
    }

    /// The value of a key.
    pub(super) fn get(&self, name: &str) -> Option<Field<'n>> {
        let entry = self
            .entries
            .iter()
            .find(|e| e.name().is_some_and(|k| **k == *name))?;
        let path = self.field.path.key(entry.name()?.clone());
        Some(Field {
            node: &entry.value,
            path,
        })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries
            .iter()
            .any(|e| e.name().is_some_and(|k| **k == *name))
    }

    /// The place of a key, with the path of its value; of the map if the key
    /// is absent.
    pub(super) fn key_place(&self, name: &str) -> Place {
        let entry = self
            .entries
            .iter()
            .find(|e| e.name().is_some_and(|k| **k == *name));
        match entry.and_then(|e| Some((e, e.name()?))) {
            Some((e, key)) => Place {
                loc: e.key.loc,
                path: self.field.path.key(key.clone()),
            },
            None => self.place(),
        }
    }

    /// A key that must be there; `what` the map is.
    pub(super) fn need(
        &self,
        name: &str,
        what: &str,
        problems: &mut Problems,
    ) -> Option<Field<'n>> {
        let field = self.get(name);
        if field.is_none() && !self.has_odd_key() {
            problems.push(self.error(format!("{what} needs the key `{name}`")));
        }
        field
    }

    /// Notes that a key was reported that can't stand here.
    pub(super) fn note_odd_key(&self) {
        self.odd_key.set(true);
    }

    /// Whether a key was reported that can't stand here: then it is not worth
    /// saying that another one is missing.
    pub(super) fn has_odd_key(&self) -> bool {
        self.odd_key.get()
    }
}

/// Why something is no integer; `other` is what to say of what is no number.
pub(super) fn no_int(found: &str, why: NoInt, other: &str, place: &Place) -> Problem {
    match why {
        NoInt::Other => Problem::error(place, other),
        NoInt::TooLarge => Problem::error(place, format!("{found} does not fit into 64 bits")),
        NoInt::Ambiguous => {
            let message = format!("{found} is octal to some and decimal to others");
            let help = "write it without the leading 0, or as `0o…`";
            Problem::error(place, message).help(help)
        }
    }
}

/// Text in backquotes, shortened.
pub(super) fn quote(text: &str) -> String {
    format!("`{}`", truncate(text.lines().next().unwrap_or(""), 60, "…"))
}

/// Reports a name that is not `[a-z][a-z0-9_]*`.
pub(super) fn check_id(text: &Text, what: &str, problems: &mut Problems) {
    if keys::is_id(&text.value) {
        return;
    }
    let message = format!("{} can't be the name of {what}", quote(&text.value));
    let rule = "a name is made of a to z, 0 to 9 and `_`, and begins with a letter";
    let better = keys::as_id(&text.value)
        .map(|id| format!(", such as `{id}`"))
        .unwrap_or_default();
    problems.push(Problem::error(&text.place, message).help(format!("{rule}{better}")));
}
