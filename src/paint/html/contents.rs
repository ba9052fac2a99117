//! The lists beside a page: its fields as a tree, and what is wrong.

use super::NEW;
use crate::paint::markup::{escape, push};
use crate::schema::Severity;
use crate::text;
use crate::view::mark::{Mark, Place, PlaceKind};

/// Fields that are listed; after that only structures.
const FIELDS: usize = 1_500;

/// Structures and fields that are listed.
const ALL: usize = 4_000;

/// Findings that are listed.
const FINDINGS: usize = 1_000;

/// A tree of more entries is shown closed but for its first level.
const OPENED: usize = 60;

/// What the lists are made of.
#[derive(Debug, Default)]
pub(super) struct Contents {
    entries: Vec<Entry>,
    /// Fields that are not listed.
    more: u64,
    findings: Vec<Finding>,
    /// The file that the next findings are of, where there are several.
    file: String,
    /// Findings that are not listed.
    more_findings: u64,
    /// What was told and not yet shown.
    waiting: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    mark: Mark,
    depth: usize,
    structure: bool,
    name: String,
    /// Whether several elements of an array stand on its row; then it is listed
    /// in place of all of them.
    several: bool,
}

#[derive(Debug)]
struct Finding {
    mark: Mark,
    severity: Severity,
    path: String,
    message: String,
}

/// The array of a path that ends with an element.
fn array_of(path: &str) -> Option<&str> {
    let (array, _) = path.strip_suffix(']')?.rsplit_once('[')?;
    Some(array)
}

impl Contents {
    /// Takes a place, to be listed once it is shown.
    pub(super) fn place(&mut self, mark: Mark, place: &Place<'_>) {
        let structure = matches!(place.kind, PlaceKind::Structure | PlaceKind::File);
        match place.kind {
            PlaceKind::Part => {
                let array = array_of(place.path);
                if let Some(row) = self.waiting.last_mut()
                    && array.is_some()
                    && array_of(&row.name) == array
                {
                    row.several = true;
                }
                return;
            }
            PlaceKind::Row => return,
            PlaceKind::File => place.path.clone_into(&mut self.file),
            PlaceKind::Gap | PlaceKind::Field | PlaceKind::Structure => {}
        }
        if self.entries.len() >= if structure { ALL } else { FIELDS } {
            self.more += 1;
            return;
        }
        if self.waiting.len() >= NEW {
            self.waiting.remove(0);
        }
        self.waiting.push(Entry {
            mark,
            depth: 0,
            structure,
            name: place.path.to_owned(),
            several: false,
        });
    }

    /// Says that a place has its first line, inside so many others; gives whether
    /// it is listed.
    pub(super) fn shown(&mut self, mark: Mark, depth: usize) -> bool {
        if let Some(at) = self.waiting.iter().rposition(|entry| entry.mark == mark) {
            let mut entry = self.waiting.remove(at);
            entry.depth = depth;
            return self.list(entry);
        }
        false
    }

    /// Lists an entry, unless it is one more row of an array of numbers.
    fn list(&mut self, mut entry: Entry) -> bool {
        let array = array_of(&entry.name).map(str::to_owned);
        if let Some(array) = array.filter(|_| !entry.structure) {
            if let Some(last) = self.entries.last_mut()
                && last.depth == entry.depth
                && !last.structure
            {
                if last.several && last.name == array {
                    return false;
                }
                // only now it is seen that rows have several
                if entry.several && array_of(&last.name) == Some(&array) {
                    last.several = true;
                    last.name = array;
                    return false;
                }
            }
            if entry.several {
                entry.name = array;
            }
        }
        self.entries.push(entry);
        true
    }

    /// Takes what is wrong with a place; gives whether it is listed.
    pub(super) fn finding(
        &mut self,
        mark: Mark,
        severity: Severity,
        path: &str,
        message: &str,
    ) -> bool {
        if self.findings.len() >= FINDINGS {
            self.more_findings += 1;
            return false;
        }
        self.findings.push(Finding {
            mark,
            severity,
            path: match (self.file.as_str(), path) {
                ("", "") => "file".to_owned(),
                ("", path) => path.to_owned(),
                (file, "") => file.to_owned(),
                (file, path) => format!("{file}: {path}"),
            },
            message: message.to_owned(),
        });
        true
    }

    /// Entries of both lists.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.entries.len() + self.waiting.len() + self.findings.len()
    }

    /// Writes both lists.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        if !self.findings.is_empty() {
            self.write_findings(out);
        }
        if !self.entries.is_empty() {
            self.write_entries(out);
        }
    }

    fn write_findings(&self, out: &mut Vec<u8>) {
        let count = self.findings.len() as u64 + self.more_findings;
        let plural = if count == 1 { "" } else { "s" };
        push(
            out,
            format_args!(
                "<section id=\"findings\" aria-label=\"Findings\">\n\
                 <h2>{count} finding{plural}</h2>\n<ol>\n"
            ),
        );
        for finding in &self.findings {
            let (class, word) = match finding.severity {
                Severity::Error => ("E", "error"),
                Severity::Warning => ("W", "warning"),
                Severity::Note => ("N", "note"),
            };
            push(
                out,
                format_args!(
                    "<li><span class=\"{class}\">{word}</span> <a href=\"#p{}\">",
                    finding.mark.0
                ),
            );
            escape(out, &text::escape(&finding.path));
            out.extend_from_slice(b"</a>: ");
            escape(out, &text::escape(&finding.message));
            out.extend_from_slice(b"</li>\n");
        }
        out.extend_from_slice(b"</ol>\n");
        if self.more_findings > 0 {
            push(
                out,
                format_args!("<p>{} more are not listed.</p>\n", self.more_findings),
            );
        }
        out.extend_from_slice(b"</section>\n");
    }

    fn write_entries(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(
            b"<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n",
        );
        let mut around: Vec<&Entry> = Vec::new();
        let mut entries = self.entries.iter().peekable();
        let opened = self.entries.len() <= OPENED;
        while let Some(entry) = entries.next() {
            while around
                .last()
                .is_some_and(|outer| outer.depth >= entry.depth)
            {
                around.pop();
                out.extend_from_slice(b"</ul></details></li>\n");
            }
            let outer = around.last().map_or("", |outer| outer.name.as_str());
            let name = entry.name.strip_prefix(outer).unwrap_or(&entry.name);
            let name = match name.strip_prefix('.').unwrap_or(name) {
                "" => entry.name.as_str(),
                name => name,
            };
            let inner = entry.structure && entries.peek().is_some_and(|it| it.depth > entry.depth);
            push(out, format_args!("<li><a href=\"#p{}\">", entry.mark.0));
            let name = text::escape(if name.is_empty() { "file" } else { name });
            escape(out, &name);
            out.extend_from_slice(b"</a>");
            if inner {
                let open = if opened { " open" } else { "" };
                push(
                    out,
                    format_args!("<details{open}><summary aria-label=\"In "),
                );
                escape(out, &name);
                out.extend_from_slice(b"\"></summary><ul>\n");
                around.push(entry);
            } else {
                out.extend_from_slice(b"</li>\n");
            }
        }
        for _ in around {
            out.extend_from_slice(b"</ul></details></li>\n");
        }
        out.extend_from_slice(b"</ul>\n");
        if self.more > 0 {
            push(
                out,
                format_args!("<p>{} more are not listed.</p>\n", self.more),
            );
        }
        out.extend_from_slice(b"</nav>\n");
    }
}
