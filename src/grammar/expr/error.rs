//! Why a text is no expression.

use nom::error::{ErrorKind, ParseError};

use super::Span;

/// What would have been right where an expression goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    /// `1 +` (expected a value)
    Value,
    /// `a b` (expected an operator or the end)
    OperatorOrEnd,
    /// `(1` (expected `)`)
    Close(&'static str),
    /// `a ? b` (expected `:`)
    Colon,
    /// `a.1` (expected a name)
    Name,
    /// `sizeof(a)` (expected `<`)
    OpenAngle,
    /// `a < b < c` (comparisons can't be chained)
    NoChain,
    /// `1 + not a` (`not` needs parentheses here)
    NoNot,
    /// `"\q"` (unknown escape)
    Escape,
    /// `"\ud800"` (no character has this number)
    Character,
    /// `0x` (expected digits)
    Digits,
    /// `007` (a decimal number can't begin with 0)
    NoLeadingZero,
    /// `999…` (does not fit in 128 bits)
    Fits,
    /// `((((…` (nested too deeply)
    Shallow,
    /// `a.b.c(1)(2)` (only a method can be called)
    Method,
    /// `{a` in a template (expected `}`)
    Brace,
}

/// An error in an expression's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// What is wrong.
    pub(crate) expect: Expect,
    /// Where: empty at the end of the text.
    pub(crate) span: Span,
    /// What stands there; empty at the end of the text.
    pub(crate) found: String,
    /// What may have been meant.
    pub(crate) guess: Option<&'static str>,
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let found = if self.found.is_empty() {
            "the end".to_owned()
        } else {
            format!("`{}`", self.found)
        };
        match self.expect {
            Expect::Value => write!(f, "expected a value, found {found}")?,
            Expect::OperatorOrEnd => write!(f, "expected an operator or the end, found {found}")?,
            Expect::Close(what) => write!(f, "expected `{what}`, found {found}")?,
            Expect::Colon => write!(f, "expected `:` and the other branch, found {found}")?,
            Expect::Name => write!(f, "expected a name, found {found}")?,
            Expect::OpenAngle => write!(f, "expected `<` and a type, found {found}")?,
            Expect::NoChain => {
                write!(f, "comparisons can't be chained: join two of them by `and`")?
            }
            Expect::NoNot => write!(f, "`not` binds loosely: put it in parentheses here")?,
            Expect::Escape => {
                write!(
                    f,
                    "unknown escape {found}; expected one of \\a \\b \\t \\n \\v \\f \\r \\e \\' \\\" \\\\, octal digits or \\uXXXX"
                )?;
            }
            Expect::Character => write!(f, "{found} is no character")?,
            Expect::Digits => write!(f, "expected digits, found {found}")?,
            Expect::NoLeadingZero => {
                write!(f, "a decimal number can't begin with 0 (octal is `0o`)")?
            }
            Expect::Fits => write!(f, "{found} is too large: numbers have at most 128 bits")?,
            Expect::Shallow => write!(f, "the expression is nested too deeply")?,
            Expect::Method => write!(f, "only a method can be called")?,
            Expect::Brace => write!(f, "expected `}}`, found {found}")?,
        }
        match self.guess {
            Some(guess) => write!(f, "; did you mean {guess}?"),
            None => Ok(()),
        }
    }
}

/// Where parsing stopped: the rest of the text, and what was expected there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stop<'a> {
    pub(super) rest: &'a str,
    pub(super) expect: Expect,
    /// How many bytes of `rest` are wrong; 0: the next word.
    pub(super) len: usize,
}

impl<'a> ParseError<&'a str> for Stop<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Stop {
            rest,
            expect: Expect::Value,
            len: 0,
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl Stop<'_> {
    /// The error with its place in `whole`, of which `rest` is the end.
    pub(super) fn locate(self, whole: &str) -> SyntaxError {
        let start = whole.len() - self.rest.len();
        let len = if self.len > 0 {
            self.len
        } else {
            word_len(self.rest)
        };
        let found = self.rest.get(..len).unwrap_or(self.rest);
        SyntaxError {
            expect: self.expect,
            span: start..start + found.len(),
            found: shorten(found),
            guess: match found {
                ">" if whole[..start].ends_with('<') => Some("`!=`"),
                _ => guess(self.expect, self.rest),
            },
        }
    }
}

/// Length of the word, run of operators or single character that a text
/// begins with.
fn word_len(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    let run = |test: fn(char) -> bool| text.find(|c| !test(c)).unwrap_or(text.len());
    if first.is_alphanumeric() || first == '_' {
        run(|c| c.is_alphanumeric() || c == '_')
    } else if is_sign(first) {
        run(is_sign)
    } else {
        first.len_utf8()
    }
}

fn is_sign(c: char) -> bool {
    "&|!=<>*/%^+-~?@#$".contains(c)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What people write who come from other languages.
fn guess(expect: Expect, rest: &str) -> Option<&'static str> {
    const OPERATORS: [(&str, &str); 9] = [
        ("&&", "`and`"),
        ("||", "`or`"),
        ("===", "`==`"),
        ("!==", "`!=`"),
        ("=", "`==`"),
        ("<>", "`!=`"),
        ("AND", "`and`"),
        ("OR", "`or`"),
        ("NOT", "`not`"),
    ];
    let found = &rest[..word_len(rest)];
    match expect {
        Expect::Value if found.starts_with('!') => Some("`not`"),
        Expect::OperatorOrEnd | Expect::Value | Expect::Close(_) => OPERATORS
            .iter()
            .find(|(from, _)| *from == found)
            .map(|(_, to)| *to),
        Expect::OpenAngle => Some("`sizeof<type>`"),
        _ => None,
    }
}
