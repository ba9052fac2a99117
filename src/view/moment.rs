//! Points in time and sizes in words.

use crate::schema::Clock;

const DAY: i128 = 86_400;

/// From 1601 to 1970, in seconds.
const WINDOWS: i128 = 11_644_473_600;

/// From 1904 to 1970, in seconds.
const MAC: i128 = 2_082_844_800;

/// A point in time as `2023-11-14 22:13:20`; `None` if it is none or lies beyond
/// the year 9999. Clocks but those of DOS and Mac count in UTC.
pub(super) fn time(clock: Clock, ticks: i128) -> Option<String> {
    match clock {
        Clock::Unix => utc(ticks, 0, 1),
        Clock::UnixMillis => utc(ticks.div_euclid(1_000), ticks.rem_euclid(1_000), 1_000),
        Clock::Windows => {
            let (seconds, rest) = (ticks.div_euclid(10_000_000), ticks.rem_euclid(10_000_000));
            utc(seconds.checked_sub(WINDOWS)?, rest, 10_000_000)
        }
        Clock::Mac => civil(ticks.checked_sub(MAC)?),
        Clock::Dos => dos(u32::try_from(ticks).ok()?),
    }
}

/// A time with the part of a second that goes beyond it, if there is one.
fn utc(seconds: i128, part: i128, parts: i128) -> Option<String> {
    let mut text = civil(seconds)?;
    if part > 0 {
        let digits = (parts - 1).to_string().len();
        let part = format!("{part:0digits$}");
        text.push('.');
        text.push_str(part.trim_end_matches('0'));
    }
    text.push_str(" UTC");
    Some(text)
}

/// Seconds since 1970 as date and time of day.
fn civil(seconds: i128) -> Option<String> {
    let (day, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    // days since the first of March of the year 0, in eras of 400 years
    let day = day.checked_add(719_468)?;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era.checked_mul(400)?.checked_add(year + next)?;
    if !(0..=9999).contains(&year) {
        return None;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    Some(format!(
        "{year:04}-{month:02}-{of_month:02} {hour:02}:{minute:02}:{second:02}"
    ))
}

fn dos(ticks: u32) -> Option<String> {
    let (year, month, day) = (1980 + (ticks >> 25), ticks >> 21 & 15, ticks >> 16 & 31);
    let (hour, minute, second) = (ticks >> 11 & 31, ticks >> 5 & 63, (ticks & 31) * 2);
    let sound = (1..=12).contains(&month) && day > 0 && hour < 24 && minute < 60 && second < 60;
    sound.then(|| format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))
}

/// A number of bytes in the largest unit of 1,024 that it fills, with one digit
/// after the point: `1.4 MiB`. `None` if it fills none.
pub(super) fn size(bytes: i128) -> Option<String> {
    const UNITS: [&str; 8] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
    let mut unit = 1_i128;
    let mut name = None;
    for next in UNITS {
        let larger = unit.checked_mul(1024)?;
        if bytes < larger {
            break;
        }
        unit = larger;
        name = Some(next);
    }
    let name = name.filter(|_| bytes / 1024 < unit)?;
    let tenths = bytes / (unit / 1024) * 10 / 1024;
    Some(match tenths % 10 {
        0 => format!("{} {name}", tenths / 10),
        part => format!("{}.{part} {name}", tenths / 10),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn times() {
        for (clock, ticks, expected) in [
            (Clock::Unix, 0, Some("1970-01-01 00:00:00 UTC")),
            (Clock::Unix, 1_700_000_000, Some("2023-11-14 22:13:20 UTC")),
            (Clock::Unix, 951_782_400, Some("2000-02-29 00:00:00 UTC")),
            (Clock::Unix, -1, Some("1969-12-31 23:59:59 UTC")),
            (Clock::Unix, i128::MAX, None),
            (Clock::Unix, i128::MIN, None),
            (Clock::UnixMillis, 1_500, Some("1970-01-01 00:00:01.5 UTC")),
            (
                Clock::Windows,
                116_444_736_000_000_000,
                Some("1970-01-01 00:00:00 UTC"),
            ),
            (Clock::Windows, 1, Some("1601-01-01 00:00:00.0000001 UTC")),
            (Clock::Mac, 0, Some("1904-01-01 00:00:00")),
            (Clock::Dos, 0x2129_7b2a, Some("1996-09-09 15:25:20")),
            (Clock::Dos, 0, None),
            (Clock::Dos, -1, None),
        ] {
            assert_eq!(time(clock, ticks).as_deref(), expected, "{clock:?} {ticks}");
        }
    }

    #[test]
    fn sizes() {
        for (bytes, expected) in [
            (1023, None),
            (1024, Some("1 KiB")),
            (1_474_560, Some("1.4 MiB")),
            (5 << 30, Some("5 GiB")),
            (-5, None),
            (i128::MAX, None),
        ] {
            assert_eq!(size(bytes).as_deref(), expected, "{bytes}");
        }
    }
}
