# 3:19 /seq/0 error: a string without an encoding [give `encoding: UTF-8` or another here, or for all strings in `meta`]
# 4:43 /seq/1/encoding error: expected an encoding, found a map
# 7:22 /types/has_default/meta/encoding warning: the usual name of `utf-8` is `UTF-8`
# 10:39 /types/has_default/seq/1/encoding warning: the usual name of `latin1` is `ISO-8859-1`
# 11:39 /types/has_default/seq/2/encoding warning: no encoding `SJIZ` is known [did you mean `Shift_JIS`?]
# 12:39 /types/has_default/seq/3/encoding warning: no encoding `klingon` is known [strings in it can't be read]
meta: {id: x}
seq:
  - {id: a, type: strz}
  - {id: b, type: str, size: 2, encoding: {a: b}}
types:
  has_default:
    meta: {encoding: utf-8}
    seq:
      - {id: a, type: strz}
      - {id: b, type: strz, encoding: latin1}
      - {id: c, type: strz, encoding: SJIZ}
      - {id: d, type: strz, encoding: klingon}
