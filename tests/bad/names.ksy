# 5:10 /seq/0/id error: the name `same` is taken [it stands at /params/0/id already]
# 6:10 /seq/1/id error: `FooBar` can't be the name of an attribute [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `foo_bar`]
# 7:10 /seq/2/id error: `2nd` can't be the name of an attribute [a name is made of a to z, 0 to 9 and `_`, and begins with a letter]
# 8:10 /seq/3/id error: `_hidden` can't be the name of an attribute [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `hidden`]
# 9:10 /seq/4/id error: `寸法` can't be the name of an attribute [a name is made of a to z, 0 to 9 and `_`, and begins with a letter]
# 10:10 /seq/5/id error: expected a name, found null
# 13:3 /instances/later error: the name `later` is taken [it stands at /seq/6/id already]
# 14:3 /instances/with-dash error: `with-dash` can't be the name of an instance [a name is made of a to z, 0 to 9 and `_`, and begins with a letter, such as `with_dash`]
meta: {id: x}
params:
  - {id: same, type: u1}
seq:
  - {id: same, type: u1}
  - {id: FooBar, type: u1}
  - {id: 2nd, type: u1}
  - {id: _hidden, type: u1}
  - {id: 寸法, type: u1}
  - {id: null, type: u1}
  - {id: later, type: u1}
instances:
  later: {value: 1}
  with-dash: {value: 2}
