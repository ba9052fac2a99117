# 3:34  error: a `,` or `}` is missing before this [entries in `{…}` are separated by commas; a text with a comma or bracket in it needs quotes]
meta: {id: x}
seq:
  - {id: a, type: u1, valid: _ > [1, 2].max}
