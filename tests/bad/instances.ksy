# 3:6 /instances/a error: expected a map, found `5`
# 4:17 /instances/b/type error: a value instance has no key `type` [the type follows from the expression; to give one, write `value: EXPR.as<type>`]
# 4:27 /instances/b/size error: a value instance has no key `size` [an instance either computes a `value` or reads something; leave out one of them]
# 4:36 /instances/b/pos error: a value instance has no key `pos` [an instance either computes a `value` or reads something; leave out one of them]
# 4:44 /instances/b/id error: a value instance has no key `id` [the name of an instance is its key]
# 4:51 /instances/b/colour error: a value instance has no key `colour` [its keys are: doc, doc-ref, enum, if, value]
# 5:7 /instances/c/value error: expected an expression, found nothing
# 6:25 /instances/d/size error: an integer has no key `size` [the size of a number follows from its type]
# 7:12 /instances/e/pos error: expected an expression, found an empty text
# 7:34 /instances/e/repeat error: expected `eos`, `expr` or `until`, found `often`
meta: {id: x}
instances:
  a: 5
  b: {value: 1, type: u1, size: 3, pos: 1, id: b, colour: red}
  c: {value: }
  d: {pos: 1, type: u1, size: 3}
  e: {pos: '', type: u1, repeat: often}
