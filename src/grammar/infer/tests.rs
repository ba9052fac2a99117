//! Expression text → typed expression, or what is wrong with it.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use crate::grammar::lower::show;
use crate::grammar::lower::tests::{compile_text, problems};
use crate::grammar::{Compiled, compile_expression};
use crate::schema::Schema;

/// A grammar with a field of each kind; `{}` is the value of an instance.
const ZOO: &str = "
meta: {id: zoo, endian: le, encoding: UTF-8}
seq:
  - {id: n, type: u1}
  - {id: w, type: u4}
  - {id: f, type: f8}
  - {id: flag, type: b1}
  - {id: s, type: strz}
  - {id: raw, size: 4}
  - {id: kind, type: u1, enum: animal}
  - {id: cage, type: cage}
  - {id: cages, type: cage, repeat: expr, repeat-expr: 2}
  - {id: ns, type: u1, repeat: eos}
  - id: mixed
    type:
      switch-on: n
      cases: {1: cage, 2: pen}
  - {id: num_bars, type: u2}
types:
  cage:
    seq:
      - {id: len, type: u2}
      - {id: name, type: str, size: 4}
  pen:
    seq:
      - {id: gate, type: u1}
    enums:
      state: {0: shut, 1: open}
enums:
  animal: {7: cat, 9: dog}
instances:
  x:
    value: VALUE
";

fn zoo(value: &str) -> Compiled {
    compile_text(
        &ZOO.replace("VALUE", &format!("'{}'", value.replace('\'', "''"))),
        &[],
    )
}

/// What an expression compiles to in the zoo, and its type.
#[track_caller]
fn check_expr(text: &str, expected: &str) {
    let compiled = zoo(text);
    let found = match &compiled.schema {
        Some(schema) => {
            let x = &schema.root_type().instances[0];
            let value = x
                .value
                .as_ref()
                .map(|value| show::expr(schema, value))
                .unwrap_or_default();
            format!("{value} : {}", show::ty(schema, &x.attr.ty))
        }
        None => problems(&compiled).replace("/instances/x/value: ", ""),
    };
    assert_eq!(found.trim_end(), expected, "for {text}");
}

#[test]
fn operators() {
    check_expr("n + w * 2", "(n + (w * 2)) : int");
    check_expr("f + n", "(f + n) : float");
    check_expr("s + 'a'", "(s + \"a\") : str");
    check_expr("n < f and not flag", "((n < f) and (not flag)) : bool");
    check_expr("raw == [1, 2]", "(raw == <0102>) : bool");
    check_expr("kind == animal::cat", "(kind == animal::7) : bool");
    check_expr("flag ? n : w", "(flag ? n : w) : int");
    check_expr("flag ? n : f", "(flag ? n.as<float> : f.as<float>) : float");
    check_expr("flag ? cage : mixed", "(flag ? cage : mixed) : struct");
    check_expr("-9837 / 13", "-757 : int");
    check_expr("-9837 % 13", "4 : int");
    check_expr("1 << 4 | 0xf", "31 : int");
    check_expr("1 / 0", "(1 / 0) : int");
    check_expr("'a' + 'b'", "\"ab\" : str");
    check_expr("2 < 3", "true : bool");
}

#[test]
fn operators_that_do_not_fit() {
    check_expr("n + s", "`+` can't take an integer and a string");
    check_expr("not n", "`not` takes a boolean, found an integer");
    check_expr(
        "n and flag",
        "an operand of `and` and `or` must be a boolean, found an integer",
    );
    check_expr("n == s", "can't compare an integer and a string");
    check_expr(
        "kind > animal::cat",
        "`>` can't be used on a member of enum `zoo::animal`: only `==` and `!=`",
    );
    check_expr(
        "kind == 7",
        "can't compare a member of enum `zoo::animal` and an integer",
    );
    check_expr(
        "flag ? n : s",
        "the branches of `? :` have no common type: an integer and a string",
    );
    check_expr(
        "n ? 1 : 2",
        "the condition of `? :` must be a boolean, found an integer",
    );
    check_expr("f & 1", "`&` can't take a float and an integer");
}

#[test]
fn names() {
    check_expr("cage.len", "cage.len : int");
    check_expr("cages[0].name", "cages[0].name : str");
    check_expr("cages.last.len", "cages.Last().len : int");
    check_expr(
        "_root.n + _io.size",
        "(this._root.n + this._io.Size()) : int",
    );
    check_expr("_parent._io", "this._parent._io : stream");
    check_expr("mixed.as<pen>.gate", "mixed.as<pen>.gate : int");
    check_expr("pen::state::open", "state::1 : enum state");
    check_expr("::zoo::animal::dog", "animal::9 : enum animal");
    check_expr("nn", "there is no field `nn` in `zoo`; did you mean `n`?");
    check_expr(
        "cage.lne",
        "there is no field `lne` in `zoo::cage`; did you mean `len`?",
    );
    check_expr(
        "BAD",
        "`BAD` can't be a name: names are lower case letters, digits and `_`",
    );
    check_expr(
        "animal::hat",
        "enum `zoo::animal` has no member `hat`; did you mean `cat`?",
    );
    check_expr(
        "animals::cat",
        "there is no enum `animals` to be seen from `zoo`; did you mean `animal`?",
    );
    check_expr(
        "raw.as<cgae>",
        "there is no type `cgae` to be seen from `zoo`; did you mean `cage`?",
    );
    check_expr(
        "mixed.gate",
        "the type of this object differs from case to case, so it is not known to have `gate`",
    );
    check_expr(
        "null",
        "there is no `null`, nor a field of that name in `zoo`",
    );
    check_expr(
        "_ + 1",
        "there is no `_` here: it is the element or value under test in `repeat-until`, `valid/expr` and `.all()`",
    );
    check_expr(
        "_index",
        "there is no `_index` here: it counts the elements of a field with `repeat`",
    );
}

#[test]
fn lists() {
    check_expr("[1, 0xff]", "<01ff> : bytes");
    check_expr("[n, 2]", "<n, 2> : bytes");
    check_expr("[ns[0], 2]", "<ns[0], 2> : bytes");
    check_expr("[0 + 1, 2]", "[1, 2] : [int]");
    check_expr("[256]", "[256] : [int]");
    check_expr("[-1]", "[-1] : [int]");
    check_expr("[w]", "[w] : [int]");
    check_expr("[1, 1.5]", "[1, 1.5] : [float]");
    check_expr("[].as<bytes>", "<> : bytes");
    check_expr("[].as<u4[]>", "[] : [int]");
    check_expr("[1, 2].as<u1[]>", "[1, 2] : [int]");
    check_expr("[w].as<bytes>", "<w> : bytes");
    check_expr("[]", "an empty list has no type of its own");
    check_expr(
        "[1, 'a']",
        "the elements of a list have no common type: an integer and a string",
    );
    check_expr("[0..3]", "a range can be used in `-fmtview-check` only");
    check_expr("ns[1..2]", "a slice can be used in `-fmtview-check` only");
}

#[test]
fn methods() {
    check_expr("n.to_s + s.reverse", "(n.ToS() + s.Reverse()) : str");
    check_expr(
        "s.substring(0, n).length",
        "s.Substring(0, n).Length() : int",
    );
    check_expr("s.to_i(16)", "s.ToI(16) : int");
    check_expr(
        "f.to_i + flag.to_i + kind.to_i",
        "((f.ToI() + flag.ToI()) + kind.ToI()) : int",
    );
    check_expr("raw.to_s('ASCII')", "raw.ToS(\"ASCII\") : str");
    check_expr("raw.first + raw[1]", "(raw.First() + raw[1]) : int");
    check_expr("cages.size", "cages.Size() : int");
    check_expr("_io.eof", "this._io.Eof() : bool");
    check_expr(
        "raw.to_s",
        "`.to_s` takes the name of an encoding in quotes; found none",
    );
    check_expr(
        "raw.to_s(s)",
        "`.to_s` takes the name of an encoding in quotes: other programs need to know it beforehand",
    );
    check_expr(
        "s.size",
        "a string has no `size`, only length, reverse, substring, to_i, to_b",
    );
    check_expr(
        "s.lenght",
        "a string has no `lenght`; did you mean `length`?",
    );
    check_expr(
        "raw._io",
        "a byte array has no `_io`, only length, index_of, to_s, size, first, last, min, max",
    );
    check_expr(
        "cages.min",
        "`.min` needs elements that have an order, found an object of type `zoo::cage`",
    );
    check_expr(
        "s.substring(1)",
        "`.substring` takes two integers: from, and to (exclusive); found 1",
    );
    check_expr(
        "n[0]",
        "only arrays and byte arrays have elements, found an integer",
    );
    check_expr(
        "ns.all(_ > 1)",
        "`.all` can be used in `-fmtview-check` only",
    );
}

#[test]
fn sizes() {
    check_expr("sizeof<cage> + sizeof<u4> + sizeof<b9>", "12 : int");
    check_expr("bitsizeof<b9>", "9 : int");
    check_expr("cage._sizeof", "6 : int");
    check_expr("cages._sizeof + raw._sizeof", "16 : int");
    check_expr("_sizeof", "this has no fixed size, so no `_sizeof`");
    check_expr("sizeof<zoo>", "type `zoo` has no fixed size");
    check_expr("f\"{n} of {s}\"", "f\"{n} of {s}\" : str");
    check_expr(
        "f\"{f}\"",
        "a format string takes integers and strings, found a float",
    );
}

#[test]
fn problems_point_into_expressions() {
    let compiled = zoo("cage.len + cage.lne");
    let problem = &compiled.problems[0];
    let text = compiled.sources.get(problem.loc.file).unwrap().text.clone();
    assert_eq!(
        &text[problem.loc.start as usize..problem.loc.end as usize],
        "lne"
    );
}

/// What an error in the zoo says one should do.
#[track_caller]
fn check_help(text: &str, expected: &str) {
    let compiled = zoo(text);
    let help = compiled
        .problems
        .iter()
        .find_map(|problem| problem.help.as_deref());
    assert_eq!(help.unwrap_or_default(), expected, "for {text}");
}

#[test]
fn errors_say_what_to_do() {
    check_help(
        "kind == 7",
        "write `animal::cat`, or `.to_i` after the enum",
    );
    check_help("kind == n", "write `.to_i` after the enum");
    check_help(
        "raw == [1, 256]",
        "only a list whose numbers are all from 0 to 255 is a byte array",
    );
    check_help(
        "animal == 1",
        "`animal` is an enum: write `animal::` and a member",
    );
    check_help(
        "pen.gate",
        "`pen` is a type: its fields are reached through a field of that type, its size is `sizeof<pen>`",
    );
    check_help(
        "mixed.gate",
        "only `_io` and `_parent` are always there; say the type with `.as<type>`",
    );
    check_help("[]", "say which: `[].as<bytes>`, `[].as<u4[]>`");
    check_help(
        "Cat",
        "if the text is meant, it needs quotes of its own: `'\"Cat\"'`",
    );
    check_help(
        "Cat == 1",
        "write `cat`, or quotes around it if it is a text: `\"Cat\"`",
    );
}

#[test]
fn deep_expressions_fit_the_stack() {
    for text in [
        format!("n{}", " + n".repeat(240)),
        format!("_parent{}.as<zoo>.n", "._parent".repeat(120)),
        format!("{}n{}", "flag ? 1 : (".repeat(30), ")".repeat(30)),
        format!("{}n > 0", "not ".repeat(60)),
    ] {
        assert_eq!(problems(&zoo(&text)), "", "for {text}");
    }
}

fn zoo_schema() -> Schema {
    zoo("_io.size").schema.unwrap()
}

/// What an expression of the command line compiles to.
#[track_caller]
fn check_query(text: &str, expected: &str) {
    let schema = zoo_schema();
    let found = match compile_expression(&schema, schema.root, text, true) {
        Ok(expr) => show::expr(&schema, &expr),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "for {text}");
}

#[test]
fn queries_of_the_command_line() {
    check_query("cages[0].len + 0b01_1", "(cages[0].len + 3)");
    check_query("animal::cat", "animal::7");
    check_query("zoo::pen::state::open", "state::1");
    check_query("mixed.gate.foo", "mixed.?gate.?foo");
    check_query("mixed.gate.as<u1>", "mixed.?gate.as<int>");
    check_query("_parent.x[0].y.length", "this._parent.?x[0].?y.?length");
    check_query(
        "_parent.s.substring(0, 1)",
        "this._parent.?s.Substring(0, 1)",
    );
    check_query("_parent.s.to_s('ASCII')", "this._parent.?s.ToS(\"ASCII\")");
    check_query("[ns[0], 1]", "<ns[0], 1>");
    check_query("[].as<bytes>", "<>");
    check_query("cage._sizeof + sizeof<cage>", "12");
    check_query("ns.all(_ > 1)", "ns.All((_ > 1))");
    check_query(
        "kind == 7",
        "can't compare a member of enum `zoo::animal` and an integer",
    );
    check_query("nope", "there is no field `nope` in `zoo`");
}

proptest! {
    #[test]
    fn any_expression_compiles_or_is_refused(words in prop::collection::vec(prop::sample::select(vec![
        "n", "w", "f", "flag", "s", "raw", "kind", "cage", "cages", "ns", "mixed", "_io", "_root", "_parent", "_",
        ".len", ".size", ".first", ".to_s", ".to_i", ".as<cage>", ".as<u1[]>", ".all(_ > 1)", ".sum", "[0]", "[0..1]",
        " + ", " == ", " and ", " ? ", " : ", "not ", "-", "~", "(", ")", "[", "]", ", ", "1", "0xffff", "1.5", "'x'",
        "animal::cat", "sizeof<cage>", " / ", " << ", "f\"{", "}\"",
    ]), 1..12)) {
        let text = words.concat();
        let compiled = zoo(&text);
        prop_assert_eq!(compiled.schema.is_none(), !problems(&compiled).is_empty());
        let schema = zoo_schema();
        let _ = compile_expression(&schema, schema.root, &text, true);
    }
}
