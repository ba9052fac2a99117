//! A place in the tree.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

use crate::decode::array::{Array, ArrayShape};
use crate::decode::engine::Engine;
use crate::decode::eval::Scope;
use crate::decode::object::{Content, Home, Item, Obj, Slot, Status};
use crate::decode::{Fault, Span, Value};
use crate::schema::{Attr, Member, Show, TypeDef};

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// An object: its children are `seq` attributes, then instances.
    Struct,
    /// An array: its children are its elements.
    Array,
    /// A scalar, string or byte array, or a value instance's value.
    Leaf,
    /// A field whose `if` is false, or whose switch has no case.
    Absent,
    /// A field that could not be reached, because one before it failed.
    Unknown,
}

/// A place in the tree. Cheap to clone; decodes on demand.
#[derive(Clone)]
pub struct Node<'a> {
    at: At<'a>,
    computed: bool,
    found: OnceCell<Found<'a>>,
}

#[derive(Clone)]
enum At<'a> {
    Root(Obj<'a>),
    Member(Obj<'a>, Member),
    Element(Array<'a>, u64),
}

/// What is at a place.
#[derive(Clone)]
pub(crate) enum Found<'a> {
    Item(Item<'a>),
    Absent,
    Unknown,
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({})", self.path())
    }
}

impl<'a> Node<'a> {
    fn new(at: At<'a>) -> Node<'a> {
        let mut node = Node {
            at,
            computed: false,
            found: OnceCell::new(),
        };
        node.computed = match node.reader() {
            Some((_, Member::Param(_))) => true,
            Some((obj, Member::Instance(i))) => {
                let instance = obj.0.def.instances.get(usize::from(i));
                instance.is_some_and(|instance| instance.value.is_some())
            }
            _ => false,
        };
        node
    }

    pub(crate) fn root(obj: Obj<'a>) -> Node<'a> {
        Node::new(At::Root(obj))
    }

    pub(crate) fn member_of(obj: Obj<'a>, member: Member) -> Node<'a> {
        Node::new(At::Member(obj, member))
    }

    pub(crate) fn element_of(array: Array<'a>, index: u64) -> Node<'a> {
        Node::new(At::Element(array, index))
    }

    /// The place of an object or array.
    #[must_use]
    pub fn of_value(value: &Value<'a>) -> Option<Node<'a>> {
        match value {
            Value::Obj(obj) => Some(Node::of_obj(obj)),
            Value::Array(array) => Some(Node::member_of(array.0.owner.clone(), array.0.member)),
            _ => None,
        }
    }

    pub(crate) fn of_obj(obj: &Obj<'a>) -> Node<'a> {
        match &obj.0.home {
            Home::Root => Node::root(obj.clone()),
            Home::Member(owner, member) => Node::member_of(owner.clone(), *member),
            Home::Element(array, index) => Node::element_of(array.clone(), *index),
        }
    }

    /// The object that has it as a member, and which one it is.
    pub(super) fn holder(&self) -> Option<(&Obj<'a>, Member)> {
        match &self.at {
            At::Member(obj, member) => Some((obj, *member)),
            At::Root(_) | At::Element(..) => None,
        }
    }

    fn owner(&self) -> &Obj<'a> {
        match &self.at {
            At::Root(obj) | At::Member(obj, _) => obj,
            At::Element(array, _) => &array.0.owner,
        }
    }

    pub(crate) fn engine(&self) -> &Engine<'a> {
        self.owner().engine()
    }

    fn found(&self) -> &Found<'a> {
        self.found.get_or_init(|| self.find())
    }

    fn find(&self) -> Found<'a> {
        let engine = self.engine();
        match &self.at {
            At::Root(obj) => {
                let end = obj.extent().1.min(obj.0.stream.size());
                Found::Item(Item::new(
                    obj.0.stream.span(0, end),
                    Value::Obj(obj.clone()),
                ))
            }
            At::Member(obj, member @ Member::Param(_)) => match engine.member(obj, *member) {
                Ok(Value::Null) => Found::Absent,
                Ok(value) => Found::Item(Item::computed(value)),
                Err(fault) => Found::Item(Item::failed(None, fault)),
            },
            At::Member(obj, member @ Member::Seq(_)) => match engine.seq_item(obj, *member) {
                Ok(Some(item)) => Found::Item(item),
                Ok(None) => Found::Absent,
                Err(_) => Found::Unknown,
            },
            At::Member(obj, Member::Instance(i)) => match engine.instance(obj, *i) {
                Ok(Some(item)) => Found::Item(item),
                Ok(None) => Found::Absent,
                Err(fault) => Found::Item(Item::failed(None, fault)),
            },
            At::Element(array, index) => match array.element(*index) {
                Some(item) => Found::Item(item),
                None => Found::Unknown,
            },
        }
    }

    pub(crate) fn item(&self) -> Option<&Item<'a>> {
        match self.found() {
            Found::Item(item) => Some(item),
            _ => None,
        }
    }

    /// The object at this place, if one lives here.
    pub(crate) fn obj(&self) -> Option<&Obj<'a>> {
        if self.is_computed() {
            return None;
        }
        self.item()?.obj()
    }

    /// The array at this place, if one lives here.
    pub(crate) fn array(&self) -> Option<&Array<'a>> {
        if self.is_computed() {
            return None;
        }
        self.item()?.array()
    }

    /// The object that holds the field (or the array of this element).
    pub(crate) fn reader(&self) -> Option<(&Obj<'a>, Member)> {
        match &self.at {
            At::Root(_) => None,
            At::Member(obj, member) => Some((obj, *member)),
            At::Element(array, _) => Some((&array.0.owner, array.0.member)),
        }
    }

    pub(crate) fn array_of_element(&self) -> Option<Array<'a>> {
        match &self.at {
            At::Element(array, _) => Some(array.clone()),
            _ => None,
        }
    }

    /// Its own name: `rooms`, `[3]`; empty for the root.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        match &self.at {
            At::Root(_) => Cow::Borrowed(""),
            At::Member(obj, member) => Cow::Borrowed(obj.0.def.member_name(*member)),
            At::Element(_, index) => Cow::Owned(format!("[{index}]")),
        }
    }

    /// Its path from the root: `rooms[3].w`; empty for the root.
    #[must_use]
    pub fn path(&self) -> String {
        self.last_of_path(usize::MAX)
    }

    /// Its path; of a long one dots and the last `most` names and indices.
    #[must_use]
    pub fn last_of_path(&self, most: usize) -> String {
        let home = match &self.at {
            At::Root(_) => Home::Root,
            At::Member(obj, member) => Home::Member(obj.clone(), *member),
            At::Element(array, index) => Home::Element(array.clone(), *index),
        };
        home.last_of_path(most)
    }

    /// Index in its array.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        match &self.at {
            At::Element(_, index) => Some(*index),
            _ => None,
        }
    }

    /// The attribute that it was read by; an element has its array's. `None`
    /// for the root and for params.
    #[must_use]
    pub fn attr(&self) -> Option<&'a Attr> {
        match &self.at {
            At::Root(_) => None,
            At::Member(obj, member) => obj.0.def.member_attr(*member),
            At::Element(array, _) => Some(array.0.attr),
        }
    }

    /// Whether it is an instance (or an element of one).
    #[must_use]
    pub fn is_instance(&self) -> bool {
        matches!(self.reader(), Some((_, Member::Instance(_))))
    }

    /// Whether it is a value instance: computed, without bytes of its own.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.computed
    }

    /// Whether its grammar calls it a helper (`-fmtview-show: none`): neither
    /// drawn nor exported.
    #[must_use]
    pub fn is_helper(&self) -> bool {
        self.attr()
            .is_some_and(|attr| attr.show == Some(Show::None))
    }

    /// What it is. Evaluates `if` and `switch-on` of an instance, and reads it.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let item = match self.found() {
            Found::Absent => return Shape::Absent,
            Found::Unknown => return Shape::Unknown,
            Found::Item(item) => item,
        };
        match &item.content {
            Content::Value(Value::Obj(_)) if !self.computed => Shape::Struct,
            Content::Value(Value::Array(_)) if !self.computed && self.index().is_none() => {
                Shape::Array
            }
            Content::Value(Value::Null) if item.fault.is_none() => Shape::Absent,
            _ => Shape::Leaf,
        }
    }

    /// The type of an object.
    #[must_use]
    pub fn type_def(&self) -> Option<&'a TypeDef> {
        self.obj().map(|obj| obj.0.def)
    }

    /// The bytes that it takes, terminator and padding included; of an object
    /// with a size, all of that size. `None` for computed and absent ones.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.item()?.span
    }

    /// Its value; an object or array gives itself.
    ///
    /// # Errors
    /// The fault that made it unreadable.
    pub fn value(&self) -> Result<Value<'a>, Fault> {
        match self.found() {
            Found::Absent => Ok(Value::Null),
            Found::Unknown => Err(self.unknown()),
            Found::Item(item) => match self.attr() {
                Some(attr) => self.engine().item_value(item, attr),
                None => match &item.content {
                    Content::Value(value) => Ok(value.clone()),
                    _ => Err(self.unknown()),
                },
            },
        }
    }

    fn unknown(&self) -> Fault {
        Fault::secondary(format!(
            "{} is unknown: reading stopped before it",
            self.name()
        ))
    }

    /// Why reading it stopped; children that were read before are still there.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        let item = self.item()?;
        item.fault
            .clone()
            .or_else(|| self.obj()?.0.state.borrow().fault.clone())
    }

    /// Whether its `if` is false, as far as that can be told of a field that
    /// was not reached.
    #[must_use]
    pub fn is_ruled_out(&self) -> bool {
        let (Some(attr), Some((obj, _))) = (self.attr(), self.reader()) else {
            return false;
        };
        let scope = Scope::of(obj);
        let cond = attr.cond.as_ref();
        cond.is_some_and(|cond| matches!(self.engine().truth(&scope, cond), Ok(false)))
    }

    /// Whether reading of this object stopped before the end of its `seq`.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.obj().is_some_and(|obj| obj.status() == Status::Broken)
    }

    /// How many children it has: attributes and instances, or elements.
    #[must_use]
    pub fn len(&self) -> u64 {
        if let Some(obj) = self.obj() {
            return (obj.0.def.seq.len() + obj.0.def.instances.len()) as u64;
        }
        if self.index().is_none()
            && let Some(array) = self.array()
        {
            return array.count();
        }
        0
    }

    /// Whether it has no children.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A child, by index.
    #[must_use]
    pub fn child(&self, index: u64) -> Option<Node<'a>> {
        if index >= self.len() {
            return None;
        }
        if let Some(obj) = self.obj() {
            let fields = obj.0.def.seq.len() as u64;
            let member = if index < fields {
                Member::Seq(u16::try_from(index).ok()?)
            } else {
                Member::Instance(u16::try_from(index - fields).ok()?)
            };
            return Some(Node::member_of(obj.clone(), member));
        }
        Some(Node::element_of(self.array()?.clone(), index))
    }

    /// All children, in order.
    pub fn children(&self) -> impl Iterator<Item = Node<'a>> + '_ {
        (0..self.len()).filter_map(|i| self.child(i))
    }

    /// Of an array, its last element, if that could be read only in part.
    #[must_use]
    pub(crate) fn partial_element(&self) -> Option<Node<'a>> {
        let array = self.array()?;
        let partial = self.index().is_none() && array.0.tail.borrow().is_some();
        partial.then(|| Node::element_of(array.clone(), array.0.count.get()))
    }

    /// A child of an object, by name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Node<'a>> {
        let obj = self.obj()?;
        obj.0
            .def
            .members
            .get(name)
            .map(|member| Node::member_of(obj.clone(), *member))
    }

    /// The object that holds it, or the array of an element.
    #[must_use]
    pub fn container(&self) -> Option<Node<'a>> {
        match &self.at {
            At::Root(_) => None,
            At::Member(obj, _) => Some(Node::of_obj(obj)),
            At::Element(array, _) => Some(Node::member_of(array.0.owner.clone(), array.0.member)),
        }
    }

    /// Of an array whose elements all have one size: that size in bits.
    #[must_use]
    pub fn stride_bits(&self) -> Option<u64> {
        match self.array()?.0.shape {
            ArrayShape::Fixed { stride, .. } => Some(stride),
            ArrayShape::Indexed(_) => None,
        }
    }

    /// `to-string` or `-webide-representation` of an object, filled in.
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        let obj = self.obj()?;
        let parts = obj.0.def.to_string.as_ref()?;
        self.engine().format(&Scope::of(obj), parts).ok()
    }

    /// The other byte order's reading of an integer of several bytes.
    #[must_use]
    pub fn swapped(&self) -> Option<i128> {
        super::hint::swapped(self)
    }

    /// Drops what was decoded below it; it is decoded again when asked for.
    /// Walkers call it when they leave an element.
    pub fn release(&self) {
        let Some(Found::Item(item)) = self.found.get() else {
            return;
        };
        if let Some(obj) = item.obj() {
            if !self.is_computed() {
                obj.release();
            }
        } else if let Some(array) = item.array()
            && !self.is_computed()
        {
            array.release();
        }
    }

    /// Whether the slot of an instance is filled already, so that asking costs
    /// nothing.
    #[must_use]
    pub fn is_at_hand(&self) -> bool {
        match &self.at {
            At::Member(obj, member @ Member::Instance(_)) => {
                matches!(obj.slot(*member), Slot::Item(_) | Slot::Absent)
            }
            _ => true,
        }
    }
}
