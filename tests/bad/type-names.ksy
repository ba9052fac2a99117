# 3:19 /seq/0/type error: there is no type `uint32` to be seen from `x`; did you mean `u4`?
# 4:19 /seq/1/type error: there is no type `int16be` to be seen from `x`; did you mean `s2be`?
# 5:19 /seq/2/type error: there is no type `Double` to be seen from `x`; did you mean `f8`?
# 6:19 /seq/3/type error: there is no type `string` to be seen from `x`; did you mean `str`?
# 7:19 /seq/4/type error: there is no type `romo` to be seen from `x`; did you mean `room`?
# 8:19 /seq/5/type error: there is no type `u3` to be seen from `x`; did you mean `b24`?
meta: {id: x, endian: le}
seq:
  - {id: a, type: uint32}
  - {id: b, type: int16be}
  - {id: c, type: Double}
  - {id: d, type: string}
  - {id: e, type: romo}
  - {id: f, type: u3}
types:
  room: {}
