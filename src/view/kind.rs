//! The type of a field in the words of grammars: `u4be`, `str`, `room`.

use super::doc::{Line, Role};
use crate::schema::{DataType, Encoding, Endian, EndianRule, Extent, Repeat, Schema, Size};
use crate::tree::Node;

/// Adds the type of a node.
pub(super) fn kind(line: &mut Line, schema: &Schema, node: &Node<'_>) {
    if node.is_computed() {
        return;
    }
    if let Some(ty) = node.type_def() {
        line.untrusted(Role::Type, &ty.name);
        return;
    }
    let Some(attr) = node.attr() else { return };
    let default = node
        .container()
        .and_then(|holder| holder.type_def().or_else(|| holder.container()?.type_def()))
        .and_then(|ty| match ty.endian {
            EndianRule::Fixed(endian) => Some(endian),
            _ => None,
        });
    match node.child(0).and_then(|first| first.type_def()) {
        Some(ty) if node.index().is_none() => line.untrusted(Role::Type, &ty.name),
        _ => data(line, schema, &attr.data, default),
    }
    if node.index().is_none() && !matches!(attr.repeat, Repeat::Once) {
        line.push(Role::Type, "[]");
    }
}

fn data(line: &mut Line, schema: &Schema, data: &DataType, default: Option<Endian>) {
    match data {
        DataType::Int {
            signed,
            width,
            endian,
            ..
        } => {
            line.push(Role::Type, if *signed { "s" } else { "u" });
            line.number(Role::Type, *width);
            if *width > 1 {
                order(line, endian.or(default));
            }
        }
        DataType::Float { width, endian } => {
            line.push(Role::Type, "f");
            line.number(Role::Type, *width);
            order(line, endian.or(default));
        }
        DataType::Bits { width, endian, .. } => {
            line.push(Role::Type, "b");
            line.number(Role::Type, *width);
            if *endian == Endian::Le {
                line.push(Role::Type, "le");
            }
        }
        DataType::Bytes(_) => line.push(Role::Type, "bytes"),
        DataType::Str { extent, encoding } => {
            line.push(Role::Type, if is_strz(extent) { "strz" } else { "str" });
            if !matches!(encoding, Encoding::Ascii | Encoding::Utf8) {
                line.spaces(1);
                line.untrusted(Role::Type, encoding.name());
            }
        }
        DataType::User { ty, .. } => line.untrusted(Role::Type, &schema.ty(*ty).name),
        DataType::Switch { .. } => line.push(Role::Type, "switch"),
        DataType::Computed => {}
    }
}

fn is_strz(extent: &Extent) -> bool {
    matches!(extent.size, Size::None) && extent.terminator.is_some()
}

fn order(line: &mut Line, endian: Option<Endian>) {
    match endian {
        Some(Endian::Le) => line.push(Role::Type, "le"),
        Some(Endian::Be) => line.push(Role::Type, "be"),
        None => {}
    }
}
