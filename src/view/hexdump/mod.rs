//! The annotated hexdump: every field beside its bytes, every byte once, in the
//! order of the file, and what is wrong in place.

mod again;
mod apart;
mod array;
mod bound;
mod canvas;
mod colours;
mod dense;
mod direct;
mod field;
mod finished;
mod flow;
mod head;
mod heading;
mod ink;
mod label;
mod layout;
mod map;
mod marks;
mod named;
mod packed;
mod pane;
mod places;
mod recorded;
mod regions;
mod source;
mod spark;
mod stencil;
#[cfg(test)]
mod tests;
mod walk;
mod wrong;

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;
use std::thread::{self, Scope};

use apart::Out;
use canvas::{Canvas, Source};
use colours::Colours;
use flow::Flow;
use heading::Heading;
use layout::Layout;
use pane::Pane;
use recorded::Recorder;

use super::doc::{Line, Sink};
use super::facts::Facts;
use super::locate;
use super::options::{Part, ViewOptions};
use super::preview::Preview;
use super::survey::Survey;
use crate::decode::BufferId;
use crate::tree::{Finding, Node, Tree, Visited};

/// Nodes that are looked at for the verdict in the first line.
const VERDICT: u64 = 20_000;

/// Nodes in elided parts that are looked at, so that no error is elided.
const BUDGET: u64 = 100_000;

/// The work of one hexdump.
struct View<'v, 'a> {
    tree: &'v Tree<'a>,
    options: &'v ViewOptions<'v>,
    facts: &'v Rc<Facts<'a>>,
    preview: Preview<'v>,
    canvas: Canvas<'v, 'a>,
    colours: Colours,
    pane: Pane,
    /// The value of the field at hand.
    value: Line,
    /// What stands at the right of it.
    aside: Line,
    /// Findings that a structure has about what is inside it.
    laid: Vec<Finding>,
    /// Whether findings say where they are.
    placed: bool,
    /// Findings of objects, by their paths, that need not be looked for again.
    known: HashMap<String, Vec<Finding>>,
    /// The findings that the first line counts and that were not shown yet.
    unseen: Vec<Finding>,
    /// Headings that are written when something stands under them.
    headings: Vec<Heading<'a>>,
    /// Lines to fill again.
    spare: Vec<Line>,
    /// Headings of those that are written.
    written: usize,
    /// Whether a positioned place of others stands amid what is open, and the next
    /// row may have bytes of it.
    parted: bool,
    /// Whether the row at hand has.
    resumed: bool,
    /// Rows that positioned places of a family took: number of places, rows.
    families: Vec<(u64, u64)>,
    /// The path of the innermost open structure and the depth of its fields, if
    /// positioned places may lie inside it.
    open: Option<(String, usize)>,
    /// Whether nothing can be wrong with the elements at hand.
    calm: bool,
    /// Cells that were explained already.
    legends: HashSet<usize>,
    /// Whether what is shown has bytes that were shown already.
    again: bool,
    /// Places that may still be shown so.
    repeats: u64,
    /// Whether it is known which bytes nobody claims.
    gaps_known: bool,
    /// Nodes that may still be looked at in elided parts.
    budget: u64,
    /// Whether nothing is elided.
    full: bool,
    /// The bytes of the file that are shown, if these are not all.
    window: Option<Range<u64>>,
    /// What was shown.
    shown: Visited,
    /// What was looked through for positioned places.
    searched: Visited,
    /// Whether all was looked through for what has an offset.
    all_searched: bool,
    /// The value of what was met.
    met_text: Line,
    /// What shows objects without making them.
    recorder: Recorder<'a>,
}

/// Hands the hexdump of a file, or of a part of it, to a sink.
/// Breaks when the sink does.
pub fn hexdump<'a>(
    tree: &Tree<'a>,
    part: &Part<'a>,
    options: &ViewOptions<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    thread::scope(|scope| show(tree, part, options, sink, scope))
}

fn show<'s, 'e, 'a: 'e>(
    tree: &Tree<'a>,
    part: &Part<'a>,
    options: &'e ViewOptions<'e>,
    sink: &mut dyn Sink,
    scope: &'s Scope<'s, 'e>,
) -> ControlFlow<()> {
    let facts = Rc::new(Facts::new(tree.schema()));
    let len = tree.file().len() as u64;
    let layout = if options.dense {
        Layout::dense(options, len)
    } else {
        Layout::new(options, tree, &facts)
    };
    let full = options.full || matches!(part, Part::Range(_));
    let out = Out::new(sink, scope, tree.file(), options, layout, full);
    let mut view = View {
        tree,
        options,
        facts: &facts,
        preview: Preview::new(tree.schema(), options, false),
        canvas: Canvas::new(Source::Tree(tree), out, layout, options, full),
        colours: Colours::new(tree.schema(), &facts),
        pane: Pane::default(),
        value: Line::new(),
        aside: Line::new(),
        laid: Vec::new(),
        placed: false,
        known: HashMap::new(),
        unseen: Vec::new(),
        headings: Vec::new(),
        spare: Vec::new(),
        written: 0,
        parted: false,
        resumed: false,
        families: Vec::new(),
        open: None,
        calm: false,
        legends: HashSet::new(),
        again: false,
        repeats: again::REPEATS,
        gaps_known: false,
        budget: BUDGET,
        full,
        window: None,
        shown: Visited::new(),
        searched: Visited::new(),
        all_searched: true,
        met_text: Line::new(),
        recorder: Recorder::new(tree.schema()),
    };
    let place = match part {
        Part::Node(node) => Some(node.clone()),
        Part::Offset(offset) => {
            let found = locate::deepest(tree, *offset);
            view.all_searched = found.complete;
            found.node.map(locate::context)
        }
        Part::Whole | Part::Range(_) => None,
    };
    if let Some(node) = &place {
        view.lay_from_above(node);
    }
    if let Part::Offset(offset) = part {
        view.canvas.wanted = Some(*offset);
    }
    // a part costs what it shows, not what the file holds
    let mut survey = match (&place, part) {
        (Some(node), _) => Some(Survey::of_part(node, &facts, VERDICT)),
        (None, Part::Whole) => Some(Survey::of(tree, &facts, VERDICT)),
        (None, Part::Range(range)) if range.is_empty() => None,
        (None, Part::Range(range)) => {
            view.window = Some(range.start..range.end.min(len));
            Survey::of_range(tree, &facts, VERDICT, range)
        }
        _ => None,
    };
    if let Some(survey) = &mut survey {
        view.laid.iter().for_each(|finding| survey.count(finding));
    }
    view.gaps_known = survey.as_ref().is_some_and(|survey| survey.gaps_known);
    let is_part = !matches!(part, Part::Whole);
    view.header(survey.as_ref(), place.as_ref(), is_part)?;
    if let Some(survey) = survey {
        view.unseen = survey.first;
        view.known = survey.known;
    }
    view.search_cut_short()?;
    match (place, part) {
        (Some(node), _) => view.part(&node)?,
        (None, Part::Range(range)) if range.is_empty() => view.empty_range(range.start)?,
        (None, Part::Range(range)) => {
            let end = range.end.min(len);
            view.whole(range.start.min(end)..end)?;
        }
        (None, Part::Offset(offset)) => view.whole(*offset..offset.saturating_add(1).min(len))?,
        (None, _) => view.whole(0..len)?,
    }
    view.canvas.finish_row()?;
    view.canvas.hand_on_finished()?;
    view.canvas.out.settle()
}

impl<'a> View<'_, 'a> {
    /// Shows the file, or the rows of a range of it.
    fn whole(&mut self, window: Range<u64>) -> ControlFlow<()> {
        let root = self.tree.root();
        let regions = self.regions(&root, BufferId::FILE);
        let end = window.end;
        let mut flow = Flow::new(
            BufferId::FILE,
            regions,
            window,
            self.tree.file().len() as u64,
        );
        flow.regions.skip_to(flow.window.start);
        let own = self.lay(&root);
        self.pane.clear();
        self.add_findings_in(&own, "", 2, true, self.options.width);
        self.pane
            .lines()
            .iter()
            .try_for_each(|line| self.canvas.bare_line(line))?;
        self.bounded(&mut flow, |view, flow| {
            view.members(flow, &root, 0)?;
            view.advance(flow, end)
        })?;
        self.gap(&mut flow, end)?;
        self.tail(&flow)?;
        self.left_over("", 0)?;
        self.not_seen()
    }

    /// Shows one place, under the names of what holds it.
    fn part(&mut self, node: &Node<'a>) -> ControlFlow<()> {
        let buffer = node.span().map_or(BufferId::FILE, |span| span.buffer);
        let regions = self.regions(node, buffer);
        let end = self.tree.buffer_len(buffer);
        let mut flow = Flow::new(buffer, regions, 0..end, end);
        flow.gaps = false;
        if let Some(span) = node.span() {
            flow.pass_bits(span.start);
            flow.regions.skip_to(span.start_byte());
            self.canvas.layout = self.canvas.layout.for_stream(end, 0);
        }
        let name = node.path();
        self.bounded(&mut flow, |view, flow| {
            view.node(flow, node, walk::Name::whole(&name), 0)?;
            view.advance(flow, end)
        })?;
        // what it leads to may lie before it
        if let Some(start) = node
            .span()
            .map(|span| span.start_byte())
            .filter(|at| *at > 0 && !self.shown.is_spent())
        {
            let regions = self.regions(node, buffer);
            let mut before = Flow::new(buffer, regions, 0..start, end);
            before.gaps = false;
            self.bounded(&mut before, |view, flow| view.advance(flow, start))?;
        }
        self.left_over(&name, 0)?;
        self.not_seen()
    }
}
