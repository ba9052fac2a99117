//! Objects: one user type read at one place.
//!
//! An object of fixed layout stores nothing of its fields; any other keeps one
//! slot per attribute. What is stored can be dropped (`release`) and is read
//! again when asked for.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::again::Reach;
use super::array::Array;
use super::buffer::{Buffer, Cursor, Stream};
use super::engine::Engine;
use super::fault::Fault;
use super::span::Span;
use super::value::{Bytes, Value};
use crate::schema::{Encoding, Endian, Member, TypeDef, TypeId};

/// An object of a user type; cheap to clone.
#[derive(Clone)]
pub struct Obj<'a>(pub(crate) Rc<ObjData<'a>>);

pub(crate) struct ObjData<'a> {
    pub(crate) engine: Engine<'a>,
    pub(crate) ty: TypeId,
    pub(crate) def: &'a TypeDef,
    /// `_io`.
    pub(crate) stream: Stream<'a>,
    /// Whether `stream` was made for it: it has a size or a terminator.
    pub(crate) owns_stream: Cell<bool>,
    /// Position in `stream` of the byte that it begins in.
    pub(crate) start: u64,
    /// Where it begins; within a byte, after bit fields of another object.
    pub(crate) begin: Cursor,
    /// Where it stands in the tree.
    pub(crate) home: Home<'a>,
    /// How many objects hold it, one in another.
    pub(crate) level: u32,
    pub(crate) reach: Reach,
    /// `_parent`.
    pub(crate) parent: Option<Obj<'a>>,
    /// `_root`.
    pub(crate) root: Root<'a>,
    pub(crate) params: Box<[Value<'a>]>,
    /// The byte order of the object that reads this one.
    pub(crate) inherited: Option<Endian>,
    pub(crate) state: RefCell<State<'a>>,
    pub(crate) endian: Cell<Option<Endian>>,
    /// Fields are found by the type's fixed layout; `state.seq` is empty.
    pub(crate) fixed: Cell<bool>,
}

/// The top object of an object's grammar file.
#[derive(Clone)]
pub(crate) enum Root<'a> {
    /// The object itself.
    Own,
    Of(Obj<'a>),
    /// None: a nested type of another file, read without its top type.
    Nobody,
}

/// Where an object stands in the tree, for its path.
#[derive(Clone)]
pub(crate) enum Home<'a> {
    Root,
    Member(Obj<'a>, Member),
    Element(Array<'a>, u64),
}

pub(crate) struct State<'a> {
    pub(crate) status: Status,
    /// `valid` of its fields was tested while it was read.
    pub(crate) tested: bool,
    pub(crate) seq: Vec<Slot<'a>>,
    pub(crate) instances: Vec<InstanceSlot<'a>>,
    /// Position in the stream after its last attribute.
    pub(crate) end: u64,
    /// What went wrong with the object itself rather than with a field.
    pub(crate) fault: Option<Fault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Unread,
    Reading,
    Done,
    /// Stopped at a fault: what follows in `seq` is unknown.
    Broken,
}

/// What is known of one attribute or instance.
#[derive(Clone)]
pub(crate) enum Slot<'a> {
    /// Not reached, or dropped.
    Unread,
    /// An instance that is being computed just now.
    Computing,
    /// `if` was false, or no case of the switch fits.
    Absent,
    Item(Item<'a>),
}

/// What is known of one instance; most are values and nothing more.
#[derive(Clone)]
pub(crate) enum InstanceSlot<'a> {
    Unread,
    Computing,
    Absent,
    Value(Value<'a>),
    Item(Rc<Item<'a>>),
}

impl<'a> InstanceSlot<'a> {
    pub(crate) fn new(slot: Slot<'a>) -> InstanceSlot<'a> {
        match slot {
            Slot::Unread => InstanceSlot::Unread,
            Slot::Computing => InstanceSlot::Computing,
            Slot::Absent => InstanceSlot::Absent,
            Slot::Item(Item {
                span: None,
                content: Content::Value(value),
                fault: None,
            }) => InstanceSlot::Value(value),
            Slot::Item(item) => InstanceSlot::Item(Rc::new(item)),
        }
    }

    pub(crate) fn slot(&self) -> Slot<'a> {
        match self {
            InstanceSlot::Unread => Slot::Unread,
            InstanceSlot::Computing => Slot::Computing,
            InstanceSlot::Absent => Slot::Absent,
            InstanceSlot::Value(value) => Slot::Item(Item::computed(value.clone())),
            InstanceSlot::Item(item) => Slot::Item((**item).clone()),
        }
    }
}

/// One decoded attribute or element.
#[derive(Clone, Debug)]
pub(crate) struct Item<'a> {
    /// Its bytes; `None` if it was computed.
    pub(crate) span: Option<Span>,
    pub(crate) content: Content<'a>,
    pub(crate) fault: Option<Fault>,
}

#[derive(Clone, Debug)]
pub(crate) enum Content<'a> {
    /// Nothing could be read.
    Missing,
    Value(Value<'a>),
    /// A string, decoded when asked for.
    Text(Bytes<'a>, &'a Encoding),
}

impl<'a> Item<'a> {
    pub(crate) fn new(span: Span, value: Value<'a>) -> Item<'a> {
        Item {
            span: Some(span),
            content: Content::Value(value),
            fault: None,
        }
    }

    pub(crate) fn computed(value: Value<'a>) -> Item<'a> {
        Item {
            span: None,
            content: Content::Value(value),
            fault: None,
        }
    }

    pub(crate) fn failed(span: Option<Span>, fault: Fault) -> Item<'a> {
        Item {
            span,
            content: Content::Missing,
            fault: Some(fault),
        }
    }

    pub(crate) fn obj(&self) -> Option<&Obj<'a>> {
        match &self.content {
            Content::Value(Value::Obj(obj)) => Some(obj),
            _ => None,
        }
    }

    /// Bytes of the decoded stream that was made for it.
    pub(crate) fn decoded_len(&self) -> u64 {
        let made = match &self.content {
            Content::Value(Value::Bytes(Bytes::Derived { buffer, .. }))
            | Content::Text(Bytes::Derived { buffer, .. }, _) => buffer,
            Content::Value(Value::Obj(obj)) => match &obj.0.stream.0.buffer {
                Buffer::Derived(buffer) => buffer,
                Buffer::File(_) => return 0,
            },
            _ => return 0,
        };
        match self.span {
            Some(span) if span.buffer == made.id => 0,
            _ => made.bytes.len() as u64,
        }
    }

    pub(crate) fn array(&self) -> Option<&Array<'a>> {
        match &self.content {
            Content::Value(Value::Array(array)) => Some(array),
            _ => None,
        }
    }
}

impl fmt::Debug for Obj<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Obj({} at {:?}+{})",
            self.0.def.qualified, self.0.stream, self.0.start
        )
    }
}

impl<'a> Obj<'a> {
    /// The type.
    #[must_use]
    pub fn type_def(&self) -> &'a TypeDef {
        self.0.def
    }

    pub(crate) fn engine(&self) -> &Engine<'a> {
        &self.0.engine
    }

    pub(crate) fn same(&self, other: &Obj<'a>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether two handles mean the same place, even if one was read again.
    pub(crate) fn same_place(&self, other: &Obj<'a>) -> bool {
        self.same(other)
            || (self.0.ty == other.0.ty
                && self.0.begin == other.0.begin
                && self.0.stream.0.len == other.0.stream.0.len
                && self.0.stream.0.base == other.0.stream.0.base
                && self.0.stream.0.buffer.id() == other.0.stream.0.buffer.id())
    }

    pub(crate) fn root(&self) -> Option<Obj<'a>> {
        match &self.0.root {
            Root::Own => Some(self.clone()),
            Root::Of(root) => Some(root.clone()),
            Root::Nobody => None,
        }
    }

    /// The `_root` of the objects that it reads.
    pub(crate) fn root_of_children(&self) -> Root<'a> {
        match &self.0.root {
            Root::Own => Root::Of(self.clone()),
            root => root.clone(),
        }
    }

    pub(crate) fn status(&self) -> Status {
        self.0.state.borrow().status
    }

    pub(crate) fn is_being_read(&self) -> bool {
        self.status() == Status::Reading
    }

    pub(crate) fn is_fixed(&self) -> bool {
        self.0.fixed.get()
    }

    /// `(first byte, one past the last byte)` in its stream, as far as read.
    pub(crate) fn extent(&self) -> (u64, u64) {
        (self.0.start, self.0.state.borrow().end.max(self.0.start))
    }

    pub(crate) fn set_slot(&self, member: Member, slot: Slot<'a>) {
        fn put<S: Clone>(slots: &mut Vec<S>, len: usize, i: usize, unread: S, slot: S) {
            if slots.len() < len {
                slots.resize(len, unread);
            }
            if let Some(place) = slots.get_mut(i) {
                *place = slot;
            }
        }
        let mut state = self.0.state.borrow_mut();
        let def = self.0.def;
        match member {
            Member::Seq(i) => put(&mut state.seq, def.seq.len(), i.into(), Slot::Unread, slot),
            Member::Instance(i) => put(
                &mut state.instances,
                def.instances.len(),
                i.into(),
                InstanceSlot::Unread,
                InstanceSlot::new(slot),
            ),
            Member::Param(_) => {}
        }
    }

    pub(crate) fn slot(&self, member: Member) -> Slot<'a> {
        let state = self.0.state.borrow();
        let slot = match member {
            Member::Seq(i) => state.seq.get(usize::from(i)).cloned(),
            Member::Instance(i) => state.instances.get(usize::from(i)).map(InstanceSlot::slot),
            Member::Param(_) => None,
        };
        slot.unwrap_or(Slot::Unread)
    }

    /// What is known of a value instance; if that is nothing, it is marked as
    /// being computed.
    pub(crate) fn begin_instance(&self, i: u16) -> InstanceSlot<'a> {
        let mut state = self.0.state.borrow_mut();
        let len = self.0.def.instances.len();
        if state.instances.len() < len {
            state.instances.resize(len, InstanceSlot::Unread);
        }
        let engine = &self.0.engine;
        match state.instances.get_mut(usize::from(i)) {
            Some(slot @ (InstanceSlot::Value(_) | InstanceSlot::Absent))
                if engine.has_override() =>
            {
                std::mem::replace(slot, InstanceSlot::Computing)
            }
            Some(slot @ InstanceSlot::Unread) => {
                *slot = InstanceSlot::Computing;
                InstanceSlot::Unread
            }
            Some(slot) => slot.clone(),
            None => InstanceSlot::Unread,
        }
    }

    /// Keeps what became of a value instance.
    pub(crate) fn end_instance(&self, i: u16, slot: InstanceSlot<'a>) {
        if let Some(place) = self.0.state.borrow_mut().instances.get_mut(usize::from(i)) {
            *place = slot;
        }
    }

    /// The value of an instance that was computed before and is nothing but a
    /// value.
    #[inline]
    pub(crate) fn known_instance(&self, i: u16) -> Option<Value<'a>> {
        match self.0.state.borrow().instances.get(usize::from(i))? {
            InstanceSlot::Value(value) => Some(value.clone()),
            InstanceSlot::Absent => Some(Value::Null),
            _ => None,
        }
    }

    /// The value of a plain attribute that was read before.
    #[inline]
    pub(crate) fn known_field(&self, i: u16) -> Option<Value<'a>> {
        match self.0.state.borrow().seq.get(usize::from(i))? {
            Slot::Item(Item {
                content: Content::Value(value),
                fault: None,
                ..
            }) => Some(value.clone()),
            Slot::Absent => Some(Value::Null),
            _ => None,
        }
    }

    /// Path from the root, `rooms[3].w`; empty for the root.
    #[must_use]
    pub fn path(&self) -> String {
        self.0.home.path()
    }

    /// Drops what was decoded below it.
    pub(crate) fn release(&self) {
        let (seq, instances) = {
            let Ok(mut state) = self.0.state.try_borrow_mut() else {
                return;
            };
            if state.status == Status::Reading
                || state
                    .instances
                    .iter()
                    .any(|slot| matches!(slot, InstanceSlot::Computing))
            {
                return;
            }
            if state.status == Status::Done && !self.0.fixed.get() && !state.seq.is_empty() {
                state.status = Status::Unread;
            }
            let seq = if state.status == Status::Broken {
                Vec::new()
            } else {
                std::mem::take(&mut state.seq)
            };
            (seq, std::mem::take(&mut state.instances))
        };
        for slot in seq {
            if let Slot::Item(item) = slot {
                self.release_item(&item);
            }
        }
        for slot in instances {
            if let InstanceSlot::Item(item) = slot {
                self.release_item(&item);
            }
        }
    }

    /// Releases what lives in an item of this object.
    fn release_item(&self, item: &Item<'a>) {
        if let Some(obj) = item.obj() {
            if obj.0.home.owner_is(self) {
                obj.release();
            }
        } else if let Some(array) = item.array()
            && array.0.owner.same(self)
        {
            array.release();
        }
    }
}

impl<'a> Home<'a> {
    /// The object that reads what stands here.
    pub(crate) fn owner(&self) -> Option<&Obj<'a>> {
        match self {
            Home::Root => None,
            Home::Member(owner, _) => Some(owner),
            Home::Element(array, _) => Some(&array.0.owner),
        }
    }

    /// How many objects hold what stands here, one in another.
    pub(crate) fn level(&self) -> u32 {
        self.owner()
            .map_or(0, |owner| owner.0.level.saturating_add(1))
    }

    fn owner_is(&self, obj: &Obj<'a>) -> bool {
        matches!(self, Home::Member(owner, _) if owner.same(obj))
    }

    pub(crate) fn path(&self) -> String {
        self.last_of_path(usize::MAX)
    }

    /// The path, of a long one the last so many parts.
    pub(crate) fn last_of_path(&self, most: usize) -> String {
        enum Part<'b> {
            Name(&'b str),
            Index(u64),
        }
        let mut parts = Vec::new();
        let mut at = self;
        loop {
            let (owner, member) = match at {
                Home::Root => break,
                _ if parts.len() >= most => {
                    parts.push(Part::Name(".."));
                    break;
                }
                Home::Member(owner, member) => (owner, *member),
                Home::Element(array, index) => {
                    parts.push(Part::Index(*index));
                    (&array.0.owner, array.0.member)
                }
            };
            parts.push(Part::Name(owner.0.def.member_name(member)));
            at = &owner.0.home;
        }
        let mut path = String::new();
        for part in parts.iter().rev() {
            match part {
                Part::Name(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                Part::Index(index) => {
                    path.push('[');
                    path.push_str(itoa::Buffer::new().format(*index));
                    path.push(']');
                }
            }
        }
        path
    }
}
