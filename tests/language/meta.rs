//! `meta`, documentation, and keys that are ignored.

use crate::harness::{check, check_clean, check_rejected, compiled, schema_of};
use pretty_assertions::assert_eq;

#[test]
fn all_keys() {
    check_clean(
        "
meta:
  id: main
  title: A file
  application: [one, 'two']
  file-extension: [abc, ABD]
  xref: {wikidata: Q1, mime: application/x, justsolve: X, anything: [1]}
  license: CC0-1.0
  tags: [a, b]
  ks-version: 0.9
  ks-debug: false
  ks-opaque-types: false
  ks-zero-copy-substream: false
  imports: []
  encoding: UTF-8
  endian: le
  bit-endian: be
doc: What it is
doc-ref: https://example.org
",
    );
}

#[test]
fn the_id_is_needed() {
    check_rejected("meta: {endian: le}", "/meta", "id");
    check_rejected("meta: {id: 1}", "/meta/id", "");
    check_rejected("meta: {id: }", "/meta/id", "");
    check_rejected("meta: {id: a-b}", "/meta/id", "a-b");
}

#[test]
fn unknown_keys() {
    check_rejected(
        "meta: {id: main, endianness: le}",
        "/meta/endianness",
        "endian",
    );
    check_rejected("sequence: []", "/sequence", "seq");
    check_rejected("seq: [{id: a, sise: 1}]", "/seq/0/sise", "size");
    check_rejected(
        "instances: {a: {value: 1, vallid: 2}}",
        "/instances/a/vallid",
        "vallid",
    );
    check_rejected(
        "params: [{id: a, type: u1, size: 1}]",
        "/params/0/size",
        "size",
    );
    check_rejected("types: {t: {fields: []}}", "/types/t/fields", "seq");
}

#[test]
fn keys_that_begin_with_a_minus_are_ignored() {
    check(
        "
meta: {id: main, -note: {any: [thing]}}
-more: 1
seq:
- {id: a, type: u1, -orig-id: A, -affected-by: b}
- id: b
  type:
    -note: x
    switch-on: a
    cases: {5: u1}
types:
  t: {-webide-parse-mode: eager}
enums:
  e: {1: {id: one, -orig-id: ONE}}
instances:
  c: {value: a, -note: x}
",
        &[5, 6],
        "b",
        "6",
    );
}

#[test]
fn versions() {
    for version in ["0.6", "0.9", "'0.10'", "'0.11'", "0.7"] {
        check_clean(&format!("meta: {{id: main, ks-version: {version}}}"));
    }
    for version in ["0.5", "'0.5'", "0.1", "99.0", "99", "'0.999'", "new"] {
        check_rejected(
            &format!("meta: {{id: main, ks-version: {version}}}"),
            "/meta/ks-version",
            "",
        );
    }
    // A number, and so 0.1.
    check_rejected(
        "meta: {id: main, ks-version: 0.10}",
        "/meta/ks-version",
        "0.1",
    );
}

#[test]
fn values_have_their_kinds() {
    for (meta, path) in [
        ("ks-debug: maybe", "/meta/ks-debug"),
        ("ks-opaque-types: 1", "/meta/ks-opaque-types"),
        ("title: [a]", "/meta/title"),
        ("encoding: {a: 1}", "/meta/encoding"),
        ("endian: [le]", "/meta/endian"),
        ("endian: ", "/meta/endian"),
    ] {
        check_rejected(&format!("meta: {{id: main, {meta}}}"), path, "");
    }
    check_rejected("meta: []", "/meta", "");
    check_rejected("seq: {a: 1}", "/seq", "");
    check_rejected("seq: [1]", "/seq/0", "");
    check_rejected("types: []", "/types", "");
    check_rejected("types: {t: 1}", "/types/t", "");
    check_rejected("instances: []", "/instances", "");
    check_rejected("enums: []", "/enums", "");
    check_rejected("enums: {e: []}", "/enums/e", "");
    check_rejected("params: {}", "/params", "");
}

#[test]
fn null_is_none_of_them() {
    for (text, path) in [
        ("seq: ", "/seq"),
        ("seq: ~", "/seq"),
        ("types: null", "/types"),
        ("types: {t: }", "/types/t"),
        ("instances: {a: }", "/instances/a"),
        ("seq: [{id: a, type: }]", "/seq/0/type"),
        ("seq: [~]", "/seq/0"),
        ("enums: {e: {1: }}", "/enums/e/1"),
    ] {
        check_rejected(text, path, "");
    }
    // In quotes it is a word.
    check(
        "seq: [{id: 'null', type: u1}]",
        &[1],
        "_root",
        r#"{"null":1}"#,
    );
}

#[test]
fn documentation_is_kept() {
    let schema = schema_of(compiled(
        "
doc: The file
doc-ref: [one, two]
seq: [{id: a, type: u1, doc: A field, doc-ref: three}]
types: {t: {doc: A type}}
instances: {b: {value: 1, doc: Computed}}
params: [{id: p, type: u1, doc: Given}]
enums: {e: {1: {id: one, doc: First}}}
",
    ));
    let root = schema.root_type();
    let texts = [
        root.doc.as_deref(),
        root.seq[0].doc.as_deref(),
        root.instances[0].attr.doc.as_deref(),
        root.params[0].doc.as_deref(),
        schema
            .types
            .iter()
            .find(|ty| &*ty.name == "t")
            .unwrap()
            .doc
            .as_deref(),
        schema.enums[0].entries[0].doc.as_deref(),
    ];
    assert_eq!(
        texts.map(Option::unwrap_or_default),
        [
            "The file", "A field", "Computed", "Given", "A type", "First"
        ]
    );
    let refs: Vec<&str> = root
        .doc_ref
        .iter()
        .chain(&root.seq[0].doc_ref)
        .map(|it| &**it)
        .collect();
    assert_eq!(refs, ["one", "two", "three"]);
}

#[test]
fn documentation_is_text() {
    check_rejected("doc: [a]", "/doc", "");
    check_rejected("seq: [{id: a, type: u1, doc: {a: 1}}]", "/seq/0/doc", "");
    check_rejected("doc-ref: {a: 1}", "/doc-ref", "");
}

#[test]
fn conditions_are_booleans() {
    check_rejected("seq: [{id: a, type: u1, if: 1}]", "/seq/0/if", "boolean");
    check_rejected(
        "instances: {a: {value: 1, if: '\"x\"'}}",
        "/instances/a/if",
        "boolean",
    );
    check("seq: [{id: a, type: u1, if: true}]", &[5], "a", "5");
    check("seq: [{id: a, type: u1, if: 1 == 2}]", &[5], "a", "null");
}
