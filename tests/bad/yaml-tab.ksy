# 2:1  error: there is a tab in the indentation [YAML is indented with spaces]
meta:
	id: x
