# 3:11 /meta/endian error: expected `le` or `be`, found `little` [did you mean `le`?]
# 12:15 /seq/3/contents error: expected a text or a list, found `0x4d5a` [write `[0x4d, 0x5a]` for bytes, or `"0x4d5a"` for digits]
# 14:5 /seq/4/contents error: `contents` can't stand beside `type` [leave out `type`: `contents` are bytes; to check a value write `valid`]
# 24:13 /seq/7/valid/minimum error: `valid` has no key `minimum` [did you mean `min`? its keys are: any-of, eq, expr, in-enum, max, min]
# 26:12 /seq/8/type/switch error: a type switch has no key `switch` [did you mean `switch-on`? its keys are: cases, switch-on]
# 42:5 /instances/computed/values error: an attribute without a type (bytes) has no key `values` [what is computed is a `value`, and stands under `instances`]
# 43:1 /sequence error: a grammar has no key `sequence` [did you mean `seq`? its keys are: doc, doc-ref, enums, instances, meta, params, seq, to-string, types]
# 6:11 /seq/0/type error: there is no type `u3be` to be seen from `slips`; did you mean `b24be`?
# 8:13 /seq/1/type error: expected an operator or the end, found `[` [for an array write `type: u1` and `repeat`]
# 10:12 /seq/2/type error: expected an operator or the end, found `.` [the parts of a path are joined by `::`]
# 18:13 /seq/5/valid error: `PK` can't be a name: names are lower case letters, digits and `_` [if the text is meant, it needs quotes of its own: `'"PK"'`]
# 21:19 /seq/6/valid error: expected an operator or the end, found `world` [if the text is meant, it needs quotes of its own: `'"hello world"'`]
# 30:19 /seq/9/repeat-until error: can't compare an array of integers and an integer [the element just read is `_`]
# 35:16 /seq/11/if error: expected a value, found `>`; did you mean `!=`?
# 38:12 /instances/magic/value error: can't compare a byte array and a string [write the bytes as a list, such as `[0x50, 0x4b]`, or make a string of them, such as `.to_s("ASCII")`]
# 40:17 /instances/count/value error: `.count` takes an expression in which `_` is the element; found none [how many elements there are says `.size`]
meta:
  id: slips
  endian: little
seq:
  - id: three
    type: u3be
  - id: four
    type: u1[4]
  - id: path
    type: t.u
  - id: bytes
    contents: 0x4d5a
  - id: text
    contents: 'ab'
    type: str
  - id: mark
    size: 2
    valid: 'PK'
  - id: words
    size: 11
    valid: "hello world"
  - id: limit
    type: u1
    valid: {minimum: 3}
  - id: chosen
    type: {switch: limit, cases: {1: u1}}
  - id: list
    type: u1
    repeat: until
    repeat-until: list == 0
  - id: flag
    type: b1
  - id: other
    type: u1
    if: limit <> 1 or flag == 1
instances:
  magic:
    value: mark == 'PK'
  count:
    value: list.count
  computed:
    values: 1
sequence: []
