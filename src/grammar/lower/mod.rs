//! The `.ksy` as written to the schema: names become ids, expressions get
//! types, and what the language leaves unsaid is said.

mod attr;
mod calls;
mod data;
#[cfg(test)]
pub(super) mod show;
#[cfg(test)]
pub(super) mod tests;
mod texts;
mod types;

use super::expr::{self, SyntaxError};
use super::facts::Facts;
use super::infer::{ExprError, Infer, Kind, Scope, Typed, World, describe, mismatch};
use super::problem::Problem;
use super::spec::{Library, Style, Text};
use crate::schema::{BinOp, Expr, ExprKind, Schema, Ty};

/// Lowers a grammar and all that it imports. The schema is of use only if no
/// problem is an error.
pub(crate) fn lower(library: &Library) -> (Schema, Vec<Problem>) {
    let facts = Facts::new(library);
    let mut lower = Lower::new(&facts);
    let schema = lower.schema();
    (schema, lower.problems)
}

/// Lowers parts of a grammar and collects what is wrong with them.
pub(crate) struct Lower<'f> {
    facts: &'f Facts<'f>,
    pub(crate) problems: Vec<Problem>,
    /// Whether a type without a definition is used.
    opaque: bool,
}

impl<'f> Lower<'f> {
    pub(crate) fn new(facts: &'f Facts<'f>) -> Lower<'f> {
        Lower {
            facts,
            problems: Vec::new(),
            opaque: false,
        }
    }

    fn error(&mut self, text: &Text, message: impl Into<String>) {
        self.problems.push(Problem::error(&text.place, message));
    }

    fn syntax_error(&mut self, text: &Text, error: &SyntaxError) {
        let mut problem = Problem::error(&text.place, error.to_string());
        problem.help = quotes_help(text);
        self.problems
            .push(problem.at(text.loc_of(error.span.clone())));
    }

    fn expr_errors(&mut self, text: &Text, errors: Vec<ExprError>) {
        for error in errors {
            let mut problem =
                Problem::error(&text.place, error.message).at(text.loc_of(error.span));
            problem.help = quotes_help(text).or(error.help);
            self.problems.push(problem);
        }
    }

    /// An expression of any type.
    fn expr(&mut self, text: &Text, scope: Scope) -> (Expr, Kind) {
        match expr::parse(&text.value) {
            Ok(node) => {
                let locate = |span| text.loc_of(span);
                let mut infer = Infer::new(self.facts, scope, &locate);
                let typed = infer.expr(&node);
                let errors = infer.errors;
                self.expr_errors(text, errors);
                (typed.expr, typed.kind)
            }
            Err(error) => {
                self.syntax_error(text, &error);
                (placeholder(text), Kind::ANY)
            }
        }
    }

    /// An expression that a value of type `with` is compared with.
    fn compared_expr(&mut self, text: &Text, scope: Scope, op: BinOp, with: &Kind) -> Expr {
        let (expr, kind) = self.expr(text, scope);
        let typed = Typed { expr, kind };
        if let Some(mismatch) = mismatch(self.facts.index(), op, with, &typed) {
            let mut problem = Problem::error(&text.place, mismatch.message);
            problem.help = mismatch.help;
            self.problems.push(problem);
        }
        typed.expr
    }

    /// An expression that must be of a type; `what` names it in the message.
    fn typed_expr(&mut self, text: &Text, scope: Scope, ty: &Ty, what: &str) -> Expr {
        let (expr, kind) = self.expr(text, scope);
        if kind.ty != *ty && !kind.is_any() {
            let index = self.facts.index();
            let (wanted, found) = (describe(ty, index), kind.describe(index));
            self.error(text, format!("{what} must be {wanted}, found {found}"));
        }
        expr
    }

    /// An integer that counts something: it must not be negative.
    fn count_expr(&mut self, text: &Text, scope: Scope, what: &str) -> Expr {
        let expr = self.typed_expr(text, scope, &Ty::Int, what);
        if let ExprKind::Int(n @ ..0) = expr.kind {
            self.error(text, format!("{what} must not be negative, found {n}"));
        }
        expr
    }
}

/// What to do where a text was meant, in quotes that are YAML's.
fn quotes_help(text: &Text) -> Option<String> {
    let quoted = matches!(text.style, Style::SingleQuoted | Style::DoubleQuoted);
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-');
    let path = text.place.path.to_string();
    let is_value = path.contains("/valid") || path.ends_with("/value");
    let plain = !text.value.is_empty() && text.value.chars().all(word);
    (quoted && is_value && plain).then(|| {
        format!(
            "if the text is meant, it needs quotes of its own: `'\"{}\"'`",
            text.value
        )
    })
}

/// Stands for an expression whose error was reported.
fn placeholder(text: &Text) -> Expr {
    Expr {
        kind: ExprKind::Bool(false),
        loc: text.place.loc,
    }
}
