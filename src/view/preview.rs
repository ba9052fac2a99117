//! One-line text of a value, the same in every view.

use super::doc::{Line, Role};
use super::mark::Mark;
use super::options::{ASCII, Base, Signs, ViewOptions};
use super::spell::{escaped, in_base, spell};
use super::{moment, number};
use crate::decode::{BufferId, Value};
use crate::schema::{Attr, DataType, Encoding, EnumId, ExprKind, Schema, Show, ValidRule};
use crate::tree::{Datum, Node, Shape, Tree};

/// Characters of a string that are looked at; more can't be shown in one line.
pub(super) const LONGEST_TEXT: usize = 400;

/// The same where nothing is left out.
const LONGEST_FULL: usize = 1 << 16;

/// Parts of a path that one line may have room for.
pub(super) const PARTS: usize = 100;

/// Bytes that are spelled out.
pub(super) const LONGEST_BYTES: usize = 16;

/// Makes one-line texts.
#[derive(Debug, Clone, Copy)]
pub struct Preview<'v> {
    /// Names of enums.
    pub schema: &'v Schema,
    /// How numbers are written.
    pub base: Base,
    /// Whether bytes are spelled out in hexadecimal; not where they stand
    /// beside the value anyway.
    pub spell_bytes: bool,
    /// Characters of a text that are shown at most.
    pub(super) longest: usize,
    pub(super) signs: &'static Signs,
}

impl<'v> Preview<'v> {
    /// Texts as the options of a view want them.
    #[must_use]
    pub fn new(schema: &'v Schema, options: &ViewOptions<'_>, spell_bytes: bool) -> Preview<'v> {
        Preview {
            schema,
            base: options.base,
            spell_bytes,
            longest: match options.full {
                true => LONGEST_FULL,
                false => LONGEST_TEXT,
            },
            signs: options.signs(),
        }
    }

    /// Adds the value of a node.
    pub fn node(&self, line: &mut Line, node: &Node<'_>) {
        match node.shape() {
            Shape::Absent => line.push(Role::Comment, "absent"),
            Shape::Unknown => line.push(Role::Comment, "not reached"),
            Shape::Struct => self.object(line, node),
            Shape::Array => self.array(line, node),
            Shape::Leaf => match node.value() {
                Ok(value) => self.leaf(line, node, &value),
                Err(_) => line.push(Role::Comment, "unknown"),
            },
        }
    }

    /// Adds a leaf's value, in the form that its attribute asks for.
    pub fn leaf(&self, line: &mut Line, node: &Node<'_>, value: &Value<'_>) {
        let attr = node.attr();
        let show = attr.and_then(|attr| attr.show.as_ref());
        match value {
            Value::Int(number) => {
                if let Some(target) = node.points_to() {
                    self.pointer(line, *number, &target.name());
                } else {
                    self.int(line, *number, show, attr.map(|attr| &attr.data));
                }
            }
            Value::Str(text) => self.text(line, attr, text),
            Value::Bytes(bytes) => self.content(line, attr, bytes.as_slice()),
            _ => self.value(line, value),
        }
    }

    /// Adds where an integer points to.
    pub(super) fn pointer(&self, line: &mut Line, number: i128, target: &str) {
        match u64::try_from(number) {
            Ok(offset) => number::offset(line, Role::Number, offset, self.base),
            Err(_) => number::hex(line, Role::Number, number, 1),
        }
        line.spaces(1);
        line.push(Role::Punctuation, self.signs.arrow);
        line.spaces(1);
        line.untrusted(Role::Pointer, target);
    }

    /// Adds a field's text.
    pub(super) fn text(&self, line: &mut Line, attr: Option<&Attr>, text: &str) {
        self.quoted(line, text);
        if let Some(encoding) = attr.and_then(encoding_name) {
            line.push(Role::Comment, " (");
            line.untrusted(Role::Comment, encoding);
            line.push(Role::Comment, ")");
        }
    }

    /// Adds a field's bytes, in the form that its attribute asks for.
    pub(super) fn content(&self, line: &mut Line, attr: Option<&Attr>, bytes: &[u8]) {
        let show = attr.and_then(|attr| attr.show.as_ref());
        if !self.spell_bytes && attr.is_some_and(has_contents) {
            escaped(line, bytes, self.signs);
        } else if matches!(show, Some(Show::Text | Show::Char)) {
            self.quoted(line, &String::from_utf8_lossy(bytes));
        } else if let Some(base) = show.and_then(in_base) {
            base(line, bytes, self.signs);
        } else {
            self.bytes(line, bytes);
        }
    }

    /// Adds any value.
    pub fn value(&self, line: &mut Line, value: &Value<'_>) {
        match value {
            Value::Null => line.push(Role::Comment, "null"),
            Value::Int(number) => number::int(line, Role::Number, *number, self.base),
            Value::Float(number) => number::float(line, Role::Number, *number),
            Value::Bool(true) => line.push(Role::Enum, "true"),
            Value::Bool(false) => line.push(Role::Enum, "false"),
            Value::Str(text) => self.quoted(line, text),
            Value::Bytes(bytes) => self.bytes(line, bytes.as_slice()),
            Value::Enum(id, number) => self.enumeration(line, *id, *number),
            Value::Obj(_) | Value::Array(_) => {
                if let Some(node) = Node::of_value(value) {
                    line.push(Role::Punctuation, self.signs.arrow);
                    line.spaces(1);
                    line.untrusted(Role::Pointer, &node.last_of_path(PARTS));
                }
            }
            Value::List(list) => {
                line.push(Role::Punctuation, "[");
                let mut shown = 0;
                for value in list.iter().take(LONGEST_BYTES) {
                    // lists in lists would come to too much
                    if line.text().len() > self.longest {
                        break;
                    }
                    if shown > 0 {
                        line.push(Role::Punctuation, ", ");
                    }
                    self.value(line, value);
                    shown += 1;
                }
                if list.len() > shown {
                    line.push(Role::Punctuation, ", ");
                    line.push(Role::Punctuation, self.signs.ellipsis);
                }
                line.push(Role::Punctuation, "]");
            }
            Value::Stream(_) => line.push(Role::Comment, "stream"),
        }
    }

    /// Adds a value as a finding reports it.
    pub fn datum(&self, line: &mut Line, role: Role, datum: &Datum) {
        match datum {
            Datum::Int(number) => number::int(line, role, *number, self.base),
            Datum::Float(number) => number::float(line, role, *number),
            Datum::Bool(true) => line.push(role, "true"),
            Datum::Bool(false) => line.push(role, "false"),
            Datum::Str(text) => self.quoted_as(line, role, text),
            Datum::Bytes(bytes) if is_text(bytes) => {
                self.quoted_as(line, role, &String::from_utf8_lossy(bytes));
            }
            Datum::Bytes(bytes) => spell(line, role, bytes, self.signs),
        }
    }

    pub(super) fn int(
        &self,
        line: &mut Line,
        number: i128,
        show: Option<&Show>,
        data: Option<&DataType>,
    ) {
        let bits = match data {
            Some(DataType::Int { width, .. }) => usize::from(*width) * 8,
            Some(DataType::Bits { width, .. }) => usize::from(*width),
            _ => 1,
        };
        match show {
            Some(Show::Hex) => number::hex(line, Role::Number, number, bits.div_ceil(4)),
            Some(Show::Bin) => number::bin(line, Role::Number, number, bits),
            Some(Show::Dec) => number::dec(line, Role::Number, number),
            Some(Show::Char | Show::Text) => {
                if let Some(c) = u32::try_from(number).ok().and_then(char::from_u32) {
                    let mut quoted = String::from('\'');
                    if matches!(c, '\'' | '\\') {
                        quoted.push('\\');
                    }
                    quoted.push(c);
                    quoted.push('\'');
                    line.untrusted(Role::Text, &quoted);
                    line.push(Role::Comment, " (");
                    number::dec(line, Role::Comment, number);
                    line.push(Role::Comment, ")");
                } else {
                    number::int(line, Role::Number, number, self.base);
                }
            }
            Some(Show::Time(clock)) => self.worded(line, moment::time(*clock, number), number),
            Some(Show::Size) => self.worded(line, moment::size(number), number),
            Some(Show::Map { .. } | Show::None) | None => {
                number::int(line, Role::Number, number, self.base)
            }
        }
    }

    /// Adds what a number says to people, if it says anything, and the number.
    fn worded(&self, line: &mut Line, words: Option<String>, number: i128) {
        let Some(words) = words else {
            return number::int(line, Role::Number, number, self.base);
        };
        line.ascii(Role::Enum, &words);
        line.push(Role::Comment, " (");
        number::int(line, Role::Comment, number, self.base);
        line.push(Role::Comment, ")");
    }

    pub(super) fn enumeration(&self, line: &mut Line, id: EnumId, number: i128) {
        let Some(definition) = self.schema.enums.get(id.0 as usize) else {
            return;
        };
        if let Some(entry) = definition.entry(number) {
            line.untrusted(Role::Enum, &entry.name);
            line.push(Role::Comment, " (");
            number::int(line, Role::Comment, number, self.base);
            line.push(Role::Comment, ")");
        } else {
            number::int(line, Role::Number, number, self.base);
            line.push(Role::Comment, " (no ");
            line.untrusted(Role::Comment, &definition.name);
            line.push(Role::Comment, ")");
        }
    }

    pub(super) fn quoted(&self, line: &mut Line, text: &str) {
        self.quoted_as(line, Role::Text, text);
    }

    /// Adds text in quotes, as a programmer would write it.
    fn quoted_as(&self, line: &mut Line, role: Role, text: &str) {
        let (short, rest) = match text.char_indices().nth(self.longest) {
            Some((at, _)) => text.split_at(at),
            None => (text, ""),
        };
        let mut quoted = String::with_capacity(short.len() + 2);
        quoted.push('"');
        for c in short.chars() {
            if matches!(c, '"' | '\\') {
                quoted.push('\\');
            }
            quoted.push(c);
        }
        if rest.is_empty() {
            quoted.push('"');
        }
        self.foreign(line, role, &quoted);
        if !rest.is_empty() {
            line.push(Role::Punctuation, self.signs.ellipsis);
        }
    }

    /// Adds text of a file or a grammar, in ASCII if nothing else is wanted.
    pub(super) fn foreign(&self, line: &mut Line, role: Role, text: &str) {
        if std::ptr::eq(self.signs, &ASCII) && !text.is_ascii() {
            line.untrusted(role, &crate::text::in_ascii(text));
        } else {
            line.untrusted(role, text);
        }
    }

    /// Adds bytes: as text if they are, else how many.
    pub fn bytes(&self, line: &mut Line, bytes: &[u8]) {
        let head = bytes.get(..bytes.len().min(self.longest)).unwrap_or(bytes);
        if bytes.is_empty() {
            line.push(Role::Comment, "empty");
        } else if is_text(head) {
            self.quoted(line, &String::from_utf8_lossy(head));
            if head.len() < bytes.len() {
                line.push(Role::Punctuation, self.signs.ellipsis);
            }
        } else if bytes.len() > 1 && bytes.windows(2).all(|two| two[0] == two[1]) {
            number::dec(line, Role::Number, bytes.len() as i128);
            line.push(Role::Comment, " ");
            line.push(Role::Comment, self.signs.times);
            line.push(Role::Comment, " ");
            line.byte(Role::Number, head[0]);
        } else if self.spell_bytes {
            spell(line, Role::Text, bytes, self.signs);
            if bytes.len() > LONGEST_BYTES {
                line.push(Role::Comment, " (");
                number::count(line, Role::Comment, bytes.len() as u64, "byte", "bytes");
                line.push(Role::Comment, ")");
            }
        } else {
            number::count(line, Role::Comment, bytes.len() as u64, "byte", "bytes");
        }
    }

    /// Adds what is in a run of bytes without structure.
    pub(super) fn run(
        &self,
        line: &mut Line,
        tree: &Tree<'_>,
        buffer: BufferId,
        range: std::ops::Range<u64>,
    ) {
        const LOOKED_AT: u64 = 1 << 16;
        let length = range.end.saturating_sub(range.start);
        if length <= LOOKED_AT {
            self.bytes(line, &tree.bytes(buffer, range.start, range.end));
        } else {
            number::count(line, Role::Comment, length, "byte", "bytes");
        }
    }

    /// Adds an object: its own text, or its first members if they are small.
    fn object(&self, line: &mut Line, node: &Node<'_>) {
        if let Some(text) = node.to_text() {
            return self.said(line, &text);
        }
        // a field that is called as its type says nothing new
        if let Some(ty) = node.type_def()
            && *ty.name != *node.name()
        {
            line.untrusted(Role::Type, &ty.name);
        }
    }

    /// Adds the text that an object has of its own.
    pub(super) fn said(&self, line: &mut Line, text: &str) {
        if text.is_empty() {
            line.push(Role::Comment, "empty");
        }
        let text = first_characters(text, self.longest);
        self.foreign(line, Role::Text, text);
    }

    /// Adds the members of a small object: `x=28 w=4`.
    pub fn members(&self, line: &mut Line, node: &Node<'_>) {
        self.marked_members(line, node, &[]);
    }

    /// The same; each member belongs to what the mark with its number stands for.
    pub(super) fn marked_members(&self, line: &mut Line, node: &Node<'_>, marks: &[Mark]) {
        let fields = node.type_def().map_or(0, |ty| ty.seq.len());
        for i in 0..fields as u64 {
            let Some(child) = node.child(i) else { break };
            if child.shape() == Shape::Absent {
                continue;
            }
            if i > 0 {
                line.spaces(1);
            }
            line.set_part(marks.get(i as usize).copied().unwrap_or_default());
            if fields > 1 {
                line.untrusted(Role::Comment, &child.name());
                line.push(Role::Comment, "=");
            }
            self.node(line, &child);
            line.set_part(Mark::NONE);
        }
    }

    /// Adds where the members of a small object point to.
    pub fn pointers(&self, line: &mut Line, node: &Node<'_>) {
        let fields = node.type_def().map_or(0, |ty| ty.seq.len());
        for child in (0..fields as u64).filter_map(|index| node.child(index)) {
            if let Some(target) = child.points_to() {
                line.spaces(1);
                line.push(Role::Punctuation, self.signs.arrow);
                line.spaces(1);
                line.untrusted(Role::Pointer, &target.name());
            }
        }
    }

    /// Adds the elements of an array of numbers, as far as they fit.
    pub(super) fn numbers(&self, line: &mut Line, node: &Node<'_>, width: usize) {
        for index in 0..node.len() {
            if index > 0 {
                line.push(Role::Punctuation, ", ");
            }
            let Some(element) = node.child(index) else {
                break;
            };
            self.node(line, &element);
            if line.width() > width {
                break;
            }
        }
    }

    /// Adds how many objects of a type an array has.
    pub(super) fn elements(&self, line: &mut Line, count: u64, ty: &str) {
        number::dec(line, Role::Number, i128::from(count));
        line.spaces(1);
        line.push(Role::Comment, self.signs.times);
        line.spaces(1);
        line.untrusted(Role::Type, ty);
    }

    /// Adds what an array consists of: `21 × 80 bytes`.
    fn array(&self, line: &mut Line, node: &Node<'_>) {
        let first = node.child(0).and_then(|first| first.type_def());
        match (first, node.attr().map(|attr| &attr.data)) {
            (Some(ty), _) => self.elements(line, node.len(), &ty.name),
            (None, Some(DataType::User { ty, .. })) => {
                self.elements(line, node.len(), &self.schema.ty(*ty).name);
            }
            (None, data) => {
                self.elements(line, node.len(), "");
                match node.stride_bits() {
                    Some(bits) if bits.is_multiple_of(8) => {
                        number::count(line, Role::Comment, bits / 8, "byte", "bytes");
                    }
                    _ => line.push(Role::Comment, kind(data)),
                }
            }
        }
    }
}

fn kind(data: Option<&DataType>) -> &'static str {
    match data {
        Some(DataType::Str { .. }) => "text",
        Some(DataType::Bytes(_)) => "bytes",
        Some(DataType::Bits { .. }) => "bits",
        _ => "values",
    }
}

/// Whether a field must have the bytes that the grammar spells out.
fn has_contents(attr: &Attr) -> bool {
    attr.valid.iter().any(|valid| match &valid.rule {
        ValidRule::Eq(expr) => matches!(expr.kind, ExprKind::Bytes(_)),
        _ => false,
    })
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

fn first_characters(text: &str, count: usize) -> &str {
    text.char_indices()
        .nth(count)
        .map_or(text, |(at, _)| text.split_at(at).0)
}

/// The name of an encoding that is worth saying.
fn encoding_name(attr: &Attr) -> Option<&str> {
    let DataType::Str { encoding, .. } = &attr.data else {
        return None;
    };
    match encoding {
        Encoding::Ascii | Encoding::Utf8 => None,
        Encoding::Utf16Le => Some("UTF-16LE"),
        Encoding::Utf16Be => Some("UTF-16BE"),
        Encoding::Utf32Le => Some("UTF-32LE"),
        Encoding::Utf32Be => Some("UTF-32BE"),
        Encoding::Named(name) | Encoding::Unknown(name) => Some(name),
    }
}
