# 3:3 /meta error: the key `id` stands here a second time [the first is in line 2]
# 5:1 / error: the key `meta` stands here a second time [the first is in line 1]
meta:
  id: x
  id: y
seq: []
meta:
  id: z
