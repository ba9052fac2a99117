//! What a machine works with: frames of the objects that it is in, and cells
//! for their members.

use super::{Element, Form, Forms, Sink};
use crate::decode::array::Array;
use crate::decode::buffer::Cursor;
use crate::decode::engine::Engine;
use crate::decode::object::{Obj, Root};
use crate::decode::{Stream, Value};
use crate::schema::{Endian, Member};

/// Objects inside one another that a machine goes into.
const MOST_DEPTH: u32 = 48;
/// Objects and elements of one run.
const MOST_PLACES: u64 = 1 << 16;
/// Elements of one array that stay known.
pub(super) const MOST_KEPT: u64 = 4096;
/// Objects of no bytes in one run.
const MOST_EMPTY: u32 = 1000;
/// Bytes that one run may write.
const MOST_WRITTEN: usize = 1 << 20;

/// Why a machine does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A value is absent.
    Null,
    /// This must be decoded in the usual way.
    Bail,
}

pub(super) type Done<T> = Result<T, Stop>;

/// What is known of a member.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell {
    /// Not read yet.
    Unread,
    Absent,
    /// A number that is not for code.
    Odd,
    Number(i64),
    /// Bytes of the buffer: how many, and where they begin.
    Run(u32, u64),
    /// An array: how many elements it has, and where it begins in the buffer.
    Array(u32, u64),
    /// An array of objects: the last one's frame, and how many there are.
    Objects(u32, u64),
    /// The same while it is read.
    Growing(u32, u64),
    /// An object, by its frame.
    Object(u32),
    /// An object without a frame: its form, and where it begins in the buffer.
    Flat(u32, u64),
}

/// A cell as it is kept: two words, which are copied faster than a tag and what
/// goes with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed {
    /// A tag, and 32 bits above it.
    head: u64,
    body: u64,
}

impl Packed {
    pub(super) const UNREAD: Packed = Packed { head: 0, body: 0 };

    #[inline]
    pub(super) fn new(cell: Cell) -> Packed {
        let (tag, more, body) = match cell {
            Cell::Unread => (0, 0, 0),
            Cell::Absent => (1, 0, 0),
            Cell::Odd => (2, 0, 0),
            Cell::Number(n) => (3, 0, n as u64),
            Cell::Run(len, start) => (4, len, start),
            Cell::Array(count, start) => (5, count, start),
            Cell::Objects(last, count) => (6, last, count),
            Cell::Growing(last, count) => (7, last, count),
            Cell::Object(frame) => (8, frame, 0),
            Cell::Flat(form, start) => (9, form, start),
        };
        Packed {
            head: tag | u64::from(more) << 32,
            body,
        }
    }

    #[inline]
    pub(super) fn cell(self) -> Cell {
        let (more, body) = ((self.head >> 32) as u32, self.body);
        match self.head as u32 {
            0 => Cell::Unread,
            1 => Cell::Absent,
            3 => Cell::Number(body as i64),
            4 => Cell::Run(more, body),
            5 => Cell::Array(more, body),
            6 => Cell::Objects(more, body),
            7 => Cell::Growing(more, body),
            8 => Cell::Object(more),
            9 => Cell::Flat(more, body),
            _ => Cell::Odd,
        }
    }
}

impl Cell {
    /// Bytes `from..to` of the buffer.
    pub(super) fn run(from: u64, to: u64) -> Cell {
        match u32::try_from(to - from) {
            Ok(len) => Cell::Run(len, from),
            Err(_) => Cell::Odd,
        }
    }

    /// So many elements that begin at `start` of the buffer.
    pub(super) fn array(start: u64, count: u64) -> Cell {
        match u32::try_from(count) {
            Ok(count) => Cell::Array(count, start),
            Err(_) => Cell::Odd,
        }
    }
}

/// An object outside the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outer {
    /// The owner of the array.
    Owner,
    Parent,
    Root,
}

/// What a frame refers to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Link {
    Frame(u32),
    Outer(Outer),
    Nothing,
}

/// An object that the machine is in, or was in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) form: u32,
    /// Its members' first cell.
    pub(super) cells: usize,
    pub(super) window: Window,
    /// Where it begins in its window.
    pub(super) start: u64,
    pub(super) endian: Option<Endian>,
    pub(super) parent: Link,
    pub(super) root: Link,
    /// The object that reads it.
    pub(super) reader: Link,
    /// Of an element, the one before it.
    pub(super) before: u32,
}

/// A stream: part of the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) base: u64,
    pub(super) len: u64,
}

/// The objects that a run begins among.
pub(crate) struct Base<'b, 'a> {
    /// The owner of the array whose element is read.
    pub(crate) owner: Option<&'b Obj<'a>>,
    pub(crate) parent: Option<Obj<'a>>,
    pub(crate) root: Option<Obj<'a>>,
    /// Which member of it that array is.
    pub(crate) member: Option<Member>,
    /// Whether that array is an instance, which may lie anywhere.
    pub(crate) positioned: bool,
    /// The innermost object that holds what is read.
    pub(crate) holder: Option<&'b Obj<'a>>,
    /// Its stream.
    pub(crate) stream: &'b Stream<'a>,
    /// How many objects hold what is read.
    pub(crate) level: u32,
    /// From [`Scratch::begin`].
    pub(crate) number: u64,
}

impl<'b, 'a> Base<'b, 'a> {
    /// Those of an object of the tree.
    pub(crate) fn of_object(obj: &'b Obj<'a>, number: u64) -> Self {
        Base {
            owner: None,
            member: None,
            positioned: false,
            holder: obj.0.home.owner(),
            parent: obj.0.parent.clone(),
            root: root_of(obj),
            stream: &obj.0.stream,
            level: obj.0.level,
            number,
        }
    }

    /// Those of an element of an array.
    pub(crate) fn of_element(
        array: &'b Array<'a>,
        parent: Option<Obj<'a>>,
        root: Option<Obj<'a>>,
        number: u64,
    ) -> Self {
        let data = &*array.0;
        Base {
            owner: Some(&data.owner),
            member: Some(data.member),
            positioned: matches!(data.member, Member::Instance(_)),
            holder: Some(&data.owner),
            parent,
            root,
            stream: &data.stream,
            level: data.owner.0.level,
            number,
        }
    }
}

/// The parameters of an element.
pub(super) struct Next {
    /// What run they are for.
    base: u64,
    index: u64,
    pub(super) params: Vec<Packed>,
}

impl Next {
    pub(super) fn of(base: u64, index: u64) -> Next {
        Next {
            base,
            index,
            params: Vec::new(),
        }
    }

    pub(super) fn is_of(&self, base: u64, index: u64) -> bool {
        (self.base, self.index) == (base, index)
    }
}

/// Memory that machines use one after the other.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(super) frames: Vec<Frame>,
    pub(super) cells: Vec<Packed>,
    /// Values of expressions that look outside, and at which hop they do.
    pub(super) outer: Vec<Option<(u8, i64)>>,
    /// A text that is made.
    pub(super) text: String,
    /// Parameters of the element after the one that was gone through last.
    pub(super) next: Option<Next>,
    /// Parameters of that one.
    pub(super) params: Vec<Packed>,
    /// What runs they are for.
    pub(super) base: u64,
    bases: u64,
}

impl Scratch {
    /// Values from outside are now those of new runs; gives their number.
    pub(crate) fn begin(&mut self) -> u64 {
        self.bases += 1;
        self.bases
    }
}

/// Goes through one object or element.
pub(crate) struct Machine<'m, 'a, S> {
    pub(super) forms: &'m Forms<'a>,
    pub(super) engine: &'m Engine<'a>,
    pub(super) base: &'m Base<'m, 'a>,
    pub(super) scratch: &'m mut Scratch,
    /// The whole buffer that streams are parts of.
    pub(super) bytes: &'m [u8],
    pub(super) out: &'m mut S,
    pub(super) depth: u32,
    /// Instances that are computed one for another.
    pub(super) computing: u32,
    /// Where the stream that is read stands, and its length: what `_io` means
    /// in code that runs while fields are read.
    pub(super) now: Cursor,
    pub(super) now_len: u64,
    /// Inside what is read but not told.
    pub(super) muted: bool,
    /// Inside instances, which are read later than the fields around them.
    pub(super) late: bool,
    places: u64,
    steps: u64,
    most_places: u64,
    empty: u32,
    from: usize,
    /// Which element of the array is read.
    pub(super) base_index: u64,
    /// The element that was gone through, and its frame, once the parameters of
    /// the next one are made.
    pub(super) before: Option<(u64, u32)>,
    /// Values that were looked for in vain: what they need may come later.
    pub(super) later: Vec<Later<'m, 'a>>,
}

/// A value instance that may become known.
pub(super) struct Later<'m, 'a> {
    pub(super) mark: usize,
    pub(super) frame: usize,
    pub(super) member: super::Member,
    pub(super) instance: &'m super::Instance<'a>,
}

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// A machine that tells `out`, and visits so many places at most.
    pub(crate) fn new(
        forms: &'m Forms<'a>,
        base: &'m Base<'m, 'a>,
        engine: &'m Engine<'a>,
        scratch: &'m mut Scratch,
        out: &'m mut S,
        most_places: u64,
    ) -> Self {
        let from = out.mark();
        scratch.frames.clear();
        scratch.cells.clear();
        if scratch.base != base.number {
            scratch.outer.clear();
            scratch.base = base.number;
        }
        scratch.outer.resize(forms.caches(), None);
        Machine {
            forms,
            engine,
            base,
            scratch,
            bytes: base.stream.0.buffer.as_slice(),
            out,
            depth: 0,
            computing: 0,
            now: Cursor::at(0),
            now_len: 0,
            muted: !S::LISTENS,
            late: false,
            places: 0,
            steps: 0,
            most_places,
            empty: 0,
            from,
            base_index: 0,
            before: None,
            later: Vec::new(),
        }
    }

    /// Goes through the element that starts at a byte of the stream; gives
    /// where it ends and how many places were visited.
    pub(crate) fn element(
        mut self,
        element: &'m Element<'a>,
        index: u64,
        start: u64,
    ) -> Result<(u64, u64), Stop> {
        let stream = &self.base.stream.0;
        let window = Window {
            base: stream.base,
            len: stream.len,
        };
        let end = self.run_element(element, index, window, start);
        self.finish(end)
    }

    /// Goes through an object of the tree; gives how many places were
    /// visited.
    pub(crate) fn whole(mut self, form: usize, obj: &Obj<'a>) -> Result<u64, Stop> {
        let stream = &self.base.stream.0;
        let window = Window {
            base: stream.base,
            len: stream.len,
        };
        let end = self.run_object(form, obj, window);
        self.finish(end).map(|(_, places)| places)
    }

    fn finish(self, end: Done<u64>) -> Result<(u64, u64), Stop> {
        match end {
            Ok(end) => Ok((end, self.places)),
            Err(_) => {
                self.out.back(self.from);
                Err(Stop::Bail)
            }
        }
    }

    /// The value of a parameter of an object of the tree.
    pub(super) fn parameter(value: &Value<'a>) -> Cell {
        match value {
            Value::Int(n) | Value::Enum(_, n) => i64::try_from(*n).map_or(Cell::Odd, Cell::Number),
            Value::Bool(yes) => Cell::Number((*yes).into()),
            _ => Cell::Odd,
        }
    }

    /// The form of a frame.
    pub(super) fn form(&self, frame: usize) -> Done<&'m Form<'a>> {
        let forms: &'m Forms<'a> = self.forms;
        let frame = self.scratch.frames.get(frame).ok_or(Stop::Bail)?;
        forms.forms.get(frame.form as usize).ok_or(Stop::Bail)
    }

    #[inline]
    pub(super) fn frame(&self, frame: usize) -> Done<&Frame> {
        self.scratch.frames.get(frame).ok_or(Stop::Bail)
    }

    /// Counts an object or element that is written.
    #[inline]
    pub(super) fn visit(&mut self) -> Done<()> {
        self.steps += 1;
        if !self.muted {
            self.places += 1;
        }
        match self.steps > MOST_PLACES || self.places >= self.most_places {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// Counts elements that are written in one go.
    pub(super) fn visit_many(&mut self, count: u64) -> Done<()> {
        if !self.muted {
            self.places = self.places.saturating_add(count);
        }
        match self.places >= self.most_places {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    pub(super) fn count_empty(&mut self) -> Done<()> {
        self.empty += 1;
        match self.empty > MOST_EMPTY {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// Goes into one more object.
    pub(super) fn enter(&mut self) -> Done<()> {
        self.depth += 1;
        let level = self.base.level.saturating_add(self.depth);
        match self.depth > MOST_DEPTH || level >= self.engine.limits().depth {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// Whether so much more may be written in this run.
    #[inline]
    pub(super) fn room(&self, bytes: usize) -> Done<()> {
        match self.out.written(self.from) + bytes > MOST_WRITTEN {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// An object outside.
    pub(super) fn outer(&self, outer: Outer) -> Option<Obj<'a>> {
        match outer {
            Outer::Owner => self.base.owner.cloned(),
            Outer::Parent => self.base.parent.clone(),
            Outer::Root => self.base.root.clone(),
        }
    }
}

impl<'a> Forms<'a> {
    /// Whether machines may run for an engine: nothing is assumed or forced,
    /// and its limits don't come in their way.
    pub(crate) fn fit(&self, engine: &Engine<'a>) -> bool {
        let options = &engine.0.options;
        options.endian.is_none() && !engine.has_override() && options.limits.depth > 2 * MOST_DEPTH
    }
}

/// The top object of the file that an object's type is written in.
pub(crate) fn root_of<'a>(obj: &Obj<'a>) -> Option<Obj<'a>> {
    match &obj.0.root {
        Root::Own => Some(obj.clone()),
        Root::Of(root) => Some(root.clone()),
        Root::Nobody => None,
    }
}
