//! Shows what is inside a binary file: a Kaitai Struct grammar, a file, and an
//! annotated hexdump of the one under the other.
//!
//! Modules stand in the order in which they depend on one another; each uses
//! only those above it.
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
