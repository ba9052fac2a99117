# 3:6  error: the quote that is opened here is not closed [put a quote at the end of the text]
meta:
  id: x
doc: "never closed
