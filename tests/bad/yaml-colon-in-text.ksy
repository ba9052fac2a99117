# 5:22  error: a text with `: ` in it needs quotes [put the whole text in quotes: `value: '…'`]
meta:
  id: x
instances:
  a:
    value: 1 > 0 ? 1 : 2
