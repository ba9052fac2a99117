//! Reads single elements: numbers, bit fields, runs of bytes, user types,
//! switches.

use std::rc::Rc;

use super::buffer::{Cursor, Stream};
use super::engine::Engine;
use super::extent::Cut;
use super::fault::{Fault, FaultKind};
use super::leaf;
use super::object::{Content, Item, Obj, Root};
use super::read::{At, Place, Read};
use super::value::Value;
use crate::schema::{
    DataType, Encoding, Endian, Expr, ExprKind, Extent, ParentSpec, SwitchCase, TypeId,
};

impl<'a> Engine<'a> {
    /// Reads one element of an attribute.
    pub(crate) fn read_one(
        &self,
        data: &'a DataType,
        place: &Place<'_, 'a>,
    ) -> Result<Read<'a>, Fault> {
        let stream = place.stream;
        match data {
            DataType::Int { width, .. } | DataType::Float { width, .. } => {
                match stream.take(u64::from(*width)) {
                    Ok((start, end)) => self.number(data, place, start, end).map(Read::ok),
                    Err(eof) => Ok(place.eof(eof)),
                }
            }
            DataType::Bits { width, endian, .. } => {
                match stream.take_bits(*width, *endian == Endian::Le) {
                    Ok((start, _)) => Ok(Read::ok(self.bits(data, stream, start))),
                    Err(eof) => Ok(place.eof(eof)),
                }
            }
            DataType::Bytes(extent) => self.read_bytes(place, extent, None),
            DataType::Str { extent, encoding } => self.read_bytes(place, extent, Some(encoding)),
            DataType::User {
                ty,
                args,
                parent,
                extent,
            } => self.read_user(place, *ty, args, parent, extent.as_ref()),
            DataType::Switch {
                on,
                cases,
                fallback,
            } => match self.case(on, cases, place)?.or(fallback.as_deref()) {
                Some(data) => self.read_one(data, place),
                None => Ok(Read::Nothing),
            },
            DataType::Computed => Ok(Read::Nothing),
        }
    }

    /// What is read by the case of a switch that fits.
    pub(super) fn case<'d>(
        &self,
        on: &Expr,
        cases: &'d [SwitchCase],
        place: &Place<'_, 'a>,
    ) -> Result<Option<&'d DataType>, Fault> {
        let scope = place.scope();
        let on = self.eval(&scope, on)?;
        for case in cases {
            let Some(when) = &case.when else {
                return Ok(Some(&case.data));
            };
            let fits = match (&on, &when.kind) {
                (
                    Value::Int(on) | Value::Enum(_, on),
                    ExprKind::Int(when) | ExprKind::Enum(_, when),
                ) => on == when,
                _ => self.equal(&on, &self.eval(&scope, when)?),
            };
            if fits {
                return Ok(Some(&case.data));
            }
        }
        Ok(None)
    }

    /// An integer or float whose bytes are there.
    pub(crate) fn number(
        &self,
        data: &DataType,
        place: &Place<'_, 'a>,
        start: u64,
        end: u64,
    ) -> Result<Item<'a>, Fault> {
        let span = place.stream.span(start, end);
        let bytes = place
            .stream
            .bytes()
            .get(start as usize..end as usize)
            .unwrap_or_default();
        let value = match data {
            DataType::Int {
                signed,
                width,
                endian,
                enumeration,
            } => {
                let endian = self.endian_of(*endian, *width, place)?;
                leaf::int(bytes, *width, *signed, endian).map(|n| match enumeration {
                    Some(id) => Value::Enum(*id, n),
                    None => Value::Int(n),
                })
            }
            DataType::Float { width, endian } => {
                leaf::float(bytes, *width, self.endian_of(*endian, *width, place)?)
                    .map(Value::Float)
            }
            _ => None,
        };
        match value {
            Some(value) => Ok(Item::new(span, value)),
            None => Err(place.fault(FaultKind::UnexpectedEof, "the number's bytes are not there")),
        }
    }

    fn endian_of(
        &self,
        own: Option<Endian>,
        width: u8,
        place: &Place<'_, 'a>,
    ) -> Result<Endian, Fault> {
        if width == 1 {
            return Ok(Endian::Be);
        }
        self.0
            .options
            .endian
            .or(own)
            .or(place.obj.0.endian.get())
            .ok_or_else(|| {
                place.fault(
                    FaultKind::UndecidedEndianness,
                    "the byte order of this number is not decided",
                )
            })
    }

    /// A bit field whose bytes are there; `start` in bits in its stream.
    pub(crate) fn bits(&self, data: &DataType, stream: &Stream<'a>, start: u64) -> Item<'a> {
        let DataType::Bits {
            width,
            endian,
            boolean,
            enumeration,
        } = data
        else {
            return Item::computed(Value::Null);
        };
        let span = stream.bit_span(start, start + u64::from(*width), *endian == Endian::Le);
        let n = leaf::bits(stream.bytes(), start, *width, *endian).unwrap_or(0);
        let value = match enumeration {
            Some(id) => Value::Enum(*id, i128::from(n)),
            None if *boolean => Value::Bool(n != 0),
            None => Value::Int(i128::from(n)),
        };
        Item::new(span, value)
    }

    fn read_bytes(
        &self,
        place: &Place<'_, 'a>,
        extent: &'a Extent,
        encoding: Option<&'a Encoding>,
    ) -> Result<Read<'a>, Fault> {
        let (cut, fault) = match self.cut(place, extent)? {
            Cut::Whole(cut) => (cut, None),
            Cut::Short(cut, fault) => (cut, Some(fault)),
        };
        let span = place.stream.span(cut.start, cut.end);
        if let Some(fault) = fault {
            let content = Content::Value(Value::Bytes(place.stream.cut(cut.from, cut.to)));
            return Ok(Read::stop(Item {
                span: Some(span),
                content,
                fault: Some(fault),
            }));
        }
        let mut fault = None;
        let bytes = match &extent.process {
            None => place.stream.cut(cut.from, cut.to),
            Some(process) => {
                let (buffer, problem) = self.process(place, process, cut)?;
                fault = problem;
                buffer.cut(0, buffer.as_slice().len() as u64)
            }
        };
        let content = match encoding {
            Some(encoding) => Content::Text(bytes, encoding),
            None => Content::Value(Value::Bytes(bytes)),
        };
        Ok(Read::ok(Item {
            span: Some(span),
            content,
            fault,
        }))
    }

    fn read_user(
        &self,
        place: &Place<'_, 'a>,
        ty: TypeId,
        args: &'a [Expr],
        parent: &'a ParentSpec,
        extent: Option<&'a Extent>,
    ) -> Result<Read<'a>, Fault> {
        let Some(extent) = extent else {
            let stream = place.stream;
            let begin = stream.cursor();
            let obj = self.child(place, ty, args, parent, stream, begin)?;
            place.begun(&obj);
            let done = self.read_object(&obj);
            let (start, after) = (begin.bit(), stream.cursor());
            let end = after.bit().max(start);
            let size = stream.size().saturating_mul(8);
            let end = if done {
                end
            } else {
                end.min(size).max(start.min(size))
            };
            let little = begin.little && begin.bits_left > 0 || after.little && after.bits_left > 0;
            let item = Item::new(stream.bit_span(start, end, little), Value::Obj(obj));
            return Ok(Read::Item {
                item,
                goes_on: done,
            });
        };
        let (cut, short) = match self.cut(place, extent)? {
            Cut::Whole(cut) => (cut, None),
            Cut::Short(cut, fault) => (cut, Some(fault)),
        };
        let span = place.stream.span(cut.start, cut.end);
        let goes_on = short.is_none();
        let mut fault = short;
        let inner = match &extent.process {
            Some(process) if goes_on => {
                let (buffer, problem) = self.process(place, process, cut)?;
                fault = problem;
                let len = buffer.as_slice().len() as u64;
                Stream::new(buffer, 0, len)
            }
            _ => place.stream.window(cut.from, cut.to),
        };
        // A partly decoded stream is read as far as it goes; what then fails is
        // no second fault.
        let obj = self.child(place, ty, args, parent, &inner, Cursor::at(0))?;
        obj.0.owns_stream.set(true);
        if extent.process.is_some() && goes_on {
            obj.0.reach.is_new();
        }
        place.begun(&obj);
        if fault.is_some() {
            self.without_recording(|| self.read_object(&obj));
        } else {
            self.read_object(&obj);
        }
        let item = Item {
            span: Some(span),
            content: Content::Value(Value::Obj(obj)),
            fault,
        };
        Ok(Read::Item { item, goes_on })
    }

    /// A new object at an element's place, its arguments evaluated.
    pub(crate) fn child(
        &self,
        place: &Place<'_, 'a>,
        ty: TypeId,
        args: &'a [Expr],
        parent: &'a ParentSpec,
        stream: &Stream<'a>,
        begin: Cursor,
    ) -> Result<Obj<'a>, Fault> {
        if place.obj.0.level >= self.limits().depth {
            return Err(self.too_deep(&place.attr.path));
        }
        let scope = place.scope();
        let params = match self.given(place, args) {
            Some(params) => params.iter().cloned().collect(),
            None => {
                let params = args.iter().map(|arg| self.eval(&scope, arg));
                params.collect::<Result<Box<[_]>, Fault>>()?
            }
        };
        let def = self.0.schema.ty(ty);
        let foreign = def.file_top != place.obj.0.def.file_top;
        let parent = match parent {
            _ if foreign => None,
            ParentSpec::Reader => Some(place.obj.clone()),
            ParentSpec::None => None,
            ParentSpec::Expr(expr) => match self.eval(&scope, expr)? {
                Value::Obj(obj) => Some(obj),
                _ => None,
            },
        };
        let root = match foreign {
            false => place.obj.root_of_children(),
            true if def.outer.is_none() => Root::Own,
            true => Root::Nobody,
        };
        let obj = self.object(
            ty,
            params,
            stream,
            begin,
            place.home(),
            parent,
            root,
            place.obj.0.endian.get(),
        );
        Ok(obj)
    }

    /// The parameters of an element that is read again, if they are known.
    fn given(&self, place: &Place<'_, 'a>, args: &[Expr]) -> Option<Rc<[Value<'a>]>> {
        let At::Element(array, index) = place.at else {
            return None;
        };
        if args.is_empty() {
            return None;
        }
        let mut given = self.0.given.borrow_mut();
        let (of, element, params) = given.as_ref()?;
        let same = Rc::ptr_eq(&of.0, &array.0) && *element == index && params.len() == args.len();
        let params = same.then(|| params.clone())?;
        *given = None;
        Some(params)
    }
}
