//! The YAML that grammars are written in.

use crate::harness::{check, check_all, check_rejected, compiled};

/// `line:column message` of the first problem.
fn first(text: &str) -> String {
    let compiled = compiled(text);
    let problem = &compiled.problems[0];
    let (line, column) = compiled
        .sources
        .line_column(problem.loc.file, problem.loc.start);
    format!("{line}:{column} {}", problem.message)
}

#[test]
fn duplicate_keys() {
    let told = first("meta:\n  id: main\n  endian: le\n  id: other\n");
    assert!(told.starts_with("4:3 "), "{told}");
    assert!(told.contains("id"), "{told}");
    let told = first("meta:\n  id: main\nseq: []\ntypes: {}\nseq: []\n");
    assert!(told.starts_with("5:1 "), "{told}");
}

#[test]
fn broken_yaml() {
    for text in [
        "meta: {id: main",
        "meta: {id: main}\nseq: [",
        "meta:\n  id: main\n id: x\n",
        "meta: {id: main}\n\tseq: []\n",
        "meta: {id: 'main}\n",
        "meta: {id: main}}\n",
        "meta: {id: main}\n- a\n",
    ] {
        let compiled = compiled(text);
        assert!(compiled.schema.is_none(), "{text}");
        let told = first(text);
        assert!(!told.starts_with("0:"), "{told}");
    }
}

#[test]
fn places_are_lines_and_columns_of_characters() {
    let told = first("meta: {id: main}\n# é\nseq: [{id: é, type: u1}]\n");
    assert!(told.starts_with("3:12 "), "{told}");
    let told = first("meta: {id: main}\nseq:\n- id: a\n  doc: ééé\n  size: 1 + nothing\n");
    assert!(told.starts_with("5:13 "), "{told}");
}

#[test]
fn no_document() {
    for text in ["meta: ", "meta: []", "meta: 5"] {
        assert!(compiled(text).schema.is_none(), "{text}");
    }
}

#[test]
fn line_ends_and_byte_order_marks() {
    let text = "meta: {id: main}\r\nseq:\r\n- id: a\r\n  type: u1\r\n";
    check(text, &[5], "a", "5");
}

#[test]
fn quoting_does_not_matter_for_expressions() {
    check_all(
        "
seq:
- {id: 'a', \"type\": \"u1\"}
- {id: b, size: '1'}
- {id: c, size: \"0x1\"}
- id: d
  size: >
    1 +
    1
- id: e
  type: |-
    u1
",
        b"\x01xyzw\x05",
        &[
            ("a", "1"),
            ("b", r#"{"bytes":"78"}"#),
            ("c", r#"{"bytes":"79"}"#),
            ("d", r#"{"bytes":"7a77"}"#),
            ("e", "5"),
        ],
    );
}

#[test]
fn comments() {
    check(
        "
# a comment
seq: # another
- id: a # a third
  type: u1
",
        &[5],
        "a",
        "5",
    );
}

#[test]
fn booleans_are_true_and_false() {
    check_rejected("seq: [{id: a, size-eos: 1}]", "/seq/0/size-eos", "");
    check_rejected("seq: [{id: a, size-eos: 'maybe'}]", "/seq/0/size-eos", "");
}

#[test]
fn tags_anchors_and_merge_keys_are_refused() {
    for text in [
        "doc: !!str x",
        "doc: &a x",
        "seq: &a [{id: a, type: u1}]",
        "doc: *a",
    ] {
        assert!(compiled(text).schema.is_none(), "{text}");
    }
    let merged = compiled("seq:\n- <<: {id: a}\n  type: u1\n");
    assert!(merged.schema.is_none(), "{:?}", merged.problems);
}

#[test]
fn several_documents() {
    assert!(
        compiled("meta: {id: main}\n---\nmeta: {id: main}\n")
            .schema
            .is_none()
    );
}
