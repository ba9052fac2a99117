//! How far the work on a file has come, for those who wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The place in a file that is being worked on. Clones share it, also with
/// other threads, which may look at it while the work goes on.
#[derive(Debug, Clone, Default)]
pub struct Passed(Arc<AtomicU64>);

impl Passed {
    /// The place, in bytes from the start of the file. Work may go over a file
    /// more than once.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The work is at this byte. No more than a store: cheap enough to be said
    /// of every object.
    pub fn set(&self, at: u64) {
        self.0.store(at, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::formats::Library;
    use crate::grammar::{GrammarText, compile};
    use crate::tree::{Options, Tree, check};

    /// The places that are told while a file is checked, seen from outside.
    #[track_caller]
    fn check_passed(seq: &str, file: &[u8], root_read: u64, checked: u64) {
        let text = format!("meta: {{id: t, endian: be}}\n{seq}");
        let name = "t.ksy".to_owned();
        let schema = compile(GrammarText { name, text }, &Library::default()).schema;
        let passed = Passed::default();
        let options = Options {
            passed: passed.clone(),
            ..Options::default()
        };
        let tree = Tree::new(schema.as_ref().unwrap(), file, options);
        assert_eq!(passed.get(), 0);
        let _ = tree.root();
        assert_eq!(passed.get(), root_read);
        let flow = check(&tree, &mut |_| ControlFlow::Continue(()));
        assert_eq!((flow, passed.get()), (ControlFlow::Continue(()), checked));
    }

    #[test]
    fn objects_tell_where_they_are() {
        let seq = "
seq: [{id: a, type: t, repeat: eos}]
types:
  t: {seq: [{id: n, type: u1}, {id: b, size: n}]}
";
        check_passed(seq, &[0, 1, 7, 2, 8, 9, 1, 5], 6, 6);
        let many = [1, 0].repeat(3000);
        check_passed(seq, &many, 4098, 5998);
    }
}
