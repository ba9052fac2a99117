//! Decoded streams: where each comes from, how much they hold together.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use super::array::{Array, ArrayData};
use super::buffer::{Buffer, Derived};
use super::engine::Engine;
use super::object::{Home, Obj, ObjData};
use super::span::{BufferId, Span};
use crate::schema::Member;

/// Bytes that may be decoded in all, streams that are decoded anew included,
/// beside those of one more stream and …
const MOST_MADE: u64 = 384 << 20;
/// … so many for each byte of the file.
const MADE_PER_BYTE: u64 = 64;

/// Levels beyond which a path is long.
const DEEP: u32 = 64;

/// What a decoded stream comes from, and its bytes.
pub(crate) struct Derivation {
    /// That field's bytes.
    pub(crate) source: Option<Span>,
    /// `zlib`, `base64`, ….
    pub(crate) via: Arc<str>,
    pub(crate) bytes: Rc<Vec<u8>>,
}

/// All decoded streams of a file.
#[derive(Default)]
pub(crate) struct Streams<'a> {
    entries: RefCell<Vec<Entry<'a>>>,
    free: RefCell<Vec<u32>>,
    /// Bytes that all together hold, at most.
    held: Cell<u64>,
    /// Bytes that were ever decoded.
    made: Cell<u64>,
}

struct Entry<'a> {
    stream: Weak<Derived>,
    origin: Origin<'a>,
    source: Option<Span>,
    via: Arc<str>,
    notes: Vec<String>,
}

/// Where a stream's field stands. Who uses the stream holds what it is in, so
/// the path of a deep one need not be kept.
enum Origin<'a> {
    Path(String),
    Member(Weak<ObjData<'a>>, Member),
    Element(Weak<ArrayData<'a>>, u64),
}

impl<'a> Origin<'a> {
    fn new(home: &Home<'a>) -> Origin<'a> {
        match home {
            Home::Member(owner, member) if home.level() > DEEP => {
                Origin::Member(Rc::downgrade(&owner.0), *member)
            }
            Home::Element(array, index) if home.level() > DEEP => {
                Origin::Element(Rc::downgrade(&array.0), *index)
            }
            _ => Origin::Path(home.path()),
        }
    }

    fn path(&self) -> Option<String> {
        let home = match self {
            Origin::Path(path) => return Some(path.clone()),
            Origin::Member(owner, member) => Home::Member(Obj(owner.upgrade()?), *member),
            Origin::Element(array, index) => Home::Element(Array(array.upgrade()?), *index),
        };
        Some(home.path())
    }
}

impl Streams<'_> {
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
    /// Bytes that decoded streams may have together; and how many there is room
    /// for, if there is none for `more`.
    pub(crate) fn room_for(&self, more: u64) -> (u64, u64) {
        let streams = &self.0.streams;
        let file = self.0.file.len() as u64;
        let most = self.limits().held_bytes.saturating_add(file);
        if streams.held.get().saturating_add(more) > most {
            streams.held.set(streams.count_held());
        }
        (most, most.saturating_sub(streams.held.get()))
    }

    /// Whether another stream may be decoded; if too much was decoded already,
    /// how many bytes all may have.
    pub(crate) fn may_decode(&self) -> Result<(), u64> {
        let file = self.0.file.len() as u64;
        let most = MOST_MADE
            .saturating_add(self.limits().stream_bytes)
            .saturating_add(file.saturating_mul(MADE_PER_BYTE));
        match self.0.streams.made() > most {
            true => Err(most),
            false => Ok(()),
        }
    }

    /// Makes a decoded stream.
    pub(crate) fn derive(
        &self,
        mut bytes: Vec<u8>,
        home: &Home<'a>,
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
        self.0.searches.borrow_mut().forget(id);
        bytes.shrink_to_fit();
        let bytes = Rc::new(bytes);
        let stream = Rc::new(Derived { id, bytes });
        let entry = Entry {
            stream: Rc::downgrade(&stream),
            origin: Origin::new(home),
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
            source: entry.source,
            via: entry.via.clone(),
            bytes: entry.stream.upgrade()?.bytes.clone(),
        })
    }

    /// The path of the field that a stream in use was decoded from.
    pub(crate) fn origin_of(&self, id: BufferId) -> Option<String> {
        let entries = self.0.streams.entries.borrow();
        entries.get(id.0.checked_sub(1)? as usize)?.origin.path()
    }

    /// What was odd about the data that a stream was decoded from.
    pub(crate) fn notes_of(&self, id: BufferId) -> Vec<String> {
        let entries = self.0.streams.entries.borrow();
        let entry = id.0.checked_sub(1).and_then(|i| entries.get(i as usize));
        entry.map(|entry| entry.notes.clone()).unwrap_or_default()
    }
}
