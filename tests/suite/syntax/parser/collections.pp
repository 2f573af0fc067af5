# Arrays and hashes.

#--- array-empty parse
$x = []

#--- array-trailing-comma parse
$x = [1, 2,]

#--- array-lines parse
$x = [
  1, # one
  2,
]

#--- array-hash-elements parse
$x = [a => 1, 2, b => 3, c => 4]

#--- array-double-comma check
$x = [1,,2]

#--- array-leading-comma check
$x = [, 1]

#--- array-only-comma check
$x = [,]

#--- array-missing-comma check
$x = [1 2]

#--- array-unclosed check
$x = [1, 2

#--- array-wrong-close check
$x = [1, 2)

#--- hash-empty parse
$x = {}

#--- hash-plain parse
$x = { a => 1, 'b' => 2, "c${d}" => 3, 4 => 5, $e => 6 }

#--- hash-trailing-comma parse
$x = { a => 1, }

#--- hash-nested parse
$x = { a => { b => { c => {} } } }

#--- hash-expression-keys parse
$x = { 1 + 2 => 3, foo(4) => 5, [6] => 7, { a => 1 } => 8 }

#--- hash-colon check
$x = { a: 1 }

#--- hash-equals check
$x = { a = 1 }

#--- hash-missing-value check
$x = { a => }

#--- hash-missing-comma check
$x = { a => 1 b => 2 }

#--- hash-missing-arrow check
$x = { a 1 }

#--- hash-double-comma check
$x = { a => 1,, b => 2 }

#--- hash-unclosed check
$x = { a => 1

#--- hash-duplicate-key check
$x = { a => 1, b => 2, 'a' => 3 }

#--- hash-duplicate-key-number check
$x = { 1 => 1, 1 => 2, 1.0 => 3 }

#--- hash-duplicate-key-several check
$x = { a => 1, a => 2, a => 3 }

#--- hash-duplicate-key-kinds check
$x = { undef => 1, undef => 2, default => 3, default => 4, true => 5, true => 6 }

#--- hash-duplicate-key-array check
$x = { [1] => 1, [1] => 2, { a => 1 } => 3, { a => 1 } => 4 }

#--- hash-duplicate-key-variables check
$x = { $a => 1, $a => 2 }

#--- hash-duplicate-key-interpolated check
$x = { "a${b}" => 1, "a${b}" => 2 }

#--- hash-duplicate-key-type check
$x = { Integer => 1, Integer => 2 }

#--- hash-duplicate-key-strict-warning check strict=warning
$x = { a => 1, a => 2 }

#--- hash-duplicate-key-strict-off check strict=off
$x = { a => 1, a => 2 }

#--- access-keys parse
$x = $a[1, 2, 'b', $c]

#--- access-trailing-comma parse
$x = $a[1,]

#--- access-hash-key parse
$x = Struct[a => 1, b => 2]

#--- access-empty check
$x = $a[]

#--- access-unclosed check
$x = $a[1

#--- access-assignment check
$x = $a[$b = 1]

#--- access-nested parse
$x = $a[$b[$c[1]]]

#--- access-deep parse
$x = $a['b']['c']['d'][0][-1]
