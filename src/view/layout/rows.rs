//! The rows of a type, from the grammar alone.

use super::amount::Amount;
use super::block::{Count, Each, Len, Place, Row};
use super::describe::Describe;
use super::known::same;
use super::measure::{Cursor, bit_order, element_len};
use super::plan::Plan;
use super::used::own_block;
use crate::schema::{
    Attr, BinOp, DataType, Endian, Expr, ExprKind, Instance, Member, Method, Repeat, Show, Special,
    TypeId, UnOp,
};
use crate::view::doc::FIELD_COLOURS;
use crate::view::facts::is_hidden;
use crate::view::mark::Mark;

impl<'s> Plan<'s> {
    /// The rows of a type: its fields, then what lies elsewhere.
    pub(super) fn rows(&self, id: TypeId, describe: &Describe<'s>) -> Vec<Row> {
        let def = self.schema.ty(id);
        let mut rows = Vec::new();
        let mut cursor = Cursor::new();
        for (attr, i) in def.seq.iter().zip(0..) {
            if is_hidden(attr) {
                continue;
            }
            let (Some(cond), Some(data)) = (condition(describe, attr), describe.data(&attr.data))
            else {
                continue;
            };
            let mut row = self.row(describe, Member::Seq(i), attr, data, cond);
            let ends = matches!(rows.last(), Some(Row { len: Len::End, .. }));
            if ends && attr.cond.as_ref().is_some_and(is_not_eof) {
                continue;
            }
            cursor.begin(self.schema, data, &row.cond);
            row.place = Place::Start {
                bits: cursor.bits,
                after: cursor.after.clone(),
            };
            self.measure(describe, attr, data, cursor.total.as_ref(), &mut row);
            cursor.advance(&row);
            row.colour = (rows.len() % usize::from(FIELD_COLOURS)) as u8;
            rows.push(row);
        }
        for (instance, i) in def.instances.iter().zip(0..) {
            if !self.placed.is_placed(instance) {
                continue;
            }
            let attr = &instance.attr;
            let (Some(cond), Some(data)) = (condition(describe, attr), describe.data(&attr.data))
            else {
                continue;
            };
            let mut row = self.row(describe, Member::Instance(i), attr, data, cond);
            row.place = Place::At(describe.sizes.position(instance));
            row.rules = stream_words(describe, instance, row.rules);
            let single = matches!(attr.repeat, Repeat::Once);
            row.own_block |= single && matches!(data, DataType::User { .. });
            self.measure(describe, attr, data, None, &mut row);
            row.colour = (rows.len() % usize::from(FIELD_COLOURS)) as u8;
            if let (Place::At(Some(at)), Some(len)) = (&row.place, row.len.amount())
                && let Some(end) = at.plus(&len)
                && def
                    .checks
                    .iter()
                    .any(|it| describe.sizes.says_end(&it.that, &end))
            {
                row.last = true;
            }
            rows.push(row);
        }
        rows
    }

    /// What a row says but for its place and size.
    pub(super) fn row(
        &self,
        describe: &Describe<'s>,
        member: Member,
        attr: &Attr,
        data: &DataType,
        cond: String,
    ) -> Row {
        let constant = describe.constant(member, attr, data);
        Row {
            name: field_name(attr),
            key: format!("{}:{}", attr.loc.file.0, attr.path),
            own_block: own_block(self.schema, data),
            colour: 0,
            place: Place::Start {
                bits: 0,
                after: None,
            },
            len: Len::Unknown,
            each: None,
            short: describe.short(data),
            bit_field: bit_order(self.schema, data).map(|order| order == Endian::Le),
            what: describe.what(attr, data),
            rules: describe.rules(attr, constant.is_some()),
            values: describe.values(attr, data),
            constant,
            doc: describe.doc(attr, data),
            cond,
            said: false,
            mark: Mark::NONE,
            last: false,
            filled: None,
        }
    }

    /// Fills in how much room a row takes, `start` being its place if that is
    /// known.
    fn measure(
        &self,
        describe: &Describe<'s>,
        attr: &Attr,
        data: &DataType,
        start: Option<&Amount>,
        row: &mut Row,
    ) {
        let sizes = &describe.sizes;
        let element = element_len(self.schema, sizes, data);
        let times = |count: &Expr| {
            let text = sizes.amount(count).and_then(|it| it.text(self.ascii));
            text.unwrap_or_else(|| sizes.words.expr(&sizes.meant(count)))
        };
        let (len, count) = match &attr.repeat {
            Repeat::Once => {
                row.len = element;
                return;
            }
            Repeat::Eos => (Len::End, Count::End),
            Repeat::Until(until) => {
                let clause = sizes.words.clause(until);
                if is_eof(until) {
                    (Len::End, Count::End)
                } else {
                    (Len::Unknown, Count::Until(clause))
                }
            }
            Repeat::Count(count) => {
                let whole = element.bits().filter(|bits| bits.is_multiple_of(8));
                let bytes = whole.map(|bits| i128::from(bits / 8));
                let amount = sizes.amount(count);
                if bytes.is_some_and(|each| sizes.reaches_end(count, start, each)) {
                    (Len::End, Count::End)
                } else {
                    let all = match (element.amount(), &amount) {
                        (Some(element), Some(count)) => element.repeated(count),
                        _ => None,
                    };
                    let known = amount.and_then(|it| it.constant()).map(|bits| bits / 8);
                    let count = known.map_or_else(|| Count::Times(times(count)), Count::Fixed);
                    (Len::of(all), count)
                }
            }
        };
        row.len = len;
        row.each = Some(Each {
            len: element,
            count,
            is_row: matches!(attr.show, Some(Show::Map { .. }))
                || matches!(data, DataType::Bytes(_) | DataType::Str { .. }),
        });
    }
}

pub(super) fn field_name(attr: &Attr) -> String {
    if attr.named {
        attr.id.to_string()
    } else {
        "(no name)".into()
    }
}

/// When a field is there; empty if always, and if it only says that an array is
/// not empty. `None`: never.
fn condition(describe: &Describe<'_>, attr: &Attr) -> Option<String> {
    if let (Some(cond), Repeat::Count(count)) = (&attr.cond, &attr.repeat)
        && let ExprKind::Binary(BinOp::Gt | BinOp::Ne, a, b) = &cond.kind
        && same(a, count)
        && matches!(b.kind, ExprKind::Int(0))
    {
        return Some(String::new());
    }
    describe.cond(attr)
}

/// Adds in which stream a position counts, if that is none of its own.
fn stream_words(describe: &Describe<'_>, instance: &Instance, mut rules: String) -> String {
    let io = match &instance.io {
        Some(Expr {
            kind: ExprKind::Special(of, Special::Io),
            ..
        }) => of,
        _ => return rules,
    };
    let words = match &io.kind {
        ExprKind::This => return rules,
        ExprKind::Special(_, Special::Root) => "counted in the file".to_owned(),
        ExprKind::Special(_, Special::Parent) => return rules,
        _ => format!("in the data of {}", describe.sizes.words.expr(io)),
    };
    if !rules.is_empty() {
        rules.push_str(", ");
    }
    rules.push_str(&words);
    rules
}

fn is_eof(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Method {
            method: Method::Eof,
            ..
        }
    )
}

fn is_not_eof(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnOp::Not, of) => is_eof(of),
        _ => false,
    }
}
