//! Raw scalars as integers and booleans, by the consumer's need.

/// Why a scalar is no integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoInt {
    /// Something else.
    Other,
    /// Out of the range that an integer of 64 bits has, signed or not.
    TooLarge,
    /// `0755`: octal to YAML 1.1, decimal to YAML 1.2.
    Ambiguous,
}

/// Reads an integer: decimal, `0x`, `0o` or `0b`, with a sign and `_` between
/// digits; from -2^63 to 2^64 - 1.
pub(super) fn int(raw: &str) -> Result<i128, NoInt> {
    let (negative, digits) = match raw.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, raw.strip_prefix('+').unwrap_or(raw)),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ => (10, digits),
    };
    if digits.starts_with('_') || digits.ends_with('_') || digits.is_empty() {
        return Err(NoInt::Other);
    }
    let mut value: i128 = 0;
    for c in digits.chars().filter(|&c| c != '_') {
        let digit = c.to_digit(radix).ok_or(NoInt::Other)?;
        value = value
            .saturating_mul(radix.into())
            .saturating_add(digit.into());
    }
    let significant = digits.trim_start_matches(['0', '_']);
    if radix == 10 && significant.len() < digits.len() && significant.len() > 1 {
        return Err(NoInt::Ambiguous);
    }
    let value = if negative { -value } else { value };
    if value < i128::from(i64::MIN) || value > i128::from(u64::MAX) {
        return Err(NoInt::TooLarge);
    }
    Ok(value)
}

/// Reads a boolean, as YAML 1.1 spells it.
pub(super) fn boolean(raw: &str) -> Option<bool> {
    match raw {
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// Whether an unquoted scalar is null.
pub(super) fn is_null(raw: &str) -> bool {
    matches!(raw, "" | "~" | "null" | "Null" | "NULL")
}

/// An unquoted number with a fraction as YAML prints it again: `0.10` is `0.1`.
pub(super) fn shorten_fraction(raw: &str) -> &str {
    let is_number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let Some((whole, fraction)) = raw.split_once('.') else {
        return raw;
    };
    if !is_number(whole) || !is_number(fraction) {
        return raw;
    }
    let kept = fraction.trim_end_matches('0').len().max(1);
    &raw[..whole.len() + 1 + kept]
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(raw: &str, expected: Result<i128, NoInt>) {
        assert_eq!(int(raw), expected, "{raw}");
    }

    #[test]
    fn integers() {
        check("0", Ok(0));
        check("255", Ok(255));
        check("-1", Ok(-1));
        check("+7", Ok(7));
        check("0x12_34_56_78", Ok(0x1234_5678));
        check("-0xff", Ok(-255));
        check("0b01_1", Ok(3));
        check("0o17", Ok(15));
        check("007", Ok(7));
        check("1_000", Ok(1000));
        check("18446744073709551615", Ok(u64::MAX.into()));
        check("-9223372036854775808", Ok(i64::MIN.into()));
    }

    #[test]
    fn no_integers() {
        for raw in [
            "", "-", "0x", "_1", "1_", "1.0", "1e3", "abc", "0b2", "--1", "é1", "ééé",
        ] {
            check(raw, Err(NoInt::Other));
        }
        check("18446744073709551616", Err(NoInt::TooLarge));
        check("-9223372036854775809", Err(NoInt::TooLarge));
        check(&"9".repeat(1000), Err(NoInt::TooLarge));
        check("0755", Err(NoInt::Ambiguous));
    }

    #[test]
    fn fractions() {
        for (raw, short) in [
            ("0.10", "0.1"),
            ("1.0", "1.0"),
            ("0.9", "0.9"),
            ("1.2.0", "1.2.0"),
        ] {
            assert_eq!(shorten_fraction(raw), short);
        }
        assert_eq!(shorten_fraction("1.00"), "1.0");
        assert_eq!(shorten_fraction("0.7f"), "0.7f");
    }
}
