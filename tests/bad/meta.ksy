# 2:7 /meta/id error: `Fancy Format` can't be the name of a grammar [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `fancy_format`]
# 3:10 /meta/title error: expected a text, found a list
# 4:11 /meta/endian error: expected `le` or `be`, found `LE` [did you mean `le`?]
# 5:15 /meta/bit-endian error: expected `le` or `be`, found `lo` [did you mean `le`?]
# 6:15 /meta/ks-version error: the grammar needs version 99.0 of the language, but this program knows 0.11 [give the lowest version that has what the grammar uses]
# 7:13 /meta/ks-debug error: expected `true` or `false`, found `maybe`
# 8:3 /meta/encodign error: `meta` has no key `encodign` [did you mean `encoding`? its keys are: application, bit-endian, encoding, endian, file-extension, id, imports, ks-debug, ks-opaque-types, ks-version, ks-zero-copy-substream, license, tags, title, xref]
# 9:3 /meta/doc error: `meta` has no key `doc` [it is a key of types: write it beside `meta`]
# 10:3 /meta/seq error: `meta` has no key `seq` [write it beside `meta`, not in it]
# 11:16 /meta/imports/1 error: expected the name of a grammar
# 11:20 /meta/imports/2 error: expected the name of a grammar, found a map
# 11:13 /meta/imports/0 error: can't import `1`: there is no 1.ksy
meta:
  id: Fancy Format
  title: [a, b]
  endian: LE
  bit-endian: lo
  ks-version: 99.0
  ks-debug: maybe
  encodign: UTF-8
  doc: not here
  seq: not here
  imports: [1, '', {a: b}]
