//! Reads objects: each attribute of a `seq` in turn, and single elements.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::again::Reach;
use super::array::Array;
use super::buffer::{Cursor, Eof, Stream};
use super::engine::Engine;
use super::eval::Scope;
use super::fault::{Fault, FaultKind};
use super::object::{Home, Item, Obj, ObjData, Root, Slot, State, Status};
use super::value::Value;
use crate::schema::{
    Attr, DataType, Endian, EndianRule, FixedLayout, Member, Repeat, TypeDef, TypeId,
};

/// One element as it was read.
pub(crate) enum Read<'a> {
    /// Nothing to read: a switch without a case for it.
    Nothing,
    Item {
        item: Item<'a>,
        /// Whether what follows can still be found.
        goes_on: bool,
    },
}

/// Where in the tree an element is read.
#[derive(Clone, Copy)]
pub(crate) enum At<'s, 'a> {
    Member(&'s Obj<'a>, Member),
    Element(&'s Array<'a>, u64),
}

/// What stands around an element that is read.
pub(crate) struct Place<'s, 'a> {
    pub(crate) obj: &'s Obj<'a>,
    pub(crate) attr: &'a Attr,
    pub(crate) stream: &'s Stream<'a>,
    pub(crate) at: At<'s, 'a>,
    pub(crate) index: Option<u64>,
}

impl<'s, 'a> Place<'s, 'a> {
    /// A field of an object.
    pub(crate) fn member(
        obj: &'s Obj<'a>,
        attr: &'a Attr,
        member: Member,
        stream: &'s Stream<'a>,
    ) -> Place<'s, 'a> {
        Place {
            obj,
            attr,
            stream,
            at: At::Member(obj, member),
            index: None,
        }
    }

    pub(crate) fn home(&self) -> Home<'a> {
        match self.at {
            At::Member(obj, member) => Home::Member(obj.clone(), member),
            At::Element(array, index) => Home::Element(array.clone(), index),
        }
    }

    /// Lets what is read inside a lone object refer to it; an element is part
    /// of its array only when it has been read.
    pub(crate) fn begun(&self, obj: &Obj<'a>) {
        if let At::Member(owner, member) = self.at {
            let at = self.stream.pos().min(self.stream.size());
            let item = Item::new(self.stream.span(at, at), Value::Obj(obj.clone()));
            owner.set_slot(member, Slot::Item(item));
        }
    }

    pub(crate) fn scope(&self) -> Scope<'s, 'a> {
        Scope::element(self.obj, self.index)
    }

    pub(crate) fn fault(&self, kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault::new(
            kind,
            message,
            Some(self.stream.0.base + self.stream.pos()),
            self.attr.path.clone(),
        )
    }

    pub(crate) fn eof(&self, eof: Eof) -> Read<'a> {
        let start = eof.pos.min(self.stream.size());
        let span = self.stream.span(start, self.stream.size());
        Read::stop(Item::failed(
            Some(span),
            eof.fault(self.stream, self.attr.path.clone()),
        ))
    }
}

impl<'a> Read<'a> {
    pub(crate) fn ok(item: Item<'a>) -> Read<'a> {
        Read::Item {
            item,
            goes_on: true,
        }
    }

    pub(crate) fn stop(item: Item<'a>) -> Read<'a> {
        Read::Item {
            item,
            goes_on: false,
        }
    }
}

impl<'a> Engine<'a> {
    /// The whole file's object.
    pub(crate) fn read_root(&self) -> Obj<'a> {
        let buffer = super::buffer::Buffer::File(self.0.file);
        let stream = Stream::new(buffer, 0, self.0.file.len() as u64);
        let ty = self.0.schema.root;
        let params = self
            .0
            .schema
            .ty(ty)
            .params
            .iter()
            .map(|_| Value::Null)
            .collect();
        let obj = self.object(
            ty,
            params,
            &stream,
            Cursor::at(0),
            Home::Root,
            None,
            Root::Own,
            None,
        );
        self.while_recording(|| self.read_object(&obj));
        obj
    }

    #[allow(clippy::too_many_arguments, reason = "all are parts of one object")]
    pub(crate) fn object(
        &self,
        ty: TypeId,
        params: Box<[Value<'a>]>,
        stream: &Stream<'a>,
        begin: Cursor,
        home: Home<'a>,
        parent: Option<Obj<'a>>,
        root: Root<'a>,
        inherited: Option<Endian>,
    ) -> Obj<'a> {
        let start = begin.bit() / 8;
        self.passed(stream, start);
        Obj(Rc::new(ObjData {
            engine: self.clone(),
            ty,
            def: self.0.schema.ty(ty),
            stream: stream.clone(),
            owns_stream: Cell::new(false),
            start,
            begin,
            level: home.level(),
            reach: Reach::new(stream, start, home.owner()),
            home,
            parent,
            root,
            params,
            inherited,
            endian: Cell::new(None),
            fixed: Cell::new(false),
            state: RefCell::new(State {
                status: Status::Unread,
                tested: false,
                seq: Vec::new(),
                instances: Vec::new(),
                end: start,
                fault: None,
            }),
        }))
    }

    /// Reads an object's `seq` from where its stream stands; gives whether it
    /// came to its end.
    pub(crate) fn read_object(&self, obj: &Obj<'a>) -> bool {
        self.rested();
        let path = obj.0.def.path.clone();
        let result = self.deeper(&path, || {
            // Instances that decide the byte order are used before `seq` is read.
            obj.0.state.borrow_mut().status = Status::Reading;
            self.decide_endian(obj)?;
            Ok(self.read_seq(obj))
        });
        let done = match result {
            Ok(done) => done,
            Err(fault) => {
                self.record(|| obj.path(), &fault);
                let mut state = obj.0.state.borrow_mut();
                state.status = Status::Broken;
                state.fault = Some(fault);
                false
            }
        };
        obj.0.state.borrow_mut().end = obj.0.stream.pos();
        done
    }

    pub(crate) fn decide_endian(&self, obj: &Obj<'a>) -> Result<(), Fault> {
        let endian = match &obj.0.def.endian {
            _ if self.0.options.endian.is_some() => self.0.options.endian,
            EndianRule::None => obj.0.inherited,
            EndianRule::Fixed(endian) => Some(*endian),
            EndianRule::Inherited => obj.0.inherited,
            EndianRule::Switch { on, cases } => {
                let scope = Scope::of(obj);
                let on = self.eval(&scope, on)?;
                let mut found = None;
                for (when, endian) in cases {
                    let fits = match when {
                        None => true,
                        Some(when) => self.equal(&on, &self.eval(&scope, when)?),
                    };
                    if fits {
                        found = Some(*endian);
                        break;
                    }
                }
                if found.is_none() {
                    return Err(Fault::new(
                        FaultKind::UndecidedEndianness,
                        format!("no case of the byte order switch fits {}", self.say(&on)),
                        Some(obj.0.stream.0.base + obj.0.start),
                        obj.0.def.path.clone(),
                    ));
                }
                found
            }
        };
        obj.0.endian.set(endian);
        Ok(())
    }

    fn read_seq(&self, obj: &Obj<'a>) -> bool {
        let def = obj.0.def;
        let stream = &obj.0.stream;
        if let Some(layout) = &def.layout
            && stream.cursor().bits_left == 0
            && stream
                .pos()
                .checked_add(layout.size)
                .is_some_and(|end| end <= stream.size())
            && !self.must_test(obj.0.ty)
        {
            {
                let mut state = obj.0.state.borrow_mut();
                obj.0.fixed.set(true);
                state.status = Status::Done;
            }
            self.pass(def, layout, stream);
            return true;
        }
        {
            let mut state = obj.0.state.borrow_mut();
            state.status = Status::Reading;
            state.tested |= self.strict() && self.is_recording();
            state.seq = vec![Slot::Unread; def.seq.len()];
        }
        let before = stream.cursor();
        let mut after_bits = false;
        for (i, attr) in def.seq.iter().enumerate() {
            let member = Member::Seq(i as u16);
            let bits = matches!(attr.data, DataType::Bits { .. });
            // Before `if` and arguments are evaluated, whether the field is
            // there or not.
            if after_bits && !bits {
                stream.align();
            }
            after_bits = bits;
            if !self.read_attr(obj, attr, member, stream) {
                obj.0.state.borrow_mut().status = Status::Broken;
                return false;
            }
        }
        obj.0.state.borrow_mut().status = Status::Done;
        if stream.cursor() == before
            && !def.seq.is_empty()
            && let Err(fault) = self.empty_object()
        {
            self.record(|| obj.path(), &fault);
            let mut state = obj.0.state.borrow_mut();
            state.status = Status::Broken;
            state.fault = Some(fault);
            return false;
        }
        true
    }

    /// Moves past the fields of a fixed layout, of which the last may end within
    /// a byte.
    fn pass(&self, def: &TypeDef, layout: &FixedLayout, stream: &Stream<'a>) {
        let last = def.seq.last().map(|attr| &attr.data);
        stream.set_cursor(Cursor {
            pos: stream.pos() + layout.size,
            bits_left: (layout.size * 8).saturating_sub(layout.bits()) as u8,
            little: matches!(
                last,
                Some(DataType::Bits {
                    endian: Endian::Le,
                    ..
                })
            ),
        });
    }

    /// Whether reading an object of this type must look at its values.
    pub(crate) fn must_test(&self, ty: TypeId) -> bool {
        self.strict() && self.is_recording() && self.has_rules(ty)
    }

    fn has_rules(&self, ty: TypeId) -> bool {
        if let Some(known) = self.0.rules.borrow().get(&ty) {
            return *known;
        }
        self.0.rules.borrow_mut().insert(ty, false);
        let found = self.0.schema.ty(ty).seq.iter().any(|attr| {
            !attr.valid.is_empty()
                || matches!(attr.data, DataType::User { ty: inner, .. } if self.has_rules(inner))
        });
        self.0.rules.borrow_mut().insert(ty, found);
        found
    }

    /// Reads an attribute into its slot; gives whether what follows can still
    /// be found.
    pub(crate) fn read_attr(
        &self,
        obj: &Obj<'a>,
        attr: &'a Attr,
        member: Member,
        stream: &Stream<'a>,
    ) -> bool {
        let place = Place::member(obj, attr, member, stream);
        if let Some(cond) = &attr.cond {
            match self.eval_bool(&place.scope(), cond, attr) {
                Ok(true) => {}
                Ok(false) => {
                    obj.set_slot(member, Slot::Absent);
                    return true;
                }
                Err(fault) => return self.fail(&place, member, fault),
            }
        }
        self.read_attr_body(obj, attr, member, stream)
    }

    /// Reads an attribute whose `if` holds into its slot.
    pub(crate) fn read_attr_body(
        &self,
        obj: &Obj<'a>,
        attr: &'a Attr,
        member: Member,
        stream: &Stream<'a>,
    ) -> bool {
        let place = Place::member(obj, attr, member, stream);
        if !matches!(attr.repeat, Repeat::Once) {
            return self.read_array(obj, attr, member, stream);
        }
        match self.read_one(&attr.data, &place) {
            Ok(Read::Nothing) => {
                obj.set_slot(member, Slot::Absent);
                true
            }
            Ok(Read::Item { item, goes_on }) => {
                // `valid` may name the field itself.
                obj.set_slot(member, Slot::Item(item.clone()));
                self.note_item(&place, &item);
                goes_on
            }
            Err(fault) => self.fail(&place, member, fault),
        }
    }

    /// A field that could not even be begun.
    pub(crate) fn fail(&self, place: &Place<'_, 'a>, member: Member, fault: Fault) -> bool {
        self.record(|| place.home().path(), &fault);
        let at = place.stream.pos().min(place.stream.size());
        place.obj.set_slot(
            member,
            Slot::Item(Item::failed(Some(place.stream.span(at, at)), fault)),
        );
        false
    }

    /// Records an element's own fault and, where that is wanted, what `valid`
    /// says of it.
    pub(crate) fn note_item(&self, place: &Place<'_, 'a>, item: &Item<'a>) {
        if !self.is_recording() {
            return;
        }
        if let Some(fault) = &item.fault {
            self.record(|| place.home().path(), fault);
        } else if self.strict() && !place.attr.valid.is_empty() {
            let at = item.span.map(|span| span.start_byte());
            let fault = match self.item_value(item, place.attr) {
                Ok(value) => self
                    .test_valid(&place.scope(), place.attr, &value, at)
                    .err(),
                Err(fault) => Some(fault),
            };
            if let Some(fault) = fault {
                self.record(|| place.home().path(), &fault);
            }
        }
    }

    /// Reads an object again whose fields were dropped.
    pub(crate) fn ensure_read(&self, obj: &Obj<'a>) {
        if obj.status() != Status::Unread {
            return;
        }
        let stream = &obj.0.stream;
        let before = stream.cursor();
        stream.set_cursor(obj.0.begin);
        as_at_first(&obj.0.home, || {
            self.without_recording(|| self.read_object(obj));
        });
        if !obj.0.owns_stream.get() {
            stream.set_cursor(before);
        }
    }
}

/// Reads something again as it was read at first: the arrays that it stands in
/// end before it, since their later elements were not there yet.
pub(crate) fn as_at_first<T>(home: &Home<'_>, read: impl FnOnce() -> T) -> T {
    let mut ended = Vec::new();
    let mut at = home.clone();
    loop {
        at = match at {
            Home::Root => break,
            Home::Member(owner, _) => owner.0.home.clone(),
            Home::Element(array, index) => {
                let next = array.0.owner.0.home.clone();
                if array.is_indexed() {
                    let before = array.see(Some(index));
                    ended.push((array, before));
                }
                next
            }
        };
    }
    let result = read();
    for (array, before) in ended {
        array.see(before);
    }
    result
}
