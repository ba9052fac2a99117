//! Instances: computed or read when first asked for, then kept.

use super::engine::Engine;
use super::eval::{Scope, wrong};
use super::fault::{Fault, FaultKind};
use super::object::{InstanceSlot, Item, Obj, Slot};
use super::repeat::TESTED;
use super::value::Value;
use crate::schema::{Attr, Instance, Member, Ty};

impl<'a> Engine<'a> {
    /// An instance's value; a value that breaks its `valid` is an error where
    /// reading is strict.
    pub(crate) fn instance_value(&self, obj: &Obj<'a>, i: u16) -> Result<Value<'a>, Fault> {
        if let Some(instance) = obj.0.def.instances.get(usize::from(i))
            && instance.value.is_some()
        {
            return Ok(self.computed(obj, i, instance)?.unwrap_or(Value::Null));
        }
        let Some(item) = self.instance(obj, i)? else {
            return Ok(Value::Null);
        };
        let attr = self.attr(obj, Member::Instance(i))?;
        let value = self.item_value(&item, attr)?;
        let short = item.array().is_none_or(|array| array.count() <= TESTED);
        if self.strict() && !attr.valid.is_empty() && short {
            self.test_item(obj, attr, &item, None)?;
        }
        Ok(value)
    }

    /// An instance as it is computed or read; `None` if its `if` is false.
    pub(crate) fn instance(&self, obj: &Obj<'a>, i: u16) -> Result<Option<Item<'a>>, Fault> {
        let member = Member::Instance(i);
        let instance = obj
            .0
            .def
            .instances
            .get(i as usize)
            .ok_or_else(|| wrong("no such instance"))?;
        if instance.value.is_some() {
            let value = self.computed(obj, i, instance)?;
            return Ok(value.map(Item::computed));
        }
        self.ensure_read(obj);
        // What holds only under an assumption has a cache of its own.
        let cached = !self.has_override();
        let known = match cached {
            true => obj.slot(member),
            false => self.assumed(obj, i).slot(),
        };
        match known {
            Slot::Item(item) => return Ok(Some(item)),
            Slot::Absent => return Ok(None),
            _ => {}
        }
        let before = obj.slot(member);
        match &before {
            Slot::Computing => return Err(circular(instance)),
            Slot::Item(item) if item.obj().is_some_and(Obj::is_being_read) => {
                return Ok(Some(item.clone()));
            }
            _ => {}
        }
        obj.set_slot(member, Slot::Computing);
        let result = self.deeper(&instance.attr.path, || self.parse(obj, instance, member));
        let slot = match &result {
            Ok(Some(item)) => Slot::Item(item.clone()),
            Ok(None) => Slot::Absent,
            Err(_) => Slot::Unread,
        };
        if cached {
            obj.set_slot(member, slot);
        } else {
            obj.set_slot(member, before);
            self.assume(obj, i, InstanceSlot::new(slot));
        }
        result
    }

    /// A value instance; `None` if its `if` is false.
    pub(crate) fn computed(
        &self,
        obj: &Obj<'a>,
        i: u16,
        instance: &'a Instance,
    ) -> Result<Option<Value<'a>>, Fault> {
        // First: what is read may need the instance itself.
        self.ensure_read(obj);
        let cached = !self.has_override();
        if !cached {
            match self.assumed(obj, i) {
                InstanceSlot::Value(value) => return Ok(Some(value)),
                InstanceSlot::Absent => return Ok(None),
                _ => {}
            }
        }
        let before = match obj.begin_instance(i) {
            InstanceSlot::Value(value) if cached => return Ok(Some(value)),
            InstanceSlot::Absent if cached => return Ok(None),
            InstanceSlot::Computing => return Err(circular(instance)),
            before => before,
        };
        let result = self.deeper(&instance.attr.path, || self.compute(obj, instance));
        let slot = match &result {
            Ok(Some(value)) => InstanceSlot::Value(value.clone()),
            Ok(None) => InstanceSlot::Absent,
            Err(_) => InstanceSlot::Unread,
        };
        if cached {
            obj.end_instance(i, slot);
        } else {
            obj.end_instance(i, before);
            self.assume(obj, i, slot);
        }
        result
    }

    /// Whether the `if` of an instance does not hold.
    fn is_absent(&self, scope: &Scope<'_, 'a>, attr: &Attr) -> Result<bool, Fault> {
        Ok(match &attr.cond {
            Some(cond) => !self.eval_bool(scope, cond, attr)?,
            None => false,
        })
    }

    fn compute(&self, obj: &Obj<'a>, instance: &'a Instance) -> Result<Option<Value<'a>>, Fault> {
        let attr = &instance.attr;
        let scope = Scope::of(obj);
        if self.is_absent(&scope, attr)? {
            return Ok(None);
        }
        let Some(expr) = &instance.value else {
            return Ok(None);
        };
        let value = self
            .of_schema(|| self.eval(&scope, expr))
            .map_err(|fault| fault.in_attr(&attr.path))?;
        let value = match (&attr.ty, value) {
            (Ty::Enum(id), Value::Int(n)) => Value::Enum(*id, n),
            (_, value) => value,
        };
        Ok(Some(value))
    }

    fn parse(
        &self,
        obj: &Obj<'a>,
        instance: &'a Instance,
        member: Member,
    ) -> Result<Option<Item<'a>>, Fault> {
        let attr = &instance.attr;
        let scope = Scope::of(obj);
        if self.is_absent(&scope, attr)? {
            return Ok(None);
        }
        let stream = match &instance.io {
            None => obj.0.stream.clone(),
            Some(io) => match self
                .eval(&scope, io)
                .map_err(|fault| fault.in_attr(&attr.path))?
            {
                Value::Stream(stream) => stream,
                other => {
                    return Err(
                        wrong(format!("io wants a stream, not {}", other.kind_name()))
                            .in_attr(&attr.path),
                    );
                }
            },
        };
        let before = stream.cursor();
        if let Some(pos) = &instance.pos {
            let pos = self.eval_int(&scope, pos, attr)?;
            let Some(pos) = u64::try_from(pos).ok().filter(|pos| *pos <= 1 << 58) else {
                return Err(Fault::new(
                    FaultKind::UnexpectedEof,
                    format!(
                        "position {pos} is not in the stream of {} bytes",
                        stream.size()
                    ),
                    None,
                    attr.path.clone(),
                ));
            };
            stream.seek(pos);
        }
        self.read_attr_body(obj, attr, member, &stream);
        if instance.pos.is_some() {
            stream.set_cursor(before);
        }
        match obj.slot(member) {
            Slot::Item(item) => match &item.fault {
                Some(fault) if item.obj().is_none() && item.array().is_none() => {
                    // The bytes that are there stay shown; the value is an error.
                    if item.span.is_some()
                        && matches!(item.content, super::object::Content::Value(_))
                    {
                        Ok(Some(item))
                    } else {
                        Err(fault.clone())
                    }
                }
                _ => Ok(Some(item)),
            },
            _ => Ok(None),
        }
    }
}

fn circular(instance: &Instance) -> Fault {
    let id = &instance.attr.id;
    Fault::common(
        FaultKind::Expression,
        format!("{id} refers to itself: its value depends on its own"),
        &instance.attr.path,
    )
}
