//! `valid`.

use super::{Place, Text};

/// One rule of `valid`. The place of each expression is that of its key
/// (`/seq/0/valid/min`), or of `valid` itself for the short form.
#[derive(Debug, Clone)]
pub enum ValidSpec {
    /// `valid: EXPR` or `eq`.
    Eq(Text),
    /// `min`, inclusive.
    Min(Text),
    /// `max`, inclusive.
    Max(Text),
    /// `any-of`.
    AnyOf {
        /// The list.
        place: Place,
        /// Its expressions.
        values: Vec<Text>,
    },
    /// `expr`, with `_` as the value.
    Expr(Text),
    /// `in-enum: true`.
    InEnum(Place),
}
