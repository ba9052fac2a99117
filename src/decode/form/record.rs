//! Keeps what a machine met, for those that look at it in an order of their own.

use std::num::NonZeroU32;

use super::sink::Run;
use super::{Member, Number, Sink};

/// What was met, in the order in which it was.
#[derive(Debug, Default)]
pub(crate) struct Record {
    entries: Vec<Entry>,
    /// Texts that were computed, one after the other.
    texts: String,
    /// The entries of objects and arrays that go on.
    open: Vec<usize>,
    /// The member that is read.
    member: Option<Member>,
    /// The bits that it takes.
    span: (u64, u64),
    /// The object that ended last.
    ended: usize,
    /// Where the texts that objects have of their own begin and end in the texts,
    /// as far as they are known.
    said: Vec<Option<(u32, u32)>>,
}

/// A field, an instance or an element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Which member it is; `None` for elements, and for what was begun with.
    pub(crate) member: Option<Member>,
    pub(crate) what: What,
    /// Its first bit in the buffer; nothing for what is computed.
    pub(crate) from: u64,
    /// One past its last bit.
    pub(crate) to: u64,
}

/// What was met.
#[derive(Debug, Clone, Copy)]
pub(crate) enum What {
    /// A number that takes bytes or bits.
    Number(Number),
    /// Bytes: those of the buffer that count.
    Bytes(u64, u64),
    /// Text: the bytes of the buffer that it is made of.
    Text(u64, u64),
    /// A number that takes no bytes.
    Computed(Number),
    /// A text that takes no bytes: where it begins and ends in the texts.
    ComputedText(u32, u32),
    /// A value of which nothing is known.
    Unknown,
    /// What turned out to be absent.
    Absent,
    /// What lies anywhere, and was gone through.
    Placed,
    /// An object, of that form; so many entries after this one are inside it.
    /// The number of its own text, if it has one.
    Object {
        form: u32,
        inside: u32,
        said: Option<NonZeroU32>,
    },
    /// An array of so many elements; so many entries after this one are inside.
    Array { len: u32, inside: u32 },
}

impl Record {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.texts.clear();
        self.open.clear();
        self.said.clear();
        self.member = None;
        self.span = NOWHERE;
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A text that was computed.
    pub(crate) fn text(&self, from: u32, to: u32) -> &str {
        self.texts
            .get(from as usize..to as usize)
            .unwrap_or_default()
    }

    /// A text that an object has of its own, if it is known.
    pub(crate) fn said(&self, number: NonZeroU32) -> Option<&str> {
        let place = *self.said.get(number.get() as usize - 1)?;
        place.map(|(from, to)| self.text(from, to))
    }

    fn add(&mut self, what: What) {
        let (from, to) = std::mem::replace(&mut self.span, NOWHERE);
        self.entries.push(Entry {
            member: self.member.take(),
            what,
            from,
            to,
        });
    }

    fn close(&mut self) -> Option<(usize, u32)> {
        let at = self.open.pop()?;
        Some((at, (self.entries.len() - at - 1) as u32))
    }
}

/// The span of what takes no bytes.
const NOWHERE: (u64, u64) = (u64::MAX, u64::MAX);

impl Sink for Record {
    const LISTENS: bool = true;
    const NOTES: bool = true;

    fn mark(&self) -> usize {
        self.entries.len()
    }

    /// Texts count as well: there may be many, and each may be long.
    fn written(&self, mark: usize) -> usize {
        (self.entries.len() - mark.min(self.entries.len())).saturating_add(self.texts.len())
    }

    fn back(&mut self, mark: usize) {
        self.entries.truncate(mark);
        self.open.retain(|at| *at < mark);
        self.member = None;
        self.span = NOWHERE;
    }

    #[inline]
    fn member(&mut self, member: Member) {
        self.member = Some(member);
    }

    #[inline]
    fn number(&mut self, number: Number) {
        self.add(match self.span {
            NOWHERE => What::Computed(number),
            _ => What::Number(number),
        });
    }

    fn text(&mut self, text: &str) {
        let from = self.texts.len() as u32;
        self.texts.push_str(text);
        self.add(What::ComputedText(from, self.texts.len() as u32));
    }

    #[inline]
    fn span(&mut self, from: u64, to: u64) {
        self.span = (from, to);
    }

    #[inline]
    fn content(&mut self, what: Run, from: u64, to: u64) {
        self.add(match what {
            Run::Bytes => What::Bytes(from, to),
            Run::Text => What::Text(from, to),
        });
    }

    fn unknown(&mut self, member: Member) {
        self.member = Some(member);
        self.add(What::Unknown);
    }

    fn placed(&mut self, member: Member) {
        self.member = Some(member);
        self.add(What::Placed);
    }

    fn settle(&mut self, mark: usize, number: Option<Number>) {
        if let Some(entry) = self.entries.get_mut(mark) {
            entry.what = number.map_or(What::Absent, What::Computed);
        }
    }

    fn said(&mut self, text: Option<&str>) {
        let object = self.open.last().and_then(|at| self.entries.get_mut(*at));
        let Some(Entry {
            what: What::Object { said, .. },
            ..
        }) = object
        else {
            return;
        };
        *said = NonZeroU32::new(self.said.len() as u32 + 1);
        let place = text.map(|text| {
            let from = self.texts.len() as u32;
            self.texts.push_str(text);
            (from, self.texts.len() as u32)
        });
        self.said.push(place);
    }

    #[inline]
    fn object(&mut self, form: u32, start: u64) {
        self.open.push(self.entries.len());
        self.span = (start, start);
        self.add(What::Object {
            form,
            inside: 0,
            said: None,
        });
    }

    #[inline]
    fn cut(&mut self, from: u64, to: u64) {
        if let Some(entry) = self.entries.get_mut(self.ended) {
            (entry.from, entry.to) = (from, to);
        }
    }

    #[inline]
    fn object_end(&mut self, _form: u32, end: u64) {
        if let Some((at, count)) = self.close()
            && let Some(entry) = self.entries.get_mut(at)
        {
            self.ended = at;
            entry.to = end;
            if let What::Object { inside, .. } = &mut entry.what {
                *inside = count;
            }
        }
    }

    fn array(&mut self) {
        self.open.push(self.entries.len());
        self.add(What::Array { len: 0, inside: 0 });
    }

    fn array_end(&mut self) {
        let Some((at, count)) = self.close() else {
            return;
        };
        let mut len = 0;
        let mut next = at + 1;
        while let Some(entry) = self.entries.get(next) {
            next += 1 + entry.inside();
            len += 1;
        }
        if let Some(entry) = self.entries.get_mut(at) {
            entry.what = What::Array { len, inside: count };
        }
    }

    fn flat(&mut self, _: u32, _: Option<crate::schema::Endian>, _: &[u8]) -> bool {
        false
    }
}

impl Entry {
    /// How many entries after this one are inside it.
    pub(crate) fn inside(&self) -> usize {
        match self.what {
            What::Object { inside, .. } | What::Array { inside, .. } => inside as usize,
            _ => 0,
        }
    }
}
