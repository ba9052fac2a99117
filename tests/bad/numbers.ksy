# 3:19 /seq/0/type error: `u2` needs a byte order, and there is no default [write `u2le` or `u2be`, or give `endian` in `meta`]
# 4:19 /seq/1/type error: `f8` needs a byte order, and there is no default [write `f8le` or `f8be`, or give `endian` in `meta`]
# 5:19 /seq/2/type error: a bit field has 1 to 64 bits, not b65
# 6:19 /seq/3/type error: a bit field has 1 to 64 bits, not b0le
# 7:19 /seq/4/type error: expected the name of a type, or a map, found a list [for a choice of types write a map with `switch-on` and `cases`]
# 8:13 /seq/5/type error: expected the name of a type, or a map, found nothing
# 9:45 /seq/6/type/cases/1 error: `s4` needs a byte order, and there is no default [write `s4le` or `s4be`, or give `endian` in `meta`]
meta: {id: x}
seq:
  - {id: a, type: u2}
  - {id: b, type: f8}
  - {id: c, type: b65}
  - {id: d, type: b0le}
  - {id: e, type: [u1]}
  - {id: f, type: }
  - {id: g, type: {switch-on: 1, cases: {1: s4}}}
