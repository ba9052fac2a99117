//! The routines of `process`: from stored bytes to the bytes that are meant.

mod radix;
mod zlib;

pub(crate) use radix::{base64, hex};
pub(crate) use zlib::zlib;

/// What a routine made of its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// The bytes that are meant.
    pub(crate) bytes: Vec<u8>,
    /// Oddities that don't stop a reader.
    pub(crate) notes: Vec<String>,
}

impl From<Vec<u8>> for Decoded {
    fn from(bytes: Vec<u8>) -> Decoded {
        Decoded {
            bytes,
            notes: Vec::new(),
        }
    }
}

/// Why a routine failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct CodecError {
    message: String,
    limit: bool,
    at: Option<usize>,
    partial: Vec<u8>,
}

impl CodecError {
    /// The stored bytes are wrong at this offset; `partial` is what had been
    /// decoded by then.
    fn data(at: usize, partial: Vec<u8>, message: String) -> CodecError {
        CodecError {
            message,
            limit: false,
            at: Some(at),
            partial,
        }
    }

    /// The result is longer than allowed.
    fn limit(at: usize, partial: Vec<u8>, message: String) -> CodecError {
        CodecError {
            message,
            limit: true,
            at: Some(at),
            partial,
        }
    }

    /// A failure of which no more is known.
    pub(crate) fn from_message(message: String) -> CodecError {
        CodecError {
            message,
            limit: false,
            at: None,
            partial: Vec::new(),
        }
    }

    /// What was found at which of the stored bytes, and what was expected.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the result is longer than allowed; else the data are bad.
    pub(crate) fn is_limit(&self) -> bool {
        self.limit
    }

    /// Offset in the stored bytes.
    pub(crate) fn at(&self) -> Option<u64> {
        self.at.map(|at| at as u64)
    }

    /// What could be decoded.
    pub(crate) fn into_partial(self) -> Vec<u8> {
        self.partial
    }
}

/// `count` with a noun that takes an s.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// XORs with a key that is repeated as often as needed. An empty key changes
/// nothing and is noted.
pub(crate) fn xor(bytes: &[u8], key: &[u8]) -> Decoded {
    match key {
        [] => {
            let note = "the key to XOR with is empty: the bytes stay as they are".to_owned();
            Decoded {
                bytes: bytes.to_vec(),
                notes: vec![note],
            }
        }
        [key] => Decoded::from(bytes.iter().map(|byte| byte ^ key).collect::<Vec<u8>>()),
        _ => {
            let pairs = bytes.iter().zip(key.iter().cycle());
            Decoded::from(pairs.map(|(byte, key)| byte ^ key).collect::<Vec<u8>>())
        }
    }
}

/// Rotates each byte left, to the right if `bits` is negative.
pub(crate) fn rotate_left(bytes: &[u8], bits: i128) -> Decoded {
    let bits = bits.rem_euclid(8) as u32;
    Decoded::from(
        bytes
            .iter()
            .map(|byte| byte.rotate_left(bits))
            .collect::<Vec<u8>>(),
    )
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    pub(super) fn check(found: Result<Decoded, CodecError>, want: &str, notes: &[&str]) {
        let found = found.expect("good data");
        assert_eq!(String::from_utf8_lossy(&found.bytes), want);
        assert_eq!(found.notes, notes);
    }

    #[track_caller]
    pub(super) fn check_error(
        found: Result<Decoded, CodecError>,
        decoded: &str,
        at: u64,
        message: &str,
    ) {
        let error = found.expect_err("bad data");
        assert_eq!(
            (error.message(), error.is_limit(), error.at()),
            (message, false, Some(at))
        );
        assert_eq!(String::from_utf8_lossy(&error.into_partial()), decoded);
    }

    #[track_caller]
    fn check_xor(bytes: &[u8], key: &[u8], want: &[u8]) {
        let found = xor(bytes, key);
        assert_eq!(found.bytes, want);
        assert_eq!(found.notes.is_empty(), !key.is_empty());
    }

    #[track_caller]
    fn check_rotation(byte: u8, bits: i128, want: u8) {
        assert_eq!(rotate_left(&[byte], bits).bytes, [want]);
        assert_eq!(rotate_left(&[want], bits.saturating_neg()).bytes, [byte]);
    }

    #[test]
    fn xor_keys() {
        check_xor(&[0x00, 0xff, 0x0f], &[0xf0], &[0xf0, 0x0f, 0xff]);
        check_xor(&[1, 2, 3, 4, 5], &[1, 2], &[0, 0, 2, 6, 4]);
        check_xor(&[], &[1], &[]);
        check_xor(&[1, 2], &[], &[1, 2]);
    }

    #[test]
    fn rotations() {
        check_rotation(0b1000_0001, 1, 0b0000_0011);
        check_rotation(0b1000_0001, -1, 0b1100_0000);
        check_rotation(0xab, 4, 0xba);
        check_rotation(0xab, 8, 0xab);
        check_rotation(0x01, 11, 0x08);
        check_rotation(0x01, i128::MAX, 0x80);
    }

    proptest! {
        #[test]
        fn what_is_done_can_be_undone(bytes: Vec<u8>, bits: i128, key in prop::collection::vec(0_u8.., 1..9)) {
            prop_assert_eq!(&xor(&xor(&bytes, &key).bytes, &key).bytes, &bytes);
            let back = bits.checked_neg().unwrap_or(0);
            prop_assert_eq!(&rotate_left(&rotate_left(&bytes, bits).bytes, back).bytes, &bytes);
        }
    }
}
