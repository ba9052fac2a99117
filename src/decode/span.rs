//! Where a field's bytes are.

/// A run of bytes that offsets count in: the file, or a decoded stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

impl BufferId {
    /// The file itself.
    pub const FILE: BufferId = BufferId(0);
}

/// A range of bits in a buffer: start inclusive, end exclusive. In a
/// little-endian bit field, bits are counted from the low bit of each byte
/// (see [`Span::little_endian_bits`]); else from the high bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// What offsets count in.
    pub buffer: BufferId,
    /// First bit.
    pub start: u64,
    /// One past the last bit.
    pub end: u64,
    /// Whether bits are counted from the low bit of each byte.
    pub little_endian_bits: bool,
}

impl Span {
    /// A span of whole bytes: start inclusive, end exclusive.
    #[must_use]
    pub fn bytes(buffer: BufferId, start: u64, end: u64) -> Span {
        Span {
            buffer,
            start: start * 8,
            end: end * 8,
            little_endian_bits: false,
        }
    }

    /// Offset of the byte that it starts in.
    #[must_use]
    pub fn start_byte(&self) -> u64 {
        self.start / 8
    }

    /// One past the byte that it ends in.
    #[must_use]
    pub fn end_byte(&self) -> u64 {
        self.end.div_ceil(8)
    }

    /// How many bytes it touches.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        self.end_byte().saturating_sub(self.start_byte())
    }

    /// Whether it starts and ends between bytes.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.start.is_multiple_of(8) && self.end.is_multiple_of(8)
    }
}
