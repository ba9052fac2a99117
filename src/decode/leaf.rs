//! Reads numbers, bit runs and terminators: what every format is made of.

use nom::number::complete as number;
use nom::{IResult, Parser};

use crate::schema::Endian;

/// What nom says when the bytes don't suffice: nothing more is needed here.
type Read<'a, T> = IResult<&'a [u8], T, ()>;

#[inline]
fn first<'a, T>(
    bytes: &'a [u8],
    mut parser: impl Parser<&'a [u8], Output = T, Error = ()>,
) -> Option<T> {
    let read: Read<'a, T> = parser.parse(bytes);
    read.ok().map(|(_, value)| value)
}

/// The integer of `width` bytes (1, 2, 4 or 8) at the start of `bytes`; `None`
/// if there are fewer bytes.
#[inline]
pub(crate) fn int(bytes: &[u8], width: u8, signed: bool, endian: Endian) -> Option<i128> {
    use Endian::{Be, Le};
    match (width, signed, endian) {
        (1, false, _) => first(bytes, number::u8).map(i128::from),
        (1, true, _) => first(bytes, number::i8).map(i128::from),
        (2, false, Le) => first(bytes, number::le_u16).map(i128::from),
        (2, false, Be) => first(bytes, number::be_u16).map(i128::from),
        (2, true, Le) => first(bytes, number::le_i16).map(i128::from),
        (2, true, Be) => first(bytes, number::be_i16).map(i128::from),
        (4, false, Le) => first(bytes, number::le_u32).map(i128::from),
        (4, false, Be) => first(bytes, number::be_u32).map(i128::from),
        (4, true, Le) => first(bytes, number::le_i32).map(i128::from),
        (4, true, Be) => first(bytes, number::be_i32).map(i128::from),
        (8, false, Le) => first(bytes, number::le_u64).map(i128::from),
        (8, false, Be) => first(bytes, number::be_u64).map(i128::from),
        (8, true, Le) => first(bytes, number::le_i64).map(i128::from),
        (8, true, Be) => first(bytes, number::be_i64).map(i128::from),
        _ => None,
    }
}

/// The float of `width` bytes (4 or 8) at the start of `bytes`; `None` if there
/// are fewer bytes.
#[inline]
pub(crate) fn float(bytes: &[u8], width: u8, endian: Endian) -> Option<f64> {
    match (width, endian) {
        (4, Endian::Le) => first(bytes, number::le_f32).map(f64::from),
        (4, Endian::Be) => first(bytes, number::be_f32).map(f64::from),
        (8, Endian::Le) => first(bytes, number::le_f64),
        (8, Endian::Be) => first(bytes, number::be_f64),
        _ => None,
    }
}

/// The integer of `width` bits (at most 64) that begins `start_bit` bits into
/// `bytes`; `None` if they don't reach so far.
///
/// Big-endian bits count from the high bit of each byte, the first bit read is
/// the highest of the result; little-endian ones count from the low bit, and
/// later bytes stand on top.
#[inline]
pub(crate) fn bits(bytes: &[u8], start_bit: u64, width: u8, endian: Endian) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let skipped = (start_bit % 8) as u32;
    let touched = (skipped + u32::from(width)).div_ceil(8);
    let start = usize::try_from(start_bit / 8).ok()?;
    let end = start.checked_add(touched as usize)?;
    let run = bytes.get(start..end)?;
    // At most 9 bytes: 7 bits skipped and 64 read.
    let all = match endian {
        Endian::Be => run
            .iter()
            .fold(0_u128, |all, &byte| all << 8 | u128::from(byte)),
        Endian::Le => run
            .iter()
            .rev()
            .fold(0_u128, |all, &byte| all << 8 | u128::from(byte)),
    };
    let below = match endian {
        Endian::Be => touched * 8 - skipped - u32::from(width),
        Endian::Le => skipped,
    };
    let mask = (1_u128 << width) - 1;
    u64::try_from(all >> below & mask).ok()
}

/// Where the terminator begins, in bytes; it counts at multiples of `unit`
/// bytes only. `None` if there is none, or if it is empty.
#[inline]
pub(crate) fn find_terminator(bytes: &[u8], terminator: &[u8], unit: usize) -> Option<usize> {
    match (terminator, unit) {
        ([], _) | (_, 0) => None,
        ([byte], 1) => memchr::memchr(*byte, bytes),
        (_, 1) => memchr::memmem::find(bytes, terminator),
        _ => {
            let units = bytes.len() / unit;
            (0..units).map(|index| index * unit).find(|&at| {
                bytes
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(terminator))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;
    use Endian::{Be, Le};

    #[track_caller]
    fn check_int(bytes: &[u8], width: u8, signed: bool, le: Option<i128>, be: Option<i128>) {
        assert_eq!(int(bytes, width, signed, Le), le, "little-endian");
        assert_eq!(int(bytes, width, signed, Be), be, "big-endian");
    }

    #[track_caller]
    fn check_bits(bytes: &[u8], start: u64, width: u8, endian: Endian, want: Option<u64>) {
        assert_eq!(bits(bytes, start, width, endian), want);
    }

    #[track_caller]
    fn check_terminator(bytes: &[u8], terminator: &[u8], unit: usize, want: Option<usize>) {
        assert_eq!(find_terminator(bytes, terminator, unit), want);
    }

    #[test]
    fn integers() {
        check_int(&[0xff], 1, false, Some(255), Some(255));
        check_int(&[0xff], 1, true, Some(-1), Some(-1));
        check_int(&[0x06, 0xb2], 2, false, Some(0xb206), Some(1714));
        check_int(&[0xff, 0xfe, 0x7f], 2, true, Some(-257), Some(-2));
        check_int(
            &[0x00, 0x00, 0x06, 0xb2],
            4,
            false,
            Some(2_986_737_664),
            Some(1714),
        );
        check_int(
            &[0xff, 0xff, 0xff, 0xfe],
            4,
            true,
            Some(-16_777_217),
            Some(-2),
        );
        check_int(
            &[0xff; 8],
            8,
            false,
            Some(i128::from(u64::MAX)),
            Some(i128::from(u64::MAX)),
        );
        check_int(
            &[0x80, 0, 0, 0, 0, 0, 0, 0],
            8,
            true,
            Some(128),
            Some(i128::from(i64::MIN)),
        );
    }

    #[test]
    fn integers_that_do_not_fit() {
        check_int(&[], 1, false, None, None);
        check_int(&[1, 2, 3], 4, false, None, None);
        check_int(&[1, 2, 3, 4], 3, false, None, None);
        check_int(&[0; 20], 16, false, None, None);
    }

    #[test]
    fn floats() {
        assert_eq!(float(&[0x3f, 0x80, 0, 0], 4, Be), Some(1.0));
        assert_eq!(float(&[0, 0, 0x80, 0x3f], 4, Le), Some(1.0));
        assert_eq!(float(&[0xc0, 0x04, 0, 0, 0, 0, 0, 0], 8, Be), Some(-2.5));
        assert_eq!(float(&[0, 0, 0, 0, 0, 0, 0x04, 0xc0], 8, Le), Some(-2.5));
        assert_eq!(float(&[0, 0, 0], 4, Le), None);
        assert_eq!(float(&[0; 8], 2, Le), None);
        assert!(float(&[0x7f, 0xc0, 0, 0], 4, Be).is_some_and(f64::is_nan));
    }

    #[test]
    fn bits_from_the_high_end() {
        let bytes = [0b1010_0101, 0b1100_0011, 0xff];
        check_bits(&bytes, 0, 1, Be, Some(1));
        check_bits(&bytes, 1, 3, Be, Some(0b010));
        check_bits(&bytes, 4, 8, Be, Some(0b0101_1100));
        check_bits(&bytes, 0, 24, Be, Some(0xa5_c3ff));
        check_bits(&bytes, 17, 8, Be, None);
    }

    #[test]
    fn bits_from_the_low_end() {
        let bytes = [0b1010_0101, 0b1100_0011, 0xff];
        check_bits(&bytes, 0, 1, Le, Some(1));
        check_bits(&bytes, 1, 3, Le, Some(0b010));
        check_bits(&bytes, 4, 8, Le, Some(0b0011_1010));
        check_bits(&bytes, 0, 24, Le, Some(0xff_c3a5));
        check_bits(&bytes, 17, 8, Le, None);
    }

    #[test]
    fn bits_over_nine_bytes() {
        let bytes = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x55];
        check_bits(&bytes, 0, 64, Be, Some(0x0123_4567_89ab_cdef));
        check_bits(&bytes, 4, 64, Be, Some(0x1234_5678_9abc_def5));
        check_bits(&bytes, 4, 64, Le, Some(0x5efc_dab8_9674_5230));
        check_bits(&[0xff; 9], 7, 64, Be, Some(u64::MAX));
        check_bits(&[0xff; 9], 7, 64, Le, Some(u64::MAX));
        check_bits(&bytes, 9, 64, Be, None);
    }

    #[test]
    fn no_bits() {
        check_bits(&[0xff], 3, 0, Be, Some(0));
        check_bits(&[], 0, 0, Le, Some(0));
        check_bits(&[0xff; 20], 0, 65, Be, None);
        check_bits(&[0xff], u64::MAX, 64, Le, None);
    }

    #[test]
    fn terminators() {
        check_terminator(b"foo\0bar", b"\0", 1, Some(3));
        check_terminator(b"foo", b"\0", 1, None);
        check_terminator(b"a\r\nb", b"\r\n", 1, Some(1));
        check_terminator(b"", b"\0", 1, None);
        check_terminator(b"abc", b"", 1, None);
        check_terminator(b"abc", b"a", 0, None);
    }

    #[test]
    fn terminators_of_wide_units() {
        // U+0200 then U+0041, then the null.
        check_terminator(&[0x00, 0x02, 0x41, 0x00, 0x00, 0x00], &[0, 0], 2, Some(4));
        check_terminator(&[0x41, 0x00, 0x00, 0x42], &[0, 0], 2, None);
        check_terminator(&[0x41, 0, 0, 0, 0, 0, 0, 0], &[0; 4], 4, Some(4));
        check_terminator(&[0x41, 0, 0, 0, 0, 0, 0], &[0; 4], 4, None);
        check_terminator(&[1, 0, 0], &[0], 2, None);
    }

    proptest! {
        #[test]
        fn integers_agree_with_the_standard_library(bytes: [u8; 8]) {
            prop_assert_eq!(int(&bytes, 8, true, Be), Some(i64::from_be_bytes(bytes).into()));
            prop_assert_eq!(int(&bytes, 8, false, Le), Some(u64::from_le_bytes(bytes).into()));
        }

        #[test]
        fn bits_agree_with_one_bit_at_a_time(bytes: Vec<u8>, start in 0_u64..100, width in 0_u8..=64) {
            for endian in [Be, Le] {
                let one = |at: u64| {
                    let byte = bytes.get((at / 8) as usize)?;
                    let shift = if endian == Be { 7 - at % 8 } else { at % 8 };
                    Some(u64::from(byte >> shift & 1))
                };
                let mut want = Some(0);
                for index in 0..u64::from(width) {
                    want = want.zip(one(start + index)).map(|(sum, bit)| match endian {
                        Be => sum << 1 | bit,
                        Le => sum | bit << index,
                    });
                }
                if width > 0 {
                    prop_assert_eq!(bits(&bytes, start, width, endian), want);
                }
            }
        }

        #[test]
        fn nothing_panics(bytes: Vec<u8>, terminator: Vec<u8>, unit: usize, start: u64, width: u8) {
            for endian in [Be, Le] {
                prop_assert!(int(&bytes, width, true, endian).is_none() || bytes.len() >= usize::from(width));
                prop_assert!(float(&bytes, width, endian).is_none() || bytes.len() >= usize::from(width));
                prop_assert!(bits(&bytes, start, width, endian).is_none() || width <= 64);
            }
            let found = find_terminator(&bytes, &terminator, unit);
            prop_assert!(found.is_none_or(|at| at.is_multiple_of(unit) && bytes[at..].starts_with(&terminator)));
        }
    }
}
