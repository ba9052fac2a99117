//! Small objects of small numbers, written in pieces of a known size: copying
//! sixteen bytes takes less time than finding out how many to copy.

use super::flat::Step;
use super::literal;
use crate::decode::leaf;
use crate::schema::Endian;

/// Bytes that are copied at once.
const PIECE: usize = 16;
/// Bytes of an integer of 64 bits.
const LONGEST: usize = 20;
/// Bytes that an object may take.
const MOST: usize = 1024;

/// How an object is written.
#[derive(Debug)]
pub(super) struct Quick {
    steps: Vec<Piece>,
    /// More than any object takes, in bytes.
    most: usize,
}

#[derive(Debug)]
enum Piece {
    /// Some of these bytes, and an unsigned byte after them.
    Byte([u8; PIECE], u8, u32),
    Text([u8; PIECE], u8),
    Int {
        at: u32,
        width: u8,
        signed: bool,
        endian: Endian,
    },
}

impl Quick {
    /// The same as these steps, if all of them are short.
    pub(super) fn new(steps: &[Step]) -> Option<Quick> {
        let mut pieces = Vec::new();
        let mut most = PIECE;
        for step in steps {
            match step {
                Step::Raw(raw) => {
                    most += raw.len();
                    for part in raw.chunks(PIECE) {
                        let mut text = [0; PIECE];
                        text[..part.len()].copy_from_slice(part);
                        pieces.push(Piece::Text(text, part.len() as u8));
                    }
                }
                Step::Byte { at } => {
                    most += 4;
                    let at = u32::try_from(*at).ok()?;
                    let before = match pieces.pop() {
                        Some(Piece::Text(text, len)) => (text, len),
                        other => {
                            pieces.extend(other);
                            ([0; PIECE], 0)
                        }
                    };
                    pieces.push(Piece::Byte(before.0, before.1, at));
                }
                Step::Int {
                    at,
                    width,
                    signed,
                    endian,
                } => {
                    most += LONGEST;
                    pieces.push(Piece::Int {
                        at: u32::try_from(*at).ok()?,
                        width: *width,
                        signed: *signed,
                        endian: *endian,
                    });
                }
                _ => return None,
            }
        }
        (most <= MOST).then_some(Quick {
            steps: pieces,
            most,
        })
    }

    /// Writes the object that `bytes` begins with.
    #[inline]
    pub(super) fn write(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + self.most, 0);
        let mut to = start;
        for piece in &self.steps {
            match piece {
                Piece::Byte(text, len, at) => {
                    put(out, to, text);
                    to += usize::from(*len);
                    let byte = bytes.get(*at as usize).copied().unwrap_or(0);
                    let digits = literal::BYTES[usize::from(byte)];
                    put(out, to, &digits);
                    to += usize::from(digits[3]);
                }
                Piece::Text(text, len) => {
                    put(out, to, text);
                    to += usize::from(*len);
                }
                Piece::Int {
                    at,
                    width,
                    signed,
                    endian,
                } => {
                    let at = *at as usize;
                    let field = bytes.get(at..at + usize::from(*width)).unwrap_or_default();
                    let number = leaf::int(field, *width, *signed, *endian).unwrap_or(0);
                    let mut digits = itoa::Buffer::new();
                    let digits = match i64::try_from(number) {
                        Ok(number) => digits.format(number),
                        Err(_) => digits.format(number),
                    };
                    if let Some(place) = out.get_mut(to..to + digits.len()) {
                        place.copy_from_slice(digits.as_bytes());
                    }
                    to += digits.len();
                }
            }
        }
        out.truncate(to);
    }
}

#[inline]
fn put<const N: usize>(out: &mut [u8], at: usize, text: &[u8; N]) {
    if let Some(place) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<N>) {
        *place = *text;
    }
}
