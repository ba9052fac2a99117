# 4:12 /meta/-fmtview-detect/names error: expected a list or a text, found a map
# 6:14 /meta/-fmtview-detect/magic/0/at error: expected an integer of 0 or more, found `-1`
# 7:24 /meta/-fmtview-detect/magic/1/bytes error: expected at least one byte
# 8:17 /meta/-fmtview-detect/magic/2/contents error: an entry of `magic` has no key `contents` [its keys are: at, bytes]
# 9:9 /meta/-fmtview-detect/magic/3 error: an entry of `magic` needs the key `bytes`
# 10:12 /meta/-fmtview-detect/trial error: expected `true` or `false`, found `perhaps`
# 11:5 /meta/-fmtview-detect/extension error: `-fmtview-detect` has no key `extension` [its keys are: magic, names, trial]
# 14:12 /types/a/meta/-fmtview-detect error: `-fmtview-detect` can't stand here [it is a key of the `meta` of a grammar]
meta:
  id: x
  -fmtview-detect:
    names: {a: b}
    magic:
      - {at: -1, bytes: AB}
      - {at: 0, bytes: []}
      - {at: 0, contents: AB}
      - {at: 0}
    trial: perhaps
    extension: foo
types:
  a:
    meta: {-fmtview-detect: {}}
