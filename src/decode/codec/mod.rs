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

/// Why a routine failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct CodecError {
    /// Whether the data are at fault.
    pub(crate) kind: CodecErrorKind,
    /// What was found at which of the stored bytes, and what was expected.
    pub(crate) message: String,
    /// Offset in the stored bytes.
    pub(crate) at: usize,
    /// What had been decoded by then.
    pub(crate) decoded: Vec<u8>,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodecErrorKind {
    /// The stored bytes, or the key, are not what they should be.
    Data,
    /// The result is longer than allowed.
    Limit,
}

impl CodecError {
    fn data(at: usize, decoded: Vec<u8>, message: String) -> CodecError {
        CodecError {
            kind: CodecErrorKind::Data,
            message,
            at,
            decoded,
        }
    }
}

/// `count` with a noun that takes an s.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// XORs with a key that is repeated as often as needed.
///
/// # Errors
/// An empty key.
pub(crate) fn xor(bytes: &[u8], key: &[u8]) -> Result<Vec<u8>, CodecError> {
    match key {
        [] => {
            let message = "the key to XOR with is empty; expected at least 1 byte".to_owned();
            Err(CodecError::data(0, Vec::new(), message))
        }
        [key] => Ok(bytes.iter().map(|byte| byte ^ key).collect()),
        _ => Ok(bytes
            .iter()
            .zip(key.iter().cycle())
            .map(|(byte, key)| byte ^ key)
            .collect()),
    }
}

/// Rotates each byte left, to the right if `bits` is negative.
pub(crate) fn rotate_left(bytes: &[u8], bits: i128) -> Vec<u8> {
    let bits = bits.rem_euclid(8) as u32;
    bytes.iter().map(|byte| byte.rotate_left(bits)).collect()
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
        at: usize,
        message: &str,
    ) {
        let error = found.expect_err("bad data");
        assert_eq!(error.message, message);
        assert_eq!(
            (&*String::from_utf8_lossy(&error.decoded), error.at),
            (decoded, at)
        );
        assert_eq!(error.kind, CodecErrorKind::Data);
    }

    #[track_caller]
    fn check_xor(bytes: &[u8], key: &[u8], want: Result<&[u8], &str>) {
        let found = xor(bytes, key);
        assert_eq!(found.as_deref().map_err(|error| &*error.message), want);
    }

    #[track_caller]
    fn check_rotation(byte: u8, bits: i128, want: u8) {
        assert_eq!(rotate_left(&[byte], bits), [want]);
        assert_eq!(rotate_left(&[want], bits.saturating_neg()), [byte]);
    }

    #[test]
    fn xor_keys() {
        check_xor(&[0x00, 0xff, 0x0f], &[0xf0], Ok(&[0xf0, 0x0f, 0xff]));
        check_xor(&[1, 2, 3, 4, 5], &[1, 2], Ok(&[0, 0, 2, 6, 4]));
        check_xor(&[], &[1], Ok(&[]));
        check_xor(
            &[1],
            &[],
            Err("the key to XOR with is empty; expected at least 1 byte"),
        );
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
            prop_assert_eq!(xor(&bytes, &key).and_then(|there| xor(&there, &key)), Ok(bytes.clone()));
            let back = bits.checked_neg().unwrap_or(0);
            prop_assert_eq!(rotate_left(&rotate_left(&bytes, bits), back), bytes);
        }
    }
}
