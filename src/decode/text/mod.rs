//! Reads bytes as text and writes text as bytes, in all encodings that
//! grammars may name.

use std::borrow::Cow;

use encoding_rs::DecoderResult;

mod charset;
mod encode;

pub(crate) use encode::encode;

use crate::schema::{Encoding, similar_encodings};
use charset::UpperHalf;

/// Text read from bytes; may hold anything, escape it before printing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text<'a> {
    /// The text: the bytes themselves where they are UTF-8 already.
    pub(crate) text: Cow<'a, str>,
    /// How many U+FFFD in it stand for bytes that the encoding cannot read.
    pub(crate) replaced: usize,
    /// Offset of the first of these bytes.
    pub(crate) first_bad: Option<usize>,
}

/// How the bytes of an encoding are read.
enum Reader {
    Ascii,
    Utf8,
    /// Little-endian if true.
    Utf16(bool),
    /// Little-endian if true.
    Utf32(bool),
    /// One byte a character, ASCII below 0x80; here is the rest.
    Upper(UpperHalf),
    Web(&'static encoding_rs::Encoding),
}

fn reader(encoding: &Encoding) -> Result<Reader, String> {
    let name = match encoding {
        Encoding::Ascii => return Ok(Reader::Ascii),
        Encoding::Utf8 => return Ok(Reader::Utf8),
        Encoding::Utf16Le => return Ok(Reader::Utf16(true)),
        Encoding::Utf16Be => return Ok(Reader::Utf16(false)),
        Encoding::Utf32Le => return Ok(Reader::Utf32(true)),
        Encoding::Utf32Be => return Ok(Reader::Utf32(false)),
        Encoding::Unknown(name) => return Err(unknown(name)),
        Encoding::Named(name) => name,
    };
    if let Some(upper) = charset::upper_half(name) {
        return Ok(Reader::Upper(upper));
    }
    encoding_rs::Encoding::for_label_no_replacement(name.as_bytes())
        .map(Reader::Web)
        .ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> String {
    let mut shown: String = name.chars().take(60).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    match similar_encodings(name).as_slice() {
        [] => format!(
            "unknown encoding `{shown}`; expected one such as UTF-8, ASCII, UTF-16LE or ISO-8859-1"
        ),
        [one] => format!("unknown encoding `{shown}`; did you mean {one}?"),
        [most @ .., last] => {
            format!(
                "unknown encoding `{shown}`; did you mean {} or {last}?",
                most.join(", ")
            )
        }
    }
}

/// Reads bytes as text. What the encoding cannot read becomes U+FFFD and is
/// counted; a byte order mark is kept as the character that it is.
///
/// # Errors
/// The message says that the encoding is unknown, and which ones look like it.
pub(crate) fn decode<'a>(bytes: &'a [u8], encoding: &Encoding) -> Result<Text<'a>, String> {
    Ok(match reader(encoding)? {
        Reader::Ascii => by_byte(bytes, |_| None),
        Reader::Upper(upper) => by_byte(bytes, upper),
        Reader::Utf8 => utf8(bytes),
        Reader::Utf16(little) => utf16(bytes, little),
        Reader::Utf32(little) => utf32(bytes, little),
        Reader::Web(encoding) => web(bytes, encoding),
    })
}

/// Text under construction.
struct Builder {
    text: String,
    replaced: usize,
    first_bad: Option<usize>,
}

impl Builder {
    fn new(capacity: usize) -> Builder {
        Builder {
            text: String::with_capacity(capacity),
            replaced: 0,
            first_bad: None,
        }
    }

    /// Adds a character, or U+FFFD for the bytes at this offset.
    fn push(&mut self, read: Option<char>, at: usize) {
        match read {
            Some(char) => self.text.push(char),
            None => self.bad(at),
        }
    }

    fn bad(&mut self, at: usize) {
        self.text.push(char::REPLACEMENT_CHARACTER);
        self.replaced += 1;
        self.first_bad.get_or_insert(at);
    }

    fn finish(self) -> Text<'static> {
        Text {
            text: Cow::Owned(self.text),
            replaced: self.replaced,
            first_bad: self.first_bad,
        }
    }
}

fn clean(text: &str) -> Text<'_> {
    Text {
        text: Cow::Borrowed(text),
        replaced: 0,
        first_bad: None,
    }
}

fn by_byte(bytes: &[u8], upper: impl Fn(u8) -> Option<char>) -> Text<'_> {
    if bytes.is_ascii()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return clean(text);
    }
    let mut built = Builder::new(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let read = if byte.is_ascii() {
            Some(char::from(byte))
        } else {
            upper(byte)
        };
        built.push(read, at);
    }
    built.finish()
}

fn utf8(bytes: &[u8]) -> Text<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return clean(text);
    }
    let mut built = Builder::new(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        built.text.push_str(chunk.valid());
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            built.bad(at);
            at += chunk.invalid().len();
        }
    }
    built.finish()
}

fn utf16(bytes: &[u8], little: bool) -> Text<'static> {
    let (units, tail) = bytes.as_chunks::<2>();
    let units = units.iter().map(|&unit| match little {
        true => u16::from_le_bytes(unit),
        false => u16::from_be_bytes(unit),
    });
    let mut built = Builder::new(bytes.len() / 2);
    let mut at = 0;
    for read in char::decode_utf16(units) {
        let read = read.ok();
        built.push(read, at);
        at += 2 * read.map_or(1, char::len_utf16);
    }
    if !tail.is_empty() {
        built.bad(at);
    }
    built.finish()
}

fn utf32(bytes: &[u8], little: bool) -> Text<'static> {
    let (units, tail) = bytes.as_chunks::<4>();
    let mut built = Builder::new(bytes.len() / 4);
    for (index, &unit) in units.iter().enumerate() {
        let code = if little {
            u32::from_le_bytes(unit)
        } else {
            u32::from_be_bytes(unit)
        };
        built.push(char::from_u32(code), 4 * index);
    }
    if !tail.is_empty() {
        built.bad(4 * units.len());
    }
    built.finish()
}

fn web<'a>(bytes: &'a [u8], encoding: &'static encoding_rs::Encoding) -> Text<'a> {
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Text {
            text,
            replaced: 0,
            first_bad: None,
        };
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut built = Builder::new(bytes.len());
    let mut at = 0;
    while let Some(rest) = bytes.get(at..) {
        let (result, read) =
            decoder.decode_to_string_without_replacement(rest, &mut built.text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => break,
            // Room for any one character and what the decoder asks for beside it.
            DecoderResult::OutputFull => built.text.reserve(64 + rest.len() / 2),
            DecoderResult::Malformed(bad, after) => {
                built.bad(at.saturating_sub(usize::from(bad) + usize::from(after)));
                built.text.reserve(64);
            }
        }
    }
    built.finish()
}

#[cfg(test)]
mod tests {
    use crate::schema::encoding_by_name;
    use std::sync::Arc;

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;
    use crate::schema::encoding_names;

    /// Decodes without a fault, and encodes back to the same bytes.
    #[track_caller]
    fn check(name: &str, bytes: &[u8], want: &str) {
        let encoding = encoding_by_name(name);
        let found = decode(bytes, &encoding).expect("a known encoding");
        assert_eq!(
            (&*found.text, found.replaced, found.first_bad),
            (want, 0, None)
        );
        assert_eq!(encode(want, &encoding).as_deref(), Ok(bytes));
    }

    #[track_caller]
    fn check_bad(name: &str, bytes: &[u8], want: &str, replaced: usize, first_bad: usize) {
        let found = decode(bytes, &encoding_by_name(name)).expect("a known encoding");
        let got = (&*found.text, found.replaced, found.first_bad);
        assert_eq!(got, (want, replaced, Some(first_bad)));
    }

    #[track_caller]
    fn check_refused(name: &str, want: &str) {
        let encoding = encoding_by_name(name);
        assert_eq!(
            decode(b"a", &encoding).map(|text| text.replaced),
            Err(want.to_owned())
        );
        assert_eq!(encode("a", &encoding), Err(want.to_owned()));
    }

    #[test]
    fn unicode() {
        check("ASCII", b"RLG327\x00\x1b", "RLG327\0\u{1b}");
        check("UTF-8", "żółw 🐢".as_bytes(), "żółw 🐢");
        check("UTF-8", b"\xef\xbb\xbfa", "\u{feff}a");
        check(
            "UTF-16LE",
            &[0x41, 0, 0x22, 0x26, 0x3d, 0xd8, 0x22, 0xdc],
            "A☢🐢",
        );
        check(
            "UTF-16BE",
            &[0, 0x41, 0x26, 0x22, 0xd8, 0x3d, 0xdc, 0x22],
            "A☢🐢",
        );
        check("UTF-32LE", &[0x22, 0xf4, 1, 0], "🐢");
        check("UTF-32BE", &[0, 1, 0xf4, 0x22], "🐢");
        check("UTF-16LE", &[0xff, 0xfe], "\u{feff}");
    }

    #[test]
    fn one_byte_a_character() {
        check(
            "ISO-8859-1",
            &[0x41, 0x80, 0x9f, 0xa0, 0xe9, 0xff],
            "A\u{80}\u{9f}\u{a0}éÿ",
        );
        check("windows-1252", &[0x80, 0xe9], "€é");
        check("ISO-8859-2", &[0xb3], "ł");
        check(
            "ISO-8859-9",
            &[0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe, 0x80],
            "ĞİŞğış\u{80}",
        );
        check("ISO-8859-11", &[0xa0, 0xa1, 0xda, 0xdf, 0xfb], "\u{a0}กฺ฿๛");
        check("ISO-8859-15", &[0xa4], "€");
        check("IBM437", &[0x80, 0xb0, 0xe1, 0xff, 0x0a], "Ç░ß\u{a0}\n");
        check("IBM850", &[0x9b, 0xd5, 0xf0], "øı\u{ad}");
        check("IBM852", &[0x88, 0xfd], "łř");
        check("IBM866", &[0x80, 0xf0], "АЁ");
        check("windows-1251", &[0xcf, 0xf0], "Пр");
        check("KOI8-R", &[0xf0, 0xd2], "Пр");
        check("macintosh", &[0x8e], "é");
    }

    #[test]
    fn more_bytes_a_character() {
        check("GB2312", &[0xbf, 0xb5, 0xbc, 0xd1], "康佳");
        check("SJIS", &[0x83, 0x65, 0x83, 0x58], "テス");
        check("Shift_JIS", &[0xb1, 0x41], "ｱA");
        check("Big5", &[0xa4, 0xa4], "中");
        check("EUC-KR", &[0xb0, 0xa1], "가");
        check("EUC-JP", &[0xa5, 0xc6], "テ");
        check("ISO-2022-JP", b"\x1b$B%F\x1b(B", "テ");
        check("GB18030", &[0x94, 0x39, 0xc9, 0x36], "🐂");
    }

    #[test]
    fn unreadable_unicode() {
        check_bad("ASCII", b"caf\xc3\xa9", "caf\u{fffd}\u{fffd}", 2, 3);
        check_bad(
            "UTF-8",
            b"a\xff\xe2\x82b\xc3",
            "a\u{fffd}\u{fffd}b\u{fffd}",
            3,
            1,
        );
        check_bad("UTF-16LE", &[0x41, 0, 0x42], "A\u{fffd}", 1, 2);
        check_bad(
            "UTF-16BE",
            &[0, 0x41, 0xd8, 0x3d, 0, 0x42],
            "A\u{fffd}B",
            1,
            2,
        );
        check_bad("UTF-16LE", &[0x22, 0xdc], "\u{fffd}", 1, 0);
        check_bad(
            "UTF-32LE",
            &[0, 0xd8, 0, 0, 0x41, 0, 0, 0, 1, 0, 0],
            "\u{fffd}A\u{fffd}",
            2,
            0,
        );
        check_bad(
            "UTF-32BE",
            &[0, 0, 0, 0x41, 0, 0x11, 0, 0],
            "A\u{fffd}",
            1,
            4,
        );
    }

    #[test]
    fn unreadable_in_older_encodings() {
        check_bad("ISO-8859-11", &[0x41, 0xff], "A\u{fffd}", 1, 1);
        check_bad("SJIS", b"ab\x83", "ab\u{fffd}", 1, 2);
        // A group name cut through a character, as its writer does.
        check_bad("GB2312", &[0xbf, 0xb5, 0xbc], "康\u{fffd}", 1, 2);
        check_bad(
            "EUC-KR",
            b"a\xff\xb0\xa1\xffz",
            "a\u{fffd}가\u{fffd}z",
            2,
            1,
        );
        check_bad("windows-1253", &[0xaa, 0x41], "\u{fffd}A", 1, 0);
    }

    #[test]
    fn much_unreadable_text() {
        let bytes = [0xff, 0x41].repeat(10_000);
        let found = decode(&bytes, &encoding_by_name("SJIS")).expect("a known encoding");
        assert_eq!(
            (found.replaced, found.text.chars().count()),
            (10_000, 20_000)
        );
    }

    #[test]
    fn unknown_encodings() {
        check_refused(
            "ASCII\\x",
            "unknown encoding `ASCII\\x`; did you mean ASCII?",
        );
        check_refused(
            "UTF-16",
            "unknown encoding `UTF-16`; did you mean UTF-16LE or UTF-16BE?",
        );
        check_refused(
            "klingon",
            "unknown encoding `klingon`; expected one such as UTF-8, ASCII, UTF-16LE or ISO-8859-1",
        );
        let named = Encoding::Named(Arc::from("utf-seven"));
        assert!(decode(b"", &named).is_err());
    }

    #[test]
    fn clean_text_is_not_copied() {
        for name in ["ASCII", "UTF-8", "IBM437", "ISO-8859-1", "SJIS"] {
            let found = decode(b"plain", &encoding_by_name(name));
            assert!(
                matches!(
                    found,
                    Ok(Text {
                        text: Cow::Borrowed("plain"),
                        ..
                    })
                ),
                "{name}"
            );
        }
    }

    #[test]
    fn every_known_name_can_be_read() {
        for name in encoding_names() {
            let encoding = encoding_by_name(name);
            let bytes = encode("A", &encoding).expect("A is everywhere");
            assert_eq!(bytes.len(), encoding.unit_len(), "{name}");
            assert_eq!(
                decode(&bytes, &encoding).expect("a known encoding").text,
                "A"
            );
        }
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes: Vec<u8>) {
            for name in encoding_names() {
                let found = decode(&bytes, &encoding_by_name(name)).expect("a known encoding");
                prop_assert_eq!(found.first_bad.is_some(), found.replaced > 0);
                prop_assert!(found.first_bad.is_none_or(|at| at < bytes.len()), "{name}");
                let shown = found.text.matches(char::REPLACEMENT_CHARACTER).count();
                prop_assert!(shown >= found.replaced);
            }
        }
    }
}
