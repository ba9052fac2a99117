# 3:5 /params/0 error: a parameter needs the key `id`
# 4:13 /params/1/typ error: a parameter has no key `typ` [did you mean `type`? its keys are: doc, doc-ref, enum, id, type]
# 4:22 /params/1/default error: a parameter has no key `default` [its keys are: doc, doc-ref, enum, id, type]
# 5:19 /params/2/type error: expected the name of a type, found a list
# 6:5 /params/3 error: expected a map, found `text`
meta: {id: x}
params:
  - {type: u1}
  - {id: a, typ: u2, default: 3}
  - {id: b, type: [u1]}
  - text
