//! Goes through the bytes of objects.

use super::eval::Scope;
use super::machine::{Cell, Done, Frame, Link, Machine, Next, Outer, Packed, Stop, Window};
use super::{Data, Element, Form, Order, Parent, Sink};
use crate::decode::object::Obj;
use crate::decode::object::Root;
use crate::decode::object::Status;
use crate::schema::Endian;

pub(super) use crate::decode::buffer::Cursor;

/// A stream that is read.
pub(super) struct Reader {
    pub(super) window: Window,
    pub(super) cursor: Cursor,
}

impl Reader {
    pub(super) fn at(window: Window, pos: u64) -> Reader {
        Reader {
            window,
            cursor: Cursor::at(pos),
        }
    }

    pub(super) fn align(&mut self) {
        self.cursor.bits_left = 0;
    }

    pub(super) fn is_eof(&self) -> bool {
        self.cursor.pos >= self.window.len && self.cursor.bits_left == 0
    }

    /// Moves over whole bytes; gives where they begin in the buffer.
    #[inline]
    pub(super) fn take(&mut self, len: u64) -> Done<u64> {
        let start = self.cursor.pos;
        let end = start.checked_add(len).ok_or(Stop::Bail)?;
        if end > self.window.len {
            return Err(Stop::Bail);
        }
        self.cursor = Cursor::at(end);
        Ok(self.window.base + start)
    }

    /// Moves over bits; gives where they begin in the buffer, in bits.
    pub(super) fn take_bits(&mut self, width: u8, little: bool) -> Done<u64> {
        let mut cursor = self.cursor;
        if cursor.bits_left > 0 && cursor.little != little {
            cursor.bits_left = 0;
        }
        let start = cursor.pos * 8 - u64::from(cursor.bits_left);
        let end = start + u64::from(width);
        let pos = end.div_ceil(8);
        if pos > self.window.len {
            return Err(Stop::Bail);
        }
        self.cursor = Cursor {
            pos,
            bits_left: (pos * 8 - end) as u8,
            little,
        };
        Ok(self.window.base * 8 + start)
    }
}

/// What is read: an object's field, or an instance, which may lie anywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies {
    InOrder,
    Anywhere,
}

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// An element of an array of the tree; gives where it ends.
    pub(super) fn run_element(
        &mut self,
        element: &'m Element<'a>,
        index: u64,
        window: Window,
        start: u64,
    ) -> Done<u64> {
        let owner = self.base.owner.ok_or(Stop::Bail)?;
        let mut reader = Reader::at(window, start);
        let scope = Scope {
            cells: usize::MAX / 2,
            this: Link::Outer(Outer::Owner),
            index: Some(index),
            item: Cell::Unread,
            endian: owner.0.endian.get(),
        };
        let lies = match self.base.positioned {
            true => Lies::Anywhere,
            false => Lies::InOrder,
        };
        self.base_index = index;
        let cell = self.data(&element.data, &scope, &mut reader, lies)?;
        if matches!(cell, Cell::Absent) || reader.cursor.bits_left > 0 {
            return Err(Stop::Bail);
        }
        if let (Data::User { args, .. }, Cell::Object(frame)) = (&element.data, cell)
            && !args.is_empty()
        {
            self.make_next(args, frame, &scope);
        }
        Ok(reader.cursor.pos)
    }

    /// Makes the parameters of the next element, while what they are made of is
    /// at hand.
    fn make_next(&mut self, args: &'m [super::Num], frame: u32, scope: &Scope) {
        let index = self.base_index;
        let scope = Scope {
            index: Some(index + 1),
            ..*scope
        };
        self.before = Some((index, frame));
        let computing = self.computing;
        let mut next = Next::of(self.base.number, index + 1);
        for arg in args {
            match self.value(&scope, arg) {
                Ok(n) => next.params.push(Packed::new(Cell::Number(n))),
                Err(Stop::Null) => next.params.push(Packed::new(Cell::Absent)),
                Err(Stop::Bail) => break,
            }
        }
        self.computing = computing;
        self.before = None;
        self.scratch.next = Some(next).filter(|next| next.params.len() == args.len());
    }

    /// An object of the tree; gives where it ends.
    pub(super) fn run_object(&mut self, form: usize, obj: &Obj<'a>, window: Window) -> Done<u64> {
        let forms = self.forms;
        let code = forms.forms.get(form).ok_or(Stop::Bail)?;
        let decided = match obj.status() {
            Status::Done => Some(obj.0.endian.get()),
            Status::Unread => None,
            Status::Reading | Status::Broken => return Err(Stop::Bail),
        };
        if obj.0.begin.bits_left > 0 {
            return Err(Stop::Bail);
        }
        self.scratch.cells.resize(code.cells(), Packed::UNREAD);
        for (i, value) in obj.0.params.iter().enumerate() {
            let cell = Self::parameter(value);
            if let Some(place) = self.scratch.cells.get_mut(code.parameter(i)) {
                *place = Packed::new(cell);
            }
        }
        self.scratch.frames.push(Frame {
            form: form as u32,
            cells: 0,
            window,
            start: obj.0.start,
            endian: obj.0.inherited,
            parent: match &self.base.parent {
                Some(_) => Link::Outer(Outer::Parent),
                None => Link::Nothing,
            },
            root: match obj.0.root {
                Root::Own => Link::Frame(0),
                Root::Of(_) => Link::Outer(Outer::Root),
                Root::Nobody => Link::Nothing,
            },
            reader: Link::Nothing,
            before: 0,
        });
        let mut reader = Reader::at(window, obj.0.start);
        self.members(code, 0, decided, &mut reader)?;
        Ok(reader.cursor.pos)
    }

    /// A new object whose bytes begin where the reader stands.
    pub(super) fn object(
        &mut self,
        scope: &Scope,
        user: User<'m>,
        form: usize,
        reader: &mut Reader,
        lies: Lies,
    ) -> Done<Cell> {
        let forms = self.forms;
        let code = forms.forms.get(form).ok_or(Stop::Bail)?;
        self.enter()?;
        self.visit()?;
        // it goes on in the last byte of another
        if reader.cursor.bits_left > 0 {
            return Err(Stop::Bail);
        }
        let start = reader.cursor.pos;
        let at = self.scratch.frames.len();
        let cells = self.scratch.cells.len();
        let parent = match user.parent {
            Parent::None => Link::Nothing,
            Parent::Reader => scope.this,
            Parent::At(place) => self.link(scope, place)?,
        };
        let root = match (user.foreign, scope.this) {
            (Some(true), _) => Link::Frame(at as u32),
            (Some(false), _) => Link::Nothing,
            (None, Link::Frame(frame)) => self.frame(frame as usize)?.root,
            (None, Link::Outer(_)) => Link::Outer(Outer::Root),
            (None, Link::Nothing) => Link::Nothing,
        };
        let frame = Frame {
            form: form as u32,
            cells,
            window: reader.window,
            start,
            endian: scope.endian,
            parent,
            root,
            reader: scope.this,
            before: 0,
        };
        if lies == Lies::Anywhere && self.is_again(scope.this, &frame) {
            return Err(Stop::Bail);
        }
        if code.flat
            && user.args.is_empty()
            && let Some(layout) = &code.def.layout
        {
            let from = reader.window.base + start;
            let bytes = self.bytes.get(from as usize..).ok_or(Stop::Bail)?;
            let before = reader.cursor;
            reader.take(layout.size)?;
            if self.out.flat(form as u32, scope.endian, bytes) {
                if layout.size == 0 {
                    self.count_empty()?;
                }
                self.depth -= 1;
                return Ok(Cell::Flat(form as u32, from));
            }
            reader.cursor = before;
        }
        self.scratch
            .cells
            .resize(cells + code.cells(), Packed::UNREAD);
        let known = match self.scratch.next.take() {
            Some(next) if self.depth == 1 && next.is_of(self.base.number, self.base_index) => {
                next.params
            }
            _ => Vec::new(),
        };
        for (i, arg) in user.args.iter().enumerate() {
            let cell = match known.get(i) {
                Some(known) => *known,
                None => Packed::new(match self.value(scope, arg) {
                    Ok(n) => Cell::Number(n),
                    Err(Stop::Null) => Cell::Absent,
                    Err(Stop::Bail) => return Err(Stop::Bail),
                }),
            };
            if let Some(place) = self.scratch.cells.get_mut(cells + code.parameter(i)) {
                *place = cell;
            }
            if self.depth == 1 {
                self.scratch.params.truncate(i);
                self.scratch.params.push(cell);
            }
        }
        self.scratch.frames.push(frame);
        self.out
            .object(form as u32, 8 * (reader.window.base + start));
        self.members(code, at, None, reader)?;
        self.depth -= 1;
        Ok(Cell::Object(at as u32))
    }

    /// Reads and writes the members of a frame's object.
    fn members(
        &mut self,
        form: &'m Form<'a>,
        frame: usize,
        decided: Option<Option<Endian>>,
        reader: &mut Reader,
    ) -> Done<()> {
        let start = reader.cursor;
        let cells = self.frame(frame)?.cells;
        let mut scope = Scope::of(frame, cells);
        scope.endian = match decided {
            Some(endian) => endian,
            None => self.endian(form, frame, &scope)?,
        };
        if let Some(frame) = self.scratch.frames.get_mut(frame) {
            frame.endian = scope.endian;
        }
        let first = self.later.len();
        let mut after_bits = false;
        for (i, field) in form.fields.iter().enumerate() {
            let bits = matches!(field.data, Data::Bits { .. });
            if after_bits && !bits {
                reader.align();
            }
            after_bits = bits;
            let cell = self.field(field, (frame, i), &scope, reader)?;
            if let Some(place) = self.scratch.cells.get_mut(cells + i) {
                *place = Packed::new(cell);
            }
        }
        if reader.cursor == start && !form.fields.is_empty() {
            self.count_empty()?;
        }
        if !self.muted {
            let late = std::mem::replace(&mut self.late, true);
            self.look_again(first);
            let id = self.frame(frame)?.form;
            let mut member = super::Member {
                form: id,
                index: form.fields.len() as u32,
            };
            for instance in &form.instances {
                if !instance.hidden {
                    self.instance(instance, member, frame, &scope)?;
                }
                member.index += 1;
            }
            if S::NOTES && form.def.to_string.is_some() {
                let computing = self.computing;
                let mut text = std::mem::take(&mut self.scratch.text);
                let said = self.said(frame, &mut text);
                self.computing = computing;
                self.room(text.len())?;
                self.out.said(said.is_ok().then_some(&text));
                self.scratch.text = text;
            }
            self.late = late;
            let end = 8 * (reader.window.base + reader.cursor.pos);
            let left = u64::from(reader.cursor.bits_left);
            self.out.object_end(id, end.saturating_sub(left));
        }
        Ok(())
    }

    fn endian(&mut self, form: &'m Form<'a>, frame: usize, scope: &Scope) -> Done<Option<Endian>> {
        match &form.order {
            Order::Fixed(endian) => Ok(Some(*endian)),
            Order::Inherited => Ok(self.frame(frame)?.endian),
            Order::Switch(on, cases) => {
                let on = self.number(scope, on)?;
                for (when, endian) in cases {
                    let fits = match when {
                        None => true,
                        Some(when) => self.number(scope, when)? == on,
                    };
                    if fits {
                        return Ok(Some(*endian));
                    }
                }
                Err(Stop::Bail)
            }
            Order::Never => Err(Stop::Bail),
        }
    }
}

/// How an object is begun.
#[derive(Clone, Copy)]
pub(super) struct User<'m> {
    pub(super) args: &'m [super::Num],
    pub(super) parent: &'m Parent,
    pub(super) foreign: Option<bool>,
}
