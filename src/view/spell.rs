//! Bytes, one after the other, in words.

use super::doc::{Line, Role};
use super::number;
use super::options::Signs;
use super::preview::{LONGEST_BYTES, LONGEST_TEXT};
use crate::schema::Show;

/// Adds bytes in some way.
type Spell = fn(&mut Line, &[u8], &Signs);

/// How bytes are written where the grammar asks for their numbers.
pub(super) fn in_base(show: &Show) -> Option<Spell> {
    match show {
        Show::Hex => Some(|line, bytes, signs| spell(line, Role::Number, bytes, signs)),
        Show::Dec => Some(|line, bytes, signs| {
            each(line, bytes, signs, |line, byte| {
                number::dec(line, Role::Number, byte.into());
            });
        }),
        Show::Bin => Some(|line, bytes, signs| {
            each(line, bytes, signs, |line, byte| {
                line.untrusted(Role::Number, &format!("{byte:08b}"));
            });
        }),
        Show::Map { .. } | Show::None | Show::Char | Show::Text | Show::Time(_) | Show::Size => {
            None
        }
    }
}

fn each(line: &mut Line, bytes: &[u8], signs: &Signs, add: impl Fn(&mut Line, u8)) {
    if bytes.is_empty() {
        line.push(Role::Comment, "empty");
    }
    for (i, &byte) in bytes.iter().take(LONGEST_BYTES).enumerate() {
        if i > 0 {
            line.spaces(1);
        }
        add(line, byte);
    }
    if bytes.len() > LONGEST_BYTES {
        line.spaces(1);
        line.push(Role::Punctuation, signs.ellipsis);
    }
}

/// Adds bytes in hexadecimal.
pub(super) fn spell(line: &mut Line, role: Role, bytes: &[u8], signs: &Signs) {
    each(line, bytes, signs, |line, byte| line.byte(role, byte));
}

/// Adds bytes as a programmer would write them: `"\x89PNG\r\n"`.
pub(super) fn escaped(line: &mut Line, bytes: &[u8], signs: &Signs) {
    let mut text = String::from("\"");
    for &byte in bytes.iter().take(LONGEST_TEXT) {
        text.extend(byte.escape_ascii().map(char::from));
    }
    if bytes.len() > LONGEST_TEXT {
        text.push_str(signs.ellipsis);
    } else {
        text.push('"');
    }
    line.untrusted(Role::Text, &text);
}
