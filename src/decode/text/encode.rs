//! Writes text as bytes.

use encoding_rs::EncoderResult;

use super::{Reader, reader};
use crate::schema::Encoding;

/// Writes text as bytes.
///
/// # Errors
/// The message names the unknown encoding, or the first character that the
/// encoding has no bytes for.
pub(crate) fn encode(text: &str, encoding: &Encoding) -> Result<Vec<u8>, String> {
    match reader(encoding)? {
        Reader::Utf8 => Ok(text.as_bytes().to_vec()),
        Reader::Utf16(true) => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        Reader::Utf16(false) => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        Reader::Utf32(true) => Ok(text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect()),
        Reader::Utf32(false) => Ok(text
            .chars()
            .flat_map(|c| u32::from(c).to_be_bytes())
            .collect()),
        Reader::Ascii => encode_by_byte(text, encoding, |_| None),
        Reader::Upper(upper) => encode_by_byte(text, encoding, upper),
        Reader::Web(web) => encode_web(text, encoding, web),
    }
}

fn unmappable(char: char, encoding: &Encoding) -> String {
    format!(
        "{} has no character U+{:04X}",
        encoding.name(),
        u32::from(char)
    )
}

fn encode_by_byte(
    text: &str,
    encoding: &Encoding,
    upper: impl Fn(u8) -> Option<char>,
) -> Result<Vec<u8>, String> {
    let byte = |char: char| {
        if char.is_ascii() {
            return u8::try_from(char).ok();
        }
        (0x80..=0xff).find(|&byte| upper(byte) == Some(char))
    };
    text.chars()
        .map(|char| byte(char).ok_or_else(|| unmappable(char, encoding)))
        .collect()
}

fn encode_web(
    text: &str,
    encoding: &Encoding,
    web: &'static encoding_rs::Encoding,
) -> Result<Vec<u8>, String> {
    let mut encoder = web.new_encoder();
    let mut bytes = Vec::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        at += read;
        match result {
            EncoderResult::InputEmpty => break,
            EncoderResult::OutputFull => bytes.reserve(64 + rest.len()),
            EncoderResult::Unmappable(char) => return Err(unmappable(char, encoding)),
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::super::decode;
    use super::*;
    use crate::schema::{encoding_by_name, encoding_names};

    #[track_caller]
    fn check_unmappable(name: &str, text: &str, want: &str) {
        assert_eq!(encode(text, &encoding_by_name(name)), Err(want.to_owned()));
    }

    #[test]
    fn characters_that_an_encoding_lacks() {
        check_unmappable("ASCII", "é", "ASCII has no character U+00E9");
        check_unmappable("cp437", "a€", "IBM437 has no character U+20AC");
        check_unmappable("latin1", "€", "ISO-8859-1 has no character U+20AC");
        check_unmappable("sjis", "가", "Shift_JIS has no character U+AC00");
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(text: String) {
            for name in encoding_names() {
                let encoding = encoding_by_name(name);
                if let Ok(bytes) = encode(&text, &encoding) {
                    let found = decode(&bytes, &encoding).expect("a known encoding");
                    prop_assert_eq!(found.replaced, 0, "{}", name);
                }
            }
        }
    }
}
