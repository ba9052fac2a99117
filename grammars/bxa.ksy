meta:
  id: bxa
  title: Box-pushing levels as text
  application: 推箱子 (Skyiv.Ben.PushBox) for Windows Mobile, 2007
  file-extension:
    - bxa
    - xsb
  license: CC0-1.0
  encoding: GB2312
  -fmtview-detect:
    names: ['*.bxa', '*.xsb']
    trial: true
doc: |
  The levels of a box-pushing game (Sokoban) as text, which the game exports to
  and imports from `text/<group>.bxa`. Lines end with CR LF or LF.

  The first line may give the name of the group, after an exclamation mark.
  Levels are separated by blank lines. A level's rows are drawn in one of two
  sets of characters, the game's own or those of XSB files. `+` stands in both,
  but for a goal in the one and for the worker on a goal in the other; the rest
  of the level decides which. A line that begins with `'` is a comment, one that
  begins with `:` a solution.
doc-ref:
  - 使用 C# 开发智能手机软件：推箱子(十), Common/DataFile.cs
  - 使用 C# 开发智能手机软件：推箱子(三), Common/Block.cs
  - http://sokobano.de/wiki/index.php?title=Level_format
seq:
  - id: group_name
    type: name_line
    terminator: 0x0a
    eos-error: false
    if: has_group_name
    doc: |
      Name of the group, on the first line only. (DataFile.cs,
      "第一行如果以!开头的话, 则为组名".)
  - id: levels
    type: level(_io.pos)
    repeat: eos
    doc: |
      The levels, separated by blank lines, each with the lines that belong to
      it. (DataFile.cs, "各关之间必须以空行分隔".)
instances:
  has_group_name:
    value: '_io.size == 0 ? false : first_byte == 0x21'
    -fmtview-show: none
    doc: Whether the first line begins with an exclamation mark.
  first_byte:
    pos: 0
    type: u1
    -fmtview-show: none
    doc: The first character.
-fmtview-check:
  - that: levels.any(_.has_rows)
    else: >-
      there is no level here: no line begins with one of the characters that
      levels are drawn with
types:
  name_line:
    seq:
      - id: mark
        contents: '!'
        doc: What marks the name of the group.
      - id: name
        type: str
        terminator: 0x0d
        eos-error: false
        doc: The name, in GB2312, 16 characters at most.
    -webide-representation: '{name}'
    -fmtview-check:
      - that: name.length <= 16
        else: >-
          the name has {name.length} characters, but no more than 16 are allowed
          (不能超过16个字符)
        at: name
  level:
    params:
      - id: start
        type: s4
        doc: Where its first line begins.
    seq:
      - id: before
        type: line(_io.pos)
        terminator: 0x0a
        eos-error: false
        repeat: until
        repeat-until: _.is_last or _.next_line.kind == line_kind::row
        if: first_line.kind != line_kind::row
        doc: Comments and blank lines before the rows.
      - id: rows
        type: row(_io.pos)
        terminator: 0x0a
        eos-error: false
        repeat: until
        repeat-until: _.is_last or _.next_line.kind != line_kind::row
        if: has_rows
        doc: |
          The map, a line for each row. (DataFile.cs and Block.cs for the two
          sets of characters.)
        -fmtview-show: map
        -fmtview-cells:
          "' '": {glyph: ' ', name: floor}
          "'-'": {glyph: '-', name: floor}
          "'_'": {glyph: '_', name: floor}
          "'#'": {glyph: '#', name: wall}
          "'%'": {glyph: '%', name: brick}
          "'+'": {glyph: '+', name: 'goal (in XSB, worker on goal)'}
          "'.'": {glyph: '.', name: goal}
          "'x'": {glyph: 'x', name: box}
          "'$'": {glyph: '$', name: box}
          "'X'": {glyph: 'X', name: box on goal}
          "'*'": {glyph: '*', name: box on goal}
          "'('": {glyph: '(', name: worker}
          "'@'": {glyph: '@', name: worker}
          "')'": {glyph: ')', name: worker on goal}
      - id: after
        type: line(_io.pos)
        terminator: 0x0a
        eos-error: false
        repeat: until
        repeat-until: >-
          _.is_last or _.next_line.kind == line_kind::row
          or _.this_line.kind == line_kind::blank
          and _.next_line.kind != line_kind::blank
        if: not _io.eof
        doc: Solutions and comments after the rows, and the blank lines.
    instances:
      dialect:
        value: >-
          map_text.max == 0x78 or map_text.max == 0x58 or map_text.max == 0x2d
          ? 1 : 2
        enum: dialect
        if: has_rows
        doc: |
          Which characters the rows are drawn with. The greatest one tells: x, X
          or (where there is no box) - in the game's own set, never in XSB.
      solution:
        value: after[0].text
        if: has_solution
        doc: The steps of the line after the rows, if that is a solution.
      first_line:
        pos: start
        type: line_text
        terminator: 0x0a
        eos-error: false
        -fmtview-show: none
        doc: The first line, before it is read.
      has_rows:
        value: >-
          first_line.kind == line_kind::row ? true : not before.last.is_last
        -fmtview-show: none
        doc: Whether there is a map, not only comments.
      has_solution:
        value: >-
          not has_rows ? false
          : rows.last.is_last ? false
          : after[0].this_line.kind == line_kind::solution
        -fmtview-show: none
        doc: Whether a solution follows the rows.
      ofs_rows:
        value: 'first_line.kind == line_kind::row ? start : before.last.end'
        -fmtview-show: none
        doc: Where the rows begin.
      map_text:
        pos: ofs_rows
        size: rows.last.end - ofs_rows
        -fmtview-show: none
        doc: All rows.
    -fmtview-check:
      - that: >-
          not has_rows or (dialect == dialect::own
          ? rows.sum(_.cells.count(_ == 0x28 or _ == 0x29))
          : rows.sum(_.cells.count(_ == 0x40 or _ == 0x2b))) == 1
        else: >-
          a level has exactly one worker, {dialect == dialect::own
          ? "`(` or `)` on a goal" : "`@` or `+` on a goal"}; found
          {dialect == dialect::own
          ? rows.sum(_.cells.count(_ == 0x28 or _ == 0x29))
          : rows.sum(_.cells.count(_ == 0x40 or _ == 0x2b))}
          (必须刚好有一个工人)
        at: rows
      - that: >-
          not has_rows or rows.sum(_.cells.count(
          _ == 0x78 or _ == 0x58 or _ == 0x24 or _ == 0x2a))
          == rows.sum(_.cells.count(_ == 0x58 or _ == 0x29
          or _ == 0x2b or _ == 0x2e or _ == 0x2a))
        else: >-
          boxes {rows.sum(_.cells.count(
          _ == 0x78 or _ == 0x58 or _ == 0x24 or _ == 0x2a))}, goals
          {rows.sum(_.cells.count(_ == 0x58 or _ == 0x29
          or _ == 0x2b or _ == 0x2e or _ == 0x2a))}; the game is content with
          as many as can be paired
        severity: note
        at: rows
  row:
    params:
      - id: end
        type: s4
        doc: Where the next line begins.
    seq:
      - id: cells
        terminator: 0x0d
        eos-error: false
        doc: One character a cell.
        -fmtview-show: text
    instances:
      is_last:
        value: end >= _root._io.size
        -fmtview-show: none
        doc: Whether nothing follows.
      next_line:
        io: _root._io
        pos: end
        type: line_text
        terminator: 0x0a
        eos-error: false
        -fmtview-show: none
        doc: The line after it.
    to-string: cells.to_s("ASCII")
    -fmtview-check:
      - that: cells.size == _parent.rows[0].cells.size
        else: >-
          {cells.size} characters, but the first row has
          {_parent.rows[0].cells.size}; what is missing counts as floor
        severity: note
      - that: >-
          _parent.dialect != dialect::own or cells.all(_ == 0x2d or _ == 0x2b
          or _ == 0x23 or _ == 0x25 or _ == 0x78 or _ == 0x58
          or _ == 0x28 or _ == 0x29)
        else: >-
          {cells.count(not (_ == 0x2d or _ == 0x2b
          or _ == 0x23 or _ == 0x25 or _ == 0x78 or _ == 0x58
          or _ == 0x28 or _ == 0x29))} characters are none of -+#%xX(), which
          the rest of this level is drawn with{cells.any(_ == 0x20 or _ == 0x24
          or _ == 0x2a or _ == 0x2e or _ == 0x40)
          ? "; they belong to XSB, and a level must not mix the two" : ""}
      - that: >-
          _parent.dialect != dialect::xsb or cells.all(_ == 0x20 or _ == 0x2e
          or _ == 0x23 or _ == 0x24 or _ == 0x2a or _ == 0x40 or _ == 0x2b
          or _ == 0x2d or _ == 0x5f)
        else: >-
          {cells.count(not (_ == 0x20 or _ == 0x2e
          or _ == 0x23 or _ == 0x24 or _ == 0x2a or _ == 0x40 or _ == 0x2b
          or _ == 0x2d or _ == 0x5f))} characters are none of " .#$*@+-_", which
          the rest of this level is drawn with{cells.any(_ == 0x25)
          ? "; % is a brick, which XSB does not have" : ""}
  line:
    params:
      - id: end
        type: s4
        doc: Where the next line begins.
    seq:
      - id: mark
        size: 1
        if: >-
          this_line.kind == line_kind::comment
          or this_line.kind == line_kind::solution
        doc: "' or ; before a comment, : before a solution."
        -fmtview-show: char
      - id: text
        type: str
        terminator: 0x0d
        eos-error: false
        doc: |
          The comment or the steps of the solution, in the form of the game's
          .bxs files. (DataFile.cs, "以:开头的行为通关步骤",
          "以'开头的行为注释".)
    instances:
      kind:
        value: this_line.kind
        doc: What the line is.
      is_last:
        value: end >= _root._io.size
        -fmtview-show: none
        doc: Whether nothing follows.
      this_line:
        pos: 0
        type: line_text
        size: _io.size
        -fmtview-show: none
        doc: The whole line.
      next_line:
        io: _root._io
        pos: end
        type: line_text
        terminator: 0x0a
        eos-error: false
        -fmtview-show: none
        doc: The line after it.
    -webide-representation: '{text}'
    -fmtview-check:
      - that: kind != line_kind::other
        else: >-
          neither a row nor a comment ('), a solution (:) or a blank line; a
          title?
        severity: note
      - that: >-
          kind != line_kind::solution
          or this_line.content[1..this_line.content.size].all(
          _ == 0x6c or _ == 0x75 or _ == 0x72 or _ == 0x64
          or _ == 0x4c or _ == 0x55 or _ == 0x52 or _ == 0x44 or _ == 0x0d)
        else: >-
          letters other than l, u, r, d (capitals for pushes); how this game
          writes a step is not known for certain
        severity: note
        at: text
  line_text:
    doc: A line seen as a whole, without LF.
    instances:
      content:
        pos: 0
        size: _io.size
        doc: Its characters.
      kind:
        value: >-
          content.size == 0 ? line_kind::blank
          : content.max <= 0x20 ? line_kind::blank
          : content[0] == 0x27 or content[0] == 0x3b ? line_kind::comment
          : content[0] == 0x3a ? line_kind::solution
          : content[0] == 0x20 or content[0] == 0x2d or content[0] == 0x5f
          or content[0] == 0x23 or content[0] == 0x25 or content[0] == 0x2b
          or content[0] == 0x2e or content[0] == 0x78 or content[0] == 0x24
          or content[0] == 0x58 or content[0] == 0x2a or content[0] == 0x28
          or content[0] == 0x40 or content[0] == 0x29 ? line_kind::row
          : line_kind::other
        doc: What it is, by its first character.
enums:
  dialect:
    1:
      id: own
      doc: The game's own, `-+#%xX()`.
    2:
      id: xsb
      doc: Those of XSB files, ` .#$*@+`.
  line_kind:
    1:
      id: blank
      doc: Empty, or blanks only.
    2:
      id: comment
      doc: Ignored by the game.
    3:
      id: solution
      doc: The steps that solve the level.
    4:
      id: row
      doc: A row of a level.
    5:
      id: other
      doc: None of these.
