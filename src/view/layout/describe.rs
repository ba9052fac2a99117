//! One attribute in words: its type, its constant, what its values mean.

use super::reduce::Sizes;
use super::wrap::TIE;
use crate::schema::{
    Attr, DataType, Encoding, Endian, EndianRule, EnumId, Expr, Extent, Glyph, Process, Repeat,
    Schema, Show, SwitchCase, TypeDef, TypeId, ValidRule,
};
use crate::view::doc::{Line, Role};
use crate::view::options::Signs;
use crate::view::words::{bytes_text, first_sentence, looks_hexadecimal};

/// Names of values, cases of a switch and the like that are listed.
const MAX_LISTED: usize = 8;

/// Columns of such a list.
const MAX_LIST: usize = 140;

/// Signs of a map that are listed.
const MAX_CELLS: usize = 24;

/// Describes the attributes of one type.
#[derive(Debug, Clone)]
pub(super) struct Describe<'s> {
    pub(super) sizes: Sizes<'s>,
    pub(super) signs: &'static Signs,
    /// The byte order that has been said once for all.
    pub(super) order: Option<Endian>,
}

impl<'s> Describe<'s> {
    pub(super) fn schema(&self) -> &'s Schema {
        self.sizes.known.schema
    }

    fn ty(&self) -> &'s TypeDef {
        self.schema().ty(self.sizes.known.within)
    }

    pub(super) fn ascii(&self) -> bool {
        self.sizes.words.ascii
    }

    /// How an attribute is read, as far as that is known; `None` if it is not
    /// read at all.
    pub(super) fn data<'d>(&self, data: &'d DataType) -> Option<&'d DataType> {
        let DataType::Switch {
            on,
            cases,
            fallback,
        } = data
        else {
            return Some(data);
        };
        let known = &self.sizes.known;
        let Some(value) = known.value(on) else {
            return Some(data);
        };
        let fits = |case: &&SwitchCase| match &case.when {
            Some(when) => known.value(when).is_some_and(|it| it == value),
            None => true,
        };
        match cases.iter().find(fits) {
            Some(case) => Some(&case.data),
            None => fallback.as_deref(),
        }
    }

    /// The type in words, with the byte order where it has not been said.
    pub(super) fn what(&self, attr: &Attr, data: &DataType) -> Line {
        let mut line = Line::new();
        let repeated = !matches!(attr.repeat, Repeat::Once);
        if let Some(Show::Map { .. }) = attr.show
            && repeated
        {
            match data {
                DataType::Bytes(_) => line.push(Role::Plain, "row by row, one byte a cell"),
                DataType::Str { .. } => line.push(Role::Plain, "row by row, one character a cell"),
                DataType::User { .. } => {
                    self.data_words(&mut line, data, 0);
                    line.push(Role::Plain, ", row by row");
                }
                _ => self.data_words(&mut line, data, 0),
            }
            return line;
        }
        self.data_words(&mut line, data, 0);
        let each = matches!(
            data,
            DataType::Int { .. } | DataType::Float { .. } | DataType::Bits { .. }
        );
        if repeated && (each || self.inline(data).is_some_and(|it| it.len() > 1)) {
            line.push(Role::Plain, " each");
        }
        line
    }

    pub(super) fn data_words(&self, line: &mut Line, data: &DataType, depth: usize) {
        match data {
            DataType::Int {
                signed,
                width,
                endian,
                ..
            } => {
                line.push(Role::Plain, if *signed { "signed " } else { "unsigned " });
                line.number(Role::Plain, u32::from(*width) * 8);
                line.push(Role::Plain, "-bit");
                if *width > 1 {
                    self.order_words(line, *endian);
                }
            }
            DataType::Float { width, endian } => {
                line.number(Role::Plain, u32::from(*width) * 8);
                line.push(Role::Plain, "-bit float");
                self.order_words(line, *endian);
            }
            DataType::Bits { width, .. } => {
                line.number(Role::Plain, *width);
                line.push(Role::Plain, if *width == 1 { " bit" } else { " bits" });
            }
            DataType::Bytes(extent) => {
                line.push(Role::Plain, "bytes");
                self.extent_words(line, extent);
            }
            DataType::Str { extent, encoding } => {
                encoding_words(line, encoding);
                self.extent_words(line, extent);
            }
            DataType::User { ty, extent, .. } => {
                match self.inline(data).filter(|_| depth == 0) {
                    Some(fields) => self.inline_words(line, *ty, &fields),
                    None => line.untrusted(Role::Type, &self.schema().ty(*ty).name),
                }
                if let Some(extent) = extent {
                    self.extent_words(line, extent);
                }
            }
            DataType::Switch { .. } if depth > 1 => line.push(Role::Plain, "by a choice"),
            DataType::Switch {
                on,
                cases,
                fallback,
            } => self.choice(line, on, cases, fallback.as_deref(), depth),
            DataType::Computed => line.push(Role::Plain, "computed"),
        }
    }

    fn order_words(&self, line: &mut Line, own: Option<Endian>) {
        let order = self.order_of(own);
        if order == self.order {
            return;
        }
        match order {
            Some(Endian::Le) => line.push(Role::Plain, " little-endian"),
            Some(Endian::Be) => line.push(Role::Plain, " big-endian"),
            None => {}
        }
    }

    /// The order of a number, if the grammar fixes it.
    pub(super) fn order_of(&self, own: Option<Endian>) -> Option<Endian> {
        match (own, &self.ty().endian) {
            (Some(order), _) => Some(order),
            (None, EndianRule::Fixed(order)) => Some(*order),
            (None, _) => None,
        }
    }

    fn extent_words(&self, line: &mut Line, extent: &Extent) {
        if let Some(terminator) = &extent.terminator {
            line.push(Role::Plain, ", ends with ");
            match &terminator[..] {
                [0] => line.push(Role::Plain, "a zero byte"),
                [0x0a] => line.push(Role::Plain, "a line feed"),
                [0x0d] => line.push(Role::Plain, "a carriage return"),
                bytes => line.untrusted(Role::Plain, &bytes_text(bytes, self.ascii())),
            }
        }
        match extent.pad_right {
            Some(b' ') => line.push(Role::Plain, ", filled with blanks"),
            Some(0) => line.push(Role::Plain, ", filled with zeros"),
            Some(byte) => {
                line.push(Role::Plain, ", filled with 0x");
                line.byte(Role::Plain, byte);
            }
            None => {}
        }
        match &extent.process {
            None => {}
            Some(Process::Zlib) => line.push(Role::Plain, ", compressed (zlib)"),
            Some(Process::Base64) => line.push(Role::Plain, ", encoded in base64"),
            Some(Process::Hex) => line.push(Role::Plain, ", encoded in hexadecimal"),
            Some(Process::Xor(key)) => {
                line.push(Role::Plain, ", xor ");
                line.untrusted(Role::Plain, &self.sizes.words.expr(&self.sizes.reduce(key)));
            }
            Some(Process::Rol(n) | Process::Ror(n)) => {
                line.push(Role::Plain, ", rotated by ");
                line.untrusted(Role::Plain, &self.sizes.words.expr(&self.sizes.reduce(n)));
            }
            Some(Process::Custom { name, .. }) => {
                line.push(Role::Plain, ", processed by ");
                line.untrusted(Role::Plain, name);
            }
        }
    }

    fn choice(
        &self,
        line: &mut Line,
        on: &Expr,
        cases: &[SwitchCase],
        fallback: Option<&DataType>,
        depth: usize,
    ) {
        line.push(Role::Plain, "by ");
        let words = &self.sizes.words;
        line.untrusted(Role::Plain, &words.expr(&self.sizes.reduce(on)));
        line.push(Role::Plain, ": ");
        let mut listed = 0;
        // cases that are read alike stand together
        let mut done: Vec<usize> = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            if done.contains(&i) {
                continue;
            }
            if listed == MAX_LISTED || line.width() > MAX_LIST {
                break;
            }
            if listed > 0 {
                line.push(Role::Plain, ", ");
            }
            let mut read = Line::new();
            self.data_words(&mut read, &case.data, depth + 1);
            for (j, other) in cases.iter().enumerate().skip(i) {
                let mut same = Line::new();
                self.data_words(&mut same, &other.data, depth + 1);
                if same.text() != read.text() || done.len() > 4 * MAX_LISTED {
                    continue;
                }
                if j > i {
                    line.push(Role::Plain, " or ");
                }
                match &other.when {
                    Some(when) => line.untrusted(Role::Enum, &words.expr(when)),
                    None => line.push(Role::Plain, "else"),
                }
                done.push(j);
            }
            line.spaces(1);
            line.push(Role::Punctuation, self.signs.arrow);
            line.spaces(1);
            line.append(&read);
            listed += 1;
        }
        let left = cases.len().saturating_sub(done.len());
        if left > 0 {
            line.push(Role::Plain, ", and ");
            line.number(Role::Plain, left);
            line.push(Role::Plain, " more");
        }
        if let Some(data) = fallback {
            line.push(Role::Plain, ", else ");
            self.data_words(line, data, depth + 1);
        }
    }

    /// Describes another type's attributes, of which nothing more is known.
    pub(super) fn of_type(&self, ty: TypeId) -> Describe<'s> {
        let known = super::known::Known::new(self.schema(), ty);
        Describe {
            sizes: Sizes::new(known, self.ascii()),
            signs: self.signs,
            order: self.order,
        }
    }

    /// What values mean: an enum's names, or the cells of a map.
    pub(super) fn values(&self, attr: &Attr, data: &DataType) -> String {
        if let Some(Show::Map { cells }) = &attr.show
            && !cells.is_empty()
        {
            let text = matches!(data, DataType::Str { .. } | DataType::User { .. });
            let items: Vec<String> = cells.iter().map(|it| self.cell(it, text)).collect();
            // a picture is read by all of its signs
            return match items.len() {
                0..=MAX_CELLS => items.join(", "),
                count => self.listed(items.into_iter(), count),
            };
        }
        let Some(id) = enumeration(data) else {
            return String::new();
        };
        let entries = &self.schema().enumeration(id).entries;
        let names = entries
            .iter()
            .map(|entry| format!("{}{TIE}{}", number(entry.value), entry.name));
        self.listed(names, entries.len())
    }

    fn cell(&self, glyph: &Glyph, text: bool) -> String {
        let value = |n: i128| match u32::try_from(n).ok().and_then(char::from_u32) {
            // its two quotes stay on one line
            Some(' ') if text => format!("'{TIE}'"),
            Some(c) if text => format!("'{c}'"),
            _ => n.to_string(),
        };
        if glyph.from == glyph.to {
            format!("{}{TIE}{}", value(glyph.from), glyph.name)
        } else {
            let dash = if self.ascii() { "-" } else { "–" };
            format!(
                "{}{dash}{}{TIE}{}",
                value(glyph.from),
                value(glyph.to),
                glyph.name
            )
        }
    }

    /// A list, cut where it gets long.
    fn listed(&self, items: impl Iterator<Item = String>, count: usize) -> String {
        let mut text = String::new();
        for (i, item) in items.enumerate() {
            // one more item takes no more room than saying that it is left out
            if i >= MAX_LISTED && count > MAX_LISTED + 1 || text.len() > MAX_LIST {
                text.push_str(&format!(", and {} more", count - i));
                break;
            }
            text.push_str(if i > 0 { ", " } else { "" });
            text.push_str(&item);
        }
        text
    }

    /// What `valid` says, where it is no constant.
    pub(super) fn rules(&self, attr: &Attr, constant: bool) -> String {
        let (sizes, words) = (&self.sizes, &self.sizes.words);
        let said = |expr: &Expr| words.expr(&sizes.reduce(expr));
        let (at_least, at_most, dash) = if self.ascii() {
            (">= ", "<= ", "-")
        } else {
            ("≥ ", "≤ ", "–")
        };
        let mut texts = Vec::new();
        let mut least: Option<String> = None;
        for valid in &attr.valid {
            match &valid.rule {
                ValidRule::Eq(_) | ValidRule::AnyOf(_) if constant => {}
                ValidRule::Eq(expr) => texts.push(said(expr)),
                ValidRule::Min(expr) => least = Some(said(expr)),
                ValidRule::Max(expr) => texts.push(match least.take() {
                    // a range is read as one of numbers
                    Some(least) if is_number(&least) && is_number(&said(expr)) => {
                        format!("{least}{dash}{}", said(expr))
                    }
                    Some(least) => format!("{at_least}{least}, {at_most}{}", said(expr)),
                    None => format!("{at_most}{}", said(expr)),
                }),
                ValidRule::AnyOf(values) => {
                    let items = values.iter().map(said);
                    texts.push(format!("one of {}", self.listed(items, values.len())));
                }
                ValidRule::Expr(expr) => {
                    let clause = words.clause(expr);
                    // a longer one is better said by the doc
                    if clause.len() <= MAX_LIST / 2 {
                        texts.push(format!("so that {clause}"));
                    }
                }
                ValidRule::InEnum => {}
            }
        }
        if let Some(least) = least {
            texts.push(format!("{at_least}{least}"));
        }
        texts.join(", ")
    }

    /// What the grammar says of a field, in a sentence.
    pub(super) fn doc(&self, attr: &Attr, data: &DataType) -> String {
        let own = attr.doc.as_deref().map(first_sentence).unwrap_or_default();
        let of_type = match data {
            DataType::User { ty, .. } if own.is_empty() => self.schema().ty(*ty).doc.as_deref(),
            _ => None,
        };
        let mut text = of_type.map_or(own, first_sentence);
        if let Some(fields) = self.inline(data).filter(|fields| fields.len() > 1) {
            let docs: Vec<String> = fields
                .iter()
                .filter_map(|field| {
                    let doc = first_sentence(field.doc.as_deref()?);
                    Some(format!(
                        "{}: {}",
                        field.id,
                        lower_first(doc.trim_end_matches('.'))
                    ))
                })
                .collect();
            let docs = docs.join("; ");
            if !docs.is_empty() && docs.len() <= 2 * MAX_LIST {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(&docs);
                text.push('.');
            }
        }
        text
    }

    /// When a field is there; empty if always. `None`: never.
    pub(super) fn cond(&self, attr: &Attr) -> Option<String> {
        let Some(cond) = &attr.cond else {
            return Some(String::new());
        };
        match self.sizes.known.truth(cond) {
            Some(true) => Some(String::new()),
            Some(false) => None,
            None => Some(self.sizes.words.condition(&self.sizes.reduce(cond))),
        }
    }

    /// The type in a few letters.
    pub(super) fn short(&self, data: &DataType) -> String {
        let order = |endian: &Option<Endian>| match endian {
            Some(Endian::Le) => "le",
            Some(Endian::Be) => "be",
            None => "",
        };
        match data {
            DataType::Int {
                signed,
                width,
                endian,
                ..
            } => format!(
                "{}{width}{}",
                if *signed { 's' } else { 'u' },
                order(endian)
            ),
            DataType::Float { width, endian } => format!("f{width}{}", order(endian)),
            DataType::Bits { width, .. } => format!("b{width}"),
            DataType::Bytes(_) => "bytes".into(),
            DataType::Str { .. } => "text".into(),
            DataType::User { ty, .. } => self.schema().ty(*ty).name.to_string(),
            DataType::Switch { .. } => "one of several".into(),
            DataType::Computed => String::new(),
        }
    }
}

/// The enum of a field's values.
pub(super) fn enumeration(data: &DataType) -> Option<EnumId> {
    match data {
        DataType::Int { enumeration, .. } | DataType::Bits { enumeration, .. } => *enumeration,
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'-' | b'.' | b'x'))
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

fn encoding_words(line: &mut Line, encoding: &Encoding) {
    match encoding {
        Encoding::Ascii => line.push(Role::Plain, "ASCII text"),
        Encoding::Utf8 => line.push(Role::Plain, "UTF-8 text"),
        _ => {
            line.push(Role::Plain, "text in ");
            line.untrusted(Role::Plain, encoding.name());
        }
    }
}

/// An integer; large ones in hexadecimal if that has round digits.
pub(super) fn number(n: i128) -> String {
    if n > 0xffff && looks_hexadecimal(n) {
        format!("{n:#x}")
    } else {
        n.to_string()
    }
}

pub(super) fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // an abbreviation keeps its capitals
        Some(first) if !chars.as_str().starts_with(|c: char| c.is_uppercase()) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
