# 3:53 /seq/0/-fmtview-checksum/algorithm error: no algorithm `crc-23` [it is `adler-32`, `sum` or `polynomial`, or the name of a CRC in the catalogue, such as `crc-32`]
# 4:61 /seq/1/-fmtview-checksum/bits error: `crc-32` has no `bits`
# 4:70 /seq/1/-fmtview-checksum/ovr error: `-fmtview-checksum` has no key `ovr` [did you mean `over`? its keys are: algorithm, bits, if, modulus, multiplier, over, running, stored, units]
# 5:41 /seq/2/-fmtview-checksum error: `sum` needs the key `bits`
# 6:73 /seq/3/-fmtview-checksum/bits error: expected an integer from 1 to 64, found `65`
# 7:86 /seq/4/-fmtview-checksum/multiplier error: expected an integer of 1 or more, found `0`
# 7:96 /seq/4/-fmtview-checksum/units error: expected `bytes` or `utf-16`, found `words`
# 7:41 /seq/4/-fmtview-checksum error: `polynomial` needs the key `modulus`
# 8:41 /seq/5/-fmtview-checksum error: expected a map, found `crc-32`
# 9:41 /seq/6/-fmtview-checksum error: a checksum needs the key `algorithm`
meta: {id: x}
seq:
  - {id: a, size: 1, -fmtview-checksum: {algorithm: crc-23, over: a}}
  - {id: b, size: 1, -fmtview-checksum: {algorithm: crc-32, bits: 8, ovr: a}}
  - {id: c, size: 1, -fmtview-checksum: {algorithm: sum, over: a}}
  - {id: d, size: 1, -fmtview-checksum: {algorithm: sum, over: a, bits: 65}}
  - {id: e, size: 1, -fmtview-checksum: {algorithm: polynomial, over: a, multiplier: 0, units: words}}
  - {id: f, size: 1, -fmtview-checksum: crc-32}
  - {id: g, size: 1, -fmtview-checksum: {over: a}}
