//! Long arrays of numbers as a line of bars.

use std::ops::ControlFlow;

use super::View;
use super::canvas::Ink;
use super::flow::Flow;
use super::packed::numbers_of;
use super::walk::Name;
use crate::schema::Show;
use crate::tree::Node;
use crate::view::doc::{Line, Role};
use crate::view::number;

/// So many numbers are worth a drawing.
const WORTH: u64 = 32;

/// No more numbers are looked at.
const MOST: u64 = 4096;

/// Heights, from low to high.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_BARS: [char; 8] = ['_', '.', ',', '-', '=', '+', '*', '#'];

/// A drawing of an array, and what the numbers are.
#[derive(Debug, PartialEq)]
pub(super) struct Spark {
    bars: String,
    least: f64,
    greatest: f64,
    /// Whether all numbers were looked at.
    all: bool,
    /// Whether all of them are integers.
    whole: bool,
}

impl Spark {
    /// Draws an array of `len` numbers in up to so many columns; `None` if that
    /// shows nothing. `number` gives one by its index, and whether it is whole.
    pub(super) fn new(
        len: u64,
        columns: usize,
        ascii: bool,
        mut number: impl FnMut(u64) -> Option<(f64, bool)>,
    ) -> Option<Spark> {
        if len < WORTH || columns < 8 {
            return None;
        }
        let step = len.div_ceil(MOST);
        let mut all_whole = true;
        let mut numbers = Vec::new();
        for index in (0..len).step_by(usize::try_from(step).ok()?) {
            let (value, whole) = number(index)?;
            all_whole &= whole;
            numbers.push(value);
        }
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let range = greatest - least;
        if range <= 0.0 || !range.is_finite() {
            return None;
        }
        let columns = columns.min(numbers.len());
        let bars = if ascii { ASCII_BARS } else { BARS };
        let bar = |column: usize| {
            let from = column * numbers.len() / columns;
            let to = (column + 1) * numbers.len() / columns;
            let part = numbers.get(from..to).unwrap_or(&[]);
            let mean = part.iter().sum::<f64>() / part.len().max(1) as f64;
            bars[(((mean - least) / range * 8.0) as usize).min(7)]
        };
        Some(Spark {
            bars: (0..columns).map(bar).collect(),
            least,
            greatest,
            all: step == 1,
            whole: all_whole,
        })
    }

    /// The drawing.
    pub(super) fn bars(&self) -> &str {
        &self.bars
    }

    /// Adds the least and the greatest number.
    pub(super) fn range(&self, line: &mut Line) {
        if !self.all {
            line.push(Role::Comment, "about ");
        }
        self.number(line, self.least);
        line.push(Role::Comment, " to ");
        self.number(line, self.greatest);
    }

    fn number(&self, line: &mut Line, number: f64) {
        if self.whole {
            number::dec(line, Role::Comment, number as i128);
        } else {
            number::float(line, Role::Comment, number);
        }
    }
}

impl<'a> View<'_, 'a> {
    /// Draws the numbers of a long array in one line.
    pub(super) fn sparkline(
        &mut self,
        flow: &Flow<'a>,
        node: &Node<'a>,
        name: Name<'_>,
        depth: usize,
        (start, stride): (u64, u64),
        ink: Ink,
    ) -> ControlFlow<()> {
        let plain = node
            .attr()
            .is_some_and(|attr| matches!(attr.show, None | Some(Show::Hex | Show::Dec)));
        let room = 3 * self.canvas.layout.per_row - 1;
        let (numbers, whole) = numbers_of(node);
        let Some(numbers) = numbers.filter(|_| plain && !self.options.dense) else {
            return ControlFlow::Continue(());
        };
        let (tree, buffer) = (self.tree, flow.buffer);
        let spark = Spark::new(whole, room, self.options.ascii, |index| {
            let at = start + index * stride;
            numbers.amount(&tree.bytes(buffer, at, at + stride))
        });
        let Some(spark) = spark else {
            return ControlFlow::Continue(());
        };
        self.flush_headings()?;
        self.pane.clear();
        self.begin_field(name, Role::Comment, depth, &[]);
        if let Some(line) = self.pane.last() {
            spark.range(line);
        }
        self.value.clear();
        self.value.untrusted(ink.name(), spark.bars());
        self.canvas.drawn_line(&self.value, self.pane.lines())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(numbers: &[f64], columns: usize, ascii: bool, expected: Option<&str>) {
        let spark = Spark::new(numbers.len() as u64, columns, ascii, |index| {
            let number = numbers[index as usize];
            number
                .is_finite()
                .then_some((number, number.fract() == 0.0))
        });
        let text = spark.map(|spark| {
            let mut line = Line::new();
            line.untrusted(Role::Text, spark.bars());
            line.spaces(2);
            spark.range(&mut line);
            line.text().to_owned()
        });
        assert_eq!(text.as_deref(), expected);
    }

    #[test]
    fn drawings() {
        let ramp: Vec<f64> = (0..64).map(f64::from).collect();
        check(&ramp, 8, false, Some("▁▂▃▄▅▆▇█  0 to 63"));
        check(&ramp, 8, true, Some("_.,-=+*#  0 to 63"));
        let halves: Vec<f64> = ramp.iter().map(|n| n / 2.0 - 100.0).collect();
        check(&halves, 8, true, Some("_.,-=+*#  -100.0 to -68.5"));
        let long: Vec<f64> = (0..5000).map(f64::from).collect();
        check(&long, 8, true, Some("_.,-=+*#  about 0 to 4,998"));
    }

    #[test]
    fn nothing_to_draw() {
        check(&[1.0; 64], 8, false, None);
        check(&[0.0, 1.0], 8, false, None);
        let mut odd = vec![0.0; 64];
        odd[3] = f64::NAN;
        check(&odd, 8, false, None);
        check(&[], 8, false, None);
    }
}
