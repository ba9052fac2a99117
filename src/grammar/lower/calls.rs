//! User types with their arguments, parents, and `process`.

use super::Lower;
use crate::grammar::expr::{self, Node, SyntaxError};
use crate::grammar::infer::{Infer, Scope, Typed, World, assignable, unknown_type};
use crate::grammar::problem::Problem;
use crate::grammar::spec::{AttrSpec, ParentText, Text};
use crate::schema::{Expr, ParentSpec, Process, Ty, TypeId};

impl Lower<'_> {
    /// A user type and its arguments; what is wrong is reported.
    pub(super) fn user_type(&mut self, scope: &Scope, text: &Text) -> Option<(TypeId, Vec<Expr>)> {
        let call = expr::parse_type_call(&text.value);
        let call = call.map_err(|error| self.type_error(text, &error)).ok()?;
        let args = self.args(text, scope, &call.args);
        let index = self.facts.index();
        let name = call.name.text();
        let file = self.facts.file(scope.ty);
        let found = if call.name.array {
            None
        } else {
            self.facts.find_type(scope.ty, &call.name.path)
        };
        let Some(ty) = found else {
            if call.name.array {
                self.error(text, "arrays are read with `repeat`, not by `[]`");
            } else if file.top.meta.opaque_types {
                self.opaque = true;
                let message =
                    format!("the opaque type `{name}` is not described: its bytes stay unread");
                let problem = Problem::warning(&text.place, message);
                self.problems.push(problem.help(format!(
                    "put `{name}.ksy` beside this grammar, or give its folder with -I"
                )));
                return Some((
                    self.facts.opaque_type(),
                    args.into_iter().map(|arg| arg.expr).collect(),
                ));
            } else if !file.incomplete {
                let at = text.loc_of(call.name.span.clone());
                let message = unknown_type(index, scope.ty, &name);
                self.problems
                    .push(Problem::error(&text.place, message).at(at));
            }
            return None;
        };
        self.check_args(text, ty, &call.args, &args);
        Some((ty, args.into_iter().map(|arg| arg.expr).collect()))
    }

    /// What is no name of a type: perhaps that of an array, or a path.
    fn type_error(&mut self, text: &Text, error: &SyntaxError) {
        let before = self.problems.len();
        self.syntax_error(text, error);
        let Some(name) = text.value.get(..error.span.start) else {
            return;
        };
        let help = match error.found.as_str() {
            "[" => format!("for an array write `type: {name}` and `repeat`"),
            "." => "the parts of a path are joined by `::`".to_owned(),
            _ => return,
        };
        if let Some(problem) = self.problems.get_mut(before) {
            problem.help = Some(help);
        }
    }

    fn args(&mut self, text: &Text, scope: &Scope, args: &[Node]) -> Vec<Typed> {
        let locate = |span| text.loc_of(span);
        let mut infer = Infer::new(self.facts, scope.clone(), &locate);
        let typed = args.iter().map(|arg| infer.expr(arg)).collect();
        let errors = infer.errors;
        self.expr_errors(text, errors);
        typed
    }

    fn check_args(&mut self, text: &Text, ty: TypeId, nodes: &[Node], args: &[Typed]) {
        let params = &self.facts.spec(ty).params;
        let index = self.facts.index();
        let name = &index.ty(ty).qualified;
        if params.len() != args.len() {
            let ids: Vec<&str> = params.iter().map(|param| &*param.id.value).collect();
            let takes = match ids.as_slice() {
                [] => "no arguments".to_owned(),
                [id] => format!("1 argument ({id})"),
                ids => format!("{} arguments ({})", ids.len(), ids.join(", ")),
            };
            self.error(
                text,
                format!("type `{name}` takes {takes}, found {}", args.len()),
            );
            return;
        }
        for (i, ((param, arg), node)) in params.iter().zip(args).zip(nodes).enumerate() {
            let declared = self.facts.param_kind(ty, i);
            if !assignable(&arg.kind.ty, &declared.ty) {
                let (wanted, found) = (declared.describe(index), arg.kind.describe(index));
                let message = format!(
                    "parameter `{}` of type `{name}` is {wanted}, found {found}",
                    param.id.value
                );
                let at = text.loc_of(node.span.clone());
                self.problems
                    .push(Problem::error(&text.place, message).at(at));
            }
        }
    }

    pub(super) fn parent(&mut self, scope: &Scope, spec: &AttrSpec) -> ParentSpec {
        match &spec.parent {
            None => ParentSpec::Reader,
            Some(ParentText::None(_)) => ParentSpec::None,
            Some(ParentText::Expr(text)) => {
                let (expr, kind) = self.expr(text, scope.clone());
                if !matches!(kind.ty, Ty::User(_) | Ty::Struct | Ty::Any) {
                    let found = kind.describe(self.facts.index());
                    self.error(
                        text,
                        format!("`parent` must be an object or `false`, found {found}"),
                    );
                }
                ParentSpec::Expr(Box::new(expr))
            }
        }
    }

    pub(super) fn process(&mut self, scope: &Scope, text: &Text) -> Option<Process> {
        let call = expr::parse_process(&text.value);
        let call = call.map_err(|error| self.syntax_error(text, &error)).ok()?;
        let args = self.args(text, scope, &call.args);
        let (expected, takes): (&[Ty], &str) = match call.name.as_str() {
            "zlib" | "base64" | "hex" => (&[], "no arguments"),
            "xor" => (
                &[Ty::Int, Ty::Bytes],
                "one argument, an integer or a byte array",
            ),
            "rol" | "ror" => (&[Ty::Int], "one argument, an integer"),
            _ => {
                let args = args.into_iter().map(|arg| arg.expr).collect();
                return Some(Process::Custom {
                    name: call.name.into(),
                    args,
                });
            }
        };
        let wanted = usize::from(!expected.is_empty());
        let fits = |arg: &Typed| arg.kind.is_any() || expected.contains(&arg.kind.ty);
        if args.len() != wanted || !args.iter().all(fits) {
            let index = self.facts.index();
            let found: Vec<String> = args.iter().map(|arg| arg.kind.describe(index)).collect();
            let found = if found.is_empty() {
                "none".to_owned()
            } else {
                found.join(", ")
            };
            self.error(
                text,
                format!("`{}` takes {takes}, found {found}", call.name),
            );
            return None;
        }
        let arg = args.into_iter().next().map(|arg| Box::new(arg.expr));
        match (call.name.as_str(), arg) {
            ("zlib", _) => Some(Process::Zlib),
            ("base64", _) => Some(Process::Base64),
            ("hex", _) => Some(Process::Hex),
            ("xor", Some(key)) => Some(Process::Xor(key)),
            ("rol", Some(bits)) => Some(Process::Rol(bits)),
            ("ror", Some(bits)) => Some(Process::Ror(bits)),
            _ => None,
        }
    }
}
