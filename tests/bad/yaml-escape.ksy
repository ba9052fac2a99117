# 4:15  error: there is no such escape in a text in double quotes [write `\\` for a backslash, or put the text in single quotes]
meta: {id: x}
seq:
  - id: a
    contents: "\q"
