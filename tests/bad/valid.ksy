# 3:30 /seq/0/valid error: expected an expression or a map, found a list [for a choice of values write `any-of: […]` under `valid`]
# 4:30 /seq/1/valid error: `valid` needs one of `eq`, `min`, `max`, `any-of`, `in-enum` or `expr`
# 5:31 /seq/2/valid/equals error: `valid` has no key `equals` [did you mean `eq`? its keys are: any-of, eq, expr, in-enum, max, min]
# 6:38 /seq/3/valid/max error: `max` can't stand beside `eq` [only `min` and `max` go together; join other conditions with `and` in `expr`]
# 7:39 /seq/4/valid/expr error: `expr` can't stand beside `min` [only `min` and `max` go together; join other conditions with `and` in `expr`]
# 8:39 /seq/5/valid/any-of error: expected at least one value
# 9:39 /seq/6/valid/any-of error: expected a list or a text, found a map
# 10:40 /seq/7/valid/in-enum error: `in-enum` needs an `enum` [name the enum with `enum`, beside `valid`]
# 11:49 /seq/8/valid/in-enum error: expected `true`, found `false` [leave out `valid` if every value is good]
# 12:30 /seq/9/valid error: expected an expression, found an empty text
meta: {id: x}
seq:
  - {id: a, type: u1, valid: [1, 2]}
  - {id: b, type: u1, valid: {}}
  - {id: c, type: u1, valid: {equals: 1}}
  - {id: d, type: u1, valid: {eq: 1, max: 3}}
  - {id: e, type: u1, valid: {min: 1, expr: _ > 3}}
  - {id: f, type: u1, valid: {any-of: []}}
  - {id: g, type: u1, valid: {any-of: {a: b}}}
  - {id: h, type: u1, valid: {in-enum: true}}
  - {id: i, type: u1, enum: e, valid: {in-enum: false}}
  - {id: j, type: u1, valid: ''}
enums:
  e: {1: one}
