//! Finds where objects end without decoding them: a type whose size depends on
//! few of its fields is compiled to a short program that reads just those.
//!
//! A program gives up on anything unusual (a field past the end, an overflow);
//! the element is then decoded in full, which finds the fault.

mod compile;
mod number;
mod rules;
mod run;

pub(crate) use rules::Rules;

use std::rc::Rc;
use std::sync::Arc;

use super::engine::Engine;
use super::eval::Scope;
use super::read::Place;
use crate::schema::{BinOp, DataType, Endian, Expr, Method};

/// A program that moves a position over one object.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    steps: Vec<Step>,
    /// How many positions it takes note of.
    marks: usize,
    /// Expressions of its type that look only outside the object; evaluated
    /// once for a whole array.
    pub(crate) outer: Vec<&'a Expr>,
    /// The same for arrays of runs of bytes.
    tables: Vec<&'a Expr>,
    /// Whether an object that it can measure has no fault inside.
    pub(crate) exact: bool,
}

#[derive(Debug, Clone)]
enum Step {
    /// Moves on by so many bytes.
    Skip(u64),
    /// Moves on by so many bytes, as computed.
    Size(Number),
    /// Takes note of the position.
    Mark(usize),
    /// Moves to the end of the stream.
    ToEnd,
    /// Moves past a terminator (or to it).
    Terminator {
        bytes: Arc<[u8]>,
        consume: bool,
        eos_error: bool,
    },
    /// Goes on at another step unless the condition holds.
    Unless(Number, usize),
    /// Goes on at another step.
    Jump(usize),
    /// Chooses the step to go on at by value.
    Switch {
        on: Number,
        cases: Vec<(i64, usize)>,
        otherwise: usize,
    },
    /// Reads integers until the condition holds for one.
    Until {
        width: u8,
        signed: bool,
        endian: Endian,
        until: Number,
    },
    /// Reads bytes up to one of these and past it.
    UntilByte(Bytes),
    /// Moves on by `count` elements of `stride` bytes.
    Repeat { count: Number, stride: u64 },
}

/// A set of bytes.
#[derive(Debug, Clone)]
struct Bytes(Box<[bool; 256]>);

/// An integer expression over the bytes of the object; conditions are 0 or 1.
#[derive(Debug, Clone)]
enum Number {
    Const(i64),
    /// Value of an expression that looks only outside.
    Outer(usize),
    /// `_` of a repetition.
    Item,
    /// An integer so many bytes after a mark.
    Field {
        mark: usize,
        offset: u64,
        width: u8,
        signed: bool,
        endian: Endian,
    },
    /// A bit field so many bits after a mark.
    Bits {
        mark: usize,
        start: u64,
        width: u8,
        endian: Endian,
    },
    Neg(Box<Number>),
    Invert(Box<Number>),
    Not(Box<Number>),
    Binary(BinOp, Box<Number>, Box<Number>),
    And(Box<Number>, Box<Number>),
    Or(Box<Number>, Box<Number>),
    Choose(Box<Number>, Box<Number>, Box<Number>),
    /// It cannot be told.
    Unknown,
    /// A method of a run of bytes.
    Of(Method, Box<Run>),
    /// A byte of a run.
    Byte(Box<Run>, Box<Number>),
    /// `all`, `any` or `count` of the rows of a table, from one up to another.
    Rows {
        table: usize,
        range: Box<(Number, Number)>,
        method: Method,
        each: Box<Number>,
    },
    /// The same of the bytes of a run.
    Each {
        run: Box<Run>,
        method: Method,
        each: Box<Number>,
    },
}

/// A run of bytes.
#[derive(Debug, Clone)]
enum Run {
    /// The row at hand.
    Row,
    /// A row of a table.
    RowOf(usize, Number),
    /// Part of a run.
    Slice(Box<Run>, Number, Number),
}

/// A program together with what it needs to know of the array's surroundings.
pub(crate) struct Measurer<'a> {
    pub(crate) program: Rc<Program<'a>>,
    outer: Vec<Option<i64>>,
}

impl Measurer<'_> {
    /// Where the element that starts at `start` ends, both in bytes from the
    /// start of the stream.
    pub(crate) fn end(&self, stream: &[u8], start: u64) -> Option<u64> {
        self.program.measure(stream, start, &self.outer)
    }
}

impl<'a> Engine<'a> {
    /// How elements of an attribute can be measured without decoding them.
    pub(crate) fn measurer(
        &self,
        data: &'a DataType,
        place: &Place<'_, 'a>,
    ) -> Option<Measurer<'a>> {
        let DataType::User {
            ty,
            args,
            parent,
            extent: None,
        } = data
        else {
            return None;
        };
        let inherited = place.obj.0.endian.get();
        let first = || {
            self.child(
                place,
                *ty,
                args,
                parent,
                place.stream,
                place.stream.cursor(),
            )
        };
        let decided = if compile::decides_outside(&self.0.schema.ty(*ty).endian) {
            let obj = first().ok()?;
            self.decide_endian(&obj).ok()?;
            obj.0.endian.get()
        } else {
            None
        };
        let key = (*ty, decided.or(inherited));
        let known = self.0.programs.borrow().get(&key).cloned();
        let program = known.unwrap_or_else(|| {
            let program = match self.0.options.endian {
                None => compile::compile(self.0.schema, *ty, inherited, decided).map(Rc::new),
                Some(_) => None,
            };
            self.0.programs.borrow_mut().insert(key, program.clone());
            program
        })?;
        let mut outer = Vec::with_capacity(program.outer.len());
        if !program.outer.is_empty() {
            let obj = first().ok()?;
            let scope = Scope::of(&obj);
            for expr in &program.outer {
                let value = self.eval(&scope, expr).ok()?;
                outer.push(Some(i64::try_from(value.as_int()?).ok()?));
            }
        }
        Some(Measurer { program, outer })
    }
}
