# Arrays and hashes.

#--- array-empty parse
$x = []
#: expect
#| (= (var "x") (array))

#--- array-trailing-comma parse
$x = [1, 2,]
#: expect
#| (= (var "x") (array 1 2))

#--- array-lines parse
$x = [
  1, # one
  2,
]
#: expect
#| (= (var "x") (array 1 2))

#--- array-hash-elements parse
$x = [a => 1, 2, b => 3, c => 4]
#: expect
#| (= (var "x") (array (hash (=> (qn "a") 1)) 2 (hash (=> (qn "b") 3) (=> (qn "c") 4))))

#--- array-double-comma check
# Error: 9-10 [syntax-error] Syntax error at ','
$x = [1,,2]

#--- array-leading-comma check
# Error: 7-8 [syntax-error] Syntax error at ','
$x = [, 1]

#--- array-only-comma check
# Error: 7-8 [syntax-error] Syntax error at ','
$x = [,]

#--- array-missing-comma check
# Error: 9-10 [syntax-error] Syntax error at '2'
$x = [1 2]

#--- array-unclosed check
$x = [1, 2
# Error: - [syntax-error] Syntax error at end of input

#--- array-wrong-close check
# Error: 11-12 [syntax-error] Syntax error at ')'
$x = [1, 2)

#--- hash-empty parse
$x = {}
#: expect
#| (= (var "x") (hash))

#--- hash-plain parse
$x = { a => 1, 'b' => 2, "c${d}" => 3, 4 => 5, $e => 6 }
#: expect
#| (= (var "x") (hash (=> (qn "a") 1) (=> "b" 2) (=> (concat "c" (str (var "d"))) 3) (=> 4 5) (=> (var "e") 6)))

#--- hash-trailing-comma parse
$x = { a => 1, }
#: expect
#| (= (var "x") (hash (=> (qn "a") 1)))

#--- hash-nested parse
$x = { a => { b => { c => {} } } }
#: expect
#| (= (var "x") (hash (=> (qn "a") (hash (=> (qn "b") (hash (=> (qn "c") (hash))))))))

#--- hash-expression-keys parse
$x = { 1 + 2 => 3, foo(4) => 5, [6] => 7, { a => 1 } => 8 }
#: expect
#| (= (var "x") (hash (=> (+ 1 2) 3) (=> (call {:functor (qn "foo") :args [4]}) 5) (=> (array 6) 7) (=> (hash (=> (qn "a") 1)) 8)))

#--- hash-colon check
# Error: 9-10 [syntax-error] Syntax error at ':'
$x = { a: 1 }

#--- hash-equals check
# Error: 14-15 [syntax-error] Syntax error at '}'
$x = { a = 1 }

#--- hash-missing-value check
# Error: 13-14 [syntax-error] Syntax error at '}'
$x = { a => }

#--- hash-missing-comma check
# Error: 15-16 [syntax-error] Syntax error at 'b'
# Help: 15-16 a comma may be missing before this attribute, or a colon after the title
$x = { a => 1 b => 2 }

#--- hash-missing-arrow check
# Error: 10-11 [syntax-error] Syntax error at '1'
$x = { a 1 }

#--- hash-double-comma check
# Error: 15-16 [syntax-error] Syntax error at ','
$x = { a => 1,, b => 2 }

#--- hash-unclosed check
$x = { a => 1
# Error: - [syntax-error] Syntax error at end of input

#--- hash-duplicate-key check
# Error: 28-30 [duplicate-key] The key 'a' is declared more than once
$x = { a => 1, b => 2, 'a' => 3 }

#--- hash-duplicate-key-number check
# Error: 18-20 [duplicate-key] The key '1' is declared more than once
$x = { 1 => 1, 1 => 2, 1.0 => 3 }

#--- hash-duplicate-key-several check
# Error: 18-20 [duplicate-key] The key 'a' is declared more than once
# Error: 26-28 [duplicate-key] The key 'a' is declared more than once
$x = { a => 1, a => 2, a => 3 }

#--- hash-duplicate-key-kinds check
# Error: 26-28 [duplicate-key] The key '' is declared more than once
# Error: 54-56 [duplicate-key] The key 'default' is declared more than once
# Error: 76-78 [duplicate-key] The key 'true' is declared more than once
$x = { undef => 1, undef => 2, default => 3, default => 4, true => 5, true => 6 }

#--- hash-duplicate-key-array check
# Error: 22-24 [duplicate-key] The key '[1]' is declared more than once
# Error: 56-58 [duplicate-key] The key '{"a"=>1}' is declared more than once
$x = { [1] => 1, [1] => 2, { a => 1 } => 3, { a => 1 } => 4 }

#--- hash-duplicate-key-variables check
$x = { $a => 1, $a => 2 }

#--- hash-duplicate-key-interpolated check
$x = { "a${b}" => 1, "a${b}" => 2 }

#--- hash-duplicate-key-type check
# Error: 30-32 [duplicate-key] The key 'integer' is declared more than once
$x = { Integer => 1, Integer => 2 }

#--- hash-duplicate-key-strict-warning check strict=warning
# Warning: 18-20 [duplicate-key] The key 'a' is declared more than once
$x = { a => 1, a => 2 }

#--- hash-duplicate-key-strict-off check strict=off
$x = { a => 1, a => 2 }

#--- access-keys parse
$x = $a[1, 2, 'b', $c]
#: expect
#| (= (var "x") (access (var "a") 1 2 "b" (var "c")))

#--- access-trailing-comma parse
$x = $a[1,]
#: expect
#| (= (var "x") (access (var "a") 1))

#--- access-hash-key parse
$x = Struct[a => 1, b => 2]
#: expect
#| (= (var "x") (access (qr "Struct") (hash (=> (qn "a") 1) (=> (qn "b") 2))))

#--- access-empty check
# Error: 9-10 [syntax-error] Syntax error at ']'
$x = $a[]

#--- access-unclosed check
$x = $a[1
# Error: - [syntax-error] Syntax error at end of input

#--- access-assignment check
# Error: 15-16 [syntax-error] Syntax error at ']'
$x = $a[$b = 1]

#--- access-nested parse
$x = $a[$b[$c[1]]]
#: expect
#| (= (var "x") (access (var "a") (access (var "b") (access (var "c") 1))))

#--- access-deep parse
$x = $a['b']['c']['d'][0][-1]
#: expect
#| (= (var "x") (access (access (access (access (access (var "a") "b") "c") "d") 0) -1))
