//! Whole grammars that use much of the language at once, as someone would write
//! them who knows the manual alone.

use crate::harness::check_all;

const CHUNKS: &str = r#"
meta:
  id: main
  title: Chunked container
  endian: be
  ks-version: 0.9
  xref:
    wikidata: Q123
  license: CC0-1.0
  tags: [archive]
seq:
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.kind == chunk_type::end
  - id: count
    type: u1
  - id: names
    type: str
    size: 5
    encoding: UTF-8
    terminator: 0
    repeat: expr
    repeat-expr: count
  - id: index
    type: index_entry
    repeat: expr
    repeat-expr: 2
  - id: strs
    type: strings
    size: 24
  - id: eos_strs
    type: strz
    encoding: UTF-8
    eos-error: false
    repeat: eos
types:
  chunk:
    seq:
      - id: kind
        type: u4
        enum: chunk_type
      - id: len
        type: u2
      - id: body
        size: len
        type:
          switch-on: kind
          cases:
            chunk_type::text: text_body
            chunk_type::nums: nums_body(len / 2)
            'chunk_type::nested': chunk_list
            chunk_type::end: end_body
      - id: crc
        type:
          switch-on: kind.to_i & 1
          cases:
            0: u2le
            1: u2be
    instances:
      is_text:
        value: kind == chunk_type::text
      body_text:
        value: body.as<text_body>.value
        if: is_text
      raw_len:
        value: body.as<nums_body>._io.size
        if: kind == chunk_type::nums
  text_body:
    seq:
      - id: enc
        type: u1
      - id: value
        type: str
        size-eos: true
        encoding: UTF-16BE
  nums_body:
    params:
      - id: n
        type: u2
    seq:
      - id: nums
        type: s2
        repeat: expr
        repeat-expr: n
    instances:
      sum3:
        value: nums[0] + nums[1] + nums[2]
      shifted:
        value: (nums[0] << 3 | 1) ^ 0x55
      neg:
        value: -nums[1] % 7
      inv:
        value: ~nums[0]
      parent_len:
        value: _parent.len
      root_count:
        value: _root.chunks[0].len
  chunk_list:
    seq:
      - id: items
        type: chunk
        repeat: eos
  end_body:
    seq: []
  index_entry:
    seq:
      - id: ofs
        type: u1
      - id: len
        type: u1
    instances:
      data:
        io: _root._io
        pos: ofs
        size: len
      kind_there:
        io: _root._io
        pos: ofs
        type: u4
        enum: chunk_type
      first:
        value: data[0]
      as_text:
        value: data.to_s("ASCII")
        if: data.first < 0x80
  strings:
    seq:
      - id: a
        type: strz
        encoding: ASCII
        consume: false
      - id: z
        type: u1
      - id: b
        type: str
        terminator: 0x7c
        include: true
        encoding: ASCII
      - id: c
        type: strz
        encoding: UTF-16BE
      - id: d
        size-eos: true
        pad-right: 0xff
        terminator: 0x2c
        include: true
enums:
  chunk_type:
    0x54455854:
      id: text
      doc: Text.
    0x4e554d53: nums
    0x4e455354: nested
    0x454e4420: end
"#;

#[test]
fn chunks_of_several_kinds() {
    let data = [
        &b"TEXT\x00\x05\x01\x00H\x00\xe94\x12NUMS\x00\x08\x00\x05\xff\xf7\x03"[..],
        &b"\xe8\x80\x00\x124WHAT\x00\x04raw!4\x12NEST\x00\x1dT"[..],
        &b"EXT\x00\x05\x01\x00H\x00\xe94\x12NUMS\x00\x08\x00\x05\xff\xf7\x03\xe8"[..],
        &b"\x80\x00\x1244\x12END \x00\x004\x12\x02ab\x00cdxyzz"[..],
        &b"y\x00\x04\x07\x03hey\x00a|\x00w\x00x\x00y\x00z\x00\x00q,r"[..],
        &b"\xff\xff\xff\xff\xffone\x00two\x00three"[..],
    ]
    .concat();
    check_all(
        CHUNKS,
        &data,
        &[
            ("chunks.size", r#"5"#),
            ("chunks[0].body_text", r#""Hé""#),
            ("chunks[0].crc", r#"4660"#),
            ("chunks[1].body.as<nums_body>.sum3", r#"996"#),
            ("chunks[1].body.as<nums_body>.shifted", r#"124"#),
            ("chunks[1].body.as<nums_body>.neg", r#"2"#),
            ("chunks[1].body.as<nums_body>.root_count", r#"5"#),
            ("chunks[1].raw_len", r#"8"#),
            ("chunks[2].body", r#"{"bytes":"72617721"}"#),
            (
                "chunks[2].kind",
                r#"{"enum":"chunk_type","name":null,"value":1464353108}"#,
            ),
            (
                "chunks[3].body.as<chunk_list>.items[1].body.as<nums_body>.inv",
                r#"-6"#,
            ),
            ("names", r#"["ab","xyzzy"]"#),
            ("index[0].as_text", r#""TEXT""#),
            ("index[1].kind_there.to_i", r#"4718825"#),
            ("strs.a", r#""hey""#),
            ("strs.b", r#""a|""#),
            ("strs.c", r#""wxyz""#),
            ("strs.d", r#"{"bytes":"712c"}"#),
            ("eos_strs", r#"["one","two","three"]"#),
        ],
    );
}

const ORDERED: &str = r#"
meta:
  id: main
  endian:
    switch-on: order
    cases:
      '[0x4d, 0x4d]': be
      '[0x49, 0x49]': le
  encoding: UTF-8
  ks-opaque-types: false
seq:
  - id: order_mark
    size: 2
  - id: n
    type: u2
  - id: vals
    type: u4
    repeat: expr
    repeat-expr: n
  - id: dbl
    type: f8
  - id: sub
    type: sub_t
    size: 12
  - id: fixed
    type: fixed_be
  - id: ifds
    type: ifd
    repeat: eos
instances:
  order:
    pos: 0
    size: 2
types:
  sub_t:
    seq:
      - id: a
        type: u2
      - id: inner
        type: inner_t
    instances:
      at_end:
        pos: _io.size - 4
        type: u4
      z:
        pos: 0
        type: s2be
    types:
      inner_t:
        seq:
          - id: b
            type: s2
        instances:
          p:
            value: _parent.a + b
          r:
            value: _root.n
          io_size:
            value: _io.size
          pp:
            value: _parent._parent.n
  fixed_be:
    meta:
      endian: be
    seq:
      - id: x
        type: u2
      - id: y
        type: u2le
  ifd:
    seq:
      - id: tag
        type: u1
        enum: tags
      - id: v
        type:
          switch-on: tag
          cases:
            'tags::short': u2
            'tags::long': u4
            'tags::slong': s4
            'tags::float': f4
            'tags::str': strz
            'tags::none': nothing
            _: u1
      - id: align
        size: (4 - _io.pos) % 4
    instances:
      num:
        value: 'tag == tags::short ? v.as<u2> : (tag == tags::long ? v.as<u4> : 0)'
      is_num:
        value: tag != tags::str and tag != tags::none
      s:
        value: v.as<str> + "!"
        if: tag == tags::str
  nothing: {}
enums:
  tags:
    1: short
    2: long
    3: slong
    4: float
    5: str
    6: none
    255: other
"#;

#[test]
fn one_grammar_in_both_byte_orders() {
    let big = [
        &b"MM\x00\x02\x00\x00\x00\x01\xff\xff\xff\xfe\xbf\xb9\x99\x99\x99\x99\x99\x9a\x00\x05\xff\xfa"[..],
        &b"....\x00\x00\x00M\x00\x01\x00\x01\x01\x01\xf4\x00\x02\x00\x07\xa1 \x00\x00\x00"[..],
        &b"\x03\xff\xff\xff\xfb\x00\x00\x00\x04>\x80\x00\x00\x00\x00\x00\x05abc\x00\x00\x00\x00"[..],
        &b"\x06\x00\x00\x00\x09\x07\x00\x00"[..],
    ]
    .concat();
    let little = [
        &b"II\x02\x00\x01\x00\x00\x00\xfe\xff\xff\xff\x9a\x99\x99\x99\x99\x99\xb9\xbf\x05\x00\xfa\xff"[..],
        &b"....M\x00\x00\x00\x00\x01\x00\x01\x01\xf4\x01\x00\x02 \xa1\x07\x00\x00\x00\x00"[..],
        &b"\x03\xfb\xff\xff\xff\x00\x00\x00\x04\x00\x00\x80>\x00\x00\x00\x05abc\x00\x00\x00\x00"[..],
        &b"\x06\x00\x00\x00\x09\x07\x00\x00"[..],
    ]
    .concat();
    for data in [big, little] {
        check_all(
            ORDERED,
            &data,
            &[
                ("n", r#"2"#),
                ("vals", r#"[1,4294967294]"#),
                ("dbl", r#"-0.1"#),
                ("sub.inner.p", r#"-1"#),
                ("sub.inner.pp", r#"2"#),
                ("sub.at_end", r#"77"#),
                ("fixed.x", r#"1"#),
                ("fixed.y", r#"256"#),
                ("ifds[0].num", r#"500"#),
                ("ifds[1].num", r#"500000"#),
                ("ifds[2].v", r#"-5"#),
                ("ifds[3].v", r#"0.25"#),
                ("ifds[4].s", r#""abc!""#),
                ("ifds[6].v", r#"7"#),
                ("ifds[6].tag.to_i", r#"9"#),
            ],
        );
    }
}
