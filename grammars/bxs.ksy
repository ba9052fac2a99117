meta:
  id: bxs
  title: Box-pushing solution
  application: 推箱子 (Skyiv.Ben.PushBox) for Windows Mobile, 2007
  file-extension: bxs
  license: CC0-1.0
  encoding: ASCII
  -fmtview-detect:
    names: ['*.bxs']
doc: |
  The steps that solve one level of a box-pushing game (Sokoban). The file lies
  at `steps/<group><level>.bxs`, the number of the level counted from 1 and
  written with four digits at least.

  The article names the file and says that it holds the solution's steps, one
  after the other, but not how a step is written: its Step.cs has not been
  found. This grammar assumes the usual way, one letter a step, capitals for
  pushes. Then the level's `steps` is the number of letters and its `pushes` the
  number of capitals. Other letters are noted, not refused.
doc-ref: 使用 C# 开发智能手机软件：推箱子(十), Common/DataFile.cs
seq:
  - id: steps
    type: str
    terminator: 0x0a
    eos-error: false
    doc: |
      The steps: l, u, r, d for left, up, right, down, in capitals if the step
      pushes a box. (DataFile.cs, SaveLevelSteps, for the file; the letters are
      an assumption.)
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Anything after the first line; the game writes one line only.
instances:
  step_count:
    value: steps.length
    doc: Number of steps, pushes among them, if each is one letter.
  letters:
    pos: 0
    size: _io.size
    -fmtview-show: none
    doc: The same text as bytes.
-fmtview-check:
  - that: _io.size > 0
    else: the file is empty; the level has no solution
    severity: warning
  - that: >-
      letters.all(_ == 0x6c or _ == 0x75 or _ == 0x72 or _ == 0x64
      or _ == 0x4c or _ == 0x55 or _ == 0x52 or _ == 0x44
      or _ == 0x0a or _ == 0x0d)
    else: >-
      {letters.count(not (_ == 0x6c or _ == 0x75 or _ == 0x72 or _ == 0x64
      or _ == 0x4c or _ == 0x55 or _ == 0x52 or _ == 0x44
      or _ == 0x0a or _ == 0x0d))} letters are none of l, u, r, d (capitals
      for pushes); how this game writes a step is not known for certain
    severity: note
    at: steps
  - that: rest.size == 0
    else: '{rest.size} bytes after the first line'
    severity: note
    at: rest
