//! Walks a tree for what is wrong in it, without keeping what it passed.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use super::facts::Facts;
use crate::decode::BufferId;
use crate::schema::{Endian, Severity};
use crate::tree::coverage::Coverage;
use crate::tree::{Finding, Hint, Next, Node, Shape, Tree, walk};

/// What a walk met.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Survey {
    /// Findings that make the file invalid.
    pub errors: u64,
    /// Findings about something legal but odd.
    pub warnings: u64,
    /// Findings worth knowing.
    pub notes: u64,
    /// Errors that the other byte order explains.
    pub swapped: u64,
    /// Paths of the first fields of those.
    pub swapped_paths: Vec<String>,
    /// The byte order that explains all of them, if it is the same.
    pub swapped_order: Option<Endian>,
    /// The first findings about places, in tree order.
    pub first: Vec<Finding>,
    /// The findings of the first objects whose type has checks, by the
    /// object's path; checks may take long, and so are not to be made twice.
    pub known: HashMap<String, Vec<Finding>>,
    /// Whether the walk came to its end.
    pub complete: bool,
    /// Whether it is known which bytes nobody claims; those are counted.
    pub gaps_known: bool,
}

/// Findings that are kept, and objects whose findings are.
const KEPT: usize = 1_000;

/// Fields that are named where the other byte order explains many.
const NAMED: usize = 5;

impl Survey {
    /// Counts the findings of one place.
    #[must_use]
    pub fn of_part(node: &Node<'_>, facts: &Facts<'_>, budget: u64) -> Survey {
        let mut survey = Survey::default();
        let mut walk = Walk::new(facts, budget);
        let mut known = HashMap::new();
        let flow = walk.run(node, None, Some(&mut known), &mut |_, finding| {
            survey.meet(finding);
            ControlFlow::Continue(())
        });
        survey.known = known;
        survey.complete = flow.is_continue();
        survey
    }

    /// Counts the findings of a range of the file; `None` if not all of the
    /// tree can be looked at with `budget` nodes.
    #[must_use]
    pub fn of_range(
        tree: &Tree<'_>,
        facts: &Facts<'_>,
        budget: u64,
        range: &Range<u64>,
    ) -> Option<Survey> {
        let mut survey = Survey::default();
        let mut walk = Walk::new(facts, budget);
        let flow = walk.findings(&tree.root(), &mut |_, finding| {
            if is_within(finding, range) {
                survey.meet(finding);
            }
            ControlFlow::Continue(())
        });
        survey.complete = true;
        flow.is_continue().then_some(survey)
    }

    /// Counts the findings of a whole file, looking at up to `budget` nodes.
    #[must_use]
    pub fn of(tree: &Tree<'_>, facts: &Facts<'_>, budget: u64) -> Survey {
        let mut survey = Survey::default();
        let mut coverage = Coverage::new();
        let mut walk = Walk::new(facts, budget);
        let mut known = HashMap::new();
        let (root, places) = (tree.root(), Some(&mut coverage));
        let flow = walk.run(&root, places, Some(&mut known), &mut |_, finding| {
            survey.meet(finding);
            ControlFlow::Continue(())
        });
        survey.known = known;
        survey.complete = flow.is_continue();
        let len = tree.file().len() as u64;
        if survey.complete && coverage.gaps(len).is_some() {
            survey.gaps_known = true;
            coverage
                .findings(len)
                .iter()
                .for_each(|finding| survey.count(finding));
        }
        survey
    }

    fn meet(&mut self, finding: &Finding) {
        self.count(finding);
        if self.first.len() < KEPT {
            self.first.push(finding.clone());
        }
    }

    /// Adds a finding.
    pub fn count(&mut self, finding: &Finding) {
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
        if finding.severity != Severity::Note
            && let Some(Hint::ByteSwapped { order, .. }) = &finding.hint
        {
            self.swapped_order = match self.swapped {
                0 => Some(*order),
                _ => self.swapped_order.filter(|known| known == order),
            };
            self.swapped += 1;
            if self.swapped_paths.len() < NAMED {
                self.swapped_paths.push(finding.path.clone());
            }
        }
    }

    /// Whether the other byte order explains most of what is wrong.
    #[must_use]
    pub fn mostly_swapped(&self) -> bool {
        self.swapped >= 2 && self.swapped * 2 > self.errors + self.warnings
    }
}

/// Whether a finding is about bytes of a range of the file, or about a place in
/// it that should have some.
#[must_use]
pub fn is_within(finding: &Finding, range: &Range<u64>) -> bool {
    finding.span.is_some_and(|span| {
        let (start, end) = (
            span.start_byte(),
            span.end_byte().max(span.start_byte() + 1),
        );
        span.buffer == BufferId::FILE && start < range.end && end > range.start
    })
}

/// Whether a node is an object of a type that has checks.
pub fn has_checks(node: &Node<'_>) -> bool {
    node.shape() == Shape::Struct && node.type_def().is_some_and(|def| !def.checks.is_empty())
}

/// A walk with a budget of nodes.
#[derive(Debug)]
pub struct Walk<'f, 's> {
    facts: &'f Facts<'s>,
    budget: u64,
    passed: u64,
}

impl<'f, 's> Walk<'f, 's> {
    /// A walk that may look at so many nodes.
    #[must_use]
    pub fn new(facts: &'f Facts<'s>, budget: u64) -> Walk<'f, 's> {
        Walk {
            facts,
            budget,
            passed: 0,
        }
    }

    /// Nodes that it may still look at.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.budget
    }

    /// Nodes that it looked at.
    #[must_use]
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Gives every finding of a node and of what is inside it, in tree order.
    /// Breaks when `each` does, and when the budget is spent.
    pub fn findings<'a>(
        &mut self,
        node: &Node<'a>,
        each: &mut dyn FnMut(&Node<'a>, &Finding) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.run(node, None, None, each)
    }

    fn run<'a>(
        &mut self,
        node: &Node<'a>,
        mut coverage: Option<&mut Coverage>,
        mut known: Option<&mut HashMap<String, Vec<Finding>>>,
        each: &mut dyn FnMut(&Node<'a>, &Finding) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        walk(node, &mut |node| {
            if self.budget == 0 {
                return Next::Stop;
            }
            self.budget -= 1;
            self.passed += 1;
            let quiet = node.shape() == Shape::Array
                && node.stride_bits().is_some()
                && node.attr().is_some_and(|attr| self.facts.is_quiet(attr));
            if let Some(coverage) = &mut coverage {
                coverage.visit(node, quiet);
            }
            let findings = node.findings();
            for finding in &findings {
                if each(node, finding).is_break() {
                    return Next::Stop;
                }
            }
            if let Some(known) = &mut known
                && known.len() < KEPT
                && has_checks(node)
            {
                known.insert(node.path(), findings);
            }
            if quiet { Next::Partial } else { Next::Below }
        })
    }
}
