//! Tells the sink, if it wants to know, which field the next rows are about.

use std::ops::Range;

use super::View;
use crate::decode::BufferId;
use crate::tree::{Finding, Node};
use crate::view::mark::{Mark, Place, PlaceKind};
use crate::view::told;

impl<'a> View<'_, 'a> {
    /// Says that the next rows are about a field.
    pub(super) fn enter(&mut self, node: &Node<'a>) {
        if self.canvas.wants_places {
            self.canvas.mark = self.place(node, PlaceKind::Field);
        }
    }

    /// Says that the next rows are about something that others are inside of.
    pub(super) fn enter_structure(&mut self, node: &Node<'a>) {
        if self.canvas.wants_places {
            self.canvas.mark = self.place(node, PlaceKind::Structure);
        }
    }

    /// Says that the next rows are about bytes of no field.
    pub(super) fn enter_bytes(&mut self, name: &str, buffer: BufferId, bytes: Range<u64>) {
        if let Some(places) = self.canvas.places() {
            self.canvas.mark = places.place(&Place {
                kind: PlaceKind::Gap,
                path: name,
                ty: "",
                doc: "",
                bytes: Some(bytes),
                decoded: buffer != BufferId::FILE,
                sample: &[],
            });
        }
    }

    /// Says that the next rows are about nothing in particular.
    pub(super) fn leave(&mut self) {
        self.canvas.mark = Mark::NONE;
    }

    /// A mark for what stands beside other things on a row.
    pub(super) fn part_of_row(&mut self, node: &Node<'a>) -> Mark {
        if !self.canvas.wants_places {
            return Mark::NONE;
        }
        let mark = self.place(node, PlaceKind::Part);
        if let Some(span) = node.span() {
            self.canvas
                .parts
                .push((span.start_byte()..span.end_byte(), mark));
        }
        mark
    }

    /// Says that something is wrong with what the next rows are about.
    pub(super) fn mark_finding(&mut self, found: &Finding) {
        if !self.canvas.wants_places {
            return;
        }
        if !self.canvas.mark.is_some() {
            let decoded = found.span.is_some_and(|span| span.buffer != BufferId::FILE);
            let bytes = found.span.map(|span| span.start_byte()..span.end_byte());
            let place = Place {
                kind: PlaceKind::Row,
                path: &found.path,
                ty: "",
                doc: "",
                bytes,
                decoded,
                sample: &[],
            };
            if let Some(places) = self.canvas.places() {
                self.canvas.mark = places.place(&place);
            }
        }
        let message = told::words(found);
        let mark = self.canvas.mark;
        if let Some(places) = self.canvas.places() {
            places.finding(mark, found.severity, &found.path, &message);
        }
    }

    fn place(&mut self, node: &Node<'a>, kind: PlaceKind) -> Mark {
        let schema = self.tree.schema();
        told::node(&mut self.canvas.out, schema, node, kind, &[])
    }
}
