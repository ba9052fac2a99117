//! Expressions of a grammar in a reader's words: `4 × num_rooms`, `size of the
//! file`, `if the border is stored`.

use crate::schema::{
    BinOp, EnumId, Expr, ExprKind, Instance, Member, MessagePart, Method, Schema, Show, Special,
    Ty, TypeId, UnOp,
};

/// Longer texts end in an ellipsis.
const LONGEST: usize = 240;

/// Deeper expressions are not followed.
const DEEPEST: u32 = 60;

/// How tightly text binds as an operand; the levels of the language.
mod level {
    pub(super) const TERNARY: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARE: u8 = 4;
    pub(super) const SUM: u8 = 9;
    pub(super) const PRODUCT: u8 = 10;
    pub(super) const SIGN: u8 = 11;
    pub(super) const ATOM: u8 = 12;
}

/// Writes expressions of one type of a schema.
#[derive(Debug, Clone, Copy)]
pub struct Words<'s> {
    /// The grammar.
    pub schema: &'s Schema,
    /// The type in which the expressions are written.
    pub within: TypeId,
    /// Whether operators are written in ASCII.
    pub ascii: bool,
}

/// A text, and how tightly it binds.
struct Said {
    text: String,
    level: u8,
}

impl Said {
    fn atom(text: impl Into<String>) -> Said {
        Said {
            text: text.into(),
            level: level::ATOM,
        }
    }

    /// As an operand that must bind at least as tightly as `least`.
    fn operand(self, least: u8) -> String {
        if self.level < least {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

impl Words<'_> {
    /// An expression as a value.
    #[must_use]
    pub fn expr(&self, expr: &Expr) -> String {
        shorten(self.say(expr, DEEPEST).text, self.ascii)
    }

    /// An expression as a factor: in parentheses if it is a sum or looser.
    #[must_use]
    pub fn factor(&self, expr: &Expr) -> String {
        shorten(
            self.say(expr, DEEPEST).operand(level::PRODUCT + 1),
            self.ascii,
        )
    }

    /// A condition as a clause: `if width > 0`, `unless nothing follows`.
    #[must_use]
    pub fn condition(&self, expr: &Expr) -> String {
        let (word, of) = match &expr.kind {
            ExprKind::Unary(UnOp::Not, of) if !is_eof(of) => ("unless", &**of),
            _ => ("if", expr),
        };
        format!("{word} {}", self.clause(of))
    }

    /// What a condition says, without a word before it: `width > 0`.
    #[must_use]
    pub fn clause(&self, expr: &Expr) -> String {
        shorten(self.say(expr, DEEPEST).text, self.ascii)
    }

    /// What a helper's doc says of it, after "Whether".
    fn told(&self, expr: &Expr) -> Option<String> {
        let instance = self.value_instance(expr)?;
        if instance.attr.show != Some(Show::None) || instance.attr.ty != Ty::Bool {
            return None;
        }
        let doc = first_sentence(instance.attr.doc.as_deref()?);
        let clause = doc.strip_prefix("Whether ")?;
        Some(clause.trim_end_matches('.').to_owned())
    }

    fn value_instance(&self, expr: &Expr) -> Option<&Instance> {
        let ExprKind::Member {
            slot: Some((ty, Member::Instance(i))),
            ..
        } = &expr.kind
        else {
            return None;
        };
        let instance = self.schema.ty(*ty).instances.get(usize::from(*i))?;
        instance.value.is_some().then_some(instance)
    }

    /// The name of an enum's value.
    #[must_use]
    pub fn enum_name(&self, id: EnumId, value: i128) -> String {
        match self.schema.enumeration(id).entry(value) {
            Some(entry) => entry.name.to_string(),
            None => value.to_string(),
        }
    }

    fn say(&self, expr: &Expr, depth: u32) -> Said {
        let Some(depth) = depth.checked_sub(1) else {
            return Said::atom(if self.ascii { "..." } else { "…" });
        };
        match &expr.kind {
            ExprKind::Int(n) => int(*n),
            ExprKind::Float(n) => Said::atom(format!("{n:?}")),
            ExprKind::Bool(b) => Said::atom(if *b { "true" } else { "false" }),
            ExprKind::Str(text) => Said::atom(quoted(text)),
            ExprKind::Bytes(bytes) => Said::atom(bytes_text(bytes, self.ascii)),
            ExprKind::Enum(id, value) => Said::atom(self.enum_name(*id, *value)),
            ExprKind::Array(items) | ExprKind::ByteArray(items) => {
                Said::atom(format!("[{}]", self.list(items, depth)))
            }
            ExprKind::Range(a, b) => Said::atom(format!(
                "[{} .. {}]",
                self.say(a, depth).text,
                self.say(b, depth).text
            )),
            ExprKind::This => Said::atom(format!("this {}", self.schema.ty(self.within).name)),
            ExprKind::Item => Said::atom("it"),
            ExprKind::Index => Said::atom("index"),
            ExprKind::Member { of, name, .. } => match self.told(expr) {
                // not a name any more
                Some(text) => Said {
                    text,
                    level: level::OR,
                },
                None => self.member(of, name, depth),
            },
            ExprKind::Special(of, special) => self.special(of, *special, depth),
            ExprKind::Unary(op, of) => {
                let (sign, own) = match op {
                    UnOp::Neg => ("-", level::SIGN),
                    UnOp::Invert => ("~", level::SIGN),
                    UnOp::Not if is_eof(of) => return Said::atom("more follows"),
                    UnOp::Not => ("not ", level::NOT),
                };
                Said {
                    text: format!("{sign}{}", self.say(of, depth).operand(own)),
                    level: own,
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, depth),
            ExprKind::And(a, b) => self.infix("and", level::AND, a, b, depth),
            ExprKind::Or(a, b) => self.infix("or", level::OR, a, b, depth),
            ExprKind::Ternary(test, a, b) => Said {
                text: format!(
                    "{} if {}, else {}",
                    self.say(a, depth).operand(level::OR),
                    self.say(test, depth).operand(level::OR),
                    self.say(b, depth).text
                ),
                level: level::TERNARY,
            },
            ExprKind::Subscript(of, index) => Said::atom(format!(
                "{}[{}]",
                self.say(of, depth).operand(level::ATOM),
                self.say(index, depth).text
            )),
            ExprKind::Slice(of, a, b) => Said::atom(format!(
                "{}[{} .. {}]",
                self.say(of, depth).operand(level::ATOM),
                self.say(a, depth).text,
                self.say(b, depth).text
            )),
            ExprKind::Method { of, method, args } => self.method(of, *method, args, depth),
            ExprKind::Cast(of, _) => self.say(of, depth),
            ExprKind::Format(parts) => Said::atom(self.format(parts, depth)),
        }
    }

    fn list(&self, items: &[Expr], depth: u32) -> String {
        let mut text = String::new();
        for (i, item) in items.iter().enumerate() {
            if text.len() > LONGEST {
                break;
            }
            text.push_str(if i > 0 { ", " } else { "" });
            text.push_str(&self.say(item, depth).text);
        }
        text
    }

    fn format(&self, parts: &[MessagePart], depth: u32) -> String {
        let mut text = String::from("\"");
        for part in parts {
            match part {
                MessagePart::Text(piece) => text.push_str(piece),
                MessagePart::Expr { expr, .. } => {
                    text.push('{');
                    text.push_str(&self.say(expr, depth).text);
                    text.push('}');
                }
            }
        }
        text.push('"');
        text
    }

    fn member(&self, of: &Expr, name: &str, depth: u32) -> Said {
        match &of.kind {
            ExprKind::This => Said::atom(name),
            ExprKind::Special(inner, special @ (Special::Root | Special::Parent))
                if is_chain(inner) =>
            {
                // A name that means something else here says whose it is.
                let own = &self.schema.ty(self.within).members;
                let top = *special == Special::Root && self.within == self.schema.root;
                if top || !own.contains_key(name) {
                    Said::atom(name)
                } else if *special == Special::Root {
                    Said::atom(format!("{name} of the whole"))
                } else {
                    Said::atom(format!("{name} of what holds it"))
                }
            }
            ExprKind::Item => Said::atom(format!("its {name}")),
            _ => Said::atom(format!(
                "{}.{name}",
                self.say(of, depth).operand(level::ATOM)
            )),
        }
    }

    fn special(&self, of: &Expr, special: Special, depth: u32) -> Said {
        match special {
            Special::Io => Said::atom(self.stream(of, depth)),
            Special::Root => Said::atom("the whole"),
            Special::Parent if is_chain(of) => Said::atom("what holds it"),
            Special::Parent => Said::atom(format!("what holds {}", self.say(of, depth).text)),
        }
    }

    /// The stream of an object.
    fn stream(&self, of: &Expr, depth: u32) -> String {
        match &of.kind {
            ExprKind::Special(_, Special::Root) => "the file".into(),
            ExprKind::This if self.within == self.schema.root => "the file".into(),
            ExprKind::This => "the data".into(),
            ExprKind::Special(..) => "the data around it".into(),
            _ => self.say(of, depth).text,
        }
    }

    fn infix(&self, word: &str, own: u8, a: &Expr, b: &Expr, depth: u32) -> Said {
        Said {
            text: format!(
                "{} {word} {}",
                self.say(a, depth).operand(own),
                self.say(b, depth).operand(own + 1)
            ),
            level: own,
        }
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr, depth: u32) -> Said {
        let (sign, plain, own) = match op {
            BinOp::Add => ("+", "+", level::SUM),
            BinOp::Sub => ("-", "-", level::SUM),
            BinOp::Mul => ("×", "*", level::PRODUCT),
            BinOp::Div => ("/", "/", level::PRODUCT),
            BinOp::Mod => ("mod", "mod", level::PRODUCT),
            BinOp::Shl => ("<<", "<<", 8),
            BinOp::Shr => (">>", ">>", 8),
            BinOp::BitAnd => ("&", "&", 7),
            BinOp::BitXor => ("^", "^", 6),
            BinOp::BitOr => ("|", "|", 5),
            BinOp::Eq => ("=", "=", level::COMPARE),
            BinOp::Ne => ("≠", "!=", level::COMPARE),
            BinOp::Lt => ("<", "<", level::COMPARE),
            BinOp::Le => ("≤", "<=", level::COMPARE),
            BinOp::Gt => (">", ">", level::COMPARE),
            BinOp::Ge => ("≥", ">=", level::COMPARE),
        };
        let sign = if self.ascii { plain } else { sign };
        let sign = match (op, &a.kind, &b.kind) {
            (BinOp::Eq, _, ExprKind::Enum(..)) | (BinOp::Eq, ExprKind::Enum(..), _) => "is",
            (BinOp::Ne, _, ExprKind::Enum(..)) | (BinOp::Ne, ExprKind::Enum(..), _) => "is not",
            _ => sign,
        };
        self.infix(sign, own, a, b, depth)
    }

    fn method(&self, of: &Expr, method: Method, args: &[Expr], depth: u32) -> Said {
        let stream = match &of.kind {
            ExprKind::Special(of, Special::Io) => Some(self.stream(of, depth)),
            _ => None,
        };
        let value = || self.say(of, depth).operand(level::ATOM);
        let text = match (method, stream) {
            (Method::Size, Some(stream)) => format!("size of {stream}"),
            (Method::Eof, Some(_)) => "nothing follows".into(),
            (Method::Pos, Some(_)) => "this place".into(),
            (Method::ToI | Method::ToS | Method::ToB, _) => return self.say(of, depth),
            (Method::Size, None) => format!("number of {}", value()),
            (Method::Length, _) => format!("length of {}", value()),
            (Method::First, _) => format!("first of {}", value()),
            (Method::Last, _) => format!("last of {}", value()),
            (Method::Min, _) => format!("least of {}", value()),
            (Method::Max, _) => format!("greatest of {}", value()),
            (Method::Reverse, _) => format!("{} reversed", value()),
            (Method::Substring, _) => format!("{}[{}]", value(), self.list(args, depth)),
            (Method::Sum, _) if args.is_empty() => format!("sum of {}", value()),
            (other, _) => {
                let name = match other {
                    Method::Eof => "eof",
                    Method::Pos => "pos",
                    Method::IndexOf => "index_of",
                    Method::All => "all",
                    Method::Any => "any",
                    Method::Count => "count",
                    Method::Sum => "sum",
                    _ => "unique",
                };
                format!("{}.{name}({})", value(), self.list(args, depth))
            }
        };
        Said::atom(text)
    }
}

/// `this`, `_root`, `_parent` and what is made of them.
fn is_chain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This => true,
        ExprKind::Special(of, Special::Root | Special::Parent) => is_chain(of),
        _ => false,
    }
}

fn is_eof(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Method {
            method: Method::Eof,
            ..
        }
    )
}

/// An integer; large ones in hexadecimal if that has round digits.
fn int(n: i128) -> Said {
    let level = if n < 0 { level::SIGN } else { level::ATOM };
    let text = if n > 0xffff && looks_hexadecimal(n) {
        format!("{n:#x}")
    } else {
        n.to_string()
    };
    Said { text, level }
}

/// Whether a number has longer runs of one digit in hexadecimal.
#[must_use]
pub fn looks_hexadecimal(n: i128) -> bool {
    let run = |text: String| {
        let mut longest = 0;
        let mut run = (0, b' ');
        for byte in text.bytes() {
            run = if byte == run.1 {
                (run.0 + 1, byte)
            } else {
                (1, byte)
            };
            longest = longest.max(run.0);
        }
        longest
    };
    let (hex, dec) = (run(format!("{n:x}")), run(n.to_string()));
    hex > dec || hex == dec && n > 0xff_ffff
}

/// Text in quotes; cut if it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars().take(LONGEST) {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

/// Bytes: as text if they are printable, else the first in hexadecimal.
#[must_use]
pub fn bytes_text(bytes: &[u8], ascii: bool) -> String {
    if !bytes.is_empty() && bytes.iter().all(|b| matches!(b, b' '..=b'~')) {
        return quoted(&String::from_utf8_lossy(bytes));
    }
    let shown = bytes.iter().take(16).map(|b| format!("{b:02x}"));
    let mut text = shown.collect::<Vec<_>>().join(" ");
    if bytes.len() > 16 {
        text.push_str(if ascii { " ..." } else { " …" });
    }
    text
}

/// The first sentence of a doc, on one line and without marks of emphasis.
#[must_use]
pub fn first_sentence(doc: &str) -> String {
    let mut text = String::new();
    // one paragraph at most
    let paragraph = doc.trim_start().split("\n\n").next().unwrap_or("");
    for word in paragraph.split_whitespace() {
        if ends_sentence(&text, word) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(word.chars().filter(|&c| c != '`'));
        if text.len() > 4 * LONGEST {
            break;
        }
    }
    text
}

/// Whether `text` is a whole sentence, seen from the word that follows it.
fn ends_sentence(text: &str, next: &str) -> bool {
    let stop = text.ends_with(['.', '!', '?', '。']);
    let last = text.rsplit(' ').next().unwrap_or("");
    let short = ["e.g.", "i.e.", "etc.", "cf.", "vs.", "No.", "approx."].contains(&last);
    let begins = next.chars().next().is_some_and(|c| !c.is_lowercase());
    stop && !short && begins
}

fn shorten(text: String, ascii: bool) -> String {
    if text.len() <= LONGEST {
        return text;
    }
    let mut end = LONGEST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let ellipsis = if ascii { "..." } else { "…" };
    format!("{}{ellipsis}", &text[..end])
}

#[cfg(test)]
mod tests;
