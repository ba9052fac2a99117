//! The plain hexdump: which bytes stand on which row, and which rows are folded.

mod lines;

use std::ops::{ControlFlow, Range};

use super::doc::ByteClass;
use crate::decode::Passed;

pub use lines::hex_lines;

/// What to show of a run of bytes.
#[derive(Debug, Clone, Default)]
pub struct HexOptions {
    /// Columns of the output; narrow ones get fewer bytes a row.
    pub width: usize,
    /// Whether only ASCII is written.
    pub ascii: bool,
    /// Whether rows that equal the one above are written too.
    pub full: bool,
    /// Offsets to show, end exclusive; cut to what there is.
    pub range: Option<Range<u64>>,
    /// Told where the work is.
    pub passed: Passed,
}

/// Bytes of whole rows that are given at once, at most.
const AT_ONCE: u64 = 16 << 20;

/// The shape of all rows of one dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexLayout {
    /// Digits of an offset.
    pub digits: usize,
    /// Bytes on a row: 16, 8, 4 or 2.
    pub per_row: usize,
    /// Whether there is a text column.
    pub text: bool,
}

impl HexLayout {
    /// The widest layout that fits into so many columns, for offsets up to
    /// `end`. The narrowest is taken where none fits.
    #[must_use]
    pub fn new(width: usize, end: u64) -> HexLayout {
        let digits = offset_digits(end);
        const SHAPES: [(usize, bool); 6] = [
            (16, true),
            (8, true),
            (8, false),
            (4, true),
            (4, false),
            (2, false),
        ];
        let layouts = SHAPES.map(|(per_row, text)| HexLayout {
            digits,
            per_row,
            text,
        });
        let fits = layouts.into_iter().find(|layout| layout.width() <= width);
        fits.unwrap_or(HexLayout {
            digits,
            per_row: 2,
            text: false,
        })
    }

    /// The widest layout for what is shown of a file.
    #[must_use]
    pub fn of(file: &[u8], options: &HexOptions) -> HexLayout {
        let len = file.len() as u64;
        let range = options.range.as_ref();
        HexLayout::new(options.width, range.map_or(len, |range| range.end.min(len)))
    }

    /// Columns of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        let hex = self.digits + 2 + 3 * self.per_row - 1 + usize::from(self.per_row > 8);
        if self.text {
            hex + 2 + self.per_row
        } else {
            hex
        }
    }
}

/// Digits that every offset up to `end` fits into; at least eight.
#[must_use]
pub fn offset_digits(end: u64) -> usize {
    (16 - end.leading_zeros() as usize / 4).max(8)
}

/// What takes the rows of a dump.
pub trait HexRows {
    /// Takes whole rows; the first stands at `offset`.
    fn rows(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()>;

    /// Takes a row of which only `bytes` are shown, from the column `skip` on.
    /// `offset` is that of the row's first column.
    fn part(&mut self, offset: u64, skip: usize, bytes: &[u8]) -> ControlFlow<()>;

    /// Rows equal to the last one follow, and are not shown.
    fn fold(&mut self) -> ControlFlow<()>;

    /// Says where a dump ends whose last row is not shown.
    fn end(&mut self, offset: u64) -> ControlFlow<()>;
}

/// Gives the bytes of a file row by row, in as few calls as it can.
pub fn hex(
    file: &[u8],
    layout: HexLayout,
    options: &HexOptions,
    out: &mut dyn HexRows,
) -> ControlFlow<()> {
    let len = file.len() as u64;
    let range = options.range.clone().unwrap_or(0..len);
    let (start, end) = (range.start.min(len), range.end.min(len));
    if start >= end {
        return ControlFlow::Continue(());
    }
    let per_row = layout.per_row as u64;
    let row = start - start % per_row;
    let first_end = (row + per_row).min(end);
    let mut at = start;
    if start > row || first_end < row + per_row {
        out.part(row, (start - row) as usize, slice(file, start, first_end))?;
        at = first_end;
    }
    let whole = at + (end - at) / per_row * per_row;
    if options.full {
        rows(file, at..whole, options, out)?;
    } else {
        match layout.per_row {
            16 => folded::<16>(file, at..whole, options, out)?,
            8 => folded::<8>(file, at..whole, options, out)?,
            4 => folded::<4>(file, at..whole, options, out)?,
            _ => folded::<2>(file, at..whole, options, out)?,
        }
    }
    if whole < end {
        out.part(whole, 0, slice(file, whole, end))?;
    }
    ControlFlow::Continue(())
}

/// Gives whole rows.
fn rows(
    file: &[u8],
    range: Range<u64>,
    options: &HexOptions,
    out: &mut dyn HexRows,
) -> ControlFlow<()> {
    let mut at = range.start;
    while at < range.end {
        options.passed.set(at);
        let end = range.end.min(at + AT_ONCE);
        out.rows(at, slice(file, at, end))?;
        at = end;
    }
    ControlFlow::Continue(())
}

/// Gives whole rows, without those that equal the row above.
fn folded<const N: usize>(
    file: &[u8],
    range: Range<u64>,
    options: &HexOptions,
    out: &mut dyn HexRows,
) -> ControlFlow<()> {
    let mut at = range.start;
    while at < range.end {
        // at is a row that is shown; find the first that is not, but do not
        // look ahead of what is given at once
        let most = range.end.min(at + AT_ONCE);
        let end = at + first_pair::<N>(slice(file, at, most), |row, above| row == above);
        rows(file, at..end, options, out)?;
        at = end;
        if at >= range.end {
            return ControlFlow::Continue(());
        }
        let above = at.saturating_sub(N as u64);
        at += first_pair::<N>(slice(file, above, range.end), |row, above| row != above)
            .saturating_sub(N as u64);
        if at > end {
            out.fold()?;
            if at >= range.end {
                out.end(at)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Bytes before the first row that is so beside the row above; all if none is.
fn first_pair<const N: usize>(bytes: &[u8], is_so: impl Fn(&[u8; N], &[u8; N]) -> bool) -> u64 {
    let (rows, _) = bytes.as_chunks::<N>();
    let below = rows.get(1..).unwrap_or(&[]);
    let found = below
        .iter()
        .zip(rows)
        .position(|(row, above)| is_so(row, above));
    (found.map_or(rows.len(), |before| before + 1) * N) as u64
}

fn slice(bytes: &[u8], start: u64, end: u64) -> &[u8] {
    bytes.get(start as usize..end as usize).unwrap_or(&[])
}

/// What a byte looks like in the text column. Classes stay apart without
/// colour: `·` zero, `•` control, `×` beyond ASCII, `⇥` tab, `↵` line feed.
#[must_use]
pub const fn glyph(byte: u8, ascii: bool) -> &'static str {
    const PRINTABLE: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ\
                             [\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    if let b' '..=b'~' = byte {
        let (_, rest) = PRINTABLE.split_at((byte - b' ') as usize);
        return rest.split_at(1).0;
    }
    if ascii {
        return ".";
    }
    match (ByteClass::of(byte), byte) {
        (ByteClass::Null, _) => "·",
        (_, b'\t') => "⇥",
        (_, b'\n') => "↵",
        (ByteClass::High, _) => "×",
        _ => "•",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    struct Log(Vec<String>);

    impl HexRows for Log {
        fn rows(&mut self, offset: u64, bytes: &[u8]) -> ControlFlow<()> {
            self.0.push(format!("{offset}+{}", bytes.len()));
            ControlFlow::Continue(())
        }
        fn part(&mut self, offset: u64, skip: usize, bytes: &[u8]) -> ControlFlow<()> {
            self.0.push(format!("{offset}/{skip}+{}", bytes.len()));
            ControlFlow::Continue(())
        }
        fn fold(&mut self) -> ControlFlow<()> {
            self.0.push("*".to_owned());
            ControlFlow::Continue(())
        }
        fn end(&mut self, offset: u64) -> ControlFlow<()> {
            self.0.push(format!("end {offset}"));
            ControlFlow::Continue(())
        }
    }

    #[track_caller]
    fn check(file: &[u8], range: Option<Range<u64>>, full: bool, expected: &str) {
        let mut log = Log(Vec::new());
        let options = HexOptions {
            width: 44,
            full,
            range,
            ..HexOptions::default()
        };
        let layout = HexLayout::new(options.width, file.len() as u64);
        assert_eq!(layout.per_row, 8);
        assert!(hex(file, layout, &options, &mut log).is_continue());
        assert_eq!(log.0.join(" "), expected);
    }

    #[test]
    fn rows_and_parts() {
        let file: Vec<u8> = (0..30).collect();
        check(&file, None, false, "0+24 24/0+6");
        check(&file, Some(3..30), false, "0/3+5 8+16 24/0+6");
        check(&file, Some(3..5), false, "0/3+2");
        check(&file, Some(8..16), true, "8+8");
        check(&file, Some(29..99), true, "24/5+1");
        check(&file, Some(30..99), true, "");
        check(&[], None, false, "");
        check(&[7], None, false, "0/0+1");
    }

    #[test]
    fn equal_rows_fold() {
        let mut file = vec![0; 40];
        check(&file, None, false, "0+8 * end 40");
        check(&file, None, true, "0+40");
        check(&file[..8], None, false, "0+8");
        file.extend([1; 8]);
        check(&file, None, false, "0+8 * 40+8");
        file.extend([1; 9]);
        check(&file, None, false, "0+8 * 40+8 * end 56 56/0+1");
    }

    #[test]
    fn layouts() {
        let shape = |width| {
            let layout = HexLayout::new(width, 1714);
            (layout.per_row, layout.text, layout.width())
        };
        assert_eq!(shape(300), (16, true, 76));
        assert_eq!(shape(75), (8, true, 43));
        assert_eq!(shape(40), (8, false, 33));
        assert_eq!(shape(30), (4, true, 27));
        assert_eq!(shape(21), (4, false, 21));
        assert_eq!(shape(20), (2, false, 15));
        assert_eq!(shape(1), (2, false, 15));
        assert_eq!(offset_digits(0x1_0000_0000), 9);
    }

    #[test]
    fn glyphs() {
        let text: String = [b'A', 0, 9, 10, 1, 0x7f, 0x80, 0xff, b' ', b'~']
            .into_iter()
            .map(|byte| glyph(byte, false))
            .collect();
        assert_eq!(text, "A·⇥↵••×× ~");
        assert_eq!(
            (glyph(0, true), glyph(b'\\', true), glyph(0xff, true)),
            (".", "\\", ".")
        );
    }
}
