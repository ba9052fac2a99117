# 1:1 / error: expected a map, found nothing [a grammar is a map that begins with `meta:`]
