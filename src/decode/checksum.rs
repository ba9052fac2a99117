//! Checksums, computed piece by piece, so that the sum so far can be shown.

use std::sync::OnceLock;

use crc::{Crc, Digest, Table};

use crate::schema::crc::crc_catalogue;
use crate::schema::{ChecksumAlgorithm, crc_by_name};

pub use crate::schema::crc_names as names;

/// Whether a CRC of this name can be computed.
#[must_use]
pub fn is_known(name: &str) -> bool {
    crc_by_name(name).is_some()
}

/// A checksum under way: give it bytes, ask it for the sum at any time. A copy
/// goes on from the same point.
#[derive(Clone)]
pub struct Running(State);

#[derive(Clone)]
enum State {
    Crc(CrcState),
    Adler32(Adler32),
    Sum {
        sum: u128,
        bits: u8,
    },
    Bytes(Polynomial),
    Utf16 {
        polynomial: Polynomial,
        pending: Pending,
    },
}

impl Running {
    /// The sum of nothing. `None` if no CRC has this name, or if a polynomial's
    /// modulus is 0.
    #[must_use]
    pub fn new(algorithm: &ChecksumAlgorithm) -> Option<Running> {
        Some(Running(match algorithm {
            ChecksumAlgorithm::Crc(name) => State::Crc(crc(crc_by_name(name)?)?),
            ChecksumAlgorithm::Adler32 => State::Adler32(Adler32::new()),
            ChecksumAlgorithm::Sum { bits } => State::Sum {
                sum: 0,
                bits: *bits,
            },
            ChecksumAlgorithm::Polynomial {
                multiplier,
                modulus,
                utf16,
            } => {
                let polynomial = Polynomial::new(*multiplier, *modulus)?;
                match utf16 {
                    false => State::Bytes(polynomial),
                    true => State::Utf16 {
                        polynomial,
                        pending: Pending::default(),
                    },
                }
            }
        }))
    }

    /// Takes in more bytes; where they are cut does not matter.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Crc(crc) => crc.update(bytes),
            State::Adler32(adler) => adler.update(bytes),
            State::Sum { sum, .. } => {
                let more: u64 = bytes.iter().map(|&byte| u64::from(byte)).sum();
                *sum = sum.wrapping_add(u128::from(more));
            }
            State::Bytes(polynomial) => {
                for &byte in bytes {
                    polynomial.step(u16::from(byte));
                }
            }
            State::Utf16 {
                polynomial,
                pending,
            } => pending.update(bytes, |unit| polynomial.step(unit)),
        }
    }

    /// The sum of all bytes taken in so far. Of UTF-16 units, bytes that are no
    /// UTF-8 count as U+FFFD, as does a character that is not complete yet.
    #[must_use]
    pub fn value(&self) -> u128 {
        match &self.0 {
            State::Crc(crc) => crc.value(),
            State::Adler32(adler) => u128::from(adler.value()),
            State::Sum { sum, bits } => match 1_u128.checked_shl(u32::from(*bits)) {
                Some(modulus) => sum % modulus,
                None => *sum,
            },
            State::Bytes(polynomial) => u128::from(polynomial.sum),
            State::Utf16 {
                polynomial,
                pending,
            } => {
                let mut polynomial = polynomial.clone();
                if !pending.is_empty() {
                    polynomial.step(REPLACEMENT);
                }
                u128::from(polynomial.sum)
            }
        }
    }
}

/// A CRC by the integer that holds it. The wide ones are the ones that run over
/// much data: these have bigger tables.
#[derive(Clone)]
enum CrcState {
    U8(Digest<'static, u8>),
    U16(Digest<'static, u16>),
    U32(Digest<'static, u32, Table<16>>),
    U64(Digest<'static, u64, Table<16>>),
    U128(Digest<'static, u128>),
}

impl CrcState {
    fn update(&mut self, bytes: &[u8]) {
        match self {
            CrcState::U8(digest) => digest.update(bytes),
            CrcState::U16(digest) => digest.update(bytes),
            CrcState::U32(digest) => digest.update(bytes),
            CrcState::U64(digest) => digest.update(bytes),
            CrcState::U128(digest) => digest.update(bytes),
        }
    }

    fn value(&self) -> u128 {
        match self.clone() {
            CrcState::U8(digest) => digest.finalize().into(),
            CrcState::U16(digest) => digest.finalize().into(),
            CrcState::U32(digest) => digest.finalize().into(),
            CrcState::U64(digest) => digest.finalize().into(),
            CrcState::U128(digest) => digest.finalize(),
        }
    }
}

/// The CRC of this catalogue name; its table is made when it is first used.
fn crc(name: &str) -> Option<CrcState> {
    macro_rules! start {
        (u8 $algorithm:ident) => { start!(U8, Crc<u8>, $algorithm) };
        (u16 $algorithm:ident) => { start!(U16, Crc<u16>, $algorithm) };
        (u32 $algorithm:ident) => { start!(U32, Crc<u32, Table<16>>, $algorithm) };
        (u64 $algorithm:ident) => { start!(U64, Crc<u64, Table<16>>, $algorithm) };
        (u128 $algorithm:ident) => { start!(U128, Crc<u128>, $algorithm) };
        ($state:ident, $crc:ty, $algorithm:ident) => {{
            // A static that held the table itself would be made ready, all
            // tables of the catalogue, whenever the program starts.
            static CRC: OnceLock<Box<$crc>> = OnceLock::new();
            let crc = CRC.get_or_init(|| Box::new(<$crc>::new(&crc::$algorithm)));
            CrcState::$state(crc.digest())
        }};
    }
    macro_rules! by_name {
        ($($width:ident $name:literal $algorithm:ident;)*) => {
            match name {
                $($name => Some(start!($width $algorithm)),)*
                _ => None,
            }
        };
    }
    crc_catalogue!(by_name)
}

/// Adler-32, as zlib ends with.
#[derive(Debug, Clone)]
pub(crate) struct Adler32 {
    sum: u32,
    sum_of_sums: u32,
}

impl Adler32 {
    const MODULUS: u32 = 65_521;
    /// So many bytes fit in 32 bits before the modulus must be taken.
    const RUN: usize = 5_552;

    pub(crate) fn new() -> Adler32 {
        Adler32 {
            sum: 1,
            sum_of_sums: 0,
        }
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        for run in bytes.chunks(Self::RUN) {
            for &byte in run {
                self.sum += u32::from(byte);
                self.sum_of_sums += self.sum;
            }
            self.sum %= Self::MODULUS;
            self.sum_of_sums %= Self::MODULUS;
        }
    }

    pub(crate) fn value(&self) -> u32 {
        self.sum_of_sums << 16 | self.sum
    }
}

/// `sum = (sum * multiplier + unit) % modulus`.
#[derive(Clone)]
struct Polynomial {
    sum: u64,
    multiplier: u64,
    modulus: u64,
}

impl Polynomial {
    fn new(multiplier: u64, modulus: u64) -> Option<Polynomial> {
        let multiplier = multiplier.checked_rem(modulus)?;
        Some(Polynomial {
            sum: 0,
            multiplier,
            modulus,
        })
    }

    fn step(&mut self, unit: u16) {
        // Both factors are below the modulus.
        self.sum = if self.modulus <= 1 << 32 {
            (self.sum * self.multiplier + u64::from(unit)) % self.modulus
        } else {
            let product = u128::from(self.sum) * u128::from(self.multiplier);
            let sum = (product + u128::from(unit)) % u128::from(self.modulus);
            sum as u64
        };
    }
}

const REPLACEMENT: u16 = 0xfffd;

/// The beginning of a UTF-8 character whose other bytes have not come yet.
#[derive(Clone, Default)]
struct Pending {
    bytes: [u8; 4],
    len: usize,
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Gives `take` each UTF-16 unit that the bytes complete.
    fn update(&mut self, mut bytes: &[u8], mut take: impl FnMut(u16)) {
        while !self.is_empty()
            && let Some((&byte, rest)) = bytes.split_first()
        {
            match self.bytes.get_mut(self.len) {
                Some(free) => *free = byte,
                None => break,
            }
            let begun = self.bytes.get(..=self.len).unwrap_or_default();
            match std::str::from_utf8(begun) {
                Ok(text) => {
                    text.encode_utf16().for_each(&mut take);
                    self.len = 0;
                    bytes = rest;
                }
                Err(fault) if fault.error_len().is_none() => {
                    self.len += 1;
                    bytes = rest;
                }
                // This byte begins something new.
                Err(_) => {
                    take(REPLACEMENT);
                    self.len = 0;
                }
            }
        }
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            chunk.valid().encode_utf16().for_each(&mut take);
            at += chunk.valid().len() + chunk.invalid().len();
            if chunk.invalid().is_empty() {
                continue;
            }
            let begun = at == bytes.len()
                && std::str::from_utf8(chunk.invalid())
                    .is_err_and(|fault| fault.error_len().is_none());
            if begun {
                self.len = chunk.invalid().len();
                self.bytes
                    .iter_mut()
                    .zip(chunk.invalid())
                    .for_each(|(to, from)| *to = *from);
            } else {
                take(REPLACEMENT);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    const ARCANUM: ChecksumAlgorithm = ChecksumAlgorithm::Polynomial {
        multiplier: 31,
        modulus: 1_000_000_007,
        utf16: true,
    };

    fn sum(algorithm: &ChecksumAlgorithm, bytes: &[u8]) -> u128 {
        let mut running = Running::new(algorithm).expect("a known algorithm");
        running.update(bytes);
        running.value()
    }

    #[track_caller]
    fn check(algorithm: &ChecksumAlgorithm, bytes: &[u8], want: u128) {
        assert_eq!(sum(algorithm, bytes), want);
        let mut by_byte = Running::new(algorithm).expect("a known algorithm");
        for &byte in bytes {
            by_byte.update(&[byte]);
            assert_eq!(by_byte.value(), by_byte.clone().value());
        }
        assert_eq!(by_byte.value(), want, "byte by byte");
    }

    #[track_caller]
    fn check_crc(name: &str, want: u128) {
        check(&ChecksumAlgorithm::Crc(Arc::from(name)), b"123456789", want);
    }

    #[test]
    fn catalogue_check_values() {
        macro_rules! all {
            ($($width:ident $name:literal $algorithm:ident;)*) => {
                $(check_crc($name, crc::$algorithm.check.into());)*
            };
        }
        crc_catalogue!(all);
    }

    #[test]
    fn crcs_by_name() {
        check_crc("crc-32/iso-hdlc", 0xcbf4_3926);
        check_crc("crc-32", 0xcbf4_3926);
        check_crc("crc-16/xmodem", 0x31c3);
        check_crc("crc-64/xz", 0x995d_c9bb_df19_39fa);
        assert!(Running::new(&ChecksumAlgorithm::Crc(Arc::from("crc-32/of-mine"))).is_none());
        assert!(is_known("crc-8/smbus") && !is_known("crc-9"));
        assert!(names().all(is_known));
    }

    #[test]
    fn adler() {
        check(&ChecksumAlgorithm::Adler32, b"", 1);
        check(&ChecksumAlgorithm::Adler32, b"Wikipedia", 0x11e6_0398);
        check(&ChecksumAlgorithm::Adler32, b"123456789", 0x091e_01de);
        assert_eq!(
            sum(&ChecksumAlgorithm::Adler32, &[0xff; 100_000]),
            0x149a_302c
        );
    }

    #[test]
    fn plain_sums() {
        check(&ChecksumAlgorithm::Sum { bits: 8 }, &[0xff, 2], 1);
        check(
            &ChecksumAlgorithm::Sum { bits: 16 },
            &[0xff; 300],
            300 * 255 % 65_536,
        );
        check(&ChecksumAlgorithm::Sum { bits: 64 }, &[1, 2, 3], 6);
        check(&ChecksumAlgorithm::Sum { bits: 255 }, &[1, 2, 3], 6);
        check(&ChecksumAlgorithm::Sum { bits: 0 }, &[1, 2, 3], 0);
    }

    #[test]
    fn polynomials() {
        check(&ARCANUM, b"ab", 3105);
        check(&ARCANUM, b"ba", 3135);
        check(&ARCANUM, b"", 0);
        // ñ is one unit of UTF-16, a turtle two.
        check(&ARCANUM, "ñ".as_bytes(), 0xf1);
        check(&ARCANUM, "🐢".as_bytes(), 0xd83d * 31 + 0xdc22);
        let bytes = ChecksumAlgorithm::Polynomial {
            multiplier: 31,
            modulus: 1_000_000_007,
            utf16: false,
        };
        check(&bytes, "ñ".as_bytes(), 0xc3 * 31 + 0xb1);
        let wide = ChecksumAlgorithm::Polynomial {
            multiplier: u64::MAX,
            modulus: u64::MAX - 1,
            utf16: false,
        };
        check(&wide, &[3, 4], 7);
        let nothing = ChecksumAlgorithm::Polynomial {
            multiplier: 31,
            modulus: 0,
            utf16: false,
        };
        assert!(Running::new(&nothing).is_none());
    }

    #[test]
    fn sums_of_a_saved_game() {
        let lines = "format=ARCANUM\nversion=1\nturn=212\nhero.name=Iva\nhero.level=3\nhero.hp=27\n\
                     hero.gold=42\nhero.x=5\nhero.y=2\nhero.inventory=potion_heal:2,leather:1\n";
        let mut running = Running::new(&ARCANUM).expect("a known algorithm");
        let sums: Vec<u128> = lines
            .split_inclusive('\n')
            .map(|line| {
                running.update(line.as_bytes());
                running.value()
            })
            .collect();
        let want = [
            744_824_582,
            103_159_431,
            54_403_756,
            511_467_238,
            48_927_193,
            517_242_987,
            13_194_034,
            970_388_312,
            264_185_894,
            624_337_035,
        ];
        assert_eq!(sums, want);
        let empty = lines.replace("potion_heal:2,leather:1", "-");
        check(&ARCANUM, empty.as_bytes(), 126_903_799);
        let richer = lines.replace("gold=42", "gold=99999");
        check(&ARCANUM, richer.as_bytes(), 748_631_855);
    }

    #[test]
    fn text_that_is_not_utf8() {
        let bad =
            |count: u32| (0..count).fold(0, |sum: u128, _| (sum * 31 + 0xfffd) % 1_000_000_007);
        check(&ARCANUM, &[0xff], bad(1));
        check(&ARCANUM, &[0xc3], bad(1));
        check(&ARCANUM, &[0xe2, 0x82], bad(1));
        check(&ARCANUM, &[0xe2, 0x82, 0xff], bad(2));
        check(&ARCANUM, &[0xf0, 0x9f, 0xe2, 0x82], bad(2));
        check(&ARCANUM, &[0xc3, b'a'], (bad(1) * 31 + 97) % 1_000_000_007);
    }

    proptest! {
        #[test]
        fn where_bytes_are_cut_does_not_matter(bytes: Vec<u8>, cut: prop::sample::Index) {
            let (left, right) = bytes.split_at(cut.index(bytes.len() + 1));
            for algorithm in [
                ARCANUM,
                ChecksumAlgorithm::Adler32,
                ChecksumAlgorithm::Sum { bits: 16 },
                ChecksumAlgorithm::Crc(Arc::from("crc-32/iso-hdlc")),
            ] {
                let mut running = Running::new(&algorithm).expect("a known algorithm");
                running.update(left);
                running.update(right);
                prop_assert_eq!(running.value(), sum(&algorithm, &bytes));
            }
        }

        #[test]
        fn any_algorithm_answers(name in ".{0,20}", multiplier: u64, modulus: u64, bits: u8, bytes: Vec<u8>) {
            for algorithm in [
                ChecksumAlgorithm::Crc(Arc::from(name.as_str())),
                ChecksumAlgorithm::Sum { bits },
                ChecksumAlgorithm::Polynomial { multiplier, modulus, utf16: true },
                ChecksumAlgorithm::Polynomial { multiplier, modulus, utf16: false },
            ] {
                if let Some(mut running) = Running::new(&algorithm) {
                    running.update(&bytes);
                    prop_assert!(running.value() < u128::from(u64::MAX));
                }
            }
        }
    }
}
