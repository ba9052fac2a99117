//! The byte order of a whole format.

use std::collections::HashSet;

use super::used::{Placed, each_type};
use crate::schema::{DataType, Endian, EndianRule, Schema, TypeDef};
use crate::view::facts::is_hidden;

/// The order that all numbers of several bytes have.
pub(super) fn common_order(schema: &Schema, placed: &Placed) -> Option<Endian> {
    let mut seen = HashSet::new();
    let mut open = vec![schema.root];
    let mut orders: HashSet<Option<Endian>> = HashSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let def = schema.ty(id);
        let elsewhere = def
            .instances
            .iter()
            .filter(|it| placed.is_placed(it))
            .map(|it| &it.attr);
        let shown = def.seq.iter().filter(|attr| !is_hidden(attr));
        for attr in shown.chain(elsewhere) {
            data_orders(def, &attr.data, &mut orders);
            each_type(&attr.data, &mut |ty, _| open.push(ty));
        }
    }
    let mut orders = orders.into_iter();
    match (orders.next(), orders.next()) {
        (Some(order), None) => order,
        _ => None,
    }
}

fn data_orders(def: &TypeDef, data: &DataType, orders: &mut HashSet<Option<Endian>>) {
    let default = match &def.endian {
        EndianRule::Fixed(order) => Some(*order),
        _ => None,
    };
    match data {
        DataType::Int { width: 1, .. } => {}
        DataType::Int { endian, .. } | DataType::Float { endian, .. } => {
            orders.insert(endian.or(default));
        }
        DataType::Switch {
            cases, fallback, ..
        } => {
            for case in cases {
                data_orders(def, &case.data, orders);
            }
            if let Some(data) = fallback {
                data_orders(def, data, orders);
            }
        }
        _ => {}
    }
}
