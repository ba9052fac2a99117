# 4:11 /seq/0/size error: a grammar can't have YAML aliases [a text that begins with `*` needs quotes]
meta: {id: x}
seq:
  - id: a
    size: *2
