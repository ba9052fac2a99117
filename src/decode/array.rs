//! Arrays: `(start, stride, count)` where all elements have one size, else the
//! start of every k-th element; elements are decoded when asked for.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::buffer::{Cursor, Stream};
use super::object::{Home, Item, Obj, Slot, Status};
use super::span::Span;
use super::value::Value;
use crate::schema::{Attr, DataType, Member};

/// How many of the elements last decoded stay at hand.
const RECENT: usize = 8;
/// Elements that hold more decoded bytes than this don't stay at hand together.
const LIGHT: u64 = 1 << 16;
/// How many starts are kept before every second one is dropped.
const MOST_STARTS: usize = 1 << 15;

/// Elements with more parameters than this are read again without them.
pub(crate) const MOST_GIVEN: usize = 4;

/// An array of the tree; cheap to clone.
#[derive(Clone)]
pub struct Array<'a>(pub(crate) Rc<ArrayData<'a>>);

pub(crate) struct ArrayData<'a> {
    pub(crate) owner: Obj<'a>,
    pub(crate) member: Member,
    pub(crate) attr: &'a Attr,
    /// How an element is read; of a switch that is the same for all elements,
    /// the case that fits.
    pub(crate) data: &'a DataType,
    pub(crate) stream: Stream<'a>,
    /// Where it begins in the stream, in bits.
    pub(crate) start: u64,
    pub(crate) shape: ArrayShape<'a>,
    pub(crate) count: Cell<u64>,
    /// Where it ends in the stream, in bits, as far as read.
    pub(crate) end: Cell<u64>,
    /// An element that could be read only in part, after the `count` whole ones.
    pub(crate) tail: RefCell<Option<Item<'a>>>,
    /// While an element is read again: how many elements there were before it.
    seen: Cell<Option<u64>>,
    kept: RefCell<FxHashMap<u64, Item<'a>>>,
    recent: RefCell<VecDeque<(u64, Item<'a>)>>,
}

pub(crate) enum ArrayShape<'a> {
    /// Elements of one size, in bits.
    Fixed { stride: u64, little: bool },
    /// Elements of any size.
    Indexed(RefCell<Starts<'a>>),
}

/// Starts of every `step`-th element.
pub(crate) struct Starts<'a> {
    step: u64,
    at: Vec<Start>,
    /// The turns that these elements were read in, once that is not simply
    /// their number: a switch without a case adds no element.
    turns: Option<Vec<u64>>,
    /// The parameters of these elements, one element's after another's, if their
    /// type has some: they may be made of the elements before, and these of those
    /// before them.
    given: Vec<Value<'a>>,
    /// How many one element has.
    params: usize,
}

/// Where an element may be read from.
#[derive(Clone)]
pub(crate) struct Known<'a> {
    /// Which element starts there.
    pub(crate) index: u64,
    /// Its `_index`.
    pub(crate) turn: u64,
    pub(crate) cursor: Cursor,
    /// Its parameters, where they are known.
    pub(crate) given: Option<Rc<[Value<'a>]>>,
}

/// A position in the fewest bytes: twelve and a half exabits fit.
#[derive(Clone, Copy)]
struct Start(u64);

impl Start {
    fn new(cursor: Cursor) -> Start {
        Start(cursor.pos << 4 | u64::from(cursor.bits_left) << 1 | u64::from(cursor.little))
    }

    fn cursor(self) -> Cursor {
        Cursor {
            pos: self.0 >> 4,
            bits_left: (self.0 >> 1 & 7) as u8,
            little: self.0 & 1 == 1,
        }
    }
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({} × {})", self.0.count.get(), self.0.attr.id)
    }
}

impl<'a> Array<'a> {
    #[allow(clippy::too_many_arguments, reason = "all are parts of one array")]
    pub(crate) fn new(
        owner: &Obj<'a>,
        member: Member,
        attr: &'a Attr,
        data: &'a DataType,
        stream: &Stream<'a>,
        start: u64,
        shape: ArrayShape<'a>,
    ) -> Array<'a> {
        Array(Rc::new(ArrayData {
            owner: owner.clone(),
            member,
            attr,
            data,
            stream: stream.clone(),
            start,
            shape,
            count: Cell::new(0),
            end: Cell::new(start),
            tail: RefCell::new(None),
            seen: Cell::new(None),
            kept: RefCell::default(),
            recent: RefCell::default(),
        }))
    }

    pub(crate) fn indexed() -> ArrayShape<'a> {
        ArrayShape::Indexed(RefCell::new(Starts {
            step: 1,
            at: Vec::new(),
            turns: None,
            given: Vec::new(),
            params: 0,
        }))
    }

    /// How many elements it has, a partial last one included.
    #[must_use]
    pub fn count(&self) -> u64 {
        if let Some(seen) = self.0.seen.get() {
            return seen;
        }
        self.0.count.get() + u64::from(self.0.tail.borrow().is_some())
    }

    pub(crate) fn is_indexed(&self) -> bool {
        matches!(self.0.shape, ArrayShape::Indexed(_))
    }

    /// Whether there were turns that added no element.
    pub(crate) fn has_turns(&self) -> bool {
        match &self.0.shape {
            ArrayShape::Fixed { .. } => false,
            ArrayShape::Indexed(starts) => starts.borrow().turns.is_some(),
        }
    }

    /// Lets the array end before an element, as it did when that was first
    /// read; `None` lets it end where it ends. Gives what was set before.
    pub(crate) fn see(&self, before: Option<u64>) -> Option<u64> {
        self.0.seen.replace(before)
    }

    /// Path from the root.
    #[must_use]
    pub fn path(&self) -> String {
        Home::Member(self.0.owner.clone(), self.0.member).path()
    }

    /// Whether reading stopped before its end.
    pub(crate) fn is_broken(&self) -> bool {
        self.0.owner.status() == Status::Broken
            || matches!(self.0.owner.slot(self.0.member), Slot::Item(item) if item.fault.is_some())
    }

    pub(crate) fn span(&self) -> Span {
        let little = matches!(self.0.shape, ArrayShape::Fixed { little: true, .. });
        self.0
            .stream
            .bit_span(self.0.start, self.0.end.get(), little)
    }

    /// Takes note of an element that was just read from `from`.
    pub(crate) fn push(&self, from: Cursor, turn: u64, item: Item<'a>) {
        let index = self.0.count.get();
        let params = item.obj().map_or(&[][..], |obj| &obj.0.params);
        if let ArrayShape::Indexed(starts) = &self.0.shape {
            let mut starts = starts.borrow_mut();
            if starts.push(index, from, turn) {
                starts.push_given(params);
            }
        }
        self.0.count.set(index + 1);
        self.remember(index, item);
    }

    /// Takes note of elements that are only measured: of what `measure` pushes.
    pub(crate) fn push_starts(&self, measure: impl FnOnce(&mut dyn FnMut(Cursor, u64))) {
        let ArrayShape::Indexed(starts) = &self.0.shape else {
            return;
        };
        let mut starts = starts.borrow_mut();
        let mut index = self.0.count.get();
        measure(&mut |from, turn| {
            starts.push(index, from, turn);
            index += 1;
        });
        drop(starts);
        self.0.count.set(index);
    }

    /// Takes note of where an element begins, and of what it is given, if others
    /// need to know.
    pub(crate) fn push_start(
        &self,
        from: Cursor,
        turn: u64,
        given: impl FnOnce() -> Option<Vec<Value<'a>>>,
    ) {
        let index = self.0.count.get();
        if let ArrayShape::Indexed(starts) = &self.0.shape {
            let mut starts = starts.borrow_mut();
            if starts.push(index, from, turn)
                && let Some(given) = given()
            {
                starts.push_given(&given);
            }
        }
        self.0.count.set(index + 1);
    }

    fn remember(&self, index: u64, item: Item<'a>) {
        let engine = self.0.owner.engine();
        let decoded = item.decoded_len();
        if item.obj().is_some() && decoded <= LIGHT && engine.may_keep(engine.weight(self.0.data)) {
            self.0.kept.borrow_mut().insert(index, item);
            return;
        }
        let mut dropped = VecDeque::new();
        {
            let mut recent = self.0.recent.borrow_mut();
            // Of what is heavy only one stays.
            if decoded > LIGHT {
                let heavy = |(_, old): &(u64, Item<'a>)| old.decoded_len() > LIGHT;
                let (old, light) = recent.drain(..).partition(heavy);
                (dropped, *recent) = (old, light);
            }
            recent.push_back((index, item));
            if recent.len() > RECENT {
                dropped.extend(recent.pop_front());
            }
        }
        for (_, old) in dropped {
            if let Some(obj) = old.obj() {
                obj.release();
            }
        }
    }

    /// An element that is at hand.
    fn remembered(&self, index: u64) -> Option<Item<'a>> {
        if let Some(item) = self.0.kept.borrow().get(&index) {
            return Some(item.clone());
        }
        self.0
            .recent
            .borrow()
            .iter()
            .rev()
            .find(|(i, _)| *i == index)
            .map(|(_, item)| item.clone())
    }

    /// The element, decoded again if it is not at hand; `None` past the end.
    pub(crate) fn element(&self, index: u64) -> Option<Item<'a>> {
        if self.0.seen.get().is_some_and(|seen| index >= seen) {
            return None;
        }
        let count = self.0.count.get();
        if index >= count {
            return if index == count {
                self.0.tail.borrow().clone()
            } else {
                None
            };
        }
        if let Some(item) = self.remembered(index) {
            return Some(item);
        }
        let engine = self.0.owner.engine();
        // one may need another, which may need this one
        let nested = engine.0.elements.get();
        if nested >= engine.limits().depth {
            return Some(Item::failed(None, engine.too_deep(&self.0.attr.path)));
        }
        engine.0.elements.set(nested + 1);
        let item = match &self.0.shape {
            ArrayShape::Fixed { stride, little } => {
                let bit = self.0.start + index * stride;
                engine.fixed_element(self, index, bit, *little)
            }
            ArrayShape::Indexed(starts) => {
                let mut known = starts.borrow().nearest(index);
                // The element before may be at hand and say where this one starts.
                if known.index != index
                    && starts.borrow().turns.is_none()
                    && let Some(cursor) = self.end_of_recent(index.wrapping_sub(1))
                {
                    known = Known {
                        index,
                        turn: index,
                        cursor,
                        given: None,
                    };
                }
                engine.indexed_element(self, known, index)
            }
        };
        engine.0.elements.set(nested);
        if item
            .obj()
            .is_some_and(|obj| !obj.is_fixed() || !obj.0.def.instances.is_empty())
            || matches!(self.0.shape, ArrayShape::Indexed(_))
        {
            self.remember(index, item.clone());
        }
        Some(item)
    }

    fn end_of_recent(&self, index: u64) -> Option<Cursor> {
        let item = self.remembered(index)?;
        let span = item.span?;
        let base = self.0.stream.0.base * 8;
        (span.buffer == self.0.stream.0.buffer.id() && span.is_aligned() && span.end >= base)
            .then(|| Cursor::at((span.end - base) / 8))
    }

    /// Drops the elements at hand.
    pub(crate) fn release(&self) {
        let kept = std::mem::take(&mut *self.0.kept.borrow_mut());
        let recent = std::mem::take(&mut *self.0.recent.borrow_mut());
        let engine = self.0.owner.engine();
        engine.unkeep(kept.len().saturating_mul(engine.weight(self.0.data)));
        for item in kept
            .into_values()
            .chain(recent.into_iter().map(|(_, item)| item))
        {
            if let Some(obj) = item.obj() {
                obj.release();
            }
        }
    }
}

impl<'a> Starts<'a> {
    /// Takes note of an element's start; gives whether it is kept.
    fn push(&mut self, index: u64, cursor: Cursor, turn: u64) -> bool {
        if turn != index && self.turns.is_none() {
            self.turns = Some((0..self.at.len() as u64).map(|i| i * self.step).collect());
        }
        if !index.is_multiple_of(self.step) {
            return false;
        }
        if self.at.len() == MOST_STARTS {
            every_second(&mut self.at, 1);
            if let Some(turns) = &mut self.turns {
                every_second(turns, 1);
            }
            every_second(&mut self.given, self.params);
            self.step *= 2;
            if !index.is_multiple_of(self.step) {
                return false;
            }
        }
        self.at.push(Start::new(cursor));
        if let Some(turns) = &mut self.turns {
            turns.push(turn);
        }
        true
    }

    /// Takes note of the parameters of the element pushed last, as long as all
    /// elements so far had some that are plain values.
    fn push_given(&mut self, params: &[Value<'a>]) {
        let plain = |value: &Value<'_>| {
            matches!(
                value,
                Value::Null | Value::Int(_) | Value::Enum(..) | Value::Bool(_) | Value::Float(_)
            )
        };
        if self.at.len() == 1 {
            self.params = params.len();
        }
        let all = params.len() == self.params
            && self.given.len() + params.len() == self.at.len() * self.params;
        if all && params.len() <= MOST_GIVEN && params.iter().all(plain) {
            self.given.extend_from_slice(params);
        }
    }

    /// The parameters of an element whose start is kept.
    fn given(&self, i: usize) -> Option<Rc<[Value<'a>]>> {
        let from = i * self.params;
        let given = self.given.get(from..from + self.params)?;
        Some(given).filter(|it| !it.is_empty()).map(Rc::from)
    }

    /// The last known start at or before an element.
    fn nearest(&self, index: u64) -> Known<'a> {
        let i = (index / self.step).min(self.at.len().saturating_sub(1) as u64);
        let turn = self
            .turns
            .as_ref()
            .and_then(|turns| turns.get(i as usize).copied());
        let start = self.at.get(i as usize);
        Known {
            index: i * self.step,
            turn: turn.unwrap_or(i * self.step),
            cursor: start.map_or(Cursor::at(0), |start| start.cursor()),
            given: self.given(i as usize),
        }
    }
}

/// Of groups of `each`, keeps the first, the third, the fifth and so on.
fn every_second<T>(list: &mut Vec<T>, each: usize) {
    let mut i = 0;
    list.retain(|_| {
        i += 1;
        ((i - 1) / each.max(1)).is_multiple_of(2)
    });
}
