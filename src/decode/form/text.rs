//! Code on text.

use std::rc::Rc;

use super::compile::Context;
use super::eval::{Known, Scope};
use super::machine::{Cell, Done, Machine, Stop};
use super::number::{Num, Where};
use super::spot::Spot;
use super::{Code, Computed, Forms, Kind, Sink};
use crate::decode::Value;
use crate::decode::object::Obj;
use crate::decode::text::decode;
use crate::schema::{
    BinOp, DataType, EnumId, Expr, ExprKind, Member, MessagePart, Method, Repeat, Ty, TypeId,
};

/// Bytes of a text that is made.
const MOST_TEXT: usize = 1 << 16;

/// An expression that gives text.
pub(super) enum Text {
    Const(Box<str>),
    /// A field of an object, or an instance that was read.
    Cell {
        of: Where,
        ty: TypeId,
        slot: u16,
    },
    /// A value instance of an object.
    Computed {
        of: Where,
        ty: TypeId,
        i: u16,
        code: Rc<Computed>,
    },
    /// An integer in decimal.
    Decimal(Num),
    /// The same of one that may be absent.
    Number(Num),
    /// An integer in hexadecimal.
    Hex(Num),
    /// A member of an enum: its name and its number.
    Named(Num, EnumId),
    Flag(Num),
    /// The text that an object has of its own.
    Said(Where, TypeId),
    Join(Box<Text>, Box<Text>),
    Choose(Num, Box<Text>, Box<Text>),
}

impl<'a> Forms<'a> {
    /// The text that objects of a type have of their own; `None` if it has no
    /// code.
    pub(super) fn said(&mut self, at: Context, parts: &'a [MessagePart]) -> Option<Box<[Text]>> {
        parts
            .iter()
            .map(|part| match part {
                MessagePart::Text(text) => Some(Text::Const((**text).into())),
                MessagePart::Expr { expr, format } => self.part(at, expr, format),
            })
            .collect()
    }

    fn part(&mut self, at: Context, expr: &'a Expr, format: &str) -> Option<Text> {
        match (self.number(at, expr), format) {
            (Some((number, Kind::Int | Kind::Enum(_))), "hex") => return Some(Text::Hex(number)),
            (Some((number, Kind::Int)), "" | "dec") => return Some(Text::Number(number)),
            (Some((number, Kind::Enum(_))), "dec") => return Some(Text::Number(number)),
            (Some((number, Kind::Enum(id))), "") => return Some(Text::Named(number, id)),
            (Some((number, Kind::Bool)), _) => return Some(Text::Flag(number)),
            (None, "") => {}
            _ => return None,
        }
        if let Some(text) = self.text(at, expr) {
            return Some(text);
        }
        match self.place(at, expr)? {
            (of, Some(ty)) => Some(Text::Said(of, ty)),
            _ => None,
        }
    }

    pub(super) fn text(&mut self, at: Context, expr: &'a Expr) -> Option<Text> {
        let at = at.deeper()?;
        Some(match &expr.kind {
            ExprKind::Str(text) => Text::Const((**text).into()),
            ExprKind::Cast(of, ty) if *ty != Ty::Float => self.text(at, of)?,
            ExprKind::Binary(BinOp::Add, a, b) => {
                let (a, b) = (self.text(at, a)?, self.text(at, b)?);
                Text::Join(Box::new(a), Box::new(b))
            }
            ExprKind::Ternary(cond, a, b) => match self.number(at, cond)? {
                (cond, Kind::Bool) => {
                    let (a, b) = (self.text(at, a)?, self.text(at, b)?);
                    Text::Choose(cond, Box::new(a), Box::new(b))
                }
                _ => return None,
            },
            ExprKind::Method {
                of,
                method: Method::ToS,
                args,
            } if args.is_empty() => match self.number(at, of)? {
                (number, Kind::Int) => Text::Decimal(number),
                _ => return None,
            },
            ExprKind::Member {
                of,
                slot: Some((ty, member)),
                ..
            } => {
                let (of, found) = self.place(at, of)?;
                let ty = *ty;
                if found.is_some_and(|found| found != ty) {
                    return None;
                }
                match *member {
                    Member::Seq(slot) => {
                        let attr = self.schema.ty(ty).seq.get(usize::from(slot))?;
                        match (&attr.data, &attr.repeat) {
                            (DataType::Str { .. }, Repeat::Once) => Text::Cell { of, ty, slot },
                            _ => return None,
                        }
                    }
                    Member::Instance(i) => {
                        let def = self.schema.ty(ty);
                        let instance = def.instances.get(usize::from(i))?;
                        if instance.value.is_none() {
                            let slot = u16::try_from(def.seq.len()).ok()?.checked_add(i)?;
                            let whole = matches!(instance.attr.repeat, Repeat::Once);
                            return matches!(instance.attr.data, DataType::Str { .. } if whole)
                                .then_some(Text::Cell { of, ty, slot });
                        }
                        let code = self.computed(ty, i, at)?;
                        match code.value {
                            Code::Text(_) => Text::Computed { of, ty, i, code },
                            Code::Number(..) => return None,
                        }
                    }
                    Member::Param(_) => return None,
                }
            }
            _ => return None,
        })
    }
}

impl<'m, 'a, S: Sink> Machine<'m, 'a, S> {
    /// The text of a value instance.
    pub(super) fn computed_text(&mut self, frame: usize, code: &Computed) -> Done<String> {
        let mut out = String::new();
        self.add_computed(frame, code, &mut out)?;
        Ok(out)
    }

    /// The text that the object of a frame has of its own.
    pub(super) fn said(&mut self, frame: usize, out: &mut String) -> Done<()> {
        out.clear();
        self.add_said(frame, out)
    }

    fn add_said(&mut self, frame: usize, out: &mut String) -> Done<()> {
        let form = self.form(frame)?;
        let parts = form.said.as_ref().ok_or(Stop::Bail)?;
        self.deeper()?;
        let scope = Scope::of(frame, self.frame(frame)?.cells);
        for part in parts {
            let before = out.len();
            match self.add(&scope, part, out) {
                Ok(()) => {}
                Err(Stop::Null) => {
                    out.truncate(before);
                    out.push_str("nothing");
                }
                Err(Stop::Bail) => return Err(Stop::Bail),
            }
        }
        self.computing -= 1;
        Ok(())
    }

    fn add_computed(&mut self, frame: usize, code: &Computed, out: &mut String) -> Done<()> {
        let Code::Text(text) = &code.value else {
            return Err(Stop::Bail);
        };
        self.deeper()?;
        let scope = Scope::of(frame, self.frame(frame)?.cells);
        if let Some(cond) = &code.cond
            && !self.truth(&scope, cond)?
        {
            self.computing -= 1;
            return Err(Stop::Null);
        }
        self.add(&scope, text, out)?;
        self.computing -= 1;
        Ok(())
    }

    fn add(&mut self, scope: &Scope, text: &Text, out: &mut String) -> Done<()> {
        match text {
            Text::Const(text) => out.push_str(text),
            Text::Named(number, id) => {
                let number = self.value(scope, number)?;
                match self.forms.schema.enumeration(*id).entry(number.into()) {
                    Some(entry) => out.push_str(&format!("{} ({number})", entry.name)),
                    None => out.push_str(itoa::Buffer::new().format(number)),
                }
            }
            Text::Flag(flag) => {
                let flag = self.value(scope, flag)? != 0;
                out.push_str(if flag { "true" } else { "false" });
            }
            Text::Number(number) => {
                let number = self.value(scope, number)?;
                out.push_str(itoa::Buffer::new().format(number));
            }
            Text::Decimal(number) => {
                let number = self.number(scope, number)?;
                out.push_str(itoa::Buffer::new().format(number));
            }
            Text::Hex(number) => {
                let number = self.value(scope, number)?;
                let sign = if number < 0 { "-" } else { "" };
                out.push_str(&format!("{sign}0x{:x}", number.unsigned_abs()));
            }
            Text::Said(of, ty) => {
                let Spot::Frame(frame) = self.spot(scope, of)? else {
                    return Err(Stop::Bail);
                };
                if self.form(frame)?.ty != *ty {
                    return Err(Stop::Bail);
                }
                self.add_said(frame, out)?;
            }
            Text::Join(a, b) => {
                self.add_part(scope, a, out)?;
                self.add_part(scope, b, out)?;
            }
            Text::Choose(cond, a, b) => {
                let chosen = if self.truth(scope, cond)? { a } else { b };
                self.add(scope, chosen, out)?;
            }
            Text::Computed { of, ty, i, code } => {
                let frame = match self.spot(scope, of)? {
                    Spot::Frame(frame) => frame,
                    Spot::Flat(..) => return Err(Stop::Bail),
                    Spot::Outside(outer, hops, _) => {
                        let obj = self.outside(scope, outer, hops)?;
                        return self.add_outside(&obj, *ty, Member::Instance(*i), out);
                    }
                };
                if self.form(frame)?.ty != *ty {
                    return Err(Stop::Bail);
                }
                self.add_computed(frame, code, out)?;
            }
            Text::Cell { of, ty, slot } => {
                let frame = match self.spot(scope, of)? {
                    Spot::Frame(frame) => frame,
                    Spot::Flat(..) => return Err(Stop::Bail),
                    Spot::Outside(outer, hops, _) => {
                        let obj = self.outside(scope, outer, hops)?;
                        let fields = self.forms.schema.ty(*ty).seq.len();
                        let member = match usize::from(*slot).checked_sub(fields) {
                            None => Member::Seq(*slot),
                            Some(i) => Member::Instance(i as u16),
                        };
                        return self.add_outside(&obj, *ty, member, out);
                    }
                };
                let form = self.form(frame)?;
                let slot = usize::from(*slot);
                let (from, to) = match self.cell(frame, slot)? {
                    Cell::Run(len, from) if form.ty == *ty => (from, from + u64::from(len)),
                    Cell::Absent => return Err(Stop::Null),
                    _ => return Err(Stop::Bail),
                };
                let bytes = self.bytes.get(from as usize..to as usize);
                let attr = match slot.checked_sub(form.def.seq.len()) {
                    None => form.def.seq.get(slot),
                    Some(i) => form.def.instances.get(i).map(|instance| &instance.attr),
                };
                let Some(DataType::Str { encoding, .. }) = attr.map(|attr| &attr.data) else {
                    return Err(Stop::Bail);
                };
                let text = decode(bytes.ok_or(Stop::Bail)?, encoding);
                out.push_str(&text.map_err(|_| Stop::Bail)?.text);
            }
        }
        match out.len() > MOST_TEXT {
            true => Err(Stop::Bail),
            false => Ok(()),
        }
    }

    /// Adds a text of an object outside.
    fn add_outside(
        &mut self,
        obj: &Obj<'a>,
        ty: TypeId,
        member: Member,
        out: &mut String,
    ) -> Done<()> {
        if obj.0.ty != ty {
            return Err(Stop::Bail);
        }
        match self.engine.member(obj, member) {
            Ok(Value::Str(text)) if out.len() + text.len() <= MOST_TEXT => out.push_str(&text),
            Ok(Value::Null) => return Err(Stop::Null),
            _ => return Err(Stop::Bail),
        }
        Ok(())
    }

    /// A text as a run.
    pub(super) fn made<'r>(&mut self, scope: &Scope, text: &Text) -> Done<Known<'r>> {
        let mut made = String::new();
        self.add(scope, text, &mut made)?;
        Ok(Known::Made(made))
    }

    /// A part of a text, which must be there.
    fn add_part(&mut self, scope: &Scope, text: &Text, out: &mut String) -> Done<()> {
        self.add(scope, text, out).map_err(|_| Stop::Bail)
    }
}
