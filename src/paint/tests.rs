//! Rows that views finish themselves against those made of lines, byte for byte.

mod met;

use std::io::Write;
use std::ops::ControlFlow;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use crate::grammar::{GrammarText, Loader, compile};
use crate::paint::{Ansi, Depth, Ground, Scheme, Theme};
use crate::schema::Schema;
use crate::tree::{Options, Tree};
use crate::view::doc::{Direct, Line, Sink};
use crate::view::hexdump::hexdump;
use crate::view::{Base, Part, ViewOptions};

struct Alone;

impl Loader for Alone {
    fn load(&self, _: &str, import: &str) -> Result<GrammarText, String> {
        Err(format!("no {import}"))
    }
}

fn schema(text: String) -> Schema {
    let name = "top.ksy".into();
    let compiled = compile(GrammarText { name, text }, &Alone);
    compiled
        .schema
        .unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

/// Counts lines, and lets finished ones through or not.
struct Through<W: Write> {
    out: Ansi<W>,
    lines: usize,
    direct: bool,
}

impl<W: Write> Sink for Through<W> {
    fn line(&mut self, line: &Line) -> ControlFlow<()> {
        self.lines += 1;
        self.out.line(line)
    }

    fn direct(&mut self) -> Option<&mut dyn Direct> {
        if self.direct { self.out.direct() } else { None }
    }
}

/// The output, and how many lines were not finished when they were handed on.
fn render(
    schema: &Schema,
    file: &[u8],
    part: &Part<'_>,
    options: &ViewOptions<'_>,
    scheme: Option<Scheme>,
    direct: bool,
) -> (String, usize) {
    let tree = Tree::new(schema, file, Options::default());
    let mut bytes = Vec::new();
    let mut sink = Through {
        out: Ansi::new(&mut bytes, scheme),
        lines: 0,
        direct,
    };
    let part = match part {
        Part::Range(range) => Part::Range(range.clone()),
        _ => Part::Whole,
    };
    let flow = hexdump(&tree, &part, options, &mut sink);
    assert_eq!(flow, ControlFlow::Continue(()));
    let lines = sink.lines;
    sink.out.finish().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    if direct {
        assert_eq!(on_two_threads(schema, file, &part, options, scheme), text);
    }
    (text, lines)
}

/// The output where another thread makes most of the rows.
fn on_two_threads(
    schema: &Schema,
    file: &[u8],
    part: &Part<'_>,
    options: &ViewOptions<'_>,
    scheme: Option<Scheme>,
) -> String {
    let tree = Tree::new(schema, file, Options::default());
    let options = ViewOptions {
        threads: 2,
        ..options.clone()
    };
    let mut bytes = Vec::new();
    let mut sink = Ansi::new(&mut bytes, scheme);
    let part = match part {
        Part::Range(range) => Part::Range(range.clone()),
        _ => Part::Whole,
    };
    let flow = hexdump(&tree, &part, &options, &mut sink);
    assert_eq!(flow, ControlFlow::Continue(()));
    sink.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

fn options<'a>() -> ViewOptions<'a> {
    ViewOptions {
        name: "file",
        by: "",
        width: 160,
        ascii: false,
        full: true,
        computed: false,
        depth: None,
        dense: false,
        base: Base::Usual,
        threads: 1,
    }
}

/// Elements of a type look the same whichever way they are written, and most
/// are not written line by line.
#[track_caller]
fn check(item: &str, options: &ViewOptions<'_>) {
    let schema = schema(format!(
        "meta: {{id: top, endian: le}}
seq: [{{id: items, type: item, repeat: eos}}]
types: {{item: {{{item}}}}}"
    ));
    let file: Vec<u8> = (0..=255).cycle().take(48 * 40).collect();
    let theme = Some(Theme::Dark.into());
    let (expected, all) = render(&schema, &file, &Part::Whole, options, theme, false);
    let (found, lines) = render(&schema, &file, &Part::Whole, options, theme, true);
    assert_eq!(found, expected);
    // values that need more rows than their bytes are not written by stencil
    let most = if options.width < 100 { all } else { 60 };
    assert!(lines < most, "{lines} of {all} lines in the general way");
}

#[test]
fn flat_types_are_stencilled() {
    for item in [
        "seq: [{id: x, type: u1}, {id: y, type: u1}]",
        "seq: [{id: x, type: s4}, {id: y, type: u2be, -fmtview-show: hex}]",
        "seq: [{id: x, type: b3}, {id: y, type: b5}, {id: z, type: f4}, {id: t, size: 3}]",
        "seq: [{id: x, type: u1}, {id: y, type: s2}], -webide-representation: '({x:dec}, {y:hex})'",
    ] {
        check(item, &options());
    }
}

#[test]
fn values_without_room_go_on() {
    let narrow = ViewOptions {
        width: 90,
        ..options()
    };
    let item = "seq: [{id: first, type: u4}, {id: second, type: u4}, {id: third, type: s8}]";
    check(item, &narrow);
}

#[test]
fn others_look_the_same() {
    for item in [
        "seq: [{id: x, type: u1, valid: {max: 250}}, {id: y, type: u1}]",
        "seq: [{id: x, type: u1}], instances: {y: {value: x + 1}}",
        "seq: [{id: n, type: u1}, {id: y, size: n}]",
    ] {
        check(item, &options());
    }
    let elided = ViewOptions {
        full: false,
        ..options()
    };
    let item = "seq: [{id: x, type: u1}, {id: y, type: u1}]";
    let schema = schema(format!(
        "{{meta: {{id: top}}, seq: [{{id: items, type: item, repeat: eos}}], types: {{item: {{{item}}}}}}}"
    ));
    let theme = Some(Theme::Dark.into());
    let ways = [true, false]
        .map(|direct| render(&schema, &[7; 400], &Part::Whole, &elided, theme, direct).0);
    assert_eq!(ways[0], ways[1]);
}

/// A field, and whether it takes whole bytes.
fn field() -> impl Strategy<Value = (String, usize)> {
    let shown = prop_oneof![
        4 => Just(""),
        1 => Just(", -fmtview-show: hex"),
        1 => Just(", -fmtview-show: dec"),
        1 => Just(", -fmtview-show: bin"),
        1 => Just(", -fmtview-show: char"),
    ];
    let number = (
        prop_oneof![
            6 => Just(("u1", 1)),
            1 => Just(("s1", 1)),
            1 => Just(("u2", 2)),
            1 => Just(("s2be", 2)),
            1 => Just(("u4", 4)),
            1 => Just(("s4be", 4)),
            1 => Just(("u8", 8)),
            1 => Just(("s8", 8)),
            1 => Just(("b8", 1)),
            1 => Just(("b16", 2)),
        ],
        shown,
    )
        .prop_map(|((name, size), shown)| (format!("type: {name}{shown}"), size));
    prop_oneof![
        8 => number,
        1 => Just(("type: f4".to_owned(), 4)),
        1 => Just(("type: f8be".to_owned(), 8)),
        1 => (1usize..6).prop_map(|size| (format!("size: {size}"), size)),
        1 => (1usize..6).prop_map(|size| (format!("size: {size}, -fmtview-show: text"), size)),
    ]
}

/// A flat type of up to 16 bytes: its fields, and its text.
fn item() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("x"), Just("y"), Just("count"), Just("a_longer_name")];
    let fields = proptest::collection::vec((field(), name), 1..6);
    (fields, 0..4usize, any::<bool>()).prop_map(|(fields, text, bits)| {
        let mut seq = String::new();
        let mut size = 0;
        let mut numbers = Vec::new();
        if bits {
            seq.push_str("{id: high, type: b3}, {id: flag, type: b1}, {id: low, type: b4}, ");
            size = 1;
        }
        for (i, ((field, bytes), name)) in fields.into_iter().enumerate() {
            if size + bytes > 16 {
                break;
            }
            size += bytes;
            if field.starts_with("type: u") || field.starts_with("type: s") {
                numbers.push(format!("{name}{i}"));
            }
            seq.push_str(&format!("{{id: {name}{i}, {field}}}, "));
        }
        let text = match (text, &numbers[..]) {
            (1, [a, ..]) => format!(", -webide-representation: ' #{{{a}}}'"),
            (2, [a, .., b]) => format!(", -webide-representation: '{{{a}:dec}}/{{{b}:hex}} !'"),
            _ => String::new(),
        };
        format!("seq: [{}]{text}", seq.trim_end_matches(", "))
    })
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0u8), Just(b' '), b'a'..b'e', any::<u8>()];
    proptest::collection::vec(byte, 0..600)
}

fn scheme() -> impl Strategy<Value = Option<Scheme>> {
    let grounds = [Ground::Dark, Ground::Light, Ground::Unknown];
    let scheme = (
        proptest::sample::select(&Theme::ALL[..]),
        proptest::sample::select(grounds.to_vec()),
        proptest::sample::select(&Depth::ALL[..]),
    );
    proptest::option::weighted(
        0.8,
        scheme.prop_map(|(theme, ground, depth)| Scheme {
            theme,
            ground,
            depth,
        }),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn rows_are_those_of_the_general_way(
        item in item(),
        skip in 0usize..20,
        shape in 0..4usize,
        width in prop_oneof![40usize..260, 70usize..140],
        (ascii, scheme) in (any::<bool>(), scheme()),
        base in prop_oneof![3 => Just(Base::Usual), 1 => Just(Base::Dec), 1 => Just(Base::Hex), 1 => Just(Base::Both)],
        range in proptest::option::weighted(0.2, (0u64..300, 0u64..500)),
        file in bytes(),
    ) {
        let array = "{id: items, type: item, repeat: eos}";
        let (seq, more) = match shape {
            0 => (format!("[{{id: head, size: {skip}, if: {skip} > 0}}, {array}]"), ""),
            // arrays inside objects, of names that take more room than there is
            1 => (
                format!("[{{id: head, size: {skip}}}, {{id: parts, size: 200, type: part, repeat: eos}}]"),
                ", part: {seq: [{id: much_longer_than_names_are, type: item, repeat: eos}]}",
            ),
            // a place that lies among the elements
            2 => (
                format!("[{{id: head, size: {skip}}}, {array}]\ninstances: {{other: {{pos: 150, type: pair}}}}"),
                ", pair: {seq: [{id: a, type: u1}, {id: b, type: u2}]}",
            ),
            // a decoded stream
            _ => (
                format!("[{{id: head, size: {skip}}}, {{id: code, process: xor(3), size-eos: true, type: part}}]"),
                ", part: {seq: [{id: items, type: item, repeat: eos}]}",
            ),
        };
        let schema = schema(format!(
            "meta: {{id: top, endian: be}}\nseq: {seq}\ntypes: {{item: {{{item}}}{more}}}"
        ));
        let options = ViewOptions { width, ascii, base, ..options() };
        let part = match range {
            Some((start, len)) => Part::Range(start..start + len),
            None => Part::Whole,
        };
        let (expected, all) = render(&schema, &file, &part, &options, scheme, false);
        let (found, lines) = render(&schema, &file, &part, &options, scheme, true);
        prop_assert_eq!(found, expected);
        prop_assert!(lines <= all);
    }

    #[test]
    fn many_elements_have_longer_indices(
        size in 1usize..5,
        scheme in scheme(),
        width in 60usize..130,
        seed: u8,
    ) {
        let fields: Vec<String> = (0..size).map(|i| format!("{{id: f{i}, type: u1}}")).collect();
        let schema = schema(format!(
            "meta: {{id: top, endian: be}}
seq: [{{id: items, type: item, repeat: eos}}]
types: {{item: {{seq: [{}]}}}}",
            fields.join(", ")
        ));
        let file: Vec<u8> = (0..1100 * size).map(|i| (i as u8).wrapping_mul(seed)).collect();
        let options = ViewOptions { width, ..options() };
        let (expected, _) = render(&schema, &file, &Part::Whole, &options, scheme, false);
        let (found, _) = render(&schema, &file, &Part::Whole, &options, scheme, true);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn numbers_share_rows_as_those_do_that_might_be_wrong(
        number in proptest::sample::select(&[
            "u1", "s1", "u2", "s2le", "u4", "s4", "u8le", "f4", "f8le", "b8",
            "u1, -fmtview-show: char", "u2, -fmtview-show: hex", "s2, -fmtview-show: bin",
        ][..]),
        skip in 0usize..20,
        width in 40usize..200,
        base in prop_oneof![Just(Base::Dec), Just(Base::Hex), Just(Base::Both)],
        full: bool,
        file in bytes(),
    ) {
        let [quiet, tested] = ["", ", valid: {expr: 'true'}"].map(|valid| {
            let schema = schema(format!(
                "meta: {{id: top, endian: be}}
seq: [{{id: head, size: {skip}}}, {{id: all, type: {number}, repeat: eos{valid}}}]"
            ));
            let options = ViewOptions { width, base, full, ..options() };
            render(&schema, &file, &Part::Whole, &options, Some(Theme::Dark.into()), true).0
        });
        prop_assert_eq!(quiet, tested);
    }
}

#[test]
fn closed_pipes_stop_a_view_on_two_threads() {
    struct Closed(usize);
    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            match self.0.checked_sub(1) {
                Some(left) => {
                    self.0 = left;
                    Ok(bytes.len())
                }
                None => Err(std::io::ErrorKind::BrokenPipe.into()),
            }
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let schema = schema("meta: {id: top}\nseq: [{id: xs, type: x, repeat: eos}]\ntypes: {x: {seq: [{id: n, type: u1}, {id: s, size: n % 4}]}}".to_owned());
    let file = [3; 100_000];
    let tree = Tree::new(&schema, &file, Options::default());
    let options = ViewOptions {
        threads: 2,
        ..options()
    };
    let mut sink = Ansi::new(Closed(3), None);
    let flow = hexdump(&tree, &Part::Whole, &options, &mut sink);
    assert_eq!(flow, ControlFlow::Break(()));
    let error = sink.finish().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
}
