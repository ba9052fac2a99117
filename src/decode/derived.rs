//! Decoded streams: where each comes from, how much they hold together.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use super::buffer::{Buffer, Derived};
use super::engine::Engine;
use super::span::{BufferId, Span};

/// How many streams of the largest size may be held at once.
const MOST_HELD: u64 = 4;

/// Where a decoded stream comes from, and its bytes.
pub(crate) struct Derivation {
    /// Path of the field that it was decoded from.
    pub(crate) origin: String,
    /// That field's bytes.
    pub(crate) source: Option<Span>,
    /// `zlib`, `base64`, ….
    pub(crate) via: Arc<str>,
    pub(crate) bytes: Rc<[u8]>,
}

/// All decoded streams of a file.
#[derive(Default)]
pub(crate) struct Streams {
    entries: RefCell<Vec<Entry>>,
    free: RefCell<Vec<u32>>,
    /// Bytes that all together hold, at most.
    held: Cell<u64>,
    /// Bytes that were ever decoded.
    made: Cell<u64>,
}

struct Entry {
    stream: Weak<Derived>,
    origin: String,
    source: Option<Span>,
    via: Arc<str>,
    notes: Vec<String>,
}

impl Streams {
    pub(crate) fn made(&self) -> u64 {
        self.made.get()
    }

    /// Bytes of the streams that are still in use.
    fn count_held(&self) -> u64 {
        let entries = self.entries.borrow();
        let alive = entries.iter().filter_map(|entry| entry.stream.upgrade());
        alive.map(|stream| stream.bytes.len() as u64).sum()
    }

    fn free_index(&self) -> Option<u32> {
        let entries = self.entries.borrow();
        let mut free = self.free.borrow_mut();
        if free.is_empty() && entries.len() >= 1024 && entries.len().is_power_of_two() {
            free.extend(
                (0u32..)
                    .zip(entries.iter())
                    .filter(|(_, entry)| entry.stream.strong_count() == 0)
                    .map(|(i, _)| i),
            );
        }
        free.pop()
    }
}

impl<'a> Engine<'a> {
    /// Whether there is room for `more` bytes of decoded streams; if not, how
    /// many all may hold.
    pub(crate) fn room_for(&self, more: u64) -> Result<(), u64> {
        let streams = &self.0.streams;
        let most = self.limits().stream_bytes.saturating_mul(MOST_HELD);
        if streams.held.get().saturating_add(more) > most {
            streams.held.set(streams.count_held());
        }
        match streams.held.get().saturating_add(more) > most {
            true => Err(most),
            false => Ok(()),
        }
    }

    /// Makes a decoded stream.
    pub(crate) fn derive(
        &self,
        bytes: Vec<u8>,
        origin: String,
        source: Option<Span>,
        via: Arc<str>,
        notes: Vec<String>,
    ) -> Buffer<'a> {
        let streams = &self.0.streams;
        let len = bytes.len() as u64;
        streams.held.set(streams.held.get().saturating_add(len));
        streams.made.set(streams.made.get().saturating_add(len));
        let index = streams.free_index();
        let mut entries = streams.entries.borrow_mut();
        let id = BufferId(index.unwrap_or(entries.len() as u32) + 1);
        let bytes = bytes.into();
        let stream = Rc::new(Derived { id, bytes });
        let entry = Entry {
            stream: Rc::downgrade(&stream),
            origin,
            source,
            via,
            notes,
        };
        match index {
            Some(index) => entries[index as usize] = entry,
            None => entries.push(entry),
        }
        Buffer::Derived(stream)
    }

    /// A decoded stream that is still in use.
    pub(crate) fn derived(&self, id: BufferId) -> Option<Derivation> {
        let entries = self.0.streams.entries.borrow();
        let entry = entries.get(id.0.checked_sub(1)? as usize)?;
        Some(Derivation {
            origin: entry.origin.clone(),
            source: entry.source,
            via: entry.via.clone(),
            bytes: entry.stream.upgrade()?.bytes.clone(),
        })
    }

    /// What was odd about the data that a stream was decoded from.
    pub(crate) fn notes_of(&self, id: BufferId) -> Vec<String> {
        let entries = self.0.streams.entries.borrow();
        let entry = id.0.checked_sub(1).and_then(|i| entries.get(i as usize));
        entry.map(|entry| entry.notes.clone()).unwrap_or_default()
    }
}
