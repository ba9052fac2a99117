//! What is wrong with one node: its fault, its rules, its checksum, its type's
//! checks.

use crate::decode::eval::Scope;
use crate::decode::object::{Content, Obj, Status};
use crate::decode::{BufferId, Bytes, Fault, FaultKind, Span, Value, text};
use crate::schema::{Check, Encoding, Repeat, Severity, Show};

use super::{Datum, Finding, Hint, Node, Shape, blame, cut, hint, place, shift};

/// How many bytes a finding shows of a byte array.
const SHOWN_BYTES: usize = 64;

impl Datum {
    /// A value as findings report it; `None` for objects and arrays.
    #[must_use]
    pub fn of(value: &Value<'_>) -> Option<Datum> {
        Some(match value {
            Value::Int(n) | Value::Enum(_, n) => Datum::Int(*n),
            Value::Float(x) => Datum::Float(*x),
            Value::Bool(b) => Datum::Bool(*b),
            Value::Str(text) => Datum::Str(text.to_string()),
            Value::Bytes(bytes) => {
                let bytes = bytes.as_slice();
                Datum::Bytes(bytes[..bytes.len().min(SHOWN_BYTES)].to_vec())
            }
            _ => return None,
        })
    }
}

impl<'a> Node<'a> {
    /// What is wrong with it itself (not with its children): the fault that
    /// ended it, `valid`, checksum, and its type's checks.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        self.engine().rested();
        let mut findings = Vec::new();
        if self.is_plain() {
            return findings;
        }
        if let Some(fault) = self.fault() {
            if !fault.is_secondary() {
                findings.push(self.of_fault(&fault));
            }
        } else if self.shape() == Shape::Leaf {
            self.test_value(&mut findings);
            if findings.is_empty() {
                self.test_use(&mut findings);
            }
        }
        self.test_count(&mut findings);
        self.test_text(&mut findings);
        self.test_checksum(&mut findings);
        if let Some(obj) = self.obj() {
            for check in &obj.0.def.checks {
                self.engine()
                    .of_schema(|| self.test_check(obj, check, &mut findings));
            }
        }
        findings
    }

    /// Whether it is a value of which nothing is demanded, in an object that was
    /// read to its end and has no positioned places.
    fn is_plain(&self) -> bool {
        let (Some(item), Some(attr), Some((obj, _))) = (self.item(), self.attr(), self.reader())
        else {
            return false;
        };
        let Content::Value(value) = &item.content else {
            return false;
        };
        let named = match value {
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Str(_) => true,
            Value::Bytes(bytes) => !matches!(bytes, Bytes::Derived { .. }),
            Value::Enum(id, n) => self.engine().0.schema.enumeration(*id).entry(*n).is_some(),
            _ => false,
        };
        named
            && item.fault.is_none()
            && attr.valid.is_empty()
            && attr.checksum.is_none()
            && !obj.0.def.has_positioned
            && obj.status() != Status::Broken
    }

    /// Its value, if that keeps its `valid`.
    ///
    /// # Errors
    /// The fault that made it unreadable, or what it breaks.
    pub fn valid_value(&self) -> Result<Value<'a>, Fault> {
        let value = self.value()?;
        if let (Some(attr), Some((obj, _))) = (self.attr(), self.reader())
            && !attr.valid.is_empty()
            && self.shape() == Shape::Leaf
        {
            let scope = Scope::element(obj, self.index());
            let at = self.span().map(|span| span.start_byte());
            self.engine().test_valid(&scope, attr, &value, at)?;
        }
        Ok(value)
    }

    fn finding(&self, severity: Severity, kind: FaultKind, message: String) -> Finding {
        let span = self.span();
        Finding {
            severity,
            kind,
            path: self.path(),
            stream: self.stream_path(span),
            span,
            found: None,
            expected: None,
            message,
            numbers: Vec::new(),
            hex: self.attr().is_some_and(|attr| attr.show == Some(Show::Hex)),
            hint: None,
        }
    }

    fn stream_path(&self, span: Option<Span>) -> Option<String> {
        let buffer = span?.buffer;
        if buffer == BufferId::FILE {
            return None;
        }
        self.engine().origin_of(buffer)
    }

    pub(super) fn of_fault(&self, fault: &Fault) -> Finding {
        let mut finding = self.finding(Severity::Error, fault.kind(), fault.message().to_string());
        if let (Some(at), Some(span)) = (fault.at(), finding.span)
            && at >= span.start_byte()
            && at <= span.end_byte()
            && fault.kind() != FaultKind::ProcessFailed
        {
            finding.span = Some(Span::bytes(span.buffer, at, span.end_byte().max(at)));
        } else if finding.span.is_none()
            && let Some(at) = fault.at()
            && let Some((obj, _)) = self.reader()
        {
            finding.span = Some(Span::bytes(obj.0.stream.0.buffer.id(), at, at));
        }
        let eof = fault.kind() == FaultKind::UnexpectedEof;
        if (eof || fault.kind() == FaultKind::LimitExceeded)
            && let Some(blame) = blame::for_eof(self)
        {
            // The number has a finding of its own where it stands beside.
            match blame::of_number(&blame.field) {
                Some(_) => {
                    let about = format!("; see {}", blame.field.path());
                    finding.message.push_str(&about);
                }
                None => {
                    let about = format!("; {} may be wrong", blame.field.path());
                    finding.message.push_str(&about);
                    finding.hint = Some(blame.hint);
                }
            }
        } else if eof {
            finding.hint = cut::for_eof(self, fault);
        }
        finding
    }

    /// A count below zero reads as no elements.
    fn test_count(&self, findings: &mut Vec<Finding>) {
        let (Some(attr), Some((obj, _)), Shape::Array, 0) =
            (self.attr(), self.reader(), self.shape(), self.len())
        else {
            return;
        };
        let Repeat::Count(count) = &attr.repeat else {
            return;
        };
        let scope = Scope::of(obj);
        let count = self.engine().eval(&scope, count);
        if let Some(count) = count.ok().and_then(|count| count.as_int())
            && count < 0
        {
            let message = format!("a count of {count} cannot be; taken as 0");
            findings.push(self.finding(Severity::Error, FaultKind::Expression, message));
        }
    }

    /// A number that made a field beside it go past the end.
    fn test_use(&self, findings: &mut Vec<Finding>) {
        let Some(blame) = blame::of_number(self) else {
            return;
        };
        let Some(found) = self.value().ok().and_then(|value| value.as_int()) else {
            return;
        };
        let message = format!("found {found}, but {}", blame.why);
        let mut finding = self.finding(Severity::Error, FaultKind::UnexpectedEof, message);
        finding.found = Some(Datum::Int(found));
        finding.hint = Some(blame.hint);
        findings.push(finding);
    }

    fn test_value(&self, findings: &mut Vec<Finding>) {
        let (Some(attr), Some((obj, _)), Ok(value)) = (self.attr(), self.reader(), self.value())
        else {
            return;
        };
        if !attr.valid.is_empty() {
            let scope = Scope::element(obj, self.index());
            match self.engine().broken_rule(&scope, attr, &value) {
                Ok(None) => {}
                Ok(Some(broken)) => {
                    let found = self.engine().say_as(&value, attr.show.as_ref());
                    let message = format!("found {found}; {}", broken.message);
                    let mut finding = self.finding(Severity::Error, broken.kind, message);
                    finding.found = Datum::of(&value);
                    finding.hint = hint::for_valid(self, obj, attr, &value, &broken)
                        .or_else(|| shift::for_constant(self));
                    finding.expected = broken.expected.as_ref().and_then(Datum::of);
                    findings.push(finding);
                    return;
                }
                Err(fault) if fault.is_secondary() => {}
                Err(fault) => {
                    let message = format!("its rule could not be tested: {}", fault.message());
                    findings.push(self.finding(Severity::Warning, FaultKind::Expression, message));
                }
            }
        }
        if let Value::Enum(id, n) = value
            && !self.is_computed()
        {
            let names = self.engine().0.schema.enumeration(id);
            if names.entry(n).is_none()
                && let Some(other) = self.swapped()
                && let Some(entry) = names.entry(other)
                && !shift::is_displaced_number(self, &|n| names.entry(n).is_some())
            {
                let message = format!("{n} has no name in the enum {}", names.qualified);
                let mut finding =
                    self.finding(Severity::Warning, FaultKind::ValidationNotInEnum, message);
                finding.found = Some(Datum::Int(n));
                finding.hint = Some(Hint::ByteSwapped {
                    value: other,
                    order: hint::other_order(self),
                    why: format!("{} in the enum", entry.name),
                });
                findings.push(finding);
            }
        }
    }

    fn test_text(&self, findings: &mut Vec<Finding>) {
        let Some(item) = self.item() else { return };
        let decoded = match &item.content {
            Content::Text(bytes, encoding) if !is_ascii(bytes.as_slice(), encoding) => {
                Some((bytes, encoding, text::decode(bytes.as_slice(), encoding)))
            }
            _ => None,
        };
        if let Some((_, _, Err(message))) = &decoded {
            let message = message.clone();
            findings.push(self.finding(Severity::Error, FaultKind::InvalidText, message));
        }
        if let Some((bytes, encoding, Ok(decoded))) = decoded
            && decoded.replaced > 0
        {
            let count = decoded.replaced;
            let message = format!(
                "{} it is not {}; shown as U+FFFD",
                if count == 1 {
                    "at one place".to_owned()
                } else {
                    format!("at {count} places")
                },
                encoding.name(),
            );
            let mut finding = self.finding(Severity::Warning, FaultKind::InvalidText, message);
            if let (Some(first), Some(span)) = (decoded.first_bad, bytes.span()) {
                let at = span.start_byte() + first as u64;
                finding.span = Some(Span::bytes(
                    span.buffer,
                    at,
                    (at + 1).min(span.end_byte().max(at)),
                ));
                finding.stream = self.stream_path(finding.span);
            }
            findings.push(finding);
        }
        if let Some(buffer) = self.derived() {
            for note in self.engine().notes_of(buffer) {
                findings.push(self.finding(Severity::Note, FaultKind::ProcessFailed, note));
            }
        }
    }

    fn test_checksum(&self, findings: &mut Vec<Finding>) {
        if self.index().is_some() || self.attr().is_none_or(|attr| attr.checksum.is_none()) {
            return;
        }
        match self.checksum() {
            Ok(Some(result)) if !result.matches() => {
                let computed = match result.hex {
                    true => format!("{:#x}", result.computed),
                    false => result.computed.to_string(),
                };
                let message = match result.stored {
                    Some(stored) if result.hex && stored >= 0 => format!(
                        "the checksum does not match: stored {stored:#x}, computed {computed}"
                    ),
                    Some(stored) => {
                        format!("the checksum does not match: stored {stored}, computed {computed}")
                    }
                    None => format!("the stored checksum is no number; computed {computed}"),
                };
                let mut finding =
                    self.finding(Severity::Error, FaultKind::ChecksumMismatch, message);
                finding.hex = result.hex;
                finding.found = result.stored.map(Datum::Int);
                finding.expected = i128::try_from(result.computed).ok().map(Datum::Int);
                if let Some(other) = self.swapped()
                    && u128::try_from(other).ok() == Some(result.computed)
                {
                    finding.hint = Some(Hint::ByteSwapped {
                        value: other,
                        order: hint::other_order(self),
                        why: "the computed checksum".into(),
                    });
                }
                findings.push(finding);
            }
            Err(fault) if !fault.is_secondary() => {
                let message = format!("the checksum could not be computed: {}", fault.message());
                findings.push(self.finding(Severity::Warning, FaultKind::Expression, message));
            }
            _ => {}
        }
    }

    /// Findings of its type's checks that are laid on other places, those whose
    /// path is `wanted`; the other checks are not made.
    #[must_use]
    pub fn findings_laid(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Finding> {
        let mut findings = Vec::new();
        let Some(obj) = self.obj() else {
            return findings;
        };
        for check in &obj.0.def.checks {
            let at = check.at.as_ref().and_then(|at| place(obj, at).ok()?);
            if at.is_some_and(|at| wanted(&at.path())) {
                self.engine()
                    .of_schema(|| self.test_check(obj, check, &mut findings));
            }
        }
        findings
    }

    fn test_check(&self, obj: &Obj<'a>, check: &'a Check, findings: &mut Vec<Finding>) {
        let engine = self.engine();
        let scope = Scope::element(obj, self.index());
        match engine.truth(&scope, &check.that) {
            Ok(true) => {}
            Ok(false) => {
                let at = check
                    .at
                    .as_ref()
                    .and_then(|at| place(obj, at).ok().flatten());
                let target = at.as_ref().unwrap_or(self);
                let mut numbers = Vec::new();
                let message = engine
                    .format_noting(&scope, &check.message, &mut |n| numbers.push(n))
                    .unwrap_or_else(|fault| {
                        format!(
                            "a check of the grammar fails (its message cannot be made: {})",
                            fault.message()
                        )
                    });
                let mut finding = target.finding(check.severity, FaultKind::CheckFailed, message);
                finding.numbers = numbers;
                if let Some(at) = &at {
                    finding.found = at.value().ok().as_ref().and_then(Datum::of);
                    let wanted = hint::wanted_by(obj, &check.that, at);
                    if check.severity == Severity::Error {
                        finding.hint = hint::for_check(obj, &check.that, at, wanted.as_ref());
                    }
                    finding.expected = wanted.as_ref().and_then(|(value, _)| Datum::of(value));
                }
                findings.push(finding);
            }
            Err(fault) if fault.is_secondary() || self.is_broken() => {}
            Err(fault) => {
                let message = format!(
                    "a check of the grammar could not be made: {}",
                    fault.message()
                );
                findings.push(self.finding(Severity::Warning, FaultKind::Expression, message));
            }
        }
    }
}

/// Whether bytes are ASCII in an encoding that has it as a part: there is
/// nothing wrong with such text.
fn is_ascii(bytes: &[u8], encoding: &Encoding) -> bool {
    matches!(encoding, Encoding::Ascii | Encoding::Utf8) && bytes.is_ascii()
}
