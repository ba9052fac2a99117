//! Arrays that code names, and their elements.

use super::Sink;
use super::eval::Scope;
use super::machine::{Cell, Done, Link, Machine, Stop};
use super::number::{OwnArray, Where};
use super::spot::Spot;
use crate::decode::leaf;
use crate::schema::{DataType, Endian, TypeId};

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// Where an array of the object itself begins, and how many elements it
    /// has.
    #[inline]
    pub(super) fn own_array(&self, scope: &Scope, slot: u16) -> Done<(u64, u64)> {
        let cell = self.scratch.cells.get(scope.cells + usize::from(slot));
        match cell.map(|cell| cell.cell()) {
            Some(Cell::Array(count, start)) => Ok((start, count.into())),
            Some(Cell::Objects(_, count)) => Ok((0, count)),
            Some(Cell::Growing(_, count)) if !self.late => Ok((0, count)),
            _ => Err(Stop::Bail),
        }
    }

    pub(super) fn own_element(&self, scope: &Scope, array: OwnArray, index: i64) -> Done<i64> {
        let (start, count) = self.own_array(scope, array.slot)?;
        let index = u64::try_from(index).map_err(|_| Stop::Bail)?;
        if index >= count {
            return Err(Stop::Bail);
        }
        let OwnArray {
            width,
            signed,
            endian,
            ..
        } = array;
        let at = (start + index * u64::from(width)) as usize;
        if (width, signed) == (1, false) {
            return self.bytes.get(at).map(|&n| n.into()).ok_or(Stop::Bail);
        }
        let bytes = self
            .bytes
            .get(at..at + usize::from(width))
            .ok_or(Stop::Bail)?;
        let endian = match (width, scope.this) {
            (1, _) => Endian::Be,
            (_, Link::Frame(frame)) => endian
                .or(self.frame(frame as usize)?.endian)
                .ok_or(Stop::Bail)?,
            _ => return Err(Stop::Bail),
        };
        let number = leaf::int(bytes, width, signed, endian).ok_or(Stop::Bail)?;
        i64::try_from(number).map_err(|_| Stop::Bail)
    }

    /// Where an array of an object begins, and how many elements it has.
    pub(super) fn array(
        &mut self,
        scope: &Scope,
        of: &Where,
        ty: TypeId,
        slot: u16,
    ) -> Done<(u64, u64)> {
        match self.spot(scope, of)? {
            Spot::Frame(frame) if self.form(frame)?.ty == ty => {
                match self.cell(frame, usize::from(slot))? {
                    Cell::Array(count, start) => Ok((start, count.into())),
                    Cell::Objects(_, count) => Ok((0, count)),
                    Cell::Growing(_, count) if !self.late => Ok((0, count)),
                    _ => Err(Stop::Bail),
                }
            }
            _ => Err(Stop::Bail),
        }
    }

    /// An element of an array of integers.
    pub(super) fn element_value(
        &mut self,
        scope: &Scope,
        of: &Where,
        (ty, slot): (TypeId, u16),
        index: i64,
    ) -> Done<i64> {
        let Spot::Frame(frame) = self.spot(scope, of)? else {
            return Err(Stop::Bail);
        };
        let (start, count) = self.array(scope, of, ty, slot)?;
        let index = u64::try_from(index).map_err(|_| Stop::Bail)?;
        let attr = self.form(frame)?.def.seq.get(usize::from(slot));
        let Some(DataType::Int {
            signed,
            width,
            endian,
            ..
        }) = attr.map(|attr| &attr.data)
        else {
            return Err(Stop::Bail);
        };
        if index >= count {
            return Err(Stop::Bail);
        }
        let at = (start + index * u64::from(*width)) as usize;
        let bytes = self.bytes.get(at..at + usize::from(*width));
        let endian = match width {
            1 => Endian::Be,
            _ => (*endian).or(self.frame(frame)?.endian).ok_or(Stop::Bail)?,
        };
        let number = leaf::int(bytes.ok_or(Stop::Bail)?, *width, *signed, endian);
        i64::try_from(number.ok_or(Stop::Bail)?).map_err(|_| Stop::Bail)
    }
}
