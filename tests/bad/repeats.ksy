# 3:31 /seq/0/repeat error: expected `eos`, `expr` or `until`, found `5` [write `repeat: expr` and `repeat-expr: 5`]
# 4:31 /seq/1/repeat error: expected `eos`, `expr` or `until`, found `unti` [did you mean `until`?]
# 5:31 /seq/2/repeat error: `repeat: expr` needs `repeat-expr` [`repeat-expr` says how many there are]
# 6:31 /seq/3/repeat error: `repeat: until` needs `repeat-until` [`repeat-until` says which is the last, with `_` as the one just read]
# 7:36 /seq/4/repeat-expr error: `repeat-expr` can't stand beside `repeat: eos` [write `repeat: expr`, or leave out `repeat-expr`]
# 8:23 /seq/5/repeat-expr error: `repeat-expr` needs `repeat: expr` [write `repeat: expr`, or leave out `repeat-expr`]
# 9:31 /seq/6/repeat error: `repeat: expr` needs `repeat-expr` [for `repeat-until` write `repeat: until`]
meta: {id: x}
seq:
  - {id: a, type: u1, repeat: 5}
  - {id: b, type: u1, repeat: unti, repeat-until: _ == 0}
  - {id: c, type: u1, repeat: expr}
  - {id: d, type: u1, repeat: until}
  - {id: e, type: u1, repeat: eos, repeat-expr: 3}
  - {id: f, type: u1, repeat-expr: 3}
  - {id: g, type: u1, repeat: expr, repeat-until: _ == 0}
