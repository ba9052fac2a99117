//! Encodings of one byte a character that `encoding_rs` lacks, or reads in the
//! web's own way: ISO-8859-1 as windows-1252, -9 as windows-1254, -11 as
//! windows-874.

/// What a byte from 0x80 on means.
pub(super) type UpperHalf = fn(u8) -> Option<char>;

/// How the encoding of this canonical name is read, if it is one of these.
pub(super) fn upper_half(name: &str) -> Option<UpperHalf> {
    Some(match name {
        "ISO-8859-1" => |byte| Some(char::from(byte)),
        "ISO-8859-9" => |byte| Some(latin5(byte)),
        "ISO-8859-11" => thai,
        "IBM437" => |byte| at(&IBM437, byte),
        "IBM850" => |byte| at(&IBM850, byte),
        "IBM852" => |byte| at(&IBM852, byte),
        _ => return None,
    })
}

fn at(table: &[char; 128], byte: u8) -> Option<char> {
    table.get(usize::from(byte).checked_sub(0x80)?).copied()
}

/// ISO-8859-9: as ISO-8859-1 with six Turkish letters.
fn latin5(byte: u8) -> char {
    match byte {
        0xd0 => 'Ğ',
        0xdd => 'İ',
        0xde => 'Ş',
        0xf0 => 'ğ',
        0xfd => 'ı',
        0xfe => 'ş',
        _ => char::from(byte),
    }
}

/// ISO-8859-11: the Thai block of Unicode in one piece.
fn thai(byte: u8) -> Option<char> {
    match byte {
        0xa1..=0xda | 0xdf..=0xfb => char::from_u32(0xe01 + u32::from(byte - 0xa1)),
        0xdb..=0xde | 0xfc..=0xff => None,
        _ => Some(char::from(byte)),
    }
}

/// What the bytes 0x80 to 0xff mean in code page 437, of the first IBM PC.
static IBM437: [char; 128] = chars(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
     áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
     └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
     αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
);

/// What the bytes 0x80 to 0xff mean in code page 850, of Western Europe.
static IBM850: [char; 128] = chars(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
     áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
     └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
     ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
);

/// What the bytes 0x80 to 0xff mean in code page 852, of Central Europe.
static IBM852: [char; 128] = chars(
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
     áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
     └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
     ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
);

/// The 128 characters of a text, all below U+10000.
const fn chars(text: &str) -> [char; 128] {
    let bytes = text.as_bytes();
    let mut table = ['\0'; 128];
    let mut at = 0;
    let mut next = 0;
    while next < 128 {
        let (lead, len) = match bytes[at] {
            byte @ 0xe0.. => (byte & 0x0f, 3),
            byte @ 0xc0.. => (byte & 0x1f, 2),
            byte => (byte, 1),
        };
        let mut code = lead as u32;
        let mut rest = 1;
        while rest < len {
            code = code << 6 | (bytes[at + rest] & 0x3f) as u32;
            rest += 1;
        }
        table[next] = match char::from_u32(code) {
            Some(char) => char,
            None => panic!("not a character"),
        };
        at += len;
        next += 1;
    }
    assert!(at == bytes.len(), "more than 128 characters");
    table
}
