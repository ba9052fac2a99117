# 1:1 /meta error: the grammar has no `id` in its `meta` [a grammar begins with the line `meta:` and under it `  id: name_of_the_format`]
meta:
  title: Nameless
seq: []
