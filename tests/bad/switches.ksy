# 3:19 /seq/0/type error: a type switch needs the key `cases`
# 4:19 /seq/1/type error: a type switch needs the key `switch-on`
# 5:34 /seq/2/type/case error: a type switch has no key `case` [did you mean `cases`? its keys are: cases, switch-on]
# 6:41 /seq/3/type/cases error: expected a map, found a list [write `name:` in the place of `- `]
# 7:45 /seq/4/type/cases/1 error: expected the name of a type, found a map
# 7:55 /seq/4/type/cases error: a key must be a text, not a list or a map
# 7:65 /seq/4/type/cases/ error: a case needs a value
# 8:51 /seq/5/enum error: `enum` needs an integer type [name the enum inside a type of the switch]
# 8:57 /seq/5/enum error: there is no enum `e` to be seen from `x`
meta: {id: x}
seq:
  - {id: a, type: {switch-on: 1}}
  - {id: b, type: {cases: {1: u1}}}
  - {id: c, type: {switch-on: 1, case: {1: u1}}}
  - {id: d, type: {switch-on: 1, cases: [u1]}}
  - {id: e, type: {switch-on: 1, cases: {1: {a: b}, ? [2] : u1, '': u1}}}
  - {id: f, type: {switch-on: 1, cases: {1: u1}}, enum: e}
