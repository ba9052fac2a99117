# 3:10 /seq/0/id warning: `size_of_body` is better called `len_body` [it is only used as the size of `body`]
# 4:10 /seq/1/id warning: `qty` is better called `num_items` [it is only used as the count of `items`]
# 1:37 /meta/encoding warning: the usual name of `utf8` is `UTF-8`
meta: {id: x, endian: le, encoding: utf8}
seq:
  - {id: size_of_body, type: u4}
  - {id: qty, type: u4}
  - {id: used_twice, type: u4}
  - {id: body, size: size_of_body}
  - {id: items, type: u1, repeat: expr, repeat-expr: qty}
  - {id: tail, size: used_twice}
  - {id: more, size: used_twice}
