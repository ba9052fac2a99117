//! A grammar and its problems, each `LINE:COLUMN PATH MESSAGE`.

use pretty_assertions::assert_eq;

use super::*;
use crate::text::Sources;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut sources = Sources::default();
    let file = sources.add("x.ksy", text);
    let mut problems = Vec::new();
    grammar(file, "x.ksy".into(), text, &mut problems);
    let show = |p: &Problem| {
        let (line, column) = sources.line_column(file, p.loc.start);
        format!("{line}:{column} {} {}", p.path, p.message)
    };
    assert_eq!(problems.iter().map(show).collect::<Vec<_>>(), expected);
}

#[test]
fn nothing_to_say() {
    check("meta: {id: x, endian: le}\nseq: [{id: a, type: u2}]", &[]);
}
