//! Finds where elements of an array end by a machine that tells nobody.

use std::rc::Rc;

use super::machine::Cell;
use super::sink::Deaf;
use super::{Base, Data, Element, Machine, Scratch, root_of};
use crate::decode::Value;
use crate::decode::array::{Array, MOST_GIVEN};
use crate::decode::engine::Engine;
use crate::decode::object::Obj;
use crate::schema::{Ty, TypeDef};

/// Goes from element to element of an array.
pub(crate) struct Pacer<'a> {
    element: Rc<Element<'a>>,
    scratch: Scratch,
    parent: Option<Obj<'a>>,
    root: Option<Obj<'a>>,
    number: u64,
    /// The type of elements that may be made of those before.
    given: Option<&'a TypeDef>,
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
        // to decode one of them later takes what it was given
        let given = match (&element.data, element.looks_back) {
            (Data::User { args, .. }, true) if args.len() > MOST_GIVEN => return None,
            (Data::User { form, .. }, true) => forms.form_at(*form).map(|form| form.def),
            _ => None,
        };
        let mut scratch = Scratch::default();
        let number = scratch.begin();
        Some(Pacer {
            element,
            scratch,
            parent: data.owner.0.parent.clone(),
            root: root_of(&data.owner),
            number,
            given,
        })
    }

    /// Whether it says what elements are given.
    pub(crate) fn gives(&self) -> bool {
        self.given.is_some()
    }

    /// What the element that was gone through last was given, where others may
    /// need to know.
    pub(crate) fn given(&self) -> Option<Vec<Value<'a>>> {
        let def = self.given?;
        let params = def.params.iter().zip(&self.scratch.params);
        let values = params.map(|(param, packed)| match (packed.cell(), &param.ty) {
            (Cell::Absent, _) => Some(Value::Null),
            (Cell::Number(n), Ty::Int) => Some(Value::Int(n.into())),
            (Cell::Number(n), Ty::Bool) => Some(Value::Bool(n != 0)),
            (Cell::Number(n), Ty::Enum(id)) => Some(Value::Enum(*id, n.into())),
            _ => None,
        });
        values.collect()
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
        let end = end
            .ok()
            .filter(|_| self.given.is_none() || self.given().is_some());
        self.element.patience().note(end.is_some());
        end.map(|(end, _)| end)
    }
}
