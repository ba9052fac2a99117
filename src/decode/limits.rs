//! How far hostile data and grammars may go.

/// Bounds on work and memory; each message about one names it and the option
/// that raises it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Nested objects, and nested evaluations of instances (`--max-depth`).
    pub depth: u32,
    /// Elements of one array that have no fixed size (`--max-elements`).
    pub elements: u64,
    /// Bytes of one decompressed or decoded stream (`--max-stream`).
    pub stream_bytes: u64,
    /// Bytes of all decoded streams that are in use at once, beside as many as
    /// the file has (`--max-memory`).
    pub held_bytes: u64,
    /// Elements that expressions go through for one object, beside as many as
    /// the file has bytes (`--max-steps`).
    pub steps: u64,
    /// Fields that a walk visits, beside those that each byte of the file may
    /// have (`--max-fields`).
    pub fields: u64,
}

impl Limits {
    /// As deep as the command line goes, on a stack of 1 GiB.
    pub const DEEP: u32 = 12_000;
}

impl Default for Limits {
    /// Bounds for a stack of 2 MiB, as threads have: a level of nesting takes
    /// up to 12 KiB of it in a build without optimisation.
    fn default() -> Self {
        Limits {
            depth: 128,
            elements: 1 << 32,
            stream_bytes: 128 << 20,
            held_bytes: 256 << 20,
            steps: 1 << 21,
            fields: 1 << 18,
        }
    }
}
