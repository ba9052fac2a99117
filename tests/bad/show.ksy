# 3:38 /seq/0/-fmtview-show error: expected `map`, `hex`, `dec`, `bin`, `char`, `text`, `unix-time`, `unix-time-ms`, `windows-time`, `mac-time`, `dos-time`, `size` or `none`, found `hax` [did you mean `hex`?]
# 4:23 /seq/1/-fmtview-cells error: `-fmtview-cells` needs `-fmtview-show: map`
# 5:23 /seq/2/-fmtview-sow error: an integer has no key `-fmtview-sow` [did you mean `-fmtview-show`? its keys are: -fmtview-cells, -fmtview-checksum, -fmtview-show]
# 6:23 /seq/3/-fmtview-check error: `-fmtview-check` can't stand here [it is a key of types]
# 11:10 /seq/4/-fmtview-cells/0 error: the glyph `█` is not ASCII [say what stands for it in ASCII: `{glyph: "█", ascii: "#"}`]
# 12:7 /seq/4/-fmtview-cells/1..0 error: the range `1..0` ends before it begins
# 13:7 /seq/4/-fmtview-cells/x error: `x` is no value of a cell [write an integer, a range `1..254` or a character in quotes, `"'#'"`]
# 14:7 /seq/4/-fmtview-cells/'ab' error: `'ab'` is no value of a cell [write an integer, a range `1..254` or a character in quotes, `"'#'"`]
# 15:10 /seq/4/-fmtview-cells/3 error: expected a character of one column, found `ab`
# 16:30 /seq/4/-fmtview-cells/4/ascii error: `█` is not ASCII
# 17:18 /seq/4/-fmtview-cells/5/glyph error: expected a character of one column, found `\t`
# 18:23 /seq/4/-fmtview-cells/6/nam error: a cell has no key `nam` [did you mean `name`? its keys are: ascii, glyph, name]
# 19:10 /seq/4/-fmtview-cells/7 error: expected a character of one column, found `寸`
meta: {id: x}
seq:
  - {id: a, type: u1, -fmtview-show: hax}
  - {id: b, type: u1, -fmtview-cells: {0: '#'}}
  - {id: c, type: u1, -fmtview-sow: hex, -other: ignored}
  - {id: d, type: u1, -fmtview-check: []}
  - id: e
    size: 3
    -fmtview-show: map
    -fmtview-cells:
      0: "█"
      1..0: "#"
      x: "#"
      "'ab'": "#"
      3: ab
      4: {glyph: "█", ascii: "█"}
      5: {glyph: "\t"}
      6: {ascii: "#", nam: wall}
      7: "寸"
