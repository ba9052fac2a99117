//! Character encodings: by attribute, by type, by file; their names; what is no
//! text in them.

use crate::harness::{
    check, check_all, check_clean, check_error, check_files, check_rejected, check_warned,
};
use pretty_assertions::assert_eq;

/// All of the bytes as a string in an encoding.
#[track_caller]
fn check_text(encoding: &str, data: &[u8], expected: &str) {
    let grammar = format!("seq: [{{id: a, type: str, size-eos: true, encoding: '{encoding}'}}]");
    check(&grammar, data, "a", expected);
}

#[test]
fn unicode() {
    check_text("UTF-8", "aé推😀".as_bytes(), r#""aé推😀""#);
    check_text("UTF-16LE", b"a\0\xe9\0\x3d\xd8\x00\xde", r#""aé😀""#);
    check_text("UTF-16BE", b"\0a\0\xe9\xd8\x3d\xde\x00", r#""aé😀""#);
    check_text("UTF-32LE", b"a\0\0\0\0\xf6\x01\0", r#""a😀""#);
    check_text("UTF-32BE", b"\0\0\0a\0\x01\xf6\0", r#""a😀""#);
}

#[test]
fn one_byte_a_character() {
    check_text("ASCII", b"plain", r#""plain""#);
    check_text("ISO-8859-1", b"\xe9\xff", r#""éÿ""#);
    check_text("ISO-8859-2", b"\xb1", r#""ą""#);
    check_text("ISO-8859-15", b"\xa4", r#""€""#);
    check_text("windows-1250", b"\x9a", r#""š""#);
    check_text("windows-1251", b"\xc0\xe0", r#""Аа""#);
    check_text("windows-1252", b"\x80", r#""€""#);
    check_text("windows-1258", b"\xd0", r#""Đ""#);
    check_text("IBM437", b"\x80\xb0\xe0", r#""Ç░α""#);
    check_text("IBM866", b"\x80", r#""А""#);
}

#[test]
fn several_bytes_a_character() {
    check_text("Shift_JIS", b"\x93\xfa\x96\x7b", r#""日本""#);
    check_text("SJIS", b"\x93\xfa", r#""日""#);
    check_text("Big5", b"\xa4\xa4", r#""中""#);
    check_text("EUC-KR", b"\xc7\xd1", r#""한""#);
}

#[test]
fn names_in_any_case_and_by_alias() {
    for name in ["utf-8", "utf8", "Utf-8"] {
        check_text(name, "é".as_bytes(), r#""é""#);
    }
    for name in ["cp437", "ibm437"] {
        check_text(name, b"\x80", r#""Ç""#);
    }
    check_text("cp1251", b"\xc0", r#""А""#);
    check_text("us-ascii", b"a", r#""a""#);
}

#[test]
fn an_unknown_name_fails_only_when_the_string_is_decoded() {
    let grammar = "
seq:
- {id: a, type: str, size: 1, encoding: KLINGON}
- {id: b, type: str, size: 1, encoding: 'x\"; drop'}
- {id: c, type: u1}
";
    check(grammar, b"xx\x07", "c", "7");
    check_error(grammar, b"xx\x07", "a", "invalid-text", "KLINGON");
    check_error(grammar, b"xx\x07", "b", "invalid-text", "drop");
}

#[test]
fn high_bytes_in_ascii_are_replacement_characters() {
    check_text("ASCII", b"a\x80b", "\"a\u{fffd}b\"");
}

#[test]
fn the_nearest_encoding_counts() {
    let grammar = "
meta: {id: main, encoding: IBM437}
seq:
- {id: a, type: str, size: 1}
- {id: b, type: str, size: 1, encoding: ISO-8859-1}
- {id: c, type: inner}
- {id: d, type: other}
types:
  inner: {seq: [{id: x, type: str, size: 1}]}
  other:
    meta: {encoding: windows-1251}
    seq:
    - {id: x, type: str, size: 1}
    - {id: y, type: deep}
    types:
      deep: {seq: [{id: x, type: str, size: 1}]}
";
    check_all(
        grammar,
        b"\xe0\xe0\xe0\xe0\xe0",
        &[
            ("a", r#""α""#),
            ("b", r#""à""#),
            ("c.x", r#""α""#),
            ("d.x", r#""а""#),
            ("d.y.x", r#""а""#),
        ],
    );
}

#[test]
fn an_encoding_is_lexical_and_not_of_the_reader() {
    check_files(
        &[
            (
                "main.ksy",
                "
meta: {id: main, encoding: IBM437, imports: other}
seq: [{id: a, type: other}]
",
            ),
            (
                "other.ksy",
                "
meta: {id: other, encoding: ISO-8859-1}
seq: [{id: x, type: str, size: 1}]
",
            ),
        ],
        b"\xe0",
        &[("a.x", r#""à""#)],
    );
}

#[test]
fn a_name_is_linted_where_it_is_written() {
    check_warned(
        "seq: [{id: a, type: str, size: 1, encoding: utf-8}]",
        "/seq/0/encoding",
        "UTF-8",
    );
    check_warned(
        "seq: [{id: a, type: str, size: 1, encoding: cp1251}]",
        "/seq/0/encoding",
        "windows-1251",
    );
    check_warned(
        "
meta: {id: main, encoding: utf8}
seq: [{id: a, type: strz}]
",
        "/meta/encoding",
        "UTF-8",
    );
    check_warned(
        "seq: [{id: a, type: str, size: 1, encoding: KLINGON}]",
        "/seq/0/encoding",
        "KLINGON",
    );
}

#[test]
fn canonical_names_are_clean() {
    for name in [
        "ASCII",
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-32LE",
        "UTF-32BE",
        "ISO-8859-1",
        "ISO-8859-11",
        "ISO-8859-13",
        "ISO-8859-16",
        "windows-1250",
        "windows-1258",
        "IBM437",
        "IBM866",
        "Shift_JIS",
        "Big5",
        "EUC-KR",
    ] {
        check_clean(&format!(
            "seq: [{{id: a, type: str, size: 1, encoding: {name}}}]"
        ));
    }
    check_warned(
        "seq: [{id: a, type: str, size: 1, encoding: ISO-8859-12}]",
        "/seq/0/encoding",
        "ISO-8859-12",
    );
}

#[test]
fn wide_terminators() {
    let grammar = "
meta: {id: main, encoding: UTF-16LE}
seq:
- {id: a, type: strz}
- {id: b, type: strz, include: true}
- {id: c, type: strz, encoding: UTF-16BE}
- {id: d, type: strz, consume: false}
- {id: zero, type: u2le}
- {id: e, type: strz, encoding: UTF-32BE}
- {id: f, type: strz, eos-error: false}
";
    let data = b"a\0\0\0b\0\0\0\0c\0\0d\0\0\0\0\0\0e\0\0\0\0f\0";
    check_all(
        grammar,
        data,
        &[
            ("a", r#""a""#),
            ("b", r#""b\u0000""#),
            ("c", r#""c""#),
            ("d", r#""d""#),
            ("zero", "0"),
            ("e", r#""e""#),
            ("f", r#""f""#),
        ],
    );
}

#[test]
fn wide_terminators_lie_at_whole_units() {
    // U+0100, U+4100: the zeros in the middle belong to two characters.
    let grammar = "
meta: {id: main, encoding: UTF-16BE}
seq:
- {id: a, type: strz}
- {id: b, type: strz, size: 8}
";
    check_all(
        grammar,
        b"\x01\x00\x00\x41\0\0\x01\x00\x00\x42\0\0\xff\xff",
        &[("a", r#""ĀA""#), ("b", r#""ĀB""#)],
    );
}

#[test]
fn a_terminator_that_is_given_is_one_byte() {
    let grammar = "
meta: {id: main, encoding: UTF-16BE}
seq:
- {id: a, type: str, terminator: 0x2c}
- {id: b, type: strz, terminator: 0, size: 4}
- {id: c, type: str, encoding: UTF-8, terminator: 0}
";
    check_all(
        grammar,
        b"\x2b\x2c\x41\0\0Bc\0",
        &[("a.length", "1"), ("b", "\"\u{fffd}\""), ("c", r#""c""#)],
    );
    for path in ["/seq/0/terminator", "/seq/1/terminator"] {
        check_warned(grammar, path, "the terminator is one byte");
    }
}

#[test]
fn bytes_to_text() {
    let grammar = "
seq: [{id: a, size: 2}]
instances:
  latin: {value: 'a.to_s(\"ISO-8859-1\")'}
  dos: {value: 'a.to_s(\"IBM437\")'}
  literal: {value: '[0x68, 0x69].as<bytes>.to_s(\"ASCII\")'}
";
    check_all(
        grammar,
        b"\x80x",
        &[
            ("dos", r#""Çx""#),
            ("latin.length", "2"),
            ("literal", r#""hi""#),
        ],
    );
}

#[test]
fn invalid_text_in_utf_8() {
    check_text("UTF-8", b"a\xffb", "\"a\u{fffd}b\"");
    check_text("UTF-8", b"\xe2\x82", "\"\u{fffd}\"");
    check_text("UTF-16LE", b"\x00\xd8a\0", "\"\u{fffd}a\"");
    check_text("UTF-16LE", b"a\0b", "\"a\u{fffd}\"");
}

#[test]
fn an_encoding_is_a_name() {
    check_rejected(
        "seq: [{id: a, type: str, size: 1, encoding: [UTF-8]}]",
        "/seq/0/encoding",
        "",
    );
}

#[test]
fn an_inherited_name_is_linted_once() {
    let compiled = crate::harness::compiled(
        "
meta: {id: main, encoding: utf8}
seq: [{id: a, type: strz}, {id: b, type: str, size: 1}]
",
    );
    let paths: Vec<&str> = compiled
        .problems
        .iter()
        .map(|it| it.path.as_str())
        .collect();
    assert_eq!(paths, ["/meta/encoding"]);
}

#[test]
fn wide_padding_like_the_terminator_is_not_stripped() {
    check(
        "seq: [{id: a, type: strz, size: 8, pad-right: 0, include: true, encoding: UTF-16LE}]",
        b"a\0\0\0\0\0\0\0",
        "a",
        r#""a\u0000""#,
    );
}
