# 3:23 /seq/0/size error: an integer has no key `size` [the size of a number follows from its type]
# 3:32 /seq/0/encoding error: an integer has no key `encoding` [for a string write `type: str` too]
# 4:13 /seq/1/name error: an attribute without a type (bytes) has no key `name` [it is called `id`]
# 4:22 /seq/1/length error: an attribute without a type (bytes) has no key `length` [it is called `size`]
# 5:23 /seq/2/pos error: an integer has no key `pos` [a field of `seq` begins where the one before it ends; to read at another place, write it under `instances`]
# 6:23 /seq/3/enum error: `enum` needs an integer type [its type must be one of `u1` to `s8` or `b1` to `b64`]
# 7:22 /seq/4/enum error: `enum` needs an integer type [give the attribute a type such as `u1`]
# 7:31 /seq/4/encoding error: an attribute without a type (bytes) has no key `encoding` [for a string write `type: str` too]
# 8:42 /seq/5/contents error: `contents` can't stand beside `type` [leave out `type`: `contents` are bytes; to check a value write `valid`]
# 8:55 /seq/5/process error: a string has no key `process` [`process` and `parent` go with bytes, user types and type switches]
# 9:26 /seq/6/encoding error: an attribute of a user type has no key `encoding` [strings inside the type have their own, or its `meta` has]
# 9:43 /seq/6 error: `contents` can't stand beside `type` [leave out `type`: `contents` are bytes]
# 10:23 /seq/7/value error: an integer has no key `value` [what is computed stands under `instances`]
# 11:23 /seq/8/termintor error: an integer has no key `termintor` [did you mean `terminator`? its keys are: consume, doc, doc-ref, enum, eos-error, id, if, include, repeat, terminator, type, valid]
# 12:5 /seq/9 error: expected a map, found `just a text`
meta: {id: x, endian: le}
seq:
  - {id: a, type: u4, size: 4, encoding: UTF-8}
  - {id: b, name: b, length: 4}
  - {id: c, type: u1, pos: 3}
  - {id: d, type: f4, enum: e}
  - {id: e, size: 3, enum: e, encoding: UTF-8}
  - {id: f, type: strz, encoding: ASCII, contents: a, process: zlib}
  - {id: g, type: inner, encoding: UTF-8, contents: a}
  - {id: h, type: u1, value: 3}
  - {id: i, type: u1, termintor: 0}
  - just a text
types:
  inner: {}
