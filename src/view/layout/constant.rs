//! The value that a field has in every good file.

use super::block::Constant;
use super::describe::{Describe, enumeration, number};
use super::known::Const;
use crate::schema::{Attr, DataType, Encoding, Endian, Member, Repeat};
use crate::view::doc::{Line, Role};
use crate::view::words::{bytes_text, quoted};

impl Describe<'_> {
    /// The value that a field has in every good file.
    pub(super) fn constant(
        &self,
        member: Member,
        attr: &Attr,
        data: &DataType,
    ) -> Option<Constant> {
        if !matches!(attr.repeat, Repeat::Once) {
            return None;
        }
        let value = self.sizes.known.member_value(member)?;
        let mut text = Line::new();
        self.constant_text(&mut text, &value, data);
        Some(Constant {
            text,
            bytes: self.stored(&value, data).unwrap_or_default(),
        })
    }

    fn constant_text(&self, line: &mut Line, value: &Const, data: &DataType) {
        match value {
            Const::Int(n) => {
                if let Some(id) = enumeration(data)
                    && let Some(entry) = self.schema().enumeration(id).entry(*n)
                {
                    line.number(Role::Number, *n);
                    line.spaces(1);
                    line.untrusted(Role::Enum, &entry.name);
                } else {
                    line.untrusted(Role::Number, &number(*n));
                }
            }
            Const::Bool(b) => line.push(Role::Enum, if *b { "true" } else { "false" }),
            Const::Str(text) => line.untrusted(Role::Text, &quoted(text)),
            Const::Bytes(bytes) => line.untrusted(Role::Text, &bytes_text(bytes, self.ascii())),
        }
    }

    /// A value as it is stored.
    fn stored(&self, value: &Const, data: &DataType) -> Option<Vec<u8>> {
        match (value, data) {
            (Const::Bytes(bytes), _) => Some(bytes.to_vec()),
            (Const::Str(text), DataType::Str { encoding, extent }) => {
                let plain = matches!(encoding, Encoding::Ascii | Encoding::Utf8) || text.is_ascii();
                let whole = extent.terminator.is_none() && extent.pad_right.is_none();
                let wide = encoding.unit_len() > 1;
                (plain && whole && !wide).then(|| text.as_bytes().to_vec())
            }
            (Const::Int(n), DataType::Int { width, endian, .. }) => {
                let order = if *width == 1 {
                    Endian::Be
                } else {
                    self.order_of(*endian)?
                };
                let all = n.to_le_bytes();
                let mut bytes = all.get(..usize::from(*width))?.to_vec();
                if order == Endian::Be {
                    bytes.reverse();
                }
                Some(bytes)
            }
            _ => None,
        }
    }
}
