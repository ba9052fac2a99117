//! Runs code on integers.

use super::machine::{Cell, Done, Link, Machine, Outer, Packed, Stop};
use super::number::{Hop, Num, Run};
use super::spot::Spot;
use super::{Code, Computed, Kind, Sink};
use crate::decode::integer::binary;
use crate::decode::{Value, leaf};
use crate::schema::{BinOp, DataType, Endian, Member, TypeId};

/// Values that are computed one for another.
const MOST_COMPUTING: u32 = 12;

/// What names in code refer to.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// The first cell of `this`.
    pub(super) cells: usize,
    pub(super) this: Link,
    pub(super) index: Option<u64>,
    pub(super) item: Cell,
    /// Byte order of the numbers of `this`.
    pub(super) endian: Option<Endian>,
}

impl Scope {
    /// Inside a frame, apart from its stream and from any repetition.
    pub(super) fn of(frame: usize, cells: usize) -> Scope {
        Scope {
            cells,
            this: Link::Frame(frame as u32),
            index: None,
            item: Cell::Unread,
            endian: None,
        }
    }
}

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// The value of a number that must be there.
    pub(super) fn number(&mut self, scope: &Scope, num: &Num) -> Done<i64> {
        self.value(scope, num).map_err(|_| Stop::Bail)
    }

    pub(super) fn truth(&mut self, scope: &Scope, num: &Num) -> Done<bool> {
        Ok(self.number(scope, num)? != 0)
    }

    /// The value of a number; [`Stop::Null`] if it is absent.
    pub(super) fn value(&mut self, scope: &Scope, num: &Num) -> Done<i64> {
        Ok(match num {
            Num::Const(n) => *n,
            Num::Own(i) => {
                let cell = self.scratch.cells.get(scope.cells + usize::from(*i));
                match cell.map(|cell| cell.cell()) {
                    Some(Cell::Number(n)) => n,
                    Some(Cell::Absent) => return Err(Stop::Null),
                    _ => return Err(Stop::Bail),
                }
            }
            Num::OwnCount(slot) => self.own_array(scope, *slot)?.1 as i64,
            Num::OwnElement(array, index) => {
                let index = self.number(scope, index)?;
                self.own_element(scope, *array, index)?
            }
            Num::OwnComputed(cell, code) => self.computed(scope.this, scope.cells, *cell, code)?,
            Num::Cell {
                of,
                ty,
                member,
                kind,
                cache,
            } => match self.spot(scope, of)? {
                Spot::Frame(frame) => {
                    let form = self.form(frame)?;
                    if form.ty != *ty {
                        return Err(Stop::Bail);
                    }
                    let i = match member {
                        Member::Seq(i) => usize::from(*i),
                        Member::Param(i) => form.parameter(usize::from(*i)),
                        Member::Instance(_) => return Err(Stop::Bail),
                    };
                    self.cell_value(frame, i)?
                }
                Spot::Flat(form, start, reader) => {
                    self.flat_value((form, start, reader), *ty, *member)?
                }
                Spot::Outside(outer, hops, made) => {
                    self.outside_value(scope, (outer, hops, made), (*ty, *member, *kind), *cache)?
                }
            },
            Num::Computed {
                of,
                ty,
                i,
                code,
                cache,
            } => match self.spot(scope, of)? {
                Spot::Frame(frame) => {
                    let form = self.form(frame)?;
                    if form.ty != *ty {
                        return Err(Stop::Bail);
                    }
                    let cells = self.frame(frame)?.cells;
                    let cell = form.instance(usize::from(*i));
                    self.computed(Link::Frame(frame as u32), cells, cell, code)?
                }
                Spot::Flat(..) => return Err(Stop::Bail),
                Spot::Outside(outer, hops, made) => {
                    let member = Member::Instance(*i);
                    let Code::Number(_, kind) = code.value else {
                        return Err(Stop::Bail);
                    };
                    self.outside_value(scope, (outer, hops, made), (*ty, member, kind), *cache)?
                }
            },
            Num::Item => match scope.item {
                Cell::Number(n) => n,
                _ => return Err(Stop::Bail),
            },
            Num::Index => scope.index.map(|i| i as i64).ok_or(Stop::Bail)?,
            Num::Len(run) => match self.run(scope, run)? {
                Known::Bytes(bytes) => bytes.len() as i64,
                // of text, characters count
                text => text.ascii()?.len() as i64,
            },
            Num::Byte(run, index) => {
                let index = usize::try_from(self.number(scope, index)?).map_err(|_| Stop::Bail)?;
                match self.run(scope, run)? {
                    Known::Bytes(bytes) => (*bytes.get(index).ok_or(Stop::Bail)?).into(),
                    Known::Text(_) | Known::Made(_) => return Err(Stop::Bail),
                }
            }
            Num::Count { of, ty, slot } => {
                let (_, count) = self.array(scope, of, *ty, *slot)?;
                i64::try_from(count).map_err(|_| Stop::Bail)?
            }
            Num::Element {
                of,
                ty,
                slot,
                index,
            } => {
                let index = self.number(scope, index)?;
                self.element_value(scope, of, (*ty, *slot), index)?
            }
            Num::IoSize(of) => match self.spot(scope, of)? {
                Spot::Frame(frame) => self.frame(frame)?.window.len as i64,
                Spot::Outside(outer, hops, _) => {
                    self.outside(scope, outer, hops)?.0.stream.size() as i64
                }
                Spot::Flat(..) => return Err(Stop::Bail),
            },
            Num::IoPos => self.now.pos as i64,
            Num::IoEof => (self.now.pos >= self.now_len && self.now.bits_left == 0).into(),
            Num::ToFloat(a) => (self.number(scope, a)? as f64).to_bits() as i64,
            Num::Neg(a) => self.number(scope, a)?.checked_neg().ok_or(Stop::Bail)?,
            Num::Invert(a) => !self.number(scope, a)?,
            Num::Not(a) => (self.number(scope, a)? == 0).into(),
            Num::And(a, b) => (self.truth(scope, a)? && self.truth(scope, b)?).into(),
            Num::Or(a, b) => (self.truth(scope, a)? || self.truth(scope, b)?).into(),
            Num::Choose(cond, a, b) => {
                let chosen = if self.truth(scope, cond)? { a } else { b };
                self.value(scope, chosen)?
            }
            Num::Same(a, b) => {
                let same = match (self.run(scope, a)?, self.run(scope, b)?) {
                    (Known::Bytes(a), Known::Bytes(b)) => a == b,
                    (a, b) => a.ascii()? == b.ascii()?,
                };
                same.into()
            }
            Num::Is(a, n) => match self.value(scope, a) {
                Ok(a) => (a == *n).into(),
                Err(Stop::Null) => 0,
                Err(Stop::Bail) => return Err(Stop::Bail),
            },
            Num::Mask(a, n) => self.number(scope, a)? & n,
            Num::Binary(op @ (BinOp::Eq | BinOp::Ne), a, b) => {
                let (a, b) = (self.maybe(scope, a)?, self.maybe(scope, b)?);
                ((a == b) == (*op == BinOp::Eq)).into()
            }
            Num::Binary(op, a, b) => {
                let (a, b) = (self.number(scope, a)?, self.number(scope, b)?);
                binary(*op, a, b).ok_or(Stop::Bail)?
            }
            Num::Never => return Err(Stop::Bail),
        })
    }

    fn maybe(&mut self, scope: &Scope, num: &Num) -> Done<Option<i64>> {
        match self.value(scope, num) {
            Ok(n) => Ok(Some(n)),
            Err(Stop::Null) => Ok(None),
            Err(Stop::Bail) => Err(Stop::Bail),
        }
    }

    #[inline]
    fn cell_value(&self, frame: usize, i: usize) -> Done<i64> {
        match self.cell(frame, i)? {
            Cell::Number(n) => Ok(n),
            Cell::Absent => Err(Stop::Null),
            _ => Err(Stop::Bail),
        }
    }

    /// A value instance of an object, computed once.
    pub(super) fn computed(
        &mut self,
        this: Link,
        cells: usize,
        cell: usize,
        code: &Computed,
    ) -> Done<i64> {
        let known = self.scratch.cells.get(cells + cell);
        match known.map(|cell| cell.cell()) {
            Some(Cell::Number(n)) => return Ok(n),
            Some(Cell::Absent) => return Err(Stop::Null),
            _ => {}
        }
        let Code::Number(number, _) = &code.value else {
            return Err(Stop::Bail);
        };
        self.deeper()?;
        let scope = Scope {
            this,
            ..Scope::of(0, cells)
        };
        let value = match &code.cond {
            Some(cond) => match self.number(&scope, cond) {
                Ok(0) => Err(Stop::Null),
                Ok(_) => self.value(&scope, number),
                Err(stop) => Err(stop),
            },
            None => self.value(&scope, number),
        };
        self.computing -= 1;
        let known = match value {
            Ok(n) => Cell::Number(n),
            Err(Stop::Null) => Cell::Absent,
            Err(Stop::Bail) => return value,
        };
        if let Some(place) = self.scratch.cells.get_mut(cells + cell) {
            *place = Packed::new(known);
        }
        value
    }

    /// Computes one value more for another.
    pub(super) fn deeper(&mut self) -> Done<()> {
        self.computing += 1;
        match self.computing > MOST_COMPUTING {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// A field of an object of fixed layout, read from its bytes.
    fn flat_value(
        &self,
        (form, start, reader): (usize, u64, usize),
        ty: TypeId,
        member: Member,
    ) -> Done<i64> {
        let forms = &self.forms.forms;
        let form = forms.get(form).ok_or(Stop::Bail)?;
        let (Member::Seq(i), true) = (member, form.ty == ty) else {
            return Err(Stop::Bail);
        };
        let (attr, bit) = match (form.def.seq.get(usize::from(i)), &form.def.layout) {
            (Some(attr), Some(layout)) => {
                (attr, layout.fields.get(usize::from(i)).ok_or(Stop::Bail)?.0)
            }
            _ => return Err(Stop::Bail),
        };
        let number = match &attr.data {
            DataType::Int {
                signed,
                width,
                endian,
                ..
            } => {
                let inherited = match form.order {
                    super::Order::Fixed(endian) => Some(endian),
                    _ => self.frame(reader)?.endian,
                };
                let endian = match width {
                    1 => Endian::Be,
                    _ => (*endian).or(inherited).ok_or(Stop::Bail)?,
                };
                let at = (start + bit / 8) as usize;
                let bytes = self.bytes.get(at..at + usize::from(*width));
                leaf::int(bytes.ok_or(Stop::Bail)?, *width, *signed, endian).ok_or(Stop::Bail)?
            }
            DataType::Bits { width, endian, .. } => {
                let bit = start * 8 + bit;
                leaf::bits(self.bytes, bit, *width, *endian)
                    .ok_or(Stop::Bail)?
                    .into()
            }
            _ => return Err(Stop::Bail),
        };
        i64::try_from(number).map_err(|_| Stop::Bail)
    }

    /// The value of a member of an object outside.
    fn outside_value(
        &mut self,
        scope: &Scope,
        (outer, hops, made): (Outer, &[Hop], u8),
        (ty, member, kind): (TypeId, Member, Kind),
        cache: u32,
    ) -> Done<i64> {
        // which element it is may differ from object to object
        let varies = hops.iter().any(|hop| matches!(hop, Hop::Element(..)));
        if !varies
            && let Some(Some((at, known))) = self.scratch.outer.get(cache as usize)
            && *at == made
        {
            return Ok(*known);
        }
        let obj = self.outside(scope, outer, hops)?;
        if obj.0.ty != ty {
            return Err(Stop::Bail);
        }
        let number = match (self.engine.member(&obj, member), kind) {
            (Ok(Value::Int(n)), Kind::Int) => i64::try_from(n).map_err(|_| Stop::Bail)?,
            (Ok(Value::Enum(id, n)), Kind::Enum(wanted)) if id == wanted => {
                i64::try_from(n).map_err(|_| Stop::Bail)?
            }
            (Ok(Value::Bool(yes)), Kind::Bool) => yes.into(),
            (Ok(Value::Null), _) => return Err(Stop::Null),
            _ => return Err(Stop::Bail),
        };
        if !varies && let Some(place) = self.scratch.outer.get_mut(cache as usize) {
            *place = Some((made, number));
        }
        Ok(number)
    }

    /// The bytes of a run.
    pub(super) fn run<'r>(&mut self, scope: &Scope, run: &'r Run) -> Done<Known<'r>>
    where
        'm: 'r,
    {
        let (of, ty, slot) = match run {
            Run::Bytes(bytes) => return Ok(Known::Bytes(bytes)),
            Run::Text(bytes) => return Ok(Known::Text(bytes)),
            Run::Made(text) => return self.made(scope, text),
            Run::Cell { of, ty, slot } => (of, *ty, usize::from(*slot)),
        };
        let Spot::Frame(frame) = self.spot(scope, of)? else {
            return Err(Stop::Bail);
        };
        let form = self.form(frame)?;
        let Cell::Run(len, from) = self.cell(frame, slot)? else {
            return Err(Stop::Bail);
        };
        let bytes: &'m [u8] = self.bytes;
        let bytes = bytes
            .get(from as usize..from as usize + len as usize)
            .ok_or(Stop::Bail)?;
        match form.def.seq.get(slot).map(|attr| &attr.data) {
            Some(DataType::Bytes(_)) if form.ty == ty => Ok(Known::Bytes(bytes)),
            Some(DataType::Str { .. }) if form.ty == ty => Ok(Known::Text(bytes)),
            _ => Err(Stop::Bail),
        }
    }
}

/// Bytes, or text that is ASCII if its bytes are.
pub(super) enum Known<'r> {
    Bytes(&'r [u8]),
    Text(&'r [u8]),
    Made(String),
}

impl Known<'_> {
    /// Text that is ASCII.
    pub(super) fn ascii(&self) -> Done<&[u8]> {
        let text = match self {
            Known::Bytes(_) => return Err(Stop::Bail),
            Known::Text(text) => text,
            Known::Made(text) => text.as_bytes(),
        };
        text.is_ascii().then_some(text).ok_or(Stop::Bail)
    }
}
