//! Fields and elements whose place is known without reading what is before
//! them.

use super::array::{Array, ArrayShape, Known};
use super::buffer::{Cursor, Stream};
use super::engine::Engine;
use super::extent::content_len;
use super::fault::{Fault, FaultKind};
use super::object::{Content, Item, Obj, Status};
use super::read::{At, Place, Read, as_at_first};
use super::repeat::MOST_EMPTY;
use super::value::Value;
use crate::schema::{
    DataType, Endian, Expr, ExprKind, Extent, Member, Method, Repeat, Size, TypeId,
};

/// Elements of one size: that size in bits, and the bit order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stride {
    pub(crate) bits: u64,
    pub(crate) little: bool,
}

impl<'a> Engine<'a> {
    /// The size that all elements of an attribute have, if they have one. Only
    /// to be asked when there is at least one element: a size expression is
    /// evaluated.
    pub(crate) fn stride(&self, place: &Place<'_, 'a>) -> Option<(Stride, &'a DataType)> {
        let data = self.settled(&place.attr.data, place)?;
        Some((self.stride_of(data, place)?, data))
    }

    /// What a switch comes to, if it is the same for all elements.
    fn settled(&self, data: &'a DataType, place: &Place<'_, 'a>) -> Option<&'a DataType> {
        let DataType::Switch {
            on,
            cases,
            fallback,
        } = data
        else {
            return Some(data);
        };
        if !is_invariant(on)
            || !cases
                .iter()
                .filter_map(|case| case.when.as_ref())
                .all(is_invariant)
        {
            return None;
        }
        let fitting = self.case(on, cases, place).ok()?;
        self.settled(fitting.or(fallback.as_deref())?, place)
    }

    fn stride_of(&self, data: &'a DataType, place: &Place<'_, 'a>) -> Option<Stride> {
        let bytes = |n: u64| {
            Some(Stride {
                bits: n.checked_mul(8)?,
                little: false,
            })
        };
        match data {
            DataType::Int { width, .. } | DataType::Float { width, .. } => bytes(u64::from(*width)),
            DataType::Bits { width, endian, .. } => Some(Stride {
                bits: u64::from(*width),
                little: *endian == Endian::Le,
            }),
            DataType::Bytes(extent) | DataType::Str { extent, .. } => {
                bytes(self.extent_size(place, extent)?)
            }
            DataType::User {
                ty,
                args,
                extent: None,
                ..
            } if args.iter().all(is_pure)
                && place.stream.cursor().bits_left == 0
                && !self.names_itself(args, place) =>
            {
                let layout = self.0.schema.ty(*ty).layout.as_ref()?;
                layout.is_whole().then(|| bytes(layout.size))?
            }
            DataType::User {
                args,
                extent: Some(extent),
                ..
            } if args.iter().all(is_pure) && !self.strict() && !self.names_itself(args, place) => {
                bytes(self.extent_size(place, extent)?)
            }
            _ => None,
        }
    }

    /// Whether what elements are given may be made of other elements of their
    /// array: these must be read one after the other.
    pub(super) fn names_itself(&self, args: &[Expr], place: &Place<'_, 'a>) -> bool {
        let def = place.obj.0.def;
        let fields = def.seq.iter().map(|attr| attr as *const _);
        let instances = def.instances.iter().map(|it| &it.attr as *const _);
        let mut attrs = fields.chain(instances);
        let Some(at) = attrs.position(|attr| std::ptr::eq(attr, place.attr)) else {
            return !args.is_empty();
        };
        let member = match at.checked_sub(def.seq.len()) {
            None => Member::Seq(at as u16),
            Some(i) => Member::Instance(i as u16),
        };
        let mut seen = Vec::new();
        args.iter()
            .any(|arg| self.leads_to(arg, (place.obj.0.ty, member), &mut seen))
    }

    /// Whether an expression names a member, be it by way of instances.
    fn leads_to(
        &self,
        expr: &Expr,
        wanted: (TypeId, Member),
        seen: &mut Vec<(TypeId, Member)>,
    ) -> bool {
        if let ExprKind::Member {
            slot: Some(slot), ..
        } = &expr.kind
        {
            if *slot == wanted {
                return true;
            }
            let (ty, member) = *slot;
            if let Member::Instance(i) = member
                && !seen.contains(slot)
            {
                seen.push(*slot);
                let instance = self.0.schema.ty(ty).instances.get(usize::from(i));
                let parts = instance.map(|it| [&it.value, &it.pos, &it.attr.cond]);
                let mut parts = parts.into_iter().flatten().flatten();
                if parts.any(|part| self.leads_to(part, wanted, seen)) {
                    return true;
                }
            }
        }
        let mut parts = expr.parts().into_iter();
        parts.any(|part| self.leads_to(part, wanted, seen))
    }

    fn extent_size(&self, place: &Place<'_, 'a>, extent: &'a Extent) -> Option<u64> {
        match &extent.size {
            Size::Expr(size) if extent.process.is_none() && is_invariant(size) => {
                let size = self.eval_int(&place.scope(), size, place.attr).ok()?;
                u64::try_from(size).ok()
            }
            _ => None,
        }
    }

    /// An element of an array with a stride; `bit` is its place in the stream.
    pub(crate) fn fixed_element(
        &self,
        array: &Array<'a>,
        index: u64,
        bit: u64,
        little: bool,
    ) -> Item<'a> {
        let stride = match array.0.shape {
            ArrayShape::Fixed { stride, .. } => stride,
            ArrayShape::Indexed(_) => 0,
        };
        let place = Place {
            obj: &array.0.owner,
            attr: array.0.attr,
            stream: &array.0.stream,
            at: At::Element(array, index),
            index: Some(index),
        };
        self.item_at(array.0.data, &place, bit, bit + stride)
            .unwrap_or_else(|fault| {
                Item::failed(
                    Some(array.0.stream.bit_span(bit, bit + stride, little)),
                    fault,
                )
            })
    }

    /// An element of an array without a stride, found from an earlier one.
    pub(crate) fn indexed_element(
        &self,
        array: &Array<'a>,
        from: Known<'a>,
        index: u64,
    ) -> Item<'a> {
        let stream = &array.0.stream;
        let before = stream.cursor();
        stream.set_cursor(from.cursor);
        let mut last = Item::computed(Value::Null);
        let (mut i, mut turn, mut skipped) = (from.index, from.turn, 0);
        if let Some(params) = from.given
            && !self.has_override()
        {
            *self.0.given.borrow_mut() = Some((array.clone(), i, params));
        }
        while i <= index {
            let place = Place {
                obj: &array.0.owner,
                attr: array.0.attr,
                stream,
                at: At::Element(array, i),
                index: Some(turn),
            };
            turn += 1;
            let read = as_at_first(&place.home(), || {
                self.without_recording(|| self.read_one(&array.0.attr.data, &place))
            });
            let item = match read {
                Ok(Read::Item { item, .. }) => item,
                // A turn without a case added no element.
                Ok(Read::Nothing) if skipped < MOST_EMPTY => {
                    skipped += 1;
                    continue;
                }
                Ok(Read::Nothing) => Item::computed(Value::Null),
                Err(fault) => Item::failed(None, fault),
            };
            if let Some(obj) = std::mem::replace(&mut last, item).obj() {
                obj.release();
            }
            skipped = 0;
            i += 1;
        }
        *self.0.given.borrow_mut() = None;
        stream.set_cursor(before);
        last
    }

    /// The value of a plain integer of an object of fixed layout, straight from
    /// its bytes; `None` where there is more to it.
    #[inline]
    pub(crate) fn fixed_int(&self, obj: &Obj<'a>, i: u16) -> Option<Value<'a>> {
        let attr = obj.0.def.seq.get(i as usize)?;
        let DataType::Int {
            signed,
            width,
            endian,
            enumeration,
        } = &attr.data
        else {
            return None;
        };
        if !matches!(attr.repeat, Repeat::Once) || (self.strict() && !attr.valid.is_empty()) {
            return None;
        }
        let (start, _) = *obj.0.def.layout.as_ref()?.fields.get(i as usize)?;
        let start = usize::try_from(obj.0.start + start / 8).ok()?;
        let width = *width;
        let bytes = obj
            .0
            .stream
            .bytes()
            .get(start..start + usize::from(width))?;
        let endian = match width {
            1 => Endian::Be,
            _ => self.0.options.endian.or(*endian).or(obj.0.endian.get())?,
        };
        let n = match (width, signed) {
            (1, false) => i128::from(*bytes.first()?),
            _ => super::leaf::int(bytes, width, *signed, endian)?,
        };
        Some(match enumeration {
            Some(id) => Value::Enum(*id, n),
            None => Value::Int(n),
        })
    }

    /// A field of an object of fixed layout.
    pub(crate) fn fixed_field(&self, obj: &Obj<'a>, i: u16) -> Option<Item<'a>> {
        let attr = obj.0.def.seq.get(i as usize)?;
        let (start, end) = *obj.0.def.layout.as_ref()?.fields.get(i as usize)?;
        let base = obj.0.start * 8;
        let stream = &obj.0.stream;
        let member = Member::Seq(i);
        if let Repeat::Count(count) = &attr.repeat {
            let ExprKind::Int(count) = count.kind else {
                return None;
            };
            let count = u64::try_from(count).ok()?;
            let little = matches!(
                attr.data,
                DataType::Bits {
                    endian: Endian::Le,
                    ..
                }
            );
            let stride = (end - start).checked_div(count).unwrap_or(0);
            let array = Array::new(
                obj,
                member,
                attr,
                &attr.data,
                stream,
                base + start,
                ArrayShape::Fixed { stride, little },
            );
            array.0.count.set(count);
            array.0.end.set(base + end);
            return Some(Item::new(array.span(), Value::Array(array)));
        }
        let place = Place::member(obj, attr, member, stream);
        Some(
            self.item_at(&attr.data, &place, base + start, base + end)
                .unwrap_or_else(|fault| {
                    Item::failed(
                        Some(stream.bit_span(base + start, base + end, false)),
                        fault,
                    )
                }),
        )
    }

    /// What is at bits `start..end` of a stream, which are there.
    fn item_at(
        &self,
        data: &'a DataType,
        place: &Place<'_, 'a>,
        start: u64,
        end: u64,
    ) -> Result<Item<'a>, Fault> {
        let stream: &Stream<'a> = place.stream;
        let (from, to) = (start / 8, end / 8);
        match data {
            data @ DataType::Bits { .. } => Ok(self.bits(data, stream, start)),
            data @ (DataType::Int { .. } | DataType::Float { .. }) => {
                self.number(data, place, from, to)
            }
            DataType::Bytes(extent) => {
                let content = self.content(stream, extent, from, to);
                Ok(Item::new(stream.span(from, to), Value::Bytes(content)))
            }
            DataType::Str { extent, encoding } => {
                let bytes = self.content(stream, extent, from, to);
                let content = Content::Text(bytes, encoding);
                Ok(Item {
                    span: Some(stream.span(from, to)),
                    content,
                    fault: None,
                })
            }
            DataType::User {
                ty,
                args,
                parent,
                extent,
            } => {
                let span = stream.span(from, to);
                let obj = match extent {
                    Some(extent) => {
                        let bytes = stream
                            .bytes()
                            .get(from as usize..to as usize)
                            .unwrap_or_default();
                        let len = content_len(bytes, extent) as u64;
                        let inner = stream.window(from, from + len);
                        let obj = self.child(place, *ty, args, parent, &inner, Cursor::at(0))?;
                        obj.0.owns_stream.set(true);
                        obj
                    }
                    None => {
                        let obj = self.child(place, *ty, args, parent, stream, Cursor::at(from))?;
                        self.lay_out(&obj, to);
                        obj
                    }
                };
                Ok(Item::new(span, Value::Obj(obj)))
            }
            DataType::Switch { .. } | DataType::Computed => {
                Err(place.fault(FaultKind::Expression, "this field has no fixed place"))
            }
        }
    }

    fn content(
        &self,
        stream: &Stream<'a>,
        extent: &Extent,
        from: u64,
        to: u64,
    ) -> super::value::Bytes<'a> {
        let bytes = stream
            .bytes()
            .get(from as usize..to as usize)
            .unwrap_or_default();
        stream.cut(from, from + content_len(bytes, extent) as u64)
    }

    /// Marks an object as found by its type's layout.
    fn lay_out(&self, obj: &Obj<'a>, end: u64) {
        let endian = match obj.0.def.endian {
            crate::schema::EndianRule::Fixed(endian) => Some(endian),
            _ => obj.0.inherited,
        };
        obj.0.endian.set(self.0.options.endian.or(endian));
        let mut state = obj.0.state.borrow_mut();
        obj.0.fixed.set(true);
        state.status = Status::Done;
        state.end = end;
    }
}

/// Whether an expression gives the same for every element: it looks neither at
/// the element nor at where the stream stands.
fn is_invariant(expr: &Expr) -> bool {
    is_pure(expr) && !mentions_index(expr)
}

/// Whether an expression gives the same whenever it is evaluated for the same
/// element.
fn is_pure(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Item => false,
        ExprKind::Method {
            method: Method::Pos | Method::Eof,
            ..
        } => false,
        _ => expr.parts().into_iter().all(is_pure),
    }
}

pub(crate) fn mentions_index(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Index) || expr.parts().into_iter().any(mentions_index)
}
