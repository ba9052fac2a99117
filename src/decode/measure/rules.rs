//! Tests what a grammar demands of the elements of an array, without decoding
//! them: `valid` and checks of a type of fixed layout become number expressions
//! over its bytes.
//!
//! They only tell that an element is right. Of any other (something is wrong, or
//! it cannot be told) the general way finds out what is wrong.

use super::compile::{Compiler, Frame, Place};
use super::number::is_outer;
use super::run::Machine;
use super::{Number, Program, Run};
use crate::decode::array::{Array, ArrayShape};
use crate::decode::buffer::Buffer;
use crate::decode::engine::Engine;
use crate::decode::eval::Scope;
use crate::decode::object::Obj;
use crate::decode::value::Value;
use crate::schema::{
    DataType, EndianRule, Expr, ExprKind, Member, Method, Repeat, Schema, Size, TypeId, ValidRule,
};

/// What is demanded of each element of one array.
pub(crate) struct Rules<'a> {
    /// Each must come to something other than 0.
    rules: Vec<Number>,
    tables: Vec<Option<Table<'a>>>,
    /// The array's stream.
    bytes: &'a [u8],
    /// Where the first element starts in it, in bytes.
    start: u64,
    stride: u64,
    /// Whole elements.
    count: u64,
}

/// An array of runs of bytes, all of one length.
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> Table<'a> {
    pub(super) fn len(&self) -> u64 {
        self.bytes.len().checked_div(self.stride).unwrap_or(0) as u64
    }

    pub(super) fn row(&self, index: u64) -> Option<&'a [u8]> {
        let start = usize::try_from(index).ok()?.checked_mul(self.stride)?;
        self.bytes.get(start..start.checked_add(self.stride)?)
    }
}

impl Rules<'_> {
    /// Where an element starts in its stream, in bytes.
    pub(crate) fn start_of(&self, index: u64) -> u64 {
        self.start + index * self.stride
    }

    /// Whether an element is known to keep all rules.
    pub(crate) fn hold(&self, index: u64) -> bool {
        let start = self.start_of(index);
        let machine = Machine::new(self.bytes, [start], &[], &self.tables);
        index < self.count
            && self
                .rules
                .iter()
                .all(|rule| machine.number(rule).is_some_and(|n| n != 0))
    }
}

impl<'a> Engine<'a> {
    /// The rules of the elements of an array, if those have a fixed layout and
    /// nothing but `valid` of numbers and the type's checks to be tested.
    pub(crate) fn rules(&self, array: &Array<'a>) -> Option<Rules<'a>> {
        let data = &*array.0;
        let (ArrayShape::Fixed { stride, .. }, Buffer::File(file)) =
            (&data.shape, &data.stream.0.buffer)
        else {
            return None;
        };
        let DataType::User {
            ty, extent: None, ..
        } = data.data
        else {
            return None;
        };
        let strange = self.0.options.endian.is_some() || self.strict() || self.has_override();
        let aligned = stride.is_multiple_of(8) && data.start.is_multiple_of(8);
        if strange || !aligned || *stride == 0 {
            return None;
        }
        let first = array.element(0)?;
        let first = first.obj().filter(|obj| obj.is_fixed())?;
        let (rules, program) = compile(self.0.schema, *ty, first)?;
        let scope = Scope::of(first);
        let outer = program.outer.iter().map(|expr| {
            let number = match self.eval(&scope, expr).ok()? {
                Value::Bool(b) => i128::from(b),
                value => value.as_int()?,
            };
            i64::try_from(number).ok()
        });
        let outer: Vec<Option<i64>> = outer.collect();
        let rules = rules.into_iter().map(|rule| rule.known(&outer)).collect();
        let tables = program.tables.iter().map(|expr| {
            let Value::Array(array) = self.eval(&scope, expr).ok()? else {
                return None;
            };
            table(&array)
        });
        let tables = tables.collect();
        let from = usize::try_from(data.stream.0.base).ok()?;
        let to = from.checked_add(usize::try_from(data.stream.0.len).ok()?)?;
        Some(Rules {
            rules,
            tables,
            bytes: file.get(from..to)?,
            start: data.start / 8,
            stride: stride / 8,
            count: data.count.get(),
        })
    }
}

/// An array of runs of bytes of the file, where nothing but their size ends
/// them.
fn table<'a>(array: &Array<'a>) -> Option<Table<'a>> {
    let data = &*array.0;
    let (ArrayShape::Fixed { stride, .. }, Buffer::File(file), DataType::Bytes(extent)) =
        (&data.shape, &data.stream.0.buffer, data.data)
    else {
        return None;
    };
    let plain = matches!(extent.size, Size::Expr(_))
        && extent.terminator.is_none()
        && extent.pad_right.is_none()
        && extent.process.is_none();
    let whole = stride.is_multiple_of(8) && data.start.is_multiple_of(8) && *stride > 0;
    // A last element that was cut off is not one of its length.
    if !plain || !whole || array.count() != data.count.get() || !data.attr.valid.is_empty() {
        return None;
    }
    let len = data.count.get().checked_mul(stride / 8)?;
    let start = data.stream.0.base.checked_add(data.start / 8)?;
    let end = start.checked_add(len)?;
    Some(Table {
        bytes: file.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?,
        stride: usize::try_from(stride / 8).ok()?,
    })
}

impl Number {
    /// The same with what is known beforehand filled in.
    fn known(self, outer: &[Option<i64>]) -> Number {
        let known = |number: Box<Number>| Box::new(number.known(outer));
        let number = match self {
            Number::Outer(i) => match outer.get(i) {
                Some(Some(n)) => Number::Const(*n),
                _ => Number::Unknown,
            },
            Number::Neg(a) => Number::Neg(known(a)),
            Number::Invert(a) => Number::Invert(known(a)),
            Number::Not(a) => Number::Not(known(a)),
            Number::Binary(op, a, b) => Number::Binary(op, known(a), known(b)),
            Number::And(a, b) => match (a.known(outer), b.known(outer)) {
                (Number::Const(0), _) => Number::Const(0),
                (Number::Const(_), b) => b,
                (a, b) => Number::And(Box::new(a), Box::new(b)),
            },
            Number::Or(a, b) => match (a.known(outer), b.known(outer)) {
                (Number::Const(0), b) => b,
                (Number::Const(_), _) => Number::Const(1),
                (a, b) => Number::Or(Box::new(a), Box::new(b)),
            },
            Number::Choose(cond, a, b) => match cond.known(outer) {
                Number::Const(0) => b.known(outer),
                Number::Const(_) => a.known(outer),
                cond => Number::Choose(Box::new(cond), known(a), known(b)),
            },
            Number::Of(method, run) => Number::Of(method, Box::new(run.known(outer))),
            Number::Byte(run, index) => Number::Byte(Box::new(run.known(outer)), known(index)),
            Number::Rows {
                table,
                range,
                method,
                each,
            } => {
                let (from, to) = *range;
                Number::Rows {
                    table,
                    range: Box::new((from.known(outer), to.known(outer))),
                    method,
                    each: known(each),
                }
            }
            Number::Each { run, method, each } => Number::Each {
                run: Box::new(run.known(outer)),
                method,
                each: known(each),
            },
            number @ (Number::Const(_)
            | Number::Item
            | Number::Field { .. }
            | Number::Bits { .. }
            | Number::Unknown) => number,
        };
        let constant = match &number {
            Number::Neg(a) | Number::Invert(a) | Number::Not(a) => a.is_const(),
            Number::Binary(_, a, b) => a.is_const() && b.is_const(),
            _ => false,
        };
        if !constant {
            return number;
        }
        let machine = Machine::<0>::new(&[], [], &[], &[]);
        machine
            .number(&number)
            .map_or(Number::Unknown, Number::Const)
    }

    fn is_const(&self) -> bool {
        matches!(self, Number::Const(_))
    }
}

impl Run {
    fn known(self, outer: &[Option<i64>]) -> Run {
        match self {
            Run::Row => Run::Row,
            Run::RowOf(table, index) => Run::RowOf(table, index.known(outer)),
            Run::Slice(run, from, to) => Run::Slice(
                Box::new(run.known(outer)),
                from.known(outer),
                to.known(outer),
            ),
        }
    }
}

/// What `_` is while an expression is compiled.
#[derive(Clone)]
pub(super) enum Underscore {
    /// The integer of a repetition, or a byte of a run.
    Item,
    /// A field.
    Field(Number),
    /// A run of bytes.
    Row,
}

fn compile<'a>(
    schema: &'a Schema,
    ty: TypeId,
    first: &Obj<'a>,
) -> Option<(Vec<Number>, Program<'a>)> {
    let def = schema.ty(ty);
    let layout = def.layout.as_ref().filter(|layout| layout.is_whole())?;
    if matches!(def.endian, EndianRule::Switch { .. }) {
        return None;
    }
    let mut compiler = Compiler::new(schema, None);
    compiler.tests = true;
    compiler.frames.push(Frame {
        ty,
        def,
        endian: first.0.endian.get(),
        fields: layout
            .fields
            .iter()
            .map(|(bit, _)| Some(Place { mark: 0, bit: *bit }))
            .collect(),
        has_parent: false,
    });
    let mut rules = Vec::new();
    for (i, attr) in def.seq.iter().enumerate() {
        let i = u16::try_from(i).ok()?;
        for valid in &attr.valid {
            rules.push(compiler.valid(ty, i, &valid.rule)?);
        }
    }
    for check in &def.checks {
        rules.push(compiler.number_or_unknown(&check.that, 0));
    }
    Some((rules, compiler.program))
}

impl<'a> Compiler<'a> {
    /// One rule of a field; `None` if it is no number.
    fn valid(&mut self, ty: TypeId, i: u16, rule: &'a ValidRule) -> Option<Number> {
        use crate::schema::BinOp::{Eq, Ge, Le};
        let field = self.member(0, ty, Member::Seq(i))?;
        let before = std::mem::replace(&mut self.underscore, Underscore::Field(field.clone()));
        let mut compare = |op, expr: &'a Expr| {
            let wanted = Box::new(self.number_or_unknown(expr, 0));
            Number::Binary(op, Box::new(field.clone()), wanted)
        };
        let rule = match rule {
            ValidRule::Eq(expr) => compare(Eq, expr),
            ValidRule::Min(expr) => compare(Ge, expr),
            ValidRule::Max(expr) => compare(Le, expr),
            ValidRule::AnyOf(exprs) => exprs.iter().fold(Number::Const(0), |any, expr| {
                Number::Or(Box::new(any), Box::new(compare(Eq, expr)))
            }),
            ValidRule::Expr(expr) => self.number_or_unknown(expr, 0),
            ValidRule::InEnum => Number::Unknown,
        };
        self.underscore = before;
        Some(rule)
    }

    /// What a method comes to, where it can be told.
    pub(super) fn method(
        &mut self,
        of: &'a Expr,
        method: Method,
        args: &'a [Expr],
        frame: usize,
    ) -> Option<Number> {
        let each = match (method, args) {
            (Method::All | Method::Any | Method::Count, [each]) => each,
            (Method::Size, []) if is_outer(of) => return None,
            (
                Method::Size
                | Method::Length
                | Method::First
                | Method::Last
                | Method::Min
                | Method::Max,
                [],
            ) => return Some(Number::Of(method, self.run(of, frame)?)),
            _ => return None,
        };
        let (table, from, to) = match &of.kind {
            ExprKind::Slice(inner, from, to) => match self.table(inner) {
                Some(table) => {
                    let from = self.number_or_unknown(from, frame);
                    (Some(table), from, self.number_or_unknown(to, frame))
                }
                None => (None, Number::Unknown, Number::Unknown),
            },
            _ => (self.table(of), Number::Const(0), Number::Const(i64::MAX)),
        };
        let run = match table {
            Some(_) => None,
            None => Some(self.run(of, frame)?),
        };
        let underscore = match table {
            Some(_) => Underscore::Row,
            None => Underscore::Item,
        };
        let before = std::mem::replace(&mut self.underscore, underscore);
        let each = Box::new(self.number_or_unknown(each, frame));
        self.underscore = before;
        Some(match (table, run) {
            (Some(table), _) => Number::Rows {
                table,
                range: Box::new((from, to)),
                method,
                each,
            },
            (None, run) => Number::Each {
                run: run?,
                method,
                each,
            },
        })
    }

    /// A run of bytes.
    pub(super) fn run(&mut self, expr: &'a Expr, frame: usize) -> Option<Box<Run>> {
        let run = match &expr.kind {
            ExprKind::Item if matches!(self.underscore, Underscore::Row) => Run::Row,
            ExprKind::Slice(of, from, to) => {
                let of = self.run(of, frame)?;
                let from = self.number_or_unknown(from, frame);
                Run::Slice(of, from, self.number_or_unknown(to, frame))
            }
            ExprKind::Subscript(of, index) => {
                let table = self.table(of)?;
                Run::RowOf(table, self.number_or_unknown(index, frame))
            }
            _ => return None,
        };
        Some(Box::new(run))
    }

    /// An array of runs of bytes outside the object.
    fn table(&mut self, expr: &'a Expr) -> Option<usize> {
        let ExprKind::Member {
            slot: Some((ty, member)),
            ..
        } = &expr.kind
        else {
            return None;
        };
        let attr = self.schema.ty(*ty).member_attr(*member)?;
        let runs = matches!(attr.data, DataType::Bytes(_)) && !matches!(attr.repeat, Repeat::Once);
        if !runs || !is_outer(expr) {
            return None;
        }
        self.program.tables.push(expr);
        Some(self.program.tables.len() - 1)
    }

    /// An expression, as far as it is one of numbers.
    pub(super) fn number_or_unknown(&mut self, expr: &'a Expr, frame: usize) -> Number {
        self.number_in(expr, frame).unwrap_or(Number::Unknown)
    }
}
