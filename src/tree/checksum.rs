//! Checksums that a grammar declares: computed, compared, and summed up line by
//! line.

use std::rc::Rc;

use crate::decode::checksum::Running;
use crate::decode::eval::Scope;
use crate::decode::object::Obj;
use crate::decode::{Fault, Value};
use crate::schema::{Checksum, ChecksumAlgorithm, Show};

use super::Node;

/// A stored checksum beside the computed one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecksumResult {
    /// What the bytes give.
    pub computed: u128,
    /// What the file says; `None` if that is no number.
    pub stored: Option<i128>,
    /// Whether such a number is usually written in hexadecimal, or the grammar
    /// says so.
    pub hex: bool,
}

impl ChecksumResult {
    /// Whether the two agree.
    #[must_use]
    pub fn matches(&self) -> bool {
        self.stored.and_then(|n| u128::try_from(n).ok()) == Some(self.computed)
    }
}

impl<'a> Node<'a> {
    /// The checksum that this field stores, if its grammar says that it does.
    ///
    /// # Errors
    /// The fault of the bytes that it is computed over.
    pub fn checksum(&self) -> Result<Option<ChecksumResult>, Fault> {
        let Some(checksum) = self.attr().and_then(|attr| attr.checksum.as_ref()) else {
            return Ok(None);
        };
        let Some((obj, _)) = self.reader() else {
            return Ok(None);
        };
        let engine = self.engine();
        let scope = Scope::element(obj, self.index());
        if let Some(cond) = &checksum.cond
            && !engine.truth(&scope, cond)?
        {
            return Ok(None);
        }
        let stored = match &checksum.stored {
            Some(expr) => engine.eval(&scope, expr)?,
            None => self.value()?,
        };
        let Some(mut sum) = Running::new(&checksum.algorithm) else {
            return Ok(None);
        };
        match engine.eval(&scope, &checksum.over)? {
            Value::Bytes(bytes) => sum.update(bytes.as_slice()),
            Value::Str(text) => sum.update(text.as_bytes()),
            value => match Node::of_value(&value) {
                Some(place) => sum.update(&place.raw()),
                None => return Ok(None),
            },
        }
        Ok(Some(ChecksumResult {
            computed: sum.value(),
            stored: stored.as_int(),
            hex: match self.attr().and_then(|attr| attr.show.as_ref()) {
                Some(Show::Hex) => true,
                Some(Show::Dec) => false,
                _ => matches!(
                    checksum.algorithm,
                    ChecksumAlgorithm::Crc(_) | ChecksumAlgorithm::Adler32
                ),
            },
        }))
    }

    /// The bytes that a place takes.
    fn raw(&self) -> Rc<[u8]> {
        let stream = match (self.obj(), self.array(), self.reader()) {
            (_, Some(array), _) => array.0.stream.clone(),
            (_, _, Some((obj, _))) => obj.0.stream.clone(),
            (Some(obj), _, _) => obj.0.stream.clone(),
            _ => return Rc::from([]),
        };
        match self.span() {
            Some(span) if span.buffer == stream.0.buffer.id() => {
                let bytes = stream.0.buffer.as_slice();
                let end = (span.end_byte() as usize).min(bytes.len());
                Rc::from(&bytes[(span.start_byte() as usize).min(end)..end])
            }
            _ => Rc::from([]),
        }
    }

    /// The sum up to and including this element, where a checksum with
    /// `running` goes over its array.
    #[must_use]
    pub fn running_sum(&self) -> Option<u128> {
        let index = usize::try_from(self.index()?).ok()?;
        let array = self.array_of_element()?;
        let engine = self.engine();
        let owner = array.0.owner.clone();
        let key = (array.0.stream.0.base, array.0.start);
        if let Some(sums) = engine.running_sums(key) {
            return sums.get(index).copied();
        }
        let holders = [Some(owner.clone()), owner.0.parent.clone(), owner.root()];
        let checksum = holders.into_iter().flatten().find_map(|obj| {
            running_over(&obj, &array).or_else(|| {
                let holder = Node::of_obj(&obj);
                let mut inner = holder.children().filter_map(|child| child.obj().cloned());
                inner.find_map(|obj| running_over(&obj, &array))
            })
        });
        let Some(checksum) = checksum else {
            engine.keep_running_sums(key, Rc::from([]));
            return None;
        };
        let mut sum = Running::new(&checksum.algorithm)?;
        let mut sums = Vec::new();
        const MOST: u64 = 1 << 20;
        for i in 0..array.count().min(MOST) {
            sum.update(&Node::element_of(array.clone(), i).raw_in(&array));
            sums.push(sum.value());
        }
        let sums: Rc<[u128]> = sums.into();
        engine.keep_running_sums(key, sums.clone());
        sums.get(index).copied()
    }

    fn raw_in(&self, array: &crate::decode::array::Array<'a>) -> Vec<u8> {
        let Some(span) = self.span() else {
            return Vec::new();
        };
        let bytes = array.0.stream.0.buffer.as_slice();
        let end = (span.end_byte() as usize).min(bytes.len());
        bytes[(span.start_byte() as usize).min(end)..end].to_vec()
    }
}

/// The checksum with `running` that an object declares over an array.
fn running_over<'a>(
    obj: &Obj<'a>,
    array: &crate::decode::array::Array<'a>,
) -> Option<&'a Checksum> {
    let def = obj.0.def;
    let attrs = def
        .seq
        .iter()
        .chain(def.instances.iter().map(|instance| &instance.attr));
    attrs
        .filter_map(|attr| attr.checksum.as_ref())
        .filter(|checksum| checksum.running)
        .find(|checksum| {
            let scope = Scope::of(obj);
            match obj.engine().eval(&scope, &checksum.over) {
                Ok(Value::Array(over)) => {
                    over.0.member == array.0.member && over.0.owner.same_place(&array.0.owner)
                }
                _ => false,
            }
        })
}
