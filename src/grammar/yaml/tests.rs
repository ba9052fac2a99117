//! What is YAML to a grammar and what is not.

use pretty_assertions::assert_eq;

use super::*;
use crate::text::Sources;

/// Parses and prints the tree and the problems in one line each.
fn show(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("x.ksy", text);
    let mut problems = Vec::new();
    let node = parse(text, file, &mut problems);
    let mut out = node.map_or(String::new(), |n| print(&n));
    for p in &problems {
        let (line, column) = sources.line_column(file, p.loc.start);
        out += &format!("\n{line}:{column} {} {}", p.path, p.message);
    }
    out.trim_start().to_owned()
}

fn print(node: &Node) -> String {
    let all = |parts: Vec<String>| parts.join(", ");
    match &node.kind {
        Kind::Scalar(s) if s.is_null() => "null".into(),
        Kind::Scalar(s) => format!("{:?}", s.value),
        Kind::List(nodes) => format!("[{}]", all(nodes.iter().map(print).collect())),
        Kind::Map(entries) => {
            let pair = |e: &Entry| format!("{}: {}", print(&e.key), print(&e.value));
            format!("{{{}}}", all(entries.iter().map(pair).collect()))
        }
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(show(text), expected);
}

#[test]
fn trees() {
    check(
        "a: 1\nb:\n- x\n- y: {z: ~}\n",
        r#"{"a": "1", "b": ["x", {"y": {"z": null}}]}"#,
    );
    check("", "null");
    check("# nothing\n", "null");
    check("blah", "\"blah\"");
    check("? [1, 2]\n: x", r#"{["1", "2"]: "x"}"#);
    check("a: |\n  x\n  y\n", r#"{"a": "x\ny\n"}"#);
}

#[test]
fn byte_order_mark_and_line_ends() {
    check("\u{feff}a: 1\r\nb: 'x'\r\n", r#"{"a": "1", "b": "x"}"#);
}

#[test]
fn duplicate_keys() {
    check(
        "a: 1\nb:\n  c: 1\n  c: 2\na: 3",
        "{\"a\": \"1\", \"b\": {\"c\": \"1\"}}\n4:3 /b the key `c` stands here a second time\n\
         5:1 / the key `a` stands here a second time",
    );
}

#[test]
fn duplicates_in_large_maps() {
    for size in [14, 15, 16, 17, 18, 40] {
        let keys: String = (0..size).map(|i| format!("k{i}: 1\n")).collect();
        for again in [0, size / 2, size - 1] {
            let shown = show(&format!("{keys}k{again}: 2\n"));
            let place = format!("{}:1 / the key `k{again}`", size + 1);
            assert!(shown.contains(&place), "{shown}");
        }
        assert!(!show(&keys).contains('\n'));
    }
}

#[test]
fn what_grammars_do_not_have() {
    check("a: &x 1", "1:7 /a a grammar can't have YAML anchors");
    check("a: *x", "1:4 /a a grammar can't have YAML aliases");
    check("a: !!str x", "1:10 /a a grammar can't have YAML tags");
    check(
        "a: 1\n---\nb: 2",
        "2:1 / a grammar is one YAML document, but a second one begins here",
    );
}

#[test]
fn broken_text() {
    check("a:\n  b: x\n    c:", "3:6  a `key: value` can't stand here");
    check("a: \"x", "1:4  the quote that is opened here is not closed");
    check("a: @x", "1:4  a text can't begin with `@`");
    check(
        "a: [1, 2",
        "1:4  the bracket that is opened here is not closed",
    );
}

#[test]
fn depth_is_limited() {
    let message = "more than 100 lists and maps in one another";
    assert!(show(&"[".repeat(5000)).contains(message));
    assert!(show(&"- ".repeat(5000)).contains(message));
}

/// The bytes of the node under a top key.
#[track_caller]
fn check_loc(text: &str, key: &str, expected: &str) {
    let node = parse(text, FileId(0), &mut Vec::new()).unwrap();
    let Kind::Map(entries) = &node.kind else {
        panic!("no map")
    };
    let is_key = |e: &&Entry| matches!(&e.key.kind, Kind::Scalar(s) if &*s.value == key);
    let loc = entries.iter().find(is_key).unwrap().value.loc;
    assert_eq!(&text[loc.start as usize..loc.end as usize], expected);
}

#[test]
fn bytes_of_nodes() {
    let text = "é: ü\nb:\n  c: d # e\n\nf: [1, 2]\ng:\nh: 'x'\ni: |\n  j\n";
    check_loc(text, "é", "ü");
    check_loc(text, "b", "c: d");
    check_loc(text, "f", "[1, 2]");
    check_loc(text, "g", "g");
    check_loc(text, "h", "'x'");
    check_loc(text, "i", "j\n");
}

proptest::proptest! {
    #[test]
    fn never_panics(text in "\\PC*|.*|([-a:#?|>&*!%@`'\"{}\\[\\], \n\t\r~]|- |: ){0,60}") {
        let mut problems = Vec::new();
        let node = parse(&text, FileId(0), &mut problems);
        proptest::prop_assert!(node.is_some() || !problems.is_empty());
        for problem in problems {
            proptest::prop_assert!(problem.loc.end as usize <= text.len());
        }
    }
}
