# 3:34 /seq/0/terminator error: expected an integer from 0 to 255, found a text [write the number of the byte: 0x00]
# 4:33 /seq/1/pad-right error: expected an integer from 0 to 255, found `256`
# 5:33 /seq/2/pad-right error: `0100` is octal to some and decimal to others [write it without the leading 0, or as `0o…`]
# 6:34 /seq/3/terminator error: `99999999999999999999` does not fit into 64 bits
# 7:31 /seq/4/include error: expected `true` or `false`, found a text [leave out the quotes: true]
# 8:31 /seq/5/consume error: expected `true` or `false`, found `1`
# 9:23 /seq/6/contents error: expected a text or a list, found `0x50` [write `[0x50]` for bytes, or `"0x50"` for digits]
# 10:30 /seq/7/contents/1 error: expected an integer from 0 to 255, found `300`
# 10:35 /seq/7/contents/2 error: expected a byte or a text, found a map
# 11:23 /seq/8/contents error: expected a text or a list of bytes, found a map
# 12:26 /seq/9 error: `valid` can't stand beside `contents` [`contents` says already what is valid]
# 13:34 /seq/10/terminator error: expected an integer from 0 to 255, found a text [leave out the quotes: 0]
meta: {id: x}
seq:
  - {id: a, size: 1, terminator: "\0"}
  - {id: b, size: 1, pad-right: 256}
  - {id: c, size: 1, pad-right: 0100}
  - {id: d, size: 1, terminator: 99999999999999999999}
  - {id: e, size: 1, include: "true"}
  - {id: f, size: 1, consume: 1}
  - {id: g, contents: 0x50}
  - {id: h, contents: [0x50, 300, {a: b}, K]}
  - {id: i, contents: {a: b}}
  - {id: j, contents: a, valid: 1}
  - {id: k, size: 1, terminator: "0"}
