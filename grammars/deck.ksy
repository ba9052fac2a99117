meta:
  id: deck
  title: Hearthstone deck, decoded
  application: Hearthstone
  license: CC0-1.0
  imports:
    - deckstring
  -fmtview-detect:
    trial: true
doc: |
  The bytes of a Hearthstone deck code without their base64, as tools keep them
  that have decoded it. `deckstring` reads the code as the game copies it.
doc-ref: https://hearthsim.info/docs/deckstrings/
seq:
  - id: deck
    type: deckstring::deck
    doc: The deck, to the end of the file.
