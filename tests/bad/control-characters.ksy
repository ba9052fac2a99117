# 1:12 /meta/id error: `x\x1b]0;title\x07` can't be the name of a grammar [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `x_0_title`]
# 1:36 /meta/title error: expected a text, found an empty map
# 3:10 /seq/0/id error: `\u{202e}txt` can't be the name of an attribute [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `txt`]
meta: {id: "x\e]0;title\a", title: {}}
seq:
  - {id: "\u202Etxt", type: u1}
