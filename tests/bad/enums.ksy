# 4:5 /enums/e error: `zero` is no integer [an entry of an enum is `number: name`]
# 5:8 /enums/e/1 error: expected a name or a map, found null [for this name write it in quotes: `"null"`]
# 6:9 /enums/e/2/name error: a member of an enum has no key `name` [its keys are: doc, doc-ref, id]
# 7:8 /enums/e/3 error: `Camel Case` can't be the name of a member of an enum [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `camel_case`]
# 8:5 /enums/e/3 error: the number 3 stands here a second time [it is called `Camel Case` already]
# 9:8 /enums/e/4 error: the name `other` is taken [it stands at /enums/e/3 already]
# 10:5 /enums/e error: `99999999999999999999` does not fit into 64 bits
# 11:5 /enums/e error: `0100` is octal to some and decimal to others [write it without the leading 0, or as `0o…`]
# 12:8 /enums/e/5 error: expected a name or a map, found a list
# 13:5 /enums/e/6 error: expected a name or a map, found nothing
# 14:6 /enums/f error: expected a map, found a list [write `name:` in the place of `- `]
meta: {id: x}
enums:
  e:
    zero: 0
    1: null
    2: {name: x}
    3: Camel Case
    0x3: other
    4: other
    99999999999999999999: big
    0100: octal
    5: [a]
    6:
  f: [a, b]
