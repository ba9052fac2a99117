//! JSON literals, appended to a buffer.

use crate::text::sanitize::is_unsafe;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// An integer, exactly.
pub(super) fn int(out: &mut Vec<u8>, number: i128) {
    // narrow forms are much faster, and nearly always enough
    if let Ok(byte) = u8::try_from(number) {
        return self::byte(out, byte);
    }
    match i64::try_from(number) {
        Ok(number) => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        Err(_) => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// All bytes in decimal: three digits, and how many of them count.
pub(super) static BYTES: [[u8; 4]; 256] = decimal_bytes();

const fn decimal_bytes() -> [[u8; 4]; 256] {
    let mut all = [[0; 4]; 256];
    let mut i = 0;
    while i < 256 {
        let n = i as u8;
        let (a, b, c) = (b'0' + n / 100, b'0' + n / 10 % 10, b'0' + n % 10);
        all[i] = match n {
            0..10 => [c, 0, 0, 1],
            10..100 => [b, c, 0, 2],
            _ => [a, b, c, 3],
        };
        i += 1;
    }
    all
}

/// A byte in decimal.
#[inline]
pub(super) fn byte(out: &mut Vec<u8>, byte: u8) {
    let [a, b, c, len] = BYTES[usize::from(byte)];
    let end = out.len() + usize::from(len);
    out.extend_from_slice(&[a, b, c]);
    out.truncate(end);
}

/// The shortest number that reads as the same float.
pub(super) fn float(out: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        // writing to a vector can't fail
        let _ = serde_json::to_writer(out, &number);
        return;
    }
    let name = match number {
        n if n.is_nan() => "NaN",
        n if n > 0.0 => "Infinity",
        _ => "-Infinity",
    };
    out.extend_from_slice(b"{\"float\":\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\"}");
}

/// A string. Beyond what JSON asks for, everything is escaped that could
/// disturb a terminal.
pub(super) fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    string_part(out, text);
    out.push(b'"');
}

/// A string without its quotes.
fn string_part(out: &mut Vec<u8>, text: &str) {
    // printable ASCII but for quotes needs nothing
    if text
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\')
    {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let mut rest = text;
    while let Some(at) = rest.find(|c| c == '"' || c == '\\' || is_unsafe(c)) {
        let (clean, odd) = rest.split_at(at);
        out.extend_from_slice(clean.as_bytes());
        let mut chars = odd.chars();
        match chars.next() {
            Some('"') => out.extend_from_slice(b"\\\""),
            Some('\\') => out.extend_from_slice(b"\\\\"),
            Some('\n') => out.extend_from_slice(b"\\n"),
            Some('\r') => out.extend_from_slice(b"\\r"),
            Some('\t') => out.extend_from_slice(b"\\t"),
            Some(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(b"\\u");
                    for shift in [12, 8, 4, 0] {
                        out.push(DIGITS[usize::from(*unit >> shift & 15)]);
                    }
                }
            }
            None => {}
        }
        rest = chars.as_str();
    }
    out.extend_from_slice(rest.as_bytes());
}

/// Bytes as pairs of hexadecimal digits.
pub(super) fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    let start = out.len();
    out.resize(start + 2 * bytes.len(), 0);
    // arithmetic rather than a table: the compiler then does many at a time
    let digit = |nibble: u8| nibble + b'0' + if nibble > 9 { b'a' - b'9' - 1 } else { 0 };
    let (pairs, _) = out[start..].as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
}

/// An object that is being written.
pub(super) struct Object<'o> {
    out: &'o mut Vec<u8>,
    empty: bool,
}

impl<'o> Object<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Object { out, empty: true }
    }

    /// Writes a key; its value is to be appended to what is given.
    pub(super) fn key(&mut self, key: &str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.empty) {
            self.out.push(b',');
        }
        string(self.out, key);
        self.out.push(b':');
        self.out
    }

    pub(super) fn string(&mut self, key: &str, value: &str) {
        string(self.key(key), value);
    }

    pub(super) fn int_or_null(&mut self, key: &str, value: Option<i128>) {
        let out = self.key(key);
        match value {
            Some(value) => int(out, value),
            None => out.extend_from_slice(b"null"),
        }
    }

    pub(super) fn close(self) {
        self.out.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(write: impl Fn(&mut Vec<u8>), expected: &str) {
        let mut out = Vec::new();
        write(&mut out);
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn integers_are_exact() {
        check(|out| int(out, 0), "0");
        check(|out| int(out, i128::from(u64::MAX)), "18446744073709551615");
        check(|out| int(out, i128::from(i64::MIN)), "-9223372036854775808");
        check(
            |out| int(out, i128::MIN),
            "-170141183460469231731687303715884105728",
        );
    }

    #[test]
    fn floats_read_as_the_same() {
        check(|out| float(out, 0.1), "0.1");
        check(|out| float(out, 1.0), "1.0");
        check(|out| float(out, -1e300), "-1e+300");
        check(|out| float(out, f64::NAN), r#"{"float":"NaN"}"#);
        check(
            |out| float(out, f64::NEG_INFINITY),
            r#"{"float":"-Infinity"}"#,
        );
    }

    #[test]
    fn strings_are_harmless_and_come_back() {
        let text = "a\"b\\c\n\t\r\0\x1b\u{7f}é推\u{202e}\u{e0041}\u{1f600}";
        check(
            |out| string(out, text),
            "\"a\\\"b\\\\c\\n\\t\\r\\u0000\\u001b\\u007fé推\\u202e\\udb40\\udc41\u{1f600}\"",
        );
        let mut out = Vec::new();
        string(&mut out, text);
        assert_eq!(
            serde_json::from_slice::<String>(&out).expect("a string"),
            text
        );
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        check(|out| hex(out, &[0x0a, 0x1b, 0xff]), "0a1bff");
    }
}
