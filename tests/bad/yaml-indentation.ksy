# 3:11  error: a `key: value` can't stand here [is this line, or the one before it, indented wrongly?]
meta:
  id: x
    endian: le
