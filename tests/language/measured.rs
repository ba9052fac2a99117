//! Long arrays: elements that are only measured lie where decoding finds them,
//! whatever their type.

use crate::harness::{compiled, deep, schema_of, whole};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What a field can be; `{n}` is an integer field before it, `{i}` its own
/// number.
const FIELDS: &[&str] = &[
    "type: u1",
    "type: u1",
    "type: u2",
    "type: u2be",
    "type: s1",
    "type: b3",
    "type: b5",
    "type: b9le",
    "size: '{n} & 3'",
    "size: '{n} % 5'",
    "size: twice % 7",
    "size: inner",
    "type: strz",
    "terminator: 1, consume: false, eos-error: false",
    "terminator: 2, include: true, eos-error: false",
    "type: str, size: '{n} & 1', pad-right: 0",
    "type: u1, if: '{n} & 1 == 0'",
    "type: u2, if: '{n} > 3 and {n} != 5'",
    "type: u1, repeat: expr, repeat-expr: '{n} & 3'",
    "type: pair, repeat: expr, repeat-expr: '{n} % 3'",
    "type: u1, repeat: until, repeat-until: '_ < 4'",
    "type: pair",
    "type: tail",
    "type: tail, size: 3",
    "type: {switch-on: '{n} % 4', cases: {0: u1, 1: pair, 2: strz, _: u4}}",
    "type: {switch-on: '{n}', cases: {0: tail, 3: pair}}, size: 2",
    "size: '_parent.lead & 3'",
    "size: '{n} < 0 ? 1 : ({n} + 1) / 2 & 1'",
    "size: '-({n}) % 3'",
    "size: 'not ({n} == 1) ? 1 : 0'",
    "size: '({n} << 1 | 1) ^ 1 >> 1 & 1'",
];

const TYPES: &str = "
  pair:
    seq: [{id: p, type: u1}, {id: q, type: u1}]
  tail:
    seq: [{id: len, type: u1}, {id: body, size: len & 1}]
  looks_up:
    seq: [{id: body, size: '_parent.f0 & 3'}]
";

/// A grammar with an array of such elements; `plain` elements can be measured.
fn grammar(fields: &[(&str, Index)], plain: bool, eos: bool) -> String {
    let mut seq = String::from("    - {id: f0, type: u1}\n");
    let mut numbers = vec!["f0".to_owned()];
    for (i, (field, which)) in fields.iter().enumerate() {
        let i = i + 1;
        let number = &numbers[which.index(numbers.len())];
        let field = field.replace("{n}", number);
        seq += &format!("    - {{id: f{i}, {field}}}\n");
        if field.starts_with("type: ")
            && !field.contains(',')
            && field.contains(['1', '2', '3', '5', '9'])
        {
            numbers.push(format!("f{i}"));
        }
    }
    seq += "    - {id: last, type: looks_up}\n";
    let ty = match plain {
        true => "item",
        false => "{switch-on: _index - _index, cases: {0: item}}",
    };
    let repeat = match eos {
        true => "repeat: eos",
        false => "repeat: expr, repeat-expr: 100",
    };
    format!(
        "
seq:
- {{id: lead, type: u1}}
- {{id: list, type: {ty}, {repeat}}}
- {{id: end, type: u1, if: not _io.eof}}
types:{TYPES}  item:
    seq:
{seq}    instances:
      twice: {{value: f0 * 2}}
      inner: {{value: '(twice & 7) / 2'}}
"
    )
}

proptest! {
    #![proptest_config(crate::random::config(150))]

    #[test]
    fn measuring_and_decoding_agree(
        fields in prop::collection::vec((select(FIELDS), any::<Index>()), 1..7),
        eos: bool,
        data in prop::collection::vec(prop_oneof![4 => 0..6_u8, 1 => any::<u8>()], 0..1500),
    ) {
        let told = [true, false].map(|plain| {
            let schema = schema_of(compiled(&grammar(&fields, plain, eos)));
            deep(|| whole(&schema, &data))
        });
        assert_eq!(told[0], told[1], "{}", grammar(&fields, true, eos));
    }
}
