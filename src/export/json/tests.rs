//! Trees and values as JSON, on small grammars.

use pretty_assertions::assert_eq;

use super::*;
use crate::grammar::{GrammarText, Loader, Queries, compile};
use crate::schema::Schema;
use crate::tree::Options;

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("{import} is not there"))
    }
}

#[track_caller]
pub(super) fn schema(seq: &str) -> Schema {
    let text = format!("meta:\n  id: top\n  endian: be\n{seq}");
    let main = GrammarText {
        name: "top.ksy".into(),
        text,
    };
    let compiled = compile(main, &Alone);
    compiled
        .schema
        .unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

#[track_caller]
fn write(grammar: &str, file: &[u8], options: JsonOptions) -> (String, u64) {
    let schema = schema(grammar);
    let tree = Tree::new(&schema, file, Options::default());
    let mut out = Vec::new();
    let mut json = Json::new(&mut out, &tree, options);
    json.tree_line(&tree.root()).unwrap();
    let errors = json.finish().unwrap();
    let text = String::from_utf8(out).unwrap();
    serde_json::from_str::<serde_json::Value>(&text).expect("valid JSON");
    (text, errors)
}

#[track_caller]
fn check(grammar: &str, file: &[u8], expected: &str) {
    let (text, errors) = write(grammar, file, JsonOptions::default());
    assert_eq!(text, format!("{expected}\n"));
    assert_eq!(errors, 0);
}

#[track_caller]
fn check_errors(grammar: &str, file: &[u8], expected: &str, count: u64) {
    let (text, errors) = write(grammar, file, JsonOptions::default());
    assert_eq!(text, format!("{expected}\n"));
    assert_eq!(errors, count);
}

#[track_caller]
fn check_get(grammar: &str, file: &[u8], expr: &str, expected: &str) {
    let schema = schema(grammar);
    let tree = Tree::new(&schema, file, Options::default());
    let expr = Queries::new(&schema)
        .compile(schema.root, expr, false)
        .unwrap();
    let mut out = Vec::new();
    let options = JsonOptions {
        tested: true,
        ..JsonOptions::default()
    };
    let mut json = Json::new(&mut out, &tree, options);
    json.result_line(&tree.eval(&expr)).unwrap();
    json.finish().unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), format!("{expected}\n"));
}

const ROOM: &str = "
seq:
  - {id: count, type: u1}
  - {id: rooms, type: room, repeat: expr, repeat-expr: count}
  - {id: name, type: strz, encoding: UTF-8, if: count > 1}
instances:
  first: {value: 'rooms[0]'}
  kinds: {value: '[animal::cat, animal::cat]'}
types:
  room:
    seq:
      - {id: kind, type: u1, enum: animal}
      - {id: flag, type: b1}
      - {id: rest, type: b7}
enums:
  animal: {7: cat}
";

#[test]
fn fields_stand_in_order_and_instances_after_them() {
    check(
        ROOM,
        b"\x02\x07\x81\x08\x01hi\0",
        "{\"count\":2,\"rooms\":[\
         {\"kind\":{\"enum\":\"animal\",\"name\":\"cat\",\"value\":7},\"flag\":true,\"rest\":1},\
         {\"kind\":{\"enum\":\"animal\",\"name\":null,\"value\":8},\"flag\":false,\"rest\":1}],\
         \"name\":\"hi\",\"first\":{\"ref\":\"rooms[0]\"},\
         \"kinds\":[{\"enum\":\"animal\",\"name\":\"cat\",\"value\":7},\
         {\"enum\":\"animal\",\"name\":\"cat\",\"value\":7}]}",
    );
}

#[test]
fn what_is_absent_is_null() {
    check(
        "seq:\n  - {id: a, type: u1, if: false}\n  - {id: b, size: 2}\n  - {type: u1}\n",
        b"\x0a\x1b\x05",
        r#"{"a":null,"b":{"bytes":"0a1b"},"_unnamed2":5}"#,
    );
}

#[test]
fn a_field_that_cannot_be_read_is_an_error_and_those_after_it_are_left_out() {
    check_errors(
        "seq:\n  - {id: a, type: u1}\n  - {id: b, type: u4}\n  - {id: c, type: u1}\n",
        b"\x01\x02",
        "{\"a\":1,\"b\":{\"error\":{\"kind\":\"unexpected-eof\",\
         \"message\":\"4 bytes wanted, only 1 left before the end\",\"at\":1,\"path\":\"/seq/1\"}}}",
        1,
    );
}

#[test]
fn an_array_that_ends_early_keeps_what_was_read() {
    check_errors(
        "seq:\n  - {id: a, type: strz, encoding: ASCII, repeat: expr, repeat-expr: 3}\n",
        b"x\0y\0",
        "{\"a\":[\"x\",\"y\",{\"error\":{\"kind\":\"no-terminator\",\
         \"message\":\"element 2: no terminator 00 in the 0 bytes left before the end\",\"at\":4,\"path\":\"/seq/0\"}}]}",
        1,
    );
}

#[test]
fn ranges_stand_beside_values() {
    let options = JsonOptions {
        ranges: true,
        ..JsonOptions::default()
    };
    let grammar = "seq:\n  - {id: a, type: b4}\n  - {id: b, type: b4}\n  - {id: c, type: u2}\n";
    let (text, _) = write(grammar, b"\x12\x03\x04", options);
    assert_eq!(
        text,
        "{\"start\":0,\"end\":3,\"value\":{\
         \"a\":{\"start\":0,\"end\":1,\"bits\":[0,4],\"value\":1},\
         \"b\":{\"start\":0,\"end\":1,\"bits\":[4,8],\"value\":2},\
         \"c\":{\"start\":1,\"end\":3,\"value\":772}}}\n"
    );
}

#[test]
fn ranges_in_a_decoded_stream_name_it() {
    let options = JsonOptions {
        ranges: true,
        ..JsonOptions::default()
    };
    let grammar = "seq:\n  - {id: a, size: 1, type: t, process: xor(1)}\n\
                   types:\n  t:\n    seq:\n      - {id: n, type: u1}\n";
    let (text, _) = write(grammar, b"\x05", options);
    assert_eq!(
        text,
        "{\"start\":0,\"end\":1,\"value\":{\"a\":{\"start\":0,\"end\":1,\"value\":\
         {\"n\":{\"start\":0,\"end\":1,\"stream\":\"a\",\"value\":4}}}}}\n"
    );
}

#[test]
fn pretty_is_one_field_a_line() {
    let options = JsonOptions {
        pretty: true,
        ..JsonOptions::default()
    };
    let grammar = "seq:\n  - {id: a, type: u1, repeat: eos}\n";
    let (text, _) = write(grammar, b"\x01\x02", options);
    assert_eq!(text, "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
    let (text, _) = write(grammar, b"", options);
    assert_eq!(text, "{\n  \"a\": []\n}\n");
}

#[test]
fn expressions_give_objects_in_full() {
    check_get(
        ROOM,
        b"\x01\x07\x81",
        "first",
        "{\"kind\":{\"enum\":\"animal\",\"name\":\"cat\",\"value\":7},\"flag\":true,\"rest\":1}",
    );
    check_get(ROOM, b"\x01\x07\x81", "name", "null");
    check_get(ROOM, b"\x01\x07\x81", "[1, 2]", r#"{"bytes":"0102"}"#);
    check_get(
        ROOM,
        b"\x01\x07\x81",
        "18446744073709551615",
        "18446744073709551615",
    );
    check_get(ROOM, b"\x01\x07\x81", "1 / 2.0", "0.5");
    check_get(
        ROOM,
        b"\x01\x07\x81",
        "_io",
        r#"{"stream":{"size":3,"pos":3}}"#,
    );
}

#[test]
fn expressions_tell_values_that_break_their_rules() {
    check_get(
        "seq:\n  - {id: a, type: u1, valid: {max: 3}, repeat: eos}\n",
        b"\x01\x09",
        "_root",
        "{\"a\":[1,{\"error\":{\"kind\":\"validation-greater-than\",\
         \"message\":\"found 9; expected at most 3\",\"at\":1,\"path\":\"/seq/0\"}}]}",
    );
}

#[test]
fn arguments_are_single_words() {
    let bytes = Value::Bytes(Bytes::Made([1, 2].into()));
    let list = Value::List(
        [
            Value::Int(-1),
            Value::Bool(true),
            Value::Str("a".into()),
            bytes,
        ]
        .into(),
    );
    assert_eq!(
        argument_json(&list).as_deref(),
        Some(r#"[-1,true,"a",{"bytes":"0102"}]"#)
    );
}
