# 11:26 /types/alone/seq/1/type warning: each `alone` holds another one, so that reading one never ends [put one of the fields under `if`, `repeat` or a type switch, or make it an instance, so that some object is the last]
# 12:31 /types/one/seq/0/type warning: each `one` holds a `two` and each `two` a `one`, so that reading one never ends [put one of the fields under `if`, `repeat` or a type switch, or make it an instance, so that some object is the last]
# 14:36 /types/first/seq/0/type warning: each `first` holds another one by way of others, so that reading one never ends [each holds the next: `first`, `second`, `third`, `first`; put one of the fields under `if`, `repeat` or a type switch, or make it an instance, so that some object is the last]
meta: {id: endless}
seq:
  - {id: a, type: alone}
  - {id: b, type: one}
  - {id: c, type: first, size: 8}
  - {id: d, type: maybe}
types:
  alone:
    seq:
      - {id: n, type: u1}
      - {id: more, type: alone}
  one: {seq: [{id: two, type: two}]}
  two: {seq: [{id: n, type: u1}, {id: one, type: one, size: 4}]}
  first: {seq: [{id: second, type: second}]}
  second: {seq: [{id: third, type: 'third(1)'}]}
  third:
    params: [{id: n, type: u1}]
    seq: [{id: first, type: first}]
  maybe:
    seq:
      - {id: kind, type: u1}
      - {id: conditional, type: maybe, if: kind == 1}
      - {id: repeated, type: maybe, repeat: expr, repeat-expr: kind}
      - {id: switched, type: {switch-on: kind, cases: {1: maybe}}}
    instances:
      elsewhere: {pos: kind, type: maybe}
  asked:
    seq: [{id: again, type: asked}]
instances:
  never: {pos: 0, type: asked, if: false}
