//! Makes forms from types.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::number::{Num, Run};
use super::{
    Code, Computed, Cut, Data, Element, Field, Form, Forms, Instance, Io, Kind, Length, Member,
    Order, Parent, Patience, Placed, Times, What,
};
use crate::schema::{
    self, Attr, DataType, EndianRule, Expr, Extent, FixedLayout, ParentSpec, Repeat, Show, Size,
    SwitchCase, Ty, TypeDef, TypeId,
};

/// Types and expressions that are compiled one inside another.
const MOST_NESTED: usize = 64;

/// Where an expression or attribute stands.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The type in which it is written.
    pub(super) ty: TypeId,
    /// Whether the stream stands where it stood when the data were read.
    pub(super) reading: bool,
    /// How `_` is read, if it can be.
    pub(super) item: Option<Item>,
    pub(super) depth: usize,
    /// Whether the object has a frame.
    pub(super) framed: bool,
}

/// What `_` is.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Number(Kind),
    Object(TypeId),
}

impl Context {
    pub(super) fn of(ty: TypeId, reading: bool) -> Context {
        Context {
            ty,
            reading,
            item: None,
            depth: 0,
            framed: true,
        }
    }

    pub(super) fn deeper(self) -> Option<Context> {
        let depth = self.depth + 1;
        (depth <= MOST_NESTED).then_some(Context { depth, ..self })
    }
}

impl<'a> Forms<'a> {
    /// How a machine goes through elements of an array of the tree; `None` if it
    /// cannot.
    pub(crate) fn element(
        &mut self,
        owner: TypeId,
        attr: &'a Attr,
        data: &'a DataType,
    ) -> Option<Rc<Element<'a>>> {
        if !attr.valid.is_empty() && self.tested {
            return None;
        }
        if let Some(known) = self.elements.get(&std::ptr::from_ref(data)) {
            return Some(known.clone());
        }
        // the owner itself has none
        let at = Context {
            framed: false,
            ..Context::of(owner, false)
        };
        let code = self.data(at, data);
        let fields = &self.schema.ty(owner).seq;
        let slot = fields.iter().position(|field| std::ptr::eq(field, attr));
        let named = slot.is_some_and(|slot| self.named.contains(&(owner, slot as u16)));
        let element = Rc::new(Element {
            looks_back: named && matches!(&code, Data::User { args, .. } if !args.is_empty()),
            data: code,
            patience: Patience::default(),
        });
        self.complete();
        self.elements
            .insert(std::ptr::from_ref(data), element.clone());
        Some(element)
    }

    /// The form of a type, which a machine may run.
    pub(crate) fn form(&mut self, ty: TypeId) -> usize {
        let form = self.form_of(ty);
        self.complete();
        form
    }

    /// The number of a type's form, which is compiled later.
    fn form_of(&mut self, ty: TypeId) -> usize {
        let next = self.forms.len();
        match self.by_type.entry(ty) {
            Entry::Occupied(entry) => return *entry.get(),
            Entry::Vacant(entry) => entry.insert(next),
        };
        self.forms.push(Form {
            ty,
            def: self.schema.ty(ty),
            order: Order::Never,
            fields: Vec::new(),
            instances: Vec::new(),
            said: None,
            patience: Patience::default(),
            flat: false,
        });
        next
    }

    /// Compiles all forms that are not yet.
    fn complete(&mut self) {
        while let Some(form) = self.forms.get(self.compiled) {
            let (ty, def) = (form.ty, form.def);
            let at = Context::of(ty, true);
            let order = self.order(at, &def.endian);
            let form = self.compiled as u32;
            let member = |index: usize| Member {
                form,
                index: index as u32,
            };
            let fields = def
                .seq
                .iter()
                .enumerate()
                .map(|(i, attr)| self.field(at, attr, member(i)))
                .collect();
            let at = Context::of(ty, false);
            let instances = def
                .instances
                .iter()
                .enumerate()
                .map(|(i, instance)| self.instance(at, i, instance, member(def.seq.len() + i)))
                .collect();
            let said = match &def.to_string {
                Some(parts) => self.said(at, parts),
                None => None,
            };
            let flat = self.is_flat(def);
            if let Some(form) = self.forms.get_mut(self.compiled) {
                form.order = order;
                form.fields = fields;
                form.instances = instances;
                form.said = said;
                form.flat = flat;
            }
            self.compiled += 1;
        }
        for (ty, slot) in self.kept.drain() {
            let form = self.by_type.get(&ty).and_then(|&i| self.forms.get_mut(i));
            if let Some(field) = form.and_then(|form| form.fields.get_mut(usize::from(slot))) {
                field.keeps = true;
            }
        }
    }

    /// Whether objects of a type are nothing but fields at fixed places.
    fn is_flat(&self, def: &TypeDef) -> bool {
        def.layout.as_ref().is_some_and(FixedLayout::is_whole)
            && def.instances.is_empty()
            && !matches!(def.endian, EndianRule::Switch { .. })
            && def.seq.iter().all(|attr| match &attr.data {
                DataType::User { ty, .. } => self.is_flat(self.schema.ty(*ty)),
                _ => true,
            })
    }

    fn order(&mut self, at: Context, rule: &'a EndianRule) -> Order {
        match rule {
            EndianRule::Fixed(endian) => Order::Fixed(*endian),
            EndianRule::None | EndianRule::Inherited => Order::Inherited,
            EndianRule::Switch { on, cases } => {
                let mut known = Vec::new();
                let Some((on, _)) = self.number(at, on) else {
                    return Order::Never;
                };
                for (when, endian) in cases {
                    match when {
                        None => known.push((None, *endian)),
                        Some(when) => match self.number(at, when) {
                            Some((when, _)) => known.push((Some(when), *endian)),
                            None => return Order::Never,
                        },
                    }
                }
                Order::Switch(on, known)
            }
        }
    }

    fn field(&mut self, at: Context, attr: &'a Attr, member: Member) -> Field<'a> {
        let cond = self.cond(at, attr);
        let data = if self.tested && !attr.valid.is_empty() {
            Data::Never
        } else {
            self.data(at, &attr.data)
        };
        let times = match &attr.repeat {
            Repeat::Once => Times::Once,
            Repeat::Eos => Times::Eos,
            Repeat::Count(count) => match self.number(at, count) {
                Some((count, Kind::Int | Kind::Enum(_))) => Times::Count(count),
                _ => Times::Count(Num::Never),
            },
            Repeat::Until(until) => {
                let item = match &attr.data {
                    DataType::User { ty, .. } => Some(Item::Object(*ty)),
                    data => self.kind_of_data(data).map(Item::Number),
                };
                match self.number(Context { item, ..at }, until) {
                    Some((until, Kind::Bool)) => Times::Until(until),
                    _ => Times::Until(Num::Never),
                }
            }
        };
        Field {
            member,
            hidden: attr.show == Some(Show::None),
            keeps: false,
            cond,
            times,
            data,
        }
    }

    fn cond(&mut self, at: Context, attr: &'a Attr) -> Option<Num> {
        let cond = attr.cond.as_ref()?;
        Some(match self.number(at, cond) {
            Some((cond, Kind::Bool)) => cond,
            _ => Num::Never,
        })
    }

    fn data(&mut self, at: Context, data: &'a DataType) -> Data<'a> {
        self.data_in(at, data).unwrap_or(Data::Never)
    }

    fn data_in(&mut self, at: Context, data: &'a DataType) -> Option<Data<'a>> {
        Some(match data {
            DataType::Int {
                signed,
                width,
                endian,
                enumeration,
            } => Data::Int {
                signed: *signed,
                width: *width,
                endian: *endian,
                enumeration: *enumeration,
            },
            DataType::Float { width, endian } => Data::Float {
                width: *width,
                endian: *endian,
            },
            DataType::Bits {
                width,
                endian,
                boolean,
                enumeration,
            } => Data::Bits {
                width: *width,
                endian: *endian,
                boolean: *boolean && enumeration.is_none(),
                enumeration: *enumeration,
            },
            DataType::Bytes(extent) => Data::Bytes(self.cut(at, extent)?),
            DataType::Str { extent, encoding } => Data::Str(self.cut(at, extent)?, encoding),
            DataType::User {
                ty,
                args,
                parent,
                extent,
            } => {
                let def = self.schema.ty(*ty);
                let mut values = Vec::with_capacity(args.len());
                for (i, arg) in args.iter().enumerate() {
                    let (value, kind) = self.number(at, arg)?;
                    let wanted = self.kind_of_member(*ty, schema::Member::Param(i as u16))?;
                    if kind != wanted {
                        return None;
                    }
                    values.push(value);
                }
                let foreign = def.file_top != self.schema.ty(at.ty).file_top;
                let parent = match parent {
                    _ if foreign => Parent::None,
                    ParentSpec::Reader => Parent::Reader,
                    ParentSpec::None => Parent::None,
                    ParentSpec::Expr(expr) => Parent::At(self.place(at, expr)?.0),
                };
                Data::User {
                    cut: match extent {
                        Some(extent) => Some(self.cut(at, extent)?),
                        None => None,
                    },
                    form: self.form_of(*ty),
                    args: values,
                    parent,
                    foreign: foreign.then_some(def.outer.is_none()),
                }
            }
            DataType::Switch {
                on,
                cases,
                fallback,
            } => self.switch(at, on, cases, fallback.as_deref())?,
            DataType::Computed => return None,
        })
    }

    fn switch(
        &mut self,
        at: Context,
        on: &'a Expr,
        cases: &'a [SwitchCase],
        fallback: Option<&'a DataType>,
    ) -> Option<Data<'a>> {
        let number = self.number(at, on);
        let run = match number {
            Some(_) => None,
            None => Some(self.run(at, on)?),
        };
        let mut otherwise = fallback;
        let mut numbers = Vec::new();
        let mut runs = Vec::new();
        for case in cases {
            let Some(when) = &case.when else {
                otherwise = Some(&case.data);
                break;
            };
            let data = self.data(at, &case.data);
            match (&number, &run) {
                (Some((_, kind)), _) => {
                    let (when, other) = self.number(at, when)?;
                    let (Num::Const(when), true) = (when, kind.compares_with(other)) else {
                        return None;
                    };
                    numbers.push((when, data));
                }
                (None, Some((_, text))) => match self.run(at, when)? {
                    (Run::Bytes(when) | Run::Text(when), other) if other == *text => {
                        runs.push((when, data))
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let otherwise = otherwise.map(|data| Box::new(self.data(at, data)));
        Some(match (number, run) {
            (Some((on, _)), _) => Data::Switch {
                on,
                cases: numbers,
                otherwise,
            },
            (None, Some((on, _))) => Data::SwitchRun {
                on,
                cases: runs,
                otherwise,
            },
            _ => return None,
        })
    }

    fn cut(&mut self, at: Context, extent: &'a Extent) -> Option<Cut<'a>> {
        if extent.process.is_some() {
            return None;
        }
        let size = match &extent.size {
            Size::None => {
                extent.terminator.as_ref()?;
                Length::Terminator
            }
            Size::Eos => Length::Eos,
            Size::Expr(size) => match self.number(at, size)? {
                (size, Kind::Int | Kind::Enum(_)) => Length::Bytes(size),
                _ => return None,
            },
        };
        Some(Cut { size, extent })
    }

    fn instance(
        &mut self,
        at: Context,
        i: usize,
        instance: &'a schema::Instance,
        member: Member,
    ) -> Instance<'a> {
        let what = if instance.value.is_some() {
            match self.computed(at.ty, i as u16, at) {
                Some(computed) => What::Value(computed),
                None => What::Computed,
            }
        } else {
            self.positioned(at, instance, member).unwrap_or(What::Never)
        };
        Instance {
            hidden: instance.attr.show == Some(Show::None),
            what,
        }
    }

    fn positioned(
        &mut self,
        at: Context,
        instance: &'a schema::Instance,
        member: Member,
    ) -> Option<What<'a>> {
        let pos = match self.number(at, instance.pos.as_ref()?)? {
            (pos, Kind::Int | Kind::Enum(_)) => pos,
            _ => return None,
        };
        let io = match &instance.io {
            None => Io::Own,
            Some(io) => Io::Of(self.stream(at, io)?),
        };
        let field = self.field(at, &instance.attr, member);
        Some(What::Place(Box::new(Placed {
            cond: field.cond,
            pos,
            io,
            field: Field {
                cond: None,
                ..field
            },
        })))
    }

    /// A value instance, compiled by those that use it.
    pub(super) fn computed(&mut self, ty: TypeId, i: u16, at: Context) -> Option<Rc<Computed>> {
        if let Some(known) = self.computed.get(&(ty, i)) {
            return known.clone();
        }
        let depth = at.deeper()?.depth;
        // what needs itself has no code
        self.computed.insert((ty, i), None);
        let computed = self.compute(ty, i, depth).map(Rc::new);
        self.computed.insert((ty, i), computed.clone());
        computed
    }

    fn compute(&mut self, ty: TypeId, i: u16, depth: usize) -> Option<Computed> {
        let at = Context {
            depth,
            ..Context::of(ty, false)
        };
        let instance = self.schema.ty(ty).instances.get(usize::from(i))?;
        if self.tested && !instance.attr.valid.is_empty() {
            return None;
        }
        let cond = match &instance.attr.cond {
            None => None,
            Some(cond) => match self.number(at, cond)? {
                (cond, Kind::Bool) => Some(cond),
                _ => return None,
            },
        };
        let expr = instance.value.as_ref()?;
        let value = match self.number(at, expr) {
            Some((value, kind)) => {
                let kind = match (&instance.attr.ty, kind) {
                    (Ty::Enum(id), Kind::Int) => Kind::Enum(*id),
                    (_, kind) => kind,
                };
                Code::Number(value, kind)
            }
            None => Code::Text(self.text(at, expr)?),
        };
        Some(Computed { cond, value })
    }

    /// A number for the value of an expression that looks outside.
    pub(super) fn cache(&mut self) -> u32 {
        self.caches += 1;
        self.caches - 1
    }
}
