//! Finds the objects that expressions name.

use super::eval::Scope;
use super::machine::{Cell, Done, Frame, Link, Machine, Outer, Packed, Stop, Window};
use super::number::{Hop, Where};
use super::{Order, Sink};
use crate::decode::Value;
use crate::decode::object::{Home, Obj};
use crate::schema::{DataType, Member, Special};

/// An object that an expression names.
pub(super) enum Spot<'w> {
    Frame(usize),
    /// An object without a frame: its form, where it begins in the buffer, and
    /// the frame that read it.
    Flat(usize, u64, usize),
    /// One outside, and the way on from there; with how many hops were made.
    Outside(Outer, &'w [Hop], u8),
}

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// Follows the way as far as it leads through frames.
    #[inline]
    pub(super) fn spot<'w>(&mut self, scope: &Scope, place: &'w Where) -> Done<Spot<'w>> {
        match (place, scope.this) {
            (Where::This, Link::Frame(frame)) => Ok(Spot::Frame(frame as usize)),
            (Where::This, Link::Outer(outer)) => Ok(Spot::Outside(outer, &[], 0)),
            (Where::This, Link::Nothing) => Err(Stop::Bail),
            (Where::Hops(hops), this) => self.follow(scope, this, hops),
        }
    }

    fn follow<'w>(&mut self, scope: &Scope, this: Link, hops: &'w [Hop]) -> Done<Spot<'w>> {
        let mut at = this;
        // once the way leads into an object without a frame
        let mut flat: Option<(usize, u64, usize)> = None;
        for (i, hop) in hops.iter().enumerate() {
            if let Some(outer) = flat {
                flat = Some(self.inside(outer, hop)?);
                continue;
            }
            let frame = match at {
                Link::Frame(frame) => frame as usize,
                Link::Outer(outer) => match self.element_before(scope, outer, hop)? {
                    Some(frame) => {
                        at = Link::Frame(frame);
                        continue;
                    }
                    None => {
                        let rest = hops.get(i..).unwrap_or_default();
                        return Ok(Spot::Outside(outer, rest, i as u8));
                    }
                },
                Link::Nothing => return Err(Stop::Bail),
            };
            let cell = match hop {
                Hop::Parent => {
                    at = self.frame(frame)?.parent;
                    continue;
                }
                Hop::Root => {
                    at = self.frame(frame)?.root;
                    continue;
                }
                Hop::Item => scope.item,
                Hop::Child(ty, slot) if self.form(frame)?.ty == *ty => {
                    self.cell(frame, usize::from(*slot))?
                }
                Hop::Element(ty, slot, index) if self.form(frame)?.ty == *ty => {
                    let index = self.number(scope, index)?;
                    self.object_at(frame, *slot, Some(index))?
                }
                Hop::Last(ty, slot) if self.form(frame)?.ty == *ty => {
                    self.object_at(frame, *slot, None)?
                }
                _ => return Err(Stop::Bail),
            };
            match cell {
                Cell::Object(frame) => at = Link::Frame(frame),
                Cell::Flat(form, start) => flat = Some((form as usize, start, frame)),
                _ => return Err(Stop::Bail),
            }
        }
        if let Some((form, start, frame)) = flat {
            return Ok(Spot::Flat(form, start, frame));
        }
        match at {
            Link::Frame(frame) => Ok(Spot::Frame(frame as usize)),
            Link::Outer(outer) => Ok(Spot::Outside(outer, &[], hops.len() as u8)),
            Link::Nothing => Err(Stop::Bail),
        }
    }

    /// A field that is an object, of an object without a frame.
    fn inside(
        &self,
        (form, start, frame): (usize, u64, usize),
        hop: &Hop,
    ) -> Done<(usize, u64, usize)> {
        let form = self.forms.forms.get(form).ok_or(Stop::Bail)?;
        let Hop::Child(ty, slot) = hop else {
            return Err(Stop::Bail);
        };
        let slot = usize::from(*slot);
        let (Some(attr), Some(layout)) = (form.def.seq.get(slot), &form.def.layout) else {
            return Err(Stop::Bail);
        };
        let (bit, _) = *layout.fields.get(slot).ok_or(Stop::Bail)?;
        match &attr.data {
            // its byte order would be that of the object between
            DataType::User { ty: inner, .. }
                if form.ty == *ty && matches!(form.order, Order::Inherited) =>
            {
                let inner = *self.forms.by_type.get(inner).ok_or(Stop::Bail)?;
                Ok((inner, start + bit / 8, frame))
            }
            _ => Err(Stop::Bail),
        }
    }

    /// An element of an array of objects; without an index, the last.
    fn object_at(&self, frame: usize, slot: u16, index: Option<i64>) -> Done<Cell> {
        let (mut last, count) = match self.cell(frame, usize::from(slot))? {
            Cell::Objects(last, count) => (last, count),
            Cell::Growing(last, count) if !self.late => (last, count),
            _ => return Err(Stop::Bail),
        };
        let back = match index {
            None => 0,
            Some(index) => count
                .checked_sub(1)
                .and_then(|most| most.checked_sub(u64::try_from(index).ok()?))
                .ok_or(Stop::Bail)?,
        };
        if count == 0 {
            return Err(Stop::Bail);
        }
        for _ in 0..back {
            last = self.frame(last as usize)?.before;
        }
        Ok(Cell::Object(last))
    }

    /// The frame of the element that was gone through last, if a hop leads there.
    fn element_before(&mut self, scope: &Scope, outer: Outer, hop: &Hop) -> Done<Option<u32>> {
        let (Some((index, frame)), Outer::Owner) = (self.before, outer) else {
            return Ok(None);
        };
        let Hop::Element(ty, slot, wanted) = hop else {
            return Ok(None);
        };
        let own = self.base.owner.is_some_and(|owner| owner.0.ty == *ty)
            && self.base.member == Some(Member::Seq(*slot));
        let before = own && u64::try_from(self.number(scope, wanted)?) == Ok(index);
        Ok(before.then_some(frame))
    }

    /// The object outside that the rest of a way leads to.
    pub(super) fn outside(&mut self, scope: &Scope, outer: Outer, hops: &[Hop]) -> Done<Obj<'a>> {
        let mut obj = self.outer(outer).ok_or(Stop::Bail)?;
        for hop in hops {
            let value = match hop {
                Hop::Parent => self.engine.special(&obj, Special::Parent),
                Hop::Root => self.engine.special(&obj, Special::Root),
                Hop::Child(ty, slot) if *ty == obj.0.ty => {
                    self.engine.member(&obj, Member::Seq(*slot))
                }
                Hop::Far(ty, i) if *ty == obj.0.ty => {
                    self.engine.member(&obj, Member::Instance(*i))
                }
                Hop::Element(ty, slot, index) if *ty == obj.0.ty => {
                    let index = self.number(scope, index)?;
                    let index = u64::try_from(index).map_err(|_| Stop::Bail)?;
                    obj = self.element_outside(&obj, *slot, index)?;
                    continue;
                }
                _ => return Err(Stop::Bail),
            };
            match value {
                Ok(Value::Obj(next)) => obj = next,
                _ => return Err(Stop::Bail),
            }
        }
        Ok(obj)
    }

    /// An element of an array of an object outside.
    fn element_outside(&self, obj: &Obj<'a>, slot: u16, index: u64) -> Done<Obj<'a>> {
        if !self.late && !self.was_there(obj, slot, index) {
            return Err(Stop::Bail);
        }
        let Ok(Value::Array(array)) = self.engine.member(obj, Member::Seq(slot)) else {
            return Err(Stop::Bail);
        };
        let element = array.element(index).ok_or(Stop::Bail)?;
        element.obj().cloned().ok_or(Stop::Bail)
    }

    /// Whether an element of an array outside was there when the fields at hand
    /// were first read: it stands before what they are part of.
    fn was_there(&self, obj: &Obj<'a>, slot: u16, index: u64) -> bool {
        let (Some(owner), Some(member)) = (self.base.owner, self.base.member) else {
            return false;
        };
        let stands = |member: Member, own: Option<u64>| match member {
            Member::Seq(at) => slot < at || slot == at && own.is_some_and(|own| index < own),
            Member::Instance(_) | Member::Param(_) => false,
        };
        if owner.same(obj) {
            return stands(member, Some(self.base_index));
        }
        let mut home = &owner.0.home;
        loop {
            let (holder, member, own) = match home {
                Home::Root => return false,
                Home::Member(holder, member) => (holder, *member, None),
                Home::Element(array, own) => (&array.0.owner, array.0.member, Some(*own)),
            };
            if holder.same(obj) {
                return stands(member, own);
            }
            home = &holder.0.home;
        }
    }

    /// The stream of an object, as a part of the buffer.
    pub(super) fn window(&mut self, scope: &Scope, place: &Where) -> Done<Window> {
        match self.spot(scope, place)? {
            Spot::Frame(frame) => Ok(self.frame(frame)?.window),
            Spot::Flat(..) => Err(Stop::Bail),
            Spot::Outside(outer, hops, _) => {
                let obj = self.outside(scope, outer, hops)?;
                let stream = &obj.0.stream.0;
                if stream.buffer.id() != self.base.stream.0.buffer.id() {
                    return Err(Stop::Bail);
                }
                Ok(Window {
                    base: stream.base,
                    len: stream.len,
                })
            }
        }
    }

    /// A place as what a frame refers to.
    pub(super) fn link(&mut self, scope: &Scope, place: &Where) -> Done<Link> {
        match self.spot(scope, place)? {
            Spot::Frame(frame) => Ok(Link::Frame(frame as u32)),
            Spot::Outside(outer, [], _) => Ok(Link::Outer(outer)),
            _ => Err(Stop::Bail),
        }
    }

    /// The frame's cell with this number.
    #[inline]
    pub(super) fn cell(&self, frame: usize, i: usize) -> Done<Cell> {
        let first = self.scratch.frames.get(frame).ok_or(Stop::Bail)?.cells;
        let cell = self.scratch.cells.get(first + i);
        cell.map(|cell| cell.cell()).ok_or(Stop::Bail)
    }

    #[inline]
    pub(super) fn set_cell(&mut self, frame: usize, i: usize, cell: Cell) {
        if let Some(frame) = self.scratch.frames.get(frame)
            && let Some(place) = self.scratch.cells.get_mut(frame.cells + i)
        {
            *place = Packed::new(cell);
        }
    }

    /// Whether an object that would begin there is one of those that hold it.
    pub(super) fn is_again(&self, reader: Link, new: &Frame) -> bool {
        let mut at = reader;
        loop {
            match at {
                Link::Frame(frame) => {
                    let Some(holder) = self.scratch.frames.get(frame as usize) else {
                        return true;
                    };
                    if holder.form == new.form
                        && holder.start == new.start
                        && holder.window == new.window
                    {
                        return true;
                    }
                    at = holder.reader;
                }
                Link::Outer(_) => break,
                Link::Nothing => break,
            }
        }
        // those outside
        let ty = self.forms.forms.get(new.form as usize).map(|form| form.ty);
        let buffer = self.base.stream.0.buffer.id();
        let mut holder = self.base.holder.cloned();
        while let Some(obj) = holder {
            let stream = &obj.0.stream.0;
            if Some(obj.0.ty) == ty
                && obj.0.start == new.start
                && stream.base == new.window.base
                && stream.len == new.window.len
                && stream.buffer.id() == buffer
            {
                return true;
            }
            holder = obj.0.home.owner().cloned();
        }
        false
    }
}
