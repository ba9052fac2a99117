//! The names of character encodings.

use std::sync::Arc;

use super::Encoding;

/// Every known encoding: its canonical name, then all its names as
/// [`normal_form`] leaves them, with blanks between.
const NAMES: &[(&str, &str)] = &[
    (
        "ASCII",
        "ascii usascii iso646us ansix341968 646 cp367 ibm367",
    ),
    ("UTF-8", "utf8 cp65001"),
    ("UTF-16LE", "utf16le ucs2le"),
    ("UTF-16BE", "utf16be ucs2be"),
    ("UTF-32LE", "utf32le ucs4le"),
    ("UTF-32BE", "utf32be ucs4be"),
    (
        "ISO-8859-1",
        "iso88591 88591 latin1 l1 iso885911987 isoir100 cp819 ibm819",
    ),
    (
        "ISO-8859-2",
        "iso88592 88592 latin2 l2 iso885921987 isoir101 cp912",
    ),
    (
        "ISO-8859-3",
        "iso88593 88593 latin3 l3 iso885931988 isoir109 cp913",
    ),
    (
        "ISO-8859-4",
        "iso88594 88594 latin4 l4 iso885941988 isoir110 cp914",
    ),
    (
        "ISO-8859-5",
        "iso88595 88595 cyrillic iso885951988 isoir144 cp915",
    ),
    (
        "ISO-8859-6",
        "iso88596 88596 arabic iso885961987 isoir127 cp1089",
    ),
    (
        "ISO-8859-7",
        "iso88597 88597 greek greek8 iso885971987 isoir126 cp813",
    ),
    (
        "ISO-8859-8",
        "iso88598 88598 hebrew iso885981988 isoir138 cp916",
    ),
    (
        "ISO-8859-9",
        "iso88599 88599 latin5 l5 iso885991989 isoir148 cp920",
    ),
    (
        "ISO-8859-10",
        "iso885910 885910 latin6 l6 iso8859101992 isoir157",
    ),
    ("ISO-8859-11", "iso885911 885911 tis620 thai iso8859112001"),
    ("ISO-8859-13", "iso885913 885913 latin7 l7"),
    ("ISO-8859-14", "iso885914 885914 latin8 l8"),
    ("ISO-8859-15", "iso885915 885915 latin9 l9 cp923"),
    ("ISO-8859-16", "iso885916 885916 latin10 l10"),
    ("windows-874", "windows874 win874 cp874"),
    ("windows-1250", "windows1250 win1250 cp1250 1250"),
    ("windows-1251", "windows1251 win1251 cp1251 1251"),
    ("windows-1252", "windows1252 win1252 cp1252 1252"),
    ("windows-1253", "windows1253 win1253 cp1253 1253"),
    ("windows-1254", "windows1254 win1254 cp1254 1254"),
    ("windows-1255", "windows1255 win1255 cp1255 1255"),
    ("windows-1256", "windows1256 win1256 cp1256 1256"),
    ("windows-1257", "windows1257 win1257 cp1257 1257"),
    ("windows-1258", "windows1258 win1258 cp1258 1258"),
    ("IBM437", "ibm437 cp437 437 oem437 cspc8codepage437"),
    ("IBM850", "ibm850 cp850 850 oem850 cspc850multilingual"),
    ("IBM852", "ibm852 cp852 852 oem852 cspcp852"),
    ("IBM866", "ibm866 cp866 866 oem866 csibm866"),
    ("KOI8-R", "koi8r koi8 cskoi8r cp20866"),
    ("KOI8-U", "koi8u koi8ru cp21866"),
    (
        "macintosh",
        "macintosh macroman mac xmacroman csmacintosh cp10000",
    ),
    (
        "x-mac-cyrillic",
        "xmaccyrillic maccyrillic xmacukrainian cp10007",
    ),
    (
        "Shift_JIS",
        "shiftjis sjis xsjis mskanji csshiftjis windows31j cp932 ms932",
    ),
    ("EUC-JP", "eucjp xeucjp ujis cp51932"),
    ("ISO-2022-JP", "iso2022jp csiso2022jp cp50220"),
    ("Big5", "big5 big5hkscs csbig5 cnbig5 xxbig5 cp950 ms950"),
    (
        "EUC-KR",
        "euckr ksc56011987 ksc5601 uhc windows949 cp949 ms949 korean",
    ),
    ("GB2312", "gb2312 euccn gb231280 csgb2312 xgbk chinese"),
    ("GBK", "gbk cp936 ms936 windows936"),
    ("GB18030", "gb18030 gb180302000 gb180302005"),
];

/// A name without case and separators.
fn normal_form(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '-' | '_' | ' ' | ':' | '.'))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The encoding that a name means, by its canonical name or any usual other
/// one, whatever its case and separators: `utf8`, `cp437`, `SJIS`, `latin1`.
/// Names that nobody knows stay [`Encoding::Unknown`].
#[must_use]
pub fn encoding_by_name(name: &str) -> Encoding {
    let wanted = normal_form(name);
    let known = NAMES
        .iter()
        .find(|(_, others)| others.split(' ').any(|other| other == wanted));
    match known.map(|(canonical, _)| *canonical) {
        None => Encoding::Unknown(Arc::from(name)),
        Some("ASCII") => Encoding::Ascii,
        Some("UTF-8") => Encoding::Utf8,
        Some("UTF-16LE") => Encoding::Utf16Le,
        Some("UTF-16BE") => Encoding::Utf16Be,
        Some("UTF-32LE") => Encoding::Utf32Le,
        Some("UTF-32BE") => Encoding::Utf32Be,
        Some(canonical) => Encoding::Named(Arc::from(canonical)),
    }
}

/// The canonical names of all known encodings.
pub fn encoding_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(canonical, _)| *canonical)
}

/// Up to three canonical names that look like this unknown one, the likeliest
/// first.
#[must_use]
pub fn similar_encodings(name: &str) -> Vec<&'static str> {
    let wanted: String = normal_form(name).chars().take(40).collect();
    let mut near: Vec<(f64, &str)> = NAMES
        .iter()
        .map(|(canonical, others)| {
            let likeness = others
                .split(' ')
                .map(|other| strsim::jaro_winkler(&wanted, other));
            (likeness.fold(0.0, f64::max), *canonical)
        })
        .filter(|(likeness, _)| *likeness >= 0.88)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter()
        .take(3)
        .map(|(_, canonical)| canonical)
        .collect()
}

impl Encoding {
    /// The canonical name; for an unknown encoding the name as it was written.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Encoding::Ascii => "ASCII",
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
            Encoding::Utf32Le => "UTF-32LE",
            Encoding::Utf32Be => "UTF-32BE",
            Encoding::Named(name) | Encoding::Unknown(name) => name,
        }
    }

    /// Length of a code unit in bytes: 1, 2 or 4. A null terminator has this
    /// length and stands at a multiple of it.
    #[must_use]
    pub fn unit_len(&self) -> usize {
        match self {
            Encoding::Utf16Le | Encoding::Utf16Be => 2,
            Encoding::Utf32Le | Encoding::Utf32Be => 4,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(name: &str, want: &str) {
        let found = encoding_by_name(name);
        assert!(!matches!(found, Encoding::Unknown(_)), "{name} is unknown");
        assert_eq!(found.name(), want);
    }

    #[track_caller]
    fn check_unknown(name: &str, similar: &[&str]) {
        assert_eq!(encoding_by_name(name), Encoding::Unknown(Arc::from(name)));
        assert_eq!(similar_encodings(name), similar);
    }

    #[test]
    fn canonical_names_mean_themselves() {
        for name in encoding_names() {
            check(name, name);
            check(&name.to_lowercase(), name);
            check(&name.to_uppercase(), name);
        }
    }

    #[test]
    fn no_name_means_two_encodings() {
        let mut all: Vec<&str> = NAMES
            .iter()
            .flat_map(|(_, others)| others.split(' '))
            .collect();
        for name in &all {
            assert_eq!(*name, normal_form(name));
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn usual_other_names() {
        check("utf8", "UTF-8");
        check("us-ascii", "ASCII");
        check("SJIS", "Shift_JIS");
        check("cp437", "IBM437");
        check("cp1251", "windows-1251");
        check("iso8859_1", "ISO-8859-1");
        check("ISO_8859-1:1987", "ISO-8859-1");
        check("Latin-1", "ISO-8859-1");
        check("koi8-r", "KOI8-R");
        check("gb2312", "GB2312");
        check("utf_16_le", "UTF-16LE");
    }

    #[test]
    fn unknown_names() {
        check_unknown("ASCII\\x", &["ASCII"]);
        check_unknown("IBM437\\nx", &["IBM437"]);
        check_unknown("UTF-16", &["UTF-16LE", "UTF-16BE"]);
        check_unknown("", &[]);
        check_unknown("klingon", &[]);
    }

    #[test]
    fn units() {
        assert_eq!(encoding_by_name("UTF-16BE").unit_len(), 2);
        assert_eq!(encoding_by_name("UTF-32LE").unit_len(), 4);
        assert_eq!(encoding_by_name("SJIS").unit_len(), 1);
    }

    proptest! {
        #[test]
        fn any_name_is_answered(name in ".{0,60}") {
            let found = encoding_by_name(&name);
            prop_assert!(!found.name().is_empty() || name.is_empty());
            prop_assert!(similar_encodings(&name).len() <= 3);
        }
    }
}
