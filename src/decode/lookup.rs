//! Answers `any` and `count` of conditions like `_.key == name` from an index of
//! the array, so that asking for each of many objects stays linear.
//!
//! A condition is taken apart at its `and`s. Those at its head that look only
//! at the element (`_.is_open`), or compare what does with what does not
//! (`_.key == name`), make the key; the rest is evaluated for the elements that
//! the key finds. What gives an error on any element is answered the slow way,
//! which finds the same error.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::rc::{Rc, Weak};

use rustc_hash::FxHashMap;

use super::array::{Array, ArrayData};
use super::engine::Engine;
use super::eval::Scope;
use super::fault::Fault;
use super::value::Value;
use crate::schema::{BinOp, Expr, ExprKind, Method};

/// Arrays with fewer elements are gone through.
const WORTH: u64 = 8;
/// Elements in all indexes together.
const MOST_INDEXED: usize = 1 << 20;
/// Conditions and arrays that are remembered.
const MOST_KNOWN: usize = 256;
/// Elements of an index that is not given up for others.
const LARGE: usize = 64;

/// Indexes by condition and array.
#[derive(Default)]
pub(crate) struct Lookups<'a> {
    known: FxHashMap<(usize, usize), Known<'a>>,
    entries: usize,
    hashers: Option<[RandomState; 2]>,
}

/// What is known of a condition on an array.
struct Known<'a> {
    /// Held so that no other array gets its address.
    _array: Weak<ArrayData<'a>>,
    state: State,
}

#[derive(Clone)]
enum State {
    /// It was asked for once, which is not worth an index.
    Asked,
    /// So many elements could not be indexed.
    Never(u64),
    Index(Rc<Index>),
}

/// Elements by their keys.
struct Index {
    /// In order of key, then element.
    entries: Vec<Entry>,
    /// So many elements from the first on are in it.
    count: u64,
    /// So many conditions from the first on make the key.
    conditions: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: (u64, u32),
    element: u32,
}

/// One of the conditions that `and` joins.
enum Condition<'e> {
    /// It looks at nothing but the element.
    Own(&'e Expr),
    /// Something of the element is something from outside.
    Equal { own: &'e Expr, outer: &'e Expr },
}

impl<'a> Engine<'a> {
    /// The answer to `any` or `count` of elements `from..to` of an array, where
    /// an index gives it; the expression must be one of the schema.
    pub(crate) fn look_up(
        &self,
        scope: &Scope<'_, 'a>,
        array: &Array<'a>,
        (from, to): (u64, u64),
        method: Method,
        each: &Expr,
    ) -> Option<Result<Value<'a>, Fault>> {
        if to < WORTH || self.has_override() || !self.0.lasting.get() {
            return None;
        }
        let (index, conditions, rest) = self.index(scope, array, to, each)?;
        let mut key = self.key_hashers();
        for condition in conditions.iter().take(index.conditions) {
            if let Condition::Equal { outer, .. } = condition {
                add_to_key(&mut key, &self.eval(scope, outer).ok()?)?;
            }
        }
        let key = finish(&key);
        let first = Entry {
            key,
            element: u32::try_from(from).ok()?,
        };
        let start = index.entries.partition_point(|entry| *entry < first);
        let found = index.entries.get(start..)?;
        let len = found.partition_point(|entry| entry.key == key && u64::from(entry.element) < to);
        let found = found.get(..len)?;
        let conditions = conditions.get(index.conditions..)?;
        let exact = conditions.is_empty() && rest.is_empty() && to <= index.count;
        if exact {
            return Some(Ok(match method {
                Method::Any => Value::Bool(!found.is_empty()),
                _ => Value::Int(found.len() as i128),
            }));
        }
        let candidates = found
            .iter()
            .map(|entry| u64::from(entry.element))
            .chain(index.count.max(from)..to);
        Some(self.try_each(scope, array, candidates, method, each))
    }

    fn try_each(
        &self,
        scope: &Scope<'_, 'a>,
        array: &Array<'a>,
        candidates: impl Iterator<Item = u64>,
        method: Method,
        each: &Expr,
    ) -> Result<Value<'a>, Fault> {
        let mut count = 0;
        for element in candidates {
            self.step()?;
            let item = match array.element(element) {
                Some(item) => self.item_value(&item, array.0.attr)?,
                None => Value::Null,
            };
            let scope = Scope {
                item: Some(&item),
                ..*scope
            };
            if self.truth(&scope, each)? {
                if method == Method::Any {
                    return Ok(Value::Bool(true));
                }
                count += 1;
            }
        }
        Ok(match method {
            Method::Any => Value::Bool(false),
            _ => Value::Int(count),
        })
    }

    /// The index of a condition on an array, made if it is asked for again.
    fn index<'e>(
        &self,
        scope: &Scope<'_, 'a>,
        array: &Array<'a>,
        count: u64,
        each: &'e Expr,
    ) -> Option<(Rc<Index>, Vec<Condition<'e>>, Vec<&'e Expr>)> {
        let key = (std::ptr::from_ref(each).addr(), Rc::as_ptr(&array.0).addr());
        let known = self
            .0
            .lookups
            .borrow()
            .known
            .get(&key)
            .map(|k| k.state.clone());
        let known = match known {
            None => {
                self.0.lookups.borrow_mut().keep(key, array, State::Asked);
                return None;
            }
            Some(State::Never(tried)) if tried > count / 2 => return None,
            Some(state) => state,
        };
        let (conditions, rest) = taken_apart(each);
        if let State::Index(index) = known
            && index.count > count / 2
        {
            return Some((index, conditions, rest));
        }
        let made = match conditions.iter().any(Condition::is_equal) {
            true => self.make_index(scope, array, count, &conditions),
            false => None,
        };
        let state = match &made {
            Some(index) => State::Index(index.clone()),
            None => State::Never(count),
        };
        self.0.lookups.borrow_mut().keep(key, array, state);
        Some((made?, conditions, rest))
    }

    fn make_index(
        &self,
        scope: &Scope<'_, 'a>,
        array: &Array<'a>,
        count: u64,
        conditions: &[Condition<'_>],
    ) -> Option<Rc<Index>> {
        let mut most = conditions.len();
        loop {
            let conditions = conditions.get(..most)?;
            if !conditions.iter().any(Condition::is_equal) {
                return None;
            }
            match self.entries(scope, array, count, conditions)? {
                Ok(mut entries) => {
                    entries.sort_unstable();
                    return Some(Rc::new(Index {
                        entries,
                        count,
                        conditions: most,
                    }));
                }
                Err(failed) => most = failed,
            }
        }
    }

    /// The entries of all elements, or which condition cannot be part of the
    /// key.
    fn entries(
        &self,
        scope: &Scope<'_, 'a>,
        array: &Array<'a>,
        count: u64,
        conditions: &[Condition<'_>],
    ) -> Option<Result<Vec<Entry>, usize>> {
        let count = usize::try_from(count).ok().filter(|n| *n <= MOST_INDEXED)?;
        let mut entries = Vec::with_capacity(count);
        'elements: for element in 0..count as u32 {
            let item = array.element(u64::from(element))?;
            let item = self.item_value(&item, array.0.attr).ok()?;
            let scope = Scope {
                item: Some(&item),
                ..*scope
            };
            let mut key = self.key_hashers();
            for (i, condition) in conditions.iter().enumerate() {
                match condition {
                    Condition::Own(own) => match self.truth(&scope, own) {
                        Ok(true) => {}
                        Ok(false) => continue 'elements,
                        Err(_) => return Some(Err(i)),
                    },
                    Condition::Equal { own, .. } => {
                        let value = self.eval(&scope, own).ok();
                        if value.and_then(|v| add_to_key(&mut key, &v)).is_none() {
                            return Some(Err(i));
                        }
                    }
                }
            }
            entries.push(Entry {
                key: finish(&key),
                element,
            });
        }
        Some(Ok(entries))
    }

    fn key_hashers(&self) -> [impl Hasher + use<>; 2] {
        let mut lookups = self.0.lookups.borrow_mut();
        let [a, b] = lookups.hashers.get_or_insert_with(Default::default);
        [a.build_hasher(), b.build_hasher()]
    }
}

impl<'a> Lookups<'a> {
    fn keep(&mut self, key: (usize, usize), array: &Array<'a>, state: State) {
        let new = state.len();
        if let Some(old) = self.known.remove(&key) {
            self.entries -= old.state.len();
        }
        if self.is_full(new) {
            // Small indexes are soon made again.
            self.known.retain(|_, known| known.state.len() >= LARGE);
            self.entries = self.known.values().map(|known| known.state.len()).sum();
            if self.known.len() > MOST_KNOWN / 2 || self.is_full(new) {
                self.known.clear();
                self.entries = 0;
            }
        }
        self.entries += new;
        let _array = Rc::downgrade(&array.0);
        self.known.insert(key, Known { _array, state });
    }

    fn is_full(&self, new: usize) -> bool {
        self.known.len() >= MOST_KNOWN || self.entries + new > MOST_INDEXED
    }
}

impl State {
    fn len(&self) -> usize {
        match self {
            State::Index(index) => index.entries.len(),
            State::Asked | State::Never(_) => 0,
        }
    }
}

impl Condition<'_> {
    fn is_equal(&self) -> bool {
        matches!(self, Condition::Equal { .. })
    }
}

/// The conditions at the head that can make a key, and the others.
fn taken_apart(each: &Expr) -> (Vec<Condition<'_>>, Vec<&Expr>) {
    let mut joined = Vec::new();
    join(each, &mut joined);
    let mut conditions = Vec::new();
    let mut rest = joined.into_iter();
    while let Some(condition) = rest.as_slice().first().and_then(|expr| condition(expr)) {
        conditions.push(condition);
        rest.next();
    }
    (conditions, rest.collect())
}

fn join<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::And(a, b) => {
            join(a, found);
            join(b, found);
        }
        _ => found.push(expr),
    }
}

fn condition(expr: &Expr) -> Option<Condition<'_>> {
    if is_own(expr) {
        return Some(Condition::Own(expr));
    }
    match &expr.kind {
        ExprKind::Binary(BinOp::Eq, a, b) => {
            let (own, outer) = if is_own(a) { (a, b) } else { (b, a) };
            (is_own(own) && mentions_item(own) && !mentions_item(outer))
                .then_some(Condition::Equal { own, outer })
        }
        _ => None,
    }
}

/// Whether an expression looks at the element and nothing else, and gives the
/// same whenever it does.
fn is_own(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This | ExprKind::Index => false,
        ExprKind::Method { method, .. } if goes_through(*method) => false,
        ExprKind::Method {
            method: Method::Pos | Method::Eof,
            ..
        } => false,
        _ => expr.parts().into_iter().all(is_own),
    }
}

/// Whether `_` in an expression is the element, rather than something inside.
fn mentions_item(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Item => true,
        ExprKind::Method { of, method, .. } if goes_through(*method) => mentions_item(of),
        _ => expr.parts().into_iter().any(mentions_item),
    }
}

fn goes_through(method: Method) -> bool {
    matches!(
        method,
        Method::All | Method::Any | Method::Count | Method::Sum | Method::Unique
    )
}

/// Adds a value to a key, if `==` on such values is sameness of what is added.
fn add_to_key(key: &mut [impl Hasher; 2], value: &Value<'_>) -> Option<()> {
    let (kind, number, bytes): (u8, i128, &[u8]) = match value {
        Value::Int(n) | Value::Enum(_, n) => (0, *n, &[]),
        Value::Bool(b) => (1, i128::from(*b), &[]),
        Value::Str(text) => (2, text.len() as i128, text.as_bytes()),
        Value::Bytes(bytes) => (3, bytes.as_slice().len() as i128, bytes.as_slice()),
        _ => return None,
    };
    for hasher in key {
        hasher.write_u8(kind);
        hasher.write_i128(number);
        hasher.write(bytes);
    }
    Some(())
}

fn finish(key: &[impl Hasher; 2]) -> (u64, u32) {
    let [a, b] = key;
    (a.finish(), b.finish() as u32)
}
