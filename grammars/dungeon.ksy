meta:
  id: dungeon
  title: RLG327 dungeon
  application: Roguelike game of COM S 327, Iowa State University
  file-extension:
    - rlg327
    - rlg229
  license: CC0-1.0
  encoding: ASCII
  endian: be
  -fmtview-detect:
    names: ['~/.rlg327/dungeon', '*.rlg327', '*.rlg229']
    magic:
      - {at: 0, bytes: RLG327}
      - {at: 0, bytes: RLG229}
doc: |
  A dungeon saved by the roguelike game that students of COM S 327 write, one
  layout a semester. The file usually lies at `~/.rlg327/dungeon`. All numbers
  of several bytes are big-endian ("network order").

  The course changed the layout nearly every semester. From Spring 2017 on the
  marker names the semester; before that the variants have to be told apart by
  their contents (see `variant`). Rooms are four bytes each in all of them, but
  in three different orders.

  Sources: "Programming Project 1.02" of Fall 2016 (the table of bytes and
  values), the assignments of the other semesters, and the 129 dungeon files
  that instructors handed out with them, which all agree with what is said
  here. The RLG229 layouts come from the game's own code of 2015; no file of
  that age was found.
doc-ref:
  - https://github.com/henesy/cs327 assignment1.02.pdf, save_files (Fall 2016)
  - https://github.com/cipherboy/COMS-327 docs (Spring 2016)
  - https://github.com/ISU-COMS327/assignment-1.02 test_dungeons (Spring 2017)
  - https://github.com/benvoliobenji/RLG327 rlg327-s2018-1.08 (Spring 2018)
  - https://github.com/Darkonis/rlg327 test_dungeon_files (Fall 2018)
  - https://github.com/Pachwenko/CS327_ROGUELIKE (Spring 2019, both layouts)
  - https://github.com/JensRas/CS327-Assignment1 (Spring 2021)
  - https://github.com/CBHeithoff/COMS327 (Spring 2025)
seq:
  - id: marker
    type: str
    size: len_marker
    valid:
      any-of:
        - '"RLG327"'
        - '"RLG327-S2017"'
        - '"RLG327-S2018"'
        - '"RLG327-F2018"'
        - '"RLG327-S2019"'
        - '"RLG327-S2021"'
        - '"RLG327-S2025"'
        - '"RLG229"'
    doc: |
      File type, without a NUL byte after it: 6 letters, from Spring 2017 on
      followed by a hyphen and the semester, 12 in all. (Table of the Fall 2016
      assignment: "a semantic file-type marker with the value RLG327".)
  - id: version
    type: u4
    valid:
      eq: 'variant == semester::spring_2015_version_1 ? 1 : 0'
    doc: |
      Version of the layout: 0 in every assignment and every instructor's file.
      Only RLG229 had a second version, 1.
  - id: file_size
    type: u4
    if: not is_rlg229
    valid:
      eq: _io.size
    doc: |
      Size of the whole file in bytes. (Table of the Fall 2016 assignment:
      "unsigned 32-bit integer size of the file".)
  - id: len_rest
    type: u4
    if: is_rlg229
    valid:
      eq: _io.size - 14
    doc: Size of what follows this field, in 2015. (Code of 2015.)
  - id: ofs_user_block
    type: u4
    if: variant == semester::spring_2015_version_1
    valid:
      max: _io.size
    doc: |
      Where the block that belongs to one program alone begins, from the start
      of the file; the size of the file if there is none. (Code of 2015.)
  - id: pc
    type: position
    if: has_pc
    doc: |
      Where the player character stands. Stored from Fall 2018 on; always on an
      open cell in the instructors' files.
  - id: hardness
    size: stored_width
    repeat: expr
    repeat-expr: stored_height
    if: not is_rlg229
    doc: |
      Hardness of every cell, row by row from top to bottom: 0 is open (room or
      corridor), 1 to 254 rock, 255 rock that nothing can dig through, which
      the border is made of. 21 rows of 80 cells; in Spring 2017 105 rows of
      160; in Spring 2016 19 rows of 78, because the border is not stored.
    -fmtview-show: map
    -fmtview-cells:
      0: {glyph: ' ', name: open}
      1..84: {glyph: '░', ascii: '.', name: soft rock}
      85..169: {glyph: '▒', ascii: ':', name: rock}
      170..254: {glyph: '▓', ascii: '%', name: hard rock}
      255: {glyph: '█', ascii: '#', name: immutable rock}
  - id: matrix
    type:
      switch-on: variant
      cases:
        'semester::spring_2015_version_0': row_of_4
        'semester::spring_2015_version_1': row_of_5
    repeat: expr
    repeat-expr: stored_height
    if: is_rlg229
    doc: |
      The cells of 2015, 96 rows of 160, of four or five bytes each. (Code of
      2015; its own comment gives wrong offsets.)
  - id: num_rooms
    type:
      switch-on: len_count
      cases:
        1: u1
        2: u2
    if: len_count != 0
    doc: |
      Number of rooms. One byte in the first release of Spring 2019, which was
      too small for a dungeon of 364 rooms; two bytes since. The semesters
      before have no count: their rooms fill the rest of the file.
  - id: rooms
    type:
      switch-on: room_order
      cases:
        0: room_xywh
        1: room_xwyh
        2: room_yxhw
    repeat: expr
    repeat-expr: room_count
    doc: |
      The rooms: upper left corner and size, as many as there are ("load
      routines should have no limit"). Rooms may be as small as 1 by 1, since
      rooms of other shapes are stored in pieces.
  - id: num_stairs_up
    type:
      switch-on: len_count
      cases:
        1: u1
        2: u2
    if: has_stairs
    doc: Number of upward staircases. (Assignments from Spring 2019 on.)
  - id: stairs_up
    type: position
    repeat: expr
    repeat-expr: |
      has_swapped_counts ? num_stairs_up % 256 * 256 + num_stairs_up / 256
      : num_stairs_up
    if: has_stairs
    doc: The upward staircases. (Assignments from Spring 2019 on.)
  - id: num_stairs_down
    type:
      switch-on: len_count
      cases:
        1: u1
        2: u2
    if: has_stairs
    doc: Number of downward staircases. (Assignments from Spring 2019 on.)
  - id: stairs_down
    type: position
    repeat: expr
    repeat-expr: |
      has_swapped_counts ? num_stairs_down % 256 * 256 + num_stairs_down / 256
      : num_stairs_down
    if: has_stairs
    doc: The downward staircases. (Assignments from Spring 2019 on.)
  - id: game
    type: game_2015
    if: variant == semester::spring_2015_version_1
    doc: State of the game, which only the second layout of 2015 stores.
  - id: trailing
    size-eos: true
    if: not _io.eof
    doc: |
      What follows the end of the layout; nothing in a good file. Some students'
      games keep data of their own here.
instances:
  variant:
    value: >-
      is_rlg229 ? (version == 1 ? 1 : 0)
      : len_marker == 6 ? (border.num_immutable > 99 ? 3 : 2)
      : year == '2017' ? 4
      : year == '2018' ? (is_fall ? 6 : 5)
      : year == '2019' ? (has_byte_counts ? 7 : 8)
      : year == '2021' ? 9
      : year == '2025' ? 10
      : 11
    enum: semester
    doc: |
      Which semester's layout this is. Spring and Fall 2016 share a marker: the
      border of the map is 255 throughout in all files of Fall 2016, and is not
      stored in Spring 2016, so more than half of the 198 cells where Fall 2016
      has its border decide. The two layouts of Spring 2019 share a marker too:
      the one whose three counts lead exactly to the end of the file is right.
  prefix:
    pos: 0
    size: '_io.size < 12 ? _io.size : 12'
    -fmtview-show: none
    doc: The first bytes, for the length of the marker.
  len_marker:
    value: >-
      prefix.size < 8 ? 6
      : prefix[6] != 0x2d ? 6
      : prefix[7] == 0x32 ? 11
      : 12
    -fmtview-show: none
    doc: |
      6, or 12 if a hyphen follows RLG327; 11 in files whose program forgot the
      letter of the semester (RLG327-2019).
  year:
    value: >-
      len_marker == 12 ? marker.substring(8, 12)
      : len_marker == 11 ? marker.substring(7, 11)
      : ''
    -fmtview-show: none
    doc: The year in the marker.
  is_fall:
    value: >-
      len_marker == 12
      and (marker.substring(7, 8) == 'F' or marker.substring(7, 8) == 'f')
    -fmtview-show: none
    doc: Whether the marker names a fall semester.
  is_rlg229:
    value: marker == 'RLG229'
    -fmtview-show: none
    doc: Whether this is one of the layouts of 2015.
  has_pc:
    value: variant.to_i >= 6
    -fmtview-show: none
    doc: Whether the position of the player is stored.
  has_stairs:
    value: variant.to_i >= 7
    -fmtview-show: none
    doc: Whether rooms are counted and staircases stored.
  len_count:
    value: >-
      variant.to_i == 7 ? 1
      : variant.to_i >= 8 or is_rlg229 ? 2
      : 0
    -fmtview-show: none
    doc: Bytes of a count; 0 where there is none.
  room_order:
    value: >-
      variant == semester::fall_2016 ? 1
      : variant == semester::spring_2018 ? 2
      : 0
    -fmtview-show: none
    doc: Order of a room's bytes, 0 is x, y, w, h; 1 x, w, y, h; 2 y, x, h, w.
  stored_width:
    value: >-
      is_rlg229 or variant == semester::spring_2017 ? 160
      : variant == semester::spring_2016 ? 78
      : 80
    -fmtview-show: none
    doc: Cells of a stored row.
  stored_height:
    value: >-
      is_rlg229 ? 96
      : variant == semester::spring_2017 ? 105
      : variant == semester::spring_2016 ? 19
      : 21
    -fmtview-show: none
    doc: Stored rows.
  left_out:
    value: 'variant == semester::spring_2016 ? 1 : 0'
    -fmtview-show: none
    doc: Width of the border that is not stored.
  map_width:
    value: stored_width + 2 * left_out
    -fmtview-show: none
    doc: Width of the map, which coordinates count in.
  map_height:
    value: stored_height + 2 * left_out
    -fmtview-show: none
    doc: Height of the map.
  len_cell:
    value: >-
      variant == semester::spring_2015_version_0 ? 4
      : variant == semester::spring_2015_version_1 ? 5
      : 1
    -fmtview-show: none
    doc: Bytes of a cell.
  ofs_rooms:
    value: >-
      len_marker + 8
      + (variant == semester::spring_2015_version_1 ? 4 : 0)
      + (has_pc ? 2 : 0)
      + stored_width * stored_height * len_cell
      + len_count
    -fmtview-show: none
    doc: Where the rooms begin.
  room_count:
    value: >-
      len_count == 0
      ? (_io.size > ofs_rooms ? (_io.size - ofs_rooms) / 4 : 0)
      : variant.to_i == 7 and byte_fit > 0 ? byte_chains[byte_fit].num_rooms
      : variant.to_i >= 8 and word_fit > 0 ? word_chains[word_fit].num_rooms
      : ofs_rooms + 4 * num_rooms <= _io.size ? num_rooms
      : ofs_rooms + 4 * swapped_rooms <= _io.size ? swapped_rooms
      : _io.size > ofs_rooms ? (_io.size - ofs_rooms) / 4
      : 0
    -fmtview-show: none
    doc: |
      How many rooms there are: the rest of the file where they are not counted.
      Where they are, it is the count, unless the counts then lead anywhere but
      to the end of the file and those of another number lead exactly there: one
      more, one less, some multiple of 256 more (one-byte counts), or all counts
      little-endian (two-byte counts). A count that does not fit the file is cut
      or, if that fits, read as little-endian.
  swapped_rooms:
    value: >-
      len_count == 2 ? num_rooms % 256 * 256 + num_rooms / 256
      : num_rooms
    -fmtview-show: none
    doc: The count of rooms in the other byte order.
  has_swapped_counts:
    value: 'has_stairs and len_count == 2 ? word_fit == 3 : false'
    -fmtview-show: none
    doc: Whether all counts are little-endian.
  border:
    pos: 0
    type: border_part(0, 198)
    -fmtview-show: none
    doc: The cells at the places of Fall 2016's border.
  ofs_counts:
    value: len_marker + 10 + 80 * 21
    -fmtview-show: none
    doc: Where the count of rooms is from Spring 2019 on.
  first_byte:
    pos: ofs_counts
    type: u1
    if: ofs_counts + 2 <= _io.size
    -fmtview-show: none
    doc: The count of rooms, if counts are bytes.
  first_word:
    pos: ofs_counts
    type: u2
    if: ofs_counts + 2 <= _io.size
    -fmtview-show: none
    doc: The count of rooms, if counts have two bytes.
  byte_chains:
    pos: 0
    type: |
      count_chain(1, first_byte
      + (_index < 4 ? 256 * _index : _index == 4 ? 1 : -1))
    repeat: expr
    repeat-expr: 6
    if: ofs_counts + 2 <= _io.size
    -fmtview-show: none
    doc: Where one-byte counts lead, for the stored count and for likely ones.
  word_chains:
    pos: 0
    type: |
      count_chain(_index == 3 ? 3 : 2,
      _index == 3 ? first_word % 256 * 256 + first_word / 256
      : first_word + (_index == 2 ? -1 : _index))
    repeat: expr
    repeat-expr: 4
    if: ofs_counts + 2 <= _io.size
    -fmtview-show: none
    doc: The same for counts of two bytes.
  byte_fit:
    value: >-
      ofs_counts + 2 > _io.size ? -1
      : byte_chains[0].fits ? 0
      : byte_chains[1].fits ? 1
      : byte_chains[2].fits ? 2
      : byte_chains[3].fits ? 3
      : byte_chains[4].fits ? 4
      : byte_chains[5].fits ? 5
      : -1
    -fmtview-show: none
    doc: The first of `byte_chains` that ends with the file.
  word_fit:
    value: >-
      ofs_counts + 2 > _io.size ? -1
      : word_chains[0].fits ? 0
      : word_chains[1].fits ? 1
      : word_chains[2].fits ? 2
      : ofs_counts + 2 + 4 * first_word > _io.size and word_chains[3].fits ? 3
      : -1
    -fmtview-show: none
    doc: The first of `word_chains` that ends with the file.
  has_byte_counts:
    value: >-
      ofs_counts + 2 > _io.size ? false
      : word_fit >= 0 ? false
      : byte_fit >= 0 ? true
      : ofs_counts + 2 + 4 * first_word > _io.size
    -fmtview-show: none
    doc: Whether a file of Spring 2019 is of the first release.
-fmtview-check:
  - that: >-
      len_marker != 12 or marker.substring(7, 8) != "s"
      and marker.substring(7, 8) != "f"
    else: the letter of the semester must be a capital
    severity: note
    at: marker
  - that: len_marker != 11
    else: >-
      the letter of the semester (S or F) is missing before the year
    severity: note
    at: marker
  - that: >-
      is_rlg229 or left_out == 1 or hardness.size < stored_height
      or hardness.first.min == 255
      and hardness.last.min == 255
      and hardness.all(_.first == 255 and _.last == 255)
    else: >-
      {hardness.first.count(_ != 255) + hardness.last.count(_ != 255)
      + hardness[1..stored_height - 1].count(_.first != 255)
      + hardness[1..stored_height - 1].count(_.last != 255)} of the
      {2 * stored_width + 2 * stored_height - 4} cells of the border are not
      255 (immutable rock)
    severity: warning
    at: hardness
  - that: >-
      is_rlg229 or left_out == 1 or hardness.size < stored_height
      or hardness[1..stored_height - 1].all(_[1..stored_width - 1].max < 255)
    else: >-
      {hardness[1..stored_height - 1].sum(
      _[1..stored_width - 1].count(_ == 255))} cells inside the border are 255
      (immutable rock), which only the border is made of
    severity: warning
    at: hardness
  - that: left_out == 0 or hardness.all(_.max < 255)
    else: >-
      {hardness.sum(_.count(_ == 255))} cells are 255 (immutable rock), which
      only the border is made of, and Spring 2016 does not store that
    severity: warning
    at: hardness
  - that: >-
      not has_stairs or ofs_rooms + 4 * num_rooms <= _io.size
    else: >-
      {num_rooms} rooms would take {4 * num_rooms} bytes, but only
      {_io.size - ofs_rooms} follow
    at: num_rooms
  - that: not has_swapped_counts or num_stairs_up < 256
    else: '{num_stairs_up} upward staircases do not fit the file'
    at: num_stairs_up
  - that: not has_swapped_counts or num_stairs_down < 256
    else: '{num_stairs_down} downward staircases do not fit the file'
    at: num_stairs_down
  - that: >-
      not has_stairs or has_swapped_counts or room_count == num_rooms
      or ofs_rooms + 4 * num_rooms > _io.size
    else: >-
      the count is {num_rooms}, but then the staircases do not end with the
      file; with {room_count} rooms they do{room_count > num_rooms + 1
      ? ": the number, " + room_count.to_s + ", did not fit its byte"
      : room_count > num_rooms ? ": the last room was not counted"
      : ": one room too many was counted"}
    at: num_rooms
  - that: >-
      not has_stairs or room_count != num_rooms + 1
    else: >-
      this room is not counted: a program that trusts the count of {num_rooms}
      takes its first {len_count == 1 ? "byte" : "two bytes"} for the number of
      upward staircases, {len_count == 1 ? rooms.last.x
      : rooms.last.x * 256 + rooms.last.y}
    at: rooms.last
  - that: >-
      rooms.size < 4 or rooms.size % 4 != 0 or rooms.size > 4096
      or not rooms.all(_.w + _.h == 0 and _.x * _.y == 0)
    else: >-
      only the first byte of each room is set: {rooms.size / 4} rooms were
      written as {rooms.size} four-byte integers (an int, little-endian), where
      each number takes one byte
    at: rooms
  - that: >-
      rooms.size == 0 or rooms.size > 4096
      or rooms.all(_.w > 0 and _.h > 0 and _.x + _.w < map_width
      and _.y + _.h < map_height)
      or not rooms.all(_.x * _.y * _.w * _.h > 0 and _.x + _.y < map_width
      and _.w + _.h < map_height)
    else: >-
      all rooms are inside the map only if w and y are exchanged: they were
      written in {room_order == 0 ? "the order of Fall 2016: x, w, y, h"
      : "the order of most other semesters: x, y, w, h"}
    at: rooms
  - that: >-
      rooms.size == 0 or rooms.size > 4096
      or rooms.all(_.w > 0 and _.h > 0 and _.x + _.w < map_width
      and _.y + _.h < map_height)
      or not rooms.all(_.x * _.y * _.w * _.h > 0 and _.y + _.h < map_width
      and _.x + _.w < map_height)
    else: >-
      all rooms are inside the map only if x and y, and w and h, are exchanged:
      they were written in {room_order == 0
      ? "the order of Spring 2018: y, x, h, w"
      : "the order of another semester: x, y, w, h"}
    at: rooms
  - that: len_count > 0 or trailing.size == 0
    else: >-
      {trailing.size} byte{trailing.size == 1 ? "" : "s"} after the last whole
      room; a room takes 4
    at: trailing
  - that: len_count == 0 or trailing.size == 0
    else: >-
      {trailing.size} byte{trailing.size == 1 ? " follows" : "s follow"} the end
      of the layout; a private extension of the program that wrote the file?
    severity: warning
    at: trailing
types:
  position:
    seq:
      - id: x
        type: u1
        doc: Column, 0 at the left.
      - id: y
        type: u1
        doc: Row, 0 at the top.
    -webide-representation: 'x={x:dec} y={y:dec}'
    -fmtview-check:
      - that: x < _root.map_width and y < _root.map_height
        else: >-
          ({x}, {y}) is outside the map of {_root.map_width} by
          {_root.map_height} cells
      - that: >-
          _root.is_rlg229
          or x >= _root.map_width or y >= _root.hardness.size
          or _root.hardness[y][x] == 0
        else: >-
          ({x}, {y}) is rock of hardness {_root.hardness[y][x]}, not an open
          cell{x == 0 and y == 0
          ? "; was it never set, or sent through htobe32() and cut to a byte?"
          : x == 0 or y == 0 or x == _root.map_width - 1
          or y == _root.map_height - 1 ? "; it is part of the border" : ""}
      - that: >-
          not _root.has_stairs
          or _root.stairs_up.count(_.x == x and _.y == y)
          + _root.stairs_down.count(_.x == x and _.y == y) < 2
        else: two staircases are at ({x}, {y})
        severity: warning
  room_xywh:
    doc: |
      A room as most semesters store it: x, y, width, height. (Assignments of
      Spring 2016, Spring 2017, Fall 2018 and later.)
    seq:
      - id: x
        type: u1
        doc: Column of the upper left corner.
      - id: y
        type: u1
        doc: Row of the upper left corner.
      - id: w
        type: u1
        doc: Width in cells.
      - id: h
        type: u1
        doc: Height in cells.
    -webide-representation: 'x={x:dec} y={y:dec} w={w:dec} h={h:dec}'
    -fmtview-check:
      - that: >-
          w > 0 and h > 0
          or _root.rooms.size > 3 and _root.rooms[0..4].all(_.w + _.h == 0)
        else: >-
          a room of {w} by {h} cells, but a room has at least one{x + y == 0
          ? "; was it never filled in?" : ""}
      - that: >-
          w * h == 0
          or x + w <= _root.map_width and y + h <= _root.map_height
        else: >-
          the room reaches to ({x + w - 1}, {y + h - 1}), but the last cell of
          the map is ({_root.map_width - 1}, {_root.map_height - 1})
      - that: >-
          w * h == 0 or x + w > _root.map_width or y + h > _root.map_height
          or x > 0 and y > 0
          and x + w < _root.map_width and y + h < _root.map_height
        else: the room takes cells of the border
        severity: warning
      - that: >-
          _root.is_rlg229 or w * h == 0 or x * y == 0
          or x + w >= _root.map_width or y + h >= _root.map_height
          or _root.hardness[y - _root.left_out..y - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + w].max == 0)
        else: >-
          {_root.hardness[y - _root.left_out..y - _root.left_out + h].sum(
          _[x - _root.left_out..x - _root.left_out + w].count(_ != 0))} of the
          {w * h} cells of this room are rock, not open (0){x * y * w * h > 0
          and x + y < _root.map_width and w + h < _root.map_height
          and _root.hardness[w - _root.left_out..w - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + y].max == 0)
          ? "; with w and y exchanged all would be open"
          : x * y * w * h > 0
          and y + h < _root.map_width and x + w < _root.map_height
          and _root.hardness[x - _root.left_out..x - _root.left_out + w].all(
          _[y - _root.left_out..y - _root.left_out + h].max == 0)
          ? "; with x and y, and w and h, exchanged all would be open" : ""}
      - that: >-
          _root.rooms.size > 512 or w * h == 0
          or _root.rooms.count(_.x < x + w and x < _.x + _.w
          and _.y < y + h and y < _.y + _.h and _.w * _.h > 0) < 2
        else: the room overlaps another
        severity: warning
  room_xwyh:
    doc: |
      A room in the order of Fall 2016: x, width, y, height. ("The first byte is
      the x position of the upper left corner of the room; the second byte is
      the x size (width) of the room; the third byte is the y position ... the
      fourth byte is the y size (height)".)
    seq:
      - id: x
        type: u1
        doc: Column of the upper left corner.
      - id: w
        type: u1
        doc: Width in cells.
      - id: y
        type: u1
        doc: Row of the upper left corner.
      - id: h
        type: u1
        doc: Height in cells.
    -webide-representation: 'x={x:dec} w={w:dec} y={y:dec} h={h:dec}'
    -fmtview-check:
      - that: >-
          w > 0 and h > 0
          or _root.rooms.size > 3 and _root.rooms[0..4].all(_.w + _.h == 0)
        else: >-
          a room of {w} by {h} cells, but a room has at least one{x + y == 0
          ? "; was it never filled in?" : ""}
      - that: >-
          w * h == 0
          or x + w <= _root.map_width and y + h <= _root.map_height
        else: >-
          the room reaches to ({x + w - 1}, {y + h - 1}), but the last cell of
          the map is ({_root.map_width - 1}, {_root.map_height - 1})
      - that: >-
          w * h == 0 or x + w > _root.map_width or y + h > _root.map_height
          or x > 0 and y > 0
          and x + w < _root.map_width and y + h < _root.map_height
        else: the room takes cells of the border
        severity: warning
      - that: >-
          _root.is_rlg229 or w * h == 0 or x * y == 0
          or x + w >= _root.map_width or y + h >= _root.map_height
          or _root.hardness[y - _root.left_out..y - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + w].max == 0)
        else: >-
          {_root.hardness[y - _root.left_out..y - _root.left_out + h].sum(
          _[x - _root.left_out..x - _root.left_out + w].count(_ != 0))} of the
          {w * h} cells of this room are rock, not open (0){x * y * w * h > 0
          and x + y < _root.map_width and w + h < _root.map_height
          and _root.hardness[w - _root.left_out..w - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + y].max == 0)
          ? "; with w and y exchanged all would be open"
          : x * y * w * h > 0
          and y + h < _root.map_width and x + w < _root.map_height
          and _root.hardness[x - _root.left_out..x - _root.left_out + w].all(
          _[y - _root.left_out..y - _root.left_out + h].max == 0)
          ? "; with x and y, and w and h, exchanged all would be open" : ""}
      - that: >-
          _root.rooms.size > 512 or w * h == 0
          or _root.rooms.count(_.x < x + w and x < _.x + _.w
          and _.y < y + h and y < _.y + _.h and _.w * _.h > 0) < 2
        else: the room overlaps another
        severity: warning
  room_yxhw:
    doc: |
      A room in the order of Spring 2018: y, x, height, width. (The only one of
      the 24 orders in which the rooms of that semester's files are open.)
    seq:
      - id: y
        type: u1
        doc: Row of the upper left corner.
      - id: x
        type: u1
        doc: Column of the upper left corner.
      - id: h
        type: u1
        doc: Height in cells.
      - id: w
        type: u1
        doc: Width in cells.
    -webide-representation: 'y={y:dec} x={x:dec} h={h:dec} w={w:dec}'
    -fmtview-check:
      - that: >-
          w > 0 and h > 0
          or _root.rooms.size > 3 and _root.rooms[0..4].all(_.w + _.h == 0)
        else: >-
          a room of {w} by {h} cells, but a room has at least one{x + y == 0
          ? "; was it never filled in?" : ""}
      - that: >-
          w * h == 0
          or x + w <= _root.map_width and y + h <= _root.map_height
        else: >-
          the room reaches to ({x + w - 1}, {y + h - 1}), but the last cell of
          the map is ({_root.map_width - 1}, {_root.map_height - 1})
      - that: >-
          w * h == 0 or x + w > _root.map_width or y + h > _root.map_height
          or x > 0 and y > 0
          and x + w < _root.map_width and y + h < _root.map_height
        else: the room takes cells of the border
        severity: warning
      - that: >-
          _root.is_rlg229 or w * h == 0 or x * y == 0
          or x + w >= _root.map_width or y + h >= _root.map_height
          or _root.hardness[y - _root.left_out..y - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + w].max == 0)
        else: >-
          {_root.hardness[y - _root.left_out..y - _root.left_out + h].sum(
          _[x - _root.left_out..x - _root.left_out + w].count(_ != 0))} of the
          {w * h} cells of this room are rock, not open (0){x * y * w * h > 0
          and x + y < _root.map_width and w + h < _root.map_height
          and _root.hardness[w - _root.left_out..w - _root.left_out + h].all(
          _[x - _root.left_out..x - _root.left_out + y].max == 0)
          ? "; with w and y exchanged all would be open"
          : x * y * w * h > 0
          and y + h < _root.map_width and x + w < _root.map_height
          and _root.hardness[x - _root.left_out..x - _root.left_out + w].all(
          _[y - _root.left_out..y - _root.left_out + h].max == 0)
          ? "; with x and y, and w and h, exchanged all would be open" : ""}
      - that: >-
          _root.rooms.size > 512 or w * h == 0
          or _root.rooms.count(_.x < x + w and x < _.x + _.w
          and _.y < y + h and y < _.y + _.h and _.w * _.h > 0) < 2
        else: the room overlaps another
        severity: warning
  row_of_4:
    doc: A row of the first layout of 2015.
    seq:
      - id: cells
        type: cell
        repeat: expr
        repeat-expr: 160
        doc: From left to right.
  row_of_5:
    doc: A row of the second layout of 2015.
    seq:
      - id: cells
        type: cell_with_stairs
        repeat: expr
        repeat-expr: 160
        doc: From left to right.
  cell:
    doc: A cell of 2015. (Code of 2015.)
    seq:
      - id: is_open
        type: u1
        doc: Not 0 where one can walk.
      - id: is_room
        type: u1
        doc: Not 0 in a room.
      - id: is_corridor
        type: u1
        doc: Not 0 in a corridor.
      - id: hardness
        type: u1
        doc: Hardness of the rock.
    to-string: |
      is_open == 0 ? "rock of hardness " + hardness.to_s
      : is_room != 0 ? "room" : is_corridor != 0 ? "corridor" : "open"
  cell_with_stairs:
    doc: A cell of the second layout of 2015. (Code of 2015.)
    seq:
      - id: cell
        type: cell
        doc: As in the first layout.
      - id: staircase
        type: u1
        enum: staircase
        valid:
          in-enum: true
        doc: Which staircase is in the cell.
    to-string: |
      staircase == staircase::down ? "downward staircase"
      : staircase == staircase::up ? "upward staircase"
      : cell.is_open == 0 ? "rock of hardness " + cell.hardness.to_s
      : cell.is_room != 0 ? "room"
      : cell.is_corridor != 0 ? "corridor" : "open"
  game_2015:
    doc: |
      What the second layout of 2015 stores after the rooms. (Code of 2015; no
      file was found.)
    seq:
      - id: pc
        type: position
        doc: Where the player character stands.
      - id: turn
        type: u4
        doc: Turn of the game.
      - id: sequence_number
        type: u4
        doc: Number that the next monster will get.
      - id: num_monsters
        type: u2
        doc: Number of monsters.
      - id: monsters
        type: monster_2015
        repeat: expr
        repeat-expr: num_monsters
        doc: The monsters.
      - id: user_block
        size-eos: true
        doc: Anything; belongs to the program that wrote the file.
  monster_2015:
    doc: A monster, 36 bytes. (Code of 2015.)
    seq:
      - id: symbol
        size: 1
        doc: The character that stands for it on the screen.
        -fmtview-show: char
      - id: x
        type: u1
        doc: Column.
      - id: y
        type: u1
        doc: Row.
      - id: speed
        type: u1
        doc: Speed.
      - id: is_smart
        type: u1
        doc: Not 0 if it remembers where it saw the player.
      - id: is_telepathic
        type: u1
        doc: Not 0 if it knows where the player is.
      - id: last_seen_x
        type: u1
        doc: Column where it saw the player last, 255 for never.
      - id: last_seen_y
        type: u1
        doc: Row where it saw the player last, 255 for never.
      - id: sequence_number
        type: u4
        doc: Its number; the lower moves first.
      - id: next_turn
        type: u4
        doc: Turn in which it moves next.
      - id: reserved
        size: 20
        doc: Zeros.
  border_part:
    doc: |
      Some of the 198 places where the border is in Fall 2016's layout: the
      upper row first, then the lower row, then both sides. Halved until one is
      left, to count those that hold 255.
    params:
      - id: first
        type: s4
        doc: The first place.
      - id: end
        type: s4
        doc: One past the last place.
    instances:
      ofs:
        value: >-
          14 + (first < 80 ? first
          : first < 160 ? 1600 + first - 80
          : 80 * ((first - 160) / 2 + 1) + (first - 160) % 2 * 79)
        doc: Where the first place is in the file.
      cell:
        io: _root._io
        pos: ofs
        type: u1
        if: end - first == 1 and ofs < _root._io.size
        doc: Hardness of a single place.
      left:
        pos: 0
        type: border_part(first, (first + end) / 2)
        if: end - first > 1
        doc: The first half of the places.
      right:
        pos: 0
        type: border_part((first + end) / 2, end)
        if: end - first > 1
        doc: The second half.
      num_immutable:
        value: >-
          end - first > 1
          ? left.num_immutable.as<s4> + right.num_immutable.as<s4>
          : ofs >= _root._io.size ? 0
          : cell == 255 ? 1 : 0
        doc: How many of the places hold 255.
  count_chain:
    doc: |
      Where the counts of Spring 2019 and later lead if there are so many rooms:
      rooms, a count, upward staircases, a count, downward staircases.
    params:
      - id: kind
        type: u1
        doc: Counts of 1 byte, of 2 bytes, or (3) of 2 bytes little-endian.
      - id: num_rooms
        type: s4
        doc: Supposed number of rooms.
    instances:
      len_count:
        value: 'kind == 1 ? 1 : 2'
        doc: Bytes of a count.
      ofs_up:
        value: _root.ofs_counts + len_count + 4 * num_rooms
        doc: Where the count of upward staircases is then.
      has_up:
        value: num_rooms >= 0 and ofs_up + len_count <= _root._io.size
        doc: Whether that is in the file.
      num_up:
        io: _root._io
        pos: ofs_up
        type:
          switch-on: kind
          cases:
            1: u1
            2: u2
            3: u2le
        if: has_up
        doc: The count of upward staircases.
      ofs_down:
        value: 'has_up ? ofs_up + len_count + 2 * num_up : -1'
        doc: Where the count of downward staircases is then.
      has_down:
        value: has_up and ofs_down + len_count <= _root._io.size
        doc: Whether that is in the file.
      num_down:
        io: _root._io
        pos: ofs_down
        type:
          switch-on: kind
          cases:
            1: u1
            2: u2
            3: u2le
        if: has_down
        doc: The count of downward staircases.
      fits:
        value: >-
          has_down
          and ofs_down + len_count + 2 * num_down == _root._io.size
        doc: Whether the last staircase is the last thing in the file.
enums:
  semester:
    0:
      id: spring_2015_version_0
      doc: RLG229 version 0. 160 by 96 cells of 4 bytes.
    1:
      id: spring_2015_version_1
      doc: RLG229 version 1. Cells of 5 bytes, player, monsters, user block.
    2:
      id: spring_2016
      doc: RLG327. 78 by 19 cells, border not stored. Rooms x, y, w, h.
    3:
      id: fall_2016
      doc: RLG327. 80 by 21 cells. Rooms x, w, y, h.
    4:
      id: spring_2017
      doc: RLG327-S2017. 160 by 105 cells. Rooms x, y, w, h.
    5:
      id: spring_2018
      doc: RLG327-S2018. 80 by 21 cells. Rooms y, x, h, w.
    6:
      id: fall_2018
      doc: RLG327-F2018. With the player's position. Rooms x, y, w, h.
    7:
      id: spring_2019_byte_counts
      doc: RLG327-S2019, first release. Counts of one byte, staircases.
    8:
      id: spring_2019
      doc: RLG327-S2019, second release. Counts of two bytes, staircases.
    9:
      id: spring_2021
      doc: RLG327-S2021. As the second release of Spring 2019.
    10:
      id: spring_2025
      doc: RLG327-S2025. As the second release of Spring 2019.
    11:
      id: unknown_semester
      doc: Some other marker; taken as Spring 2025.
  staircase:
    0:
      id: no_staircase
      doc: None.
    1:
      id: down
      doc: Downwards.
    2:
      id: up
      doc: Upwards.
