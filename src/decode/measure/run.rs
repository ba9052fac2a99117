//! Runs measuring programs.

use memchr::memchr;

use super::{Number, Program, Step};
use crate::decode::leaf;
use crate::schema::BinOp;

/// Positions that one program may take note of.
pub(super) const MOST_MARKS: usize = 32;

struct Machine<'r> {
    bytes: &'r [u8],
    marks: [u64; MOST_MARKS],
    outer: &'r [i64],
    item: i64,
}

impl Program<'_> {
    /// Where the object that starts at `start` ends; `None` if the program
    /// cannot tell. Both count from the start of `bytes`, the whole stream.
    pub(crate) fn measure(&self, bytes: &[u8], start: u64, outer: &[i64]) -> Option<u64> {
        debug_assert!(self.marks <= MOST_MARKS);
        let len = bytes.len() as u64;
        let mut machine = Machine {
            bytes,
            marks: [0; MOST_MARKS],
            outer,
            item: 0,
        };
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
                Step::Until {
                    width,
                    signed,
                    endian,
                    until,
                } => loop {
                    let end = pos + u64::from(*width);
                    let field = bytes.get(pos as usize..end as usize)?;
                    machine.item = match (*width, *signed) {
                        (1, false) => i64::from(*field.first()?),
                        _ => i64::try_from(leaf::int(field, *width, *signed, *endian)?).ok()?,
                    };
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

impl Machine<'_> {
    fn number(&self, number: &Number) -> Option<i64> {
        Some(match number {
            Number::Const(n) => *n,
            Number::Outer(i) => *self.outer.get(*i)?,
            Number::Item => self.item,
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
            Number::Binary(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match op {
                    BinOp::Add => a.checked_add(b)?,
                    BinOp::Sub => a.checked_sub(b)?,
                    BinOp::Mul => a.checked_mul(b)?,
                    BinOp::Div if b > 0 => a.div_euclid(b),
                    BinOp::Mod if b > 0 => a.rem_euclid(b),
                    BinOp::Div | BinOp::Mod => return None,
                    BinOp::Shl => {
                        let shift = u32::try_from(b).ok().filter(|b| *b < 63)?;
                        let shifted = a.checked_shl(shift)?;
                        if shifted >> shift != a {
                            return None;
                        }
                        shifted
                    }
                    BinOp::Shr => a >> u32::try_from(b).ok()?.min(63),
                    BinOp::BitAnd => a & b,
                    BinOp::BitOr => a | b,
                    BinOp::BitXor => a ^ b,
                    BinOp::Eq => i64::from(a == b),
                    BinOp::Ne => i64::from(a != b),
                    BinOp::Lt => i64::from(a < b),
                    BinOp::Le => i64::from(a <= b),
                    BinOp::Gt => i64::from(a > b),
                    BinOp::Ge => i64::from(a >= b),
                }
            }
        })
    }
}
