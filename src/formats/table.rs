//! The built-in grammars. Made from `grammars/` by a test: do not edit, run
//! `SNAPSHOTS=overwrite cargo test --test formats`.

use super::Format;

#[rustfmt::skip]
pub(super) static FORMATS: &[Format] = &[
];
