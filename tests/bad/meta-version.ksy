# 3:15 /meta/ks-version error: there is no version 0.1: the first is 0.6 [without quotes YAML takes 0.10 for the number 0.1: write `"0.10"`]
# 6:24 /types/a/meta/ks-version error: `1.x` is no version [a version is X.Y or X.Y.Z, of whole numbers without leading zeros]
meta:
  id: x
  ks-version: 0.10
types:
  a:
    meta: {ks-version: 1.x}
