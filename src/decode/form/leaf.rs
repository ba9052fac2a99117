//! Numbers, bytes and texts, read and written.

use super::eval::Scope;
use super::machine::{Cell, Done, Machine, Stop};
use super::read::Reader;
use super::{Cut, Data, Length, Number, Sink, sink};
use crate::decode::extent::{Run, content_len};
use crate::decode::{leaf, text};
use crate::schema::{Encoding, Endian};

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// A number.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        data: &'m Data<'a>,
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<Cell> {
        match data {
            Data::Int {
                signed,
                width,
                endian,
                enumeration,
            } => {
                reader.align();
                let at = reader.take(u64::from(*width))? as usize;
                self.span(at, at + usize::from(*width));
                let bytes = self
                    .bytes
                    .get(at..at + usize::from(*width))
                    .ok_or(Stop::Bail)?;
                let number = match (*width, *signed) {
                    (1, false) => i128::from(*bytes.first().ok_or(Stop::Bail)?),
                    (1, true) => i128::from(*bytes.first().ok_or(Stop::Bail)? as i8),
                    _ => {
                        let endian = (*endian).or(scope.endian).ok_or(Stop::Bail)?;
                        leaf::int(bytes, *width, *signed, endian).ok_or(Stop::Bail)?
                    }
                };
                self.out.number(Number::Int(number, *enumeration));
                Ok(i64::try_from(number).map_or(Cell::Odd, Cell::Number))
            }
            Data::Float { width, endian } => {
                reader.align();
                let at = reader.take(u64::from(*width))? as usize;
                self.span(at, at + usize::from(*width));
                let endian = (*endian).or(scope.endian).ok_or(Stop::Bail)?;
                let bytes = self.bytes.get(at..at + usize::from(*width));
                let number =
                    leaf::float(bytes.unwrap_or_default(), *width, endian).ok_or(Stop::Bail)?;
                self.out.number(Number::Float(number));
                Ok(Cell::Number(number.to_bits() as i64))
            }
            Data::Bits {
                width,
                endian,
                boolean,
                enumeration,
            } => {
                let start = reader.take_bits(*width, *endian == Endian::Le)?;
                self.out.span(start, start + u64::from(*width));
                let number = leaf::bits(self.bytes, start, *width, *endian).ok_or(Stop::Bail)?;
                self.out.number(match boolean {
                    true => Number::Bool(number != 0),
                    false => Number::Int(number.into(), *enumeration),
                });
                Ok(i64::try_from(number).map_or(Cell::Odd, Cell::Number))
            }
            _ => Err(Stop::Bail),
        }
    }

    /// Says which bytes of the buffer the next value takes.
    #[inline]
    fn span(&mut self, from: usize, to: usize) {
        self.out.span(8 * from as u64, 8 * to as u64);
    }

    fn content(&mut self, what: sink::Run, cell: Cell) -> Done<Cell> {
        let Cell::Run(len, from) = cell else {
            return Err(Stop::Bail);
        };
        self.out.content(what, from, from + u64::from(len));
        Ok(cell)
    }

    /// The next run of bytes, and where it stands.
    fn piece(
        &mut self,
        cut: &'m Cut<'a>,
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<(&'m [u8], Cell)> {
        let base = reader.window.base;
        let run = self.cut(cut, scope, reader)?;
        self.span((base + run.start) as usize, (base + run.end) as usize);
        let (from, to) = (base + run.from, base + run.to);
        let bytes = self.bytes.get(from as usize..to as usize);
        Ok((bytes.ok_or(Stop::Bail)?, Cell::run(from, to)))
    }

    pub(super) fn run_of_bytes(
        &mut self,
        cut: &'m Cut<'a>,
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<Cell> {
        let (bytes, cell) = self.piece(cut, scope, reader)?;
        if S::NOTES {
            return self.content(sink::Run::Bytes, cell);
        }
        if S::LISTENS {
            self.room(2 * bytes.len())?;
        }
        self.out.bytes(bytes);
        Ok(cell)
    }

    pub(super) fn text(
        &mut self,
        cut: &'m Cut<'a>,
        encoding: &Encoding,
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<Cell> {
        let (bytes, cell) = self.piece(cut, scope, reader)?;
        if S::NOTES {
            return self.content(sink::Run::Text, cell);
        }
        if S::LISTENS {
            self.room(bytes.len())?;
            let text = text::decode(bytes, encoding).map_err(|_| Stop::Bail)?;
            self.out.text(&text.text);
        }
        Ok(cell)
    }

    /// Cuts the next run of bytes out of a stream; positions count from the
    /// start of its window.
    pub(super) fn cut(
        &mut self,
        cut: &'m Cut<'a>,
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<Run> {
        let base = reader.window.base;
        let extent = cut.extent;
        let (start, end) = match &cut.size {
            Length::Terminator => return self.cut_at_terminator(cut, reader),
            Length::Eos => {
                reader.align();
                let start = reader.cursor.pos;
                let left = reader.window.len.checked_sub(start).ok_or(Stop::Bail)?;
                reader.take(left)?;
                (start, start + left)
            }
            Length::Bytes(size) => {
                let size = self.number(scope, size)?;
                let size = u64::try_from(size).map_err(|_| Stop::Bail)?;
                reader.align();
                let start = reader.cursor.pos;
                reader.take(size)?;
                (start, start + size)
            }
        };
        let len = match (&extent.terminator, extent.pad_right) {
            (None, None) => end - start,
            _ => {
                let (from, to) = (base + start, base + end);
                let bytes = self.bytes.get(from as usize..to as usize);
                content_len(bytes.ok_or(Stop::Bail)?, extent) as u64
            }
        };
        Ok(Run {
            start,
            end,
            from: start,
            to: start + len,
        })
    }

    fn cut_at_terminator(&self, cut: &Cut<'a>, reader: &mut Reader) -> Done<Run> {
        reader.align();
        let start = reader.cursor.pos.min(reader.window.len);
        let from = (reader.window.base + start) as usize;
        let to = (reader.window.base + reader.window.len) as usize;
        if from > to || to > self.bytes.len() {
            return Err(Stop::Bail);
        }
        let extent = cut.extent;
        let terminator = extent.terminator.as_deref().unwrap_or_default();
        let buffer = (self.base.stream.0.buffer.id(), self.bytes);
        let (to, end) = match self.engine.terminator(buffer, (from, to), terminator) {
            Some(at) => {
                let content = start + at as u64;
                let after = content + terminator.len() as u64;
                let end = if extent.consume { after } else { content };
                let to = if extent.include { after } else { content };
                (to, end)
            }
            None if extent.eos_error => return Err(Stop::Bail),
            None => (reader.window.len, reader.window.len),
        };
        reader.cursor = super::read::Cursor::at(end);
        Ok(Run {
            start,
            end,
            from: start,
            to,
        })
    }
}
