meta:
  id: arcanum
  title: Arcanum saved game
  application: Arcanum, the text game of the wannacode lessons
  file-extension:
    - arcanum
    - sav
  license: CC0-1.0
  encoding: UTF-8
  endian: be
  -fmtview-detect:
    names: ['*.arcanum']
    magic:
      - {at: 0, bytes: 'format=ARCANUM'}
doc: |
  A saved game as text: one fact a line, `key=value`. The first line names the
  format, the second the version, the last is a checksum over all lines above.

  The lesson "Guardar y cargar" reads the file in this order and refuses it at
  the first thing that is wrong: the first line, the form of every line, the
  version, the checksum, then each key and number that it needs. The checks
  here follow it: what depends on something that is already wrong is not said.

  Version 1 is the lesson's, version 2 the one of its exercise, with a line for
  mana. The whole game ("canon") writes the same kind of file with more lines;
  it is told apart by the line `summary`.

  A reader puts the lines into a table, so their order after the second does not
  matter to it, unknown keys are ignored, and of two equal keys the last counts.
doc-ref: wannacode, "Guardar y cargar" (Ivo Gergov, Evo Tech)
seq:
  - id: lines
    type: line(_index)
    terminator: 0x0a
    eos-error: false
    repeat: expr
    repeat-expr: num_lines
    doc: |
      The lines above the checksum, each ended by LF alone. (Lesson,
      saveGame and readValues.)
  - id: checksum
    type: checksum_line
    terminator: 0x0a
    eos-error: false
    if: has_checksum
    doc: The last line. (Lesson, sign.)
  - id: blank_lines
    size-eos: true
    if: not _io.eof
    doc: |
      Blank lines at the end, which readers skip. (Java's split drops empty
      strings at the end.)
instances:
  levels:
    pos: 0
    type: 'level(_index == 0 ? first_level_line : levels[_index - 1].end)'
    repeat: until
    repeat-until: _.is_last
    if: has_levels
    doc: The maps of a full save, put together from their lines.
  scan:
    pos: 0
    type: scanned_line(_index)
    terminator: 0x0a
    eos-error: false
    repeat: eos
    -fmtview-show: none
    doc: All lines, before they are read.
  num_filled:
    value: '_io.size == 0 ? 0 : scan.last.num_filled'
    -fmtview-show: none
    doc: Number of lines without the blank ones at the end.
  has_checksum:
    value: 'num_filled == 0 ? false : scan[num_filled - 1].is_checksum'
    -fmtview-show: none
    doc: Whether the last line is a checksum.
  num_lines:
    value: 'has_checksum ? num_filled - 1 : num_filled'
    -fmtview-show: none
    doc: Number of lines above the checksum.
  is_arcanum:
    value: 'num_lines == 0 ? false : lines[0].content == "format=ARCANUM"'
    -fmtview-show: none
    doc: Whether the first line is right.
  is_full:
    value: 'num_lines < 3 ? false : lines[2].key == "summary"'
    -fmtview-show: none
    doc: Whether it is a save of the whole game.
  version:
    value: >-
      num_lines < 2 ? ""
      : lines[1].key == "version" ? lines[1].value_text
      : ""
    -fmtview-show: none
    doc: The version, from the second line.
  has_mana:
    value: >-
      num_lines < 7 ? false
      : lines[6].key == "hero.mana" or lines[5].key == "hero.mana"
    -fmtview-show: none
    doc: Whether the line that version 2 added is there.
  is_known_version:
    value: is_full or version == "1" or version == "2" and has_mana
    -fmtview-show: none
    doc: Whether the version is known and the lines are of it.
  is_readable:
    value: is_arcanum and is_known_version and has_checksum
    -fmtview-show: none
    doc: Whether a reader gets as far as the keys.
  max_digits:
    value: 'is_full ? 10 : 9'
    -fmtview-show: none
    doc: Digits that a number may have; nine in the lesson (isNumber).
  level_search:
    pos: 0
    type: line_link(_index)
    repeat: until
    repeat-until: _.is_level or _.is_last
    if: num_lines > 0
    -fmtview-show: none
    doc: The lines up to the first of a level.
  has_levels:
    value: 'not is_full ? false : level_search.last.is_level'
    -fmtview-show: none
    doc: Whether there are levels.
  first_level_line:
    value: level_search.last.index
    -fmtview-show: none
    doc: The first line of a level, counted from 0.
-fmtview-check:
  - that: is_arcanum
    else: >-
      this is not an Arcanum save: {num_lines == 0 ? "it is empty"
      : lines[0].content == "format=ARCANUM\r"
      ? "its lines end with CR LF, but the game reads LF only"
      : lines[0].content == "\ufeffformat=ARCANUM"
      ? "a byte order mark stands before format=ARCANUM"
      : "the first line is not format=ARCANUM"}
    at: lines[0]
  - that: not is_arcanum or lines.any(_.key == "version")
    else: 'missing version: no line begins with version='
  - that: not is_arcanum or version != "" or not lines.any(_.key == "version")
    else: >-
      version is not on the second line, where the game writes it
    severity: warning
  - that: >-
      not is_arcanum or version == "" or is_full
      or version == "1" or version == "2"
    else: >-
      version {version}, but the game reads version 2
    at: lines[1]
  - that: not is_arcanum or version != "2" or is_known_version
    else: >-
      version 2, but the lines are those of version 1, without hero.mana; the
      lesson's game says: version 2, but the game reads version 1
    at: lines[1]
  - that: not is_arcanum or not is_known_version or has_checksum
    else: >-
      missing checksum: the last line must be checksum=...; was the file cut
      off?
    at: lines.last
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "turn")
    else: 'missing turn: no line begins with turn='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.name")
    else: 'missing hero.name: no line begins with hero.name='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.level")
    else: 'missing hero.level: no line begins with hero.level='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.hp")
    else: 'missing hero.hp: no line begins with hero.hp='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.gold")
    else: 'missing hero.gold: no line begins with hero.gold='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.x")
    else: 'missing hero.x: no line begins with hero.x='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.y")
    else: 'missing hero.y: no line begins with hero.y='
  - that: >-
      not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.inventory")
    else: 'missing hero.inventory: no line begins with hero.inventory='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "seed")
    else: 'missing seed: no line begins with seed='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "rng")
    else: 'missing rng: no line begins with rng='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "ids")
    else: 'missing ids: no line begins with ids='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "depth")
    else: 'missing depth: no line begins with depth='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "victory")
    else: 'missing victory: no line begins with victory='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.class")
    else: 'missing hero.class: no line begins with hero.class='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.xp")
    else: 'missing hero.xp: no line begins with hero.xp='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.mana")
    else: 'missing hero.mana: no line begins with hero.mana='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.base")
    else: 'missing hero.base: no line begins with hero.base='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.skills")
    else: 'missing hero.skills: no line begins with hero.skills='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.cooldowns")
    else: 'missing hero.cooldowns: no line begins with hero.cooldowns='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.effects")
    else: 'missing hero.effects: no line begins with hero.effects='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "hero.equipment")
    else: 'missing hero.equipment: no line begins with hero.equipment='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "stats")
    else: 'missing stats: no line begins with stats='
  - that: >-
      not is_full or not is_readable or not lines.all(_.is_pair)
      or lines.any(_.key == "flags")
    else: 'missing flags: no line begins with flags='
types:
  line:
    params:
      - id: index
        type: s4
        doc: Its number, counted from 0.
    seq:
      - id: key
        type: str
        terminator: 0x3d
        consume: false
        eos-error: false
        doc: What the line is about, up to the first equals sign.
      - id: equals_sign
        size: 1
        if: has_equals_sign
        doc: "="
        -fmtview-show: char
      - id: value
        type:
          switch-on: kind
          cases:
            'kind::number': number
            'kind::list': list
            'kind::row': row
            _: text
        size-eos: true
        if: has_equals_sign
        doc: |
          The rest of the line. An empty list is written as a hyphen, so that a
          value is never empty. (Lesson, joinOrDash.)
    instances:
      content:
        pos: 0
        size: _io.size
        type: str
        -fmtview-show: none
        doc: The whole line.
      key_bytes:
        pos: 0
        terminator: 0x3d
        consume: false
        eos-error: false
        -fmtview-show: none
        doc: The key.
      has_equals_sign:
        value: key_bytes.size < _io.size
        -fmtview-show: none
        doc: Whether there is an equals sign.
      is_pair:
        value: key_bytes.size > 0 and has_equals_sign
        -fmtview-show: none
        doc: Whether the line has the form key=value.
      value_text:
        pos: key_bytes.size + 1
        size: _io.size - key_bytes.size - 1
        type: str
        if: has_equals_sign
        -fmtview-show: none
        doc: The value as text.
      is_level:
        value: >-
          key.length < 9 ? false
          : key.substring(0, 6) == "level." and key.substring(7, 8) == "."
        -fmtview-show: none
        doc: Whether the key begins with level.N.
      prefix:
        value: 'is_level ? key.substring(0, 8) : ""'
        -fmtview-show: none
        doc: level.N. with the full stop after it.
      sub:
        value: 'is_level ? key.substring(8, key.length) : ""'
        -fmtview-show: none
        doc: The key without level.N.
      is_enemy:
        value: >-
          sub.length < 7 or sub.length > 8 ? false
          : sub.substring(0, 6) == "enemy."
        -fmtview-show: none
        doc: Whether the key is level.N.enemy.I
      is_quest:
        value: 'key.length < 7 ? false : key.substring(0, 6) == "quest."'
        -fmtview-show: none
        doc: Whether the key begins with quest.
      kind:
        value: >-
          key == "turn" or key == "hero.level" or key == "hero.hp"
          or key == "hero.gold" or key == "hero.x" or key == "hero.y"
          or key == "hero.mana" or key == "hero.xp" or key == "seed"
          or key == "rng" or key == "ids" or key == "depth"
          or key == "victory" or sub == "enemies" ? kind::number
          : key == "hero.inventory" or key == "hero.base"
          or key == "hero.skills" or key == "hero.equipment"
          or key == "stats" or key == "flags" or sub == "items"
          or sub == "npcs" or is_quest or is_enemy ? kind::list
          : sub.length < 6 ? kind::text
          : sub.substring(0, 6) == "tiles." or sub.substring(0, 5) == "seen."
          or sub.substring(0, 6) == "decor." ? kind::row
          : kind::text
        -fmtview-show: none
        doc: What the value is, by the key.
    to-string: content
    -fmtview-check:
      - that: not _root.is_arcanum or is_pair
        else: >-
          line {index + 1} does not have the form key=value: {_io.size == 0
          ? "it is blank" : has_equals_sign ? "nothing is before the ="
          : "there is no ="}
      - that: >-
          not is_pair or _root.num_lines > 2000
          or _root.lines.count(_.key == key) == 1
        else: >-
          {key} is there {_root.lines.count(_.key == key)} times; the last one
          counts
        severity: warning
        at: key
  checksum_line:
    seq:
      - id: key
        contents: checksum=
        doc: What marks the last line. (Lesson, sign.)
      - id: value
        type: str
        size-eos: true
        doc: |
          The checksum of all lines above, their line ends included: for each
          UTF-16 unit of the text sum = (sum × 31 + unit) mod 1000000007, in
          plain decimal. The lesson's game compares it as text, so neither `+5`
          nor `05` is 5. (Lesson, checksum and readValues.)
        -fmtview-checksum:
          algorithm: polynomial
          multiplier: 31
          modulus: 1000000007
          units: utf-16
          over: _root.lines
          stored: value.to_i
          running: true
          if: >-
            _root.is_arcanum and _root.lines.all(_.is_pair)
            and _root.is_known_version and is_number
    instances:
      bytes:
        pos: 9
        size: _io.size - 9
        -fmtview-show: none
        doc: The value.
      is_number:
        value: >-
          bytes.size < 1 or bytes.size > 10 ? false
          : bytes.min >= 0x30 and bytes.max <= 0x39
        -fmtview-show: none
        doc: Whether it has one to ten digits and nothing else.
    to-string: '"checksum=" + value'
    -fmtview-check:
      - that: >-
          not _root.is_arcanum or not _root.is_known_version or is_number
        else: >-
          the checksum "{value}" is no number, so it cannot be that of the lines
          above
        at: value
      - that: not is_number or value == value.to_i.to_s
        else: >-
          the game compares the checksum as text, and writes
          {value.to_i}, not {value}
        at: value
  text:
    seq:
      - id: text
        type: str
        size-eos: true
        doc: The text.
    to-string: text
  number:
    seq:
      - id: text
        type: str
        size-eos: true
        doc: |
          Digits only, one to nine of them; ten in the full save, whose numbers
          take 32 bits. (Lesson, isNumber.)
    instances:
      bytes:
        pos: 0
        size: _io.size
        -fmtview-show: none
        doc: The same as bytes.
      is_number:
        value: >-
          bytes.size < 1 or bytes.size > _root.max_digits ? false
          : bytes.min >= 0x30 and bytes.max <= 0x39
        -fmtview-show: none
        doc: Whether it is a number.
      number:
        value: text.to_i
        if: is_number
        -fmtview-show: none
        doc: The number.
    to-string: text
    -fmtview-check:
      - that: not _root.is_readable or is_number
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): "{text}" is not
          a number of 1 to {_root.max_digits} digits
      - that: not is_number or number <= 0xffff_ffff
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): {text} does not
          fit 32 bits
      - that: _parent.key != "victory" or not is_number or number < 2
        else: >-
          bad value in victory (line {_parent.index + 1}): {text}, but it is 0
          or 1
      - that: >-
          _parent.key != "depth" or not is_number
          or number <= _root.levels.size
        else: >-
          bad value in depth (line {_parent.index + 1}): {text}, but there are
          {_root.levels.size} levels (0 is the town)
      - that: >-
          _parent.sub != "enemies" or not is_number or number
          == _root.lines.count(_.is_enemy and _.prefix == _parent.prefix)
        else: >-
          {text} enemies announced, but {_root.lines.count(
          _.is_enemy and _.prefix == _parent.prefix)} lines
          {_parent.prefix}enemy.N are there
  list:
    seq:
      - id: items
        type: item
        terminator: 0x2c
        eos-error: false
        repeat: eos
        doc: |
          The entries, which commas separate. (Lesson, joinOrDash; an empty
          entry at the end does not count, because Java's split drops it.)
    instances:
      text:
        pos: 0
        size: _io.size
        type: str
        -fmtview-show: none
        doc: The list as text.
    to-string: text
    -fmtview-check:
      - that: _io.size > 0
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): it is empty; an
          empty list is written as a hyphen
      - that: >-
          _parent.key != "hero.inventory" or not _root.is_readable
          or text == "-" or items.all(_.parts.size == 2
          and _.parts.last.is_number)
        else: >-
          bad value in hero.inventory (line {_parent.index + 1}): each entry is
          item:count, and "-" stands for an empty bag
      - that: >-
          _parent.key != "hero.base"
          or items.all(_.parts.size == 1 and _.parts[0].is_number)
        else: >-
          bad value in hero.base (line {_parent.index + 1}): numbers separated
          by commas are expected
      - that: >-
          _parent.key != "stats" or items.size == 6
          and items.all(_.parts.size == 1 and _.parts[0].is_number)
        else: >-
          bad value in stats (line {_parent.index + 1}): 6 numbers are expected
          (turns, kills, blood, damage dealt and taken, potions), found
          {items.size} entries
      - that: >-
          not _parent.is_quest or items.size == 1 and items[0].parts.size == 2
          and items[0].parts[1].is_number
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): state:stage is
          expected, the stage a number
      - that: >-
          _parent.sub != "items" or text == "-" or items.all(_.parts.size == 4
          and _.parts[0].is_number and _.parts[1].is_number
          and _.parts[3].is_number)
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): each entry is
          x:y:item:count
      - that: >-
          _parent.sub != "npcs" or text == "-" or items.all(_.parts.size == 3
          and _.parts[1].is_number and _.parts[2].is_number)
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): each entry is
          name:x:y
      - that: >-
          not _parent.is_enemy or items.size == 8
          and items[1..4].all(_.parts.size == 1 and _.parts[0].is_number)
          and items[5..8].all(_.parts.size == 1 and _.parts[0].is_number)
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): kind, x, y, hp,
          state, calm, lost turns and phase are expected, found {items.size}
          entries
      - that: >-
          not _parent.is_enemy or items.size != 8
          or not items[1].parts[0].is_number
          or _root.lines.any(
          _.key == _parent.prefix + "tiles." + items[2].parts[0].text
          and items[1].parts[0].number < _.value_text.length)
        else: >-
          bad value in {_parent.key} (line {_parent.index + 1}): it is outside
          the map
  item:
    seq:
      - id: parts
        type: part
        terminator: 0x3a
        eos-error: false
        repeat: eos
        doc: What the entry consists of; colons separate it.
    instances:
      text:
        pos: 0
        size: _io.size
        type: str
        -fmtview-show: none
        doc: The entry as text.
    to-string: text
    -fmtview-check:
      - that: >-
          _parent._parent.sub != "items" or parts.size != 4
          or not parts[0].is_number or _root.lines.any(
          _.key == _parent._parent.prefix + "tiles." + parts[1].text
          and parts[0].number < _.value_text.length)
        else: ({parts[0].text}, {parts[1].text}) is outside the map
      - that: >-
          _parent._parent.sub != "npcs" or parts.size != 3
          or not parts[1].is_number or _root.lines.any(
          _.key == _parent._parent.prefix + "tiles." + parts[2].text
          and parts[1].number < _.value_text.length)
        else: ({parts[1].text}, {parts[2].text}) is outside the map
  part:
    seq:
      - id: text
        type: str
        size-eos: true
        doc: A name or a number.
    instances:
      bytes:
        pos: 0
        size: _io.size
        -fmtview-show: none
        doc: The same as bytes.
      is_number:
        value: >-
          bytes.size < 1 or bytes.size > _root.max_digits ? false
          : bytes.min >= 0x30 and bytes.max <= 0x39
        -fmtview-show: none
        doc: Whether it is a number.
      number:
        value: text.to_i
        if: is_number
        -fmtview-show: none
        doc: The number.
    to-string: text
  row:
    doc: |
      A row of a level's map: what is there (tiles), what the hero has seen
      (seen, 0 or 1 a cell), how it is decorated (decor, _ for nothing).
    seq:
      - id: text
        type: str
        size-eos: true
        doc: One character a cell, from left to right.
    instances:
      bytes:
        pos: 0
        size: _io.size
        -fmtview-show: none
        doc: The same as bytes.
    to-string: text
    -fmtview-check:
      - that: >-
          _root.lines.any(_.key == _parent.prefix + "tiles.0"
          and _.value_text.length == text.length)
        else: >-
          {text.length} cells, but {_parent.prefix}tiles.0 has another number or
          is missing
      - that: >-
          _parent.sub.substring(0, 5) != "seen."
          or bytes.all(_ == 0x30 or _ == 0x31)
        else: only 0 and 1 stand for not seen and seen
      - that: >-
          _parent.sub.substring(0, 6) != "tiles." or _root.lines.any(_.key
          == _parent.prefix + "seen."
          + _parent.sub.substring(6, _parent.sub.length))
          and _root.lines.any(_.key == _parent.prefix + "decor."
          + _parent.sub.substring(6, _parent.sub.length))
        else: >-
          the row of seen or decor that belongs to {_parent.key} is missing
      - that: >-
          _parent.sub.substring(0, 6) != "tiles."
          or _parent.sub == "tiles.0"
          or _root.lines.any(_.key == _parent.prefix + "tiles."
          + (_parent.sub.substring(6, _parent.sub.length).to_i - 1).to_s)
        else: the row above {_parent.key} is missing
  level:
    doc: The map of a level, put together from its lines.
    params:
      - id: start
        type: s4
        doc: Its first line, counted from 0.
    instances:
      name:
        value: _root.lines[start].prefix.substring(0, 7)
        doc: The level's name in the keys, with its number.
      tiles:
        pos: 0
        type: tile_row(start + 3 * _index)
        repeat: until
        repeat-until: _.is_last
        if: _root.lines[start].sub == "tiles.0"
        doc: The rows of the map, every third line.
        -fmtview-show: map
      members:
        pos: 0
        type: line_link(start + _index)
        repeat: until
        repeat-until: _.is_last or _.is_last_of_level
        -fmtview-show: none
        doc: Its lines.
      end:
        value: start + members.size
        -fmtview-show: none
        doc: The first line after it.
      is_last:
        value: '_root.num_lines <= end ? true : not _root.lines[end].is_level'
        -fmtview-show: none
        doc: Whether no level follows.
    to-string: name
  tile_row:
    params:
      - id: index
        type: s4
        doc: Its line, counted from 0.
    instances:
      cells:
        value: _root.lines[index].value_text
        doc: One character a cell.
      is_last:
        value: >-
          index + 3 >= _root.num_lines ? true
          : _root.lines[index + 3].sub.length < 7 ? true
          : _root.lines[index + 3].sub.substring(0, 6) != "tiles."
          or _root.lines[index + 3].prefix != _root.lines[index].prefix
        -fmtview-show: none
        doc: Whether it is the map's last row.
    to-string: cells
  line_link:
    doc: A line by its number, without bytes of its own.
    params:
      - id: index
        type: s4
        doc: The line, counted from 0.
    instances:
      is_level:
        value: _root.lines[index].is_level
        doc: Whether it belongs to a level.
      is_last:
        value: index + 1 >= _root.num_lines
        doc: Whether it is the last above the checksum.
      is_last_of_level:
        value: >-
          is_last ? true
          : _root.lines[index + 1].prefix != _root.lines[index].prefix
        doc: Whether the next line belongs to something else.
  scanned_line:
    doc: A line before it is read.
    params:
      - id: index
        type: s4
        doc: Its number, counted from 0.
    instances:
      head:
        pos: 0
        size: '_io.size < 9 ? _io.size : 9'
        doc: Its first characters.
      is_checksum:
        value: >-
          head == [0x63, 0x68, 0x65, 0x63, 0x6b, 0x73, 0x75, 0x6d, 0x3d]
        doc: Whether it begins with checksum=.
      num_filled:
        value: >-
          _io.size > 0 ? index + 1
          : index > 0 ? _parent.scan[index - 1].num_filled.as<s4>
          : 0
        doc: Number of lines up to here without blank ones at the end.
enums:
  kind:
    0:
      id: text
      doc: Any text.
    1:
      id: number
      doc: A number.
    2:
      id: list
      doc: Entries separated by commas, their parts by colons.
    3:
      id: row
      doc: A row of a map.
