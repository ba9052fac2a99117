meta:
  id: bxb
  title: Box-pushing level group
  application: 推箱子 (Skyiv.Ben.PushBox) for Windows Mobile, 2007
  file-extension: bxb
  license: CC0-1.0
  encoding: GB2312
  endian: le
  -fmtview-detect:
    names: ['*.bxb']
    magic:
      - {at: 4, bytes: [2, BOX]}
doc: |
  A group of levels of the box-pushing game (Sokoban) that is explained, source
  and all, in the series "使用 C# 开发智能手机软件：推箱子". The file lies at
  `data/<group>.bxb`.

  A header of 32 bytes tells how many levels there are and where the table of
  their addresses is. The table is the last thing in the file; each address
  leads to a level. All numbers are little-endian and signed (`Int32` of
  `BinaryReader`).

  Bytes that no address leads to are legal: the game deletes a level by taking
  its address out of the table, and may save a level in the place of a bigger
  one. Exporting and importing the group removes them.
doc-ref: 使用 C# 开发智能手机软件：推箱子(十), Common/DataFile.cs
seq:
  - id: reserved
    size: 4
    doc: Reserved; the reader skips it. (DataFile.cs, LoadGroup.)
  - id: version
    type: u1
    valid: 2
    doc: |
      Version of the layout, 2, else the game says "数据文件版本错".
      (DataFile.cs, DataVersion.)
  - id: mark
    contents: BOX
    doc: |
      What marks the file, else the game says "数据文件标志错". (DataFile.cs,
      LoadGroup.)
  - id: group_name
    type: str
    size: 16
    pad-right: 0x20
    terminator: 0
    doc: |
      Name of the group in GB2312, filled with blanks; the reader takes NUL for
      a blank as well. The writer cuts longer names at 16 bytes, if need be
      through a character. If empty, the file's name is used. (DataFile.cs,
      LoadGroup, WriteGroupName.)
  - id: level_count
    type: s4
    doc: Number of levels. (DataFile.cs, "总关数".)
  - id: address_table
    type: s4
    doc: |
      Where the table of addresses begins; it must end with the file.
      (DataFile.cs, "第1关起始地址位置".)
instances:
  num_addresses:
    value: >-
      address_table < 32 or address_table > _io.size or level_count < 0 ? 0
      : address_table + 4 * level_count <= _io.size ? level_count
      : (_io.size - address_table) / 4
    -fmtview-show: none
    doc: How many addresses are in the file.
  addresses:
    pos: address_table
    type: address
    repeat: expr
    repeat-expr: num_addresses
    if: num_addresses > 0
    doc: |
      The address of each level, in the order of play. (DataFile.cs,
      WriteAddrs.)
  levels:
    pos: 32
    type: level_link(_index)
    repeat: expr
    repeat-expr: num_addresses
    -fmtview-show: none
    doc: The same levels without the detour, `levels[1].width`.
-fmtview-check:
  - that: level_count >= 0 and 32 + 4 * level_count <= _io.size
    else: >-
      {level_count} levels, but there is room for {(_io.size - 32) / 4}
      addresses after the header
    at: level_count
  - that: address_table >= 32 and address_table <= _io.size
    else: >-
      the address table cannot be at {address_table}: it is between the header
      (32) and the end of the file ({_io.size})
    at: address_table
  - that: >-
      address_table < 32 or address_table > _io.size
      or level_count < 0 or 32 + 4 * level_count > _io.size
      or address_table + 4 * level_count == _io.size
    else: >-
      the address table must be the last thing in the file
      (数据文件地址表必须位于数据最后): {address_table:hex} and 4 bytes for
      each of {level_count} levels make
      {address_table + 4 * level_count:hex}, but the file ends at
      {_io.size:hex}
    at: address_table
types:
  address:
    seq:
      - id: offset
        type: s4
        doc: Where the level begins, from the start of the file.
    instances:
      level:
        pos: offset
        type: level
        if: offset >= 32 and offset + 32 <= _root._io.size
        doc: The level.
    -webide-representation: '{offset:hex}'
    -fmtview-check:
      - that: offset >= 32 and offset + 32 <= _root.address_table
        else: >-
          {offset:hex} is no place for a level: levels are between the header
          (0x20) and the address table ({_root.address_table:hex})
        at: offset
      - that: >-
          _root.level_count > 2000
          or _root.addresses.count(_.offset == offset) == 1
        else: two addresses lead to {offset:hex}
        severity: warning
        at: offset
  level:
    doc: A level, with a head of 32 bytes. (DataFile.cs, LoadLevelHead.)
    seq:
      - id: mark
        contents: '@'
        doc: |
          What marks a level, else the game says "关数据标志错". (DataFile.cs,
          LevelFlag.)
      - id: flag
        type: u1
        enum: flag
        doc: |
          Bit 0 tells whether the level has been solved; the writer writes 0 or
          1. (DataFile.cs, SaveLevelHead.)
      - id: steps
        type: s4
        valid:
          min: 0
        doc: Steps of the solution, pushes among them. ("通关总步数".)
      - id: pushes
        type: s4
        doc: Steps of the solution that push a box. ("通关推箱子步数".)
      - id: reserved
        size: 14
        doc: Reserved; the reader skips it. ("保留".)
      - id: width
        type: s4
        valid:
          min: 1
          max: _root.address_table
        doc: Number of columns. (DataFile.cs, levelSize.Width.)
      - id: height
        type: s4
        valid:
          min: 1
          max: _root.address_table
        doc: Number of rows. (DataFile.cs, levelSize.Height.)
      - id: cells
        size: width
        repeat: expr
        repeat-expr: height
        if: fits
        doc: |
          The cells, row by row: 0 floor, 1 goal, 2 wall, 3 brick, 4 box, 5 box
          on a goal, 6 worker, 7 worker on a goal. A map is drawn in the
          characters of the game's own text format. (Block.cs, mask.)
        -fmtview-show: map
        -fmtview-cells:
          0: {glyph: '-', name: floor}
          1: {glyph: '+', name: goal}
          2: {glyph: '#', name: wall}
          3: {glyph: '%', name: brick}
          4: {glyph: 'x', name: box}
          5: {glyph: 'X', name: box on goal}
          6: {glyph: '(', name: worker}
          7: {glyph: ')', name: worker on goal}
    instances:
      fits:
        value: >-
          width > 0 and height > 0
          and width <= _root._io.size and height <= _root._io.size
          and _parent.offset + 32 + width * height <= _root._io.size
        -fmtview-show: none
        doc: Whether the cells are in the file.
    -webide-representation: '{width:dec}×{height:dec}'
    -fmtview-check:
      - that: mark == [0x40]
        else: does the address {_parent.offset:hex} lead to the wrong place?
        severity: note
        at: mark
      - that: pushes >= 0 and pushes <= steps
        else: >-
          {pushes} pushes, but some of the {steps} steps are pushes, no more
        at: pushes
      - that: >-
          width < 1 or height < 1
          or width > _root.address_table or height > _root.address_table
          or _parent.offset + 32 + width * height <= _root.address_table
        else: >-
          {width} × {height} cells from {_parent.offset + 32:hex} on would end
          at {_parent.offset + 32 + width * height:hex}, beyond the beginning of
          the address table ({_root.address_table:hex})
        at: width
      - that: not fits or cells.all(_.max < 8)
        else: >-
          a cell holds 0 to 7, but a greater number stands in
          {cells.sum(_.count(_ > 7))} of them
        at: cells
      - that: not fits or cells.sum(_.count(_ == 6 or _ == 7)) == 1
        else: >-
          a level has exactly one worker, found
          {cells.sum(_.count(_ == 6 or _ == 7))} (必须刚好有一个工人)
        at: cells
      - that: >-
          not fits or cells.sum(_.count(_ == 4 or _ == 5))
          == cells.sum(_.count(_ == 1 or _ == 5 or _ == 7))
        else: >-
          boxes {cells.sum(_.count(_ == 4 or _ == 5))}, goals
          {cells.sum(_.count(_ == 1 or _ == 5 or _ == 7))}; the game is content
          with as many as can be paired
        severity: note
        at: cells
      - that: flag.to_i < 2
        else: >-
          flag {flag.to_i}, but the game writes 0 or 1 and reads bit 0 only
        severity: warning
        at: flag
      - that: flag.to_i % 2 == 1 or steps == 0 and pushes == 0
        else: >-
          {steps} steps and {pushes} pushes of a solution, but the level is
          marked as not solved
        severity: warning
        at: flag
      - that: flag.to_i % 2 == 0 or steps > 0
        else: marked as solved, but its solution has no steps
        severity: warning
        at: flag
  level_link:
    doc: A level by its number, without bytes of its own.
    params:
      - id: index
        type: s4
        doc: Number of the level, counted from 0.
    instances:
      address:
        value: _root.addresses[index].offset
        doc: Where it begins.
      exists:
        value: address >= 32 and address + 32 <= _root._io.size
        doc: Whether there is a level.
      flag:
        value: _root.addresses[index].level.flag
        if: exists
        doc: As in the level.
      steps:
        value: _root.addresses[index].level.steps
        if: exists
        doc: As in the level.
      pushes:
        value: _root.addresses[index].level.pushes
        if: exists
        doc: As in the level.
      width:
        value: _root.addresses[index].level.width
        if: exists
        doc: As in the level.
      height:
        value: _root.addresses[index].level.height
        if: exists
        doc: As in the level.
      cells:
        value: _root.addresses[index].level.cells
        if: exists
        doc: As in the level.
enums:
  flag:
    0:
      id: unsolved
      doc: Nobody has solved it yet.
    1:
      id: solved
      doc: It has been solved, in so many steps and pushes.
