//! Who points where: integers that positions of places are computed from.

use super::Node;
use crate::decode::eval::Scope;
use crate::decode::object::{Home, Obj};
use crate::decode::{Span, Value};
use crate::schema::{DataType, Expr, ExprKind, Member, Method, Special};
use crate::tree::Shape;

/// Computed values that a pointer is looked for through.
const STEPS: u32 = 8;

/// Structures of up to so many bytes may be one number: `len.value`.
const NUMBER: u64 = 16;

/// An expression that a position is computed from, and where it is evaluated.
struct Search<'s, 'a> {
    this: &'s Obj<'a>,
    index: Option<u64>,
    steps: u32,
}

impl<'a> Node<'a> {
    /// The place whose position this integer gives: a parse instance whose
    /// `pos` is this field.
    #[must_use]
    pub fn points_to(&self) -> Option<Node<'a>> {
        let (obj, member) = self.reader().filter(|_| self.index().is_none())?;
        let names_it = |pos: &Expr| match &pos.kind {
            ExprKind::Member {
                of,
                slot: Some((_, named)),
                ..
            } => matches!(of.kind, ExprKind::This) && *named == member,
            _ => false,
        };
        let mut instances = obj.0.def.instances.iter();
        let at = instances.position(|it| it.pos.as_ref().is_some_and(names_it))?;
        let target = Node::member_of(obj.clone(), Member::Instance(u16::try_from(at).ok()?));
        (target.shape() != Shape::Absent).then_some(target)
    }

    /// The field that says where this place lies: of a parse instance (or an
    /// element of one), the field that its `pos` is made of, also by way of
    /// computed values, params and arrays. Where there are several, one of the
    /// object that has the instance comes first.
    #[must_use]
    pub fn pointer(&self) -> Option<Node<'a>> {
        let (obj, Member::Instance(at)) = self.reader()? else {
            return None;
        };
        let pos = obj.0.def.instances.get(usize::from(at))?.pos.as_ref()?;
        let search = Search {
            this: obj,
            index: None,
            steps: STEPS,
        };
        search.pointer(pos)
    }

    /// Its bytes, if it was read from some and is no object or array.
    fn number_span(&self) -> Option<Span> {
        let leaf = self.shape() == Shape::Leaf && !self.is_computed();
        self.span().filter(|span| leaf && span.end > span.start)
    }
}

impl<'a> Search<'_, 'a> {
    fn pointer(&self, expr: &Expr) -> Option<Node<'a>> {
        match &expr.kind {
            ExprKind::Member { of, name, slot } => {
                let holder = self.object(of)?;
                let member = match slot {
                    Some((ty, member)) if *ty == holder.0.ty => *member,
                    _ => *holder.0.def.members.get(name.as_ref())?,
                };
                self.member(&holder, member, is_own(of))
            }
            ExprKind::Subscript(of, index) => {
                let scope = self.scope();
                let array = self.array(of)?;
                let index = array.engine().eval(&scope, index).ok()?.as_int()?;
                let element = array.child(u64::try_from(index).ok()?)?;
                element.number_span().map(|_| element)
            }
            ExprKind::Method { of, method, .. } => match method {
                Method::ToI | Method::ToS => self.pointer(of),
                Method::First => self
                    .array(of)?
                    .child(0)
                    .filter(|it| it.number_span().is_some()),
                Method::Last => {
                    let array = self.array(of)?;
                    let last = array.child(array.len().checked_sub(1)?)?;
                    last.number_span().map(|_| last)
                }
                _ => None,
            },
            ExprKind::Binary(_, a, b) => {
                let found = self.pointer(a);
                if let Some(found) = &found
                    && self.is_here(found)
                {
                    return Some(found.clone());
                }
                let other = self.pointer(b);
                match other {
                    Some(other) if found.is_none() || self.is_here(&other) => Some(other),
                    _ => found,
                }
            }
            ExprKind::Unary(_, of) | ExprKind::Cast(of, _) => self.pointer(of),
            ExprKind::Ternary(cond, a, b) => {
                match self.this.engine().truth(&self.scope(), cond).ok()? {
                    true => self.pointer(a),
                    false => self.pointer(b),
                }
            }
            _ => None,
        }
    }

    fn scope(&self) -> Scope<'_, 'a> {
        Scope::element(self.this, self.index)
    }

    /// The object that an expression gives.
    fn object(&self, expr: &Expr) -> Option<Obj<'a>> {
        match self.this.engine().eval(&self.scope(), expr).ok()? {
            Value::Obj(obj) => Some(obj),
            _ => None,
        }
    }

    /// The array that an expression gives.
    fn array(&self, expr: &Expr) -> Option<Node<'a>> {
        let value = self.this.engine().eval(&self.scope(), expr).ok()?;
        Node::of_value(&value).filter(|node| node.shape() == Shape::Array)
    }

    /// Whether a field is one of the object that the search began in.
    fn is_here(&self, node: &Node<'a>) -> bool {
        let Some((obj, _)) = node.reader() else {
            return false;
        };
        std::rc::Rc::ptr_eq(&obj.0, &self.this.0)
    }

    /// What a member of an object was read from. `own` if the object is the one
    /// that the search began in, or holds it.
    fn member(&self, holder: &Obj<'a>, member: Member, own: bool) -> Option<Node<'a>> {
        let steps = self.steps.checked_sub(1)?;
        let node = Node::member_of(holder.clone(), member);
        match member {
            Member::Seq(_) => node.number_span().map(|_| node),
            Member::Param(param) => {
                let (owner, index) = match &holder.0.home {
                    Home::Root => return None,
                    Home::Member(owner, _) => (owner.clone(), None),
                    Home::Element(array, index) => (array.0.owner.clone(), Some(*index)),
                };
                let DataType::User { args, .. } = &Node::of_obj(holder).attr()?.data else {
                    return None;
                };
                let search = Search {
                    this: &owner,
                    index,
                    steps,
                };
                search.pointer(args.get(usize::from(param))?)
            }
            Member::Instance(at) => {
                let instance = holder.0.def.instances.get(usize::from(at))?;
                let Some(value) = &instance.value else {
                    return node.number_span().map(|_| node);
                };
                let search = Search {
                    this: holder,
                    index: None,
                    steps,
                };
                let found = search.pointer(value);
                if own {
                    return found;
                }
                // a number in a structure of its own
                let whole = Node::of_obj(holder);
                let small = whole
                    .span()
                    .is_some_and(|span| (1..=NUMBER).contains(&span.byte_len()));
                if small { Some(whole) } else { found }
            }
        }
    }
}

/// Whether an expression gives the object itself, or what holds it.
fn is_own(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This => true,
        ExprKind::Special(of, which) => *which != Special::Io && is_own(of),
        _ => false,
    }
}
