//! The words of expressions: blanks, names, numbers and strings.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{not, opt, peek, recognize, value, verify};
use nom::multi::many0_count;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use super::Kind;
use super::error::{Expect, Stop};

pub(super) type Parsed<'a, T> = IResult<&'a str, T, Stop<'a>>;

/// A definite error, unlike the recoverable "try something else".
pub(super) fn fail<T>(rest: &str, expect: Expect, len: usize) -> Parsed<'_, T> {
    Err(nom::Err::Failure(Stop { rest, expect, len }))
}

/// Spaces, line breaks, and line breaks after a backslash.
pub(super) fn blank(input: &str) -> Parsed<'_, ()> {
    if !input.starts_with([' ', '\n', '\\']) {
        return Ok((input, ())); // as almost everywhere
    }
    value(
        (),
        many0_count(alt((take_while1(|c| c == ' ' || c == '\n'), tag("\\\n")))),
    )
    .parse(input)
}

/// A mark with blanks before it.
pub(super) fn mark<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Stop<'a>> {
    preceded(blank, tag(text))
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// `foo`, `_root`, `BAD`; keywords as well.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    recognize(pair(
        satisfy(|c| c.is_ascii_alphabetic() || c == '_'),
        take_while(is_name_char),
    ))
    .parse(input)
}

/// A whole word, with blanks before it.
pub(super) fn keyword<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Stop<'a>> {
    preceded(blank, verify(word, move |found: &str| found == text))
}

/// Words that can't be names.
pub(super) fn is_reserved(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "true" | "false")
}

/// `1`, `0xff`, `1.5`, `.5`, `1.`, `4e2`.
pub(super) fn number(input: &str) -> Parsed<'_, Kind> {
    alt((
        radix("0x", 16),
        radix("0o", 8),
        radix("0b", 2),
        float,
        decimal,
    ))
    .parse(input)
}

/// Digits of a radix after its prefix; `_` may stand between them.
fn radix<'a>(
    prefix: &'static str,
    radix: u32,
) -> impl Parser<&'a str, Output = Kind, Error = Stop<'a>> {
    move |input: &'a str| {
        let (rest, _) = nom::bytes::complete::tag_no_case(prefix).parse(input)?;
        let (after, digits) = take_while(is_name_char).parse(rest)?;
        if !digits.chars().any(|c| c.is_digit(radix))
            || digits.chars().any(|c| c != '_' && !c.is_digit(radix))
        {
            return fail(rest, Expect::Digits, digits.len());
        }
        integer(input, after, digits, radix)
    }
}

fn integer<'a>(input: &'a str, after: &'a str, digits: &str, radix: u32) -> Parsed<'a, Kind> {
    match i128::from_str_radix(&digits.replace('_', ""), radix) {
        Ok(n) => Ok((after, Kind::Int(n))),
        Err(_) => fail(input, Expect::Fits, input.len() - after.len()),
    }
}

fn digits(input: &str) -> Parsed<'_, &str> {
    recognize(pair(
        satisfy(|c| c.is_ascii_digit()),
        take_while(|c: char| c.is_ascii_digit() || c == '_'),
    ))
    .parse(input)
}

fn decimal(input: &str) -> Parsed<'_, Kind> {
    let (after, digits) = digits(input)?;
    if digits.starts_with('0') && digits.len() > 1 {
        return fail(input, Expect::NoLeadingZero, digits.len());
    }
    if let Ok((_, name)) = word(after) {
        return fail(after, Expect::OperatorOrEnd, name.len());
    }
    integer(input, after, digits, 10)
}

fn exponent(input: &str) -> Parsed<'_, ()> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    value(
        (),
        (
            satisfy(|c| c == 'e' || c == 'E'),
            opt(satisfy(|c| c == '+' || c == '-')),
            digits,
        ),
    )
    .parse(input)
}

fn float(input: &str) -> Parsed<'_, Kind> {
    let fraction = || preceded(char('.'), digits);
    // `1.foo` and `1. foo` are members of 1, `1..5` is a range.
    let bare_point = (char('.'), not(peek(preceded(blank, alt((word, tag(".")))))));
    let (rest, text) = recognize(alt((
        value((), (opt(digits), fraction(), opt(exponent))),
        value((), (digits, exponent)),
        value((), (digits, bare_point)),
    )))
    .parse(input)?;
    match text.replace('_', "").parse::<f64>() {
        Ok(n) if n.is_finite() => Ok((rest, Kind::Float(n))),
        _ => fail(input, Expect::Fits, text.len()),
    }
}

/// `'raw'` or `"with \n escapes"`.
pub(super) fn string(input: &str) -> Parsed<'_, String> {
    alt((raw_string, escaped_string)).parse(input)
}

fn raw_string(input: &str) -> Parsed<'_, String> {
    let (rest, _) = char('\'').parse(input)?;
    match rest.find('\'') {
        Some(end) => Ok((&rest[end + 1..], rest[..end].to_owned())),
        None => fail(&rest[rest.len()..], Expect::Close("'"), 0),
    }
}

fn escaped_string(input: &str) -> Parsed<'_, String> {
    let (rest, _) = char('"').parse(input)?;
    let (rest, text) = text_until(rest, &['"'])?;
    match rest.strip_prefix('"') {
        Some(rest) => Ok((rest, text)),
        None => fail(rest, Expect::Close("\""), 0),
    }
}

/// Text with its escapes replaced, up to one of `ends` or the end.
pub(super) fn text_until<'a>(input: &'a str, ends: &[char]) -> Parsed<'a, String> {
    let mut rest = input;
    let mut text = String::new();
    loop {
        let plain = rest
            .find(|c| c == '\\' || ends.contains(&c))
            .unwrap_or(rest.len());
        text.push_str(&rest[..plain]);
        rest = &rest[plain..];
        if !rest.starts_with('\\') {
            return Ok((rest, text));
        }
        let (after, c) = escape(rest)?;
        text.push(c);
        rest = after;
    }
}

fn escape(input: &str) -> Parsed<'_, char> {
    let rest = &input[1..];
    let Some(first) = rest.chars().next() else {
        return fail(rest, Expect::Close("\""), 0);
    };
    let after = &rest[first.len_utf8()..];
    let c = match first {
        'a' => '\x07',
        'b' => '\x08',
        't' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        '\'' | '"' | '\\' => first,
        'u' => return unicode(input),
        '0'..='7' => {
            let end = rest.find(|c: char| !c.is_digit(8)).unwrap_or(rest.len());
            let number = u32::from_str_radix(&rest[..end], 8).ok();
            return match number.and_then(char::from_u32) {
                Some(c) => Ok((&rest[end..], c)),
                None => fail(input, Expect::Character, 1 + end),
            };
        }
        _ => return fail(input, Expect::Escape, 1 + first.len_utf8()),
    };
    Ok((after, c))
}

/// `\uXXXX`, or two of them that make a surrogate pair.
fn unicode(input: &str) -> Parsed<'_, char> {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        if hex {
            u16::from_str_radix(digits, 16).ok()
        } else {
            None
        }
    };
    let Some(first) = unit(input) else {
        return fail(input, Expect::Escape, 2);
    };
    if let Some(c) = char::from_u32(u32::from(first)) {
        return Ok((&input[6..], c));
    }
    let pair =
        unit(&input[6..]).and_then(|second| char::decode_utf16([first, second]).next()?.ok());
    match pair {
        Some(c) => Ok((&input[12..], c)),
        None => fail(input, Expect::Character, 6),
    }
}
