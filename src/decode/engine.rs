//! What all objects of one file share: the schema, limits, decoded streams and
//! the faults met while reading.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::array::Array;
use super::buffer::{Buffer, Stream};
use super::derived::Streams;
use super::fault::{Fault, FaultKind};
use super::form::Forms;
use super::limits::Limits;
use super::lookup::Lookups;
use super::measure::Program;
use super::object::{InstanceSlot, Obj};
use super::passed::Passed;
use super::searched::Searches;
use super::value::Value;
use crate::schema::{DataType, Endian, Member, Repeat, Schema, TypeId};

/// Runs a custom process routine: its name, the data, its arguments.
pub type ProcessHook = dyn Fn(&str, &[u8], &[Value<'_>]) -> Result<Vec<u8>, String>;

/// How a file is decoded.
#[derive(Clone, Default)]
pub struct Options {
    /// Bounds.
    pub limits: Limits,
    /// Reads every number of several bytes in this order.
    pub endian: Option<Endian>,
    /// Runs custom process routines; without it they fail.
    pub process: Option<Rc<ProcessHook>>,
    /// Whether an expression that touches a value which breaks its `valid`
    /// fails, and `valid` is tested while the root's `seq` is read.
    pub strict: bool,
    /// Told where the work is.
    pub passed: Passed,
}

/// An array's stream base and start.
type ArrayPlace = (u64, u64);

/// The parameters of an element of an array.
pub(crate) type Given<'a> = (Array<'a>, u64, Rc<[Value<'a>]>);

/// Instances by their object's address and their index.
type Assumed<'a> = FxHashMap<(usize, u16), (Obj<'a>, InstanceSlot<'a>)>;

type Programs<'a> = FxHashMap<(TypeId, Option<Endian>), Option<Rc<Program<'a>>>>;

/// What elements of arrays that stay decoded may take, over all arrays, by
/// [`Engine::weight`]; a unit is about a hundred bytes.
const MOST_KEPT: usize = 1 << 15;
/// What the object of a type of its own inside weighs.
const INNER: usize = 8;
/// Objects with fields but of no size, for a file of no size; there may be one
/// more for each byte of the file.
const MOST_EMPTY: u64 = 1 << 16;

/// Places of the tree that one byte may have to do with.
const PLACES_PER_BYTE: u64 = 64;
/// Elements that expressions may go through for each byte of the file.
const STEPS_PER_BYTE: u64 = 32;
/// Bytes that can honestly be made of one.
const MOST_PACKED: u64 = 1032;

/// Shared by all objects of one file; cheap to clone.
#[derive(Clone)]
pub(crate) struct Engine<'a>(pub(crate) Rc<EngineData<'a>>);

pub(crate) struct EngineData<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) file: &'a [u8],
    pub(crate) options: Options,
    pub(crate) streams: Streams<'a>,
    depth: Cell<u32>,
    steps: Cell<u64>,
    /// The same over all objects.
    all_steps: Cell<u64>,
    empty_objects: Cell<u64>,
    kept: Cell<usize>,
    /// Faults of the first read; `None` while reading again.
    recorded: RefCell<Vec<(String, Fault)>>,
    recording: Cell<bool>,
    /// A field taken to hold another value, to test what that would mean.
    overridden: RefCell<Option<(Obj<'a>, Member, Value<'a>)>>,
    has_override: Cell<bool>,
    /// A `valid` is being tested; what it names is not tested in turn.
    pub(crate) testing: Cell<bool>,
    /// Instances under that assumption; the objects are held so that their
    /// addresses stay theirs.
    assumed: RefCell<Assumed<'a>>,
    /// Measuring programs by type and inherited byte order; `None` where a type
    /// has none.
    pub(crate) programs: RefCell<Programs<'a>>,
    /// How machines go through objects.
    pub(crate) forms: RefCell<Forms<'a>>,
    /// Whether a type of fixed layout, or one inside it, has `valid`.
    pub(crate) rules: RefCell<FxHashMap<TypeId, bool>>,
    /// Sums after each element of the array last asked about, by its place.
    sums: RefCell<Option<(ArrayPlace, Rc<[u128]>)>>,
    weights: RefCell<FxHashMap<TypeId, usize>>,
    /// Parameters of an element that is about to be read again, as they were at
    /// first: which array's, which element's.
    pub(crate) given: RefCell<Option<Given<'a>>>,
    /// Elements that are decoded one for another.
    pub(crate) elements: Cell<u32>,
    pub(crate) lookups: RefCell<Lookups<'a>>,
    pub(crate) searches: RefCell<Searches>,
    /// The expression at hand is one of the schema, so that its address is its
    /// own.
    pub(crate) lasting: Cell<bool>,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(schema: &'a Schema, file: &'a [u8], options: Options) -> Engine<'a> {
        Engine(Rc::new(EngineData {
            schema,
            file,
            options,
            streams: Streams::default(),
            depth: Cell::new(0),
            steps: Cell::new(0),
            all_steps: Cell::new(0),
            empty_objects: Cell::new(0),
            kept: Cell::new(0),
            recorded: RefCell::default(),
            recording: Cell::new(false),
            overridden: RefCell::new(None),
            has_override: Cell::new(false),
            testing: Cell::new(false),
            assumed: RefCell::default(),
            programs: RefCell::default(),
            forms: RefCell::new(Forms::new(schema, false)),
            rules: RefCell::default(),
            sums: RefCell::new(None),
            weights: RefCell::default(),
            given: RefCell::new(None),
            elements: Cell::new(0),
            lookups: RefCell::default(),
            searches: RefCell::default(),
            lasting: Cell::new(false),
        }))
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.options.limits
    }

    /// The work is at this byte of a stream.
    pub(crate) fn passed(&self, stream: &Stream<'_>, at: u64) {
        if matches!(stream.0.buffer, Buffer::File(_)) {
            self.0.options.passed.set(stream.0.base.saturating_add(at));
        }
    }

    pub(crate) fn strict(&self) -> bool {
        self.0.options.strict
    }

    /// Whether one more element of this weight may stay decoded.
    pub(crate) fn may_keep(&self, weight: usize) -> bool {
        let kept = self.0.kept.get().saturating_add(weight);
        let may = kept <= MOST_KEPT;
        if may {
            self.0.kept.set(kept);
        }
        may
    }

    pub(crate) fn unkeep(&self, weight: usize) {
        self.0.kept.set(self.0.kept.get().saturating_sub(weight));
    }

    /// About how much memory an element takes that stays decoded.
    pub(crate) fn weight(&self, data: &DataType) -> usize {
        let weights = data.outcomes().map(|data| match data {
            DataType::User { ty, .. } => self.weight_of(*ty),
            _ => 0,
        });
        weights.max().unwrap_or(0)
    }

    fn weight_of(&self, ty: TypeId) -> usize {
        if let Some(known) = self.0.weights.borrow().get(&ty) {
            return *known;
        }
        // One inside itself is taken for a small one.
        self.0.weights.borrow_mut().insert(ty, INNER);
        let def = self.0.schema.ty(ty);
        let slots = match def.layout {
            Some(_) => 0,
            None => def.seq.len(),
        };
        let inner = def.seq.iter().filter(|_| def.layout.is_none());
        let inner = inner.map(|attr| match attr.repeat {
            Repeat::Once => self.weight(&attr.data),
            _ => INNER,
        });
        // what lies elsewhere stays decoded with the object that leads to it
        let led_to = def
            .instances
            .iter()
            .map(|instance| match instance.attr.repeat {
                _ if instance.value.is_some() => 0,
                Repeat::Once => self.weight(&instance.attr.data),
                _ => INNER,
            });
        let weight = 3 + slots + inner.sum::<usize>() + led_to.sum::<usize>();
        let weight = weight.min(MOST_KEPT / 16);
        self.0.weights.borrow_mut().insert(ty, weight);
        weight
    }

    /// Runs `f` one level deeper, or says that this is too deep.
    pub(crate) fn deeper<T>(
        &self,
        path: &Arc<str>,
        f: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let depth = self.0.depth.get();
        if depth == 0 {
            self.0.empty_objects.set(0);
        }
        if depth >= self.limits().depth {
            return Err(self.too_deep(path));
        }
        self.0.depth.set(depth + 1);
        let result = f();
        self.0.depth.set(depth);
        result
    }

    pub(crate) fn too_deep(&self, path: &Arc<str>) -> Fault {
        let most = self.limits().depth;
        let message = format!("nested more than {most} levels deep; --max-depth raises the limit");
        Fault::common(FaultKind::LimitExceeded, message, path)
    }

    /// Bytes of the file, and of what a good packer made of it.
    fn bytes(&self) -> u64 {
        let file = self.0.file.len() as u64;
        let made = self.0.streams.made().min(file.saturating_mul(MOST_PACKED));
        file.saturating_add(made)
    }

    /// How many places of the tree a walk may visit: for each byte of the file
    /// (or for as many as a good packer makes of it) some, and more for all.
    /// Only what describes the same bytes over and over comes to so much.
    pub(crate) fn most_places(&self) -> u64 {
        self.bytes()
            .saturating_mul(PLACES_PER_BYTE)
            .saturating_add(self.limits().fields)
    }

    /// Says that a walk was ended there.
    pub(crate) fn too_many_places(&self) -> Fault {
        let message = format!(
            "more than {} fields in a file of {} bytes: the grammar describes the same bytes again and again; --max-fields raises the limit",
            self.most_places(),
            self.0.file.len()
        );
        Fault::new(FaultKind::LimitExceeded, message, None, "".into())
    }

    /// Expressions may go through many elements again: something new is looked
    /// at.
    pub(crate) fn rested(&self) {
        self.0.steps.set(0);
    }

    /// Counts one element that an expression goes through.
    pub(crate) fn step(&self) -> Result<(), Fault> {
        let (steps, all) = (self.0.steps.get() + 1, self.0.all_steps.get() + 1);
        self.0.steps.set(steps);
        self.0.all_steps.set(all);
        let most = self.limits().steps;
        if steps <= most && all <= most {
            return Ok(());
        }
        self.too_many_steps(steps, all)
    }

    /// Counts one element of an array that stands anywhere: many objects may
    /// have such an array of the same bytes.
    pub(crate) fn step_anywhere(&self) -> Result<(), Fault> {
        let all = self.0.all_steps.get() + 1;
        self.0.all_steps.set(all);
        if all <= self.limits().steps {
            return Ok(());
        }
        self.too_many_steps(0, all)
    }

    #[cold]
    fn too_many_steps(&self, steps: u64, all: u64) -> Result<(), Fault> {
        let (bytes, least) = (self.bytes(), self.limits().steps);
        let most = least.saturating_add(bytes);
        let most_of_all = bytes
            .saturating_mul(STEPS_PER_BYTE)
            .saturating_add(least.saturating_mul(2));
        let many = match steps > most {
            true => format!("{most} elements to go through"),
            false if all > most_of_all => {
                format!("{most_of_all} elements to go through again and again")
            }
            false => return Ok(()),
        };
        let message = format!("more than {many}; --max-steps raises the limit");
        // where many expressions meet the limit, the first says so
        if all > most_of_all + 1 {
            return Err(Fault::secondary(message));
        }
        Err(Fault::new(
            FaultKind::LimitExceeded,
            message,
            None,
            "".into(),
        ))
    }

    /// Counts an object that took no bytes; too many mean an endless grammar.
    pub(crate) fn empty_object(&self) -> Result<(), Fault> {
        let count = self.0.empty_objects.get() + 1;
        self.0.empty_objects.set(count);
        let most = MOST_EMPTY.saturating_add(self.0.file.len() as u64);
        if count > most {
            return Err(Fault::new(
                FaultKind::NoProgress,
                format!("more than {most} objects that take no bytes: the grammar never moves on"),
                None,
                Arc::from(""),
            ));
        }
        Ok(())
    }

    /// Runs `f`, which evaluates nothing but expressions of the schema.
    pub(crate) fn of_schema<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.0.lasting.replace(true);
        let result = f();
        self.0.lasting.set(before);
        result
    }

    pub(crate) fn running_sums(&self, key: ArrayPlace) -> Option<Rc<[u128]>> {
        self.0
            .sums
            .borrow()
            .as_ref()
            .filter(|(k, _)| *k == key)
            .map(|(_, sums)| sums.clone())
    }

    pub(crate) fn keep_running_sums(&self, key: ArrayPlace, sums: Rc<[u128]>) {
        *self.0.sums.borrow_mut() = Some((key, sums));
    }

    /// Runs `f` and keeps the faults that it records.
    pub(crate) fn while_recording<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.0.recording.replace(true);
        let result = f();
        self.0.recording.set(before);
        result
    }

    /// Runs `f` without recording: something is read a second time.
    pub(crate) fn without_recording<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.0.recording.replace(false);
        let result = f();
        self.0.recording.set(before);
        result
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.0.recording.get()
    }

    pub(crate) fn record(&self, path: impl FnOnce() -> String, fault: &Fault) {
        const MOST: usize = 1000;
        if self.is_recording() && self.0.recorded.borrow().len() < MOST {
            self.0.recorded.borrow_mut().push((path(), fault.clone()));
        }
    }

    pub(crate) fn recorded(&self) -> Vec<(String, Fault)> {
        self.0.recorded.borrow().clone()
    }

    /// Runs `f` as if a field held another value.
    pub(crate) fn with_override<T>(
        &self,
        obj: &Obj<'a>,
        member: Member,
        value: Value<'a>,
        f: impl FnOnce() -> T,
    ) -> T {
        let before = self
            .0
            .overridden
            .replace(Some((obj.clone(), member, value)));
        let had = self.0.has_override.replace(true);
        let assumed = self.0.assumed.take();
        let result = f();
        self.0.assumed.replace(assumed);
        self.0.has_override.set(had);
        *self.0.overridden.borrow_mut() = before;
        result
    }

    /// What is known of an instance under the assumption.
    pub(crate) fn assumed(&self, obj: &Obj<'a>, i: u16) -> InstanceSlot<'a> {
        let assumed = self.0.assumed.borrow();
        let known = assumed.get(&(Rc::as_ptr(&obj.0).addr(), i));
        known.map_or(InstanceSlot::Unread, |(_, slot)| slot.clone())
    }

    pub(crate) fn assume(&self, obj: &Obj<'a>, i: u16, slot: InstanceSlot<'a>) {
        let key = (Rc::as_ptr(&obj.0).addr(), i);
        let mut assumed = self.0.assumed.borrow_mut();
        assumed.insert(key, (obj.clone(), slot));
    }

    pub(crate) fn has_override(&self) -> bool {
        self.0.has_override.get()
    }

    pub(crate) fn override_for(&self, obj: &Obj<'a>, member: Member) -> Option<Value<'a>> {
        let overridden = self.0.overridden.borrow();
        let (of, which, value) = overridden.as_ref()?;
        (*which == member && of.same_place(obj)).then(|| value.clone())
    }
}
