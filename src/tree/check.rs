//! Everything that is wrong with a file.

use std::ops::ControlFlow;

use super::coverage::Coverage;
use super::overlap::Overlaps;
use super::quiet::Quiet;
use super::visited::Visited;
use super::walk::{Next, walk};
use super::{Finding, Node, Shape, Tree};
use crate::decode::measure::Rules;

/// Findings that are put in order of their offset before any is given; of a
/// file with more, the rest comes in the order of the tree.
const SORTED: usize = 10_000;

/// Progress is told once for so many elements.
const TOLD: u64 = 1 << 16;

/// Of so few elements the rules are not made ready.
const FEW: u64 = 16;

/// What else is told of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// Notes of fields that lie on bytes of others. Many formats mean that.
    pub overlaps: bool,
}

/// Walks the whole tree and gives each finding, in the order of the file, then
/// those about bytes that nobody claims. Elements are released when they are
/// left, and arrays whose elements can have no findings are not entered: time
/// and memory depend on what there is to test.
pub fn check(
    tree: &Tree<'_>,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> ControlFlow<()> {
    check_with(tree, CheckOptions::default(), found)
}

/// The same, with what else is asked for.
pub fn check_with(
    tree: &Tree<'_>,
    options: CheckOptions,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut check = Check {
        quiet: Quiet::new(tree.schema()),
        coverage: Coverage::new(),
        visited: Visited::new(),
        first: Some(Vec::new()),
        overlaps: options.overlaps.then(|| Overlaps::new(tree.root())),
        found,
    };
    let flow = walk(&tree.root(), &mut |node| check.visit(node));
    let spent = check.visited.is_spent();
    if !spent {
        flow?;
    }
    if let Some(last) = check.overlaps.as_mut().and_then(Overlaps::take) {
        check.give(last)?;
    }
    sorted(check.first, check.found)?;
    if spent {
        return (check.found)(tree.root().too_many_places());
    }
    check
        .coverage
        .findings(tree.file().len() as u64)
        .into_iter()
        .try_for_each(check.found)
}

struct Check<'t, 'f, 'a> {
    quiet: Quiet<'t>,
    coverage: Coverage,
    visited: Visited,
    /// The first findings, until they are given in order.
    first: Option<Vec<Finding>>,
    /// Fields on bytes of others, if they are to be told.
    overlaps: Option<Overlaps<'a>>,
    found: &'f mut dyn FnMut(Finding) -> ControlFlow<()>,
}

impl Check<'_, '_, '_> {
    fn visit(&mut self, node: &Node<'_>) -> Next {
        if !self.visited.visit(node) {
            return Next::Stop;
        }
        let whole = node.shape() == Shape::Array
            && node.stride_bits().is_some()
            && node.attr().is_some_and(|attr| self.quiet.element(attr));
        let leaves = !whole
            && node.shape() == Shape::Struct
            && node.type_def().is_some_and(|def| {
                let filled = def.layout.as_ref().map(|layout| layout.bits());
                self.quiet.fields(def)
                    && node.span().map(|span| span.end.saturating_sub(span.start)) == filled
            });
        let rules = if whole {
            None
        } else {
            node.rules(&mut self.quiet)
        };
        let before = self
            .coverage
            .visit(node, whole || leaves || rules.is_some());
        if let (Some(bytes), Some(overlaps)) = (before, &mut self.overlaps)
            && let Some(finding) = overlaps.add(node, bytes)
            && self.give(finding).is_break()
        {
            return Next::Stop;
        }
        for finding in node.findings() {
            if self.give(finding).is_break() {
                return Next::Stop;
            }
        }
        if let Some(rules) = rules {
            return self.elements(node, &rules);
        }
        match (whole, leaves) {
            // Nothing can be wrong with whole elements.
            (true, _) => Next::Partial,
            (_, true) => Next::Beside,
            _ => Next::Below,
        }
    }

    /// Visits the elements that are not known to be right.
    fn elements(&mut self, node: &Node<'_>, rules: &Rules<'_>) -> Next {
        // Their bytes are claimed with the array.
        let overlaps = self.overlaps.take();
        let next = self.tested_elements(node, rules);
        self.overlaps = overlaps;
        next
    }

    fn tested_elements(&mut self, node: &Node<'_>, rules: &Rules<'_>) -> Next {
        let whole = node.array().map_or(0, |array| array.0.count.get());
        for index in 0..whole {
            if rules.hold(index) {
                if !self.visited.add(node.engine(), 1) {
                    return Next::Stop;
                }
                if let Some(array) = node.array().filter(|_| index.is_multiple_of(TOLD)) {
                    let at = rules.start_of(index);
                    node.engine().passed(&array.0.stream, at);
                }
                continue;
            }
            let Some(element) = node.child(index) else {
                break;
            };
            let flow = walk(&element, &mut |node| self.visit(node));
            element.release();
            if flow.is_break() {
                return Next::Stop;
            }
        }
        Next::Partial
    }

    fn give(&mut self, finding: Finding) -> ControlFlow<()> {
        let Some(list) = &mut self.first else {
            return (self.found)(finding);
        };
        list.push(finding);
        match list.len() {
            SORTED => sorted(self.first.take(), self.found),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl<'a> Node<'a> {
    /// What is demanded of the elements of an array, where that is all that can
    /// be wrong with them.
    pub(crate) fn rules(&self, quiet: &mut Quiet<'_>) -> Option<Rules<'a>> {
        let array = self.array().filter(|_| self.shape() == Shape::Array)?;
        let attr = self.attr()?;
        let simple = self.stride_bits().is_some()
            && attr.valid.is_empty()
            && attr.checksum.is_none()
            && array.count() > FEW
            && quiet.but_for_rules(self.child(0)?.type_def()?);
        if simple {
            self.engine().rules(array)
        } else {
            None
        }
    }
}

/// Gives findings in the order of the file: those of a decoded stream after
/// those of the file itself, and last those that have no bytes.
fn sorted(
    findings: Option<Vec<Finding>>,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut findings = findings.unwrap_or_default();
    // Stable: of one place the tree's order stays.
    findings.sort_by_key(|finding| {
        let span = finding.span;
        (span.is_none(), span.map(|span| (span.buffer, span.start)))
    });
    findings.into_iter().try_for_each(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{GrammarText, Loader, compile};
    use crate::tree::Options;
    use pretty_assertions::assert_eq;

    struct Alone;

    impl Loader for Alone {
        fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
            Err(format!("{import} is not there"))
        }
    }

    #[track_caller]
    fn check_file(grammar: &str, file: &[u8], expected: &[&str]) {
        check_file_with(CheckOptions::default(), grammar, file, expected);
    }

    #[track_caller]
    fn check_file_with(options: CheckOptions, grammar: &str, file: &[u8], expected: &[&str]) {
        let name = "t.ksy".to_owned();
        let text = format!("meta: {{id: t, endian: be}}\n{grammar}");
        let compiled = compile(GrammarText { name, text }, &Alone);
        let schema = compiled
            .schema
            .unwrap_or_else(|| panic!("{:?}", compiled.problems));
        let tree = Tree::new(&schema, file, Options::default());
        let mut found = Vec::new();
        let flow = check_with(&tree, options, &mut |finding| {
            let span = finding
                .span
                .map(|span| (span.start_byte(), span.byte_len()));
            found.push(format!("{} {span:?} {}", finding.path, finding.kind.name()));
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        assert_eq!(found, expected);
    }

    const ROOMS: &str = "
seq:
  - {id: n, type: u1, valid: 3}
  - {id: rooms, type: room, repeat: expr, repeat-expr: 2}
types:
  room:
    seq:
      - {id: x, type: u1, valid: {max: 9}}
      - {id: y, type: u1}
";

    #[test]
    fn every_element_is_tested() {
        check_file(ROOMS, b"\x03\x01\x01\x02\x02", &[]);
        check_file(
            ROOMS,
            b"\x04\x0a\x01\x0b\x02",
            &[
                "n Some((0, 1)) validation-not-equal",
                "rooms[0].x Some((1, 1)) validation-greater-than",
                "rooms[1].x Some((3, 1)) validation-greater-than",
            ],
        );
    }

    #[test]
    fn an_array_without_rules_is_not_entered() {
        let grammar = "seq:\n  - {id: a, type: u2, repeat: expr, repeat-expr: 3}\n";
        check_file(grammar, b"abcdef", &[]);
        check_file(grammar, b"abcdefg", &[" Some((6, 1)) trailing-bytes"]);
    }

    #[test]
    fn unclaimed_bytes_are_told_unless_something_was_not_read() {
        let grammar = "
seq:
  - {id: a, type: u1}
  - {id: b, type: t, size: 4}
instances:
  far: {pos: 8, type: strz, encoding: ASCII}
types:
  t:
    seq:
      - {id: c, type: u1}
";
        check_file(
            grammar,
            b"\0\x01..._.._x\0.",
            &[
                " Some((2, 6)) unclaimed-bytes",
                " Some((11, 1)) trailing-bytes",
            ],
        );
        check_file(grammar, b"\0\x01...", &["far Some((5, 0)) no-terminator"]);
    }

    #[test]
    fn fields_on_bytes_of_others_are_told_on_request() {
        let grammar = "
seq:
  - {id: a, size: 4}
  - {id: bits, type: b4}
  - {id: more, type: b4}
instances:
  again: {pos: 1, type: t}
  far: {pos: 6, size: 2}
  part: {pos: 5, size: 2}
  helper: {pos: 0, size: 3, -fmtview-show: none}
  all: {pos: 0, type: u1, repeat: expr, repeat-expr: 30}
types:
  t:
    seq:
      - {id: x, type: u1}
      - {id: y, type: u2}
";
        let file = [1; 30];
        check_file(grammar, &file, &[]);
        check_file_with(
            CheckOptions { overlaps: true },
            grammar,
            &file,
            &[
                "all Some((0, 8)) overlap",
                "again Some((1, 3)) overlap",
                "part Some((6, 1)) overlap",
            ],
        );
    }

    /// Items with checks that look for each among all.
    const ITEMS: &str = "
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: x, type: u1}
      - {id: y, type: u1}
      - {id: more, size: 1, if: y == 9}
    -fmtview-check:
      - that: _root.items.count(_.x == x and _.y == y) == 1
        else: twice
      - that: _root.items.any(_.y < 9 and _.x == x and _.y <= y)
        else: none so low
      - that: _root.items[0..48].any(_.x == x and y == _.y)
        else: not among the first
";

    #[test]
    fn checks_that_look_for_an_element_find_it_in_long_arrays() {
        let mut file: Vec<u8> = (0..50).flat_map(|i| [2 * i, i % 9]).collect();
        file[90..92].copy_from_slice(&[4, 2]);
        file.extend([1, 9, 7]);
        let last = "items[50] Some((100, 3)) check-failed";
        check_file(
            ITEMS,
            &file,
            &[
                "items[2] Some((4, 2)) check-failed",
                "items[45] Some((90, 2)) check-failed",
                "items[48] Some((96, 2)) check-failed",
                "items[49] Some((98, 2)) check-failed",
                last,
                last,
            ],
        );
    }

    #[test]
    fn an_object_cut_off_within_its_byte_is_an_error() {
        let grammar = "
seq: [{id: a, type: trip, repeat: eos}]
types:
  trip: {seq: [{id: x, type: b1}, {id: y, type: b2}]}
";
        check_file(grammar, b"abc", &[]);
        check_file(grammar, b"a", &["a[2].y Some((1, 0)) unexpected-eof"]);
    }

    /// Rooms on a map of two rows, with rules that are tested without decoding.
    const MAP: &str = "
seq:
  - {id: map, size: 4, repeat: expr, repeat-expr: 2}
  - {id: rooms, type: room, repeat: eos}
types:
  room:
    seq:
      - {id: x, type: u1, valid: {max: 9}}
      - {id: y, type: u2, valid: {any-of: [0, 1, 300]}}
    -fmtview-check:
      - that: x < 4 and y < _root.map.size or y == 300
        else: outside
      - that: _root.rooms.size > 99 or x > 3 or y > 1 or _root.map[y][x] == 0
        else: rock
      - that: _root.map[y..y + 2].all(_[x..x + 1].size == 0 or _[x..x + 1].max < 9)
        else: very hard
";

    #[test]
    fn elements_of_long_arrays_are_tested_without_decoding() {
        let mut file = b"\0\0\x01\0\0\0\0\x09".to_vec();
        for _ in 0..20 {
            file.extend([1, 0, 1]);
        }
        file.extend([2, 0, 0, 3, 0, 1, 12, 1, 44, 4, 0, 2]);
        check_file(
            MAP,
            &file,
            &[
                "rooms[20] Some((68, 3)) check-failed",
                "rooms[21] Some((71, 3)) check-failed",
                "rooms[21] Some((71, 3)) check-failed",
                "rooms[22].x Some((74, 1)) validation-greater-than",
                "rooms[23] Some((77, 3)) check-failed",
                "rooms[23].y Some((78, 2)) validation-not-any-of",
            ],
        );
        file.pop();
        let stopped = file.len() as u64 - 1;
        let tree_ends = format!("rooms[23].y Some(({stopped}, 1)) unexpected-eof");
        check_file(
            MAP,
            &file,
            &[
                "rooms[20] Some((68, 3)) check-failed",
                "rooms[21] Some((71, 3)) check-failed",
                "rooms[21] Some((71, 3)) check-failed",
                "rooms[22].x Some((74, 1)) validation-greater-than",
                &tree_ends,
            ],
        );
    }

    #[test]
    fn padding_and_terminators_are_claimed() {
        let grammar = "
seq:
  - {id: a, type: t, terminator: 0}
  - {id: b, size: 4, pad-right: 0x20}
  - {id: c, type: t, size: 2, process: xor(1)}
types:
  t:
    seq:
      - {id: c, type: u1}
";
        check_file(grammar, b"x\0y   zz", &[]);
    }
}
