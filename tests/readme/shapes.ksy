# One field of each kind that `fmtview json` writes.
meta:
  id: shapes
  endian: le
  encoding: UTF-8
seq:
  - id: number
    type: u1
  - type: u1
  - id: bytes
    size: 2
  - id: text
    type: str
    size: 2
  - id: animals
    type: u1
    enum: animal
    repeat: expr
    repeat-expr: 2
  - id: ratio
    type: f4
    repeat: expr
    repeat-expr: 4
  - id: flag
    type: b1
  - id: absent
    type: u1
    if: number > 200
  - id: rooms
    type: room
    repeat: expr
    repeat-expr: 2
  - id: hidden
    size: 1
    type: room
    process: xor(0xff)
instances:
  first:
    value: rooms[0]
  stream:
    value: hidden._io
  far:
    pos: 900
    type: u1
types:
  room:
    seq:
      - id: w
        type: u1
enums:
  animal:
    7: cat
