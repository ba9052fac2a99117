//! Goes through fields and instances.

use super::eval::{Known, Scope};
use super::machine::{Cell, Done, Later, Link, MOST_KEPT, Machine, Stop, Window};
use super::read::{Cursor, Lies, Reader, User};
use super::{Code, Data, Field, Instance, Io, Member, Number, Placed, Sink, Times, What};

/// Elements of an array of bytes one by one.
const MOST_BYTES: u64 = 1 << 18;

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    pub(super) fn field(
        &mut self,
        field: &'m Field<'a>,
        at: (usize, usize),
        scope: &Scope,
        reader: &mut Reader,
    ) -> Done<Cell> {
        self.now = reader.cursor;
        self.now_len = reader.window.len;
        if let Some(cond) = &field.cond
            && !self.truth(scope, cond)?
        {
            if !field.hidden {
                self.out.absent(field.member);
            }
            return Ok(Cell::Absent);
        }
        if field.hidden {
            let before = std::mem::replace(&mut self.muted, true);
            let mark = self.out.mark();
            let cell = self.body(field, Some(at), scope, reader, Lies::InOrder);
            self.back(mark);
            self.muted = before;
            return cell;
        }
        self.body(field, Some(at), scope, reader, Lies::InOrder)
    }

    /// An attribute whose `if` holds.
    fn body(
        &mut self,
        field: &'m Field<'a>,
        at: Option<(usize, usize)>,
        scope: &Scope,
        reader: &mut Reader,
        lies: Lies,
    ) -> Done<Cell> {
        self.out.member(field.member);
        if !matches!(field.times, Times::Once) {
            return self.repeated(field, at, scope, reader, lies);
        }
        let cell = self.data(&field.data, scope, reader, lies)?;
        if matches!(cell, Cell::Absent) {
            self.out.nothing();
        }
        Ok(cell)
    }

    pub(super) fn instance(
        &mut self,
        instance: &'m Instance<'a>,
        member: Member,
        frame: usize,
        scope: &Scope,
    ) -> Done<()> {
        match &instance.what {
            What::Value(code) => {
                let computing = self.computing;
                let told = match &code.value {
                    Code::Number(_, kind) => {
                        let cell = member.index as usize;
                        let told = self.computed(scope.this, scope.cells, cell, code);
                        told.map(|n| {
                            self.out.member(member);
                            self.out.number(Number::new(n, *kind));
                        })
                    }
                    Code::Text(_) => {
                        let told = self.computed_text(frame, code);
                        if let Ok(text) = &told {
                            self.room(text.len())?;
                            self.out.member(member);
                            self.out.text(text);
                        }
                        told.map(|_| ())
                    }
                };
                match told {
                    Ok(()) => {}
                    Err(Stop::Null) => self.out.absent(member),
                    Err(Stop::Bail) if S::NOTES => {
                        self.computing = computing;
                        self.later.push(Later {
                            mark: self.out.mark(),
                            frame,
                            member,
                            instance,
                        });
                        self.out.unknown(member);
                    }
                    Err(Stop::Bail) => return Err(Stop::Bail),
                }
            }
            What::Place(placed) => {
                let Placed {
                    cond,
                    pos,
                    io,
                    field,
                } = &**placed;
                if let Some(cond) = cond
                    && !self.truth(scope, cond)?
                {
                    self.set_cell(frame, member.index as usize, Cell::Absent);
                    self.out.absent(member);
                    return Ok(());
                }
                let window = match io {
                    Io::Own => self.frame(frame)?.window,
                    Io::Of(place) => self.window(scope, place)?,
                };
                let pos = self.number(scope, pos)?;
                let pos = u64::try_from(pos).map_err(|_| Stop::Bail)?;
                let mut reader = Reader::at(window, pos);
                let (frames, cells) = (self.scratch.frames.len(), self.scratch.cells.len());
                let mark = self.out.mark();
                let cell = self.body(field, None, scope, &mut reader, Lies::Anywhere)?;
                if matches!(cell, Cell::Run(..)) {
                    self.set_cell(frame, member.index as usize, cell);
                }
                if S::NOTES {
                    self.back(mark);
                    self.out.placed(member);
                    // what takes no bytes has its place in the object
                    if reader.cursor == Cursor::at(pos) {
                        return Err(Stop::Bail);
                    }
                }
                self.scratch.frames.truncate(frames);
                self.scratch.cells.truncate(cells);
            }
            What::Computed if S::NOTES => self.out.unknown(member),
            What::Computed | What::Never => return Err(Stop::Bail),
        }
        Ok(())
    }

    /// Forgets what was told since a mark.
    fn back(&mut self, mark: usize) {
        self.out.back(mark);
        self.later.retain(|later| later.mark < mark);
    }

    /// Looks again for values that may be known by now.
    pub(super) fn look_again(&mut self, first: usize) {
        let mut at = first;
        while let Some(later) = self.later.get(at) {
            let (mark, frame, member) = (later.mark, later.frame, later.member);
            let What::Value(code) = &later.instance.what else {
                return;
            };
            let Code::Number(_, kind) = &code.value else {
                at += 1;
                continue;
            };
            let Some(cells) = self.scratch.frames.get(frame).map(|frame| frame.cells) else {
                return;
            };
            let computing = self.computing;
            let found = self.computed(
                Link::Frame(frame as u32),
                cells,
                member.index as usize,
                code,
            );
            self.computing = computing;
            match found {
                Ok(n) => self.out.settle(mark, Some(Number::new(n, *kind))),
                Err(Stop::Null) => self.out.settle(mark, None),
                Err(Stop::Bail) => {
                    at += 1;
                    continue;
                }
            }
            self.later.swap_remove(at);
        }
    }

    /// Elements one after the other.
    fn repeated(
        &mut self,
        field: &'m Field<'a>,
        at: Option<(usize, usize)>,
        scope: &Scope,
        reader: &mut Reader,
        lies: Lies,
    ) -> Done<Cell> {
        let data = &field.data;
        // after objects that end within a byte
        if reader.cursor.bits_left > 0 && !matches!(data, Data::Bits { .. }) {
            return Err(Stop::Bail);
        }
        let start = reader.window.base + reader.cursor.pos;
        let most = match &field.times {
            // a count below zero is worth a word
            Times::Count(count) => {
                let count = self.number(scope, count)?;
                Some(u64::try_from(count).map_err(|_| Stop::Bail)?)
            }
            _ => None,
        };
        let limit = self.engine.limits().elements;
        let mut scope = *scope;
        let mut index = 0;
        if let Some(bytes) = self.plain(field, most, reader)? {
            return Ok(Cell::array(start, bytes));
        }
        let mut last = 0;
        let at = at.filter(|_| field.keeps);
        self.out.span(8 * start, 8 * start);
        self.out.array();
        loop {
            let ended = match most {
                Some(most) => index >= most,
                None => matches!(field.times, Times::Eos) && reader.is_eof(),
            };
            if ended {
                break;
            }
            if index >= limit {
                return Err(Stop::Bail);
            }
            if index > 0 {
                self.out.next();
            }
            let from = reader.cursor;
            scope.index = Some(index);
            self.now = from;
            self.now_len = reader.window.len;
            let (frames, cells) = (self.scratch.frames.len(), self.scratch.cells.len());
            let item = self.data(data, &scope, reader, lies)?;
            if matches!(item, Cell::Absent) {
                return Err(Stop::Bail);
            }
            if !matches!(item, Cell::Flat(..)) {
                self.visit()?;
            }
            self.room(0)?;
            if reader.cursor == from {
                match most {
                    Some(_) => self.count_empty()?,
                    None => return Err(Stop::Bail),
                }
            }
            index += 1;
            if let (Some((frame, slot)), Cell::Object(element)) = (at, item) {
                if let Some(frame) = self.scratch.frames.get_mut(element as usize) {
                    frame.before = last;
                }
                last = element;
                self.set_cell(frame, slot, Cell::Growing(last, index));
                if index > MOST_KEPT {
                    return Err(Stop::Bail);
                }
            }
            if let Times::Until(until) = &field.times {
                scope.item = item;
                scope.index = Some(index - 1);
                self.now = reader.cursor;
                self.now_len = reader.window.len;
                if self.truth(&scope, until)? {
                    break;
                }
            }
            if at.is_none() {
                self.scratch.frames.truncate(frames);
                self.scratch.cells.truncate(cells);
                self.later.retain(|later| later.frame < frames);
            }
        }
        self.out.array_end();
        Ok(match (reader.cursor.bits_left, data) {
            (_, Data::User { .. } | Data::Switch { .. }) if at.is_some() => {
                Cell::Objects(last, index)
            }
            (0, _) => Cell::array(start, index),
            _ => Cell::Odd,
        })
    }

    /// An array of bytes one by one, of which the number is known; gives how
    /// many there are.
    fn plain(
        &mut self,
        field: &'m Field<'a>,
        count: Option<u64>,
        reader: &mut Reader,
    ) -> Done<Option<u64>> {
        let Data::Int {
            signed: false,
            width: 1,
            enumeration: None,
            ..
        } = field.data
        else {
            return Ok(None);
        };
        let left = reader.window.len.saturating_sub(reader.cursor.pos);
        let count = match (&field.times, count) {
            (Times::Count(_), Some(count)) => count,
            (Times::Eos, _) => left,
            _ => return Ok(None),
        };
        if count > MOST_BYTES {
            return Err(Stop::Bail);
        }
        let at = reader.take(count)? as usize;
        let bytes: &'m [u8] = self.bytes;
        let bytes = bytes.get(at..at + count as usize).ok_or(Stop::Bail)?;
        self.visit_many(count)?;
        if S::LISTENS {
            self.room(4 * bytes.len())?;
            self.out.array();
            for (i, byte) in bytes.iter().enumerate() {
                if i > 0 {
                    self.out.next();
                }
                self.out.number(Number::Int((*byte).into(), None));
            }
            self.out.array_end();
        }
        Ok(Some(count))
    }

    /// Reads and writes one element; what is absent is not written.
    pub(super) fn data(
        &mut self,
        data: &'m Data<'a>,
        scope: &Scope,
        reader: &mut Reader,
        lies: Lies,
    ) -> Done<Cell> {
        match data {
            Data::Int { .. } | Data::Float { .. } | Data::Bits { .. } => {
                self.leaf(data, scope, reader)
            }
            Data::Bytes(cut) => self.run_of_bytes(cut, scope, reader),
            Data::Str(cut, encoding) => self.text(cut, encoding, scope, reader),
            Data::User {
                form,
                args,
                parent,
                foreign,
                cut,
            } => {
                let user = User {
                    args,
                    parent,
                    foreign: *foreign,
                };
                if let Some(cut) = cut {
                    let run = self.cut(cut, scope, reader)?;
                    let window = Window {
                        base: reader.window.base + run.from,
                        len: run.to - run.from,
                    };
                    let mut inner = Reader::at(window, 0);
                    let object = self.object(scope, user, *form, &mut inner, lies)?;
                    let base = reader.window.base;
                    if !self.muted {
                        self.out.cut(8 * (base + run.start), 8 * (base + run.end));
                    }
                    return Ok(object);
                }
                self.object(scope, user, *form, reader, lies)
            }
            Data::Switch {
                on,
                cases,
                otherwise,
            } => {
                let on = self.number(scope, on)?;
                let case = cases.iter().find(|(when, _)| *when == on);
                match case.map(|(_, data)| data).or(otherwise.as_deref()) {
                    Some(data) => self.data(data, scope, reader, lies),
                    None => Ok(Cell::Absent),
                }
            }
            Data::SwitchRun {
                on,
                cases,
                otherwise,
            } => {
                let on = self.run(scope, on)?;
                let on = match &on {
                    Known::Bytes(bytes) => bytes,
                    text => text.ascii()?,
                };
                let case = cases.iter().find(|(when, _)| **when == *on);
                match case.map(|(_, data)| data).or(otherwise.as_deref()) {
                    Some(data) => self.data(data, scope, reader, lies),
                    None => Ok(Cell::Absent),
                }
            }
            Data::Never => Err(Stop::Bail),
        }
    }
}
