//! Objects shown by what a machine met of them, without making any. The rows
//! are those that the tree gives, which is asked wherever there is more to say
//! than a name and a value.

mod compact;
mod fields;
mod plan;
mod value;

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use self::plan::{How, Plan, how};
use super::View;
use super::flow::Flow;
use super::named::Called;
use super::walk::Name;
use crate::decode::array::{Array, ArrayShape};
use crate::decode::engine::Engine;
use crate::decode::form::{
    Base, Element, Entry, Forms, Machine, Met, Patience, Record, Scratch, root_of,
};
use crate::decode::object::{Obj, Status};
use crate::schema::{DataType, Schema, TypeDef};
use crate::tree::Node;
use crate::view::doc::Role;

/// Machines, and what they met last.
pub(super) struct Recorder<'a> {
    forms: Forms<'a>,
    scratch: Scratch,
    /// Records that are not in use.
    spare: Vec<Record>,
    /// By form.
    plans: Vec<Option<Rc<Plan<'a>>>>,
    /// Members of all plans.
    members: usize,
}

/// How the elements of an array are shown by machines.
pub(super) struct Recorded<'a> {
    element: Rc<Element<'a>>,
    array: Array<'a>,
    how: How,
    number: u64,
    parent: Option<Obj<'a>>,
    root: Option<Obj<'a>>,
    /// Where the next element starts, in bytes of its stream, if that is known.
    next: Option<u64>,
}

/// A node that is made when it is asked for.
pub(super) struct Reached<'n, 'a> {
    above: Option<&'n Reached<'n, 'a>>,
    index: u64,
    node: OnceCell<Option<Node<'a>>>,
}

impl<'n, 'a> Reached<'n, 'a> {
    fn at(node: &Node<'a>) -> Self {
        Reached {
            above: None,
            index: 0,
            node: OnceCell::from(Some(node.clone())),
        }
    }

    fn child(above: &'n Reached<'n, 'a>, index: u64) -> Reached<'n, 'a> {
        Reached {
            above: Some(above),
            index,
            node: OnceCell::new(),
        }
    }

    pub(super) fn node(&self) -> Option<&Node<'a>> {
        let made = self
            .node
            .get_or_init(|| self.above?.node()?.child(self.index));
        made.as_ref()
    }
}

impl<'a> Recorder<'a> {
    pub(super) fn new(schema: &'a Schema) -> Recorder<'a> {
        Recorder {
            forms: Forms::new(schema, false),
            scratch: Scratch::default(),
            spare: Vec::new(),
            plans: Vec::new(),
            members: 0,
        }
    }

    /// The plan of a form.
    fn plan(&mut self, form: u32, schema: &Schema) -> Option<Rc<Plan<'a>>> {
        let form = form as usize;
        if self.plans.len() <= form {
            self.plans.resize(form + 1, None);
        }
        let plan = self.plans.get_mut(form)?;
        if plan.is_none() {
            let def = self.forms.form_at(form)?.def;
            let made = Plan::new(def, schema, self.members);
            self.members += made.members();
            *plan = Some(Rc::new(made));
        }
        plan.clone()
    }

    fn record(&mut self) -> Record {
        let mut record = self.spare.pop().unwrap_or_default();
        record.clear();
        record
    }

    /// Goes through an element; gives what was met and where it ends.
    fn element(
        &mut self,
        recorded: &Recorded<'a>,
        index: u64,
        start: u64,
    ) -> Option<(Record, u64)> {
        let array = &recorded.array;
        let engine = array.0.owner.engine();
        let (parent, root) = (recorded.parent.clone(), recorded.root.clone());
        let base = Base::of_element(array, parent, root, recorded.number);
        let mut record = self.record();
        let (scratch, most) = (&mut self.scratch, engine.most_places());
        let machine = Machine::new(&self.forms, &base, engine, scratch, &mut record, most);
        let result = machine.element(&recorded.element, index, start);
        recorded.element.patience().note(result.is_ok());
        match result {
            Ok((end, _)) => Some((record, end)),
            Err(_) => {
                self.spare.push(record);
                None
            }
        }
    }

    /// Goes through an object; gives what was met and its form.
    fn object(&mut self, obj: &Obj<'a>) -> Option<(Record, u32)> {
        let engine = obj.engine();
        if !self.forms.fit(engine) || !matches!(obj.status(), Status::Done | Status::Unread) {
            return None;
        }
        let form = self.forms.form(obj.0.ty);
        if !self.forms.patience(form).is_some_and(Patience::may_try) {
            return None;
        }
        let base = Base::of_object(obj, self.scratch.begin());
        let mut record = self.record();
        let (scratch, most) = (&mut self.scratch, engine.most_places());
        let machine = Machine::new(&self.forms, &base, engine, scratch, &mut record, most);
        let result = machine.whole(form, obj);
        if let Some(patience) = self.forms.patience(form) {
            patience.note(result.is_ok());
        }
        match result {
            Ok(_) => Some((record, form as u32)),
            Err(_) => {
                self.spare.push(record);
                None
            }
        }
    }
}

impl<'a> View<'_, 'a> {
    /// Whether rows may be made of what machines meet.
    fn may_record(&mut self, flow: &Flow<'a>) -> bool {
        self.full
            && !self.options.dense
            && self.window.is_none()
            && flow.is_whole()
            && self.laid.is_empty()
            && !self.facts.has_running_sums()
            && self.canvas.wanted.is_none()
            && self.canvas.direct().is_some()
    }

    /// How the elements of an array are shown by machines, if they can be.
    pub(super) fn recorded(
        &mut self,
        flow: &Flow<'a>,
        node: &Node<'a>,
    ) -> Option<Box<Recorded<'a>>> {
        if !self.may_record(flow) {
            return None;
        }
        let array = node.array()?.clone();
        let data = &*array.0;
        let engine: &Engine<'a> = data.owner.engine();
        let fits = matches!(
            data.data,
            DataType::User { .. } | DataType::Switch { .. } | DataType::Str { .. }
        );
        let how = how(data.attr, self.tree.schema());
        if !fits
            || how == How::Tree
            || array.has_turns()
            || data.stream.0.buffer.id() != flow.buffer
            || !self.recorder.forms.fit(engine)
        {
            return None;
        }
        let forms = &mut self.recorder.forms;
        let element = forms.element(data.owner.0.ty, data.attr, data.data)?;
        Some(Box::new(Recorded {
            element,
            how,
            number: self.recorder.scratch.begin(),
            parent: data.owner.0.parent.clone(),
            root: root_of(&data.owner),
            next: data.start.is_multiple_of(8).then_some(data.start / 8),
            array,
        }))
    }

    /// Shows an element, if a machine can go through it; gives whether it did.
    pub(super) fn recorded_element(
        &mut self,
        flow: &mut Flow<'a>,
        (node, index): (&Node<'a>, u64),
        recorded: &mut Recorded<'a>,
        name: Name<'_>,
        depth: usize,
    ) -> ControlFlow<(), bool> {
        let data = &*recorded.array.0;
        let start = match data.shape {
            ArrayShape::Fixed { stride, .. } => {
                let bit = data.start + index * stride;
                bit.is_multiple_of(8).then_some(bit / 8)
            }
            ArrayShape::Indexed(_) => recorded.next,
        };
        let ready = index < data.count.get()
            && self.laid.is_empty()
            && recorded.element.patience().may_try();
        let Some(start) = start.filter(|_| ready) else {
            return ControlFlow::Continue(false);
        };
        let Some((record, end)) = self.recorder.element(recorded, index, start) else {
            return ControlFlow::Continue(false);
        };
        recorded.next = Some(end);
        if !self.has_room(node, &record) {
            self.recorder.spare.push(record);
            return ControlFlow::Continue(false);
        }
        let engine = data.owner.engine();
        engine.rested();
        engine.passed(&data.stream, end);
        let above = Reached::at(node);
        let reached = Reached::child(&above, index);
        let outer = self.open.clone();
        let entries = record.entries();
        let flowed = match entries.first() {
            Some(entry) => {
                let met = Meeting {
                    record: &record,
                    entry,
                    entries,
                    among: None,
                };
                let row = Row {
                    name,
                    depth,
                    inside: None,
                    number: None,
                };
                self.met(flow, &reached, (data.attr, recorded.how), met, row)
            }
            None => ControlFlow::Continue(()),
        };
        self.open = outer;
        if let Some(Some(node)) = reached.node.get() {
            node.release();
        }
        self.recorder.spare.push(record);
        flowed?;
        ControlFlow::Continue(true)
    }

    /// Takes note of an element that the tree gave.
    pub(super) fn pass_element(recorded: &mut Recorded<'a>, element: &Node<'a>) {
        let stream = &recorded.array.0.stream.0;
        recorded.next = element
            .span()
            .filter(|span| span.buffer == stream.buffer.id() && span.is_aligned())
            .and_then(|span| span.end_byte().checked_sub(stream.base));
    }

    /// Counts what was met; whether there may be so many.
    fn has_room(&mut self, node: &Node<'a>, record: &Record) -> bool {
        let count = record.entries().len() as u64;
        if self.again {
            let Some(left) = self.repeats.checked_sub(count) else {
                return false;
            };
            self.repeats = left;
        }
        count < self.shown.left(node.engine()) && self.shown.add(node.engine(), count)
    }

    /// Shows what is in an object, if a machine can go through it; gives whether
    /// it did.
    pub(super) fn recorded_members(
        &mut self,
        flow: &mut Flow<'a>,
        node: &Node<'a>,
        depth: usize,
    ) -> ControlFlow<(), bool> {
        let Some(obj) = node.obj().filter(|_| node.container().is_some()) else {
            return ControlFlow::Continue(false);
        };
        if obj.0.stream.0.buffer.id() != flow.buffer
            || !obj.0.def.checks.is_empty()
            || !self.may_record(flow)
        {
            return ControlFlow::Continue(false);
        }
        let Some((record, form)) = self.recorder.object(obj) else {
            return ControlFlow::Continue(false);
        };
        if !self.has_room(node, &record) {
            self.recorder.spare.push(record);
            return ControlFlow::Continue(false);
        }
        node.engine().rested();
        let reached = Reached::at(node);
        let outer = self.open.clone();
        let flowed = match self.recorder.plan(form, self.tree.schema()) {
            Some(plan) => {
                let met = (&record, record.entries());
                self.met_members(flow, &reached, &plan, met, depth)
            }
            None => ControlFlow::Continue(()),
        };
        self.open = outer;
        self.recorder.spare.push(record);
        flowed?;
        ControlFlow::Continue(true)
    }
}

/// What was met of a field or an element, and of what is inside it.
#[derive(Clone, Copy)]
struct Meeting<'r> {
    record: &'r Record,
    entry: &'r Entry,
    /// The entry and those after it.
    entries: &'r [Entry],
    /// The members of the object that it is in, and their type.
    among: Option<(&'r TypeDef, &'r [Entry])>,
}

/// Where something is shown.
#[derive(Clone, Copy)]
struct Row<'n, 'a> {
    name: Name<'n>,
    depth: usize,
    /// The object that has it, if that was met as well.
    inside: Option<&'n Reached<'n, 'a>>,
    /// Its number among all members of all types.
    number: Option<usize>,
}

impl<'n> Row<'n, '_> {
    /// What its row is called, in the colour of a role.
    fn called(&self, role: Role) -> Called<'n> {
        Called {
            number: self.number,
            name: self.name,
            role,
            depth: self.depth,
        }
    }
}

impl<'r> Meeting<'r> {
    /// What is inside it.
    fn inside(&self) -> &'r [Entry] {
        let inside = self.entry.inside();
        self.entries.get(1..1 + inside).unwrap_or_default()
    }

    /// The members inside it, which is of that type.
    fn members(self, def: &'r TypeDef) -> impl Iterator<Item = Meeting<'r>> {
        let (record, all) = (self.record, self.inside());
        let mut rest = all;
        std::iter::from_fn(move || {
            let entry = rest.first()?;
            let met = Meeting {
                record,
                entry,
                entries: rest,
                among: Some((def, all)),
            };
            rest = rest.get(1 + entry.inside()..).unwrap_or_default();
            Some(met)
        })
    }

    /// The name of a positioned instance of the object that it is in, unless
    /// that is absent.
    fn target(&self, instance: u16) -> Option<&'r str> {
        let (def, mut rest) = self.among?;
        let index = def.seq.len() + usize::from(instance);
        while let Some(entry) = rest.first() {
            if entry.member.is_some_and(|it| it.index as usize == index) {
                let placed = matches!(entry.what, Met::Placed);
                return placed.then(|| &*def.instances[usize::from(instance)].attr.id);
            }
            rest = rest.get(1 + entry.inside()..)?;
        }
        None
    }
}
