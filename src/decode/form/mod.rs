//! Objects gone through byte by byte, without making any of them.
//!
//! Each type is compiled once to a [`Form`], its expressions to code on
//! integers. A [`Machine`] goes through the bytes by such forms and tells a
//! [`Sink`] what it meets. It stops at anything out of the ordinary (an end of
//! file, an overflow, an expression that has no code): the object is then
//! decoded in the usual way, which finds what is wrong with it, if anything is.

mod arrays;
mod compile;
mod eval;
mod field;
mod leaf;
mod machine;
mod measure;
mod number;
mod place;
mod read;
mod record;
mod sink;
mod spot;
mod text;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

pub(crate) use self::machine::{Base, Machine, Scratch, root_of};
pub(crate) use self::measure::Pacer;
use self::number::{Num, Run, Where};
pub(crate) use self::record::{Entry, Record, What as Met};
pub(crate) use self::sink::{Member, Number, Sink};
use self::text::Text;
use crate::schema::{DataType, Encoding, Endian, EnumId, Extent, Schema, TypeDef, TypeId};

/// All forms that were compiled so far.
pub(crate) struct Forms<'a> {
    schema: &'a Schema,
    /// Whether values that break their `valid` matter.
    tested: bool,
    forms: Vec<Form<'a>>,
    /// How many of them are compiled.
    compiled: usize,
    by_type: HashMap<TypeId, usize>,
    /// How many values of expressions that look outside there are.
    caches: u32,
    /// Arrays of which expressions name members of elements.
    kept: HashSet<(TypeId, u16)>,
    /// Arrays of which expressions name elements.
    named: HashSet<(TypeId, u16)>,
    /// Value instances; `None` for those without code.
    computed: HashMap<(TypeId, u16), Option<Rc<Computed>>>,
    /// Elements of arrays, by how they are read.
    elements: HashMap<*const DataType, Rc<Element<'a>>>,
}

/// How objects of one type are gone through.
pub(crate) struct Form<'a> {
    pub(crate) ty: TypeId,
    pub(crate) def: &'a TypeDef,
    order: Order,
    fields: Vec<Field<'a>>,
    instances: Vec<Instance<'a>>,
    /// The text that its objects have of their own, if they have one and it has
    /// code.
    said: Option<Box<[Text]>>,
    patience: Patience,
    /// All its objects are alike: members at fixed places, and nothing else.
    flat: bool,
}

/// How elements of an array are gone through.
pub(crate) struct Element<'a> {
    data: Data<'a>,
    patience: Patience,
    /// Whether what an element is given may be made of the one before.
    looks_back: bool,
}

/// Where a form's byte order comes from.
enum Order {
    Fixed(Endian),
    Inherited,
    Switch(Num, Vec<(Option<Num>, Endian)>),
    Never,
}

/// How an attribute is gone through.
struct Field<'a> {
    member: Member,
    /// Nothing but a helper of the grammar.
    hidden: bool,
    /// Whether expressions name members of its elements.
    keeps: bool,
    cond: Option<Num>,
    times: Times,
    data: Data<'a>,
}

enum Times {
    Once,
    Eos,
    Count(Num),
    Until(Num),
}

/// How one element is gone through.
enum Data<'a> {
    Int {
        signed: bool,
        width: u8,
        endian: Option<Endian>,
        enumeration: Option<EnumId>,
    },
    Float {
        width: u8,
        endian: Option<Endian>,
    },
    Bits {
        width: u8,
        endian: Endian,
        boolean: bool,
        enumeration: Option<EnumId>,
    },
    Bytes(Cut<'a>),
    Str(Cut<'a>, &'a Encoding),
    User {
        form: usize,
        args: Vec<Num>,
        parent: Parent,
        /// Of another grammar file: it has a root of its own, or none.
        foreign: Option<bool>,
        cut: Option<Cut<'a>>,
    },
    Switch {
        on: Num,
        cases: Vec<(i64, Data<'a>)>,
        otherwise: Option<Box<Data<'a>>>,
    },
    /// A switch on text or bytes.
    SwitchRun {
        on: Run,
        cases: Vec<(Box<[u8]>, Data<'a>)>,
        otherwise: Option<Box<Data<'a>>>,
    },
    /// Nothing that a machine can read.
    Never,
}

/// `_parent` of what is read.
enum Parent {
    Reader,
    None,
    At(Where),
}

/// A run of bytes.
struct Cut<'a> {
    size: Length,
    extent: &'a Extent,
}

enum Length {
    /// As far as the terminator.
    Terminator,
    Eos,
    Bytes(Num),
}

/// How an instance is computed, or read.
struct Instance<'a> {
    hidden: bool,
    what: What<'a>,
}

enum What<'a> {
    Value(Rc<Computed>),
    Place(Box<Placed<'a>>),
    /// A value that has no code.
    Computed,
    /// A place that has none.
    Never,
}

/// An instance that is read from a place of its own.
struct Placed<'a> {
    cond: Option<Num>,
    pos: Num,
    io: Io,
    field: Field<'a>,
}

/// A value instance.
struct Computed {
    cond: Option<Num>,
    value: Code,
}

enum Code {
    Number(Num, Kind),
    Text(Text),
}

/// The stream that a positioned instance is read from.
enum Io {
    Own,
    Of(Where),
}

/// What a number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Bool,
    Enum(EnumId),
    /// The number is a float's bits.
    Float,
}

impl<'a> Forms<'a> {
    pub(crate) fn new(schema: &'a Schema, tested: bool) -> Forms<'a> {
        Forms {
            schema,
            tested,
            kept: HashSet::new(),
            named: HashSet::new(),
            forms: Vec::new(),
            compiled: 0,
            by_type: HashMap::new(),
            caches: 0,
            computed: HashMap::new(),
            elements: HashMap::new(),
        }
    }

    /// How many values of expressions that look outside there are.
    fn caches(&self) -> usize {
        self.caches as usize
    }

    pub(crate) fn form_at(&self, form: usize) -> Option<&Form<'a>> {
        self.forms.get(form)
    }

    pub(crate) fn patience(&self, form: usize) -> Option<&Patience> {
        self.forms.get(form).map(|form| &form.patience)
    }
}

/// How often machines are tried: the more they fail, the less.
#[derive(Default)]
pub(crate) struct Patience {
    wait: Cell<u32>,
    failures: Cell<u32>,
}

impl Patience {
    /// Whether a machine should be tried now.
    pub(crate) fn may_try(&self) -> bool {
        let wait = self.wait.get();
        self.wait.set(wait.saturating_sub(1));
        wait == 0
    }

    /// Takes note of how it went.
    pub(crate) fn note(&self, worked: bool) {
        let failures = match worked {
            true => 0,
            false => self.failures.get() + 1,
        };
        self.failures.set(failures);
        self.wait.set(match failures {
            0 => 0,
            _ => 1 << failures.min(16),
        });
    }
}

impl Element<'_> {
    pub(crate) fn patience(&self) -> &Patience {
        &self.patience
    }
}

impl Form<'_> {
    /// How many cells its members take.
    fn cells(&self) -> usize {
        self.def.seq.len() + self.def.instances.len() + self.def.params.len()
    }

    /// The cell of an instance.
    fn instance(&self, i: usize) -> usize {
        self.def.seq.len() + i
    }

    /// The cell of a parameter.
    fn parameter(&self, i: usize) -> usize {
        self.def.seq.len() + self.def.instances.len() + i
    }
}
