# 6:11 /seq/0/size warning: `len_data` is not read yet here [it comes after `data`]
# 11:9 /seq/2/if warning: `more` is not read yet where this decides about it
# 15:18 /seq/3/repeat-expr warning: `num_list` is not read yet here [it comes after `list`]
# 15:29 /seq/3/repeat-expr warning: `list` is not read yet where this decides about it
# 20:18 /seq/5/type/switch-on warning: `kind` is not read yet here [it comes after `body`]
# 31:13 /seq/9/type warning: `last` is not read yet here [it comes after `call`]
meta:
  id: early
  endian: le
seq:
  - id: data
    size: len_data
  - id: len_data
    type: u2
  - id: more
    type: u1
    if: more == 1
  - id: list
    size: list.last.length + 1
    repeat: expr
    repeat-expr: num_list + list.size
  - id: num_list
    type: u1
  - id: body
    type:
      switch-on: kind
      cases:
        1: t(after)
  - id: kind
    type: u1
  - id: good
    size: len_data + num_list
    if: kind == 1
  - id: after
    type: u1
  - id: call
    type: t(last)
  - id: last
    type: u1
types:
  t:
    params:
      - {id: n, type: u4}
