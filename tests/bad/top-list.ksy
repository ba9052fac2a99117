# 1:1 / error: expected a map, found a list [a grammar is a map that begins with `meta:`]
- meta: {id: x}
