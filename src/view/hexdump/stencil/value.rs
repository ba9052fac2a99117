//! What stands beside a flat element: its members, or the text that its type
//! gives itself. How it is put together is found once for all elements.

use crate::decode::leaf;
use crate::schema::{
    Attr, DataType, Endian, EndianRule, ExprKind, Extent, Member, MessagePart, Repeat, Show, Size,
    TypeDef,
};
use crate::view::doc::{Line, Role};
use crate::view::number;
use crate::view::options::Base;
use crate::view::preview::Preview;

/// Letters that are known beforehand; texts with more are not worth it.
const MOST_LETTERS: usize = 200;

/// A value, as it is written.
#[derive(Debug)]
pub(super) enum Value<'s> {
    /// Integers, and text that is always the same.
    Pieces(Vec<Piece>),
    /// Members of any kind, put into a line.
    Members(Vec<Scalar<'s>>),
}

#[derive(Debug)]
pub(super) enum Piece {
    /// Printable ASCII; of two texts in a row the roles differ.
    Text(Role, String),
    /// An integer.
    Number(Role, Number, Digits),
}

/// Where an integer lies in its element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    Byte {
        at: usize,
    },
    Int {
        at: usize,
        width: u8,
        signed: bool,
        endian: Endian,
    },
    Bits {
        start: u64,
        width: u8,
        endian: Endian,
    },
}

/// How an integer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// `1,714`
    Grouped,
    /// `1714`
    Plain,
    /// `0x06b2`, with at least so many digits.
    Hex(usize),
}

/// A member that stands on the row.
#[derive(Debug)]
pub(in crate::view::hexdump) struct Scalar<'s> {
    attr: &'s Attr,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Number(Number),
    Flag(Number),
    Float {
        at: usize,
        width: u8,
        endian: Endian,
    },
    Bytes {
        at: usize,
        len: usize,
    },
}

impl<'s> Value<'s> {
    /// How objects of a type are written; `None` if not in a simple way. Byte
    /// order is `inherited` where the type does not say.
    pub(super) fn of_type(
        def: &'s TypeDef,
        inherited: Option<Endian>,
        base: Base,
    ) -> Option<Value<'s>> {
        let endian = match def.endian {
            EndianRule::Fixed(endian) => Some(endian),
            EndianRule::None | EndianRule::Inherited => inherited,
            EndianRule::Switch { .. } => return None,
        };
        if !def.instances.is_empty() || def.seq.is_empty() {
            return None;
        }
        if let Some(parts) = &def.to_string {
            return Some(Value::Pieces(text(def, endian, parts)?));
        }
        let scalars: Vec<Scalar<'s>> = (0..def.seq.len())
            .map(|i| scalar(def, endian, i))
            .collect::<Option<_>>()?;
        Some(match members(&scalars, base) {
            Some(pieces) => Value::Pieces(pieces),
            None => Value::Members(scalars),
        })
    }
}

/// The text of a type's own, of integers alone.
fn text(def: &TypeDef, endian: Option<Endian>, parts: &[MessagePart]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut letters = 0;
    for part in parts {
        match part {
            MessagePart::Text(text) => {
                letters += text.len();
                push(&mut pieces, Role::Text, text)?;
            }
            MessagePart::Expr { expr, format } => {
                let ExprKind::Member {
                    of,
                    slot: Some((_, Member::Seq(i))),
                    ..
                } = &expr.kind
                else {
                    return None;
                };
                let Kind::Number(number) = scalar(def, endian, usize::from(*i))?.kind else {
                    return None;
                };
                let digits = match &**format {
                    "" | "dec" => Digits::Plain,
                    "hex" => Digits::Hex(1),
                    _ => return None,
                };
                if !matches!(of.kind, ExprKind::This) {
                    return None;
                }
                letters += 20;
                pieces.push(Piece::Number(Role::Text, number, digits));
            }
        }
    }
    let ends = match pieces.last()? {
        Piece::Text(_, text) => !text.ends_with(' '),
        Piece::Number(..) => true,
    };
    (letters <= MOST_LETTERS && ends).then_some(pieces)
}

/// Integers with their names.
fn members(scalars: &[Scalar<'_>], base: Base) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for (i, scalar) in scalars.iter().enumerate() {
        if i > 0 {
            push(&mut pieces, Role::Plain, " ")?;
        }
        if scalars.len() > 1 {
            push(&mut pieces, Role::Comment, &scalar.attr.id)?;
            push(&mut pieces, Role::Comment, "=")?;
        }
        let Kind::Number(number) = scalar.kind else {
            return None;
        };
        let digits = match (&scalar.attr.show, base) {
            (Some(Show::Dec), _)
            | (Some(Show::Map { .. } | Show::None) | None, Base::Usual | Base::Dec) => {
                Digits::Grouped
            }
            (Some(Show::Hex), _) => Digits::Hex(match scalar.attr.data {
                DataType::Int { width, .. } => usize::from(width) * 2,
                DataType::Bits { width, .. } => usize::from(width).div_ceil(4),
                _ => 1,
            }),
            (Some(Show::Map { .. } | Show::None) | None, Base::Hex) => Digits::Hex(1),
            _ => return None,
        };
        pieces.push(Piece::Number(Role::Number, number, digits));
    }
    Some(pieces)
}

fn push(pieces: &mut Vec<Piece>, role: Role, text: &str) -> Option<()> {
    let printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if !printable || text.len() > MOST_LETTERS {
        return None;
    }
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last, before)) if *last == role => before.push_str(text),
        _ => pieces.push(Piece::Text(role, text.to_owned())),
    }
    Some(())
}

/// A member that is a number, or a run of bytes taken as it is.
fn scalar(def: &TypeDef, default: Option<Endian>, index: usize) -> Option<Scalar<'_>> {
    let attr = def.seq.get(index)?;
    let (start, _) = *def.layout.as_ref()?.fields.get(index)?;
    if !matches!(attr.repeat, Repeat::Once) || attr.cond.is_some() {
        return None;
    }
    let kind = kind(&attr.data, start, default)?;
    if matches!(kind, Kind::Bytes { .. }) && attr.show.is_some() {
        return None;
    }
    Some(Scalar { attr, kind })
}

/// What lies at a bit of an element.
fn kind(data: &DataType, start: u64, default: Option<Endian>) -> Option<Kind> {
    let at = usize::try_from(start / 8).ok()?;
    Some(match data {
        DataType::Int {
            signed,
            width,
            endian,
            enumeration: None,
        } => Kind::Number(match (width, signed) {
            (1, false) => Number::Byte { at },
            (1, true) => Number::Int {
                at,
                width: 1,
                signed: true,
                endian: Endian::Be,
            },
            _ => Number::Int {
                at,
                width: *width,
                signed: *signed,
                endian: (*endian).or(default)?,
            },
        }),
        DataType::Bits {
            width,
            endian,
            boolean,
            enumeration: None,
        } => {
            let number = Number::Bits {
                start,
                width: *width,
                endian: *endian,
            };
            if *boolean {
                Kind::Flag(number)
            } else {
                Kind::Number(number)
            }
        }
        DataType::Float { width, endian } => Kind::Float {
            at,
            width: *width,
            endian: (*endian).or(default)?,
        },
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
            Kind::Bytes {
                at,
                len: usize::try_from(len).ok()?,
            }
        }
        _ => return None,
    })
}

impl Number {
    /// Its value in the element that `bytes` are.
    #[inline]
    pub(super) fn value(self, bytes: &[u8]) -> Option<i128> {
        match self {
            Number::Byte { at } => bytes.get(at).map(|&byte| i128::from(byte)),
            Number::Int {
                at,
                width,
                signed,
                endian,
            } => leaf::int(bytes.get(at..)?, width, signed, endian),
            Number::Bits {
                start,
                width,
                endian,
            } => leaf::bits(bytes, start, width, endian).map(i128::from),
        }
    }
}

impl Value<'_> {
    /// Adds the value of the element that `bytes` are.
    pub(super) fn add(&self, line: &mut Line, preview: &Preview<'_>, bytes: &[u8]) -> Option<()> {
        match self {
            Value::Pieces(pieces) => {
                for piece in pieces {
                    match piece {
                        Piece::Text(role, text) => line.untrusted(*role, text),
                        Piece::Number(role, number, digits) => {
                            digits.add(line, *role, number.value(bytes)?);
                        }
                    }
                }
            }
            Value::Members(scalars) => {
                for (i, scalar) in scalars.iter().enumerate() {
                    if i > 0 {
                        line.spaces(1);
                    }
                    if scalars.len() > 1 {
                        line.untrusted(Role::Comment, &scalar.attr.id);
                        line.push(Role::Comment, "=");
                    }
                    scalar.add(line, preview, bytes)?;
                }
            }
        }
        Some(())
    }
}

impl Digits {
    fn add(self, line: &mut Line, role: Role, value: i128) {
        match self {
            Digits::Grouped => number::dec(line, role, value),
            Digits::Plain => line.number(role, value),
            Digits::Hex(least) => number::hex(line, role, value, least),
        }
    }
}

impl<'s> Scalar<'s> {
    /// The elements of an array of numbers, each at the start of its bytes. Byte
    /// order is `inherited` where the attribute does not say.
    pub(in crate::view::hexdump) fn of_elements(
        attr: &'s Attr,
        inherited: Option<Endian>,
    ) -> Option<Scalar<'s>> {
        let kind = kind(&attr.data, 0, inherited)?;
        Some(Scalar { attr, kind })
    }

    /// The scalar's number in the element that `bytes` are, and whether it is
    /// whole; `None` if it is none that says how much of something there is.
    pub(in crate::view::hexdump) fn amount(&self, bytes: &[u8]) -> Option<(f64, bool)> {
        match self.kind {
            #[allow(clippy::cast_precision_loss, reason = "for drawings")]
            Kind::Number(number) => number.value(bytes).map(|number| (number as f64, true)),
            Kind::Float { at, width, endian } => {
                leaf::float(bytes.get(at..)?, width, endian).map(|number| (number, false))
            }
            Kind::Flag(_) | Kind::Bytes { .. } => None,
        }
    }

    /// Adds the scalar's value in the element that `bytes` are, as
    /// [`Preview::node`] does.
    pub(in crate::view::hexdump) fn add(
        &self,
        line: &mut Line,
        preview: &Preview<'_>,
        bytes: &[u8],
    ) -> Option<()> {
        let (attr, show) = (self.attr, self.attr.show.as_ref());
        match self.kind {
            Kind::Number(number) => {
                preview.int(line, number.value(bytes)?, show, Some(&attr.data));
            }
            Kind::Flag(number) => {
                let set = number.value(bytes)? != 0;
                line.push(Role::Enum, if set { "true" } else { "false" });
            }
            Kind::Float { at, width, endian } => {
                let value = leaf::float(bytes.get(at..)?, width, endian)?;
                number::float(line, Role::Number, value);
            }
            Kind::Bytes { at, len } => {
                let bytes = bytes.get(at..at.checked_add(len)?)?;
                if show == Some(&Show::Text) {
                    preview.quoted(line, &String::from_utf8_lossy(bytes));
                } else {
                    preview.bytes(line, bytes);
                }
            }
        }
        Some(())
    }
}
