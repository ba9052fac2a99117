//! Shows what is inside a binary file: a Kaitai Struct grammar, a file, and an
//! annotated hexdump of the one under the other.
//!
//! Modules stand in the order in which they depend on one another.
#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub mod decode;
pub mod diag;
pub mod grammar;
pub mod input;
pub mod paint;
pub mod schema;
pub mod text;
pub mod tree;
pub mod view;
