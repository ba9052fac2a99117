//! What stands over the rows: the file, its format, the verdict, the ruler.

use std::ops::ControlFlow;

use super::View;
use crate::decode::BufferId;
use crate::schema::Endian;
use crate::tree::Node;
use crate::view::doc::{Line, Role};
use crate::view::layout::wrap::wrap;
use crate::view::number;
use crate::view::preview::PARTS;
use crate::view::survey::Survey;

impl<'a> View<'_, 'a> {
    /// The first lines: name, format, byte order, size, verdict; then the ruler.
    /// `part` if only a part of the file was looked at.
    pub(super) fn header(
        &mut self,
        survey: Option<&Survey>,
        place: Option<&Node<'a>>,
        part: bool,
    ) -> ControlFlow<()> {
        let schema = self.tree.schema();
        let dot = self.canvas.signs.dot;
        let mut line = Line::new();
        line.untrusted(Role::Heading, self.options.name);
        line.spaces(2);
        if let Some(title) = &schema.title {
            if self.options.ascii {
                line.untrusted(Role::Plain, &crate::text::in_ascii(title));
            } else {
                line.untrusted(Role::Plain, title);
            }
            line.push(Role::Comment, " (");
            line.untrusted(Role::Comment, &schema.id);
            if !self.options.by.is_empty() {
                line.push(Role::Comment, ", ");
                line.untrusted(Role::Comment, self.options.by);
            }
            line.push(Role::Comment, ")");
        } else {
            line.untrusted(Role::Plain, &schema.id);
            if !self.options.by.is_empty() {
                line.push(Role::Comment, " (");
                line.untrusted(Role::Comment, self.options.by);
                line.push(Role::Comment, ")");
            }
        }
        let forced = self.tree.root_obj().engine().0.options.endian;
        let order = forced.or(schema.endian);
        if let Some(endian) = order.filter(|_| self.facts.has_byte_order()) {
            separate(&mut line, dot);
            line.push(
                Role::Comment,
                match (endian, forced) {
                    (Endian::Le, None) => "little-endian",
                    (Endian::Be, None) => "big-endian",
                    (Endian::Le, Some(_)) => "read as little-endian",
                    (Endian::Be, Some(_)) => "read as big-endian",
                },
            );
        }
        separate(&mut line, dot);
        number::count(
            &mut line,
            Role::Comment,
            self.tree.file().len() as u64,
            "byte",
            "bytes",
        );
        let verdict = survey.map_or_else(Line::new, |survey| self.verdict(survey, part));
        let width = self.options.width;
        if line.width() + 2 + verdict.width() <= width {
            if !verdict.is_empty() {
                line.pad_to((width - verdict.width()).min(118));
                line.append(&verdict);
            }
            self.canvas.bare_line(&line)?;
        } else {
            for part in wrap(&line, width) {
                self.canvas.bare_line(&part)?;
            }
            self.canvas.bare_line(&verdict)?;
        }
        if let Some(survey) = survey
            && survey.mostly_swapped()
        {
            self.canvas.bare_line(&self.all_swapped(survey))?;
        }
        if let Some(node) = place {
            self.breadcrumb(node)?;
        }
        self.canvas.bare_line(&Line::new())?;
        let ruler = self.ruler();
        self.canvas.bare_line(&ruler)
    }

    /// `part` if only a part of the file was looked at.
    fn verdict(&self, survey: &Survey, part: bool) -> Line {
        let signs = self.canvas.signs;
        let mut line = Line::new();
        if survey.errors > 0 {
            line.push(Role::Error, signs.error);
            line.spaces(1);
            number::count(&mut line, Role::Error, survey.errors, "error", "errors");
        } else {
            line.push(Role::Good, signs.good);
            line.spaces(1);
            line.push(
                Role::Good,
                match (survey.complete, part) {
                    (true, true) => "no error here",
                    (true, false) => "valid",
                    (false, _) => "no error so far",
                },
            );
        }
        if survey.warnings > 0 {
            line.spaces(2);
            line.push(Role::Warning, signs.warning);
            line.spaces(1);
            number::count(
                &mut line,
                Role::Warning,
                survey.warnings,
                "warning",
                "warnings",
            );
        }
        if survey.notes > 0 {
            line.spaces(2);
            line.push(Role::Note, signs.note);
            line.spaces(1);
            number::count(&mut line, Role::Note, survey.notes, "note", "notes");
        }
        if survey.errors > 0 {
            line.push(
                Role::Comment,
                match (survey.complete, part) {
                    (true, true) => " here",
                    (true, false) => "",
                    (false, _) => " so far",
                },
            );
        }
        line
    }

    fn all_swapped(&self, survey: &Survey) -> Line {
        let mut line = Line::new();
        line.push(Role::Hint, self.canvas.signs.swap);
        line.spaces(1);
        crate::view::finding::swapped_summary(&mut line, survey);
        line
    }

    fn ruler(&self) -> Line {
        let layout = self.canvas.layout;
        let mut line = Line::new();
        line.spaces(super::layout::GUTTER);
        line.push(Role::Offset, "offset");
        line.pad_to(layout.bytes_column());
        for i in 0..layout.per_row {
            layout.offsets.add_column(&mut line, i);
        }
        if layout.text {
            line.pad_to(layout.text_column());
            line.push(Role::Offset, "text");
        }
        if !layout.stacked {
            line.pad_to(layout.pane_column());
            line.push(Role::Offset, "field");
        }
        line
    }

    /// Says which place is shown, and what holds it.
    pub(super) fn breadcrumb(&mut self, node: &Node<'a>) -> ControlFlow<()> {
        let mut holders = Vec::new();
        let mut at = node.container();
        while let Some(holder) = at {
            at = holder.container();
            holders.push(holder);
        }
        let mut line = Line::new();
        line.untrusted(Role::Comment, &self.tree.schema().id);
        for holder in holders.iter().rev().chain([node]) {
            let name = holder.name();
            if name.is_empty() {
                continue;
            }
            if !name.starts_with('[') {
                line.push(Role::Punctuation, " > ");
            }
            line.untrusted(Role::Plain, &name);
        }
        if let Some(span) = node.span() {
            line.push(Role::Comment, "  ");
            if span.byte_len() == 0 && node.is_instance() && node.fault().is_none() {
                line.push(Role::Comment, "no bytes of its own");
                return self.canvas.bare_line(&line);
            }
            number::span_len(&mut line, Role::Comment, span);
            line.push(Role::Comment, " at ");
            let base = self.options.base;
            number::offset(&mut line, Role::Comment, span.start_byte(), base);
            if span.buffer != BufferId::FILE {
                let source = holders
                    .iter()
                    .find(|holder| holder.derived() == Some(span.buffer));
                line.push(Role::Comment, " of what ");
                match source {
                    Some(source) => line.untrusted(Role::Comment, &source.last_of_path(PARTS)),
                    None => line.push(Role::Comment, "it"),
                }
                line.push(Role::Comment, " decodes to; all offsets count there");
            }
        }
        let width = self.options.width;
        if line.width() <= width {
            return self.canvas.bare_line(&line);
        }
        wrap(&line, width)
            .iter()
            .try_for_each(|part| self.canvas.bare_line(part))
    }

    /// Says that a range has no bytes.
    pub(super) fn empty_range(&mut self, at: u64) -> ControlFlow<()> {
        let mut line = Line::new();
        line.spaces(2);
        number::offset(&mut line, Role::Offset, at, self.options.base);
        line.spaces(2);
        line.push(Role::Comment, "no bytes: the range ends where it begins");
        self.canvas.bare_line(&line)
    }
}

fn separate(line: &mut Line, dot: &'static str) {
    line.spaces(1);
    line.push(Role::Punctuation, dot);
    line.spaces(1);
}
