//! Buffers (the file, decoded streams) and streams over them.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::fault::{Fault, FaultKind};
use super::span::{BufferId, Span};
use super::value::Bytes;

/// A run of bytes that streams are windows of.
#[derive(Clone)]
pub(crate) enum Buffer<'a> {
    File(&'a [u8]),
    Derived(Rc<Derived>),
}

/// A decoded stream: its bytes live as long as something refers to them.
#[derive(Debug)]
pub struct Derived {
    pub(crate) id: BufferId,
    pub(crate) bytes: Rc<Vec<u8>>,
}

impl<'a> Buffer<'a> {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Buffer::File(bytes) => bytes,
            Buffer::Derived(derived) => &derived.bytes,
        }
    }

    pub(crate) fn id(&self) -> BufferId {
        match self {
            Buffer::File(_) => BufferId::FILE,
            Buffer::Derived(derived) => derived.id,
        }
    }

    /// Bytes `start..end`, which must lie inside.
    pub(crate) fn cut(&self, start: u64, end: u64) -> Bytes<'a> {
        match self {
            Buffer::File(bytes) => Bytes::File {
                bytes: bytes.get(start as usize..end as usize).unwrap_or_default(),
                start,
            },
            Buffer::Derived(derived) => Bytes::Derived {
                buffer: derived.clone(),
                start,
                end,
            },
        }
    }
}

/// A window of a buffer with a reading position, as Kaitai's `_io`.
#[derive(Clone)]
pub struct Stream<'a>(pub(crate) Rc<StreamData<'a>>);

pub(crate) struct StreamData<'a> {
    pub(crate) buffer: Buffer<'a>,
    /// Offset of the window in the buffer.
    pub(crate) base: u64,
    /// Length of the window.
    pub(crate) len: u64,
    cursor: Cell<Cursor>,
}

/// A reading position: a byte, and how many bits of the byte before it are
/// still unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) pos: u64,
    pub(crate) bits_left: u8,
    pub(crate) little: bool,
}

impl Cursor {
    /// The position in bits.
    pub(crate) fn bit(self) -> u64 {
        self.pos * 8 - u64::from(self.bits_left)
    }

    pub(crate) fn at(pos: u64) -> Cursor {
        Cursor {
            pos,
            bits_left: 0,
            little: false,
        }
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Stream({:?}, {}+{})",
            self.0.buffer.id(),
            self.0.base,
            self.0.len
        )
    }
}

impl<'a> Stream<'a> {
    pub(crate) fn new(buffer: Buffer<'a>, base: u64, len: u64) -> Stream<'a> {
        Stream(Rc::new(StreamData {
            buffer,
            base,
            len,
            cursor: Cell::new(Cursor::at(0)),
        }))
    }

    /// Length in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.0.len
    }

    /// Position in bytes; a byte of which bits were read counts as passed.
    #[must_use]
    pub fn pos(&self) -> u64 {
        self.0.cursor.get().pos
    }

    /// Whether nothing is left, bits included.
    #[must_use]
    pub fn is_eof(&self) -> bool {
        let cursor = self.0.cursor.get();
        cursor.pos >= self.0.len && cursor.bits_left == 0
    }

    /// Whether it is the whole file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.0.base == 0
            && matches!(self.0.buffer, Buffer::File(bytes) if bytes.len() as u64 == self.0.len)
    }

    pub(crate) fn cursor(&self) -> Cursor {
        self.0.cursor.get()
    }

    pub(crate) fn set_cursor(&self, cursor: Cursor) {
        self.0.cursor.set(cursor);
    }

    /// Drops the unread bits of a started byte.
    pub(crate) fn align(&self) {
        let mut cursor = self.0.cursor.get();
        cursor.bits_left = 0;
        self.0.cursor.set(cursor);
    }

    pub(crate) fn seek(&self, pos: u64) {
        self.0.cursor.set(Cursor::at(pos));
    }

    /// Bytes from the position to the end; the position may lie past it.
    pub(crate) fn left(&self) -> u64 {
        self.0.len.saturating_sub(self.pos())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        let start = self.0.base as usize;
        self.0
            .buffer
            .as_slice()
            .get(start..start + self.0.len as usize)
            .unwrap_or_default()
    }

    /// Bytes `start..end` of the window, both cut to its length.
    pub(crate) fn cut(&self, start: u64, end: u64) -> Bytes<'a> {
        let end = end.min(self.0.len);
        let start = start.min(end);
        self.0.buffer.cut(self.0.base + start, self.0.base + end)
    }

    /// A new stream over bytes `start..end` of this one.
    pub(crate) fn window(&self, start: u64, end: u64) -> Stream<'a> {
        let end = end.min(self.0.len);
        let start = start.min(end);
        Stream::new(self.0.buffer.clone(), self.0.base + start, end - start)
    }

    /// Bytes `start..end` of the window as a place in its buffer.
    pub(crate) fn span(&self, start: u64, end: u64) -> Span {
        Span::bytes(self.0.buffer.id(), self.0.base + start, self.0.base + end)
    }

    /// The same for bits, counted from the window's start.
    pub(crate) fn bit_span(&self, start: u64, end: u64, little: bool) -> Span {
        let base = self.0.base * 8;
        Span {
            buffer: self.0.buffer.id(),
            start: base + start,
            end: base + end,
            little_endian_bits: little,
        }
    }

    /// Moves over `len` bytes, or says that they are not there.
    pub(crate) fn take(&self, len: u64) -> Result<(u64, u64), Eof> {
        self.align();
        let pos = self.pos();
        match pos.checked_add(len) {
            Some(end) if end <= self.0.len => {
                self.seek(end);
                Ok((pos, end))
            }
            _ => Err(Eof {
                wanted: u128::from(len),
                left: self.left(),
                pos,
            }),
        }
    }

    /// Moves over `width` bits; gives their first and one past their last bit,
    /// counted from the window's start in the given bit order.
    pub(crate) fn take_bits(&self, width: u8, little: bool) -> Result<(u64, u64), Eof> {
        let mut cursor = self.cursor();
        if cursor.bits_left > 0 && cursor.little != little {
            cursor.bits_left = 0;
        }
        let start = cursor.pos * 8 - u64::from(cursor.bits_left);
        let end = start + u64::from(width);
        let pos = end.div_ceil(8);
        if pos > self.0.len {
            return Err(Eof {
                wanted: u128::from(pos - cursor.pos),
                left: self.left(),
                pos: cursor.pos,
            });
        }
        self.set_cursor(Cursor {
            pos,
            bits_left: (pos * 8 - end) as u8,
            little,
        });
        Ok((start, end))
    }
}

/// A read past the end: what was wanted and what is left, in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Eof {
    pub(crate) wanted: u128,
    pub(crate) left: u64,
    /// Position in the stream.
    pub(crate) pos: u64,
}

impl Eof {
    pub(crate) fn fault(self, stream: &Stream<'_>, grammar_path: std::sync::Arc<str>) -> Fault {
        let Eof { wanted, left, pos } = self;
        let place = if pos > stream.size() {
            let size = stream.size();
            let bytes = if size == 1 { "byte" } else { "bytes" };
            format!("position {pos} is past the end of the stream of {size} {bytes}")
        } else {
            format!("only {left} left before the end")
        };
        Fault::new(
            FaultKind::UnexpectedEof,
            format!(
                "{wanted} {} wanted, {place}",
                if wanted == 1 { "byte" } else { "bytes" }
            ),
            Some(stream.0.base + pos),
            grammar_path,
        )
    }
}
