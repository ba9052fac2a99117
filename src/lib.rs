//! Shows what is inside a binary file: a Kaitai Struct grammar, a file, and an
//! annotated hexdump of the one under the other.
//!
//! Data stands still in four places, and the code between them is all there is:
//!
//! ```text
//!  .ksy ── grammar ──▶ SCHEMA ──┐
//!                               ├─ decode ──▶ TREE ──┬─ view ──▶ LINES ── paint ──▶ terminal, page, picture
//!  file ── input ────▶ BYTES ───┘                    └─ export ────────────────────▶ JSON
//! ```
//!
//! - [`grammar::compile`] turns `.ksy` text into a [`schema::Schema`], or into
//!   [problems](grammar::Problem) with their places. It runs every pass that it
//!   still can, so that all of them are said at once.
//! - [`input::Input`] maps a file, or reads it where it cannot be mapped.
//! - [`tree::Tree`] is the file under the schema. Its [nodes](tree::Node) find
//!   their bytes and their values when they are asked; [`tree::check`] walks
//!   all of them and gives what is wrong.
//! - [`view::hexdump()`] and its siblings write [lines](view::doc::Line) of
//!   spans, each with a [role](view::doc::Role); [`paint::Theme`] says how a
//!   role looks. [`export`] writes the same tree for programs.
//! - [`formats`] holds the grammars that are built in, and tells which of them
//!   a file is of.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use fmtview::formats::Library;
//! use fmtview::grammar::{GrammarText, compile};
//! use fmtview::tree::{Options, Tree, check};
//!
//! let grammar = GrammarText {
//!     name: "sizes.ksy".to_owned(),
//!     text: "
//! meta: {id: sizes, endian: be}
//! seq:
//!   - {id: count, type: u1}
//!   - {id: sizes, type: u2, repeat: expr, repeat-expr: count, valid: {max: 300}}
//! "
//!     .to_owned(),
//! };
//! let compiled = compile(grammar, &Library::default());
//! let schema = compiled.schema.ok_or("a mistake in the grammar")?;
//! let tree = Tree::new(&schema, b"\x02\x01\x00\x05\x00", Options::default());
//!
//! let sizes = tree.root().member("sizes").ok_or("no such field")?;
//! let second = sizes.child(1).ok_or("only one")?;
//! assert_eq!(second.path(), "sizes[1]");
//! assert_eq!(second.value()?.as_int(), Some(0x500));
//! assert_eq!(second.span().map(|span| span.start_byte()), Some(3));
//!
//! let mut found = Vec::new();
//! let _ = check(&tree, &mut |finding| {
//!     found.push(format!("{}: {}", finding.path, finding.message));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, ["sizes[1]: found 1280; expected at most 300"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What does not happen
//!
//! Each of these holds everywhere; `tests/tidy.rs` holds those that can be seen
//! in the text of `src/`.
//!
//! - A faulty file is no error of the library. A fault is data: it belongs to
//!   its node, and decoding goes on with the next place whose position is known.
//! - Nothing panics on what a file or a grammar says, and nothing allocates by a
//!   size that was not tested against the bytes there are. What could run on
//!   without end has a limit ([`decode::Limits`]).
//! - No node is kept per field. An element of an array of fixed size is
//!   computed from the array's start and the element's size; the others are
//!   found by a pass over what sizes depend on.
//! - No text of a file or a grammar gets into a line unescaped:
//!   [`view::doc::Line::untrusted`] is the only way in, and it escapes before
//!   anything is measured.
//! - Views know roles, not colours; escape codes are in [`paint`] alone.
//! - The library does not print, ask the environment, or know of a command
//!   line. `unsafe` is in [`input`] alone.
//! - No module uses one that stands below it in this list:
#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

// Blank lines keep the order from being sorted.
pub mod text;

pub mod diag;

pub mod schema;

pub mod grammar;

pub mod decode;

pub mod tree;

pub mod formats;

pub mod view;

pub mod export;

pub mod paint;

pub mod input;
