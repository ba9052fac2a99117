//! The expression language: text to syntax tree.
//!
//! Precedence, from loose to tight: `? :`, `or`, `and`, `not`, one comparison,
//! `|`, `^`, `&`, shifts, sums, products, prefix signs, members and subscripts.

pub(crate) mod ast;
mod atom;
mod error;
mod lex;
mod parse;
mod print;
mod template;

pub(crate) use ast::{Kind, Node, Path, Piece, Span, TypeName};
pub(crate) use error::SyntaxError;
pub(crate) use parse::{parse, parse_process, parse_type_call, parse_type_name};
pub(crate) use print::infix;
pub(crate) use template::{parse_message, parse_representation};

#[cfg(test)]
mod tests;
