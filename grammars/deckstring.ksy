meta:
  id: deckstring
  title: Hearthstone deck code
  application: Hearthstone
  file-extension: deckstring
  license: CC0-1.0
  encoding: UTF-8
  endian: le
  -fmtview-detect:
    names: ['deckstring*', '*.deckstring', '*.deck']
    magic: [{at: 0, bytes: AAE}]
    trial: true
doc: |
  A deck as Hearthstone copies it to the clipboard: lines of text, of which
  those that begin with `#` are comments and the first other one is the deck
  itself in base64. In it every number is a varint, as in protocol buffers: 7
  bits a byte, the lowest first, bit 7 set if more follows.

  The game copies standard base64 with padding. Web pages also hand out codes
  without padding, with the URL-safe alphabet, or with blanks in them.

  Sources: hearthsim.info's description, which is older than sideboards, and
  the libraries for Python (hearthstone 9.22.0), JavaScript (deckstrings 3.1.1)
  and C# (HearthDb).
doc-ref:
  - https://hearthsim.info/docs/deckstrings/
  - https://github.com/HearthSim/python-hearthstone hearthstone/deckstrings.py
  - https://github.com/HearthSim/hearthstone-deckstrings
  - https://protobuf.dev/programming-guides/encoding/#varints
seq:
  - id: before
    type: line(_io.pos, _index)
    terminator: 0x0a
    eos-error: false
    repeat: until
    repeat-until: _.is_last or not _.next_line.is_skipped
    if: _io.size > 0 and first_line.is_skipped
    doc: |
      Comments and blank lines before the code. The first that begins with
      `###` gives the deck's name; the game writes class, format and cards for
      people to read.
  - id: deck
    type: deck
    terminator: 0x0a
    eos-error: false
    process: base64
    if: not _io.eof
    doc: The deck. The first line that is neither empty nor a comment.
  - id: after
    type: line(_io.pos, _index)
    terminator: 0x0a
    eos-error: false
    repeat: eos
    doc: |
      What follows the code; the game writes two comments there, on how to use
      it.
instances:
  name:
    value: before[0].deck_name
    if: _io.size > 0 and first_line.is_skipped
    doc: The deck's name, from the first line that begins with `###`.
  first_line:
    pos: 0
    type: line_text
    terminator: 0x0a
    eos-error: false
    -fmtview-show: none
    doc: The first line, before it is read.
  ofs_code:
    value: '_io.size > 0 and first_line.is_skipped ? before.last.end : 0'
    -fmtview-show: none
    doc: Where the code begins.
  code:
    pos: ofs_code
    terminator: 0x0a
    eos-error: false
    if: ofs_code < _io.size
    -fmtview-show: none
    doc: The deck's base64 text.
-fmtview-check:
  - that: ofs_code < _io.size
    else: >-
      there is no deck code here, only
      {_io.size == 0 ? "an empty text" : "comments"}
  - that: not code.any(_ == 0x2d or _ == 0x5f)
    else: >-
      the code is in the URL-safe alphabet (- and _ for + and /), which the game
      does not write; strict decoders refuse it
    severity: note
    at: deck
  - that: code.all(_ > 0x20 or _ == 0x0d)
    else: >-
      blanks inside the code; strict decoders refuse them
    severity: note
    at: deck
  - that: code.count(_ > 0x20) % 4 == 0
    else: >-
      the code's {code.count(_ > 0x20)} characters are no multiple of four:
      the padding (=) is missing; strict decoders refuse it
    severity: note
    at: deck
types:
  deck:
    doc: |
      The decoded code. Lists are sorted in codes that the game writes.
    seq:
      - id: reserved
        type: u1
        valid: 0
        doc: 0. (hearthsim.info, "Reserved byte 0x00".)
      - id: version
        type: u1
        valid: 1
        doc: Version of the encoding, 1. (hearthsim.info.)
      - id: format
        type: u1
        enum: format
        valid:
          in-enum: true
        doc: Which rules the deck is for. (python-hearthstone, FormatType.)
      - id: hero_count
        type: varint
        doc: Number of heroes, 1. (hearthsim.info.)
      - id: heroes
        type: varint
        repeat: expr
        repeat-expr: hero_count.value
        doc: |
          DBF ids of the heroes; one tells the class of the deck.
          (hearthsim.info.)
      - id: single_count
        type: varint
        doc: Number of cards that are once in the deck. (hearthsim.info.)
      - id: singles
        type: card_id
        repeat: expr
        repeat-expr: single_count.value
        doc: DBF ids of the cards that are once in the deck.
      - id: double_count
        type: varint
        doc: Number of cards that are twice in the deck. (hearthsim.info.)
      - id: doubles
        type: card_id
        repeat: expr
        repeat-expr: double_count.value
        doc: DBF ids of the cards that are twice in the deck.
      - id: n_copy_count
        type: varint
        doc: |
          Number of cards that are in the deck more than twice.
          (hearthsim.info.)
      - id: n_copies
        type: n_copy(_index)
        repeat: expr
        repeat-expr: n_copy_count.value
        doc: |
          The cards that are in the deck more than twice, which only odd decks
          have.
      - id: sideboards
        type: sideboards
        if: not _io.eof
        doc: |
          Cards that other cards of the deck carry along. Codes from before June
          2023 end before it. (python-hearthstone; deckstrings 3.0.0.)
      - id: trailing
        size-eos: true
        if: not _io.eof
        doc: What follows the deck; nothing may.
    instances:
      card_count:
        value: >-
          single_count.value + 2 * double_count.value
          + (n_copy_count.value > 0 ? n_copies.last.copies_so_far : 0)
        doc: Number of cards in the deck, those of sideboards not counted.
    -fmtview-check:
      - that: hero_count.value > 0 or format == format::unknown
        else: the deck has no hero
        at: hero_count
      - that: hero_count.value < 2
        else: '{hero_count.value} heroes; a deck has one'
        severity: note
        at: hero_count
      - that: heroes.all(_.value > 0) or format == format::unknown
        else: 0 is no hero
        at: heroes
      - that: heroes.unique(_.value)
        else: a hero is there twice
        at: heroes
      - that: hero_count.value <= _io.size
        else: >-
          {hero_count.value} heroes announced, but the code has {_io.size} bytes
          in all
        at: hero_count
      - that: single_count.value <= _io.size
        else: >-
          {single_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: single_count
      - that: double_count.value <= _io.size
        else: >-
          {double_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: double_count
      - that: n_copy_count.value <= _io.size
        else: >-
          {n_copy_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: n_copy_count
      - that: >-
          heroes.size < 2 or heroes.last.groups.size == 0
          or heroes.last.groups.last > 0x7f
          or [1..heroes.size].all(heroes[_ - 1].value < heroes[_].value)
        else: the heroes are not sorted, so this is not the code the game writes
        severity: note
        at: heroes
      - that: >-
          singles.size < 2 or singles.last.groups.size == 0
          or singles.last.groups.last > 0x7f
          or [1..singles.size].all(singles[_ - 1].value <= singles[_].value)
        else: >-
          the single cards are not sorted, so this is not the code the game
          writes
        severity: warning
        at: singles
      - that: >-
          doubles.size < 2 or doubles.last.groups.size == 0
          or doubles.last.groups.last > 0x7f
          or [1..doubles.size].all(doubles[_ - 1].value <= doubles[_].value)
        else: >-
          the double cards are not sorted, so this is not the code the game
          writes
        severity: warning
        at: doubles
      - that: >-
          [1..n_copies.size].all(
          n_copies[_ - 1].card.value <= n_copies[_].card.value)
        else: >-
          the cards are not sorted, so this is not the code the game writes
        severity: warning
        at: n_copies
      - that: >-
          card_count == (singles.any(_.value == 79767)
          or doubles.any(_.value == 79767) ? 40 : 30)
        else: >-
          {card_count} cards; a deck has 30 (40 with Prince Renathal)
        severity: note
      - that: trailing.size == 0
        else: >-
          {trailing.size} byte{trailing.size == 1 ? "" : "s"} after the end of
          the deck
        at: trailing
  sideboards:
    seq:
      - id: flag
        type: u1
        valid:
          any-of: [0, 1]
        doc: 1 if sideboards follow, 0 if not. (python-hearthstone.)
      - id: single_count
        type: varint
        if: flag == 1
        doc: Number of cards that are once in a sideboard.
      - id: singles
        type: sideboard_card
        repeat: expr
        repeat-expr: single_count.value
        if: flag == 1
        doc: |
          Cards that are once in a sideboard, sorted by owner, then id. (As
          python-hearthstone writes them; HearthDb sorts by id.)
      - id: double_count
        type: varint
        if: flag == 1
        doc: Number of cards that are twice in a sideboard.
      - id: doubles
        type: sideboard_card
        repeat: expr
        repeat-expr: double_count.value
        if: flag == 1
        doc: Cards that are twice in a sideboard.
      - id: n_copy_count
        type: varint
        if: flag == 1
        doc: Number of cards that are in a sideboard more than twice.
      - id: n_copies
        type: sideboard_n_copy
        repeat: expr
        repeat-expr: n_copy_count.value
        if: flag == 1
        doc: Cards that are in a sideboard more than twice.
    -fmtview-check:
      - that: flag != 1 or single_count.value <= _io.size
        else: >-
          {single_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: single_count
      - that: flag != 1 or double_count.value <= _io.size
        else: >-
          {double_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: double_count
      - that: flag != 1 or n_copy_count.value <= _io.size
        else: >-
          {n_copy_count.value} cards announced, but the code has {_io.size}
          bytes in all
        at: n_copy_count
  n_copy:
    params:
      - id: index
        type: s4
        doc: Its place in the list, counted from 0.
    seq:
      - id: card
        type: varint
        doc: DBF id of the card.
      - id: count
        type: varint
        doc: How many of it, 3 or more; writers use the other lists for 1 and 2.
    instances:
      copies_so_far:
        value: >-
          count.value
          + (index > 0 ? _parent.n_copies[index - 1].copies_so_far.as<s4> : 0)
        -fmtview-show: none
        doc: Copies of all cards of the list up to this one.
    -webide-representation: '{count.value:dec} × {card.value:dec}'
    -fmtview-check:
      - that: card.value > 0
        else: 0 is no card
        at: card
      - that: count.value > 0
        else: the card is in the deck 0 times
        at: count
      - that: count.value == 0 or count.value > 2
        else: >-
          {count.value} copies, which the game writes into the list of
          {count.value == 1 ? "single" : "double"} cards
        severity: note
        at: count
      - that: >-
          _parent.n_copies.count(_.card.value == card.value)
          + _parent.singles.count(_.value == card.value)
          + _parent.doubles.count(_.value == card.value) == 1
        else: card {card.value} is in the lists more than once
        at: card
  sideboard_card:
    seq:
      - id: card
        type: varint
        doc: DBF id of the card.
      - id: owner
        type: varint
        doc: |
          DBF id of the card that carries the sideboard: 90749 is E.T.C., Band
          Manager.
    -webide-representation: '{card.value:dec} of {owner.value:dec}'
    -fmtview-check:
      - that: card.value > 0
        else: 0 is no card
        at: card
      - that: owner.value > 0
        else: 0 is no card that could carry a sideboard
        at: owner
      - that: >-
          owner.value == 0
          or _parent._parent.singles.any(_.value == owner.value)
          or _parent._parent.doubles.any(_.value == owner.value)
          or _parent._parent.n_copies.any(_.card.value == owner.value)
        else: card {owner.value}, which carries this one, is not in the deck
        severity: warning
        at: owner
      - that: >-
          _parent.singles.count(
          _.card.value == card.value and _.owner.value == owner.value)
          + _parent.doubles.count(
          _.card.value == card.value and _.owner.value == owner.value)
          + _parent.n_copies.count(
          _.card.value == card.value and _.owner.value == owner.value) == 1
        else: >-
          card {card.value} is in the sideboard of {owner.value} more than once
        at: card
  sideboard_n_copy:
    seq:
      - id: card
        type: varint
        doc: DBF id of the card.
      - id: count
        type: varint
        doc: |
          How many of it. (HearthDb writes the owner first, and reads the count
          first, as all other libraries do.)
      - id: owner
        type: varint
        doc: DBF id of the card that carries the sideboard.
    -webide-representation: >-
      {count.value:dec} × {card.value:dec} of {owner.value:dec}
    -fmtview-check:
      - that: card.value > 0
        else: 0 is no card
        at: card
      - that: count.value > 0
        else: the card is in the sideboard 0 times
        at: count
      - that: owner.value > 0
        else: 0 is no card that could carry a sideboard
        at: owner
      - that: >-
          owner.value == 0
          or _parent._parent.singles.any(_.value == owner.value)
          or _parent._parent.doubles.any(_.value == owner.value)
          or _parent._parent.n_copies.any(_.card.value == owner.value)
        else: >-
          card {owner.value}, which carries this one, is not in the
          deck{_parent._parent.singles.any(_.value == count.value)
          or _parent._parent.doubles.any(_.value == count.value)
          ? "; the count is, so HearthDb may have written the two in the wrong "
          + "order" : ""}
        severity: warning
        at: owner
  varint:
    doc: |
      A number of 7 bits a byte, the lowest first; bit 7 tells that more follow.
      (Protocol buffers, "Base 128 varints".)
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 0x80 or _index == 9
        doc: The bytes.
    instances:
      value:
        value: >-
          (groups.size > 0 ? groups[0] % 0x80 : 0)
          + (groups.size > 1 ? groups[1] % 0x80 * 0x80 : 0)
          + (groups.size > 2 ? groups[2] % 0x80 * 0x4000 : 0)
          + (groups.size > 3 ? groups[3] % 0x80 * 0x200000 : 0)
          + (groups.size > 4 ? groups[4] % 0x80 * 0x10000000 : 0)
        doc: The number; of more than five bytes the first five.
    -webide-representation: '{value:dec}'
    -fmtview-check:
      - that: groups.size < 10 or groups.last < 0x80
        else: the number does not end within {groups.size} bytes
      - that: groups.size <= 5 and value <= 0xffff_ffff
        else: a number of {groups.size} bytes, but ids and counts fit 32 bits
      - that: groups.size < 2 or groups.last != 0
        else: >-
          {groups.size} bytes for a number that fits fewer; not the code the
          game writes
        severity: warning
  card_id:
    doc: The DBF id of a card, a number as `varint` has it.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 0x80 or _index == 9
        doc: The bytes.
    instances:
      value:
        value: >-
          (groups.size > 0 ? groups[0] % 0x80 : 0)
          + (groups.size > 1 ? groups[1] % 0x80 * 0x80 : 0)
          + (groups.size > 2 ? groups[2] % 0x80 * 0x4000 : 0)
          + (groups.size > 3 ? groups[3] % 0x80 * 0x200000 : 0)
          + (groups.size > 4 ? groups[4] % 0x80 * 0x10000000 : 0)
        doc: The number; of more than five bytes the first five.
    -webide-representation: '{value:dec}'
    -fmtview-check:
      - that: groups.size < 10 or groups.last < 0x80
        else: the number does not end within {groups.size} bytes
      - that: groups.size <= 5 and value <= 0xffff_ffff
        else: a number of {groups.size} bytes, but ids and counts fit 32 bits
      - that: groups.size < 2 or groups.last != 0
        else: >-
          {groups.size} bytes for a number that fits fewer; not the code the
          game writes
        severity: warning
      - that: groups.size == 0 or value > 0
        else: 0 is no card
      - that: >-
          _parent.singles.count(_.value == value)
          + _parent.doubles.count(_.value == value) == 1
        else: card {value} is in the deck's lists more than once
  line:
    params:
      - id: end
        type: s4
        doc: Where the next line begins.
      - id: index
        type: s4
        doc: Its place among these lines, counted from 0.
    seq:
      - id: text
        type: str
        terminator: 0x0d
        eos-error: false
        doc: The line without its end.
    instances:
      deck_name:
        value: >-
          text.length > 4 and text.substring(0, 4) == '### '
          ? text.substring(4, text.length)
          : text.length > 3 and text.substring(0, 3) == '###'
          ? text.substring(3, text.length)
          : index + 1 < _parent.before.size
          ? _parent.before[index + 1].deck_name.as<str>
          : ''
        -fmtview-show: none
        doc: The first name of a deck from this line on.
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
    -webide-representation: '{text}'
    -fmtview-check:
      - that: >-
          end <= _root.ofs_code or text.length == 0
          or text.substring(0, 1) == '#'
        else: >-
          text after the code that is no comment; a code that was broken into
          lines?
        severity: warning
  line_text:
    doc: A line seen before it is read.
    instances:
      content:
        pos: 0
        size: _io.size
        doc: Its characters.
      is_skipped:
        value: >-
          content.size == 0 ? true
          : content.max <= 0x20 ? true
          : content[0] == 0x23
        doc: Whether it is blank or a comment.
enums:
  format:
    0:
      id: unknown
      doc: Not set.
    1:
      id: wild
      doc: All cards.
    2:
      id: standard
      doc: Cards of the last sets.
    3:
      id: classic
      doc: Cards as they were in June 2014; since March 2021.
    4:
      id: twist
      doc: Changing rules; since June 2023.
