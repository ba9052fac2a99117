//! Makes measuring programs from types.

use super::number::is_outer;
use super::rules::Underscore;
use super::{Bytes, Number, Program, Step, run};
use crate::schema::{
    Attr, DataType, Endian, EndianRule, Expr, ExprKind, Extent, ParentSpec, Repeat, Schema, Size,
    TypeDef, TypeId,
};

/// Types nested in one program.
const MOST_NESTED: usize = 8;
/// Steps of one program.
pub(super) const MOST_STEPS: usize = 512;

/// The program that measures objects of a type whose reader has this byte
/// order, or which were `decided` to have one; `None` if its size depends on
/// more than a program can see.
pub(crate) fn compile<'a>(
    schema: &'a Schema,
    ty: TypeId,
    inherited: Option<Endian>,
    decided: Option<Endian>,
) -> Option<Program<'a>> {
    let mut compiler = Compiler::new(schema, decided);
    compiler.object(ty, inherited, false)?;
    Some(compiler.program)
}

/// Whether the byte order of all elements of an array is decided alike.
pub(super) fn decides_outside(rule: &EndianRule) -> bool {
    match rule {
        EndianRule::Switch { on, cases } => {
            is_outer(on)
                && cases
                    .iter()
                    .filter_map(|(when, _)| when.as_ref())
                    .all(|when| when.parts().is_empty())
        }
        _ => false,
    }
}

pub(super) struct Compiler<'a> {
    pub(super) schema: &'a Schema,
    pub(super) program: Program<'a>,
    /// The objects around the one being compiled, outermost first.
    pub(super) frames: Vec<Frame<'a>>,
    /// Nested expressions.
    pub(super) depth: usize,
    decided: Option<Endian>,
    /// It is for testing values, of which parts may be unknown.
    pub(super) tests: bool,
    pub(super) underscore: Underscore,
}

pub(super) struct Frame<'a> {
    pub(super) ty: TypeId,
    pub(super) def: &'a TypeDef,
    pub(super) endian: Option<Endian>,
    /// Where each field lies that was compiled so far.
    pub(super) fields: Vec<Option<Place>>,
    /// Whether `_parent` is the frame before.
    pub(super) has_parent: bool,
}

/// Bits from a mark; whether the field is there only if a condition holds.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) mark: usize,
    pub(super) bit: u64,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(schema: &'a Schema, decided: Option<Endian>) -> Compiler<'a> {
        Compiler {
            schema,
            program: Program {
                steps: Vec::new(),
                marks: 0,
                outer: Vec::new(),
                tables: Vec::new(),
                exact: true,
            },
            frames: Vec::new(),
            depth: 0,
            decided,
            tests: false,
            underscore: Underscore::Item,
        }
    }

    fn object(&mut self, ty: TypeId, inherited: Option<Endian>, has_parent: bool) -> Option<()> {
        let def = self.schema.ty(ty);
        if self.frames.len() >= MOST_NESTED || self.frames.iter().any(|frame| frame.ty == ty) {
            return None;
        }
        let endian = match def.endian {
            EndianRule::Fixed(endian) => Some(endian),
            EndianRule::None | EndianRule::Inherited => inherited,
            EndianRule::Switch { .. } if self.frames.is_empty() && self.decided.is_some() => {
                self.decided
            }
            EndianRule::Switch { .. } => return None,
        };
        self.frames.push(Frame {
            ty,
            def,
            endian,
            fields: vec![None; def.seq.len()],
            has_parent,
        });
        let done = match &def.layout {
            Some(layout) if !layout.is_whole() => None,
            Some(layout) => self.laid_out(layout.size, &layout.fields),
            None => self.seq(def),
        };
        self.frames.pop();
        done
    }

    fn laid_out(&mut self, size: u64, fields: &[(u64, u64)]) -> Option<()> {
        let mark = self.mark()?;
        let frame = self.frames.last_mut()?;
        if frame.def.seq.iter().any(|attr| !attr.valid.is_empty()) {
            self.program.exact = false;
        }
        for (place, (start, _)) in frame.fields.iter_mut().zip(fields) {
            *place = Some(Place { mark, bit: *start });
        }
        self.push(Step::Skip(size))
    }

    fn push(&mut self, step: Step) -> Option<()> {
        if let (Step::Skip(more), Some(Step::Skip(n))) = (&step, self.program.steps.last_mut()) {
            *n = n.checked_add(*more)?;
            return Some(());
        }
        self.program.steps.push(step);
        (self.program.steps.len() <= MOST_STEPS).then_some(())
    }

    fn mark(&mut self) -> Option<usize> {
        let mark = self.program.marks;
        if mark >= run::MOST_MARKS {
            return None;
        }
        self.program.marks += 1;
        // Not merged with a skip before: the mark lies after it.
        self.program.steps.push(Step::Mark(mark));
        Some(mark)
    }

    fn seq(&mut self, def: &'a TypeDef) -> Option<()> {
        // The mark at the start of a run of bit fields, bits taken of it, and the
        // order of the last.
        let mut run: Option<(usize, u64, Endian)> = None;
        for (i, attr) in def.seq.iter().enumerate() {
            if let DataType::Bits { width, endian, .. } = &attr.data {
                if attr.cond.is_some() || !matches!(attr.repeat, Repeat::Once) {
                    return None;
                }
                let (mark, bit) = match run {
                    Some((mark, bit, order)) if order == *endian => (mark, bit),
                    Some((mark, bit, _)) => (mark, bit.next_multiple_of(8)),
                    None => (self.mark()?, 0),
                };
                *self.frames.last_mut()?.fields.get_mut(i)? = Some(Place { mark, bit });
                run = Some((mark, bit + u64::from(*width), *endian));
                continue;
            }
            if let Some((_, bits, _)) = run.take() {
                self.push(Step::Skip(bits.div_ceil(8)))?;
            }
            let skip = match &attr.cond {
                Some(cond) => {
                    let cond = self.number(cond)?;
                    let at = self.program.steps.len();
                    self.push(Step::Unless(cond, 0))?;
                    Some(at)
                }
                None => None,
            };
            self.attr(i, attr)?;
            if let Some(at) = skip {
                self.land(at);
            }
        }
        if let Some((_, bits, _)) = run {
            // What follows the object may go on in its last byte.
            if !bits.is_multiple_of(8) {
                return None;
            }
            self.push(Step::Skip(bits.div_ceil(8)))?;
        }
        Some(())
    }

    /// Lets a jump written before go on at the next step.
    fn land(&mut self, at: usize) {
        let next = self.program.steps.len();
        if let Some(Step::Unless(_, to) | Step::Jump(to)) = self.program.steps.get_mut(at) {
            *to = next;
        }
        // Skips before and after a landing place are two.
        self.program.steps.push(Step::Skip(0));
    }

    fn attr(&mut self, i: usize, attr: &'a Attr) -> Option<()> {
        if !attr.valid.is_empty() {
            self.program.exact = false;
        }
        match &attr.repeat {
            Repeat::Once => {
                if matches!(attr.data, DataType::Int { .. }) {
                    let mark = self.mark()?;
                    *self.frames.last_mut()?.fields.get_mut(i)? = Some(Place { mark, bit: 0 });
                }
                self.data(&attr.data)
            }
            Repeat::Eos => {
                self.program.exact = false;
                self.push(Step::ToEnd)
            }
            Repeat::Count(count) => {
                let stride = self.stride(&attr.data)?;
                let count = self.number(count)?;
                self.push(Step::Repeat { count, stride })
            }
            Repeat::Until(until) => {
                let DataType::Int {
                    signed,
                    width,
                    endian,
                    ..
                } = &attr.data
                else {
                    return None;
                };
                let endian = self.endian(*endian, *width)?;
                let until = self.number(until)?;
                if *width == 1
                    && !*signed
                    && let Some(last) = Bytes::that(&until)
                {
                    return self.push(Step::UntilByte(last));
                }
                self.push(Step::Until {
                    width: *width,
                    signed: *signed,
                    endian,
                    until,
                })
            }
        }
    }

    fn endian(&self, own: Option<Endian>, width: u8) -> Option<Endian> {
        if width == 1 {
            return Some(Endian::Be);
        }
        own.or(self.frames.last()?.endian)
    }

    fn stride(&self, data: &DataType) -> Option<u64> {
        match data {
            DataType::Int { width, .. } | DataType::Float { width, .. } => Some(u64::from(*width)),
            DataType::Bytes(Extent {
                size: Size::Expr(size),
                ..
            }) => match size.kind {
                ExprKind::Int(n) => u64::try_from(n).ok(),
                _ => None,
            },
            DataType::User {
                ty, extent: None, ..
            } => Some(self.schema.ty(*ty).layout.as_ref()?.size),
            _ => None,
        }
    }

    fn data(&mut self, data: &'a DataType) -> Option<()> {
        match data {
            DataType::Int { width, .. } | DataType::Float { width, .. } => {
                self.push(Step::Skip(u64::from(*width)))
            }
            DataType::Bits { .. } => None,
            DataType::Bytes(extent) | DataType::Str { extent, .. } => self.extent(extent),
            DataType::User {
                extent: Some(extent),
                ..
            } => {
                self.program.exact = false;
                self.extent(extent)
            }
            DataType::User {
                ty,
                args,
                parent,
                extent: None,
            } => {
                let foreign = self.schema.ty(*ty).file_top != self.frames.last()?.def.file_top;
                if !args.is_empty() {
                    return None;
                }
                let endian = self.frames.last()?.endian;
                let has_parent = !foreign && matches!(parent, ParentSpec::Reader);
                self.object(*ty, endian, has_parent)
            }
            DataType::Switch {
                on,
                cases,
                fallback,
            } => self.switch(on, cases, fallback.as_deref()),
            DataType::Computed => Some(()),
        }
    }

    fn extent(&mut self, extent: &'a Extent) -> Option<()> {
        if extent.process.is_some() {
            self.program.exact = false;
        }
        match (&extent.size, &extent.terminator) {
            (Size::Eos, _) => self.push(Step::ToEnd),
            (Size::Expr(size), _) => match self.number(size)? {
                Number::Const(n) => self.push(Step::Skip(u64::try_from(n).ok()?)),
                size => self.push(Step::Size(size)),
            },
            (Size::None, Some(bytes)) => self.push(Step::Terminator {
                bytes: bytes.clone(),
                consume: extent.consume,
                eos_error: extent.eos_error,
            }),
            (Size::None, None) => None,
        }
    }

    fn switch(
        &mut self,
        on: &'a Expr,
        cases: &'a [crate::schema::SwitchCase],
        fallback: Option<&'a DataType>,
    ) -> Option<()> {
        let on = self.number(on)?;
        let at = self.program.steps.len();
        self.push(Step::Jump(0))?;
        let mut table = Vec::new();
        let mut otherwise = None;
        let mut ends = Vec::new();
        for case in cases {
            let start = self.begin();
            match &case.when {
                Some(when) => match self.number(when)? {
                    Number::Const(value) => table.push((value, start)),
                    _ => return None,
                },
                None => otherwise = Some(start),
            }
            self.data(&case.data)?;
            ends.push(self.program.steps.len());
            self.push(Step::Jump(0))?;
            if otherwise.is_some() {
                break;
            }
        }
        let start = self.begin();
        if let (None, Some(data)) = (otherwise, fallback) {
            self.data(data)?;
        }
        let otherwise = otherwise.unwrap_or(start);
        for end in ends {
            self.land(end);
        }
        *self.program.steps.get_mut(at)? = Step::Switch {
            on,
            cases: table,
            otherwise,
        };
        Some(())
    }

    /// A step that jumps may go on at.
    fn begin(&mut self) -> usize {
        let start = self.program.steps.len();
        self.program.steps.push(Step::Skip(0));
        start
    }
}
