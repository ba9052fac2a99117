//! Evaluates expressions.

use std::rc::Rc;

use super::bounds::check_list;
use super::engine::Engine;
use super::fault::{Fault, FaultKind};
use super::methods::has_no;
use super::object::{Content, Item, Obj, Slot, Status};
use super::repeat::TESTED;
use super::text;
use super::value::{Bytes, Value};
use crate::schema::{Attr, Expr, ExprKind, Member, Special, Ty, TypeDef};

/// The names that objects of a type have something for.
fn member_names(def: &TypeDef) -> Vec<&str> {
    let instances = def.instances.iter().map(|instance| &instance.attr);
    let attrs = def.seq.iter().chain(instances);
    let params = def.params.iter().map(|param| &*param.id);
    let named = attrs.filter(|attr| attr.named).map(|attr| &*attr.id);
    params.chain(named).collect()
}

/// What names in an expression refer to.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s, 'a> {
    /// The object in whose type the expression is written.
    pub(crate) this: &'s Obj<'a>,
    /// `_`
    pub(crate) item: Option<&'s Value<'a>>,
    /// `_index`
    pub(crate) index: Option<u64>,
}

impl<'s, 'a> Scope<'s, 'a> {
    /// A plain expression of an object.
    pub(crate) fn of(this: &'s Obj<'a>) -> Scope<'s, 'a> {
        Scope::element(this, None)
    }

    /// An expression about the element with an index, if it is about one.
    pub(crate) fn element(this: &'s Obj<'a>, index: Option<u64>) -> Scope<'s, 'a> {
        Scope {
            this,
            item: None,
            index,
        }
    }
}

/// A fault of an expression itself.
pub(crate) fn wrong(message: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Expression, message, None, "".into())
}

impl<'a> Engine<'a> {
    pub(crate) fn eval(&self, scope: &Scope<'_, 'a>, expr: &Expr) -> Result<Value<'a>, Fault> {
        Ok(match &expr.kind {
            ExprKind::Int(n) => Value::Int(*n),
            ExprKind::Float(x) => Value::Float(*x),
            ExprKind::Bool(b) => Value::Bool(*b),
            ExprKind::Str(text) => Value::str(text),
            ExprKind::Bytes(bytes) => Value::Bytes(Bytes::Made(bytes.clone())),
            ExprKind::Enum(id, n) => Value::Enum(*id, *n),
            ExprKind::This => Value::Obj(scope.this.clone()),
            ExprKind::Item => match scope.item {
                Some(value) => value.clone(),
                None => return Err(wrong("`_` has no value here")),
            },
            ExprKind::Index => match scope.index {
                Some(index) => Value::Int(i128::from(index)),
                None => return Err(wrong("`_index` has no value outside a repetition")),
            },
            ExprKind::Member { of, name, slot } => {
                if let ExprKind::This = of.kind
                    && let Some((ty, member)) = slot
                    && *ty == scope.this.0.ty
                {
                    return self.member(scope.this, *member);
                }
                let of = self.eval(scope, of)?;
                return self.member_of(&of, name, slot);
            }
            ExprKind::Special(of, which) => {
                if let ExprKind::This = of.kind {
                    return self.special(scope.this, *which);
                }
                match self.eval(scope, of)? {
                    Value::Obj(obj) => return self.special(&obj, *which),
                    Value::Array(array) if *which == Special::Io => {
                        Value::Stream(array.0.stream.clone())
                    }
                    other => {
                        return Err(wrong(format!(
                            "{} has no _io, _parent or _root",
                            other.kind_name()
                        )));
                    }
                }
            }
            ExprKind::Unary(op, a) => return self.unary(*op, &self.eval(scope, a)?),
            ExprKind::Binary(op, a, b) => {
                let a = self.eval(scope, a)?;
                let b = self.eval(scope, b)?;
                return self.binary(*op, &a, &b);
            }
            ExprKind::And(a, b) => Value::Bool(self.truth(scope, a)? && self.truth(scope, b)?),
            ExprKind::Or(a, b) => Value::Bool(self.truth(scope, a)? || self.truth(scope, b)?),
            ExprKind::Ternary(cond, a, b) => {
                return if self.truth(scope, cond)? {
                    self.eval(scope, a)
                } else {
                    self.eval(scope, b)
                };
            }
            ExprKind::Array(items) => {
                let items: Result<Rc<[Value<'a>]>, Fault> =
                    items.iter().map(|x| self.eval(scope, x)).collect();
                let items = items?;
                check_list(&items)?;
                Value::List(items)
            }
            ExprKind::ByteArray(items) => {
                let mut bytes = Vec::with_capacity(items.len());
                for item in items {
                    let value = self.eval(scope, item)?;
                    match value.as_int().and_then(|n| u8::try_from(n).ok()) {
                        Some(byte) => bytes.push(byte),
                        None => {
                            return Err(wrong(format!(
                                "{} is no byte: it must be 0 to 255",
                                self.say(&value)
                            )));
                        }
                    }
                }
                Value::Bytes(Bytes::Made(bytes.into()))
            }
            ExprKind::Subscript(of, index) => {
                let of = self.eval(scope, of)?;
                let index = self.eval(scope, index)?;
                return self.subscript(&of, &index);
            }
            ExprKind::Method { of, method, args } => return self.method(scope, of, *method, args),
            ExprKind::Cast(of, Ty::Float) => match self.eval(scope, of)? {
                Value::Int(n) => Value::Float(n as f64),
                other => other,
            },
            ExprKind::Cast(of, _) => return self.eval(scope, of),
            ExprKind::Format(parts) => Value::str(self.format(scope, parts)?),
            ExprKind::Range(..) | ExprKind::Slice(..) => {
                return self.sequence(scope, expr)?.into_value(self);
            }
        })
    }

    /// Evaluates a condition.
    pub(crate) fn truth(&self, scope: &Scope<'_, 'a>, expr: &Expr) -> Result<bool, Fault> {
        match self.eval(scope, expr)? {
            Value::Bool(b) => Ok(b),
            other => Err(wrong(format!(
                "a condition is true or false, not {}",
                other.kind_name()
            ))),
        }
    }

    pub(crate) fn eval_bool(
        &self,
        scope: &Scope<'_, 'a>,
        expr: &Expr,
        attr: &Attr,
    ) -> Result<bool, Fault> {
        self.truth(scope, expr)
            .map_err(|fault| fault.in_attr(&attr.path))
    }

    pub(crate) fn eval_int(
        &self,
        scope: &Scope<'_, 'a>,
        expr: &Expr,
        attr: &Attr,
    ) -> Result<i128, Fault> {
        let value = self
            .eval(scope, expr)
            .map_err(|fault| fault.in_attr(&attr.path))?;
        match value {
            Value::Int(n) | Value::Enum(_, n) => Ok(n),
            other => Err(
                wrong(format!("an integer is wanted, not {}", other.kind_name()))
                    .in_attr(&attr.path),
            ),
        }
    }

    /// A member of an object, by where the type keeps it.
    pub(crate) fn member(&self, obj: &Obj<'a>, member: Member) -> Result<Value<'a>, Fault> {
        if self.has_override()
            && let Some(value) = self.override_for(obj, member)
        {
            return Ok(value);
        }
        if let Member::Seq(i) = member
            && obj.is_fixed()
            && let Some(value) = self.fixed_int(obj, i)
        {
            return Ok(value);
        }
        if !self.has_override() && !self.strict() {
            let known = match member {
                Member::Seq(i) if !obj.is_fixed() => obj.known_field(i),
                Member::Instance(i) => obj.known_instance(i),
                _ => None,
            };
            if let Some(value) = known {
                return Ok(value);
            }
        }
        match member {
            Member::Param(i) => Ok(obj.0.params.get(i as usize).cloned().unwrap_or(Value::Null)),
            Member::Seq(_) => match self.seq_item(obj, member)? {
                Some(item) => {
                    let attr = self.attr(obj, member)?;
                    let value = self
                        .item_value(&item, attr)
                        .map_err(Fault::into_consequence)?;
                    if self.strict()
                        && !attr.valid.is_empty()
                        && !obj.0.state.borrow().tested
                        && item.array().is_none_or(|array| array.count() <= TESTED)
                        && !self.is_recording()
                    {
                        self.test_item(obj, attr, &item, None)?;
                    }
                    Ok(value)
                }
                None => Ok(Value::Null),
            },
            Member::Instance(i) => self.instance_value(obj, i).map_err(Fault::into_consequence),
        }
    }

    pub(crate) fn attr(&self, obj: &Obj<'a>, member: Member) -> Result<&'a Attr, Fault> {
        obj.0
            .def
            .member_attr(member)
            .ok_or_else(|| wrong("a parameter is no field"))
    }

    /// A `seq` attribute as it was read; `None` if it is absent.
    pub(crate) fn seq_item(
        &self,
        obj: &Obj<'a>,
        member: Member,
    ) -> Result<Option<Item<'a>>, Fault> {
        for _ in 0..2 {
            if let (true, Member::Seq(i)) = (obj.is_fixed(), member) {
                return Ok(self.fixed_field(obj, i));
            }
            match obj.slot(member) {
                Slot::Item(item) => return Ok(Some(item)),
                Slot::Absent => return Ok(None),
                Slot::Unread | Slot::Computing => {}
            }
            if obj.status() != Status::Unread {
                break;
            }
            self.ensure_read(obj);
        }
        let name = obj.0.def.member_name(member);
        Err(match obj.status() {
            Status::Reading => wrong(format!("{name} is unknown: it is not read yet")),
            _ => Fault::secondary(format!("{name} is unknown: reading stopped before it")),
        })
    }

    /// The value of a decoded item.
    pub(crate) fn item_value(&self, item: &Item<'a>, attr: &Attr) -> Result<Value<'a>, Fault> {
        match (&item.content, &item.fault) {
            (Content::Value(value @ (Value::Obj(_) | Value::Array(_))), _) => Ok(value.clone()),
            (_, Some(fault)) => Err(fault.clone()),
            (Content::Value(value), None) => Ok(value.clone()),
            (Content::Text(bytes, encoding), None) => {
                match text::decode(bytes.as_slice(), encoding) {
                    Ok(text) => Ok(Value::str(text.text)),
                    Err(message) => {
                        let at = item.span.map(|span| span.start_byte());
                        Err(Fault::new(
                            FaultKind::InvalidText,
                            message,
                            at,
                            attr.path.clone(),
                        ))
                    }
                }
            }
            (Content::Missing, None) => Err(wrong(format!("{} could not be read", attr.id))),
        }
    }

    fn member_of(
        &self,
        of: &Value<'a>,
        name: &str,
        slot: &Option<(crate::schema::TypeId, Member)>,
    ) -> Result<Value<'a>, Fault> {
        match of {
            Value::Obj(obj) => {
                if let Some((ty, member)) = slot
                    && *ty == obj.0.ty
                {
                    return self.member(obj, *member);
                }
                match obj.0.def.members.get(name) {
                    Some(member) => self.member(obj, *member),
                    None => {
                        let found = format!("an object of type {}", obj.0.def.qualified);
                        Err(has_no(&found, name, &member_names(obj.0.def)))
                    }
                }
            }
            Value::Null => Err(wrong(format!("there is no {name}: the object is absent"))),
            other => self.method_by_name(other, name),
        }
    }

    pub(crate) fn special(&self, obj: &Obj<'a>, which: Special) -> Result<Value<'a>, Fault> {
        Ok(match which {
            Special::Io => {
                // Reading it moves its own stream.
                if obj.0.owns_stream.get() {
                    self.ensure_read(obj);
                }
                Value::Stream(obj.0.stream.clone())
            }
            Special::Root => obj.root().map_or(Value::Null, Value::Obj),
            Special::Parent => obj.0.parent.clone().map_or(Value::Null, Value::Obj),
        })
    }

    pub(crate) fn subscript(&self, of: &Value<'a>, index: &Value<'a>) -> Result<Value<'a>, Fault> {
        let Some(n) = index.as_int() else {
            return Err(wrong(format!(
                "an index is an integer, not {}",
                index.kind_name()
            )));
        };
        let outside = |len: u64| {
            wrong(match len {
                0 => format!("index {n} is outside: there are no elements"),
                1 => format!("index {n} is outside: there is 1 element, 0"),
                _ => format!(
                    "index {n} is outside: there are {len} elements, 0 to {}",
                    len - 1
                ),
            })
        };
        let i = u64::try_from(n).unwrap_or(u64::MAX);
        match of {
            Value::Bytes(bytes) => {
                let bytes = bytes.as_slice();
                let byte = usize::try_from(i).ok().and_then(|i| bytes.get(i));
                byte.map(|b| Value::Int(i128::from(*b)))
                    .ok_or_else(|| outside(bytes.len() as u64))
            }
            Value::List(items) => usize::try_from(i)
                .ok()
                .and_then(|i| items.get(i))
                .cloned()
                .ok_or_else(|| outside(items.len() as u64)),
            Value::Array(array) => {
                let item = array.element(i).ok_or_else(|| match array.is_broken() {
                    true => outside(array.count()).into_consequence(),
                    false => outside(array.count()),
                })?;
                let value = self
                    .item_value(&item, array.0.attr)
                    .map_err(Fault::into_consequence)?;
                if self.strict() && !self.is_recording() && !array.0.attr.valid.is_empty() {
                    self.test_item(&array.0.owner, array.0.attr, &item, Some(i))?;
                }
                Ok(value)
            }
            other => Err(wrong(format!("{} has no elements", other.kind_name()))),
        }
    }
}
