//! Objects of flat types: all their fields lie at fixed places and are numbers
//! or plain bytes, so that they are written by a list of steps.

use super::quick::Quick;
use super::{JsonOptions, literal};
use crate::decode::leaf;
use crate::schema::{
    DataType, Endian, EndianRule, EnumDef, EnumId, ExprKind, Extent, Repeat, Schema, Show, Size,
    TypeId,
};

/// Steps of one plan.
const MOST_STEPS: usize = 1024;

/// How an object is written.
#[derive(Debug)]
pub(super) struct Flat {
    steps: Vec<Step>,
    /// The same, where all steps are short.
    quick: Option<Quick>,
}

#[derive(Debug)]
pub(super) enum Step {
    Raw(Vec<u8>),
    Byte {
        at: usize,
    },
    Int {
        at: usize,
        width: u8,
        signed: bool,
        endian: Endian,
    },
    Enum {
        number: Box<Step>,
        names: Box<Names>,
    },
    Float {
        at: usize,
        width: u8,
        endian: Endian,
    },
    Bits {
        start: u64,
        width: u8,
        endian: Endian,
    },
    Flag {
        start: u64,
        endian: Endian,
    },
    Bytes {
        at: usize,
        len: usize,
    },
}

/// An enum's values as they are written.
#[derive(Debug)]
pub(super) struct Names {
    known: Vec<(i128, Vec<u8>)>,
    /// What stands before and after the number of an unknown value.
    unknown: Vec<u8>,
}

impl Flat {
    /// The plan of a type without instances whose fields are all plain; `None`
    /// if it is not so.
    pub(super) fn of_type(
        schema: &Schema,
        ty: TypeId,
        endian: Option<Endian>,
        options: JsonOptions,
    ) -> Option<Flat> {
        let mut plan = Flat {
            steps: Vec::new(),
            quick: None,
        };
        plan.object(schema, ty, endian, options, 0)?;
        plan.quick = Quick::new(&plan.steps);
        Some(plan)
    }

    /// The plan of a number or of plain bytes.
    pub(super) fn of_data(
        schema: &Schema,
        data: &DataType,
        endian: Option<Endian>,
        options: JsonOptions,
    ) -> Option<Flat> {
        if matches!(data, DataType::Bits { .. } | DataType::User { .. }) {
            return None;
        }
        let mut plan = Flat {
            steps: Vec::new(),
            quick: None,
        };
        plan.data(schema, data, endian, options, 0)?;
        Some(plan)
    }

    fn object(
        &mut self,
        schema: &Schema,
        ty: TypeId,
        inherited: Option<Endian>,
        options: JsonOptions,
        bit: u64,
    ) -> Option<()> {
        let def = schema.ty(ty);
        let layout = def.layout.as_ref()?;
        if !def.instances.is_empty() || self.steps.len() > MOST_STEPS {
            return None;
        }
        let endian = match def.endian {
            EndianRule::Fixed(endian) => Some(endian),
            EndianRule::None | EndianRule::Inherited => inherited,
            EndianRule::Switch { .. } => return None,
        };
        self.raw(b"{");
        let mut empty = true;
        for (attr, (start, end)) in def.seq.iter().zip(&layout.fields) {
            if attr.show == Some(Show::None) {
                continue;
            }
            if options.tested && !attr.valid.is_empty() {
                return None;
            }
            if !std::mem::take(&mut empty) {
                self.raw(b",");
            }
            let mut key = Vec::new();
            literal::string(&mut key, &attr.id);
            key.push(b':');
            self.raw(&key);
            match &attr.repeat {
                Repeat::Once => self.data(schema, &attr.data, endian, options, bit + start)?,
                Repeat::Count(count) => {
                    let ExprKind::Int(count) = count.kind else {
                        return None;
                    };
                    let count = u64::try_from(count).ok().filter(|count| *count <= 64)?;
                    let stride = (end - start).checked_div(count).unwrap_or(0);
                    self.raw(b"[");
                    for i in 0..count {
                        if i > 0 {
                            self.raw(b",");
                        }
                        self.data(
                            schema,
                            &attr.data,
                            endian,
                            options,
                            bit + start + i * stride,
                        )?;
                    }
                    self.raw(b"]");
                }
                Repeat::Eos | Repeat::Until(_) => return None,
            }
        }
        self.raw(b"}");
        Some(())
    }

    fn data(
        &mut self,
        schema: &Schema,
        data: &DataType,
        default: Option<Endian>,
        options: JsonOptions,
        bit: u64,
    ) -> Option<()> {
        let at = usize::try_from(bit / 8).ok()?;
        if self.steps.len() > MOST_STEPS {
            return None;
        }
        match data {
            DataType::Int {
                signed,
                width,
                endian,
                enumeration,
            } => {
                let step = match (width, signed) {
                    (1, false) => Step::Byte { at },
                    (1, true) => Step::Int {
                        at,
                        width: 1,
                        signed: true,
                        endian: Endian::Be,
                    },
                    _ => Step::Int {
                        at,
                        width: *width,
                        signed: *signed,
                        endian: (*endian).or(default)?,
                    },
                };
                self.number(schema, step, *enumeration);
            }
            DataType::Float { width, endian } => {
                self.steps.push(Step::Float {
                    at,
                    width: *width,
                    endian: (*endian).or(default)?,
                });
            }
            DataType::Bits {
                width,
                endian,
                boolean,
                enumeration,
            } => {
                if *boolean && enumeration.is_none() {
                    self.steps.push(Step::Flag {
                        start: bit,
                        endian: *endian,
                    });
                } else {
                    self.number(
                        schema,
                        Step::Bits {
                            start: bit,
                            width: *width,
                            endian: *endian,
                        },
                        *enumeration,
                    );
                }
            }
            DataType::Bytes(Extent {
                size: Size::Expr(size),
                terminator: None,
                pad_right: None,
                process: None,
                ..
            }) => {
                let ExprKind::Int(len) = size.kind else {
                    return None;
                };
                self.raw(b"{\"bytes\":\"");
                self.steps.push(Step::Bytes {
                    at,
                    len: usize::try_from(len).ok()?,
                });
                self.raw(b"\"}");
            }
            DataType::User {
                ty,
                args,
                extent: None,
                ..
            } if args.is_empty() => {
                self.object(schema, *ty, default, options, bit)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn number(&mut self, schema: &Schema, number: Step, enumeration: Option<EnumId>) {
        match enumeration {
            None => self.steps.push(number),
            Some(id) => {
                let names = Box::new(Names::new(schema.enumeration(id)));
                self.steps.push(Step::Enum {
                    number: Box::new(number),
                    names,
                });
            }
        }
    }

    fn raw(&mut self, bytes: &[u8]) {
        if let Some(Step::Raw(before)) = self.steps.last_mut() {
            before.extend_from_slice(bytes);
        } else {
            self.steps.push(Step::Raw(bytes.to_vec()));
        }
    }

    /// Writes the object that `bytes` begins with.
    #[inline]
    pub(super) fn write(&self, bytes: &[u8], out: &mut Vec<u8>) {
        if let Some(quick) = &self.quick {
            return quick.write(bytes, out);
        }
        for step in &self.steps {
            step.write(bytes, out);
        }
    }
}

impl Step {
    #[inline]
    fn write(&self, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Step::Raw(raw) => out.extend_from_slice(raw),
            Step::Byte { at } => {
                let byte = bytes.get(*at).copied().unwrap_or(0);
                literal::byte(out, byte);
            }
            Step::Bytes { at, len } => {
                literal::hex(out, bytes.get(*at..*at + *len).unwrap_or_default())
            }
            Step::Float { at, width, endian } => {
                let field = bytes
                    .get(*at..*at + usize::from(*width))
                    .unwrap_or_default();
                literal::float(out, leaf::float(field, *width, *endian).unwrap_or(f64::NAN));
            }
            Step::Flag { start, endian } => {
                let set = leaf::bits(bytes, *start, 1, *endian).unwrap_or(0) != 0;
                out.extend_from_slice(if set { b"true" } else { b"false" });
            }
            Step::Enum { number, names } => names.write(number.number(bytes), out),
            Step::Int { .. } | Step::Bits { .. } => literal::int(out, self.number(bytes)),
        }
    }

    fn number(&self, bytes: &[u8]) -> i128 {
        match self {
            Step::Byte { at } => bytes.get(*at).copied().unwrap_or(0).into(),
            Step::Int {
                at,
                width,
                signed,
                endian,
            } => {
                let field = bytes
                    .get(*at..*at + usize::from(*width))
                    .unwrap_or_default();
                leaf::int(field, *width, *signed, *endian).unwrap_or(0)
            }
            Step::Bits {
                start,
                width,
                endian,
            } => leaf::bits(bytes, *start, *width, *endian)
                .unwrap_or(0)
                .into(),
            _ => 0,
        }
    }
}

impl Names {
    pub(super) fn new(def: &EnumDef) -> Names {
        let mut unknown = b"{\"enum\":".to_vec();
        literal::string(&mut unknown, &def.name);
        let mut known: Vec<(i128, Vec<u8>)> = def
            .entries
            .iter()
            .map(|entry| {
                let mut text = unknown.clone();
                text.extend_from_slice(b",\"name\":");
                literal::string(&mut text, &entry.name);
                text.extend_from_slice(b",\"value\":");
                literal::int(&mut text, entry.value);
                text.push(b'}');
                (entry.value, text)
            })
            .collect();
        known.sort_by_key(|(value, _)| *value);
        unknown.extend_from_slice(b",\"name\":null,\"value\":");
        Names { known, unknown }
    }

    pub(super) fn write(&self, value: i128, out: &mut Vec<u8>) {
        match self.known.binary_search_by_key(&value, |(known, _)| *known) {
            Ok(i) => out.extend_from_slice(&self.known[i].1),
            Err(_) => {
                out.extend_from_slice(&self.unknown);
                literal::int(out, value);
                out.push(b'}');
            }
        }
    }
}
