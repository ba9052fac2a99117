//! The blocks of a diagram from a file: what it holds, and where.

use std::collections::HashMap;

use super::alike::say_once;
use super::block::{Block, Count, Each, Element, Filled, Len, Place, Row, Sample};
use super::inline::{inline_fields, is_scalar};
use super::plan::Plan;
use crate::decode::{BufferId, Span, Value};
use crate::schema::{Attr, DataType, Member, Show, TypeDef, TypeId};
use crate::tree::{Node, Shape, Tree};
use crate::view::doc::{FIELD_COLOURS, Line, Role};
use crate::view::facts::{Facts, is_hidden};
use crate::view::mark::Mark;
use crate::view::options::Base;
use crate::view::preview::{LONGEST_TEXT, Preview};
use crate::view::reason::explain;

/// Blocks of one diagram.
const MAX_BLOCKS: usize = 64;

/// Places that are looked at for structures.
const MAX_PLACES: u64 = 4096;

/// How deep structures are opened.
const DEEPEST: u32 = 16;

/// Elements of an array that are opened as blocks of their own.
const MAX_OPENED: u64 = 3;

/// Elements of an array that are shown in rows.
const MAX_ELEMENTS: u64 = 16;

/// The same if they are big: the first of them takes more than so many bytes.
const MAX_BIG: u64 = 7;
const BIG: u64 = 64;

/// The same for numbers and the like, which stand in one row.
const MAX_NUMBERS: u64 = 14;

/// Bytes at the beginning and at the end of a run that are shown at most.
const HEAD: u64 = 64;
const TAIL: u64 = 8;

/// Makes blocks out of a file.
pub(super) struct Fill<'p, 'a> {
    plan: &'p Plan<'a>,
    tree: &'p Tree<'a>,
    preview: Preview<'a>,
    facts: Facts<'a>,
    ids: HashMap<usize, TypeId>,
    blocks: Vec<Block>,
    /// Structures for which there was no room.
    left_out: u64,
    /// Places looked at so far.
    looked_at: u64,
}

/// Where a structure is shown.
#[derive(Debug, Clone)]
struct Home {
    name: String,
    /// Its offset in the file, or that of what it was decoded from.
    offset: u64,
    /// Whether it was decoded, so that its own offsets are not the file's.
    decoded: bool,
    depth: u32,
}

impl<'p, 'a> Fill<'p, 'a> {
    pub(super) fn blocks(plan: &'p Plan<'a>, tree: &'p Tree<'a>) -> Vec<Block> {
        let schema = tree.schema();
        let ids = schema.types.iter().zip(0..);
        let mut fill = Fill {
            plan,
            tree,
            preview: Preview {
                schema,
                base: Base::Usual,
                spell_bytes: true,
                longest: LONGEST_TEXT,
                signs: plan.signs,
            },
            facts: Facts::new(schema),
            ids: ids
                .map(|(ty, id)| (std::ptr::from_ref(ty).addr(), TypeId(id)))
                .collect(),
            blocks: Vec::new(),
            left_out: 0,
            looked_at: 0,
        };
        let root = tree.root();
        let home = Home {
            name: String::new(),
            offset: 0,
            decoded: false,
            depth: 0,
        };
        fill.object(&root, &home);
        let mut blocks = fill.blocks;
        if let Some(main) = blocks.first_mut() {
            main.main = true;
            main.name = plan.main_name(&main.rows);
        }
        blocks.sort_by_key(|block| block.offset);
        if let Some(last) = blocks.last_mut()
            && fill.left_out > 0
        {
            last.note = format!("{} more structures are left out.", fill.left_out);
        }
        say_once(&mut blocks);
        blocks
    }

    fn id(&self, ty: &TypeDef) -> TypeId {
        let found = self.ids.get(&std::ptr::from_ref(ty).addr());
        found.copied().unwrap_or(self.plan.schema.root)
    }

    /// Adds the block of an object, then the blocks of what is in it.
    fn object(&mut self, node: &Node<'a>, home: &Home) {
        let Some(def) = node.type_def() else { return };
        if self.blocks.len() >= MAX_BLOCKS || home.depth > DEEPEST {
            self.left_out += 1;
            return;
        }
        let mut block = Block {
            name: home.name.clone(),
            offset: home.offset,
            ..Block::default()
        };
        if let Some(span) = node.span() {
            block.place = if home.decoded {
                String::new()
            } else {
                format!("at {}", span.start_byte())
            };
            block.size = span.byte_len().to_string();
        }
        if let Some(info) = node.derived().and_then(|id| self.tree.buffer_info(id)) {
            block.place = format!("decoded from {}", info.via);
            block.size = info.len.to_string();
        }
        let mut below = Vec::new();
        block.rows = self.rows(node, def, &mut below);
        self.blocks.push(block);
        let decoded = home.decoded || node.derived().is_some();
        for child in below {
            self.open(&child, home, decoded);
        }
    }

    /// Adds the blocks of a field: of an object, of some elements of an array,
    /// of what an object in a row leads to.
    fn open(&mut self, node: &Node<'a>, home: &Home, decoded: bool) {
        self.looked_at += 1;
        if self.looked_at > MAX_PLACES || home.depth > DEEPEST {
            return;
        }
        match node.shape() {
            Shape::Array => {
                let count = node.len();
                let mut opened = 0;
                for index in 0..count.min(MAX_ELEMENTS) {
                    let Some(element) = node.child(index) else {
                        break;
                    };
                    let before = self.blocks.len();
                    if opened < MAX_OPENED {
                        self.open(&element, home, decoded);
                        opened += u64::from(self.blocks.len() > before);
                    }
                    element.release();
                }
                if opened == MAX_OPENED
                    && count > opened
                    && let Some(last) = self.blocks.last_mut()
                {
                    last.note = format!("{} more of {}", count - opened, node.path());
                }
            }
            Shape::Struct => {
                let Some(def) = node.type_def() else { return };
                if self.is_short(def) {
                    let home = Home {
                        depth: home.depth + 1,
                        ..home.clone()
                    };
                    for child in node.children().filter(|it| it.is_instance()) {
                        if !is_shown(&child) {
                            continue;
                        }
                        self.open(&child, &home, decoded);
                    }
                    return;
                }
                let offset = match node.span() {
                    Some(span) if !decoded && span.buffer == BufferId::FILE => span.start_byte(),
                    _ => home.offset,
                };
                let home = Home {
                    name: node.path(),
                    offset,
                    decoded: decoded || node.span().is_some_and(|it| it.buffer != BufferId::FILE),
                    depth: home.depth + 1,
                };
                self.object(node, &home);
            }
            Shape::Leaf | Shape::Absent | Shape::Unknown => {}
        }
    }

    /// Whether an object is drawn in a row of what holds it.
    fn is_short(&self, def: &TypeDef) -> bool {
        is_scalar(def)
            || def.to_string.is_some() && self.facts.of(def).textual
            || inline_fields(self.plan.schema, self.id(def)).is_some()
    }

    fn rows(&self, node: &Node<'a>, def: &'a TypeDef, below: &mut Vec<Node<'a>>) -> Vec<Row> {
        let describe = self.plan.describe_type(self.id(def));
        let fields = def.seq.len() as u64;
        let mut rows: Vec<Row> = Vec::new();
        for (child, i) in node.children().zip(0..) {
            let Some(attr) = child.attr() else { continue };
            let seq = i < fields;
            let placed = |i: u64| {
                let instance = usize::try_from(i).ok().and_then(|i| def.instances.get(i));
                instance.is_some_and(|it| self.plan.placed.is_placed(it))
            };
            if !is_shown(&child) || !seq && !placed(i.wrapping_sub(fields)) {
                continue;
            }
            let member = match (seq, u16::try_from(i), u16::try_from(i.wrapping_sub(fields))) {
                (true, Ok(i), _) => Member::Seq(i),
                (false, _, Ok(i)) => Member::Instance(i),
                _ => break,
            };
            let data = self.data_of(&attr.data, &child);
            let mut row = self.plan.row(&describe, member, attr, data, String::new());
            row.colour = (rows.len() % usize::from(FIELD_COLOURS)) as u8;
            row.rules.clear();
            self.fill(&mut row, attr, data, &child);
            if !seq {
                row.place = match row.place {
                    Place::Start { bits, .. } => {
                        Place::At(super::amount::Amount::of_bytes(i128::from(bits / 8)))
                    }
                    other => other,
                };
            }
            rows.push(row);
            below.push(child);
        }
        rows
    }

    /// Of a switch, how this field was read.
    fn data_of<'d>(&self, data: &'d DataType, node: &Node<'a>) -> &'d DataType {
        let DataType::Switch {
            cases, fallback, ..
        } = data
        else {
            return data;
        };
        let sample = match node.shape() {
            Shape::Array => node.child(0),
            _ => Some(node.clone()),
        };
        let Some(sample) = sample else { return data };
        let id = sample.type_def().map(|def| self.id(def));
        let len = sample.span().map(|span| span.byte_len());
        let value = sample.value().ok();
        let fits = |data: &&DataType| match (data, id) {
            (DataType::User { ty, .. }, Some(id)) => *ty == id,
            (DataType::Int { width, .. }, None) => {
                len == Some(u64::from(*width))
                    && matches!(value, Some(Value::Int(_) | Value::Enum(..)))
            }
            (DataType::Float { .. }, None) => matches!(value, Some(Value::Float(_))),
            (DataType::Str { .. }, None) => matches!(value, Some(Value::Str(_))),
            (DataType::Bytes(_), None) => matches!(value, Some(Value::Bytes(_))),
            _ => false,
        };
        let all = cases.iter().map(|case| &case.data);
        all.chain(fallback.as_deref()).find(fits).unwrap_or(data)
    }

    /// Fills in what the file holds.
    fn fill(&self, row: &mut Row, attr: &Attr, data: &DataType, node: &Node<'a>) {
        let mut filled = Filled::default();
        if let Some(span) = node.span() {
            filled.start = span.start_byte();
            filled.end = span.end_byte();
            filled.bytes = self.sample(span);
            row.place = Place::Start {
                bits: span.start,
                after: None,
            };
            row.len = Len::Bits(span.end.saturating_sub(span.start));
            filled.textual = matches!(data, DataType::User { .. }) && is_text(&filled.bytes);
        }
        match node.shape() {
            Shape::Array => {
                row.own_block &= !node.is_empty();
                let stride = node.stride_bits();
                row.each = Some(Each {
                    len: stride.map_or(Len::Unknown, Len::Bits),
                    count: Count::Fixed(node.len()),
                    is_row: matches!(attr.show, Some(Show::Map { .. }))
                        || matches!(attr.data, DataType::Bytes(_)),
                });
                self.elements(&mut filled, attr, node);
            }
            Shape::Struct => {
                let def = node.type_def();
                if def.is_some_and(|def| def.to_string.is_none() && self.is_short(def)) {
                    self.preview.members(&mut filled.value, node);
                } else if def.is_some_and(|def| def.to_string.is_some()) {
                    self.preview.node(&mut filled.value, node);
                }
            }
            Shape::Unknown => filled.value.push(Role::Error, "not reached"),
            Shape::Leaf | Shape::Absent => self.preview.node(&mut filled.value, node),
        }
        self.judge(&mut filled, node);
        // the value says that itself
        if matches!(data, DataType::Bytes(_) | DataType::Str { .. }) && !filled.value.is_empty() {
            row.what.clear();
        }
        row.filled = Some(filled);
    }

    fn elements(&self, filled: &mut Filled, attr: &Attr, node: &Node<'a>) {
        let count = node.len();
        let cells = matches!(attr.show, Some(Show::Map { .. }));
        let first = node.child(0);
        let simple = first.as_ref().is_some_and(|it| match it.shape() {
            Shape::Struct => it.type_def().is_some_and(is_scalar),
            _ => true,
        });
        if cells || count == 0 {
            return;
        }
        let span = first.as_ref().and_then(Node::span);
        let most = match span.map_or(0, |span| span.byte_len()) {
            _ if simple => MAX_NUMBERS,
            0..=BIG => MAX_ELEMENTS,
            _ => MAX_BIG,
        };
        let shown = if count > most { most - 1 } else { count };
        filled.skipped = count.saturating_sub(shown + 1);
        if count <= most {
            filled.skipped = 0;
        }
        let last = (count > most).then(|| count - 1);
        for index in (0..shown).chain(last) {
            let Some(element) = node.child(index) else {
                break;
            };
            let mut value = Line::new();
            match element.type_def() {
                Some(def) if def.to_string.is_none() && self.is_short(def) => {
                    self.preview.members(&mut value, &element);
                }
                _ => self.preview.node(&mut value, &element),
            }
            self.preview.pointers(&mut value, &element);
            let span = element.span();
            filled.elements.push(Element {
                name: format!("{}[{index}]", attr.id),
                start: span.map_or(0, |it| it.start_byte()),
                end: span.map_or(0, |it| it.end_byte()),
                bytes: span.map(|span| self.sample(span)).unwrap_or_default(),
                value,
                sum: self.sum(&element),
                mark: Mark::NONE,
            });
            element.release();
        }
        filled.joined = simple && !filled.textual;
        if filled.joined {
            for (i, element) in filled.elements.iter().enumerate() {
                if i > 0 {
                    filled.value.push(Role::Punctuation, ", ");
                }
                if filled.skipped > 0 && i + 1 == filled.elements.len() {
                    filled
                        .value
                        .push(Role::Punctuation, self.plan.signs.ellipsis);
                    filled.value.push(Role::Punctuation, ", ");
                }
                filled.value.append(&element.value);
            }
        }
    }

    /// Says of a size or a checksum that it is right.
    fn judge(&self, filled: &mut Filled, node: &Node<'a>) {
        let file_len = self.tree.file().len() as u64;
        let checked = |it: &Node<'_>| it.attr().is_some_and(|it| it.checksum.is_some());
        match node.shape() {
            Shape::Leaf => {
                let value = node.value().ok().and_then(|it| it.as_int());
                if checked(node) || value == Some(i128::from(file_len)) {
                    explain(&mut filled.why, node, file_len);
                }
            }
            // of what stands for one value, the part that is checked
            Shape::Struct if !filled.value.is_empty() => {
                if let Some(child) = node.children().find(checked) {
                    explain(&mut filled.why, &child, file_len);
                }
            }
            _ => {}
        }
    }

    /// The sum up to an element, where a checksum goes over its array.
    fn sum(&self, element: &Node<'a>) -> Line {
        let mut line = Line::new();
        if self.facts.has_running_sums()
            && let Some(sum) = element.running_sum()
        {
            line.push(Role::Comment, self.plan.signs.sum);
            line.untrusted(Role::Number, &format!(" {sum:>10}"));
        }
        line
    }

    fn sample(&self, span: Span) -> Sample {
        let (start, end) = (span.start_byte(), span.end_byte());
        let len = end.saturating_sub(start);
        if len <= HEAD + TAIL {
            return Sample {
                head: self.tree.bytes(span.buffer, start, end).into_owned(),
                ..Sample::default()
            };
        }
        Sample {
            head: self
                .tree
                .bytes(span.buffer, start, start + HEAD)
                .into_owned(),
            tail: self.tree.bytes(span.buffer, end - TAIL, end).into_owned(),
            skipped: len - HEAD - TAIL,
        }
    }
}

fn is_shown(node: &Node<'_>) -> bool {
    let Some(attr) = node.attr() else {
        return false;
    };
    !is_hidden(attr) && !node.is_computed() && node.shape() != Shape::Absent
}

/// Whether bytes are text that can be shown as it is.
fn is_text(sample: &Sample) -> bool {
    let text = match std::str::from_utf8(&sample.head) {
        Ok(text) => text,
        // a sample may end inside a character
        Err(error) if error.error_len().is_none() => {
            let whole = sample.head.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => return false,
    };
    text.len() > 1
        && text
            .chars()
            .all(|c| !c.is_control() || matches!(c, '\n' | '\r'))
}
