//! What an expression must give in a good file: constants of the grammar, and
//! what is assumed of the fields of one type.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use crate::schema::{
    BinOp, Expr, ExprKind, Member, Method, Schema, Special, TypeId, UnOp, ValidRule,
};

/// Steps that may be spent under one set of assumptions.
const MAX_STEPS: u32 = 200_000;

/// Longer texts are not put together.
const MAX_TEXT: usize = 4096;

/// A value that is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Const {
    /// An integer, or an enum's value.
    Int(i128),
    Bool(bool),
    Str(Arc<str>),
    Bytes(Arc<[u8]>),
}

impl Const {
    pub(super) fn as_int(&self) -> Option<i128> {
        match self {
            Const::Int(n) => Some(*n),
            _ => None,
        }
    }

    fn as_bool(&self) -> Option<bool> {
        match self {
            Const::Bool(b) => Some(*b),
            _ => None,
        }
    }
}

/// Assumptions about the objects of one type.
#[derive(Debug, Clone)]
pub(super) struct Known<'s> {
    pub(super) schema: &'s Schema,
    /// The type that they are about; expressions are written in it.
    pub(super) within: TypeId,
    /// Values of its members.
    members: HashMap<Member, Const>,
    /// Conditions that hold or don't.
    truths: Vec<(Expr, bool)>,
    found: RefCell<HashMap<(TypeId, Member), Const>>,
    /// Members whose value is being looked for.
    busy: RefCell<Vec<(TypeId, Member)>>,
    steps: Cell<u32>,
}

impl<'s> Known<'s> {
    /// Nothing but what the grammar fixes.
    pub(super) fn new(schema: &'s Schema, within: TypeId) -> Known<'s> {
        Known {
            schema,
            within,
            members: HashMap::new(),
            truths: Vec::new(),
            found: RefCell::default(),
            busy: RefCell::default(),
            steps: Cell::new(0),
        }
    }

    /// The same with a member's value.
    pub(super) fn with(&self, member: Member, value: Const) -> Known<'s> {
        let mut known = self.clone();
        known.members.insert(member, value);
        known.forget();
        known
    }

    /// The same, and the condition holds or does not.
    pub(super) fn given(&self, condition: &Expr, holds: bool) -> Known<'s> {
        let mut known = self.clone();
        known.truths.push((condition.clone(), holds));
        if holds
            && let ExprKind::Binary(BinOp::Eq, a, b) = &condition.kind
            && let (Some(member), Some(value)) = (self.own_member(a), self.value(b))
        {
            known.members.insert(member, value);
        }
        known.forget();
        known
    }

    /// The conditions that were assumed, in order.
    pub(super) fn conditions(&self) -> &[(Expr, bool)] {
        &self.truths
    }

    fn forget(&mut self) {
        self.found = RefCell::default();
        self.steps = Cell::new(0);
    }

    /// The member of the type itself that an expression names.
    pub(super) fn own_member(&self, expr: &Expr) -> Option<Member> {
        match &expr.kind {
            ExprKind::Member {
                of,
                slot: Some((ty, member)),
                ..
            } if *ty == self.within && is_own(of) => Some(*member),
            ExprKind::Cast(of, _) => self.own_member(of),
            ExprKind::Method {
                of,
                method: Method::ToI,
                ..
            } => self.own_member(of),
            _ => None,
        }
    }

    /// The value of an expression, as far as it is known.
    pub(super) fn value(&self, expr: &Expr) -> Option<Const> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS || self.busy.borrow().len() > 64 {
            return None;
        }
        if let Some((_, holds)) = self.truths.iter().find(|(known, _)| same(known, expr)) {
            return Some(Const::Bool(*holds));
        }
        match &expr.kind {
            ExprKind::Int(n) | ExprKind::Enum(_, n) => Some(Const::Int(*n)),
            ExprKind::Bool(b) => Some(Const::Bool(*b)),
            ExprKind::Str(text) => Some(Const::Str(text.clone())),
            ExprKind::Bytes(bytes) => Some(Const::Bytes(bytes.clone())),
            ExprKind::Cast(of, _) => self.value(of),
            ExprKind::Member { of, slot, .. } if is_own(of) => self.member(*slot.as_ref()?),
            ExprKind::Unary(op, of) => match (op, self.value(of)?) {
                (UnOp::Not, Const::Bool(b)) => Some(Const::Bool(!b)),
                (UnOp::Neg, Const::Int(n)) => n.checked_neg().map(Const::Int),
                (UnOp::Invert, Const::Int(n)) => Some(Const::Int(!n)),
                _ => None,
            },
            ExprKind::And(a, b) => self.junction(a, b, false),
            ExprKind::Or(a, b) => self.junction(a, b, true),
            ExprKind::Ternary(test, a, b) => match self.value(test)?.as_bool()? {
                true => self.value(a),
                false => self.value(b),
            },
            ExprKind::Binary(op, a, b) => binary(*op, &self.value(a)?, &self.value(b)?),
            ExprKind::Subscript(of, index) => {
                let Const::Bytes(bytes) = self.value(of)? else {
                    return None;
                };
                let index = usize::try_from(self.value(index)?.as_int()?).ok()?;
                bytes.get(index).map(|&byte| Const::Int(byte.into()))
            }
            ExprKind::Method { of, method, args } => self.method(of, *method, args),
            _ => None,
        }
    }

    /// The value of a member of the type itself.
    pub(super) fn member_value(&self, member: Member) -> Option<Const> {
        self.member((self.within, member))
    }

    /// Whether a condition is known to hold or not to hold.
    pub(super) fn truth(&self, condition: &Expr) -> Option<bool> {
        self.value(condition)?.as_bool()
    }

    /// `or` if `decisive`, else `and`.
    fn junction(&self, a: &Expr, b: &Expr, decisive: bool) -> Option<Const> {
        let a = self.truth(a);
        if a == Some(decisive) {
            return Some(Const::Bool(decisive));
        }
        let b = self.truth(b);
        if b == Some(decisive) {
            return Some(Const::Bool(decisive));
        }
        (a.is_some() && b.is_some()).then_some(Const::Bool(!decisive))
    }

    fn member(&self, (ty, member): (TypeId, Member)) -> Option<Const> {
        if ty == self.within
            && let Some(value) = self.members.get(&member)
        {
            return Some(value.clone());
        }
        if let Some(value) = self.found.borrow().get(&(ty, member)) {
            return Some(value.clone());
        }
        if self.busy.borrow().contains(&(ty, member)) {
            return None;
        }
        self.busy.borrow_mut().push((ty, member));
        let value = self.fixed_by_grammar(ty, member);
        self.busy.borrow_mut().pop();
        if let Some(value) = &value {
            let mut found = self.found.borrow_mut();
            found.insert((ty, member), value.clone());
        }
        value
    }

    /// The value that a member has by its definition, or must have by `valid`.
    fn fixed_by_grammar(&self, ty: TypeId, member: Member) -> Option<Const> {
        let def = self.schema.ty(ty);
        if let Member::Instance(i) = member
            && let Some(value) = &def.instances.get(usize::from(i))?.value
        {
            return self.value(value);
        }
        let attr = def.member_attr(member)?;
        if !matches!(attr.repeat, crate::schema::Repeat::Once) {
            return None;
        }
        attr.valid.iter().find_map(|valid| match &valid.rule {
            ValidRule::Eq(expr) => self.value(expr),
            _ => None,
        })
    }

    fn method(&self, of: &Expr, method: Method, args: &[Expr]) -> Option<Const> {
        let of = self.value(of)?;
        let int = |n: usize| i128::try_from(n).ok().map(Const::Int);
        match (method, of) {
            (Method::ToI, Const::Int(n)) => Some(Const::Int(n)),
            (Method::ToI, Const::Bool(b)) => Some(Const::Int(b.into())),
            (Method::ToI, Const::Str(text)) if args.is_empty() => text.parse().ok().map(Const::Int),
            (Method::ToS, Const::Int(n)) => Some(Const::Str(n.to_string().into())),
            (Method::Length, Const::Str(text)) => int(text.chars().count()),
            (Method::Length | Method::Size, Const::Bytes(bytes)) => int(bytes.len()),
            (Method::Substring, Const::Str(text)) => {
                let from = usize::try_from(self.value(args.first()?)?.as_int()?).ok()?;
                let to = usize::try_from(self.value(args.get(1)?)?.as_int()?).ok()?;
                let count = to.checked_sub(from)?;
                let cut: String = text.chars().skip(from).take(count).collect();
                Some(Const::Str(cut.into()))
            }
            _ => None,
        }
    }
}

/// `this`, or an object that there is only one of, seen from `this`.
fn is_own(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This => true,
        ExprKind::Special(of, Special::Root) => is_own(of),
        _ => false,
    }
}

fn binary(op: BinOp, a: &Const, b: &Const) -> Option<Const> {
    let order = match (a, b) {
        (Const::Int(a), Const::Int(b)) => a.cmp(b),
        (Const::Str(a), Const::Str(b)) => a.cmp(b),
        (Const::Bytes(a), Const::Bytes(b)) => a.cmp(b),
        (Const::Bool(a), Const::Bool(b)) => a.cmp(b),
        _ => return None,
    };
    let compared = match op {
        BinOp::Eq => Some(order == Ordering::Equal),
        BinOp::Ne => Some(order != Ordering::Equal),
        BinOp::Lt => Some(order == Ordering::Less),
        BinOp::Le => Some(order != Ordering::Greater),
        BinOp::Gt => Some(order == Ordering::Greater),
        BinOp::Ge => Some(order != Ordering::Less),
        _ => None,
    };
    if let Some(holds) = compared {
        return Some(Const::Bool(holds));
    }
    match (a, b) {
        (Const::Int(a), Const::Int(b)) => arithmetic(op, *a, *b).map(Const::Int),
        (Const::Str(a), Const::Str(b)) if op == BinOp::Add && a.len() + b.len() < MAX_TEXT => {
            Some(Const::Str(format!("{a}{b}").into()))
        }
        _ => None,
    }
}

pub(super) fn arithmetic(op: BinOp, a: i128, b: i128) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|&n| n < 64);
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => a.checked_mul(b),
        // towards minus infinity, as the language has it
        BinOp::Div => {
            let quotient = a.checked_div(b)?;
            let exact = quotient.checked_mul(b)? == a;
            Some(quotient - i128::from(!exact && (a < 0) != (b < 0)))
        }
        BinOp::Mod => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            })
        }
        BinOp::Shl => a.checked_mul(1i128.checked_shl(shift()?)?),
        BinOp::Shr => Some(a >> shift()?),
        BinOp::BitAnd => Some(a & b),
        BinOp::BitOr => Some(a | b),
        BinOp::BitXor => Some(a ^ b),
        _ => None,
    }
}

/// Whether two expressions are written alike, places apart.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    let all =
        |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Str(a), ExprKind::Str(b)) => a == b,
        (ExprKind::Bytes(a), ExprKind::Bytes(b)) => a == b,
        (ExprKind::Enum(e, a), ExprKind::Enum(f, b)) => e == f && a == b,
        (ExprKind::This, ExprKind::This)
        | (ExprKind::Item, ExprKind::Item)
        | (ExprKind::Index, ExprKind::Index) => true,
        (
            ExprKind::Member { of, name, slot },
            ExprKind::Member {
                of: of_b,
                name: name_b,
                slot: slot_b,
            },
        ) => name == name_b && slot == slot_b && same(of, of_b),
        (ExprKind::Special(a, s), ExprKind::Special(b, t)) => s == t && same(a, b),
        (ExprKind::Unary(o, a), ExprKind::Unary(p, b)) => o == p && same(a, b),
        (ExprKind::Binary(o, a, b), ExprKind::Binary(p, c, d)) => {
            o == p && same(a, c) && same(b, d)
        }
        (ExprKind::And(a, b), ExprKind::And(c, d)) | (ExprKind::Or(a, b), ExprKind::Or(c, d)) => {
            same(a, c) && same(b, d)
        }
        (ExprKind::Subscript(a, b), ExprKind::Subscript(c, d)) => same(a, c) && same(b, d),
        (ExprKind::Ternary(a, b, c), ExprKind::Ternary(d, e, f)) => {
            same(a, d) && same(b, e) && same(c, f)
        }
        (
            ExprKind::Method { of, method, args },
            ExprKind::Method {
                of: of_b,
                method: method_b,
                args: args_b,
            },
        ) => method == method_b && same(of, of_b) && all(args, args_b),
        (ExprKind::Cast(a, t), ExprKind::Cast(b, u)) => t == u && same(a, b),
        _ => false,
    }
}
