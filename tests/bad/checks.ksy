# 5:5 /-fmtview-check/0 error: a check needs the key `else`
# 6:34 /-fmtview-check/1/severity error: expected `error`, `warning` or `note`, found `fatal`
# 6:5 /-fmtview-check/1 error: a check needs the key `that`
# 7:38 /-fmtview-check/2/where error: a check has no key `where` [its keys are: at, else, severity, that]
# 8:12 /-fmtview-check/3/that error: expected an expression, found an empty text
# 9:5 /-fmtview-check/4 error: expected a map, found `text`
meta: {id: x}
seq:
  - {id: a, type: u1}
-fmtview-check:
  - {that: a == 1}
  - {else: a is wrong, severity: fatal}
  - {that: a == 1, else: 'a is {a}', where: a}
  - {that: '', else: x}
  - text
