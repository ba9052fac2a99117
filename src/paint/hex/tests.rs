//! Tests of the plain hexdump, with and without colour.

use super::*;
use crate::paint::{Depth, Ground, Scheme, Theme};
use crate::view::hex::hex_lines;
use pretty_assertions::assert_eq;

fn painted(file: &[u8], options: &HexOptions, scheme: Option<Scheme>) -> String {
    let mut out = Vec::new();
    let mut ansi = Ansi::new(&mut out, scheme);
    assert!(dump(file, options, &mut ansi).is_continue());
    ansi.finish().unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn check(file: &[u8], options: &HexOptions, theme: Option<Theme>, expected: &[&str]) {
    let text = painted(file, options, theme.map(Scheme::from));
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

fn options(width: usize) -> HexOptions {
    HexOptions {
        width,
        ..HexOptions::default()
    }
}

#[test]
fn rows_are_the_same_as_lines() {
    let file: Vec<u8> = (0..=255).chain([7; 80]).chain(*b"\0\xff\t").collect();
    for width in [30, 44, 80] {
        for range in [None, Some(3..5), Some(5..300)] {
            let options = HexOptions {
                range,
                ..options(width)
            };
            let mut out = Vec::new();
            let mut ansi = Ansi::new(&mut out, None);
            assert!(hex_lines(&file, &options, &mut ansi).is_continue());
            ansi.finish().unwrap();
            let found = String::from_utf8(out).unwrap();
            assert_eq!(found, painted(&file, &options, None));
        }
    }
}

#[test]
fn plain() {
    let file = b"RLG327\0\0\0\0\0\0\x06\xb2\xff\xff\tab";
    check(
        file,
        &options(80),
        None,
        &[
            "00000000  52 4c 47 33 32 37 00 00  00 00 00 00 06 b2 ff ff  RLG327······•×××",
            "00000010  09 61 62                                          ⇥ab",
        ],
    );
    check(
        file,
        &HexOptions {
            ascii: true,
            range: Some(14..17),
            ..options(80)
        },
        None,
        &[
            "00000000                                             ff ff                ..",
            "00000010  09                                                .",
        ],
    );
    check(
        file,
        &HexOptions {
            range: Some(3..15),
            ..options(44)
        },
        None,
        &[
            "00000000           33 32 37 00 00     327··",
            "00000008  00 00 00 00 06 b2 ff     ····•××",
        ],
    );
    check(
        &file[..10],
        &options(40),
        None,
        &["00000000  52 4c 47 33 32 37 00 00", "00000008  00 00"],
    );
    check(
        &file[..5],
        &options(20),
        None,
        &["00000000  52 4c", "00000002  47 33", "00000004  32"],
    );
}

#[test]
fn folded() {
    let expected = [
        "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  ················",
        "*",
        "00000040",
    ];
    check(&[0; 64], &options(80), None, &expected);
}

#[test]
fn coloured() {
    check(
        b"ab\0\0c",
        &options(44),
        Some(Theme::Dark),
        &[
            "\x1b[90m00000000  \x1b[36m61 62 \x1b[90m00 00 \x1b[36m63           ab\x1b[90m··\x1b[36mc\x1b[0m",
        ],
    );
    check(
        b"\xffa",
        &options(40),
        Some(Theme::Mono),
        &["\x1b[2m00000000  \x1b[0m\x1b[1mff \x1b[0m61\x1b[0m"],
    );
}

#[test]
fn colour_changes_nothing_but_colour() {
    let file: Vec<u8> = (0..=255).chain([0; 80]).chain(1..100).collect();
    for width in [20, 30, 40, 50, 80] {
        for range in [None, Some(5..100), Some(17..19)] {
            let options = HexOptions {
                range,
                ..options(width)
            };
            let plain = painted(&file, &options, None);
            let themes = Theme::ALL.into_iter().flat_map(|theme| {
                Depth::ALL.into_iter().map(move |depth| Scheme {
                    theme,
                    ground: Ground::Light,
                    depth,
                })
            });
            for scheme in themes {
                let coloured = painted(&file, &options, Some(scheme));
                let mut bare = String::new();
                for piece in coloured.split('\x1b') {
                    bare.push_str(
                        piece
                            .strip_prefix('[')
                            .map_or(piece, |rest| rest.split_once('m').unwrap().1),
                    );
                }
                assert_eq!(bare, plain, "{scheme:?} {options:?}");
            }
        }
    }
}

#[test]
fn long_dumps_are_made_of_the_same_rows() {
    let bytes = 4 * blocks::SHARED as u64;
    let file: Vec<u8> = (0..bytes + 4096).map(|i| ((i * i) >> 7) as u8).collect();
    let all = HexOptions {
        full: true,
        ..options(30)
    };
    let part = |range| {
        let range = Some(range);
        let part = HexOptions {
            range,
            ..all.clone()
        };
        painted(&file, &part, None)
    };
    let parts = [part(0..bytes / 2), part(bytes / 2..bytes + 4096)];
    assert!(painted(&file, &all, None) == parts.concat());
}
