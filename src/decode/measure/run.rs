//! Runs measuring programs.

use std::cell::Cell;

use memchr::memchr;

use super::rules::Table;
use super::{Bytes, Number, Program, Run, Step};
use crate::decode::integer::binary;
use crate::decode::leaf;
use crate::schema::Method;

/// Positions that one program may take note of.
pub(super) const MOST_MARKS: usize = 32;
/// Most programs need no more.
const FEW_MARKS: usize = 4;

impl Bytes {
    /// The bytes for which a condition holds; `None` if it looks at more than
    /// the byte.
    pub(super) fn that(holds: &Number) -> Option<Bytes> {
        let machine = Machine::<0>::new(&[], [], &[], &[]);
        let mut bytes = [false; 256];
        for (byte, place) in bytes.iter_mut().enumerate() {
            machine.item.set(byte as i64);
            *place = machine.number(holds)? != 0;
        }
        Some(Bytes(Box::new(bytes)))
    }

    #[inline]
    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

/// Rows and bytes that one element's rules may go through.
const MOST_TURNS: u32 = 1 << 16;

/// Evaluates numbers; `MARKS` positions are noted.
pub(super) struct Machine<'r, const MARKS: usize> {
    bytes: &'r [u8],
    marks: [u64; MARKS],
    outer: &'r [Option<i64>],
    tables: &'r [Option<Table<'r>>],
    /// `_`, where it is a number.
    item: Cell<i64>,
    /// `_`, where it is a run of bytes.
    row: Cell<&'r [u8]>,
    turns: Cell<u32>,
}

impl Program<'_> {
    /// Where the object that starts at `start` ends; `None` if the program
    /// cannot tell. Both count from the start of `bytes`, the whole stream.
    pub(crate) fn measure(&self, bytes: &[u8], start: u64, outer: &[Option<i64>]) -> Option<u64> {
        debug_assert!(self.marks <= MOST_MARKS);
        if self.marks <= FEW_MARKS {
            return self.measure_with::<FEW_MARKS>(bytes, start, outer);
        }
        self.measure_with::<MOST_MARKS>(bytes, start, outer)
    }

    fn measure_with<const MARKS: usize>(
        &self,
        bytes: &[u8],
        start: u64,
        outer: &[Option<i64>],
    ) -> Option<u64> {
        let len = bytes.len() as u64;
        let mut machine = Machine::<MARKS>::new(bytes, [0; MARKS], outer, &[]);
        let mut pos = start;
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Skip(n) => pos = pos.checked_add(*n)?,
                Step::Size(size) => {
                    let size = u64::try_from(machine.number(size)?).ok()?;
                    pos = pos.checked_add(size)?;
                }
                Step::Mark(mark) => *machine.marks.get_mut(*mark)? = pos,
                Step::ToEnd => pos = len.max(pos),
                Step::Terminator {
                    bytes: terminator,
                    consume,
                    eos_error,
                } => {
                    let rest = bytes.get(usize::try_from(pos).ok()?..)?;
                    let found = match **terminator {
                        [byte] => memchr(byte, rest),
                        _ => leaf::find_terminator(rest, terminator, terminator.len()),
                    };
                    pos = match found {
                        Some(n) => {
                            pos + n as u64 + if *consume { terminator.len() as u64 } else { 0 }
                        }
                        None if *eos_error => return None,
                        None => len,
                    };
                }
                Step::Unless(cond, to) => {
                    if machine.number(cond)? == 0 {
                        at = *to;
                    }
                }
                Step::Jump(to) => at = *to,
                Step::Switch {
                    on,
                    cases,
                    otherwise,
                } => {
                    let on = machine.number(on)?;
                    at = cases
                        .iter()
                        .find(|(value, _)| *value == on)
                        .map_or(*otherwise, |(_, to)| *to);
                }
                Step::UntilByte(last) => {
                    let rest = bytes.get(usize::try_from(pos).ok()?..)?;
                    let found = rest.iter().position(|byte| last.has(*byte))?;
                    pos += found as u64 + 1;
                }
                Step::Until {
                    width,
                    signed,
                    endian,
                    until,
                } => loop {
                    let end = pos + u64::from(*width);
                    let field = bytes.get(pos as usize..end as usize)?;
                    machine.item.set(match (*width, *signed) {
                        (1, false) => i64::from(*field.first()?),
                        _ => i64::try_from(leaf::int(field, *width, *signed, *endian)?).ok()?,
                    });
                    pos = end;
                    if machine.number(until)? != 0 {
                        break;
                    }
                },
                Step::Repeat { count, stride } => {
                    let count = u64::try_from(machine.number(count)?).ok()?;
                    pos = pos.checked_add(count.checked_mul(*stride)?)?;
                }
            }
            if pos > len {
                return None;
            }
        }
        Some(pos)
    }
}

impl<'r, const MARKS: usize> Machine<'r, MARKS> {
    pub(super) fn new(
        bytes: &'r [u8],
        marks: [u64; MARKS],
        outer: &'r [Option<i64>],
        tables: &'r [Option<Table<'r>>],
    ) -> Machine<'r, MARKS> {
        Machine {
            bytes,
            marks,
            outer,
            tables,
            item: Cell::new(0),
            row: Cell::new(&[]),
            turns: Cell::new(0),
        }
    }

    /// What a number comes to; the plainest ones without a call.
    #[inline(always)]
    pub(super) fn number(&self, number: &Number) -> Option<i64> {
        match number {
            Number::Const(n) => Some(*n),
            Number::Field {
                mark,
                offset,
                width: 1,
                signed: false,
                ..
            } => {
                let at = usize::try_from(self.marks.get(*mark)?.checked_add(*offset)?).ok()?;
                self.bytes.get(at).map(|byte| i64::from(*byte))
            }
            number => self.computed(number),
        }
    }

    fn computed(&self, number: &Number) -> Option<i64> {
        Some(match number {
            Number::Const(n) => *n,
            Number::Outer(i) => (*self.outer.get(*i)?)?,
            Number::Item => self.item.get(),
            Number::Unknown => return None,
            Number::Of(method, run) => {
                let run = self.run(run)?;
                match method {
                    Method::Size | Method::Length => i64::try_from(run.len()).ok()?,
                    Method::First => i64::from(*run.first()?),
                    Method::Last => i64::from(*run.last()?),
                    Method::Min => i64::from(*run.iter().min()?),
                    Method::Max => i64::from(*run.iter().max()?),
                    _ => return None,
                }
            }
            Number::Byte(run, index) => {
                let index = usize::try_from(self.number(index)?).ok()?;
                i64::from(*self.run(run)?.get(index)?)
            }
            Number::Rows {
                table,
                range,
                method,
                each,
            } => {
                let table = self.tables.get(*table)?.as_ref()?;
                let (from, to) = self.clip(&range.0, &range.1, table.len())?;
                let before = self.row.get();
                let result = self.all_or_any(from..to, *method, |index| {
                    self.row.set(table.row(index)?);
                    self.number(each)
                });
                self.row.set(before);
                result?
            }
            Number::Each { run, method, each } => {
                let run = self.run(run)?;
                let before = self.item.get();
                let result = self.all_or_any(run.iter(), *method, |byte| {
                    self.item.set(i64::from(*byte));
                    self.number(each)
                });
                self.item.set(before);
                result?
            }
            Number::Field {
                mark,
                offset,
                width,
                signed,
                endian,
            } => {
                let start = usize::try_from(self.marks.get(*mark)?.checked_add(*offset)?).ok()?;
                let field = self
                    .bytes
                    .get(start..start.checked_add(usize::from(*width))?)?;
                i64::try_from(leaf::int(field, *width, *signed, *endian)?).ok()?
            }
            Number::Bits {
                mark,
                start,
                width,
                endian,
            } => {
                let start = self.marks.get(*mark)?.checked_mul(8)?.checked_add(*start)?;
                i64::try_from(leaf::bits(self.bytes, start, *width, *endian)?).ok()?
            }
            Number::Neg(a) => self.number(a)?.checked_neg()?,
            Number::Invert(a) => !self.number(a)?,
            Number::Not(a) => i64::from(self.number(a)? == 0),
            Number::And(a, b) => i64::from(self.number(a)? != 0 && self.number(b)? != 0),
            Number::Or(a, b) => i64::from(self.number(a)? != 0 || self.number(b)? != 0),
            Number::Choose(cond, a, b) => {
                if self.number(cond)? != 0 {
                    self.number(a)?
                } else {
                    self.number(b)?
                }
            }
            Number::Binary(op, a, b) => binary(*op, self.number(a)?, self.number(b)?)?,
        })
    }

    /// A range that is cut to a length.
    fn clip(&self, from: &Number, to: &Number, len: u64) -> Option<(u64, u64)> {
        let clip = |n: i64| u64::try_from(n).unwrap_or(0).min(len);
        let (from, to) = (clip(self.number(from)?), clip(self.number(to)?));
        Some((from, to.max(from)))
    }

    fn run(&self, run: &Run) -> Option<&'r [u8]> {
        let run = match run {
            Run::Row => self.row.get(),
            Run::RowOf(table, index) => {
                let index = u64::try_from(self.number(index)?).ok()?;
                self.tables.get(*table)?.as_ref()?.row(index)?
            }
            Run::Slice(run, from, to) => {
                let run = self.run(run)?;
                let (from, to) = self.clip(from, to, run.len() as u64)?;
                run.get(from as usize..to as usize)?
            }
        };
        (run.len() <= MOST_TURNS as usize).then_some(run)
    }

    fn all_or_any<T>(
        &self,
        items: impl Iterator<Item = T>,
        method: Method,
        each: impl Fn(T) -> Option<i64>,
    ) -> Option<i64> {
        let mut count = 0;
        for item in items {
            self.turns.set(self.turns.get() + 1);
            if self.turns.get() > MOST_TURNS {
                return None;
            }
            match (each(item)? != 0, method) {
                (false, Method::All) => return Some(0),
                (true, Method::Any) => return Some(1),
                (true, _) => count += 1,
                (false, _) => {}
            }
        }
        Some(match method {
            Method::All => 1,
            Method::Any => 0,
            _ => count,
        })
    }
}
