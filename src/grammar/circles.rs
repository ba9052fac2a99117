//! Instances that need themselves, alone or by way of one another: they can
//! never be computed.

use super::problem::Problem;
use crate::schema::{
    DataType, Expr, ExprKind, Instance, Member, Method, Repeat, Schema, Severity, Size, Special,
    TypeId,
};
use crate::text::{Loc, listed};

/// What an instance needs, or what a type holds, whatever the data are.
pub(super) struct Need<K> {
    /// Index of the other instance or type.
    pub(super) other: usize,
    /// Where it is named: of an instance, the key: `value`, `pos`.
    pub(super) key: K,
    pub(super) loc: Loc,
}

/// Warns of such instances in the main grammar.
pub(super) fn check(schema: &Schema, problems: &mut Vec<Problem>) {
    let main = schema.root_type().loc.file;
    for (ty, id) in schema.types.iter().zip(0..) {
        if ty.loc.file == main && !ty.instances.is_empty() {
            let needs = ty
                .instances
                .iter()
                .map(|instance| needs(schema, TypeId(id), instance))
                .collect::<Vec<_>>();
            for circle in circles(&needs) {
                problems.extend(problem(&ty.instances, &circle));
            }
        }
    }
}

/// Steps in a row that lead back to where the first begins: an instance, and
/// its need of the next.
type Circle<'n, K> = Vec<(usize, &'n Need<K>)>;

/// Each instance or type is in one circle at most.
pub(super) fn circles<K>(needs: &[Vec<Need<K>>]) -> Vec<Circle<'_, K>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        /// On the way, at this step.
        Begun(usize),
        Done,
    }
    let mut states = vec![State::New; needs.len()];
    let mut found = Vec::new();
    for first in 0..needs.len() {
        // Instances on the way, each with how many of its needs were followed.
        let mut way: Vec<(usize, usize)> = Vec::new();
        if states[first] == State::New {
            states[first] = State::Begun(0);
            way.push((first, 0));
        }
        while let Some((at, followed)) = way.last_mut() {
            let Some(need) = needs[*at].get(*followed) else {
                states[*at] = State::Done;
                way.pop();
                continue;
            };
            *followed += 1;
            match states[need.other] {
                State::New => {
                    states[need.other] = State::Begun(way.len());
                    way.push((need.other, 0));
                }
                State::Begun(step) => {
                    let circle = way.drain(step..).map(|(at, followed)| {
                        states[at] = State::Done;
                        (at, &needs[at][followed - 1])
                    });
                    found.push(circle.collect());
                }
                State::Done => {}
            }
        }
    }
    found
}

fn problem(instances: &[Instance], circle: &[(usize, &Need<&str>)]) -> Option<Problem> {
    let (first, need) = circle.first()?;
    let names: Vec<String> = circle
        .iter()
        .map(|(at, _)| format!("`{}`", instances[*at].attr.id))
        .collect();
    let (message, help) = match names.as_slice() {
        [name] => (
            format!("{name} needs itself, so that it can never be computed"),
            None,
        ),
        [a, b] => (
            format!("{a} and {b} need each other, so that neither can ever be computed"),
            None,
        ),
        names => (
            format!(
                "{} needs itself by way of others, so that none of them can ever be computed",
                names[0]
            ),
            Some(format!(
                "each needs the next: {}",
                listed(names.iter().chain(names.first()).map(String::as_str))
            )),
        ),
    };
    Some(Problem {
        severity: Severity::Warning,
        path: format!("{}/{}", instances[*first].attr.path, need.key),
        loc: need.loc,
        message,
        help,
    })
}

/// What an instance needs of the same object.
fn needs(schema: &Schema, ty: TypeId, instance: &Instance) -> Vec<Need<&'static str>> {
    let mut found = Found {
        ty,
        is_top: schema.ty(ty).file_top == ty,
        needs: Vec::new(),
    };
    let attr = &instance.attr;
    if let Some(cond) = &attr.cond {
        found.visit(cond, "if");
        return found.needs;
    }
    for (expr, key) in [
        (&instance.value, "value"),
        (&instance.io, "io"),
        (&instance.pos, "pos"),
    ] {
        expr.iter().for_each(|expr| found.visit(expr, key));
    }
    match &attr.repeat {
        Repeat::Once => found.data(&attr.data),
        Repeat::Count(count) => found.visit(count, "repeat-expr"),
        Repeat::Eos | Repeat::Until(_) => {}
    }
    found.needs
}

struct Found {
    ty: TypeId,
    is_top: bool,
    needs: Vec<Need<&'static str>>,
}

impl Found {
    fn data(&mut self, data: &DataType) {
        let extent = match data {
            DataType::Bytes(extent) | DataType::Str { extent, .. } => Some(extent),
            DataType::User { args, extent, .. } => {
                args.iter().for_each(|arg| self.visit(arg, "type"));
                extent.as_ref()
            }
            DataType::Switch { on, .. } => {
                self.visit(on, "type/switch-on");
                None
            }
            _ => None,
        };
        if let Some(Size::Expr(size)) = extent.map(|extent| &extent.size) {
            self.visit(size, "size");
        }
    }

    /// Notes what is evaluated in any case.
    fn visit(&mut self, expr: &Expr, key: &'static str) {
        if let ExprKind::Member {
            of,
            slot: Some((ty, Member::Instance(other))),
            ..
        } = &expr.kind
            && *ty == self.ty
            && self.is_this(of)
        {
            let other = usize::from(*other);
            if self.needs.iter().all(|need| need.other != other) {
                let loc = expr.loc;
                self.needs.push(Need { other, key, loc });
            }
            return;
        }
        match &expr.kind {
            ExprKind::And(first, _) | ExprKind::Or(first, _) | ExprKind::Ternary(first, ..) => {
                self.visit(first, key);
            }
            ExprKind::Method {
                of,
                method: Method::All | Method::Any | Method::Count | Method::Sum | Method::Unique,
                ..
            } => self.visit(of, key),
            _ => expr
                .parts()
                .into_iter()
                .for_each(|part| self.visit(part, key)),
        }
    }

    /// Whether an expression is the object that the instance belongs to.
    fn is_this(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::This => true,
            ExprKind::Special(of, Special::Root) => self.is_top && self.is_this(of),
            ExprKind::Cast(of, _) => self.is_this(of),
            _ => false,
        }
    }
}
