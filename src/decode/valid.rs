//! Tests values against `contents` and `valid`.

use super::engine::Engine;
use super::eval::Scope;
use super::fault::{Fault, FaultKind};
use super::object::{Item, Obj};
use super::value::Value;
use crate::schema::{Attr, DataType, EnumId, Expr, ExprKind, Method, Special, ValidRule};
use crate::text::{MOST_LISTED, listed};

/// A rule that a value breaks.
#[derive(Debug, Clone)]
pub(crate) struct Broken<'a> {
    pub(crate) kind: FaultKind,
    /// What the rule wants, where it is one value.
    pub(crate) expected: Option<Value<'a>>,
    /// Whether that value stands in the grammar, rather than being computed.
    pub(crate) literal: bool,
    /// The rest of a sentence that begins with what was found.
    pub(crate) message: String,
}

impl<'a> Engine<'a> {
    /// The first rule of an attribute that a value breaks.
    pub(crate) fn broken_rule(
        &self,
        scope: &Scope<'_, 'a>,
        attr: &Attr,
        value: &Value<'a>,
    ) -> Result<Option<Broken<'a>>, Fault> {
        use std::cmp::Ordering::{Greater, Less};
        let scope = Scope {
            item: Some(value),
            ..*scope
        };
        let show = attr.show.as_ref();
        for valid in &attr.valid {
            let broken = match &valid.rule {
                ValidRule::Eq(expr) => {
                    let wanted = self.eval(&scope, expr)?;
                    (!self.equal(value, &wanted)).then(|| Broken {
                        kind: FaultKind::ValidationNotEqual,
                        message: format!(
                            "expected {}{}",
                            self.say_as(&wanted, show),
                            self.meaning(&scope, expr)
                        ),
                        expected: Some(wanted),
                        literal: is_literal(expr),
                    })
                }
                ValidRule::Min(expr) => {
                    let least = self.eval(&scope, expr)?;
                    (self.compare(value, &least)? == Less).then(|| Broken {
                        kind: FaultKind::ValidationLessThan,
                        message: format!(
                            "expected at least {}{}",
                            self.say_as(&least, show),
                            self.meaning(&scope, expr)
                        ),
                        expected: Some(least),
                        literal: is_literal(expr),
                    })
                }
                ValidRule::Max(expr) => {
                    let most = self.eval(&scope, expr)?;
                    (self.compare(value, &most)? == Greater).then(|| Broken {
                        kind: FaultKind::ValidationGreaterThan,
                        message: format!(
                            "expected at most {}{}",
                            self.say_as(&most, show),
                            self.meaning(&scope, expr)
                        ),
                        expected: Some(most),
                        literal: is_literal(expr),
                    })
                }
                ValidRule::AnyOf(exprs) => {
                    let mut wanted = Vec::with_capacity(exprs.len());
                    for expr in exprs {
                        wanted.push(self.eval(&scope, expr)?);
                    }
                    if wanted.iter().any(|w| self.equal(value, w)) {
                        None
                    } else {
                        let list: Vec<String> =
                            wanted.iter().map(|w| self.say_as(w, show)).collect();
                        Some(Broken {
                            kind: FaultKind::ValidationNotAnyOf,
                            expected: None,
                            literal: false,
                            message: format!("expected one of {}", list.join(", ")),
                        })
                    }
                }
                ValidRule::Expr(expr) => (!self.truth(&scope, expr)?).then(|| Broken {
                    kind: FaultKind::ValidationExpr,
                    expected: None,
                    literal: false,
                    message: match &valid.text {
                        Some(text) => format!("expected `{text}`"),
                        None => "the grammar's condition for it does not hold".into(),
                    },
                }),
                ValidRule::InEnum => match enum_of(&attr.data, value) {
                    Some((id, n)) if self.0.schema.enumeration(id).entry(n).is_none() => {
                        Some(Broken {
                            kind: FaultKind::ValidationNotInEnum,
                            expected: None,
                            literal: false,
                            message: self.members(id),
                        })
                    }
                    _ => None,
                },
            };
            if broken.is_some() {
                return Ok(broken);
            }
        }
        Ok(None)
    }

    /// What an enum allows.
    fn members(&self, id: EnumId) -> String {
        let definition = self.0.schema.enumeration(id);
        let members: Vec<String> = definition
            .entries
            .iter()
            .take(MOST_LISTED + 1)
            .map(|entry| format!("{} ({})", entry.name, entry.value))
            .collect();
        let name = &definition.qualified;
        match members.len() {
            0 => format!("the enum {name} has no values"),
            1..=MOST_LISTED => format!(
                "expected a value of the enum {name}: {}",
                listed(members.iter().map(String::as_str))
            ),
            _ => format!(
                "expected one of the {} values of the enum {name}",
                definition.entries.len()
            ),
        }
    }

    /// What a wanted value is, where its expression shows it: ` (the size of the
    /// file)`.
    fn meaning(&self, scope: &Scope<'_, 'a>, expr: &Expr) -> &'static str {
        let ExprKind::Method {
            of,
            method: Method::Size,
            ..
        } = &expr.kind
        else {
            return "";
        };
        let ExprKind::Special(_, Special::Io) = of.kind else {
            return "";
        };
        match self.eval(scope, of) {
            Ok(Value::Stream(stream)) if stream.is_file() => " (the size of the file)",
            _ => " (the size of the stream)",
        }
    }

    /// Fails with the first rule that a value breaks.
    pub(crate) fn test_valid(
        &self,
        scope: &Scope<'_, 'a>,
        attr: &Attr,
        value: &Value<'a>,
        at: Option<u64>,
    ) -> Result<(), Fault> {
        // A rule may name its own field, or one whose rule names this one.
        let before = self.0.testing.replace(true);
        let broken = self.broken_rule(scope, attr, value);
        self.0.testing.set(before);
        match broken.map_err(|fault| fault.in_attr(&attr.path))? {
            None => Ok(()),
            Some(broken) => {
                let found = self.say_as(value, attr.show.as_ref());
                let message = format!("found {found}; {}", broken.message);
                Err(Fault::new(broken.kind, message, at, attr.path.clone()))
            }
        }
    }

    /// Tests a decoded item, element by element if it is an array.
    pub(crate) fn test_item(
        &self,
        obj: &Obj<'a>,
        attr: &'a Attr,
        item: &Item<'a>,
        index: Option<u64>,
    ) -> Result<(), Fault> {
        if self.0.testing.get() {
            return Ok(());
        }
        let scope = Scope::element(obj, index);
        if let Some(array) = item.array() {
            for i in 0..array.count() {
                if let Some(item) = array.element(i) {
                    let value = self.item_value(&item, attr)?;
                    let scope = Scope {
                        index: Some(i),
                        ..scope
                    };
                    self.test_valid(&scope, attr, &value, item.span.map(|s| s.start_byte()))?;
                }
            }
            return Ok(());
        }
        let value = self.item_value(item, attr)?;
        self.test_valid(&scope, attr, &value, item.span.map(|s| s.start_byte()))
    }
}

/// Whether an expression is a constant of the grammar.
pub(crate) fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_)
            | ExprKind::Enum(..)
    )
}

fn enum_of(data: &DataType, value: &Value<'_>) -> Option<(EnumId, i128)> {
    match (value, data) {
        (Value::Enum(id, n), _) => Some((*id, *n)),
        (
            Value::Int(n),
            DataType::Int {
                enumeration: Some(id),
                ..
            }
            | DataType::Bits {
                enumeration: Some(id),
                ..
            },
        ) => Some((*id, *n)),
        _ => None,
    }
}
