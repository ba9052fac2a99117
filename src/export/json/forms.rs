//! Objects and elements that are written without being decoded first.

use std::io;
use std::rc::Rc;

use super::flat::Flat;
use super::teller::Teller;
use super::{FULL, Json, List};
use crate::decode::array::{Array, ArrayShape};
use crate::decode::engine::Engine;
use crate::decode::form::{Base, Element, Machine, Patience, root_of};
use crate::decode::object::{Item, Obj, Status};
use crate::schema::DataType;

/// How elements of an array are written without decoding them.
pub(super) struct Formed<'a> {
    element: Rc<Element<'a>>,
    number: u64,
    parent: Option<Obj<'a>>,
    root: Option<Obj<'a>>,
    /// Where the next element starts, in bytes, if that is known.
    next: Option<u64>,
    most_places: u64,
}

impl<'a> Json<'_, '_, 'a> {
    /// Elements of a flat type, written by their plan; gives how many.
    pub(super) fn planned(
        &mut self,
        array: &Array<'a>,
        plan: &Flat,
        stride: u64,
        list: &mut super::List,
    ) -> io::Result<u64> {
        let count = array.0.count.get();
        let bytes = array.0.stream.bytes();
        let Some(bytes) = bytes.get((array.0.start / 8) as usize..) else {
            return Ok(0);
        };
        self.places = self.places.saturating_add(count);
        for index in 0..count {
            self.next(list);
            let at = index * stride;
            plan.write(&bytes[at as usize..], &mut self.buffer);
            if self.buffer.len() >= FULL {
                let data = &*array.0;
                data.owner
                    .engine()
                    .passed(&data.stream, data.start / 8 + at);
                self.drain()?;
            }
        }
        Ok(count)
    }

    pub(super) fn plan_of_elements(&mut self, array: &Array<'a>) -> Option<(Rc<Flat>, u64)> {
        let ArrayShape::Fixed { stride, .. } = array.0.shape else {
            return None;
        };
        if self.options.ranges
            || self.options.pretty
            || (self.options.tested && !array.0.attr.valid.is_empty())
        {
            return None;
        }
        let plan = match array.0.data {
            DataType::User {
                ty, extent: None, ..
            } => {
                let endian = array.0.owner.0.endian.get();
                let key = (*ty, endian);
                let (schema, options) = (self.tree.schema(), self.options);
                let entry = self.plans.entry(key);
                entry
                    .or_insert_with(|| Flat::of_type(schema, *ty, endian, options).map(Rc::new))
                    .clone()?
            }
            data => Rc::new(Flat::of_data(
                self.tree.schema(),
                data,
                array.0.owner.0.endian.get(),
                self.options,
            )?),
        };
        let whole = stride.is_multiple_of(8) && array.0.start.is_multiple_of(8) && stride > 0;
        (whole && array.0.owner.engine().0.options.endian.is_none()).then_some((plan, stride / 8))
    }

    pub(super) fn plan_of(&mut self, obj: &Obj<'a>) -> Option<Rc<Flat>> {
        if self.options.ranges
            || self.options.pretty
            || !obj.is_fixed()
            || obj.status() != Status::Done
            || obj.engine().0.options.endian.is_some()
        {
            return None;
        }
        let (schema, options) = (self.tree.schema(), self.options);
        let endian = obj.0.endian.get();
        let entry = self.plans.entry((obj.0.ty, endian));
        entry
            .or_insert_with(|| Flat::of_type(schema, obj.0.ty, endian, options).map(Rc::new))
            .clone()
    }

    fn may_form(&self, engine: &Engine<'a>) -> bool {
        self.forms.fit(engine) && !self.options.ranges && !self.options.pretty
    }

    /// How the elements of an array can be written by machines.
    pub(super) fn formed(&mut self, array: &Array<'a>) -> Option<Formed<'a>> {
        let data = &*array.0;
        let engine = data.owner.engine();
        if !self.may_form(engine)
            || array.has_turns()
            || !matches!(
                data.data,
                DataType::User { .. } | DataType::Switch { .. } | DataType::Str { .. }
            )
        {
            return None;
        }
        let element = self.forms.element(data.owner.0.ty, data.attr, data.data)?;
        Some(Formed {
            element,
            number: self.scratch.begin(),
            parent: data.owner.0.parent.clone(),
            root: root_of(&data.owner),
            next: data.start.is_multiple_of(8).then_some(data.start / 8),
            most_places: engine.most_places(),
        })
    }

    /// Writes an element by a machine, if that can be done.
    pub(super) fn formed_element(
        &mut self,
        formed: &mut Formed<'a>,
        array: &Array<'a>,
        index: u64,
        list: &mut List,
    ) -> io::Result<bool> {
        let data = &*array.0;
        if index >= data.count.get() {
            return Ok(false);
        }
        let start = match data.shape {
            ArrayShape::Fixed { stride, .. } => {
                let bit = data.start + index * stride;
                bit.is_multiple_of(8).then_some(bit / 8)
            }
            ArrayShape::Indexed(_) => formed.next,
        };
        let Some(start) = start.filter(|_| formed.element.patience().may_try()) else {
            return Ok(false);
        };
        let written = self.buffer.len();
        let was_empty = list.empty;
        self.next(list);
        let base = Base::of_element(
            array,
            formed.parent.clone(),
            formed.root.clone(),
            formed.number,
        );
        let mut teller = Teller {
            out: &mut self.buffer,
            texts: &mut self.texts,
            forms: &self.forms,
        };
        let machine = Machine::new(
            &self.forms,
            &base,
            data.owner.engine(),
            &mut self.scratch,
            &mut teller,
            formed.most_places.saturating_sub(self.places),
        );
        let result = machine.element(&formed.element, index, start);
        formed.element.patience().note(result.is_ok());
        let Ok((end, places)) = result else {
            self.buffer.truncate(written);
            list.empty = was_empty;
            return Ok(false);
        };
        formed.next = Some(end);
        data.owner.engine().passed(&data.stream, end);
        self.places += places + 1;
        self.drain()?;
        Ok(true)
    }

    /// Takes note of an element that was decoded and written in the usual way.
    pub(super) fn passed(formed: &mut Formed<'a>, array: &Array<'a>, item: &Item<'a>) {
        let stream = &array.0.stream.0;
        formed.next = item
            .span
            .filter(|span| span.buffer == stream.buffer.id() && span.is_aligned())
            .and_then(|span| span.end_byte().checked_sub(stream.base));
    }

    /// Writes an object by a machine, if that can be done.
    pub(super) fn formed_object(&mut self, obj: &Obj<'a>) -> io::Result<bool> {
        let engine = obj.engine();
        if !self.may_form(engine) || !matches!(obj.status(), Status::Done | Status::Unread) {
            return Ok(false);
        }
        let form = self.forms.form(obj.0.ty);
        if !self.forms.patience(form).is_some_and(Patience::may_try) {
            return Ok(false);
        }
        let base = Base::of_object(obj, self.scratch.begin());
        let mut teller = Teller {
            out: &mut self.buffer,
            texts: &mut self.texts,
            forms: &self.forms,
        };
        let machine = Machine::new(
            &self.forms,
            &base,
            engine,
            &mut self.scratch,
            &mut teller,
            engine.most_places().saturating_sub(self.places),
        );
        let result = machine.whole(form, obj);
        if let Some(patience) = self.forms.patience(form) {
            patience.note(result.is_ok());
        }
        let Ok(places) = result else {
            return Ok(false);
        };
        self.places += places;
        self.drain()?;
        Ok(true)
    }
}
