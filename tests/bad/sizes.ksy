# 3:5 /seq/0 error: it is not said where these bytes end [give `size`, `size-eos: true`, `terminator` or `contents`, or a `type`]
# 4:19 /seq/1 error: it is not said where this string ends [give `size`, `size-eos: true` or `terminator`, or write `type: strz`]
# 5:32 /seq/2 error: `size-eos` can't stand beside `size` [leave out one of them]
# 6:5 /seq/3 error: it is not said where these bytes end [give `size`, `size-eos: true`, `terminator` or `contents`, or a `type`]
# 7:19 /seq/4/size error: expected an expression, found an empty text
# 8:19 /seq/5 error: it is not said where the bytes of `inner` end [with `process`, give `size`, `size-eos: true` or `terminator`]
# 12:18 /seq/6/type/cases/1 error: it is not said where this string ends [give `size`, `size-eos: true` or `terminator`, or write `type: strz`]
meta: {id: x, encoding: ASCII}
seq:
  - id: a
  - {id: b, type: str}
  - {id: c, size: 3, size-eos: true}
  - {id: d, size-eos: false}
  - {id: e, size: ''}
  - {id: f, type: inner, process: zlib}
  - id: g
    type:
      switch-on: 1
      cases: {1: str, 2: strz}
types:
  inner: {}
