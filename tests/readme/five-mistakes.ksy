meta:
  id: five_mistakes
  endian: le
seq:
  - id: version
    type: uint16
  - id: num_heroes
    type: u1
  - id: heroes
    type: heroe
    repeat: expr
    repeat-expr: num_hero
  - id: extra
    sise: 6
    if: num_heroes > "2"
types:
  hero:
    seq:
      - id: gold
        type: u4
