//! Reads repeated attributes.

use super::array::{Array, ArrayShape};
use super::buffer::{Cursor, Stream};
use super::engine::Engine;
use super::eval::Scope;
use super::fault::{Fault, FaultKind};
use super::fixed::Stride;
use super::form::Pacer;
use super::measure::Measurer;
use super::object::{Content, Item, Obj, Slot};
use super::read::{At, Place, Read};
use super::value::Value;
use crate::schema::{Attr, DataType, Member, Repeat};

/// Elements of any size that are decoded in full before the rest is only
/// measured.
const FULLY_READ: u64 = 64;
/// The same where faults inside elements are wanted and measuring would miss
/// them.
const FULLY_READ_STRICT: u64 = 4096;
/// Elements of one size that are tested while reading.
pub(crate) const TESTED: u64 = 4096;
/// Elements that take no bytes, one after the other, before reading stops.
pub(crate) const MOST_EMPTY: u64 = 1 << 20;
/// The same where it is not known how many there should be.
const MOST_EMPTY_UNTIL: u64 = 1 << 16;
/// Elements that are measured before the work says where it is.
const TOLD: u64 = 1024;

impl<'a> Engine<'a> {
    /// Reads a repeated attribute into its slot; gives whether what follows can
    /// still be found. Never inlined: its frame would stand under each object that
    /// is nested in another.
    #[inline(never)]
    pub(crate) fn read_array(
        &self,
        obj: &Obj<'a>,
        attr: &'a Attr,
        member: Member,
        stream: &Stream<'a>,
    ) -> bool {
        let place = Place::member(obj, attr, member, stream);
        let count = match &attr.repeat {
            Repeat::Count(count) => match self.eval_int(&place.scope(), count, attr) {
                Ok(count) => Some(count),
                Err(fault) => return self.fail(&place, member, fault),
            },
            _ => None,
        };
        let none = match count {
            Some(count) => count <= 0,
            None => matches!(attr.repeat, Repeat::Eos) && stream.is_eof(),
        };
        let stride = if none { None } else { self.stride(&place) };
        let (stride, data) = match stride {
            Some((stride, data)) => (Some(stride), data),
            None => (None, &attr.data),
        };
        if stride.is_some() && !matches!(data, DataType::Bits { .. }) {
            stream.align();
        }
        let start = stream.cursor().bit();
        let shape = match stride {
            Some(Stride { bits, little }) => ArrayShape::Fixed {
                stride: bits,
                little,
            },
            None => Array::indexed(),
        };
        let array = Array::new(obj, member, attr, data, stream, start, shape);
        obj.set_slot(
            member,
            Slot::Item(Item::new(array.span(), Value::Array(array.clone()))),
        );
        let result = match stride {
            _ if none => Ok(true),
            Some(stride) => self.read_fixed(&array, stride, count),
            None => self.read_indexed(&array, count),
        };
        array.0.end.set(
            stream
                .cursor()
                .bit()
                .min(stream.size() * 8)
                .max(array.0.start),
        );
        let mut item = Item::new(array.span(), Value::Array(array));
        let goes_on = match result {
            Ok(goes_on) => goes_on,
            Err(fault) => {
                self.record(|| place.home().path(), &fault);
                item.fault = Some(fault);
                false
            }
        };
        obj.set_slot(member, Slot::Item(item));
        goes_on
    }

    /// Elements of one size: only counted, but for `repeat-until`.
    fn read_fixed(
        &self,
        array: &Array<'a>,
        stride: Stride,
        count: Option<i128>,
    ) -> Result<bool, Fault> {
        let data = &*array.0;
        let (attr, stream) = (data.attr, &data.stream);
        let left = (stream.size() * 8).saturating_sub(data.start);
        let fits = left.checked_div(stride.bits);
        let tests = self.tests_elements(array);
        if let Repeat::Until(until) = &attr.repeat {
            loop {
                let index = data.count.get();
                if fits.is_some_and(|fits| index >= fits) {
                    return self.read_partial(array, stride);
                }
                if fits.is_none() && index >= MOST_EMPTY_UNTIL {
                    return Err(no_progress(array, index));
                }
                self.step_through(array)?;
                let item = self.fixed_element(
                    array,
                    index,
                    data.start + index * stride.bits,
                    stride.little,
                );
                data.count.set(index + 1);
                if tests {
                    self.test_element(array, stride, index);
                }
                move_to(
                    stream,
                    data.start + (index + 1) * stride.bits,
                    stride.little,
                );
                if self.until(array, until, &item, index)? {
                    return Ok(true);
                }
            }
        }
        let wanted = match count {
            Some(count) => u64::try_from(count).unwrap_or(u64::MAX),
            None => match fits {
                Some(fits) => fits + u64::from(left % stride.bits != 0),
                None => return Err(no_progress(array, 0)),
            },
        };
        if fits.is_none() && wanted > MOST_EMPTY {
            let message = format!(
                "{wanted} elements that take no bytes are more than the {MOST_EMPTY} that there may be"
            );
            return Err(Fault::new(
                FaultKind::LimitExceeded,
                message,
                Some(stream.0.base + stream.pos()),
                attr.path.clone(),
            ));
        }
        let whole = fits.map_or(wanted, |fits| fits.min(wanted));
        data.count.set(whole);
        if tests && whole <= TESTED {
            for index in 0..whole {
                self.test_element(array, stride, index);
            }
        }
        move_to(stream, data.start + whole * stride.bits, stride.little);
        if whole < wanted {
            self.read_partial(array, stride)
        } else {
            Ok(true)
        }
    }

    /// Counts an element that is read, if its array stands anywhere.
    fn step_through(&self, array: &Array<'a>) -> Result<(), Fault> {
        match array.0.member {
            Member::Instance(_) => self.step_anywhere(),
            _ => Ok(()),
        }
    }

    /// Whether the elements of an array of fixed stride are tested while it is
    /// read. Those of a long array are tested when they are touched.
    fn tests_elements(&self, array: &Array<'a>) -> bool {
        self.strict()
            && self.is_recording()
            && (!array.0.attr.valid.is_empty()
                || matches!(array.0.data, DataType::User { ty, .. } if self.must_test(*ty)))
    }

    /// Reads an element of an array of fixed stride to test it.
    fn test_element(&self, array: &Array<'a>, stride: Stride, index: u64) {
        let place = at_element(array, stride, index);
        if let Ok(Read::Item { item, .. }) = self.read_one(array.0.data, &place) {
            self.note_item(&place, &item);
        }
    }

    /// What is left after the whole elements, where one more should be.
    fn read_partial(&self, array: &Array<'a>, stride: Stride) -> Result<bool, Fault> {
        let place = at_element(array, stride, array.0.count.get());
        match self.read_one(array.0.data, &place)? {
            Read::Item { item, goes_on } => self.keep_or_fail(array, item, goes_on),
            Read::Nothing => Ok(true),
        }
    }

    /// An element that was read only in part stays if it is an object; of
    /// anything else only the fault is left.
    fn keep_or_fail(
        &self,
        array: &Array<'a>,
        mut item: Item<'a>,
        goes_on: bool,
    ) -> Result<bool, Fault> {
        match (item.obj().is_some(), item.fault.take()) {
            (false, Some(fault)) => {
                let data = &*array.0;
                data.stream.seek(data.stream.size());
                Err(in_element(&fault, array.0.count.get()))
            }
            (_, fault) => {
                item.fault = fault;
                *array.0.tail.borrow_mut() = Some(item);
                Ok(goes_on)
            }
        }
    }

    fn read_indexed(&self, array: &Array<'a>, count: Option<i128>) -> Result<bool, Fault> {
        let data = &*array.0;
        let (attr, stream) = (data.attr, &data.stream);
        let limit = self.limits().elements;
        let most_empty = match attr.repeat {
            Repeat::Eos => 0,
            Repeat::Until(_) => MOST_EMPTY_UNTIL,
            _ => MOST_EMPTY,
        };
        let mut empty = 0;
        let mut turn: u64 = 0;
        let mut measurer = None;
        let mut pacer: Option<Pacer<'a>> = None;
        loop {
            match (&attr.repeat, count) {
                (Repeat::Eos, _) if stream.is_eof() => return Ok(true),
                (_, Some(count)) if i128::from(turn) >= count => return Ok(true),
                _ => {}
            }
            if turn >= limit {
                return Err(Fault::new(
                    FaultKind::LimitExceeded,
                    format!("more than {limit} elements; --max-elements raises the limit"),
                    Some(stream.0.base + stream.pos()),
                    attr.path.clone(),
                ));
            }
            if let Some(measurer) = &measurer {
                let most =
                    count.map_or(limit, |count| u64::try_from(count).unwrap_or(0).min(limit));
                let before = turn;
                turn = self.measure_on(array, measurer, turn, most);
                if turn > before {
                    continue;
                }
            }
            let from = stream.cursor();
            if let Some(pacer) = &mut pacer
                && from.bits_left == 0
                && let Some(end) = pacer.end(self, array, turn, from.pos)
                && end > from.pos
            {
                array.push_start(from, turn, || pacer.given());
                stream.seek(end);
                if turn.is_multiple_of(TOLD) {
                    self.passed(stream, end);
                }
                turn += 1;
                continue;
            }
            self.step_through(array)?;
            let place = Place {
                obj: &data.owner,
                attr,
                stream,
                at: At::Element(array, data.count.get()),
                index: Some(turn),
            };
            let mut until_item = Item::computed(Value::Null);
            match self
                .read_one(&attr.data, &place)
                .map_err(|fault| in_element(&fault, turn))?
            {
                Read::Nothing => {}
                Read::Item {
                    item,
                    goes_on: false,
                } => {
                    self.note_item_if_object(&place, &item);
                    return self.keep_or_fail(array, item, false);
                }
                Read::Item {
                    item,
                    goes_on: true,
                } => {
                    until_item = item.clone();
                    array.push(from, turn, item);
                    self.note_item(&place, &until_item);
                }
            }
            let moved = stream.cursor() != from;
            empty = if moved { 0 } else { empty + 1 };
            if empty > most_empty {
                return Err(no_progress(array, turn));
            }
            if let Repeat::Until(until) = &attr.repeat
                && self.until(array, until, &until_item, turn)?
            {
                return Ok(true);
            }
            turn += 1;
            if (turn == FULLY_READ || turn == FULLY_READ_STRICT)
                && measurer.is_none()
                && !matches!(attr.repeat, Repeat::Until(_))
            {
                let all = !self.strict() || turn == FULLY_READ_STRICT;
                // to decode one of them later takes what it was given
                let own = match data.data {
                    DataType::User { args, .. } => self.names_itself(args, &place),
                    _ => false,
                };
                measurer = self
                    .measurer(data.data, &place)
                    .filter(|m| !own && (all || m.program.exact));
                if measurer.is_none() && all {
                    pacer = Pacer::new(self, array).filter(|pacer| !own || pacer.gives());
                }
            }
        }
    }

    /// Passes elements whose ends can be told without decoding them, in turns
    /// below `most`; gives the next turn.
    fn measure_on(
        &self,
        array: &Array<'a>,
        measurer: &Measurer<'a>,
        mut turn: u64,
        most: u64,
    ) -> u64 {
        let stream = &array.0.stream;
        let cursor = stream.cursor();
        if cursor.bits_left > 0 {
            return turn;
        }
        let bytes = stream.bytes();
        let mut pos = cursor.pos;
        array.push_starts(|push| {
            while turn < most && pos < bytes.len() as u64 {
                match measurer.end(bytes, pos) {
                    Some(end) if end > pos => {
                        push(Cursor::at(pos), turn);
                        pos = end;
                        if turn.is_multiple_of(TOLD) {
                            self.passed(stream, end);
                        }
                        turn += 1;
                    }
                    _ => break,
                }
            }
        });
        if pos > cursor.pos {
            stream.seek(pos);
        }
        turn
    }

    fn note_item_if_object(&self, place: &Place<'_, 'a>, item: &Item<'a>) {
        if item.obj().is_some() {
            self.note_item(place, item);
        }
    }

    fn until(
        &self,
        array: &Array<'a>,
        until: &crate::schema::Expr,
        item: &Item<'a>,
        index: u64,
    ) -> Result<bool, Fault> {
        let attr = array.0.attr;
        let value = match &item.content {
            Content::Missing => Value::Null,
            _ => self.item_value(item, attr)?,
        };
        let scope = Scope {
            this: &array.0.owner,
            item: Some(&value),
            index: Some(index),
        };
        self.eval_bool(&scope, until, attr)
    }
}

fn move_to(stream: &Stream<'_>, bit: u64, little: bool) {
    let pos = bit.div_ceil(8);
    stream.set_cursor(super::buffer::Cursor {
        pos,
        bits_left: (pos * 8 - bit) as u8,
        little,
    });
}

fn no_progress(array: &Array<'_>, index: u64) -> Fault {
    let stream = &array.0.stream;
    Fault::new(
        FaultKind::NoProgress,
        format!("element {index} takes no bytes, so the repetition would never end"),
        Some(stream.0.base + stream.pos()),
        array.0.attr.path.clone(),
    )
}

fn in_element(fault: &Fault, index: u64) -> Fault {
    Fault::new(
        fault.kind(),
        format!("element {index}: {}", fault.message()),
        fault.at(),
        fault.grammar_path().into(),
    )
}

/// Goes to where an element of fixed stride begins.
fn at_element<'s, 'a>(array: &'s Array<'a>, stride: Stride, index: u64) -> Place<'s, 'a> {
    let data = &*array.0;
    move_to(
        &data.stream,
        data.start + index * stride.bits,
        stride.little,
    );
    Place {
        obj: &data.owner,
        attr: data.attr,
        stream: &data.stream,
        at: At::Element(array, index),
        index: Some(index),
    }
}
