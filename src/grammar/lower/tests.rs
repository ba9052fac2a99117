//! Grammar text → schema, or problems.

use pretty_assertions::assert_eq;

use super::show;
use crate::grammar::{Compiled, GrammarText, Loader, compile};
use crate::schema::Severity;

/// Files in memory, `(name, text)`.
struct Memory<'a>(&'a [(&'a str, &'a str)]);

impl Loader for Memory<'_> {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        let file = self
            .0
            .iter()
            .find(|(name, _)| *name == import)
            .ok_or("no such file")?;
        Ok(GrammarText {
            name: file.0.to_owned(),
            text: file.1.to_owned(),
        })
    }
}

/// Compiles a grammar with what it imports.
pub(crate) fn compile_text(text: &str, imports: &[(&str, &str)]) -> Compiled {
    compile(
        GrammarText {
            name: "main".to_owned(),
            text: text.to_owned(),
        },
        &Memory(imports),
    )
}

/// Its errors, one a line.
pub(crate) fn problems(compiled: &Compiled) -> String {
    let errors = compiled
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error);
    let line = |p: &crate::grammar::Problem| format!("{}: {}\n", p.path, p.message);
    errors.map(line).collect()
}

/// What a grammar compiles to.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_with(text, &[], expected);
}

#[track_caller]
fn check_with(text: &str, imports: &[(&str, &str)], expected: &str) {
    let compiled = compile_text(text, imports);
    let found = match &compiled.schema {
        Some(schema) => show::schema(schema),
        None => problems(&compiled),
    };
    assert_eq!(found.trim_end(), expected.trim());
}

#[test]
fn fields() {
    check(
        "
meta: {id: m, endian: be, bit-endian: le, encoding: utf-8}
seq:
  - {id: a, contents: [1, abc]}
  - {type: s4le, valid: {min: -1, max: 5}}
  - {id: b, type: b12}
  - {id: c, type: b1be}
  - {id: d, type: strz, encoding: UTF-16LE, if: c}
  - {id: e, type: str, size: b, terminator: 10, encoding: UTF-16BE, pad-right: 0}
  - {id: f, terminator: 0, include: true, consume: false, eos-error: false, process: xor(b)}
  - {id: g, size-eos: true, process: 'my.own(1, d)'}
  - {id: h, type: u1, repeat: until, repeat-until: _ == 0 or _index > 3, valid: {any-of: [1, _index]}}
  - {id: i, type: u2, enum: e, valid: {in-enum: true}}
enums:
  e: {1: one}
",
        r#"
m be
  a: bytes size=4 valid == <01616263> : bytes
  _unnamed1: s4le valid >= -1 valid <= 5 : int
  b: b12le : int
  c: b1be boolean : bool
  d: str(UTF-16LE) until=0000 if c : str
  e: str(UTF-16BE) size=b until=0a pad=00 : str
  f: bytes until=00 include keep eos-ok xor(b) : bytes
  g: bytes size=eos my.own(1, d) : bytes
  h: u1 until ((_ == 0) or (_index > 3)) valid in [1, _index] : int
  i: u2 valid in enum : enum e
"#,
    );
}

#[test]
fn user_types_and_switches() {
    check(
        "
meta: {id: m, endian: le}
seq:
  - {id: len, type: u1}
  - {id: a, type: 't :: u ( len , 2.5 )', size: len}
  - id: b
    size: 4
    type:
      switch-on: len
      cases: {1: u4, 2: 't', _: t}
  - id: c
    size-eos: true
    type:
      switch-on: len
      cases: {1: t}
  - id: d
    parent: a
    type:
      switch-on: len
      cases: {1: t, 2: u2}
  - {id: e, type: t, parent: false}
instances:
  at: {pos: len, io: a._io, type: t, if: len > 0}
  sum: {value: len + 1}
  named: {value: len, enum: e}
enums:
  e: {1: one}
types:
  t:
    seq: [{id: x, type: u1}, {id: y, type: u2be}]
    types:
      u:
        params: [{id: p, type: u4}, {id: q, type: f8}, {id: r}]
        seq: []
"
        .replace(", {id: r}", "")
        .as_str(),
        r#"
m le positioned
  len: u1 : int
  a: u(len, 2.5) sub size=len : u
  b: switch len { 1 => u4; 2 => t() sub size=4; _ => t() sub size=4; } : any
  c: switch len { 1 => t() sub size=eos; } else bytes size=eos : t
  d: switch len { 1 => t() parent=a; 2 => u2; } : any
  e: t() parent=none : t
  @ len io a._io at: t() if (len > 0) : t
  = (len + 1) sum: computed : int
  = len.as<enum e> named: computed : enum e
m::t le fixed 3 [(0, 8), (8, 24)]
  x: u1 : int
  y: u2be : int
m::t::u le fixed 0 []
  param p : int
  param q : float
"#,
    );
}

#[test]
fn fixed_layouts() {
    check(
        "
meta: {id: m, endian: le}
seq:
  - {id: a, type: b4}
  - {id: b, type: b6}
  - {id: c, size: 2}
  - {id: d, type: pair, repeat: expr, repeat-expr: 3}
  - {id: e, type: str, size: 4, encoding: ASCII}
types:
  pair: {seq: [{id: x, type: u1}, {id: y, type: b8}]}
  part: {seq: [{id: x, type: b3}]}
  parts: {seq: [{id: x, type: part}]}
  sized: {seq: [{id: x, type: pair, size: 9}]}
  open: {seq: [{id: x, type: u1}, {id: y, size: x}]}
  padded: {seq: [{id: x, size: 4, pad-right: 0}]}
  sometimes: {seq: [{id: x, type: u1, if: true}]}
  loop: {seq: [{id: x, type: loop}]}
",
        r#"
m le fixed 14 [(0, 4), (4, 10), (16, 32), (32, 80), (80, 112)]
  a: b4be : int
  b: b6be : int
  c: bytes size=2 : bytes
  d: pair() repeat=3 : pair
  e: str(ASCII) size=4 : str
m::pair le fixed 2 [(0, 8), (8, 16)]
  x: u1 : int
  y: b8be : int
m::part le fixed 1 [(0, 3)]
  x: b3be : int
m::parts le
  x: part() : part
m::sized le
  x: pair() sub size=9 : pair
m::open le
  x: u1 : int
  y: bytes size=x : bytes
m::padded le
  x: bytes size=4 pad=00 : bytes
m::sometimes le
  x: u1 if true : int
m::loop le
  x: loop() : loop
"#,
    );
}

#[test]
fn byte_order_by_value() {
    check(
        "
meta: {id: m}
seq: [{id: mark, type: u1}, {id: t, type: t}]
types:
  t:
    meta:
      endian:
        switch-on: _parent.mark
        cases: {1: le, _: be}
    seq: [{id: x, type: u2}, {id: y, type: v}]
    types:
      v: {seq: [{id: x, type: u2}]}
",
        r#"
m
  mark: u1 : int
  t: t() : t
m::t switch this._parent.mark 1=>le _=>be
  x: u2 : int
  y: v() : v
m::t::v inherited fixed 2 [(0, 16)]
  x: u2 : int
"#,
    );
}

#[test]
fn texts_and_checks() {
    check(
        "
meta: {id: m}
seq:
  - {id: n, type: u1}
  - {id: rooms, type: room, repeat: expr, repeat-expr: n}
-fmtview-check:
  - that: rooms.all(_.w > 0 and _.w < n) and [0..n].any(_ == 1) and rooms[1..n].count(_.w == 1) > 0
    else: 'widths {rooms.sum(_.w)} of {{n}} {n:hex}'
    at: rooms[0].w
types:
  room:
    seq: [{id: w, type: u1}]
    -webide-representation: 'w={w:dec} {nothing:hex} {*}'
  named:
    seq: [{id: w, type: u1}]
    to-string: f\"{w} wide\"
",
        r#"
m
  n: u1 : int
  rooms: room() repeat=n : room
  check ((rooms.All(((_.w > 0) and (_.w < n))) and [0..n].Any((_ == 1))) and (rooms[1..n].Count((_.w == 1)) > 0)) else "widths {rooms.Sum(_.w)} of {n} {n:hex}" at rooms[0].w
m::room fixed 1 [(0, 8)]
  w: u1 : int
  shown "w={w:dec} {nothing:hex} {*}"
m::named fixed 1 [(0, 8)]
  w: u1 : int
  shown "{w} wide"
"#,
    );
}

#[test]
fn names_are_found_from_the_inside_out() {
    check_with(
        "
meta: {id: m, imports: [other]}
seq:
  - {id: a, type: x}
  - {id: b, type: 'y::x'}
  - {id: c, type: other}
  - {id: d, type: 'other::x'}
  - {id: e, type: 'y::z'}
types:
  x: {seq: []}
  y:
    seq: [{id: f, type: x}, {id: g, type: m}]
    types:
      x: {seq: []}
  z: {seq: []}
",
        &[(
            "other",
            "meta: {id: other}\nseq: []\ntypes: {x: {seq: [{id: r, type: x, if: _root._io.eof}]}}",
        )],
        r#"
m
  a: x() : x
  b: x() : x
  c: other() : other
  d: x() : x
  e: z() : z
m::x fixed 0 []
m::y
  f: x() : x
  g: m() : m
m::y::x fixed 0 []
m::z fixed 0 []
other fixed 0 []
other::x
  r: x() if this._root._io.Eof() : x
"#,
    );
}

#[test]
fn parents_are_the_one_type_that_reads() {
    let with_parent = |fields: &str| {
        let text = "
meta: {id: m}
seq:
  - {id: len, type: u1}
FIELDS
types:
  other: {seq: [{id: a, type: u1}]}
  t: {seq: [{id: body, size: _parent.len}]}
";
        problems(&compile_text(&text.replace("FIELDS", fields), &[]))
    };
    let error = "/types/t/seq/0/size: `_parent` is not always of one and the same type, so it is not known to have `len`\n";
    assert_eq!(with_parent("  - {id: x, type: t}"), "");
    assert_eq!(
        with_parent("  - {id: x, type: t, repeat: eos}\ninstances: {i: {pos: 0, type: t}}"),
        ""
    );
    assert_eq!(with_parent("  - {id: x, type: other}"), error);
    assert_eq!(
        with_parent(
            "  - {id: x, type: other}\n  - {id: y, type: t, parent: x}\n  - {id: z, type: t}"
        ),
        error
    );
    assert_eq!(with_parent("  - {id: x, type: t, parent: _root}"), "");
    assert_eq!(with_parent("  - {id: x, type: t, parent: false}"), error);
}

#[test]
fn problems_are_all_found_and_placed() {
    check(
        "
meta: {id: m, endian: le}
seq:
  - {id: a, type: u1, if: 1}
  - {id: b, size: 'a.length', valid: 1}
  - {id: c, type: nowhere, enum: e}
  - {id: d, type: t(1)}
  - {id: e, type: 't(1, 2)'}
  - id: f
    type:
      switch-on: a
      cases: {'\"x\"': t2, 2: u1, y: u1}
  - {id: g, type: u1, repeat: expr, repeat-expr: '\"3\"'}
  - {id: h, type: u1, repeat: until, repeat-until: _}
  - {id: i, size: 1 +}
  - {id: j, size: 1, process: xor}
  - {id: k, type: u1, valid: {min: '\"\"'}}
  - {id: o, type: u1, valid: {expr: _ + 1}}
  - {id: r, size: 1 - 3}
instances:
  l: {pos: '\"\"', io: a, type: u1}
  m: {value: 1.5, enum: e}
types:
  t:
    params: [{id: p, type: str}, {id: q, type: oops}]
to-string: a
"
        .replace(", enum: e}\n  - {id: d", "}\n  - {id: d")
        .as_str(),
        r#"
/seq/0/if: `if` must be a boolean, found an integer
/seq/1/size: an integer has no `length`, only to_s
/seq/1/valid: can't compare a byte array and an integer
/seq/2/type: there is no type `nowhere` to be seen from `m`
/seq/3/type: type `m::t` takes 2 arguments (p, q), found 1
/seq/4/type: parameter `p` of type `m::t` is a string, found an integer
/seq/5/type/cases/"x": can't compare an integer and a string
/seq/5/type/cases/"x": there is no type `t2` to be seen from `m`; did you mean `t`?
/seq/5/type/cases/y: there is no field `y` in `m`
/seq/6/repeat-expr: `repeat-expr` must be an integer, found a string
/seq/7/repeat-until: `repeat-until` must be a boolean, found an integer
/seq/8/size: expected a value, found the end
/seq/9/process: `xor` takes one argument, an integer or a byte array, found none
/seq/10/valid/min: can't compare an integer and a string
/seq/11/valid/expr: `valid/expr` must be a boolean, found an integer
/seq/12/size: `size` must not be negative, found -2
/instances/l/pos: `pos` must be an integer, found a string
/instances/l/io: `io` must be a stream, found an integer
/instances/m/enum: there is no enum `e` to be seen from `m`
/to-string: `to-string` must be a string, found an integer
/types/t/params/1/type: there is no type `oops` to be seen from `m::t`
"#,
    );
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    let deep = format!("{}1{}", "(".repeat(40), ")".repeat(40));
    let mut text = "meta: {id: m}\ninstances:\n".to_owned();
    for i in 0..1000 {
        text += &format!("  a{i}: {{value: 'a{}{}'}}\n", i + 1, " + 1".repeat(20));
    }
    text += &format!("  a1000: {{value: '{deep} + sizeof<t0>'}}\ntypes:\n");
    for i in 0..200 {
        text += &format!(
            "  t{i}: {{seq: [{{id: x, size: sizeof<t{}> + 1}}]}}\n",
            i + 1
        );
    }
    text += "  t200: {seq: [{id: x, size: 1}]}\n  loop: {seq: [{id: x, size: sizeof<loop>}]}\n";
    assert_eq!(
        problems(&compile_text(&text, &[])),
        "/types/loop/seq/0/size: type `loop` has no fixed size\n"
    );
}
