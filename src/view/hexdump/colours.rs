//! Which field gets which colour: the same in every instance, another than its
//! neighbour's.

use std::collections::{HashMap, HashSet};

use crate::schema::{Attr, DataType, Repeat, Schema, TypeDef, TypeId};
use crate::view::doc::{FIELD_COLOURS, SECTION_COLOURS};
use crate::view::facts::{Facts, is_hidden};

/// Types are looked into so deep for what comes first and last in them.
const DEEPEST: u32 = 12;

/// Of what may come first or last, so many fields are kept.
const MOST: usize = 16;

/// Fields whose colours are at hand.
const ASKED: usize = 256;

/// Colours given so far.
#[derive(Debug)]
pub(super) struct Colours {
    /// By the address of the attribute, which the schema keeps in place.
    fields: HashMap<usize, u8>,
    sections: HashMap<usize, u8>,
    /// Of the field asked for last: elements ask again and again.
    recent: Option<(usize, u8)>,
    /// Of fields asked for before, by the end of their addresses.
    asked: [(usize, u8); ASKED],
    last: Option<u8>,
}

impl Colours {
    /// Gives colours so that fields that may follow each other differ.
    pub(super) fn new(schema: &Schema, facts: &Facts<'_>) -> Colours {
        Colours {
            fields: Plan::new(schema, facts).colours(),
            sections: HashMap::new(),
            recent: None,
            asked: [(0, 0); ASKED],
            last: None,
        }
    }

    /// The colour of a field: its own, unless its neighbour has that one.
    /// Elements of an array take turns with two colours.
    pub(super) fn field(&mut self, attr: Option<&Attr>, index: Option<u64>) -> u8 {
        let known = match attr {
            Some(attr) => {
                let key = key(attr);
                match self.recent {
                    Some((recent, colour)) if recent == key => colour,
                    _ => {
                        let colour = self.again(key);
                        self.recent = Some((key, colour));
                        colour
                    }
                }
            }
            None => self.next(),
        };
        let colour = self.beside_last(known, index.unwrap_or(0));
        self.last = Some(colour);
        colour
    }

    /// The colour that a field has of its own.
    fn again(&mut self, key: usize) -> u8 {
        let at = key / align_of::<Attr>() % ASKED;
        match self.asked.get(at) {
            Some((asked, colour)) if *asked == key => *colour,
            _ => {
                let next = self.next();
                let colour = *self.fields.entry(key).or_insert(next);
                if let Some(asked) = self.asked.get_mut(at) {
                    *asked = (key, colour);
                }
                colour
            }
        }
    }

    /// The colour that [`Colours::field`] would give to an element of the array
    /// that was asked for last.
    pub(super) fn of_next(&self, attr: &Attr, index: u64) -> Option<u8> {
        let (recent, known) = self.recent?;
        (recent == key(attr)).then(|| self.beside_last(known, index))
    }

    /// Says that the field before took two colours, of which this is the last.
    pub(super) fn used(&mut self, colour: u8) {
        self.last = Some(colour % FIELD_COLOURS);
    }

    /// The colour of a section's bar.
    pub(super) fn section(&mut self, attr: Option<&Attr>) -> u8 {
        let next = (self.sections.len() % usize::from(SECTION_COLOURS)) as u8;
        *self.sections.entry(attr.map_or(0, key)).or_insert(next)
    }

    fn next(&self) -> u8 {
        self.last.map_or(0, |last| (last + 1) % FIELD_COLOURS)
    }

    fn beside_last(&self, known: u8, index: u64) -> u8 {
        let colour = (known + (index % 2) as u8) % FIELD_COLOURS;
        if self.last == Some(colour) {
            // the next one but one: the next one is most often what comes next
            (colour + 2) % FIELD_COLOURS
        } else {
            colour
        }
    }
}

fn key(attr: &Attr) -> usize {
    std::ptr::from_ref(attr).addr()
}

/// Which fields may stand side by side, by the grammar.
struct Plan<'p, 's, 'f> {
    schema: &'s Schema,
    facts: &'p Facts<'f>,
    /// Fields in the order of reading, and whether they take two colours.
    order: Vec<(usize, bool)>,
    beside: HashMap<usize, Vec<usize>>,
    /// What may come first and last in a type.
    ends: HashMap<TypeId, (Vec<usize>, Vec<usize>)>,
}

impl<'p, 's, 'f> Plan<'p, 's, 'f> {
    fn new(schema: &'s Schema, facts: &'p Facts<'f>) -> Plan<'p, 's, 'f> {
        let mut plan = Plan {
            schema,
            facts,
            order: Vec::new(),
            beside: HashMap::new(),
            ends: HashMap::new(),
        };
        let mut seen = HashSet::new();
        let mut stack = vec![schema.root];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let ty = schema.ty(id);
            plan.pairs(id, ty);
            let mut inner = Vec::new();
            let positioned = ty.instances.iter().filter(|it| it.value.is_none());
            for attr in ty.seq.iter().chain(positioned.map(|it| &it.attr)) {
                let before = inner.len();
                plan.opened(attr, &mut inner);
                if inner.len() == before && !is_hidden(attr) {
                    plan.order.push((key(attr), is_repeated(attr)));
                }
            }
            stack.extend(inner.into_iter().rev());
        }
        plan
    }

    /// The types whose fields stand on rows of their own.
    fn opened(&self, attr: &'s Attr, found: &mut Vec<TypeId>) {
        fn types(data: &DataType, found: &mut Vec<TypeId>) {
            match data {
                DataType::User { ty, .. } => found.push(*ty),
                DataType::Switch {
                    cases, fallback, ..
                } => {
                    cases.iter().for_each(|case| types(&case.data, found));
                    if let Some(data) = fallback {
                        types(data, found);
                    }
                }
                _ => {}
            }
        }
        let mut all = Vec::new();
        types(&attr.data, &mut all);
        all.retain(|id| {
            let ty = self.schema.ty(*id);
            !self.facts.may_stand_on_a_row(ty, is_repeated(attr))
        });
        found.append(&mut all);
    }

    /// Notes which fields of a type may follow each other.
    fn pairs(&mut self, id: TypeId, ty: &'s TypeDef) {
        let mut before: Vec<usize> = Vec::new();
        for attr in ty.seq.iter().filter(|attr| !is_hidden(attr)) {
            let (first, last) = self.ends(attr, DEEPEST);
            self.side_by_side(&before, &first);
            if is_repeated(attr) {
                self.side_by_side(&last, &first);
            }
            if !may_be_absent(attr) {
                before.clear();
            }
            merge(&mut before, &last);
        }
        // objects of one type are often found one after the other
        if let Some((first, last)) = self.ends.get(&id).cloned() {
            self.side_by_side(&last, &first);
        }
    }

    fn side_by_side(&mut self, left: &[usize], right: &[usize]) {
        for &a in left {
            for &b in right.iter().filter(|&&b| b != a) {
                merge(self.beside.entry(a).or_default(), &[b]);
                merge(self.beside.entry(b).or_default(), &[a]);
            }
        }
    }

    /// What may come first and last in what an attribute reads.
    fn ends(&mut self, attr: &'s Attr, deep: u32) -> (Vec<usize>, Vec<usize>) {
        let mut inner = Vec::new();
        self.opened(attr, &mut inner);
        if inner.is_empty() || deep == 0 {
            return (vec![key(attr)], vec![key(attr)]);
        }
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for id in inner {
            let (a, b) = self.ends_of_type(id, deep - 1);
            merge(&mut first, &a);
            merge(&mut last, &b);
        }
        (first, last)
    }

    fn ends_of_type(&mut self, id: TypeId, deep: u32) -> (Vec<usize>, Vec<usize>) {
        if let Some(known) = self.ends.get(&id) {
            return known.clone();
        }
        // a type inside itself adds nothing
        self.ends.insert(id, (Vec::new(), Vec::new()));
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut begun = false;
        for attr in self
            .schema
            .ty(id)
            .seq
            .iter()
            .filter(|attr| !is_hidden(attr))
        {
            let (a, b) = self.ends(attr, deep);
            if !begun {
                merge(&mut first, &a);
            }
            if !may_be_absent(attr) {
                begun = true;
                last.clear();
            }
            merge(&mut last, &b);
        }
        self.ends.insert(id, (first.clone(), last.clone()));
        (first, last)
    }

    /// Gives each field the next colour that none beside it has.
    fn colours(&self) -> HashMap<usize, u8> {
        let two = self.order.iter().filter(|(_, two)| *two);
        let striped: HashSet<usize> = two.map(|(key, _)| *key).collect();
        let taken = |key: usize, colour: u8| {
            let second = striped
                .contains(&key)
                .then_some((colour + 1) % FIELD_COLOURS);
            std::iter::once(colour).chain(second)
        };
        let mut colours: HashMap<usize, u8> = HashMap::new();
        let mut next = 0;
        for (field, _) in &self.order {
            let beside = self.beside.get(field).map_or(&[][..], Vec::as_slice);
            let used: HashSet<u8> = beside
                .iter()
                .filter_map(|other| Some(taken(*other, *colours.get(other)?)))
                .flatten()
                .collect();
            let free = (0..FIELD_COLOURS)
                .map(|step| (next + step) % FIELD_COLOURS)
                .find(|colour| !taken(*field, *colour).any(|it| used.contains(&it)));
            let colour = free.unwrap_or(next);
            colours.insert(*field, colour);
            next = taken(*field, colour)
                .last()
                .map_or(0, |last| (last + 1) % FIELD_COLOURS);
        }
        colours
    }
}

fn is_repeated(attr: &Attr) -> bool {
    !matches!(attr.repeat, Repeat::Once)
}

fn may_be_absent(attr: &Attr) -> bool {
    attr.cond.is_some() || is_repeated(attr)
}

fn merge(into: &mut Vec<usize>, from: &[usize]) {
    for key in from {
        if into.len() < MOST && !into.contains(key) {
            into.push(*key);
        }
    }
}
