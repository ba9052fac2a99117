//! Everything that is wrong with a file.

use std::ops::ControlFlow;

use super::coverage::Coverage;
use super::quiet::Quiet;
use super::walk::{Next, walk};
use super::{Finding, Shape, Tree};

/// Walks the whole tree and gives each finding, in the order of the tree, then
/// those about bytes that nobody claims. Elements are released when they are
/// left, and arrays whose elements can have no findings are not entered: time
/// and memory depend on what there is to test.
pub fn check(
    tree: &Tree<'_>,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut quiet = Quiet::new(tree.schema());
    let mut coverage = Coverage::new();
    walk(&tree.root(), &mut |node| {
        let whole = node.shape() == Shape::Array
            && node.stride_bits().is_some()
            && node.attr().is_some_and(|attr| quiet.element(attr));
        coverage.visit(node, whole);
        for finding in node.findings() {
            if found(finding).is_break() {
                return Next::Stop;
            }
        }
        if whole { Next::Beside } else { Next::Below }
    })?;
    coverage
        .findings(tree.file().len() as u64)
        .into_iter()
        .try_for_each(found)
}
