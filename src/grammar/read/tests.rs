//! What is read from grammars without faults. What is said of faults stands in
//! `tests/bad`.

use pretty_assertions::assert_eq;

use super::*;
use crate::grammar::spec::{
    AttrSpec, AttrType, EndianSpec, InstanceKind, ParentText, RepeatSpec, TypeName, ValidSpec,
};
use crate::schema::{ChecksumAlgorithm, Endian, Severity, Show};

/// Reads a grammar in which nothing is wrong.
#[track_caller]
fn read(text: &str) -> TypeSpec {
    let mut problems = Vec::new();
    let spec = grammar(FileId(0), "x.ksy".into(), text, &mut problems);
    assert_eq!(problems, []);
    spec.unwrap().top
}

/// Reads the keys of one attribute, a line each.
#[track_caller]
fn attr(keys: &str) -> AttrSpec {
    let keys = keys.replace('\n', "\n    ");
    let text = format!("meta:\n  id: x\nseq:\n  - id: a\n    {keys}\n");
    read(&text).seq.remove(0)
}

#[test]
fn a_whole_grammar() {
    let top = read(
        "meta: {id: x, title: An X, file-extension: [.x, y], endian: le, imports: one}\n\
         doc: Text\ndoc-ref: [a, b]\nto-string: '\"x\"'\n\
         params: [{id: p, type: u4}]\nseq: [{id: s, type: u2}, {type: u1}]\n\
         instances: {i: {value: 1}, j: {pos: 4, io: _root._io, type: u1}}\n\
         types: {t: {meta: {endian: be}}}\nenums: {e: {1: one}}\n-other: {}\n",
    );
    assert_eq!(&*top.name.value, "x");
    assert_eq!(top.meta.title.as_deref(), Some("An X"));
    assert_eq!(top.meta.file_extensions, ["x".into(), "y".into()]);
    assert_eq!(top.meta.imports.len(), 1);
    assert_eq!(top.doc.refs.len(), 2);
    assert_eq!(top.params.len(), 1);
    assert!(top.seq[1].id.is_none());
    assert!(matches!(top.instances[0].kind, InstanceKind::Value(_)));
    let InstanceKind::Parse { pos, io } = &top.instances[1].kind else {
        panic!("not read");
    };
    assert!(pos.is_some() && io.is_some());
    assert!(matches!(
        &top.types[0].meta.endian,
        Some(EndianSpec::Fixed(order)) if order.value == Endian::Be
    ));
    assert_eq!(&*top.enums[0].entries[0].name.value, "one");
}

#[test]
fn places_of_expressions() {
    let text = "meta: {id: x}\nseq:\n  - id: a\n    size: 'b + 1'\n";
    let size = read(text).seq[0].extent.size.clone().unwrap();
    assert_eq!(size.place.path.to_string(), "/seq/0/size");
    let loc = size.loc_of(4..5);
    assert_eq!(&text[loc.start as usize..loc.end as usize], "1");
}

#[test]
fn bytes_and_their_ends() {
    let extent = attr("size: 4\nterminator: 0x0a\ninclude: true\npad-right: 32").extent;
    assert_eq!(extent.terminator.unwrap().value, 10);
    assert_eq!(extent.pad_right.unwrap().value, 32);
    assert!(extent.include.unwrap().value);
    assert!(extent.consume.is_none());
}

#[test]
fn contents() {
    let bytes = |keys| attr(keys).contents.unwrap().value.to_vec();
    assert_eq!(bytes("contents: PK"), b"PK");
    assert_eq!(bytes("contents: '12'"), b"12");
    assert_eq!(
        bytes("contents: [0x50, 'K', \"\\x03\", é]"),
        b"PK\x03\xc3\xa9"
    );
}

#[test]
fn types_and_switches() {
    let kind = |keys| match attr(keys).ty {
        AttrType::Name(ty) => ty.name,
        _ => panic!("no name"),
    };
    assert_eq!(kind("type: room(1, 'x')"), TypeName::User);
    assert_eq!(kind("type: strz\nencoding: UTF-8"), TypeName::Strz);
    let AttrType::Switch { on, cases, .. } =
        attr("type:\n  switch-on: kind\n  cases:\n    '\"a\"': u1\n    _: room").ty
    else {
        panic!("no switch");
    };
    assert_eq!(&*on.value, "kind");
    let paths: Vec<_> = cases
        .iter()
        .map(|c| c.when.place.path.to_string())
        .collect();
    assert_eq!(paths, ["/seq/0/type/cases/\"a\"", "/seq/0/type/cases/_"]);
}

#[test]
fn repeats_and_parents() {
    let repeat = |keys| attr(keys).repeat;
    assert!(matches!(repeat("type: u1"), RepeatSpec::Once));
    assert!(matches!(repeat("type: u1\nrepeat: eos"), RepeatSpec::Eos));
    let keys = "type: u1\nrepeat: expr\nrepeat-expr: 3";
    assert!(matches!(repeat(keys), RepeatSpec::Count(n) if &*n.value == "3"));
    let parent = |keys| attr(keys).parent.unwrap();
    assert!(matches!(
        parent("type: t\nparent: false"),
        ParentText::None(_)
    ));
    assert!(matches!(
        parent("type: t\nparent: _root"),
        ParentText::Expr(_)
    ));
}

#[test]
fn valid_forms() {
    let rules = |valid: &str| attr(&format!("type: u1\nenum: e\nvalid: {valid}")).valid;
    assert!(matches!(&rules("3")[..], [ValidSpec::Eq(_)]));
    assert!(matches!(
        &rules("{max: 3, min: 1}")[..],
        [ValidSpec::Min(_), ValidSpec::Max(_)]
    ));
    assert!(matches!(
        &rules("{any-of: [1, 2]}")[..],
        [ValidSpec::AnyOf { values, .. }] if values.len() == 2
    ));
    assert!(matches!(
        &rules("{in-enum: true}")[..],
        [ValidSpec::InEnum(_)]
    ));
    assert!(matches!(&rules("{expr: _ > 1}")[..], [ValidSpec::Expr(_)]));
}

#[test]
fn numbers_of_enums() {
    let top = read(
        "meta: {id: x}\nenums:\n  e:\n    -1: a\n    0x10: {id: b, doc: c, -orig-id: B}\n    \
         18446744073709551615: 'null'\n",
    );
    let entries = &top.enums[0].entries;
    let values: Vec<_> = entries.iter().map(|e| e.value.value).collect();
    assert_eq!(values, [-1, 16, u64::MAX.into()]);
    assert_eq!(entries[1].value.place.path.to_string(), "/enums/e/16");
    assert_eq!(entries[1].doc.text.as_deref(), Some("c"));
    assert_eq!(&*entries[2].name.value, "null");
}

#[test]
fn calculated_byte_order() {
    let top = read(
        "meta:\n  id: x\n  endian:\n    switch-on: a\n    cases: {1: le, _: be}\n\
         seq: [{id: b, type: u4}]\ntypes: {t: {seq: [{id: c, type: f8}]}}",
    );
    let Some(EndianSpec::Switch { cases, .. }) = top.meta.endian else {
        panic!("no switch");
    };
    let orders: Vec<_> = cases.iter().map(|(_, order)| order.value).collect();
    assert_eq!(orders, [Endian::Le, Endian::Be]);
}

#[test]
fn versions_without_quotes() {
    read("meta: {id: x, ks-version: 0.11}");
    read("meta: {id: x, ks-version: '0.10'}");
    read("meta: {id: x, ks-version: 0.9}");
}

#[test]
fn shows_and_cells() {
    let show = |keys| attr(keys).show.unwrap().value;
    assert_eq!(show("type: u1\n-fmtview-show: none"), Show::None);
    let keys = "size: 3\n-fmtview-show: map\n-fmtview-cells:\n  0: ' '\n  1..9: {glyph: '█', \
                ascii: '#', name: rock}\n  \"'@'\": '@'";
    let Show::Map { cells } = show(keys) else {
        panic!("no map");
    };
    let ranges: Vec<_> = cells.iter().map(|c| (c.from, c.to, &*c.ascii)).collect();
    assert_eq!(ranges, [(0, 0, " "), (1, 9, "#"), (64, 64, "@")]);
    assert_eq!(&*cells[1].name, "rock");
}

#[test]
fn checks_and_checksums() {
    let top = read(
        "meta: {id: x}\nseq:\n  - {id: a, size: 1}\n-fmtview-check:\n  \
         - {that: a.size == 1, else: 'size {a.size}', severity: note, at: a}\n",
    );
    assert_eq!(top.checks[0].severity, Severity::Note);
    let algorithm = |keys: &str| {
        let keys = format!("size: 1\n-fmtview-checksum: {{over: b, {keys}}}");
        attr(&keys).checksum.unwrap().algorithm
    };
    let crc = ChecksumAlgorithm::Crc("crc-32/iso-hdlc".into());
    assert_eq!(algorithm("algorithm: CRC-32/ISO-HDLC"), crc);
    assert_eq!(
        algorithm("algorithm: sum, bits: 16"),
        ChecksumAlgorithm::Sum { bits: 16 }
    );
    let polynomial = ChecksumAlgorithm::Polynomial {
        multiplier: 31,
        modulus: 1_000_000_007,
        utf16: true,
    };
    let keys = "algorithm: polynomial, multiplier: 31, modulus: 1000000007, units: utf-16";
    assert_eq!(algorithm(keys), polynomial);
}

#[test]
fn tests_of_detection() {
    let top = read(
        "meta:\n  id: x\n  -fmtview-detect:\n    names: [dungeon, '*.x']\n    \
         magic: [{bytes: RLG}, {at: 4, bytes: [1, X]}]\n    trial: true\n",
    );
    let detect = top.meta.detect;
    assert_eq!(detect.names.len(), 2);
    assert_eq!(
        detect.magic,
        [(0, b"RLG"[..].into()), (4, b"\x01X"[..].into())]
    );
    assert!(detect.trial);
}
