meta:
  id: game
  endian: le
  encoding: UTF-8
seq:
  - id: magic
    contents: SAVE
  - id: version
    type: u2
  - id: num_heroes
    type: u1
  - id: heroes
    type: hero
    repeat: expr
    repeat-expr: num_heroes
types:
  hero:
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
      - id: health
        type: u2
      - id: gold
        type: u4
    to-string: f"{name}, {gold} gold"
