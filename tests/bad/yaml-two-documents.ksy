# 2:1 / error: a grammar is one YAML document, but a second one begins here
meta: {id: x}
---
meta: {id: y}
