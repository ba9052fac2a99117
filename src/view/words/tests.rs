//! Expressions, and what they read as.

use super::*;
use crate::grammar::{GrammarText, Loader, Queries, compile};
use pretty_assertions::assert_eq;

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("no {import}"))
    }
}

const GRAMMAR: &str = "
meta: {id: top, endian: be}
seq:
  - {id: width, type: u1}
  - {id: height, type: u1}
  - {id: kind, type: u1, enum: kind}
  - {id: name, size: 4, type: str, encoding: ASCII}
  - {id: part, type: part}
instances:
  is_old: {value: kind == kind::old, -fmtview-show: none, doc: Whether it is old. Or not.}
types:
  part:
    seq:
      - {id: size, type: u1}
      - {id: width, type: u1}
enums:
  kind: {0: old, 1: new}
";

fn words(within: &str, text: &str, condition: bool, ascii: bool) -> String {
    let grammar = GrammarText {
        name: "top.ksy".into(),
        text: GRAMMAR.into(),
    };
    let compiled = compile(grammar, &Alone);
    let schema = compiled.schema.unwrap();
    let position = schema.types.iter().position(|ty| &*ty.name == within);
    let within = TypeId(position.unwrap() as u32);
    let expr = Queries::new(&schema).compile(within, text, true).unwrap();
    let words = Words {
        schema: &schema,
        within,
        ascii,
    };
    if condition {
        words.condition(&expr)
    } else {
        words.expr(&expr)
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(words("top", text, false, false), expected);
}

#[track_caller]
fn check_condition(text: &str, expected: &str) {
    assert_eq!(words("top", text, true, false), expected);
}

#[test]
fn arithmetic() {
    check("32 + width * height", "32 + width × height");
    check("(width + 1) * 2", "(width + 1) × 2");
    check("width % 4 - -1", "width mod 4 - -1");
    check("width - (height - 1)", "width - (height - 1)");
    check("width << 3 & 0xff", "width << 3 & 255");
    check("width == 0x80000 ? 1 : 2", "1 if width = 0x80000, else 2");
    assert_eq!(
        words("top", "width * 2 <= 3", false, true),
        "width * 2 <= 3"
    );
}

#[test]
fn streams_and_objects() {
    check("_io.size", "size of the file");
    check("_root.width", "width");
    check("part.size", "part.size");
    check("name.length", "length of name");
    check("name.to_i + 1", "name + 1");
    check("_io.pos", "this place");
    let inside = |text: &str| words("part", text, false, false);
    assert_eq!(inside("_io.size"), "size of the data");
    assert_eq!(inside("_root._io.size"), "size of the file");
    assert_eq!(inside("_root.height"), "height");
    assert_eq!(inside("_root.width"), "width of the whole");
    assert_eq!(inside("_parent.width"), "width of what holds it");
}

#[test]
fn conditions() {
    check_condition("width > 3 and height >= 2", "if width > 3 and height ≥ 2");
    check_condition("not (width > 3)", "unless width > 3");
    check_condition("not _io.eof", "if more follows");
    check_condition("_io.eof", "if nothing follows");
    check_condition("kind == kind::old", "if kind is old");
    check_condition("kind != kind::new", "if kind is not new");
    check_condition("is_old", "if it is old");
    check_condition("not is_old", "unless it is old");
    check_condition("is_old and width > 1", "if (it is old) and width > 1");
}

#[test]
fn constants() {
    check(r#""a\"b""#, r#""a\"b""#);
    check("[0x42, 0x4f, 0x58]", "\"BOX\"");
    check("[0, 255]", "00 ff");
    check("0xfeedface", "0xfeedface");
    check("100000", "100000");
}

#[test]
fn long_texts_end_in_an_ellipsis() {
    let long = vec!["width"; 200].join(" + ");
    let found = words("top", &long, false, false);
    assert!(found.ends_with('…') && found.len() < 300, "{found}");
}

#[test]
fn first_sentences() {
    let check = |doc: &str, expected: &str| assert_eq!(first_sentence(doc), expected);
    check("Size in bytes. More.", "Size in bytes.");
    check("Size, e.g. `four`.\nMore", "Size, e.g. four.");
    check("One\n  line\n\nOther", "One line");
    check("Ends with 1.5 of it", "Ends with 1.5 of it");
    check("", "");
}
