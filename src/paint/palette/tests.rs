//! Whether colours can be read, and told from each other.

use super::*;
use crate::view::doc::FIELD_COLOURS;

type Colour = [f64; 3];

/// Red, green and blue as amounts of light.
fn light(rgb: [u8; 3]) -> Colour {
    rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// The contrast of WCAG 2: from 1 to 21.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let of = |rgb| {
        let [red, green, blue] = light(rgb);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (a, b) = (of(a), of(b));
    a.max(b) / a.min(b)
}

/// How much red, green and blue light people see as which, after Machado,
/// Oliveira and Fernandes (2009): all of it, without red, green, blue cones.
const SIGHTS: [(&str, [Colour; 3]); 4] = [
    ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn times(matrix: [Colour; 3], v: Colour) -> Colour {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// How far apart two colours look: the distance in Oklab, where 0.02 is seen
/// side by side.
fn apart(a: [u8; 3], b: [u8; 3], sight: [Colour; 3]) -> f64 {
    let lab = |rgb| {
        let seen = times(sight, light(rgb)).map(|part| part.max(0.0));
        let cones = times(
            [
                [0.412_221_5, 0.536_332_5, 0.051_446],
                [0.211_903_5, 0.680_699_5, 0.107_397],
                [0.088_302_5, 0.281_718_8, 0.629_978_7],
            ],
            seen,
        );
        times(
            [
                [0.210_454_3, 0.793_617_8, -0.004_072],
                [1.977_998_5, -2.428_592_2, 0.450_593_7],
                [0.025_904, 0.782_771_8, -0.808_675_8],
            ],
            cones.map(f64::cbrt),
        )
    };
    let (a, b) = (lab(a), lab(b));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

const BLACK: [u8; 3] = [0; 3];
const DARK_GREY: [u8; 3] = [0x1e; 3];
const WHITE: [u8; 3] = [255; 3];
const PAPER: [u8; 3] = [0xf7; 3];

#[track_caller]
fn check_contrast(palette: &Palette, least: f64, grounds: &[[u8; 3]]) {
    let inks = palette.fields.iter().chain(&palette.sections).chain([
        &palette.quiet,
        &palette.printable,
        &palette.space,
        &palette.control,
        &palette.high,
        &palette.note,
        &palette.warning,
        &palette.error,
        &palette.good,
    ]);
    for ink in inks.chain(&palette.strong) {
        for &ground in grounds {
            let found = contrast(ink.rgb, ground);
            assert!(found >= least, "{:x?} on {ground:x?}: {found:.2}", ink.rgb);
        }
    }
}

#[test]
fn colours_can_be_read_on_their_ground() {
    check_contrast(&DARK, 4.5, &[BLACK, DARK_GREY]);
    check_contrast(&LIGHT, 4.5, &[WHITE, PAPER]);
    check_contrast(&COLORBLIND_DARK, 4.5, &[BLACK, DARK_GREY]);
    check_contrast(&COLORBLIND_LIGHT, 4.5, &[WHITE, PAPER]);
    check_contrast(&COLORBLIND_ANY, 3.0, &[BLACK, WHITE]);
}

#[test]
fn zeros_are_fainter_but_can_be_read() {
    for palette in [&DARK, &LIGHT, &COLORBLIND_DARK, &COLORBLIND_LIGHT] {
        let ground = palette.ground.unwrap();
        for ink in palette.fields {
            let (full, faded) = (
                contrast(ink.rgb, ground),
                contrast(ink.faded(ground).rgb, ground),
            );
            assert!(faded < full, "{:x?}", ink.rgb);
            assert!(faded >= 2.0, "{:x?}: {faded:.2}", ink.rgb);
        }
    }
}

#[test]
fn neighbours_look_apart_to_everybody() {
    let any = [
        (&COLORBLIND_DARK, 0.09),
        (&COLORBLIND_LIGHT, 0.09),
        (&COLORBLIND_ANY, 0.09),
        (&DARK, 0.06),
        (&LIGHT, 0.04),
    ];
    for (palette, least) in any {
        for n in 0..usize::from(FIELD_COLOURS) {
            let (a, b) = (palette.fields[n], palette.fields[(n + 1) % 5]);
            for (name, sight) in SIGHTS {
                let found = apart(a.rgb, b.rgb, sight);
                assert!(found >= least, "{n} and the next, {name}: {found:.3}");
            }
        }
    }
}

#[test]
fn nearest_of_256() {
    for (rgb, expected) in [
        ([0xff, 0xff, 0xff], 231),
        ([0x8a, 0x8a, 0x8a], 245),
        ([0x56, 0xb4, 0xe9], 74),
        ([0xe6, 0x9f, 0x00], 178),
        ([0xd5, 0x5e, 0x00], 166),
        ([0xcc, 0x79, 0xa7], 175),
    ] {
        assert_eq!(nearest(rgb), expected, "{rgb:x?}");
    }
}

#[test]
fn colours_that_differ_differ_with_256_too() {
    for palette in [
        &DARK,
        &LIGHT,
        &COLORBLIND_DARK,
        &COLORBLIND_LIGHT,
        &COLORBLIND_ANY,
    ] {
        let mut numbers: Vec<u8> = palette.fields.iter().map(|ink| nearest(ink.rgb)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 5, "{:?}", palette.fields);
    }
}
