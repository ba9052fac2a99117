//! Inflates zlib streams.

use flate2::{Decompress, FlushDecompress, Status};

use super::super::checksum::Adler32;
use super::{CodecError, Decoded, counted};

/// Length of a zlib stream's header in bytes.
const ZLIB_HEADER: usize = 2;

/// Inflates a zlib stream into at most `limit` bytes.
///
/// # Errors
/// Bad data, with what could be inflated before them; or more than `limit`
/// bytes, with the first `limit` of them.
pub(crate) fn zlib(bytes: &[u8], limit: u64) -> Result<Decoded, CodecError> {
    let body = zlib_body(bytes)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut inflate = Decompress::new(false);
    let mut chunk = [0; 32 << 10];
    let mut out = Vec::new();
    let mut read = 0;
    loop {
        let rest = body.get(read..).unwrap_or_default();
        let before = inflate.total_out();
        let status = inflate.decompress(rest, &mut chunk, FlushDecompress::None);
        let made = (inflate.total_out() - before) as usize;
        let moved = inflate.total_in() as usize != read || made > 0;
        read = inflate.total_in() as usize;
        let at = ZLIB_HEADER + read;
        let taken = made.min(limit - out.len());
        reserve(&mut out, taken, limit);
        out.extend_from_slice(chunk.get(..taken).unwrap_or_default());
        if made > taken {
            let message = format!("the data inflate to more than {}", counted(limit, "byte"));
            return Err(CodecError::limit(at, out, message));
        }
        match status {
            Ok(Status::StreamEnd) => break,
            Ok(Status::Ok | Status::BufError) if moved => {}
            Ok(Status::Ok | Status::BufError) => {
                let message = format!(
                    "the compressed data break off at byte {at}, after {} of output; expected an end mark",
                    counted(out.len(), "byte"),
                );
                return Err(CodecError::data(at, out, message));
            }
            Err(_) => {
                let message = format!(
                    "the compressed data are damaged at or shortly before byte {at}, after {} of output",
                    counted(out.len(), "byte"),
                );
                return Err(CodecError::data(at, out, message));
            }
        }
    }
    zlib_end(bytes, ZLIB_HEADER + read, out)
}

/// Makes room for `more` bytes, never for more than `limit` in all.
fn reserve(out: &mut Vec<u8>, more: usize, limit: usize) {
    if out.capacity() - out.len() < more {
        let capacity = (out.capacity() * 2).max(out.len() + more).min(limit);
        out.reserve_exact(capacity - out.len());
    }
}

/// What follows the header.
fn zlib_body(bytes: &[u8]) -> Result<&[u8], CodecError> {
    let fault = |at, message: String| Err(CodecError::data(at, Vec::new(), message));
    let &[method, flags, ref body @ ..] = bytes else {
        let message = format!(
            "{} of data; expected a zlib header of 2",
            counted(bytes.len(), "byte")
        );
        return fault(bytes.len(), message);
    };
    let sum = u16::from_be_bytes([method, flags]);
    let found = format!("{method:02x} {flags:02x} at byte 0");
    if (method, flags) == (0x1f, 0x8b) {
        return fault(
            0,
            format!("{found} begins a gzip file; expected a zlib header such as 78 9c"),
        );
    }
    if method & 0x0f != 8 || method >> 4 > 7 || !sum.is_multiple_of(31) {
        return fault(
            0,
            format!("{found} is no zlib header; expected one such as 78 9c"),
        );
    }
    if flags & 0x20 != 0 {
        return fault(
            1,
            format!("{found} asks for a preset dictionary, which there is none"),
        );
    }
    Ok(body)
}

/// Checks what follows the compressed data, which end before `at`.
fn zlib_end(bytes: &[u8], at: usize, out: Vec<u8>) -> Result<Decoded, CodecError> {
    let end = bytes.get(at..).unwrap_or_default();
    let Some((stored, trailing)) = end.split_first_chunk::<4>() else {
        let message = format!(
            "ends within the Adler-32 checksum: {} from byte {at}, expected 4",
            counted(end.len(), "byte"),
        );
        return Err(CodecError::data(at, out, message));
    };
    let stored = u32::from_be_bytes(*stored);
    let mut computed = Adler32::new();
    computed.update(&out);
    let computed = computed.value();
    if stored != computed {
        let message = format!(
            "the Adler-32 checksum at byte {at} is {stored:08x}; the inflated data have {computed:08x}"
        );
        return Err(CodecError::data(at, out, message));
    }
    let mut notes = Vec::new();
    if !trailing.is_empty() {
        let trailing = counted(trailing.len(), "byte");
        notes.push(format!(
            "{trailing} after the end of the zlib stream, from byte {}",
            at + 4
        ));
    }
    Ok(Decoded { bytes: out, notes })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::super::tests::{check, check_error};
    use super::*;

    const HELLO: &[u8] = &[
        0x78, 0xda, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x00, 0x70, 0xbe,
        0x08, 0xbb,
    ];
    const TEXT: &str = "hello hello hello hello\n";

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory takes all");
        encoder.finish().expect("memory takes all")
    }

    #[test]
    fn zlib_streams() {
        check(zlib(HELLO, 1000), TEXT, &[]);
        check(zlib(HELLO, 24), TEXT, &[]);
        check(zlib(&[0x78, 0xda, 3, 0, 0, 0, 0, 1], 0), "", &[]);
        let longer = [HELLO, b"xyz"].concat();
        check(
            zlib(&longer, 1000),
            TEXT,
            &["3 bytes after the end of the zlib stream, from byte 17"],
        );
    }

    #[test]
    fn zlib_headers() {
        let refused = |bytes, at, message| check_error(zlib(bytes, 1000), "", at, message);
        refused(b"", 0, "0 bytes of data; expected a zlib header of 2");
        refused(b"x", 1, "1 byte of data; expected a zlib header of 2");
        refused(
            b"\x1f\x8b\x08",
            0,
            "1f 8b at byte 0 begins a gzip file; expected a zlib header such as 78 9c",
        );
        refused(
            b"PK\x03",
            0,
            "50 4b at byte 0 is no zlib header; expected one such as 78 9c",
        );
        refused(
            &[0x78, 0xbb],
            1,
            "78 bb at byte 0 asks for a preset dictionary, which there is none",
        );
    }

    #[test]
    fn broken_zlib_streams() {
        check_error(
            zlib(&HELLO[..8], 1000),
            "hello",
            8,
            "the compressed data break off at byte 8, after 5 bytes of output; expected an end mark",
        );
        check_error(
            zlib(&HELLO[..14], 1000),
            TEXT,
            13,
            "ends within the Adler-32 checksum: 1 byte from byte 13, expected 4",
        );
        let mut wrong = HELLO.to_vec();
        wrong[16] = 0;
        check_error(
            zlib(&wrong, 1000),
            TEXT,
            13,
            "the Adler-32 checksum at byte 13 is 70be0800; the inflated data have 70be08bb",
        );
        check_error(
            zlib(&[0x78, 0xda, 0xff, 0xff], 1000),
            "",
            3,
            "the compressed data are damaged at or shortly before byte 3, after 0 bytes of output",
        );
    }

    #[test]
    fn what_is_good_before_damage_is_kept() {
        // A stored block, then one of a type that does not exist.
        let bytes = b"\x78\x01\x00\x05\x00\xfa\xffhello\x07rest";
        let message =
            "the compressed data are damaged at or shortly before byte 13, after 5 bytes of output";
        check_error(zlib(bytes, 1000), "hello", 13, message);
    }

    #[test]
    fn zlib_output_is_limited() {
        let bomb = deflated(&vec![b'a'; 1 << 20]);
        for limit in [0, 1, 1000, 40_000, (1 << 20) - 1] {
            let error = zlib(&bomb, limit).expect_err("too long");
            assert!(
                error.is_limit() && error.message().starts_with("the data inflate to more than")
            );
            let partial = error.into_partial();
            assert_eq!(partial.len() as u64, limit);
            assert!(partial.capacity() as u64 <= limit);
        }
        assert_eq!(
            zlib(&bomb, 1 << 20).map(|found| found.bytes.len()),
            Ok(1 << 20)
        );
    }

    proptest! {
        #[test]
        fn what_is_deflated_can_be_inflated(bytes: Vec<u8>) {
            prop_assert_eq!(zlib(&deflated(&bytes), 1 << 20).map(|found| found.bytes), Ok(bytes));
        }

        #[test]
        fn any_bytes_are_answered(mut bytes: Vec<u8>, limit in 0_u64..100) {
            bytes.splice(..0, [0x78, 0x9c]);
            let made = match zlib(&bytes, limit) {
                Ok(found) => found.bytes,
                Err(error) => {
                    prop_assert!(error.at().is_some_and(|at| at <= bytes.len() as u64));
                    error.into_partial()
                }
            };
            prop_assert!(made.len() as u64 <= limit);
        }
    }
}
