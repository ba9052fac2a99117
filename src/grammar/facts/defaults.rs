//! Byte order, bit order and encoding where fields don't say them.

use crate::grammar::spec::{EndianSpec, Text, TypeSpec};
use crate::schema::Endian;

/// A type's default byte order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DefaultEndian<'a> {
    /// None: every number says its own.
    None,
    /// `le` or `be`.
    Fixed(Endian),
    /// `switch-on`, of this type itself.
    Switch(&'a EndianSpec),
    /// That of the type around it, at run time.
    Inherited,
    /// There is one, but it is broken.
    Unknown,
}

/// What a type has from its `meta` or from those around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defaults<'a> {
    pub(crate) endian: DefaultEndian<'a>,
    pub(crate) bit_endian: Endian,
    pub(crate) encoding: Option<&'a Text>,
}

impl<'a> Defaults<'a> {
    /// Those of a type inside another with the defaults `outer`.
    pub(crate) fn of(spec: &'a TypeSpec, outer: Option<Defaults<'a>>) -> Defaults<'a> {
        let meta = &spec.meta;
        let endian = match (&meta.endian, outer.map(|outer| outer.endian)) {
            (Some(EndianSpec::Fixed(endian)), _) => DefaultEndian::Fixed(endian.value),
            (Some(switch @ EndianSpec::Switch { .. }), _) => DefaultEndian::Switch(switch),
            (Some(EndianSpec::Broken), _) => DefaultEndian::Unknown,
            (None, Some(DefaultEndian::Switch(_) | DefaultEndian::Inherited)) => {
                DefaultEndian::Inherited
            }
            (None, Some(outer)) => outer,
            (None, None) => DefaultEndian::None,
        };
        let bit_endian = meta.bit_endian.as_ref().map(|endian| endian.value);
        Defaults {
            endian,
            bit_endian: bit_endian
                .or(outer.map(|outer| outer.bit_endian))
                .unwrap_or(Endian::Be),
            encoding: meta
                .encoding
                .as_ref()
                .or(outer.and_then(|outer| outer.encoding)),
        }
    }
}
