//! Decodes bytes that are written as text: base64 and hexadecimal.

use data_encoding::{BASE64_NOPAD, HEXLOWER_PERMISSIVE};

use super::{CodecError, Decoded, counted};

/// A byte of text as it may be printed.
fn shown(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => format!("`{}` (0x{byte:02x})", char::from(byte)),
        _ => format!("0x{byte:02x}"),
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Decodes base64, standard and URL-safe, with or without padding; spaces,
/// tabs and line ends are skipped. Spare bits that are not zero and a wrong
/// number of padding characters are noted.
///
/// # Errors
/// A character that is none of base64's, text after padding, or a single
/// character at the end; with what the characters before them mean.
pub(crate) fn base64(bytes: &[u8]) -> Result<Decoded, CodecError> {
    let mut symbols = Vec::with_capacity(bytes.len());
    let mut last = 0;
    let mut padding = None;
    let mut pads = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let symbol = match byte {
            b'-' => b'+',
            b'_' => b'/',
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => byte,
            b'=' => {
                padding.get_or_insert(at);
                pads += 1;
                continue;
            }
            _ if is_blank(byte) => continue,
            _ => {
                let message = format!(
                    "{} at byte {at} is no base64 character; expected A-Z, a-z, 0-9, + and / (or - and _)",
                    shown(byte),
                );
                return Err(CodecError::data(at, base64_symbols(symbols).0, message));
            }
        };
        if let Some(padding) = padding {
            let message = format!(
                "padding `=` at byte {padding} is followed by {} at byte {at}; expected the end",
                shown(byte),
            );
            return Err(CodecError::data(
                padding,
                base64_symbols(symbols).0,
                message,
            ));
        }
        symbols.push(symbol);
        last = at;
    }
    let over = symbols.len() % 4;
    if over == 1 {
        let message = format!(
            "{} at byte {last} stands alone; expected groups of 4 characters, 2 or 3 in the last",
            shown(bytes.get(last).copied().unwrap_or_default()),
        );
        return Err(CodecError::data(last, base64_symbols(symbols).0, message));
    }
    let mut notes = Vec::new();
    let wanted = (4 - over) % 4;
    if let Some(padding) = padding.filter(|_| pads != wanted) {
        let pads = counted(pads, "padding character");
        notes.push(format!("{pads} from byte {padding}; expected {wanted}"));
    }
    let (bytes, spare) = base64_symbols(symbols);
    if spare {
        notes.push(format!(
            "spare bits of the last character, at byte {last}, are not zero"
        ));
    }
    Ok(Decoded { bytes, notes })
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of base64 characters, and whether the spare bits of the last are
/// not zero. A single character over is left out.
fn base64_symbols(mut symbols: Vec<u8>) -> (Vec<u8>, bool) {
    let spare_bits = match symbols.len() % 4 {
        2 => 4,
        3 => 2,
        over => {
            symbols.truncate(symbols.len() - over);
            0
        }
    };
    let mut spare = false;
    if let Some(last) = symbols.last_mut()
        && let Some(value) = ALPHABET.iter().position(|symbol| symbol == last)
    {
        let kept = value >> spare_bits << spare_bits;
        spare = kept != value;
        *last = ALPHABET.get(kept).copied().unwrap_or(*last);
    }
    (BASE64_NOPAD.decode(&symbols).unwrap_or_default(), spare)
}

/// Decodes pairs of hexadecimal digits of either case; spaces, tabs and line
/// ends are skipped.
///
/// # Errors
/// A character that is no digit, or an odd digit at the end; with what the
/// digits before them mean.
pub(crate) fn hex(bytes: &[u8]) -> Result<Decoded, CodecError> {
    let mut digits = Vec::with_capacity(bytes.len());
    let mut last = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte.is_ascii_hexdigit() {
            digits.push(byte);
            last = at;
        } else if !is_blank(byte) {
            let message = format!(
                "{} at byte {at} is no hexadecimal digit; expected 0-9, a-f or A-F",
                shown(byte),
            );
            return Err(CodecError::data(at, hex_digits(&digits), message));
        }
    }
    let decoded = hex_digits(&digits);
    if digits.len() % 2 == 1 {
        let message = format!(
            "{} at byte {last} has no second digit; expected pairs of hexadecimal digits",
            shown(bytes.get(last).copied().unwrap_or_default()),
        );
        return Err(CodecError::data(last, decoded, message));
    }
    Ok(Decoded::from(decoded))
}

/// The bytes of hexadecimal digits; an odd one is left out.
fn hex_digits(digits: &[u8]) -> Vec<u8> {
    let pairs = digits.get(..digits.len() & !1).unwrap_or_default();
    HEXLOWER_PERMISSIVE.decode(pairs).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::super::tests::{check, check_error};
    use super::*;

    #[test]
    fn base64_text() {
        check(base64(b"aGVsbG8="), "hello", &[]);
        check(base64(b"aGVsbG8"), "hello", &[]);
        check(base64(b" aGVs\r\n\tbG8 = \n"), "hello", &[]);
        check(base64(b"Pz8/"), "???", &[]);
        check(base64(b"Pz8_"), "???", &[]);
        check(base64(b"Pj4+Pj4-"), ">>>>>>", &[]);
        check(base64(b""), "", &[]);
        check(base64(b" \n"), "", &[]);
        let deck = base64(b"AAECAQcCrwSRvAIOHLACkQP/A44FqAXUBaQG7gbnB+8HgrACiLACub8CAA==");
        assert_eq!(deck.map(|found| found.bytes.len()), Ok(43));
    }

    #[test]
    fn odd_base64() {
        check(base64(b"aGk="), "hi", &[]);
        check(
            base64(b"aGl="),
            "hi",
            &["spare bits of the last character, at byte 2, are not zero"],
        );
        check(
            base64(b"YR"),
            "a",
            &["spare bits of the last character, at byte 1, are not zero"],
        );
        check(
            base64(b"YQ="),
            "a",
            &["1 padding character from byte 2; expected 2"],
        );
        check(
            base64(b"YWJj===="),
            "abc",
            &["4 padding characters from byte 4; expected 0"],
        );
    }

    #[test]
    fn bad_base64() {
        let outside = "expected A-Z, a-z, 0-9, + and / (or - and _)";
        let message = format!("`!` (0x21) at byte 5 is no base64 character; {outside}");
        check_error(base64(b"aGVs !bG8"), "hel", 5, &message);
        let message = format!("0x00 at byte 3 is no base64 character; {outside}");
        check_error(base64(b"aGV\0"), "he", 3, &message);
        check_error(
            base64(b"YQ==YQ=="),
            "a",
            2,
            "padding `=` at byte 2 is followed by `Y` (0x59) at byte 4; expected the end",
        );
        check_error(
            base64(b"aGVsb\n"),
            "hel",
            4,
            "`b` (0x62) at byte 4 stands alone; expected groups of 4 characters, 2 or 3 in the last",
        );
    }

    #[test]
    fn hex_text() {
        check(hex(b"68656c6C6F"), "hello", &[]);
        check(hex(b"68 65\r\n6 c"), "hel", &[]);
        check(hex(b""), "", &[]);
        check_error(
            hex(b"6865x"),
            "he",
            4,
            "`x` (0x78) at byte 4 is no hexadecimal digit; expected 0-9, a-f or A-F",
        );
        check_error(
            hex(b"68 6 "),
            "h",
            3,
            "`6` (0x36) at byte 3 has no second digit; expected pairs of hexadecimal digits",
        );
    }

    proptest! {
        #[test]
        fn what_is_encoded_can_be_decoded(bytes: Vec<u8>) {
            let good = |found: Result<Decoded, CodecError>| found.map(|found| found.bytes);
            let standard = data_encoding::BASE64.encode(&bytes);
            prop_assert_eq!(good(base64(standard.as_bytes())), Ok(bytes.clone()));
            let url = data_encoding::BASE64URL_NOPAD.encode(&bytes);
            prop_assert_eq!(good(base64(url.as_bytes())), Ok(bytes.clone()));
            let digits = data_encoding::HEXUPPER.encode(&bytes);
            prop_assert_eq!(good(hex(digits.as_bytes())), Ok(bytes));
        }

        #[test]
        fn any_bytes_are_answered(bytes: Vec<u8>, text in "[A-Za-z0-9+/=_ -]{0,20}") {
            for bytes in [&bytes, text.as_bytes()] {
                for found in [base64(bytes), hex(bytes)] {
                    match found {
                        Ok(found) => prop_assert!(found.bytes.len() <= bytes.len()),
                        Err(error) => {
                            prop_assert!(error.at().is_some_and(|at| at < bytes.len() as u64));
                            prop_assert!(error.into_partial().len() < bytes.len());
                        }
                    }
                }
            }
        }
    }
}
