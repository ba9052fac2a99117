//! Finds where elements of an array end by a machine that tells nobody.

use std::rc::Rc;

use super::sink::Deaf;
use super::{Base, Element, Machine, Scratch, root_of};
use crate::decode::array::Array;
use crate::decode::engine::Engine;
use crate::decode::object::Obj;

/// Goes from element to element of an array.
pub(crate) struct Pacer<'a> {
    element: Rc<Element<'a>>,
    scratch: Scratch,
    parent: Option<Obj<'a>>,
    root: Option<Obj<'a>>,
    number: u64,
}

impl<'a> Pacer<'a> {
    /// A pacer for an array, if a machine can go through its elements.
    pub(crate) fn new(engine: &Engine<'a>, array: &Array<'a>) -> Option<Pacer<'a>> {
        let data = &*array.0;
        let mut forms = engine.0.forms.try_borrow_mut().ok()?;
        if !forms.fit(engine) {
            return None;
        }
        let element = forms.element(data.owner.0.ty, data.attr, data.data)?;
        let mut scratch = Scratch::default();
        let number = scratch.begin();
        Some(Pacer {
            element,
            scratch,
            parent: data.owner.0.parent.clone(),
            root: root_of(&data.owner),
            number,
        })
    }

    /// Where the element that starts at `start` ends, both in bytes from the
    /// start of the stream.
    pub(crate) fn end(
        &mut self,
        engine: &Engine<'a>,
        array: &Array<'a>,
        turn: u64,
        start: u64,
    ) -> Option<u64> {
        if !self.element.patience().may_try() {
            return None;
        }
        let forms = engine.0.forms.try_borrow().ok()?;
        let base = Base::of_element(array, self.parent.clone(), self.root.clone(), self.number);
        let scratch = &mut self.scratch;
        let mut deaf = Deaf;
        let machine = Machine::new(&forms, &base, engine, scratch, &mut deaf, u64::MAX);
        let end = machine.element(&self.element, turn, start);
        self.element.patience().note(end.is_ok());
        end.ok().map(|(end, _)| end)
    }
}
