//! One buffer from its first byte to its last: what was shown, what comes next.

use std::ops::Range;

use super::regions::Regions;
use crate::decode::{BufferId, Span};

/// Positioned places inside one another that are opened; deeper ones are named.
pub(super) const DEEPEST: usize = 48;

/// How far a buffer is shown.
pub(super) struct Flow<'a> {
    /// The buffer.
    pub(super) buffer: BufferId,
    /// The places in it that are found by position.
    pub(super) regions: Regions<'a>,
    /// The bytes that are shown; others are passed.
    pub(super) window: Range<u64>,
    /// Whether bytes that nobody claims are shown.
    pub(super) gaps: bool,
    /// Positioned places that are open.
    pub(super) nesting: usize,
    /// Whether nothing of the buffer follows the window.
    last: bool,
    /// All bits before this one were shown or passed.
    cursor: u64,
}

impl<'a> Flow<'a> {
    /// Starts before the first byte of the window in a buffer of `len` bytes.
    pub(super) fn new(
        buffer: BufferId,
        regions: Regions<'a>,
        window: Range<u64>,
        len: u64,
    ) -> Flow<'a> {
        let cursor = window.start.saturating_mul(8);
        Flow {
            buffer,
            regions,
            last: window.end >= len,
            window,
            gaps: true,
            nesting: 0,
            cursor,
        }
    }

    /// For what takes no bytes: all of the buffer counts as shown, so that
    /// nothing is shown before its turn.
    pub(super) fn hollow(buffer: BufferId) -> Flow<'a> {
        let mut flow = Flow::new(buffer, Regions::none(), 0..u64::MAX, 0);
        flow.cursor = u64::MAX;
        flow
    }

    /// Whether all of the buffer is shown.
    pub(super) fn is_whole(&self) -> bool {
        self.gaps && self.last && self.window.start == 0
    }

    /// The first byte that was not shown.
    pub(super) fn shown(&self) -> u64 {
        self.cursor.div_ceil(8)
    }

    /// Whether a bit was shown or passed.
    pub(super) fn is_past(&self, bit: u64) -> bool {
        self.cursor > bit
    }

    /// Says that everything up to a byte was shown or is passed.
    pub(super) fn pass(&mut self, byte: u64) {
        self.pass_bits(byte.saturating_mul(8));
    }

    /// Says that everything up to a bit was shown or is passed.
    pub(super) fn pass_bits(&mut self, bit: u64) {
        self.cursor = self.cursor.max(bit);
    }

    /// Whether what starts at a byte comes after the window.
    pub(super) fn is_after(&self, start: u64) -> bool {
        start >= self.window.end && !self.last
    }

    /// Whether nothing of a span is to be shown. What has no bytes at the end of
    /// the buffer, where they are wanting, goes with the last of it.
    pub(super) fn is_outside(&self, span: &Span) -> bool {
        let (start, end) = (span.start_byte(), span.end_byte());
        if start == end {
            return start < self.window.start || (start >= self.window.end && !self.last);
        }
        start >= self.window.end || end <= self.window.start
    }
}
