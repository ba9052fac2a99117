# 2:1 /seqs error: a grammar has no key `seqs` [did you mean `seq`? its keys are: doc, doc-ref, enums, instances, meta, params, seq, to-string, types]
# 3:6 /doc error: expected a text, found a map
# 4:10 /doc-ref error: expected a list or a text, found a map
# 5:1 /license error: `license` can't stand here [it is a key of `meta`]
# 7:3 /seq error: expected a list, found a map [begin each entry with `- `]
# 9:3 /types error: expected a map, found a list [write `name:` in the place of `- `]
# 10:12 /instances error: expected a map, found `5`
# 12:3 /enums/Upper error: `Upper` can't be the name of an enum [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `upper`]
# 13:9 /params error: expected a list, found `text`
meta: {id: x}
seqs: []
doc: {a: b}
doc-ref: {a: b}
license: MIT
seq:
  a: {type: u1}
types:
  - a
instances: 5
enums:
  Upper: {1: a}
params: text
