# 4:7 /meta/imports/0 error: can't import `nowhere`: there is no nowhere.ksy
# 5:7 /meta/imports/1 error: can't import `nowhere.ksy`: there is no nowhere.ksy.ksy [write `nowhere`, without `.ksy`]
# 6:7 /meta/imports/2 error: can't import `/nowhere`: there is no nowhere.ksy
# 7:7 /meta/imports/3 error: two grammars are called `x` [the other is imports.ksy]
meta:
  id: x
  imports:
    - nowhere
    - nowhere.ksy
    - /nowhere
    - types
