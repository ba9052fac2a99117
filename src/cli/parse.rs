//! Option values that are more than a word: offsets, ranges, amounts, hooks.

use std::ops::Range;

use crate::cli::exit::Failure;

/// `--process NAME=COMMAND`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProcessHook {
    pub(crate) name: String,
    /// The command's words; at least one.
    pub(crate) command: Vec<String>,
}

/// `A..B`: start inclusive, end exclusive, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ByteRange {
    pub(crate) start: u64,
    pub(crate) end: Option<u64>,
}

impl ByteRange {
    /// The bytes of a file of `len` bytes that it names.
    pub(crate) fn within(self, len: usize) -> Result<Range<u64>, Failure> {
        if self.start > 0 && self.start >= len as u64 {
            let start = self.start;
            return Err(Failure::new(format_args!(
                "--range {start:#x}..: begins at or beyond the end of the file, {len:#x}"
            )));
        }
        Ok(self.start..self.end.unwrap_or(u64::MAX))
    }
}

/// Why a word is no offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoOffset {
    /// It is no number.
    NotANumber,
    /// It has more than 64 bits.
    TooLarge,
}

/// An offset: decimal, or hexadecimal after `0x`.
pub(crate) fn parse_offset(text: &str) -> Result<u64, NoOffset> {
    let text = text.trim().replace('_', "");
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text.as_str(), 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(NoOffset::NotANumber);
    }
    u64::from_str_radix(digits, radix).map_err(|_| NoOffset::TooLarge)
}

pub(super) fn parse_range(text: &str) -> Result<ByteRange, String> {
    let wanted = "expected A..B, with decimal or 0x numbers: 0..32, 0x20.., ..100";
    let (start, end) = text.split_once("..").ok_or(wanted)?;
    let number = |text: &str| parse_offset(text).map_err(|_| wanted);
    let start = if start.is_empty() { 0 } else { number(start)? };
    let end = if end.is_empty() {
        None
    } else {
        Some(number(end)?)
    };
    if end.is_some_and(|end| end < start) {
        return Err("the end lies before the start".to_owned());
    }
    Ok(ByteRange { start, end })
}

pub(super) fn parse_amount(text: &str) -> Result<u64, String> {
    let wanted = "expected a number, which may end in k, M or G (powers of 1024)";
    let (digits, shift) = match text.bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let too_large = || "expected a number of at most 64 bits".to_owned();
    let number = match parse_offset(digits) {
        Ok(number) => number,
        Err(NoOffset::TooLarge) => return Err(too_large()),
        Err(NoOffset::NotANumber) => return Err(wanted.to_owned()),
    };
    number.checked_mul(1 << shift).ok_or_else(too_large)
}

pub(super) fn parse_process(text: &str) -> Result<ProcessHook, String> {
    let (name, command) = text
        .split_once('=')
        .ok_or("expected NAME=COMMAND: my_cipher='python3 cipher.py'")?;
    let command = shell_words::split(command).map_err(|e| e.to_string())?;
    if name.is_empty() || command.is_empty() {
        return Err("expected NAME=COMMAND, both not empty".to_owned());
    }
    Ok(ProcessHook {
        name: name.to_owned(),
        command,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn ranges() {
        assert_eq!(
            parse_range("0..32"),
            Ok(ByteRange {
                start: 0,
                end: Some(32)
            })
        );
        assert_eq!(
            parse_range("0x20.."),
            Ok(ByteRange {
                start: 32,
                end: None
            })
        );
        assert_eq!(
            parse_range("..1_000"),
            Ok(ByteRange {
                start: 0,
                end: Some(1000)
            })
        );
        assert_eq!(
            parse_range(".."),
            Ok(ByteRange {
                start: 0,
                end: None
            })
        );
        for bad in ["", "5", "5..x", "-1..4", "9..8", "0x..1", "+1..2"] {
            assert!(parse_range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn amounts() {
        assert_eq!(parse_amount("500k"), Ok(500 << 10));
        assert_eq!(parse_amount("0x10"), Ok(16));
        for bad in ["", "k", "5T", "-1", "99999999999G"] {
            assert!(parse_amount(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn process_hooks() {
        let hook = parse_process("a.b=python3 'my file.py' -x").expect("a hook");
        assert_eq!(hook.name, "a.b");
        assert_eq!(hook.command, ["python3", "my file.py", "-x"]);
        for bad in ["a", "=x", "a=", "a='x"] {
            assert!(parse_process(bad).is_err(), "{bad}");
        }
    }
}
