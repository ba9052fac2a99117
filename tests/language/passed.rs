//! Where the library says that its work is.

use std::ops::ControlFlow;

use fmtview::decode::Passed;
use fmtview::tree::{Options, Tree, check};
use pretty_assertions::assert_eq;

use crate::harness::{compiled, schema_of};

/// The places that are told while a file is read and while it is checked, seen
/// from outside.
#[track_caller]
fn check_passed(grammar: &str, file: &[u8], read: u64, checked: u64) {
    let schema = schema_of(compiled(grammar));
    let passed = Passed::default();
    let options = Options {
        passed: passed.clone(),
        ..Options::default()
    };
    let tree = Tree::new(&schema, file, options);
    assert_eq!(passed.get(), 0);
    let _ = tree.root();
    assert_eq!(passed.get(), read);
    let flow = check(&tree, &mut |_| ControlFlow::Continue(()));
    assert_eq!((flow, passed.get()), (ControlFlow::Continue(()), checked));
}

#[test]
fn objects_tell_where_they_are() {
    let grammar = "
seq: [{id: a, type: t, repeat: eos}]
types:
  t: {seq: [{id: n, type: u1}, {id: b, size: n}]}
";
    check_passed(grammar, &[0, 1, 7, 2, 8, 9, 1, 5], 6, 6);
    let many = [1, 0].repeat(3000);
    check_passed(grammar, &many, 4098, 5998);
}
