//! YAML text to a tree whose every node knows its bytes.
//!
//! A grammar needs no more than one document of maps, lists and scalars:
//! anchors, aliases, tags and merge keys are errors. Scalars stay text; what
//! they mean is for the reader of each key to say.

mod error;

use std::collections::HashMap;
use std::sync::Arc;

use granit_parser::{Event, Parser, ScalarStyle, Span, options};

use super::problem::Problem;
use super::scalar;
use super::spec::{Origin, Path, Place, Style};
use crate::text::{FileId, Loc};

/// Lists and maps in one another, at most.
const MAX_DEPTH: usize = 100;

/// Bytes of a grammar, at most.
const MAX_SIZE: usize = 16 << 20;

/// A YAML node.
#[derive(Debug)]
pub(super) struct Node {
    /// Its bytes. An empty scalar has those of its key.
    pub(super) loc: Loc,
    pub(super) kind: Kind,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Kind {
    Scalar(Scalar),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A scalar as text.
#[derive(Debug)]
pub(super) struct Scalar {
    pub(super) value: Arc<str>,
    pub(super) style: Style,
    pub(super) origin: Origin,
}

impl Scalar {
    /// Empty, `~` or `null` without quotes.
    pub(super) fn is_null(&self) -> bool {
        self.style == Style::Plain && scalar::is_null(&self.value)
    }
}

/// A key of a map and its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: Node,
    pub(super) value: Node,
}

impl Entry {
    /// The key, if it is a scalar.
    pub(super) fn name(&self) -> Option<&Arc<str>> {
        match &self.key.kind {
            Kind::Scalar(key) => Some(&key.value),
            Kind::List(_) | Kind::Map(_) => None,
        }
    }
}

/// Parses one grammar file. `None` if it is no YAML; then a problem says why.
pub(super) fn parse(text: &str, file: FileId, problems: &mut Vec<Problem>) -> Option<Node> {
    if text.len() > MAX_SIZE {
        let place = Place {
            loc: Loc {
                file,
                ..Loc::default()
            },
            path: Path::root(),
        };
        let message = format!("the grammar is larger than {} MiB", MAX_SIZE >> 20);
        problems.push(Problem::error(&place, message));
        return None;
    }
    let mut options = options! {
        block_nesting_limit: MAX_DEPTH + 8,
        flow_nesting_limit: MAX_DEPTH + 8,
        emit_unresolved_aliases: true,
    };
    options.set_emit_comments(false);
    let mut builder = Builder {
        text,
        file,
        open: Vec::new(),
        root: None,
        problems,
    };
    for event in Parser::new_from_str_with_options(text, options) {
        let step = match event {
            Ok((event, span)) => builder.event(event, span),
            Err(error) => Err(error::problem(&error, text, file)),
        };
        if let Err(problem) = step {
            builder.problems.push(problem);
            return None;
        }
    }
    let empty = Loc {
        file,
        ..Loc::default()
    };
    Some(builder.root.unwrap_or_else(|| null_at(empty)))
}

fn null_at(loc: Loc) -> Node {
    let scalar = Scalar {
        value: "".into(),
        style: Style::Plain,
        origin: Origin::Unknown,
    };
    Node {
        loc,
        kind: Kind::Scalar(scalar),
    }
}

fn too_deep() -> String {
    format!("more than {MAX_DEPTH} lists and maps in one another")
}

/// Makes nodes of events.
struct Builder<'a> {
    text: &'a str,
    file: FileId,
    open: Vec<Open>,
    root: Option<Node>,
    problems: &'a mut Vec<Problem>,
}

/// A list or map whose end was not seen yet.
struct Open {
    start: u32,
    end: u32,
    content: Content,
}

enum Content {
    List(Vec<Node>),
    Map {
        entries: Entries,
        /// A key whose value was not seen yet.
        key: Option<Node>,
    },
}

/// Keys of a map, at least, for which a table pays.
const MANY: usize = 16;

/// The entries of a map.
#[derive(Default)]
struct Entries {
    list: Vec<Entry>,
    /// Where each key stands, once there are [`MANY`].
    table: HashMap<Arc<str>, u32>,
}

impl Entries {
    /// Where a key stands already.
    fn first(&self, name: &Arc<str>) -> Option<u32> {
        if self.list.len() >= MANY {
            return self.table.get(name).copied();
        }
        let is_it = |entry: &&Entry| entry.name() == Some(name);
        self.list
            .iter()
            .find(is_it)
            .map(|entry| entry.key.loc.start)
    }

    fn push(&mut self, entry: Entry) {
        self.list.push(entry);
        let new = match self.list.len() {
            n if n < MANY => return,
            MANY => 0,
            n => n - 1,
        };
        for entry in self.list.iter().skip(new) {
            if let Some(name) = entry.name() {
                self.table.insert(name.clone(), entry.key.loc.start);
            }
        }
    }
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Problem> {
        let loc = self.loc(span);
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), loc)?;
                let node = self.scalar(&value, style, loc);
                self.add(node);
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), loc)?;
                self.open(loc, Content::List(Vec::new()))?;
            }
            Event::MappingStart(_, anchor, tag) => {
                self.plain_node(anchor, tag.is_some(), loc)?;
                let entries = Entries::default();
                let content = Content::Map { entries, key: None };
                self.open(loc, content)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(loc),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let problem = self.problem(loc, "a grammar can't have YAML aliases");
                return Err(problem.help("a text that begins with `*` needs quotes"));
            }
            Event::DocumentStart(..) if self.root.is_some() => {
                let message = "a grammar is one YAML document, but a second one begins here";
                return Err(self.problem(loc, message));
            }
            _ => {}
        }
        Ok(())
    }

    /// Refuses what a grammar can't have on a node.
    fn plain_node(&mut self, anchor: usize, tag: bool, loc: Loc) -> Result<(), Problem> {
        if anchor != 0 {
            let problem = self.problem(loc, "a grammar can't have YAML anchors");
            return Err(problem.help("a text that begins with `&` needs quotes"));
        }
        if tag {
            let problem = self.problem(loc, "a grammar can't have YAML tags");
            return Err(problem.help("a text that begins with `!` needs quotes"));
        }
        Ok(())
    }

    fn scalar(&self, value: &str, style: ScalarStyle, loc: Loc) -> Node {
        let raw = self
            .text
            .get(loc.start as usize..loc.end as usize)
            .unwrap_or("");
        if style == ScalarStyle::Plain && raw.is_empty() {
            return null_at(loc);
        }
        let style = match style {
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
            _ => Style::Plain,
        };
        let quoted = matches!(style, Style::SingleQuoted | Style::DoubleQuoted);
        let (inner, start) = match raw.get(1..raw.len().saturating_sub(1)) {
            Some(inner) if quoted => (inner, loc.start + 1),
            _ => (raw, loc.start),
        };
        let origin = Origin::find(value, inner, start, style);
        Node {
            loc,
            kind: Kind::Scalar(Scalar {
                value: value.into(),
                style,
                origin,
            }),
        }
    }

    fn open(&mut self, loc: Loc, content: Content) -> Result<(), Problem> {
        if self.open.len() >= MAX_DEPTH {
            return Err(self.problem(loc, too_deep()));
        }
        self.open.push(Open {
            start: loc.start,
            end: loc.end,
            content,
        });
        Ok(())
    }

    fn close(&mut self, end: Loc) {
        let Some(open) = self.open.pop() else { return };
        // a block's end is where the next thing begins; it reaches no further
        // than its last child
        let end = if end.end > end.start {
            end.end
        } else {
            open.end
        };
        let loc = Loc {
            file: self.file,
            start: open.start,
            end,
        };
        let kind = match open.content {
            Content::List(nodes) => Kind::List(nodes),
            Content::Map { entries, .. } => Kind::Map(entries.list),
        };
        self.add(Node { loc, kind });
    }

    /// Puts a finished node into the list or map that is open.
    fn add(&mut self, mut node: Node) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        open.end = open.end.max(node.loc.end);
        match &mut open.content {
            Content::List(nodes) => nodes.push(node),
            Content::Map { entries, key } => match key.take() {
                None => *key = Some(node),
                Some(key) => {
                    if node.loc.start == node.loc.end {
                        node.loc = key.loc;
                    }
                    let entry = Entry { key, value: node };
                    match entry.name().and_then(|name| entries.first(name)) {
                        Some(first) => self.duplicate(&entry, first),
                        None => entries.push(entry),
                    }
                }
            },
        }
    }

    /// Reports a key that the map has already.
    fn duplicate(&mut self, entry: &Entry, first: u32) {
        let name = entry.name().map_or("", |name| name);
        let line = self
            .text
            .get(..first as usize)
            .unwrap_or("")
            .matches('\n')
            .count()
            + 1;
        let message = format!("the key `{name}` stands here a second time");
        let problem = self.problem(entry.key.loc, message);
        self.problems
            .push(problem.help(format!("the first is in line {line}")));
    }

    fn problem(&self, loc: Loc, message: impl Into<String>) -> Problem {
        let mut problem = Problem::error(
            &Place {
                loc,
                path: Path::root(),
            },
            message,
        );
        problem.path = self.path();
        problem
    }

    /// The path of what is being read.
    fn path(&self) -> String {
        let mut path = Path::root();
        for open in &self.open {
            path = match &open.content {
                Content::List(nodes) => path.index(nodes.len()),
                Content::Map { key, .. } => match key.as_ref().map(|k| &k.kind) {
                    Some(Kind::Scalar(key)) => path.key(key.value.clone()),
                    _ => path,
                },
            };
        }
        path.to_string()
    }

    fn loc(&self, span: Span) -> Loc {
        let range = span.byte_range().unwrap_or(0..0);
        let offset = |o: usize| u32::try_from(o.min(self.text.len())).unwrap_or(u32::MAX);
        Loc {
            file: self.file,
            start: offset(range.start),
            end: offset(range.end),
        }
    }
}

#[cfg(test)]
mod tests;
