//! Which field gets which colour: the same in every instance, another than its
//! neighbour's.

use std::collections::HashMap;

use crate::schema::Attr;
use crate::view::doc::{FIELD_COLOURS, SECTION_COLOURS};

/// Colours given so far.
#[derive(Debug, Default)]
pub(super) struct Colours {
    /// By the address of the attribute, which the schema keeps in place.
    fields: HashMap<usize, u8>,
    sections: HashMap<usize, u8>,
    /// Of the field asked for last: elements ask again and again.
    recent: Option<(usize, u8)>,
    last: Option<u8>,
}

impl Colours {
    /// The colour of a field: the one that it had before, unless its neighbour
    /// has that one. Elements of an array take turns with two colours.
    pub(super) fn field(&mut self, attr: Option<&Attr>, index: Option<u64>) -> u8 {
        let next = self.last.map_or(0, |last| (last + 1) % FIELD_COLOURS);
        let turn = index.map_or(0, |index| (index % 2) as u8);
        let known = match attr {
            Some(attr) => {
                let key = std::ptr::from_ref(attr).addr();
                match self.recent {
                    Some((recent, colour)) if recent == key => colour,
                    _ => {
                        let colour = *self.fields.entry(key).or_insert(next);
                        self.recent = Some((key, colour));
                        colour
                    }
                }
            }
            None => next,
        };
        let mut colour = (known + turn) % FIELD_COLOURS;
        if self.last == Some(colour) {
            colour = next;
        }
        self.last = Some(colour);
        colour
    }

    /// The colour that [`Colours::field`] would give to an element of the array
    /// that was asked for last.
    pub(super) fn of_next(&self, attr: &Attr, index: u64) -> Option<u8> {
        let (recent, known) = self.recent?;
        let colour = (known + (index % 2) as u8) % FIELD_COLOURS;
        let next = self.last.map_or(0, |last| (last + 1) % FIELD_COLOURS);
        (recent == std::ptr::from_ref(attr).addr()).then_some(if self.last == Some(colour) {
            next
        } else {
            colour
        })
    }

    /// Says that the field before took two colours, of which this is the last.
    pub(super) fn used(&mut self, colour: u8) {
        self.last = Some(colour % FIELD_COLOURS);
    }

    /// The colour of a section's bar.
    pub(super) fn section(&mut self, attr: Option<&Attr>) -> u8 {
        let next = (self.sections.len() % usize::from(SECTION_COLOURS)) as u8;
        let key = attr.map_or(0, |attr| std::ptr::from_ref(attr).addr());
        *self.sections.entry(key).or_insert(next)
    }
}
