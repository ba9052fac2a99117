//! Questions about a grammar that may need the answers to others first.
//!
//! They are worked through on a list and not by recursion: a grammar can't make
//! the stack overflow, however long its chains of instances are.

use std::collections::{HashMap, HashSet};

use super::Facts;
use crate::grammar::infer::Kind;
use crate::grammar::lower::Lower;
use crate::grammar::size;
use crate::grammar::spec::{AttrSpec, InstanceKind};
use crate::schema::{Member, TypeId};

/// Something to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// The static type of a member.
    Kind(TypeId, Member),
    /// The size in bits of all objects of a type.
    TypeBits(TypeId),
    /// The size in bits of a seq attribute or parse instance.
    MemberBits(TypeId, Member),
}

/// What was found out.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    Kind(Kind),
    Bits(Option<u64>),
}

impl Answer {
    pub(super) fn kind(self) -> Kind {
        match self {
            Answer::Kind(kind) => kind,
            Answer::Bits(_) => Kind::ANY,
        }
    }

    pub(super) fn bits(self) -> Option<u64> {
        match self {
            Answer::Bits(bits) => bits,
            Answer::Kind(_) => None,
        }
    }
}

impl Question {
    /// The answer where it would depend on itself.
    fn unknown(self) -> Answer {
        match self {
            Question::Kind(..) => Answer::Kind(Kind::ANY),
            Question::TypeBits(_) | Question::MemberBits(..) => Answer::Bits(None),
        }
    }
}

/// All answers so far.
#[derive(Debug, Default)]
pub(super) struct Answers {
    known: HashMap<Question, Answer>,
    /// Whether a question is being worked on.
    busy: bool,
    /// What that question needs and is not known.
    missing: Vec<Question>,
}

impl Answers {
    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

impl Facts<'_> {
    /// Answers a question. While another one is worked on, an answer that is
    /// not known yet is noted as missing, and the other question asked again
    /// later.
    pub(super) fn ask(&self, question: Question) -> Answer {
        {
            let mut answers = self.answers.borrow_mut();
            if let Some(answer) = answers.known.get(&question) {
                return answer.clone();
            }
            if answers.busy {
                answers.missing.push(question);
                return question.unknown();
            }
            answers.busy = true;
        }
        self.work_through(question);
        let mut answers = self.answers.borrow_mut();
        answers.busy = false;
        answers
            .known
            .get(&question)
            .cloned()
            .unwrap_or(question.unknown())
    }

    fn work_through(&self, question: Question) {
        let mut list = vec![question];
        let mut begun = HashSet::new();
        while let Some(&next) = list.last() {
            if self.answers.borrow().known.contains_key(&next) {
                list.pop();
                continue;
            }
            begun.insert(next);
            let found = self.find(next);
            let mut answers = self.answers.borrow_mut();
            let missing = std::mem::take(&mut answers.missing);
            if missing.is_empty() {
                answers.known.insert(next, found);
                list.pop();
            }
            for question in missing {
                if begun.contains(&question) {
                    answers.known.insert(question, question.unknown());
                } else {
                    list.push(question);
                }
            }
        }
    }

    fn find(&self, question: Question) -> Answer {
        match question {
            Question::Kind(ty, member) => Answer::Kind(self.find_kind(ty, member)),
            Question::TypeBits(ty) => Answer::Bits(self.find_type_bits(ty)),
            Question::MemberBits(ty, member) => Answer::Bits(self.find_member_bits(ty, member)),
        }
    }

    fn find_type_bits(&self, ty: TypeId) -> Option<u64> {
        let seq = &self.types.get(ty.0 as usize)?.seq;
        let mut lower = Lower::new(self);
        let seq: Vec<_> = seq
            .iter()
            .enumerate()
            .map(|(i, attr)| lower.seq_attr(ty, i, attr))
            .collect();
        size::seq_bits(&seq, &|id| self.ask(Question::TypeBits(id)).bits())
    }

    fn find_member_bits(&self, ty: TypeId, member: Member) -> Option<u64> {
        let attr = self.read_attr(ty, member)?;
        let lowered = Lower::new(self).seq_attr(ty, 0, attr);
        size::attr_bits(&lowered, &|id| self.ask(Question::TypeBits(id)).bits())
    }

    /// The attribute that a member is read by.
    fn read_attr(&self, ty: TypeId, member: Member) -> Option<&AttrSpec> {
        let spec = self.types.get(ty.0 as usize)?;
        match member {
            Member::Param(_) => None,
            Member::Seq(i) => spec.seq.get(usize::from(i)),
            Member::Instance(i) => {
                let instance = spec.instances.get(usize::from(i))?;
                matches!(instance.kind, InstanceKind::Parse { .. }).then_some(&instance.attr)
            }
        }
    }
}
