//! Objects and arrays of the tree, written straight from what was decoded.

use std::io;
use std::rc::Rc;

use super::{Json, Places, literal};
use crate::decode::array::Array;
use crate::decode::eval::Scope;
use crate::decode::object::{Content, Item, Obj, Slot};
use crate::decode::{Fault, Value, text};
use crate::schema::{Attr, DataType, Member, Show};
use crate::tree::{Node, Shape};

/// A field's reader: the object, and the element's index.
#[derive(Clone, Copy)]
struct Reader<'r, 'a> {
    obj: &'r Obj<'a>,
    index: Option<u64>,
}

impl<'a> Json<'_, '_, 'a> {
    /// A place of the tree with all below it.
    pub(super) fn place(&mut self, node: &Node<'a>) -> io::Result<()> {
        match (node.reader(), node.attr(), node.item()) {
            (Some((obj, _)), Some(attr), Some(item)) => {
                let reader = Reader {
                    obj,
                    index: node.index(),
                };
                self.field(item, attr, reader)
            }
            (None, None, Some(_)) => match node.obj() {
                Some(obj) if self.options.ranges => {
                    self.range_start(node.item());
                    self.object(obj)?;
                    self.raw("}");
                    Ok(())
                }
                Some(obj) => self.object(obj),
                None => Ok(()),
            },
            _ if node.shape() == Shape::Absent => {
                self.raw("null");
                Ok(())
            }
            _ => match node.value() {
                Ok(value) => self.value(&value, Places::ByName),
                Err(fault) => {
                    self.error(&fault);
                    Ok(())
                }
            },
        }
    }

    fn range_start(&mut self, item: Option<&Item<'a>>) {
        self.raw("{");
        if let Some(span) = item.and_then(|item| item.span) {
            self.raw("\"start\":");
            literal::int(&mut self.buffer, span.start_byte().into());
            self.raw(",\"end\":");
            literal::int(&mut self.buffer, span.end_byte().into());
            if !span.is_aligned() {
                self.raw(",\"bits\":[");
                literal::int(&mut self.buffer, span.start.into());
                self.raw(",");
                literal::int(&mut self.buffer, span.end.into());
                self.raw("]");
            }
            if let Some(origin) = self.tree.buffer_origin(span.buffer) {
                self.raw(",\"stream\":");
                literal::string(&mut self.buffer, &origin);
            }
            self.raw(",");
        }
        self.raw("\"value\":");
    }

    /// A decoded field or element.
    fn field(&mut self, item: &Item<'a>, attr: &'a Attr, reader: Reader<'_, 'a>) -> io::Result<()> {
        if self.options.ranges {
            self.range_start(Some(item));
            self.content(item, attr, reader)?;
            self.raw("}");
            return Ok(());
        }
        self.content(item, attr, reader)
    }

    fn content(
        &mut self,
        item: &Item<'a>,
        attr: &'a Attr,
        reader: Reader<'_, 'a>,
    ) -> io::Result<()> {
        let computed = matches!(attr.data, DataType::Computed);
        match &item.content {
            Content::Value(Value::Obj(obj)) if !computed => {
                if let Some(fault) = &item.fault {
                    return self.broken_object(obj, fault);
                }
                return self.object(obj);
            }
            Content::Value(Value::Array(array)) if !computed => {
                return self.array(array, item.fault.as_ref());
            }
            Content::Value(value)
                if item.fault.is_none() && (attr.valid.is_empty() || !self.options.tested) =>
            {
                return self.value(value, Places::ByName);
            }
            _ => {}
        }
        let engine = reader.obj.engine();
        let tested = engine.item_value(item, attr).and_then(|value| {
            if self.options.tested && !attr.valid.is_empty() {
                let scope = Scope::element(reader.obj, reader.index);
                engine.test_valid(
                    &scope,
                    attr,
                    &value,
                    item.span.map(|span| span.start_byte()),
                )?;
            }
            Ok(value)
        });
        match tested {
            Ok(value) => self.value(&value, Places::ByName),
            Err(fault) => {
                self.error(&fault);
                Ok(())
            }
        }
    }

    /// Writes a field that is a plain value without taking it out of its slot;
    /// `false` if there is more to it.
    fn plain_slot(&mut self, obj: &Obj<'a>, i: usize, key: &[u8], list: &mut super::List) -> bool {
        if self.options.ranges || self.options.tested {
            return false;
        }
        let state = obj.0.state.borrow();
        let Some(Slot::Item(item)) = state.seq.get(i) else {
            return false;
        };
        if item.fault.is_some() {
            return false;
        }
        match &item.content {
            Content::Value(Value::Int(n)) => {
                self.next(list);
                self.raw_key(key);
                literal::int(&mut self.buffer, *n);
            }
            Content::Value(Value::Enum(id, n)) => {
                self.next(list);
                self.raw_key(key);
                self.enumeration(*id, *n);
            }
            Content::Value(Value::Bool(yes)) => {
                self.next(list);
                self.raw_key(key);
                self.raw(if *yes { "true" } else { "false" });
            }
            Content::Text(bytes, encoding) => match text::decode(bytes.as_slice(), encoding) {
                Ok(decoded) => {
                    self.next(list);
                    self.raw_key(key);
                    literal::string(&mut self.buffer, &decoded.text);
                }
                Err(_) => return false,
            },
            _ => return false,
        }
        true
    }

    /// An object with all its fields and instances.
    pub(super) fn object(&mut self, obj: &Obj<'a>) -> io::Result<()> {
        self.object_with(obj, None)
    }

    fn broken_object(&mut self, obj: &Obj<'a>, fault: &Fault) -> io::Result<()> {
        self.object_with(obj, Some(fault))
    }

    /// Whether so much was written that no file is worth.
    fn is_spent(&self, obj: &Obj<'a>) -> bool {
        self.places > obj.engine().most_places()
    }

    fn object_with(&mut self, obj: &Obj<'a>, fault: Option<&Fault>) -> io::Result<()> {
        let engine = obj.engine();
        self.places += 1;
        if self.is_spent(obj) {
            self.error(&engine.too_many_places());
            return Ok(());
        }
        if fault.is_none()
            && let Some(plan) = self.plan_of(obj)
        {
            let bytes = obj.0.stream.bytes();
            if let Some(bytes) = bytes.get(obj.0.start as usize..) {
                plan.write(bytes, &mut self.buffer);
                return self.drain();
            }
        }
        if fault.is_none() && self.formed_object(obj)? {
            return Ok(());
        }
        engine.ensure_read(obj);
        let before = self.errors;
        let def = obj.0.def;
        let keys = self.keys_of(obj);
        let mut list = self.open("{");
        let fixed = obj.is_fixed();
        for (i, attr) in def.seq.iter().enumerate() {
            if attr.show == Some(Show::None) {
                continue;
            }
            let reader = Reader { obj, index: None };
            if fixed {
                self.next(&mut list);
                self.raw_key(&keys[i]);
                if let Some(item) = engine.fixed_field(obj, i as u16) {
                    self.field(&item, attr, reader)?;
                } else {
                    self.raw("null");
                }
                continue;
            }
            if self.plain_slot(obj, i, &keys[i], &mut list) {
                continue;
            }
            match obj.slot(Member::Seq(i as u16)) {
                Slot::Item(item) => {
                    self.next(&mut list);
                    self.raw_key(&keys[i]);
                    self.field(&item, attr, reader)?;
                }
                Slot::Absent => {
                    self.next(&mut list);
                    self.raw_key(&keys[i]);
                    self.raw("null");
                }
                // Not reached.
                Slot::Unread | Slot::Computing => {}
            }
            self.drain()?;
            if self.is_spent(obj) {
                break;
            }
        }
        for (i, instance) in def.instances.iter().enumerate() {
            if instance.attr.show == Some(Show::None) {
                continue;
            }
            if self.is_spent(obj) {
                break;
            }
            self.next(&mut list);
            self.raw_key(&keys[def.seq.len() + i]);
            if instance.value.is_some() && !self.options.ranges {
                match engine.member(obj, Member::Instance(i as u16)) {
                    Ok(value) => self.value(&value, Places::ByName)?,
                    Err(fault) => self.error(&fault),
                }
                self.drain()?;
                continue;
            }
            match engine.instance(obj, i as u16) {
                Ok(Some(item)) => match item.obj().and_then(Obj::again) {
                    Some(holder) => self.reference(&holder.path()),
                    None => self.field(&item, &instance.attr, Reader { obj, index: None })?,
                },
                Ok(None) => self.raw("null"),
                Err(fault) => {
                    let failed = Item::failed(None, fault);
                    self.field(&failed, &instance.attr, Reader { obj, index: None })?;
                }
            }
            self.drain()?;
        }
        let own = obj.0.state.borrow().fault.clone();
        if let Some(fault) = fault.cloned().or(own)
            && self.errors == before
        {
            self.next(&mut list);
            self.key("$error");
            self.error(&fault);
        }
        self.close(&list, "}");
        Ok(())
    }

    fn array(&mut self, array: &Array<'a>, fault: Option<&Fault>) -> io::Result<()> {
        let before = self.errors;
        let mut list = self.open("[");
        let mut index = 0;
        if let Some((plan, stride)) = self.plan_of_elements(array) {
            index = self.planned(array, &plan, stride, &mut list)?;
        }
        let mut reader = Reader {
            obj: &array.0.owner,
            index: None,
        };
        let instance = matches!(array.0.member, Member::Instance(_));
        let mut formed = self.formed(array);
        loop {
            if let Some(formed) = &mut formed
                && self.formed_element(formed, array, index, &mut list)?
            {
                index += 1;
                if self.is_spent(&array.0.owner) {
                    break;
                }
                continue;
            }
            // The length may not be known before the elements are read.
            let Some(item) = array.element(index) else {
                break;
            };
            if let Some(formed) = &mut formed {
                Self::passed(formed, array, &item);
            }
            self.next(&mut list);
            reader.index = Some(index);
            match item.obj().filter(|_| instance).and_then(Obj::again) {
                Some(holder) => self.reference(&holder.path()),
                None => self.field(&item, array.0.attr, reader)?,
            }
            self.places += 1;
            if self.is_spent(&array.0.owner) {
                break;
            }
            if let Some(obj) = item.obj() {
                obj.release();
            } else if let Some(inner) = item.array() {
                inner.release();
            }
            self.drain()?;
            index += 1;
        }
        if let Some(fault) = fault.filter(|_| self.errors == before) {
            self.next(&mut list);
            self.error(fault);
        }
        self.close(&list, "]");
        Ok(())
    }

    fn raw_key(&mut self, key: &[u8]) {
        self.buffer.extend_from_slice(key);
    }

    /// The keys of an object's fields and instances, in order.
    fn keys_of(&mut self, obj: &Obj<'a>) -> Rc<[Box<[u8]>]> {
        let colon: &[u8] = if self.options.pretty { b": " } else { b":" };
        let keys = self.keys.entry(obj.0.ty).or_insert_with(|| {
            let def = obj.0.def;
            let ids = def
                .seq
                .iter()
                .chain(def.instances.iter().map(|instance| &instance.attr));
            ids.map(|attr| {
                let mut key = Vec::new();
                literal::string(&mut key, &attr.id);
                key.extend_from_slice(colon);
                key.into()
            })
            .collect()
        });
        keys.clone()
    }
}
