//! The grammar language, statement by statement: each test has a small grammar
//! and a few bytes of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod harness;

// What is read.
mod bits;
mod bytes_extent;
mod contents;
mod encodings;
mod floats;
mod integers;
mod many;
mod measured;
mod process;
mod repeats;
mod strings;
mod switches;
mod terminators;
mod valid;

// Much of it at once.
mod whole;

// Objects and names.
mod endian;
mod enums;
mod imports;
mod instances;
mod names;
mod opaque;
mod params;
mod parents;
mod passed;

// What is computed.
mod casts;
mod expressions;
mod literals;
mod methods;
mod to_string;

// What is wrong.
mod again;
mod bombs;
mod errors;
mod hostile;
mod hostile_grammars;
mod random;
mod traps;

// The grammar as a file.
mod lint;
mod meta;
mod yaml;
