//! Numbers as people read them.

use super::doc::{Line, Role};
use super::options::Base;
use crate::decode::Span;

/// Adds an integer in decimal, with a comma between thousands.
pub fn dec(line: &mut Line, role: Role, number: i128) {
    let mut buffer = itoa::Buffer::new();
    // most numbers are small, and those are quicker
    let digits = match i64::try_from(number) {
        Ok(number) if (0..1_000).contains(&number) => return line.number(role, number),
        Ok(number) => buffer.format(number).as_bytes(),
        Err(_) => buffer.format(number).as_bytes(),
    };
    // 39 digits, 12 commas and a sign at most
    let mut out = [0; 56];
    let mut len = 0;
    for (i, &digit) in digits.iter().enumerate() {
        let left = digits.len() - i;
        if left.is_multiple_of(3) && i > 0 && digits[i - 1] != b'-' {
            out[len] = b',';
            len += 1;
        }
        out[len] = digit;
        len += 1;
    }
    line.ascii(role, std::str::from_utf8(&out[..len]).unwrap_or(""));
}

/// Adds an integer in hexadecimal, with at least so many digits.
pub fn hex(line: &mut Line, role: Role, number: i128, digits: usize) {
    let magnitude = number.unsigned_abs();
    line.push(role, if number < 0 { "-0x" } else { "0x" });
    let high = (magnitude >> 64) as u64;
    if high > 0 {
        line.hex(role, high, digits.saturating_sub(16).max(1));
        line.hex(role, magnitude as u64, 16);
    } else {
        line.hex(role, magnitude as u64, digits.max(1));
    }
}

/// Adds an integer in binary, with at least so many digits.
pub fn bin(line: &mut Line, role: Role, number: i128, digits: usize) {
    let magnitude = number.unsigned_abs();
    line.push(role, if number < 0 { "-0b" } else { "0b" });
    let needed = (128 - magnitude.leading_zeros() as usize).max(1);
    for bit in (0..digits.clamp(needed, 128)).rev() {
        line.push(role, if magnitude >> bit & 1 == 1 { "1" } else { "0" });
    }
}

/// Adds an integer in a base that the user chose.
pub fn int(line: &mut Line, role: Role, number: i128, base: Base) {
    match base {
        Base::Usual | Base::Dec => dec(line, role, number),
        Base::Hex => hex(line, role, number, 1),
        Base::Both => {
            dec(line, role, number);
            if !(-9..=9).contains(&number) {
                line.push(Role::Comment, " (");
                hex(line, Role::Comment, number, 1);
                line.push(Role::Comment, ")");
            }
        }
    }
}

/// Adds an offset in a base that the user chose.
pub fn offset(line: &mut Line, role: Role, offset: u64, base: Base) {
    let number = i128::from(offset);
    match base {
        Base::Dec => dec(line, role, number),
        Base::Usual | Base::Hex => hex(line, role, number, 1),
        Base::Both => {
            hex(line, role, number, 1);
            if offset > 9 {
                line.push(Role::Comment, " (");
                dec(line, Role::Comment, number);
                line.push(Role::Comment, ")");
            }
        }
    }
}

/// Adds a float: the shortest text that reads back as the same.
pub fn float(line: &mut Line, role: Role, number: f64) {
    let size = number.abs();
    let text = if size != 0.0 && !(1e-5..1e16).contains(&size) && size.is_finite() {
        format!("{number:e}")
    } else {
        format!("{number:?}")
    };
    line.ascii(role, &text);
}

/// Adds a count with its noun: `1 byte`, `1,714 bytes`.
pub fn count(line: &mut Line, role: Role, number: u64, one: &'static str, many: &'static str) {
    dec(line, role, i128::from(number));
    line.spaces(1);
    line.push(role, if number == 1 { one } else { many });
}

/// Adds how long a span is: in bytes, or in bits if it is not of whole bytes.
pub fn span_len(line: &mut Line, role: Role, span: Span) {
    if span.is_aligned() {
        count(line, role, span.byte_len(), "byte", "bytes");
    } else {
        count(
            line,
            role,
            span.end.saturating_sub(span.start),
            "bit",
            "bits",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(add: impl FnOnce(&mut Line), expected: &str) {
        let mut line = Line::new();
        add(&mut line);
        assert_eq!(line.text(), expected);
    }

    #[test]
    fn thousands() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1714, "1,714"),
            (-1714, "-1,714"),
            (-100, "-100"),
            (2_986_737_664, "2,986,737,664"),
            (
                i128::MIN,
                "-170,141,183,460,469,231,731,687,303,715,884,105,728",
            ),
        ] {
            check(|line| dec(line, Role::Number, number), expected);
        }
    }

    #[test]
    fn bases() {
        check(|line| hex(line, Role::Number, 0x11d, 1), "0x11d");
        check(|line| hex(line, Role::Number, -1, 4), "-0x0001");
        check(
            |line| hex(line, Role::Number, 1 << 64, 1),
            "0x10000000000000000",
        );
        check(|line| bin(line, Role::Number, 5, 8), "0b00000101");
        check(
            |line| int(line, Role::Number, 1714, Base::Both),
            "1,714 (0x6b2)",
        );
        check(|line| int(line, Role::Number, 9, Base::Both), "9");
        for (base, expected) in [
            (Base::Usual, "0x6b2"),
            (Base::Dec, "1,714"),
            (Base::Hex, "0x6b2"),
            (Base::Both, "0x6b2 (1,714)"),
        ] {
            check(|line| offset(line, Role::Number, 1714, base), expected);
        }
    }

    #[test]
    fn floats() {
        for (number, expected) in [
            (0.0, "0.0"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e20, "1e20"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            check(|line| float(line, Role::Number, number), expected);
        }
    }

    #[test]
    fn nouns() {
        check(
            |line| count(line, Role::Plain, 1, "byte", "bytes"),
            "1 byte",
        );
        check(
            |line| count(line, Role::Plain, 1714, "byte", "bytes"),
            "1,714 bytes",
        );
    }
}
