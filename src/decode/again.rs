//! Objects that lead back to one of those that hold them.

use std::cell::Cell;

use super::buffer::Stream;
use super::object::Obj;

/// Where an object and all that hold it lie: what lies elsewhere is none of
/// them, however many they are.
#[derive(Debug)]
pub(crate) struct Reach {
    /// Of the object itself, as a number that two places share only if they may
    /// be the same one.
    own: u64,
    /// Whether it is known to be none of those that hold it.
    new: Cell<bool>,
    /// Least and greatest position, in all buffers together.
    place: (u64, u64),
    /// Least and greatest length of their streams, in bytes.
    len: (u64, u64),
}

/// The number of a place; it grows along a buffer.
fn place(stream: &Stream<'_>, start: u64) -> u64 {
    let buffer = u64::from(stream.0.buffer.id().0) << 40;
    stream.0.base.wrapping_add(start).wrapping_add(buffer)
}

impl Reach {
    pub(crate) fn new(stream: &Stream<'_>, start: u64, holder: Option<&Obj<'_>>) -> Reach {
        let (place, len) = (place(stream, start), stream.size());
        let Some(holder) = holder else {
            return Reach {
                own: place,
                new: Cell::new(true),
                place: (place, place),
                len: (len, len),
            };
        };
        let Reach {
            place: (first, last),
            len: (least, most),
            ..
        } = holder.0.reach;
        Reach {
            own: place,
            new: Cell::new(false),
            place: (first.min(place), last.max(place)),
            len: (least.min(len), most.max(len)),
        }
    }

    /// The object is the first in its buffer, so that it is none of those that
    /// hold it.
    pub(crate) fn is_new(&self) {
        self.new.set(true);
    }

    fn may_hold(&self, obj: &Obj<'_>) -> bool {
        let (place, len) = (obj.0.reach.own, obj.0.stream.size());
        (self.place.0..=self.place.1).contains(&place) && (self.len.0..=self.len.1).contains(&len)
    }
}

impl<'a> Obj<'a> {
    /// The object among those that hold it that lies where it does and is of
    /// the same type: it would hold itself again, and so on for ever.
    pub(crate) fn again(&self) -> Option<Obj<'a>> {
        let reach = &self.0.reach;
        let mut holder = self.0.home.owner();
        if reach.new.get() || !holder.is_some_and(|holder| holder.0.reach.may_hold(self)) {
            return None;
        }
        while let Some(it) = holder {
            if it.0.reach.own == reach.own && it.same_place(self) {
                return Some(it.clone());
            }
            holder = it.0.home.owner();
        }
        reach.new.set(true);
        None
    }
}
