//! Writes what machines meet.

use super::flat::{Flat, Names};
use super::{JsonOptions, literal};
use crate::decode::form::{Forms, Member, Number, Sink};
use crate::schema::{Endian, EnumId, Schema, Show, TypeDef};

/// What is written for types, made when it is first needed.
pub(super) struct Texts<'a> {
    schema: &'a Schema,
    options: JsonOptions,
    /// By form.
    forms: Vec<Option<FormText>>,
    /// By enum.
    names: Vec<Option<Names>>,
}

/// What is written for a type.
struct FormText {
    /// Keys with what stands before them, and the same with `null`; empty for
    /// members that are not written.
    members: Box<[MemberText]>,
    /// What follows the last member.
    close: &'static [u8],
    /// How objects of fixed layout are written, by inherited byte order; `None`
    /// where it is not known yet.
    flats: [Option<Option<Flat>>; 3],
}

struct MemberText {
    /// The key, in most cases.
    key: Short,
    /// The key and `null`.
    null: Short,
    /// Both, where they are longer.
    long: Option<Box<[u8]>>,
}

/// Bytes that are copied in one go, more of them than count: that takes less
/// time than to copy as many as there are.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; SHORT],
    len: u8,
}

const SHORT: usize = 32;
const NULL: &[u8] = b"null";

impl Short {
    fn new(text: &[u8]) -> Option<Short> {
        let mut bytes = [0; SHORT];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Short {
            bytes,
            len: u8::try_from(text.len()).ok()?,
        })
    }

    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let end = out.len() + usize::from(self.len);
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }
}

impl MemberText {
    fn new(key: &[u8]) -> MemberText {
        let whole = [key, NULL].concat();
        let none = Short {
            bytes: [0; SHORT],
            len: 0,
        };
        match (Short::new(key), Short::new(&whole)) {
            (Some(key), Some(null)) => MemberText {
                key,
                null,
                long: None,
            },
            _ => MemberText {
                key: none,
                null: none,
                long: Some(whole.into()),
            },
        }
    }

    #[cold]
    fn write_long(text: &[u8], null: bool, out: &mut Vec<u8>) {
        let key = text.strip_suffix(NULL).unwrap_or(text);
        out.extend_from_slice(if null { text } else { key });
    }

    #[inline]
    fn write(&self, null: bool, out: &mut Vec<u8>) {
        match &self.long {
            Some(text) => Self::write_long(text, null, out),
            None if null => self.null.write(out),
            None => self.key.write(out),
        }
    }
}

/// Writes to a buffer.
pub(super) struct Teller<'j, 'a> {
    pub(super) out: &'j mut Vec<u8>,
    pub(super) texts: &'j mut Texts<'a>,
    pub(super) forms: &'j Forms<'a>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(schema: &'a Schema, options: JsonOptions) -> Texts<'a> {
        Texts {
            schema,
            options,
            forms: Vec::new(),
            names: Vec::new(),
        }
    }

    #[cold]
    fn make(&mut self, form: u32, def: &TypeDef) {
        let i = form as usize;
        if self.forms.len() <= i {
            self.forms.resize_with(i + 1, || None);
        }
        self.forms[i] = Some(FormText::new(def));
    }

    #[inline]
    fn names(&mut self, id: EnumId) -> &Names {
        let i = id.0 as usize;
        if self.names.len() <= i {
            self.names.resize_with(i + 1, || None);
        }
        let schema = self.schema;
        self.names[i].get_or_insert_with(|| Names::new(schema.enumeration(id)))
    }
}

impl FormText {
    fn new(def: &TypeDef) -> FormText {
        let mut first = true;
        let instances = def.instances.iter().map(|instance| &instance.attr);
        let members = def.seq.iter().chain(instances).map(|attr| {
            if attr.show == Some(Show::None) {
                return MemberText::new(b"");
            }
            let mut key = vec![if std::mem::take(&mut first) {
                b'{'
            } else {
                b','
            }];
            literal::string(&mut key, &attr.id);
            key.push(b':');
            MemberText::new(&key)
        });
        FormText {
            members: members.collect(),
            close: if first { b"{}" } else { b"}" },
            flats: Default::default(),
        }
    }
}

impl Teller<'_, '_> {
    #[inline]
    fn form(&mut self, form: u32) -> Option<&mut FormText> {
        if !matches!(self.texts.forms.get(form as usize), Some(Some(_))) {
            let def = self.forms.form_at(form as usize)?.def;
            self.texts.make(form, def);
        }
        self.texts.forms.get_mut(form as usize)?.as_mut()
    }

    #[inline]
    fn member_text(&mut self, member: Member, null: bool) {
        if !matches!(self.texts.forms.get(member.form as usize), Some(Some(_)))
            && let Some(form) = self.forms.form_at(member.form as usize)
        {
            self.texts.make(member.form, form.def);
        }
        if let Some(Some(form)) = self.texts.forms.get(member.form as usize)
            && let Some(text) = form.members.get(member.index as usize)
        {
            text.write(null, self.out);
        }
    }
}

impl Sink for Teller<'_, '_> {
    const LISTENS: bool = true;

    fn mark(&self) -> usize {
        self.out.len()
    }

    fn back(&mut self, mark: usize) {
        self.out.truncate(mark);
    }

    #[inline]
    fn member(&mut self, member: Member) {
        self.member_text(member, false);
    }

    #[inline]
    fn absent(&mut self, member: Member) {
        self.member_text(member, true);
    }

    fn nothing(&mut self) {
        self.out.extend_from_slice(b"null");
    }

    #[inline]
    fn number(&mut self, number: Number) {
        match number {
            Number::Int(number, None) => literal::int(self.out, number),
            Number::Int(number, Some(id)) => self.texts.names(id).write(number, self.out),
            Number::Bool(yes) => {
                let word: &[u8] = if yes { b"true" } else { b"false" };
                self.out.extend_from_slice(word);
            }
            Number::Float(number) => literal::float(self.out, number),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(b"{\"bytes\":\"");
        literal::hex(self.out, bytes);
        self.out.extend_from_slice(b"\"}");
    }

    fn text(&mut self, text: &str) {
        literal::string(self.out, text);
    }

    fn array(&mut self) {
        self.out.push(b'[');
    }

    #[inline]
    fn next(&mut self) {
        self.out.push(b',');
    }

    fn array_end(&mut self) {
        self.out.push(b']');
    }

    fn object_end(&mut self, form: u32, _end: u64) {
        let close = self.form(form).map_or(&b""[..], |form| form.close);
        self.out.extend_from_slice(close);
    }

    fn flat(&mut self, form: u32, inherited: Option<Endian>, bytes: &[u8]) -> bool {
        let Some(ty) = self.forms.form_at(form as usize).map(|form| form.ty) else {
            return false;
        };
        let order = match inherited {
            None => 0,
            Some(Endian::Le) => 1,
            Some(Endian::Be) => 2,
        };
        let (schema, options) = (self.texts.schema, self.texts.options);
        if self.form(form).is_none() {
            return false;
        }
        let text = self.texts.forms.get_mut(form as usize);
        let Some(Some(text)) = text else {
            return false;
        };
        let flat =
            text.flats[order].get_or_insert_with(|| Flat::of_type(schema, ty, inherited, options));
        match flat {
            Some(flat) => flat.write(bytes, self.out),
            None => return false,
        }
        true
    }
}
