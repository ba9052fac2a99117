# 6:10 /meta/endian/cases/1 error: expected `le` or `be`, found `big` [did you mean `be`?]
# 7:7 /meta/endian/cases error: a key must be a text, not a list or a map
# 11:15 /types/a/meta/endian error: a calculated byte order needs the key `switch-on`
# 14:15 /types/b/meta/endian error: expected `le`, `be` or a map, found a list
meta:
  id: x
  endian:
    switch-on: 1
    cases:
      1: big
      [2]: le
types:
  a:
    meta:
      endian: {cases: {}}
  b:
    meta:
      endian: [le]
