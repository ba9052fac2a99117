//! Fields and elements whose place is known without reading what is before
//! them.

use super::array::{Array, ArrayShape};
use super::buffer::Stream;
use super::engine::Engine;
use super::extent::content_len;
use super::fault::{Fault, FaultKind};
use super::object::{Content, Home, Item, Obj, Status};
use super::read::Place;
use super::value::Value;
use crate::schema::{
    Attr, BinOp, DataType, Endian, Expr, ExprKind, Extent, Member, Repeat, Size, Special,
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
    pub(crate) fn stride(&self, place: &Place<'_, 'a>) -> Option<Stride> {
        let bytes = |n: u64| {
            Some(Stride {
                bits: n.checked_mul(8)?,
                little: false,
            })
        };
        match &place.attr.data {
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
            } if args.is_empty() => bytes(self.0.schema.ty(*ty).layout.as_ref()?.size),
            DataType::User {
                args,
                extent: Some(extent),
                ..
            } if args.is_empty() && !self.strict() => bytes(self.extent_size(place, extent)?),
            _ => None,
        }
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
            home: Home::Element(array.clone(), index),
            index: Some(index),
        };
        self.item_at(&place, bit, bit + stride)
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
        from: u64,
        cursor: super::buffer::Cursor,
        index: u64,
    ) -> Item<'a> {
        let stream = &array.0.stream;
        let before = stream.cursor();
        stream.set_cursor(cursor);
        let mut last = Item::computed(Value::Null);
        for i in from..=index {
            let place = Place {
                obj: &array.0.owner,
                attr: array.0.attr,
                stream,
                home: Home::Element(array.clone(), i),
                index: Some(i),
            };
            last = match self.without_recording(|| self.read_one(&array.0.attr.data, &place)) {
                Ok(super::read::Read::Item { item, .. }) => item,
                Ok(super::read::Read::Nothing) => Item::computed(Value::Null),
                Err(fault) => Item::failed(None, fault),
            };
        }
        stream.set_cursor(before);
        last
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
            let stride = if count == 0 { 0 } else { (end - start) / count };
            let array = Array::new(
                obj,
                member,
                attr,
                stream,
                base + start,
                ArrayShape::Fixed { stride, little },
            );
            array.0.count.set(count);
            array.0.end.set(base + end);
            return Some(Item::new(array.span(), Value::Array(array)));
        }
        let place = Place {
            obj,
            attr,
            stream,
            home: Home::Member(obj.clone(), member),
            index: None,
        };
        Some(
            self.item_at(&place, base + start, base + end)
                .unwrap_or_else(|fault| {
                    Item::failed(
                        Some(stream.bit_span(base + start, base + end, false)),
                        fault,
                    )
                }),
        )
    }

    /// What is at bits `start..end` of a stream, which are there.
    fn item_at(&self, place: &Place<'_, 'a>, start: u64, end: u64) -> Result<Item<'a>, Fault> {
        let stream: &Stream<'a> = place.stream;
        let (from, to) = (start / 8, end / 8);
        match &place.attr.data {
            data @ DataType::Bits { .. } => Ok(self.bits(data, stream, start)),
            data @ (DataType::Int { .. } | DataType::Float { .. }) => {
                self.number(data, place, from, to)
            }
            DataType::Bytes(extent) => {
                let content = self.content(stream, extent, 1, from, to);
                Ok(Item::new(stream.span(from, to), Value::Bytes(content)))
            }
            DataType::Str { extent, encoding } => {
                let bytes = self.content(stream, extent, encoding.unit_len(), from, to);
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
                        let len = content_len(bytes, extent, 1) as u64;
                        let inner = stream.window(from, from + len);
                        self.child(place, *ty, args, parent, &inner, 0)?
                    }
                    None => {
                        let obj = self.child(place, *ty, args, parent, stream, from)?;
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
        unit: usize,
        from: u64,
        to: u64,
    ) -> super::value::Bytes<'a> {
        let bytes = stream
            .bytes()
            .get(from as usize..to as usize)
            .unwrap_or_default();
        stream.cut(from, from + content_len(bytes, extent, unit) as u64)
    }

    /// Marks an object as found by its type's layout.
    fn lay_out(&self, obj: &Obj<'a>, end: u64) {
        let endian = match obj.0.def.endian {
            crate::schema::EndianRule::Fixed(endian) => Some(endian),
            _ => obj.0.inherited,
        };
        obj.0.endian.set(self.0.options.endian.or(endian));
        let mut state = obj.0.state.borrow_mut();
        state.fixed = true;
        state.status = Status::Done;
        state.end = end;
    }
}

/// Whether an expression gives the same for every element: it names only
/// literals and fields that were read before.
fn is_invariant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::This => true,
        ExprKind::Member { of, slot, .. } => {
            is_invariant(of) && matches!(slot, Some((_, Member::Seq(_) | Member::Param(_))))
        }
        ExprKind::Special(of, Special::Parent | Special::Root) => is_invariant(of),
        ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => is_invariant(a),
        ExprKind::Binary(op, a, b) => {
            matches!(
                op,
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Shl | BinOp::Shr
            ) && is_invariant(a)
                && is_invariant(b)
        }
        _ => false,
    }
}
