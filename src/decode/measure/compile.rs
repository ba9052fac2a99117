//! Makes measuring programs from types.

use super::{Number, Program, Step, run};
use crate::decode::fixed::{mentions_index, parts};
use crate::schema::{
    Attr, DataType, Endian, EndianRule, Expr, ExprKind, Extent, Member, ParentSpec, Repeat, Schema,
    Size, Special, TypeDef, TypeId, UnOp,
};

/// Types nested in one program.
const MOST_NESTED: usize = 8;
/// Expressions nested in one another, instances included.
const MOST_DEPTH: usize = 32;
/// Steps of one program.
const MOST_STEPS: usize = 512;

/// The program that measures objects of a type whose reader has this byte
/// order, or which were `decided` to have one; `None` if its size depends on
/// more than a program can see.
pub(crate) fn compile<'a>(
    schema: &'a Schema,
    ty: TypeId,
    inherited: Option<Endian>,
    decided: Option<Endian>,
) -> Option<Program<'a>> {
    let mut compiler = Compiler {
        schema,
        program: Program {
            steps: Vec::new(),
            marks: 0,
            outer: Vec::new(),
            exact: true,
        },
        frames: Vec::new(),
        depth: 0,
        decided,
    };
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
                    .all(|when| parts(when).is_empty())
        }
        _ => false,
    }
}

struct Compiler<'a> {
    schema: &'a Schema,
    program: Program<'a>,
    /// The objects around the one being compiled, outermost first.
    frames: Vec<Frame<'a>>,
    /// Nested expressions.
    depth: usize,
    decided: Option<Endian>,
}

struct Frame<'a> {
    ty: TypeId,
    def: &'a TypeDef,
    endian: Option<Endian>,
    /// Where each field lies that was compiled so far.
    fields: Vec<Option<Place>>,
    /// Whether `_parent` is the frame before.
    has_parent: bool,
}

/// Bits from a mark; whether the field is there only if a condition holds.
#[derive(Clone, Copy)]
struct Place {
    mark: usize,
    bit: u64,
}

impl<'a> Compiler<'a> {
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

    fn number(&mut self, expr: &'a Expr) -> Option<Number> {
        self.number_in(expr, self.frames.len().checked_sub(1)?)
    }

    /// An expression that is written in the type of a frame.
    fn number_in(&mut self, expr: &'a Expr, frame: usize) -> Option<Number> {
        if self.depth >= MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let number = self.number_at(expr, frame);
        self.depth -= 1;
        number
    }

    fn number_at(&mut self, expr: &'a Expr, frame: usize) -> Option<Number> {
        let two = |this: &mut Self, a: &'a Expr, b: &'a Expr| {
            Some((
                Box::new(this.number_in(a, frame)?),
                Box::new(this.number_in(b, frame)?),
            ))
        };
        Some(match &expr.kind {
            ExprKind::Int(n) | ExprKind::Enum(_, n) => Number::Const(i64::try_from(*n).ok()?),
            ExprKind::Bool(b) => Number::Const(i64::from(*b)),
            ExprKind::Item => Number::Item,
            ExprKind::Cast(a, _) => self.number_in(a, frame)?,
            ExprKind::Unary(op, a) => {
                let a = Box::new(self.number_in(a, frame)?);
                match op {
                    UnOp::Neg => Number::Neg(a),
                    UnOp::Invert => Number::Invert(a),
                    UnOp::Not => Number::Not(a),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::Binary(*op, a, b)
            }
            ExprKind::And(a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::And(a, b)
            }
            ExprKind::Or(a, b) => {
                let (a, b) = two(self, a, b)?;
                Number::Or(a, b)
            }
            ExprKind::Ternary(cond, a, b) => {
                let cond = Box::new(self.number_in(cond, frame)?);
                let (a, b) = two(self, a, b)?;
                Number::Choose(cond, a, b)
            }
            ExprKind::Method {
                of,
                method: crate::schema::Method::ToI,
                args,
            } if args.is_empty() => self.number_in(of, frame)?,
            ExprKind::Member {
                of,
                slot: Some((ty, member)),
                ..
            } => {
                if frame == 0 && is_outer(expr) {
                    let i = self.program.outer.len();
                    self.program.outer.push(expr);
                    return Some(Number::Outer(i));
                }
                let at = self.frame_of(of, frame)?;
                self.member(at, *ty, *member)?
            }
            _ => return None,
        })
    }

    /// The frame that an object expression names.
    fn frame_of(&self, of: &Expr, frame: usize) -> Option<usize> {
        match &of.kind {
            ExprKind::This => Some(frame),
            ExprKind::Special(inner, Special::Parent) => {
                let at = self.frame_of(inner, frame)?;
                self.frames.get(at)?.has_parent.then(|| at.checked_sub(1))?
            }
            _ => None,
        }
    }

    fn member(&mut self, at: usize, ty: TypeId, member: Member) -> Option<Number> {
        let frame = self.frames.get(at)?;
        if frame.ty != ty {
            return None;
        }
        let def = frame.def;
        match member {
            Member::Seq(i) => {
                let place = (*frame.fields.get(i as usize)?)?;
                let attr = def.seq.get(i as usize)?;
                if attr.cond.is_some() || !matches!(attr.repeat, Repeat::Once) {
                    return None;
                }
                match &attr.data {
                    DataType::Int {
                        signed,
                        width,
                        endian,
                        ..
                    } => {
                        let endian = if *width == 1 {
                            Endian::Be
                        } else {
                            endian.or(frame.endian)?
                        };
                        Some(Number::Field {
                            mark: place.mark,
                            offset: place.bit / 8,
                            width: *width,
                            signed: *signed,
                            endian,
                        })
                    }
                    DataType::Bits { width, endian, .. } => Some(Number::Bits {
                        mark: place.mark,
                        start: place.bit,
                        width: *width,
                        endian: *endian,
                    }),
                    _ => None,
                }
            }
            Member::Instance(i) => {
                let instance = def.instances.get(i as usize)?;
                if instance.attr.cond.is_some() || self.program.steps.len() > MOST_STEPS {
                    return None;
                }
                self.number_in(instance.value.as_ref()?, at)
            }
            Member::Param(_) => None,
        }
    }
}

/// Whether an expression looks only outside the object: it begins with
/// `_parent` or `_root`.
fn is_outer(expr: &Expr) -> bool {
    fn begins_outside(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Special(of, Special::Parent | Special::Root)
                if matches!(of.kind, ExprKind::This) =>
            {
                true
            }
            ExprKind::Member { of, .. } | ExprKind::Special(of, _) => begins_outside(of),
            _ => false,
        }
    }
    begins_outside(expr) && !mentions_index(expr) && parts(expr).len() < 64
}
